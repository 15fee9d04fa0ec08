package org.mail.core;

import java.util.EnumSet;
import java.util.function.Predicate;

public class Message {
    public enum Flag {
        SPAM {
            @Override
            boolean hides() {
                return true;
            }
        },
        READ;

        boolean hides() {
            return false;
        }
    }

    private final String subject;
    private final EnumSet<Flag> flags = EnumSet.noneOf(Flag.class);

    private Message(Builder builder) {
        this.subject = builder.subject;
    }

    public static Builder builder() {
        return new Builder();
    }

    public String subject() {
        return subject;
    }

    public void mark() {
        mark(Flag.READ);
    }

    public void mark(Flag flag) {
        flags.add(flag);
    }

    public boolean isRead() {
        return flags.contains(Flag.READ);
    }

    public boolean visible() {
        return flags.stream().noneMatch(Flag::hides);
    }

    static Predicate<Message> unread() {
        return m -> !m.isRead();
    }

    public static final class Builder {
        private String subject = "";

        public Builder subject(String subject) {
            this.subject = subject;
            return this;
        }

        public Message build() {
            check();
            return new Message(this);
        }

        private void check() {
            if (subject.isBlank()) throw new IllegalStateException();
        }
    }
}
