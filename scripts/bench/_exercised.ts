/**
 * What a commit's own tests import or exercise, by their text alone: nothing of our parsing or resolution decides it.
 *
 *  - Imports. A relative path is the file it leads to. A bare name is a package of this tree (by the `name` of its package.json) and a path in
 *    it, a module below a root of Python code, or a Java class by its full name. What leads to none of these comes from outside: `@trpc/server`
 *    is the entry of that package and no other file called `server.ts`, `http` is Node's. A name that is imported from a file which only
 *    passes it on (`export * from`, `export { a } from`, `from .app import Flask`) is imported from the file that has it as well.
 *  - Names. A word of the added lines that exactly one file outside tests defines as a function, method, class or type is an exercise of it,
 *    unless it is not that definition's: it stands in a string or a comment, the test itself binds it (a variable, a parameter, a key, a
 *    definition of its own), or it was imported from outside.
 */
import type { Store } from "../../src/store/graph.ts";

const EXTENSIONS = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "d.ts", "vue", "svelte"];
const JS_IMPORT: readonly RegExp[] = [
  /\bfrom\s*["']([^"'\n]+)["']/g,
  /\b(?:require|import)\s*\(\s*["']([^"'\n]+)["']\s*\)/g,
  /\bimport\s*["']([^"'\n]+)["']/g,
];

/** A tree's files as imports see them. */
export interface Workspace {
  sources: ReadonlySet<string>;
  /** npm packages of the tree: name → folder ("" for the root). */
  packages: ReadonlyMap<string, string>;
  /** The text of a file of the tree. */
  text: (path: string) => string;
}

/** @param manifests path and text of every package.json outside node_modules */
export function workspaceOf(
  sources: ReadonlySet<string>,
  manifests: Iterable<readonly [string, string]>,
  text: (path: string) => string,
): Workspace {
  const packages = new Map<string, string>();
  for (const [path, text] of manifests) {
    const name = /^\s*"name"\s*:\s*"([^"]+)"/m.exec(text)?.[1];
    if (name !== undefined && !packages.has(name)) packages.set(name, path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  }
  return { sources, packages, text };
}

/** Code files outside tests that a test's imports lead to, and those that define the imported names. */
export function importedBy(test: string, text: string, workspace: Workspace): Set<string> {
  const out = new Set<string>();
  for (const source of importSources(test, text)) for (const path of resolved(test, source, workspace)) out.add(path);
  for (const { names, source } of namedImports(test, text))
    for (const path of resolved(test, source, workspace))
      for (const name of names) {
        const definer = definerOf(path, name, workspace, 12);
        if (definer !== null) out.add(definer);
      }
  return out;
}

/** `import { a, b as c } from "…"`, `from x import (a, b as c)`: the names as the other file calls them. */
function namedImports(path: string, text: string): { names: string[]; source: string }[] {
  const split = (list: string): string[] =>
    list
      .split(",")
      .map(
        (one) =>
          one
            .replace(/^\s*type\s+/, "")
            .trim()
            .split(/\s/)[0]!,
      )
      .filter((one) => /^[\w$]+$/.test(one));
  if (path.endsWith(".py"))
    return [...text.matchAll(/^[ \t]*from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|(.*))/gm)].map(([, from, many, few]) => ({
      names: split((many ?? few ?? "").replace(/#.*/g, "")),
      source: `py:${from}`,
    }));
  return [...text.matchAll(/\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*["']([^"'\n]+)["']/g)].map(
    ([, names = "", source = ""]) => ({ names: split(names.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "")), source }),
  );
}

/** The file that defines what another one hands on under a name; null where the text does not say. */
function definerOf(path: string, name: string, workspace: Workspace, left: number): string | null {
  const text = workspace.text(path);
  const key = name.replaceAll("$", "\\$");
  const defines = path.endsWith(".py")
    ? new RegExp(`^(?:async\\s+)?(?:def|class)\\s+${key}\\b|^${key}\\s*[:=]`, "m")
    : new RegExp(
        `^\\s*(?:export\\s+)?(?:declare\\s+|default\\s+|abstract\\s+|async\\s+)*(?:(?:function\\*?|class|const|let|var|interface|enum)\\s+${key}(?![\\w$])|type\\s+${key}\\s*[<=])`,
        "m",
      );
  if (defines.test(text)) return path;
  if (left === 0) return null;
  for (const { there, source } of handedOn(path, text, name))
    for (const next of resolved(path, source, workspace)) {
      const definer = next === path ? null : definerOf(next, there, workspace, left - 1);
      if (definer !== null) return definer;
    }
  return null;
}

