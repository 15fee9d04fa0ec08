package com.acme.shop.pricing;

public final class Discounts {
    public static final DiscountPolicy NONE = new NoDiscount();

    public static DiscountPolicy forCustomer(String c) {
        if (isVip(c)) {
            return new Percent(10).then(NONE);
        }
        return NONE;
    }

    private static boolean isVip(String c) {
        return c.startsWith("b");
    }
}

class NoDiscount implements DiscountPolicy {
    public int apply(int total) {
        return total;
    }
}

class Percent implements DiscountPolicy {
    private final int pct;

    Percent(int pct) {
        this.pct = pct;
    }

    public int apply(int total) {
        return total - cut(total);
    }

    private int cut(int t) {
        return t * pct / 100;
    }
}
