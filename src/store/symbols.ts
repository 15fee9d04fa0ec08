/**
 * The table of symbols: a row each, those of packages outside the tree among them (without a file).
 *
 * A symbol's id stays while its key lives, so that edges of unchanged files stay valid, and only rows that differ are written: names lie scattered
 * over their index, and every row that is put in place of an equal one costs a page of it in the log.
 */

import type { SQLQueryBindings, Statement } from "bun:sqlite";
import { TYPES } from "../base/kinds.ts";
import { type RawSymbol, SYMBOL_KINDS, type SymbolKind } from "../base/types.ts";
import type { StoredSymbol } from "./facts.ts";
import type { SymbolRecord } from "./records.ts";
import { FOLDED, fold } from "./schema.ts";

type Prepare = (sql: string) => Statement;

const FILE = SYMBOL_KINDS.indexOf("file");
export const EXTERNAL = SYMBOL_KINDS.indexOf("external");
/** What a name can mean: everything but files, imports and packages. */
const DEFINITION = `kind NOT IN (${[FILE, SYMBOL_KINDS.indexOf("import"), EXTERNAL].join(", ")})`;

/** The symbols of a file by position, 0 being the file itself. */
export interface FileSymbols {
  ids: readonly number[];
  symbols: readonly StoredSymbol[];
}

const OWN = ["id", "parent", "kind", "name", "qualified", "start", "stop", "exported", "declares", "arity", "type"] as const;
type Stored = [
  id: number,
  parent: number | null,
  kind: number,
  name: string,
  qualified: string,
  start: number,
  stop: number,
  exported: number,
  declares: number,
  arity: number | null,
  type: string | null,
];

/** All symbols of a file; none if there is no such file. */
export function symbolsOf(statement: Prepare, file: number): FileSymbols {
  const rows = statement(`SELECT ${OWN.join(", ")} FROM symbol WHERE file = ? ORDER BY at`).values(file) as Stored[];
  const ids = rows.map(([id]) => id);
  const first = ids[0] ?? 0;
  // A full build numbers them in order.
  const position = (id: number): number => (ids[id - first] === id ? id - first : ids.indexOf(id));
  return { ids, symbols: rows.map((row) => stored(row, row[1] === null ? -1 : position(row[1]))) };
}

function stored([, , kind, name, qualified, start, end, exported, declares, arity, type]: Stored, parent: number): StoredSymbol {
  const symbol: StoredSymbol = { kind: kindOf(kind), name, qualified, parent, start, end, exported: exported === 1, arity, type };
  if (declares === 1) symbol.declares = true;
  return symbol;
}

/** A definition, with what stands around it. */
export interface Definition {
  id: number;
  file: number;
  parentKind: SymbolKind;
  symbol: StoredSymbol;
}

/** Definitions of exactly a name, by path and position. */
export function definitionsOf(statement: Prepare, name: string): Definition[] {
  const plain = name.toWellFormed();
  const own = OWN.map((column) => `s.${column}`).join(", ");
  const rows = statement(
    `SELECT ${own}, s.file, outer.kind, outer.at FROM (SELECT * FROM symbol WHERE ${FOLDED} = ? AND name = ? AND ${DEFINITION}) AS s
     JOIN file ON file.id = s.file LEFT JOIN symbol AS outer ON outer.id = s.parent ORDER BY path, s.at`,
  ).values(fold(plain), plain) as [...Stored, file: number, kind: number | null, at: number | null][];
  return rows.map((row) => {
    const [file, kind, at] = row.slice(-3) as [number, number | null, number | null];
    return { id: row[0], file, parentKind: kind === null ? "file" : kindOf(kind), symbol: stored(row as unknown as Stored, at ?? -1) };
  });
}

/** A kind by its number. */
export const kindOf = (code: number): SymbolKind => SYMBOL_KINDS[code] ?? "variable";

