/**
 * The copy of a published member on this machine: its pieces, and the ordinary index that they make, on which the ordinary engine answers. A copy is
 * fetched once and brought up to date by what differs; it lies in the user's cache, for this user only, and goes when nobody asks it for a month.
 *
 * Nothing that comes is believed for where it comes from: each piece must have its hash, all of them together that of the state, and every value in them is
 * looked at (restore.ts). What a publisher says of code is as true as its publisher.
 */
import { constants, Database as Sqlite } from "bun:sqlite";
import { mkdirSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Refusal, type Warning } from "../../base/errors.ts";
import { brief } from "../../base/visible.ts";
import type { SourceText } from "../../files/reader.ts";
import { isDamage } from "../../store/damage.ts";
import { prepareFolder } from "../../store/folder.ts";
import type { FileRow, Store } from "../../store/graph.ts";
import { lockForWriting, NO_LINKS } from "../../store/lock.ts";
import { abandonNext, closeNext, createNext, openStore, putNext } from "../../store/open.ts";
import { checked, statOf } from "../../store/own.ts";
import { lookForPlace, privateCache } from "../../store/place.ts";
import { GUARDS, hasSchema, schemaOf } from "../../store/schema.ts";
import { shared as limits } from "../limits.ts";
import type { Database } from "./database.ts";
import { FORM, PIECES, rootHash, sha256, type TextPiece, unpack } from "./pieces.ts";
import { type FileSource, OtherForm, restore } from "./restore.ts";

/** A repository as it stands on the server. */
export interface Listed {
  id: string;
  name: string;
  family: string;
  epoch: number;
  commit: string;
  form: string;
  root: Uint8Array;
  /** Whether text of it is published is seen in its pieces. */
  published: Date;
  files: number;
  chunks: number;
}

const TABLES = `CREATE TABLE piece(hash BLOB PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE tree(path TEXT NOT NULL, kind INTEGER NOT NULL, hash BLOB NOT NULL, PRIMARY KEY(path, kind)) WITHOUT ROWID;
CREATE TABLE state(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`;
const TEXT = PIECES.indexOf("text");
const DAY = 86_400_000;
const KEPT_DAYS = 30;

/** What fetching a copy cost. */
export interface Fetched {
  pieces: number;
  bytes: number;
}

/** The copy of one member. Close it when its store is closed. */
export class Copy {
  readonly root: string;
  readonly #pieces: Sqlite;
  readonly fetched: Fetched = { pieces: 0, bytes: 0 };

  private constructor(
    private readonly database: Database,
    private readonly listed: Listed,
    folder: string,
  ) {
    this.root = folder;
    this.#pieces = piecesAt(join(folder, "pieces.db"));
  }

  /** Takes a member's copy in hand; it is as it was left. @throws Refusal `index-unwritable` where there is no room for one */
  static of(database: Database, listed: Listed): Copy {
    const cache = privateCache("shared", true);
    if (cache === null)
      throw new Refusal(
        "index-unwritable",
        "There is no folder for copies of published indexes.",
        "Set XDG_CACHE_HOME to a folder that you can write.",
      );
    const { host, port, database: name } = database.address;
    const folder = join(cache, sha256(`${host}\0${port}\0${name}\0${listed.id}\0${listed.name}`).toHex().slice(0, 32));
    if (statOf(folder) === null) {
      mkdirSync(folder, { mode: 0o700 });
      dropUnasked(cache, folder);
    } else utimesSync(folder, new Date(), new Date());
    return new Copy(database, listed, folder);
  }

  /**
   * The index of the newest state, fetched if need be. Where the server goes away meanwhile, what was fetched stays for the next time, and an older copy
   * answers with a warning.
   * @throws Refusal where there is nothing to answer from
   */
  async open(): Promise<{ store: Store; warnings: Warning[] }> {
    const { listed } = this;
    const ready = this.#opened();
    if (ready !== null && this.#state("root") === listed.root.toHex()) return { store: ready, warnings: [] };
    try {
      if (listed.form !== FORM)
        throw new Refusal(
          "shared-unprepared",
          `${listed.name} was published by another version of Manifold.`,
          "Publish it with this version, or ask with the one that published it.",
        );
      await this.#renew();
    } catch (error) {
      if (ready === null || !(error instanceof Refusal)) throw error;
      return { store: ready, warnings: [{ code: error.code, message: `${error.what} Answered from what was published before.` }] };
    }
    ready?.close();
    await this.#build();
    const opened = this.#opened();
    if (opened === null)
      throw new Refusal("index-unreadable", `The copy of ${listed.name} cannot be read back.`, "Check the disk, then ask again.");
    return { store: opened, warnings: [] };
  }

  close(): void {
    this.#pieces.close(false);
  }

  #opened(): Store | null {
    lookForPlace(this.root);
    const opened = openStore(this.root);
    if (opened.state !== "open") return null;
    if (opened.store.meta("state") !== this.#state("root")) {
      opened.store.close();
      return null;
    }
    const hash = this.#pieces.query("SELECT hash FROM tree WHERE path = ? AND kind = ?");
    const piece = this.#pieces.query("SELECT bytes FROM piece WHERE hash = ?");
    opened.store.texts = (file: FileRow): SourceText | "unreadable" => {
      const row = hash.values(file.path, TEXT)[0] as [Uint8Array] | undefined;
      const found = row && (piece.values(row[0])[0] as [Uint8Array] | undefined);
      if (!found) return "unreadable";
      const { text, lossy } = unpack(found[0]) as Partial<TextPiece>;
      if (typeof text !== "string") return "unreadable";
      const { hash: own, size, lines, redactions } = file;
      return { text, hash: own, size, mtime: 0, lines, redactions, lossy: lossy === true, fresh: true };
    };
    return opened.store;
  }

