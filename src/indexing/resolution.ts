/** From the stored facts of a file to its edges: what one file's resolution is, and how many of them travel between processes. */
import { deserialize, serialize } from "bun:jsc";
import { EDGE_KINDS, type RawReference, RESOLUTIONS } from "../base/types.ts";
import { resolve } from "../lang/engine/resolve/resolve.ts";
import type { EdgeTarget, Resolved, WorldSymbol } from "../lang/engine/resolve/world.ts";
import type { EdgeRecord, OpenRecord } from "../store/records.ts";
import { externalKey, markNumber } from "../store/symbols.ts";
import { DIGEST, distinctEdges, fileDigest } from "./keys.ts";
import type { StoredWorld } from "./world.ts";

/** What resolution makes of one file. */
export interface FileResolution {
  file: number;
  /** Ids of its symbols by position. */
  ids: ArrayLike<number>;
  /** Each with a source in this file, but for `dataflow` inside one of its functions and calls of what it gives to functions elsewhere. A target below 0 is a package outside the tree: `externals[-1 - dst]`. */
  edges: EdgeRecord[];
  externals: string[];
  open: OpenRecord[];
  /** Sorted hashes of the dependency keys it asked for. */
  keys: Uint32Array;
  /** Digest of its canonical nodes and edges. */
  digest: Uint8Array;
}

/** Resolves a file's references from its stored facts; writes nothing. */
export function resolveFile(world: StoredWorld, file: number): FileResolution {
  const { facts, nodes, ids } = world.facts(file);
  world.record();
  const { edges, open } = resolve(facts, world);
  const asked = world.recorded();
  const externals: string[] = [];
  const places = new Map<string, number>();
  const target = (to: EdgeTarget): number | null => {
    switch (to.at) {
      case "here":
        return ids[to.symbol]!;
      case "there":
        return to.id;
      case "file":
        return world.fileSymbol(to.path);
      case "external": {
        let place = places.get(to.name);
        if (place === undefined) {
          place = -externals.push(to.name);
          places.set(to.name, place);
        }
        return place;
      }
    }
  };
  const records: EdgeRecord[] = [];
  for (const { from, source, to, kind, line, resolution, confidence } of edges) {
    const dst = target(to);
    const src = source === undefined ? ids[from]! : target(source);
    if (dst !== null && src !== null) records.push({ src, kind, dst, line, resolution, confidence });
  }
  const distinct = distinctEdges(records);
  const keyOf = (id: number): string => (id < 0 ? externalKey(externals[-1 - id]!) : world.keyOf(id));
  return {
    file,
    ids,
    edges: distinct,
    externals,
    open: openRecords(facts.references, open, ids, (symbol) => markNumber(keyOf(symbol.id < 0 ? ids[-1 - symbol.id]! : symbol.id))),
    keys: asked,
    digest: fileDigest(nodes, distinct, keyOf),
  };
}

/** Where the open references stand among the file's; both lists are in the same order. */
function openRecords(
  references: readonly RawReference[],
  open: Resolved["open"],
  ids: readonly number[],
  mark: (symbol: WorldSymbol) => number,
): OpenRecord[] {
  const records: OpenRecord[] = [];
  let position = 0;
  for (const one of open) {
    while (position < references.length && !isSame(references[position]!, one)) position++;
    if (position === references.length) throw new Error("Resolution left a reference open that is none of the file's.");
    const { name, kind, line, scope, receiver, arity } = one;
    const record: OpenRecord = { name, position: position++, kind, line, symbol: ids[scope] ?? ids[0]!, receiver, arity };
    if (one.among) record.among = one.among.map(mark).sort((a, b) => a - b);
    records.push(record);
  }
  return records;
}

function isSame(a: RawReference, b: Resolved["open"][number]): boolean {
  return (
    a.line === b.line && a.name === b.name && a.scope === b.scope && a.kind === b.kind && a.receiver === b.receiver && a.arity === b.arity
  );
}

// ---------------------------------------------------------------------------------------------- between processes

/** Many resolutions as a few arrays: an object an edge takes ten times as long to send. */
interface Packed {
  /** For each file: its id, and numbers of symbols, edges, externals, open references and keys. */
  heads: Uint32Array;
  ids: Uint32Array;
  /** Source, kind, target, line, resolution, confidence in hundredths. */
  edges: Int32Array;
  externals: string[];
  names: string[];
  /** Position, line and symbol of each open reference. */
  places: Uint32Array;
  kinds: OpenRecord["kind"][];
  receivers: (string | null)[];
  arities: (number | null)[];
  /** Marks of each open reference that has such. */
  among: (readonly number[] | null)[];
  keys: Uint32Array;
  digests: Uint8Array;
}

