/** What the index had of changed files stands for reading their old sides from git (../../src/store/previous.ts): the same report. */
import { expect, test } from "bun:test";
import { impactOf } from "../../src/asking/impact.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { PreviousFacts } from "../../src/store/previous.ts";
import { Repository } from "./_repository.ts";

const FILES = {
  "lib/a.ts":
    "/** Adds. */\nexport function add(a: number, b: number) {\n  return a + b;\n}\n\nexport class Box {\n  size = 1;\n  grow(by: number) {\n    this.size = add(this.size, by);\n  }\n}\n",
  "lib/b.ts": "import { add, Box } from './a.ts';\n\nexport function twice(n: number) {\n  new Box().grow(n);\n  return add(n, n);\n}\n",
  "lib/c.py": "def load(path):\n    return open(path)\n\n\ndef save(path):\n    return load(path)\n",
  "notes.md": "# Notes\n\nSee `add`.\n",
};

const edit = (path: keyof typeof FILES, from: string, to: string) => ({ [path]: FILES[path].replace(from, to) });

const CHANGES: [what: string, files: Record<string, string>, gone?: string[]][] = [
  ["a body", edit("lib/a.ts", "return a + b", "return b + a")],
  ["a signature", edit("lib/a.ts", "b: number)", "b: number, c = 0)")],
  ["a function more", edit("lib/c.py", "def save", "def count(path):\n    return 1\n\n\ndef save")],
  ["a function less", { "lib/c.py": "def load(path):\n    return open(path)\n" }],
  ["another name", edit("lib/c.py", "def load(path)", "def read(path)")],
  ["a comment", edit("lib/a.ts", "Adds.", "Adds two numbers.")],
  ["imports", edit("lib/b.ts", "add, Box }", "Box, add }")],
  [
    "a class in another file",
    { "lib/a.ts": FILES["lib/a.ts"].split("export class")[0]!, "lib/box.ts": `export class${FILES["lib/a.ts"].split("export class")[1]}` },
  ],
  ["syntax errors", edit("lib/a.ts", "  size = 1;\n", "  size = = 1;;;\n  )(\n")],
  ["a file less", {}, ["lib/c.py"]],
  ["text", edit("notes.md", "See", "Use")],
  ["two at once", { ...edit("lib/a.ts", "by: number", "by = 1"), ...edit("lib/c.py", "open(path)", "open(path, 'rb')") }],
];

for (const [what, files, gone = []] of CHANGES)
  test(what, async () => {
    using repository = new Repository(FILES);
    const ready = await refresh(repository.root, { quiet: true, terminal: false });
    ready.store.close();
    repository.write(files);
    for (const path of gone) repository.git("rm", "-q", path);
    repository.stage();
    const previous = new PreviousFacts();
    const { store, behind, warnings } = await refresh(repository.root, { quiet: true, terminal: false, previous });
    const session = { root: repository.root, store, behind, warnings };
    const known = Object.keys(FILES).filter((path) => path in files || gone.includes(path));
    for (const path of known) {
      expect(previous.at(path, repository.git("rev-parse", `HEAD:${path}`).trim())?.symbols.length ?? 0).toBeGreaterThan(0);
      expect(previous.at(path, "0".repeat(40))).toBeNull();
    }
    const source = { kind: "staged" } as const;
    const reports = [await impactOf(session, source, { previous }), await impactOf(session, source)];
    store.close();
    expect(reports[0]).toEqual(reports[1]!);
    expect(reports[1]!.counts.changed_files).toBeGreaterThan(0);
  });

test("the old side is what the index had, not what git has", async () => {
  class Forgetful extends PreviousFacts {
    override at(path: string, hash: string) {
      const was = super.at(path, hash);
      return was && { ...was, symbols: was.symbols.filter(({ name }) => name !== "save") };
    }
  }
  using repository = new Repository(FILES);
  (await refresh(repository.root, { quiet: true, terminal: false })).store.close();
  repository.write(edit("lib/c.py", "open(path)\n\n\ndef save(path):", "open(path)\n\n\ndef save(path, mode):")).stage();
  const previous = new Forgetful();
  const { store, behind, warnings } = await refresh(repository.root, { quiet: true, terminal: false, previous });
  const { seeds } = await impactOf({ root: repository.root, store, behind, warnings }, { kind: "staged" }, { previous });
  store.close();
  expect(seeds.map(({ change, name }) => `${change} ${name}`)).toContain("added save");
});

test("where comments stand now is what the update saw", async () => {
  class Blind extends PreviousFacts {
    override spansOf(path: string, hash: string) {
      const spans = super.spansOf(path, hash);
      expect(super.spansOf(path, "0".repeat(40))).toBeNull();
      return spans && { ...spans, comments: [] };
    }
  }
  using repository = new Repository(FILES);
  (await refresh(repository.root, { quiet: true, terminal: false })).store.close();
  repository.write(edit("lib/a.ts", "  return a", "  // both\n  return a")).stage();
  const changes = [];
  for (const previous of [new PreviousFacts(), new Blind()]) {
    if (changes.length > 0) repository.write(edit("lib/a.ts", "  return a", "  // all\n  return a")).stage();
    const { store, behind, warnings } = await refresh(repository.root, { quiet: true, terminal: false, previous });
    const { seeds } = await impactOf({ root: repository.root, store, behind, warnings }, { kind: "staged" }, { previous });
    store.close();
    changes.push(seeds.filter(({ name }) => name === "add").map(({ change }) => change));
  }
  expect(changes).toEqual([["comment"], ["body"]]);
});
