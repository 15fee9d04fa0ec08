/** The canonical text of the graph; what a symbol is called in it: store/symbols.ts. */
import type { RawSymbol } from "../base/types.ts";
import { type EdgeRecord, edgeOrder } from "../store/records.ts";

/** The first 16 bytes of SHA-256 of a file's canonical nodes: a JSON line each, sorted. */
export function nodesDigest(path: string, symbols: readonly Omit<RawSymbol, "from" | "to">[], keys: readonly string[]): Uint8Array {
  const lines = symbols.map((symbol, at) =>
    JSON.stringify([
      keys[at],
      path,
      symbol.kind,
      symbol.name,
      symbol.qualified,
      symbol.signature,
      symbol.doc,
      symbol.start,
      symbol.end,
      symbol.exported,
      symbol.arity,
      symbol.type,
      keys[symbol.parent] ?? null,
    ]),
  );
  return sha256(lines.sort().join("\n"));
}

/**
 * The first 16 bytes of SHA-256 of a file's nodes and edges.
 * @param keyOf the key of a symbol id
 */
export function fileDigest(nodes: Uint8Array, edges: readonly EdgeRecord[], keyOf: (id: number) => string): Uint8Array {
  const lines = edges.map(
    (edge) => `${keyOf(edge.src)} ${edge.kind} ${keyOf(edge.dst)} ${edge.line} ${edge.resolution} ${edge.confidence}`,
  );
  return sha256(`${nodes.toHex()}\n${lines.sort().join("\n")}`);
}

/** Edges without repetition: of those with the same ends, kind and line the surest stays. */
export function distinctEdges(edges: readonly EdgeRecord[]): EdgeRecord[] {
  const distinct: EdgeRecord[] = [];
  // by a number that few share: a text of each would be put together and hashed
  const alike = new Map<number, number | number[]>();
  for (const edge of edges) {
    const sum = (edge.src * LINES + edge.dst) * LINES + edge.line;
    const known = alike.get(sum);
    const places = known === undefined ? NONE : typeof known === "number" ? [known] : known;
    const place = places.find((at) => isAlike(distinct[at]!, edge));
    if (place === undefined) {
      const at = distinct.push(edge) - 1;
      alike.set(sum, known === undefined ? at : [...places, at]);
    } else if (edgeOrder(edge, distinct[place]!) < 0) distinct[place] = edge;
  }
  return distinct;
}

const NONE: readonly number[] = [];
/** More lines than most files have. */
const LINES = 65_536;

const isAlike = (a: EdgeRecord, b: EdgeRecord): boolean => a.src === b.src && a.kind === b.kind && a.dst === b.dst && a.line === b.line;

/** Bytes of a file's digests: half of SHA-256's, two of them a file in an index that may not be larger than the source. */
export const DIGEST = 16;

function sha256(text: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(text).digest().subarray(0, DIGEST);
}
