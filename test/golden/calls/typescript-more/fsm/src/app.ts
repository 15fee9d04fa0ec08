import { Machine } from "./machine.js";
import { Context } from "./types.js";
import { Busy, Idle, VeryBusy } from "./states/index.js";

class AppContext extends Context {
  ready() {
    return this.marks.size > 0;
  }
}

function build(): Machine<AppContext> {
  return new Machine(new AppContext())
    .state("idle", new Idle())
    .state("busy", Busy.create())
    .guard((c) => c.ready())
    .guard(isReady);
}

const isReady = (c: AppContext) => c.ready();

export function run(event: Busy | Idle | string) {
  const m = build();
  m.start("idle");
  if (event instanceof VeryBusy) event.name();
  else if (typeof event !== "string") event.enter(new Context());
}
