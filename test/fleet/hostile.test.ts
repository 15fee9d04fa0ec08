import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PLAIN } from "../../src/asking.ts";
import { answerSchema } from "../../src/base/schema.ts";
import { visible } from "../../src/base/visible.ts";
import { askMembers } from "../../src/fleet/ask.ts";
import { add } from "../../src/fleet/registry.ts";
import { renderText } from "../../src/serve/render/text.ts";
import { style } from "../../src/serve/render/visible.ts";
import { renderJson } from "../../src/serve/report.ts";
import { lockForWriting } from "../../src/store/lock.ts";
import { calling } from "./_calling.ts";
import { Workspace } from "./_workspace.ts";

/** What every member has, none of them a copy of another. */
const files = (name: string) => ({
  "src/pay.ts": `/** Charges a card for the ${name} of a shop. */\nexport function charge${name}() {}\n`,
});
const EVIL = "evil\u202e\u001b[31m";

test("what a member's settings and names say acts on nobody", async () => {
  using space = new Workspace({
    api: files("Till"),
    [EVIL]: {
      ...files("Window"),
      "manifold.json": '{"llm":{"enabled":true,"url":"http://127.0.0.1:9"},"index":{"dir":"/tmp/x"},"gate":{"fail_on":[]}}',
    },
  });
  const members = (await space.open())!;
  const answer = await askMembers(members, { root: space.root, from: space.root }, "charge a card", PLAIN);
  members.close();
  expect(answer.results.map(({ repository }) => repository).sort()).toEqual(["api", EVIL].sort());
  expect(answer.plan).toBeNull();
  const text = renderText(answer, { cwd: space.root, style: style(false), explain: false });
  expect(text).toContain(visible(`${EVIL}/src/pay.ts`));
  expect(text).not.toContain("\u202e");
  expect(text).not.toContain("\u001b");
});

test("members that are missing, locked, stale or planted are told in every form, first of all, and the others answer", async () => {
  const locked = ["stale", "locked"];
  using space = new Workspace({ api: files("Till"), planted: files("Window"), stale: files("Depot"), locked: files("Door") });
  mkdirSync(join(space.root, "planted/.manifold"));
  writeFileSync(join(space.root, "planted/.manifold/index.db"), "planted");
  chmodSync(join(space.root, "planted/.manifold"), 0o700);
  (await space.fleet(["stale"])).close();
  mkdirSync(join(space.root, "locked/.manifold"), { mode: 0o700 });
  space.write({ "src/more.ts": "/** Charges a card twice. */\nexport function more() {}\n" }, "stale");
  const holding = await Promise.all(locked.map((name) => lockForWriting(join(space.root, name), { wait: 0 })));
  try {
    const names = ["api", "locked", "nowhere", "planted", "stale"];
    const members = await space.fleet(names);
    const answer = await askMembers(members, { root: "", from: space.root }, "charge a card", PLAIN);
    members.close();
    const told = [
      "index-locked locked: Process",
      "path-missing nowhere: There is no folder",
      "index-foreign planted: ",
      "index-locked stale: Process",
    ];
    const fits = (all: readonly { code: string; message: string }[]): boolean[] =>
      told.map((one, at) => `${all[at]?.code} ${all[at]?.message}`.startsWith(one));
    expect(answer.warnings.slice(0, 4).map(({ code, message }, at) => `${code} ${message}`.slice(0, told[at]!.length))).toEqual(told);
    expect(answer.results.map(({ path }) => path).sort()).toEqual(["api/src/pay.ts", "planted/src/pay.ts", "stale/src/pay.ts"]);
    const json = answerSchema.parse(JSON.parse(renderJson(answer, true)));
    expect(fits(json.warnings)).not.toContain(false);
    expect(json.repositories.map(({ name, behind }) => `${name} ${behind}`)).toEqual(["api 0", "planted 0", "stale 1"]);
    const text = renderText(answer, { cwd: space.root, style: style(false), explain: false });
    for (const { message } of answer.warnings) expect(text).toContain(visible(message));
    process.env.XDG_CONFIG_HOME = join(space.root, "config");
    for (const name of names.filter((one) => one !== "api")) add(join(space.root, name), null);
    await calling(join(space.root, "api"), async (call) => {
      const found = await call("search", { query: "charge a card", fleet: "*" });
      for (const name of ["locked", "nowhere", "stale"])
        expect(found.structuredContent.warnings.some((one) => one.startsWith(`${name}: `))).toBe(true);
      expect(found.structuredContent.results!.map(({ path }) => path).sort()).toEqual(["planted/src/pay.ts", "stale/src/pay.ts"]);
    });
  } finally {
    for (const lock of holding) lock.release();
  }
});
