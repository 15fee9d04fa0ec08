/** What `manifold map` draws: chunks as points in the plane, near where their meaning is near, with the graph's edges between them. */
import { EDGE_KINDS, type EdgeKind } from "../../base/types.ts";
import { STOP_WORDS, splitIdentifier } from "../../base/words.ts";
import type { ChunkRow, Store } from "../../store/graph.ts";
import type { VectorIndex } from "../../store/vectors.ts";
import { map as settings } from "../limits.ts";
import { type Place, placesOf, type Step } from "./layout.ts";

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
  /** Heaps of points with their names, largest first. */
  clusters: Cluster[];
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
  return { modules, points, edges: edgesBetween(store, chunks), clusters: clustersOf(points), total: all.length };
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

// Which part of the tree a file belongs to, for colouring: folders, split where most of the code is.

/** A folder is no module of its own with a smaller share of all chunks than this, where there is not room for every folder. */
const LEAST_SHARE = 0.01;

/**
 * Modules of a tree: path prefixes such that each path belongs to the longest that it begins with.
 * The module with most chunks is split into its folders as long as there are no more than `most`; where there are too many folders, the
 * largest are split off and the others stay together.
 * @param counts chunks by path
 * @returns prefixes (`""` for what lies at the top, else with a `/` at the end), most chunks first
 */
export function modulesOf(counts: ReadonlyMap<string, number>, most: number): string[] {
  const modules = new Map<string, string[]>([["", [...counts.keys()]]]);
  const weight = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + counts.get(path)!, 0);
  const heaviest = (groups: Iterable<[string, string[]]>): [string, string[]][] =>
    [...groups].sort(([p, a], [q, b]) => weight(b) - weight(a) || (p < q ? -1 : 1));
  const total = weight([...counts.keys()]);
  // First leave room to split what is large further down; what room is left then goes to the others.
  for (const share of [0.6, 1]) {
    const done = new Set<string>();
    for (;;) {
      const [next] = heaviest([...modules].filter(([prefix]) => !done.has(prefix)));
      if (!next) break;
      const [prefix, paths] = next;
      done.add(prefix);
      // Files right in the folder have no slash after its own: their part is the prefix itself.
      const parts = Map.groupBy(paths, (path) => path.slice(0, path.indexOf("/", prefix.length) + 1) || prefix);
      const folders = heaviest([...parts].filter(([part]) => part.length > prefix.length));
      const rest = [...parts].filter(([part]) => part.length <= prefix.length).flatMap(([, own]) => own);
      const left = most - modules.size;
      const whole = folders.length <= left + (rest.length === 0 ? 1 : 0);
      const split = whole ? folders : folders.slice(0, Math.floor(left * share)).filter(([, own]) => weight(own) >= LEAST_SHARE * total);
      for (const [part, own] of split) modules.set(part, own);
      const kept = [...rest, ...folders.filter((folder) => !split.includes(folder)).flatMap(([, own]) => own)];
      if (kept.length > 0) modules.set(prefix, kept);
      else modules.delete(prefix);
    }
  }
  return heaviest(modules).map(([prefix]) => prefix);
}

/** The module of a path: its longest prefix among them. */
export function moduleOf(path: string, modules: readonly string[]): string {
  return modules.filter((prefix) => path.startsWith(prefix)).reduce((best, prefix) => (prefix.length > best.length ? prefix : best), "");
}

// Names for the heaps of points on a map, so that it is read without a click: where points lie dense (the hills of a density over a grid, each point
// belonging to the hill that lies uphill of it, as in mean shift: Comaniciu and Meer 2002), what folder most of a heap is of, and the words that tell it from the rest.

/** What a heap is told by: a point of the map, its names. */
interface Named {
  path: string;
  name: string;
  x: number;
  y: number;
}

