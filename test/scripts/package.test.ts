/** What a clone needs to run the scripts of package.json again and again. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PLATFORMS } from "../../scripts/platforms.ts";

const top = join(import.meta.dir, "..", "..");
const manifest = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as {
  packageManager: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

test("no dependency brings a bun of its own, which `bun run` would find before the one that runs", () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  expect(Object.keys(all)).not.toContain("bun");
  expect(readdirSync(join(top, "node_modules", ".bin")).filter((name) => /^(bunx?|node|npx?)(\.|$)/.test(name))).toEqual([]);
});

test("the version of Bun is one: the README's, CI's, and that of the runtimes which the binaries are made of", () => {
  const version = /^bun@(\d+\.\d+\.\d+)$/.exec(manifest.packageManager)![1]!;
  const runtimes = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith("@oven/bun-"));
  expect(runtimes.map(([name]) => name).toSorted()).toEqual(PLATFORMS.map(({ bun }) => bun).toSorted());
  for (const [, pinned] of runtimes) expect(pinned).toBe(version);
  const named = [...readFileSync(join(top, "README.md"), "utf8").matchAll(/\bbun@([\d.]*\d)/g)].map((match) => match[1]);
  expect(named.length).toBeGreaterThan(1);
  expect(new Set(named)).toEqual(new Set([version]));
});

test("CI runs what the README says, one command after the other in one clone", () => {
  const ran = [...readFileSync(join(top, ".ci", "run"), "utf8").matchAll(/^.*npx -y "bun@\$bun" run (\w+)$/gm)].map((match) => match[1]);
  expect(ran).toEqual(["try", "check", "try"]);
  // `check` goes through the scripts themselves, so that each is known to start after an install.
  const check = readFileSync(join(top, "scripts", "check.ts"), "utf8");
  for (const script of ["lint", "types", "build", "test"]) {
    expect(Object.keys(manifest.scripts)).toContain(script);
    expect(check).toContain(`"bun", "run", "${script}"`);
  }
});
