import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Operation } from "../../src/base/types.ts";
import { index } from "../../src/indexing.ts";
import {
  candidatesAt,
  editsFrom,
  findSymbol,
  type StructuralAnswer,
  type StructuralHit,
  type WalkOptions,
  walk,
} from "../../src/query/walk.ts";
import { indexed } from "../_indexed.ts";
import { opened } from "../store/_tree.ts";
import { writeTree } from "./_index.ts";

const FILES = {
  "src/store.ts": `export class Base {
  close() {}
  save() { this.close(); }
}
export class Session extends Base {
  constructor(private name: string) { super(); }
  save() { this.flush(); helper(this.name); }
  private flush() {}
}
export function helper(text: string) { return text; }
export function open(name: string): Session { return new Session(name); }
function lonely() {}
`,
  "src/use.ts": `import { Base, Session, open, helper as h } from "./store";
import ext from "ext";
export function direct() { open("x").save(); }
export function viaBase(b: Base) { b.save(); }
export function unknown(x: any) { x.save(); x.save(1, 2, 3); x.flush(); }
export function top() { direct(); ext.run(); }
export function topper() { top(); }
class Memory extends Session {}
h("a");
`,
  "src/copy.ts": "function helper(text: string, more: string) { return more; }\nexport function copyUser() { helper('a', 'b'); }\n",
  "package.json": '{ "dependencies": { "ext": "1.0.0" } }\n',
  "src/index.ts": 'export * from "./store";\nexport * from "./use";\n',
  "src/ways.ts":
    "export function start() { left(); right(); left(); }\nfunction left() { finish(); }\nfunction right() { finish(); }\nexport function finish() {}\n",
  "src/chain.ts":
    "export function first() { second(); }\nexport function second() { third({}); }\nexport function third(x: any) { x.fourthStep(); }\nexport class Last { fourthStep() {} }\nexport function outer() { function inner() { first(); } return inner; }\nfunction usesOuter() { outer(); }\n",
  // Places that go round in circles, and names that begin like the place of an argument.
  "src/odd.ts": `export interface Serializer { write(text: string): string; next: Serializer }
export function store(one: Serializer | Record<string, Serializer>) { return one.write("a"); }
`,
  "src/odd.js":
    "const $root = {run() {}};\nexport function root() { return $root; }\nexport function go(a) { root(a).run(); const b = root(a); b.run(); }\n",
  "R/frame.R":
    'print.frame <- function(x) x\n"[<-.frame" <- function(x, i, value) x\n"+.plot" <- function(a, b) a\n.onLoad <- function(lib) print.frame(lib)\n',
  "test/store.test.ts":
    'import { Session, helper } from "../src/store";\nfunction check() { new Session("a").save(); helper("b"); }\ncheck();\n',
};

const tree = indexed(FILES);

const ask = (operation: Operation, name: string | null, target: string | null = null, options: WalkOptions = {}): StructuralAnswer =>
  walk(tree.store, operation, name, target, options);
const line = (hit: StructuralHit): string =>
  `${hit.depth} ${hit.symbol.path}:${hit.symbol.qualified}${hit.line === null ? "" : `:${hit.line}`} ${hit.resolution}`;
const lines = (hits: StructuralHit[]): string[] => hits.map(line);
const chosen = (name: string): string | null => {
  const symbol = findSymbol(tree.store, { name }).chosen;
  return symbol && `${symbol.path}:${symbol.qualified}`;
};

