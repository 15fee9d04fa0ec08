import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PLAIN } from "../../src/asking.ts";
import { visible } from "../../src/base/visible.ts";
import { askMembers } from "../../src/fleet/ask.ts";
import { renderText } from "../../src/serve/render/text.ts";
import { style } from "../../src/serve/render/visible.ts";
import { Workspace } from "./_workspace.ts";

const FILES = { "src/pay.ts": "/** Charges a card. */\nexport function charge() {}\n" };
const EVIL = "evil\u202e\u001b[31m";

test("what a member's settings and names say acts on nobody", async () => {
  using space = new Workspace({
    api: FILES,
    [EVIL]: {
      ...FILES,
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

test("a planted index of a member is not believed, and one that cannot be had is told first", async () => {
  using space = new Workspace({ api: FILES, planted: FILES, shut: FILES });
  mkdirSync(join(space.root, "planted/.manifold"));
  writeFileSync(join(space.root, "planted/.manifold/index.db"), "planted");
  chmodSync(join(space.root, "planted/.manifold"), 0o700);
  const members = await space.fleet(["api", "nowhere", "planted"]);
  const answer = await askMembers(members, { root: "", from: space.root }, "charge a card", PLAIN);
  members.close();
  expect(answer.warnings.slice(0, 2).map(({ message }) => message.split(":")[0])).toEqual(["nowhere", "planted"]);
  expect(answer.results.map(({ path }) => path).sort()).toEqual(["api/src/pay.ts", "planted/src/pay.ts"]);
});
