/** Files for other people's tools, made from one table: as committed, whole, and doing what they say. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pkg from "../../package.json" with { type: "json" };
import { PLATFORMS } from "../../scripts/platforms.ts";
import { committed, launcher, mainPackage, platformPackage, released } from "../../scripts/release/packaging.ts";
import project from "../../scripts/release/project.json" with { type: "json" };

const top = join(import.meta.dir, "..", "..");
const made = committed();
const parsed = (path: string) => JSON.parse(made[path]!) as Record<string, unknown>;

test("what is committed is what the table makes: bun scripts/release/packaging.ts", () => {
  for (const [path, text] of Object.entries(made)) expect([path, readFileSync(join(top, path), "utf8")]).toEqual([path, text]);
});

test("every version is package.json's, and nothing is left to fill in", () => {
  const all: Record<string, string> = {
    ...made,
    ...released(new Map(PLATFORMS.map(({ id }) => [id, "0".repeat(64)]))),
    main: mainPackage(PLATFORMS),
    launcher: launcher(PLATFORMS),
  };
  for (const [path, text] of Object.entries(all)) {
    expect([path, /@(?:VERSION|DOWNLOADS|REPOSITORY|DESCRIPTION|PLATFORMS|SUM:[\w-]*)@/.exec(text)]).toEqual([path, null]);
    for (const [, version] of text.matchAll(/\b(\d+\.\d+\.\d+)\b(?!\.)/g))
      if (/^0\.\d/.test(version!) && version !== "0.0.1") expect([path, version]).toEqual([path, pkg.version]);
  }
  expect(all["manifold.rb"]).toContain(`sha256 "${"0".repeat(64)}"`);
  // Without the four archives there is no formula.
  expect(Object.keys(released(new Map()))).not.toContain("manifold.rb");
});

test("the README calls untested what is not tested where releases are made", () => {
  const platforms = readFileSync(join(top, "README.md"), "utf8").split("## Platforms")[1]!.split("\n## ")[0]!;
  const [tested, untested] = platforms.split("**untested**") as [string, string];
  const words = { glibc: "glibc", musl: "musl", darwin: "macOS", windows: "Windows" };
  for (const one of PLATFORMS)
    expect([one.id, (one.tested ? tested : untested).includes(words[one.libc ?? (one.system as "darwin")])]).toEqual([one.id, true]);
});

test("the workflow that would test them runs every platform", () => {
  const workflow = readFileSync(join(top, ".github/workflows/platforms.yml"), "utf8");
  Bun.YAML.parse(workflow);
  for (const { id } of PLATFORMS) expect(workflow).toContain(`platform: ${id},`);
});

test("npm: one optional dependency a platform, of the same version, and each is for that platform alone", () => {
  const main = JSON.parse(mainPackage(PLATFORMS)) as { optionalDependencies: Record<string, string>; scripts?: unknown; mcpName: string };
  const packages = PLATFORMS.map(
    (one) =>
      JSON.parse(platformPackage(one)) as {
        name: string;
        version: string;
        os: string[];
        cpu: string[];
        libc?: string[];
        scripts?: unknown;
      },
  );
  expect(main.optionalDependencies).toEqual(Object.fromEntries(packages.map(({ name, version }) => [name, version])));
  expect(new Set(packages.map(({ os, cpu, libc }) => `${os} ${cpu} ${libc}`)).size).toBe(PLATFORMS.length);
  for (const one of [main, ...packages]) expect(one.scripts).toBeUndefined();
  expect(main.mcpName).toBe(project.registryName);
});

test("YAML and JSON are what their readers want", () => {
  const hooks = Bun.YAML.parse(made[".pre-commit-hooks.yaml"]!) as { id: string; entry: string; language: string }[];
  // Of any other language pre-commit installs this repository, whose development no user of the gate needs.
  expect(hooks.map(({ id, language, entry }) => [id, language, entry])).toEqual([
    ["manifold", "system", `npx --yes @manifold-code/cli@${pkg.version} impact --staged --fail-on risky`],
    ["manifold-system", "system", "manifold impact --staged --fail-on risky"],
  ]);
  const action = Bun.YAML.parse(made["action.yml"]!) as {
    runs: { using: string; steps: { shell: string; run: string }[] };
    inputs: Record<string, { description: string }>;
  };
  expect(action.runs.using).toBe("composite");
  for (const step of action.runs.steps) expect(step.shell).toBe("sh");
  for (const { description } of Object.values(action.inputs)) expect(description.length).toBeGreaterThan(5);
  for (const path of Object.keys(made).filter((one) => one.endsWith(".json"))) expect(typeof parsed(path)).toBe("object");
  for (const path of [".claude-plugin/plugin.json", ".codex-plugin/plugin.json", "gemini-extension.json"])
    expect(parsed(`scripts/release/plugin/${path}`).name).toBe("manifold");
  expect(readFileSync(join(top, "scripts/release/plugin/skills/manifold/SKILL.md"), "utf8")).toMatch(
    /^---\nname: manifold\ndescription: .{50,1024}\n---\n/,
  );
});

test.skipIf(Bun.which("shellcheck") === null)("shellcheck has nothing to say of the scripts (needs shellcheck)", () => {
  const scripts = ["scripts/release/action/install.sh", "scripts/release/action/gate.sh"];
  expect(Bun.spawnSync(["shellcheck", join(top, "scripts/release/smoke.sh")]).exitCode).toBe(0);
  const { stdout, exitCode } = Bun.spawnSync(["shellcheck", "-s", "sh", ...scripts], { cwd: top });
  expect([stdout.toString(), exitCode]).toEqual(["", 0]);
});
