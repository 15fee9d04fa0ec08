import { Context, State } from "../types.js";

export class Idle implements State {
  name() {
    return "idle";
  }
  enter(c: Context) {
    c.mark(this.name());
  }
}
