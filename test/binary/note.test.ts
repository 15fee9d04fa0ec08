/** `manifold note` as people and agents use it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Place, SMALL } from "./_binary.ts";

let place: Place;
beforeAll(() => {
  place = new Place(SMALL);
  place.git();
});
afterAll(() => place[Symbol.dispose]());

const json = (words: string[]) => JSON.parse(place.manifold([...words, "--json"]).out);
const git = (...words: string[]): string =>
  Bun.spawnSync(["git", ...words], { cwd: place.tree, env: { PATH: process.env.PATH ?? "", HOME: place.home } }).stdout.toString();

test("written, refused where it says nothing new, found beside answers, flagged once its code changed, forgotten", () => {
  const added = place.manifold([
    "note",
    "add",
    "Passwords are hashed by reversing them until the audit. Nobody may rely on it.",
    "--about",
    "hash",
    "--tier",
    "critical",
    "--trigger",
    "weak digest",
    "--now",
    "2026-01-01",
  ]);
  expect([added.exit, added.err.replace(/^manifold: .*\n/gm, "")]).toEqual([0, ""]);
  const [id] = added.out.split(" ") as [string];
  const again = place.manifold([
    "note",
    "add",
    "Until the audit passwords are hashed by reversing them, nobody may rely on it",
    "--now",
    "2026-01-02",
  ]);
  expect(again.exit).toBe(2);
  expect(again.err).toContain("[note-alike]");
  for (const flag of ["--update", "--supersedes", "--keep-both"]) expect(again.err).toContain(flag);
  expect(readdirSync(join(place.tree, ".manifold-notes")).length).toBe(1);
  git("add", "-A");
  git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "n");

  const asked = place.manifold(["q", "is the password hash a weak digest", "--now", "2026-02-01"]);
  expect([asked.exit, asked.out]).toEqual([0, expect.stringContaining(`note ${id}`)]);
  expect(asked.out).not.toContain("may be out of date");
  const answer = json(["q", "is the password hash a weak digest", "--now", "2026-02-01"]);
  expect(answer.notes.map((note: { id: string; why: string }) => [note.id, note.why])).toEqual([[id, "words"]]);
  expect(answer.results.some(({ path }: { path: string }) => path.startsWith(".manifold-notes"))).toBe(false);
  const shown = json(["note", "show", id, "--now", "2026-02-01"]);
  expect([shown.notes[0].memory.recalls, shown.notes[0].memory.last_recall]).toEqual([1, "2026-02-01T00:00:00Z"]);
  const inPack = (now: string): number =>
    json(["context", "is the password hash a weak digest", "--now", now, "--no-feedback"]).notes[0].strength;
  expect(inPack("2026-06-01")).toBeLessThan(inPack("2026-02-02"));
  expect(git("status", "--porcelain")).toBe("");

  place.write("src/hash.ts", SMALL["src/hash.ts"]!.replace('split("")', 'split(" ")'));
  const stale = place.manifold(["def", "hash", "--now", "2026-02-01"]);
  expect(stale.out.indexOf("may be out of date")).toBeGreaterThanOrEqual(0);
  expect(stale.out.indexOf("may be out of date")).toBeLessThan(stale.out.indexOf("function hash"));
  expect(place.manifold(["note", "review"]).out).toContain("src/hash.ts#hash has changed");
  expect(place.manifold(["note", "review", id, "--keep"]).exit).toBe(0);
  expect(place.manifold(["note", "review"]).exit).toBe(1);
  expect(place.manifold(["note", "search", "nothing like that zzz"]).exit).toBe(1);
  expect(place.manifold(["note", "show", "n-none"]).exit).toBe(1);
  expect(place.manifold(["__complete", "--", id.slice(0, 4), "notes"]).out).toBe(`${id}\n`);
  expect(place.manifold(["__complete", "--", "passwords", "notes"]).out).toStartWith("Passwords are hashed");
  expect(place.manifold(["note", "forget", id]).exit).toBe(0);
  expect(place.manifold(["note", "list"]).exit).toBe(1);
  expect(place.manifold(["note", "add", "Zebras graze on Sundays."]).exit).toBe(0);
  expect(
    ["", "--json", "--files", "--vimgrep"].map((form) => place.manifold(["q", "zebras on sundays", ...(form ? [form] : [])]).exit),
  ).toEqual([0, 0, 1, 1]);
});

test("what is said wrongly is told, in every action", () => {
  for (const [words, code] of [
    [[], "bad-value"],
    [["write", "x"], "bad-value"],
    [["add"], "bad-value"],
    [["add", "x", "y"], "stray-word"],
    [["add", "x", "--tier", "urgent"], "bad-value"],
    [["add", "x", "--keep"], "bad-flag"],
    [["add", "x", "--now", "yesterday"], "bad-value"],
    [["list", "x"], "stray-word"],
    [["show"], "bad-value"],
    [["show", "x", "--tier", "normal"], "bad-flag"],
    [["edit", "x"], "note-unknown"],
    [["review", "--keep"], "bad-value"],
  ] as const) {
    const { exit, err } = place.manifold(["note", ...words]);
    expect([words, err, exit > 0]).toEqual([words, expect.stringContaining(`[${code}]`), true]);
  }
});

test("a folder that settings name is used; one outside the tree is refused, and questions go on without", () => {
  using other = new Place(SMALL);
  mkdirSync(join(other.base, "outside"));
  writeFileSync(join(other.base, "outside/n.md"), "# login\n\nlogin login\n");
  other.write("manifold.json", '{"notes": {"folder": "docs/notes"}}');
  expect(other.manifold(["note", "add", "Login welcomes everybody."]).exit).toBe(0);
  expect(readdirSync(join(other.tree, "docs/notes")).length).toBe(1);
  for (const folder of ["../outside", join(other.base, "outside"), ".git", ""]) {
    other.write("manifold.json", JSON.stringify({ notes: { folder } }));
    const refused = other.manifold(["note", "list"]);
    expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining("[bad-settings]")]);
    const asked = other.manifold(["q", "how does login work", "--json"]);
    const answer = JSON.parse(asked.out);
    expect([asked.exit, answer.notes, answer.warnings.map(({ code }: { code: string }) => code)]).toEqual([
      0,
      [],
      expect.arrayContaining(["bad-settings"]),
    ]);
  }
});

test("only the user's own settings, or a flag, let a client write notes", () => {
  using other = new Place(SMALL);
  const call = (id: number, method: string, params: object) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const talk = (words: string[], ...calls: string[]) => {
    const hello = call(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } });
    const ready = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`;
    const { out } = other.manifold(["mcp", ...words], { input: hello + ready + calls.join("") });
    return new Map(
      out
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .map((reply) => [reply.id, reply.result ?? reply.error]),
    );
  };
  const list = call(1, "tools/list", {});
  const add = call(2, "tools/call", {
    name: "note",
    arguments: { action: "add", text: "Login welcomes everybody.", about: ["login"], triggers: ["greeting"] },
  });
  const names = (replies: Map<number, { tools: { name: string }[] }>) => replies.get(1)!.tools.map(({ name }) => name);
  other.write("manifold.json", '{"notes": {"write": true}}');
  const refused = talk([], list, add);
  expect(names(refused)).not.toContain("note");
  expect(JSON.stringify(refused.get(2))).toContain("Unknown tool");
  expect(other.manifold(["q", "login", "--json"]).out).toContain("notes.write");
  expect(() => readdirSync(join(other.tree, ".manifold-notes"))).toThrow();

  const allowed = talk(["--write-notes"], list, add);
  expect(names(allowed)).toContain("note");
  // With it, too, all of them are handed to a model at the start of every conversation.
  expect(JSON.stringify(allowed.get(1).tools).length).toBeLessThan(9_000);
  const [file] = readdirSync(join(other.tree, ".manifold-notes")) as [string];
  expect(readFileSync(join(other.tree, ".manifold-notes", file), "utf8")).toContain("src/login.ts#login@");
  mkdirSync(join(other.home, ".config/manifold"), { recursive: true });
  writeFileSync(join(other.home, ".config/manifold/config.json"), '{"notes": {"write": true}}', { mode: 0o600 });
  const found = talk(
    [],
    list,
    call(3, "tools/call", { name: "note", arguments: { action: "search", text: "greeting" } }),
    call(4, "tools/call", { name: "search", arguments: { query: "what does login do" } }),
    add.replace('"id":2', '"id":5'),
  );
  expect(names(found)).toContain("note");
  expect(found.get(3).content[0].text).toContain("Login welcomes everybody");
  expect(found.get(4).structuredContent.notes[0].title).toBe("Login welcomes everybody");
  expect(found.get(4).content[0].text).toContain("> Login welcomes everybody.");
  expect([found.get(5).isError, found.get(5).content[0].text]).toEqual([true, expect.stringContaining("[note-alike]")]);
  for (const way of ['"action": "update"', '"supersedes"', '"keep_both": true']) expect(found.get(5).content[0].text).toContain(way);
  const id = found.get(3).structuredContent.notes[0].id as string;
  const next = { action: "add", text: "Login welcomes everybody but Bob.", supersedes: id };
  const replaced = talk([], call(6, "tools/call", { name: "note", arguments: next }));
  expect([replaced.get(6).isError, other.manifold(["note", "show", id]).out.includes("superseded")]).toEqual([undefined, true]);
});
