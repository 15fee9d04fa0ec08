/**
 * `manifold index --verify`: is the index what a fresh one would be? A second one is built beside it, and every table is compared row by row, in
 * words that do not depend on how either came about: keys and paths instead of numbers. Vectors are made anew by the table as it was adapted to the
 * tree, which may have been on an earlier day; those of a local model are not compared.
 */
import { Database } from "bun:sqlite";
import { parsing, store as storeSettings } from "../base/limits.ts";
import { GitFailure } from "../git/git.ts";
import { isPast, pastKey } from "../git/history.ts";
import { changedSince } from "../git/scan.ts";
import { isDamage } from "../store/damage.ts";
import { embeddingState, readTokenRows } from "../store/embedding.ts";
import { indexFolder } from "../store/folder.ts";
import { Store } from "../store/graph.ts";
import { storedKey } from "../store/history.ts";
import { dumpPostings } from "../store/lexical.ts";
import { lockForWriting } from "../store/lock.ts";
import { openStore } from "../store/open.ts";
import { createHistory } from "../store/schema.ts";
import { openVectors } from "../store/vectors/table.ts";
import { aside } from "./build.ts";
import { readHistory } from "./history.ts";
import { Progress } from "./progress.ts";

/** How a table differs from a fresh one. */
export interface Difference {
  table: string;
  missing: number;
  surplus: number;
  /** One row that differs. */
  example: string;
}

/** Every table as sorted texts. */
const CANONICAL: Readonly<Record<string, string>> = {
  file: "SELECT json_array(path, language, size, hash, lines, damaged, redactions, tags, chunks) FROM file",
  symbol: `SELECT json_array(hex(own.key), path, own.at, own.kind, own.name, own.qualified, own.start, own.stop, own.exported, own.declares, own.arity,
    own.type, own.signature, own.doc, hex(outer.key)) FROM symbol AS own LEFT JOIN file ON file.id = own.file LEFT JOIN symbol AS outer ON outer.id = own.parent`,
  edge: `SELECT json_array(hex(source.key), hex(target.key), edge.kind, line, resolution, confidence, path) FROM edge LEFT JOIN symbol AS source ON source.id = src
    LEFT JOIN symbol AS target ON target.id = dst LEFT JOIN file ON file.id = giver`,
  reference: `SELECT json_array(path, position, reference.name, reference.kind, line, hex(key), among) FROM reference LEFT JOIN file ON file.id = reference.file
    LEFT JOIN symbol ON symbol.id = symbol`,
  chunk: `SELECT json_array(hex(chunk.id), path, start, stop, kind, symbol, hex(chunk.hash), tokens, chunk.tags) FROM chunk
    LEFT JOIN file ON file.id = chunk.file`,
  fact: "SELECT json_array(path, hex(nodes), hex(facts)) FROM fact LEFT JOIN file ON file.id = file",
  wording: "SELECT json_array(path, hex(names)) FROM wording LEFT JOIN file ON file.id = file",
  dependency: "SELECT json_array(path, hex(digest), hex(substr(keys, 8))) FROM dependency LEFT JOIN file ON file.id = file",
  rule: "SELECT json_array(path, position, pattern, line, whom, part) FROM rule LEFT JOIN file ON file.id = file",
  skipped: "SELECT json_array(path, reason, content) FROM skipped",
  meta: "SELECT json_array(key, value) FROM meta WHERE key IN ('graph_hash', 'counts', 'version', 'schema', 'grammars')",
};

const HISTORY: Readonly<Record<string, string>> = {
  past: "SELECT json_array(printf('%06d', place), id, time, date, author, subject, merge, edge, files) FROM past LEFT JOIN revision ON no = past.revision",
  revised: `SELECT json_array(id, own.path, former.path, kind) FROM revised LEFT JOIN revision ON revision.no = revised.revision
    LEFT JOIN past_path AS own ON own.no = revised.path LEFT JOIN past_path AS former ON former.no = was`,
};

/**
 * Compares an index with a fresh one. The index is left as it is.
 * @returns nothing where they are the same
 * @throws Refusal as `index`
 */
export async function verify(root: string): Promise<Difference[]> {
  const progress = new Progress(false);
  const lock = await lockForWriting(root, { wait: storeSettings.lockWaitMs, signal: new AbortController().signal, onWait: () => {} });
  try {
    const opened = openStore(root, true);
    if (opened.state !== "open") return [{ table: "index", missing: 1, surplus: 0, example: `${indexFolder(root)} cannot be read` }];
    const { store } = opened;
    try {
      const everything = await changedSince(root, new Map(), { ignored: true, looked: () => {} });
      if (everything.bytes > parsing.inProcessBytes) progress.much();
      const past = await comparedHistory(root, store.db);
      const state = embeddingState(store);
      const embedding = state?.folder === null ? { steps: 0, rows: state.adapted ? readTokenRows(store.db) : undefined } : null;
      return await aside(root, everything, { embedding, isolate: false, reuse: "no", progress }, (fresh) => {
        progress.step("comparing", 0, 0);
        return [...differencesOf(store.db, fresh), ...(embedding ? comparedVectors(store, fresh) : []), ...past];
      });
    } finally {
      store.close();
    }
  } finally {
    progress.end();
    lock.release();
  }
}

