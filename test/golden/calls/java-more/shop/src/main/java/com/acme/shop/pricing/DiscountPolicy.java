package com.acme.shop.pricing;

public interface DiscountPolicy {
    int apply(int total);

    default DiscountPolicy then(DiscountPolicy next) {
        return t -> next.apply(this.apply(t));
    }
}
