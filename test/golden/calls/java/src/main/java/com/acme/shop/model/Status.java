package com.acme.shop.model;

public enum Status {
    OPEN {
        @Override
        Status next() {
            return CLOSED;
        }
    },
    CLOSED;

    Status next() {
        return this;
    }

    public static Status parse(String s) {
        return Status.valueOf(normalize(s));
    }

    private static String normalize(String s) {
        return s.toUpperCase();
    }
}
