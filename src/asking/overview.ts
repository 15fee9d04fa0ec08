/** A tree on one page, for somebody who opens it for the first time. */
import { TYPES } from "../base/kinds.ts";
import type { SymbolKind } from "../base/types.ts";
import { visible } from "../base/visible.ts";
import { languageFor } from "../lang/languages.ts";
import { ranksOf } from "../query/graph/pagerank.ts";
import { isProgram } from "../query/graph/unused.ts";
import type { Store } from "../store/graph.ts";
import type { FileRow, SymbolRow } from "../store/rows.ts";

/** As many of each as are read through. */
const SHOWN = 12;

/** Code that is not the tree's own work. */
const ASIDE: ReadonlySet<string> = new Set(["test", "example", "vendored", "generated"]);
const HUBS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([...TYPES, "function", "method", "module"]);
/** What is read first, at the top or in a folder of documents. */
const FIRST_READ = /^(?:docs?\/)?(?:readme|architecture|contributing|design|overview|index|getting[-_]?started)\.\w+$/i;

/**
 * Entry points, folders, documents, and what most depends on, as lines with places to cite.
 * @param named files where manifests say that something begins
 */
export function pageOf(root: string, store: Store, named: readonly { path: string; as: string; manifest: string }[]): string {
  const files = store.files();
  const own = files.filter(({ tags }) => !tags.some((tag) => ASIDE.has(tag)));
  const kept = new Set(own.map(({ path }) => path));
  const begins = new Map(
    [...named]
      .sort((a, b) => Number(a.as === "library") - Number(b.as === "library"))
      .flatMap(({ path, as, manifest }) => (kept.has(path) ? [[path, `${visible(path)}  ${visible(as)} of ${visible(manifest)}`]] : [])),
  );
  for (const { path, start, kind, qualified } of mainsOf(store))
    if (kept.has(path) && !begins.has(path)) begins.set(path, `${visible(path)}:${start}  ${kind} ${visible(qualified)}`);
  for (const { path, tags, language } of own)
    if (tags.includes("entry") && !begins.has(path) && language !== null && languageFor(language).content === undefined)
      begins.set(path, `${visible(path)}  by its name`);
  const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["", `${title}:`, ...lines]);
  return [
    `${visible(root)}: ${files.length} files (${countsOf(files.map(({ language }) => language ?? "other"))})`,
    ...section("Folders", foldersOf(files)),
    ...section("Entry points", shown([...begins.values()])),
    ...section("To read first", shown(files.flatMap(({ path }) => (FIRST_READ.test(path) ? visible(path) : [])))),
    ...section("Most depended on (by PageRank over calls, imports and types)", hubsOf(store, new Set(own.map(({ id }) => id)))),
  ].join("\n");
}

const shown = (lines: readonly string[]): string[] => [
  ...lines.slice(0, SHOWN).map((line) => `- ${line}`),
  ...(lines.length > SHOWN ? [`- and ${lines.length - SHOWN} more`] : []),
];

/** Functions with which a program begins, those nearest to the top first. */
const mainsOf = (store: Store): SymbolRow[] =>
  ["main", "Main"]
    .flatMap((name) => store.symbolsByName(name))
    .filter((one) => one.file !== null && !one.declares && isProgram(one))
    .sort((a, b) => a.path.split("/").length - b.path.split("/").length || (a.path < b.path ? -1 : 1));

/** How often each word comes, most first. */
function countsOf(words: readonly string[]): string {
  const counted = [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length] as const);
  counted.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return counted
    .slice(0, SHOWN)
    .map(([word, count]) => `${visible(word)} ${count}`)
    .join(", ");
}

/** The largest folders; where nearly everything lies in one, those in that. */
function foldersOf(files: readonly FileRow[]): string[] {
  let depth = 1;
  let folders = grouped(files, depth);
  while (depth < 4 && folders.length > 0 && folders[0]![1].length > files.length * 0.8 && folders[0]![0] !== "")
    folders = grouped(files, ++depth);
  return [
    ...folders.slice(0, SHOWN).map(([folder, inside]) => {
      const languages = inside.flatMap(({ language }) => language ?? []);
      return `- ${folder === "" ? "(top)" : `${visible(folder)}/`}  ${inside.length} files${languages.length > 0 ? ` (${countsOf(languages)})` : ""}`;
    }),
    ...(folders.length > SHOWN ? [`- and ${folders.length - SHOWN} more`] : []),
  ];
}

/** Files by their folder of a depth at most, the largest first. */
function grouped(files: readonly FileRow[], depth: number): [string, FileRow[]][] {
  const folders = [...Map.groupBy(files, ({ path }) => path.split("/").slice(0, -1).slice(0, depth).join("/"))];
  return folders.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
}

/** Definitions in some files by rank, the highest first. */
function hubsOf(store: Store, files: ReadonlySet<number>): string[] {
  const ranks = ranksOf(store);
  const ids = (store.statement("SELECT id, file FROM symbol WHERE file IS NOT NULL AND at > 0").values() as [number, number][])
    .filter(([, file]) => files.has(file))
    .map(([id]) => id);
  ids.sort((a, b) => ranks.of(b) - ranks.of(a) || a - b);
  const found: SymbolRow[] = [];
  for (const id of ids) {
    const symbol = store.symbolById(id);
    if (symbol && HUBS.has(symbol.kind) && !symbol.declares) found.push(symbol);
    if (found.length >= SHOWN) break;
  }
  return found.map(({ kind, qualified, path, start, end }) => `- ${kind} ${visible(qualified)}  ${visible(path)}:${start}-${end}`);
}
