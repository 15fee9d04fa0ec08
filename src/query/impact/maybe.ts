/** What may depend on a change though no edge says so: open references of a name, calls that dispatch may lead here, frameworks. */
import type { Unknown } from "../../base/impact.ts";
import { impact as settings } from "../../base/settings.ts";
import type { EdgeKind } from "../../base/types.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";
import { typesAbove } from "../walk/elsewhere.ts";
import { type Graph, isType } from "../walk/graph.ts";
import { candidateConfidence, edgeKindOf, fit, mayName, referable } from "../walk/possible.ts";
import { hitOf, Known, type Reach, type ReachHit } from "./reached.ts";
import { count, isOfForm, isWalked, type Seed } from "./seeds.ts";

const HIERARCHY: readonly EdgeKind[] = ["inherits", "implements"];

/** Is called by its name. */
const CALLED: ReadonlySet<string> = new Set(["function", "method", "macro", "class", "struct", "interface", "trait", "enum", "type"]);

/** Hardly the name of something else as well. */
export const SEVERAL_WORDS = /[\p{L}\d]_\p{L}|[\p{Ll}\d]\p{Lu}/u;

/** Does a file import (something of) another, or are they one? Then a name that could not be resolved plausibly means it. */
export function related(graph: Graph, from: number, to: number): boolean {
  return from === to || graph.imports(from, to);
}

/** Looks beside a walk that is done; what it finds goes into `out`. */
export class Maybe {
  readonly #hits = new Map<number, ReachHit>();
  readonly #known: Known;

  /** @param starts symbols that the walk began at */
  constructor(
    private readonly graph: Graph,
    private readonly starts: ReadonlyMap<number, Seed>,
    private readonly out: Reach,
  ) {
    this.#known = new Known(out);
  }

  look(seeds: readonly Seed[]): void {
    const { out } = this;
    for (const seed of seeds) {
      const row = seed.after?.row;
      if (!isWalked(seed) || !row || row.kind === "file") continue;
      if (seed.change !== "added") this.#openReferences(row, 0);
      this.#dispatch(seed, row);
    }
    // What breaks is high whatever else is not known, and one thing that is not known is enough.
    if (out.broken.length === 0 && out.unknowns.length === 0) this.#beyond(seeds);
    out.possible = [...this.#hits.values()];
  }

  #say(code: Unknown["code"], message: string, path: string, line: number | null): void {
    this.out.unknowns.push({ code, message, path, line });
  }

