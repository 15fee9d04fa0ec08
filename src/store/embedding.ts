/** What an index says of its embedding: which model, adapted to what, and the adapted rows. The vectors: vectors/table.ts. */
import type { Database } from "bun:sqlite";
import { DamagedIndex } from "./damage.ts";

/** Where the row in `meta` is read: a `Store` or a `Writer`. */
interface MetaReader {
  meta(key: string): string | null;
}
interface MetaWriter {
  setMeta(key: string, value: string | number | null): void;
}

/** The embedding of an index. */
export interface EmbeddingState {
  /** `Embedder.id` and what pins it: the table's or the model's hash. */
  model: string;
  hash: string;
  dimensions: number;
  /** Folder of a local model; null for the built-in one. */
  folder: string | null;
  /** Adaptation base: steps wanted, whether they were made (not on a small tree), chunks there were, chunks that came or went since. */
  steps: number;
  adapted: boolean;
  chunks: number;
  changed: number;
}

const META = "embedding";

/** @throws DamagedIndex */
export function embeddingState(meta: MetaReader): EmbeddingState | null {
  const text = meta.meta(META);
  if (text === null) return null;
  try {
    return JSON.parse(text) as EmbeddingState;
  } catch {
    throw new DamagedIndex("its embedding makes no sense");
  }
}

export function setEmbeddingState(meta: MetaWriter, state: EmbeddingState | null): void {
  meta.setMeta(META, state === null ? null : JSON.stringify(state));
}

/** A row of the token table: signed bytes and what each stands for. */
export interface TokenRow {
  scale: number;
  row: Int8Array;
}

/** Chunk numbers by the key of the text that a local model embedded of them. */
export function keysOfChunks(db: Database): Map<bigint, number> {
  const rows = db.query("SELECT no, key FROM embedded").values() as [number, Uint8Array][];
  return new Map(rows.map(([no, key]) => [new DataView(key.buffer, key.byteOffset).getBigUint64(0, true), no]));
}

/** Notes which texts were embedded, and forgets those of chunks that are gone. */
export function writeKeys(db: Database, removed: readonly number[], embedded: readonly { no: number; key: bigint }[]): void {
  db.query("DELETE FROM embedded WHERE no IN (SELECT value FROM json_each(?))").run(JSON.stringify(removed));
  const insert = db.prepare("INSERT INTO embedded(no, key) VALUES(?, ?)");
  try {
    for (const { no, key } of embedded) {
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigUint64(0, key, true);
      insert.run(no, bytes);
    }
  } finally {
    insert.finalize();
  }
}

/** Replaces all rows. `rows` has those of the tokens one after the other. */
export function writeTokenRows(db: Database, { tokens, scales, rows }: StoredRows): void {
  db.run("DELETE FROM token");
  const insert = db.prepare("INSERT INTO token(id, data) VALUES(?, ?)");
  const width = tokens.length > 0 ? rows.length / tokens.length : 0;
  try {
    for (const [i, token] of tokens.entries()) {
      const data = new Uint8Array(4 + width);
      new DataView(data.buffer).setFloat32(0, scales[i]!, true);
      data.set(new Uint8Array(rows.buffer, rows.byteOffset + i * width, width), 4);
      insert.run(token, data);
    }
  } finally {
    insert.finalize();
  }
}

export interface StoredRows {
  tokens: Uint16Array;
  scales: Float32Array;
  rows: Int8Array;
}

/** All rows, or those of some tokens. */
export function readTokenRows(db: Database, among?: Iterable<number>): StoredRows {
  const found = (
    among === undefined
      ? db.query("SELECT id, data FROM token ORDER BY id").values()
      : db.query("SELECT id, data FROM token WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id").values(JSON.stringify([...among]))
  ) as [number, Uint8Array][];
  const width = (found[0]?.[1].length ?? 4) - 4;
  const rows = new Int8Array(found.length * width);
  const scales = new Float32Array(found.length);
  for (const [i, [, data]] of found.entries()) {
    const one = decode(data);
    scales[i] = one.scale;
    rows.set(one.row, i * width);
  }
  return { tokens: Uint16Array.from(found, ([id]) => id), scales, rows };
}

/** The row of one token, or null where the tree's adaptation says nothing of it. */
export function tokenRow(db: Database, token: number): TokenRow | null {
  const found = db.query("SELECT data FROM token WHERE id = ?").values(token)[0] as [Uint8Array] | undefined;
  return found ? decode(found[0]) : null;
}

function decode(data: Uint8Array): TokenRow {
  return {
    scale: new DataView(data.buffer, data.byteOffset).getFloat32(0, true),
    row: new Int8Array(data.buffer, data.byteOffset + 4, data.length - 4),
  };
}
