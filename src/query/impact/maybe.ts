/** What may depend on a change though no edge says so: open references of a name, calls that dispatch may lead here, frameworks. */

import { HIERARCHY, TYPES_AND_CALLABLES } from "../../base/kinds.ts";
import { impact as settings } from "../../base/settings.ts";
import type { Unknown } from "../../base/types.ts";
import { languageFor } from "../../lang/languages.ts";
import type { SymbolRow } from "../../store/graph.ts";
import { calledFromOutside } from "../walk/elsewhere.ts";
import { type Graph, isType } from "../walk/graph.ts";
import { candidateConfidence, edgeKindOf, fit, mayName, referable } from "../walk/possible.ts";
import { taken } from "./misfits.ts";
import type { Overriding } from "./overriding.ts";
import { hitOf, Known, type Reach, type ReachHit } from "./reached.ts";
import { count, isOfForm, isWalked, type Seed } from "./seeds.ts";

/** Is called by its name. */

/** Hardly the name of something else as well. */
export const SEVERAL_WORDS = /[\p{L}\d]_\p{L}|[\p{Ll}\d]\p{Lu}/u;

/** Does a file import (something of) another, or are they one? Then a name that could not be resolved plausibly means it. */
export function related(graph: Graph, from: number, to: number): boolean {
  return from === to || graph.imports(from, to);
}

/** Scripts that are run before anything of the tree is compiled, and the folders of what these may call. */
export const BUILDS = /(?:^|\/)(?:[^/]+\.gradle(?:\.kts)?|Package\.swift|build\.rs|[^/]+\.(?:sbt|sc))$/;
const BUILT_FIRST = /(?:^|\/)(?:buildSrc|build-logic|build-plugin|project|gradle)\//;

/** Says that nobody outside its file has it, but for other parts of its type. */
const PRIVATE = /\b(?:file)?private\b|^local\b|^static\b(?=[^(]*\()/;

/** Could code of a file mean a definition, if it has one of that type? Not what is private to another file, nor from a script that is run before it. */
function sees(open: { path: string }, row: SymbolRow, from: SymbolRow | null): boolean {
  if (open.path === row.path) return true;
  if (BUILDS.test(open.path) && !BUILT_FIRST.test(row.path)) return false;
  const { hides, seesPrivate, family } = languageFor(row.language);
  if (!hides || row.exported || !PRIVATE.test(row.signature) || (family.headers && /\.h\w*$/i.test(row.path))) return true;
  const owner = row.qualified.slice(0, row.qualified.lastIndexOf(".") + 1);
  return (owner !== "" && from?.qualified.startsWith(owner) === true) || seesPrivate?.(open.path, row.path) === true;
}

/** Looks beside a walk that is done; what it finds goes into `out`. */
export class Maybe {
  readonly #hits = new Map<number, ReachHit>();
  readonly #known: Known;

  /** @param starts symbols that the walk began at */
  constructor(
    private readonly graph: Graph,
    private readonly overriding: Overriding,
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
      this.#binds(seed, row);
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
    const takes = taken(row, languageFor(row.language));
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
        const shaped = how === "possible" && (reference.arity === null || !takes || reference.arity >= takes.least);
        if (how === "no" || (!shaped && !alone() && !related(this.graph, open.file, row.file!))) continue;
        const symbol = store.symbolById(reference.scope);
        if (!symbol || this.starts.has(symbol.id) || !sees(open, row, symbol)) continue;
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
    const hits = out.affected.filter((hit) => !hit.test && hit.kind !== "imports" && TYPES_AND_CALLABLES.has(hit.symbol.kind));
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
      if (out.unknowns.length > 0 || this.#framework(symbol, depth)) return;
    }
  }

  /** A method without callers, of a type that inherits from or implements something outside the tree: whoever has that may call it. */
  #framework(row: SymbolRow, depth: number): boolean {
    const { store } = this.graph;
    const owner = this.overriding.ownerOf(row);
    // A runner calls what stands in a test, whatever its types are.
    if (!owner || this.graph.isTest(row)) return false;
    if (store.edgesTo(row.id, ["calls"]).some(({ src }) => src !== row.id)) return false;
    if (!store.edgesFrom(owner.id, HIERARCHY).some(({ resolution }) => resolution === "external")) return false;
    const above = calledFromOutside(store, row, owner);
    if (!above) return false;
    this.#say("dynamic-dispatch", `nothing here calls ${row.qualified}${within(depth)}, but ${above.message}`, row.path, row.start);
    return true;
  }

  /** A changed declaration binds its overrides. */
  #binds(seed: Seed, row: SymbolRow): void {
    const { graph, out, starts } = this;
    const owner = isOfForm(seed) ? this.overriding.ownerOf(row) : null;
    if (!owner) return;
    for (const { member, edge } of this.overriding.relatives(owner, row.name, "down")) {
      if (starts.has(member.id) || this.#known.has(member.id)) continue;
      out.used.add(seed);
      out.left.add(seed);
      const hit = hitOf(graph, member.id, { ...edge, line: member.start, dst: row.id }, 1);
      if (hit) this.#known.add(hit);
    }
  }
}

const within = (depth: number): string => (depth > 0 ? `, which this reaches in ${count(depth, "step")}` : "");
