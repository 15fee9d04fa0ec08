/**
 * What is published of an index, as pieces with the hash of their bytes for a name: of each file what it says by itself (`facts`, its words among
 * them), what resolution made of it (`graph`), its vectors and, where the publisher wants that, its redacted text; of the whole tree what no file says.
 *
 * Nothing in a piece depends on the numbers that rows have in one index, on times or on the machine: other files' symbols are named by their keys. Two
 * indexes of the same tree have the same pieces, and a commit makes new ones of the files alone that it changes, or whose references mean something else.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { DamagedIndex } from "../../store/damage.ts";
import { SAID_BY } from "../../store/edges.ts";
import { embeddingState, readTokenRows } from "../../store/embedding.ts";
import { CHUNKS_OF_FILE, type Store } from "../../store/graph.ts";
import { batchesOf, frequenciesOf } from "../../store/lexical/segments.ts";
import { SCHEMA_ID } from "../../store/schema.ts";
import { openVectors } from "../../store/vectors/table.ts";
import type { VectorIndex } from "../../store/vectors.ts";
import { isManifest } from "../stitch/manifests.ts";

/** What a piece is of. The numbers are stored: they only grow at their end. `mark` names no piece: it tells whether a file's have changed. */
export const PIECES = ["mark", "facts", "graph", "vectors", "text", "tree", "tokens"] as const;
export type PieceKind = (typeof PIECES)[number];

/** Changes with the form of pieces; what a program of another form published is not read. */
export const FORM = `1 ${SCHEMA_ID}`;

/** A piece of a file, or of the whole tree (path ""). */
export interface Piece {
  path: string;
  kind: PieceKind;
  hash: Uint8Array;
  bytes: Uint8Array;
}

/** The most that one piece may unpack to: a file of 2 MB makes some 30 MB at worst. */
const MOST = 256_000_000;

export const sha256 = (bytes: Uint8Array | string): Uint8Array => new Bun.CryptoHasher("sha256").update(bytes).digest();

export function pack(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value), { level: 6 });
}

/** @throws DamagedIndex for bytes that are no piece, or one that unpacks to more than there is of any file */
export function unpack(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(inflateRawSync(bytes, { maxOutputLength: MOST }).toString());
  } catch (error) {
    throw new DamagedIndex("a published piece cannot be unpacked", { cause: error });
  }
}

/** A foreign end of an edge: the key of a symbol elsewhere in the tree, or the name of a package outside of it. */
export type Far = [key: string] | [external: "", name: string];

export interface FactsPiece {
  file: [language: string | null, size: number, hash: string, lines: number, damaged: number, redactions: number, tags: string];
  names: string;
  nodes: string;
  facts: string;
  symbols: unknown[][];
  chunks: unknown[][];
  rules: unknown[][];
  words: string;
}
export interface GraphPiece {
  digest: string;
  keys: string;
  far: Far[];
  /** Ends: a position in the file, or -1 minus one in `far`. */
  edges: [dst: number, kind: number, src: number, line: number, given: number, resolution: number, confidence: number][];
  references: unknown[][];
}
export interface VectorsPiece {
  dimensions: number;
  /** Which chunks of the file have one, and their rows. */
  chunks: number[];
  rows: string;
  /** Keys of the texts that a local model embedded, by chunk. */
  embedded: [chunk: number, key: string][];
}
export interface TextPiece {
  text: string;
  lossy: boolean;
}
export interface TreePiece {
  form: string;
  meta: Record<string, string>;
  skipped: [path: string, reason: string, content: number, size: number, hash: string][];
}
export interface TokensPiece {
  tokens: number[];
  scales: string;
  rows: string;
}

/** Columns of a symbol in a piece, in its file's order; `parent` is a position. */
export const SYMBOL_COLUMNS = "kind, name, qualified, start, stop, exported, declares, arity, type, signature, doc, lower(hex(key))";
/** Of a chunk: they follow one another. */
export const CHUNK_COLUMNS = "hex(chunk.id), start, stop, kind, symbol, hex(chunk.hash), tokens, chunk.tags";
export const RULE_COLUMNS = "pattern, line, whom, part";

/** Rows of `meta` that the tree and the program alone decide. */
const META = ["graph_hash", "grammars", "root_mode", "counts", "languages", "embedding"] as const;

