/** From the stored facts of a file to its edges. */
import type { RawReference } from "../base/types.ts";
import { resolve } from "../lang/engine/resolve/resolve.ts";
import type { EdgeTarget, Resolved, WorldSymbol } from "../lang/engine/resolve/world.ts";
import type { EdgeRecord, OpenRecord } from "../store/records.ts";
import { externalKey, markNumber } from "../store/symbols.ts";
import { distinctEdges, fileDigest } from "./keys.ts";
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
