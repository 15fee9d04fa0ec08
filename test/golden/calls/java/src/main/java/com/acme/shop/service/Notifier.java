package com.acme.shop.service;

public interface Notifier {
    void send(String text);
}
