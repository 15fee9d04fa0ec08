package com.fsm;

import java.util.*;
import java.util.function.BiFunction;

public class Machine<S extends State> {
    private final Registry<String, S> states = new Registry<>();
    private final List<Listener> listeners = new ArrayList<>();
    private S current;

    public Machine<S> add(String name, S state) {
        states.put(name, state);
        return this;
    }

    public void start(String name) {
        current = states.get(name);
        current.enter(this);
        fire(Transition.INITIAL);
    }

    public void send(String event) {
        String next = current.next(event);
        if (next != null) {
            current.exit();
            current = states.get(next);
            current.enter(this);
            fire(new Transition(event, next));
        }
    }

    public void onTransition(Listener l) {
        listeners.add(l);
    }

    protected void fire(Transition t) {
        listeners.forEach(l -> l.changed(t));
    }
}
