/**
 * The write path: `bringUpToDate` takes the lock, `update` is the list of what is done under it, `applyDelta` (update.ts) that of what is done to
 * the tables.
 */

import { asRefusal, Refusal, type Warning } from "./base/errors.ts";
import { OUTPUT_VERSION, parsing, store as storeSettings } from "./base/limits.ts";
import { quicken, tuneForBatch, VERSION } from "./base/program.ts";
import type { IndexReport } from "./base/schema.ts";
import { adapting, embedding as embeddingSettings } from "./embed/limits.ts";
import type { Changes } from "./git/scan.ts";
import type { TreeState } from "./git/status.ts";
import { type Comparison, compare } from "./indexing/compare.ts";
import type { EmbedOptions } from "./indexing/embed.ts";
import { Progress } from "./indexing/progress.ts";
import type { Delta, UpdateOptions, UpdateResult } from "./indexing/update.ts";
import { isDamage } from "./store/damage.ts";
import { embeddingState } from "./store/embedding.ts";
import { indexFolder, isDiskFull, prepareFolder, putAside, remember } from "./store/folder.ts";
import type { Store } from "./store/graph.ts";
import { lockForWriting, type WriterInfo, type WriterLock } from "./store/lock.ts";
import { closeAfterUpdate, dropNext, type Opened, openForUpdate, openStore, sealWriting, type Unusable } from "./store/open.ts";
import { lookForPlace, placeWarnings } from "./store/place.ts";
import type { PreviousFacts } from "./store/previous.ts";
import { namedRoot } from "./store/root.ts";
import { keyTrouble } from "./store/seal.ts";

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
  previous?: PreviousFacts;
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

/**
 * As `index`, without a report.
 * @param known the comparison of a question, which is used if nobody wrote meanwhile
 * @param progress where whoever asks has one already
 */
export async function bringUpToDate(
  root: string,
  options: IndexOptions,
  known: Comparison | null,
  progress = new Progress(options.quiet ?? false, options.onProgress),
): Promise<Done> {
  // The little that a question waits for is over before compiled code has paid for itself.
  if (known === null || known.changes.bytes > parsing.inProcessBytes) tuneForBatch();
  else if (known.changes.bytes > parsing.quickenBytes) quicken();
  const interrupt = new Interrupt(options.signal);
  const { signal } = interrupt;
  let lock: WriterLock | null = null;
  try {
    lookForPlace(root);
    prepareFolder(root);
    const onWait = (holder: WriterInfo | null): void => {
      options.onWait?.(holder);
      progress.say(holder ? `waiting for process ${holder.pid}, which is writing this index` : "waiting for another writer");
    };
    lock = await lockForWriting(root, { wait: options.wait ?? storeSettings.lockWaitMs, signal, onWait });
    if (lock.previousDied) dropNext(root);
    const work = { root, options, signal, progress, isolate: lock.previousDied, known };
    try {
      return await update(work, null);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return await update(work, `The index in ${indexFolder(root)} was damaged and has been built anew.`);
    }
  } catch (error) {
    throw isDiskFull(indexFolder(root), error) ? asRefusal({ code: "ENOSPC" }) : error;
  } finally {
    progress.end();
    lock?.release();
    interrupt.end();
  }
}

interface Work {
  root: string;
  options: IndexOptions;
  signal: AbortSignal;
  progress: Progress;
  isolate: boolean;
  known: Comparison | null;
}

export interface Done extends UpdateResult {
  incremental: boolean;
  /** The other tree whose index this one began with. */
  begun: string | null;
  warnings: Warning[];
}

/** Under the lock: open → decide → compare → build or apply → remember. @param damage what was found out about the index meanwhile */
async function update(given: Work, damage: string | null): Promise<Done> {
  const { root, options, progress } = given;
  let opened = openStore(root, true);
  try {
    if (opened.state === "foreign" && opened.why === "unsealed") putAside(root);
    const from = opened.state === "missing" && options.full !== true ? await begunFrom(given) : null;
    if (from !== null) opened = openStore(root, true);
    // What turned out to be damaged is asked nothing more.
    const store = opened.state === "open" && damage === null ? opened.store : null;
    const work = store ? await asBefore(given, store) : given;
    const why = damage ?? (store ? await outdated(store, work) : unusable(opened as Unusable));
    const drifted = store && why === null ? driftedFrom(work, store) : null;
    const base = options.full === true || why !== null || drifted !== null || (store && isOther(work.options, store)) ? null : store;
    if (base === null) progress.begin(`indexing ${root}`);
    const compared = await comparisonFor(work, base);
    const { changes } = compared;
    if (changes.bytes > parsing.inProcessBytes || changes.changed.length > parsing.muchFiles) progress.much();
    const warnings = [
      ...changes.warnings,
      ...(why ? [{ code: codeOf(opened), message: why }] : []),
      ...(store ? otherModel(work.options, store) : []),
    ];
    const delta = base && deltaOf(work, base, changes);
    if (opened.state === "open") opened.store.close();
    const result = delta ? await apply(work, delta, changes.git) : await buildAnew(work, changes, drifted);
    if (given.known === null) (await import("./store/cache.ts")).noteTree(root);
    if (changes.warnings.length === 0 && compared.tree) rememberTree(root, compared.tree);
    return { ...result, incremental: base !== null, begun: base === null ? null : from, warnings };
  } finally {
    if (opened.state === "open") opened.store.close();
  }
}

