/**
 * How the facts of a file are stored: what resolution needs, as compressed JSON.
 *
 * Left out is what resolution never looks at and the tables or the source have anyway: documentation, signatures, spans and offsets. Both
 * a full build and an update resolve from what is stored, so they cannot see different facts.
 */
import type { FileFacts, RawSymbol } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";

/** Of zstd: 3 is a tenth smaller and twice as slow on JSON of this kind. */
const LEVEL = 1;

type Kept = Omit<RawSymbol, "doc" | "signature" | "from" | "to">;
type Stored = Omit<FileFacts, "spans" | "symbols"> & { symbols: Kept[] };

export function encodeFacts(facts: FileFacts): Uint8Array {
  const { spans: _, ...rest } = facts;
  const symbols = facts.symbols.map(({ doc: _doc, signature: _signature, from: _from, to: _to, ...kept }): Kept => kept);
  return Bun.zstdCompressSync(JSON.stringify({ ...rest, symbols } satisfies Stored), { level: LEVEL });
}

/**
 * The facts as resolution sees them: `doc` and `signature` are "", offsets 0, spans empty.
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeFacts(data: Uint8Array): FileFacts {
  try {
    const stored = JSON.parse(Bun.zstdDecompressSync(data).toString()) as Stored;
    const symbols = stored.symbols.map((kept): RawSymbol => ({ ...kept, doc: "", signature: "", from: 0, to: 0 }));
    return { ...stored, symbols, spans: { comments: [], imports: [], signatures: [] } };
  } catch (error) {
    throw new DamagedIndex("facts of a file cannot be read", { cause: error });
  }
}
