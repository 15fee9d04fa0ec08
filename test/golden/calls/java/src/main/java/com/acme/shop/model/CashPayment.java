package com.acme.shop.model;

class CashPayment extends Payment {
    CashPayment() {
        super(1);
    }

    @Override
    protected void charge(int amount) {
    }

    @Override
    protected void validate() {
        super.validate();
    }
}
