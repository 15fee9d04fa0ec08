/** An index that is kept fresh while files change: what is told, what the index has then, and that nothing is left behind. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { verify } from "../../src/indexing/verify.ts";
import { index } from "../../src/indexing.ts";
import { type WatchEvent, watchTree } from "../../src/serve/commands/watch.ts";
import { indexFolder } from "../../src/store/folder.ts";
import { currentWatcher, lockForWriting } from "../../src/store/lock.ts";
import { openStore } from "../../src/store/open.ts";
import { removeTemporary, temporary, write } from "../store/_tree.ts";

let root: string;
const told: WatchEvent[] = [];
let stop: AbortController;
let watching: Promise<void>;

beforeEach(() => {
  root = temporary();
  told.length = 0;
  stop = new AbortController();
  write(root, { "a.py": "def a():\n    return b()\n", "sub/b.py": "def b():\n    return 1\n", ".gitignore": "out/\n" });
});
afterEach(async () => {
  stop.abort();
  await watching.catch(() => {});
  removeTemporary();
});

function begin(): void {
  watching = watchTree(root, (event) => void told.push(event), stop.signal);
  watching.catch(() => {});
}

/** Waits until something is true; a test that waits in vain fails by its limit of time. */
async function until(what: () => boolean): Promise<void> {
  while (!what()) await Bun.sleep(20);
}

const names = (): string[] => {
  const opened = openStore(root);
  if (opened.state !== "open") return [];
  try {
    return ["a", "b", "c", "d"].filter((name) => opened.store.symbolsByName(name).some(({ kind }) => kind === "function"));
  } finally {
    opened.store.close();
  }
};
const seen = (event: WatchEvent["event"]): number => told.filter((one) => one.event === event).length;

test("what is changed, made, moved and removed, in new folders too, is in the index a moment later, and it is what a fresh one would be", async () => {
  begin();
  await until(() => seen("watching") === 1);
  expect(names()).toEqual(["a", "b"]);
  write(root, { "a.py": "def a():\n    return c()\n\n\ndef c():\n    return 2\n" });
  await until(() => names().includes("c"));
  write(root, { "new/deep/d.py": "def d():\n    return 4\n" });
  await until(() => names().includes("d"));
  renameSync(join(root, "new/deep"), join(root, "moved"));
  rmSync(join(root, "sub"), { recursive: true });
  await until(() => !names().includes("b") && (openedPaths() ?? []).includes("moved/d.py"));
  stop.abort();
  await watching;
  expect(told.at(-1)).toEqual({ event: "ended" });
  expect(await verify(root)).toEqual([]);
  expect(readdirSync(indexFolder(root)).filter((name) => name === "watcher" || name === "writer")).toEqual([]);
}, 60_000);

function openedPaths(): string[] | null {
  const opened = openStore(root);
  if (opened.state !== "open") return null;
  try {
    return (opened.store.db.query("SELECT path FROM file").values() as [string][]).map(([path]) => path);
  } finally {
    opened.store.close();
  }
}

test("one process a tree: the second is told who the first is", async () => {
  begin();
  await until(() => seen("watching") === 1);
  expect(currentWatcher(root)?.pid).toBe(process.pid);
  await expect(watchTree(root, () => {})).rejects.toMatchObject({ code: "index-watched", what: expect.stringContaining(`${process.pid}`) });
  stop.abort();
  await watching;
  expect(currentWatcher(root)).toBeNull();
}, 60_000);

test("what is ignored is not watched, and what changes nothing is not told", async () => {
  mkdirSync(join(root, "out/deep"), { recursive: true });
  await index(root, { quiet: true });
  begin();
  await until(() => seen("watching") === 1);
  const [first] = told;
  expect(first).toMatchObject({ event: "watching", parsed: 0, indexed: 3 });
  write(root, { "out/deep/x.py": "def x():\n    pass\n" });
  await Bun.sleep(600);
  expect(told.length).toBe(1);
  write(root, { "a.py": "def d():\n    return 4\n" });
  await until(() => names().includes("d"));
  expect(seen("failed")).toBe(0);
}, 60_000);

test("another writer is waited for, or told, and what changed meanwhile comes later", async () => {
  begin();
  await until(() => seen("watching") === 1);
  const lock = await lockForWriting(root, { wait: 1_000 });
  write(root, { "a.py": "def c():\n    return 3\n" });
  await Bun.sleep(700);
  expect(names()).toEqual(["a", "b"]);
  lock.release();
  await until(() => names().includes("c"));
}, 60_000);
