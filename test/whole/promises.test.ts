/** Promises of `index` and `refresh` besides that an update is a full build (../indexing.test.ts). */
import type { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../../src/base/errors.ts";
import { scan } from "../../src/git/scan.ts";
import { Progress } from "../../src/indexing/progress.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { applyDelta } from "../../src/indexing/update.ts";
import { index } from "../../src/indexing.ts";
import { abandonNext, createNext } from "../../src/store/open.ts";
import { Place } from "../binary/_binary.ts";
import { opened, removeTemporary, temporary, write } from "../store/_tree.ts";

afterEach(removeTemporary);

const quiet = { quiet: true } as const;

describe("index", () => {
  test("the tables do not depend on a second process that helps with the names", async () => {
    const files: Record<string, string> = {};
    for (let i = 0; i < 800; i++)
      files[`lib/m${i}.ts`] =
        `import { f${i + 1} } from "./m${i + 1}";\nimport p from "package-${i % 7}";\nexport function f${i}() { return f${i + 1}() + p.go() + other(${i}); }\n`;
    const [alone, helped] = [temporary(), temporary()];
    for (const tree of [alone, helped]) write(tree, files);
    const rows = (db: Database) =>
      ["symbol", "edge", "reference", "dependency"].map((table) =>
        Bun.SHA256.hash(JSON.stringify(db.query(`SELECT * FROM ${table}`).values()), "hex"),
      );
    const built = async (tree: string, children: number) => {
      mkdirSync(join(tree, ".manifold"));
      const db = createNext(tree);
      db.run("BEGIN");
      const { files: changed, skipped } = await scan(tree);
      const options = { full: true, isolate: false, progress: new Progress(true), children, embedding: null };
      const { helped } = await applyDelta(db, tree, { changed, touched: [], removed: [], skipped }, options);
      const tables = rows(db);
      abandonNext(tree, db);
      return { helped, tables };
    };
    const [one, two] = [await built(alone, 1), await built(helped, 2)];
    expect(one.helped).toBe(0);
    expect(two.helped).toBeGreaterThan(100);
    expect(two.tables).toEqual(one.tables);
  });

  test("parses only what changed, and says so", async () => {
    const root = temporary();
    write(root, { "a.py": "def f():\n    return 1\n", "b.py": "from a import f\n\ndef g():\n    return f()\n" });
    expect(await index(root, quiet)).toMatchObject({ parsed: 2, indexed: 2, incremental: false });
    expect(await index(root, quiet)).toMatchObject({ parsed: 0, indexed: 2, incremental: true });
    write(root, { "a.py": "def f(x):\n    return x\n" });
    expect(await index(root, quiet)).toMatchObject({ parsed: 1, indexed: 2, incremental: true });
  });

  test("a package, crate or module under another name is another's for every file that imports it", async () => {
    const named = (name: string): Record<string, string> => ({
      "web/lib/package.json": JSON.stringify({ name, main: "index.js" }),
      "rust/util/Cargo.toml": `[package]\nname = "${name}"\n`,
      "go/util/go.mod": `module example.org/${name}\n`,
    });
    const files = {
      "web/lib/index.js": "export function size() { return 1; }\n",
      "web/app/main.js": 'import { size } from "first";\nexport function main() { return size(); }\n',
      "rust/util/src/lib.rs": "pub fn area() -> u32 { 1 }\n",
      "rust/app/src/main.rs": "use first::area;\nfn main() { area(); }\n",
      "go/util/util.go": "package first\n\nfunc Length() int { return 1 }\n",
      "go/app/main.go": 'package main\n\nimport "example.org/first"\n\nfunc run() int { return first.Length() }\n',
    };
    const [updated, fresh] = [temporary(), temporary()];
    const callers = (root: string): number[] => {
      const store = opened(root);
      const counts = ["size", "area", "Length"].map(
        (name) => store.edgesTo(store.symbolsByName(name)[0]!.id).filter(({ kind }) => kind === "calls").length,
      );
      store.close();
      return counts;
    };
    write(updated, { ...files, ...named("second") });
    await index(updated, quiet);
    expect(callers(updated)).toEqual([0, 0, 0]);
    write(updated, named("first"));
    const after = await index(updated, quiet);
    expect(after).toMatchObject({ parsed: 3 });
    expect(callers(updated)).toEqual([1, 1, 1]);
    write(fresh, { ...files, ...named("first") });
    expect((await index(fresh, quiet)).graph_hash).toBe(after.graph_hash);
    write(updated, named("third"));
    await index(updated, quiet);
    expect(callers(updated)).toEqual([0, 0, 0]);
  });

  test("symbol ids stay while their keys live", async () => {
    const root = temporary();
    write(root, { "a.py": "def f():\n    return 1\n\ndef g():\n    return f()\n" });
    await index(root, quiet);
    const before = opened(root);
    const [f] = before.symbolsByName("f");
    before.close();
    write(root, { "a.py": "\n\ndef new():\n    pass\n\ndef f():\n    return 1\n" });
    await index(root, quiet);
    const after = opened(root);
    expect(after.symbolsByName("f")[0]).toMatchObject({ id: f!.id, key: f!.key, start: 6 });
    expect(after.symbolsByName("g")).toEqual([]);
    after.close();
  });

  test("a repository in git, with skipped files and secrets", async () => {
    const root = temporary();
    write(root, {
      "a.ts": "export const a = 1;\n",
      ".env": "KEY=canary-value\n",
      ".gitignore": "ignored.ts\n",
      "ignored.ts": "let x;\n",
      "b.bin": "\0\0",
    });
    const git = (...args: string[]) =>
      Bun.spawnSync(["git", "-c", "user.name=x", "-c", "user.email=x@example.com", ...args], { cwd: root });
    git("init", "-q");
    git("add", "a.ts", ".gitignore");
    git("commit", "-qm", "x");
    const first = await index(root, quiet);
    expect(first.skipped).toMatchObject({ ignored: 1, secret: 1, binary: 1 });
    expect(await index(root, quiet)).toMatchObject({ parsed: 0, graph_hash: first.graph_hash, skipped: first.skipped });
    expect(readFileSync(join(root, ".manifold/index.db")).includes("canary-value")).toBe(false);
    const { store } = await refresh(root, quiet);
    expect(store.skipReason(".env")).toBe("secret");
    store.close();
  });

  test("an index that a repository brings along is not believed", async () => {
    using theirs = new Place({ "a.ts": "export function kept() {}\n" });
    await index(theirs.tree, quiet);
    rmSync(join(theirs.tree, ".manifold", ".gitignore"));
    theirs.git();
    const asked = await refresh(theirs.tree, quiet);
    asked.store.close();
    // What git has is left alone, and the index is kept elsewhere.
    expect(asked.warnings).toMatchObject([{ code: "index-outside", message: expect.stringContaining("part of the repository") }]);
    const there = readFileSync(join(theirs.tree, ".manifold/index.db"));
    theirs.write("b.ts", "export function more() {}\n");
    const again = await refresh(theirs.tree, quiet);
    expect([again.behind, again.store.symbolsByName("more").length, again.warnings.length]).toEqual([0, 1, 1]);
    again.store.close();
    expect(readFileSync(join(theirs.tree, ".manifold/index.db")).equals(there)).toBe(true);
  });

  test("an empty repository gives an empty index", async () => {
    const root = temporary();
    expect(await index(root, quiet)).toMatchObject({ files: 0, indexed: 0, chunks: 0, symbols: 0, edges: 0 });
  });

  test("a missing folder is refused and not made, a file is refused", async () => {
    const root = temporary();
    const missing = join(root, "none");
    expect(index(missing, quiet)).rejects.toMatchObject({ code: "path-missing" });
    expect(existsSync(missing)).toBe(false);
    write(root, { file: "x" });
    expect(index(join(root, "file"), quiet)).rejects.toMatchObject({ code: "not-a-folder" });
  });

  test("the index folder is the owner's and ignored by git", async () => {
    const root = temporary();
    await index(root, quiet);
    expect(statSync(join(root, ".manifold")).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(root, ".manifold/.gitignore"), "utf8")).toBe("*\n");
  });

  test("links in a repository's own .manifold lead nowhere", async () => {
    const root = temporary();
    const victim = join(temporary(), "victim");
    writeFileSync(victim, "precious");
    mkdirSync(join(root, ".manifold"));
    for (const name of ["writer", "seal", ".gitignore", "index.db", "index.db.next"]) symlinkSync(victim, join(root, ".manifold", name));
    write(root, { "a.py": "def f():\n    pass\n" });
    expect(await index(root, quiet)).toMatchObject({ indexed: 1 });
    expect(readFileSync(victim, "utf8")).toBe("precious");
    const other = temporary();
    symlinkSync(root, join(other, ".manifold"));
    write(other, { "b.py": "def g():\n    pass\n" });
    expect(await index(other, quiet)).toMatchObject({ indexed: 1, warnings: [{ code: "index-outside" }] });
  });

  test("a signal ends it and leaves the index as it was", async () => {
    const root = temporary();
    write(root, { "a.py": "def f():\n    pass\n" });
    const { graph_hash } = await index(root, quiet);
    for (let i = 0; i < 300; i++) write(root, { [`n${i}.py`]: `def f${i}():\n    pass\n` });
    const controller = new AbortController();
    controller.abort();
    await expect(index(root, { ...quiet, signal: controller.signal })).rejects.toBeInstanceOf(Refusal);
    const store = opened(root);
    expect(store.meta("graph_hash")).toBe(graph_hash);
    store.close();
    expect(await index(root, quiet)).toMatchObject({ indexed: 301 });
  });
});

