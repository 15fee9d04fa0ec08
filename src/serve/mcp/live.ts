/**
 * One tree as it is now, for a process that lives on.
 *
 * Every call gets an index that was compared with the tree after the call came in, as `q` does: a watcher would tell of a change only some time after
 * it. Calls that come in while a comparison runs share the next one. Much work is done in a child, which ends with us.
 */
import type { Session } from "../../asking.ts";
import { asRefusal, Refusal, type RefusalCode, type Warning } from "../../base/errors.ts";
import { childEnvironment, ownCommand } from "../../indexing/pool.ts";
import { Progress } from "../../indexing/progress.ts";
import { type RefreshOptions, rebuilt, refresh } from "../../indexing/refresh.ts";
import { isDamagedBy } from "../../store/damage.ts";
import { mcp } from "../limits.ts";

/** What a call tells of itself while it waits. */
export interface Waiting {
  signal: AbortSignal;
  /** Told how far an index is; null if nobody listens. */
  onProgress: ((message: string, done: number, total: number) => void) | null;
  /** An index that was compared with the tree since then (`performance.now()`) will do: a part of an answer that was begun then. */
  since?: number | undefined;
  /** Milliseconds that another process which writes the index is waited for. */
  lockMs?: number;
}

/** An open index that is closed once nobody uses it. */
interface Lease {
  session: Session;
  identity: string;
  users: number;
  /** Calls that it has answered. */
  served: number;
  retired: boolean;
  closed: boolean;
}

export class LiveTree {
  #lease: Lease | null = null;
  #running: Promise<Lease> | null = null;
  #queued: Promise<Lease> | null = null;
  #idle: Timer | null = null;
  #listeners = new Set<NonNullable<Waiting["onProgress"]>>();
  #at = "";
  /** When the comparison began that the open index is of. */
  #compared = 0;
  /** What the server's own log hears of a build; null while there is none. */
  #log: Progress | null = null;
  readonly #ended = new AbortController();

  constructor(readonly root: string) {}

  get busy(): boolean {
    return this.#running !== null || (this.#lease?.users ?? 0) > 0;
  }

  /**
   * Runs something on the index as it is now; once more if a file that it quotes turns out to have changed unseen.
   * @throws Refusal `index-building` where a first index takes longer than a client waits; as `refresh`; whatever `work` throws
   */
  async use<T>(waiting: Waiting, work: (session: Session) => Promise<T>, isStale: (result: T) => boolean = () => false): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      let lease = (attempt === 0 && this.#recent(waiting)) || (await this.#patiently(waiting, this.#refreshed(waiting)));
      // Between its choice and here another call may have closed it.
      while (lease.closed) lease = await this.#patiently(waiting, this.#refreshed(waiting));
      lease.users++;
      try {
        const result = await work(lease.session);
        if (attempt > 0 || !isStale(result)) return result;
      } catch (error) {
        if (attempt > 0 || !isDamagedBy(error, lease.session.store.db)) throw error;
        this.#retire(lease);
        const { store } = await rebuilt(this.root, this.#options(mcp.lockWaitMs));
        store.close();
      } finally {
        lease.users--;
        if (++lease.served >= mcp.renewCalls) this.#retire(lease);
        else this.#release(lease);
      }
    }
  }

