/**
 * From published pieces to an ordinary index: the rows that a full build of the same tree would write, in the order of paths, so that what asks it is
 * what asks any index. Pieces come from others: every value is checked for its type and range before it becomes a row, and what is wrong ends the
 * restoring of that member alone.
 */
import type { Database } from "bun:sqlite";
import { inflateRawSync } from "node:zlib";
import { INDEX_VERSION } from "../../base/limits.ts";
import { VERSION } from "../../base/program.ts";
import { CHUNK_KINDS, EDGE_KINDS, RESOLUTIONS, SYMBOL_KINDS } from "../../base/types.ts";
import { isInside } from "../../files/files.ts";
import { availableGrammars } from "../../indexing/describe.ts";
import { storeRanks } from "../../query/graph/pagerank.ts";
import { DamagedIndex, ROWS } from "../../store/damage.ts";
import { writeTokenRows } from "../../store/embedding.ts";
import { PostingBuilder } from "../../store/lexical/post.ts";
import { updatePostings } from "../../store/lexical/segments.ts";
import { graphHash } from "../../store/resolution.ts";
import { createGraphIndexes, createIndexes, SCHEMA_ID } from "../../store/schema.ts";
import { Statements } from "../../store/statements.ts";
import { externalKey } from "../../store/symbols.ts";
import { writeVectors } from "../../store/vectors/table.ts";
import { VectorIndex } from "../../store/vectors.ts";
import { Writer } from "../../store/write.ts";
import { type FactsPiece, FORM, type GraphPiece, type TokensPiece, type TreePiece, unpack, type VectorsPiece } from "./pieces.ts";

/** The pieces of one file. */
export interface FileSource {
  path: string;
  facts: Uint8Array;
  graph: Uint8Array;
  vectors: Uint8Array | null;
}

/** A published tree. */
export interface TreeSource {
  /** Sorted by path. */
  files: Iterable<FileSource>;
  tree: Uint8Array;
  tokens: Uint8Array | null;
  /** Tells this state from every other. */
  state: string;
}

/**
 * Fills an empty database, inside the caller's transaction.
 * @throws DamagedIndex for pieces that no publisher of ours wrote, `OtherForm` for those of another version
 */
export function restore(db: Database, source: TreeSource): void {
  const statements = new Statements(db);
  try {
    const tree = unpack(source.tree) as TreePiece;
    if (tree?.form !== FORM) throw new OtherForm();
    new Restoring(db, statements).all(tree, source);
  } catch (error) {
    // A disk that is full is no fault of what came.
    const { code } = error as { code?: string };
    if (error instanceof DamagedIndex || error instanceof OtherForm || /^(?:SQLITE_(?:FULL|IOERR|BUSY)|E[A-Z]+$)/.test(code ?? ""))
      throw error;
    throw new DamagedIndex("what was published of it makes no sense", { cause: error });
  } finally {
    statements.free();
  }
}

/** Published by a program whose index has another form. */
export class OtherForm extends Error {}

/** Nobody's compressed names or facts of a file are larger; the file itself has 2 MB at most. */
const MOST = 64_000_000;

class Restoring {
  /** Symbols by key, for the far ends of edges. */
  readonly #ids = new Map<string, number>();
  #nextSymbol = 1;
  #nextChunk = 1;

  constructor(
    private readonly db: Database,
    private readonly statements: Statements,
  ) {}

