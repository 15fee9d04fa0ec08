/** Throw-away git repositories with an index, for tests of impact. Not a test file. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ImpactOptions, type ImpactSource, impactOf } from "../../src/asking/impact.ts";
import type { ImpactReport } from "../../src/base/schema.ts";
import { refresh } from "../../src/indexing/refresh.ts";

export class Repository {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "manifold-impact-")));

  constructor(files: Record<string, string> = {}) {
    this.git("init", "-q", "-b", "main");
    this.write(files);
    this.commit();
  }

  write(files: Record<string, string>): this {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
    return this;
  }

  git(...words: string[]): string {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false"];
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...identity, ...words], {
      cwd: this.root,
      env: { PATH: process.env.PATH ?? "", HOME: this.root, GIT_CONFIG_NOSYSTEM: "1" },
    });
    if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr.toString()}`);
    return stdout.toString();
  }

  stage(): this {
    this.git("add", "-A");
    return this;
  }

  commit(): this {
    this.stage().git("commit", "-q", "--allow-empty", "-m", "t");
    return this;
  }

  async impact(source: ImpactSource, options: ImpactOptions = {}): Promise<ImpactReport> {
    const { store, behind, warnings } = await refresh(this.root, { quiet: true, terminal: false });
    try {
      return await impactOf({ root: this.root, store, behind, warnings }, source, options);
    } finally {
      store.close();
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Seeds as `change path qualified`, without the containers. */
export const seedLines = (report: ImpactReport): string[] =>
  report.seeds
    .filter((seed) => seed.change !== "contains")
    .map((seed) => `${seed.change} ${seed.path} ${seed.kind === "file" ? "(file)" : seed.qualified}`);

/** Affected symbols as `depth path qualified`. */
export const affectedLines = (report: ImpactReport): string[] =>
  report.affected.map((hit) => `${hit.depth} ${hit.path} ${hit.kind === "file" ? "(file)" : hit.qualified}`);

export const codes = (report: ImpactReport): string[] => [...new Set(report.unknowns.map((one) => one.code))].sort();

/** Small trees, and what changes in them: which text of which file becomes which, and the levels of risk that are true of it. */
export type Trees = [
  name: string,
  files: Record<string, string>,
  cases: [name: string, change: Record<string, [from: string, to: string]>, levels: string][],
][];

/** One test a tree. */
export function judge(trees: Trees): void {
  for (const [language, files, cases] of trees)
    test(`${language}: ${cases.map(([name]) => name).join(", ")}`, async () => {
      using repo = new Repository(files);
      const told: string[] = [];
      for (const [name, change, levels] of cases) {
        for (const [path, [from, to]] of Object.entries(change)) {
          const text = files[path]!;
          if (!text.includes(from)) throw new Error(`${name}: no ${from} in ${path}`);
          repo.write({ [path]: text.replace(from, () => to) });
        }
        const { risk } = await repo.stage().impact({ kind: "staged" }, { failOn: ["risky"] });
        if (!levels.split("|").includes(risk.level)) told.push(`${name} is ${risk.level}, not ${levels}: ${risk.reasons.join("; ")}`);
        repo.git("reset", "-q", "--hard");
      }
      expect(told).toEqual([]);
    });
}
