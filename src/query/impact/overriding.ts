/** Which methods of types above and below one has the same name: a call of the upper may arrive at the lower. */
import { HIERARCHY } from "../../base/kinds.ts";
import { impact as settings } from "../../base/settings.ts";
import { familyOf, languageFor } from "../../lang/languages.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";
import { type Graph, isType } from "../walk/graph.ts";

/** Says that nobody below has it, or that it is of the type and not of its objects. */
const OWN = /\b(?:private|fileprivate|static)\b/;

export class Overriding {
  readonly #lines = new Map<string, readonly { type: SymbolRow; edge: EdgeRow }[]>();

  constructor(private readonly graph: Graph) {}

  /** The type that a method is of, what it stands in or what its file calls so; null for a constructor, which is called by the type. */
  ownerOf(row: SymbolRow): SymbolRow | null {
    const { graph } = this;
    if (row.kind !== "method" || graph.callees(row).length > 1) return null;
    const parent = row.parent === null ? null : graph.symbol(row.parent);
    if (parent && isType(parent)) return parent;
    const name = row.qualified.slice(0, Math.max(0, row.qualified.lastIndexOf(".")));
    if (name === "" || row.file === null) return null;
    return graph.store.symbolsOfFile(row.file).find((one) => isType(one) && one.qualified === name) ?? graph.ownerOf(row);
  }

  /** Members of that name in the supertypes (`up`) or subtypes (`down`) of a type, nearest first. */
  relatives(owner: SymbolRow, name: string, way: "up" | "down"): { member: SymbolRow; edge: EdgeRow }[] {
    return this.#line(owner, way).flatMap(({ type, edge }) =>
      this.graph.store
        .childrenOf(type.id)
        .flatMap((member) => (member.name === name && /^(?:method|function)$/.test(member.kind) ? { member, edge } : [])),
    );
  }

  /** Members of types above that a method stands for: production code has no object of a test's type. */
  above(row: SymbolRow): SymbolRow[] {
    if (row.kind !== "method" || OWN.test(row.signature) || this.graph.isTest(row)) return [];
    const owner = this.ownerOf(row);
    if (!owner) return [];
    const overloads = languageFor(row.language).overloading !== undefined;
    return this.relatives(owner, row.name, "up").flatMap(({ member }) =>
      OWN.test(member.signature) || (overloads && member.arity !== null && row.arity !== null && member.arity !== row.arity) ? [] : member,
    );
  }

  /** May a call of a member above arrive at a method? Not one of what is above the caller, nor one of an object that is no relative. */
  arrives({ src, line }: EdgeRow, below: SymbolRow): boolean {
    const from = this.graph.symbol(src);
    if (!from || from.file === null) return false;
    const { parent, self, implicitSelf } = familyOf(from.language);
    const calls = this.graph.store.referencesOf(from.file).filter((one) => one.line === line && one.name === below.name);
    if (calls.length === 0) return true;
    const begins = (receiver: string | null, words: readonly string[]): boolean =>
      receiver !== null && words.some((word) => receiver === word || receiver === `${word}()`);
    const others = calls.filter(({ receiver }) => !begins(receiver, parent));
    if (others.length === 0) return false;
    if (!others.every(({ receiver }) => (receiver === null ? implicitSelf : begins(receiver, self)))) return true;
    const theirs = this.ownerOf(below);
    const mine = this.#around(from);
    if (!theirs || mine.length === 0) return true;
    return mine.some((one) => one.id === theirs.id || this.#isAbove(one, theirs) || this.#isAbove(theirs, one));
  }

  /** Is a symbol code of a type, or of one below it? */
  isWithin(symbol: SymbolRow, owner: SymbolRow): boolean {
    const around = this.#around(symbol);
    return around.some((one) => one.id === owner.id || one.qualified === owner.qualified || this.#isAbove(one, owner));
  }

  /** Has a type another above it? */
  #isAbove(type: SymbolRow, other: SymbolRow): boolean {
    return this.#line(type, "up").some((one) => one.type.id === other.id);
  }

  /** The types whose code a symbol is, from the inside out. */
  #around(symbol: SymbolRow): SymbolRow[] {
    const found: SymbolRow[] = [];
    for (let one: SymbolRow | null = symbol; one !== null; one = one.parent === null ? null : this.graph.symbol(one.parent)) {
      const type = isType(one) ? one : this.ownerOf(one);
      if (type && !found.includes(type)) found.push(type);
    }
    return found;
  }

  /** The supertypes or subtypes of a type, nearest first. */
  #line(owner: SymbolRow, way: "up" | "down"): readonly { type: SymbolRow; edge: EdgeRow }[] {
    const key = `${way} ${owner.id}`;
    const known = this.#lines.get(key);
    if (known) return known;
    const { graph } = this;
    const found: { type: SymbolRow; edge: EdgeRow }[] = [];
    const seen = new Set([owner.id]);
    const queue = [owner];
    for (const type of queue)
      for (const edge of way === "up" ? graph.store.edgesFrom(type.id, HIERARCHY) : graph.store.edgesTo(type.id, HIERARCHY)) {
        const other = graph.symbol(way === "up" ? edge.dst : edge.src);
        if (!other || other.file === null || seen.has(other.id) || seen.size > settings.maxHierarchy) continue;
        seen.add(other.id);
        queue.push(other);
        found.push({ type: other, edge });
      }
    this.#lines.set(key, found);
    return found;
  }
}
