/** What ranking reads of files: the names of their definitions, compressed, for a few hundred files a question. */
import { DamagedIndex } from "./damage.ts";
import { deflate, inflate } from "./deflate.ts";

/** Definition names of a file: one line a definition, stemmed parts joined by space, tab, kind, tab, name. */
export function encodeNames(names: string): Uint8Array {
  return deflate(names);
}

/** @throws DamagedIndex when the bytes are not ours */
export function decodeNames(data: Uint8Array): string {
  try {
    return inflate(data);
  } catch (error) {
    throw new DamagedIndex("names of a file cannot be read", { cause: error });
  }
}
