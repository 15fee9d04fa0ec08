/**
 * Relations from one member to another: uses of packages followed to the member that offers them (stitch/), and on from there. What is found in other
 * members is told as results of theirs.
 */

import { type Draft, Pages, quoteAll } from "../asking/quote.ts";
import { toDraft } from "../asking/structural.ts";
import type { Warning } from "../base/errors.ts";
import { DEPENDING, HIERARCHY } from "../base/kinds.ts";
import type { Answer, Result } from "../base/schema.ts";
import { asking, quoting } from "../base/settings.ts";
import type { EdgeKind, Operation } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { toNode } from "../query/subgraph.ts";
import { outsideUses } from "../query/walk/outside.ts";
import { type StructuralHit, walk } from "../query/walk.ts";
import type { SymbolRow } from "../store/graph.ts";
import { fleet as limits } from "./limits.ts";
import type { Members, OpenedMember } from "./member.ts";
import { placesIn } from "./places.ts";
import { type Stitch, Stitching } from "./stitch/stitch.ts";

/** Kinds of edges that a relation follows to a symbol, or from it. */
const INWARDS: Partial<Record<Operation, readonly EdgeKind[]>> = {
  callers: ["calls"],
  references: [...DEPENDING, "references"],
  subclasses: HIERARCHY,
  importers: ["imports"],
  blast_radius: [...DEPENDING, "references"],
};
const OUTWARDS: Partial<Record<Operation, readonly EdgeKind[]>> = {
  callees: ["calls"],
  superclasses: HIERARCHY,
  imports: ["imports"],
};

/** A symbol of another member, as a hit there. */
export interface Crossing {
  of: OpenedMember;
  hit: StructuralHit;
  /** The use that leads there, or from there, where one does directly. */
  by: Stitch | null;
}

const keyOf = (of: OpenedMember, symbol: SymbolRow): string => `${of.member.name}\0${symbol.id}`;

/** What leads from member to member, for one question. */
export class Across {
  #stitching: Stitching | null = null;
  readonly warnings: Warning[] = [];

  constructor(private readonly members: Members) {}

  get stitching(): Stitching {
    this.#stitching ??= new Stitching(this.members.opened);
    return this.#stitching;
  }

  close(): void {
    this.#stitching?.close();
  }