  #state(name: string): string | null {
    return (this.#pieces.query("SELECT value FROM state WHERE name = ?").values(name)[0] as [string] | undefined)?.[0] ?? null;
  }

  /** Brings the pieces to the newest state: the list of what differs as of one moment, then what is not here yet. */
  async #renew(): Promise<void> {
    const { family, name, root } = this.listed;
    const isWhole = (): boolean => {
      const all = this.#pieces.query("SELECT path, kind, hash FROM tree").values() as [string, number, Uint8Array][];
      return Buffer.compare(rootHash(all.map(([path, kind, hash]) => ({ path, kind, hash }))), root) === 0;
    };
    await this.#list(false);
    // The state that was known here may have been of another repository of this name.
    if (!isWhole()) await this.#list(true);
    if (!isWhole()) {
      this.#put("epoch", null);
      throw new Refusal(
        "shared-failed",
        `What is published of ${name} is not what its state says.`,
        "Ask again; if it stays so, have it published anew.",
      );
    }
    const missing = (
      this.#pieces.query("SELECT DISTINCT hex(hash) FROM tree WHERE hash NOT IN (SELECT hash FROM piece) ORDER BY 1").values() as [string][]
    ).map(([hash]) => hash.toLowerCase());
    for (let from = 0; from < missing.length; from += limits.fetchPieces)
      await this.#takePieces(new Set(missing.slice(from, from + limits.fetchPieces)), family, name);
  }

  /** Brings the list of pieces to the newest state: by what differs from the one that is known here, if the server keeps that still. */
  async #list(all: boolean): Promise<void> {
    const { database } = this;
    const { id, family, epoch } = this.listed;
    const own = `family = ${family} AND repository = ${id}`;
    const known = Number(this.#state("epoch") ?? 0);
    const [[kept]] = (await database.rows("SELECT count(*) FROM manifold.state WHERE repository = $1 AND epoch = $2", id, known)) as [
      [unknown],
    ];
    const whole = all || Number(kept) === 0;
    const rows = (await database.rows(
      `SELECT path, kind, hash FROM manifold.tree WHERE ${own} AND since <= $1 AND (until IS NULL OR until > $1) AND kind <> 0 AND since > $2`,
      epoch,
      whole ? 0 : known,
    )) as [string, number, Uint8Array][];
    const gone = whole
      ? []
      : ((await database.rows(
          `SELECT path, kind FROM manifold.tree WHERE ${own} AND until > $2 AND until <= $1 AND since <= $2 AND kind <> 0`,
          epoch,
          known,
        )) as [string, number][]);
    this.#pieces.transaction(() => {
      if (whole) this.#pieces.run("DELETE FROM tree");
      const remove = this.#pieces.query("DELETE FROM tree WHERE path = ? AND kind = ?");
      for (const [path, kind] of gone) remove.run(path, kind);
      const insert = this.#pieces.query("INSERT OR REPLACE INTO tree(path, kind, hash) VALUES(?, ?, ?)");
      for (const [path, kind, hash] of rows) insert.run(path, kind, hash);
      this.#put("epoch", String(epoch));
    })();
  }

  async #takePieces(wanted: Set<string>, family: string, name: string): Promise<void> {
    const found = (await this.database.rows(
      `SELECT bytes FROM manifold.piece WHERE family = ${family} AND hash = ANY($1::bytea[])`,
      `{${[...wanted].map((hash) => `"\\\\x${hash}"`).join(",")}}`,
    )) as [Uint8Array][];
    const insert = this.#pieces.query("INSERT OR IGNORE INTO piece(hash, bytes) VALUES(?, ?)");
    this.#pieces.transaction(() => {
      for (const [bytes] of found) {
        const hash = sha256(bytes);
        // What has not the hash that was asked for is nothing that was asked for.
        if (!wanted.delete(hash.toHex())) continue;
        insert.run(hash, bytes);
        this.fetched.pieces++;
        this.fetched.bytes += bytes.length;
      }
    })();
    if (wanted.size > 0)
      throw new Refusal(
        "shared-failed",
        `${wanted.size} pieces of ${name} are not there, or not what their hash says.`,
        "Ask again: another state may have been published meanwhile. If it stays so, have it published anew.",
      );
  }

  #put(name: string, value: string | null): void {
    if (value === null) this.#pieces.query("DELETE FROM state WHERE name = ?").run(name);
    else this.#pieces.query("INSERT OR REPLACE INTO state(name, value) VALUES(?, ?)").run(name, value);
  }

  /** Makes the index of the pieces that are here. */
  async #build(): Promise<void> {
    const { root, listed } = this;
    prepareFolder(root);
    const lock = await lockForWriting(root, { wait: limits.statementMs });
    try {
      const bytes = this.#pieces.query("SELECT bytes FROM tree JOIN piece ON piece.hash = tree.hash WHERE path = ? AND kind = ?");
      const piece = (path: string, kind: (typeof PIECES)[number]): Uint8Array | null =>
        (bytes.values(path, PIECES.indexOf(kind))[0] as [Uint8Array] | undefined)?.[0] ?? null;
      const needed = (path: string, kind: (typeof PIECES)[number]): Uint8Array => {
        const found = piece(path, kind);
        if (found === null) throw incomplete(listed.name);
        return found;
      };
      const paths = (this.#pieces.query("SELECT DISTINCT path FROM tree WHERE path <> ''").values() as [string][])
        .map(([path]) => path)
        .sort();
      const files = function* (): Generator<FileSource> {
        for (const path of paths)
          yield { path, facts: needed(path, "facts"), graph: needed(path, "graph"), vectors: piece(path, "vectors") };
      };
      const state = listed.root.toHex();
      const db = createNext(root);
      try {
        db.run("BEGIN");
        restore(db, { files: files(), tree: needed("", "tree"), tokens: piece("", "tokens"), state });
        db.run("COMMIT");
        closeNext(db);
      } catch (error) {
        abandonNext(root, db);
        throw told(error, listed.name);
      }
      putNext(root);
      this.#put("root", state);
      this.#pieces.run("DELETE FROM piece WHERE hash NOT IN (SELECT hash FROM tree)");
    } finally {
      lock.release();
    }
  }
}

