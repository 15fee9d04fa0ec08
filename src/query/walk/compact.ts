/**
 * Walks against the edges natively, over all of them in native memory (store/packed.ts, base/native/adjacency.c): for a symbol that much of a tree
 * leads to. The same answers as walks over arrays give (arrays.ts), from cold in a fifth of the time: what is reached is counted, only what is
 * looked at gets objects, and only edges of which a line does not tell which comes first ask for symbols.
 */
import { edges as edgeSettings } from "../../base/limits.ts";
import { type Quick, quick } from "../../base/quick.ts";
import { walking } from "../../base/settings.ts";
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS, type Resolution } from "../../base/types.ts";
import { kindCode } from "../../store/adjacency.ts";
import { DamagedIndex } from "../../store/damage.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import { CODES, type PackedEdges, packedEdges } from "../../store/packed.ts";
import type { Spread, Total } from "./arrays.ts";
import { type Home, Unread } from "./unread.ts";
import type { Wide, WideWalk } from "./wide.ts";

const CALLS = kindCode("calls");
const DISPATCH = RESOLUTIONS.indexOf("dispatch");
/** Steps that are counted in a byte. */
const MOST_STEPS = 250;
/** Numbers of an edge that is told of: source, target, line, `how`, and the file that stores it. */
const RECORD = 5;

/** Bits of `how`: confidence (8), is it the usual one (1), resolution (3), four free, kind (8), reached, and these. */
const NO_LINE = 1 << 25;
const AROUND = 1 << 26;
/** Bits of `marks`. */
const INSIDE = 1;
/** Something else is called with it, or a function stands around it: when it is reached decides what else is. */
const LEADS = 2 | 4;
const kindOf = (how: number): number => (how >> 16) & 255;
const resolutionOf = (how: number): number => (how >> 9) & 7;

/** The arrays of a walk, as the addon takes them. By symbol, but for the last three. */
type Arrays = [
  /** In which step its edges are met last. */
  level: Uint8Array,
  /** Is it a seed, is something else called with it, does a function stand around it? */
  marks: Uint8Array,
  /** In which step it was reached. */
  seen: Uint8Array,
  /** The line by which it comes among others of its file. */
  key: Int32Array,
  /** What it was reached from. */
  via: Int32Array,
  /** By which edge. */
  how: Int32Array,
  /** Its file, by the order of paths. */
  place: Int32Array,
  /** The function around it, and where that begins. */
  around: Int32Array,
  aroundStart: Int32Array,
  /** What a step finds. */
  found: Int32Array,
  /** What was reached, in order. */
  ids: Int32Array,
  /** By kind. */
  wanted: Uint8Array,
  /** By place. */
  tests: Uint8Array,
  codes: Int32Array,
];

/** A walk that has been made. */
interface Walked {
  arrays: Arrays;
  listed: number;
  /** Source and target of the edges that reach the seeds. */
  firsts: Int32Array;
  resolved: number;
  /** Edges that come first or second: the places of their targets in one file tell. */
  tied: Int32Array[];
}

const kept = new WeakMap<Store, { graph: string; compact: Compact | null }>();

/**
 * @param beside as of `packedEdges`
 * @returns null without the addon, and where the stored bytes make no sense to it
 */
export function compactHits(store: Store, walked: Spread, listed: number, beside?: number): WideWalk | null {
  const addon = quick();
  if (addon === null) return null;
  const graph = store.meta("graph_hash") ?? "";
  let known = kept.get(store);
  if (known?.graph !== graph) {
    known = { graph, compact: Compact.of(store, addon, walked.seeds, beside) };
    kept.set(store, known);
  }
  return known.compact?.hits(walked, listed) ?? null;
}

class Compact {
  #last: { name: string; self: number | undefined; recursive: boolean; walked: Walked } | null = null;
  readonly #homes = new Map<number, Home>();
  #fileAt: Int32Array | null = null;
  #asked = 0;

  private constructor(
    readonly store: Store,
    private readonly addon: Quick,
    private readonly edges: PackedEdges,
    /** Seeds whose edges were noted when all were read. */
    private readonly noted: string,
  ) {}

