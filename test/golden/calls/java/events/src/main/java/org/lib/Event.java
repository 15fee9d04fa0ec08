package org.lib;

import java.util.Objects;

public record Event(String name, int priority) implements Comparable<Event> {
    public Event {
        Objects.requireNonNull(name);
        check(priority);
    }

    public Event(String name) {
        this(name, 1);
    }

    static void check(int priority) {
        if (priority < 0) throw new IllegalArgumentException();
    }

    public Event withPriority(int priority) {
        return new Event(name, priority);
    }

    @Override
    public int compareTo(Event other) {
        return Integer.compare(priority(), other.priority());
    }
}
