/**
 * One answer after another, with a breath between two: answers are worked out in one go each, and cancellations, pings and the end of the input must be
 * heard in between.
 */
import { Refusal } from "../../base/errors.ts";
import { mcp } from "../limits.ts";

export class Turns {
  #calls = 0;
  #last: Promise<void> = Promise.resolve();
  #onIdle: (() => void)[] = [];

  /**
   * Counts a call as under way until it is done.
   * @throws Refusal `server-busy` where too many are
   */
  async take<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    if (this.#calls >= mcp.maxWaiting)
      throw new Refusal("server-busy", `${mcp.maxWaiting} calls wait for their answers already.`, "Wait for some of them.");
    this.#calls++;
    try {
      checked(signal);
      return await call();
    } finally {
      this.#calls--;
      if (this.#calls === 0) for (const idle of this.#onIdle.splice(0)) idle();
    }
  }

  /** Waits for those that asked before, and for one round of the event loop. */
  async next(signal: AbortSignal): Promise<void> {
    const mine = this.#last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
    this.#last = mine;
    await mine;
    checked(signal);
  }

  /** Once nothing is under way any more; a moment later the last answer is written. */
  async idle(): Promise<void> {
    if (this.#calls > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

function checked(signal: AbortSignal): void {
  if (signal.aborted) throw new Refusal("interrupted", "The call was cancelled.", "Ask again.");
}
