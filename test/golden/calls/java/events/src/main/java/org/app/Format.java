package org.app;

final class Format {
    private Format() {}

    static String upper(String text) {
        return text.toUpperCase();
    }

    static void print(String text) {
        System.out.println(text);
    }

    static void print(String text, int times) {
        for (int i = 0; i < times; i++) print(text);
    }
}
