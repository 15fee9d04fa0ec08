import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal, type RefusalCode } from "../../src/base/errors.ts";
import { parseCitation, type Shown, show } from "../../src/query/show.ts";
import type { Store } from "../../src/store/graph.ts";
import { indexInMemory, writeTree } from "./_index.ts";

const body = (name: string, lines = 28) => [
  `/** What ${name} does. */`,
  `export function ${name}(input: number) {`,
  ...Array.from({ length: lines }, (_, i) => `  input = ${name}Step(input, ${i});`),
  "  return input;",
  "}",
  "",
];

let root = "";
let store: Store;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "manifold-show-"));
  writeTree(root, {
    "src/a.ts": [...body("alpha"), ...body("beta")].join("\n"),
    "src/b.ts": body("gamma").join("\n"),
    "lib/alpha.ts": "export function alpha() {\n  return 1;\n}\n",
    ".env": "SECRET=1\n",
  });
  store = await indexInMemory(root);
});
afterEach(() => {
  store.close();
  rmSync(root, { recursive: true, force: true });
});

const one = (text: string, context = 0): Shown => show(store, text, { context })[0]!;
const cite = (name: string) => {
  const row = [...store.chunks()].find((chunk) => chunk.name === name)!;
  return { row, text: `${row.id} ${row.path}:${row.start}-${row.end}` };
};
async function again(): Promise<void> {
  store.close();
  store = await indexInMemory(root);
}
function refused(action: () => unknown): RefusalCode {
  try {
    action();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("citations taken apart", () => {
  const none = { chunk: null, path: null, start: null, end: null, symbol: null };
  const id = "chunk_0123456789abcdef";
  expect(parseCitation(id)).toEqual({ ...none, chunk: id });
  expect(parseCitation(` ${id}  src/my file.ts:3-9 `)).toEqual({ ...none, chunk: id, path: "src/my file.ts", start: 3, end: 9 });
  expect(parseCitation(`${id} src/a.ts:3-9 Session.save`)).toEqual({
    chunk: id,
    path: "src/a.ts",
    start: 3,
    end: 9,
    symbol: "Session.save",
  });
  expect(parseCitation("./src/a.ts:12")).toEqual({ ...none, path: "src/a.ts", start: 12, end: 12 });
  expect(parseCitation("src/a.ts:12:5")).toEqual({ ...none, path: "src/a.ts", start: 12, end: 12 });
  expect(parseCitation("a:b.ts:1-2")).toEqual({ ...none, path: "a:b.ts", start: 1, end: 2 });
  expect(parseCitation("Session.save")).toEqual({ ...none, symbol: "Session.save" });
  expect(parseCitation("Foo::bar")).toEqual({ ...none, symbol: "Foo::bar" });
  expect(refused(() => parseCitation("a.ts:0"))).toBe("bad-value");
  expect(refused(() => parseCitation("a.ts:9-3"))).toBe("bad-value");
});

describe("a chunk", () => {
  test("unchanged: by id, alone and with its place", () => {
    const { row, text } = cite("beta");
    for (const shown of [one(row.id), one(text)]) {
      expect(shown).toMatchObject({
        sameness: "unchanged",
        by: "id",
        path: "src/a.ts",
        start: row.start,
        end: row.end,
        note: null,
        citation: text,
      });
      expect(shown.lines[0]).toBe("/** What beta does. */");
    }
  });

  test("context", () => {
    const { row } = cite("beta");
    const shown = one(row.id, 2);
    expect(shown.first).toBe(row.start - 2);
    expect(shown.lines).toHaveLength(row.end - row.start + 3);
    expect(shown.lines[2]).toBe("/** What beta does. */");
  });

  test("moved by lines above, index up to date or behind", async () => {
    const { row, text } = cite("beta");
    const before = readFileSync(join(root, "src/a.ts"), "utf8");
    writeFileSync(join(root, "src/a.ts"), `// one\n// two\n\n${before}`);
    expect(one(text)).toMatchObject({ sameness: "moved", start: row.start + 3 });
    expect(one(text).lines[0]).toBe("/** What beta does. */");
    await again();
    expect(one(text)).toMatchObject({ sameness: "moved", by: "id", start: row.start + 3 });
    expect(one(row.id)).toMatchObject({ sameness: "unchanged", start: row.start + 3 });
  });

  test("moved to a renamed file, to another symbol, to another ordinal", async () => {
    const gamma = cite("gamma");
    renameSync(join(root, "src/b.ts"), join(root, "src/renamed.ts"));
    await again();
    expect(one(gamma.text)).toMatchObject({ sameness: "moved", by: "content", path: "src/renamed.ts", start: 1 });
    // Two equal definitions; the first goes, the second takes its ordinal.
    writeTree(root, {
      "src/twice.py": `${["def same(x):", ...Array(40).fill("    x = x + 1000000000"), "    return x", ""].join("\n")}\n`.repeat(2),
    });
    await again();
    const second = [...store.chunks()].filter((chunk) => chunk.path === "src/twice.py")[1]!;
    writeFileSync(join(root, "src/twice.py"), readFileSync(join(root, "src/twice.py"), "utf8").split("\n").slice(43).join("\n"));
    await again();
    expect(store.chunkById(second.id)).toBeNull();
    expect(one(`${second.id} ${second.path}:${second.start}-${second.end}`)).toMatchObject({ sameness: "moved", by: "content", start: 1 });
  });

  test("edited: by symbol where it is named, else by place; never passed off as the same", async () => {
    const { row, text } = cite("beta");
    const before = readFileSync(join(root, "src/a.ts"), "utf8");
    writeFileSync(join(root, "src/a.ts"), `// new\n\n${before.replace("betaStep(input, 3)", "betaStep(input, 33)")}`);
    // The index is behind: the id is known, its text is not there.
    expect(one(text)).toMatchObject({ sameness: "edited", by: "place" });
    await again();
    const symbol = one(`${text} beta`);
    expect(symbol).toMatchObject({ sameness: "edited", by: "symbol", start: row.start + 2 });
    expect(symbol.note).toContain("beta");
    const place = one(text);
    expect(place).toMatchObject({ sameness: "edited", by: "place", path: "src/a.ts" });
    expect(place.note).not.toBeNull();
    expect(refused(() => one(row.id))).toBe("citation-unknown");
  });

  test("gone", async () => {
    const { text } = cite("gamma");
    rmSync(join(root, "src/b.ts"));
    expect(refused(() => one(text))).toBe("file-unreadable");
    await again();
    expect(refused(() => one(text))).toBe("citation-unknown");
    expect(refused(() => one("chunk_0000000000000000"))).toBe("citation-unknown");
  });
});

describe("a place", () => {
  test("a line is shown with its chunk and marked; a range as it is", () => {
    const { row } = cite("beta");
    expect(one(`src/a.ts:${row.start + 5}`)).toMatchObject({
      mark: row.start + 5,
      start: row.start,
      end: row.end,
      sameness: "unchecked",
      qualified: "beta",
    });
    const range = one("src/a.ts:2-4");
    expect(range).toMatchObject({ mark: null, start: 2, end: 4 });
    expect(range.lines).toHaveLength(3);
    expect(one("b.ts:1").path).toBe("src/b.ts");
    expect(one("src/b.ts").lines[0]).toBe("/** What gamma does. */");
  });

  test("outside the file, outside the index, a secret", () => {
    expect(refused(() => one("src/a.ts:9999"))).toBe("citation-unknown");
    expect(refused(() => one("src/none.ts:1"))).toBe("citation-unknown");
    expect(refused(() => one(".env:1"))).toBe("citation-unknown");
    expect(refused(() => one("../../../etc/passwd:1"))).toBe("citation-unknown");
    expect(one("src/b.ts:30-9999").end).toBe(32);
  });
});

describe("a symbol", () => {
  test("with its doc comment; every definition of a name; without case and underscores; by key", () => {
    const [shown] = show(store, "beta", { context: 0 });
    expect(shown!.lines[0]).toBe("/** What beta does. */");
    expect(shown).toMatchObject({ kind: "function", qualified: "beta", by: "symbol" });
    expect(show(store, "alpha", { context: 0 }).map((each) => each.path)).toEqual(["lib/alpha.ts", "src/a.ts"]);
    expect(show(store, "BETA()", { context: 0 })).toHaveLength(1);
    expect(one(store.symbolsByName("gamma")[0]!.key).path).toBe("src/b.ts");
    expect(refused(() => one("nothing_of_that_name"))).toBe("symbol-unknown");
  });
});
