import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PLAIN } from "../../src/asking.ts";
import type { Answer } from "../../src/base/schema.ts";
import { askMembers } from "../../src/fleet/ask.ts";
import type { Members } from "../../src/fleet/member.ts";
import { openShared } from "../../src/fleet/shared/open.ts";
import { publish } from "../../src/fleet/shared/publish.ts";
import { migrate } from "../../src/fleet/shared/schema.ts";
import { impactOfSeveral } from "../../src/serve/fleet/open.ts";
import { calling } from "./_calling.ts";
import { PROGRAMS, Server } from "./_postgres.ts";
import { Workspace } from "./_workspace.ts";

const TREES = {
  lib: {
    "package.json": '{"name":"@acme/lib","version":"1.2.0","main":"src/hash.ts"}\n',
    "src/hash.ts":
      "/** Makes a short text of a long one. */\nexport function hash(text: string) {\n  return text;\n}\nexport class Store {\n  load(key: string) {\n    return hash(key);\n  }\n}\n",
    "README.md": "# Lib\n\n`hash` makes digests of passwords.\n",
  },
  api: {
    "package.json": '{"name":"@acme/api","dependencies":{"@acme/lib":"^1.0.0"}}\n',
    "login.ts":
      'import { hash, Store } from "@acme/lib";\nexport function login(name: string) {\n  return hash(name);\n}\nexport class Sessions extends Store {\n  check() {\n    return login("a");\n  }\n}\n',
    "login.test.ts": 'import { login } from "./login";\ntest("login", () => {\n  login("b");\n});\n',
  },
  web: {
    "package.json": '{"name":"web","dependencies":{"@acme/api":"1","@acme/lib":"^2.0.0"}}\n',
    "page.ts": 'import { hash } from "@acme/lib";\n/** Shows digests of passwords. */\nexport const page = () => hash("page");\n',
  },
};
const NAMES = Object.keys(TREES).sort();
const QUESTIONS = [
  "digests of passwords",
  "who calls hash",
  "what extends Store",
  "how does login work",
  "path from page to hash",
  "callees of login",
  "who calls nothingOfThatName",
  '"a short text of a long one"',
];

const cache = realpathSync(mkdtempSync(join(tmpdir(), "mf-cache-")));
const before = process.env.XDG_CACHE_HOME;
beforeAll(() => {
  process.env.XDG_CACHE_HOME = cache;
});
afterAll(() => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  rmSync(cache, { recursive: true, force: true });
});

/** An answer without what tells where the trees lie. */
const plain = (answer: Answer): unknown => ({
  ...answer,
  id: "",
  root: "",
  timings_ms: null,
  // History is not published.
  impact: answer.impact && { ...answer.impact, history: null },
  repositories: answer.repositories.map(({ name, behind }) => ({ name, behind })),
});

describe.skipIf(PROGRAMS === null)("a fleet that is published", () => {
  test("gives the answers of the same fleet here: searches, relations across repositories, impact; without text the same places", async () => {
    await using server = await Server.start();
    const database = server.database();
    await migrate(database);
    using space = new Workspace(TREES);
    const local = await space.fleet(NAMES);
    const ground = { root: "", from: space.root };
    const answers = async (members: Members): Promise<unknown[]> => {
      const made: unknown[] = [];
      for (const question of QUESTIONS) made.push(plain(await askMembers(members, ground, question, PLAIN)));
      const options = { question: "impact", k: 20, budget: 0, includePossible: false };
      for (const symbol of ["hash", "login", "Store.load"])
        made.push(plain(await impactOfSeveral({ members, ground }, space.root, { kind: "symbol", symbol }, options, PLAIN)));
      return made;
    };
    try {
      const wanted = await answers(local);
      expect(JSON.stringify(wanted)).toContain("api/login.ts");
      for (const text of [true, false]) {
        for (const { member, session } of local.opened) await publish(database, session.store, { name: member.name, text });
        const shared = await openShared(server.address());
        expect(shared.warnings).toEqual([]);
        const got = await answers(shared);
        if (text) expect(got).toEqual(wanted);
        else {
          const places = (all: unknown[]) =>
            (all as Answer[]).slice(1, 6).map(({ results }) => results.map(({ path, start, line }) => [path, start, line]));
          expect(places(got)).toEqual(places(wanted));
        }
        shared.close();
      }
      // Tools ask what is published, beside the tree where they stand, which is newer than what is published of it.
      space.write({ "login.ts": `\n${TREES.api["login.ts"]}` }, "api");
      const tools = async (call: Parameters<Parameters<typeof calling>[1]>[0]): Promise<void> => {
        const callers = await call("graph", { operation: "callers", symbol: "hash", fleet: "*" });
        const lines = callers.structuredContent.results!.map(({ path, line }) => `${path}:${line}`);
        expect(lines).toEqual(["lib/src/hash.ts:7", "api/login.ts:4", "web/page.ts:3"]);
        const impact = await call("impact", { symbol: "hash", fleet: "*" });
        expect(impact.structuredContent.affected!.map(({ path }) => path)).toEqual(expect.arrayContaining(["api/login.ts", "web/page.ts"]));
        const found = await call("search", { query: "digests of passwords", fleet: "web" });
        expect(found.structuredContent.results!.map(({ repository }) => repository)).toEqual(["web"]);
        expect(await call("search", { query: "hash", fleet: "nobody" })).toMatchObject({ isError: true });
      };
      await calling(join(space.root, "api"), tools, server.url());
    } finally {
      local.close();
    }
  }, 60_000);
});
