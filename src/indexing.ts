/** The whole write path, readable in one function: lock → compare → (read → extract → chunk → post → resolve → write, in update.ts) → report. */
import { asRefusal, Refusal, type Warning } from "./base/errors.ts";
import { OUTPUT_VERSION, parsing, reading, store as storeSettings } from "./base/limits.ts";
import { quicken, tuneForBatch } from "./base/pace.ts";
import type { IndexReport } from "./base/schema.ts";
import { VERSION } from "./base/version.ts";
import { adapting, embedding as embeddingSettings } from "./embed/limits.ts";
import { type Changes, changedSince } from "./git/scan.ts";
import { GitStatus, type TreeState, treeState } from "./git/status.ts";
import type { EmbedOptions } from "./indexing/embed.ts";
import { LOOKING, Progress } from "./indexing/progress.ts";
import type { Delta, UpdateOptions, UpdateResult } from "./indexing/update.ts";
import { isDamage } from "./store/damage.ts";
import { embeddingState } from "./store/embedding.ts";
import { indexFolder, isDiskFull, prepareFolder, putAside, remember } from "./store/folder.ts";
import type { Former } from "./store/former.ts";
import type { Store } from "./store/graph.ts";
import { lockForWriting, type WriterInfo } from "./store/lock.ts";
import { closeAfterUpdate, dropNext, type Opened, openForUpdate, openStore, sealWriting, type Unusable } from "./store/open.ts";
import { lookForPlace, placeWarnings } from "./store/place.ts";
import { namedRoot } from "./store/root.ts";
import { dropUnvouched, keyTrouble } from "./store/seal.ts";
import { removeOldVectors } from "./store/vectors/generation.ts";

export interface IndexOptions {
  /** Build from nothing even if there is an index. */
  full?: boolean;
  /** Say nothing on stderr. */
  quiet?: boolean;
  /** Ends the work and leaves the index as it was. Without one, Ctrl-C does. */
  signal?: AbortSignal;
  /** Milliseconds to wait for another writer. */
  wait?: number;
  /** How a full build embeds chunks; null: not at all. */
  embedding?: EmbedOptions | null;
  /** Parsing children; by default one a processor. */
  children?: number;
  /** This process goes on, with other updates to come. */
  live?: boolean;
  /** Told of every step of the work; `total` is 0 where it is not known. */
  onProgress?: (what: string, done: number, total: number) => void;
  /** Told once that another process writes the index, which is waited for. */
  onWait?: (holder: WriterInfo | null) => void;
  /** Gets what the index had of files that are replaced. */
  former?: Former;
  /** List what git ignores among the files left out (a report wants it, a question does not). */
  ignored?: boolean;
}

/**
 * Builds the index of a folder or brings it up to date; at any moment of it the index is the old one or the new one.
 * @param root a folder; it becomes the root of the index and is never created
 * @throws Refusal `path-missing`, `not-a-folder`, `index-locked`, `index-unwritable`, `disk-full`, `interrupted`
 */
export async function index(root: string, options: IndexOptions = {}): Promise<IndexReport> {
  const started = performance.now();
  const base = namedRoot(root);
  const done = await bringUpToDate(base, options, null);
  return report(base, done, performance.now() - started);
}

/** What a question has found changed, and in which state of the index. */
export interface Found {
  changes: Changes;
  state: string | null;
}

/**
 * As `index`, without a report.
 * @param found spares looking for changes once more, if nobody wrote meanwhile
 * @param progress where whoever asks has one already
 */
export async function bringUpToDate(
  base: string,
  options: IndexOptions,
  found: Found | null,
  progress = new Progress(options.quiet ?? false, options.onProgress),
): Promise<Done> {
  // The little that a question waits for is over before compiled code has paid for itself.
  if (found === null || found.changes.bytes > parsing.inProcessBytes) tuneForBatch();
  else if (found.changes.bytes > parsing.quickenBytes) quicken();
  return interruptible(options.signal, async (signal) => {
    lookForPlace(base);
    prepareFolder(base);
    const lock = await lockForWriting(base, {
      wait: options.wait ?? storeSettings.lockWaitMs,
      signal,
      onWait: (holder) => {
        options.onWait?.(holder);
        progress.say(holder ? `waiting for process ${holder.pid}, which is writing this index` : "waiting for another writer");
      },
    });
    try {
      if (lock.previousDied) dropNext(base);
      const work = { root: base, options, signal, progress, isolate: lock.previousDied, found };
      return await retried(base, (reason) => update(work, reason));
    } catch (error) {
      throw isDiskFull(indexFolder(base), error) ? asRefusal({ code: "ENOSPC" }) : error;
    } finally {
      progress.end();
      lock.release();
    }
  });
}

