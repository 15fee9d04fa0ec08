/** Vectors for a map of an index that has none: the built-in table as it is shipped, in memory only. */
import { embedQuestion } from "../../embed/static.ts";
import { readSourceSync } from "../../files/reader.ts";
import type { Store } from "../../store/graph.ts";
import { VectorIndex } from "../../store/vectors.ts";
import type { Step } from "./layout.ts";

/** One vector a chunk, of its path and text. Files that changed since they were indexed are left out. */
export async function shippedVectors(store: Store, onStep: Step): Promise<VectorIndex> {
  const ids: number[] = [];
  const vectors: Float32Array[] = [];
  const files = store.files();
  for (const [done, file] of files.entries()) {
    if (done % 100 === 99) await onStep("embedding", done + 1, files.length);
    const source = readSourceSync(store.root, file.path, { hash: file.hash });
    if (typeof source === "string" || !source.fresh) continue;
    const lines = source.text.split("\n");
    for (const chunk of store.chunksOfFile(file.id)) {
      if (chunk.kind === "licence") continue;
      ids.push(chunk.no);
      vectors.push(embedQuestion(`${file.path}\n${lines.slice(chunk.start - 1, chunk.end).join("\n")}`, () => null));
    }
  }
  const index = VectorIndex.create(vectors[0]?.length ?? 1);
  index.add(ids, vectors);
  return index;
}
