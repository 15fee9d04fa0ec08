/**
 * From changed definitions to what depends on them: breadth first against the edges of the graph, from all of them at once.
 *
 * Only facts are followed. What may be a dependency (an open reference of the same name, a call that dispatch may lead here) is listed
 * beside them and makes the answer `unknown`, never silent.
 */
import { impact as settings, walking } from "../../base/settings.ts";
import type { EdgeKind, ReferenceKind, Resolution } from "../../base/types.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";
import type { Total } from "../walk/arrays.ts";
import { Breadth } from "../walk/breadth.ts";
import { typesAbove } from "../walk/elsewhere.ts";
import { type Graph, isType } from "../walk/graph.ts";
import { candidateConfidence, fit, mayName, referable } from "../walk/possible.ts";
import { totalOf } from "../walk/risk.ts";
import { definitionsOf } from "../walk/symbols.ts";
import { type Wide, wideHits } from "../walk/wide.ts";
import { type Broken, brokenHit } from "./broken.ts";
import { inOrder, Known, Reach, type ReachHit } from "./reached.ts";
import type { Seed } from "./seeds.ts";

export type { Reach, ReachHit } from "./reached.ts";

const USES: readonly EdgeKind[] = ["calls", "inherits", "implements", "imports", "uses"];
const HIERARCHY: readonly EdgeKind[] = ["inherits", "implements"];

/** Changes that nothing follows from. */
const STILL: ReadonlySet<string> = new Set(["comment", "imports", "contains"]);
/** Changes after which everything that named the definition by its form or place may be wrong. */
const FORM: ReadonlySet<string> = new Set(["asked", "deleted", "renamed", "moved", "signature"]);

/** Can anything follow from this seed? */
export function isWalked(seed: Seed): boolean {
  return !STILL.has(seed.change) && seed.mechanical !== true;
}

/** The nodes whose users are the seed's users. */
function startsOf(graph: Graph, seed: Seed): SymbolRow[] {
  const row = seed.after?.row;
  if (!row || !isWalked(seed)) return [];
  // a changed prototype is a change of what it declares
  if (row.declares) return definitionsOf(graph.store, row);
  if (seed.change === "asked" && ["file", "module", "namespace"].includes(row.kind)) return graph.subtree(row);
  if (isType(row)) return FORM.has(seed.change) ? graph.subtree(row) : graph.callees(row);
  return graph.callees(row).filter((symbol) => symbol.id === row.id || !isType(symbol) || row.kind === "method");
}

/**
 * Walks from all seeds, and on from what uses something that is gone.
 * @param broken uses that the change leaves behind: nothing in the graph leads from what they meant to them
 */
export function reach(graph: Graph, seeds: readonly Seed[], depth: number, broken: readonly Broken[] = []): Reach {
  const out = new Reach();
  out.broken = broken;
  const changed = new Set(seeds.flatMap((seed) => (STILL.has(seed.change) ? [] : (seed.after?.row?.id ?? []))));
  const onUse = (seed: Seed | undefined, src: number, own: Seed | undefined): void => {
    if (!seed || own === seed) return;
    out.used.add(seed);
    if (!changed.has(src)) out.left.add(seed);
  };
  const starts = new Map<number, Seed>();
  for (const seed of seeds) for (const symbol of startsOf(graph, seed)) if (!starts.has(symbol.id)) starts.set(symbol.id, seed);
  const left = new Map(broken.filter(({ symbol }) => !starts.has(symbol.id)).map((one) => [one.symbol.id, brokenHit(one)]));
  upwards(graph, starts, [...left.values()], depth, out, onUse);
  // A wide walk has left out those lines in the files of its starts itself: seeds without any may stand in others.
  const begun = new Set(starts.values());
  if (out.counted === null || seeds.some((seed) => isWalked(seed) && !begun.has(seed))) withoutImports(seeds, out);
  const known = new Known(out);
  const maybe = new Map<number, ReachHit>();
  for (const seed of seeds) {
    if (!isWalked(seed) || !seed.after?.row || seed.after.row.kind === "file") continue;
    if (seed.change !== "added") openReferences(graph, seed.after.row, 0, starts, known, maybe, out);
    dispatch(graph, seed, starts, known, maybe, out);
  }
  // What breaks is high whatever else is not known, and one thing that is not known is enough.
  if (broken.length === 0 && out.unknowns.length === 0) beyond(graph, seeds, starts, known, maybe, out);
  out.possible = [...maybe.values()];
  out.sort();
  return out;
}

