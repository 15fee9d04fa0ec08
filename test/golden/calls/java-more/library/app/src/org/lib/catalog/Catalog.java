package org.lib.catalog;

import java.util.*;
import java.util.stream.Collectors;

public class Catalog implements Iterable<Item> {
    private final Map<String, Item> items = new TreeMap<>();

    public void add(Item item) {
        add(item, 1);
    }

    public void add(Item item, int copies) {
        item.setCopies(copies);
        items.put(item.id(), item);
    }

    public Item get(String id) {
        return Optional.ofNullable(items.get(id)).orElseThrow(() -> new NotFound(id));
    }

    public Collection<Item> all() {
        return items.values();
    }

    public List<String> titles() {
        return all().stream().filter(Item::available).map(Item::title).collect(Collectors.toList());
    }

    @Override
    public Iterator<Item> iterator() {
        return all().iterator();
    }

    public void clear() {
        items.clear();
    }
}

class NotFound extends RuntimeException {
    NotFound(String id) {
        super(id);
    }
}
