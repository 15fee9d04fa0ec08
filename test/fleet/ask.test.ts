import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { AskOptions } from "../../src/asking/options.ts";
import { PLAIN } from "../../src/asking.ts";
import type { Answer } from "../../src/base/schema.ts";
import { answerSchema } from "../../src/base/schema.ts";
import { askMembers } from "../../src/fleet/ask.ts";
import { Workspace } from "./_workspace.ts";

const API = {
  "src/login.ts":
    "/** Checks the password of a user and opens a session. */\nexport function login(name: string) {\n  return name;\n}\nexport function routes() {\n  return login('a');\n}\n",
  "src/parse.ts": "/** Reads a table of prices from a file. */\nexport function parsePrices() {}\n",
};
const WEB = {
  "src/page.ts": "import { login } from '@acme/api';\nexport function page() {\n  return login('x');\n}\n",
  "src/draw.ts": "/** Draws a chart of prices on the screen. */\nexport function drawChart() {}\n",
};

const callers: Partial<AskOptions> = { operation: "callers", strategy: "structural", command: "callers" };

async function asked(space: Workspace, question: string, options: Partial<AskOptions> = {}): Promise<Answer> {
  const members = (await space.open())!;
  try {
    const answer = await askMembers(members, { root: space.root, from: space.root }, question, { ...PLAIN, ...options });
    return answerSchema.parse(JSON.parse(JSON.stringify(answer)));
  } finally {
    members.close();
  }
}

const places = (answer: Answer): string[] =>
  answer.results.map(({ repository, path, line, start }) => `${repository} ${path}:${line ?? start}`);
const codes = (answer: Answer): string[] => answer.warnings.map(({ code }) => code);

test("a search finds what each member has, each result with its repository", async () => {
  using space = new Workspace({ api: API, "apps/web": WEB });
  const answer = await asked(space, "where is the password of a user checked");
  expect(places(answer)[0]).toBe("api api/src/login.ts:1");
  expect(places(await asked(space, "draw a chart of prices"))[0]).toBe("apps/web apps/web/src/draw.ts:1");
  expect(answer.repositories.map(({ name }) => name)).toEqual([".", "api", "apps/web"]);
  expect(answer.root).toBe(space.root);
});

test("a search finds what it finds in one index of all members, in its order", async () => {
  // "prices" is common in one member and rare in the other: alone, each would take it for what it is at home.
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`src/p${i}.ts`, `export const prices${i} = "prices list ${i}";\n`]),
  );
  using space = new Workspace({ many, api: API });
  using whole = new Workspace({
    all: Object.fromEntries([
      ...Object.entries(many).map(([path, text]) => [`many/${path}`, text]),
      ...Object.entries(API).map(([path, text]) => [`api/${path}`, text]),
    ]),
  });
  const [one, members] = [await whole.fleet(["all"]), (await space.open())!];
  try {
    for (const question of ["read a table of prices", "prices", "parsePrices", "who checks the password of a user", "login"]) {
      const single = await askMembers(one, { root: "", from: whole.root }, question, PLAIN);
      const answer = await askMembers(members, { root: space.root, from: space.root }, question, PLAIN);
      // Of two that are as good, the words of their paths decide, and those of the one tree are longer.
      expect(`all/${answer.results[0]!.path}:${answer.results[0]!.start}`).toBe(`${single.results[0]!.path}:${single.results[0]!.start}`);
    }
    const { results } = await askMembers(members, { root: space.root, from: space.root }, "read a table of prices", PLAIN);
    expect(results[0]!.path).toBe("api/src/parse.ts");
  } finally {
    one.close();
    members.close();
  }
});

