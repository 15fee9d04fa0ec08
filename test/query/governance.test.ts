/** Documents, decisions and owners of code, and what they govern, over a small tree. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Operation } from "../../src/base/types.ts";
import { index } from "../../src/indexing.ts";
import { decisionsOf } from "../../src/query/impact/decided.ts";
import type { Seed } from "../../src/query/impact/seeds.ts";
import { Graph } from "../../src/query/walk/graph.ts";
import { walk } from "../../src/query/walk.ts";
import type { Store } from "../../src/store/graph.ts";
import { opened, removeTemporary, temporary, write } from "../store/_tree.ts";

const quiet = { quiet: true } as const;
const TREE = {
  "src/auth/session.ts":
    "export class TokenStore {\n  get(k: string) { return k; }\n}\nexport function openSession() { return new TokenStore(); }\n",
  "src/auth/login.ts": 'import { openSession } from "./session";\nexport function login() { return openSession(); }\n',
  "src/db/pool.ts": "export function parse() { return 1; }\nexport function acquire_slot() { return parse(); }\n",
  "docs/adr/0007-tokens.md":
    "---\nstatus: accepted\ngoverns:\n  - src/auth/**\n---\n# 7. Keep tokens in memory\n\n## Context\n`openSession` needs `TokenStore`.\n\n## Decision\nAll of them live in `TokenStore`.\n\n## Considered options\n`acquire_slot` would do.\n",
  "docs/adr/0008-short.md": "# 8. Short sessions\n\n* Status: superseded by [9](0009-long.md)\n* Applies to: `src/auth/session.ts`\n",
  "docs/adr/0009-long.md": "# 9. Long sessions\n\n## Status\n\nAccepted\n\n## Decision\n\nTo parse is human: `parse` and `acquire_slot`.\n",
  "README.md": "# Auth\n\nSee `TokenStore` and [the file](src/auth/session.ts). We parse and login.\n\n## `login()`\n\nLogs in.\n",
  ".github/CODEOWNERS": "* @org/all\n/src/auth/ @org/security @alice\n/src/db/\n",
};

let root: string;
let store: Store;
beforeEach(async () => {
  root = temporary();
  write(root, TREE);
  await index(root, quiet);
  store = opened(root);
});
afterEach(() => {
  store.close();
  removeTemporary();
});

/** `name line depth` of each hit. */
const asked = (operation: Operation, name: string): string[] =>
  walk(store, operation, name).hits.map(({ symbol, path, line, depth }) => `${symbol.qualified} ${path}:${line} ${depth}`);
const changed = async (files: Record<string, string | null>): Promise<void> => {
  store.close();
  write(root, files);
  await index(root, quiet);
  store = opened(root);
};

