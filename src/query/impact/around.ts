/** What lies around a change besides the code it reaches: tests, files, packages, documents. */
import type { ImpactReport } from "../../base/schema.ts";
import { impact as settings } from "../../base/settings.ts";
import type { Store } from "../../store/graph.ts";
import type { Graph } from "../walk/graph.ts";
import type { Naming } from "./naming.ts";
import type { Reach } from "./reached.ts";
import { isWalked, placeOf, type Seed } from "./seeds.ts";

type Tests = ImpactReport["tests"];
type Files = ImpactReport["files"];
type Packages = ImpactReport["packages"];
type Documents = ImpactReport["documents"];

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

// ---------------------------------------------------------------------------------------------- tests

/** Test files: those that changed, those that reach a seed, and those that only their name connects with a changed file. */
export function testsOf(all: ReadonlySet<string>, changed: readonly string[], seeds: readonly Seed[], reach: Reach): Tests {
  const tests = new Map<string, Tests[number]>();
  const add = (path: string, how: Tests[number]["how"], depth: number | null, symbol: string | null): void => {
    const known = tests.get(path) ?? { path, how, depth, symbols: [] };
    if (symbol !== null && !known.symbols.includes(symbol)) known.symbols.push(symbol);
    tests.set(path, known);
  };
  for (const path of changed) if (all.has(path)) add(path, "changed", 0, null);
  for (const hit of reach.affected)
    if (hit.test) add(hit.symbol.path, "reaches", hit.depth, hit.symbol.kind === "file" ? null : hit.symbol.qualified);
  const stems = new Set(
    changed.filter((path) => !all.has(path) && seeds.some((seed) => seed.path === path && isWalked(seed))).map(plainStem),
  );
  for (const path of likelyNamed(all, stems)) if (!tests.has(path) && stems.has(plainStem(path))) add(path, "name", null, null);
  const rank = { changed: 0, reaches: 1, name: 2 };
  return [...tests.values()].sort((a, b) => rank[a.how] - rank[b.how] || (a.depth ?? 99) - (b.depth ?? 99) || byPath(a, b));
}

/** Those of some paths whose file name holds one of some stems: what `plainStem` leaves of a name is a part of it, and most hold none. */
function likelyNamed(paths: ReadonlySet<string>, stems: ReadonlySet<string>): string[] {
  const list = [...paths];
  // Letters beyond ASCII may be written otherwise alone than among others.
  if ([...stems].some((stem) => /[^\0-\x7f]/.test(stem))) return list;
  const names = list
    .join("\0")
    .replace(/[^\0]*\/|[_-]/g, "")
    .toLowerCase();
  const found = [...stems].filter((stem) => names.includes(stem));
  if (found.length === 0) return [];
  const each = names.split("\0");
  return list.filter((_, i) => found.some((stem) => each[i]!.includes(stem)));
}

/** Paths of all files that are tests. */
export function testPaths(store: Store): ReadonlySet<string> {
  const rows = store
    .statement("SELECT path FROM file WHERE instr(tags, 'test') > 0 AND ' ' || tags || ' ' LIKE '% test %' ORDER BY path")
    .values() as [string][];
  return new Set(rows.map(([path]) => path));
}

/** `test_auth.py`, `auth.test.ts`, `AuthTest.java`, `auth_spec.rb` and `auth.py` have one in common: `auth`. */
function plainStem(path: string): string {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return stem
    .replace(
      /^(?:tests?[._-]|Test(?=\p{Lu}))|(?:[._-](?:tests?|spec|specs|unittest)|(?<=[\p{Ll}\d])(?:Tests?|Spec|Specs|TestCase|IT))$/gu,
      "",
    )
    .replace(/[_-]/g, "")
    .toLowerCase();
}

// ---------------------------------------------------------------------------------------------- files

/** Every file with something changed or affected, and what the changed tests use. */
export function filesOf(
  graph: Graph,
  changed: readonly string[],
  seeds: readonly Seed[],
  reach: Reach,
  tests: ReadonlySet<string>,
  packages: (path: string) => string,
): Files {
  const files = new Map<string, Files[number]>();
  const add = (path: string, role: Files[number]["role"], depth: number | null): Files[number] => {
    let file = files.get(path);
    if (!file) {
      file = { path, role, depth, symbols: 0, test: tests.has(path), package: packages(path) };
      files.set(path, file);
    }
    return file;
  };
  for (const path of changed) add(path, "changed", 0);
  for (const seed of seeds) if (isWalked(seed)) add(seed.path, "changed", 0).symbols++;
  for (const hit of reach.affected) add(hit.symbol.path, "affected", hit.depth).symbols++;
  for (const path of changed)
    if (tests.has(path)) for (const used of exercisedBy(graph, path, seeds)) if (!tests.has(used)) add(used, "exercised", null);
  const rank = { changed: 0, affected: 1, exercised: 2 };
  return [...files.values()].sort((a, b) => rank[a.role] - rank[b.role] || (a.depth ?? 0) - (b.depth ?? 0) || byPath(a, b));
}

/**
 * Files that a changed test imports from, or that its changed parts use. All that it uses anywhere finds 2 % more of what commits' tests
 * exercise, in a radius a tenth larger (scripts/bench/commits.ts: recall .871 against .850, precision .448 against .551, on flask).
 */
