package com.fsm;

@FunctionalInterface
public interface Listener {
    void changed(Transition t);
}
