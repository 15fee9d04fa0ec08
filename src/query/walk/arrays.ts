/**
 * Walks against the edges over arrays of all of them, for symbols that much of a tree leads to: unpacking the symbols and edges of every
 * file on the way takes ten times as long. Only what is shown is unpacked; the rest is counted.
 *
 * The same answers as the walks over rows give (walk.ts, impact/reach.ts), which are faster where few files are met.
 */
import { edges as edgeSettings } from "../../base/limits.ts";
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS, type Resolution } from "../../base/types.ts";
import { type Adjacency, kindCode, readAdjacency } from "../../store/adjacency.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import { KIN } from "../../store/kin.ts";
import { type Meeting, meet, sortPart } from "./meeting.ts";
import { type Home, Unread } from "./unread.ts";

const CALLS = kindCode("calls");
const IMPORTS = kindCode("imports");
const DISPATCH = RESOLUTIONS.indexOf("dispatch");
const NESTED = RESOLUTIONS.indexOf(KIN.nested);
const MAKER = RESOLUTIONS.indexOf(KIN.maker);

/** Where a walk begins, and how it goes on. */
export interface Spread {
  /** Nothing inside them is reported. */
  seeds: readonly number[];
  kinds: readonly EdgeKind[];
  depth: number;
  /** A symbol among the seeds whose use of itself is reported. */
  self?: number | undefined;
  /** Import edges are followed further. */
  files: boolean;
  /** A function inside a function is run or handed out by the one around it. */
  around: boolean;
  /** The line that imports a name is left out once something in that file is known to use it. */
  folded?: boolean | undefined;
  /** Told of every edge that reaches a seed. */
  onFirst?: ((src: number, dst: number) => void) | undefined;
}

/** What a walk reaches, by depth, path and line. */
export interface Spreading {
  ids: number[];
  depths: number[];
  /** Position of the edge by which it was reached; -1 for a function around another. */
  by: number[];
  /** What it was reached from. */
  via: number[];
  /** Every edge met. */
  edges: number[];
  /** Edges that reach the seeds, from inside them too. */
  firsts: number[];
  /** How many of them come from outside. */
  resolved: number;
}

/** How much a walk reaches: of wide ones only the nearest are listed. */
export interface Total {
  /** Symbols outside tests. */
  symbols: number;
  /** Files of those. */
  files: number;
  /** Symbols in tests. */
  tests: number;
}

const kept = new WeakMap<Store, { graph: string; arrays: Arrays }>();

/** The arrays of an index, made once for each state of it. */
export function arraysOf(store: Store): Arrays {
  const graph = store.meta("graph_hash") ?? "";
  let known = kept.get(store);
  if (known?.graph !== graph) {
    known = { graph, arrays: new Arrays(store) };
    kept.set(store, known);
  }
  return known.arrays;
}

export class Arrays {
  readonly #adjacency: Adjacency;
  #last: { name: string; self: number | undefined; recursive: boolean; spreading: Spreading } | null = null;
  /** File of each symbol. */
  readonly #fileOf: Int32Array;
  readonly #homes = new Map<number, Home>();
  /** Files by id: their place in the order of paths. */
  readonly #rank: Int32Array;
  /** How many ranks there are. */
  readonly #places: number;
  /** 1 for files with tests. */
  readonly #tests: Uint8Array;
  /** The function around a symbol; 0 for none. */
  readonly #around: Int32Array;
  readonly #aroundStart: Int32Array;
  /** What is called with a symbol: constructors of a type, the type of a constructor. */
  readonly #mates = new Map<number, number[]>();

