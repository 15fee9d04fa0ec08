/**
 * Names of a text and the ids of their words, found without making a string of each occurrence.
 *
 * Indexing meets a name every nine characters or so; a `Map` keyed by substrings spends most of the time on making and
 * hashing them (measured on 20 MB of Python: 19 MB/s with a Map, 27 MB/s with this table).
 */
import { doubled } from "./codec.ts";

/** An open-addressing hash table from names to lists of numbers. Names are compared by UTF-16 code units. */
export class NameTable {
  /** Entry + 1 by hash; 0 is free. At most half full. */
  #slots = new Uint32Array(1 << 13);
  #hashes = new Uint32Array(1 << 12);
  /** Where an entry's characters and ids start; the next entry's start is their end. */
  #text = new Uint32Array(1 << 12);
  #ids = new Uint32Array(1 << 12);
  #characters = new Uint16Array(1 << 16);
  #numbers = new Uint32Array(1 << 13);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * Entry of the name `text[start, end)`; -1 if it is new.
   * @param hash of its characters, the same whenever the name is the same (`scanNames` gives it)
   */
  find(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    const length = end - start;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot]! - 1;
      if (entry < 0) return -1;
      if (this.#hashes[entry] !== hash) continue;
      const from = this.#text[entry]!;
      if (this.#text[entry + 1]! - from !== length) continue;
      let at = 0;
      while (at < length && this.#characters[from + at] === text.charCodeAt(start + at)) at++;
      if (at === length) return entry;
    }
  }

  /** Adds the name `text[start, end)`, which must be new, with its hash and its numbers. */
  add(text: string, start: number, end: number, hash: number, numbers: readonly number[]): number {
    const entry = this.#size++;
    if (entry + 2 > this.#hashes.length) {
      this.#hashes = doubled(this.#hashes);
      this.#text = doubled(this.#text);
      this.#ids = doubled(this.#ids);
    }
    const from = this.#text[entry]!;
    if (from + end - start > this.#characters.length) {
      const grown = new Uint16Array(Math.max(this.#characters.length * 2, from + end - start));
      grown.set(this.#characters);
      this.#characters = grown;
    }
    for (let at = start; at < end; at++) this.#characters[from + at - start] = text.charCodeAt(at);
    this.#text[entry + 1] = from + end - start;
    const first = this.#ids[entry]!;
    while (first + numbers.length > this.#numbers.length) this.#numbers = doubled(this.#numbers);
    this.#numbers.set(numbers, first);
    this.#ids[entry + 1] = first + numbers.length;
    this.#hashes[entry] = hash;
    if (this.#size * 2 > this.#slots.length) {
      this.#slots = new Uint32Array(this.#slots.length * 2);
      for (let other = 0; other < this.#size; other++) this.#place(other);
    } else this.#place(entry);
    return entry;
  }

  /** Where the entry's numbers start in `numbers`, and where they end. */
  from(entry: number): number {
    return this.#ids[entry]!;
  }
  to(entry: number): number {
    return this.#ids[entry + 1]!;
  }

  /** Numbers of all entries. Valid until the next `add`. */
  get numbers(): Uint32Array {
    return this.#numbers;
  }

  #place(entry: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hashes[entry]! & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry + 1;
  }
}
