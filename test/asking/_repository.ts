/** Throw-away git repositories with an index, for tests of impact. Not a test file. */
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
