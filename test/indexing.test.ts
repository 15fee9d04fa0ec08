/** The write path as a whole: an update is a full build, in any sequence of changes, and other promises of `index` and `refresh`. */
import type { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Refusal } from "../src/base/errors.ts";
import { parsing } from "../src/base/limits.ts";
import { Progress } from "../src/indexing/progress.ts";
import { refresh } from "../src/indexing/refresh.ts";
import { applyDelta } from "../src/indexing/update.ts";
import { index } from "../src/indexing.ts";
import { scan } from "../src/source/scan.ts";
import { abandonNext, createNext } from "../src/store/open.ts";
import { Place } from "./binary/_binary.ts";
import { counted, dump, opened, read, removeTemporary, temporary, write } from "./store/_tree.ts";

afterEach(removeTemporary);

const quiet = { quiet: true } as const;

// ---------------------------------------------------------------------------------------------- generated trees

const NAMES = ["load", "save", "Store", "parse", "Base", "run"] as const;
// Few, so that imports meet what they name.
const FOLDERS = ["", "", "lib", "lib/one"] as const;
const STEMS = ["one", "index", "two"] as const;

/** One definition in a language: a function or type that uses other names, imported or not. */
type Piece = { name: string; other: string; third: string; from: string; shape: number };
type Language = { extension: string; text: (pieces: Piece[]) => string };

const LANGUAGES: Language[] = [
  {
    extension: "ts",
    text: (pieces) =>
      pieces
        .map(
          ({ name, other, third, from, shape }) =>
            [
              `import { ${other} } from "./${from}";\n/** As {@link ${other}} and \`${third}()\`. */\nexport function ${name}(a: number): ${third} { const v = ${third}();\nreturn ${other}(a, v); }`,
              `export * from "./${from}";\n/** About ${name}. */\nexport class ${name} extends ${other} { ${third}(x: string) { this.${third}(x); ${other}(); } }`,
              `import ${other} from "../${from}";\nconst ${name} = new ${other}();\nexport default ${name};\n${name}.${third}();`,
            ][shape % 3]!,
        )
        .join("\n\n"),
  },
  {
    extension: "py",
    text: (pieces) =>
      pieces
        .map(
          ({ name, other, third, from, shape }) =>
            [
              `from .${from} import ${other}\n\ndef ${name}(a):\n    """See :func:\`${third}\` and \`${other}\`."""\n    v = ${other}(a)\n    return ${third}(v)\n`,
              `from ${from} import *\n\nclass ${name}(${other}):\n    def ${third}(self, x):\n        self.${third}(x)\n        return ${other}()\n`,
              `import ${from}\n\n${name} = ${from}.${other}()\n${name}.${third}()\n`,
            ][shape % 3]!,
        )
        .join("\n\n"),
  },
  {
    extension: "go",
    text: (pieces) =>
      `package main\n\n${pieces
        .map(
          ({ name, other, third, shape }) =>
            [
              `func ${name}(a int) int { return ${other}(a) + ${third}(a, 2) }`,
              `type ${name} struct { ${other} }\n\nfunc (s *${name}) ${third}() { s.${third}(); ${other}() }`,
              `var ${name} = ${other}()`,
            ][shape % 3]!,
        )
        .join("\n\n")}`,
  },
  {
    extension: "rb",
    text: (pieces) =>
      pieces
        .map(
          ({ name, other, third, from, shape }) =>
            [
              `require_relative "${from}"\nclass K${name} < K${other}\n  def ${third}(a)\n    ${other}(a)\n    self.${other}(a)\n  end\nend`,
              `module M${name}\n  class K${other} < M${third}::K${name}\n    def ${name}\n      ${third}\n    end\n  end\nend`,
              `module M${name}\n  include M${other}\n  def ${third}\n    M${other}::K${third}.new.${name}\n  end\nend`,
            ][shape % 3]!,
        )
        .join("\n\n"),
  },
  {
    extension: "java",
    text: (pieces) =>
      `package p.${pieces[0]!.from};\n\nimport p.${pieces[0]!.third}.*;\n\n${pieces
        .map(
          ({ name, other, third }) =>
            `class K${name} extends K${other} {\n  K${third} it = new K${third}();\n  int ${third}() { it.${name}(); return ${other}() + this.${name}(); }\n}`,
        )
        .join("\n\n")}`,
  },
  {
    extension: "cs",
    text: (pieces) =>
      pieces
        .map(
          ({ name, other, third, from }) =>
            `namespace N.${from} {\n  class K${name} : K${other} {\n    K${third} it;\n    int ${third}() { it.${name}(); return N.${from}.K${other}.${third}(); }\n  }\n}`,
        )
        .join("\n\n"),
  },
  {
    extension: "md",
    text: (pieces) =>
      pieces.map(({ name, other, from }) => `# \`${name}\`\n\nSee \`${other}()\` in [x](${from}.md) and [y](lib/${from}.ts).\n`).join("\n"),
  },
  { extension: "json", text: (pieces) => JSON.stringify(Object.fromEntries(pieces.map(({ name, other }) => [name, other])), null, 2) },
];