describe("which symbol is meant", () => {
  test("qualified, by its end, bare, with its file, by place, by id", () => {
    expect(chosen("Session.save")).toBe("src/store.ts:Session.save");
    expect(chosen("Session::save()")).toBe("src/store.ts:Session.save");
    expect(chosen("src/copy.ts:helper")).toBe("src/copy.ts:helper");
    expect(chosen("copy.ts::helper")).toBe("src/copy.ts:helper");
    expect(chosen("src/copy.ts")).toBe("src/copy.ts:src/copy.ts");
    expect(chosen("src/store.ts:8")).toBe("src/store.ts:Session.flush");
    const at = findSymbol(tree.store, { name: "Session", at: { path: "src/store.ts", line: 8 } });
    expect(at.chosen?.qualified).toBe("Session");
    expect(chosen(at.chosen!.key)).toBe("src/store.ts:Session");
  });

  test("a name beside a place: the definition that begins there, what is used there, else what is around it", () => {
    const at = (name: string, path: string, line: number) => {
      const { chosen: one } = findSymbol(tree.store, { name, at: { path, line } });
      return `${one?.path}:${one?.qualified}`;
    };
    expect(at("helper", "src/store.ts", 7)).toBe("src/store.ts:helper");
    expect(at("helper", "src/copy.ts", 2)).toBe("src/copy.ts:helper");
    expect(at("h", "src/use.ts", 9)).toBe("src/store.ts:helper");
    // It begins there, whatever else of that name the line uses.
    expect(at("save", "src/store.ts", 7)).toBe("src/store.ts:Session.save");
    expect(at("save", "src/use.ts", 4)).toBe("src/store.ts:Base.save");
    const standing = (name: string) => findSymbol(tree.store, { name: null, at: { path: "src/use.ts", line: 5, standing: name } });
    expect(standing("x").chosen).toBeNull();
    expect(standing("save").reason).toBe("What save means at src/use.ts:5 could not be established.");
    expect(candidatesAt(tree.store, "src/use.ts", 5, "save").map(({ qualified }) => qualified)).toEqual(["Base.save", "Session.save"]);
    expect(candidatesAt(tree.store, "src/use.ts", 4, "save")).toEqual([]);
  });

  test("several definitions: all listed, the choice explained and not a test's", () => {
    const choice = findSymbol(tree.store, { name: "helper" });
    expect(choice.candidates.map((symbol) => symbol.path)).toEqual(["src/store.ts", "src/copy.ts"]);
    expect(choice.reason).toBe("2 definitions of helper; taken was src/store.ts:10, which is exported.");
    expect(ask("definition", "helper").hits.length).toBe(2);
  });

  test("inherited members are found in the supertype, and it is said", () => {
    const choice = findSymbol(tree.store, { name: "Memory.close" });
    expect(choice.chosen?.qualified).toBe("Base.close");
    expect(choice.reason).toContain("inherits Base.close");
  });

  test("other letters are said; the unknown is not replaced", () => {
    expect(findSymbol(tree.store, { name: "session" }).reason).toContain("in other letters");
    const unknown = findSymbol(tree.store, { name: "Sesion" });
    expect(unknown.chosen).toBeNull();
    expect(unknown.suggestions[0]).toBe("Session");
    expect(ask("callers", "nothingLikeThis").choice.suggestions).toEqual([]);
    expect(findSymbol(tree.store, { name: "src/copy.ts:open" }).chosen).toBeNull();
    expect(findSymbol(tree.store, { name: "" }).chosen).toBeNull();
    for (const name of ["print.frame", "[<-.frame", "+.plot", ".onLoad"]) expect(findSymbol(tree.store, { name }).chosen?.name).toBe(name);
  });

  test("a package outside the tree", () => {
    expect(findSymbol(tree.store, { name: "ext" }).chosen?.kind).toBe("external");
    expect(lines(ask("importers", "ext").hits)).toEqual(["1 src/use.ts:src/use.ts:2 external"]);
    // The manifest's line about a package or script is not what is meant, where there is code.
    expect(findSymbol(tree.store, { name: "ext" }).candidates.map((symbol) => symbol.path)).toEqual(["", "package.json"]);
    // A part of a package is the package: imports are not told apart further.
    const part = findSymbol(tree.store, { name: "ext/sub", module: true });
    expect([part.chosen?.name, part.reason]).toEqual([
      "ext",
      "No ext/sub is told apart here; the package ext, outside this tree, was taken.",
    ]);
    expect(findSymbol(tree.store, { name: "ext/sub" }).chosen).toBeNull();
  });
});