  static of(store: Store, addon: Quick, seeds: readonly number[], beside?: number): Compact | null {
    const edges = packedEdges(store, addon, seeds, beside);
    return edges && new Compact(store, addon, edges, seeds.join());
  }

  hits(spread: Spread, most: number): WideWalk | null {
    const { seeds, kinds, depth, self, files, around, folded, onFirst } = spread;
    const name = JSON.stringify([seeds, kinds, depth, files, around]);
    let last = this.#last;
    // Whether a symbol's use of itself is reported makes no difference where it does not use itself.
    if (last?.name !== name || (last.self !== self && (self !== undefined || last.recursive))) {
      const walked = this.#walk(spread);
      if (walked === null) return null;
      last = { name, self, recursive: self !== undefined && walked.arrays[2][self] !== 0, walked };
      this.#last = last;
    }
    const { walked } = last;
    const { arrays, firsts, listed, resolved } = walked;
    const make = (): Wide[] => {
      this.#settle(walked, told);
      if (told.length > MANY_FILES) this.#readHomes();
      return Array.from(told, (id) => this.#hit(arrays, id));
    };
    if (onFirst) for (let at = 0; at < firsts.length; at += 2) onFirst(firsts[at]!, firsts[at + 1]!);
    const out = new Int32Array(Math.min(walking.maxVisited, listed));
    const counts = this.addon.edgesTotal(arrays, listed, folded ? 1 : 0, Int32Array.from(seeds), out);
    if (counts === null) return null;
    const [count, symbols, inFiles, tests] = counts as unknown as [number, number, number, number];
    const ids = out.subarray(0, Math.min(count, out.length));
    const told = ids.subarray(0, this.#whole(arrays, ids, most));
    const all: Total = { symbols, files: inFiles, tests };
    let hits: Wide[] | null = null;
    return {
      // Nothing is made of them before somebody looks.
      get hits() {
        hits ??= make();
        return hits;
      },
      ids,
      count: all,
      total: told.length < count ? all : undefined,
      resolved,
      between: (ids) => this.#between(spread, arrays, ids),
    };
  }

  /** How many of some symbols are the first so many, with those of the last one's file and depth. */
  #whole([, , seen]: Arrays, ids: Int32Array, most: number): number {
    let end = Math.min(Math.max(most, 1), ids.length);
    const [depth, place] = [seen[ids[end - 1]!], this.edges.place[ids[end - 1]!]];
    while (end < ids.length && seen[ids[end]!] === depth && this.edges.place[ids[end]!] === place) end++;
    return end;
  }

  // -------------------------------------------------------------------------------------------- walking

  #walk({ seeds, kinds, depth, self, files, around }: Spread): Walked | null {
    const { addon } = this;
    const { tree, place, around: outer, aroundStart, tests, kin, mates } = this.edges;
    const size = place.length;
    const bytes = (): Uint8Array => new Uint8Array(size);
    const numbers = (): Int32Array => new Int32Array(size);
    const wanted = new Uint8Array(EDGE_KINDS.length);
    for (const one of kinds) wanted[kindCode(one)] = 1;
    const [key, via, how, found, ids] = [numbers(), numbers(), numbers(), numbers(), numbers()];
    const arrays: Arrays = [
      ...([bytes(), bytes(), bytes(), key, via, how, place, outer, aroundStart] as const),
      ...([found, ids, wanted, tests, CODES] as const),
    ];
    const [level, marks] = arrays;
    marks.set(kin);
    for (const id of seeds) if (id < size) [level[id], marks[id]] = [1, marks[id]! | INSIDE];
    const out: Walked = { arrays, listed: 0, firsts: new Int32Array(0), resolved: 0, tied: [] };
    for (let d = 1; d <= depth; d++) {
      if (d > MOST_STEPS) return null;
      const met = addon.edgesMeet(arrays, tree, null, d, self ?? 0, 0, d === 1 && seeds.join() === this.noted ? 1 : 0);
      if (met === null) return null;
      const [first, odd, tied, firsts, resolved] = met;
      if (tied.length > 0) out.tied.push(tied);
      if (d === 1) [out.firsts, out.resolved] = [firsts, resolved];
      const count = this.#settleOdd(arrays, odd, first);
      const ties = addon.edgesOrder(arrays, count);
      if (ties === null) return null;
      this.#sortTies(arrays, ties, out.listed);
      const advanced = addon.edgesAdvance(arrays, count, out.listed, mates, d, d >= depth ? 1 : 0, files ? 1 : 0, around ? 1 : 0);
      if (advanced === null) return null;
      out.listed = advanced[0]!;
      if (advanced[1] === 0) break;
    }
    return out;
  }

