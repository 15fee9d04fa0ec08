/**
 * Messages between the indexer and its parsing children: frames over pipes.
 *
 *     u32 bytes that follow, u8 kind, then for
 *       batch   (to the child)  JSON {root, jobs}
 *       start   (to the parent) u32 position in the batch of the file it begins: whoever dies next, this one did it
 *       result  (to the parent) u32 bytes of JSON, the JSON, then the blobs the JSON gives the lengths of
 */
import type { SkippedFile } from "../source/reader.ts";
import type { FileRecord } from "../store/write.ts";
import { isSkipped, type Parsed, type ParsedBatch, type ParseJob } from "./parse.ts";

export const FRAME = { batch: 1, start: 2, result: 3 } as const;

export interface Frame {
  kind: number;
  body: Uint8Array;
}

export interface Batch {
  root: string;
  jobs: ParseJob[];
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
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    held.push(piece);
    size += piece.length;
    while (size >= 5) {
      if ((held[0] as Uint8Array).length < 5) held = [Buffer.concat(held)];
      const head = held[0] as Uint8Array;
      const need = 4 + new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true);
      if (size < need) break;
      const all = held.length === 1 ? head : Buffer.concat(held);
      yield { kind: all[4] as number, body: all.subarray(5, need) };
      held = all.length > need ? [all.subarray(need)] : [];
      size -= need;
    }
  }
}

export function encodeBatch(batch: Batch): Uint8Array {
  return frame(FRAME.batch, Buffer.from(JSON.stringify(batch)));
}

export function decodeBatch(body: Uint8Array): Batch {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()) as Batch;
}

export function encodeStart(position: number): Uint8Array {
  const body = new Uint8Array(4);
  new DataView(body.buffer).setUint32(0, position, true);
  return frame(FRAME.start, body);
}

export function decodeStart(body: Uint8Array): number {
  return new DataView(body.buffer, body.byteOffset).getUint32(0, true);
}

type Plain = Omit<FileRecord, "facts" | "nodes"> & { factBytes: number };

export function encodeResult(results: Parsed[], postings: Uint8Array): Uint8Array {
  const blobs: Uint8Array[] = [];
  const plain = results.map((result): Plain | SkippedFile => {
    if (isSkipped(result)) return result;
    const { facts, nodes, ...rest } = result;
    blobs.push(nodes, facts);
    return { ...rest, factBytes: facts.length };
  });
  const json = Buffer.from(JSON.stringify(plain));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length, true);
  return frame(FRAME.result, length, json, ...blobs, postings);
}

export function decodeResult(jobs: readonly ParseJob[], body: Uint8Array): ParsedBatch {
  const length = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  const plain = JSON.parse(Buffer.from(body.buffer, body.byteOffset + 4, length).toString()) as (Plain | SkippedFile)[];
  let at = 4 + length;
  const take = (bytes: number): Uint8Array => {
    at += bytes;
    return body.subarray(at - bytes, at);
  };
  const files = plain.map((result, position): ParsedBatch["files"][number] => {
    const job = jobs[position] as ParseJob;
    if ("reason" in result) return { job, result };
    const { factBytes, ...rest } = result;
    const nodes = take(32);
    return { job, result: { ...rest, nodes, facts: take(factBytes) } };
  });
  return { files, postings: body.subarray(at) };
}
