package com.acme.shop.model;

public record Line(int price, int count) {
    public Line {
        check(price);
    }

    static void check(int price) {
        if (price < 0) throw new IllegalArgumentException();
    }

    public int amount() {
        return price() * count();
    }
}
