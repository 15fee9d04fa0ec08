/** `manifold watch`: keeps the index fresh as files change, so that no question has to. */

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { watch as watchFolders } from "chokidar";
import { asRefusal, EXIT, Refusal } from "../../base/errors.ts";
import { slashed } from "../../base/names.ts";
import { visible } from "../../base/visible.ts";
import { toolFolderOf } from "../../files/kinds.ts";
import { index } from "../../indexing.ts";
import { indexFolder, prepareFolder } from "../../store/folder.ts";
import { lockForWatching } from "../../store/lock.ts";
import { openStore } from "../../store/open.ts";
import { lookForPlace } from "../../store/place.ts";
import { command } from "../command.ts";
import { watching } from "../limits.ts";
import { print } from "../print.ts";
import { rootFlags } from "../question.ts";
import { plural, renderJson } from "../report.ts";
import { standingRoot } from "../session.ts";

const { "no-refresh": _, ...tree } = rootFlags;

export const watchCommand = command({
  name: "watch",
  about:
    "Keep the index fresh as files change, until Ctrl-C: questions then have nothing to read. Never needed: each question brings the index up to date",
  flags: {
    json: { type: "boolean", description: "One JSON object a line: watching, updated, failed, ended" },
    ...tree,
  },
  async run(flags) {
    const root = standingRoot(flags);
    const tell = flags.on("json")
      ? (event: WatchEvent) => print(renderJson({ version: 1, root, ...event }, true))
      : (event: WatchEvent) => print(`${visible(sentence(root, event))}\n`);
    await watchTree(root, tell);
    return EXIT.ok;
  },
});

function sentence(root: string, event: WatchEvent): string {
  switch (event.event) {
    case "watching":
      return `${root}: watching ${event.folders} folders, ${event.indexed} files are indexed; Ctrl-C ends it`;
    case "updated":
      return `${plural(event.parsed, "file")} read, ${event.indexed} are indexed (${(event.ms / 1000).toFixed(2)} s)`;
    case "failed":
      return `! ${event.message} ${event.fix}`;
    case "ended":
      return "ended";
  }
}

// Keeping an index fresh while somebody works: folders are watched, and when files have changed and it is quiet for a moment, the index is brought up to
// date as any question does it. What the watcher says is only a reason to look: what changed, the comparison of tree and index finds out, so that an event
// that was lost costs nothing but time.

/** What is told, in the order in which it happens. */
export type WatchEvent =
  | { event: "watching"; folders: number; indexed: number; parsed: number }
  | { event: "updated"; parsed: number; indexed: number; graph_hash: string; ms: number }
  | { event: "failed"; code: string; message: string; fix: string }
  | { event: "ended" };

/** Signals that end it in an orderly way. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Watches a tree until the process is told to end.
 * @param root absolute, real
 * @param tell told of each event
 * @param stop ends it, too
 * @throws Refusal `index-watched` where another process does so; `watch-limit` where the system lets no more folders be watched; as `index`
 */
export async function watchTree(root: string, tell: (event: WatchEvent) => void, stop?: AbortSignal): Promise<void> {
  lookForPlace(root);
  prepareFolder(root);
  const lock = lockForWatching(root);
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const signal of ENDING) process.on(signal, end);
  stop?.addEventListener("abort", end, { once: true });
  try {
    await watched(root, tell, ended.signal);
    tell({ event: "ended" });
  } finally {
    for (const signal of ENDING) process.off(signal, end);
    lock.release();
  }
}

