/** Which of the files decides, and that what they may have is what their schemas say. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectSettings, relaxedBy, settingsOf } from "../../src/serve/settings.ts";

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
