/** Which of the files decides, and that what they may have is what their schemas say. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  localModel,
  projectNotes,
  projectSettings,
  projectWarnings,
  relaxedBy,
  settingsOf,
  userIndexDir,
  userOutput,
  userSettings,
} from "../../src/serve/settings.ts";

const base = mkdtempSync(join(tmpdir(), "manifold-settings-"));
const [root, home] = [join(base, "tree"), join(base, "config")];
mkdirSync(root);
mkdirSync(join(home, "manifold"), { recursive: true });
afterAll(() => rmSync(base, { recursive: true, force: true }));

const before = process.env.XDG_CONFIG_HOME;
afterAll(() => {
  if (before === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = before;
});

function say(project: unknown, user: unknown): void {
  process.env.XDG_CONFIG_HOME = home;
  writeFileSync(join(root, "manifold.json"), JSON.stringify(project));
  writeFileSync(join(home, "manifold", "config.json"), JSON.stringify(user), { mode: 0o600 });
}

const told = async (env: Record<string, string> = {}) =>
  Object.fromEntries((await settingsOf(root, { XDG_CONFIG_HOME: home, ...env })).map(({ key, value, from }) => [key, [value, from]]));

test("the repository decides over the user, the user over the defaults", async () => {
  say(
    { gate: { depth: 2 }, notes: { folder: "docs/notes" } },
    { gate: { depth: 5, fail_on: ["medium"] }, hook: { wait: 3 }, notes: { write: true } },
  );
  expect(await told()).toMatchObject({
    "gate.depth": [2, "repository"],
    "gate.fail_on": [["medium"], "user"],
    "gate.max_affected": [null, "default"],
    "hook.wait": [3, "user"],
    "notes.folder": ["docs/notes", "repository"],
    "notes.write": [true, "user"],
    "llm.enabled": [false, "default"],
    "feedback.record": [true, "default"],
  });
  expect(await projectSettings(root)).toMatchObject({ gate: { depth: 2, fail_on: ["medium"], max_affected: null }, hook: { wait: 3 } });
});

test("a no to recording is heard, whoever says it", async () => {
  say({ feedback: { record: false } }, {});
  expect((await told())["feedback.record"]).toEqual([false, "repository"]);
  say({}, { feedback: { record: false } });
  expect((await told())["feedback.record"]).toEqual([false, "user"]);
  say({}, {});
  expect((await told({ MANIFOLD_FEEDBACK: "0" }))["feedback.record"]).toEqual([false, "environment"]);
});

test("only what the repository's file says is told as a gate that is made weaker", async () => {
  const own = { depth: false, failOn: false };
  say({}, { gate: { depth: 1, fail_on: [] } });
  expect(relaxedBy(await projectSettings(root), own, ["risky"])).toEqual({ depth: null, failOn: null });
  say({ gate: { depth: 1, fail_on: [] } }, {});
  const { depth, failOn } = relaxedBy(await projectSettings(root), own, ["risky"]);
  expect([depth?.slice(0, 13), failOn?.slice(0, 13)]).toEqual(["manifold.json", "manifold.json"]);
});

test("what a file may not have is refused with its place", async () => {
  say({ gate: { deep: 2 } }, {});
  expect(projectSettings(root)).rejects.toMatchObject({ code: "bad-settings", what: expect.stringContaining("manifold.json") });
  say({}, { gate: { depth: "far" } });
  expect(projectSettings(root)).rejects.toMatchObject({ code: "bad-settings", what: expect.stringContaining("config.json") });
});

const FOUR: Record<
  string,
  { variable: string; text: string; values: [environment: unknown, repository: unknown, user: unknown]; otherwise: unknown }
> = {
  "gate.max_affected": { variable: "MANIFOLD_GATE_MAX_AFFECTED", text: "7", values: [7, 8, 9], otherwise: null },
  "gate.fail_on": {
    variable: "MANIFOLD_GATE_FAIL_ON",
    text: "risky, unknown",
    values: [["risky", "unknown"], ["medium"], []],
    otherwise: null,
  },
  "gate.depth": { variable: "MANIFOLD_GATE_DEPTH", text: "1", values: [1, 2, 4], otherwise: 3 },
  "hook.wait": { variable: "MANIFOLD_HOOK_WAIT", text: "1.5", values: [1.5, 2, 3], otherwise: 10 },
  "notes.folder": { variable: "MANIFOLD_NOTES_FOLDER", text: "a", values: ["a", "b", "c"], otherwise: null },
  "notes.write": { variable: "MANIFOLD_NOTES_WRITE", text: "yes", values: [true, null, true], otherwise: false },
  "index.dir": { variable: "MANIFOLD_INDEX_DIR", text: "/a", values: ["/a", null, "/c"], otherwise: null },
  "cache.enabled": { variable: "MANIFOLD_CACHE", text: "off", values: [false, null, false], otherwise: true },
  "cache.dir": { variable: "MANIFOLD_CACHE_DIR", text: "/a", values: ["/a", null, "/c"], otherwise: null },
  "cache.megabytes": { variable: "MANIFOLD_CACHE_MB", text: "50", values: [50, null, 60], otherwise: 1_000 },
  "output.pager": { variable: "MANIFOLD_PAGER", text: "more", values: ["more", null, "less"], otherwise: null },
  "output.hyperlink": { variable: "MANIFOLD_HYPERLINK", text: "always", values: ["always", null, "never"], otherwise: "auto" },
  "output.hyperlink_format": {
    variable: "MANIFOLD_HYPERLINK_FORMAT",
    text: "a:{path}",
    values: ["a:{path}", null, "b:{path}"],
    otherwise: null,
  },
  "llm.enabled": { variable: "MANIFOLD_LLM_ENABLED", text: "1", values: [true, null, true], otherwise: false },
  "llm.model": { variable: "MANIFOLD_LLM_MODEL", text: "m", values: ["m", null, "n"], otherwise: null },
  "llm.url": {
    variable: "MANIFOLD_LLM_URL",
    text: "http://127.0.0.1:1",
    values: ["http://127.0.0.1:1", null, "http://127.0.0.1:2"],
    otherwise: "http://127.0.0.1:11434",
  },
  "llm.timeout_ms": { variable: "MANIFOLD_LLM_TIMEOUT_MS", text: "5", values: [5, null, 6], otherwise: 10_000 },
};

test.each(Object.entries(FOUR))(
  "%s: environment, repository where it may, user, default",
  async (key, { variable, text, values, otherwise }) => {
    const [section, name] = key.split(".") as [string, string];
    const [environment, repository, own] = values;
    const file = { [section]: { [name]: own } };
    say(repository === null ? {} : { [section]: { [name]: repository } }, file);
    expect((await told({ [variable]: text }))[key]).toEqual([environment, "environment"]);
    expect((await told())[key]).toEqual(repository === null ? [own, "user"] : [repository, "repository"]);
    say({}, file);
    expect((await told())[key]).toEqual([own, "user"]);
    say({}, {});
    expect((await told({ [variable]: "" }))[key]).toEqual([otherwise, "default"]);
  },
);

test("no setting is left out of the four, and each is what the program itself uses", async () => {
  say({}, {});
  const all = Object.keys(await told());
  expect(all.filter((key) => !(key in FOUR))).toEqual(["feedback.record"]);
  const manual = readFileSync(join(import.meta.dir, "../../src/manual/settings.md"), "utf8");
  expect(all.filter((key) => !manual.includes(`\`${key}\``))).toEqual([]);
  const env = {
    XDG_CONFIG_HOME: home,
    MANIFOLD_GATE_DEPTH: "4",
    MANIFOLD_HOOK_WAIT: "2",
    MANIFOLD_LLM_ENABLED: "1",
    MANIFOLD_NOTES_WRITE: "1",
  };
  expect(await projectSettings(root, env)).toMatchObject({ gate: { depth: 4 }, hook: { wait: 2 } });
  expect(await userSettings(env)).toMatchObject({ llm: { enabled: true }, notes: { write: true } });
  expect(await localModel(false, env)).toMatchObject({ model: null });
  say({ gate: { depth: 2 } }, { index: { dir: "~/indexes" }, output: { pager: "most", hyperlink: "never" }, notes: { folder: "own" } });
  expect(await projectSettings(root, env)).toMatchObject({ gate: { depth: 4 }, said: new Set() });
  expect([userIndexDir(), userOutput(), projectNotes(root)]).toEqual([
    join(process.env.HOME ?? "", "indexes"),
    { pager: "most", hyperlink: "never" },
    "own",
  ]);
});

test("what only the user may say is ignored in the repository's file, and told", async () => {
  say({ index: { dir: "/elsewhere" }, output: { pager: "rm -r" }, llm: {}, notes: { write: true } }, {});
  const { warnings } = await projectSettings(root);
  expect(warnings.map(({ code }) => code)).toEqual(Array(4).fill("setting-ignored"));
  expect(await told()).toMatchObject({
    "index.dir": [null, "default"],
    "output.pager": [null, "default"],
    "notes.write": [false, "default"],
  });
  expect(userIndexDir()).toBeNull();
  expect(projectWarnings(root).length).toBe(4);
});

test("a variable that is not understood is named", async () => {
  say({}, {});
  await expect(told({ MANIFOLD_GATE_DEPTH: "far" })).rejects.toMatchObject({
    code: "bad-settings",
    what: expect.stringContaining("MANIFOLD_GATE_DEPTH"),
  });
  await expect(told({ MANIFOLD_GATE_FAIL_ON: "all" })).rejects.toMatchObject({ what: expect.stringContaining("MANIFOLD_GATE_FAIL_ON") });
  await expect(told({ MANIFOLD_LLM_ENABLED: "perhaps" })).rejects.toMatchObject({ what: expect.stringContaining("MANIFOLD_LLM_ENABLED") });
});

test("a flag decides over all of them", async () => {
  say({ gate: { depth: 2 } }, { output: { hyperlink: "never" } });
  const env = { XDG_CONFIG_HOME: home, MANIFOLD_HYPERLINK: "auto", MANIFOLD_INDEX_DIR: "/env" };
  const flagged = new Map<string, unknown>([
    ["output.hyperlink", "always"],
    ["index.dir", "/flag"],
  ]);
  const all = Object.fromEntries((await settingsOf(root, env, flagged)).map(({ key, value, from }) => [key, [value, from]]));
  expect(all).toMatchObject({ "output.hyperlink": ["always", "flag"], "index.dir": ["/flag", "flag"], "gate.depth": [2, "repository"] });
});
