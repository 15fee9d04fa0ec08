/** A pack for a task over a small tree that has all there is to a pack. */
import { describe, expect, test } from "bun:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { type Pack, packFor } from "../../src/asking/context.ts";
import { packSchema, statsSchema } from "../../src/base/schema.ts";
import { statsOf } from "../../src/serve/feedback/stats.ts";
import { packObject, renderPack } from "../../src/serve/render/pack.ts";
import { indexed } from "../_indexed.ts";

const FILES = {
  "src/client.ts":
    'import { backoff } from "./backoff";\n/** Sends a request, with retries. */\nexport function sendRequest(url: string): number {\n  return backoff(url.length);\n}\n',
  "src/backoff.ts": "/** How long to wait. */\nexport function backoff(attempt: number): number {\n  return 2 ** attempt;\n}\n",
  "src/app.ts": 'import { sendRequest } from "./client";\nexport function start(): number {\n  return sendRequest("x");\n}\n',
  "test/client.test.ts":
    'import { sendRequest } from "../src/client";\nexport function testSends(): boolean {\n  return sendRequest("y") > 0;\n}\n',
  "docs/requests.md": "# Requests\n\nEvery request is sent by `sendRequest`, with retries.\n",
};

const tree = indexed(FILES);

const options = { paths: [], excludes: [], languages: [], kinds: [] };
const json = (pack: Pack) => JSON.stringify(packObject(pack));
const pack = (budget: number, form: (pack: Pack) => string = renderPack) =>
  packFor(tree.session, "send a request with retries", { ...options, budget }, form, form === json);
const paths = (found: Pack, section: string) =>
  found.answer.results.filter((_, i) => found.notes[i]!.section === section).map((result) => result.path);

describe("a pack", () => {
  test("has entry points, definitions, callers, tests and documents, each place once", async () => {
    const found = await pack(2_000);
    expect(paths(found, "entry_points")[0]).toBe("src/client.ts");
    expect([...paths(found, "entry_points"), ...paths(found, "definitions")]).toContain("src/backoff.ts");
    expect([...paths(found, "entry_points"), ...paths(found, "callers")]).toContain("src/app.ts");
    expect(paths(found, "tests")).toEqual(["test/client.test.ts"]);
    expect(paths(found, "documents")).toEqual(["docs/requests.md"]);
    const places = found.answer.results.map(({ path, start }) => `${path}:${start}`);
    expect(new Set(places).size).toBe(places.length);
  });
  test("states every place as a citation", async () => {
    const text = renderPack(await pack(2_000));
    expect(text.match(/^- `\S+:\d+-\d+` /gm)?.length).toBe(5);
    const { sections } = packObject(await pack(2_000, json));
    for (const place of Object.values(sections).flat()) expect(place.citation).toMatch(/^chunk_[0-9a-f]{16} \S+:\d+-\d+$/);
  });
  test("stays within its budget in both forms, and is the same each time", async () => {
    for (const form of [renderPack, json])
      for (const budget of [300, 500, 800, 2_000]) {
        const text = form(await pack(budget, form));
        expect([form.name, budget, encode(text).length <= budget * 1.03]).toEqual([form.name, budget, true]);
        expect(form(await pack(budget, form)).replace(/"timings_ms":\{[^}]*\}/, "")).toBe(text);
      }
  });
  test("says how many places had no room", async () => {
    const small = await pack(260);
    expect(small.omitted).toBeGreaterThan(0);
    expect(small.answer.results.length + small.omitted).toBe((await pack(2_000)).answer.results.length);
  });
});

test("what is printed as JSON is what the schemas say", async () => {
  packSchema.strict().parse(JSON.parse(json(await pack(2_000, json))));
  expect(statsSchema.strict().safeParse({ version: 1, root: tree.root, recording: true, ...statsOf([]) }).success).toBe(true);
});
