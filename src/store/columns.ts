/**
 * Lists of objects as columns of short text, which compress to two thirds of the same as JSON objects: ascending numbers as differences, words
 * of a small set as digits, flags as bits.
 *
 * A column is what JSON can hold; undefined values make it a pair of rows and values.
 */

/** How a property is written. `text`: as it is. `word`: one of few. `count`: a number or null. `rising`: a number, usually near the one before. */
export type Codec = "text" | "word" | "count" | "rising" | "flag" | "pairs";

type Column = unknown;

/** Property → codec, in the order of the columns. */
export type Layout<T> = { readonly [K in keyof T]-?: Codec };

/** A list's layout, and how a row is made of its values. */
export interface Table<T extends object> {
  layout: Layout<T>;
  /**
   * @param columns values by row, in the layout's order; undefined where a row has none
   * @returns the row of a number: one literal, so that all rows are of one shape to the engine (half the time of setting them by key)
   */
  rows(columns: readonly (readonly unknown[])[]): (row: number) => T;
}

/** A list as its length and a column each. */
export function toColumns<T extends object>(list: readonly T[], { layout }: Table<T>): Column[] {
  const columns = Object.entries(layout).map(([key, codec]) => {
    const values = list.map((item) => (item as Record<string, unknown>)[key]);
    if (!values.includes(undefined)) return write(values, codec as Codec);
    const rows = values.flatMap((value, row) => (value === undefined ? [] : [row]));
    const present = rows.map((row) => values[row]);
    return present.length === 0 ? 0 : { at: write(rows, "rising"), of: write(present, codec as Codec) };
  });
  return [list.length, ...columns];
}

/**
 * The list again; what a row did not have is undefined.
 * @throws TypeError, RangeError when the columns are not ours
 */
export function fromColumns<T extends object>([length, ...columns]: Column[], { layout, rows }: Table<T>): T[] {
  const size = Number(length);
  if (size === 0) return [];
  const values = Object.values<Codec>(layout).map((codec, i) => {
    const column = columns[i];
    if (column === 0) return new Array<unknown>(size).fill(undefined);
    const sparse = column !== null && typeof column === "object" && !Array.isArray(column) ? (column as { at: string; of: Column }) : null;
    if (!sparse) return read(column, codec);
    const filled = new Array<unknown>(size).fill(undefined);
    const present = read(sparse.of, codec);
    for (const [n, row] of numbers(sparse.at, true).entries()) filled[row!] = present[n];
    return filled;
  });
  const make = rows(values);
  const list: T[] = [];
  for (let row = 0; row < size; row++) list.push(make(row));
  return list;
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

function write(values: readonly unknown[], codec: Codec): Column {
  switch (codec) {
    case "text":
      return values;
    case "word": {
      const words = [...new Set(values)];
      return words.length > DIGITS.length ? [values] : [words, values.map((value) => DIGITS[words.indexOf(value)]).join("")];
    }
    case "count":
      return values.map((value) => value ?? "").join(",");
    case "rising": {
      let last = 0;
      return values
        .map((value) => {
          const step = (value as number) - last;
          last = value as number;
          return step;
        })
        .join(",");
    }
    case "flag":
      return values.map((value) => (value ? 1 : 0)).join("");
    case "pairs":
      return (values as { name: string; local: string }[][]).map((pairs) =>
        pairs.flatMap(({ name, local }) => [name, local === name ? 0 : local]),
      );
  }
}

function read(column: Column, codec: Codec): unknown[] {
  switch (codec) {
    case "text":
      return column as unknown[];
    case "word": {
      const [words, digits] = column as [unknown[], string?];
      if (digits === undefined) return words;
      return Array.from(digits, (digit) => words[DIGITS.indexOf(digit)]);
    }
    case "count":
      return numbers(column, false);
    case "rising":
      return numbers(column, true);
    case "flag":
      return Array.from(column as string, (bit) => bit === "1");
    case "pairs":
      return (column as (string | 0)[][]).map((flat) => {
        const pairs: { name: string; local: string }[] = [];
        for (let i = 0; i < flat.length; i += 2) pairs.push({ name: flat[i] as string, local: (flat[i + 1] || flat[i]) as string });
        return pairs;
      });
  }
}

/**
 * Whole numbers separated by commas; an empty place is null. The empty text is one value (null) or none: the caller's list says how many are taken.
 * @param rising each is written as the difference from the one before
 */
function numbers(column: Column, rising: boolean): (number | null)[] {
  const text = column as string;
  if (text === "") return [rising ? 0 : null];
  if (/[^\d,-]/.test(text)) throw new RangeError("A column of numbers holds something else.");
  // The engine's own reader takes a tenth of the time of a loop over the signs, which a cold process interprets.
  const all = JSON.parse(`[${text.includes(",,") || text.startsWith(",") || text.endsWith(",") ? filled(text) : text}]`) as (
    | number
    | null
  )[];
  if (!rising) return all;
  let last = 0;
  for (let at = 0; at < all.length; at++) {
    last += all[at] as number;
    all[at] = last;
  }
  return all;
}

/** Numbers with their empty places named. */
const filled = (text: string): string => text.replace(/^(?=,)|(?<=,)(?=,|$)/g, "null");
