/** What a change can reach, readable in one function: change → seeds → walk → doubts → tests, files, documents → risk → gate. */

import type { Session } from "../asking.ts";
import { Refusal, type Warning } from "../base/errors.ts";
import type { ImpactHit, ImpactReport, ImpactSeed } from "../base/schema.ts";
import { asking } from "../base/settings.ts";
import type { FailOn } from "../base/types.ts";
import { gitTop } from "../git/git.ts";
import { patchedFiles } from "../git/patched.ts";
import { type Change, loadChange, type RevisionSource } from "../git/revisions.ts";
import { headHere } from "../git/status.ts";
import { languageOf } from "../lang/languages.ts";
import { documentsOf, filesOf, packageFinder, packagesOf, testPaths, testsOf } from "../query/impact/around.ts";
import { type Broken, brokenSentence, type Losses } from "../query/impact/broken.ts";
import { decisionsOf } from "../query/impact/decided.ts";
import type { Definition } from "../query/impact/definitions.ts";
import { isCode } from "../query/impact/definitions.ts";
import { demanded } from "../query/impact/demanded.ts";
import { doubts, isTestSeed, judgeDiffering } from "../query/impact/doubts.ts";
import { gateOf, riskOf, totalOfReach } from "../query/impact/judgement.ts";
import { lostKeys } from "../query/impact/keys.ts";
import { misfits } from "../query/impact/misfits.ts";
import { Naming } from "../query/impact/naming.ts";
import { reach } from "../query/impact/reach.ts";
import type { Reach, ReachHit } from "../query/impact/reached.ts";
import { isWalked, placeOf, type Seed, type Seeds, seedsOf, takingAway } from "../query/impact/seeds.ts";
import { together } from "../query/past.ts";
import { Graph } from "../query/walk/graph.ts";
import type { SymbolChoice } from "../query/walk/types.ts";
import { findSymbol } from "../query/walk.ts";
import type { Store } from "../store/graph.ts";
import { Past, storedKey } from "../store/history.ts";
import type { PreviousFacts } from "../store/previous.ts";

/** Where a change comes from. */
export type ImpactSource =
  | { kind: "symbol"; symbol?: string | undefined; at?: { path: string; line: number } | undefined }
  | RevisionSource
  /** A patch, already applied to the work tree or not. */
  | { kind: "patch"; patch: Uint8Array };

/** Is the change the difference between two states that git knows? */
export const isRevision = (source: ImpactSource): source is RevisionSource => source.kind !== "symbol" && source.kind !== "patch";

export interface ImpactOptions {
  /** Hops, 1 to `asking.maxDepth`; default `asking.defaultDepth`. */
  depth?: number | undefined;
  /** More affected symbols outside tests than this make the gate fail; null = no limit. */
  maxAffected?: number | null | undefined;
  failOn?: readonly FailOn[] | undefined;
  /** The change, where the caller has loaded it already. */
  change?: Change | undefined;
  /** GIT_INDEX_FILE of a commit hook. */
  indexFile?: string | undefined;
  /** The index stays open while the report is read: what nobody reads of it is not worked out. */
  open?: boolean | undefined;
  /** Whoever reads something of the report reads its id too: both are unpacked together, for of thousands of files few stay unpacked. */
  keyed?: boolean | undefined;
  /** What the index had of the changed files before it was brought up to date just now. */
  previous?: PreviousFacts | undefined;
  /** In a merge: commits whose side of it is not judged again. */
  parents?: readonly string[] | undefined;
}

/**
 * What a change can reach.
 *
 * @param session an open index of the work tree, up to date (`behind` and warnings make the answer unknown)
 * @param source the change; git is asked through the hardened runner only
 * @returns the value of `impact` in the JSON answer (`impactSchema`)
 * @throws Refusal `symbol-unknown`, `not-git`, `bad-revision`, `bad-patch`, `git-failed`
 */
export async function impactOf(session: Session, source: ImpactSource, options: ImpactOptions = {}): Promise<ImpactReport> {
  return (await judged(session, source, options)).report;
}

/** A report with what it was made from. */
export interface Judged {
  report: ImpactReport;
  seeds: readonly Seed[];
  reached: Reach;
  change: Change;
}

