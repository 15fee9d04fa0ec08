import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { index } from "../../src/indexing.ts";
import { counted, dump, opened, read, removeTemporary, temporary, write } from "../store/_tree.ts";

afterEach(removeTemporary);

const quiet = { quiet: true } as const;

// ---------------------------------------------------------------------------------------------- generated trees

const NAMES = ["load", "save", "Store", "parse", "Base", "run"] as const;
// Few, so that imports meet what they name.
const FOLDERS = ["", "", "lib", "lib/one"] as const;
const STEMS = ["one", "index", "two"] as const;

/** One definition in a language: a function or type that uses other names, imported or not. */
type Piece = { name: string; other: string; third: string; from: string; shape: number };
/** What makes a document one that records a decision, on a pattern, a file and a name. */
const decision = ({ other, from }: Piece): string =>
  `---\nstatus: accepted\ndeciders: us\ngoverns:\n  - lib/**\n  - lib/${from}.ts\n  - ${other}\n---\n`;

/** What makes a document a note, about a name and a file, that says something of others. */
const noted = ({ name, other, third, from }: Piece): string =>
  `---\nid: ${name}\ntier: normal\nabout:\n  - lib/${from}.ts\n  - ${other}\nsupersedes:\n  - ${third}\ncaused:\n  - ${other}\n---\n`;

/** A CODEOWNERS whose owners come and go. */
const owners = ({ name, other, from }: Piece): string => `* @${name}\n/lib/ @${other} @${name}\n${from}.* @${other}\n/lib/one/\n`;

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
      (pieces[0]!.shape === 0 ? decision(pieces[0]!) : pieces[0]!.shape === 1 ? noted(pieces[0]!) : "") +
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
  { weight: 1, arbitrary: piece.map((one) => ({ do: "write" as const, path: "CODEOWNERS", text: owners(one) })) },
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
            // Nothing that an update does may look like damage to it: the index would be built anew, and be right all the same.
            expect((await index(root, quiet)).warnings).toEqual([]);
          }
          const store = opened(root);
          expect(dump(store)).toEqual(await freshDump(root));
          expect(counted(store)).toEqual({ ...store.counts() });
          expect(Object.entries(store.languages()).sort()).toEqual(dump(store).counted as [string, number][]);
          store.close();
          removeTemporary();
        },
      ),
      { numRuns: 14, seed: 20_260 },
    );
  }, 120_000);

  test("a definition renamed between two others, and used elsewhere: its number lies outside the file's range", async () => {
    const root = temporary();
    const of = (name: string) => ({
      "one.py": `def first():\n    return 1\n\ndef ${name}():\n    return 2\n\ndef last():\n    return 3\n`,
      "use.py": `from one import ${name}\n\ndef g():\n    return ${name}()\n`,
    });
    write(root, of("middle"));
    await index(root, quiet);
    write(root, of("centre"));
    const { incremental, warnings } = await index(root, quiet);
    expect([incremental, warnings]).toEqual([true, []]);
    const store = opened(root);
    expect(dump(store)).toEqual(await freshDump(root));
    store.close();
  });

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
