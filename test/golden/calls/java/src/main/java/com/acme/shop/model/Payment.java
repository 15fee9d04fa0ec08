package com.acme.shop.model;

public abstract class Payment {
    protected final int amount;

    Payment(int amount) {
        this.amount = amount;
    }

    public final void pay() {
        validate();
        charge(amount);
        log();
    }

    protected abstract void charge(int amount);

    protected void validate() {
    }

    private void log() {
    }
}
