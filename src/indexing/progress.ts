/** What an indexer says on stderr while it works: nothing in the first second, then one rewritten line on a terminal, else a line now and then. */

import { isTerminal } from "../base/terminal.ts";
import { visible } from "../base/visible.ts";

const FIRST_MS = 1_000;
const TERMINAL_MS = 100;
const PIPE_MS = 10_000;

export class Progress {
  #started = performance.now();
  #last = 0;
  #shown = false;

  /**
   * @param quiet say nothing on stderr
   * @param heard told of every step besides, as it comes
   */
  constructor(
    private readonly quiet: boolean,
    private readonly heard: (what: string, done: number, total: number) => void = () => {},
    private readonly terminal = isTerminal(2),
  ) {}

  /**
   * Says how far a step is, if it is time to.
   * @param total 0 where it is not known
   */
  step(what: string, done: number, total: number): void {
    this.heard(what, done, total);
    const now = performance.now();
    if (this.quiet || now - this.#started < FIRST_MS || now - this.#last < (this.terminal ? TERMINAL_MS : PIPE_MS)) return;
    this.#last = now;
    const text = total > 0 ? `manifold: ${what} ${done.toLocaleString("en")} of ${total.toLocaleString("en")}` : `manifold: ${what}`;
    process.stderr.write(this.terminal ? `\r${visible(text)}\x1b[K` : `${visible(text)}\n`);
    this.#shown = true;
  }

  /** A sentence that does not wait for its time. */
  say(text: string): void {
    this.heard(text, 0, 0);
    if (this.quiet) return;
    this.end();
    process.stderr.write(`manifold: ${visible(text)}\n`);
  }

  /** Takes the line off the terminal. */
  end(): void {
    if (this.#shown && this.terminal) process.stderr.write("\r\x1b[K");
    this.#shown = false;
  }
}