  #of(name: string): OpenedMember {
    return this.members.opened.find(({ member }) => member.name === name)!;
  }

  #tell(warnings: readonly Warning[]): void {
    for (const one of warnings) if (!this.warnings.some(({ message }) => message === one.message)) this.warnings.push(one);
  }

  /** Does a relation lead to a symbol: may another member have some of it too? */
  static leadsTo = (operation: Operation): boolean => INWARDS[operation] !== undefined;
  /** Is a relation followed to other members at all? */
  static follows = (operation: Operation): boolean => Across.leadsTo(operation) || OUTWARDS[operation] !== undefined;

  /** Members of a relation of a symbol that are in other members, nearest first. @param depth hops; null: the relation's own */
  related(owner: OpenedMember, symbol: SymbolRow, operation: Operation, depth: number | null): Crossing[] {
    const outwards = OUTWARDS[operation];
    if (outwards) return this.#outwards(owner, symbol, operation, outwards, depth);
    const kinds = INWARDS[operation];
    return kinds ? this.#inwards(owner, symbol, operation, kinds, depth) : [];
  }

  /** Places in other members than some that use a name which nothing there defines: what they mean is not known. */
  byName(but: readonly OpenedMember[], operation: Operation, name: string): Crossing[] {
    return this.members.opened.flatMap((of) => {
      if (but.includes(of)) return [];
      const { store } = of.session;
      const uses = outsideUses(store, operation, name, walk(store, operation, name));
      return (uses?.hits ?? []).map((hit) => ({ of, hit, by: null }));
    });
  }

  #inwards(owner: OpenedMember, symbol: SymbolRow, operation: Operation, kinds: readonly EdgeKind[], depth: number | null): Crossing[] {
    const most = depth ?? (operation === "subclasses" ? asking.maxDepth : operation === "blast_radius" ? asking.defaultDepth : 1);
    const found = new Map<string, Crossing>();
    const queue: { of: OpenedMember; symbol: SymbolRow; depth: number }[] = [{ of: owner, symbol, depth: 0 }];
    const seen = new Set([keyOf(owner, symbol)]);
    const goOn = (of: OpenedMember, from: SymbolRow, at: number): void => {
      if (at >= most || from.file === null) return;
      for (const { symbol: next, depth: further } of walk(of.session.store, operation, from.key, null, { depth: most - at }).hits)
        if (!seen.has(keyOf(of, next))) {
          seen.add(keyOf(of, next));
          queue.push({ of, symbol: next, depth: at + further });
        }
    };
    goOn(owner, symbol, 0);
    for (let next = 0; next < queue.length && next < limits.expanded; next++) {
      const { of, symbol: to, depth: at } = queue[next]!;
      if (at >= most) continue;
      const { uses, warnings } = this.stitching.usesOf(of.member.name, to);
      this.#tell(warnings);
      for (const use of uses) {
        if (!kinds.includes(use.kind)) continue;
        const other = this.#of(use.from.member);
        const key = `${keyOf(other, use.from.symbol)} ${operation === "references" ? `${use.kind} ${use.from.line}` : ""}`;
        if (!found.has(key)) found.set(key, { of: other, hit: hitOf(use, at + 1), by: use });
        if (seen.has(keyOf(other, use.from.symbol))) continue;
        seen.add(keyOf(other, use.from.symbol));
        queue.push({ of: other, symbol: use.from.symbol, depth: at + 1 });
        if (at + 1 >= most || use.from.symbol.file === null) continue;
        // What reaches it inside its own member.
        for (const hit of walk(other.session.store, operation, use.from.symbol.key, null, { depth: most - at - 1 }).hits) {
          const inner = `${keyOf(other, hit.symbol)} `;
          if (!found.has(inner) && other !== owner) found.set(inner, { of: other, hit: { ...hit, depth: hit.depth + at + 1 }, by: null });
          if (seen.has(keyOf(other, hit.symbol))) continue;
          seen.add(keyOf(other, hit.symbol));
          queue.push({ of: other, symbol: hit.symbol, depth: hit.depth + at + 1 });
        }
      }
    }
    return inOrder([...found.values()]);
  }

  #outwards(owner: OpenedMember, symbol: SymbolRow, operation: Operation, kinds: readonly EdgeKind[], depth: number | null): Crossing[] {
    const most = depth ?? (operation === "superclasses" ? asking.maxDepth : 1);
    const found = new Map<string, Crossing>();
    const seen = new Set([keyOf(owner, symbol)]);
    const queue: { of: OpenedMember; symbol: SymbolRow; depth: number }[] = [{ of: owner, symbol, depth: 0 }];
    for (let next = 0; next < queue.length && next < limits.expanded; next++) {
      const { of, symbol: from, depth: at } = queue[next]!;
      if (at >= most) continue;
      const { uses, warnings } = this.stitching.usedBy(of.member.name, from);
      this.#tell(warnings);
      for (const use of uses) {
        if (!kinds.includes(use.kind)) continue;
        const other = this.#of(use.to.member);
        const key = keyOf(other, use.to.symbol);
        if (seen.has(key)) continue;
        seen.add(key);
        // The line is one of the using member: here it is the definition that is shown.
        const hit = { ...hitOf(use, at + 1), symbol: use.to.symbol, path: use.to.symbol.path, line: null, test: false };
        found.set(key, { of: other, hit, by: use });
        queue.push({ of: other, symbol: use.to.symbol, depth: at + 1 });
      }
      if (of !== owner || most === 1 || from.file === null) continue;
      for (const hit of walk(of.session.store, operation, from.key, null, { depth: 1 }).hits) {
        if (hit.symbol.file === null || seen.has(keyOf(of, hit.symbol))) continue;
        seen.add(keyOf(of, hit.symbol));
        queue.push({ of, symbol: hit.symbol, depth: at + 1 });
      }
    }
    return inOrder([...found.values()]);
  }

  /** A call chain through several members: its steps in order, the first without a use; null where none was found. */
  chain(from: { of: OpenedMember; symbol: SymbolRow }, to: { of: OpenedMember; symbol: SymbolRow }): Link[] | null {
    const goal = keyOf(to.of, to.symbol);
    const before = new Map<string, Link | null>([[keyOf(from.of, from.symbol), null]]);
    const queue: Link[] = [{ ...from, by: null, previous: null }];
    for (let next = 0; next < queue.length && next < limits.chained; next++) {
      const here = queue[next]!;
      if (keyOf(here.of, here.symbol) === goal) return unrolled(here);
      const { store } = here.of.session;
      const add = (of: OpenedMember, symbol: SymbolRow | null, by: Link["by"]): void => {
        if (!symbol || symbol.file === null || before.has(keyOf(of, symbol))) return;
        before.set(keyOf(of, symbol), here);
        queue.push({ of, symbol, by, previous: here });
      };
      for (const { dst, line, resolution, confidence, kind } of store.edgesFrom(here.symbol.id, ["calls"]))
        add(here.of, store.symbolById(dst), { kind, line, resolution, confidence });
      const { uses, warnings } = this.stitching.usedBy(here.of.member.name, here.symbol);
      this.#tell(warnings);
      for (const use of uses) if (use.kind === "calls") add(this.#of(use.to.member), use.to.symbol, { ...use, line: use.from.line });
    }
    return null;
  }

  /** Hits in other members as results of an answer of the whole. */
  results(crossings: readonly Crossing[]): Result[] {
    const pages = new Map<OpenedMember, Pages>();
    return crossings.map(({ of, hit }) => {
      const own = pages.get(of) ?? new Pages(of.session.store);
      pages.set(of, own);
      const draft: Draft = toDraft(of.session.store, hit, "structural");
      const [result] = quoteAll([draft], own) as [Result];
      return placed(of, result);
    });
  }

  /** A chain as an answer has it. */
  path(chain: readonly Link[]): Answer["paths"][number] {
    const pages = new Map<OpenedMember, Pages>();
    return {
      kind: "asked",
      certain: chain.every(({ by }) => by?.resolution !== "ambiguous"),
      cost: chain.length - 1,
      steps: chain.map(({ of, symbol, by, previous }) => {
        const { id, qualified, path, start, kind } = nodeIn(of, symbol);
        const step = { id, kind, qualified, path, start: Math.max(1, start) };
        if (!by || !previous) return { ...step, by: null };
        const there = pages.get(previous.of) ?? new Pages(previous.of.session.store);
        pages.set(previous.of, there);
        const line = by.line > 0 ? by.line : null;
        const text = line === null ? "" : brief(there.text(previous.symbol.path, line, line).trim(), quoting.signature);
        const from = placesIn(previous.of.member).path(previous.symbol.path);
        return { ...step, by: { kind: by.kind, path: from, line, text, resolution: by.resolution, confidence: by.confidence } };
      }),
    };
  }
}