/** How the tables of one index differ from those of another, history and vectors aside. */
export function differencesOf(kept: Database, fresh: Database): Difference[] {
  const found = Object.entries(CANONICAL).flatMap(([table, sql]) => compared(table, sql, kept, fresh));
  return [...found, ...comparedPostings(kept, fresh)];
}

/** Where the stored history differs from a fresh reading of the same commits; it may be some commits behind. */
async function comparedHistory(root: string, kept: Database): Promise<Difference[]> {
  const fresh = new Database(":memory:");
  try {
    const stored = storedKey(kept);
    const now = stored && (await pastKey(root));
    if (!now || !isPast(now) || now.shallow !== stored.shallow || now.mailmap !== stored.mailmap) return [];
    fresh.run("CREATE TABLE meta(key TEXT PRIMARY KEY, value)");
    createHistory(fresh);
    await readHistory(fresh, root, stored);
    return Object.entries(HISTORY).flatMap(([table, sql]) => compared(table, sql, kept, fresh));
  } catch (error) {
    // Its commits are no longer there.
    if (error instanceof GitFailure) return [];
    if (!isUnreadable(error)) throw error;
    return [{ table: "past", missing: 1, surplus: 0, example: String((error as Error).message) }];
  } finally {
    fresh.close(false);
  }
}

/** Where two sorted lists of rows differ. */
function compared(table: string, sql: string, kept: Database, fresh: Database): Difference[] {
  const out: Difference = { table, missing: 0, surplus: 0, example: "" };
  const rows = (db: Database) => (db.query(`${sql} ORDER BY 1`).iterate() as Iterable<Record<string, string>>)[Symbol.iterator]();
  const next = (list: Iterator<Record<string, string>>): string | null => {
    const { value, done } = list.next();
    return done ? null : (Object.values(value)[0] as string);
  };
  try {
    const [own, wanted] = [rows(kept), rows(fresh)];
    let [a, b] = [next(own), next(wanted)];
    while (a !== null || b !== null) {
      if (a === b) [a, b] = [next(own), next(wanted)];
      else if (b === null || (a !== null && Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0)) {
        out.surplus++;
        out.example ||= a!;
        a = next(own);
      } else {
        out.missing++;
        out.example ||= b;
        b = next(wanted);
      }
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return [{ ...out, missing: out.missing + 1, example: String((error as Error).message) }];
  }
  return out.missing + out.surplus === 0 ? [] : [out];
}

const isUnreadable = (error: unknown): boolean => isDamage(error) || ((error as { code?: string }).code ?? "").startsWith("SQLITE_");

function comparedPostings(kept: Database, fresh: Database): Difference[] {
  return comparedSums("posting", kept, fresh, function* (db, chunk) {
    for (const { term, no, counts } of dumpPostings(db)) yield `${term} ${chunk(no)} ${JSON.stringify(counts)}`;
  });
}

function comparedVectors(kept: Store, fresh: Database): Difference[] {
  return comparedSums("vector", kept.db, fresh, function* (db, chunk) {
    const store = new Store(db, kept.root);
    const index = openVectors(kept.root, store);
    for (const no of index?.ids ?? []) yield `${chunk(no)} ${index!.row(no)}`;
  });
}

/** Of what is too much to be sorted: sums of what it says, and how much there is. @param entries texts, in any order */
function comparedSums(
  table: string,
  kept: Database,
  fresh: Database,
  entries: (db: Database, chunk: (no: number) => string | undefined) => Iterable<string>,
): Difference[] {
  const sum = (db: Database): { count: number; hash: bigint } => {
    const chunks = new Map(db.query("SELECT no, hex(id) FROM chunk").values() as [number, string][]);
    let [count, hash] = [0, 0n];
    for (const entry of entries(db, (no) => chunks.get(no))) {
      count++;
      hash = (hash + BigInt(Bun.hash(entry))) & 0xffffffffffffffffn;
    }
    return { count, hash };
  };
  const wanted = sum(fresh);
  let own = { count: 0, hash: -1n };
  try {
    own = sum(kept);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  if (own.hash === wanted.hash && own.count === wanted.count) return [];
  const more = own.count - wanted.count;
  return [
    {
      table,
      missing: Math.max(1, -more),
      surplus: Math.max(0, more),
      example: `${own.count} entries, ${wanted.count} in a fresh index`,
    },
  ];
}