interface Work {
  root: string;
  options: IndexOptions;
  signal: AbortSignal;
  progress: Progress;
  isolate: boolean;
  found: Found | null;
}

export interface Done extends UpdateResult {
  incremental: boolean;
  warnings: Warning[];
}

/** Runs an update; if the index turns out to be damaged half way, runs it again from nothing. */
async function retried(root: string, run: (rebuild: string | null) => Promise<Done>): Promise<Done> {
  try {
    return await run(null);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return run(`The index in ${indexFolder(root)} was damaged and has been built anew.`);
  }
}

/** @param rebuild why the index that is there is no good; null if that is not known yet */
async function update(given: Work, rebuild: string | null): Promise<Done> {
  const opened = openStore(given.root, true);
  try {
    if (opened.state === "foreign" && opened.why === "unsealed") putAside(given.root);
    // The next seal vouches for every file of vectors that is there.
    dropUnvouched(indexFolder(given.root));
    // What turned out to be damaged is asked nothing more.
    const store = opened.state === "open" && rebuild === null ? opened.store : null;
    if (opened.state === "open" && store === null) opened.store.close();
    const work = store ? await asBefore(given, store) : given;
    const why = rebuild ?? (store ? await outdated(store, work) : unusable(opened as Unusable));
    const drifted = store && why === null ? driftedFrom(work, store) : null;
    const full = work.options.full === true || store === null || why !== null || drifted !== null || isOther(work.options, store);
    if (full) work.progress.begin(`indexing ${work.root}`);
    const looked = work.found === null ? await lookAt(work.root, store) : null;
    const changes = await changesFor(work, full ? null : store, looked?.status);
    if (changes.bytes > parsing.inProcessBytes || changes.changed.length > parsing.muchFiles) work.progress.much();
    const warnings = [
      ...changes.warnings,
      ...(why ? [{ code: codeOf(opened), message: why }] : []),
      ...(store ? otherModel(work.options, store) : []),
    ];
    if (full) {
      store?.close();
      const anew = drifted ? { ...work, options: { ...work.options, embedding: drifted } } : work;
      const { build } = await import("./indexing/build.ts");
      const result = await build(work.root, changes, updateOptions(anew));
      if (looked && changes.warnings.length === 0) rememberLooked(work.root, looked);
      return { ...result, incremental: false, warnings };
    }
    const delta = { ...changes, skipped: skippedDelta(store, changes, work.options.ignored ?? true) };
    const moved =
      (work.options.embedding?.model?.path ?? null) !== null && work.options.embedding?.model?.path !== embeddingState(store)?.folder;
    store.close();
    const same = delta.changed.length + delta.touched.length + delta.removed.length === 0 && delta.skipped === null;
    const nothing = same && !moved;
    const result = nothing ? { parsed: 0, died: [], helped: 0 } : await change(work, delta, changes.git);
    if (looked && changes.warnings.length === 0) rememberLooked(work.root, looked);
    return { ...result, incremental: true, warnings };
  } finally {
    if (opened.state === "open") opened.store.close();
  }
}

/** The work with the local model that the index was embedded with, unless another embedding is asked for. */
async function asBefore(work: Work, store: Store): Promise<Work> {
  const folder = embeddingState(store)?.folder ?? null;
  if (folder === null || work.options.embedding !== undefined) return work;
  work.progress.step("loading the model", 0, 0);
  const { OnnxEmbedder } = await import("./embed/onnx/embedder.ts");
  const model = { path: folder, embedder: await OnnxEmbedder.open(folder) };
  return { ...work, options: { ...work.options, embedding: { steps: 0, model } } };
}

/** Is an index embedded in another way than was asked for, if anything was? */
function isOther({ embedding: wanted }: IndexOptions, store: Store): boolean {
  const state = embeddingState(store);
  if (wanted === undefined) return false;
  if (wanted === null || state === null) return wanted !== state;
  return wanted.model ? wanted.model.embedder.hash !== state.hash : state.folder !== null || state.steps !== wanted.steps;
}