describe("callers and callees", () => {
  test("facts apart from what may be: unknown receivers and calls of the overridden method", () => {
    const answer = ask("callers", "Session.save");
    expect(lines(answer.hits)).toEqual(["1 src/use.ts:direct:3 typed", "1 test/store.test.ts:check:2 typed"]);
    expect(lines(answer.possible)).toEqual(["1 src/use.ts:viaBase:4 ambiguous", "1 src/use.ts:unknown:5 ambiguous"]);
    // x.save(1, 2, 3) has too many arguments to be counted as possible
    expect(answer.counts).toEqual({ resolved: 2, possible: 2, unresolved: 1 });
    expect(answer.edges.filter((edge) => edge.resolution !== "ambiguous").length).toBe(2);
    expect(answer.hits.map((hit) => hit.test)).toEqual([false, true]);
  });

  test("of a class: where it is constructed", () => {
    expect(lines(ask("callers", "Session").hits)).toEqual(["1 src/store.ts:open:11 exact", "1 test/store.test.ts:check:2 exact"]);
    expect(lines(ask("callers", "Session.constructor").hits)).toEqual(lines(ask("callers", "Session").hits));
  });

  test("same names in two files keep their callers", () => {
    expect(lines(ask("callers", "src/copy.ts:helper").hits)).toEqual(["1 src/copy.ts:copyUser:2 exact"]);
    expect(lines(ask("callers", "src/store.ts:helper").hits)).toEqual([
      "1 src/store.ts:Session.save:7 exact",
      "1 src/use.ts:src/use.ts:9 exact",
      "1 test/store.test.ts:check:2 exact",
    ]);
  });

  test("deeper: nearest first, each once", () => {
    expect(lines(ask("callers", "direct", null, { depth: 3 }).hits)).toEqual(["1 src/use.ts:top:6 exact", "2 src/use.ts:topper:7 exact"]);
  });

  test("callees", () => {
    const answer = ask("callees", "Session.save");
    expect(lines(answer.hits)).toEqual(["1 src/store.ts:Session.flush:7 typed", "1 src/store.ts:helper:7 exact"]);
    const unknown = ask("callees", "unknown");
    expect(unknown.hits).toEqual([]);
    expect(lines(unknown.possible)).toEqual([
      "1 src/store.ts:Base.save:5 ambiguous",
      "1 src/store.ts:Session.save:5 ambiguous",
      "1 src/store.ts:Session.flush:5 ambiguous",
    ]);
    expect(unknown.counts.resolved).toBe(0);
  });

  test("nobody calls it: empty, not invented", () => {
    const answer = ask("callers", "lonely");
    expect(answer.hits).toEqual([]);
    expect(answer.counts).toEqual({ resolved: 0, possible: 0, unresolved: 0 });
  });
});

test("types up and down", () => {
  expect(lines(ask("subclasses", "Base").hits)).toEqual(["1 src/store.ts:Session:5 exact", "2 src/use.ts:Memory:8 exact"]);
  expect(lines(ask("superclasses", "Memory").hits)).toEqual(["1 src/store.ts:Session:8 exact", "2 src/store.ts:Base:5 exact"]);
});

test("imports, importers, members", () => {
  expect(lines(ask("imports", "src/use.ts").hits)).toEqual(["1 src/store.ts:src/store.ts:1 exact", "1 :ext:2 external"]);
  expect(lines(ask("importers", "src/store").hits)).toEqual([
    "1 src/index.ts:src/index.ts:1 exact",
    "1 src/use.ts:src/use.ts:1 exact",
    "1 test/store.test.ts:test/store.test.ts:1 exact",
  ]);
  expect(ask("imports", "Session").notes[0]).toContain("src/store.ts");
  expect(ask("members", "Session").hits.map((hit) => hit.symbol.name)).toContain("flush");
});

test("references: every use, in order", () => {
  expect(lines(ask("references", "Base").hits)).toEqual([
    "1 src/store.ts:Session:5 exact",
    "1 src/store.ts:Session.constructor:6 exact",
    "1 src/use.ts:src/use.ts:1 exact",
    "1 src/use.ts:viaBase:4 exact",
  ]);
});

describe("blast radius", () => {
  test("reaches callers of callers, marks tests, never low where callers are open", () => {
    const answer = ask("blast_radius", "Session.save");
    expect(answer.hits.map((hit) => hit.symbol.name)).toEqual(["direct", "check", "top", "store.test.ts", "topper"]);
    expect(answer.risk?.level).not.toBe("low");
    expect(answer.risk?.reasons.join(" ")).toContain("could be it");
  });
  test("a function around one that is reached is reached too", () => {
    expect(ask("blast_radius", "first").hits.map((hit) => hit.symbol.name)).toEqual(["outer", "inner", "usesOuter"]);
  });
  test("certainly unused and private is low; unused but exported is unknown", () => {
    expect(ask("blast_radius", "lonely").risk?.level).toBe("low");
    expect(ask("blast_radius", "topper").risk?.level).toBe("unknown");
  });
});

