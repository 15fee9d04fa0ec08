/**
 * From vectors to points in the plane: UMAP (McInnes, Healy, Melville 2018) over exact neighbours, started from the two principal axes so that
 * far-away groups keep their places. Seeded: the same vectors give the same picture.
 */
import { UMAP } from "umap-js";
import { embedQuestion } from "../../embed/static.ts";
import type { Store } from "../../store/graph.ts";
import { VectorIndex } from "../../store/vectors.ts";
import { map as settings } from "../limits.ts";

export type Place = [x: number, y: number];

/** Told how far the work is; may wait, so that others get a turn. */
export type Step = (what: string, done: number, total: number) => Promise<void>;

/** Spread of the starting positions; UMAP's own random start has it too. */
const START = 10;

/**
 * Places of vectors in the plane. Of very many, the first are arranged by UMAP, and the others put among those of them that they are like.
 * @param rows as `VectorIndex.row` gives them, in an order that has nothing to do with what they mean
 * @returns one place a row, in no particular unit
 */
export async function placesOf(rows: readonly Int8Array[], onStep: Step): Promise<Place[]> {
  const landmarks = await arranged(rows.slice(0, settings.landmarks), onStep);
  return rows.length <= settings.landmarks ? landmarks : [...landmarks, ...(await placedAmong(landmarks, rows, onStep))];
}

/** Places of all rows after the landmarks: the mean of the nearest landmarks as far as these lie together, and a little beside it. */
export async function placedAmong(landmarks: readonly Place[], rows: readonly Int8Array[], onStep: Step): Promise<Place[]> {
  const index = VectorIndex.of(rows[0]!.length, [...landmarks.keys()], rows.slice(0, landmarks.length));
  const widest = landmarks.reduce((most, [x, y]) => Math.max(most, Math.abs(x), Math.abs(y)), 0) || 1;
  const next = seeded(7);
  const places: Place[] = [];
  for (const [at, row] of rows.slice(landmarks.length).entries()) {
    const near = index.search(row, settings.nearLandmarks);
    const middle = landmarks[near[0]?.id ?? 0]!;
    const least = near.at(-1)?.score ?? 0;
    // Between two groups that it is like there is nothing: a vector belongs to the group of its nearest landmark.
    const group = near.filter(
      ({ id }) => Math.hypot(landmarks[id]![0] - middle[0], landmarks[id]![1] - middle[1]) < settings.group * widest,
    );
    let weight = 0;
    let x = 0;
    let y = 0;
    for (const { id, score } of group) {
      const share = (score - least + 0.01) ** 2;
      weight += share;
      x += share * landmarks[id]![0];
      y += share * landmarks[id]![1];
    }
    const angle = 2 * Math.PI * next();
    const beside = settings.beside * widest * Math.sqrt(next());
    places.push([
      (weight > 0 ? x / weight : middle[0]) + beside * Math.cos(angle),
      (weight > 0 ? y / weight : middle[1]) + beside * Math.sin(angle),
    ]);
    if (at % 500 === 499) await onStep("placing the others", at + 1, rows.length - landmarks.length);
  }
  return places;
}

/** Places by UMAP. */
async function arranged(rows: readonly Int8Array[], onStep: Step): Promise<Place[]> {
  if (rows.length === 0) return [];
  const lengths = rows.map((row) => Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)));
  const units = rows.map((row, at) => Float64Array.from(row, (value) => value / lengths[at]!));
  // The first axis is what all vectors have in common; the next two are where they differ.
  const axes = principalAxes(units, Math.min(3, rows[0]!.length)).slice(-2);
  const start = units.map((unit) => project(axes, unit));
  if (rows.length < settings.leastForUmap) return start.map(([x, y]): Place => [x ?? 0, y ?? 0]);
  const neighbours = Math.min(settings.neighbours, rows.length - 1);
  const { indices, distances } = await nearestOf(rows, neighbours, onStep);
  const umap = new UMAP({ nComponents: 2, nNeighbors: neighbours, minDist: settings.minDistance, random: seeded(11) });
  umap.setPrecomputedKNN(indices, distances);
  // With neighbours given, only the number of vectors counts.
  const epochs = umap.initializeFit(rows.map(() => [0]));
  const places = umap.getEmbedding();
  const widest = start.reduce((most, place) => Math.max(most, Math.abs(place[0]!), Math.abs(place[1] ?? 0)), 0) || 1;
  const jitter = seeded(5);
  for (const [at, place] of start.entries()) {
    // Equal texts start a little apart, or nothing would ever part them.
    places[at]![0] = (START * place[0]!) / widest + 0.01 * (jitter() - 0.5);
    places[at]![1] = (START * (place[1] ?? 0)) / widest + 0.01 * (jitter() - 0.5);
  }
  for (let epoch = 0; epoch < epochs; epoch++) {
    umap.step();
    await onStep("arranging the map", epoch + 1, epochs);
  }
  return umap.getEmbedding().map(([x, y]): Place => [x ?? 0, y ?? 0]);
}

