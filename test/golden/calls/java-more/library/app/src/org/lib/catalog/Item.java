package org.lib.catalog;

public abstract class Item {
    private final String id;
    private int copies;

    protected Item(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    public abstract String title();

    public boolean available() {
        return copies > 0;
    }

    void setCopies(int n) {
        copies = Math.max(0, n);
    }

    public void print() {
        System.out.println(format());
    }

    protected String format() {
        return title() + " (" + id() + ")";
    }
}