/** As `impactOf`, with what the report was made from. */
export async function judged(session: Session, source: ImpactSource, options: ImpactOptions): Promise<Judged> {
  const { store } = session;
  const graph = new Graph(store);
  const depth = Math.max(1, Math.min(asking.maxDepth, options.depth ?? asking.defaultDepth));
  const change = options.change ?? (await loaded(session, source, options));
  const sides = change.files.flatMap(({ before, after }) => [before?.path ?? [], after?.path ?? []].flat());
  const among = [...new Set([...sides, ...change.differing.map(({ path }) => path)])];
  const found: Seeds = source.kind === "symbol" ? asked(store, source) : await seedsOf(change.files, store, among, options.previous);
  const lost = await taken(store, change, found.seeds, among);
  const reached = reach(graph, found.seeds, depth, [...lost.broken, ...lost.turned]);
  const unmet = demanded(graph, found.seeds);
  const keys = lostKeys(graph, change.files, found.seeds);
  reached.broken = inOrder([...lost.broken, ...misfits(graph, found.seeds), ...unmet.broken, ...keys.broken]);
  reached.unknowns.push(...lost.unknowns, ...unmet.unknowns, ...keys.unknowns);
  const naming = new Naming(store);
  const gone = change.files.flatMap(({ patch }) => (patch.oldPath !== null && patch.oldPath !== patch.newPath ? patch.oldPath : []));
  doubts(graph, naming, found.seeds, reached, gone);
  if (change.differing.length > 0 || change.moreDiffer)
    await judgeDiffering(graph, found.seeds, reached, change.differing, change.moreDiffer, among);
  unread(session, change, found, reached);
  reached.sort();

  const changed = [...new Set(change.files.flatMap(({ patch }) => patch.newPath ?? patch.oldPath ?? []))].sort();
  const testing = once(() => testPaths(store));
  const changedTests = once(() => changed.filter((path) => store.fileByPath(path)?.tags.includes("test")).length);
  const risk = riskOf(found.seeds, reached, {
    depth,
    get changedTests() {
      return changedTests();
    },
  });
  const { symbols } = totalOfReach(reached);
  const files = once(() => filesOf(graph, changed, found.seeds, reached, testing(), packageFinder(store)));
  const tests = once(() => testsOf(testing(), changed, found.seeds, reached));
  const packages = once(() => packagesOf(files()));
  const decisions = once(() => decisionsOf(graph, changed, found.seeds));
  const documents = once(() => documentsOf(store, naming, new Set(changed), found.seeds));
  const beside = once(() => togetherWith(store, changed, found.seeds));
  // Keys are worked out by the file: what people and code scanning are shown has none.
  const withKey =
    options.open && !options.keyed
      ? whenAsked
      : <T extends { id: string | null }>(one: T, key: () => T["id"]): T => ({ ...one, id: key() });
  const hit = (one: ReachHit): ImpactHit => withKey(toHit(one), () => one.symbol.key);
  const affected = once(() => reached.affected.map(hit));
  const possible = once(() => reached.possible.map(hit));
  const report: ImpactReport = {
    warnings: [...session.warnings, ...change.troubles.map((message): Warning => ({ code: "unreadable-change", message }))],
    source: {
      kind: source.kind,
      of: source.kind === "diff" || source.kind === "since" ? source.of : source.kind === "symbol" ? (source.symbol ?? "") : "",
      base: change.base,
      head: change.head,
    },
    seeds: found.seeds.map((seed) => withKey(toSeed(seed, isTestSeed(store, seed)), () => seed.after?.row?.key ?? null)),
    // Of a wide walk nothing is unpacked until somebody reads it.
    get affected() {
      return affected();
    },
    get possible() {
      return possible();
    },
    get tests() {
      return tests();
    },
    get files() {
      return files();
    },
    get packages() {
      return packages();
    },
    get decisions() {
      return decisions();
    },
    get documents() {
      return documents();
    },
    get co_changes() {
      return beside().co_changes;
    },
    get history() {
      return beside().history;
    },
    get counts() {
      return {
        changed_files: changed.length,
        seeds: found.seeds.filter(isWalked).length,
        affected: symbols,
        affected_files: reached.total?.files ?? files().filter((file) => file.role === "affected" && !file.test).length,
        tests: tests().length,
        possible: reached.possible.length,
      };
    },
    risk,
    broken: reached.broken.map(toBroken),
    unknowns: reached.unknowns,
    gate: gateOf(risk, reached, symbols, options.maxAffected ?? null, options.failOn ?? []),
    truncated: reached.truncated || reached.total !== undefined,
  };
  if (!options.open) for (const work of [files, tests, packages, documents, decisions, beside, possible]) work();
  return { report, seeds: found.seeds, reached, change };
}

