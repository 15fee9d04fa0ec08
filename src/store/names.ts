/**
 * Which files have a symbol of a name: a row for all names that are the same without case and underscores.
 *
 * A row's data, for each name and what it names there, sorted: varint of (bytes of the name << 2 | what), the name unless it is the row's own
 * (0 bytes), varint number of files, their ids as differences. Names repeat: an index of a row a symbol was three times as large.
 */
import type { Statement } from "bun:sqlite";
import type { SymbolKind } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import { Bytes, Reader } from "./lexical/codec.ts";
import { fold } from "./schema.ts";

/** What a name stands for in a file. */
const DEFINITION = 0;
const IMPORT = 1;
const FILE = 2;

/** Files in ascending order by name and what it stands for: `0name`. */
type Lists = Map<string, number[]>;

type Prepare = (sql: string) => Statement;

const entryOf = (name: string, kind: SymbolKind): string =>
  `${kind === "file" ? FILE : kind === "import" ? IMPORT : DEFINITION}${name.toWellFormed()}`;

/** The names of a file as they stand in the table. */
export function namesOf(symbols: readonly { name: string; kind: SymbolKind }[]): Set<string> {
  return new Set(symbols.map(({ name, kind }) => entryOf(name, kind)));
}

function encode(folded: string, lists: Lists): Uint8Array {
  const out = new Bytes(64);
  for (const entry of [...lists.keys()].sort()) {
    const files = lists.get(entry)!;
    const name = entry.slice(1);
    const bytes = name === folded ? new Uint8Array(0) : Buffer.from(name);
    out.varint((bytes.length << 2) | Number(entry[0]));
    out.copy(bytes, 0, bytes.length);
    out.varint(files.length);
    let last = 0;
    for (const file of files) {
      out.varint(file - last);
      last = file;
    }
  }
  return out.data.slice(0, out.length);
}

function decode(folded: string, data: Uint8Array): Lists {
  const lists: Lists = new Map();
  try {
    const reader = new Reader(data);
    const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    while (reader.more) {
      const head = reader.varint();
      const end = reader.at + (head >>> 2);
      const name = head >>> 2 === 0 ? folded : text.toString("utf8", reader.at, end);
      reader.at = end;
      const files: number[] = [];
      let last = 0;
      for (let left = reader.varint(); left > 0; left--) {
        last += reader.varint();
        files.push(last);
      }
      lists.set(`${head & 3}${name}`, files);
    }
  } catch (error) {
    throw new DamagedIndex("names of symbols cannot be read", { cause: error });
  }
  return lists;
}

function listsOf(statement: Prepare, folded: string): Lists {
  const row = statement("SELECT data FROM name WHERE folded = ?").values(folded)[0] as [Uint8Array] | undefined;
  return row ? decode(folded, row[0]) : new Map();
}

/** Files with a symbol of a name, files of that base name included. Ascending, each once. */
export function filesNaming(statement: Prepare, name: string, folded = false): number[] {
  const plain = name.toWellFormed();
  const lists = [...listsOf(statement, fold(plain))].filter(([entry]) => folded || entry.slice(1) === plain);
  return [...new Set(lists.flatMap(([, files]) => files))].sort((a, b) => a - b);
}

/** Files with a definition of exactly that name, ascending. */
export function filesDefining(statement: Prepare, name: string): number[] {
  const plain = name.toWellFormed();
  return listsOf(statement, fold(plain)).get(`${DEFINITION}${plain}`) ?? [];
}

/** Names, but for those of files, that rows of the table hold. */
export function namesIn(folded: string, data: Uint8Array): string[] {
  return [...decode(folded, data).keys()].filter((entry) => Number(entry[0]) !== FILE).map((entry) => entry.slice(1));
}

/** Keeps the table in step with the files; changes are written together, once the files are. */
export class NameWriter {
  /** By entry: files that came, and the complements (below 0) of those that went. */
  #changes = new Map<string, number[]>();

  constructor(private readonly statement: Prepare) {}

  /** Notes that the names of a file are others now. */
  change(file: number, before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    for (const entry of before) if (!after.has(entry)) this.#note(entry, ~file);
    for (const entry of after) if (!before.has(entry)) this.#note(entry, file);
  }

  #note(entry: string, file: number): void {
    const files = this.#changes.get(entry);
    if (files) files.push(file);
    else this.#changes.set(entry, [file]);
  }

  /** Writes all changes, in the order of the table. */
  flush(): void {
    if (this.#changes.size === 0) return;
    const empty = this.statement("SELECT 1 FROM name LIMIT 1").values().length === 0;
    const put = this.statement("INSERT OR REPLACE INTO name(folded, data) VALUES(?, ?)");
    const byName = Map.groupBy(this.#changes.keys(), (entry) => fold(entry.slice(1)));
    for (const folded of [...byName.keys()].sort()) {
      const lists: Lists = empty ? new Map() : listsOf(this.statement, folded);
      for (const entry of byName.get(folded)!) {
        const files = new Set(lists.get(entry));
        for (const file of this.#changes.get(entry)!) {
          if (file >= 0) files.add(file);
          else files.delete(~file);
        }
        if (files.size > 0)
          lists.set(
            entry,
            [...files].sort((a, b) => a - b),
          );
        else lists.delete(entry);
      }
      if (lists.size > 0) put.run(folded, encode(folded, lists));
      else this.statement("DELETE FROM name WHERE folded = ?").run(folded);
    }
    this.#changes.clear();
  }
}