/** The line that imports a name says nothing more once something in that file is known to use it. */
function withoutImports(seeds: readonly Seed[], out: Reach): void {
  const using = new Set(out.affected.filter((hit) => hit.kind !== "imports").map((hit) => hit.symbol.path));
  for (const seed of seeds) if (isWalked(seed)) using.add(seed.path);
  out.affected = out.affected.filter((hit) => hit.kind !== "imports" || !using.has(hit.symbol.path));
}

// ---------------------------------------------------------------------------------------------- facts

/** Told of a use of a start: its seed, who uses it, and that one's seed where it is a start itself. */
type OnUse = (seed: Seed | undefined, src: number, own: Seed | undefined) => void;

function upwards(
  graph: Graph,
  starts: ReadonlyMap<number, Seed>,
  left: readonly ReachHit[],
  depth: number,
  out: Reach,
  onUse: OnUse,
): void {
  const { store } = graph;
  const seen = new Set<number>(starts.keys());
  const breadth = new Breadth(store);
  let level = [...starts.keys()];
  for (let d = 1; d <= depth && (level.length > 0 || (d === 1 && left.length > 0)); d++) {
    if (breadth.exceeds(level)) {
      overArrays(graph, starts, left, depth, out, onUse);
      return;
    }
    const found: { hit: ReachHit; edge: EdgeRow }[] = [];
    if (d === 1) for (const hit of left) found.push({ hit, edge: leftEdge(hit) });
    for (const id of level) {
      for (const edge of store.edgesTo(id, USES)) {
        if (edge.resolution === "external") continue;
        onUse(starts.get(id), edge.src, starts.get(edge.src));
        if (seen.has(edge.src)) continue;
        const hit = hitOf(graph, edge.src, edge, d);
        if (hit) found.push({ hit, edge });
      }
    }
    found.sort((a, b) => inOrder(a.hit, b.hit) || graph.sooner(a.edge, b.edge));
    level = [];
    for (const { hit, edge } of found) {
      if (seen.has(hit.symbol.id)) continue;
      if (out.affected.length >= walking.maxVisited) {
        out.truncated = true;
        return;
      }
      seen.add(hit.symbol.id);
      out.affected.push(hit);
      // What imports a file need not use what that file imported.
      if (edge.kind === "imports") continue;
      for (const next of graph.callees(hit.symbol)) {
        if (next.id !== hit.symbol.id && seen.has(next.id)) continue;
        level.push(next.id);
      }
      // A function inside a function is run or handed out by the one around it.
      const around = hit.symbol.parent === null ? null : graph.symbol(hit.symbol.parent);
      if (!around || (around.kind !== "function" && around.kind !== "method") || seen.has(around.id)) continue;
      seen.add(around.id);
      out.affected.push({
        ...hit,
        symbol: around,
        kind: "contains",
        line: null,
        resolution: "exact",
        confidence: 1,
        to: hit.symbol.qualified,
        dst: hit.symbol.id,
        test: graph.isTest(around),
      });
      level.push(around.id);
    }
  }
}

/** The edge that a use had whose target is gone. */
const leftEdge = ({ symbol, kind, line, resolution, confidence }: ReachHit): EdgeRow => ({
  src: symbol.id,
  kind,
  dst: symbol.id,
  line: line ?? 0,
  resolution,
  confidence,
});

