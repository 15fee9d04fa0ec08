package com.acme.shop.service;

import com.acme.shop.util.Strings;

public class EmailNotifier implements Notifier {
    private final String from;

    public EmailNotifier(String from) {
        this.from = Strings.capitalize(from);
    }

    @Override
    public void send(String text) {
        deliver(Strings.shout(text));
    }

    private void deliver(String text) {
    }
}
