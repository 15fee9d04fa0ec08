package org.mail.core;

public abstract class Handler<T extends Message> {
    private Handler<? super T> next;

    public final Handler<T> then(Handler<? super T> next) {
        this.next = next;
        return this;
    }

    public void accept(T message) {
        if (matches(message)) {
            handle(message);
        } else if (next != null) {
            next.accept(message);
        }
    }

    protected boolean matches(T message) {
        return !message.isRead();
    }

    protected abstract void handle(T message);

    static class Spam extends Handler<Message> {
        @Override
        protected boolean matches(Message message) {
            return super.matches(message) && message.subject().contains("win");
        }

        @Override
        protected void handle(Message message) {
            message.mark(Message.Flag.SPAM);
        }
    }

    static class Inbox extends Handler<Message> {
        private int count;

        @Override
        protected void handle(Message message) {
            bump();
            message.mark();
        }

        private void bump() {
            count++;
        }
    }
}
