/** From archives to pairs of words: what the table is trained on. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { scanNames, splitIdentifier } from "../../src/base/words.ts";
import { readFileOf } from "../../src/files/reader.ts";
import { chunk } from "../../src/lang/engine/chunk.ts";
import { extract } from "../../src/lang/engine/extract.ts";
import { minePairs, PAIR_KINDS, type PairKind } from "../../src/lang/engine/pairs.ts";
import { languageOf } from "../../src/lang/languages.ts";

/** Files above this teach little for their size: generated tables, bundles. */
const MAX_FILE = 150_000;
/** Source read of a package, in characters. */
const MAX_BYTES = 700_000;
/** Pairs a package may give, by kind: a large package must not speak for its language. */
const MOST: Record<PairKind, number> = { name: 700, doc: 500, comment: 300, path: 200, string: 120, module: 80, section: 100, test: 100 };
/** Languages of which the registries have little: their packages may give this many times more. */
const THIN: ReadonlyMap<string, number> = new Map([
  ["kotlin", 6],
  ["scala", 8],
  ["swift", 6],
  ["elixir", 10],
  ["zig", 10],
  ["bash", 3],
  ["lua", 3],
  ["csharp", 3],
  ["haskell", 1.5],
]);
/** Words of a description and of what is described that count (EMBEDDING.md). */
const QUERY_WORDS = 64;
const DOCUMENT_WORDS = 2_000;

/** Numbers before the words of a pair. */
export const HEAD = 6;

/** Pairs as lists of word numbers, flat. */
export class Corpus {
  readonly words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<string, readonly number[]>();
  /** package, language, kind, file, query length, document length, then the word numbers of both. */
  data = new Uint32Array(1 << 22);
  used = 0;
  readonly offsets: number[] = [];
  readonly languages: string[] = [];
  packages = 0;
  files = 0;

  /** Word numbers of a stretch of text without a hole, at most `limit`. */
  wordsOf(text: string, from: number, to: number, holeFrom: number, holeTo: number, limit: number): number[] {
    const found: number[] = [];
    scanNames(text, from, to, (start, end) => {
      if (found.length >= limit || (start >= holeFrom && start < holeTo)) return;
      const name = text.slice(start, end);
      let ids = this.#names.get(name);
      if (ids === undefined) {
        ids = splitIdentifier(name).map((word) => this.#id(word));
        if (this.#names.size > 1_000_000) this.#names.clear();
        this.#names.set(name, ids);
      }
      for (const id of ids) found.push(id);
    });
    return found.slice(0, limit);
  }

  #id(word: string): number {
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.words.length;
      this.#ids.set(word, id);
      this.words.push(word);
    }
    return id;
  }

  language(name: string): number {
    const at = this.languages.indexOf(name);
    return at >= 0 ? at : this.languages.push(name) - 1;
  }

  add(language: number, kind: number, query: readonly number[], document: readonly number[]): void {
    const size = HEAD + query.length + document.length;
    if (this.used + size > this.data.length) {
      const grown = new Uint32Array(this.data.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    this.offsets.push(this.used);
    this.data.set([this.packages, language, kind, this.files, query.length, document.length], this.used);
    this.data.set(query, this.used + HEAD);
    this.data.set(document, this.used + HEAD + query.length);
    this.used += size;
  }
}

/** Unpacks archives side by side into an empty folder. */
export function unpack(archives: readonly string[], folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [i, archive] of archives.entries()) {
    const into = join(folder, String(i));
    mkdirSync(into, { recursive: true });
    Bun.spawnSync(["tar", "-xf", archive, "-C", into, "--no-same-owner", "--strip-components=1", "--exclude=*/node_modules/*"]);
  }
}

/** Files of a folder, sorted; no links. */
export function* filesOf(folder: string, top = folder): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path, top);
    else if (entry.isFile()) yield relative(top, path);
  }
}

/** SHA-256 as a reproducible lot. */
export const lot = (key: string): string => Bun.SHA256.hash(key, "hex");

/** Mines one unpacked package. @param dropped paths that must not be learnt from */
export async function minePackage(corpus: Corpus, folder: string, name: string, dropped: ReadonlySet<string>): Promise<number> {
  const wanted = [...filesOf(folder)]
    .filter((path) => languageOf(path) !== null && !dropped.has(path) && statSync(join(folder, path)).size <= MAX_FILE)
    .sort((a, b) => (lot(`${name}/${a}`) < lot(`${name}/${b}`) ? -1 : 1));
  const count: Record<string, number> = {};
  let bytes = 0;
  let since = 0;
  let pairs = 0;
  for (const path of wanted) {
    const row = languageOf(path);
    if (row === null) continue;
    const factor = THIN.get(row.name) ?? 1;
    if (PAIR_KINDS.every((kind) => (count[`${row.name} ${kind}`] ?? 0) >= MOST[kind] * factor * 0.8) || bytes > MAX_BYTES * factor)
      continue;
    const source = readFileOf(folder, path);
    if ("reason" in source) continue;
    const { text } = source;
    bytes += text.length;
    since += text.length;
    // The first segment is the archive's number.
    const facts = extract(path.slice(path.indexOf("/") + 1), text, row);
    corpus.files++;
    const language = corpus.language(facts.language ?? "text");
    for (const pair of minePairs(facts, text, chunk(facts, text))) {
      const key = `${facts.language} ${pair.kind}`;
      if ((count[key] ?? 0) >= MOST[pair.kind] * factor) continue;
      const query = corpus.wordsOf(pair.query, 0, pair.query.length, 0, 0, QUERY_WORDS);
      if (query.length === 0) continue;
      const document = corpus.wordsOf(text, pair.from, pair.to, pair.holeFrom, pair.holeTo, DOCUMENT_WORDS);
      if (document.length < 5) continue;
      count[key] = (count[key] ?? 0) + 1;
      corpus.add(language, PAIR_KINDS.indexOf(pair.kind), query, document);
      pairs++;
    }
    // Syntax trees are freed between turns of the event loop only.
    if (since > 700_000) {
      since = 0;
      Bun.gc(true);
      await Bun.sleep(0);
    }
  }
  if (pairs > 0) corpus.packages++;
  return pairs;
}
