import { Registry } from "./registry.js";
import type { State, Context } from "./types.js";
import { logger } from "./log.js";

export class Machine<C extends Context> {
  #states = new Registry<State>();
  #current: State | null = null;
  private guards: ((c: C) => boolean)[] = [];

  constructor(private ctx: C) {
    this.reset();
  }

  state(name: string, s: State): Machine<C> {
    this.#states.set(name, s);
    return this;
  }

  guard(g: (c: C) => boolean) {
    this.guards.push(g);
    return this;
  }

  start(name: string): void {
    if (!this.allowed()) return;
    this.#current = this.#states.get(name);
    this.#current.enter(this.ctx);
    this.ctx.mark(name);
    logger.info("started");
  }

  get label(): string {
    return describe(this.#current);
  }

  private allowed = (): boolean => this.guards.every((g) => g(this.ctx));

  reset() {
    this.#current = null;
  }
}

function describe(s: State | null): string {
  return s ? s.name() : "none";
}
