package com.fsm;

import static com.fsm.Log.info;

public class Door {
    static class Open extends State {
        Open() { super("open"); }

        @Override
        String next(String event) {
            return event.equals("close") ? "closed" : null;
        }

        @Override
        void enter(Machine<?> m) {
            super.enter(m);
            info("door is open");
        }
    }

    static class Closed extends State {
        private int knocks;

        Closed() { super("closed"); }

        @Override
        String next(String event) {
            if (event.equals("knock")) {
                count();
            }
            return event.equals("open") ? "open" : null;
        }

        private void count() { knocks++; }
    }

    private final Machine<State> machine;

    public Door() {
        machine = new Machine<State>().add("open", new Open()).add("closed", new Closed());
        machine.onTransition(this::audit);
        machine.onTransition(new Listener() {
            @Override
            public void changed(Transition t) {
                info(t.describe());
            }
        });
        machine.start("closed");
    }

    void push() {
        machine.send("open");
    }

    private void audit(Transition t) {
        Log.warn(t.describe(), 1);
    }
}
