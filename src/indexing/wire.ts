/**
 * Messages between the indexer and its parsing children: frames over pipes.
 *
 *     u32 bytes that follow, u8 kind, then for
 *       batch   (to the child)  JSON {root, jobs, reuse}
 *       end     (to the child)  nothing: there is no more
 *       result  (to the parent) u32 bytes of JSON, the JSON, then the blobs the JSON gives the lengths of
 */
import type { Spans } from "../base/types.ts";
import type { SkippedFile } from "../files/reader.ts";
import type { ChunkRecord, FileRecord, SymbolRecord } from "../store/records.ts";
import { isSkipped, type Parsed, type ParsedBatch, type ParseJob, type Reusing } from "./parse.ts";

export const FRAME = { batch: 1, end: 2, result: 3 } as const;

export interface Frame {
  kind: number;
  body: Uint8Array;
}

export interface Batch {
  root: string;
  jobs: ParseJob[];
  /** Not at all where it is missing. */
  reuse?: Reusing;
}

/** A frame as bytes. */
export function frame(kind: number, ...parts: Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 1);
  const out = new Uint8Array(4 + length);
  new DataView(out.buffer).setUint32(0, length, true);
  out[4] = kind;
  let at = 5;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** The frames of a stream of bytes, until it ends. */
export async function* frames(stream: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const head = new Uint8Array(4);
  let known = 0;
  let body: Uint8Array | null = null;
  let filled = 0;
  for await (const piece of stream) {
    for (let at = 0; at < piece.length; ) {
      if (body === null) {
        const taken = piece.subarray(at, at + 4 - known);
        head.set(taken, known);
        known += taken.length;
        at += taken.length;
        if (known < 4) continue;
        body = new Uint8Array(new DataView(head.buffer).getUint32(0, true));
        filled = 0;
      }
      const taken: Uint8Array = piece.subarray(at, at + body.length - filled);
      body.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < body.length) continue;
      yield { kind: body[0] as number, body: body.subarray(1) };
      body = null;
      known = 0;
    }
  }
}

export function encodeBatch(batch: Batch): Uint8Array {
  return frame(FRAME.batch, Buffer.from(JSON.stringify(batch)));
}

export function decodeBatch(body: Uint8Array): Batch {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()) as Batch;
}

type PackedSymbol = [
  SymbolRecord["kind"],
  string,
  /** 0 = the name. */
  string | 0,
  number,
  number,
  number,
  /** Exported (1), only declared (2). */
  number,
  number | null,
  string | null,
  string,
  string,
];
type PackedChunk = [string, number, number, ChunkRecord["kind"], number, string, number, string, string];
type Packed = Omit<FileRecord, "nodes" | "facts" | "names" | "bags" | "symbols" | "chunks"> & {
  symbols: PackedSymbol[];
  chunks: PackedChunk[];
  /** Bytes of nodes, facts, names and bags, which follow in this order. */
  lengths: [number, number, number, number];
};

export function encodeResult(results: readonly Parsed[], postings: Uint8Array): Uint8Array {
  const blobs: Uint8Array[] = [];
  const packed = results.map((result) => (isSkipped(result) ? result : packFile(result, blobs)));
  const json = Buffer.from(JSON.stringify(packed));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length, true);
  return frame(FRAME.result, length, json, ...blobs, postings);
}

function packFile(
  { nodes, facts, names, bags, symbols, chunks, spans: _, ...rest }: FileRecord & { spans?: Spans },
  blobs: Uint8Array[],
): Packed {
  blobs.push(nodes, facts, names, bags);
  const lengths: Packed["lengths"] = [nodes.length, facts.length, names.length, bags.length];
  return { ...rest, symbols: symbols.map(packSymbol), chunks: chunks.map(packChunk), lengths };
}

function unpackFile({ lengths, symbols, chunks, ...rest }: Packed, take: (bytes: number) => Uint8Array): FileRecord {
  const [nodes, facts, names, bags] = lengths.map(take) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  return { ...rest, symbols: symbols.map(unpackSymbol), chunks: chunks.map(unpackChunk), nodes, facts, names, bags };
}

/** One file as bytes: u32 bytes of JSON, the JSON, the blobs it gives the lengths of, its postings (`Poster.encodeLast`). */
export function encodeFile(record: FileRecord, postings: Uint8Array): Uint8Array {
  const blobs: Uint8Array[] = [];
  const json = Buffer.from(JSON.stringify(packFile(record, blobs)));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length, true);
  return Buffer.concat([length, json, ...blobs, postings]);
}

/** What `encodeFile` wrote. @throws for other bytes */
export function decodeFile(bytes: Uint8Array): { record: FileRecord; postings: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  let at = 4 + length;
  const take = (size: number): Uint8Array => {
    at += size;
    return bytes.subarray(at - size, at);
  };
  const record = unpackFile(JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + 4, length).toString()) as Packed, take);
  return { record, postings: bytes.subarray(at) };
}

/** @param jobs the batch that was sent */
export function decodeResult(jobs: readonly ParseJob[], body: Uint8Array): ParsedBatch {
  const length = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  const packed = JSON.parse(Buffer.from(body.buffer, body.byteOffset + 4, length).toString()) as (Packed | SkippedFile)[];
  let at = 4 + length;
  const take = (bytes: number): Uint8Array => {
    at += bytes;
    return body.subarray(at - bytes, at);
  };
  const files = packed.map((result, position): ParsedBatch["files"][number] => {
    const job = jobs[position] as ParseJob;
    if ("reason" in result) return { job, result };
    return { job, result: unpackFile(result, take) };
  });
  return { files, postings: body.subarray(at) };
}

function packSymbol(s: SymbolRecord): PackedSymbol {
  const qualified = s.qualified === s.name ? 0 : s.qualified;
  return [
    s.kind,
    s.name,
    qualified,
    s.parent,
    s.start,
    s.end,
    (s.exported ? 1 : 0) + (s.declares ? 2 : 0),
    s.arity,
    s.type,
    s.signature,
    s.doc,
  ];
}

function unpackSymbol([kind, name, qualified, parent, start, end, exported, arity, type, signature, doc]: PackedSymbol): SymbolRecord {
  return {
    kind,
    name,
    qualified: qualified === 0 ? name : qualified,
    parent,
    start,
    end,
    exported: (exported & 1) === 1,
    arity,
    type,
    signature,
    doc,
    ...(exported > 1 ? ({ declares: true } as const) : undefined),
  };
}

function packChunk(c: ChunkRecord): PackedChunk {
  return [c.id, c.start, c.end, c.kind, c.symbol, c.hash, c.tokens, c.doc, c.tags.join(" ")];
}

function unpackChunk([id, start, end, kind, symbol, hash, tokens, doc, tags]: PackedChunk): ChunkRecord {
  return { id, start, end, kind, symbol, hash, tokens, doc, tags: tags === "" ? [] : tags.split(" ") };
}