export interface Cluster {
  /** Where its name stands: the densest place, from 0 to 1 as the points. */
  x: number;
  y: number;
  /** How many points it has. */
  size: number;
  /** The folder (or file) that most of it is of, without the parts that all of the map shares; "" where there is none. */
  folder: string;
  /** The words that tell it from the rest, the most telling first. */
  words: string[];
}

/** The heaps of a map that are worth a name, largest first. The same points give the same heaps, in whatever order they stand. */
export function clustersOf(points: readonly Named[]): Cluster[] {
  const counts = new Map<string, number>();
  for (const point of points) for (const word of wordsOf(point)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const shared = sharedFolder(points.map((point) => point.path));
  return heapsOf(points)
    .filter(({ members }) => members.length >= Math.max(settings.leastCluster, settings.leastClusterShare * points.length))
    .sort((a, b) => b.members.length - a.members.length || a.y - b.y || a.x - b.x)
    .slice(0, settings.clusters)
    .map(({ members, x, y }) => {
      const own = members.map((at) => points[at]!);
      const folder = folderOf(own.map((point) => point.path)).slice(shared.length);
      const words = tellingWords(own, counts, points.length, new Set(splitIdentifier(folder)));
      return { x, y, size: members.length, folder: folder.replace(/\/$/, ""), words };
    })
    .filter(({ folder, words }) => folder !== "" || words.length > 0);
}

// ---------------------------------------------------------------------------------------------- where the heaps are

/** Cells of the density in each direction: a cell is about what a name covers. */
const SIDE = 96;

interface Heap {
  members: number[];
  x: number;
  y: number;
}

/** Every point in one heap: that of the hill above its cell. Hills that are not parted by a valley are one. */
function heapsOf(points: readonly Named[]): Heap[] {
  const cellOf = (value: number): number => Math.min(SIDE - 1, Math.max(0, Math.floor(value * SIDE)));
  const cells = points.map(({ x, y }) => cellOf(y) * SIDE + cellOf(x));
  let density = new Float64Array(SIDE * SIDE);
  for (const cell of cells) density[cell]!++;
  // Three passes of a box are as good as a Gaussian.
  for (let pass = 0; pass < 3; pass++) density = blurred(density);
  // From the top downwards, each cell joins the highest hill that it touches: a watershed.
  const order = [...density.keys()].filter((cell) => density[cell]! > 0).sort((a, b) => density[b]! - density[a]! || a - b);
  const hill = new Int32Array(SIDE * SIDE).fill(-1);
  const parent = new Map<number, number>();
  const top = (cell: number): number => {
    let at = cell;
    while (parent.get(at)! !== at) at = parent.get(at)!;
    return at;
  };
  for (const cell of order) {
    const near = [...new Set(around(cell).flatMap((other) => (hill[other]! >= 0 ? [top(hill[other]!)] : [])))];
    near.sort((a, b) => density[b]! - density[a]! || a - b);
    const [highest] = near;
    if (highest === undefined) parent.set(cell, cell);
    hill[cell] = highest ?? cell;
    // A hill that hardly rises above the pass to a higher one is a shoulder of it.
    for (const lower of near.slice(1)) if (density[cell]! > settings.valley * density[lower]!) parent.set(lower, highest!);
  }
  const heaps = new Map<number, Heap>();
  for (const [at, cell] of cells.entries()) {
    const peak = top(hill[cell]!);
    let heap = heaps.get(peak);
    if (!heap) {
      heap = { members: [], x: ((peak % SIDE) + 0.5) / SIDE, y: (Math.floor(peak / SIDE) + 0.5) / SIDE };
      heaps.set(peak, heap);
    }
    heap.members.push(at);
  }
  return [...heaps.values()];
}

/** A cell and its eight neighbours, as far as they are on the grid. */
function around(cell: number): number[] {
  const [row, column] = [Math.floor(cell / SIDE), cell % SIDE];
  return [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].flatMap((right) => {
      const [r, c] = [row + down, column + right];
      return r >= 0 && r < SIDE && c >= 0 && c < SIDE ? [r * SIDE + c] : [];
    }),
  );
}

