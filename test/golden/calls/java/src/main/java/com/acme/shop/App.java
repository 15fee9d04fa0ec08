package com.acme.shop;

import static com.acme.shop.util.Strings.capitalize;
import static com.acme.shop.util.Strings.*;

import com.acme.shop.model.*;
import com.acme.shop.service.Notifier;
import com.acme.shop.service.OrderService;
import com.acme.shop.service.EmailNotifier;
import com.acme.shop.util.Registry;
import java.util.List;
import java.util.Map;
import java.util.HashMap;
import java.util.Optional;

public class App {
    private static final Registry<Notifier> REGISTRY = new Registry<>();
    private final OrderService service;
    private Map<String, Order> cache = new HashMap<>();

    public App(OrderService service) {
        this.service = service;
    }

    public App() {
        this(new OrderService(new EmailNotifier("root")));
    }

    public static void main(String[] args) {
        App app = new App();
        app.run(List.of(args));
        new App().stop();
    }

    void run(List<String> names) {
        for (String name : names) {
            Order order = service.place(capitalize(name));
            cache.put(name, order);
            System.out.println(shout(order.describe()));
        }
        cache.values().forEach(order -> order.close());
        cache.get("a").close();
        Optional<Order> found = service.find(1);
        found.ifPresent(Order::close);
        found.map(o -> o.describe()).orElse("");
        String text = found.orElseThrow().describe();
        var builder = new Order.Builder();
        Order built = builder.id(1).customer("x").build();
        built.addLine(new Line(2, 3));
        Order.of(1).addLine(null);
        names.stream().map(this::decorate).toList();
        REGISTRY.register("mail", new EmailNotifier("b"));
        REGISTRY.lookup("mail").send("hi");
        Runnable task = () -> tick(1);
        task.run();
        Notifier inline = new Notifier() {
            @Override
            public void send(String text) {
                tick(2);
            }
        };
        inline.send(text);
    }

    private String decorate(String s) {
        return quote(s);
    }

    private String quote(String s) {
        return s;
    }

    private void tick(int n) {
    }

    private void tick(int n, String label) {
        tick(n);
    }

    void stop() {
        service.shutdown();
        service.name();
        if (service instanceof AutoCloseable c) {
            Payment p = new CardPayment(5);
            p.pay();
        }
        switch (Status.parse("open")) {
            case OPEN -> tick(1, "x");
            default -> {}
        }
    }
}
