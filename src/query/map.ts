/** What `manifold map` draws: chunks as points in the plane, near where their meaning is near, with the graph's edges between them. */
import { map as settings } from "../base/limits.ts";
import { EDGE_KINDS, type EdgeKind } from "../base/types.ts";
import type { ChunkRow, Store } from "../store/graph.ts";
import type { VectorIndex } from "../store/vectors.ts";
import { type Place, placesOf, type Step } from "./map/layout.ts";
import { moduleOf, modulesOf } from "./map/modules.ts";

export interface MapPoint {
  /** `chunk_<16 hex>`. */
  chunk: string;
  path: string;
  start: number;
  end: number;
  kind: string;
  name: string;
  /** Position in `MapData.modules`. */
  module: number;
  /** From 0 to 1 in both directions, y downwards. */
  x: number;
  y: number;
}

/** An edge of the graph between two points, by their positions. */
export interface MapEdge {
  from: number;
  to: number;
  kind: EdgeKind;
}

export interface MapData {
  /** Prefixes of paths, most chunks first; "" is the top. */
  modules: string[];
  points: MapPoint[];
  edges: MapEdge[];
  /** Chunks that have a vector, of which `points` may be a part. */
  total: number;
}

/**
 * Places the chunks of an index.
 * @param most at most so many points; of more chunks, those with the smallest ids are shown, which is as good as chosen at random
 * @param onStep told how far it is; may wait
 */
export async function mapOf(store: Store, index: VectorIndex, most: number, onStep: Step): Promise<MapData> {
  const all = [...store.chunks()].filter((chunk) => index.has(chunk.no));
  const kept = new Set(
    [...all]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, most)
      .map((chunk) => chunk.no),
  );
  const chunks = all.filter((chunk) => kept.has(chunk.no));
  const counts = new Map<string, number>();
  for (const chunk of all) counts.set(chunk.path, (counts.get(chunk.path) ?? 0) + 1);
  const modules = modulesOf(counts, settings.modules);
  const position = new Map(modules.map((prefix, at) => [prefix, at]));
  const places = fitted(await placedBy(index, chunks, onStep));
  const points = chunks.map((chunk, at): MapPoint => {
    const { id, path, start, end, kind, name, qualified } = chunk;
    const module = position.get(moduleOf(path, modules)) ?? 0;
    return { chunk: id, path, start, end, kind, name: qualified || name, module, x: places[at]![0], y: places[at]![1] };
  });
  return { modules, points, edges: edgesBetween(store, chunks), total: all.length };
}

/** Places in the order of the chunks. They are worked out in the order of their ids: numbers depend on what happened to the index before. */
async function placedBy(index: VectorIndex, chunks: readonly ChunkRow[], onStep: Step): Promise<Place[]> {
  const ordered = [...chunks].sort((a, b) => (a.id < b.id ? -1 : 1));
  const places = await placesOf(
    ordered.map((chunk) => index.row(chunk.no)!),
    onStep,
  );
  const byNo = new Map(ordered.map((chunk, at) => [chunk.no, places[at]!]));
  return chunks.map((chunk) => byNo.get(chunk.no)!);
}

/** Places moved and scaled into the unit square, both directions by the same factor, to a hundred-thousandth. */
function fitted(places: readonly Place[]): Place[] {
  const bounds = [0, 1].map((axis) => {
    const values = places.map((place) => place[axis]!);
    return {
      low: values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
      high: values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
    };
  });
  const side = Math.max(...bounds.map(({ low, high }) => high - low)) || 1;
  const moved = (value: number, axis: number): number => {
    const { low, high } = bounds[axis]!;
    return Math.round(((value - (low + high) / 2) / side + 0.5) * 1e5) / 1e5;
  };
  return places.map(([x, y]): Place => [moved(x, 0), moved(y, 1)]);
}

/** Edges of the graph as edges between the chunks that their ends begin in, each kind once a pair, none within a chunk. */
function edgesBetween(store: Store, chunks: readonly ChunkRow[]): MapEdge[] {
  const byFile = Map.groupBy(
    chunks.map((chunk, at) => ({ ...chunk, at })),
    (chunk) => chunk.file,
  );
  const place = new Map<number, number>();
  for (const [file, own] of byFile) {
    const inOrder = own.sort((a, b) => a.start - b.start);
    for (const symbol of store.symbolsOfFile(file)) {
      const holder = inOrder.findLast((chunk) => chunk.start <= symbol.start && symbol.start <= chunk.end);
      if (holder) place.set(symbol.id, holder.at);
    }
  }
  const seen = new Set<string>();
  const edges: MapEdge[] = [];
  for (const file of byFile.keys())
    for (const edge of store.edgesOfFile(file)) {
      const from = place.get(edge.src);
      const to = place.get(edge.dst);
      const key = `${from} ${to} ${edge.kind}`;
      if (from === undefined || to === undefined || from === to || edge.resolution === "ambiguous" || seen.has(key)) continue;
      seen.add(key);
      edges.push({ from, to, kind: edge.kind });
    }
  return edges.sort((a, b) => a.from - b.from || a.to - b.to || EDGE_KINDS.indexOf(a.kind) - EDGE_KINDS.indexOf(b.kind));
}
