package com.fsm;

public abstract class State {
    protected final String name;

    State(String name) {
        this.name = name;
    }

    abstract String next(String event);

    void enter(Machine<?> m) {
        Log.info("enter " + name);
    }

    void exit() {
        Log.info("exit " + name);
    }
}
