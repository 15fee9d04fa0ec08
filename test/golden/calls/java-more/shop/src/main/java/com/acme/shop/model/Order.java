package com.acme.shop.model;

import java.util.ArrayList;
import java.util.List;

public class Order extends Document {
    private final String customer;
    private final List<Line> lines;

    private Order(Builder b) {
        super("order");
        this.customer = b.customer;
        this.lines = b.lines;
    }

    public static Builder builder() {
        return new Builder();
    }

    public String getCustomer() {
        return customer;
    }

    public int total() {
        int sum = 0;
        for (Line l : lines) sum += l.cost();
        touch();
        return sum;
    }

    @Override
    protected void onClose() {
        lines.clear();
    }

    static class Line {
        final Product product;
        final int qty;

        Line(Product product, int qty) {
            this.product = product;
            this.qty = qty;
        }

        int cost() {
            return product.price() * qty;
        }
    }

    public static class Builder {
        private String customer;
        private final List<Line> lines = new ArrayList<>();

        public Builder customer(String c) {
            this.customer = c;
            return this;
        }

        public Builder line(Product p, int qty) {
            lines.add(new Line(p, qty));
            return this;
        }

        public Order build() {
            return new Order(this);
        }
    }
}