  constructor(readonly store: Store) {
    const adjacency = readAdjacency(store);
    const { size, kin } = adjacency;
    this.#adjacency = adjacency;
    this.#fileOf = new Int32Array(size);
    const runs = store.statement("SELECT first, file FROM run ORDER BY first").values() as [number, number][];
    for (const [at, [first, file]] of runs.entries()) this.#fileOf.fill(file, first, Math.min(size, runs[at + 1]?.[0] ?? size));
    const rows = store.statement("SELECT id, path, language, tags FROM file ORDER BY path").values() as [
      number,
      string,
      string | null,
      string,
    ][];
    this.#rank = new Int32Array(rows.reduce((most, [id]) => Math.max(most, id), 0) + 1);
    this.#tests = new Uint8Array(this.#rank.length);
    this.#places = rows.length;
    for (const [at, [id, path, language, tags]] of rows.entries()) {
      this.#rank[id] = at;
      this.#homes.set(id, { path, language });
      if (tags !== "" && tags.split(" ").includes("test")) this.#tests[id] = 1;
    }
    this.#around = new Int32Array(size);
    this.#aroundStart = new Int32Array(size);
    for (let at = 0; at < kin.outer.length; at++) {
      const [outer, inner] = [kin.outer[at]!, kin.inner[at]!];
      if (outer >= size || inner >= size) continue;
      if (kin.resolution[at] === NESTED) {
        this.#around[inner] = outer;
        this.#aroundStart[inner] = kin.line[at]!;
        continue;
      }
      this.#mate(outer, inner);
      if (kin.resolution[at] !== MAKER) this.#mate(inner, outer);
    }
  }

