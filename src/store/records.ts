/** What the writer is given: everything that a file, an edge or an open reference leaves in the tables. */
import {
  type Chunk,
  type EdgeKind,
  type RawRule,
  type RawSymbol,
  RESOLUTIONS,
  type ReferenceKind,
  type Resolution,
  type SkipReason,
} from "../base/types.ts";
import type { StoredSymbol } from "./facts.ts";

/** What the tables have of a chunk. */
export type ChunkRecord = Pick<Chunk, "id" | "start" | "end" | "kind" | "symbol" | "hash" | "tokens" | "doc" | "tags">;
/** What they have of a symbol. */
export type SymbolRecord = StoredSymbol & Pick<RawSymbol, "signature" | "doc">;

/** Everything a parsed file leaves in the index before its references are resolved. */
export interface FileRecord {
  path: string;
  language: string | null;
  size: number;
  mtime: number;
  hash: string;
  lines: number;
  damaged: boolean;
  /** Secrets blanked in it. */
  redactions: number;
  tags: readonly string[];
  /** As in the `wording` table. */
  names: Uint8Array;
  symbols: readonly SymbolRecord[];
  /** Keys of the symbols, 16 hex digits each. */
  keys: readonly string[];
  chunks: readonly ChunkRecord[];
  rules: readonly RawRule[];
  /** Encoded facts (facts.ts). */
  facts: Uint8Array;
  /** SHA-256 of the canonical nodes. */
  nodes: Uint8Array;
  /** What the built-in embedding needs of it (indexing/bags.ts); empty where that was not asked for. Not stored. */
  bags: Uint8Array;
}

export interface EdgeRecord {
  src: number;
  kind: EdgeKind;
  dst: number;
  line: number;
  resolution: Resolution;
  confidence: number;
}

/** Below 0 when `a` is better established than `b`. */
export function edgeOrder(a: EdgeRecord, b: EdgeRecord): number {
  return RESOLUTIONS.indexOf(a.resolution) - RESOLUTIONS.indexOf(b.resolution) || b.confidence - a.confidence;
}

/** A reference that stays open. */
export interface OpenRecord {
  name: string;
  /** Among the references of its file's facts. */
  position: number;
  kind: ReferenceKind;
  line: number;
  /** The innermost symbol around it. */
  symbol: number;
  /** As in RawReference. */
  receiver: string | null;
  arity: number | null;
  /** Marks (`markNumber`) of the symbols that alone can be meant: overloads that nothing tells apart. */
  among?: readonly number[];
}

/** A file left out because of its content, with what tells that it is still the same. */
export interface SkippedRecord {
  reason: SkipReason;
  size: number;
  mtime: number;
  hash: string;
}
