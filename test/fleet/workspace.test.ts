import { expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openMembers } from "../../src/fleet/member.ts";
import { Workspace } from "./_workspace.ts";

const API = { "src/login.ts": "export function login() {}\n" };
const WEB = { "src/page.ts": "export function page() {}\n" };

test("repositories below a folder are its members, each with an index of its own", async () => {
  using space = new Workspace({ "": { "README.md": "# All\n" }, api: API, "apps/web": WEB });
  const members = await space.open();
  try {
    expect(members?.opened.map(({ member }) => [member.name, member.origin])).toEqual([
      [".", "workspace"],
      ["api", "workspace"],
      ["apps/web", "workspace"],
    ]);
    expect(members?.opened.map(({ session }) => session.store.files().map(({ path }) => path))).toEqual([
      ["README.md"],
      ["src/login.ts"],
      ["src/page.ts"],
    ]);
    expect(members?.warnings).toEqual([]);
    for (const folder of ["", "api", "apps/web"]) expect(existsSync(join(space.root, folder, ".manifold/index.db"))).toBe(true);
  } finally {
    members?.close();
  }
});

test("a tree without other repositories has no members, however many packages it has", async () => {
  using space = new Workspace({
    one: { "packages/a/package.json": "{}\n", "packages/b/package.json": "{}\n", "packages/b/b.ts": "export const b = 1;\n" },
  });
  expect(await space.open("one")).toBeNull();
});

test("submodules are members where they are checked out, those inside them too", async () => {
  using space = new Workspace({ leaf: { "leaf.ts": "export const leaf = 1;\n" }, lib: API, main: WEB });
  space.git("lib", "submodule", "--quiet", "add", join(space.root, "leaf"), "inner");
  space.git("lib", "commit", "-q", "-m", "inner");
  space.git("main", "submodule", "--quiet", "add", join(space.root, "lib"), "deps/lib");
  space.git("main", "submodule", "--quiet", "add", join(space.root, "leaf"), "deps/leaf");
  space.git("main", "commit", "-q", "-m", "deps");
  space.git("main", "submodule", "--quiet", "update", "--init", "--recursive");
  rmSync(join(space.root, "main/deps/leaf"), { recursive: true });
  mkdirSync(join(space.root, "main/deps/leaf"));
  const members = await space.open("main");
  try {
    expect(members?.opened.map(({ member }) => [member.name, member.origin])).toEqual([
      [".", "workspace"],
      ["deps/lib", "submodule"],
      ["deps/lib/inner", "submodule"],
    ]);
  } finally {
    members?.close();
  }
});

test("a link to another tree is no member", async () => {
  using outside = new Workspace({ api: API });
  using space = new Workspace({ web: WEB });
  symlinkSync(join(outside.root, "api"), join(space.root, "api"));
  const members = await space.open();
  expect(members?.opened.map(({ member }) => member.name)).toEqual([".", "web"]);
  members?.close();
});

test("what is wrong with one member is told by its name, and the others are open", async () => {
  using space = new Workspace({ api: API, web: WEB, old: WEB });
  const two = ["old", "web"].map((name) => ({ name, root: join(space.root, name), origin: "fleet" as const }));
  const cut = await openMembers(two, { quiet: true, terminal: false }, 1);
  expect(cut.opened.map(({ member }) => member.name)).toEqual(["old"]);
  expect(cut.warnings).toMatchObject([{ code: "members-cut", message: expect.stringContaining(": web have no part") }]);
  cut.close();
  writeFileSync(join(space.root, "old/.manifold/index.db"), "not a database");
  const members = await space.fleet(["api", "gone", "old", "web"]);
  try {
    expect(members.opened.map(({ member }) => member.name)).toEqual(["api", "old", "web"]);
    expect(members.warnings.map(({ code, message }) => [code, message.split(":")[0]])).toEqual([
      ["path-missing", "gone"],
      ["index-rebuilt", "old"],
    ]);
  } finally {
    members.close();
  }
});
