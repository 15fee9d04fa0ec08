/** Thick queries over a real index on disk. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type AskOptions, ask, PLAIN } from "../../src/asking.ts";
import { type Answer, answerSchema } from "../../src/base/schema.ts";
import { EDGE_KINDS } from "../../src/base/types.ts";
import { readSourceSync } from "../../src/files/reader.ts";
import { redact } from "../../src/files/secrets.ts";
import { indexed } from "../_indexed.ts";

const SECRET = `AKIA${"Q7RT2VXW4MZK9PLB"}`;
const WORDS = ["token", "session", "cookie", "render", "table", "invoice", "retry", "socket"];

/** Small modules that call one another, with a few words each, the same at every run. */
function files(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let i = 0; i < 36; i++) {
    const [a, b, c] = [i, i * 3 + 1, i * 5 + 2].map((n) => WORDS[n % WORDS.length]!) as [string, string, string];
    const folder = ["server", "client", "server/auth", "shared"][i % 4]!;
    const use =
      i === 0
        ? ""
        : `import { ${a}${i - 1} as before } from "${"../".repeat(folder.split("/").length)}${["server", "client", "server/auth", "shared"][(i - 1) % 4]}/m${i - 1}";\n`;
    const own = `export function ${WORDS[(i + 1) % WORDS.length]}${i}(x: number) {\n  // ${b} and ${c}${i % 6 === 0 ? " with JWT" : ""}\n  return ${i === 0 ? "x" : "before(x)"};\n}\n`;
    const second = `\n/** Keeps the ${c} of a ${a}. */\nexport class ${c[0]!.toUpperCase()}${c.slice(1)}${i} {\n  ${b}(): number {\n    return ${i};\n  }\n}\n`;
    files[`src/${folder}/m${i}.ts`] = use.replace(`${a}${i - 1}`, `${WORDS[i % WORDS.length]}${i - 1}`) + own + second;
  }
  files["src/server/keys.ts"] = `export const aws_access_key_id = "${SECRET}"; // session\n`;
  files["docs/auth.md"] = "# Sessions\n\nHow a session token is kept. See JWT.\n";
  return files;
}

const tree = indexed(files());
const options: AskOptions = { ...PLAIN, k: 5 };
const asked = async (text: string, more: Partial<AskOptions> = {}): Promise<Answer> => {
  const { timings_ms: _, ...answer } = answerSchema.parse(await ask(tree.session, text, { ...options, ...more }));
  return { ...answer, timings_ms: {} };
};
const textOf = (path: string, start: number, end: number): string => {
  const source = readSourceSync(tree.root, path);
  if (typeof source === "string") throw new Error(source);
  return source.text
    .split("\n")
    .slice(start - 1, end)
    .join("\n");
};

describe("filters", () => {
  test("a path expression and keywords hold of every result", async () => {
    const answer = await asked("session handling", { regex: { source: "^src/server/.*", in: "path" }, keywords: ["JWT"] });
    expect(answer.results.length).toBeGreaterThan(1);
    for (const { path, start, end } of answer.results) {
      expect(path).toStartWith("src/server/");
      expect(textOf(path, start, end)).toContain("JWT");
    }
    expect(answer.results.map((result) => result.rank)).toEqual(answer.results.map((_, i) => i + 1));
  });
  test("an expression on the content holds of a line", async () => {
    const answer = await asked("cookie", { regex: { source: "class Cookie\\d+", in: "content" } });
    expect(answer.results.length).toBeGreaterThan(0);
    for (const { path, start, end } of answer.results) expect(textOf(path, start, end)).toMatch(/class Cookie\d+/);
  });
  test("lower case matches any case, upper case itself", async () => {
    expect((await asked("", { keywords: ["jwt"] })).results.length).toBeGreaterThan(0);
    expect((await asked("", { keywords: ["Jwt"] })).results).toEqual([]);
  });
  test("hold of what the graph says, too", async () => {
    const all = await asked("who calls session0");
    expect(all.results.map((result) => result.path)).toEqual(["src/client/m1.ts"]);
    expect((await asked("who calls session0", { regex: { source: "^src/client", in: "path" } })).results).toHaveLength(1);
    const none = await asked("who calls session0", { regex: { source: "^src/server", in: "path" } });
    expect(none.results).toEqual([]);
    expect(none.warnings.map((warning) => warning.code)).toContain("all-filtered");
    expect((await asked("who calls session0", { keywords: ["before(x)"] })).results).toHaveLength(1);
    expect((await asked("who calls session0", { keywords: ["JWT"] })).results).toEqual([]);
  });
  test("alone are a query: what passes, one place a file first, source before documents", async () => {
    const paths = await asked("", { regex: { source: "^src/server/auth/", in: "path" }, k: 50 });
    expect(paths.results.map((result) => result.path)).toEqual([10, 14, 18, 2, 22, 26, 30, 34, 6].map((n) => `src/server/auth/m${n}.ts`));
    const words = await asked("", { keywords: ["JWT"], k: 50 });
    expect(words.results.map((result) => result.path).sort()).toEqual(
      [
        "docs/auth.md",
        ...["client", "server", "server/auth", "shared"].flatMap((folder, f) =>
          [0, 6, 12, 18, 24, 30].filter((n) => n % 4 === [1, 0, 2, 3][f]).map((n) => `src/${folder}/m${n}.ts`),
        ),
      ].sort(),
    );
    expect(words.results.at(-1)!.path).toBe("docs/auth.md");
    expect(words.query).toBe("JWT");
  });
  test("a bad expression is refused, nothing found is said", async () => {
    await expect(asked("x", { regex: { source: "a(", in: "path" } })).rejects.toThrow(/no pattern/);
    const none = await asked("session", { keywords: ["nowhere-in-this-tree"] });
    expect(none.results).toEqual([]);
    expect(none.warnings.length).toBeGreaterThan(0);
  });
  test("a blanked secret cannot be guessed", async () => {
    const wrong = `${SECRET.slice(0, 8)}0000`;
    for (const guess of [SECRET, SECRET.slice(0, 8), SECRET.slice(-6)]) {
      expect(await asked("", { keywords: [guess] })).toEqual({
        ...(await asked("", { keywords: [wrong] })),
        // Asked back, but for what is a key by its form.
        query: redact(guess).text,
        ...differing(redact(guess).text),
      });
      for (const text of ["session keys", ""]) expect((await asked(text, { regex: { source: guess, in: "content" } })).results).toEqual([]);
    }
    expect((await asked("", { keywords: ["aws_access_key_id"] })).results).toHaveLength(1);
    function differing(guess: string): Partial<Answer> {
      return { id: expect.anything() as unknown as string, warnings: [{ code: "no-match", message: `Nothing here passes ${guess}.` }] };
    }
  });
});

