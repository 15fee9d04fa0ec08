/**
 * The symbols of a file as bytes: columns of JSON, compressed. A table row a symbol took 57 bytes and 38 more in indexes, this takes 18.
 *
 * Whoever looks at one symbol of a file unpacks them all, which takes about as long as reading five rows did; a full build and an update read
 * whole files anyway. Which file an id belongs to is told by runs: a file's ids are nearly always one range.
 */
import type { Statement } from "bun:sqlite";
import { SYMBOL_KINDS } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import { deflate, inflate } from "./deflate.ts";
import type { StoredSymbol } from "./facts.ts";

/** The symbols of a file by position, 0 being the file itself; ids stay while a symbol's key lives (write.ts). */
export interface FileSymbols {
  ids: readonly number[];
  symbols: readonly StoredSymbol[];
}

/** Changes with the form of what is stored. */
export const SYMBOL_SHAPE = "ids kinds names qualified parents starts lengths exported+declares arities types";

/** `qualified` and `types` hold only what is not the rule, each after its position; differences are to the symbol before. */
export type Columns = [
  ids: number[],
  kinds: string,
  names: string[],
  qualified: (number | string)[],
  parents: number[],
  starts: number[],
  lengths: number[],
  exported: string,
  arities: (number | 0)[],
  types: (number | string)[],
];

/** Kinds are letters from here on; the first 27 need no escape in JSON, and a backslash after them would only take one more. */
export const KIND_BASE = "A".charCodeAt(0);

/** @param path of the file, whose own name and qualified name follow from it */
export function encodeSymbols({ ids, symbols }: FileSymbols, path: string): Uint8Array {
  const qualified: (number | string)[] = [];
  const types: (number | string)[] = [];
  for (const [at, symbol] of symbols.entries()) {
    if (symbol.qualified !== (at === 0 ? path : impliedQualified(symbol, symbols))) qualified.push(at, symbol.qualified);
    if (symbol.type !== null) types.push(at, symbol.type);
  }
  const columns: Columns = [
    ids.map((id, at) => id - (ids[at - 1] ?? 0)),
    symbols.map(({ kind }) => String.fromCharCode(KIND_BASE + SYMBOL_KINDS.indexOf(kind))).join(""),
    symbols.map(({ name }, at) => (at === 0 && name === baseName(path) ? "" : name)),
    qualified,
    symbols.map(({ parent }, at) => at - parent),
    symbols.map(({ start }, at) => start - (symbols[at - 1]?.start ?? 0)),
    symbols.map(({ start, end }) => end - start),
    symbols.map(({ exported, declares }) => (exported ? 1 : 0) + (declares ? 2 : 0)).join(""),
    symbols.map(({ arity }) => (arity === null ? 0 : arity + 1)),
    types,
  ];
  return deflate(JSON.stringify(columns));
}

/** A digit a symbol: whether it is exported (1), whether it only declares (2). */
export const isExported = (digit: string): boolean => digit === "1" || digit === "3";
export const declaresOnly = (digit: string): boolean => digit === "2" || digit === "3";
export const DECLARES = { declares: true } as const;

/** The name of a path's last part. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function impliedQualified({ name, parent }: Pick<StoredSymbol, "name" | "parent">, symbols: readonly { qualified: string }[]): string {
  return inside(parent > 0 ? symbols[parent]!.qualified : "", name);
}

/** The name of a symbol behind its container's; the file itself contains without a name. */
export function inside(container: string, name: string): string {
  return container === "" ? name : `${container}.${name}`;
}

/**
 * @param path of the file
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeSymbols(data: Uint8Array, path: string): FileSymbols {
  try {
    const [steps, kinds, names, qualified, parents, starts, lengths, exported, arities, types] = JSON.parse(inflate(data)) as Columns;
    const ids: number[] = [];
    const symbols: StoredSymbol[] = [];
    const ownQualified = byPosition(qualified);
    const ownType = byPosition(types);
    let id = 0;
    let start = 0;
    for (let at = 0; at < names.length; at++) {
      id += steps[at]!;
      start += starts[at]!;
      ids.push(id);
      const name = at === 0 && names[0] === "" ? baseName(path) : names[at]!;
      const parent = at - parents[at]!;
      const arity = arities[at]!;
      symbols.push({
        kind: SYMBOL_KINDS[kinds.charCodeAt(at) - KIND_BASE] ?? "variable",
        name,
        qualified: ownQualified?.get(at) ?? (at === 0 ? path : inside(parent > 0 ? symbols[parent]!.qualified : "", name)),
        parent,
        start,
        end: start + lengths[at]!,
        exported: isExported(exported[at]!),
        arity: arity === 0 ? null : arity - 1,
        type: ownType?.get(at) ?? null,
        ...(declaresOnly(exported[at]!) ? DECLARES : undefined),
      });
    }
    return { ids, symbols };
  } catch (error) {
    throw new DamagedIndex("symbols of a file cannot be read", { cause: error });
  }
}

/** What is not the rule, by position; null where there is nothing. */
export function byPosition(pairs: readonly (number | string)[]): Map<number, string> | null {
  if (pairs.length === 0) return null;
  const values = new Map<number, string>();
  for (let i = 0; i < pairs.length; i += 2) values.set(pairs[i] as number, pairs[i + 1] as string);
  return values;
}

/** The first ids of the ranges that a file's ids make. */
export function runsOf(ids: readonly number[]): number[] {
  const known = new Set(ids);
  return ids.filter((id) => !known.has(id - 1));
}

/** The file whose run an id lies in; whether the file still has that symbol is for it to tell. Null before the first. */
export function fileOfSymbol(statement: (sql: string) => Statement, id: number): number | null {
  const row = statement("SELECT file FROM run WHERE first <= ? ORDER BY first DESC LIMIT 1").values(id)[0] as [number] | undefined;
  return row?.[0] ?? null;
}

/** All symbols of a file; none if there is no such file. */
export function symbolsOf(statement: (sql: string) => Statement, file: number, path: string): FileSymbols {
  const row = statement("SELECT data FROM symbol WHERE file = ?").values(file)[0] as [Uint8Array] | undefined;
  return row ? decodeSymbols(row[0], path) : { ids: [], symbols: [] };
}