/** What is usually changed together with the files of a change and is not, as far as history has been read: nobody waits for that here. */
function togetherWith(store: Store, changed: readonly string[], seeds: readonly Seed[]): Pick<ImpactReport, "co_changes" | "history"> {
  const stored = storedKey(store.db);
  if (stored === null)
    return { co_changes: [], history: { state: gitTop(store.root) === null ? "none" : "unread", commits: 0, oldest: null } };
  const past = new Past(store.db, stored);
  try {
    const { commits, oldest } = past.extent();
    const paths = [...new Set([...changed, ...seeds.map(({ path }) => path)])];
    const isHere = (path: string): boolean => store.fileByPath(path) !== null || (store.skipReason(path) ?? "ignored") !== "ignored";
    const head = headHere(store.root);
    const behind = head !== null && head !== stored.head;
    return { co_changes: together(past, paths, isHere), history: { state: behind ? "behind" : "read", commits, oldest: oldest || null } };
  } finally {
    past.close();
  }
}

/** What a change takes away. Resolution is loaded for it only where something may be gone. */
async function taken(store: Store, change: Change, seeds: readonly Seed[], among: readonly string[]): Promise<Losses> {
  const files = takingAway(change.files, seeds);
  if (files.length === 0) return { broken: [], turned: [], unknowns: [] };
  const { lossesOf } = await import("../indexing/loss.ts");
  return lossesOf(store, change, files, seeds, among);
}

/** What is imported, then what is used, by path and line; each once. */
function inOrder(all: Broken[]): Broken[] {
  const broken = [...new Map(all.map((one) => [`${one.kind} ${one.symbol.path} ${one.line} ${one.path} ${one.what}`, one])).values()];
  const first = (one: Broken): number => (one.kind === "imports" ? 0 : 1);
  return broken.sort(
    (a, b) =>
      Number(a.test) - Number(b.test) ||
      first(a) - first(b) ||
      (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : a.line - b.line),
  );
}

/** Works something out when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const NOTHING: Change = { base: null, head: null, files: [], differing: [], moreDiffer: false, troubles: [] };

async function loaded(session: Session, source: ImpactSource, options: ImpactOptions): Promise<Change> {
  if (source.kind === "symbol") return NOTHING;
  if (source.kind === "patch") return { ...NOTHING, ...(await patchedFiles(session.root, source.patch)) };
  return loadChange(session.root, source, { indexFile: options.indexFile, parents: options.parents });
}

/** A question about a symbol: it is the seed, nothing has changed. */
function asked(store: Store, source: { symbol?: string | undefined; at?: { path: string; line: number } | undefined }): Seeds {
  const choice: SymbolChoice = findSymbol(store, { name: source.symbol ?? null, at: source.at });
  const row = choice.chosen;
  if (!row)
    throw new Refusal(
      "symbol-unknown",
      source.symbol === undefined ? choice.reason : `Nothing is defined here under the name ${source.symbol}.`,
      choice.suggestions.length > 0 ? `Nearest names: ${choice.suggestions.join(", ")}.` : "Check the spelling.",
    );
  const { kind, name, qualified, signature, start, end, exported, arity, type } = row;
  const after: Definition = {
    kind,
    name,
    qualified,
    parent: row.parent === null ? -1 : 0,
    signature,
    start,
    end,
    exported,
    arity,
    type,
    row,
  };
  return {
    seeds: [{ change: "asked", after, before: null, path: row.path, oldPath: row.path, language: row.language }],
    unread: [],
    damaged: [],
  };
}

