/**
 * Which file of vectors belongs to an index: its name stands in the database, so that both change in one commit.
 *
 * A writer saves `vectors-<generation>.usearch` under a number never used before, then commits the number. A crash in between leaves a file
 * that nobody knows, which the next writer removes. The generation before the newest stays until the next commit: somebody may have opened
 * the database a moment ago and not yet the vectors.
 *
 * What an update changes of a few chunks stands in the database, beside the file, until there is more of it, and the file is written anew.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { vectors as settings } from "../../base/limits.ts";
import { DamagedIndex } from "../damage.ts";
import { indexFolder, removeOwn } from "../folder.ts";
import { isVouched } from "../seal.ts";
import { type Aside, VectorIndex } from "../vectors.ts";
import { Graph, writeGraph } from "./graph.ts";

/** Key of the row in `meta`, and of what was set aside since. */
const META = "vectors";
const ASIDE = "vectors_aside";

/** Where the row in `meta` is read: a `Store` or a `Writer`. */
export interface MetaReader {
  meta(key: string): string | null;
}
export interface MetaWriter extends MetaReader {
  setMeta(key: string, value: string | number | null): void;
}

interface Named {
  generation: number;
  stamp: string;
  /** Stamp of the graph; none below `vectors.graphFrom`. */
  graph?: string;
}

const nameOf = (generation: number): string => `vectors-${generation}.usearch`;
const graphNameOf = (generation: number): string => `vectors-${generation}.graph.usearch`;

/** Generations whose files lie in the folder, ascending. */
function generations(root: string): number[] {
  const found = readdirSync(indexFolder(root)).flatMap((name) => {
    const digits = /^vectors-(\d{1,15})(\.graph)?\.usearch$/.exec(name)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

/**
 * Saves vectors as the next generation; they count from the caller's commit on.
 * @param meta of the transaction that is being written
 * @param graphFrom number of vectors from which a graph is kept too
 */
export function saveVectors(root: string, meta: MetaWriter, index: VectorIndex, graphFrom: number = settings.graphFrom): void {
  const before = named(meta);
  const generation = Math.max(before?.generation ?? 0, generations(root).at(-1) ?? 0) + 1;
  const stamp = index.save(join(indexFolder(root), nameOf(generation)));
  const graph = index.size < graphFrom ? null : saveGraph(root, before, generation, index);
  meta.setMeta(META, JSON.stringify({ generation, stamp, ...(graph === null ? {} : { graph }) } satisfies Named));
  if (meta.meta(ASIDE) !== null) meta.setMeta(ASIDE, null);
}

/**
 * Saves what was set aside of vectors that were opened: beside them while it is little, else as `saveVectors`.
 * @param most ids that differ
 */
export function saveAside(root: string, meta: MetaWriter, index: VectorIndex, most: number = settings.aside): void {
  const { aside } = index;
  if (aside === null) return;
  if (aside.gone.length + aside.ids.length > most) {
    saveVectors(root, meta, index);
    return;
  }
  const { gone, ids, rows } = aside;
  meta.setMeta(ASIDE, JSON.stringify({ gone, ids, rows: new Uint8Array(rows.buffer, rows.byteOffset, rows.length).toBase64() }));
}

/** The graph of a generation, made from that of the generation before where there is one. */
function saveGraph(root: string, before: Named | null, generation: number, index: VectorIndex): string | null {
  const path = join(indexFolder(root), graphNameOf(generation));
  const from = before?.graph === undefined ? null : join(indexFolder(root), graphNameOf(before.generation));
  if (
    before &&
    from !== null &&
    [graphNameOf(before.generation), nameOf(before.generation)].every((name) => isVouched(indexFolder(root), name))
  ) {
    const old = VectorIndex.open(join(indexFolder(root), nameOf(before.generation)), before.stamp);
    return writeGraph(path, index.all(), { path: from, rows: old.all() });
  }
  return writeGraph(path, index.all(), null);
}

/** Notes that the index has no vectors. */
export function forgetVectors(meta: MetaWriter): void {
  meta.setMeta(META, null);
  if (meta.meta(ASIDE) !== null) meta.setMeta(ASIDE, null);
}

/**
 * Removes the files of other generations, after the commit; readers that have one open keep it.
 * @param meta as committed
 */
export function removeOldVectors(root: string, meta: MetaReader): void {
  const current = named(meta)?.generation ?? null;
  const all = generations(root);
  const before = all.filter((generation) => current !== null && generation < current).at(-1);
  for (const generation of all)
    if (generation !== current && generation !== before)
      for (const name of [nameOf(generation), graphNameOf(generation)]) removeOwn(join(indexFolder(root), name));
}

/**
 * The vectors of an index; null if it has none.
 * @throws DamagedIndex when the file is gone or another
 */
export function openVectors(root: string, meta: MetaReader): VectorIndex | null {
  const wanted = named(meta);
  if (wanted === null) return null;
  const path = join(indexFolder(root), nameOf(wanted.generation));
  // Its rows and its graph are searched by native code: only what was sealed.
  if (!isVouched(indexFolder(root), nameOf(wanted.generation))) throw new DamagedIndex("its file of vectors is not there, or was changed");
  const index = VectorIndex.open(path, wanted.stamp, asideOf(meta));
  const { graph, generation } = wanted;
  if (graph !== undefined) {
    const graphPath = join(indexFolder(root), graphNameOf(generation));
    if (!isVouched(indexFolder(root), graphNameOf(generation)))
      throw new DamagedIndex("the graph of its vectors is not there, or was changed");
    index.useGraph(() => Graph.open(graphPath, index.dimensions, graph));
  }
  return index;
}

function asideOf(meta: MetaReader): Aside | null {
  const text = meta.meta(ASIDE);
  if (text === null) return null;
  try {
    const { gone, ids, rows } = JSON.parse(text) as { gone: number[]; ids: number[]; rows: string };
    return { gone, ids, rows: new Int8Array(Uint8Array.fromBase64(rows).buffer) };
  } catch (error) {
    throw new DamagedIndex("its latest vectors make no sense", { cause: error });
  }
}

function named(meta: MetaReader): Named | null {
  const text = meta.meta(META);
  if (text === null) return null;
  try {
    const { generation, stamp, graph } = JSON.parse(text) as Partial<Named>;
    if (typeof generation === "number" && Number.isSafeInteger(generation) && typeof stamp === "string")
      return { generation, stamp, ...(typeof graph === "string" ? { graph } : {}) };
  } catch {}
  throw new DamagedIndex("the name of its vectors makes no sense");
}
