package com.fsm;

import java.util.HashMap;
import java.util.Map;

class Registry<K, V> {
    private final Map<K, V> map = new HashMap<>();

    void put(K key, V value) {
        check(key);
        map.put(key, value);
    }

    V get(K key) {
        return Objects2.require(map.get(key));
    }

    private void check(K key) {
        Objects2.require(key);
    }
}

final class Objects2 {
    static <T> T require(T t) {
        if (t == null) throw new IllegalStateException();
        return t;
    }
}
