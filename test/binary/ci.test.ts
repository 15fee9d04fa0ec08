/** The manual's recipe for CI, taken from there word by word and run as a runner would: fresh clones, a restored cache, other times of files. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { binary, Place, type Ran, run, SMALL } from "./_binary.ts";

const page = readFileSync(join(import.meta.dir, "..", "..", "src", "manual", "gate.md"), "utf8");
const section = page.slice(page.indexOf("## In CI"));
const fenced = (language: string): string => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)![1]!;

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
  "continue-on-error"?: boolean;
}
interface Workflow {
  name: string;
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, { "runs-on": string; env: Record<string, string>; steps: Step[] }>;
}
const workflow = Bun.YAML.parse(fenced("yaml")) as Workflow;
const { steps, env: jobEnv } = workflow.jobs.impact!;

const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
/** What only the owner of the repository knows. */
const KEY = "0123456789abcdef0123456789abcdef";
let origin: Place;
/** What `actions/cache` saved on the main branch. */
let saved: string;

function git(cwd: string, ...words: string[]): void {
  const { exit, err } = run(["git", ...identity, ...words], cwd, { env: { HOME: origin.home, GIT_CONFIG_NOSYSTEM: "1" } });
  if (exit !== 0) throw new Error(`git ${words.join(" ")}: ${err}`);
}

/** A runner: a fresh clone at what a pull request would become, every file with a time of its own, `.manifold` restored if there is one. */
class Runner {
  readonly base: string;
  readonly tree: string;
  private readonly bin: string;
  constructor(name: string, branch: string, options: { restore: boolean }) {
    this.base = join(origin.base, name);
    this.tree = join(this.base, "tree");
    this.bin = join(this.base, "bin");
    mkdirSync(this.bin, { recursive: true });
    git(origin.base, "clone", "-q", origin.tree, this.tree);
    if (branch !== "main") {
      git(this.tree, "checkout", "-q", "--detach", "origin/main");
      git(this.tree, "merge", "-q", "--no-ff", "-m", "merge", `origin/${branch}`);
    }
    if (options.restore) cpSync(saved, join(this.tree, ".manifold"), { recursive: true });
    run(
      ["find", ".", "-name", "*.*", "-type", "f", "-not", "-path", "./.git/*", "-exec", "touch", "-d", "2001-02-03", "{}", "+"],
      this.tree,
    );
    this.program("manifold", `exec '${binary()}' "$@"`);
    this.program(
      "gh",
      `printf '%s\\n' "$@" > '${this.base}/gh-words'; while [ $# -gt 1 ]; do shift; done; cp "$1" '${this.base}/comment.md'`,
    );
  }
  private program(name: string, line: string): void {
    const path = join(this.bin, name);
    writeFileSync(path, `#!/bin/sh\n${line}\n`);
    chmodSync(path, 0o755);
  }
  shell(words: string[], script: string, env: Record<string, string> = {}): Ran {
    const file = join(this.base, "script");
    writeFileSync(file, script);
    const path = `${this.bin}${delimiter}${process.env.PATH}`;
    return run([...words, file], this.tree, { env: { HOME: origin.home, MANIFOLD_INDEX_KEY: KEY, ...env, PATH: path } });
  }
  /** Runs the steps of the workflow for an event, as GitHub does (`bash -e`), and stops at the first that fails. */
  workflow(event: "push" | "pull_request"): { failed: string | null; exit: number } {
    const temp = join(this.base, "temp");
    mkdirSync(temp, { recursive: true });
    const known: Record<string, string> = {
      "github.token": "token",
      "secrets.MANIFOLD_INDEX_KEY": KEY,
      "github.base_ref": "main",
      "github.event.number": "7",
      "github.event_name": event,
    };
    const filled = (text: string): string =>
      text.replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) => {
        if (!(name in known)) throw new Error(`${name} means nothing in a step of a ${event}`);
        return known[name]!;
      });
    for (const step of steps) {
      const wanted = /^([\w.]+) == '(\w+)'$/.exec(step.if ?? "");
      if (step.run === undefined || (wanted && known[wanted[1]!] !== wanted[2])) continue;
      const env = Object.fromEntries(Object.entries({ ...jobEnv, ...step.env }).map(([key, value]) => [key, filled(value)]));
      const { exit } = this.shell(["bash", "-e"], step.run, {
        ...env,
        RUNNER_TEMP: temp,
        GITHUB_STEP_SUMMARY: join(this.base, "summary.md"),
      });
      if (exit !== 0) return { failed: step.name ?? "", exit };
    }
    return { failed: null, exit: 0 };
  }
  read(name: string): string {
    return readFileSync(join(this.base, name), "utf8");
  }
}

