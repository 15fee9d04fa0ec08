/** Whose index is believed: planted ones by every way of delivery, one's own moved, copied and restored, and what else may lie in the folder. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isTracked } from "../../src/git/tracked.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { takeFrom, trust } from "../../src/indexing/trusting.ts";
import { index } from "../../src/indexing.ts";
import { type AskedQuery, recordedQueries, recordQueries } from "../../src/serve/feedback/record.ts";
import { indexFolder } from "../../src/store/folder.ts";
import { openStore } from "../../src/store/open.ts";
import { removeTemporary, sharedKey, temporary, write } from "../store/_tree.ts";

const quiet = { quiet: true } as const;
const TRUE = { "a.py": "def verify_password(u):\n    return u\n\n\ndef login(u):\n    return verify_password(u)\n" };
const FORGED = { "a.py": "def verify_password(u):\n    return u\n" };

let root: string;
let state: string | undefined;
let cache: string | undefined;

beforeEach(() => {
  [state, cache] = [process.env.XDG_STATE_HOME, process.env.XDG_CACHE_HOME];
  process.env.XDG_CACHE_HOME = join(temporary(), "cache");
  root = temporary();
  write(root, TRUE);
});
afterEach(() => {
  process.env.XDG_STATE_HOME = state;
  process.env.XDG_CACHE_HOME = cache;
  delete process.env.MANIFOLD_INDEX_KEY;
  removeTemporary();
});

/** Does something as somebody with another key. */
async function elsewhere<T>(work: () => Promise<T>): Promise<T> {
  const own = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = join(temporary(), "state");
  try {
    return await work();
  } finally {
    process.env.XDG_STATE_HOME = own;
  }
}

function git(at: string, ...words: string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"];
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...identity, ...words], {
    cwd: at,
    env: { PATH: process.env.PATH ?? "", HOME: at, GIT_CONFIG_NOSYSTEM: "1" },
  });
  if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout.toString().trim();
}

