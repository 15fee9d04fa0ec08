/** Messages between the indexer and its children, over pipes: values as the engine itself writes them (structured clones), each behind its length. */
import { deserialize, serialize } from "bun:jsc";
import { isSkipped, type Parsed, type ParseJob, type Reusing } from "./parse.ts";

/** What a parsing child is told; null: there is no more. */
export type Batch = { root: string; jobs: ParseJob[]; reuse?: Reusing } | null;

/** What it answers, in the order of the jobs. */
export interface Result {
  results: Parsed[];
  postings: Uint8Array;
}

/** The answer with what another process has a use for. */
export function resultOf(results: readonly Parsed[], postings: Uint8Array): Result {
  return { results: results.map((result) => (isSkipped(result) ? result : lean(result))), postings: whole(postings) };
}

/** What is made of a file without its spans, which only its own process needs. */
export function lean<T extends Exclude<Parsed, { reason: unknown }>>({ spans: _, ...record }: T): Omit<T, "spans"> {
  const { nodes, facts, names, bags } = record;
  return { ...record, nodes: whole(nodes), facts: whole(facts), names: whole(names), bags: whole(bags) };
}

/** Bytes by themselves: a view would be written with all of the buffer that it is a part of. */
export const whole = (bytes: Uint8Array): Uint8Array => (bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice());

/** A message as bytes. */
export function frame(message: unknown): Uint8Array {
  const body = new Uint8Array(serialize(message));
  const out = new Uint8Array(4 + body.length);
  new DataView(out.buffer).setUint32(0, body.length, true);
  out.set(body, 4);
  return out;
}

/** The message in the bytes of one. */
export const messageIn = <T>(body: ArrayBuffer): T => deserialize(body) as T;

/** The bytes of each message of a stream, until it ends. */
export async function* frames(stream: ReadableStream<Uint8Array>): AsyncGenerator<ArrayBuffer> {
  const head = new Uint8Array(4);
  let known = 0;
  let body: Uint8Array<ArrayBuffer> | null = null;
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
      yield body.buffer;
      body = null;
      known = 0;
    }
  }
}