const incomplete = (name: string): Refusal =>
  new Refusal("shared-failed", `What is published of ${name} lacks pieces.`, "Have it published anew.");

function told(error: unknown, name: string): unknown {
  if (error instanceof OtherForm)
    return new Refusal("shared-unprepared", `${name} was published by another version of Manifold.`, "Publish it with this version.");
  if (!isDamage(error)) return error;
  return new Refusal("shared-failed", `${name}: ${brief((error as Error).message)}.`, "Have it published anew by somebody whom you know.", {
    cause: error,
  });
}

function piecesAt(path: string): Sqlite {
  for (let again = 0; ; again++) {
    for (const suffix of ["-wal", "-shm"]) if (again > 0) rmSync(path + suffix, { force: true });
    const fresh = statOf(path) === null;
    const flags = constants.SQLITE_OPEN_READWRITE | NO_LINKS | (fresh ? constants.SQLITE_OPEN_CREATE : 0);
    const db = fresh ? new Sqlite(path, flags) : checked(path, () => new Sqlite(path, flags));
    try {
      for (const guard of GUARDS) db.run(guard);
      db.run(`PRAGMA busy_timeout = ${limits.patienceMs}`);
      db.run("PRAGMA journal_mode = WAL");
      // What a power cut would lose is fetched again.
      db.run("PRAGMA synchronous = OFF");
      if (db.query("SELECT count(*) FROM sqlite_schema").values()[0]![0] === 0) db.run(TABLES);
      if (!hasSchema(db, schemaOf(TABLES))) throw new Refusal("index-damaged", `${path} is not what it was.`, "Remove it, then ask again.");
      return db;
    } catch (error) {
      db.close(false);
      if (again > 0 || !(isDamage(error) || error instanceof Refusal)) throw error;
      rmSync(path, { force: true });
    }
  }
}

/** Drops copies that nobody asked for a month. Best effort. */
function dropUnasked(cache: string, but: string): void {
  try {
    for (const name of readdirSync(cache)) {
      const folder = join(cache, name);
      const stat = statOf(folder);
      if (folder !== but && /^[0-9a-f]{32}$/.test(name) && stat !== null && Date.now() - Number(stat.mtimeMs) > KEPT_DAYS * DAY)
        rmSync(folder, { recursive: true, force: true });
    }
  } catch {}
}
