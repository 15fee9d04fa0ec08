/** Meaning in retrieval: what no shared word finds, alone and beside the words, with filters inside the search. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type AskOptions, ask, PLAIN } from "../../src/asking.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { retrieve } from "../../src/query/retrieve.ts";
import { Semantics, semanticsOf } from "../../src/query/semantic.ts";
import type { Store } from "../../src/store/graph.ts";
import { closeAfterUpdate, openForUpdate } from "../../src/store/open.ts";
import { opened, removeTemporary, temporary, write } from "../store/_tree.ts";

const FILES: Record<string, string> = {
  "src/one.ts":
    "export function checkPassword(user: User, password: string): boolean {\n  return hash(password, user.salt) === user.credential;\n}\n",
  "src/two.ts":
    "export function fillRectangle(canvas: Canvas, colour: string): void {\n  canvas.draw(colour, canvas.width, canvas.height);\n}\n",
  "src/net.ts": "export function openSocket(host: string, port: number): Connection {\n  return connect({ host, port, retries: 3 });\n}\n",
  "lib/net.py": "def open_socket(host, port):\n    return connect(host, port, retries=3)\n",
};
const none = { paths: [], excludes: [], languages: [], kinds: [] };
let store: Store;
let semantics: Semantics;

beforeAll(async () => {
  const root = temporary();
  write(root, FILES);
  await index(root, { quiet: true, embedding: { steps: 0 } });
  store = opened(root);
  semantics = semanticsOf(store)!;
});
afterAll(() => {
  store.close();
  removeTemporary();
});

const paths = (text: string, more: object = {}) =>
  retrieve(store, text, { k: 4, filters: none, semantics, ...more }).chunks.map(({ chunk }) => chunk.path);

describe("meaning", () => {
  test("finds what shares no word with the question", () => {
    for (const [text, path] of [
      ["login authentication", "src/one.ts"],
      ["rendering graphics", "src/two.ts"],
    ] as const) {
      expect(retrieve(store, text, { k: 4, filters: none }).chunks).toEqual([]);
      expect(paths(text)[0]).toBe(path);
      expect(paths(text, { wordless: true })[0]).toBe(path);
    }
  });

  test("does not hide what the words find", () => {
    expect(paths("fillRectangle")[0]).toBe("src/two.ts");
    expect(paths("openSocket").slice(0, 2).sort()).toEqual(["lib/net.py", "src/net.ts"]);
  });

  test("is filtered inside the search, not after it", () => {
    const first = [...semantics.near("rendering graphics", 1, []).keys()];
    expect(first).toHaveLength(1);
    const second = [...semantics.near("rendering graphics", 1, [], { filter: (no) => no !== first[0] }).keys()];
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
    expect(paths("rendering graphics", { filters: { ...none, languages: ["typescript"] } })[0]).toBe("src/two.ts");
    expect(paths("rendering graphics", { filters: { ...none, excludes: ["src/two.ts"] } })).not.toContain("src/two.ts");
  });

  test("what is merely nearest is not an answer", () => {
    expect(paths("zebra xylophone quagmire")).toEqual([]);
    const nearest = retrieve(store, "football league", { k: 4, filters: none, semantics, wordless: true });
    expect(nearest.fallback).toBe(nearest.chunks.length > 0);
  });

  test("tells the cosine of chunks that it would not have named", () => {
    const all = semantics.vectors.ids;
    const near = semantics.near("login authentication", 1, [...all]);
    expect([...near.keys()].sort()).toEqual([...all].sort());
    expect(Math.max(...near.values())).toBe([...near.values()][0]!);
  });

  test("a question of unknown signs finds nothing by meaning and breaks nothing", () => {
    expect(paths("???")).toEqual([]);
    expect(paths("日本", { wordless: true })).toEqual([]);
  });
});

describe("the engines of a question", () => {
  const options: AskOptions = { ...PLAIN, k: 4 };
  const asked = async (text: string, engines: AskOptions["engines"]) => {
    const answer = await ask({ root: store.root, store, behind: 0, warnings: [] }, text, { ...options, engines, strategy: "semantic" });
    return { found: answer.results.map((result) => result.path), warnings: answer.warnings.map((warning) => warning.code) };
  };

  test("leave vectors out, or words", async () => {
    expect(await asked("login authentication", ["lexical", "graph"])).toEqual({ found: [], warnings: ["no-match", "broader"] });
    expect((await asked("login authentication", ["vectors"])).found[0]).toBe("src/one.ts");
    expect((await asked("login authentication", undefined)).found[0]).toBe("src/one.ts");
    expect(await asked("login authentication", ["graph"])).toEqual({ found: [], warnings: ["no-match"] });
  });
});

test("where vectors are of another size, the words answer and the answer says so; what the table lacks is built anew", async () => {
  const root = temporary();
  write(root, FILES);
  await index(root, { quiet: true, embedding: { steps: 0 } });
  const damaged = (sql: string): void => {
    const db = openForUpdate(root);
    db.run(sql);
    closeAfterUpdate(root, db, false);
  };
  damaged("UPDATE vector SET rows = x'00'");
  const { store: broken } = await refresh(root, { skip: true });
  const answer = await ask({ root, store: broken, behind: 0, warnings: [] }, "how is a password checked", {
    ...PLAIN,
    k: 4,
  });
  broken.close();
  expect(answer.results[0]?.path).toBe("src/one.ts");
  expect(answer.warnings.map((warning) => warning.code)).toContain("vectors-damaged");
  damaged("DELETE FROM vector");
  const report = await index(root, { quiet: true });
  expect([report.incremental, report.model]).toEqual([false, "manifold-static"]);
  const mended = opened(root);
  expect(Semantics.open(mended)?.vectors.size).toBe(mended.counts().chunks);
  mended.close();
});
