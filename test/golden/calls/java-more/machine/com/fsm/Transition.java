package com.fsm;

public class Transition {
    public static final Transition INITIAL = new Transition("init", "?");
    private final String event;
    private final String target;

    public Transition(String event, String target) {
        this.event = event;
        this.target = target;
    }

    public String describe() {
        return Log.join(event, target);
    }
}
