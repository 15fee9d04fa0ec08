/** Words and vectors that an update leaves to the next one: nobody is told of a tree that is not there. */
import { afterEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ask, PLAIN } from "../../src/asking.ts";
import { store as settings } from "../../src/base/limits.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { removeTemporary, temporary, write } from "../store/_tree.ts";

afterEach(removeTemporary);

const quiet = { quiet: true } as const;

/** Paths of what a question finds, and how many files the answer says that it is behind. */
async function asked(root: string, question: string, options: Parameters<typeof refresh>[1] = {}): Promise<[string[], number]> {
  const { store, behind, warnings } = await refresh(root, { ...quiet, ...options });
  try {
    const answer = await ask({ root, store, behind, warnings }, question, { ...PLAIN, strategy: "semantic", engines: ["lexical"] });
    return [answer.results.map((result) => result.path), behind];
  } finally {
    store.close();
  }
}

async function wordless(root: string): Promise<string | null> {
  const { store, behind } = await refresh(root, { ...quiet, wordless: true });
  expect(behind).toBe(0);
  const owed = store.meta("owed");
  store.close();
  return owed;
}

test("the next question has them, one that may not write says how many files it is behind", async () => {
  const root = temporary();
  write(root, { "a.py": "def zebra():\n    return 1\n", "b.py": "def giraffe():\n    return 2\n", "c.py": "def lion():\n    return 3\n" });
  await index(root, quiet);
  write(root, { "a.py": "def zoo():\n    # okapi\n    return 1\n" });
  rmSync(join(root, "b.py"));
  expect(await wordless(root)).toBe("2");
  expect(await wordless(root)).toBe("2");
  expect(await asked(root, "okapi", { skip: true })).toEqual([[], 2]);
  expect(await asked(root, "giraffe", { skip: true })).toEqual([[], 2]);
  expect(await asked(root, "okapi")).toEqual([["a.py"], 0]);
  expect(await asked(root, "zebra")).toEqual([[], 0]);
  expect(await asked(root, "lion", { skip: true })).toEqual([["c.py"], 0]);
  expect(await wordless(root)).toBeNull();
});

test("what came and went before anybody asked is not found", async () => {
  const root = temporary();
  write(root, { "a.py": "def zebra():\n    return 1\n", "b.py": "def lion():\n    return 2\n" });
  await index(root, quiet);
  for (const name of ["okapi", "giraffe", "tapir"]) {
    write(root, { "a.py": `def ${name}():\n    return 1\n` });
    await wordless(root);
  }
  expect((await index(root, quiet)).parsed).toBe(0);
  expect([await asked(root, "tapir"), await asked(root, "okapi"), await asked(root, "zebra")]).toEqual([
    [["a.py"], 0],
    [[], 0],
    [[], 0],
  ]);
});

test("too many files leave nothing", async () => {
  const root = temporary();
  const files = (word: string) =>
    Object.fromEntries(Array.from({ length: settings.owedFiles + 1 }, (_, i) => [`f${i}.py`, `def ${word}${i}():\n    return ${i}\n`]));
  write(root, files("zebra"));
  await index(root, quiet);
  write(root, files("okapi"));
  expect(await wordless(root)).toBeNull();
  expect((await asked(root, "okapi7", { skip: true }))[0]).toContain("f7.py");
});
