/** `manifold cycles`: files that import one another, symbols that call one another. */
import type { EdgeKind } from "../../base/types.ts";
import { kindCode, readAdjacency } from "../../store/adjacency.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { cyclicComponents, digraph, shortestCycle } from "./components.ts";

export const CYCLE_KINDS = ["imports", "calls"] as const;
export type CycleKind = (typeof CYCLE_KINDS)[number];

export interface Cycle {
  /** All that reach one another, by path and line. */
  members: SymbolRow[];
  /** One of the shortest ways round, each step with its line; the last leads back to the first. */
  path: { from: SymbolRow; to: SymbolRow; line: number }[];
}

/** @returns largest first, then by path; symbols for `calls`, files for `imports` */
export function cyclesOf(store: Store, kind: CycleKind): Cycle[] {
  const { src, dst, line, kind: kinds, count, outgoing, leaving } = readAdjacency(store);
  const code = kindCode(kind satisfies EdgeKind);
  const files = store.files();
  // Nodes are numbered by path and position, so that nothing depends on ids.
  const numberOf = new Map<number, number>();
  const idOf: number[] = [];
  const own = new Map<number, number>();
  const needed = new Set<number>();
  for (let at = 0; at < count; at++) if (kinds[at] === code) needed.add(src[at]!).add(dst[at]!);
  const fileOf = new Map<number, number>();
  for (const file of files) {
    const symbols = store.symbolsOfFile(file.id);
    if (symbols[0]) own.set(file.id, symbols[0].id);
    for (const { id } of symbols) {
      if (!needed.has(id)) continue;
      const node = kind === "imports" ? symbols[0]!.id : id;
      fileOf.set(id, node);
      if (numberOf.has(node)) continue;
      numberOf.set(node, idOf.length);
      idOf.push(node);
    }
  }
  const nodeOf = (id: number): number | undefined => {
    const node = fileOf.get(id);
    return node === undefined ? undefined : numberOf.get(node);
  };
  const pairs: [number, number][] = [];
  for (let at = 0; at < count; at++) {
    if (kinds[at] !== code) continue;
    const [from, to] = [nodeOf(src[at]!), nodeOf(dst[at]!)];
    if (from !== undefined && to !== undefined) pairs.push([from, to]);
  }
  const graph = digraph(idOf.length, pairs);
  const lineBetween = (from: number, to: number): number => {
    let first = 0;
    for (let i = outgoing[from]!; i < outgoing[from + 1]!; i++) {
      const at = leaving[i]!;
      if (kinds[at] === code && fileOf.get(dst[at]!) === to && (first === 0 || line[at]! < first)) first = line[at]!;
    }
    return first;
  };
  const symbol = (node: number): SymbolRow => store.symbolById(idOf[node]!)!;
  return cyclicComponents(graph).map((members) => {
    const round = shortestCycle(graph, members);
    const path = round.map((from, i) => {
      const to = round[(i + 1) % round.length]!;
      return { from: symbol(from), to: symbol(to), line: lineBetween(idOf[from]!, idOf[to]!) };
    });
    return { members: members.map(symbol), path };
  });
}
