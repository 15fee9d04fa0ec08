package com.acme.shop;

import com.acme.shop.model.Product;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

class Inventory {
    private final Map<String, Product> products = new HashMap<>();

    void register(Product p) {
        validate(p);
        products.put(p.name(), p);
    }

    Product find(String name) {
        Product p = products.get(name);
        if (p == null) {
            throw new MissingProduct(name);
        }
        return p;
    }

    void each(Consumer<Product> action) {
        for (Product p : products.values()) {
            action.accept(p);
        }
    }

    private void validate(Object o) {
        if (o instanceof Product p && p.price() < 0) {
            throw new IllegalArgumentException(p.label());
        }
    }

    static class MissingProduct extends RuntimeException {
        MissingProduct(String name) {
            super(describe(name));
        }

        static String describe(String n) {
            return "missing " + n;
        }
    }
}