  /** The open index, if it is recent enough. */
  #recent({ since, signal }: Waiting): Lease | null {
    const enough = since !== undefined && this.#compared >= since && !signal.aborted;
    return enough && this.#running === null && this.#lease?.closed === false ? this.#lease : null;
  }

  close(): void {
    this.#ended.abort();
    if (this.#idle) clearTimeout(this.#idle);
    if (this.#lease) this.#retire(this.#lease);
  }

  // -------------------------------------------------------------------------------------------- which index

  /** A comparison that starts after now, shared by all who wait for one. */
  #refreshed({ lockMs = mcp.lockWaitMs }: Waiting): Promise<Lease> {
    if (this.#queued) return this.#queued;
    const before: Promise<unknown> = this.#running ?? Promise.resolve();
    const next: Promise<Lease> = before
      .catch(() => {})
      .then(() => {
        this.#queued = null;
        this.#running = next;
        return this.#refresh(lockMs);
      })
      .finally(() => {
        if (this.#running === next) this.#running = null;
      });
    // Whoever waited may have gone.
    next.catch(() => {});
    this.#queued = next;
    return next;
  }

  async #refresh(lockMs: number): Promise<Lease> {
    this.#at = "";
    const began = performance.now();
    const { store, behind, warnings } = await refresh(this.root, this.#options(lockMs));
    if (this.#ended.signal.aborted) {
      store.close();
      throw new Refusal("interrupted", "The server is ending.", "Start it again.");
    }
    this.#compared = began;
    return this.#take({ root: this.root, store, behind, warnings });
  }

  /** The index just opened, or the one in use if it is the same: that one has its pages in memory. */
  #take(session: Session): Lease {
    // With its history: a question about that may have read it meanwhile, beside the index that is open here.
    const identity = `${session.store.identity()} ${session.store.meta("history") ?? ""}`;
    const old = this.#lease;
    if (old && old.identity === identity && session.behind === old.session.behind) {
      session.store.close();
      old.session.warnings = session.warnings;
      return old;
    }
    if (old) this.#retire(old);
    this.#lease = { session, identity, users: 0, served: 0, retired: false, closed: false };
    this.#release(this.#lease);
    return this.#lease;
  }

  #release(lease: Lease): void {
    if (lease.users > 0) return;
    if (lease.retired) {
      this.#close(lease);
      return;
    }
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (lease.users === 0 && this.#lease === lease) this.#retire(lease);
    }, mcp.idleMs);
    this.#idle.unref();
  }

  #retire(lease: Lease): void {
    lease.retired = true;
    if (this.#lease === lease) this.#lease = null;
    if (lease.users === 0) this.#close(lease);
  }

  #close(lease: Lease): void {
    if (lease.closed) return;
    lease.closed = true;
    lease.session.store.close();
    Bun.gc(true);
  }

  // -------------------------------------------------------------------------------------------- waiting

  #options(wait: number): RefreshOptions {
    const onProgress = (what: string, done: number, total: number) => this.#tell(what, done, total);
    return {
      quiet: true,
      terminal: false,
      live: true,
      wait,
      signal: this.#ended.signal,
      onProgress,
      elsewhere: () => this.#elsewhere(wait),
    };
  }

  #tell(what: string, done: number, total: number): void {
    this.#at = total > 0 ? `${what} ${done} of ${total}` : what;
    this.#log?.step(what, done, total);
    for (const listener of this.#listeners) listener(this.#at, done, total);
  }

  /** Waits as long as the client does: neither a cancelled call nor an impatient client ends work that others need. */
  async #patiently(waiting: Waiting, lease: Promise<Lease>): Promise<Lease> {
    const { signal, onProgress } = waiting;
    if (onProgress) this.#listeners.add(onProgress);
    let timer: Timer | undefined;
    let cancel: (() => void) | undefined;
    try {
      return await Promise.race([
        lease,
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(this.#building()), onProgress ? mcp.progressWaitMs : mcp.indexWaitMs);
          cancel = () => reject(new Refusal("interrupted", "The call was cancelled.", "Ask again."));
          if (signal.aborted) cancel();
          signal.addEventListener("abort", cancel, { once: true });
        }),
      ]);
    } finally {
      if (onProgress) this.#listeners.delete(onProgress);
      clearTimeout(timer);
      if (cancel) signal.removeEventListener("abort", cancel);
    }
  }

  #building(): Refusal {
    const far = this.#at === "" ? "" : ` (${this.#at})`;
    return new Refusal("index-building", `The index of ${this.root} is being built${far}.`, "Ask again in a minute; the work goes on.");
  }

  /** Builds or updates the index in a child that ends when we do. */
  async #elsewhere(wait: number): Promise<Warning[]> {
    this.#log = new Progress(false);
    this.#log.begin(`indexing ${this.root}`);
    this.#log.much();
    const child = Bun.spawn({
      cmd: [...ownCommand("__index"), this.root, String(wait)],
      cwd: "/",
      // As it is now: what this process seals with is the child's too.
      env: childEnvironment(),
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    });
    const stop = (): void => {
      child.stdin.end();
    };
    this.#ended.signal.addEventListener("abort", stop, { once: true });
    try {
      let rest = "";
      const decoder = new TextDecoder();
      let warnings: Warning[] | null = null;
      for await (const bytes of child.stdout) {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const said = JSON.parse(line) as Said;
          if ("step" in said) this.#tell(said.step, said.done, said.total);
          else if ("refusal" in said) throw new Refusal(said.refusal.code, said.refusal.what, said.refusal.fix);
          else warnings = said.warnings;
        }
      }
      if (warnings !== null) return warnings;
      throw new Refusal("unexpected", "The process that builds the index ended.", "Check the memory of this machine, then ask again.");
    } finally {
      this.#ended.signal.removeEventListener("abort", stop);
      stop();
      this.#log?.end();
      this.#log = null;
      await child.exited;
    }
  }
}

/** One line of what the building child says. */
export type Said =
  | { step: string; done: number; total: number }
  | { refusal: { code: RefusalCode; what: string; fix: string } }
  | { warnings: Warning[] };

/** A thrown value as a line of the building child. */
export function refused(error: unknown): Said {
  const { code, what, fix } = asRefusal(error);
  return { refusal: { code, what, fix } };
}