describe("refresh", () => {
  test("makes an index, follows changes, and answers from the old one at a terminal when much changed", async () => {
    const root = temporary();
    write(root, { "a.py": "def f():\n    pass\n" });
    const first = await refresh(root, quiet);
    expect(first.store.symbolsByName("f")).toHaveLength(1);
    first.store.close();
    write(root, { "b.py": "def g():\n    pass\n" });
    const second = await refresh(root, quiet);
    expect(second.behind).toBe(0);
    expect(second.store.symbolsByName("g")).toHaveLength(1);
    second.store.close();
    for (let i = 0; i < 6; i++) write(root, { [`big${i}.txt`]: `${"word ".repeat(20)}\n`.repeat(17_000) });
    const third = await refresh(root, { ...quiet, terminal: true });
    expect(third.behind).toBe(6);
    expect(third.warnings.map((warning) => warning.code)).toContain("index-behind");
    third.store.close();
  });

  test("without refreshing: the index as it is, or a refusal", async () => {
    const root = temporary();
    write(root, { "a.py": "def f():\n    pass\n" });
    expect(refresh(root, { ...quiet, skip: true })).rejects.toMatchObject({ code: "index-missing" });
    await index(root, quiet);
    write(root, { "a.py": "def changed():\n    pass\n" });
    const { store } = await refresh(root, { ...quiet, skip: true });
    expect(store.symbolsByName("f")).toHaveLength(1);
    store.close();
  });

  test("a folder whose permissions forbid writing still answers", async () => {
    const root = temporary();
    write(root, { "a.py": "def f():\n    pass\n" });
    await index(root, quiet);
    chmodSync(join(root, ".manifold"), 0o500);
    const { store, behind } = await refresh(root, quiet);
    expect(behind).toBe(0);
    expect(store.symbolsByName("f")).toHaveLength(1);
    store.close();
    chmodSync(join(root, ".manifold"), 0o700);
  });
});
