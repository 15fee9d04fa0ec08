package org.lib.catalog;

public class Book extends Item {
    private final String name;
    private int stamps;

    public Book(String id, String name) {
        super(id);
        this.name = name;
    }

    @Override
    public String title() {
        return clean(name);
    }

    @Override
    protected String format() {
        return "[" + super.format() + "]";
    }

    public void stamp() {
        stamps++;
        log();
    }

    private void log() { }

    private static String clean(String s) {
        return s.trim();
    }
}
