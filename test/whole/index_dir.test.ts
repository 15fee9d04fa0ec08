/** A folder for indexes outside of the trees, and indexes that begin with that of another work tree. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { siblings } from "../../src/git/worktrees.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { takeFrom } from "../../src/indexing/trusting.ts";
import { index } from "../../src/indexing.ts";
import { indexFolder } from "../../src/store/folder.ts";
import { INDEX_DIR, lookForPlace, setIndexDir } from "../../src/store/place.ts";
import { rootFor } from "../../src/store/root.ts";
import { removeTemporary, temporary, write } from "../store/_tree.ts";

const quiet = { quiet: true } as const;
const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`m${i}.py`, `def f${i}():\n    return g${i}()\n\n\ndef g${i}():\n    return ${i}\n`]),
);

let root: string;
let shared: string;

beforeEach(() => {
  root = temporary();
  shared = join(temporary(), "indexes");
  write(root, FILES);
  process.env[INDEX_DIR] = shared;
});
afterEach(() => {
  delete process.env[INDEX_DIR];
  setIndexDir(() => null);
  removeTemporary();
});

function git(at: string, ...words: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", ...words], {
    cwd: at,
    env: { PATH: process.env.PATH ?? "", HOME: at, GIT_CONFIG_NOSYSTEM: "1" },
  });
  if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
}

async function callers(at: string, name: string): Promise<number> {
  const { store } = await refresh(at, quiet);
  try {
    const sql = "SELECT count(*) FROM edge JOIN symbol ON edge.dst = symbol.id WHERE symbol.name = ?";
    return (store.db.query(sql).values(name)[0] as [number])[0];
  } finally {
    store.close();
  }
}

describe("a folder for indexes", () => {
  test("holds one subfolder a tree, nobody else's, and nothing is written into the tree; it is brought up to date as ever", async () => {
    const second = temporary();
    write(second, { "other.py": "def other():\n    pass\n" });
    expect(await index(root, quiet)).toMatchObject({ indexed: 12, incremental: false, warnings: [] });
    expect(await index(second, quiet)).toMatchObject({ indexed: 1, incremental: false, warnings: [] });
    expect(readdirSync(shared).length).toBe(2);
    expect(statSync(shared).mode & 0o077).toBe(0);
    expect(dirname(indexFolder(root))).toBe(shared);
    expect(readdirSync(root).sort()).toEqual(Object.keys(FILES).sort());
    write(root, { "m0.py": "def f0():\n    return f5()\n" });
    expect(await index(root, quiet)).toMatchObject({ parsed: 1, incremental: true });
    expect(rootFor(root)).toBe(root);
  });

  test("the same path, but another tree: built anew, and told", async () => {
    await index(root, quiet);
    renameSync(root, `${root}-before`);
    mkdirSync(root);
    write(root, { "only.py": "def only():\n    pass\n" });
    const { warnings, indexed } = await index(root, quiet);
    expect([indexed, warnings.map(({ code }) => code)]).toEqual([1, ["index-elsewhere"]]);
    rmSync(`${root}-before`, { recursive: true });
  });

  test("what somebody else put there is not believed; a link in the place of a subfolder is not followed", async () => {
    await index(root, quiet);
    const folder = indexFolder(root);
    // A forged one: copied, so that its inodes are others.
    cpSync(folder, `${folder}-copy`, { recursive: true });
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-copy`, folder);
    writeFileSync(join(folder, "seal"), "0\n{}");
    const { warnings } = await index(root, quiet);
    expect(warnings.map(({ code }) => code)).toEqual(["index-foreign"]);
    const elsewhere = temporary();
    rmSync(folder, { recursive: true });
    symlinkSync(elsewhere, folder);
    await index(root, quiet).catch(() => {});
    expect(readdirSync(folder === lookForPlace(root).folder ? elsewhere : "/nowhere")).toEqual([]);
  });

  test("a folder that others may write to is refused, a relative one too", async () => {
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    await expect(index(root, quiet)).rejects.toMatchObject({ code: "index-unwritable", what: expect.stringContaining("Others may write") });
    chmodSync(shared, 0o1777);
    expect(await index(root, quiet)).toMatchObject({ indexed: 12 });
    process.env[INDEX_DIR] = "indexes";
    await expect(index(root, quiet)).rejects.toMatchObject({ code: "bad-value" });
    expect(existsSync(join(root, ".manifold"))).toBe(false);
  });

  test("the environment decides over the user's own settings; where neither says anything the tree has its index", async () => {
    const own = join(temporary(), "own");
    setIndexDir(() => own);
    expect(dirname(lookForPlace(root).folder)).toBe(shared);
    delete process.env[INDEX_DIR];
    expect(dirname(lookForPlace(root).folder)).toBe(own);
    setIndexDir(() => null);
    expect(lookForPlace(root)).toMatchObject({ folder: join(root, ".manifold"), kind: "tree" });
  });

  test("inside of the tree it is no part of it", async () => {
    process.env[INDEX_DIR] = join(root, "cache");
    expect(await index(root, quiet)).toMatchObject({ indexed: 12 });
    expect(await index(root, quiet)).toMatchObject({ indexed: 12, parsed: 0, incremental: true });
  });

  test("--from takes the index that another tree has in itself", async () => {
    delete process.env[INDEX_DIR];
    await index(root, quiet);
    process.env[INDEX_DIR] = shared;
    const second = temporary();
    write(second, { ...FILES, "m3.py": "def g3():\n    pass\n" });
    await takeFrom(second, root);
    expect(await index(second, quiet)).toMatchObject({ incremental: true, parsed: 1 });
    expect(readdirSync(second)).not.toContain(".manifold");
  });
});

describe("work trees of one repository", () => {
  let second: string;

  beforeEach(() => {
    delete process.env[INDEX_DIR];
    git(root, "init", "-q");
    git(root, "add", ".");
    git(root, "commit", "-qm", "first");
    second = join(temporary(), "second");
    git(root, "worktree", "add", "-q", second);
  });

  test("each knows the others, in either direction, also from a folder below", () => {
    expect([siblings(root), siblings(second)]).toEqual([[second], [root]]);
    mkdirSync(join(root, "sub"));
    expect(siblings(join(root, "sub"))).toEqual([join(second, "sub")]);
  });

  test("the second begins with the index of the first, reads what differs, and is what a fresh one would be", async () => {
    expect(await index(root, quiet)).toMatchObject({ incremental: false, begun_from: null });
    write(second, { "m3.py": "def f3():\n    return 3\n", "new.py": "def fresh():\n    return f3()\n", "m7.py": null });
    const report = await index(second, quiet);
    expect(report).toMatchObject({ incremental: true, begun_from: root, parsed: 2, indexed: 12, warnings: [] });
    const fresh = await index(second, { ...quiet, full: true });
    expect(fresh).toMatchObject({ incremental: false, begun_from: null, graph_hash: report.graph_hash, chunks: report.chunks });
    expect(await callers(second, "g3")).toBe(0);
    expect(await callers(root, "g3")).toBe(1);
  });

  test("in a folder for indexes as well, and from an index that lies in the other tree", async () => {
    await index(root, quiet);
    process.env[INDEX_DIR] = shared;
    expect(await index(second, quiet)).toMatchObject({ begun_from: root, parsed: 0 });
    const third = join(temporary(), "third");
    git(root, "worktree", "add", "-q", third);
    expect(await index(third, quiet)).toMatchObject({ begun_from: second, parsed: 0 });
    expect(existsSync(join(third, ".manifold"))).toBe(false);
  });

  test("one that is not sealed, and a repository that only names another's work tree, are not taken", async () => {
    await index(root, quiet);
    const seal = join(indexFolder(root), "seal");
    const stranger = temporary();
    write(stranger, FILES);
    git(stranger, "init", "-q");
    mkdirSync(join(stranger, ".git/worktrees/x"), { recursive: true });
    writeFileSync(join(stranger, ".git/worktrees/x/gitdir"), `${join(root, ".git")}\n`);
    writeFileSync(join(stranger, ".git/worktrees/x/commondir"), "../..\n");
    expect(siblings(stranger)).toEqual([]);
    expect(await index(stranger, quiet)).toMatchObject({ begun_from: null, incremental: false });
    writeFileSync(seal, "forged\n{}");
    expect(await index(second, quiet)).toMatchObject({ begun_from: null, incremental: false });
    expect(basename(second)).toBe("second");
  });
});
