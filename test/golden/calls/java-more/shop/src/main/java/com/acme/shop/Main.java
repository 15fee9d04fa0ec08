package com.acme.shop;

import com.acme.shop.model.*;
import com.acme.shop.pricing.DiscountPolicy;
import com.acme.shop.pricing.Discounts;

import java.util.List;

public class Main {
    private final Inventory inventory = new Inventory();

    public static void main(String[] args) {
        Main app = new Main();
        app.run(args.length);
    }

    void run(int count) {
        inventory.register(Product.of("pen", 3));
        inventory.register(Product.of("book", 12, "paper"));
        Order order = Order.builder()
            .customer("bob")
            .line(inventory.find("pen"), 2)
            .build();
        DiscountPolicy policy = Discounts.forCustomer(order.getCustomer());
        System.out.println(summarize(order, policy));
        inventory.each(p -> print(p.label()));
        List<Order> orders = List.of(order);
        for (Order o : orders) {
            o.close();
        }
        var names = orders.stream().map(Order::getCustomer).toList();
    }

    private String summarize(Order order, DiscountPolicy policy) {
        return "total " + policy.apply(order.total());
    }

    private static void print(String s) {
        System.out.println(s);
    }
}