/** The file of a symbol; null for packages, and where there is no such symbol. */
export function fileOfSymbol(statement: Prepare, id: number): number | null {
  return (statement("SELECT file FROM symbol WHERE id = ?").values(id)[0] as [number | null] | undefined)?.[0] ?? null;
}

/** Files with a definition of exactly that name, ascending. */
export function filesDefining(statement: Prepare, name: string): number[] {
  const plain = name.toWellFormed();
  const sql = `SELECT DISTINCT file FROM symbol WHERE ${FOLDED} = ? AND name = ? AND ${DEFINITION} ORDER BY file`;
  return (statement(sql).values(fold(plain), plain) as [number][]).map(([file]) => file);
}

/** How many definitions of exactly that name there are. */
export function definitionsNamed(statement: Prepare, name: string): number {
  const plain = name.toWellFormed();
  const sql = `SELECT count(*) FROM symbol WHERE ${FOLDED} = ? AND name = ? AND ${DEFINITION}`;
  return (statement(sql).values(fold(plain), plain)[0] as [number] | undefined)?.[0] ?? 0;
}

/** The rows of a file that an update compares: id by key, with what stands there. */
type Former = Map<string, { id: number; name: string; row: readonly SQLQueryBindings[] }>;

/** What may change while a key stays. Its name hardly ever does, and stands in an index. */
const COLUMNS = ["parent", "start", "stop", "exported", "declares", "arity", "type", "signature", "doc"] as const;

/** Writes the symbols of files. */
export class SymbolWriter {
  constructor(
    private readonly statement: Prepare,
    /** Number that the next symbol gets. */
    public next: number,
  ) {}

