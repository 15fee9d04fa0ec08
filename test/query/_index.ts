/** A real index in memory over a folder, for tests of the read side. */
import { Database } from "bun:sqlite";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scan } from "../../src/git/scan.ts";
import { isSkipped } from "../../src/indexing/parse.ts";
import { parseFiles } from "../../src/indexing/pool.ts";
import { Store } from "../../src/store/graph.ts";
import { PostingBuilder, updatePostings } from "../../src/store/lexical.ts";
import { createIndexes, createTables } from "../../src/store/schema.ts";
import { Writer } from "../../src/store/write.ts";

/** Writes files into a folder. */
export function writeTree(root: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Scans, parses, chunks and posts a folder into a database in memory. Edges are not made. */
export async function indexInMemory(root: string): Promise<Store> {
  const db = new Database(":memory:");
  createTables(db);
  const writer = new Writer(db);
  const builder = new PostingBuilder();
  const { files } = await scan(root);
  for await (const batch of parseFiles(root, files, { isolate: false })) {
    let first = 0;
    for (const { result } of batch.files) {
      if (isSkipped(result)) continue;
      const put = writer.putFile(result);
      if (first === 0 && result.chunks.length > 0) first = put.firstChunk;
    }
    if (first > 0) builder.mergeInto(batch.postings, first);
  }
  updatePostings(db, builder, []);
  writer.finish();
  writer.close();
  createIndexes(db);
  return new Store(db, root);
}
