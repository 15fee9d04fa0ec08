/**
 * From vectors to points in the plane: UMAP (McInnes, Healy, Melville 2018) over exact neighbours, started from the two principal axes so that
 * far-away groups keep their places. Seeded: the same vectors give the same picture.
 */
import { UMAP } from "umap-js";
import { map as settings } from "../../base/limits.ts";
import { VectorIndex } from "../../store/vectors.ts";
import { principalAxes, project, seeded } from "./axes.ts";

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
  const index = VectorIndex.create(rows[0]!.length);
  index.add([...landmarks.keys()], rows.slice(0, landmarks.length));
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
  const index = VectorIndex.create(rows[0]!.length);
  index.add([...rows.keys()], rows);
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