/** Doubts about the change itself and the index: what could not be read, parsed or brought up to date. */
function unread(session: Session, change: Change, found: Seeds, reached: Reach): void {
  const { store } = session;
  for (const { path, reason } of found.unread) {
    if (!isCode(languageOf(path)?.name ?? null) && reason !== "unmatched") continue;
    const why =
      reason === "missing"
        ? "its content is not in this clone"
        : reason === "unmatched"
          ? "the patch does not fit it"
          : `it is left out (${reason})`;
    reached.unknowns.push({
      code: reason === "missing" || reason === "unmatched" ? "unreadable-change" : "file-skipped",
      message: `${path} changed, but ${why}`,
      path,
      line: null,
    });
  }
  for (const path of found.damaged)
    reached.unknowns.push({
      code: "parse-errors",
      message: `${path} has syntax errors: changed definitions may be missed`,
      path,
      line: null,
    });
  for (const { patch } of change.files) {
    const path = patch.newPath ?? patch.oldPath ?? "";
    if (patch.submodule)
      reached.unknowns.push({
        code: "unreadable-change",
        message: `the submodule ${path} moved: what changed in it is not seen`,
        path,
        line: null,
      });
    const reason = store.skipReason(path);
    const skipped = reason !== null && isCode(languageOf(path)?.name ?? null) && !found.unread.some((one) => one.path === path);
    if (skipped)
      reached.unknowns.push({
        code: "file-skipped",
        message: `${path} changed, but it is left out of the index (${reason})`,
        path,
        line: null,
      });
  }
  for (const message of change.troubles) reached.unknowns.push({ code: "unreadable-change", message, path: null, line: null });
  if (session.behind > 0)
    reached.unknowns.push({
      code: "stale-index",
      message: `${session.behind} changed files are not in the index yet`,
      path: null,
      line: null,
    });
}

/** Something with a key that is worked out when somebody looks at it. */
function whenAsked<T extends { id: string | null }>(one: T, key: () => T["id"]): T {
  return Object.defineProperty(one, "id", { get: key, enumerable: true, configurable: true });
}

/** Its id is left to `withKey`, as that of a hit. */
function toSeed(seed: Seed, test: boolean): ImpactSeed {
  const place = placeOf(seed);
  const { before } = seed;
  return {
    id: null,
    change: seed.change,
    kind: place.kind,
    name: place.name,
    qualified: place.qualified,
    path: seed.path,
    start: Math.max(1, place.start),
    end: Math.max(1, place.end),
    exported: place.exported,
    test,
    signature: place.signature,
    before: before && {
      path: seed.oldPath ?? seed.path,
      qualified: before.qualified,
      start: Math.max(1, before.start),
      end: Math.max(1, before.end),
      signature: before.signature,
    },
  };
}

/** What a change breaks, as a report has it. */
export function toBroken(one: Broken): ImpactReport["broken"][number] {
  const { symbol, line, kind, what, path, why, now, test } = one;
  return { path: symbol.path, line, qualified: symbol.qualified, by: kind, what, from: path, why, now, test, message: brokenSentence(one) };
}

/** What a change reaches, as a report has it, but for its key. */
export function toHit(hit: Omit<ReachHit, "dst">): ImpactHit {
  const { symbol } = hit;
  return {
    id: "",
    kind: symbol.kind,
    name: symbol.name,
    qualified: symbol.qualified,
    path: symbol.path,
    start: Math.max(1, symbol.start),
    end: Math.max(1, symbol.end),
    depth: hit.depth,
    test: hit.test,
    by: { kind: hit.kind, line: hit.line, resolution: hit.resolution, confidence: hit.confidence, to: hit.to },
  };
}

/**
 * The report of a gate that could not look: no index can be had in time. Nothing is known, so the risk is.
 * @param why one sentence
 */
export function blindReport(source: ImpactSource, why: string, options: ImpactOptions = {}): ImpactReport {
  const unknowns = [{ code: "stale-index" as const, message: why, path: null, line: null }];
  const risk = { level: "unknown" as const, reasons: [why] };
  return {
    warnings: [],
    source: { kind: source.kind, of: "", base: null, head: null },
    seeds: [],
    affected: [],
    possible: [],
    tests: [],
    files: [],
    packages: [],
    documents: [],
    decisions: [],
    co_changes: [],
    history: { state: "unread", commits: 0, oldest: null },
    counts: { changed_files: 0, seeds: 0, affected: 0, affected_files: 0, tests: 0, possible: 0 },
    risk,
    broken: [],
    unknowns,
    gate: gateOf(risk, null, 0, options.maxAffected ?? null, options.failOn ?? []),
    truncated: false,
  };
}
