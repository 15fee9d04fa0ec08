/** Counting the words and tokens of files: postings for the lexical index, bags for the built-in embedding. */
import type { Chunk, FileFacts } from "../base/types.ts";
import { Poster } from "../store/lexical/post.ts";
import { BagPacker, type Wanted } from "./bags.ts";

/** Counts files into batches. One a process: what it learnt about names serves the next file. */
export class Counter {
  readonly #poster = new Poster();
  #packer: BagPacker | null = null;

  /**
   * Adds the chunks of one file, in order, to the batch.
   * @param text the same text that the facts were extracted from
   * @param wanted null where nothing is embedded with the built-in model
   * @returns the file's bags (see bags.ts); no bytes where none are wanted
   */
  file(facts: FileFacts, text: string, chunks: readonly Chunk[], wanted: Wanted | null): Uint8Array {
    this.#poster.file(facts, text, chunks);
    if (wanted === null) return new Uint8Array(0);
    this.#packer ??= new BagPacker(this.#poster.names);
    return this.#packer.pack(facts, text, chunks, wanted);
  }

  /** The batch so far (see `Poster.encodePostings`), which is empty then. */
  encodePostings(): Uint8Array {
    return this.#poster.encodePostings();
  }
}
