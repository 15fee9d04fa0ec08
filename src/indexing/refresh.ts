/** An index to answer from: as it is if it still matches the tree, brought up to date if it does not. */

import { asRefusal, Refusal, type Warning } from "../base/errors.ts";
import { parsing, reading, store as storeSettings } from "../base/limits.ts";
import { VERSION } from "../base/program.ts";
import { asking } from "../base/settings.ts";
import { isTerminal } from "../base/visible.ts";
import type { GitStatus } from "../git/status.ts";
import { bringUpToDate, type IndexOptions, index, warningsOf, withPlace } from "../indexing.ts";
import { isDamage } from "../store/damage.ts";
import { indexFolder, remember } from "../store/folder.ts";
import type { Store } from "../store/graph.ts";
import { openStore, type Unusable } from "../store/open.ts";
import { lookForPlace } from "../store/place.ts";
import { namedRoot } from "../store/root.ts";
import { type Comparison, compare } from "./compare.ts";
import { FIRST_MS, Progress, type Step } from "./progress.ts";

export interface RefreshOptions
  extends Pick<IndexOptions, "quiet" | "signal" | "children" | "wait" | "live" | "onProgress" | "onWait" | "previous"> {
  /** Answer from the index as it is. */
  skip?: boolean;
  /**
   * Brings the index up to date in another process, where that is much work (a first index, more changed source than is parsed in this
   * process): one that lives on neither stands still nor keeps the memory.
   * @returns what there is to know about the result
   */
  elsewhere?: (() => Promise<Warning[]>) | undefined;
  /** Lets an update wait for its turn, where many trees are brought up to date for one question: each takes every processor that there is. */
  turn?: (<T>(update: () => Promise<T>) => Promise<T>) | undefined;
  /** What git was asked about this tree already, for the same question. */
  status?: GitStatus;
  /** Is somebody watching who would rather have an answer now? Decides about large changes; by default whether stderr is a terminal. */
  terminal?: boolean;
}

/** An index to answer from. */
export interface Refreshed {
  store: Store;
  /** Changed files that it does not have yet. */
  behind: number;
  warnings: Warning[];
}

/**
 * An index that is as new as it can be: made if there is none, updated if files changed, or the old one with a warning where it cannot be
 * written, where another process writes it, or where so much changed that somebody at a terminal would wait.
 * @throws Refusal `index-missing` with `skip`; as `index` where there is nothing to answer from
 */
export async function refresh(root: string, options: RefreshOptions = {}): Promise<Refreshed> {
  const base = namedRoot(root);
  lookForPlace(base);
  const progress = new Progress(options.quiet ?? false, options.onProgress);
  try {
    const opened = openStore(base);
    if (opened.state !== "open" && options.skip) throw nothingToRead(base, opened);
    const done =
      opened.state !== "open"
        ? await updated(base, options, null, progress)
        : options.skip
          ? { store: opened.store, behind: 0, warnings: [] }
          : await compared(base, opened.store, options, progress);
    return { ...done, warnings: withPlace(base, done.warnings) };
  } catch (error) {
    // A block of it that the disk does not give, or gives otherwise than it was written.
    if (!isDamage(error) || options.skip) throw error;
    return await rebuilt(base, options);
  } finally {
    progress.end();
  }
}

/** The index that is there, compared with the tree, and brought up to date where they differ and it can be. */
async function compared(root: string, store: Store, options: RefreshOptions, progress: Progress): Promise<Refreshed> {
  let kept = false;
  try {
    // Comparing that many files may take a while, which nobody knows beforehand.
    if (store.counts().files >= reading.settleFiles) progress.much(FIRST_MS);
    const step: Step = (what, done, total) => progress.step(what, done, total);
    const comparison = await compare(root, store, { ignored: false, status: options.status, step });
    const { changes, tree } = comparison;
    const { warnings } = changes;
    const behind = changes.changed.length + changes.removed.length;
    const current = store.meta("program") === VERSION;
    kept = behind === 0 && current;
    if (kept && tree && warnings.length === 0) remember(root, store.identity(), tree);
    if (kept) return { store, behind, warnings };
    kept = (options.terminal ?? isTerminal(2)) && changes.bytes > asking.refreshLimitBytes;
    const message = `${behind} changed files are not in the index yet; run manifold index to bring it up to date.`;
    if (kept) return { store, behind, warnings: [...warnings, { code: "index-behind", message }] };
    // While it is open, SQLite's log cannot be emptied after the update, and every later question would have to read it.
    store.close();
    const much = !current || changes.bytes > parsing.inProcessBytes;
    const elsewhere = much ? options.elsewhere : undefined;
    try {
      return await updated(root, { wait: storeSettings.refreshWaitMs, ...options, elsewhere }, comparison, progress);
    } catch (error) {
      const { code, what } = asRefusal(error);
      if (!["index-unwritable", "index-locked", "disk-full", "disk-failed"].includes(code)) throw error;
      const sentence = `${what} Answered from the index as it is, ${behind} changed files behind.`;
      return { ...reopened(root), behind, warnings: [...warnings, { code, message: sentence }] };
    }
  } finally {
    if (!kept) store.close();
  }
}

/** The index made or brought up to date, and opened. */
async function updated(root: string, options: RefreshOptions, known: Comparison | null, progress: Progress): Promise<Refreshed> {
  const { elsewhere, turn = (update) => update() } = options;
  const here = async () => warningsOf(await bringUpToDate(root, { ...options, ignored: false }, known, progress));
  const warnings = await turn(elsewhere ?? here);
  return { ...reopened(root), warnings };
}

/** Why there is no index to answer from as it is. */
function nothingToRead(root: string, opened: Unusable): Refusal {
  const folder = indexFolder(root);
  if (opened.state === "locked") return new Refusal("index-locked", `The index in ${folder} is being written this moment.`, "Ask again.");
  const what =
    opened.state === "foreign" && opened.why !== "changed"
      ? `The index in ${folder} was not made here by your Manifold, and is not read.`
      : `There is no usable index in ${folder}.`;
  return new Refusal("index-missing", what, "Run manifold index, or ask without --no-refresh; manifold trust is for one that you know.");
}

function reopened(root: string): { store: Store; behind: number } {
  const opened = openStore(root);
  if (opened.state === "open") return { store: opened.store, behind: 0 };
  throw new Refusal("index-unreadable", "The index cannot be read back.", "Check the disk, then run manifold index --full.");
}

/**
 * Rebuilds an index that turned out to be damaged while a question was answered (see `isDamage`), and opens it.
 * @throws as `index`
 */
export async function rebuilt(root: string, options: RefreshOptions = {}): Promise<Refreshed> {
  const report = await index(root, { ...options, full: true, ignored: false });
  const message = `The index in ${indexFolder(root)} was damaged and has been built anew.`;
  return { ...reopened(root), warnings: [{ code: "index-rebuilt", message }, ...report.warnings] };
}