/** Each vector's nearest, itself first, as UMAP wants them. */
async function nearestOf(rows: readonly Int8Array[], count: number, onStep: Step): Promise<{ indices: number[][]; distances: number[][] }> {
  // By position, not by the ids of the index: of equally near ones the first is taken, and ids depend on what happened before.
  const index = VectorIndex.of(rows[0]!.length, [...rows.keys()], rows);
  const indices: number[][] = [];
  const distances: number[][] = [];
  for (const [at, row] of rows.entries()) {
    const others = index.search(row, count).filter((found) => found.id !== at);
    const near = [{ id: at, score: 1 }, ...others].slice(0, count);
    indices.push(near.map(({ id }) => id));
    distances.push(near.map(({ score }) => Math.max(0, 1 - score)));
    if (at % 500 === 499) await onStep("finding neighbours", at + 1, rows.length);
  }
  return { indices, distances };
}

// Principal axes: the directions in which vectors spread most.

/** Vectors that are looked at; more do not move the axes. */
const SAMPLE = 20_000;

/** Rounds of the iteration: more change nothing in the first six digits, on vectors of code. */
const ROUNDS = 60;

/**
 * The first principal axes, by orthogonal iteration (Golub and Van Loan, Matrix Computations, 8.2). The same vectors give the same axes.
 * @param vectors at least one, all of one length; their mean is not taken off (a cosine knows no mean)
 * @param width how many axes
 * @returns unit vectors, the largest spread first
 */
export function principalAxes(vectors: readonly ArrayLike<number>[], width: number): Float64Array[] {
  const size = vectors[0]!.length;
  const spread = Array.from({ length: size }, () => new Float64Array(size));
  const every = Math.max(1, Math.floor(vectors.length / SAMPLE));
  for (let at = 0; at < vectors.length; at += every) {
    const vector = vectors[at]!;
    for (let i = 0; i < size; i++) {
      const row = spread[i]!;
      for (let j = 0; j <= i; j++) row[j]! += vector[i]! * vector[j]!;
    }
  }
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) spread[i]![j] = spread[j]![i]!;
  const next = seeded(3);
  let axes = Array.from({ length: width }, () => Float64Array.from({ length: size }, () => next() - 0.5));
  for (let round = 0; round < ROUNDS; round++) {
    axes = axes.map((axis) => Float64Array.from(spread, (row) => dot(row, axis)));
    for (const [at, axis] of axes.entries()) {
      for (const other of axes.slice(0, at)) {
        const share = dot(other, axis);
        for (let i = 0; i < size; i++) axis[i]! -= share * other[i]!;
      }
      const length = Math.sqrt(dot(axis, axis)) || 1;
      for (let i = 0; i < size; i++) axis[i]! /= length;
    }
  }
  return axes;
}

/** Where a vector lies along each axis. */
export function project(axes: readonly Float64Array[], vector: ArrayLike<number>): Float64Array {
  return Float64Array.from(axes, (axis) => dot(axis, vector));
}

function dot(a: Float64Array, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Numbers from 0 to 1 that look random and are the same every time (Lehmer 1951). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

// Vectors for a map of an index that has none: the built-in table as it is shipped, in memory only.

/** One vector a chunk, of its path and text. Files that changed since they were indexed are left out. */
export async function shippedVectors(store: Store, onStep: Step): Promise<VectorIndex> {
  const ids: number[] = [];
  const vectors: Float32Array[] = [];
  const files = store.files();
  for (const [done, file] of files.entries()) {
    if (done % 100 === 99) await onStep("embedding", done + 1, files.length);
    const source = store.source(file.path, file);
    if (typeof source === "string" || !source.fresh) continue;
    const lines = source.text.split("\n");
    for (const chunk of store.chunksOfFile(file.id)) {
      if (chunk.kind === "licence") continue;
      ids.push(chunk.no);
      vectors.push(embedQuestion(`${file.path}\n${lines.slice(chunk.start - 1, chunk.end).join("\n")}`, () => null));
    }
  }
  return VectorIndex.of(vectors[0]?.length ?? 1, ids, vectors);
}