/** Says that an index gets vectors of another model, all of them: those of two models are never mixed. */
function otherModel({ embedding }: IndexOptions, store: Store): Warning[] {
  const state = embeddingState(store);
  const name = embedding?.model ? embedding.model.embedder.id : embedding ? "the built-in model" : null;
  const other = embedding?.model ? embedding.model.embedder.hash !== state?.hash : state?.folder !== null;
  if (state === null || name === null || !other) return [];
  return [{ code: "other-model", message: `The index was embedded with ${state.model}; everything has been embedded anew with ${name}.` }];
}

/**
 * How to adapt the embedding anew because most of what it was adapted to has changed since; null if it has not. A question does not wait
 * for that: `index` does it.
 */
function driftedFrom({ found, options }: Work, store: Store): EmbedOptions | null {
  const state = found === null && !options.embedding ? embeddingState(store) : null;
  if (state === null || state.steps === 0 || state.changed <= adapting.driftShare * state.chunks) return null;
  return state.adapted || store.counts().chunks >= adapting.leastChunks ? { steps: state.steps } : null;
}

/** How the tree differs from an index, or from nothing. */
async function changesFor({ root, options, found, progress }: Work, store: Store | null, status?: GitStatus): Promise<Changes> {
  if (store && found?.state && found.state === store.meta("state")) return found.changes;
  return changedSince(root, store ? store.known() : new Map(), {
    ignored: options.ignored ?? true,
    status,
    looked: (done, total) => progress.step(LOOKING, done, total),
  });
}

/** A tree before it was compared, and what git said of it. */
interface Looked {
  status: GitStatus;
  state: TreeState | null;
}

/** Taken before the comparison: whatever changes from now on makes another state. */
async function lookAt(root: string, store: Store | null): Promise<Looked> {
  const status = new GitStatus(root);
  if (store && store.counts().files >= reading.settleFiles) await status.settled();
  return { status, state: await treeState(root, status) };
}

/** What was written matches the tree as it was looked at: the first question then looks at no more than a later one. */
function rememberLooked(root: string, { state }: Looked): void {
  const opened = state === null ? null : openStore(root, true);
  if (state === null || opened?.state !== "open") return;
  try {
    remember(root, opened.store.identity(), state);
  } finally {
    opened.store.close();
  }
}

/** An update in one transaction of the index itself. */
async function change(work: Work, delta: Delta, git: boolean): Promise<UpdateResult> {
  const { applyDelta } = await import("./indexing/update.ts");
  const { committedMeta, describe } = await import("./indexing/describe.ts");
  const db = openForUpdate(work.root);
  try {
    sealWriting(work.root);
    db.run("BEGIN IMMEDIATE");
    const result = await applyDelta(db, work.root, delta, { ...updateOptions(work), full: false, hurried: work.found !== null });
    describe(db, git);
    sealWriting(work.root);
    db.run("COMMIT");
    const rows = new Map(committedMeta(db));
    removeOldVectors(work.root, { meta: (key) => rows.get(key) ?? null });
    return result;
  } catch (error) {
    if (db.inTransaction) db.run("ROLLBACK");
    throw error;
  } finally {
    closeAfterUpdate(work.root, db, work.options.live === true);
  }
}

function updateOptions({ signal, isolate, progress, options }: Work): Omit<UpdateOptions, "full" | "hurried"> {
  const { children, live, former } = options;
  return { signal, isolate, progress, children, live, former, embedding: wantedEmbedding(options) };
}

function wantedEmbedding({ embedding }: IndexOptions): EmbedOptions | null {
  return embedding === undefined && embeddingSettings.enabled ? { steps: adapting.steps } : (embedding ?? null);
}

/** Why an index that can be read must be built anew all the same; null if it need not. */
async function outdated(store: Store, { options }: Work): Promise<string | null> {
  if (store.meta("program") !== VERSION) return "The index was written by another version of Manifold and has been built anew.";
  const embedded = embeddingState(store);
  if (embedded && options.embedding === undefined && embedded.hash !== (await import("./embed/static.ts")).builtInTable().hash)
    return "The index was embedded with another table than this program has, and has been built anew.";
  const { availableGrammars } = await import("./indexing/update.ts");
  if (store.meta("available_grammars") === JSON.stringify(availableGrammars())) return null;
  return "The index was made with other grammars than this program has, and has been built anew.";
}

