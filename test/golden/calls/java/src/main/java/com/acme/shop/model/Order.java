package com.acme.shop.model;

import java.util.ArrayList;
import java.util.List;

public class Order extends Entity implements Describable {
    private final List<Line> lines = new ArrayList<>();
    private Status status = Status.OPEN;

    private Order(int id) {
        super(id);
    }

    public static Order of(int id) {
        return new Order(id);
    }

    public Order addLine(Line line) {
        lines.add(line);
        touch();
        return this;
    }

    public int total() {
        int sum = 0;
        for (Line line : lines) {
            sum += line.amount();
        }
        return sum + lines.stream().mapToInt(Line::amount).sum() + lines.get(0).amount();
    }

    @Override
    public String describe() {
        return super.describe() + label() + total();
    }

    public void close() {
        status = status.next();
        this.touch();
    }

    public static class Builder {
        private int id;
        private String customer;

        public Builder id(int id) {
            this.id = id;
            return this;
        }

        public Builder customer(String customer) {
            this.customer = customer;
            return this;
        }

        public Order build() {
            return new Order(id);
        }
    }
}