describe("who governs", () => {
  test("a file: rules, names of what it defines, owners; what is not in force comes last and is told", () => {
    const answer = walk(store, "governed_by", "src/auth/session.ts");
    expect(asked("governed_by", "src/auth/session.ts")).toEqual([
      "docs/adr/0007-tokens.md docs/adr/0007-tokens.md:4 1",
      "@org/security .github/CODEOWNERS:2 1",
      "@alice .github/CODEOWNERS:2 1",
      "8. Short sessions docs/adr/0008-short.md:4 1",
    ]);
    expect(answer.beyond).toEqual([{ code: "not-in-force", message: "docs/adr/0008-short.md says that it is superseded." }]);
    expect(answer.edges.every(({ kind }) => kind === "governed_by")).toBe(true);
  });
  test("a symbol: the section that names nothing else, then its file's; a section of options says nothing", () => {
    expect(asked("decisions", "TokenStore")).toEqual([
      "7. Keep tokens in memory.Decision docs/adr/0007-tokens.md:12 1",
      "8. Short sessions docs/adr/0008-short.md:4 2",
    ]);
    // two definitions in one section: it concerns both, and governs none
    expect(asked("decisions", "acquire_slot")).toEqual([
      "7. Keep tokens in memory.Considered options docs/adr/0007-tokens.md:15 2",
      "9. Long sessions.Decision docs/adr/0009-long.md:9 2",
    ]);
    expect(asked("governed_by", "acquire_slot").filter((hit) => hit.startsWith("@"))).toEqual([]);
  });
  test("a folder, with who governs a part of it; a file that is not there", () => {
    expect(asked("owners", "src/auth/")).toEqual(["@org/security .github/CODEOWNERS:2 1", "@alice .github/CODEOWNERS:2 1"]);
    const answer = walk(store, "owners", "src");
    expect(answer.hits.map(({ symbol, depth }) => [symbol.name, depth])).toEqual([
      ["@org/security", 2],
      ["@alice", 2],
    ]);
    expect(answer.notes).toEqual(["@org/security governs 2 of 3 files below src/.", "@alice governs 2 of 3 files below src/."]);
    expect(walk(store, "owners", "src/gone").choice.chosen).toBeNull();
  });
  test("the last rule counts, also where it names nobody", () => {
    expect(asked("owners", "src/db/pool.ts")).toEqual([]);
    expect(asked("owners", "README.md")).toEqual(["@org/all .github/CODEOWNERS:1 1"]);
  });
});

describe("what speaks of it", () => {
  test("a title that is its name before what mentions it; words of prose are no mention", () => {
    expect(asked("documents", "login")).toEqual(["Auth.login() README.md:5 1"]);
    expect(asked("documents", "TokenStore")).toEqual([
      "Auth README.md:3 1",
      "7. Keep tokens in memory.Context docs/adr/0007-tokens.md:9 1",
      "7. Keep tokens in memory.Decision docs/adr/0007-tokens.md:12 1",
    ]);
    expect(asked("documents", "parse")).toEqual(["9. Long sessions.Decision docs/adr/0009-long.md:9 1"]);
  });
  test("a file, and what it defines at one step more", () => {
    expect(asked("documents", "src/auth/session.ts").map((hit) => hit.replace(/^.* (\S+ \d)$/, "$1"))).toEqual([
      "README.md:3 1",
      "docs/adr/0007-tokens.md:9 2",
      "docs/adr/0007-tokens.md:12 2",
      "docs/adr/0008-short.md:4 1",
    ]);
  });
});

describe("what it governs", () => {
  test("a decision, by number, by its file's name with and without ending", () => {
    for (const name of ["ADR-7", "adr 0007", "0007-tokens", "docs/adr/0007-tokens.md"])
      expect([name, asked("governs", name).map((hit) => hit.replace(/ \S+ /, " "))]).toEqual([
        name,
        ["src/auth/login.ts 1", "src/auth/session.ts 1", "TokenStore 1", "openSession 2", "acquire_slot 2"],
      ]);
  });
  test("an owner, by the team's name too; nobody where a later rule takes it", () => {
    expect(asked("governs", "@org/security").map((hit) => hit.split(" ")[0])).toEqual(["src/auth/login.ts", "src/auth/session.ts"]);
    expect(asked("governs", "security")).toEqual(asked("governs", "@org/security"));
    expect(asked("governs", "@org/all").some((hit) => hit.startsWith("src/auth") || hit.startsWith("src/db"))).toBe(false);
  });
});