  /** Edges without a line, and calls by dispatch, whose line is told by their source where another file has them. @returns how many are found then */
  #settleOdd(arrays: Arrays, odd: Int32Array, found: number): number {
    const [, , , key, via, how, , , , list] = arrays;
    let count = found;
    for (let at = 0; at < odd.length; at += RECORD) {
      const [src, dst, line, packed, file] = [odd[at]!, odd[at + 1]!, odd[at + 2]!, odd[at + 3]!, odd[at + 4]!];
      const elsewhere = this.#isElsewhere(src, packed, file);
      const sort = line === 0 || elsewhere ? (this.#row(src)?.start ?? line) : line;
      if (how[src] === 0) list[count++] = src;
      else if (!this.#sooner(arrays, src, dst, sort, packed)) continue;
      [key[src], via[src], how[src]] = [sort, dst, line === 0 && !elsewhere ? packed | NO_LINE : packed];
    }
    return count;
  }

  /** Is it a call that is stored with another file than its source's (store/graph.ts)? */
  #isElsewhere(src: number, how: number, file: number): boolean {
    return kindOf(how) === CALLS && resolutionOf(how) === DISPATCH && this.edges.rank[file] !== this.edges.place[src];
  }

  /** Does an edge come before the one by which its source is reached so far? */
  #sooner([, , , key, via, how]: Arrays, src: number, dst: number, line: number, packed: number): boolean {
    const other = via[src]!;
    return (
      (line - key[src]! ||
        kindOf(packed) - kindOf(how[src]!) ||
        this.edges.place[dst]! - this.edges.place[other]! ||
        (dst === other ? 0 : (this.#row(dst)?.at ?? 0) - (this.#row(other)?.at ?? 0))) < 0
    );
  }

  /** Symbols that use something in the same line come by their places. Of those that nobody sees, only where it decides what else is reached. */
  #sortTies([, marks, , , , , , , , found]: Arrays, ties: Int32Array, listed: number): void {
    for (let at = 0; at < ties.length; at += 2) {
      const range = found.subarray(ties[at]!, ties[at + 1]!);
      if (listed + ties[at]! >= walking.maxVisited && range.every((id) => (marks[id]! & LEADS) === 0)) continue;
      range.sort((a, b) => (this.#row(a)?.at ?? 0) - (this.#row(b)?.at ?? 0));
    }
  }

  /** Which of two edges in one line comes first makes a difference only to what is told. */
  #settle(walked: Walked, ids: Int32Array): void {
    const { arrays, tied } = walked;
    const [, , , key, via, how] = arrays;
    const told = tied.length > 0 ? new Set(ids) : new Set<number>();
    for (const records of tied)
      for (let at = 0; at < records.length; at += RECORD) {
        const src = records[at]!;
        if (!told.has(src) || (how[src]! & AROUND) !== 0) continue;
        const [, dst, line, packed] = records.subarray(at, at + RECORD) as unknown as [number, number, number, number];
        if (this.#sooner(arrays, src, dst, line, packed)) [key[src], via[src], how[src]] = [line, dst, packed];
      }
  }

  #row(id: number): SymbolRow | null {
    return this.store.symbolById(id);
  }

  // -------------------------------------------------------------------------------------------- what is shown

  #fileOf(id: number): number {
    const place = this.edges.place[id]!;
    // Few are asked for from cold: an engine's own search through 10,000 takes less than a thousandth of the loop.
    if (this.#fileAt === null && this.#asked++ < FEW_FILES) return Math.max(this.edges.rank.indexOf(place), 0);
    if (this.#fileAt === null) {
      this.#fileAt = new Int32Array(this.edges.tests.length);
      for (let file = 0; file < this.edges.rank.length; file++)
        if (this.edges.rank[file]! >= 0) this.#fileAt[this.edges.rank[file]!] = file;
    }
    return this.#fileAt[place]!;
  }

  #readHomes(): void {
    if (this.#homes.size > MANY_FILES) return;
    for (const [id, path, language] of this.store.statement("SELECT id, path, language FROM file").values() as [
      number,
      string,
      string | null,
    ][])
      this.#homes.set(id, { path, language });
  }

  #home(file: number): Home {
    let home = this.#homes.get(file);
    if (home === undefined) {
      const [path, language] = this.store.statement("SELECT path, language FROM file WHERE id = ?").values(file)[0] as [
        string,
        string | null,
      ];
      home = { path, language };
      this.#homes.set(file, home);
    }
    return home;
  }

  #hit([, , seen, key, vias, hows]: Arrays, id: number): Wide {
    const [depth, from, how] = [seen[id]!, vias[id]!, hows[id]!];
    const file = this.#fileOf(id);
    const home = this.#home(file);
    const test = this.edges.tests[this.edges.place[id]!] === 1;
    if ((how & AROUND) !== 0) {
      const symbol = new Unread(this.store, id, file, home, key[id]!);
      return { symbol, depth, kind: "contains", line: null, resolution: "exact", confidence: 1, from, test };
    }
    const resolution = RESOLUTIONS[resolutionOf(how)] as Resolution;
    const confidence = confidenceOf(how, resolution);
    const line = (how & NO_LINE) === 0 && key[id]! > 0 ? key[id]! : null;
    const symbol = new Unread(this.store, id, file, home, undefined);
    return { symbol, depth, kind: EDGE_KINDS[kindOf(how)] as EdgeKind, line, resolution, confidence, from, test };
  }