  #mate(of: number, mate: number): void {
    const known = this.#mates.get(of);
    if (known) known.push(mate);
    else this.#mates.set(of, [mate]);
  }

  /** Against the edges, breadth first. The last walk is kept: `impact` of a symbol asks for the same twice. */
  spread(walked: Spread): Spreading {
    const { seeds, kinds, depth, self, files, around, folded, onFirst } = walked;
    const name = JSON.stringify([seeds, kinds, depth, files, around]);
    let last = this.#last;
    // Whether a symbol's use of itself is reported makes no difference where it does not use itself.
    if (last?.name !== name || (last.self !== self && (self !== undefined || last.recursive))) {
      const spreading = this.#spread(walked);
      last = { name, self, recursive: self !== undefined && spreading.ids.includes(self), spreading };
      this.#last = last;
    }
    const { src, dst } = this.#adjacency;
    if (onFirst) for (const at of last.spreading.firsts) onFirst(src[at]!, dst[at]!);
    return folded ? this.#fold(last.spreading, seeds) : last.spreading;
  }

  #spread({ seeds, kinds, depth, self, files, around }: Spread): Spreading {
    const { size, src, dst, kind } = this.#adjacency;
    const wanted = new Uint8Array(EDGE_KINDS.length);
    for (const one of kinds) wanted[kindCode(one)] = 1;
    const meeting: Meeting = {
      level: new Uint8Array(size),
      wanted,
      inside: new Uint8Array(size),
      seen: new Uint8Array(size),
      best: new Int32Array(size),
      found: [],
      edges: [],
      odd: [],
      within: true,
    };
    const { inside, seen, best } = meeting;
    const out: Spreading = {
      ...{ ids: [], depths: [], by: [], via: [] },
      ...{ edges: meeting.edges, firsts: [], resolved: 0 },
    };
    const add = (id: number, d: number, by: number, via: number): void => {
      seen[id] = 1;
      out.ids.push(id);
      out.depths.push(d);
      out.by.push(by);
      out.via.push(via);
    };
    for (const id of seeds) if (id < size) inside[id] = 1;
    let level: readonly number[] = seeds.filter((id) => id < size);
    for (let d = 1; d <= depth && level.length > 0; d++) {
      for (const id of level) meeting.level[id] = 1;
      meeting.found = [];
      meeting.within = d === 1;
      this.#meet(meeting);
      for (const id of level) meeting.level[id] = 0;
      if (d === 1) this.#first(meeting, out, self);
      for (const i of meeting.odd.splice(0)) {
        const before = best[src[i]!]! - 1;
        if (before < 0) meeting.found.push(src[i]!);
        if (before < 0 || this.#sooner(i, before)) best[src[i]!] = i + 1;
      }
      const next: number[] = [];
      for (const id of this.#inOrder(meeting.found, best)) {
        const edge = best[id]! - 1;
        best[id] = 0;
        if (seen[id] === 1) continue;
        add(id, d, edge, dst[edge]!);
        const imports = kind[edge] === IMPORTS;
        if (imports && !files) continue;
        if (inside[id] === 0) {
          next.push(id);
          const mates = imports ? undefined : this.#mates.get(id);
          if (mates !== undefined) for (const mate of mates) if (inside[mate] === 0 && seen[mate] === 0) next.push(mate);
        }
        const outer = around ? this.#around[id]! : 0;
        if (outer === 0 || seen[outer] === 1 || inside[outer] === 1) continue;
        add(outer, d, -1, id);
        next.push(outer);
      }
      level = next;
    }
    return out;
  }

  /** Meets all edges that reach a level; those for which more must be known than their line are set aside as odd. */
  #meet(meeting: Meeting): void {
    const { count, stored } = this.#adjacency;
    for (let row = 0; row < stored.first.length; row++) meet(meeting, this.#adjacency, stored.first[row]!, stored.first[row + 1] ?? count);
  }

  /** Edges that reach the seeds: kept, counted, and the use that a symbol makes of itself, of which nothing else is told. */
  #first(meeting: Meeting, out: Spreading, self: number | undefined): void {
    const { src, dst } = this.#adjacency;
    const { inside } = meeting;
    const kept: number[] = [];
    for (const i of meeting.edges) {
      const [id, to] = [src[i]!, dst[i]!];
      if (inside[id] === 1 && !(id === to && id === self)) continue;
      kept.push(i);
      if (inside[id] === 1) meeting.odd.push(i);
    }
    out.firsts = meeting.edges;
    meeting.edges = kept;
    out.edges = kept;
    out.resolved = kept.length;
  }

  #fold(whole: Spreading, seeds: readonly number[]): Spreading {
    const { kind } = this.#adjacency;
    const { ids, depths, by, via } = whole;
    const imports = (at: number): boolean => by[at]! >= 0 && kind[by[at]!] === IMPORTS;
    const using = new Uint8Array(this.#rank.length);
    // Symbols without edges may have ids above all that have some.
    for (const id of seeds) using[this.#fileOf[id] ?? this.store.fileOf(id) ?? 0] = 1;
    for (let at = 0; at < ids.length; at++) if (!imports(at)) using[this.#fileOf[ids[at]!]!] = 1;
    const out: Spreading = { ...whole, ids: [], depths: [], by: [], via: [] };
    for (let at = 0; at < ids.length; at++) {
      if (imports(at) && using[this.#fileOf[ids[at]!]!] === 1) continue;
      out.ids.push(ids[at]!);
      out.depths.push(depths[at]!);
      out.by.push(by[at]!);
      out.via.push(via[at]!);
    }
    return out;
  }

  /** How many symbols those are, and in how many files. */
  total(ids: readonly number[]): Total {
    const total: Total = { symbols: 0, files: 0, tests: 0 };
    const files = new Uint8Array(this.#rank.length);
    for (let at = 0; at < ids.length; at++) {
      const file = this.#fileOf[ids[at]!]!;
      if (this.#tests[file] === 1) {
        total.tests++;
        continue;
      }
      total.symbols++;
      if (files[file] === 0) total.files++;
      files[file] = 1;
    }
    return total;
  }

  /** Of two edges from one symbol: does the first come before the second? */
  #sooner(a: number, b: number): boolean {
    const { kind, dst } = this.#adjacency;
    return (
      (this.#lineOf(a) - this.#lineOf(b) ||
        kind[a]! - kind[b]! ||
        this.#rank[this.#fileOf[dst[a]!]!]! - this.#rank[this.#fileOf[dst[b]!]!]! ||
        (dst[a] === dst[b] ? 0 : (this.#row(dst[a]!)?.at ?? 0) - (this.#row(dst[b]!)?.at ?? 0))) < 0
    );
  }

  /** Symbols by path and line of their edges: by their files first (counting sort), which have few each. */
  #inOrder(ids: readonly number[], best: Int32Array): Int32Array {
    const places = new Int32Array(this.#places + 1);
    const fileOf = this.#fileOf;
    const rank = this.#rank;
    for (const id of ids) places[rank[fileOf[id]!]! + 1]!++;
    for (let i = 1; i < places.length; i++) places[i]! += places[i - 1]!;
    const out = new Int32Array(ids.length);
    for (const id of ids) out[places[rank[fileOf[id]!]!]!++] = id;
    const { line, kind, how } = this.#adjacency;
    const plain = (edge: number): boolean => line[edge] !== 0 && (kind[edge] !== CALLS || how[edge]! >> 1 !== DISPATCH);
    const compare = (a: number, b: number): number => {
      const [one, other] = [best[a]! - 1, best[b]! - 1];
      const lines = plain(one) && plain(other) ? line[one]! - line[other]! : this.#lineOf(one) - this.#lineOf(other);
      return lines || (this.#row(a)?.at ?? 0) - (this.#row(b)?.at ?? 0);
    };
    // The places have moved to where the next file begins.
    for (let i = 0, first = 0; i < this.#places; first = places[i++]!)
      if (places[i]! - first > 1) sortPart(out, first, places[i]!, compare);
    return out;
  }

  /** The line of an edge as answers give it; where it has none of its own, the first of its source. */
  #lineOf(edge: number): number {
    const line = this.#adjacency.line[edge]!;
    return line === 0 || this.#isForeign(edge) ? (this.#row(this.#adjacency.src[edge]!)?.start ?? line) : line;
  }

  /** Is it a call that is stored with another file than its source's (store/graph.ts)? */
  #isForeign(edge: number): boolean {
    const { kind, how, src, stored } = this.#adjacency;
    if (kind[edge] !== CALLS || how[edge]! >> 1 !== DISPATCH) return false;
    let [low, high] = [0, stored.first.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (stored.first[middle]! <= edge) low = middle;
      else high = middle - 1;
    }
    return stored.file[low] !== this.#fileOf[src[edge]!];
  }

  #row(id: number): SymbolRow | null {
    return this.store.symbolById(id);
  }

  // -------------------------------------------------------------------------------------------- what is shown

  /** A symbol that is unpacked when more than its file is asked for. */
  symbol(id: number, start?: number): SymbolRow {
    const file = this.#fileOf[id]!;
    return new Unread(this.store, id, file, this.#homes.get(file)!, start);
  }

  isTest(id: number): boolean {
    return this.#tests[this.#fileOf[id]!] === 1;
  }

  /** First line of the function around a symbol. */
  aroundStart(id: number): number {
    return this.#aroundStart[id]!;
  }

  /** An edge by its position. */
  edge(at: number): EdgeRow {
    const { src, dst, kind, line, how, confidence } = this.#adjacency;
    const resolution = RESOLUTIONS[how[at]! >> 1] as Resolution;
    return {
      src: src[at]!,
      kind: EDGE_KINDS[kind[at]!] as EdgeKind,
      dst: dst[at]!,
      line: this.#isForeign(at) ? this.#lineOf(at) : line[at]!,
      resolution,
      confidence: how[at]! & 1 ? edgeSettings.confidence[resolution] : confidence[at]! / 100,
    };
  }

  /** Do both ends of an edge belong to some symbols? */
  joins(at: number, ids: ReadonlySet<number>): boolean {
    return ids.has(this.#adjacency.src[at]!) && ids.has(this.#adjacency.dst[at]!);
  }
}
