/** Paths of files, and what they tell. */

import { tagsOf } from "../chunk/_tags.ts";
import type { Tree } from "./tree.ts";
import type { WorldSymbol } from "./world.ts";

/** The folder of a path; "" at the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The last segment of a path. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** An empty segment, `.` or `..`. */
const climbing = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** `a/b` + `../c/./d` → `a/c/d`; null when it climbs out of the tree. */
export function join(folder: string, relative: string): string | null {
  if (!climbing.test(relative)) return folder === "" ? relative : `${folder}/${relative}`;
  const out = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (out.length === 0) return null;
      out.pop();
    } else out.push(part);
  }
  return out.join("/");
}

/** Folders from `folder` up to the root, nearest first. */
export function upwards(folder: string): string[] {
  const out = [folder];
  while (folder !== "") {
    folder = folderOf(folder);
    out.push(folder);
  }
  return out;
}

/** Length of the common leading folders of two paths, in segments. */
export function nearness(a: string, b: string): number {
  const x = a.split("/");
  const y = b.split("/");
  let n = 0;
  while (n < x.length - 1 && n < y.length - 1 && x[n] === y[n]) n++;
  return n;
}

const doubles = new Map<string, boolean>();

/** Is this a test, a mock, an example, vendored or generated? By path only: such files never answer for the real thing. */
export function isDouble(path: string): boolean {
  let known = doubles.get(path);
  if (known === undefined) {
    if (doubles.size > 50_000) doubles.clear();
    known =
      tagsOf(path).some((tag) => tag === "test" || tag === "example" || tag === "vendored" || tag === "generated") ||
      /(?:^|\/)(?:mocks?|fakes?|stubs?)\/|[._-](?:mock|fake|stub)s?\.[^/]+$|(?:^|\/)(?:mock|fake|stub)[._-][^/]*$|\.d\.[cm]?ts$/i.test(
        path,
      );
    doubles.set(path, known);
  }
  return known;
}

/** The ending of a file that declares, and those of the files that may define. */
const COMPANIONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.mli$/, [".ml"]],
  [/\.pyi$/, [".py", "/__init__.py"]],
  [/\.d\.[cm]?ts$/, [".js", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".jsx"]],
];

/** Does a file only declare, by its name? */
export function isDeclaring(path: string): boolean {
  return COMPANIONS.some(([ending]) => ending.test(path));
}

/** The definition of what such a file declares; null where there is none beside it. */
export function companionOf(tree: Tree, symbol: WorldSymbol): WorldSymbol | null {
  if (!symbol.declares) return null;
  return tree.memo("companion", symbol.id, () => {
    for (const [ending, others] of COMPANIONS) {
      if (!ending.test(symbol.path)) continue;
      for (const other of others) {
        const path = symbol.path.replace(ending, other);
        const [found] = tree.file(path) ? tree.members(path, symbol.qualified).filter(({ declares }) => !declares) : [];
        if (found) return { one: found };
      }
    }
    return { one: null };
  }).one;
}
