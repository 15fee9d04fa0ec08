package com.acme.shop.util;

import java.util.HashMap;
import java.util.Map;

public class Registry<T> {
    private final Map<String, T> items = new HashMap<>();

    public void register(String key, T item) {
        items.put(normalize(key), item);
    }

    public T lookup(String key) {
        return items.get(normalize(key));
    }

    private String normalize(String key) {
        return Strings.quote(key);
    }
}
