/**
 * What is built, generated or brought along, told by its path: it says the same as the source that it comes from, and nobody edits it.
 *
 * Names that hand-written source has too (`lib`, `build`, `out`) tell nothing by themselves: there the twin tells, a source of the same path in the
 * folder that such output is made from.
 */
import type { Store } from "../store/graph.ts";

/** Folders of output and of what is brought along, by custom. */
const FOLDER =
  /(?:^|\/)(?:deps|dist|dist-[\w.-]+|externals?|extern|subprojects|bundled|bundles|priv\/static|_build|\.output|storybook-static|site-build|generated-src|gen-src|amalgamation|single_include|public\/(?:build|dist|packs)|static\/(?:dist|build|vendor)|wwwroot\/(?:lib|dist)|assets\/vendor|build\/lib|build\/generated|target\/(?:classes|generated-sources))\//i;
/** Bundles, chunks of bundlers with a hash in their name, maps; the whole library in one file. */
const NAME =
  /(?:\.min|[.-]bundle|\.chunk|[.-][\da-f]{8,20})\.(?:[cm]?js|css)$|\.(?:js|css)\.map$|\.bundle\.[cm]?js$|[._-]amalgamat(?:ed|ion)\.[a-z+]+$/i;

/** Does the path alone say that a file is built or brought along? */
export const isBuilt = (path: string): boolean => FOLDER.test(path) || NAME.test(path);

/** Folders that compilers write beside the source. */
const OUTPUT = /(?:^|\/)(?:lib|out|build|es|esm|cjs|umd|js|compiled|release|module|commonjs)(?=\/)/;
const COMPILED = /\.(?:[cm]?js|jsx|css|d\.[cm]?ts)$/;
const SOURCES: Record<string, readonly string[]> = {
  css: ["scss", "sass", "less", "styl", "css"],
  js: ["ts", "tsx", "mts", "cts", "coffee", "civet", "res", "purs", "elm", "js", "jsx", "mjs", "cjs", "vue", "svelte"],
};
const FROM = ["src", "source", "ts", "scss", "assets"];

/** Where a compiled file's source would be; none for what no compiler writes. */
function sourcesOf(path: string): string[] {
  const ending = COMPILED.exec(path)?.[0];
  const folder = ending === undefined ? null : OUTPUT.exec(path);
  if (ending === undefined || !folder) return [];
  const start = folder[0].startsWith("/") ? folder.index + 1 : folder.index;
  const before = path.slice(0, start);
  const after = path.slice(folder.index + folder[0].length, -ending.length);
  const own = folder[0].replace("/", "");
  return FROM.filter((name) => name !== own).flatMap((name) =>
    SOURCES[ending === ".css" ? "css" : "js"]!.map((one) => `${before}${name}${after}.${one}`),
  );
}

/** Of some files those whose source lies in the tree beside them. */
export function compiledAmong(store: Store, paths: readonly string[]): Set<string> {
  const sources = new Map<string, string>();
  for (const path of paths) for (const source of sourcesOf(path)) sources.set(source, path);
  if (sources.size === 0) return new Set();
  const rows = store
    .statement("SELECT path FROM file WHERE path IN (SELECT value FROM json_each(?))")
    .values(JSON.stringify([...sources.keys()])) as [string][];
  return new Set(rows.map(([source]) => sources.get(source)!));
}
