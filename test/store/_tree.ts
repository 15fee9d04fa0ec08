/** Small trees on disk, and an index as plain data that can be compared. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { embeddingState } from "../../src/store/embedding.ts";
import type { Store } from "../../src/store/graph.ts";
import { dumpPostings } from "../../src/store/lexical.ts";
import { openStore } from "../../src/store/open.ts";
import { openVectors } from "../../src/store/vectors/generation.ts";

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
    files: rows(
      "SELECT path, language, size, hash, lines, damaged, tags, names, words FROM file JOIN wording ON file = file.id ORDER BY path",
    ),
    skipped: rows("SELECT path, reason, content FROM skipped ORDER BY path"),
    symbols: rows(
      `SELECT hex(s.key), f.path, s.at, hex(p.key), s.kind, s.name, s.qualified, s.start, s.stop, s.exported, s.arity, s.type
       FROM symbol s LEFT JOIN file f ON f.id = s.file LEFT JOIN symbol p ON p.id = s.parent ORDER BY 1`,
    ),
    edges: edges(store),
    reached: rows("SELECT hex(a.key), hex(b.key) FROM edge_in JOIN symbol a ON a.id = dst JOIN symbol b ON b.id = src ORDER BY 1, 2"),
    references: rows("SELECT DISTINCT name FROM reference ORDER BY name").map(([name]) =>
      store.unresolvedByName(name as string).map(({ file: _, scope, ...rest }) => ({ ...rest, scope: store.symbolById(scope)?.key })),
    ),
    dependencies: rows("SELECT path, hex(keys), hex(digest) FROM dependency JOIN file ON file.id = file ORDER BY path"),
    chunks: rows(
      `SELECT hex(c.id), f.path, c.start, c.stop, c.kind, hex(s.key), hex(c.hash), c.tokens, c.doc, c.tags
       FROM chunk c JOIN file f ON f.id = c.file JOIN symbol s ON s.id = c.symbol ORDER BY f.path, c.start`,
    ),
    postings,
    vectors: vectors(store),
  };
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
    symbols: count("SELECT count(*) FROM symbol WHERE at > 0"),
    edges: store.files().reduce((sum, file) => sum + store.edgesOfFile(file.id).length, 0),
  };
}
