/** Repositories with a history of their own making, for tests. Not a test file. */

import { Database } from "bun:sqlite";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPast, pastKey } from "../../src/git/history.ts";
import { readHistory } from "../../src/indexing/history.ts";
import { Past } from "../../src/store/history.ts";
import { createHistory } from "../../src/store/schema.ts";
import { temporary } from "../files/_tree.ts";

export interface Who {
  name?: string;
  email?: string;
  /** Seconds since 1970. */
  time?: number;
}

/** Day 0 of these histories; each commit is a day later than the one before unless it says otherwise. */
export const START = 1_600_000_000;
export const DAY = 86_400;

export class Told {
  time = START;
  readonly root: string;

  constructor(root = temporary()) {
    this.root = root;
    this.git("init", "-q", "-b", "main");
  }

  git(...words: string[]): string {
    return this.as({}, ...words);
  }

  as({ name = "Ada", email = "ada@example.org", time = this.time }: Who, ...words: string[]): string {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", "-c", "core.autocrlf=false", "-c", "protocol.file.allow=always", ...words], {
      cwd: this.root,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: this.root,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: name,
        GIT_AUTHOR_EMAIL: email,
        GIT_COMMITTER_NAME: name,
        GIT_COMMITTER_EMAIL: email,
        GIT_AUTHOR_DATE: `${time} +0000`,
        GIT_COMMITTER_DATE: `${time} +0000`,
      },
    });
    if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr.toString()}`);
    return stdout.toString();
  }

  /** Writes files (null: removes) and commits everything. */
  commit(message: string, files: Record<string, string | null> = {}, who: Who = {}): string {
    this.time += DAY;
    for (const [path, text] of Object.entries(files)) {
      const at = join(this.root, path);
      if (text === null) rmSync(at, { force: true });
      else {
        mkdirSync(dirname(at), { recursive: true });
        writeFileSync(at, text);
      }
    }
    this.git("add", "-A");
    this.as(who, "commit", "-q", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD").trim();
  }
}

/** An empty set of history's tables. */
export function tables(): Database {
  const db = new Database(":memory:");
  db.run("CREATE TABLE meta(key TEXT PRIMARY KEY, value)");
  createHistory(db);
  return db;
}

/** Brings tables up to date with a repository. */
export async function read(root: string, db = tables()): Promise<Past> {
  const key = await pastKey(root);
  if (!isPast(key)) throw new Error(key.why);
  return new Past(db, await readHistory(db, root, key), () => db.close(false));
}

/** Everything that the tables say, in words that do not depend on how they came about. */
export function dump(db: Database): unknown[] {
  return [
    db
      .query(
        "SELECT place, id, time, date, author, subject, merge, edge, files FROM past LEFT JOIN revision ON no = past.revision ORDER BY place",
      )
      .values(),
    db
      .query(
        `SELECT id, own.path, former.path, kind FROM revised LEFT JOIN revision ON revision.no = revised.revision LEFT JOIN past_path AS own ON own.no = revised.path
          LEFT JOIN past_path AS former ON former.no = was ORDER BY 1, 2`,
      )
      .values(),
    db.query("SELECT path FROM past_path ORDER BY 1").values(),
    db.query("SELECT count(*) FROM revision").values(),
    db.query("SELECT value FROM meta WHERE key = 'history'").values(),
  ];
}
