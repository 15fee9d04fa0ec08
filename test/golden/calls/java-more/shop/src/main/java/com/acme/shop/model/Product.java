package com.acme.shop.model;

public record Product(String name, int price, String material) {
    public static Product of(String name, int price) {
        return of(name, price, "none");
    }

    public static Product of(String name, int price, String material) {
        return new Product(name, price, material);
    }

    public String label() {
        return name() + "@" + price;
    }
}
