/**
 * The contextual prefix of a chunk: where it stands and what it is, embedded before its text and never shown. It has what the text of a
 * chunk in the middle of a file does not say.
 */
import type { Chunk } from "../base/types.ts";

/** @param path of the file */
export function prefixOf(path: string, chunk: Pick<Chunk, "kind" | "qualified" | "doc">): string {
  return `${path} ${chunk.kind} ${chunk.qualified} ${chunk.doc}`;
}
