package com.acme.shop.service;

import com.acme.shop.model.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public class OrderService extends BaseService<Order> {
    private final Notifier notifier;
    private final List<Notifier> others = new ArrayList<>();

    public OrderService(Notifier notifier) {
        super("orders");
        this.notifier = notifier;
    }

    public Order place(String name) {
        Order order = Order.of(1);
        save(order);
        notifier.send(order.describe());
        others.forEach(n -> n.send(name));
        Helper.assist();
        return order;
    }

    public Optional<Order> find(int id) {
        return Optional.ofNullable(load(id));
    }

    @Override
    protected Order load(int id) {
        return Order.of(id);
    }

    private static class Helper {
        static void assist() {
            prepare();
        }

        private static void prepare() {
        }
    }
}