  /** The edges met between some symbols, or all: in the order of steps, and files. */
  #between(spread: Spread, arrays: Arrays, ids: ReadonlySet<number> | null): EdgeRow[] {
    const [level] = arrays;
    const depth = Math.min(spread.depth, MOST_STEPS);
    const all = this.addon.edgesMeet(arrays, this.edges.tree, ids && this.#filesOf(ids), depth, spread.self ?? 0, 1, 0);
    if (all === null) throw new DamagedIndex("edges of files cannot be read");
    const [, met] = all;
    const steps: EdgeRow[][] = [];
    for (let at = 0; at < met.length; at += RECORD) {
      const [src, dst, written, how, file] = met.subarray(at, at + RECORD) as unknown as [number, number, number, number, number];
      if (ids !== null && !(ids.has(src) && ids.has(dst))) continue;
      const line = this.#isElsewhere(src, how, file) ? (this.#row(src)?.start ?? written) : written;
      const edges = steps[level[dst]!] ?? [];
      steps[level[dst]!] = edges;
      const resolution = RESOLUTIONS[resolutionOf(how)] as Resolution;
      edges.push({ src, kind: EDGE_KINDS[kindOf(how)] as EdgeKind, dst, line, resolution, confidence: confidenceOf(how, resolution) });
    }
    return steps.flat();
  }

  /** The files that have edges of some symbols. */
  #filesOf(ids: ReadonlySet<number>): Int32Array {
    const files = new Set<number>();
    for (const id of ids) {
      files.add(this.#fileOf(id));
      // What it calls because another file gave it is stored there.
      for (const file of this.store.filesReaching(-id)) files.add(file);
    }
    return Int32Array.from(files).sort();
  }
}

const confidenceOf = (how: number, resolution: Resolution): number => (how & 256 ? edgeSettings.confidence[resolution] : (how & 255) / 100);

/** For so many symbols their files are searched one by one. */
const FEW_FILES = 100;
/** From so many symbols on the paths of all files are read at once. */
const MANY_FILES = 300;