  /**
   * Puts the symbols of a file in place of those that it had.
   * @param keys theirs, 16 hex digits each
   * @returns how many more there are than before
   */
  put(file: number, keys: readonly string[], symbols: readonly SymbolRecord[], isNew: boolean): number {
    const before: Former = isNew ? new Map() : this.#former(file);
    const size = before.size;
    const ids = keys.map((key) => before.get(key)?.id ?? this.next++);
    const rows = symbols.map(({ parent, start, end, exported, declares, arity, type, signature, doc }, at) => {
      const above = parent < 0 ? null : ids[parent]!;
      const texts = [type?.toWellFormed() ?? null, signature.toWellFormed(), doc.toWellFormed()];
      return [at, above, start, end, exported ? 1 : 0, declares ? 1 : 0, arity, ...texts];
    });
    if (size > 0) {
      this.#leave(file, before, keys, rows);
      const update = this.statement(`UPDATE symbol SET ${COLUMNS.map((column) => `${column} = ?`).join(", ")} WHERE id = ?`);
      const move = this.statement("UPDATE symbol SET at = ? WHERE id = ?");
      for (const [at, key] of keys.entries()) {
        const known = before.get(key);
        if (!known) continue;
        const row = rows[at]!;
        if (known.row[0] !== at) move.run(at, known.id);
        const name = symbols[at]!.name.toWellFormed();
        if (known.name !== name) this.statement("UPDATE symbol SET name = ? WHERE id = ?").run(name, known.id);
        if (row.some((value, i) => i > 0 && value !== known.row[i])) update.run(...row.slice(1), known.id);
      }
    }
    const insert = this.statement(
      `INSERT INTO symbol(id, file, key, kind, name, qualified, at, ${COLUMNS.join(", ")}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const [at, key] of keys.entries()) {
      if (before.has(key)) continue;
      const { kind, name, qualified } = symbols[at]!;
      insert.run(
        ids[at]!,
        file,
        Uint8Array.fromHex(key),
        SYMBOL_KINDS.indexOf(kind),
        name.toWellFormed(),
        qualified.toWellFormed(),
        ...rows[at]!,
      );
    }
    return keys.length - size;
  }

  #former(file: number): Former {
    const rows = this.statement(`SELECT lower(hex(key)), id, name, at, ${COLUMNS.join(", ")} FROM symbol WHERE file = ?`).values(
      file,
    ) as SQLQueryBindings[][];
    return new Map(rows.map(([key, id, name, ...row]) => [key as string, { id: id as number, name: name as string, row }]));
  }

  /** Takes out what is gone; positions of what stays make room where they change, for each is there once. */
  #leave(file: number, before: Former, keys: readonly string[], rows: readonly (readonly SQLQueryBindings[])[]): void {
    const staying = new Set(keys);
    const remove = this.statement("DELETE FROM symbol WHERE id = ?");
    for (const [key, { id }] of before) if (!staying.has(key)) remove.run(id);
    const moved = keys.some((key, at) => before.has(key) && before.get(key)!.row[0] !== rows[at]![0]);
    if (!moved) return;
    this.statement("UPDATE symbol SET at = -1 - at WHERE file = ?").run(file);
    for (const one of before.values()) one.row = [-1 - (one.row[0] as number), ...one.row.slice(1)];
  }

  /** Takes the symbols of a file out. @returns how many there were */
  remove(file: number): number {
    return this.statement("DELETE FROM symbol WHERE file = ?").run(file).changes;
  }

  /** The row of a package outside the tree. */
  putExternal(id: number, name: string, key: string): void {
    this.statement(
      "INSERT INTO symbol(id, file, key, kind, name, qualified, at, start, stop, exported, declares, signature, doc) VALUES(?, NULL, ?, ?, ?, ?, 0, 0, 0, 1, 0, '', '')",
    ).run(id, Uint8Array.fromHex(key), EXTERNAL, name, name);
  }
}

// Who stands for whom: types and their constructors.

const CONSTRUCTORS: ReadonlySet<string> = new Set(["constructor", "__init__", "__new__", "__construct", "initialize", "init"]);

type Named = Pick<RawSymbol, "kind" | "name">;

export const isType = ({ kind }: Pick<RawSymbol, "kind">): boolean => TYPES.has(kind);

/** Is a method of a type of some name its constructor, so that who calls it calls the type? */
export const isConstructor = ({ kind, name }: Named, type: string): boolean =>
  kind === "method" && (CONSTRUCTORS.has(name) || name === type);

/** Is it a constructor, or makes an instance as `new` does, so that who calls the type calls it? */
export const constructs = (method: Named, type: string): boolean =>
  isConstructor(method, type) || (method.kind === "method" && method.name === "new");

/** Does it take more than the type's name to tell who calls a constructor: are there several, in a language whose edges say which? */
export const isOneOfSeveral = (overloads: boolean, type: string, members: readonly Named[]): boolean =>
  overloads && members.filter((one) => isConstructor(one, type)).length > 1;

// What a symbol is called across updates and machines: the first 8 bytes of SHA-256 over path, kind, qualified name and the ordinal among
// equals, so that lines may move. Other tools may keep them.

/** Keys of a file's symbols, 16 hex digits each. */
export function symbolKeys(path: string, symbols: readonly Pick<RawSymbol, "kind" | "qualified">[]): string[] {
  const seen = new Map<string, number>();
  return symbols.map(({ kind, qualified }) => {
    const name = `${path}\0${kind}\0${qualified}`;
    const ordinal = seen.get(name) ?? 0;
    seen.set(name, ordinal + 1);
    return symbolKey(path, kind, qualified, ordinal);
  });
}

/** @param ordinal how many symbols of the file before this one have its kind and qualified name */
export function symbolKey(path: string, kind: string, qualified: string, ordinal: number): string {
  return Bun.SHA256.hash(`${path}\0${kind}\0${qualified}\0${ordinal}`, "hex").slice(0, 16);
}

/** Key of a package outside the tree. */
export function externalKey(name: string): string {
  return Bun.SHA256.hash(`\0external\0${name}\0`, "hex").slice(0, 16);
}

/** A symbol's key as a number that few share: 28 bits. */
export function markNumber(key: string): number {
  return Number.parseInt(key.slice(0, 7), 16);
}