  all(tree: TreePiece, { files, tokens, state }: TreeSource): void {
    const { db } = this;
    const builder = new PostingBuilder();
    const vectors: { no: number; row: Int8Array }[] = [];
    const graphs: { file: number; first: number; count: number; graph: Uint8Array }[] = [];
    let dimensions = 0;
    let last: string | null = null;
    let id = 0;
    for (const file of files) {
      if (!isInside(file.path) || (last !== null && !(last < file.path))) throw wrong("a path");
      last = file.path;
      id++;
      const { symbols, chunks } = this.#facts(id, file.path, unpack(file.facts) as FactsPiece, builder);
      graphs.push({ file: id, first: this.#nextSymbol - symbols, count: symbols, graph: file.graph });
      if (file.vectors === null) continue;
      const piece = unpack(file.vectors) as VectorsPiece;
      const width = int(piece.dimensions, 1, 4_096);
      dimensions ||= width;
      const rows = bytes(piece.rows);
      if (width !== dimensions || rows.length !== piece.chunks.length * width) throw wrong("vectors");
      const first = this.#nextChunk - chunks;
      for (const [i, chunk] of piece.chunks.entries()) {
        const no = first + int(chunk, i === 0 ? 0 : piece.chunks[i - 1]! + 1, chunks - 1);
        vectors.push({ no, row: new Int8Array(rows.buffer, rows.byteOffset + i * width, width) });
      }
      const put = this.statements.of("INSERT INTO embedded(no, key) VALUES(?, ?)");
      for (const [chunk, key] of piece.embedded) put.run(first + int(chunk, 0, chunks - 1), hex(key, 8));
    }
    updatePostings(db, builder, []);
    createIndexes(db);
    for (const one of graphs) this.#graph(one.file, one.first, one.count, unpack(one.graph) as GraphPiece);
    createGraphIndexes(db);
    this.#tokens(tokens === null ? null : (unpack(tokens) as TokensPiece));
    for (const [path, reason, content, size, hash] of tree.skipped)
      this.statements
        .of("INSERT INTO skipped(path, reason, content, size, mtime, hash) VALUES(?, ?, ?, ?, 0, ?)")
        .run(text(path), text(reason), int(content, 0, 1), int(size, 0), text(hash));
    this.#meta(tree, state, dimensions, vectors);
  }

  #facts(id: number, path: string, piece: FactsPiece, builder: PostingBuilder): { symbols: number; chunks: number } {
    const run = (sql: string, ...values: (string | number | Uint8Array | null)[]) => this.statements.of(sql).run(...values);
    const [language, size, hash, lines, damaged, redactions, tags] = piece.file;
    const { symbols, chunks, rules } = piece;
    run(
      "INSERT INTO file(id, path, language, size, mtime, hash, lines, damaged, redactions, tags, chunk, chunks) VALUES(?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)",
      ...[
        id,
        text(path),
        textOrNull(language),
        int(size, 0),
        text(hash),
        int(lines, 0),
        int(damaged, 0, 1),
        int(redactions, 0),
        text(tags),
      ],
      ...[this.#nextChunk, chunks.length],
    );
    run("INSERT INTO wording(file, names) VALUES(?, ?)", id, bounded(bytes(piece.names)));
    run("INSERT INTO fact(file, nodes, facts) VALUES(?, ?, ?)", id, bytes(piece.nodes), bounded(bytes(piece.facts)));
    if (symbols.length === 0) throw wrong("a file without itself");
    const first = this.#nextSymbol;
    for (const [at, row] of symbols.entries()) {
      const [parent, kind, name, qualified, start, stop, exported, declares, arity, type, signature, doc, key] = row;
      const own = keyText(key);
      if (this.#ids.has(own)) throw wrong("two symbols of one key");
      this.#ids.set(own, first + at);
      run(
        "INSERT INTO symbol(id, file, at, parent, kind, name, qualified, start, stop, exported, declares, arity, type, signature, doc, key) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...[first + at, id, at, at === 0 ? null : first + int(parent, 0, symbols.length - 1), int(kind, 0, SYMBOL_KINDS.length - 1)],
        ...[text(name), text(qualified), int(start, 0), int(stop, 0), int(exported, 0, 1), int(declares, 0, 1), intOrNull(arity)],
        ...[textOrNull(type), text(signature), text(doc), Uint8Array.fromHex(own)],
      );
    }
    this.#nextSymbol += symbols.length;
    const firstChunk = this.#nextChunk;
    for (const row of chunks) {
      const [key, start, stop, kind, symbol, content, tokens, marks] = row;
      run(
        "INSERT INTO chunk(no, id, file, start, stop, kind, symbol, hash, tokens, tags) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...[this.#nextChunk++, hex(key, 8), id, int(start, 0), int(stop, 0), int(kind, 0, CHUNK_KINDS.length - 1)],
        ...[int(symbol, 0, symbols.length - 1), hex(content), int(tokens, 0), text(marks)],
      );
    }
    for (const [position, [pattern, line, whom, part]] of rules.entries())
      run(
        "INSERT INTO rule(file, position, pattern, line, whom, part) VALUES(?, ?, ?, ?, ?, ?)",
        ...[id, position, text(pattern), int(line, 0), numbers(whom), intOrNull(part)],
      );
    const words = bytes(piece.words);
    const posted = builder.posted.length;
    builder.mergeInto(words, firstChunk);
    for (const { no } of builder.posted.slice(posted)) int(no, firstChunk, firstChunk + chunks.length - 1);
    return { symbols: symbols.length, chunks: chunks.length };
  }

  #graph(file: number, first: number, count: number, piece: GraphPiece): void {
    const far = piece.far.map((one) => (one.length === 1 ? this.#far(keyText(one[0])) : this.#external(text(one[1]))));
    const end = (at: unknown): number => {
      const place = int(at, -far.length, count - 1);
      return place >= 0 ? first + place : far[-1 - place]!;
    };
    const edge = this.statements.of("INSERT INTO edge(dst, kind, src, line, giver, resolution, confidence) VALUES(?, ?, ?, ?, ?, ?, ?)");
    for (const [dst, kind, src, line, given, resolution, confidence] of piece.edges)
      edge.run(
        ...[end(dst), int(kind, 0, EDGE_KINDS.length - 1), end(src), int(line, 0), int(given, 0, 1) === 1 ? file : 0],
        ...[int(resolution, 0, RESOLUTIONS.length - 1), int(confidence, 0, 100)],
      );
    const open = this.statements.of(
      "INSERT INTO reference(file, position, name, kind, line, symbol, receiver, arity, among) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
    );
    for (const [position, name, kind, line, at, receiver, arity, among] of piece.references)
      open.run(
        ...[file, int(position, 0), text(name), text(kind), int(line, 0), first + int(at, 0, count - 1)],
        ...[textOrNull(receiver), intOrNull(arity), among === null ? null : numbers(among)],
      );
    const own = new Uint8Array(4);
    new DataView(own.buffer).setUint32(0, file, true);
    const keys = Buffer.concat([own, bytes(piece.keys)]);
    if (keys.length < 8 || keys.readUIntLE(4, 3) !== keys.length - 7) throw wrong("dependencies");
    this.statements.of("INSERT INTO dependency(file, digest, keys) VALUES(?, ?, ?)").run(file, bytes(piece.digest), keys);
  }

  #far(key: string): number {
    const id = this.#ids.get(key);
    if (id === undefined) throw wrong("an edge to what is not there");
    return id;
  }

  #external(name: string): number {
    const key = externalKey(name);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#nextSymbol++;
    this.#ids.set(key, id);
    this.statements
      .of(
        "INSERT INTO symbol(id, file, at, parent, kind, name, qualified, start, stop, exported, declares, arity, type, signature, doc, key) VALUES(?, NULL, 0, NULL, ?, ?, ?, 0, 0, 1, 0, NULL, NULL, '', '', ?)",
      )
      .run(id, SYMBOL_KINDS.indexOf("external"), name, name, Uint8Array.fromHex(key));
    return id;
  }

  #tokens(piece: TokensPiece | null): void {
    if (piece === null) return;
    const scales = bytes(piece.scales);
    const rows = bytes(piece.rows);
    const { tokens } = piece;
    if (scales.length !== 4 * tokens.length || tokens.length === 0 || rows.length % tokens.length !== 0) throw wrong("tokens");
    writeTokenRows(this.db, {
      tokens: Uint16Array.from(tokens, (token) => int(token, 0, 0xffff)),
      scales: new Float32Array(scales.slice().buffer),
      rows: new Int8Array(rows.slice().buffer),
    });
  }

  #meta({ meta }: TreePiece, state: string, dimensions: number, vectors: readonly { no: number; row: Int8Array }[]): void {
    const writer = new Writer(this.db);
    try {
      const set = (key: string, value: string | number): void => writer.setMeta(key, value);
      set("version", INDEX_VERSION);
      set("schema", SCHEMA_ID);
      set("program", VERSION);
      set("available_grammars", JSON.stringify(availableGrammars()));
      for (const key of ["graph_hash", "grammars", "root_mode", "counts", "languages", "embedding"])
        if (meta[key] !== undefined) set(key, text(meta[key]));
      set("state", state);
      if (dimensions > 0 && meta.embedding !== undefined) {
        const numbers = vectors.map(({ no }) => no);
        const rows = vectors.map(({ row }) => row);
        writeVectors(writer, [], VectorIndex.of(dimensions, numbers, rows));
      }
      set("next_symbol", this.#nextSymbol);
      set("next_chunk", this.#nextChunk);
      const graph = graphHash(writer);
      if (graph !== meta.graph_hash) throw wrong("a graph of another hash");
      const [[files, chunks]] = writer.statement("SELECT (SELECT count(*) FROM file), (SELECT count(*) FROM chunk)").values() as [
        [number, number],
      ];
      const counts = JSON.parse(meta.counts ?? "{}") as Record<string, unknown>;
      if (counts.files !== files || counts.chunks !== chunks) throw wrong("other numbers of files or chunks");
      Object.assign(writer.counts, { files, chunks, symbols: int(counts.symbols, 0), edges: int(counts.edges, 0) });
      storeRanks(writer);
      set("rows", (writer.statement(ROWS).values()[0] as [string])[0]);
    } finally {
      writer.close();
    }
  }
}

// ---------------------------------------------------------------------------------------------- values of others

const wrong = (what: string): DamagedIndex => new DamagedIndex(`what was published of it has ${what} that cannot be`);

function int(value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most) throw wrong("a number");
  return value as number;
}

function text(value: unknown): string {
  if (typeof value !== "string") throw wrong("a text");
  return value;
}

const textOrNull = (value: unknown): string | null => (value === null ? null : text(value));
const intOrNull = (value: unknown): number | null => (value === null ? null : int(value, -1));

function bytes(value: unknown): Buffer<ArrayBuffer> {
  return Buffer.from(text(value), "base64");
}

/** @param size bytes that it must have */
function hex(value: unknown, size?: number): Uint8Array {
  const said = text(value);
  if (!/^(?:[0-9a-f]{2})+$/i.test(said) || (size !== undefined && said.length !== 2 * size)) throw wrong("a hash");
  return Uint8Array.fromHex(said);
}

function keyText(value: unknown): string {
  if (typeof value !== "string" || !/^[0-9a-f]{16}$/.test(value)) throw wrong("a key");
  return value;
}

/** A list of numbers as JSON, as it was. */
function numbers(value: unknown): string {
  const said = text(value);
  const list: unknown = JSON.parse(said);
  if (!Array.isArray(list) || !list.every((one) => Number.isSafeInteger(one))) throw wrong("a list");
  return said;
}

/** Compressed bytes that unpack to no more than a file's can. */
function bounded(data: Uint8Array): Uint8Array {
  inflateRawSync(data, { maxOutputLength: MOST });
  return data;
}
