package org.lib;

@FunctionalInterface
public interface Handler<E> {
    void handle(E event) throws Exception;

    default Handler<E> then(Handler<E> next) {
        return event -> {
            handle(event);
            next.handle(event);
        };
    }

    static <E> Handler<E> noop() {
        return event -> {};
    }
}
