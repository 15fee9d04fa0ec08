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

/** A list as its length and a column each. */
export function toColumns<T extends object>(list: readonly T[], layout: Layout<T>): Column[] {
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
 * The list again.
 * @throws TypeError, RangeError when the columns are not ours
 */
export function fromColumns<T extends object>([length, ...columns]: Column[], layout: Layout<T>): T[] {
  const list: Record<string, unknown>[] = Array.from({ length: Number(length) }, () => ({}));
  for (const [i, [key, codec]] of Object.entries(layout).entries()) {
    const column = columns[i];
    if (column === 0 && list.length > 0) continue;
    const sparse = column !== null && typeof column === "object" && !Array.isArray(column) ? (column as { at: string; of: Column }) : null;
    if (sparse) {
      const values = read(sparse.of, codec as Codec);
      for (const [n, row] of read(sparse.at, "rising").entries()) list[row as number]![key] = values[n];
      continue;
    }
    const values = read(column, codec as Codec);
    for (let row = 0; row < list.length; row++) list[row]![key] = values[row];
  }
  return list as T[];
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
      return split(column).map((value) => (value === "" ? null : Number(value)));
    case "rising": {
      let last = 0;
      return split(column).map((step) => {
        last += Number(step);
        return last;
      });
    }
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

/** The empty text is one value (null) or none: the caller's list says how many are taken. */
function split(column: Column): string[] {
  return (column as string).split(",");
}
