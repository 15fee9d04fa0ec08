package org.mail.spi;

import java.util.ArrayDeque;
import java.util.Deque;

class BufferedTransport implements Transport {
    private final Transport inner;
    private final Deque<Entry> queue = new ArrayDeque<>();
    private final int size;

    record Entry(String to, String body) {
        Entry {
            to = normalise(to);
        }

        static String normalise(String to) {
            return to.strip();
        }

        int weight() {
            return body().length() + overhead();
        }

        private int overhead() {
            return 2;
        }
    }

    BufferedTransport(Transport inner, int size) {
        this.inner = inner;
        this.size = size;
    }

    @Override
    public void send(String to, String body) throws Exception {
        queue.add(new Entry(to, body));
        if (total() > size) {
            flush();
        }
    }

    private int total() {
        return queue.stream().mapToInt(Entry::weight).sum();
    }

    private void flush() throws Exception {
        Entry next;
        while ((next = queue.poll()) != null) {
            inner.send(next.to(), next.body());
        }
    }

    @Override
    public void close() throws Exception {
        flush();
        inner.close();
    }
}