const base64 = (bytes: Uint8Array | Int8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

const unsigned = (row: Int8Array): Uint8Array => new Uint8Array(row.buffer, row.byteOffset, row.length);

/** One state of an index, piece by piece. */
export class Pieces {
  readonly #vectors: VectorIndex | null;
  readonly #base: string;
  readonly #embeds: boolean;

  /** @param text whether the text of files is published */
  constructor(
    readonly store: Store,
    readonly text: boolean,
  ) {
    const state = embeddingState(store);
    // A model that lies on this machine embeds no question elsewhere.
    this.#embeds = state !== null && state.folder === null;
    this.#vectors = this.#embeds ? openVectors(store.root, store) : null;
    this.#base = state === null ? "" : `${state.model} ${state.hash} ${sha256(tokenBytes(store)).toHex()}`;
  }

  /**
   * A mark for every file, by path: equal marks mean equal pieces. What they are made of are hashes that the index has anyway, so they cost a look at
   * each row and no unpacking.
   */
  marks(): Map<string, Uint8Array> {
    const open = new Map(
      this.store
        .statement(
          `SELECT reference.file, group_concat(json_array(position, reference.name, reference.kind, line, lower(hex(key)), receiver, reference.arity, among), char(10))
           FROM reference JOIN symbol ON symbol.id = symbol GROUP BY reference.file`,
        )
        .values() as [number, string][],
    );
    const rows = this.store
      .statement(
        `SELECT file.id, path, hash, redactions, tags, nodes, digest, substr(keys, 5) FROM file JOIN fact ON fact.file = file.id
         JOIN dependency ON dependency.file = file.id ORDER BY path`,
      )
      .values() as [number, string, string, number, string, Uint8Array, Uint8Array, Uint8Array][];
    const marks = new Map<string, Uint8Array>();
    for (const [id, path, hash, redactions, tags, nodes, digest, keys] of rows) {
      const hasher = new Bun.CryptoHasher("sha256");
      hasher.update(JSON.stringify([FORM, path, hash, redactions, tags, nodes.toHex(), digest.toHex(), this.#base, this.text]));
      hasher.update(keys);
      hasher.update(open.get(id) ?? "");
      marks.set(path, hasher.digest());
    }
    return marks;
  }

  /** The pieces of some files, one file after the other. @param paths sorted */
  *of(paths: readonly string[]): Generator<Piece> {
    for (let from = 0; from < paths.length; from += AT_ONCE) {
      const files = paths.slice(from, from + AT_ONCE).map((path) => {
        const row = this.store.statement("SELECT id, chunk, chunks FROM file WHERE path = ?").values(path)[0] as [number, number, number];
        return { path, file: row[0], first: row[1], count: row[2] };
      });
      const words = batchesOf(this.store.db, files);
      for (const { path, file, first, count } of files) {
        yield piece(path, "facts", this.#facts(file, words.get(file)!));
        yield piece(path, "graph", this.#graph(file));
        const vectors = this.#vectorsOf(first, count);
        if (vectors !== null) yield piece(path, "vectors", vectors);
        const source = this.text || isNeeded(path) ? this.store.source(path) : null;
        if (source !== null && typeof source !== "string" && source.fresh)
          yield piece(path, "text", { text: source.text, lossy: source.lossy } satisfies TextPiece);
      }
    }
  }

  /** The pieces of the whole tree. */
  *whole(): Generator<Piece> {
    const meta = Object.fromEntries(
      META.flatMap((key) => {
        const value = key === "embedding" && !this.#embeds ? null : this.store.meta(key);
        return value === null ? [] : [[key, value]];
      }),
    );
    // What git ignores is nobody's business but its owner's, not even by name.
    const skipped = this.store
      .statement("SELECT path, reason, content, size, hash FROM skipped WHERE reason <> 'ignored' ORDER BY path")
      .values() as TreePiece["skipped"];
    yield piece("", "tree", { form: FORM, meta, skipped } satisfies TreePiece);
    const { tokens, scales, rows } = readTokenRows(this.store.db);
    if (tokens.length === 0 || !this.#embeds) return;
    const bytes = new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength);
    yield piece("", "tokens", { tokens: [...tokens], scales: base64(bytes), rows: base64(rows) } satisfies TokensPiece);
  }

  /** How many chunks have each term. */
  frequencies(): Map<string, number> {
    return frequenciesOf(this.store.db);
  }

  #facts(file: number, words: Uint8Array): FactsPiece {
    const all = (sql: string): unknown[][] => this.store.statement(sql).values(file) as unknown[][];
    const [[names, nodes, facts]] = all(
      "SELECT names, nodes, facts FROM fact JOIN wording ON wording.file = fact.file WHERE fact.file = ?",
    ) as [[Uint8Array, Uint8Array, Uint8Array]];
    const symbols = all(`SELECT id, parent, ${SYMBOL_COLUMNS} FROM symbol WHERE file = ? ORDER BY at`);
    const position = new Map(symbols.map(([id], at) => [id, at]));
    return {
      file: all("SELECT language, size, hash, lines, damaged, redactions, tags FROM file WHERE id = ?")[0] as FactsPiece["file"],
      names: base64(names),
      nodes: base64(nodes),
      facts: base64(facts),
      symbols: symbols.map(([, parent, ...rest]) => [parent === null ? -1 : position.get(parent)!, ...rest]),
      chunks: all(`SELECT ${CHUNK_COLUMNS} FROM ${CHUNKS_OF_FILE} WHERE file.id = ? ORDER BY no`),
      rules: all(`SELECT ${RULE_COLUMNS} FROM rule WHERE file = ? ORDER BY position`),
      words: base64(words),
    };
  }

  #graph(file: number): GraphPiece {
    const { statement } = this;
    const position = new Map((statement("SELECT id, at FROM symbol WHERE file = ?").values(file) as [number, number][]).map((row) => row));
    const far: Far[] = [];
    const places = new Map<number, number>();
    const end = (id: number): number => {
      const own = position.get(id);
      if (own !== undefined) return own;
      let place = places.get(id);
      if (place === undefined) {
        const [[name, key, external]] = statement("SELECT name, lower(hex(key)), file IS NULL FROM symbol WHERE id = ?").values(id) as [
          [string, string, number],
        ];
        place = -far.push(external === 1 ? ["", name] : [key]);
        places.set(id, place);
      }
      return place;
    };
    const [[digest, keys]] = statement("SELECT digest, substr(keys, 5) FROM dependency WHERE file = ?").values(file) as [
      [Uint8Array, Uint8Array],
    ];
    // Sorted by what does not depend on numbers, before the far ends get theirs.
    const rows = statement(
      `SELECT edge.dst, edge.kind, edge.src, edge.line, edge.giver, edge.resolution, edge.confidence FROM (${SAID_BY}) AS edge
       JOIN symbol AS source ON source.id = edge.src JOIN symbol AS target ON target.id = edge.dst
       ORDER BY source.key, edge.kind, edge.line, target.key, edge.giver <> 0`,
    ).values(file) as GraphPiece["edges"];
    const edges = rows.map(
      ([dst, kind, src, line, giver, resolution, confidence]) =>
        [end(dst), kind, end(src), line, giver === 0 ? 0 : 1, resolution, confidence] as GraphPiece["edges"][number],
    );
    const references = statement(
      `SELECT position, reference.name, reference.kind, line, at, receiver, reference.arity, among FROM reference JOIN symbol ON symbol.id = symbol
       WHERE reference.file = ? ORDER BY position`,
    ).values(file) as unknown[][];
    return { digest: base64(digest), keys: base64(keys), far, edges, references };
  }

  #vectorsOf(first: number, count: number): VectorsPiece | null {
    const index = this.#vectors;
    if (index === null) return null;
    const chunks: number[] = [];
    const rows: Int8Array[] = [];
    for (let at = 0; at < count; at++) {
      const row = index.row(first + at);
      if (row === null) continue;
      chunks.push(at);
      rows.push(row);
    }
    const embedded = this.statement("SELECT no - ?1, hex(key) FROM embedded WHERE no >= ?1 AND no < ?1 + ?2 ORDER BY no").values(
      first,
      count,
    ) as VectorsPiece["embedded"];
    return { dimensions: index.dimensions, chunks, rows: Buffer.concat(rows.map(unsigned)).toString("base64"), embedded };
  }

  readonly statement = (sql: string) => this.store.statement(sql);
}

/** Packages and what imports lead to are known by such files: without their text no member would lead to another. */
export const isNeeded = (path: string): boolean => isManifest(path) || /(?:^|\/)[jt]sconfig[^/]*\.json$/.test(path);

/** Files whose words are taken out of the postings at once: one pass over all of them for so many. */
const AT_ONCE = 20_000;

function piece(path: string, kind: PieceKind, value: unknown): Piece {
  const bytes = pack(value);
  return { path, kind, hash: sha256(bytes), bytes };
}

function tokenBytes(store: Store): Uint8Array {
  const [[bytes]] = store.statement("SELECT CAST(group_concat(data, '') AS BLOB) FROM (SELECT data FROM token ORDER BY id)").values() as [
    [Uint8Array | null],
  ];
  return bytes ?? new Uint8Array(0);
}

/** The hash of a whole published state, as the server works it out too: of every hash, kind and path, by path in UTF-8 and kind; marks aside. */
export function rootHash(rows: Iterable<{ path: string; kind: number; hash: Uint8Array }>): Uint8Array {
  const parts = [...rows]
    .filter(({ kind }) => kind !== 0)
    .map(({ path, kind, hash }) => ({ path: Buffer.from(path), kind, hash }))
    .sort((a, b) => Buffer.compare(a.path, b.path) || a.kind - b.kind);
  const hasher = new Bun.CryptoHasher("sha256");
  for (const { path, kind, hash } of parts) hasher.update(Buffer.concat([hash, Buffer.from([kind >> 8, kind & 255]), path]));
  return hasher.digest();
}