const HEAD = 6;
const EDGE = 6;

/** @returns bytes for `unpackResolutions` of the same program */
export function packResolutions(resolutions: readonly FileResolution[]): Uint8Array {
  const total = (size: (one: FileResolution) => number): number => resolutions.reduce((sum, one) => sum + size(one), 0);
  const packed: Packed = {
    heads: new Uint32Array(resolutions.length * HEAD),
    ids: new Uint32Array(total((one) => one.ids.length)),
    edges: new Int32Array(total((one) => one.edges.length) * EDGE),
    externals: resolutions.flatMap((one) => one.externals),
    names: resolutions.flatMap((one) => one.open.map(({ name }) => name)),
    places: Uint32Array.from(resolutions.flatMap((one) => one.open.flatMap(({ position, line, symbol }) => [position, line, symbol]))),
    kinds: resolutions.flatMap((one) => one.open.map(({ kind }) => kind)),
    receivers: resolutions.flatMap((one) => one.open.map(({ receiver }) => receiver)),
    arities: resolutions.flatMap((one) => one.open.map(({ arity }) => arity)),
    among: resolutions.flatMap((one) => one.open.map(({ among }) => among ?? null)),
    keys: new Uint32Array(total((one) => one.keys.length)),
    digests: new Uint8Array(resolutions.length * DIGEST),
  };
  const at = { ids: 0, edges: 0, keys: 0 };
  for (const [i, one] of resolutions.entries()) {
    packed.heads.set([one.file, one.ids.length, one.edges.length, one.externals.length, one.open.length, one.keys.length], i * HEAD);
    packed.ids.set(one.ids, at.ids);
    at.ids += one.ids.length;
    for (const { src, kind, dst, line, resolution, confidence } of one.edges) {
      const codes = [src, EDGE_KINDS.indexOf(kind), dst, line, RESOLUTIONS.indexOf(resolution), Math.round(confidence * 100)];
      packed.edges.set(codes, at.edges);
      at.edges += EDGE;
    }
    packed.keys.set(one.keys, at.keys);
    at.keys += one.keys.length;
    packed.digests.set(one.digest, i * DIGEST);
  }
  return new Uint8Array(serialize(packed));
}

/** What `packResolutions` packed, file by file. */
export function* unpackResolutions(bytes: Uint8Array): Generator<FileResolution> {
  const packed = deserialize(bytes.slice().buffer) as Packed;
  const at = { ids: 0, edges: 0, externals: 0, open: 0, keys: 0 };
  for (let head = 0; head < packed.heads.length; head += HEAD) {
    const [file, ids, edges, externals, open, keys] = packed.heads.subarray(head, head + HEAD) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const records: EdgeRecord[] = [];
    for (let i = 0; i < edges; i++, at.edges += EDGE) {
      const [src, kind, dst, line, resolution, hundredths] = packed.edges.subarray(at.edges, at.edges + EDGE) as unknown as number[];
      records.push({
        src: src!,
        kind: EDGE_KINDS[kind!]!,
        dst: dst!,
        line: line!,
        resolution: RESOLUTIONS[resolution!]!,
        confidence: hundredths! / 100,
      });
    }
    const places: OpenRecord[] = [];
    for (let i = at.open; i < at.open + open; i++) {
      const among = packed.among[i];
      const [position, line, symbol] = packed.places.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
      const open = { name: packed.names[i]!, position, kind: packed.kinds[i]!, line, symbol };
      places.push({ ...open, receiver: packed.receivers[i]!, arity: packed.arities[i]!, ...(among ? { among } : {}) });
    }
    yield {
      file,
      ids: packed.ids.subarray(at.ids, at.ids + ids),
      edges: records,
      externals: packed.externals.slice(at.externals, at.externals + externals),
      open: places,
      keys: packed.keys.subarray(at.keys, at.keys + keys),
      digest: packed.digests.subarray((head / HEAD) * DIGEST, (head / HEAD + 1) * DIGEST),
    };
    at.ids += ids;
    at.externals += externals;
    at.open += open;
    at.keys += keys;
  }
}
