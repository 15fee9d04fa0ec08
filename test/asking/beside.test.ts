/** Questions beside the text and the relations of a tree: its history, what nothing uses; and the ends of paths that have several definitions. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ask, PLAIN } from "../../src/asking.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { opened, removeTemporary, temporary, write } from "../store/_tree.ts";
import { Repository } from "./_repository.ts";

const tool = (name: string, calls: string) => `def main():\n    ${calls}()\n\n\ndef ${calls}():\n    return "${name}"\n`;
const FILES: Record<string, string> = {
  "src/store.py":
    "def save(row):\n    return write_block(row)\n\n\ndef write_block(row):\n    return len(row)\n\n\ndef forgotten_helper(row):\n    return row\n",
  "src/server.py": "from store import save\n\n\ndef handle(request):\n    return save(request)\n\n\ndef main():\n    handle('x')\n",
  "src/loop.py":
    "def on_tick():\n    return 1\n\n\ndef tick():\n    return on_tick()\n\n\ndef start():\n    every(5, tick)\n\n\ndef main():\n    start()\n",
  "src/reader.py":
    'class BlockReader:\n    """The reader of blocks: reads what the reader is given, as readers do."""\n\n    def read(self, row):\n        return self.reader_of(row)\n\n    def reader_of(self, row):\n        return row\n',
  "tests/speed.py": "from reader import BlockReader\n\nreader = BlockReader()\nreader.read(1)\n",
  "rs/src/lib.rs": "pub fn live() -> u32 {\n    1\n}\n\n#[test]\nfn it_lives() {\n    assert_eq!(live(), 1);\n}\n",
  // Their `main` comes first by path and leads elsewhere.
  "apps/a.py": tool("a", "run_a"),
  "apps/b.py": tool("b", "run_b"),
};

describe("history", () => {
  let repository: Repository;
  const question = async (text: string) => {
    const { store, behind, warnings } = await refresh(repository.root, { quiet: true, terminal: false });
    try {
      return await ask({ root: repository.root, store, behind, warnings }, text, PLAIN);
    } finally {
      store.close();
    }
  };
  beforeAll(() => {
    repository = new Repository(FILES);
    repository.write({ "src/store.py": `${FILES["src/store.py"]}# saved\n` });
    repository.git("-c", "user.name=Ada Example", "commit", "-q", "-am", "Rows are saved at once");
    // A signature program that must not run: `log.showSignature` of a repository is somebody else's wish.
    repository.git("config", "log.showSignature", "true");
    repository.git("config", "gpg.program", "/bin/false");
  });
  afterAll(() => repository[Symbol.dispose]());

  for (const text of [
    "who wrote src/store.py",
    "who wrote store.py",
    "history of store.py",
    "when was write_block last changed",
    "git blame for src/store.py",
    "who last modified write_block",
    "recent changes to store.py",
  ])
    test(text, async () => {
      const { results, warnings, fallback } = await question(text);
      expect(results.map((result) => result.path)).toEqual(["src/store.py"]);
      expect(fallback).toBe(false);
      expect(warnings[0]).toMatchObject({ code: "history" });
      // Of a definition only the commits that touched its own lines.
      const commit = text.includes("write_block") ? " t: t" : "Ada Example: Rows are saved at once";
      expect(warnings.some(({ message }) => message.includes(commit))).toBe(true);
    });
  test("a plain word is a topic, whatever else happens to be called so; its places are only cited", async () => {
    const { results, warnings } = await question("what changed recently in the reader");
    expect([results[0]?.path, results.every(({ snippet }) => snippet === "")]).toEqual(["src/reader.py", true]);
    expect(warnings[0]!.message).toContain("src/reader.py");
  });
  test("of a folder, and of the whole tree", async () => {
    expect((await question("what changed recently in apps")).warnings.some(({ message }) => message.includes("Ada Example"))).toBe(false);
    expect((await question("what changed last week")).warnings[0]!.message).toContain("All 2 commits of this tree");
  });
  test("of something that is not here", async () => {
    const { fallback, results, warnings } = await question("what changed recently in the kubernetes autoscaler");
    expect([fallback, results.some((result) => !result.near), warnings.map(({ code }) => code).includes("history")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("without git", () => {
  let root: string;
  const question = async (text: string, more = {}) => {
    const store = opened(root);
    try {
      return await ask({ root, store, behind: 0, warnings: [] }, text, { ...PLAIN, ...more });
    } finally {
      store.close();
    }
  };
  beforeAll(async () => {
    root = temporary();
    write(root, FILES);
    await index(root, { quiet: true, embedding: { steps: 0 } });
  });
  afterAll(removeTemporary);

  test("history is said not to be known", async () => {
    const { fallback, results, warnings, suggestions } = await question("who wrote src/store.py");
    expect([fallback, results.every((result) => result.near), warnings[0]!.code]).toEqual([true, true, "history-unknown"]);
    expect(suggestions).toContain("git blame src/store.py");
  });
  test("what nothing uses, of a file, a folder, by kind", async () => {
    for (const text of [
      "unused functions in src/store.py",
      "dead code in src",
      "which functions in store.py are never called",
      "find unused functions",
      "functions nobody calls in src/store.py",
    ])
      expect([text, (await question(text)).results.map((result) => result.qualified)]).toEqual([text, ["forgotten_helper"]]);
    const classes = await question("unused classes in src");
    expect([classes.results, classes.warnings[0]!.code]).toEqual([[], "none-known"]);
    // A runner calls what is marked as a test.
    expect((await question("unused functions in rs/src/lib.rs")).warnings[0]!.code).toBe("none-known");
    const nowhere = await question("unused functions in lib/none.py");
    expect([nowhere.fallback, nowhere.results, nowhere.warnings[0]!.code]).toEqual([true, [], "symbol-unknown"]);
  });
  test("a path begins at the definition that reaches its end", async () => {
    for (const text of ["path from main to write_block", "how does main reach write_block", "trace main to save"]) {
      const { results, symbol } = await question(text);
      expect([text, symbol.chosen?.path, results[0]?.path]).toEqual([text, "src/server.py", "src/server.py"]);
    }
    const { results } = await question("path from main to run_b");
    expect(results.map((result) => `${result.path}:${result.qualified}`)).toEqual(["apps/b.py:main", "apps/b.py:run_b"]);
    // Whoever names the place means that one.
    const at = await question("path from main to write_block", {
      at: { path: "apps/a.py", line: 1 },
      operation: "path",
      symbol: "main",
      target: "write_block",
      command: "trace",
    });
    expect([at.symbol.chosen?.path, at.results]).toEqual(["apps/a.py", []]);
  });
  test("a path leads over a function that is handed over, and says so", async () => {
    const { results, warnings, symbol } = await question("path from main to on_tick");
    expect([symbol.chosen?.path, results.map((result) => result.qualified)]).toEqual(["src/loop.py", ["main", "start", "tick", "on_tick"]]);
    expect(warnings.some(({ message }) => message.includes("tick is handed over on this chain"))).toBe(true);
  });
  test("where nothing joins them, the start beside the end that does most is taken", async () => {
    const { symbol, warnings } = await question("path from main to forgotten_helper");
    expect(symbol.chosen?.path).toStartWith("src/");
    expect(warnings.some(({ message }) => message.includes("No chain"))).toBe(true);
  });
  test("what a function does and what it calls are both answered", async () => {
    const { route, results } = await question("what does handle do and what does it call");
    expect([route.operation, route.symbol]).toEqual(["callees", "handle"]);
    expect(results.map((result) => result.qualified).slice(0, 3)).toEqual(expect.arrayContaining(["handle", "save"]));
  });
  test("the ends of a described path that are not here are told", async () => {
    const { fallback, warnings } = await question("how does a request reach the blockchain wallet");
    expect([fallback, warnings.some(({ message }) => message.includes("blockchain wallet"))]).toEqual([true, true]);
  });
});
