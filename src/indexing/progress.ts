/**
 * What an indexer says on stderr while it works: one rewritten line on a terminal, elsewhere a line as each step of much work begins and now
 * and then within it.
 *
 * The first line does not wait for work to turn out long: a build from nothing says at once that it is one, an update as soon as its size is
 * known. Only the little that most questions need passes in silence.
 */
import { isTerminal, visible } from "../base/visible.ts";

/** What passes in silence: too short to be read, and well within the .3 s after which people wonder. */
export const FIRST_MS = 200;
const TERMINAL_MS = 100;
const PIPE_MS = 10_000;
/** Of little work a pipe gets no more than the first line, unless it takes longer than it should. */
const LITTLE_MS = 1_000;

/** What a long piece of work is told to call as it goes on. */
export type Step = (what: string, done: number, total: number) => void;

/** What is said of files that are compared with the index, before anything is read. */
export const LOOKING = "looking at files";

export class Progress {
  #started = performance.now();
  #last = 0;
  #what = "";
  #shown = false;
  /** Milliseconds from which on steps are said as they begin; none where little is to be done. */
  #from = Number.POSITIVE_INFINITY;
  #pending: Parameters<Step> | null = null;
  #timer: Timer | null = null;

  /**
   * @param quiet say nothing on stderr
   * @param heard told of every step besides, as it comes
   */
  constructor(
    private readonly quiet: boolean,
    private readonly heard: Step = () => {},
    private readonly terminal = isTerminal(2),
    private readonly write: (text: string) => void = (text) => void process.stderr.write(text),
  ) {}

  /** Says at once what is about to be done. */
  begin(what: string): void {
    this.heard(what, 0, 0);
    if (!this.quiet) this.#say(what, 0, 0);
  }

  /**
   * Much work is ahead: each of its steps is said as it begins.
   * @param patience milliseconds for which it may still turn out to be little
   */
  much(patience = 0): void {
    this.#from = patience;
  }

  /**
   * Says how far a step is, if it is time to.
   * @param total 0 where it is not known
   */
  step(what: string, done: number, total: number): void {
    this.heard(what, done, total);
    if (this.quiet) return;
    if (this.#isTime(what)) this.#say(what, done, total);
    else this.#later([what, done, total]);
  }

  /** A first line that it was too early for is said in its time, even if whatever is waited for says no more. */
  #later(step: Parameters<Step>): void {
    this.#pending = step;
    if (this.#last > 0 || this.#timer !== null || !Number.isFinite(this.#from)) return;
    this.#timer = setTimeout(() => {
      if (this.#last === 0 && this.#pending !== null) this.#say(...this.#pending);
    }, this.#from);
    this.#timer.unref();
  }

  #isTime(what: string): boolean {
    const now = performance.now();
    const since = now - (this.#last || this.#started);
    const begins = what !== this.#what;
    if (begins && now - this.#started >= this.#from) return true;
    if (this.terminal) return since >= (this.#last > 0 ? TERMINAL_MS : FIRST_MS);
    return since >= (begins ? LITTLE_MS : PIPE_MS);
  }

  #say(what: string, done: number, total: number): void {
    this.#last = performance.now();
    this.#what = what;
    const far = total > 0 ? ` ${done.toLocaleString("en")} of ${total.toLocaleString("en")}` : "";
    const text = `manifold: ${visible(what)}${far}`;
    this.write(this.terminal ? `\r${text}\x1b[K` : `${text}\n`);
    this.#shown = true;
  }

  /** A sentence that does not wait for its time. */
  say(text: string): void {
    this.heard(text, 0, 0);
    if (this.quiet) return;
    this.end();
    this.write(`manifold: ${visible(text)}\n`);
  }

  /** Takes the line off the terminal. */
  end(): void {
    if (this.#shown && this.terminal) this.write("\r\x1b[K");
    this.#shown = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pending = null;
  }
}
