package org.mail.core;

import static org.mail.core.Message.unread;

import java.util.*;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.mail.spi.Transport;

public class Mailbox {
    private static final Map<String, Supplier<Handler<Message>>> HANDLERS =
        Map.of("spam", Handler.Spam::new, "inbox", Handler.Inbox::new);

    private final List<Message> messages = new ArrayList<>();
    private final List<Consumer<Message>> listeners = new ArrayList<>();
    private final Handler<Message> head;

    public Mailbox() {
        this(new Handler.Spam().then(new Handler.Inbox()));
    }

    Mailbox(Handler<Message> head) {
        this.head = head;
    }

    public void listen(Consumer<Message> listener) {
        listeners.add(listener);
    }

    public void receive(Message message) {
        messages.add(message);
        head.accept(message);
        listeners.forEach(l -> l.accept(message));
    }

    public Optional<Message> first() {
        return messages.stream().filter(unread()).filter(Message::visible).findFirst();
    }

    public void forward(Transport transport) {
        for (var message : messages) {
            try {
                transport.send(render(message));
            } catch (Exception e) {
                report(e);
            }
        }
    }

    private String render(Message message) {
        return switch (message) {
            case Message m when m.isRead() -> m.subject();
            default -> "new: " + message.subject();
        };
    }

    private static void report(Exception e) {
        System.err.println(e);
    }

    public static void main(String[] args) throws Exception {
        Mailbox box = new Mailbox();
        box.listen(m -> System.out.println(m.subject()));
        box.receive(Message.builder().subject("hi").build());
        box.first().map(Message::subject).ifPresent(System.out::println);
        Transport console = new Transport() {
            @Override
            public void send(String to, String body) {
                print(to, body);
            }

            @Override
            public void close() {}

            private void print(String to, String body) {
                System.out.println(to + body);
            }
        };
        try (Transport t = Transport.buffered(console, 10)) {
            box.forward(t);
        }
        HANDLERS.get("spam").get().accept(Message.builder().subject("x").build());
    }
}
