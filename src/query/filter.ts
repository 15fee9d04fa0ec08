/** Filters on files and kinds, as predicates that are applied inside every engine, not after it. */
import ignore from "ignore";
import { Refusal } from "../base/errors.ts";
import type { Store } from "../store/graph.ts";

export interface Filters {
  /** .gitignore-style patterns; a file must match one of them. */
  paths: readonly string[];
  excludes: readonly string[];
  languages: readonly string[];
  /** Symbol or chunk kinds. */
  kinds: readonly string[];
  /** Beginnings of paths; a file must have one of them. */
  prefixes?: readonly string[];
  /** File endings (`md`, `.ts`) or names of languages; a file must have one of them. */
  types?: readonly string[];
  /** A file must have all of these tags (lang/engine/chunk: test, docs, …). */
  tags?: readonly string[];
  /** Paths of the files that have them (`tagged`); made for a run, never printed. */
  tagged?: ReadonlySet<string> | undefined;
  /** A folder that nothing is found in, without anybody having said so: that of notes, which stand beside results. Made for a run, never printed. */
  without?: string | undefined;
  /** What paths begin with for whoever asks: the name of one of several trees. Made for a run, never printed. */
  mount?: string | undefined;
  /** Conditions of a thick query; made for a run, never printed. */
  within?: Within | undefined;
}

/** Conditions on the redacted text and the path (asking/knowledge.ts). */
export interface Within {
  /** null = none on paths. */
  file: ((path: string) => boolean) | null;
  /** null = none on text. */
  chunk: ((no: number) => boolean) | null;
  /** Numbers of all chunks that pass where everything was filtered first; null where chunks are looked at in the order of their ranks. */
  passing: ReadonlySet<number> | null;
  /** The same conditions on another index, asked as one with this one. */
  of: (store: Store, filters: Filters) => Within;
}

/** Whether anything is filtered by file at all. */
export function filtersFiles(filters: Filters): boolean {
  const { paths, excludes, languages, prefixes = [], types = [], tags = [] } = filters;
  const lists = [paths, excludes, languages, prefixes, types, tags];
  return lists.some((list) => list.length > 0) || filters.without !== undefined || (filters.within?.file ?? null) !== null;
}

/** The filters with the files that have the tags asked for, where any are. */
export function tagged(store: Store, filters: Filters): Filters {
  const { tags = [] } = filters;
  if (tags.length === 0) return filters;
  const files = store.files().filter((file) => tags.every((tag) => file.tags.includes(tag)));
  return { ...filters, tagged: new Set(files.map((file) => file.path)) };
}

/**
 * The predicate of `--path`, `--exclude`, `--lang`, `--path-prefix`, `--file-type` and `--tag` on a file.
 * @throws Refusal `bad-pattern` for a pattern that can match nothing
 */
export function fileFilter(filters: Filters): (path: string, language: string | null) => boolean {
  const included = filters.paths.length > 0 ? matcher(filters.paths) : null;
  const excluded = filters.excludes.length > 0 ? matcher(filters.excludes) : null;
  const languages = new Set(filters.languages.map((name) => name.toLowerCase()));
  const within = filters.within?.file ?? null;
  const prefixes = (filters.prefixes ?? []).map((prefix) => prefix.replace(/^(?:\.?\/)+/, ""));
  const types = (filters.types ?? []).map((type) => type.toLowerCase().replace(/^\*?\.+/, ""));
  const tags = filters.tagged;
  const without = filters.without === undefined ? null : `${filters.without}/`;
  const { mount = "" } = filters;
  return (path, language) =>
    (without === null || !path.startsWith(without)) &&
    (prefixes.length === 0 || prefixes.some((prefix) => (mount + path).startsWith(prefix))) &&
    (types.length === 0 || types.some((type) => language === type || path.toLowerCase().endsWith(`.${type}`))) &&
    (tags === undefined || tags.has(path)) &&
    (included === null || included.ignores(mount + path)) &&
    (excluded === null || !excluded.ignores(mount + path)) &&
    (languages.size === 0 || (language !== null && languages.has(language.toLowerCase()))) &&
    (within === null || within(path));
}

function matcher(patterns: readonly string[]): ReturnType<typeof ignore> {
  for (const pattern of patterns)
    if (pattern.trim() === "" || pattern.startsWith("!"))
      throw new Refusal(
        "bad-pattern",
        `"${pattern}" is no path pattern.`,
        'Use .gitignore syntax, for example "src/**/*.ts"; leave files out with --exclude.',
      );
  // "./src" and an absolute-looking "/src" both mean: from the root of the index.
  return ignore().add(patterns.map((pattern) => pattern.replace(/^\.\//, "/")));
}
