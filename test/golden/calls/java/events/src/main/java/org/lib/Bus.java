package org.lib;

import java.util.*;
import java.util.function.Predicate;
import java.util.stream.Collectors;

public class Bus {
    private final Map<String, List<Handler<Event>>> handlers = new HashMap<>();
    private final Deque<Event> queue = new ArrayDeque<>();
    protected Stats stats = new Stats();

    public static Builder builder() {
        return new Builder();
    }

    public void on(String name, Handler<Event> handler) {
        handlers.computeIfAbsent(name, key -> new ArrayList<>()).add(handler);
    }

    public void publish(Event event) {
        queue.addLast(event);
        drain();
    }

    private void drain() {
        while (!queue.isEmpty()) {
            Event event = queue.poll();
            for (Handler<Event> handler : handlersOf(event.name())) {
                deliver(handler, event);
            }
        }
    }

    protected void deliver(Handler<Event> handler, Event event) {
        try {
            handler.handle(event);
            stats.count(event);
        } catch (Exception e) {
            onError(e);
        }
    }

    protected void onError(Exception e) {
        stats.failures++;
        System.err.println(Stats.describe(e));
    }

    private List<Handler<Event>> handlersOf(String name) {
        return handlers.getOrDefault(name, List.of());
    }

    public List<Event> pending(Predicate<Event> filter) {
        return queue.stream().filter(filter).sorted(Comparator.comparing(Event::priority)).collect(Collectors.toList());
    }

    class Stats {
        int failures;
        private int events;

        void count(Event event) {
            events += weight(event);
            if (events > 100) reset();
        }

        private int weight(Event event) {
            return event.priority();
        }

        void reset() {
            events = 0;
            drain();
        }

        static String describe(Exception e) {
            return e.getMessage();
        }
    }

    public static class Builder {
        private boolean strict;

        public Builder strict() {
            this.strict = true;
            return this;
        }

        public Bus build() {
            return strict ? new StrictBus() : new Bus();
        }
    }
}

class StrictBus extends Bus {
    StrictBus() {
        super();
        stats.reset();
    }

    @Override
    protected void onError(Exception e) {
        super.onError(e);
        throw fail(e);
    }

    private RuntimeException fail(Exception e) {
        return new BusException(e);
    }

    private static final class BusException extends RuntimeException {
        BusException(Throwable cause) {
            super(cause);
        }
    }
}
