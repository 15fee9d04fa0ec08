package org.app;

import static org.app.Format.*;
import org.lib.Bus;
import org.lib.Event;
import org.lib.Handler;

public class App {
    private final Bus bus = Bus.builder().strict().build();
    private static App instance;

    enum Mode {
        QUIET {
            @Override
            String prefix() { return ""; }
        },
        LOUD {
            @Override
            String prefix() { return upper("loud"); }
        };

        abstract String prefix();

        static Mode of(String text) {
            return valueOf(upper(text));
        }
    }

    static synchronized App get() {
        if (instance == null) instance = new App();
        return instance;
    }

    {
        register();
    }

    void register() {
        bus.on("start", this::started);
        bus.on("stop", event -> stopped(event));
        bus.on("log", new Handler<Event>() {
            @Override
            public void handle(Event event) {
                print(event.name());
            }
        });
        bus.on("both", Handler.<Event>noop().then(App::trace));
    }

    void started(Event event) {
        print(upper(event.name()));
    }

    private void stopped(Event event) {
        var louder = event.withPriority(9);
        print(louder.name());
    }

    static void trace(Event event) {
        print(event.toString());
    }

    void run(String mode) {
        print(Mode.of(mode).prefix());
        bus.publish(new Event("start"));
        bus.pending(e -> isHigh(e)).forEach(bus::publish);
    }

    boolean isHigh(Event e) {
        return e.priority() > 5;
    }

    public static void main(String[] args) {
        App.get().run(args[0]);
    }
}
