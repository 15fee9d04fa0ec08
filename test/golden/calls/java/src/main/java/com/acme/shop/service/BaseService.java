package com.acme.shop.service;

import com.acme.shop.model.Entity;

abstract class BaseService<T extends Entity> {
    private final String name;

    BaseService(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    protected void save(T item) {
        item.describe();
        flush();
    }

    public T reload(int id) {
        return load(id);
    }

    protected abstract T load(int id);

    public void shutdown() {
        flush();
    }

    private void flush() {
    }
}
