#!/usr/bin/env bun
/**
 * Makes `src/query/o200k-ascii.bin` and `o200k-other.bin`, the tables by which budgets count tokens, from the ranks of OpenAI's `o200k_base`
 * encoding as the package `gpt-tokenizer` ships them (MIT). Their form stands at the head of `src/query/tokens.ts`.
 *
 *   bun scripts/tokens.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUCKETS, bucketOf, hash, printOf } from "../src/query/tokens.ts";

const top = join(import.meta.dir, "..");

/** The bytes of both tables: tokens of ASCII characters only, and the others. */
export function tokenTables(): { ascii: Uint8Array; other: Uint8Array } {
  const text = readFileSync(join(top, "node_modules", "gpt-tokenizer", "data", "o200k_base.tiktoken"), "latin1");
  const tokens = text.split("\n").flatMap((line) => {
    const [base64, rank] = line.split(" ");
    return base64 === undefined || rank === undefined ? [] : [{ bytes: Buffer.from(base64, "base64"), rank: Number(rank) }];
  });
  const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 128);
  return {
    ascii: table(tokens.filter(({ bytes }) => isAscii(bytes))),
    other: table(tokens.filter(({ bytes }) => !isAscii(bytes))),
  };
}

function table(tokens: readonly { bytes: Uint8Array; rank: number }[]): Uint8Array {
  const buckets: number[][] = Array.from({ length: BUCKETS }, () => []);
  for (const { bytes, rank } of tokens) {
    const value = hash(bytes);
    buckets[bucketOf(value)]!.push(((printOf(value) << 18) | rank) >>> 0);
  }
  const entries = new Uint32Array(tokens.length);
  const starts = new Int16Array(BUCKETS + 2);
  let at = 0;
  buckets.forEach((bucket, i) => {
    starts[i] = at - Math.floor((i * tokens.length) / BUCKETS);
    for (const entry of bucket.sort((a, b) => a - b)) entries[at++] = entry;
  });
  const bytes = new Uint8Array(4 + starts.byteLength + entries.byteLength);
  new DataView(bytes.buffer).setUint32(0, tokens.length, true);
  bytes.set(new Uint8Array(starts.buffer), 4);
  bytes.set(new Uint8Array(entries.buffer), 4 + starts.byteLength);
  return bytes;
}

if (import.meta.main)
  for (const [name, bytes] of Object.entries(tokenTables())) {
    writeFileSync(join(top, "src", "query", `o200k-${name}.bin`), bytes);
    console.log(`tokens: src/query/o200k-${name}.bin ${bytes.length} bytes`);
  }
