/**
 * How the facts of a file are stored: what resolution needs and the symbol table does not have, as compressed columns of JSON.
 *
 * Left out is what resolution never looks at: documentation, signatures, spans and offsets. Both a full build and an update resolve from
 * what is stored, so they cannot see different facts. Columns without their names are a third smaller than objects.
 */

import type { FileFacts, RawBinding, RawFlow, RawImport, RawMention, RawReference, RawSymbol } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";

/** Columns of the lists. The types see to it that none is missing; another one changes the schema. */
const IMPORT: Table<RawImport> = {
  layout: { form: "word", source: "text", names: "pairs", reexport: "flag", line: "rising", scope: "rising", relative: "flag" },
  rows: ([form, source, names, reexport, line, scope, relative]) =>
    rowOf<RawImport>((row) => ({
      form: form![row],
      source: source![row],
      names: names![row],
      reexport: reexport![row],
      line: line![row],
      scope: scope![row],
      relative: relative![row],
    })),
};
const REFERENCE: Table<RawReference> = {
  layout: {
    kind: "word",
    name: "text",
    receiver: "text",
    arity: "count",
    line: "rising",
    scope: "rising",
    subject: "text",
    language: "text",
    args: "text",
    given: "text",
    inside: "flag",
  },
  rows: ([kind, name, receiver, arity, line, scope, subject, language, args, given, inside]) =>
    rowOf<RawReference>((row) => ({
      kind: kind![row],
      name: name![row],
      receiver: receiver![row],
      arity: arity![row],
      line: line![row],
      scope: scope![row],
      subject: subject![row],
      language: language![row],
      args: args![row],
      given: given![row],
      inside: inside![row],
    })),
};
const BINDING: Table<RawBinding> = {
  layout: { name: "text", type: "text", from: "word", scope: "rising", line: "rising", end: "rising" },
  rows: ([name, type, from, scope, line, end]) =>
    rowOf<RawBinding>((row) => ({
      name: name![row],
      type: type![row],
      from: from![row],
      scope: scope![row],
      line: line![row],
      end: end![row],
    })),
};
const MENTION: Table<RawMention> = {
  layout: { form: "word", name: "text", line: "rising", scope: "rising" },
  rows: ([form, name, line, scope]) =>
    rowOf<RawMention>((row) => ({ form: form![row], name: name![row], line: line![row], scope: scope![row] })),
};
const FLOW: Table<RawFlow> = {
  layout: { from: "rising", to: "count" },
  rows: ([from, to]) => rowOf<RawFlow>((row) => ({ from: from![row], to: to![row] })),
};

/** Rows of a table: what a column holds is as its layout says. */
function rowOf<T>(make: (row: number) => { [K in keyof Required<T>]: unknown }): (row: number) => T {
  return make as (row: number) => T;
}

/** What the form of stored facts depends on. */
export const FACT_SHAPE = JSON.stringify([IMPORT, REFERENCE, BINDING, MENTION, FLOW].map(({ layout }) => layout));

/** The last two are left out where both are empty. */
type Stored = [imports: unknown[], references: unknown[], bindings: unknown[], mentions?: unknown[], flows?: unknown[]];

/** What the file table has of a file for resolution. */
export type StoredFile = Pick<FileFacts, "path" | "language" | "lines" | "damaged">;

export function encodeFacts(facts: FileFacts): Uint8Array {
  const { mentions = [], flows = [] } = facts;
  const stored: Stored = [toColumns(facts.imports, IMPORT), toColumns(facts.references, REFERENCE), toColumns(facts.bindings, BINDING)];
  if (mentions.length + flows.length > 0) stored.push(toColumns(mentions, MENTION), toColumns(flows, FLOW));
  return deflate(JSON.stringify(stored));
}

/** A symbol as resolution sees it: `doc` and `signature` are "", offsets 0. One literal, as the rows of a table are. */
export function bareSymbol({ kind, name, qualified, parent, start, end, exported, arity, type, declares }: StoredSymbol): RawSymbol {
  const symbol: RawSymbol = { kind, name, qualified, parent, start, end, exported, arity, type, doc: "", signature: "", from: 0, to: 0 };
  if (declares) symbol.declares = true;
  return symbol;
}

/**
 * The facts as resolution sees them: spans empty.
 * @param symbols the file's, in their order, each a `bareSymbol`
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeFacts(data: Uint8Array, { path, language, lines, damaged }: StoredFile, symbols: RawSymbol[]): FileFacts {
  return decoded(data, ([imports, references, bindings, mentions, flows]) => ({
    path,
    language,
    lines,
    damaged,
    symbols,
    imports: fromColumns(imports, IMPORT),
    references: fromColumns(references, REFERENCE),
    bindings: fromColumns(bindings, BINDING),
    mentions: mentions ? fromColumns(mentions, MENTION) : [],
    flows: flows ? fromColumns(flows, FLOW) : [],
    spans: { comments: [], imports: [], signatures: [] },
  }));
}

/**
 * Only the references of stored facts.
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeReferences(data: Uint8Array): RawReference[] {
  return decoded(data, ([, references]) => fromColumns(references, REFERENCE));
}

/**
 * Only the imports of stored facts.
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeImports(data: Uint8Array): RawImport[] {
  return decoded(data, ([imports]) => fromColumns(imports, IMPORT));
}

function decoded<T>(data: Uint8Array, read: (stored: Stored) => T): T {
  try {
    return read(JSON.parse(inflate(data)) as Stored);
  } catch (error) {
    throw new DamagedIndex("facts of a file cannot be read", { cause: error });
  }
}

/** What the symbol table has of a symbol for resolution. */
export type StoredSymbol = Omit<RawSymbol, "doc" | "signature" | "from" | "to">;

// Lists of objects as columns of short text, which compress to two thirds of the same as JSON objects: ascending numbers as differences, words
// of a small set as digits, flags as bits.
//
// A column is what JSON can hold; undefined values make it a pair of rows and values.

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

// Short texts, compressed one by one: of texts of a kilobyte or two zstd leaves more than deflate, a higher level or brotli gain little for twice the
// time, and a dictionary made from the same tree gains more but is read anew for every text.

const PACKING = { level: 6, library: "libdeflate" } as const;

/** What libdeflate packs in less time than zlib, zlib unpacks in a third of libdeflate's, which is made anew for every text. */
const UNPACKING = { library: "zlib" } as const;

/** @param text any length */
export function deflate(text: string): Uint8Array {
  return Bun.deflateSync(text, PACKING);
}

/** @throws when the bytes are not ours */
export function inflate(data: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = Bun.inflateSync(data as Uint8Array<ArrayBuffer>, UNPACKING);
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

// What ranking reads of files: the names of their definitions, compressed, for a few hundred files a question.

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