async function watched(root: string, tell: (event: WatchEvent) => void, signal: AbortSignal): Promise<void> {
  const own = indexFolder(root);
  let ignored = new Set<string>();
  const passedOver = (path: string): boolean => {
    const at = slashed(path);
    const name = slashed(relative(root, at));
    return at === own || at.startsWith(`${own}/`) || isPassedOver(name) || ignored.has(name);
  };
  // What git ignores is known before the first folder is looked at, for an index that was there before.
  ignored = ignoredFolders(root);
  const bell = new Bell(signal);
  let trouble: unknown = null;
  const folders = watchFolders(root, { ignoreInitial: true, followSymlinks: false, atomic: false, ignored: passedOver });
  const ready = new Promise<void>((resolve) => folders.once("ready", () => resolve()));
  folders.on("all", () => bell.ring());
  folders.on("error", (error) => {
    trouble ??= error;
    bell.ring();
  });
  try {
    await Promise.race([ready, bell.ended, failing(folders)]);
    if (trouble !== null) throw refusalOf(trouble);
    let last = "";
    for (let first = true; !signal.aborted; first = false) {
      if (!first) await bell.quiet();
      if (trouble !== null) throw refusalOf(trouble);
      if (signal.aborted) break;
      try {
        const { parsed, indexed, graph_hash, chunks, ms } = await index(root, { quiet: !first, signal, live: true });
        const state = `${graph_hash} ${indexed} ${chunks}`;
        // Read once more, it may have a folder less to look at.
        ignored = ignoredFolders(root);
        for (const name of ignored) folders.unwatch(join(root, name));
        if (first) tell({ event: "watching", folders: Object.keys(folders.getWatched()).length, indexed, parsed });
        else if (parsed > 0 || state !== last) tell({ event: "updated", parsed, indexed, graph_hash, ms });
        last = state;
      } catch (error) {
        const { code, what, fix } = asRefusal(error);
        if (code === "interrupted") break;
        if (first || FINAL.includes(code)) throw error;
        tell({ event: "failed", code, message: what, fix });
        // Another writer, or a disk that is full this moment: nothing else may ring for long.
        bell.again();
      }
    }
  } finally {
    bell.stop();
    await folders.close();
  }
}

/** There is nothing left to watch. */
const FINAL: readonly string[] = ["path-missing", "not-a-folder", "file-unreadable"];

const failing = (folders: ReturnType<typeof watchFolders>): Promise<void> =>
  new Promise((resolve) => folders.once("error", () => resolve()));

/** What no index has anything of, wherever it is: git's own, ours, and folders that only tools write. */
const isPassedOver = (name: string): boolean => /(?:^|\/)(?:\.git|\.manifold)(?:\/|$)/.test(name) || toolFolderOf(`${name}/`) !== null;

/** Folders that git, or `.manifoldignore`, leaves out, as the index knows them. */
function ignoredFolders(root: string): Set<string> {
  const opened = openStore(root);
  if (opened.state !== "open") return new Set();
  try {
    return new Set(
      [...opened.store.skippedUnread()].flatMap(([path, reason]) =>
        reason === "ignored" && path.endsWith("/") ? [path.slice(0, -1)] : [],
      ),
    );
  } finally {
    opened.store.close();
  }
}

/** Rings that come close together are one, which is over when it has been quiet for a moment, or they go on for too long. */
class Bell {
  #rung = 0;
  #first = 0;
  #wake: () => void = () => {};
  #timer: Timer | null = null;
  readonly ended: Promise<void>;

  constructor(private readonly signal: AbortSignal) {
    this.ended = new Promise((resolve) => {
      signal.addEventListener(
        "abort",
        () => {
          resolve();
          this.#wake();
        },
        { once: true },
      );
    });
  }

  ring(): void {
    this.#rung = performance.now();
    this.#first ||= this.#rung;
    this.#wake();
  }

  /** Rings by itself after a while, if nothing else does. */
  again(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.ring();
    }, watching.againMs);
  }

  /** Waits for a ring, and for the quiet after it. */
  async quiet(): Promise<void> {
    while (!this.signal.aborted) {
      if (this.#rung === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      const left = Math.min(this.#rung + watching.quietMs, this.#first + watching.longestMs) - performance.now();
      if (left <= 0) break;
      await Bun.sleep(left);
    }
    this.#rung = 0;
    this.#first = 0;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}

/** What the system says of a folder that it does not watch. */
function refusalOf(error: unknown): Refusal {
  const { code } = error as { code?: string };
  if (code !== "ENOSPC" && code !== "EMFILE" && code !== "ENFILE") return asRefusal(error);
  const most = limitOf(code === "ENOSPC" ? "max_user_watches" : "max_user_instances");
  return new Refusal(
    "watch-limit",
    `The system lets no more folders be watched${most === null ? "" : ` (${most})`}.`,
    code === "ENOSPC"
      ? "Raise the limit: sudo sysctl fs.inotify.max_user_watches=524288 (and a line in /etc/sysctl.d to keep it). Without a watch, each question brings the index up to date by itself."
      : "End what watches elsewhere, or raise fs.inotify.max_user_instances and ulimit -n. Without a watch, each question brings the index up to date by itself.",
    { cause: error },
  );
}

function limitOf(name: string): string | null {
  try {
    return `fs.inotify.${name} = ${readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8").trim()}`;
  } catch {
    return null;
  }
}