const piece: fc.Arbitrary<Piece> = fc.record({
  name: fc.constantFrom(...NAMES),
  other: fc.constantFrom(...NAMES),
  third: fc.constantFrom(...NAMES),
  from: fc.constantFrom(...STEMS),
  shape: fc.nat(2),
});
const path = fc
  .record({
    folder: fc.constantFrom(...FOLDERS),
    stem: fc.constantFrom(...STEMS),
    language: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(0, 1) }, fc.nat(LANGUAGES.length - 1)),
  })
  .map(({ folder, stem, language }) => ({
    path: `${folder === "" ? "" : `${folder}/`}${stem}.${LANGUAGES[language]!.extension}`,
    language,
  }));
const pieces = fc.array(piece, { minLength: 1, maxLength: 3 });

type Change =
  | { do: "write"; path: string; text: string }
  | { do: "blank" | "delete" | "binary"; pick: number }
  | { do: "rename" | "reimport" | "redoc"; pick: number; to: string }
  | { do: "move"; pick: number; to: string };

const written: fc.Arbitrary<Change> = fc
  .tuple(path, pieces)
  .map(([{ path, language }, list]) => ({ do: "write" as const, path, text: LANGUAGES[language]!.text(list) }));
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: written },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("blank" as const, "delete" as const, "binary" as const), pick: fc.nat(99) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("rename" as const), pick: fc.nat(99), to: fc.constantFrom(...NAMES) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("reimport" as const), pick: fc.nat(99), to: fc.constantFrom(...STEMS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("redoc" as const), pick: fc.nat(99), to: fc.constantFrom(...NAMES) }) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(99), path).map(([pick, { path }]) => ({ do: "move" as const, pick, to: path })) },
);

