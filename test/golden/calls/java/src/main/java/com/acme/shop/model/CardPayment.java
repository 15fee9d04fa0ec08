package com.acme.shop.model;

public class CardPayment extends Payment {
    public CardPayment(int amount) {
        super(amount);
    }

    @Override
    protected void charge(int amount) {
        send(amount);
    }

    private void send(int amount) {
    }
}
