/**
 * What types above others demand of them: a member that an interface, a trait or an abstract class only names has to be defined below it. A change breaks
 * that where it takes the definition away, where it asks for something more, or where it takes away what a definition says that it overrides.
 */

import { HIERARCHY } from "../../base/kinds.ts";
import { impact as settings } from "../../base/settings.ts";
import type { EdgeKind, SymbolKind, Unknown } from "../../base/types.ts";
import type { Promised } from "../../lang/engine/language.ts";
import { codeOf, languageFor } from "../../lang/languages.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import { isConstructor } from "../../store/symbols.ts";
import { ROOTS, typesAbove } from "../walk/elsewhere.ts";
import { type Graph, isType } from "../walk/graph.ts";
import { type Demand, structuralSubtypes, structuralSupertypes } from "../walk/structural.ts";
import { filesNaming } from "../walk/texts.ts";
import type { Broken } from "./broken.ts";
import type { Definition } from "./definitions.ts";
import type { Seed } from "./seeds.ts";

const MEMBERS: ReadonlySet<SymbolKind> = new Set(["function", "method", "field", "constant", "variable", "type"]);

export interface Demanded {
  broken: Broken[];
  unknowns: Unknown[];
}

/** Demands that a change leaves unmet, and definitions that it leaves without what they override. */
export function demanded(graph: Graph, seeds: readonly Seed[]): Demanded {
  return new Demands(graph).of(seeds);
}

class Demands {
  readonly #out: Demanded = { broken: [], unknowns: [] };
  readonly #said = new Set<string>();
  readonly #texts = new Map<string, string[] | null>();

  constructor(private readonly graph: Graph) {}

  of(seeds: readonly Seed[]): Demanded {
    for (const seed of seeds) {
      const { before, after, change } = seed;
      const lost = before && (TAKING.has(change) || (change === "signature" && before.arity !== after?.arity)) ? before : null;
      if (lost && MEMBERS.has(lost.kind)) this.#lost(seed, lost);
      if (lost && change === "signature" && after?.row?.kind === "method") this.#overridesYet(after.row);
      if (after?.row && MEMBERS.has(after.kind) && ASKING.has(change)) this.#asked(seed, after.row);
    }
    return this.#out;
  }

  // -------------------------------------------------------------------------------------------- what is gone

  #lost(seed: Seed, lost: Definition): void {
    const owner = this.#ownerOf(lost, seed.oldPath ?? seed.path);
    this.#lostApart(seed, lost);
    if (!owner || isConstructor({ kind: "method", name: lost.name }, owner.name)) return;
    const demand = { name: lost.name, arity: lost.arity };
    if (this.#own(owner, demand).length > 0) return;
    // What is demanded from above, of this type or of those below it that had it from here.
    const by = this.#demanding(owner, demand);
    if (by) for (const type of this.#lacking(owner, demand, by)) this.#unmet(type, lost, by, seed);
    this.#leftOverriding(owner, demand, lost, seed);
    const named = new Set(this.#above(owner).map(({ id }) => id));
    for (const type of structuralSupertypes(this.graph.store, owner, demand).types) {
      if (named.has(type.id)) continue;
      const at = this.#asserted(owner, type);
      if (at)
        this.#breaks(
          owner,
          "implements",
          lost.qualified,
          seed.oldPath ?? seed.path,
          "demanded",
          `${type.qualified} of ${type.path} (${at})`,
        );
      else
        this.#doubt(
          `${owner.qualified} (${owner.path}:${owner.start}) has no ${lost.name} any more, which ${type.qualified} of ${type.path} asks for: what takes it for one is not known`,
          owner,
        );
    }
  }