beforeAll(() => {
  const users = Object.fromEntries(
    Array.from({ length: 22 }, (_, i) => [
      `src/use${i}.ts`,
      `import { authenticate } from "./auth";\n\nexport const use${i} = () => authenticate("a", "b");\n`,
    ]),
  );
  origin = new Place({ ...SMALL, ...users });
  origin.git();
  git(origin.tree, "branch", "-M", "main");
  const change = (branch: string, path: string, from: string, to: string): void => {
    git(origin.tree, "checkout", "-q", "-b", branch, "main");
    origin.write(path, SMALL[path]!.replace(from, to));
    git(origin.tree, "commit", "-q", "-a", "-m", branch);
  };
  change("safe", "tools/report.py", '", ".join', '"; ".join');
  change("risky", "src/auth.ts", "authenticate(user: string, password: string)", "authenticate(user: string)");
  git(origin.tree, "checkout", "-q", "main");
  // the main branch moves on while the pull requests are open
  origin.write("tools/other.py", "def other():\n    return 1\n");
  git(origin.tree, "add", "-A");
  git(origin.tree, "commit", "-q", "-m", "on main");
  const main = new Runner("push", "main", { restore: false });
  expect(main.workflow("push")).toEqual({ failed: null, exit: 0 });
  expect(existsSync(join(main.base, "comment.md"))).toBe(false);
  saved = join(main.tree, ".manifold");
});
afterAll(() => origin?.[Symbol.dispose]());

test("the workflow is one: steps, permissions, expressions and actions of the right form", () => {
  expect(Object.keys(workflow)).toEqual(["name", "on", "permissions", "jobs"]);
  expect(Object.keys(workflow.on).sort()).toEqual(["pull_request", "push"]);
  for (const level of Object.values(workflow.permissions)) expect(["read", "write", "none"]).toContain(level);
  for (const [name, job] of Object.entries(workflow.jobs)) {
    expect([name, job["runs-on"]]).toEqual([name, "ubuntu-latest"]);
    for (const step of job.steps) {
      expect([step.uses === undefined, step.run === undefined].sort()).toEqual([false, true]);
      if (step.uses) expect(step.uses).toMatch(/^[\w-]+\/[\w-]+(?:\/[\w-]+)?@v\d+$/);
      else expect(step.with).toBeUndefined();
      for (const value of [...Object.values(step.with ?? {}), ...Object.values(step.env ?? {})]) {
        expect(["string", "number"]).toContain(typeof value);
        for (const [, expression = ""] of String(value).matchAll(/\$\{\{(.*?)\}\}/g))
          expect(expression.trim()).toMatch(/^(?:github\.(?:token|sha|base_ref|event\.number)|runner\.(?:os|temp))$/);
      }
    }
  }
  expect(steps.find((step) => step.uses?.startsWith("actions/cache@"))?.with).toMatchObject({ path: ".manifold" });
});

describe("the workflow as run by a pull request", () => {
  test("safe: passes, with a summary and a comment in Markdown and a SARIF file; of the restored index only what changed is parsed", () => {
    const runner = new Runner("safe", "safe", { restore: true });
    const twin = new Runner("safe-twin", "safe", { restore: true });
    const index = JSON.parse(twin.shell(["sh"], "manifold index --json").out);
    expect([index.parsed, index.incremental]).toEqual([1, true]);
    expect(runner.workflow("pull_request")).toEqual({ failed: null, exit: 0 });
    expect(runner.read("gh-words").split("\n").slice(0, 4)).toEqual(["pr", "comment", "7", "--edit-last"]);
    expect(runner.read("comment.md")).toContain("format_row");
    expect(runner.read("comment.md")).toBe(runner.read("summary.md"));
    expect(JSON.parse(runner.read("temp/impact.sarif")).version).toBe("2.1.0");
    // what the main branch did meanwhile is no change of this branch
    expect(runner.read("comment.md")).not.toContain("other");
  });

  test("risky: the last step stops it with 4, the comment says why", () => {
    const runner = new Runner("risky", "risky", { restore: true });
    expect(runner.workflow("pull_request")).toEqual({ failed: "Gate", exit: 4 });
    expect(runner.read("comment.md")).toContain("risk high");
    expect(runner.read("comment.md")).toContain("src/use21.ts");
  });

  test("limits in manifold.json stop the last step only; without a cache it is the same", () => {
    const runner = new Runner("limit", "safe", { restore: false });
    writeFileSync(join(runner.tree, "manifold.json"), '{"gate": {"max_affected": 0}}');
    expect(runner.workflow("pull_request")).toEqual({ failed: "Gate", exit: 4 });
    expect(runner.read("comment.md")).toContain("format_row");
  });
});

describe("the shell lines of any CI", () => {
  const lines = fenced("sh");
  test.each([
    ["safe", 0],
    ["risky", 4],
  ])("%s: exit %i, both with a restored index and without", (branch, exit) => {
    for (const restore of [true, false]) {
      const runner = new Runner(`shell-${branch}-${restore}`, branch, { restore });
      expect(runner.shell(["sh"], lines, { TMPDIR: runner.base }).exit).toBe(exit);
      expect(runner.read("impact.md")).toContain(branch === "safe" ? "format_row" : "authenticate");
      expect(JSON.parse(runner.read("impact.sarif")).runs).toHaveLength(1);
    }
  });
});
