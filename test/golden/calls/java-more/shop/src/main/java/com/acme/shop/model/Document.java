package com.acme.shop.model;

public abstract class Document {
    private final String type;
    private boolean touched;

    protected Document(String type) {
        this.type = type;
    }

    protected void touch() {
        touched = true;
    }

    protected abstract void onClose();

    public void close() {
        touch();
        onClose();
    }
}