/** The same where much leads to the starts: nothing is unpacked but what is looked at. */
function overArrays(
  graph: Graph,
  starts: ReadonlyMap<number, Seed>,
  left: readonly ReachHit[],
  depth: number,
  out: Reach,
  onUse: OnUse,
): void {
  const onFirst = (src: number, dst: number): void => onUse(starts.get(dst), src, starts.get(src));
  // What uses something gone is walked from as the starts are: one step more than it would be is no matter where all is so much.
  const using = left.filter(({ kind }) => kind !== "imports").map(({ symbol }) => symbol.id);
  const walked = { seeds: [...starts.keys(), ...using], kinds: USES, depth, files: false, around: true, folded: true, onFirst };
  const wide = wideHits(graph.store, walked);
  const own = totalOf(left);
  const added = ({ symbols, files, tests }: Total): Total => ({
    symbols: symbols + own.symbols,
    files: Math.max(files, own.files),
    tests: tests + own.tests,
  });
  if (wide.total !== undefined) out.total = added(wide.total);
  out.wait(added(wide.count), () => [...left, ...wide.hits.map((hit) => new WideHit(graph, hit))].sort(inOrder));
}

/** A symbol that a walk over arrays reached: what it depends on is looked up when somebody asks. */
class WideHit implements ReachHit {
  readonly symbol: SymbolRow;
  readonly depth: number;
  readonly kind: EdgeKind;
  readonly line: number | null;
  readonly resolution: Resolution;
  readonly confidence: number;
  readonly dst: number;
  readonly test: boolean;
  readonly #graph: Graph;

  constructor(graph: Graph, { symbol, depth, kind, line, resolution, confidence, from, test }: Wide) {
    [this.symbol, this.depth, this.kind, this.line, this.test] = [symbol, depth, kind, line, test];
    [this.resolution, this.confidence, this.dst] = [resolution, confidence, from];
    this.#graph = graph;
  }

  get to(): string {
    return this.#graph.symbol(this.dst)?.qualified ?? "";
  }
}

function hitOf(graph: Graph, id: number, edge: EdgeRow, depth: number): ReachHit | null {
  const symbol = graph.symbol(id);
  if (!symbol || symbol.file === null) return null;
  return {
    symbol,
    depth,
    kind: edge.kind,
    line: edge.line > 0 ? edge.line : null,
    resolution: edge.resolution,
    confidence: edge.confidence,
    to: graph.symbol(edge.dst)?.qualified ?? "",
    dst: edge.dst,
    test: graph.isTest(symbol),
  };
}

// ---------------------------------------------------------------------------------------------- what may be

/** Does a file import (something of) another, or are they one? Then a name that could not be resolved plausibly means it. */
export function related(graph: Graph, from: number, to: number): boolean {
  return from === to || graph.imports(from, to);
}

/**
 * References of a symbol's name that nobody could resolve.
 * @param depth of the symbol: 0 for a start
 */
function openReferences(
  graph: Graph,
  row: SymbolRow,
  depth: number,
  starts: ReadonlyMap<number, Seed>,
  known: Known,
  maybe: Map<number, ReachHit>,
  out: Reach,
): void {
  const { store } = graph;
  // A constructor is called by its type's name.
  const named = graph.callees(row).find((symbol) => isType(symbol) && symbol.id !== row.id) ?? row;
  const to = referable(store, named);
  const places: { path: string; line: number; test: boolean }[] = [];
  // All files with a symbol of that name are unpacked for it: only once a reference may mean one of them.
  let confidence: number | null = null;
  // A name of several words that is defined once is meant wherever it stands, though no import leads there.
  let only: boolean | null = null;
  const alone = (): boolean => (only ??= SEVERAL_WORDS.test(named.name) && store.definitionsNamed(named.name) === 1);
  for (const open of store.openFiles(named.name, settings.maxOpenFiles)) {
    // Files in which no reference fits are not unpacked.
    const test = open.tags.includes("test");
    if (!mayName(open.language, test, to)) continue;
    for (const reference of store.openReferences(open)) {
      const how = fit(reference, open.language, test, to);
      if (how === "no") continue;
      if (how === "unresolved" && !alone() && !related(graph, open.file, row.file!)) continue;
      const symbol = store.symbolAtPosition(open.file, reference.scope);
      if (!symbol || starts.has(symbol.id)) continue;
      places.push({ path: open.path, line: reference.line, test });
      if (known.has(symbol.id) || maybe.has(symbol.id)) continue;
      confidence ??= candidateConfidence(store.definitionsNamed(named.name));
      const { line } = reference;
      const kind = edgeOf(reference.kind);
      const hit = { symbol, depth: depth + 1, kind, line, confidence, to: row.qualified, dst: row.id, test };
      maybe.set(symbol.id, { ...hit, resolution: "ambiguous" });
    }
  }
  const outside = places.filter(({ test }) => !test);
  if (outside.length === 0) return;
  const { path, line } = outside[0]!;
  const least = new Set(places.map((place) => place.path)).size >= settings.maxOpenFiles ? "at least " : "";
  out.unknowns.push({
    code: "open-references",
    message: `${least}${count(outside.length, "reference")} named ${named.name} could not be resolved and may mean ${row.qualified}${depth > 0 ? `, which this reaches in ${count(depth, "step")}` : ""} (first: ${path}:${line})`,
    path,
    line,
  });
}