test("a relation is that of the definition; where only the name is the same, that is said", async () => {
  using space = new Workspace({
    api: API,
    web: { ...WEB, "src/page.ts": "declare const anything: any;\nexport function page() {\n  return anything.login('x');\n}\n" },
  });
  const answer = await asked(space, "callers login", { ...callers, symbol: "login" });
  expect(places(answer)).toEqual(["api api/src/login.ts:6"]);
  expect(answer.symbol.chosen?.path).toBe("api/src/login.ts");
  expect(answer.symbol.possible).toBe(1);
  expect(codes(answer)).toContain("by-name");
  const listed = await asked(space, "callers login", { ...callers, symbol: "login", includePossible: true });
  expect(places(listed)).toEqual(["api api/src/login.ts:6", "web web/src/page.ts:3"]);
  expect(listed.results[1]!.resolution).toBe("ambiguous");
});

test("a relation and a description: of the tree that defines the name as it is written", async () => {
  using space = new Workspace({
    api: { "src/file.ts": "export class File {}\n" },
    alpha: {
      "src/use.ts": "/** Why a file fails to open. */\nexport function file() {}\nexport function fails() {\n  file();\n  file();\n}\n",
    },
  });
  const answer = await asked(space, "what calls File and why would a file fail to open");
  expect([answer.route.strategy, answer.symbol.chosen?.path]).toEqual(["hybrid", "api/src/file.ts"]);
  expect(codes(answer)).not.toContain("inexact-name");
});

test("it is never none where another member may be one", async () => {
  using space = new Workspace({
    api: { "src/only.ts": "export function only() {}\n" },
    web: { "src/a.ts": "export const a = (x: any) => x.only();\n" },
  });
  const answer = await asked(space, "callers only", { ...callers, symbol: "only" });
  expect(codes(answer)).not.toContain("none-known");
  expect(places(answer)).toEqual(["web web/src/a.ts:1"]);
  expect(answer.results[0]!.resolution).toBe("ambiguous");
});

test("of definitions in several members one is taken by the usual criteria, and the others are named", async () => {
  using space = new Workspace({
    api: { "test/login.test.ts": "export function login() {}\n" },
    web: { "src/login.ts": "export function login() {}\nexport function page() {\n  login();\n}\n" },
  });
  const answer = await asked(space, "callers login", { ...callers, symbol: "login" });
  expect(answer.symbol.chosen?.path).toBe("web/src/login.ts");
  expect(answer.symbol.candidates.map(({ path }) => path)).toEqual(["web/src/login.ts", "api/test/login.test.ts"]);
  expect(answer.warnings[0]!.message).toContain("api (api/test/login.test.ts:1)");
  const there = await asked(space, "callers", { ...callers, at: { path: "api/test/login.test.ts", line: 1 } });
  expect(there.symbol.chosen?.path).toBe("api/test/login.test.ts");
});

test("patterns are about paths as the answer has them", async () => {
  using space = new Workspace({ api: API, web: WEB });
  expect(places(await asked(space, "prices", { paths: ["web/src/"] }))).toEqual(["web web/src/draw.ts:1"]);
  expect(places(await asked(space, "prices", { excludes: ["web/"] })).every((place) => place.startsWith("api "))).toBe(true);
});

test("a member that is gone is a warning, which stands first", async () => {
  using space = new Workspace({ api: API, web: WEB });
  const members = await space.fleet(["api", "gone", "web"]);
  try {
    rmSync(join(space.root, "web/src/draw.ts"));
    const answer = await askMembers(members, { root: "", from: space.root }, "where is the password of a user checked", PLAIN);
    expect(answer.warnings[0]).toMatchObject({ code: "path-missing", message: expect.stringContaining("gone: There is no folder") });
    expect(answer.results[0]!.path).toBe("api/src/login.ts");
  } finally {
    members.close();
  }
});

test("the same question gives the same answer whatever the order of opening", async () => {
  using space = new Workspace({ api: API, web: WEB, other: { "x.ts": "export const prices = 1;\n" } });
  const [one, other] = [await asked(space, "prices of users"), await asked(space, "prices of users")];
  expect({ ...one, timings_ms: {} }).toEqual({ ...other, timings_ms: {} });
});