  /** Where a type is said to meet an interface that it does not name: `var _ Shape = (*Circle)(nil)`. */
  #asserted(owner: SymbolRow, type: SymbolRow): string | null {
    const [one, other] = [RegExp.escape(owner.name), RegExp.escape(type.name)];
    const said = new RegExp(`\\b${other}\\s*=\\s*(?:\\(\\*(?:\\w+\\.)?${one}\\)\\(|&?(?:\\w+\\.)?${one}\\{|new\\((?:\\w+\\.)?${one}\\))`);
    for (const file of filesNaming(this.graph.store, owner.name).slice(0, settings.maxOpenFiles)) {
      const row = this.graph.store.fileById(file);
      const lines = row?.language === owner.language ? codeLines(this.graph.store, row.path) : null;
      const at = lines?.findIndex((line) => said.test(line)) ?? -1;
      if (at >= 0) return `${row!.path}:${at + 1}`;
    }
    return null;
  }

  /** Definitions below that are marked as overriding what is gone. */
  #leftOverriding(owner: SymbolRow, demand: Demand, lost: Definition, seed: Seed): void {
    const { overrides, bound } = languageFor(owner.language);
    if (!(overrides || bound) || this.#above(owner).some((type) => this.#own(type, demand).length > 0)) return;
    for (const { type } of this.#below(owner))
      for (const member of this.#own(type, demand)) {
        const text = this.#textOf(member);
        const says =
          overrides?.test(text?.head ?? member.signature) ||
          (text && bound?.({ ...text, signature: member.signature, name: member.name, kind: type.kind }, owner.name));
        if (!says) continue;
        if (this.#above(type).some((one) => this.#own(one, demand).length > 0) || this.#outside(type).length > 0) continue;
        const renamed = seed.change === "renamed" && seed.after ? seed.after.qualified : null;
        this.#breaks(member, "implements", `${owner.qualified}.${lost.name}`, owner.path, renamed ? "renamed" : "deleted", renamed);
      }
  }

  /** What a trait asks of a type for which it is implemented apart from both (`impl Shape for bool`): no edge says so where that type is not here. */
  #lostApart({ path, oldPath }: Seed, { name, qualified, arity }: Definition): void {
    const { store } = this.graph;
    const file = store.fileByPath(oldPath ?? path);
    const owner = qualified.split(".").at(-2);
    if (!file || owner === undefined) return;
    for (const { kind, name: above, subject, line } of store.referencesOf(file.id)) {
      if (kind !== "implement" || subject?.split(".").at(-1) !== owner) continue;
      const types = store.symbolsByName(above).filter((one) => isType(one) && one.file !== null && one.language === file.language);
      for (const type of types) if (types.length === 1) this.#unmetApart(type, { name, arity }, owner, file.id, line);
    }
  }

  /** Does a file implement a trait for a type without a member that it asks for? */
  #unmetApart(type: SymbolRow, demand: Demand, owner: string, file: number, line: number): void {
    const { store } = this.graph;
    const symbols = store.symbolsOfFile(file);
    const has = symbols.some((one) => one.name === demand.name && one.qualified.endsWith(`${owner}.${demand.name}`));
    if (has || !this.#own(type, demand).some((member) => this.#demandOfMember(member, type, "implements") === true)) return;
    this.#breaks(
      { ...symbols[0]!, start: line },
      "implements",
      `${owner}.${demand.name}`,
      type.path,
      "demanded",
      `${type.qualified} of ${type.path}`,
    );
  }

  /** A method that says that it overrides one, and takes other arguments than that now. */
  #overridesYet(row: SymbolRow): void {
    const says = languageFor(row.language).overrides?.test(this.#textOf(row)?.head ?? row.signature);
    const type = says ? this.graph.symbol(row.parent ?? 0) : null;
    const demand = { name: row.name, arity: row.arity };
    if (!says || (type && this.#above(type).some((one) => this.#own(one, demand).length > 0))) return;
    this.#doubt(
      `${row.qualified} (${row.path}:${row.start}) says that it overrides one that takes as much: where that is, is not known`,
      row,
    );
  }

  // -------------------------------------------------------------------------------------------- what is asked for

  #asked(seed: Seed, row: SymbolRow): void {
    const type = this.graph.symbol(row.parent ?? 0);
    if (!type || !isOwner(type) || isConstructor({ kind: "method", name: row.name }, type.name)) return;
    // As it was asked for before nothing is new.
    const { before, change } = seed;
    if (change === "signature" && before?.name === row.name && before.arity === row.arity) return;
    const demand = { name: row.name, arity: row.arity };
    if (change === "added") this.#askedOfAll(type, demand);
    for (const file of filesNaming(this.graph.store, type.name).slice(0, settings.maxOpenFiles))
      for (const one of this.graph.store.referencesOf(file))
        if (one.kind === "implement" && one.subject !== undefined && one.name === type.name)
          this.#unmetApart(type, demand, one.subject.split(".").at(-1)!, file, one.line);
    for (const { type: below, edge } of this.#below(type, false))
      if (this.#demands(row, type, edge.kind))
        for (const one of this.#lacking(below, demand, type))
          this.#unmet(one, { name: row.name, qualified: `${one.qualified}.${row.name}` }, type, seed);
  }

  /** What an interface that nobody has to name asks for anew, of types that had all that it asked for before. */
  #askedOfAll(type: SymbolRow, demand: Demand): void {
    for (const one of structuralSubtypes(this.graph.store, type, demand).types) {
      if (this.#own(one, demand).length > 0 || this.#given(one, demand)) continue;
      const at = this.#asserted(one, type);
      if (at)
        this.#breaks(
          one,
          "implements",
          `${one.qualified}.${demand.name}`,
          type.path,
          "demanded",
          `${type.qualified} of ${type.path} (${at})`,
        );
      else
        this.#doubt(
          `${one.qualified} (${one.path}:${one.start}) has no ${demand.name}, which ${type.qualified} of ${type.path} asks for now: what takes it for one is not known`,
          one,
        );
    }
  }

  #unmet(type: SymbolRow, member: Pick<Definition, "name" | "qualified">, by: SymbolRow, seed: Seed): void {
    const outside = this.#outside(type);
    const sure = outside.length === 0 && this.#demandOf(type, by, member.name) === true;
    const now = `${by.qualified} of ${by.path}`;
    if (sure) this.#breaks(type, "implements", `${type.qualified}.${member.name}`, seed.oldPath ?? seed.path, "demanded", now);
    else
      this.#doubt(
        `${type.qualified} (${type.path}:${type.start}) does not define ${member.name}, which ${now} demands${outside.length > 0 ? `: ${outside.slice(0, 3).join(", ")}, from outside this tree, may` : ""}`,
        type,
      );
  }

  // -------------------------------------------------------------------------------------------- types

  /** The type that a definition was a member of, if it is still there. */
  #ownerOf({ qualified, name }: Definition, path: string): SymbolRow | null {
    const { store } = this.graph;
    if (!qualified.endsWith(`.${name}`)) return null;
    const owner = qualified.slice(0, -name.length - 1);
    const named = store.symbolsByName(owner.slice(owner.lastIndexOf(".") + 1)).filter((one) => isOwner(one) && one.file !== null);
    const all = named.sort((a, b) => Number(isType(b)) - Number(isType(a)));
    const same = all.filter((one) => one.qualified === owner);
    return (
      same.find((one) => one.path === path) ??
      (same.length === 1 ? same[0]! : null) ??
      (all.length === 1 && all[0]!.qualified.endsWith(owner) ? all[0]! : null)
    );
  }

  #above(type: SymbolRow): SymbolRow[] {
    return typesAbove(this.graph.store, type).inside;
  }

  /** Classes above a type that are not in the tree: they may define whatever is demanded. */
  #outside(type: SymbolRow): string[] {
    const { inside, outside } = typesAbove(this.graph.store, type);
    if (outside.length === 0 || languageFor(type.language).blanket) return [];
    const classes = new Set(
      [type, ...inside].flatMap((one) =>
        one.file === null
          ? []
          : this.graph.store
              .referencesOf(one.file)
              .flatMap(({ kind, scope, name }) => (kind === "inherit" && scope === one.at ? name : [])),
      ),
    );
    return outside.filter((name) => classes.has(name) && !ROOTS.has(name));
  }

  /** Types directly below one, or all of them. */
  #below(type: SymbolRow, all = true): { type: SymbolRow; edge: EdgeRow }[] {
    const out: { type: SymbolRow; edge: EdgeRow }[] = [];
    const seen = new Set([type.id]);
    const queue = [type];
    for (const one of queue) {
      for (const edge of this.graph.store.edgesTo(one.id, HIERARCHY)) {
        const below = this.graph.symbol(edge.src);
        if (!below || below.file === null || !isOwner(below) || seen.has(below.id) || seen.size > settings.maxHierarchy) continue;
        seen.add(below.id);
        out.push({ type: below, edge });
        if (all) queue.push(below);
      }
    }
    return out;
  }

  /** Types at or below one that can be made and have no such member, of their own or from above. */
  #lacking(type: SymbolRow, demand: Demand, by: SymbolRow, seen = new Set<number>()): SymbolRow[] {
    if (seen.has(type.id) || seen.size > settings.maxHierarchy) return [];
    seen.add(type.id);
    if (type.id !== by.id && (this.#own(type, demand).length > 0 || this.#given(type, demand))) return [];
    const { lacksQuietly } = languageFor(type.language);
    const below = this.#below(type, false);
    const open = type.kind === "interface" || type.kind === "trait" || /\b(?:abstract|sealed|expect|declare)\b/.test(type.signature);
    if (open || (lacksQuietly && below.length > 0)) return below.flatMap((one) => this.#lacking(one.type, demand, by, seen));
    return [type];
  }

  /** Does something else than its own members give it to a type: a class above it, what it delegates to, what an annotation makes? */
  #given(type: SymbolRow, demand: Demand): boolean {
    if (/\bby\s+[\p{L}_(]/u.test(type.signature) || GENERATING.test(this.#headOf(type))) return true;
    const of = languageFor(type.language);
    const all = [type, ...this.#above(type)];
    return all.some((one) => {
      // An interface of the class's own name says what is mixed into it.
      if (one.id === type.id)
        return this.graph.store
          .symbolsOfFile(one.file!)
          .some((other) => other.id !== one.id && other.qualified === one.qualified && isType(other) && of.structuralTypes !== undefined);
      return this.#own(one, demand).some((member) => !this.#demands(member, one, this.#wayTo(type, one)));
    });
  }

  /** How a type is directly above another: by which kind of edge. */
  #wayTo(type: SymbolRow, above: SymbolRow): EdgeKind | null {
    return this.graph.store.edgesFrom(type.id, HIERARCHY).find(({ dst }) => dst === above.id)?.kind ?? null;
  }

  /** The first type above one that demands a member, where none there defines it. */
  #demanding(type: SymbolRow, demand: Demand): SymbolRow | null {
    let by: SymbolRow | null = null;
    for (const one of this.#above(type)) {
      const members = this.#own(one, demand);
      if (members.length === 0) continue;
      const way = this.#wayTo(type, one);
      if (members.some((member) => !this.#demands(member, one, way))) return null;
      by ??= one;
    }
    return by && !this.#given(type, demand) ? by : null;
  }

  // -------------------------------------------------------------------------------------------- members

  /** Members of a type that a demand may mean, wherever they stand. */
  #own(type: SymbolRow, { name, arity }: Demand): SymbolRow[] {
    const { store } = this.graph;
    const language = languageFor(type.language);
    const told = language.overloading !== undefined || language.blanket === true || language.family.structural === true;
    const all = store
      .symbolsByName(name)
      .filter(
        (one) =>
          MEMBERS.has(one.kind) &&
          (one.parent === type.id ||
            (one.qualified === `${type.qualified}.${name}` && languageFor(one.language).family === language.family)),
      );
    return all.filter((one) => !told || arity === null || one.arity === null || one.arity === arity);
  }

  #demands(member: SymbolRow, type: SymbolRow, way: EdgeKind | null): boolean {
    return this.#demandOfMember(member, type, way) !== false;
  }

  #demandOf(type: SymbolRow, by: SymbolRow, name: string): boolean | "perhaps" {
    const found = this.#own(by, { name, arity: null }).map((member) => this.#demandOfMember(member, by, this.#wayTo(type, by)));
    return found.includes(true) ? true : found.includes("perhaps") ? "perhaps" : false;
  }

  #demandOfMember(member: SymbolRow, type: SymbolRow, way: EdgeKind | null): boolean | "perhaps" {
    const { demands, implementsAll } = languageFor(member.language);
    if (implementsAll && way === "implements") return !/^_|\bstatic\b/.test(`${member.name} ${member.signature}`);
    if (!demands || member.file === null) return false;
    const text = this.#textOf(member);
    return text === null ? false : demands({ ...text, signature: member.signature, name: member.name, kind: type.kind });
  }

  /** What stands before a member's body, its marks included, and what follows that. */
  #textOf({ path, start, end, signature, name }: SymbolRow): Pick<Promised, "head" | "rest" | "before" | "whole"> | null {
    let lines = this.#texts.get(path);
    if (lines === undefined) {
      lines = codeLines(this.graph.store, path);
      this.#texts.set(path, lines);
    }
    if (lines === null) return null;
    // One line more: what computes a property may stand there.
    const text = lines.slice(start - 1, end + 1).join("\n");
    const found = new RegExp(signature.split(/\s+/).map(RegExp.escape).join("\\s*")).exec(text);
    const at = found ? found.index + found[0].length : text.indexOf(name) + name.length;
    const [before, whole] = [lines.slice(0, start - 1), lines].map((some) => some.join("\n")) as [string, string];
    return { head: text.slice(0, at), rest: text.slice(at).trimStart(), before, whole };
  }

  #headOf(type: SymbolRow): string {
    return this.#textOf(type)?.head ?? "";
  }

  // -------------------------------------------------------------------------------------------- what is said

  #breaks(symbol: SymbolRow, kind: EdgeKind, what: string, path: string, why: Broken["why"], now: string | null): void {
    const identity = `${symbol.path} ${symbol.start} ${what} ${why}`;
    if (this.#said.has(identity)) return;
    this.#said.add(identity);
    const test = this.graph.isTest(symbol);
    this.#out.broken.push({ symbol, line: symbol.start, kind, resolution: "exact", confidence: 1, test, what, path, why, now });
  }

  #doubt(message: string, { path, start }: SymbolRow): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    this.#out.unknowns.push({ code: "dangling-references", message, path, line: start });
  }
}

const TAKING: ReadonlySet<string> = new Set(["deleted", "renamed", "moved"]);
const ASKING: ReadonlySet<string> = new Set(["added", "renamed", "moved", "signature"]);

/** Modules of some languages have behaviours above them. */
const isOwner = (one: SymbolRow): boolean => isType(one) || one.kind === "module";

/** Annotations by which members are made that stand nowhere. */
const GENERATING = /@(?:Data|Getter|Setter|Value|Builder|Delegate|AutoValue|Parcelize|JsonClass|attr\w*|\w*dataclass|automock|mock\w*)\b/;

/** The lines of a file without comments and strings. */
function codeLines(store: Store, path: string): string[] | null {
  const source = store.source(path);
  if (typeof source === "string") return null;
  const { syntax } = languageFor(store.fileByPath(path)?.language ?? null);
  return (syntax ? codeOf(source.text, syntax) : source.text).split("\n");
}
