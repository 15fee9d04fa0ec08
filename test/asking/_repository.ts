/** Throw-away git repositories with an index, for tests of impact. Not a test file. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ImpactOptions, type ImpactSource, impactOf } from "../../src/asking/impact.ts";
import type { ImpactReport } from "../../src/base/schema.ts";
import { loadChange } from "../../src/git/revisions.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { familyOf, languageOf } from "../../src/lang/languages.ts";

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

/** A tree, and changes of it, each of which is judged by itself. */
export interface Tree {
  files: Record<string, string>;
  changes: ((repo: Repository) => void)[];
}

/** Trees that are asked together: none of their languages resolves into another. */
interface Group {
  trees: Tree[];
  paths: Set<string>;
  families: Set<string>;
  told?: Promise<Map<Tree, ImpactReport[]>>;
}

/**
 * The reports on the changes of many trees, worked out when first asked for: trees that have neither a path nor a family of languages in common share one
 * repository and one index, where their changes are staged side by side and judged one by one.
 */
export function sideBySide(trees: readonly Tree[]): (tree: Tree) => Promise<ImpactReport[]> {
  const groups: Group[] = [];
  const found = new Map<Tree, Group>();
  for (const tree of trees) {
    const paths = Object.keys(tree.files);
    const families = new Set(paths.map((path) => familyOf(languageOf(path)?.name ?? null).name));
    const apart = groups.find((one) => families.isDisjointFrom(one.families) && !paths.some((path) => one.paths.has(path)));
    const group = apart ?? { trees: [], paths: new Set(), families: new Set() };
    if (!apart) groups.push(group);
    group.trees.push(tree);
    for (const path of paths) group.paths.add(path);
    for (const family of families) group.families.add(family);
    found.set(tree, group);
  }
  return async (tree) => {
    const group = found.get(tree)!;
    group.told ??= reportsOf(group);
    return (await group.told).get(tree)!;
  };
}

async function reportsOf({ trees }: Group): Promise<Map<Tree, ImpactReport[]>> {
  using repo = new Repository(Object.assign({}, ...trees.map(({ files }) => files)));
  const told = new Map<Tree, ImpactReport[]>(trees.map((tree) => [tree, []]));
  const source = { kind: "staged" } as const;
  for (let i = 0; trees.some(({ changes }) => i < changes.length); i++) {
    const now = trees.filter(({ changes }) => i < changes.length);
    for (const { changes } of now) changes[i]!(repo);
    const { store, behind, warnings } = await refresh(repo.stage().root, { quiet: true, terminal: false });
    const change = await loadChange(repo.root, source, {});
    for (const tree of now) {
      const files = change.files.filter(({ patch }) => [patch.oldPath, patch.newPath].some((path) => path !== null && path in tree.files));
      const options = { failOn: ["risky"], change: { ...change, files } } satisfies ImpactOptions;
      told.get(tree)!.push(await impactOf({ root: repo.root, store, behind, warnings }, source, options));
    }
    store.close();
    repo.git("reset", "-q", "--hard");
  }
  return told;
}

/** One test a tree. */
export function judge(trees: Trees): void {
  const all = trees.map(([, files, cases]): Tree => {
    const written = (path: string, [from, to]: [string, string]): string => {
      if (!files[path]!.includes(from)) throw new Error(`no ${from} in ${path}`);
      return files[path]!.replace(from, () => to);
    };
    const changes = cases.map(([, change]) => Object.fromEntries(Object.entries(change).map(([path, one]) => [path, written(path, one)])));
    return { files, changes: changes.map((texts) => (repo) => void repo.write(texts)) };
  });
  const reports = sideBySide(all);
  for (const [i, [language, , cases]] of trees.entries())
    test(`${language}: ${cases.map(([name]) => name).join(", ")}`, async () => {
      const told = (await reports(all[i]!)).flatMap(({ risk }, at) => {
        const [name, , levels] = cases[at]!;
        return levels.split("|").includes(risk.level) ? [] : `${name} is ${risk.level}, not ${levels}: ${risk.reasons.join("; ")}`;
      });
      expect(told).toEqual([]);
    });
}