/** Applies a change; those of an existing file do nothing in an empty tree. */
function apply(root: string, one: Change): void {
  if (one.do === "write") {
    write(root, { [one.path]: one.text });
    return;
  }
  const paths = Object.keys(read(root)).sort();
  const target = paths[one.pick % Math.max(1, paths.length)];
  if (target === undefined) return;
  const full = join(root, target);
  if (one.do === "delete") write(root, { [target]: null });
  // Lines move, nothing else changes.
  else if (one.do === "blank") writeFileSync(full, `\n\n${readFileSync(full, "utf8")}`);
  // Left out from now on: its content says that it is no text.
  else if (one.do === "binary") writeFileSync(full, "\0\0\0");
  // Only one definition gets another name; only one import leads elsewhere.
  else if (one.do === "rename")
    writeFileSync(
      full,
      readFileSync(full, "utf8").replace(
        /\b(function|def|class|func|type|module|package|namespace) (K|M|p\.|N\.)?\w+/,
        (_, word: string, prefix = "") => `${word} ${prefix}${one.to}`,
      ),
    );
  // Only what documentation says.
  else if (one.do === "redoc")
    writeFileSync(
      full,
      readFileSync(full, "utf8").replace(/(\{@link |:func:`|See `|# `)\w+/, (_, mark: string) => mark + one.to),
    );
  else if (one.do === "reimport") writeFileSync(full, readFileSync(full, "utf8").replace(/\b(one|index|two)\b/, one.to));
  else if (one.do === "move") {
    mkdirSync(join(root, one.to, ".."), { recursive: true });
    renameSync(full, join(root, one.to));
  }
}

async function freshDump(root: string): Promise<Record<string, unknown>> {
  const copy = temporary();
  write(copy, read(root));
  await index(copy, quiet);
  const store = opened(copy);
  const result = dump(store);
  store.close();
  return result;
}

/** Files of what a symbol calls. */
function callees(root: string, name: string): string[] {
  const store = opened(root);
  const [symbol] = store.symbolsByName(name);
  const paths = store.edgesFrom(symbol!.id, ["calls"]).map((edge) => store.symbolById(edge.dst)!.path);
  store.close();
  return paths;
}

describe("incremental ≡ full", () => {
  test("any sequence of edits, moves and deletions", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(written, { minLength: 1, maxLength: 8 }),
        fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        async (first, rounds) => {
          const root = temporary();
          for (const one of first) apply(root, one);
          await index(root, quiet);
          for (const round of rounds) {
            for (const one of round) apply(root, one);
            await index(root, quiet);
          }
          const store = opened(root);
          expect(dump(store)).toEqual(await freshDump(root));
          expect(counted(store)).toEqual({ ...store.counts() });
          store.close();
          removeTemporary();
        },
      ),
      { numRuns: 25, seed: 20_260 },
    );
  }, 120_000);

  test("an import whose target is renamed no longer leads there", async () => {
    const root = temporary();
    write(root, {
      "one.py": "def load(a):\n    return a\n",
      "two.py": "def load(a):\n    return a\n",
      "use.py": "from one import load\n\ndef g():\n    return load(1)\n",
    });
    await index(root, quiet);
    write(root, { "one.py": "def run(a):\n    return a\n" });
    await index(root, quiet);
    const store = opened(root);
    expect(dump(store)).toEqual(await freshDump(root));
    store.close();
  });

  test("a type that moves to another package is no longer found under its old name", async () => {
    const root = temporary();
    write(root, {
      "a/Foo.java": "package p.a;\n\npublic class Foo {\n  public int size() { return 1; }\n}\n",
      "b/Foo.java": "package p.b;\n\npublic class Foo {\n  public int size() { return 2; }\n}\n",
      "Use.java": "package p;\n\nimport p.a.Foo;\n\nclass Use {\n  int n(Foo foo) { return foo.size(); }\n}\n",
    });
    await index(root, quiet);
    expect(callees(root, "n")).toEqual(["a/Foo.java"]);
    write(root, { "a/Foo.java": "package p.c;\n\npublic class Foo {\n  public int size() { return 1; }\n}\n" });
    await index(root, quiet);
    const store = opened(root);
    expect(dump(store)).toEqual(await freshDump(root));
    store.close();
  });

  test("a method that moves up in a hierarchy is found there", async () => {
    const root = temporary();
    const type = (name: string, base: string, method: string) => `class ${name}${base}\n  def ${method}\n    1\n  end\nend\n`;
    write(root, {
      "base.rb": type("Base", "", "other"),
      "middle.rb": type("Middle", " < Base", "size"),
      "far.rb": type("Far", "", "size"),
      "use.rb": "class Use < Middle\n  def n\n    self.size\n  end\nend\n",
    });
    await index(root, quiet);
    expect(callees(root, "n")).toEqual(["middle.rb"]);
    write(root, { "base.rb": type("Base", "", "size"), "middle.rb": type("Middle", " < Base", "other") });
    await index(root, quiet);
    expect(callees(root, "n")).toEqual(["base.rb"]);
    const store = opened(root);
    expect(dump(store)).toEqual(await freshDump(root));
    store.close();
  });

  test("what a function calls because another file gives it goes with the other file", async () => {
    const root = temporary();
    const each = "void each(int n, void (*visit)(int)) {\n  while (n-- > 0) visit(n);\n}\n";
    const use = (given: string): string =>
      `#include "each.h"\nvoid show(int n) {}\nvoid hide(int n) {}\nvoid all(void) { each(3, ${given}); }\n`;
    write(root, { "each.h": "void each(int n, void (*visit)(int));\n", "each.c": each, "use.c": use("show") });
    const called = (): string[] => {
      const store = opened(root);
      const symbol = store.symbolsByName("each").find(({ path }) => path === "each.c");
      const found = symbol ? store.edgesFrom(symbol.id, ["calls"]).map(({ dst, line }) => `${store.symbolById(dst)?.name} ${line}`) : [];
      store.close();
      return found;
    };
    await index(root, quiet);
    expect(called()).toEqual(["show 1"]);
    write(root, { "each.c": `\n\n${each}` });
    await index(root, quiet);
    expect(called()).toEqual(["show 3"]);
    write(root, { "use.c": use("hide") });
    await index(root, quiet);
    expect(called()).toEqual(["hide 3"]);
    const store = opened(root);
    expect(dump(store)).toEqual(await freshDump(root));
    store.close();
    write(root, { "each.c": each.replace("visit(n)", "n--") });
    await index(root, quiet);
    expect(called()).toEqual([]);
  });

  test("the hash depends neither on where the tree is nor on children", async () => {
    const root = temporary();
    for (let i = 0; i < 6; i++)
      write(root, { [`m${i}.py`]: `from m${(i + 1) % 6} import f${(i + 1) % 6}\n\ndef f${i}():\n    return f${(i + 1) % 6}()\n` });
    const one = await index(root, { ...quiet, full: true, children: 1 });
    const away = temporary();
    write(away, read(root));
    expect((await index(away, quiet)).graph_hash).toBe(one.graph_hash);
  });
});

describe("index", () => {
  test("the tables do not depend on a second process that helps with the names", async () => {
    const files: Record<string, string> = {};
    for (let i = 0; i < parsing.resolverFiles + 50; i++)
      files[`lib/m${i}.ts`] =
        `import { f${i + 1} } from "./m${i + 1}";\nimport p from "package-${i % 7}";\nexport function f${i}() { return f${i + 1}() + p.go() + other(${i}); }\n`;
    const [alone, helped] = [temporary(), temporary()];
    for (const tree of [alone, helped]) write(tree, files);
    const rows = (db: Database) =>
      ["symbol", "edge_in", "reference", "dependency"].map((table) =>
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
    expect(asked.warnings.map((warning) => warning.code)).toEqual(["index-rebuilt"]);
    // Ours now: what git has is another file.
    const again = await refresh(theirs.tree, quiet);
    again.store.close();
    expect(again.warnings).toEqual([]);
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
    expect(index(other, quiet)).rejects.toMatchObject({ code: "index-unwritable" });
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
