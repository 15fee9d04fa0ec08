/** The inner loops of walks over arrays: a file at a time, for what is called often is compiled soon (twice as fast from cold). */
import { RESOLUTIONS } from "../../base/types.ts";
import type { Adjacency } from "../../store/adjacency.ts";

const DISPATCH = RESOLUTIONS.indexOf("dispatch");

/** A walk at one depth. */
export interface Meeting {
  /** Symbols whose edges are met. */
  level: Uint8Array;
  /** By kind. */
  wanted: Uint8Array;
  inside: Uint8Array;
  seen: Uint8Array;
  /** By source: position + 1 of the edge that comes first. */
  best: Int32Array;
  /** Sources that are new, each once. */
  found: number[];
  edges: number[];
  odd: number[];
  /** Edges from the seeds are met too: at the first step, where `#first` looks at them. */
  within: boolean;
}

/** Insertion sort: edges of a file lie nearly in the order of their lines, and what is written out is compiled sooner. */
export function sortPart(list: Int32Array, first: number, end: number, compare: (a: number, b: number) => number): void {
  if (end - first > 64) {
    list.subarray(first, end).sort(compare);
    return;
  }
  for (let i = first + 1; i < end; i++) {
    const one = list[i]!;
    let at = i;
    while (at > first && compare(list[at - 1]!, one) > 0) list[at] = list[--at]!;
    list[at] = one;
  }
}

/** Meets the edges of one file that reach a level; those for which more must be known than their line are set aside as odd. */
export function meet(meeting: Meeting, { src, dst, kind, line, how }: Adjacency, first: number, end: number): void {
  const { level, wanted, inside, seen, best, found, edges, odd, within } = meeting;
  for (let i = first; i < end; i++) {
    if (level[dst[i]!] === 0 || wanted[kind[i]!] === 0) continue;
    const id = src[i]!;
    if (inside[id] === 1) {
      if (within) edges.push(i);
      continue;
    }
    edges.push(i);
    if (seen[id] === 1) continue;
    const at = line[i]!;
    const before = best[id]!;
    if (at === 0 || how[i]! >> 1 === DISPATCH) odd.push(i);
    else if (before === 0) {
      found.push(id);
      best[id] = i + 1;
    } else if (at < line[before - 1]!) best[id] = i + 1;
    else if (at === line[before - 1]!) odd.push(i);
  }
}
