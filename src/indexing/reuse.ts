/**
 * What was made of a file, from the cache by content (store/cache.ts) instead of made again.
 *
 * An entry is found by the content that this process has just read, never by what git or an index says of it: the key is SHA-256 over the bytes, the path
 * (of which language, tags, identities, words and the embedded text depend) and the edition: all that decides what is made of them.
 */

import { deserialize, serialize } from "bun:jsc";
import { INDEX_VERSION } from "../base/limits.ts";
import { VERSION } from "../base/program.ts";
import { builtInTable } from "../embed/static.ts";
import { type CachePlace, ContentCache, cachePlace } from "../store/cache.ts";
import { SCHEMA_ID } from "../store/schema.ts";
import { withFewerPairs } from "./bags.ts";
import { availableGrammars } from "./describe.ts";
import type { Keeper, Kept, Reusing } from "./parse.ts";
import { lean, whole } from "./wire.ts";

/** Reads and keeps what is made of files; one for each run of a parser. */
export class Reuse implements Keeper {
  readonly #cache: ContentCache;
  readonly #edition: Uint8Array;
  /** Keys of files that were looked for in vain. */
  readonly #missed = new Map<string, Uint8Array>();

  private constructor(
    place: CachePlace,
    private readonly reads: boolean,
  ) {
    this.#cache = new ContentCache(place);
    this.#edition = edition();
  }

  /** @returns null where there is no cache, or none is wanted */
  static open(how: Reusing): Reuse | null {
    if (how === "no") return null;
    const place = cachePlace();
    return typeof place === "string" || (how === "write" && !place.writable) ? null : new Reuse(place, how === "yes");
  }

  recall(path: string, bytes: Uint8Array, pairs: number): Kept | null {
    const key = new Bun.CryptoHasher("sha256")
      .update(this.#edition)
      .update(`${pairs < 0 ? "-" : "+"}${path}\0`)
      .update(bytes)
      .digest()
      .subarray(0, 16);
    const data = this.reads ? this.#cache.get(key) : null;
    const kept = data === null ? null : unpacked(data, path, pairs);
    if (kept === null) this.#missed.set(path, key);
    return kept;
  }

  pairsToKeep(pairs: number): number {
    return pairs <= 0 ? pairs : Math.min(65_536, 2 ** Math.ceil(Math.log2(pairs)));
  }

  keep({ record, postings }: Kept, pairs: number): void {
    const key = this.#missed.get(record.path);
    if (key === undefined) return;
    this.#missed.delete(record.path);
    const entry: Entry = { pairs, record: lean(record), postings: whole(postings) };
    this.#cache.put(key, Bun.zstdCompressSync(new Uint8Array(serialize(entry)), { level: 1 }));
  }

  close(): void {
    this.#cache.close();
  }
}

/** What is kept of a file. `pairs`: of how many its bags have been packed. */
type Entry = Kept & { pairs: number };

/** @returns null for what has too few pairs, or is no entry: it is made again then */
function unpacked(data: Uint8Array, path: string, pairs: number): Kept | null {
  try {
    const { pairs: packed, ...kept } = deserialize(Bun.zstdDecompressSync(data as Uint8Array<ArrayBuffer>)) as Entry;
    if (packed < pairs || kept.record.path !== path) return null;
    return pairs < 0 ? kept : { ...kept, record: { ...kept.record, bags: withFewerPairs(kept.record.bags, pairs) } };
  } catch {
    return null;
  }
}

let known: Uint8Array | undefined;

/**
 * What decides beside path and bytes what is made of a file: this program, its grammars and its table of vectors, and by the schema's identity the rules of
 * secrets, the form of facts, and kinds.
 */
function edition(): Uint8Array {
  known ??= new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([2, VERSION, INDEX_VERSION, SCHEMA_ID, availableGrammars(), builtInTable().hash, programSize()]))
    .digest();
  return known;
}

/** Two builds of one version are told apart by their sizes, which are the same on every machine. */
function programSize(): number {
  return Bun.file(process.execPath).size;
}
