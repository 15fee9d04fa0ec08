package com.acme.shop.model;

public abstract class Entity {
    protected final int id;

    protected Entity(int id) {
        this.id = id;
    }

    public String describe() {
        return getClass().getSimpleName() + key();
    }

    protected void touch() {
        audit("touch");
    }

    private void audit(String what) {
    }

    private String key() {
        return "" + id;
    }
}