function blurred(density: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from(density, (_, cell) => around(cell).reduce((sum, other) => sum + density[other]!, 0) / 9);
}

// ---------------------------------------------------------------------------------------------- what they are called

/** The folder that all paths lie in, with its slash; "" where there is none. */
function sharedFolder(paths: readonly string[]): string {
  const folders = paths.map((path) => path.slice(0, path.lastIndexOf("/") + 1));
  return folders.reduce((shared, folder) => {
    let common = shared;
    while (!folder.startsWith(common)) common = common.slice(0, common.lastIndexOf("/", common.length - 2) + 1);
    return common;
  }, folders[0] ?? "");
}

/** The deepest folder or file that most of the paths lie in. */
function folderOf(paths: readonly string[]): string {
  const held = new Map<string, number>();
  for (const path of paths) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) count(held, path.slice(0, at + 1));
    count(held, path);
  }
  const most = [...held].filter(([, many]) => many >= settings.folderShare * paths.length).map(([prefix]) => prefix);
  return most.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0] ?? "";
}

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** What a point's name and file say, each word once. */
function wordsOf({ name, path }: Named): Set<string> {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/, "");
  return new Set(splitIdentifier(`${name} ${stem}`).filter((word) => word.length > 2 && !/^\d/.test(word) && !STOP_WORDS.has(word)));
}

/**
 * Words that are frequent here and rare elsewhere: by the share of the heap that has them times the information that they give of it
 * (pointwise mutual information, as in labelling document clusters: Manning, Raghavan, Schütze, Introduction to Information Retrieval, 17.7).
 */
function tellingWords(own: readonly Named[], counts: ReadonlyMap<string, number>, total: number, said: ReadonlySet<string>): string[] {
  const held = new Map<string, number>();
  for (const point of own) for (const word of wordsOf(point)) count(held, word);
  const scored = [...held].flatMap(([word, many]) => {
    const share = many / own.length;
    const lift = Math.log(share / (counts.get(word)! / total));
    return share >= settings.wordShare && lift > 0 && !said.has(word) ? [{ word, score: share * lift }] : [];
  });
  scored.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1));
  return scored.slice(0, settings.words).map(({ word }) => word);
}

// Maps of several trees as one: each in a tile of its own, for what is near in one tree is said in words that another may not share.

/** Of a tile what its map takes: what is left keeps the heaps of two trees apart. */
const FILLED = 0.94;

/** @param maps what is drawn of each, and what its paths begin with; tiles in their order, from the upper left */
export function tiled(maps: readonly { mount: string; data: MapData }[]): MapData {
  const columns = Math.ceil(Math.sqrt(maps.length));
  const rows = Math.ceil(maps.length / columns);
  const whole: MapData = { modules: [], points: [], edges: [], clusters: [], total: 0 };
  for (const [at, { mount, data }] of maps.entries()) {
    const place = <T extends { x: number; y: number }>(one: T): T => ({
      ...one,
      x: ((at % columns) + 0.5 + (one.x - 0.5) * FILLED) / columns,
      y: (Math.floor(at / columns) + 0.5 + (one.y - 0.5) * FILLED) / rows,
    });
    const [points, modules] = [whole.points.length, whole.modules.length];
    whole.modules.push(...data.modules.map((prefix) => mount + prefix));
    for (const one of data.points) whole.points.push({ ...place(one), path: mount + one.path, module: modules + one.module });
    for (const { from, to, kind } of data.edges) whole.edges.push({ from: from + points, to: to + points, kind });
    whole.clusters.push(...data.clusters.map((one) => ({ ...place(one), folder: mount + one.folder })));
    whole.total += data.total;
  }
  whole.clusters.sort((a, b) => b.size - a.size || a.y - b.y || a.x - b.x);
  return whole;
}
