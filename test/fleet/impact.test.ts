import { expect, test } from "bun:test";
import { join } from "node:path";
import type { ImpactSource } from "../../src/asking/impact.ts";
import { PLAIN } from "../../src/asking.ts";
import { answerSchema, type ImpactReport } from "../../src/base/schema.ts";
import { impactOfSeveral } from "../../src/serve/fleet/open.ts";
import { Workspace } from "./_workspace.ts";

const LIB = {
  "package.json": '{"name":"@acme/lib","version":"1.0.0","main":"src/hash.ts"}\n',
  "src/hash.ts": "export function hash(text: string) {\n  return text;\n}\n",
};
const API = {
  "package.json": '{"name":"@acme/api","dependencies":{"@acme/lib":"^1.0.0"}}\n',
  "login.ts":
    'import { hash } from "@acme/lib";\nexport function login(name: string) {\n  return hash(name);\n}\nexport function routes() {\n  return login("a");\n}\n',
  "login.test.ts": 'import { login } from "./login";\ntest("login", () => {\n  login("b");\n});\n',
};

async function impact(space: Workspace, source: ImpactSource, failOn: "unknown"[] = []): Promise<ImpactReport> {
  const members = (await space.open())!;
  try {
    const ground = { root: space.root, from: space.root };
    const options = { question: "impact", k: 20, budget: 0, includePossible: false, failOn };
    const answer = await impactOfSeveral({ members, ground }, space.root, source, options, PLAIN);
    return answerSchema.parse(JSON.parse(JSON.stringify(answer))).impact!;
  } finally {
    members.close();
  }
}

const hits = ({ affected }: ImpactReport): string[] =>
  affected.map(({ depth, path, qualified, by }) => `${depth} ${path} ${qualified} ${by.kind} ${by.to}`);

test("a staged change in one member reaches what uses it in others", async () => {
  using space = new Workspace({ lib: LIB, api: API });
  space.write({ "src/hash.ts": "export function hash(text: string, salt: string) {\n  return text + salt;\n}\n" }, "lib");
  space.git("lib", "add", "-A");
  const report = await impact(space, { kind: "staged" });
  expect(report.seeds.filter(({ change }) => change === "signature").map(({ path }) => path)).toEqual(["lib/src/hash.ts"]);
  expect(hits(report)).toContain("1 api/login.ts login calls lib: hash");
  expect(hits(report)).toContain("2 api/login.ts routes calls login");
  expect(report.broken.map(({ message }) => message)).toEqual(["api/login.ts:3 calls hash, which takes 2 arguments now, not 1"]);
  expect(report.risk.level).toBe("high");
  expect(report.unknowns.map(({ code }) => code)).not.toContain("exported-unused");
  expect(report.tests.map(({ path }) => path)).toEqual(["api/login.test.ts"]);
  expect(report.packages.map(({ path }) => path).sort()).toEqual(["api", "lib"]);
});

test("a use in another member that fits still, or of what is hidden now, is judged as one inside the tree", async () => {
  using space = new Workspace({ lib: LIB, api: API });
  const staged = async (text: string): Promise<ImpactReport> => {
    space.write({ "src/hash.ts": text }, "lib");
    space.git("lib", "add", "-A");
    return impact(space, { kind: "staged" });
  };
  const fits = await staged("export function hash(text: string, salt = 1) {\n  return text + salt;\n}\n");
  expect([fits.broken, fits.risk.level]).toEqual([[], "medium"]);
  const hidden = await staged("function hash(text: string) {\n  return text;\n}\nexport const other = hash;\n");
  expect(hidden.broken.map(({ path, line, why }) => `${path}:${line} ${why}`)).toEqual(["api/login.ts:1 hidden", "api/login.ts:3 hidden"]);
});

test("what is gone and used in another member is broken there", async () => {
  using space = new Workspace({ lib: LIB, api: API, other: { "hash.ts": "export const own = (hash: string) => hash;\n" } });
  space.write({ "src/hash.ts": "export function digest() {}\n" }, "lib");
  space.git("lib", "add", "-A");
  const report = await impact(space, { kind: "staged" }, ["unknown"]);
  expect(report.broken.filter(({ path }) => path.startsWith("api/")).map(({ message }) => message)).toEqual([
    "api/login.ts:1 imports hash, which this change deletes",
    "api/login.ts:3 calls hash, which this change deletes",
  ]);
  expect(report.unknowns.map(({ code }) => code)).not.toContain("dangling-references");
  expect([report.risk.level, report.gate.exit]).toEqual(["high", 4]);
});

test("what is gone and only named in a member that imports the package is not known to be safe", async () => {
  const untyped = { ...API, "login.ts": 'import * as lib from "@acme/lib";\nexport const login = (x: any) => [x.hash(), lib];\n' };
  using space = new Workspace({ lib: LIB, api: untyped });
  space.write({ "src/hash.ts": "export function digest() {}\n" }, "lib");
  space.git("lib", "add", "-A");
  const report = await impact(space, { kind: "staged" }, ["unknown"]);
  expect(report.unknowns.map(({ code, path }) => `${code} ${path}`)).toEqual(["dangling-references api/login.ts"]);
  expect(report.gate.exit).not.toBe(0);
});

test("a symbol's impact leaves its own member", async () => {
  using space = new Workspace({ lib: LIB, api: API });
  const report = await impact(space, { kind: "symbol", symbol: "hash" });
  expect(report.seeds[0]).toMatchObject({ change: "asked", path: "lib/src/hash.ts" });
  expect(hits(report)).toContain("1 api/login.ts login calls lib: hash");
});

test("of a fleet the change is that of the tree where one stands", async () => {
  using space = new Workspace({ lib: LIB, api: API });
  for (const member of ["lib", "api"]) {
    space.write({ "README.md": `# ${member}\n`, "more.ts": "export function more() {}\n" }, member);
    space.git(member, "add", "-A");
  }
  const members = await space.fleet(["api", "lib"]);
  const options = { question: "impact --staged", k: 20, budget: 0, includePossible: false };
  const several = { members, ground: { root: "", from: space.root } };
  const answer = await impactOfSeveral(several, join(space.root, "lib"), { kind: "staged" }, options, PLAIN);
  members.close();
  expect(answer.impact!.seeds.map(({ path }) => path).filter((path) => !path.startsWith("lib/"))).toEqual([]);
  expect(answer.impact!.counts.changed_files).toBe(2);
});
