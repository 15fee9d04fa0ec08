import { type Context, type State, normalize } from "../types.js";
import { timed } from "../log.js";

export class Busy implements State {
  static count = 0;
  static create(): Busy {
    Busy.bump();
    return new Busy();
  }
  private static bump() {
    this.count++;
  }
  name() {
    return normalize("busy ");
  }
  enter(c: Context) {
    timed(() => this.work(c));
    timed(tick);
  }
  protected work(c: Context) {
    c.mark("busy");
  }
}

export class VeryBusy extends Busy {
  protected work(c: Context) {
    super.work(c);
    const again = () => this.name();
    again();
  }
}

function tick() {}
