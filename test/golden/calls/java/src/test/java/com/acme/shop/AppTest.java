package com.acme.shop;

import com.acme.shop.service.Notifier;
import com.acme.shop.service.OrderService;

class AppTest {
    static class FakeNotifier implements Notifier {
        public void send(String text) {
        }
    }

    void runs() {
        OrderService service = new OrderService(new FakeNotifier());
        service.place("x").close();
        new App(service).stop();
    }
}
