package org.mail.spi;

public interface Transport extends AutoCloseable {
    void send(String to, String body) throws Exception;

    default void send(String body) throws Exception {
        send(fallback(), body);
    }

    private String fallback() {
        return "root";
    }

    static Transport buffered(Transport inner, int size) {
        return new BufferedTransport(inner, size);
    }
}
