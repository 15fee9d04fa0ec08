/** The trees the compilers and we look at: a package's own sources, nothing built, in a git work tree of their own. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../_measure.ts";
import { commitTree } from "../_packages.ts";
import { fetchSource } from "../_sources.ts";
import type { Truthful } from "./_pinned.ts";

/** The folder of a package's kept files, made once. */
export function treeOf(one: Truthful): string {
  const folder = join(cacheFolder(), "truth", one.name);
  if (existsSync(join(folder, ".git"))) return folder;
  const from = join(fetchSource(one.source), one.root ?? "");
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  for (const glob of one.source.keep ?? ["**/*"])
    for (const path of new Bun.Glob(glob).scanSync({ cwd: from })) {
      mkdirSync(join(made, dirname(path)), { recursive: true });
      cpSync(join(from, path), join(made, path));
    }
  commitTree(made);
  renameSync(made, folder);
  return folder;
}
