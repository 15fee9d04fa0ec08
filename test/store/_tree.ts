/** Small trees on disk, and an index as plain data that can be compared. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { isDefinition } from "../../src/indexing/world.ts";
import { ranksOf } from "../../src/query/graph/pagerank.ts";
import { embeddingState } from "../../src/store/embedding.ts";
import { allEdges } from "../../src/store/export.ts";
import type { Store, SymbolRow } from "../../src/store/graph.ts";
import { dumpPostings } from "../../src/store/lexical.ts";
import { openStore } from "../../src/store/open.ts";
import { filesDefining } from "../../src/store/symbols.ts";
import { openVectors } from "../../src/store/vectors/table.ts";

/** Made folders, to be removed after each test. */
const made: string[] = [];

export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "manifold-store-"));
  made.push(folder);
  return folder;
}

export function removeTemporary(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A key that other machines have too, while it lasts: what was copied is believed by its bytes then. */
export function sharedKey(): Disposable {
  process.env.MANIFOLD_INDEX_KEY = "a key of tests, as long as it must be";
  return { [Symbol.dispose]: () => void delete process.env.MANIFOLD_INDEX_KEY };
}

/** Writes files by path; null deletes. */
export function write(root: string, files: Record<string, string | null>): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, path);
    if (text === null) rmSync(full, { force: true });
    else {
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
    }
  }
}

/** All files below a folder but for the index. */
export function read(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      if (name === ".manifold" || name === ".git") continue;
      const full = join(folder, name);
      if (statSync(full).isDirectory()) visit(full);
      else files[relative(root, full)] = readFileSync(full, "utf8");
    }
  };
  visit(root);
  return files;
}

/** The store of a root that must be there. */
export function opened(root: string): Store {
  const state = openStore(root);
  if (state.state !== "open") throw new Error(`The index is ${state.state}.`);
  return state.store;
}

/** Everything in an index that must not depend on how it came about: no row numbers, no times. */
export function dump(store: Store): Record<string, unknown> {
  const rows = (sql: string): unknown[][] => store.db.query(sql).values() as unknown[][];
  const chunkIds = new Map(rows("SELECT no, hex(id) FROM chunk").map(([no, id]) => [no as number, id as string]));
  const postings = [...dumpPostings(store.db)]
    .map(({ term, no, counts }) => `${term} ${chunkIds.get(no)} ${JSON.stringify(counts)}`)
    .sort();
  return {
    hash: store.meta("graph_hash"),
    grammars: store.meta("grammars"),
    counts: store.counts(),
    languages: store.languages(),
    counted: rows("SELECT language, count(*) FROM file WHERE language IS NOT NULL GROUP BY language ORDER BY language"),
    files: rows("SELECT path, language, size, hash, lines, damaged, tags, names FROM file JOIN wording ON file = file.id ORDER BY path"),
    skipped: rows("SELECT path, reason, content FROM skipped ORDER BY path"),
    symbols: symbols(store),
    names: names(store),
    edges: edges(store),
    rules: rows("SELECT path, position, pattern, line, whom, part FROM rule JOIN file ON file.id = rule.file ORDER BY path, position"),
    governed: [...allEdges(store)].filter(({ kind }) => kind === "governed_by"),
    references: rows("SELECT DISTINCT name FROM reference ORDER BY name").map(([name]) =>
      store.unresolvedByName(name as string).map(({ file: _, scope, ...rest }) => ({ ...rest, scope: store.symbolById(scope)?.key })),
    ),
    dependencies: rows("SELECT path, hex(substr(keys, 8)), hex(digest) FROM dependency JOIN file ON file.id = file ORDER BY path"),
    chunks: [...store.chunks()].map(({ no: _, file: __, symbol, ...rest }) => ({ ...rest, symbol: store.symbolById(symbol)?.key })),
    postings,
    ranks: allSymbols(store).map((symbol) => `${symbol.key} ${ranksOf(store).of(symbol.id)}`),
    vectors: vectors(store),
  };
}

const allSymbols = (store: Store): SymbolRow[] => [...store.externals(), ...store.files().flatMap((file) => store.symbolsOfFile(file.id))];

/** All symbols; each must be found by its id and by its key. */
function symbols(store: Store): unknown[] {
  return allSymbols(store).map((symbol) => {
    const { key, path, at, parent, kind, name, qualified, start, end, exported, arity, type, signature, doc } = symbol;
    if (store.symbolById(symbol.id)?.key !== key || store.symbolByKey(key)?.id !== symbol.id) throw new Error(`${key} is not found.`);
    const above = parent === null ? null : store.symbolById(parent)?.key;
    return { key, path, at, above, kind, name, qualified, start, end, exported, arity, type, signature, doc };
  });
}

/** Where names are found; it must be where the symbols are. */
function names(store: Store): string[] {
  const paths = new Map(store.files().map((file) => [file.id, file.path]));
  const all = allSymbols(store);
  return [...new Set(all.map((symbol) => symbol.name))].sort().map((name) => {
    const own = all.filter((symbol) => symbol.name === name);
    const ids = (symbols: readonly SymbolRow[]): number[] => symbols.map(({ id }) => id).sort((a, b) => a - b);
    if (JSON.stringify(ids(store.symbolsByName(name))) !== JSON.stringify(ids(own))) throw new Error(`${name} is not found.`);
    const files = own.filter(({ kind }) => isDefinition(kind)).map(({ file }) => file!);
    const defining = filesDefining((sql) => store.statement(sql), name);
    if (JSON.stringify(defining) !== JSON.stringify([...new Set(files)].sort((a, b) => a - b)))
      throw new Error(`${name} is not defined there.`);
    return `${name}: ${defining
      .map((file) => paths.get(file))
      .sort()
      .join(" ")}`;
  });
}

/** The vector of every chunk by its id, and whether the tree was adapted to; null if the index has none. */
export function vectors(store: Store): { adapted: boolean; rows: string[] } | null {
  const state = embeddingState(store);
  if (state === null) return null;
  const index = openVectors(store.root, store);
  const chunks = store.db.query("SELECT no, hex(id) FROM chunk ORDER BY id").values() as [number, string][];
  const rows = chunks.flatMap(([no, id]) => {
    const row = index?.row(no);
    return row ? [`${id} ${Buffer.from(row).toString("hex")}`] : [];
  });
  if (rows.length !== (index?.size ?? 0)) throw new Error("There are vectors of chunks that are gone.");
  return { adapted: state.adapted, rows };
}

/** All edges by the keys of their ends; each must also be found from its target. */
function edges(store: Store): unknown[][] {
  const all = store.files().flatMap((file) => store.edgesOfFile(file.id));
  for (const edge of all) {
    const back = store.edgesTo(edge.dst, [edge.kind]).filter((other) => other.src === edge.src && other.line === edge.line);
    if (back.length !== 1) throw new Error("An edge is not found from its target.");
  }
  const key = (id: number): string => store.symbolById(id)?.key ?? "";
  return all
    .map((edge) => [key(edge.src), edge.kind, key(edge.dst), edge.line, edge.resolution, edge.confidence])
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** The numbers that the tables really have, beside those that were kept by difference. */
export function counted(store: Store): Record<string, number> {
  const count = (sql: string): number => (store.db.query(sql).values()[0] as [number])[0];
  return {
    files: count("SELECT count(*) FROM file"),
    chunks: count("SELECT count(*) FROM chunk"),
    symbols: store.files().reduce((sum, file) => sum + store.symbolsOfFile(file.id).length - 1, 0),
    edges: store.files().reduce((sum, file) => sum + store.edgesOfFile(file.id).length, 0),
  };
}
