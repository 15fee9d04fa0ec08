/**
 * The names of a text as numbers, found without making a string of each occurrence.
 *
 * Indexing meets a name every nine characters or so; a `Map` keyed by substrings spends most of the time on making and
 * hashing them. A text is taken apart once; whoever wants
 * words or tokens of its names keeps them by the name's number.
 */
import { scanNames, splitIdentifier } from "./words.ts";

/** More names than this are forgotten between two texts: bounds the memory on trees with endless generated names. */
const MAX_NAMES = 400_000;

/** Numbers names, and holds the names of one text at a time. */
export class NumberedNames {
  #table = new HashedNames();
  /** How often everything was forgotten: what was kept by number before that means nothing any more. */
  generation = 0;
  /** Of the names of the text: their numbers, and where they start; `count` of each are valid. */
  numbers = new Uint32Array(1 << 12);
  starts = new Uint32Array(1 << 12);
  count = 0;
  /** Of another text. */
  #numbers = new Uint32Array(1 << 10);
  #starts = new Uint32Array(1 << 10);

  /** Parts of the names met since the last text began, by number from `#known` on: usually asked for right away, by several. */
  #fresh: string[][] = [];
  #known = 0;

  /** Names known: their numbers are `0 … size - 1`. */
  get size(): number {
    return this.#table.size;
  }

  /** The parts of the name with a number (see `splitIdentifier`). */
  parts(number: number): readonly string[] {
    const place = number - this.#known;
    if (place < 0) return splitIdentifier(this.#table.name(number));
    this.#fresh[place] ??= splitIdentifier(this.#table.name(number));
    return this.#fresh[place];
  }

  /** Takes a text apart (see `scanNames`). */
  read(text: string): this {
    if (this.#table.size > MAX_NAMES) {
      this.#table = new HashedNames();
      this.generation++;
    }
    this.#fresh = [];
    this.#known = this.#table.size;
    if (this.numbers.length < text.length) {
      this.numbers = new Uint32Array(roomFor(text));
      this.starts = new Uint32Array(this.numbers.length);
    }
    this.count = this.#table.read(text, this.numbers, this.starts);
    return this;
  }

  /** Numbers of the names of another text, in order: a view, valid until the next call. */
  numbersOf(text: string): Uint32Array {
    if (this.#numbers.length < text.length) {
      this.#numbers = new Uint32Array(roomFor(text));
      this.#starts = new Uint32Array(this.#numbers.length);
    }
    return this.#numbers.subarray(0, this.#table.read(text, this.#numbers, this.#starts));
  }

  /** Index of the first name that starts at or after an offset of the text. */
  at(offset: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** As many names as a text can have, rounded up to a power of two. */
const roomFor = (text: string): number => 2 ** Math.ceil(Math.log2(text.length));

/** Lists of numbers by name: what somebody keeps of every name, such as its words. */
export class ListsByName {
  /** A name's list is `values[first[number] … first[number + 1])`; both arrays change with `learn`. */
  first = new Uint32Array(1 << 12);
  values = new Uint32Array(1 << 13);
  #size = 0;
  #generation = 0;

  readonly #list: number[] = [];

  /** @param listOf adds what to keep of a name of these parts */
  constructor(private readonly listOf: (parts: readonly string[], list: number[]) => void) {}

  /** Makes the lists of names that are new. */
  learn(names: NumberedNames): void {
    if (names.generation !== this.#generation) {
      this.#generation = names.generation;
      this.#size = 0;
    }
    const known = names.size;
    for (; this.#size < known; this.#size++) {
      const list = this.#list;
      list.length = 0;
      this.listOf(names.parts(this.#size), list);
      let at = this.first[this.#size]!;
      while (at + list.length > this.values.length) this.values = doubled(this.values);
      for (let i = 0; i < list.length; i++) this.values[at++] = list[i]!;
      if (this.#size + 2 > this.first.length) this.first = doubled(this.first);
      this.first[this.#size + 1] = at;
    }
  }
}

/** The same numbers in an array twice as long. */
export function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(array.length * 2);
  longer.set(array);
  return longer;
}

const utf16 = new TextDecoder("utf-16le");

/** An open-addressing hash table that numbers names from 0 in the order they are first met. Names are compared by UTF-16 code units. */
class HashedNames {
  /** Entry + 1 by hash; 0 is free. At most half full. */
  #slots = new Uint32Array(1 << 13);
  #hashes = new Uint32Array(1 << 12);
  /** Where an entry's characters start; the next entry's start is their end. */
  #text = new Uint32Array(1 << 12);
  #characters = new Uint16Array(1 << 16);
  #size = 0;

  /** Names known. */
  get size(): number {
    return this.#size;
  }

  /**
   * Takes a text apart (see `scanNames`), new names numbered on.
   * @param numbers gets the number of every name, in order, and `starts` where it starts; both as long as the text at least
   * @returns how many names there are
   */
  read(text: string, numbers: Uint32Array, starts: Uint32Array): number {
    let count = 0;
    scanNames(text, 0, text.length, (start, end, hash) => {
      const known = this.#find(text, start, end, hash);
      numbers[count] = known >= 0 ? known : this.#add(text, start, end, hash);
      starts[count++] = start;
    });
    return count;
  }

  /**
   * Entry of the name `text[start, end)`; -1 if it is new.
   * @param hash of its characters, the same whenever the name is the same (`scanNames` gives it)
   */
  #find(text: string, start: number, end: number, hash: number): number {
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

  /** Adds the name `text[start, end)`, which must be new, with its hash. */
  #add(text: string, start: number, end: number, hash: number): number {
    const entry = this.#size++;
    if (entry + 2 > this.#hashes.length) {
      this.#hashes = doubled(this.#hashes);
      this.#text = doubled(this.#text);
    }
    const from = this.#text[entry]!;
    if (from + end - start > this.#characters.length) {
      const grown = new Uint16Array(Math.max(this.#characters.length * 2, from + end - start));
      grown.set(this.#characters);
      this.#characters = grown;
    }
    for (let at = start; at < end; at++) this.#characters[from + at - start] = text.charCodeAt(at);
    this.#text[entry + 1] = from + end - start;
    this.#hashes[entry] = hash;
    if (this.#size * 2 > this.#slots.length) {
      this.#slots = new Uint32Array(this.#slots.length * 2);
      for (let other = 0; other < this.#size; other++) this.#place(other);
    } else this.#place(entry);
    return entry;
  }

  /** The name of an entry. */
  name(entry: number): string {
    return utf16.decode(this.#characters.subarray(this.#text[entry]!, this.#text[entry + 1]!));
  }

  #place(entry: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hashes[entry]! & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry + 1;
  }
}
