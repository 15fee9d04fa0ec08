/**
 * Names for the heaps of points on a map, so that it is read without a click: where points lie dense (the hills of a density over a grid, each point
 * belonging to the hill that lies uphill of it, as in mean shift: Comaniciu and Meer 2002), what folder most of a heap is of, and the words that tell it from the rest.
 */
import { STOP_WORDS, splitIdentifier } from "../../base/words.ts";
import { map as settings } from "../limits.ts";

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