/** The tree whose index a new one begins with; null for none. */
async function begunFrom(work: Work): Promise<string | null> {
  const { root, progress } = work;
  const { beginWithNearest } = await import("./indexing/trusting.ts");
  const from = await beginWithNearest(root, async () => (await comparisonFor(work, null)).changes.changed);
  if (from !== null) progress.say(`the index begins with that of ${from}: only what differs is read`);
  return from;
}

/** How the tree differs from an index, or from nothing: as a question has found, unless somebody has written since. */
async function comparisonFor({ root, options, known, progress }: Work, store: Store | null): Promise<Comparison> {
  if (store && known?.index && known.index === store.meta("state")) return known;
  return compare(root, store, { ignored: options.ignored ?? true, step: (what, done, total) => progress.step(what, done, total) });
}

/** What is to be written; an empty delta is written too where the model lies elsewhere now. */
function deltaOf({ options }: Work, store: Store, changes: Changes): Delta | "nothing" {
  const delta = { ...changes, skipped: skippedDelta(store, changes, options.ignored ?? true) };
  const path = options.embedding?.model?.path ?? null;
  const moved = path !== null && path !== embeddingState(store)?.folder;
  const same = delta.changed.length + delta.touched.length + delta.removed.length === 0 && delta.skipped === null;
  return same && !moved ? "nothing" : delta;
}

/** A full build, in a file of its own. @param drifted how to adapt the embedding anew, if that is why */
async function buildAnew(work: Work, changes: Changes, drifted: EmbedOptions | null): Promise<UpdateResult> {
  const { build } = await import("./indexing/build.ts");
  const options = updateOptions(work);
  return build(work.root, changes, drifted ? { ...options, embedding: drifted } : options);
}

/** What was written matches the tree as it was compared: the first question then looks at no more than a later one. */
function rememberTree(root: string, tree: TreeState): void {
  const opened = openStore(root, true);
  if (opened.state !== "open") return;
  remember(root, opened.store.identity(), tree);
  opened.store.close();
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
function driftedFrom({ known, options }: Work, store: Store): EmbedOptions | null {
  const state = known === null && !options.embedding ? embeddingState(store) : null;
  if (state === null || state.steps === 0 || state.changed <= adapting.driftShare * state.chunks) return null;
  return state.adapted || store.counts().chunks >= adapting.leastChunks ? { steps: state.steps } : null;
}

/** An update in one transaction of the index itself. */
async function apply(work: Work, delta: Delta | "nothing", git: boolean): Promise<UpdateResult> {
  if (delta === "nothing") return { parsed: 0, reused: 0, died: [], helped: 0 };
  const { applyDelta } = await import("./indexing/update.ts");
  const { describe } = await import("./indexing/describe.ts");
  const db = openForUpdate(work.root);
  try {
    sealWriting(work.root);
    db.run("BEGIN IMMEDIATE");
    const result = await applyDelta(db, work.root, delta, { ...updateOptions(work), full: false, hurried: work.known !== null });
    describe(db, git);
    db.run("COMMIT");
    return result;
  } catch (error) {
    if (db.inTransaction) db.run("ROLLBACK");
    throw error;
  } finally {
    closeAfterUpdate(work.root, db, work.options.live === true);
  }
}

function updateOptions({ signal, isolate, progress, options }: Work): Omit<UpdateOptions, "full" | "hurried"> {
  const { children, live, previous } = options;
  // Whoever wants it built from nothing wants it parsed.
  const reuse = options.full ? "write" : "yes";
  return { signal, isolate, progress, children, live, previous, reuse, embedding: wantedEmbedding(options) };
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
  const { availableGrammars } = await import("./indexing/describe.ts");
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
      warnings: withPlace(root, warningsOf(done)),
      files: counts.files + left,
      indexed: counts.files,
      parsed: done.parsed,
      reused: done.reused,
      skipped,
      chunks: counts.chunks,
      symbols: counts.symbols,
      edges: counts.edges,
      languages: store.languages(),
      graph_hash: store.meta("graph_hash") ?? "",
      grammars: JSON.parse(store.meta("grammars") ?? "[]") as string[],
      model: embeddingState(store)?.model ?? null,
      incremental: done.incremental,
      begun_from: done.begun,
      ms: Math.round(ms),
    };
  } finally {
    store.close();
  }
}

/** Why an index is not believed, and what became of it. @param done it has been put aside and built anew, not only looked at */
export function foreign({ why, from }: Extract<Unusable, { state: "foreign" }>, done = true): string {
  if (why === "changed")
    return `The index is not as Manifold left it (damaged, replaced, or written to)${done ? ", and has been built anew" : ""}.`;
  if (why === "elsewhere")
    return `The index was made elsewhere (${from ?? "in another folder"})${done ? " and has been built anew here" : ""}.`;
  const what = "The index was not made here by your Manifold (it came with the files, or from another machine)";
  const became = done ? ": it was put aside unread, as the folder foreign beside the new one, and built anew" : "";
  return `${what}${became}. See manifold trust --help for one that you know.`;
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

/** Ends work in an orderly way: by the signal given, else by Ctrl-C, the second of which ends the process at once. */
class Interrupt {
  readonly signal: AbortSignal;
  readonly #stop: (() => void) | null = null;

  constructor(given: AbortSignal | undefined) {
    const controller = new AbortController();
    this.signal = given ?? controller.signal;
    if (given) return;
    this.#stop = () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    };
    for (const signal of STOPPING) process.on(signal, this.#stop);
  }

  end(): void {
    if (this.#stop) for (const signal of STOPPING) process.off(signal, this.#stop);
  }
}
