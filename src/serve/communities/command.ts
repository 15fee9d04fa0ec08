/** `manifold communities`: how the tree falls apart by what its files use of one another. */

import { EXIT } from "../../base/errors.ts";
import { asking } from "../../base/settings.ts";
import type { EdgeKind } from "../../base/types.ts";
import { ranksOf } from "../../query/graph/pagerank.ts";
import { toNode } from "../../query/subgraph.ts";
import { kindCode, readAdjacency } from "../../store/adjacency.ts";
import type { FileRow, Store, SymbolRow } from "../../store/graph.ts";
import { command } from "../command.ts";
import { outputFlags, rootFlags } from "../question.ts";
import { visible } from "../render/visible.ts";
import { atMost, moreLines, printReport } from "../report.ts";
import { sayWarnings, withSession } from "../session.ts";

export default command({
  name: "communities",
  about: "Files that belong together by what they use of one another (Louvain), with the symbols they are used by",
  flags: {
    k: { type: "string", valueHint: "N", description: `Number of communities, largest first (default ${asking.defaultResults})` },
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const k = flags.number("k", asking.defaultResults, 1, asking.maxResults);
    return withSession(flags, async (session) => {
      const { store, root } = session;
      const all = communitiesOf(store);
      const { shown, more } = atMost(all, k);
      sayWarnings(session);
      const communities = shown.map(({ name, files, symbols, cohesion }) => ({
        name,
        size: files.length,
        cohesion,
        files: files.map(({ path }) => path),
        symbols: symbols.map(toNode),
      }));
      printReport(flags, { root, communities, more }, (paint) => [
        ...(all.length === 0 ? ["No file here uses another, as far as could be resolved."] : []),
        ...shown.flatMap(({ name, files, symbols, cohesion }) => [
          `${paint.name(visible(name))}  ${files.length} files, ${Math.round(cohesion * 100)} % of their edges stay inside`,
          paint.dim(`  ${symbols.map((symbol) => visible(symbol.qualified)).join(", ")}`),
        ]),
        ...moreLines(more, paint),
      ]);
      return all.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});

// `manifold communities`: files that belong together by what they use of one another (Louvain: Blondel, Guillaume, Lambiotte, Lefebvre 2008).
//
// Files are visited in the order of their paths and ties go to the first community, so that the same graph always falls apart in the same
// way; weights are whole numbers. Files without edges to others are in no community.

/** How much an edge between two files ties them together. */
const WEIGHTS: Partial<Record<EdgeKind, number>> = { calls: 2, inherits: 4, implements: 4, uses: 2, imports: 1 };
/** Rounds of one level, and levels: real graphs settle in about ten and four. */
const ROUNDS = 30;
const LEVELS = 12;
/** Symbols that stand for a community. */
const TOP = 5;

export interface Community {
  /** The folder that most of its files share, or the file of its most used symbol. */
  name: string;
  /** By path. */
  files: FileRow[];
  /** Its most used symbols by PageRank. */
  symbols: SymbolRow[];
  /** Share of the weight of its edges that stays inside. */
  cohesion: number;
}

type Weights = Map<number, number>[];

/** Communities of files, largest first, then by name. */
export function communitiesOf(store: Store): Community[] {
  const files = store.files();
  const place = new Map(files.map((file, at) => [file.id, at]));
  const { src, dst, kind, count } = readAdjacency(store);
  const weights = new Map((Object.entries(WEIGHTS) as [EdgeKind, number][]).map(([name, weight]) => [kindCode(name), weight]));
  const homes = new Map<number, number>();
  for (const [at, file] of files.entries()) for (const { id } of store.symbolsOfFile(file.id)) homes.set(id, at);
  const graph: Weights = files.map(() => new Map());
  for (let at = 0; at < count; at++) {
    const weight = weights.get(kind[at]!) ?? 0;
    const [from, to] = [homes.get(src[at]!), homes.get(dst[at]!)];
    if (weight === 0 || from === undefined || to === undefined || from === to) continue;
    graph[from]!.set(to, (graph[from]!.get(to) ?? 0) + weight);
    graph[to]!.set(from, (graph[to]!.get(from) ?? 0) + weight);
  }
  const member = louvain(graph);
  const groups = Map.groupBy(
    files.filter((file) => graph[place.get(file.id)!]!.size > 0),
    (file) => member[place.get(file.id)!]!,
  );
  const ranks = ranksOf(store);
  const out = [...groups.values()].map((own): Community => {
    const inside = new Set(own.map((file) => place.get(file.id)!));
    let [kept, all] = [0, 0];
    for (const at of inside)
      for (const [to, weight] of graph[at]!) {
        all += weight;
        if (inside.has(to)) kept += weight;
      }
    const symbols = own
      .flatMap((file) => store.symbolsOfFile(file.id).slice(1))
      .filter(({ kind }) => kind !== "import" && kind !== "section")
      .map((symbol) => ({ symbol, rank: ranks.of(symbol.id) }))
      .sort(
        (a, b) => b.rank - a.rank || (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : a.symbol.at - b.symbol.at),
      )
      .slice(0, TOP)
      .map(({ symbol }) => symbol);
    return { name: nameOf(own, symbols), files: own, symbols, cohesion: Math.round((kept / Math.max(1, all)) * 1_000) / 1_000 };
  });
  return out.sort((a, b) => b.files.length - a.files.length || (a.files[0]!.path < b.files[0]!.path ? -1 : 1));
}

function nameOf(files: readonly FileRow[], symbols: readonly SymbolRow[]): string {
  const counts = new Map<string, number>();
  for (const { path } of files)
    for (let cut = path.lastIndexOf("/"); cut > 0; cut = path.lastIndexOf("/", cut - 1))
      counts.set(path.slice(0, cut), (counts.get(path.slice(0, cut)) ?? 0) + 1);
  // The deepest folder that holds more than half of the files.
  const shared = [...counts].filter(([, count]) => count * 2 > files.length).sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  return shared[0]?.[0] ?? symbols[0]?.path ?? files[0]!.path;
}

/** The community of each node. */
export function louvain(graph: Weights): number[] {
  let member = graph.map((_, at) => at);
  let level = graph;
  /** Weight inside a node of the level, twice. */
  let loops = graph.map(() => 0);
  for (let depth = 0; depth < LEVELS; depth++) {
    const moved = settle(level, loops);
    const numbers = new Map<number, number>();
    for (const community of moved) if (!numbers.has(community)) numbers.set(community, numbers.size);
    if (numbers.size === level.length) break;
    const next = (at: number): number => numbers.get(moved[at]!)!;
    member = member.map(next);
    const merged: Weights = Array.from({ length: numbers.size }, () => new Map());
    const inner = Array<number>(numbers.size).fill(0);
    for (const [at, edges] of level.entries()) {
      inner[next(at)]! += loops[at]!;
      for (const [to, weight] of edges) {
        if (next(to) === next(at)) inner[next(at)]! += weight;
        else merged[next(at)]!.set(next(to), (merged[next(at)]!.get(next(to)) ?? 0) + weight);
      }
    }
    level = merged;
    loops = inner;
  }
  return member;
}

/** Moves nodes to the neighbouring community that gains most modularity, until none gains. */
function settle(graph: Weights, loops: readonly number[]): number[] {
  const degree = graph.map((edges, at) => [...edges.values()].reduce((sum, weight) => sum + weight, loops[at]!));
  const all = degree.reduce((sum, one) => sum + one, 0) || 1;
  const member = graph.map((_, at) => at);
  const total = [...degree];
  for (let round = 0; round < ROUNDS; round++) {
    let changed = false;
    for (const [at, edges] of graph.entries()) {
      const ties = new Map<number, number>();
      for (const [to, weight] of edges) ties.set(member[to]!, (ties.get(member[to]!) ?? 0) + weight);
      const home = member[at]!;
      total[home]! -= degree[at]!;
      const gain = (community: number): number => (ties.get(community) ?? 0) * all - degree[at]! * total[community]!;
      let best = home;
      for (const community of [...ties.keys()].sort((a, b) => a - b)) if (gain(community) > gain(best)) best = community;
      total[best]! += degree[at]!;
      if (best === home) continue;
      member[at] = best;
      changed = true;
    }
    if (!changed) break;
  }
  return member;
}
