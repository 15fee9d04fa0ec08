package com.acme.shop.service;

class SmsNotifier implements Notifier {
    public void send(String text) {
        send(text, 1);
    }

    void send(String text, int retries) {
    }
}
