package org.lib.members;

import org.lib.catalog.Item;
import java.util.ArrayDeque;
import java.util.Deque;

public class Member {
    private final String name;
    private final Deque<Item> loans = new ArrayDeque<>();

    public Member(String name) {
        this.name = name;
    }

    public void borrow(Item item) {
        if (!item.available()) throw new IllegalStateException();
        loans.push(item);
    }

    public Item latest() {
        Item top = loans.peek();
        top.print();
        return top;
    }

    boolean isActive() {
        return !matches("");
    }

    boolean matches(String key) {
        return name.equals(key);
    }
}