/** Which warning goes with an index that was built anew. */
function codeOf(opened: Opened): string {
  if (opened.state !== "foreign" || opened.why === "changed") return "index-rebuilt";
  return opened.why === "elsewhere" ? "index-elsewhere" : "index-foreign";
}

function unusable(opened: Unusable): string | null {
  if (opened.state === "missing" || opened.state === "locked") return null;
  if (opened.state === "foreign") return foreign(opened);
  if (opened.state === "damaged") return `The index was damaged (${opened.why}) and has been built anew.`;
  return `The index was written by another version of Manifold (index version ${opened.version}) and has been built anew.`;
}

/** The new list of files left out unread, or null if it is the one stored. A question does not ask git what it ignores: those stay. */
function skippedDelta(store: Store, changes: Changes, ignored: boolean): Delta["skipped"] {
  if (changes.skipped === null) return null;
  const before = store.skippedUnread();
  const after = new Map(changes.skipped);
  if (!ignored && changes.git) for (const [path, reason] of before) if (reason === "ignored" && !after.has(path)) after.set(path, reason);
  const same = before.size === after.size && [...after].every(([path, reason]) => before.get(path) === reason);
  return same ? null : after;
}

function report(root: string, done: Done, ms: number): IndexReport {
  const opened = openStore(root);
  if (opened.state !== "open")
    throw new Refusal("index-unreadable", "The index cannot be read back.", "Check the disk, then run manifold index --full.");
  const { store } = opened;
  try {
    const counts = store.counts();
    const skipped: Record<string, number> = {};
    for (const { reason } of store.skipped()) skipped[reason] = (skipped[reason] ?? 0) + 1;
    const left = Object.values(skipped).reduce((sum, count) => sum + count, 0);
    return {
      version: OUTPUT_VERSION,
      root,
      files: counts.files + left,
      indexed: counts.files,
      parsed: done.parsed,
      skipped,
      chunks: counts.chunks,
      symbols: counts.symbols,
      edges: counts.edges,
      languages: store.languages(),
      graph_hash: store.meta("graph_hash") ?? "",
      grammars: JSON.parse(store.meta("grammars") ?? "[]") as string[],
      model: embeddingState(store)?.model ?? null,
      incremental: done.incremental,
      ms: Math.round(ms),
      warnings: withPlace(root, warningsOf(done)),
    };
  } finally {
    store.close();
  }
}

/** Why an index is not believed, and what became of it. */
export function foreign({ why, from }: Extract<Unusable, { state: "foreign" }>): string {
  if (why === "changed") return "The index is not as Manifold left it (damaged, replaced, or written to), and has been built anew.";
  if (why === "elsewhere") return `The index was made elsewhere (${from ?? "in another folder"}) and has been built anew here.`;
  return (
    "The index was not made here by your Manifold (it came with the files, or from another machine): it was put aside unread, as the folder " +
    "foreign beside the new one, and built anew. See manifold trust --help for one that you know."
  );
}

/** Warnings, with what there is to know about where the index is kept and whether it will be believed. */
export function withPlace(root: string, warnings: readonly Warning[]): Warning[] {
  const trouble = keyTrouble();
  const all = [...warnings, ...placeWarnings(root), ...(trouble === null ? [] : [{ code: "index-key", message: trouble }])];
  return all.filter(({ code, message }, at) => all.findIndex((one) => one.code === code && one.message === message) === at);
}

/** What there is to know about an update. */
export function warningsOf(done: Done): Warning[] {
  return [...done.warnings, ...done.died.map(parserDied)];
}

function parserDied(path: string): Warning {
  return { code: "parser-died", message: `${path} cannot be parsed (its grammar fails on it): it is searchable as text only.` };
}

/** Ctrl-C, a polite end, and a terminal that was closed. */
const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs something that Ctrl-C or the given signal ends in an orderly way; a second Ctrl-C ends the process at once. */
async function interruptible<T>(given: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (given) return run(given);
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  for (const signal of STOPPING) process.on(signal, stop);
  try {
    return await run(controller.signal);
  } finally {
    for (const signal of STOPPING) process.off(signal, stop);
  }
}
