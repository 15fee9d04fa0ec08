/** The names of a text as numbers: a text is taken apart once, and whoever wants words or tokens of its names keeps them by the name's number. */
import { scanNames, splitIdentifier } from "./words.ts";

/** More names than this are forgotten between two texts: bounds the memory on trees with endless generated names. */
const MAX_NAMES = 400_000;

/** Numbers names, and holds the names of one text at a time. */
export class NumberedNames {
  #numberOf = new Map<string, number>();
  #names: string[] = [];
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
    return this.#names.length;
  }

  /** The parts of the name with a number (see `splitIdentifier`). */
  parts(number: number): readonly string[] {
    const place = number - this.#known;
    if (place < 0) return splitIdentifier(this.#names[number]!);
    this.#fresh[place] ??= splitIdentifier(this.#names[number]!);
    return this.#fresh[place];
  }

  /** Takes a text apart (see `scanNames`). */
  read(text: string): this {
    if (this.size > MAX_NAMES) {
      this.#numberOf = new Map();
      this.#names = [];
      this.generation++;
    }
    this.#fresh = [];
    this.#known = this.size;
    if (this.numbers.length < text.length) {
      this.numbers = new Uint32Array(roomFor(text));
      this.starts = new Uint32Array(this.numbers.length);
    }
    this.count = this.#scan(text, this.numbers, this.starts);
    return this;
  }

  /** Numbers of the names of another text, in order: a view, valid until the next call. */
  numbersOf(text: string): Uint32Array {
    if (this.#numbers.length < text.length) {
      this.#numbers = new Uint32Array(roomFor(text));
      this.#starts = new Uint32Array(this.#numbers.length);
    }
    return this.#numbers.subarray(0, this.#scan(text, this.#numbers, this.#starts));
  }

  /** Takes a text apart (see `scanNames`), new names numbered on. @returns how many names there are */
  #scan(text: string, numbers: Uint32Array, starts: Uint32Array): number {
    let count = 0;
    scanNames(text, 0, text.length, (start, end) => {
      const name = text.slice(start, end);
      let number = this.#numberOf.get(name);
      if (number === undefined) {
        number = this.#names.push(name) - 1;
        this.#numberOf.set(name, number);
      }
      numbers[count] = number;
      starts[count++] = start;
    });
    return count;
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
