import { expect, test } from "bun:test";
import type { AskOptions } from "../../src/asking/options.ts";
import { PLAIN } from "../../src/asking.ts";
import { type Answer, answerSchema } from "../../src/base/schema.ts";
import type { Operation } from "../../src/base/types.ts";
import { askMembers } from "../../src/fleet/ask.ts";
import { Workspace } from "./_workspace.ts";

const LIB = {
  "package.json": '{"name":"@acme/lib","version":"1.4.0","main":"src/hash.ts"}\n',
  "src/hash.ts": "/** Makes a digest of a text. */\nexport function hash(text: string) {\n  return text;\n}\nexport class Base {}\n",
};
const API = {
  "package.json": '{"name":"@acme/api","version":"1.0.0","main":"login.ts","dependencies":{"@acme/lib":"^1.0.0"}}\n',
  "login.ts":
    'import { Base, hash } from "@acme/lib";\nexport function login(name: string) {\n  return hash(name);\n}\nexport function routes() {\n  return login("a");\n}\nexport class User extends Base {}\n',
};
const WEB = {
  "package.json": '{"name":"@acme/web","dependencies":{"@acme/api":"^2.0.0"}}\n',
  "page.ts": 'import { login } from "@acme/api";\nexport function page() {\n  return login("x");\n}\n',
};

async function relation(space: Workspace, operation: Operation, symbol: string, more: Partial<AskOptions> = {}): Promise<Answer> {
  const members = (await space.open())!;
  try {
    const options = { ...PLAIN, operation, strategy: "structural" as const, command: operation, symbol, ...more };
    const answer = await askMembers(members, { root: space.root, from: space.root }, `${operation} ${symbol}`, options);
    return answerSchema.parse(JSON.parse(JSON.stringify(answer)));
  } finally {
    members.close();
  }
}

const lines = (answer: Answer): string[] =>
  answer.results.map(({ path, line, start, depth, resolution }) => `${depth} ${path}:${line ?? start} ${resolution}`);

test("callers in other members are followed through packages, on to their own callers", async () => {
  using space = new Workspace({ lib: LIB, api: API, web: WEB });
  expect(lines(await relation(space, "callers", "hash"))).toEqual(["1 api/login.ts:3 exact"]);
  expect(lines(await relation(space, "callers", "hash", { depth: 3 }))).toEqual([
    "1 api/login.ts:3 exact",
    "2 api/login.ts:6 exact",
    "2 web/page.ts:3 exact",
  ]);
  const login = await relation(space, "callers", "login");
  expect(lines(login)).toEqual(["1 api/login.ts:6 exact", "1 web/page.ts:3 exact"]);
  expect(login.warnings.map(({ code }) => code)).toEqual(["version-differs"]);
  expect(login.symbol.resolved).toBe(2);
});

test("what is called, inherited and inherited from in other members", async () => {
  using space = new Workspace({ lib: LIB, api: API, web: WEB });
  expect(lines(await relation(space, "callees", "page")).at(-1)).toBe("1 api/login.ts:2 exact");
  expect(lines(await relation(space, "subclasses", "Base"))).toEqual(["1 api/login.ts:8 exact"]);
  expect(lines(await relation(space, "superclasses", "User")).at(-1)).toBe("1 lib/src/hash.ts:5 exact");
});

test("a call chain leads through several members", async () => {
  using space = new Workspace({ lib: LIB, api: API, web: WEB });
  const answer = await relation(space, "path", "page", { target: "hash" });
  expect(answer.paths[0]!.steps.map(({ path, qualified, by }) => `${path} ${qualified} ${by?.text ?? ""}`.trimEnd())).toEqual([
    "web/page.ts page",
    'api/login.ts login return login("x");',
    "lib/src/hash.ts hash return hash(name);",
  ]);
  const back = await relation(space, "path", "hash", { target: "page" });
  expect(back.paths).toEqual([]);
  expect(back.results).toEqual([]);
});

test("relations of what is only described go on in other members", async () => {
  using space = new Workspace({ lib: LIB, api: API, web: WEB });
  const members = (await space.open())!;
  const answer = await askMembers(
    members,
    { root: space.root, from: space.root },
    "who calls the function that makes a digest of a text",
    PLAIN,
  );
  members.close();
  expect(answer.fallback).toBe(false);
  expect(answer.symbol.chosen?.path).toBe("lib/src/hash.ts");
  expect(answer.results[0]).toMatchObject({ path: "api/login.ts", line: 3, repository: "api" });
});

test("a submodule's uses are those of a member", async () => {
  using space = new Workspace({ lib: LIB, main: { "readme.md": "# Main\n" } });
  space.git("main", "submodule", "--quiet", "add", `${space.root}/lib`, "deps/lib");
  space.write({ "package.json": API["package.json"], "login.ts": API["login.ts"] }, "main");
  space.git("main", "add", "-A");
  space.git("main", "commit", "-q", "-m", "uses it");
  const members = (await space.open("main"))!;
  const options = { ...PLAIN, operation: "callers" as const, strategy: "structural" as const, command: "callers", symbol: "hash" };
  const answer = await askMembers(members, { root: `${space.root}/main`, from: `${space.root}/main` }, "callers hash", options);
  members.close();
  expect(lines(answer)).toEqual(["1 login.ts:3 exact"]);
  expect(answer.symbol.chosen?.path).toBe("deps/lib/src/hash.ts");
});
