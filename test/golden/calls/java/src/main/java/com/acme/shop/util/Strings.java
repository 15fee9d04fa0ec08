package com.acme.shop.util;

public final class Strings {
    private Strings() {
    }

    public static String capitalize(String s) {
        return s.isEmpty() ? s : upper(s);
    }

    public static String shout(String s) {
        return upper(s) + "!";
    }

    private static String upper(String s) {
        return s.toUpperCase();
    }

    public static String quote(String s) {
        return '"' + s + '"';
    }
}