  /** References of a symbol's name that nobody could resolve. @param depth of the symbol: 0 for a start */
  #openReferences(row: SymbolRow, depth: number): void {
    const { store } = this.graph;
    // A constructor is called by its type's name.
    const named = this.graph.callees(row).find((symbol) => isType(symbol) && symbol.id !== row.id) ?? row;
    const to = referable(store, named);
    const places: { path: string; line: number; test: boolean }[] = [];
    // All files with a symbol of that name are unpacked for it: only once a reference may mean one of them.
    let definitions: number | null = null;
    const among = (): number => (definitions ??= store.definitionsNamed(named.name));
    // A name of several words that is defined once is meant wherever it stands, though no import leads there.
    const alone = (): boolean => SEVERAL_WORDS.test(named.name) && among() === 1;
    for (const open of store.openFiles(named.name, settings.maxOpenFiles)) {
      const test = open.tags.includes("test");
      if (!mayName(open.language, test, to)) continue;
      for (const reference of open.references) {
        const how = fit(reference, open.language, test, to);
        if (how === "no" || (how === "unresolved" && !alone() && !related(this.graph, open.file, row.file!))) continue;
        const symbol = store.symbolById(reference.scope);
        if (!symbol || this.starts.has(symbol.id)) continue;
        const { line } = reference;
        places.push({ path: open.path, line, test });
        if (this.#known.has(symbol.id) || this.#hits.has(symbol.id)) continue;
        const kind = edgeKindOf(reference.kind);
        const confidence = candidateConfidence(among());
        const hit = { symbol, depth: depth + 1, kind, line, confidence, to: row.qualified, dst: row.id, test };
        this.#hits.set(symbol.id, { ...hit, resolution: "ambiguous" });
      }
    }
    const outside = places.filter(({ test }) => !test);
    if (outside.length === 0) return;
    const { path, line } = outside[0]!;
    const least = new Set(places.map((place) => place.path)).size >= settings.maxOpenFiles ? "at least " : "";
    const references = `${least}${count(outside.length, "reference")} named ${named.name}`;
    this.#say(
      "open-references",
      `${references} could not be resolved and may mean ${row.qualified}${within(depth)} (first: ${path}:${line})`,
      path,
      line,
    );
  }

  /**
   * What may lead to a symbol on the way that no edge says: then it is not known what lies behind it, however near the walk ended. Looked at
   * nearest first, until something is found.
   */
  #beyond(seeds: readonly Seed[]): void {
    const { graph, out } = this;
    const hits = out.affected.filter((hit) => !hit.test && hit.kind !== "imports" && CALLED.has(hit.symbol.kind));
    if (hits.length === 0 && !seeds.some((seed) => seed.after?.row?.kind === "method" && isWalked(seed))) return;
    for (const seed of seeds) {
      const row = isWalked(seed) && seed.change !== "added" ? seed.after?.row : null;
      if (row && this.#framework(row, 0)) return;
    }
    // Of a name that is open nowhere nothing is looked up.
    const names = JSON.stringify([...new Set(hits.map((hit) => hit.symbol.name))]);
    const rows = graph.store
      .statement("SELECT DISTINCT name FROM reference WHERE name IN (SELECT value FROM json_each(?))")
      .values(names) as [string][];
    const open = new Set(rows.map(([name]) => name));
    for (const { symbol, depth } of hits) {
      const constructs = symbol.kind === "method" && graph.callees(symbol).length > 1;
      if (open.has(symbol.name) || constructs) this.#openReferences(symbol, depth);
      this.#overridden(symbol, depth);
      if (out.unknowns.length > 0 || this.#framework(symbol, depth)) return;
    }
  }

  /** The type that a method is of, what it stands in or what its file calls so; null for a constructor, which is called by the type. */
  #ownerOf(row: SymbolRow): SymbolRow | null {
    const { graph } = this;
    if (row.kind !== "method" || graph.callees(row).length > 1) return null;
    const parent = row.parent === null ? null : graph.symbol(row.parent);
    if (parent && isType(parent)) return parent;
    const name = row.qualified.slice(0, Math.max(0, row.qualified.lastIndexOf(".")));
    if (name === "" || row.file === null) return null;
    return graph.store.symbolsOfFile(row.file).find((one) => isType(one) && one.qualified === name) ?? graph.ownerOf(row);
  }

  /** A method without callers, of a type that inherits from or implements something outside the tree: whoever has that may call it. */
  #framework(row: SymbolRow, depth: number): boolean {
    const { store } = this.graph;
    const owner = this.#ownerOf(row);
    // A runner calls what stands in a test, whatever its types are.
    if (!owner || this.graph.isTest(row)) return false;
    if (store.edgesTo(row.id, ["calls"]).some(({ src }) => src !== row.id)) return false;
    if (!store.edgesFrom(owner.id, HIERARCHY).some(({ resolution }) => resolution === "external")) return false;
    const type = typesAbove(store, owner).outside[0] ?? "type from elsewhere";
    const who = `but ${owner.qualified} is a ${type}: whoever has one may call it (${row.path}:${row.start})`;
    this.#say("dynamic-dispatch", `nothing here calls ${row.qualified}${within(depth)}, ${who}`, row.path, row.start);
    return true;
  }

  /** Calls of a supertype's method may arrive at a changed override; a changed declaration binds its overrides. */
  #dispatch(seed: Seed, row: SymbolRow): void {
    const { graph, out, starts } = this;
    const owner = this.#ownerOf(row);
    if (!owner) return;
    this.#overridden(row, 0);
    if (!isOfForm(seed)) return;
    for (const { member, edge } of this.#relatives(owner, row.name, "down")) {
      if (starts.has(member.id) || this.#known.has(member.id)) continue;
      out.used.add(seed);
      out.left.add(seed);
      const hit = hitOf(graph, member.id, { ...edge, line: member.start, dst: row.id }, 1);
      if (hit) this.#known.add(hit);
    }
  }

  /** Calls of the methods that one overrides. */
  #overridden(row: SymbolRow, depth: number): void {
    const owner = this.#ownerOf(row);
    // Production code has no object of a test's type.
    if (!owner || this.graph.isTest(row)) return;
    const ambiguous = { dst: row.id, resolution: "ambiguous" as const, confidence: candidateConfidence(2) };
    let first: ReachHit | null = null;
    let callers = 0;
    for (const { member } of this.#relatives(owner, row.name, "up"))
      for (const call of this.graph.store.edgesTo(member.id, ["calls"])) {
        if (this.starts.has(call.src) || (depth > 0 && this.#known.has(call.src))) continue;
        const hit = hitOf(this.graph, call.src, { ...call, ...ambiguous }, depth + 1);
        if (!hit) continue;
        if (!this.#known.has(call.src) && !this.#hits.has(call.src)) this.#hits.set(call.src, hit);
        if (hit.test) continue;
        callers++;
        first ??= hit;
      }
    if (!first) return;
    const { symbol, line } = first;
    const calls = `${count(callers, "call")} of the method that ${row.qualified} overrides may arrive at it${within(depth)}`;
    this.#say("dynamic-dispatch", `${calls} (first: ${symbol.path}:${line ?? symbol.start})`, symbol.path, line);
  }

  /** Members of that name in the supertypes (`up`) or subtypes (`down`) of a type, nearest first. */
  #relatives(owner: SymbolRow, name: string, way: "up" | "down"): { member: SymbolRow; edge: EdgeRow }[] {
    const { graph } = this;
    const { store } = graph;
    const members: { member: SymbolRow; edge: EdgeRow }[] = [];
    const seen = new Set([owner.id]);
    const queue = [owner];
    for (const type of queue)
      for (const edge of way === "up" ? store.edgesFrom(type.id, HIERARCHY) : store.edgesTo(type.id, HIERARCHY)) {
        const other = graph.symbol(way === "up" ? edge.dst : edge.src);
        if (!other || other.file === null || seen.has(other.id) || seen.size > settings.maxHierarchy) continue;
        seen.add(other.id);
        queue.push(other);
        for (const member of store.childrenOf(other.id))
          if (member.name === name && /^(?:method|function)$/.test(member.kind)) members.push({ member, edge });
      }
    return members;
  }
}

const within = (depth: number): string => (depth > 0 ? `, which this reaches in ${count(depth, "step")}` : "");