describe("what changes", () => {
  test("a rule matches what comes later; owners and decisions follow their files", async () => {
    await changed({ "src/auth/new.ts": "export const fresh = 1;\n" });
    expect(asked("governed_by", "src/auth/new.ts")).toEqual([
      "docs/adr/0007-tokens.md docs/adr/0007-tokens.md:4 1",
      "@org/security .github/CODEOWNERS:2 1",
      "@alice .github/CODEOWNERS:2 1",
    ]);
    await changed({ ".github/CODEOWNERS": null, CODEOWNERS: "/src/ @bob\n", "docs/adr/0007-tokens.md": null });
    expect(asked("governed_by", "src/auth/new.ts")).toEqual(["@bob CODEOWNERS:1 1"]);
  });
  test("a definition renamed takes the section with it", async () => {
    await changed({
      "src/auth/session.ts": TREE["src/auth/session.ts"].replaceAll("TokenStore", "TokenVault"),
      "src/db/pool.ts": `${TREE["src/db/pool.ts"]}export class TokenStore {}\n`,
    });
    expect(store.symbolsByName("TokenVault").flatMap(({ id }) => store.edgesFrom(id, ["governed_by"]))).toEqual([]);
    expect(asked("decisions", "TokenStore")[0]).toBe("7. Keep tokens in memory.Decision docs/adr/0007-tokens.md:12 1");
    expect(walk(store, "decisions", "TokenStore").choice.chosen?.path).toBe("src/db/pool.ts");
  });
});

test("10,000 rules: one path is matched in little time, and no edge is stored", async () => {
  const rules = Array.from({ length: 10_000 }, (_, i) => `/packages/p${i}/ @org/team${i % 50}`).join("\n");
  await changed({ ".github/CODEOWNERS": `* @org/all\n${rules}\n/src/ @bob\n` });
  expect(asked("owners", "src/db/pool.ts")).toEqual(["@bob .github/CODEOWNERS:10002 1"]);
  const stored = store.db.query("SELECT count(*) FROM edge WHERE giver = (SELECT id FROM file WHERE path = '.github/CODEOWNERS')").values();
  expect(stored).toEqual([[0]]);
});

test("of 60,000 rules and as many owners the last counts still", async () => {
  const rules = Array.from({ length: 60_000 }, (_, i) => `/p${i}/ @t${i}`).join("\n");
  await changed({ ".github/CODEOWNERS": `* @org/all\n${rules}\n/src/ @last\n` });
  expect(asked("owners", "src/db/pool.ts")).toEqual(["@last .github/CODEOWNERS:60002 1"]);
});

test("a CODEOWNERS that would count and cannot be read is told of; one that does not count is not", async () => {
  const said = (operation: Operation) => walk(store, operation, "src/db/pool.ts").beyond.map(({ code, message }) => `${code}: ${message}`);
  await changed({ ".github/CODEOWNERS": null, CODEOWNERS: "* @all\n\0\0" });
  const unread = ["owners-unread: CODEOWNERS is there and is not read (binary): what it says of owners is not known."];
  expect([said("owners"), said("governed_by"), said("decisions")]).toEqual([unread, unread, []]);
  await changed({ "docs/CODEOWNERS": "* @docs\n" });
  expect([asked("owners", "src/db/pool.ts"), said("owners")]).toEqual([["@docs docs/CODEOWNERS:1 1"], unread]);
  await changed({ ".github/CODEOWNERS": "* @org/all\n" });
  expect([asked("owners", "src/db/pool.ts"), said("owners")]).toEqual([["@org/all .github/CODEOWNERS:1 1"], []]);
});

test("what a change should look at: governing documents before what only speaks of it, none that changed itself", () => {
  const [row] = store.symbolsByName("acquire_slot");
  const graph = new Graph(store);
  const seed = { change: "body", after: { row, qualified: row!.qualified }, path: row!.path } as unknown as Seed;
  expect(
    decisionsOf(graph, ["src/auth/session.ts"], [seed]).map(({ path, line, status, governs, about }) => [
      path,
      line,
      status,
      governs,
      about,
    ]),
  ).toEqual([
    ["docs/adr/0007-tokens.md", 4, "accepted", true, ["acquire_slot", "src/auth/session.ts"]],
    ["docs/adr/0009-long.md", 9, "accepted", false, ["acquire_slot"]],
    ["docs/adr/0008-short.md", 4, "superseded", true, ["src/auth/session.ts"]],
  ]);
  expect(decisionsOf(graph, ["src/auth/login.ts", "docs/adr/0007-tokens.md"], [])).toEqual([]);
});