test("filtering first and ranking first give the same answer", async () => {
  const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
  const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((list) => list.join(" "));
  const regex = fc.record({
    source: fc.constantFrom("^src/server/", "auth", "m1\\d", "return \\d+", "(?i)COOKIE", "before\\(", "x{3}"),
    in: fc.constantFrom("path" as const, "content" as const),
  });
  const keywords = fc.array(fc.constantFrom("JWT", "session", "Cookie", "return", "before(x)", "and ret", "zebra"), { maxLength: 2 });
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      words,
      some(regex),
      keywords,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 2 }),
      async (text, one, texts, k, hops) => {
        const [filter, ranking] = await Promise.all(
          (["filter", "ranking"] as const).map((first) =>
            asked(text, { k, plan: JSON.stringify({ version: 1, thick: { regex: one ?? null, keywords: texts, hops, first } }) }),
          ),
        );
        found += filter!.results.length;
        expect(filter).toEqual(ranking!);
      },
    ),
    { numRuns: 100, seed: 11 },
  );
  expect(found).toBeGreaterThan(100);
});

describe("the subgraph", () => {
  test("holds every node and edge once, the results first, within the hops", async () => {
    const near = await asked("session0", { strategy: "semantic", k: 1, hops: 1, edges: ["calls"] });
    const far = await asked("session0", { strategy: "semantic", k: 1, hops: 2, edges: ["calls"] });
    expect(far.graph.nodes.length).toBeGreaterThan(near.graph.nodes.length);
    expect(far.graph.nodes.slice(0, near.graph.nodes.length)).toEqual(near.graph.nodes);
    for (const { graph } of [near, far]) {
      const ids = graph.nodes.map((node) => node.id);
      expect(new Set(ids).size).toBe(ids.length);
      const edges = graph.edges.map((edge) => JSON.stringify([edge.from, edge.kind, edge.to, edge.line]));
      expect(new Set(edges).size).toBe(edges.length);
      for (const edge of graph.edges) expect(ids).toContain(edge.from);
      for (const edge of graph.edges) expect(ids).toContain(edge.to);
    }
  });
  test("begins with nodes that a relation joins, not with the parts of the first result", async () => {
    for (const edges of [["calls"], ["calls", "imports", "inherits", "defines"]] as const) {
      const { graph } = await asked("session0", { strategy: "semantic", k: 2, hops: 1, edges: [...edges] });
      const first = new Set(graph.nodes.slice(0, 2).map((node) => node.id));
      const between = graph.edges.filter((edge) => first.has(edge.from) && first.has(edge.to)).map((edge) => edge.kind);
      expect(between.filter((kind) => kind !== "contains" && kind !== "defines").length).toBeGreaterThan(0);
    }
  });
  test("follows only the relations asked for", async () => {
    for (const kind of ["calls", "imports", "contains"] as const) {
      const { graph } = await asked("session0", { strategy: "semantic", k: 2, hops: 1, edges: [kind] });
      const kinds = new Set(graph.edges.map((edge) => edge.kind));
      kinds.delete("contains");
      expect([...kinds].filter((one) => one !== kind)).toEqual([]);
      expect(graph.edges.some((edge) => edge.kind === kind)).toBe(true);
    }
  });
  test("is asked for by a depth on a question, and absent otherwise", async () => {
    expect((await asked("session handling")).graph.nodes).toEqual([]);
    expect((await asked("session handling", { depth: 1 })).graph.nodes.length).toBeGreaterThan(0);
    expect((await asked("session handling", { hops: 0, keywords: ["session"] })).graph.nodes).toEqual([]);
  });
  test("every relation can be asked for", async () => {
    for (const kind of EDGE_KINDS) expect((await asked("session", { edges: [kind] })).results.length).toBeGreaterThan(0);
  });
});

test("the printed plan asks the same again", async () => {
  const first = await asked("session", { regex: { source: "^src/server/", in: "path" }, keywords: ["JWT"], depth: 2, explain: true });
  const again = await asked("", { plan: JSON.stringify(first.plan) });
  expect(again.results).toEqual(first.results);
  expect(again.graph).toEqual(first.graph);
  expect((first.plan as { thick: { first: string } }).thick.first).toMatch(/^(?:filter|ranking)$/);
  const alone = await asked("", { keywords: ["JWT"], explain: true });
  expect((await asked("", { plan: JSON.stringify(alone.plan) })).results).toEqual(alone.results);
});