describe("path", () => {
  test("the shortest chain with the lines of its calls", () => {
    const answer = ask("path", "topper", "Session.save");
    expect(lines(answer.hits)).toEqual([
      "0 src/use.ts:topper exact",
      "1 src/use.ts:top:7 exact",
      "2 src/use.ts:direct:6 exact",
      "3 src/store.ts:Session.save:3 typed",
    ]);
    expect(answer.possible).toEqual([]);
  });
  test("only a possible one: said, and no fact", () => {
    const answer = ask("path", "first", "Last.fourthStep");
    expect(answer.hits).toEqual([]);
    expect(lines(answer.possible)).toEqual([
      "0 src/chain.ts:first exact",
      "1 src/chain.ts:second:1 exact",
      "2 src/chain.ts:third:2 exact",
      "3 src/chain.ts:Last.fourthStep:3 ambiguous",
    ]);
    expect(answer.notes[0]).toContain("No certain chain");
  });
  test("none, but the other way round", () => {
    const answer = ask("path", "helper", "topper");
    expect(answer.hits).toEqual([]);
    expect(answer.notes.join(" ")).toContain("other way round");
  });
  test("an unknown end", () => {
    expect(ask("path", "topper", "nobodyThere").target?.chosen).toBeNull();
  });
  test("an end told by its place", () => {
    const { path, start } = ask("definition", "Session.save").choice.chosen!;
    const answer = ask("path", "topper", null, { toAt: { path, line: start } });
    expect(answer.target?.chosen?.qualified).toBe("Session.save");
    expect(lines(answer.hits)).toEqual(lines(ask("path", "topper", "Session.save").hits));
    expect(ask("path", "topper", null, { toAt: { path: "src/none.ts", line: 1 } }).target?.chosen).toBeNull();
  });
});

test("edits of near names against a naive twin", () => {
  const levenshtein = (a: string, b: string): number => {
    const d = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array.from({ length: b.length }, () => 0)]);
    for (let j = 0; j <= b.length; j++) d[0]![j] = j;
    for (let i = 1; i <= a.length; i++)
      for (let j = 1; j <= b.length; j++)
        d[i]![j] = Math.min(d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, d[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    return d[a.length]![b.length]!;
  };
  const naive = (typed: string, name: string): number => {
    const swaps = Array.from(typed.slice(1), (letter, at) => typed.slice(0, at) + letter + typed[at] + typed.slice(at + 2));
    const slips = swaps.map((swap) => 1 + levenshtein(swap, name)).filter((edits) => edits <= 2);
    return Math.min(levenshtein(typed, name), ...slips);
  };
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "_", "é"), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(word, fc.uniqueArray(word, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), (typed, names, limit) => {
      const expected = names.map((name): [string, number] => [name, naive(typed, name)]).filter(([, edits]) => edits <= limit);
      expect(editsFrom(typed, names, limit)).toEqual(new Map(expected));
    }),
    { numRuns: 300 },
  );
  expect(editsFrom("svae", ["save", "wave"], 1)).toEqual(new Map([["save", 1]]));
  expect(editsFrom("bnidHtp", ["bindHttp"], 2)).toEqual(new Map([["bindHttp", 2]]));
  expect(editsFrom("a".repeat(100_000), ["a"], 33_333)).toEqual(new Map());
});

test("further paths are told; the first is the answer, the others are in the graph", () => {
  const answer = ask("path", "start", "finish");
  expect(answer.hits.map((hit) => hit.symbol.name)).toEqual(["start", "left", "finish"]);
  expect(answer.edges).toHaveLength(4);
  expect(answer.beside?.map(({ name }) => name)).toEqual(["right", "finish"]);
  expect(answer.connection?.paths.map(({ steps }) => steps.map(({ line }) => line))).toEqual([
    [1, 2],
    [1, 3],
  ]);
  expect(answer.notes).toEqual([]);
});

describe("callers in tests", () => {
  test("stand after the others, though their paths come first", async () => {
    const folder = mkdtempSync(join(tmpdir(), "manifold-walk-"));
    writeTree(folder, {
      "lib/work.py": "def work():\n    pass\n",
      "lib/zoo.py": "from lib.work import work\n\ndef feed():\n    work()\n",
      "a_tests/test_work.py": "from lib.work import work\n\ndef test_work():\n    work()\n",
    });
    await index(folder, { quiet: true, embedding: null });
    const own = opened(folder);
    const { hits } = walk(own, "callers", "work");
    expect(hits.map(({ path, test }) => [path, test])).toEqual([
      ["lib/zoo.py", false],
      ["a_tests/test_work.py", true],
    ]);
    own.close();
    rmSync(folder, { recursive: true });
  });
});

test("a heading is never taken where a definition of code has the name, wherever that stands", async () => {
  const folder = mkdtempSync(join(tmpdir(), "manifold-walk-"));
  writeTree(folder, { "web/form.html": "<h2>Owner</h2>\n<p>Who has a pet.</p>\n", "examples/pets.py": "class Owner:\n    pass\n" });
  await index(folder, { quiet: true, embedding: null });
  const own = opened(folder);
  const { chosen, candidates } = findSymbol(own, { name: "Owner" });
  expect([chosen?.path, candidates.length]).toEqual(["examples/pets.py", 2]);
  own.close();
  rmSync(folder, { recursive: true });
});
