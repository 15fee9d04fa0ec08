/**
 * Languages without import rules of their own: modules by the unique end of a path (`a.b` is `a/b.*`), qualified names by their end,
 * plain names where the tree defines them once.
 */

import { wordSet } from "../words.ts";
import { containers, endsWithPath, type Family } from "./family.ts";
import { inSpace, outwards, sameTail } from "./packages.ts";
import { baseOf, folderOf, isDouble, join, nearness } from "./paths.ts";
import type { Located, Place } from "./place.ts";
import type { Tree } from "./tree.ts";
import { dotted, type ImportLike } from "./world.ts";

/** The only real file whose path ends so; of several the nearest, if it is nearer than all others. */
export function bySuffix(tree: Tree, from: string, suffix: string): string | null {
  let hits = tree.named(baseOf(suffix)).filter((path) => (path === suffix || path.endsWith(`/${suffix}`)) && path !== from);
  if (hits.length > 1) hits = hits.filter((path) => !isDouble(path) || isDouble(from));
  if (hits.length > 1) {
    const best = Math.max(...hits.map((path) => nearness(path, from)));
    hits = hits.filter((path) => nearness(path, from) === best);
  }
  return hits.length === 1 ? hits[0]! : null;
}

/** The extensions a module name may have, by the importing file's own. */
function candidates(from: string, source: string): string[] {
  const dot = from.lastIndexOf(".");
  const extension = dot < 0 ? "" : from.slice(dot);
  const path = source.replace(/^package:[^/]+\//, "").replace(/::|\\|\.(?=[a-zA-Z\x80-\u{10FFFF}_])/gu, "/");
  const lower = path.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  return [...new Set([source, `${path}${extension}`, `${path}/init${extension}`, `${path}/mod${extension}`, `${lower}${extension}`])];
}

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const source = imported.source.replace(/^["'<]|["'>]$/g, "");
  if (imported.relative || source[0] === ".") {
    for (const path of [source, `${source}${/\.[^./]+$/.exec(from)?.[0] ?? ""}`]) {
      const beside = join(folderOf(from), path);
      if (beside !== null && tree.file(beside)) return { is: "files", files: [beside], folder: null };
    }
  }
  for (const suffix of candidates(from, source)) {
    if (suffix === "" || /\s/.test(suffix)) continue;
    const found = bySuffix(tree, from, suffix);
    if (found) return { is: "files", files: [found], folder: null };
  }
  return { is: "external", name: dotted(source).split(/[./]/)[0] || source };
}

/** Qualified names: exact by full name, else the only definition whose qualified name ends so. */
function within(tree: Tree, family: Family, space: string, name: string): Place | null {
  const found = inSpace(tree, family, space, name);
  if (found) return found;
  if (!/^\p{Lu}/u.test(space)) return null;
  const tail = `${dotted(space)}.${name}`;
  const all = tree.real(tree.definitions(name, family).filter((symbol) => endsWithPath(symbol.full, tail)));
  const owners = new Set(all.map((symbol) => containers(symbol.full)[0]));
  return owners.size === 1 ? { is: "symbol", symbol: all[0]! } : null;
}

/** The family of one language that has no rules of its own: it shares names with no other. */
export function otherFamily(language: string): Family {
  const family: Family = {
    name: `other:${language}`,
    self: ["self", "this", "Self"],
    parent: ["super"],
    implicitSelf: true,
    reach: "global",
    dynamic: true,
    constructors: ["new"],
    globals: wordSet(
      "print println require error assert type pairs ipairs tostring tonumber pcall select map filter fold length show return pure",
    ),
    locate,
    ambient: (tree, _path, name, enclosing) => (/^\p{Lu}/u.test(name) ? outwards(tree, family, enclosing, name) : null),
    inSpace: (tree, space, name) => within(tree, family, space, name),
    scattered: (tree, type, name) => sameTail(tree, family, type, name, () => true),
  };
  return family;
}