function exercisedBy(graph: Graph, path: string, seeds: readonly Seed[]): Set<string> {
  const used = new Set<string>();
  const file = graph.store.fileByPath(path);
  if (!file) return used;
  const changed = seeds
    .filter((seed) => seed.path === path && seed.after !== null && seed.change !== "contains")
    .map((seed) => seed.after!);
  for (const edge of graph.store.edgesOfFile(file.id)) {
    if (edge.resolution === "external") continue;
    if (edge.kind !== "imports" && !changed.some((one) => one.kind !== "file" && edge.line >= one.start && edge.line <= one.end)) continue;
    const target = graph.symbol(edge.dst);
    if (target && target.file !== null && target.path !== path) used.add(target.path);
  }
  return used;
}

// ---------------------------------------------------------------------------------------------- packages

const MANIFESTS = [
  "package.json",
  "pyproject.toml",
  "setup.py",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "composer.json",
  "mix.exs",
  "build.sbt",
  "Package.swift",
  "CMakeLists.txt",
];

/** The package of a path: the nearest folder upwards with a manifest, "." for the root's. */
export function packageFinder(store: Store): (path: string) => string {
  const folders = new Map<string, boolean>();
  // Paths are indexed: one statement for the manifests that all folders of a path may have costs less than a look at every file.
  const learn = (path: string): void => {
    const unknown: string[] = [];
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      // What is known of a folder is known of those around it.
      if (folders.has(folder)) break;
      folders.set(folder, false);
      for (const name of MANIFESTS) unknown.push(`${folder}/${name}`);
    }
    if (unknown.length === 0) return;
    const rows = store
      .statement("SELECT path FROM file WHERE path IN (SELECT value FROM json_each(?))")
      .values(JSON.stringify(unknown)) as [string][];
    for (const [manifest] of rows) folders.set(manifest.slice(0, manifest.lastIndexOf("/")), true);
  };
  return (path) => {
    learn(path);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
      if (folders.get(path.slice(0, at))) return path.slice(0, at);
    return ".";
  };
}

/** Files and affected symbols by package. */
export function packagesOf(files: Files): Packages {
  const packages = new Map<string, Packages[number]>();
  for (const file of files) {
    if (file.role === "exercised") continue;
    const one = packages.get(file.package) ?? { path: file.package, files: 0, symbols: 0 };
    one.files++;
    one.symbols += file.symbols;
    packages.set(file.package, one);
  }
  return [...packages.values()].sort(byPath);
}

// ---------------------------------------------------------------------------------------------- documents

/** Documentation that speaks of what changed, by name, and did not change itself; most mentions first. */
export function documentsOf(store: Store, naming: Naming, changed: ReadonlySet<string>, seeds: readonly Seed[]): Documents {
  const names = new Set<string>();
  for (const seed of seeds) {
    if (!isWalked(seed) || seed.change === "added" || placeOf(seed).kind === "file") continue;
    for (const one of [seed.before, seed.after]) if (one && tells(one.name)) names.add(one.name);
  }
  const prose = naming.documents.filter(({ path }) => isProse(path) && !changed.has(path));
  const mentions = new Map<string, string[]>();
  for (const [name, files] of naming.among(prose, [...names].slice(0, settings.maxDocumentNames)))
    for (const { path } of files) {
      const list = mentions.get(path);
      if (list) list.push(name);
      else mentions.set(path, [name]);
    }
  const documents: Documents = [];
  const most = [...mentions]
    .sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1))
    .slice(0, settings.maxDocuments * 2);
  for (const [path, list] of most) {
    const row = store.fileByPath(path);
    if (!row) continue;
    const source = store.source(row.path, row);
    if (typeof source === "string") continue;
    const found = list
      .map((name) => ({ name, line: lineNaming(source.text, name) }))
      .filter((one): one is { name: string; line: number } => one.line !== null);
    if (found.length === 0) continue;
    documents.push({ path: row.path, line: Math.min(...found.map((one) => one.line)), mentions: found.map((one) => one.name).sort() });
  }
  return documents.sort((a, b) => b.mentions.length - a.mentions.length || byPath(a, b)).slice(0, settings.maxDocuments);
}

const isProse = (path: string): boolean =>
  /\.(md|mdx|markdown|rst|txt|adoc|asciidoc|org|rdoc)$/i.test(path) || /(^|\/)(README|CONTRIBUTING)$/i.test(path);

/** Is a name one of code, and no word of prose: of several parts, or with a capital inside? Plain words only where they are long. */
const tells = (name: string): boolean =>
  /[\p{Ll}\d][\p{Lu}_]|_[\p{L}\d]/u.test(name) || (name.length >= 4 && /^\p{Lu}/u.test(name)) || name.length >= 8;

/** First line in which a name stands as a whole word. */
function lineNaming(text: string, name: string): number | null {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (/[\p{L}\p{N}_]/u.test(text[at - 1] ?? "") || /[\p{L}\p{N}_]/u.test(text[at + name.length] ?? "")) continue;
    let line = 1;
    for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) line++;
    return line;
  }
  return null;
}