const SEVERAL_WORDS = /[\p{L}\d]_\p{L}|[\p{Ll}\d]\p{Lu}/u;

/** Is called by its name. */
const CALLED: ReadonlySet<string> = new Set(["function", "method", "macro", "class", "struct", "interface", "trait", "enum", "type"]);

/**
 * What may lead to a symbol on the way that no edge says: then it is not known what lies behind it, however near the walk ended. Looked at
 * nearest first, until something is found.
 */
function beyond(
  graph: Graph,
  seeds: readonly Seed[],
  starts: ReadonlyMap<number, Seed>,
  known: Known,
  maybe: Map<number, ReachHit>,
  out: Reach,
): void {
  const { store } = graph;
  const hits = out.affected.filter((hit) => !hit.test && hit.kind !== "imports" && CALLED.has(hit.symbol.kind));
  if (hits.length === 0 && !seeds.some((seed) => seed.after?.row?.kind === "method" && isWalked(seed))) return;
  for (const seed of seeds) {
    const row = isWalked(seed) && seed.change !== "added" ? seed.after?.row : null;
    if (row && framework(graph, row, 0, out)) return;
  }
  // Of a name that is open nowhere nothing is looked up.
  const names = JSON.stringify([...new Set(hits.map((hit) => hit.symbol.name))]);
  const open = new Set(
    (store.statement("SELECT DISTINCT name FROM reference WHERE name IN (SELECT value FROM json_each(?))").values(names) as [string][]).map(
      ([name]) => name,
    ),
  );
  for (const { symbol, depth } of hits) {
    const constructs = symbol.kind === "method" && graph.callees(symbol).length > 1;
    if (open.has(symbol.name) || constructs) openReferences(graph, symbol, depth, starts, known, maybe, out);
    if (symbol.kind === "method") {
      overridden(graph, symbol, depth, starts, known, maybe, out);
      if (out.unknowns.length === 0) framework(graph, symbol, depth, out);
    }
    if (out.unknowns.length > 0) return;
  }
}

/** A method without callers, of a type that inherits from or implements something outside the tree: whoever has that may call it. */
function framework(graph: Graph, row: SymbolRow, depth: number, out: Reach): boolean {
  const { store } = graph;
  const owner = row.kind === "method" ? ownerOf(graph, row) : null;
  // A runner calls what stands in a test, whatever its types are.
  if (!owner || graph.callees(row).length > 1 || graph.isTest(row)) return false;
  if (store.edgesTo(row.id, ["calls"]).some(({ src }) => src !== row.id)) return false;
  if (!store.edgesFrom(owner.id, HIERARCHY).some(({ resolution }) => resolution === "external")) return false;
  const type = typesAbove(store, owner).outside[0] ?? "type from elsewhere";
  out.unknowns.push({
    code: "dynamic-dispatch",
    message: `nothing here calls ${row.qualified}${depth > 0 ? `, which this reaches in ${count(depth, "step")}` : ""}, but ${owner.qualified} is a ${type}: whoever has one may call it (${row.path}:${row.start})`,
    path: row.path,
    line: row.start,
  });
  return true;
}

/** The type that a method is of: what it stands in, or what its file calls so. */
function ownerOf(graph: Graph, row: SymbolRow): SymbolRow | null {
  const parent = row.parent === null ? null : graph.symbol(row.parent);
  if (parent && isType(parent)) return parent;
  const name = row.qualified.slice(0, Math.max(0, row.qualified.lastIndexOf(".")));
  if (name === "" || row.file === null) return null;
  return graph.store.symbolsOfFile(row.file).find((one) => isType(one) && one.qualified === name) ?? graph.ownerOf(row);
}

