package com.acme.shop.model;

public interface Describable {
    String describe();

    default String label() {
        return "[" + describe() + "]";
    }
}
