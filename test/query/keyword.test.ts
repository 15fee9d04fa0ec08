import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "../../src/base/errors.ts";
import { type KeywordAnswer, searchKeyword } from "../../src/query/keyword.ts";
import type { Store } from "../../src/store/graph.ts";
import { indexInMemory, writeTree } from "./_index.ts";

const SECRET = ["AKIA", "Q3EGRCXVBN2KPLM7"].join("");
const TOKEN = ["ghp", "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d"].join("_");

let root = "";
let store: Store;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "manifold-keyword-"));
  writeTree(root, {
    "src/auth.ts":
      "import { hash } from './hash';\n\nexport function authenticate(user: string) {\n  // TODO: rate limit\n  return hash(user);\n}\n",
    "src/app.ts": "import { authenticate } from './auth';\nauthenticate('x');\nauthenticate('y');\n",
    "test/auth.test.ts": "import { authenticate } from '../src/auth';\ntest('a', () => authenticate('a'));\n",
    "docs/guide.md": "# Guide\n\nCall `authenticate` first. TODO: more.\n",
    "src/licence.ts": "// Copyright 2024 Somebody\n// Licensed under the Ferret Licence\n\nexport const value = 1;\n",
    "src/keys.ts": `export const key = "${SECRET}";\nexport const plain = "AKIA is a prefix";\nconst token = "${TOKEN}";\n`,
    "src/wide.ts": new Uint8Array([0xff, 0xfe, ...Buffer.from("const weite = 'größe';\n", "utf16le")]),
    "src/crlf.ts": "const one = 1;\r\nconst two = 2;\r\n",
    ".env": "PASSWORD=hunter2hunter2\n",
  });
  store = await indexInMemory(root);
});
afterAll(() => {
  store.close();
  rmSync(root, { recursive: true, force: true });
});

const all = (keyword: string) => searchKeyword(store, keyword, { limit: 1000 });
const places = (answer: KeywordAnswer) => answer.files.flatMap((file) => file.lines.map((line) => `${file.path}:${line.line}`));

describe("lines", () => {
  test("the defining file first, then source, documentation, tests; inside a file by line", () => {
    const answer = all("authenticate");
    expect(places(answer)).toEqual([
      "src/auth.ts:3",
      "src/app.ts:1",
      "src/app.ts:2",
      "src/app.ts:3",
      "docs/guide.md:3",
      "test/auth.test.ts:1",
      "test/auth.test.ts:2",
    ]);
    expect(answer.count).toBe(7);
    expect(answer.more).toBe(false);
    const [first, second] = answer.files;
    expect(first!.lines[0]).toEqual({
      line: 3,
      column: 17,
      text: "export function authenticate(user: string) {",
      stretches: [[16, 28]],
      definition: true,
    });
    expect(second!.lines.some((line) => line.definition)).toBe(false);
  });

  test("whole words through the postings give what a scan gives", () => {
    for (const word of ["authenticate", "hash", "TODO", "user", "const", "Ferret", "value", "test", "of"])
      expect(places(all(`/\\b${word}\\b/`)).sort()).toEqual(places(all(`/\\b(?:${word})\\b/`)).sort());
    expect(places(all("/\\bFerret\\b/"))).toEqual(["src/licence.ts:2"]);
    expect(places(all("/\\bauthentic\\b/"))).toEqual([]);
  });

  test("UTF-16 and CRLF", () => {
    expect(places(all("größe"))).toEqual(["src/wide.ts:1"]);
    expect(places(all("/= \\d;$/"))).toContain("src/crlf.ts:2");
    expect(all("const two").files[0]!.lines[0]!.text).toBe("const two = 2;");
  });

  test("the limit ends the search and says so; counts are of what was seen", () => {
    const two = searchKeyword(store, "authenticate", { limit: 2 });
    expect(places(two)).toEqual(["src/auth.ts:3", "src/app.ts:1"]);
    expect(two.more).toBe(true);
    expect(two.count).toBe(2);
    const exact = searchKeyword(store, "authenticate", { limit: 7 });
    expect(exact.more).toBe(false);
    expect(searchKeyword(store, "authenticate", { limit: 0 }).more).toBe(true);
    const one = searchKeyword(store, "authenticate", { limit: 10, perFile: 1 });
    expect(places(one)).toEqual(["src/auth.ts:3", "src/app.ts:1", "docs/guide.md:3", "test/auth.test.ts:1"]);
    expect(one.count).toBe(7);
  });

  test("filters on files", () => {
    const answer = searchKeyword(store, "authenticate", { limit: 10, accept: (path) => path.startsWith("docs/") });
    expect(places(answer)).toEqual(["docs/guide.md:3"]);
  });

  test("nothing found, and a bad expression", () => {
    expect(all("no such text")).toMatchObject({ files: [], count: 0, more: false });
    expect(() => all("/(/")).toThrow(Refusal);
  });

  test("a file that changed since is searched as it is now, and marked", () => {
    const path = join(root, "src/later.ts");
    writeFileSync(path, "export const first = 1;\n");
    return indexInMemory(root).then((fresh) => {
      writeFileSync(path, "export const second = 2;\n");
      expect(searchKeyword(fresh, "const first", { limit: 5 }).count).toBe(0);
      const [file] = searchKeyword(fresh, "const second", { limit: 5 }).files;
      expect(file).toMatchObject({ path: "src/later.ts", changed: true });
      rmSync(path);
      expect(searchKeyword(fresh, "const second", { limit: 5 }).count).toBe(0);
      fresh.close();
    });
  });
});

describe("secrets cannot be probed", () => {
  test("by literal, by part, by expression, by case, by length", () => {
    for (const keyword of [
      SECRET,
      SECRET.slice(0, 8),
      SECRET.slice(4),
      SECRET.toLowerCase(),
      "Q3EG",
      `/${SECRET}/`,
      "/AKIAQ/",
      "/AKIA[A-Z0-9]{16}/",
      "/AK.AQ3EG/i",
      `/(${SECRET}|zzz)/`,
      TOKEN,
      "/ghp_\\w{36}/",
      "/ghp_A/",
      "hunter2",
      "/PASSWORD=/",
    ])
      expect(all(keyword).count).toBe(0);
    expect(places(all("AKIA"))).toEqual(["src/keys.ts:2"]);
  });

  test("what is shown of their lines has them blanked", () => {
    const shown = JSON.stringify(all("/key|token/").files);
    expect(shown).toContain("export const key");
    expect(shown).not.toContain("Q3EG");
    expect(shown).not.toContain("Ab3dEf");
  });

  test("an expression that matches blanked text says nothing about what was there", () => {
    // The first alternative matches the blanked line. Whether it is found must not depend on whether the second, a guess, is in the bytes.
    const visible = all('/key = "█+"/').count;
    expect(all(`/key = "█+";$|${SECRET}/`).count).toBe(visible);
    expect(all('/key = "█+";$|AKIAZZZZ/').count).toBe(visible);
    expect(visible).toBe(1);
    expect(all("█").count).toBe(2);
  });
});