/** The edge that an open reference would be. */
function edgeOf(kind: ReferenceKind): EdgeKind {
  if (kind === "call" || kind === "new") return "calls";
  return kind === "inherit" ? "inherits" : kind === "implement" ? "implements" : "uses";
}

/** Calls of a supertype's method may arrive at a changed override; a changed declaration binds its overrides. */
function dispatch(
  graph: Graph,
  seed: Seed,
  starts: ReadonlyMap<number, Seed>,
  known: Known,
  maybe: Map<number, ReachHit>,
  out: Reach,
): void {
  const row = seed.after!.row!;
  const owner = row.kind === "method" ? ownerOf(graph, row) : null;
  if (!owner || graph.callees(row).length > 1) return;
  if (seed.change === "comment") return;
  overridden(graph, row, 0, starts, known, maybe, out);
  if (!FORM.has(seed.change)) return;
  for (const { member, edge } of relatives(graph, owner, row.name, "down")) {
    if (starts.has(member.id) || known.has(member.id)) continue;
    out.used.add(seed);
    if (!starts.has(member.id)) out.left.add(seed);
    known.add({
      symbol: member,
      depth: 1,
      kind: edge.kind,
      line: member.start,
      resolution: edge.resolution,
      confidence: edge.confidence,
      to: row.qualified,
      dst: row.id,
      test: graph.isTest(member),
    });
  }
}

/** Calls of the methods that one overrides. */
function overridden(
  graph: Graph,
  row: SymbolRow,
  depth: number,
  starts: ReadonlyMap<number, Seed>,
  known: Known,
  maybe: Map<number, ReachHit>,
  out: Reach,
): void {
  const { store } = graph;
  const owner = ownerOf(graph, row);
  // Production code has no object of a test's type.
  if (!owner || graph.callees(row).length > 1 || graph.isTest(row)) return;
  let first: ReachHit | null = null;
  let callers = 0;
  for (const { member } of relatives(graph, owner, row.name, "up")) {
    for (const call of store.edgesTo(member.id, ["calls"])) {
      if (starts.has(call.src)) continue;
      if (depth > 0 && known.has(call.src)) continue;
      const hit = hitOf(graph, call.src, { ...call, dst: row.id, resolution: "ambiguous", confidence: candidateConfidence(2) }, depth + 1);
      if (!hit) continue;
      if (!known.has(call.src) && !maybe.has(call.src)) maybe.set(call.src, hit);
      if (hit.test) continue;
      callers++;
      first ??= hit;
    }
  }
  if (first)
    out.unknowns.push({
      code: "dynamic-dispatch",
      message: `${count(callers, "call")} of the method that ${row.qualified} overrides may arrive at it${depth > 0 ? `, which this reaches in ${count(depth, "step")}` : ""} (first: ${first.symbol.path}:${first.line ?? first.symbol.start})`,
      path: first.symbol.path,
      line: first.line,
    });
}

/** Members of that name in the supertypes (`up`) or subtypes (`down`) of a type, nearest first. */
function relatives(graph: Graph, owner: SymbolRow, name: string, way: "up" | "down"): { member: SymbolRow; edge: EdgeRow }[] {
  const { store } = graph;
  const members: { member: SymbolRow; edge: EdgeRow }[] = [];
  const seen = new Set([owner.id]);
  const queue = [owner];
  for (const type of queue) {
    for (const edge of way === "up" ? store.edgesFrom(type.id, HIERARCHY) : store.edgesTo(type.id, HIERARCHY)) {
      const other = graph.symbol(way === "up" ? edge.dst : edge.src);
      if (!other || other.file === null || seen.has(other.id) || seen.size > settings.maxHierarchy) continue;
      seen.add(other.id);
      queue.push(other);
      for (const member of store.childrenOf(other.id))
        if (member.name === name && /^(?:method|function)$/.test(member.kind)) members.push({ member, edge });
    }
  }
  return members;
}

export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