/** A folder `.manifold` in which the caller of `verify_password` is not there, and the file counts as unchanged. */
async function forged(): Promise<string> {
  const theirs = temporary();
  write(theirs, FORGED);
  await elsewhere(() => index(theirs, quiet));
  const folder = join(theirs, ".manifold");
  const bytes = Buffer.from(TRUE["a.py"]);
  const blob = new Bun.CryptoHasher("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  const db = new Database(join(folder, "index.db"));
  db.run("UPDATE file SET hash = ?, size = ?, mtime = ?", [blob, bytes.length, 0]);
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  rmSync(join(folder, ".gitignore"), { force: true });
  return folder;
}

interface Asked {
  callers: number;
  codes: string[];
}

/** What a question would be answered from, and with `--no-refresh`. */
async function asked(at = root): Promise<Asked> {
  const { store, warnings } = await refresh(at, quiet);
  const callers = store.symbolsByName("login").length;
  store.close();
  return { callers, codes: warnings.map(({ code }) => code) };
}

async function asIs(at = root): Promise<number | string> {
  try {
    const { store } = await refresh(at, { ...quiet, skip: true });
    const callers = store.symbolsByName("login").length;
    store.close();
    return callers;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("an index that somebody else made is not believed", () => {
  const commit = (): void => {
    git(root, "init", "-q");
    git(root, "add", "-A");
    git(root, "commit", "-qm", "t");
  };
  const ways: [string, string, (folder: string) => void][] = [
    ["index-foreign", "an archive without .git", (folder) => cpSync(folder, join(root, ".manifold"), { recursive: true })],
    [
      "index-foreign",
      "an archive with .git that does not track it",
      (folder) => {
        commit();
        cpSync(folder, join(root, ".manifold"), { recursive: true });
      },
    ],
    [
      "index-foreign",
      "a finished build alone",
      (folder) => {
        mkdirSync(join(root, ".manifold"));
        copyFileSync(join(folder, "index.db"), join(root, ".manifold/index.db.ready"));
      },
    ],
    [
      "index-outside",
      "a committed index",
      (folder) => {
        cpSync(folder, join(root, ".manifold"), { recursive: true });
        commit();
      },
    ],
    [
      "index-outside",
      "a committed finished build",
      (folder) => {
        mkdirSync(join(root, ".manifold"));
        copyFileSync(join(folder, "index.db"), join(root, ".manifold/index.db.ready"));
        commit();
      },
    ],
    [
      "index-outside",
      "a link",
      (folder) => {
        write(root, { "docs/x.md": "x\n" });
        cpSync(folder, join(root, "docs/index"), { recursive: true });
        symlinkSync("docs/index", join(root, ".manifold"));
        commit();
      },
    ],
    [
      "index-outside",
      "a submodule",
      (folder) => {
        git(folder, "init", "-q");
        git(folder, "add", "-Af");
        git(folder, "commit", "-qm", "t");
        git(root, "init", "-q");
        git(root, "submodule", "--quiet", "add", folder, ".manifold");
        commit();
      },
    ],
  ];
  test("part of the repository and not checked out: nothing is made in its place, and what comes later is not believed", async () => {
    cpSync(await forged(), join(root, ".manifold"), { recursive: true });
    write(root, { "x/y.txt": "y\n" });
    commit();
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "x");
    expect(existsSync(join(root, ".manifold"))).toBe(false);
    expect(await asked()).toEqual({ callers: 1, codes: ["index-outside"] });
    expect(existsSync(join(root, ".manifold"))).toBe(false);
    git(root, "sparse-checkout", "disable");
    expect(existsSync(join(root, ".manifold/index.db"))).toBe(true);
    expect(await asked()).toEqual({ callers: 1, codes: ["index-outside"] });
  });

  for (const [code, name, plant] of ways)
    test(name, async () => {
      plant(await forged());
      expect(await asIs()).toBe("index-missing");
      expect(await asked()).toEqual({ callers: 1, codes: [code] });
      expect(await asIs()).toBe(1);
      expect(await asked()).toEqual({ callers: 1, codes: code === "index-outside" ? [code] : [] });
    });

  test.skipIf(process.getuid?.() !== 0)("another user's (needs root)", async () => {
    cpSync(await forged(), join(root, ".manifold"), { recursive: true });
    for (const path of ["", ...readdirSync(join(root, ".manifold"))]) chownSync(join(root, ".manifold", path), 65_534, 65_534);
    const before = readFileSync(join(root, ".manifold/index.db"));
    expect(await asIs()).toBe("index-missing");
    expect(await asked()).toEqual({ callers: 1, codes: ["index-outside"] });
    expect(readFileSync(join(root, ".manifold/index.db")).equals(before)).toBe(true);
    // A file of theirs in a folder of ours.
    chownSync(join(root, ".manifold"), 0, 0);
    expect(await asIs()).toBe("index-missing");
    expect((await asked()).callers).toBe(1);
  });

  test.skipIf(process.getuid?.() !== 0)("in a repository whose owner git doubts (needs root)", async () => {
    git(root, "init", "-q");
    git(root, "add", "-A");
    git(root, "commit", "-qm", "t");
    cpSync(await forged(), join(root, ".manifold"), { recursive: true });
    Bun.spawnSync(["chown", "-R", "65534:65534", root]);
    expect(await asIs()).toBe("index-missing");
    expect((await asked()).callers).toBe(1);
    git(root, "-c", "safe.directory=*", "add", "-Af", ".manifold");
    expect((await asked()).codes).toContain("index-outside");
  });

  test("what was put aside is kept, unread; the latest only; a second process at once changes nothing", async () => {
    const folder = await forged();
    cpSync(folder, join(root, ".manifold"), { recursive: true });
    const both = await Promise.all([asked(), asked()]);
    expect(both.map(({ callers }) => callers)).toEqual([1, 1]);
    expect(readFileSync(join(root, ".manifold/foreign/index.db")).equals(readFileSync(join(folder, "index.db")))).toBe(true);
    rmSync(join(root, ".manifold/seal"));
    expect((await asked()).codes).toEqual(["index-foreign"]);
    expect(existsSync(join(root, ".manifold/foreign/foreign"))).toBe(false);
    expect(readFileSync(join(root, ".manifold/foreign/index.db")).equals(readFileSync(join(folder, "index.db")))).toBe(false);
  });

  test("an archive over one's own tree: any file of it, and several at once", async () => {
    const folder = await forged();
    const evil = join(folder, "index.db");
    const hot = Buffer.concat([Buffer.from("d9d505f920a163d7", "hex"), Buffer.alloc(9_000, 7)]);
    const replaced: Record<string, (own: string) => void> = {
      "index.db": (own) => copyFileSync(evil, join(own, "index.db")),
      "index.db, in its old place": (own) => writeFileSync(join(own, "index.db"), readFileSync(evil)),
      "index.db.ready": (own) => copyFileSync(evil, join(own, "index.db.ready")),
      "index.db-wal": (own) => copyFileSync(logOf(folder), join(own, "index.db-wal")),
      "index.db-journal": (own) => writeFileSync(join(own, "index.db-journal"), hot),
      seal: (own) => copyFileSync(join(folder, "seal"), join(own, "seal")),
      "index and seal": (own) => {
        copyFileSync(evil, join(own, "index.db"));
        copyFileSync(join(folder, "seal"), join(own, "seal"));
      },
      "the times of the old one": (own) => {
        const { atime, mtime } = statSync(join(own, "index.db"));
        copyFileSync(evil, join(own, "index.db"));
        utimesSync(join(own, "index.db"), atime, mtime);
      },
    };
    for (const [name, replace] of Object.entries(replaced)) {
      await index(root, { ...quiet, full: true });
      replace(join(root, ".manifold"));
      expect([name, [1, "index-missing"].includes(await asIs())]).toEqual([name, true]);
      expect([name, (await asked()).callers]).toEqual([name, 1]);
      const after = await asked();
      expect([name, after]).toEqual([name, { callers: 1, codes: [] }]);
    }
  });

  test("notes of what the tree looked like are not believed either", async () => {
    git(root, "init", "-q");
    git(root, "add", "-A");
    git(root, "commit", "-qm", "t");
    await index(root, quiet);
    await Bun.sleep(20);
    await asked();
    const own = join(root, ".manifold");
    const tree = readFileSync(join(own, "tree"), "utf8");
    // Somebody changes a file and says that it was always so.
    write(root, { "a.py": FORGED["a.py"] });
    writeFileSync(join(own, "tree"), tree.replace(/"stamp":"[^"]*"/, '"stamp":"1 00"'));
    expect((await asked()).callers).toBe(0);
    write(root, TRUE);
    expect((await asked()).callers).toBe(1);
  });
});

/** A log that says what a forged index does not: taken while it is being written. */
function logOf(folder: string): string {
  const copy = join(temporary(), "index.db");
  copyFileSync(join(folder, "index.db"), copy);
  const db = new Database(copy);
  db.run("PRAGMA journal_mode = WAL");
  db.run("DELETE FROM file");
  db.run("DELETE FROM symbol");
  const kept = join(dirname(copy), "log");
  copyFileSync(`${copy}-wal`, kept);
  db.close();
  return kept;
}

describe("one's own is believed", () => {
  test("moved with its tree: silently, without a look at the files", async () => {
    await index(root, quiet);
    const moved = join(temporary(), "moved");
    renameSync(root, moved);
    expect(await asIs(moved)).toBe(1);
    expect(await asked(moved)).toEqual({ callers: 1, codes: [] });
    renameSync(moved, root);
  });

  test("copied with its tree: built anew, said without alarm, and nothing is put aside", async () => {
    await index(root, quiet);
    const copy = join(temporary(), "copy");
    cpSync(root, copy, { recursive: true });
    expect(await asIs(copy)).toBe("index-missing");
    expect(await asked(copy)).toEqual({ callers: 1, codes: ["index-elsewhere"] });
    expect(await asked(copy)).toEqual({ callers: 1, codes: [] });
    expect(existsSync(join(copy, ".manifold/foreign"))).toBe(false);
    expect(await asked()).toEqual({ callers: 1, codes: [] });
  });

  test("restored from a cache: believed by its bytes with a shared key, built anew without", async () => {
    const restored = (name: string): string => {
      const at = join(temporary(), name);
      mkdirSync(at);
      write(at, TRUE);
      cpSync(join(root, ".manifold"), join(at, ".manifold"), { recursive: true });
      return at;
    };
    {
      using _ = sharedKey();
      await index(root, quiet);
      write(root, { "b.py": "def more():\n    pass\n" });
      await index(root, quiet);
    }
    // Another machine: another key file, the same value in the environment.
    await elsewhere(async () => {
      using _ = sharedKey();
      const at = restored("with");
      expect(await asIs(at)).toBe(1);
      expect(await index(at, quiet)).toMatchObject({ incremental: true, parsed: 0, warnings: [] });
      const changed = restored("changed");
      const bytes = readFileSync(join(changed, ".manifold/index.db"));
      bytes[bytes.length - 100]! ^= 1;
      writeFileSync(join(changed, ".manifold/index.db"), bytes);
      expect(await asIs(changed)).toBe("index-missing");
      expect((await asked(changed)).codes).toEqual(["index-elsewhere"]);
    });
    await elsewhere(async () => {
      const at = restored("without");
      expect(await asIs(at)).toBe("index-missing");
      expect(await asked(at)).toEqual({ callers: 1, codes: ["index-foreign"] });
    });
  });

  test("trust: takes what is whole and plain, and is not asked again", async () => {
    await index(root, quiet);
    await elsewhere(async () => {
      expect(await asIs()).toBe("index-missing");
      expect(await trust(root)).toBe("trusted");
      expect(await trust(root)).toBe("own");
      expect(await asIs()).toBe(1);
      expect(await index(root, quiet)).toMatchObject({ incremental: true, parsed: 0, warnings: [] });
    });
    const path = join(root, ".manifold/index.db");
    const whole = readFileSync(path);
    const spoilt: [string, (db: Database) => void][] = [
      ["index-damaged", (db) => db.run("CREATE TRIGGER t AFTER INSERT ON file BEGIN DELETE FROM file; END")],
      ["index-damaged", (db) => db.run("CREATE VIEW v AS SELECT 1")],
      ["index-damaged", (db) => db.run("CREATE INDEX more ON file(size)")],
      ["index-damaged", (db) => db.run("UPDATE meta SET value = 999 WHERE key = 'version'")],
    ];
    for (const [code, spoil] of spoilt) {
      writeFileSync(path, whole);
      const db = new Database(path);
      spoil(db);
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
      await elsewhere(async () => await expect(trust(root)).rejects.toMatchObject({ code }));
    }
    writeFileSync(path, whole.subarray(0, whole.length - 30_000));
    await elsewhere(async () => await expect(trust(root)).rejects.toMatchObject({ code: "index-damaged" }));
    rmSync(path);
    await expect(trust(root)).rejects.toMatchObject({ code: "index-missing" });
    const linked = temporary();
    symlinkSync(join(root, ".manifold"), join(linked, ".manifold"));
    await expect(trust(linked)).rejects.toMatchObject({ code: "index-refused" });
  });

  test("index --from: begins with another tree's, and brings it up to date", async () => {
    write(root, Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}.py`, `def f${i}():\n    return ${i}\n`])));
    await index(root, quiet);
    const second = join(temporary(), "second");
    cpSync(root, second, { recursive: true, preserveTimestamps: true, filter: (path) => !path.endsWith(".manifold") });
    write(second, { "a.py": FORGED["a.py"] });
    await takeFrom(second, join(root, ".manifold/index.db"));
    expect(await index(second, quiet)).toMatchObject({ incremental: true, parsed: 1, warnings: [] });
    expect((await asked(second)).callers).toBe(0);
    expect(await asked()).toEqual({ callers: 1, codes: [] });
    const planted = temporary();
    cpSync(await forged(), join(planted, ".manifold"), { recursive: true });
    await expect(takeFrom(second, planted)).rejects.toMatchObject({ code: "index-refused" });
    await expect(takeFrom(second, temporary())).rejects.toMatchObject({ code: "index-missing" });
  });
});

describe("where .manifold cannot be ours", () => {
  test("a file, or a folder that cannot be opened: kept in the cache, and left alone", async () => {
    write(root, { ".manifold": "mine\n" });
    expect(await asked()).toEqual({ callers: 1, codes: ["index-outside"] });
    expect(readFileSync(join(root, ".manifold"), "utf8")).toBe("mine\n");
    expect(statSync(indexFolder(root)).mode & 0o777).toBe(0o700);
    expect(await asIs()).toBe(1);
  });

  test("indexes of trees that are gone make room for new ones", async () => {
    const gone = temporary();
    write(gone, { ...TRUE, ".manifold": "mine\n" });
    await asked(gone);
    const before = indexFolder(gone);
    expect(existsSync(before)).toBe(true);
    rmSync(gone, { recursive: true });
    write(root, { ".manifold": "mine\n" });
    await asked();
    expect([existsSync(before), existsSync(indexFolder(root))]).toEqual([false, true]);
  });

  test("a cache folder that others may write to, or a link in its place, is not used", async () => {
    const shared = join(process.env.XDG_CACHE_HOME!, "manifold");
    mkdirSync(shared, { recursive: true });
    chmodSync(shared, 0o777);
    write(root, { ".manifold": "mine\n" });
    expect(await asked()).toEqual({ callers: 1, codes: ["index-outside"] });
    expect(indexFolder(root).startsWith(shared)).toBe(false);
    rmSync(dirname(indexFolder(root)), { recursive: true });
  });

  test("permissions of .manifold: words or an answer, never something unexpected", async () => {
    await index(root, quiet);
    for (const mode of [0o755, 0o777, 0o500, 0o000, 0o400, 0o200, 0o311]) {
      chmodSync(join(root, ".manifold"), mode);
      expect([mode.toString(8), (await asked()).callers]).toEqual([mode.toString(8), 1]);
      chmodSync(join(root, ".manifold"), 0o700);
    }
  });
});

describe("what git tracks", () => {
  test("whatever the version of its index, and only that name", () => {
    git(root, "init", "-q");
    write(root, { ".mailmap": "x\n", ".manifolds": "x\n", "docs/.manifold/x": "x\n", "sub/a.py": "x\n", "z.manifold/q": "x\n" });
    git(root, "add", "-A");
    const versions = (): boolean[] =>
      ["2", "3", "4"].map((version) => {
        git(root, "update-index", `--index-version=${version}`);
        return isTracked(root);
      });
    expect(versions()).toEqual([false, false, false]);
    expect(isTracked(join(root, "docs"))).toBe(true);
    expect(isTracked(join(root, "sub"))).toBe(false);
    write(root, { ".manifold/seal": "x\n" });
    git(root, "add", "-Af", ".manifold");
    expect(versions()).toEqual([true, true, true]);
    git(root, "update-index", "--index-version=2", "--split-index");
    write(root, { "more.py": "x\n" });
    git(root, "add", "more.py");
    expect(isTracked(root)).toBe(true);
  });
});

describe("the key", () => {
  const key = (): string => join(process.env.XDG_STATE_HOME!, "manifold/key");

  test("made once, for its owner alone; the same for all who come at once", async () => {
    process.env.XDG_STATE_HOME = join(temporary(), "state");
    await index(root, quiet);
    expect([statSync(dirname(key())).mode & 0o777, statSync(key()).mode & 0o777, statSync(key()).size]).toEqual([0o700, 0o600, 32]);
    expect(readdirSync(dirname(key()))).toEqual(["key"]);
  });

  const attacks: Record<string, (path: string) => void> = {
    "a link": (path) => {
      renameSync(path, `${path}.old`);
      symlinkSync(`${path}.old`, path);
    },
    "a second name": (path) => linkSync(path, `${path}.old`),
    "readable by others": (path) => chmodSync(path, 0o644),
    "cut short": (path) => writeFileSync(path, "short"),
    empty: (path) => writeFileSync(path, ""),
    "a folder": (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    "in a folder of others": (path) => chmodSync(dirname(path), 0o777),
    "below a folder that everybody may write to": (path) => chmodSync(dirname(dirname(path)), 0o777),
  };
  for (const [name, attack] of Object.entries(attacks))
    test(`${name}: not used, said with what to do, and answered all the same`, async () => {
      process.env.XDG_STATE_HOME = join(temporary(), "state");
      await index(root, quiet);
      attack(key());
      // A process keeps the key that it has read: this stands for the next one.
      process.env.XDG_STATE_HOME = `${process.env.XDG_STATE_HOME}/.`;
      const first = await asked();
      expect([first.callers, first.codes]).toEqual([1, ["index-foreign", "index-key"]]);
      expect(process.env.MANIFOLD_INDEX_KEY).toStartWith("for-this-process-only:");
    });

  test("a short one in the environment is refused", async () => {
    process.env.MANIFOLD_INDEX_KEY = "short";
    await expect(index(root, quiet)).rejects.toMatchObject({ code: "bad-value" });
  });
});

describe("nothing in the folder is opened without looking", () => {
  const NAMES = [
    "index.db",
    "index.db-wal",
    "index.db-shm",
    "index.db-journal",
    "index.db.next",
    "index.db.ready",
    "lock",
    "lock-journal",
    "writer",
    "seal",
    "tree",
    "feedback.db",
    "feedback.db-journal",
    "notes.db",
    ".gitignore",
    "vectors-1.usearch",
  ];
  const strays: Record<string, (path: string, victim: string) => void> = {
    "a dangling link": (path, victim) => symlinkSync(`${victim}-not-there`, path),
    "a link to a file": (path, victim) => symlinkSync(victim, path),
    "a link to an endless device": (path) => symlinkSync("/dev/zero", path),
    "a second name of a file": (path, victim) => linkSync(victim, path),
    "a FIFO": (path) => void Bun.spawnSync(["mkfifo", path]),
    // Its name stays when nobody listens any more; bound from inside the folder, since a socket's path has 108 bytes.
    "a socket": (path) =>
      void Bun.spawnSync(
        [
          process.execPath,
          "-e",
          `require("net").createServer().listen(${JSON.stringify(basename(path))}, () => process.kill(process.pid, "SIGKILL"))`,
        ],
        { cwd: dirname(path) },
      ),
    "a folder": (path) => mkdirSync(join(path, "inner"), { recursive: true }),
  };
  const query = { id: "q_1", at: 1, command: "q", text: "t", strategy: "s", operation: "o", intent: "i", confidence: 1 };
  const record: AskedQuery = { ...query, ms: 1, count: 0, gap: false, fallback: false, results: [] };
  for (const [way, [name, plant]] of Object.entries(strays).entries())
    test(`${name}, under every name`, async () => {
      await index(root, quiet);
      const base = temporary();
      // Every name in four ways at least: what can hang a reader, a folder, and every second of the others.
      for (const [i, own] of NAMES.entries()) {
        if (name !== "a FIFO" && name !== "a folder" && (i + way) % 2 === 0) continue;
        const victim = join(base, `victim-${own}`);
        writeFileSync(victim, "precious");
        const path = join(root, ".manifold", own);
        rmSync(path, { recursive: true, force: true });
        plant(path, victim);
        expect([own, [1, "index-missing"].includes(await asIs())]).toEqual([own, true]);
        recordQueries(root, [record]);
        expect([own, (await asked()).callers]).toEqual([own, 1]);
        recordQueries(root, [record]);
        expect([own, recordedQueries(root).length > 0]).toEqual([own, true]);
        expect(await index(root, { ...quiet, full: /^(?:index|vectors)/.test(own) })).toMatchObject({ indexed: 1 });
        expect([own, await asked()]).toEqual([own, { callers: 1, codes: [] }]);
        expect([own, readFileSync(victim, "utf8"), readdirSync(base).filter((one) => one.endsWith("not-there"))]).toEqual([
          own,
          "precious",
          [],
        ]);
        // What is written later was never somebody else's.
        expect([own, existsSync(path) && own !== "index.db.ready" ? lstatSync(path).isFile() : true]).toEqual([own, true]);
      }
    }, 60_000);
});

describe("a database is data", () => {
  const query = { id: "q_1", at: 1, command: "q", text: "t", strategy: "s", operation: "o", intent: "i", confidence: 1 };
  const record: AskedQuery = { ...query, ms: 1, count: 0, gap: false, fallback: false, results: [] };
  const hostile: Record<string, string[]> = {
    "an endless trigger": [
      "CREATE TRIGGER t AFTER INSERT ON query BEGIN INSERT INTO query(text) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n; END",
    ],
    "a view in the place of a table": ["ALTER TABLE query RENAME TO other", "CREATE VIEW query AS SELECT * FROM other"],
    "a further index": ["CREATE INDEX more ON query(abs(no))"],
    "a virtual table": ["CREATE VIRTUAL TABLE words USING fts5(text)"],
    "a row without its mark": ["UPDATE mark SET value = 'x'"],
  };
  for (const [name, statements] of Object.entries(hostile))
    test(`a record with ${name} is thrown away, and recorded into anew`, async () => {
      await index(root, quiet);
      recordQueries(root, [record, record]);
      expect(recordedQueries(root)).toHaveLength(2);
      const path = join(root, ".manifold/feedback.db");
      const db = new Database(path);
      for (const statement of statements) db.run(statement);
      db.close();
      expect(recordQueries(root, [{ ...record, id: "q_2" }])).toBe(true);
      expect(recordedQueries(root).map(({ id }) => id)).toEqual(["q_2"]);
      expect(statSync(path).size).toBeLessThan(100_000);
    });

  test("records of another folder, and one that is too large, are thrown away", async () => {
    const theirs = temporary();
    await index(theirs, quiet);
    recordQueries(theirs, [record]);
    await index(root, quiet);
    copyFileSync(join(theirs, ".manifold/feedback.db"), join(root, ".manifold/feedback.db"));
    expect(recordedQueries(root)).toEqual([]);
    writeFileSync(join(root, ".manifold/feedback.db"), new Uint8Array(20_000_000));
    expect(recordQueries(root, [record])).toBe(true);
    expect(recordedQueries(root)).toHaveLength(1);
  });

  for (const [name, statement] of [
    ["trigger", "CREATE TRIGGER t AFTER INSERT ON file BEGIN DELETE FROM symbol; END"],
    ["view", "CREATE VIEW v AS SELECT 1"],
    ["index", "CREATE INDEX more ON file(size)"],
    ["table", "CREATE TABLE sqlx(a)"],
  ] as const)
    test(`an index with a ${name} of its own is not read even with a seal of ours`, async () => {
      await index(root, quiet);
      const db = new Database(join(root, ".manifold/index.db"));
      db.run(statement);
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
      const { sealNow } = await import("../../src/store/seal.ts");
      for (const suffix of ["-wal", "-shm"])
        if (existsSync(join(root, `.manifold/index.db${suffix}`))) unlinkSync(join(root, `.manifold/index.db${suffix}`));
      sealNow(root, join(root, ".manifold"));
      expect(openStore(root)).toMatchObject({ state: "damaged" });
      expect(await asked()).toEqual({ callers: 1, codes: ["index-rebuilt"] });
    });
});
