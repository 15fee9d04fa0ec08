/**
 * Which files have a symbol of a name: a row for all names that are the same without case and underscores.
 *
 * A row's data, for each name and what it names there, sorted: varint of (deviations << 2 | what), the deviations of the name from the row's
 * own, varint number of files, their ids as differences. A deviation is a capital letter or an underscore: varint of (letters since the one before
 * << 1 | underscore). Names repeat, and differ by little: an index with a row a symbol was three times as large.
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

/** How a name differs from its folded form; `unfold` undoes it. */
function deviationsOf(name: string): number[] {
  const deviations: number[] = [];
  let letters = 0;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    const underscore = code === 0x5f;
    if (!underscore && (code < 0x41 || code > 0x5a)) {
      letters++;
      continue;
    }
    deviations.push((letters << 1) | (underscore ? 1 : 0));
    letters = 0;
  }
  return deviations;
}

function unfold(folded: string, deviations: readonly number[]): string {
  let name = "";
  let at = 0;
  for (const deviation of deviations) {
    const end = at + (deviation >>> 1);
    name += folded.slice(at, end);
    at = end;
    if (deviation & 1) name += "_";
    else name += folded.slice(at, ++at).toUpperCase();
  }
  return name + folded.slice(at);
}

function encode(lists: Lists): Uint8Array {
  const out = new Bytes(64);
  for (const entry of [...lists.keys()].sort()) {
    const files = lists.get(entry)!;
    const deviations = deviationsOf(entry.slice(1));
    out.varint((deviations.length << 2) | Number(entry[0]));
    for (const deviation of deviations) out.varint(deviation);
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
    while (reader.more) {
      const head = reader.varint();
      const deviations: number[] = [];
      for (let left = head >>> 2; left > 0; left--) deviations.push(reader.varint());
      const files: number[] = [];
      let last = 0;
      for (let left = reader.varint(); left > 0; left--) {
        last += reader.varint();
        files.push(last);
      }
      lists.set(`${head & 3}${unfold(folded, deviations)}`, files);
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
      if (lists.size > 0) put.run(folded, encode(lists));
      else this.statement("DELETE FROM name WHERE folded = ?").run(folded);
    }
    this.#changes.clear();
  }
}
