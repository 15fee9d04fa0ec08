/** An index to answer from: as it is if it still matches the tree, brought up to date if it does not. */
import { asRefusal, Refusal, type Warning } from "../base/errors.ts";
import { parsing, reading, store as storeSettings } from "../base/limits.ts";
import { asking } from "../base/settings.ts";
import { isTerminal } from "../base/terminal.ts";
import { VERSION } from "../base/version.ts";
import { type Changes, changedBetween, changedSince } from "../git/scan.ts";
import { GitStatus, type TreeState, treeState } from "../git/status.ts";
import { bringUpToDate, type IndexOptions, index, warningsOf, withPlace } from "../indexing.ts";
import { isDamage } from "../store/damage.ts";
import { indexFolder, recall, remember } from "../store/folder.ts";
import type { Store } from "../store/graph.ts";
import { openStore, type Unusable } from "../store/open.ts";
import { lookForPlace } from "../store/place.ts";
import { namedRoot } from "../store/root.ts";
import { FIRST_MS, LOOKING, Progress } from "./progress.ts";

export interface RefreshOptions
  extends Pick<IndexOptions, "quiet" | "signal" | "children" | "wait" | "live" | "onProgress" | "onWait" | "former"> {
  /** Answer from the index as it is. */
  skip?: boolean;
  /**
   * Brings the index up to date in another process, where that is much work (a first index, more changed source than is parsed in this
   * process): one that lives on neither stands still nor keeps the memory.
   * @returns what there is to know about the result
   */
  elsewhere?: () => Promise<Warning[]>;
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
  const progress = new Progress(options.quiet ?? false, options.onProgress);
  try {
    const base = namedRoot(root);
    lookForPlace(base);
    const done = await refreshed(base, options, progress).catch((error: unknown) => {
      // A block of it that the disk does not give, or gives otherwise than it was written.
      if (!isDamage(error) || options.skip) throw error;
      return rebuilt(base, options);
    });
    return { ...done, warnings: withPlace(base, done.warnings) };
  } finally {
    progress.end();
  }
}

async function refreshed(base: string, options: RefreshOptions, progress: Progress): Promise<Refreshed> {
  const status = options.status ?? new GitStatus(base);
  const opened = openStore(base);
  if (opened.state === "open" && options.skip) return { store: opened.store, behind: 0, warnings: [] };
  if (opened.state !== "open") {
    if (options.skip) throw nothingToRead(base, opened);
    return made(base, options, progress);
  }
  const { store } = opened;
  // Comparing that many files may take a while, which nobody knows beforehand.
  if (store.counts().files >= reading.settleFiles) progress.much(FIRST_MS);
  progress.step(LOOKING, 0, 0);
  const program = store.meta("program") === VERSION;
  // Taken before the comparison: whatever changes from now on makes another state.
  const identity = store.identity();
  const matched = program ? recall(base, identity) : null;
  // `git add`, `commit` and `checkout` come before a question: without a stamp it would look at every file, and so would the next one.
  if (matched && status.stamp() === null && store.counts().files >= reading.settleFiles) await status.settled();
  // Where git's index is another one than then, every file of it is compared: it is listed meanwhile.
  if (matched && status.stamp() !== null && status.stamp() !== matched.index) void status.listing();
  const state = program ? await treeState(base, status) : null;
  if (state && state.stamp !== null && state.stamp === matched?.stamp) return { store, behind: 0, warnings: [] };
  const changes = await changesOf(base, store, matched, state, status, progress);
  if (changes === null) {
    store.close();
    return made(base, options, progress);
  }
  const behind = changes.changed.length + changes.removed.length;
  if (behind === 0 && program) {
    if (state && changes.warnings.length === 0) remember(base, identity, state);
    return { store, behind: 0, warnings: changes.warnings };
  }
  const terminal = options.terminal ?? isTerminal(2);
  if (terminal && changes.bytes > asking.refreshLimitBytes) {
    const message = `${behind} changed files are not in the index yet; run manifold index to bring it up to date.`;
    return { store, behind, warnings: [...changes.warnings, { code: "index-behind", message }] };
  }
  const found = { changes, state: store.meta("state") };
  // While it is open, SQLite's log cannot be emptied after the update, and every later question would have to read it.
  store.close();
  try {
    if (options.elsewhere && (!program || changes.bytes > parsing.inProcessBytes)) {
      const warnings = await options.elsewhere();
      return { ...reopened(base), warnings };
    }
    const done = await bringUpToDate(base, { wait: storeSettings.refreshWaitMs, ...options, ignored: false }, found, progress);
    const fresh = reopened(base);
    if (state && done.warnings.length === 0) remember(base, fresh.store.identity(), state);
    return { ...fresh, warnings: warningsOf(done) };
  } catch (error) {
    const refusal = asRefusal(error);
    if (!["index-unwritable", "index-locked", "disk-full", "disk-failed"].includes(refusal.code)) throw error;
    const message = `${refusal.what} Answered from the index as it is, ${behind} changed files behind.`;
    return { ...reopened(base), behind, warnings: [...changes.warnings, { code: refusal.code, message }] };
  }
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

/** What changed since a tree that the index is known to match, if git's index is the same; null where only a look at all files can tell. */
function quickly(root: string, store: Store, matched: TreeState | null, state: TreeState | null): Changes | null {
  if (!matched || !state || state.rules !== matched.rules || state.index !== matched.index) return null;
  const names = [...matched.tracked, ...matched.untracked, ...state.tracked, ...state.untracked];
  return changedBetween(root, matched, state, store.knownAmong(names), store.skippedUnread());
}

/** What changed, or null if the index turns out to be damaged. */
async function changesOf(
  root: string,
  store: Store,
  matched: TreeState | null,
  state: TreeState | null,
  status: GitStatus,
  progress: Progress,
): Promise<Changes | null> {
  try {
    // Without a state, unless git's index is merely too young for one, it may be what git said that was no good: it is asked again.
    const kept = state !== null || status.stamp() === null;
    return (
      quickly(root, store, matched, state) ??
      (await changedSince(root, store.known(), {
        ...(kept ? { status } : {}),
        looked: (done, total) => progress.step(LOOKING, done, total),
      }))
    );
  } catch (error) {
    if (isDamage(error)) return null;
    store.close();
    throw error;
  }
}

async function made(root: string, options: RefreshOptions, progress: Progress): Promise<Refreshed> {
  const warnings = options.elsewhere
    ? await options.elsewhere()
    : warningsOf(await bringUpToDate(root, { ...options, ignored: false }, null, progress));
  return { ...reopened(root), warnings };
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
