import { afterEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asRefusal } from "../../src/base/errors.ts";
import { add, fleetFile, fleetMembers, registered, remove } from "../../src/fleet/registry.ts";

const made: string[] = [];
function home(): { env: { XDG_CONFIG_HOME: string }; file: string; folder: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "manifold-fleet-")));
  made.push(folder);
  const env = { XDG_CONFIG_HOME: folder };
  return { env, file: fleetFile(env), folder };
}
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const refused = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return asRefusal(error).code;
  }
  return "none";
};

test("trees are registered under names of their own, and taken out by name or folder", () => {
  const { env } = home();
  expect(add("/src/api", null, env)).toEqual({ tree: { name: "api", root: "/src/api" }, there: false });
  expect(add("/other/api", null, env).tree.name).toBe("api-2");
  expect(add("/src/api", null, env).there).toBe(true);
  expect(add("/src/web app", null, env).tree.name).toBe("web-app");
  expect(refused(() => add("/src/x", "api", env))).toBe("bad-value");
  expect(refused(() => add("/src/x", "../x", env))).toBe("bad-value");
  expect(add("/src/api", "backend", env).there).toBe(false);
  expect(registered(env)).toEqual([
    { name: "api-2", root: "/other/api" },
    { name: "backend", root: "/src/api" },
    { name: "web-app", root: "/src/web app" },
  ]);
  expect(fleetMembers(["web-app"], env)).toEqual([{ name: "web-app", root: "/src/web app", origin: "fleet" }]);
  expect(refused(() => fleetMembers(["nobody"], env))).toBe("bad-value");
  expect(remove("/other/api", env)?.name).toBe("api-2");
  expect(remove("backend", env)?.root).toBe("/src/api");
  expect(remove("backend", env)).toBeNull();
});

test("the file is whole or not there, for its owner only, and no temporary is left", () => {
  const { env, file, folder } = home();
  add("/src/api", null, env);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: 1, trees: [{ name: "api", root: "/src/api" }] });
  expect(readdirSync(join(folder, "manifold")).sort()).toEqual(["fleet.json", "fleet.json.lock"]);
});

test("of trees that are added at once none is lost", async () => {
  const { env } = home();
  const source = join(import.meta.dir, "../../src/fleet/registry.ts");
  const adding = (name: string) =>
    `import { add } from ${JSON.stringify(source)}; for (let at = 0; at < 30; at++) add("/src/${name}" + at, null, ${JSON.stringify(env)});`;
  const children = ["a", "b"].map((name) => Bun.spawn([process.execPath, "-e", adding(name)], { stderr: "inherit" }));
  expect(await Promise.all(children.map((one) => one.exited))).toEqual([0, 0]);
  expect(registered(env)).toHaveLength(60);
});

test("a file that others may write, or that is not understood, is not believed", () => {
  const { env, file } = home();
  mkdirSync(join(file, ".."), { recursive: true });
  for (const text of [
    "{",
    "[]",
    '{"version":2,"trees":[]}',
    '{"version":1,"trees":[{"name":"a/b","root":"/x"}]}',
    '{"version":1,"trees":[{"name":"a","root":"x"}]}',
    '{"version":1,"trees":[{"name":"a","root":"/x"},{"name":"a","root":"/y"}]}',
  ]) {
    writeFileSync(file, text);
    expect(refused(() => registered(env))).toBe("bad-settings");
  }
  writeFileSync(file, '{"version":1,"trees":[]}');
  chmodSync(file, 0o666);
  expect(refused(() => registered(env))).toBe("bad-settings");
});