/** One step of a chain. */
export interface Link {
  of: OpenedMember;
  symbol: SymbolRow;
  by: (Pick<Stitch, "kind" | "resolution" | "confidence"> & { line: number }) | null;
  previous: Link | null;
}

function unrolled(last: Link): Link[] {
  const links: Link[] = [];
  for (let at: Link | null = last; at !== null; at = at.previous) links.unshift(at);
  return links;
}

/** A symbol of a member as a node of an answer of the whole. */
export function nodeIn({ member }: OpenedMember, symbol: SymbolRow): Answer["graph"]["nodes"][number] {
  const node = toNode(symbol);
  const { path, id } = placesIn(member);
  return { ...node, id: id(node.id), path: node.path === "" ? "" : path(node.path) };
}

/** A result of a member as one of the whole. */
export function placed({ member }: OpenedMember, result: Result): Result {
  const { path } = placesIn(member);
  return { ...result, path: result.path === "" ? "" : path(result.path), repository: member.name };
}

function hitOf({ from, kind, resolution, confidence }: Stitch, depth: number): StructuralHit {
  return { symbol: from.symbol, depth, path: from.path, line: from.line, kind, resolution, confidence, via: null, test: false };
}

const inOrder = (crossings: Crossing[]): Crossing[] =>
  crossings.sort(
    (a, b) =>
      a.hit.depth - b.hit.depth ||
      (a.of.member.name < b.of.member.name ? -1 : a.of.member.name > b.of.member.name ? 1 : 0) ||
      (a.hit.symbol.path < b.hit.symbol.path ? -1 : a.hit.symbol.path > b.hit.symbol.path ? 1 : (a.hit.line ?? 0) - (b.hit.line ?? 0)),
  );