/** Where a file has a name from: by that name, renamed, or with everything else. */
function handedOn(path: string, text: string, name: string): { there: string; source: string }[] {
  const python = path.endsWith(".py");
  const lists = python
    ? [...text.matchAll(/^[ \t]*from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|(.*))/gm)].map(([, from, many, few]) => [
        many ?? few ?? "",
        `py:${from}`,
      ])
    : [...text.matchAll(/\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*["']([^"'\n]+)["']/g)].map(([, list, from]) => [
        list ?? "",
        from ?? "",
      ]);
  const out: { there: string; source: string }[] = [];
  for (const [list = "", source = ""] of lists)
    for (const one of list.split(",")) {
      const [there = "", as, local] = one
        .replace(/^\s*type\s+/, "")
        .trim()
        .split(/\s+/);
      if ((as === "as" ? local : there) === name) out.push({ there, source });
    }
  const all = python ? /^from\s+([\w.]+)\s+import\s+\*/gm : /\bexport\s+(?:type\s+)?\*\s*from\s*["']([^"'\n]+)["']/g;
  for (const [, from = ""] of text.matchAll(all)) out.push({ there: name, source: python ? `py:${from}` : from });
  return out;
}

/** Sources of imports as written; Python's with a leading `py:`, Java's with `java:`. */
function importSources(test: string, text: string): string[] {
  if (test.endsWith(".py"))
    return [
      ...[...text.matchAll(/^[ \t]*from\s+([\w.]+)\s+import\s+\(?([^)\n#]*)/gm)].flatMap(([, from = "", names = ""]) => [
        `py:${from}`,
        ...names.split(",").map((name) => `py:${from}${from.endsWith(".") ? "" : "."}${name.trim().split(/\s/)[0]}`),
      ]),
      ...[...text.matchAll(/^[ \t]*import\s+([\w., \t]+)/gm)].flatMap(([, names = ""]) =>
        names.split(",").map((name) => `py:${name.trim().split(/\s/)[0]}`),
      ),
    ];
  if (/\.(?:java|kt)$/.test(test)) return [...text.matchAll(/^\s*import\s+(?:static\s+)?([\w.]+)/gm)].map(([, name]) => `java:${name}`);
  return JS_IMPORT.flatMap((pattern) => [...text.matchAll(pattern)].map(([, source = ""]) => source));
}

function resolved(test: string, source: string, { sources, packages }: Workspace): string[] {
  const folder = test.split("/").slice(0, -1);
  const first = (paths: readonly string[]): string[] => paths.filter((path) => sources.has(path)).slice(0, 1);
  if (source.startsWith("java:")) {
    const parts = source.slice(5).split(".");
    // `import static a.b.C.member`, and types inside types
    for (let n = parts.length; n >= 2; n--) {
      const tail = `/${parts.slice(0, n).join("/")}`;
      const hits = [...sources].filter((path) => path.endsWith(`${tail}.java`) || path.endsWith(`${tail}.kt`));
      if (hits.length > 0) return hits;
    }
    return [];
  }
  if (source.startsWith("py:")) {
    const dots = /^\.*/.exec(source.slice(3))![0].length;
    const inner = source
      .slice(3 + dots)
      .split(".")
      .filter(Boolean);
    const roots = dots > 0 ? [folder.slice(0, folder.length - dots + 1)] : [[], ["src"], ["lib"], folder];
    return first(roots.map((root) => [...root, ...inner].join("/")).flatMap((stem) => [`${stem}.py`, `${stem}/__init__.py`]));
  }
  const files = (stem: string): string[] => [
    stem,
    ...EXTENSIONS.map((extension) => `${stem}.${extension}`),
    ...EXTENSIONS.map((extension) => `${stem.replace(/\.[mc]?jsx?$/, "")}.${extension}`),
    ...EXTENSIONS.map((extension) => `${stem}/index.${extension}`),
  ];
  if (/^\.\.?(?:\/|$)/.test(source)) {
    const at = [...folder];
    for (const part of source.split("/")) {
      if (part === "..") at.pop();
      else if (part !== "." && part !== "") at.push(part);
    }
    return first(files(at.join("/")));
  }
  const name = source
    .split("/")
    .slice(0, source[0] === "@" ? 2 : 1)
    .join("/");
  const home = packages.get(name);
  if (home === undefined) return [];
  const inside = (path: string): string => (home === "" ? path : `${home}/${path}`);
  const rest = source.slice(name.length + 1);
  return first(
    rest === ""
      ? [...files(inside("src")), ...files(inside("lib")), ...files(home)]
      : [...files(inside(`src/${rest}`)), ...files(inside(rest))],
  );
}

const DEFINES = new Set(["function", "method", "class", "struct", "interface", "trait", "enum", "type", "constant"]);

/** Names of at least five letters that only one code file outside tests defines, and no other file defines as anything. */
export function uniqueNames(store: Store, sources: ReadonlySet<string>): Map<string, string> {
  const places = new Map<string, string | null>();
  const files = store.files();
  for (const { id, path } of files)
    for (const symbol of store.symbolsOfFile(id).slice(1)) {
      const { name, kind } = symbol;
      if (name.length < 5 || kind === "section" || kind === "external") continue;
      const known = places.get(name);
      if (known !== undefined && known !== path) places.set(name, null);
      else if (known === undefined) places.set(name, sources.has(path) && DEFINES.has(kind) ? path : null);
    }
  return new Map([...places].filter((one): one is [string, string] => one[1] !== null));
}

/** Words of code in added lines that are not the test's own. */
export function namesUsed(test: string, text: string, patch: string): Set<string> {
  const added = patch
    .split("\n")
    .filter((line) => line.startsWith("+") && !line.startsWith("+++"))
    .map((line) => line.slice(1))
    .join("\n");
  const comment = test.endsWith(".py") ? /"""[\s\S]*?"""|'''[\s\S]*?'''|#.*/g : /\/\*[\s\S]*?\*\/|\/\/.*|^\s*\*.*/gm;
  const code = added
    .replace(comment, " ")
    .replace(/(["'])(?:\\.|(?!\1)[^\\\n])*\1/g, " ")
    // of a template only what it computes
    .replace(/`(?:\\.|[^\\`])*`/g, (whole) => [...whole.matchAll(/\$\{([^}]*)\}/g)].map(([, inside]) => inside).join(" "));
  const own = new Set<string>();
  const binds = (pattern: RegExp): void => {
    for (const [, list = ""] of text.matchAll(pattern)) for (const [name] of list.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) own.add(name);
  };
  binds(/\b(?:const|let|var|function\*?|class|type|interface|enum|def|for|as)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu);
  binds(/\b(?:const|let|var)\s*[{[]([^}\]=]*)[}\]]\s*=/g);
  // keys, parameters with a type or a value, properties in literals: `name:`, `name?:`, `name =`
  binds(/(?<![\p{L}\p{N}_$.?])([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:\?\s*)?(?::(?!:)|=(?![=>]))/gu);
  binds(/\(([\w\s,]*)\)\s*=>/g);
  return new Set([...code.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)].map(([name]) => name).filter((name) => !own.has(name)));
}

/** Names that a test imports from outside the tree. */
export function importedFromOutside(test: string, text: string, workspace: Workspace): Set<string> {
  const out = new Set<string>();
  const add = (list: string): void => {
    for (const [name] of list.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) out.add(name);
  };
  if (test.endsWith(".py")) {
    for (const [, from = "", names = ""] of text.matchAll(/^[ \t]*from\s+([\w.]+)\s+import\s+(\([^)]*\)|.*)/gm))
      if (!from.startsWith(".") && resolved(test, `py:${from}`, workspace).length === 0) add(names);
  } else
    for (const [, names = "", from = ""] of text.matchAll(/\bimport\s+(?:type\s+)?([\w*${},\s]+?)\s+from\s*["']([^"'\n]+)["']/g))
      if (!from.startsWith(".") && resolved(test, from, workspace).length === 0) add(names);
  return out;
}
