/**
 * Structural evidence that a file answers a question: what it defines and what it is called (RETRIEVAL.md, "The recipe").
 *
 * All functions are pure; words are stems as base/words.ts makes them, and `idf` weighs them by how rare they are.
 */

import { ranking } from "../base/settings.ts";
import type { SymbolKind } from "../base/types.ts";
import { splitIdentifier, stem } from "../base/words.ts";
import type { Store } from "../store/graph.ts";
import { isCode } from "./impact/definitions.ts";

/** The question's words with their weights. */
export interface QueryWeights {
  /** Distinct stems, whole identifiers left out. */
  stems: string[];
  idf: ReadonlyMap<string, number>;
  /** Sum over `stems`. */
  total: number;
  /** Weight of a part of a name that the question does not have. */
  unmatched: number;
  /** First characters of `stems`. */
  initials: ReadonlySet<number>;
  /** Matches every name with a part that begins so, and some others. */
  begins: RegExp;
}

/** Stem and weight of the question's words; `idf(word)` is BM25's, `documents` the size of the collection. */
export function queryWeights(stems: string[], idf: (word: string) => number, documents: number): QueryWeights {
  const weights = new Map(stems.map((word) => [word, idf(word)]));
  let total = 0;
  for (const weight of weights.values()) total += weight;
  const initials = new Set(stems.map((word) => word.charCodeAt(0)));
  const unmatched = ranking.soft.unmatched * Math.log(1 + documents / 1.5);
  return { stems, idf: weights, total, unmatched, initials, begins: beginning([...initials]) };
}

/** Names with a part that begins with one of some characters: at an end, after what is no letter, or in capitals. What is not ASCII may be anything. */
function beginning(initials: readonly number[]): RegExp {
  const plain = initials.map((code) => String.fromCharCode(code)).filter((letter) => /[a-z0-9]/.test(letter));
  if (plain.length < initials.length) return /(?:)/;
  if (plain.length === 0) return /(?!)/;
  const letters = plain.join("");
  return new RegExp(`(?:^|[^A-Za-z])[${letters}]|[${letters.toUpperCase()}]|[^\\0-\\x7f]`);
}

/**
 * Stems of the parts of a name; none where no overlap with the question can be more than 0. Words that have anything in common begin alike, and a stem
 * begins as its word does: most names need no taking apart, which is what ranking spends its time on in a cold process.
 */
export function stemsSharing(name: string, query: QueryWeights): string[] {
  if (!query.begins.test(name)) return [];
  const parts = splitIdentifier(name);
  return parts.some((part) => query.initials.has(part.charCodeAt(0))) ? parts.map(stem) : [];
}

/**
 * How well one defined name fits the question: p · 2pr/(p+r), p the idf share of the name's parts that the question has,
 * r the idf share of the question that they cover.
 * @param parts stemmed parts of the name
 */
export function nameOverlap(parts: readonly string[], query: QueryWeights): number {
  let common = 0;
  let all = 0;
  const seen = new Set<string>();
  for (const part of parts) {
    if (seen.has(part)) continue;
    seen.add(part);
    const weight = query.idf.get(part);
    if (weight !== undefined) common += weight;
    all += weight ?? query.unmatched;
  }
  if (common === 0 || all === 0 || query.total === 0) return 0;
  const p = common / all;
  const r = common / query.total;
  return (p * 2 * p * r) / (p + r);
}

/** Exact overlap of the question with a file's stem: p · √r. */
export function stemOverlap(parts: readonly string[], query: QueryWeights): number {
  let common = 0;
  let all = 0;
  for (const part of new Set(parts)) {
    const weight = query.idf.get(part);
    if (weight !== undefined) common += weight;
    all += weight ?? query.unmatched;
  }
  return common === 0 || query.total === 0 ? 0 : (common / all) * Math.sqrt(common / query.total);
}

/** Soft overlap: as `stemOverlap`, with prefixes and common beginnings counted in part. */
export function softStemOverlap(parts: readonly string[], query: QueryWeights): number {
  let common = 0;
  let all = 0;
  const covered = new Map<string, number>();
  for (const part of new Set(parts)) {
    let best = 0;
    let bestWord: string | null = null;
    for (const word of query.stems) {
      const likeness = wordLikeness(part, word);
      if (likeness > best || (likeness === best && likeness > 0 && query.idf.get(word)! > query.idf.get(bestWord!)!)) {
        best = likeness;
        bestWord = word;
      }
    }
    if (bestWord === null) {
      all += query.unmatched;
      continue;
    }
    const weight = query.idf.get(bestWord)!;
    common += best * weight;
    all += weight;
    covered.set(bestWord, Math.max(covered.get(bestWord) ?? 0, best));
  }
  if (common === 0 || all === 0 || query.total === 0) return 0;
  let coveredWeight = 0;
  for (const [word, share] of covered) coveredWeight += share * query.idf.get(word)!;
  return (common / all) * Math.sqrt(coveredWeight / query.total);
}

/** 1 for the same word, less for a prefix or a common beginning, 0 for strangers. */
export function wordLikeness(a: string, b: string): number {
  if (a === b) return ranking.soft.equal;
  if (a.charCodeAt(0) !== b.charCodeAt(0)) return 0;
  const short = a.length < b.length ? a : b;
  const long = a.length < b.length ? b : a;
  if (short.length >= 2 && long.startsWith(short))
    return short.length >= 4 ? ranking.soft.prefix : short.length === 3 ? ranking.soft.shortPrefix : 0;
  return short.length >= 5 && a.slice(0, 5) === b.slice(0, 5) ? ranking.soft.common : 0;
}

/** A file's name without its extension. */
export function stemOf(path: string): string {
  const base = path.slice(path.lastIndexOf("/") + 1);
  const dot = base.lastIndexOf(".");
  return dot > 0 ? base.slice(0, dot) : base;
}

/** How much a definition of the asked name says, by what it is. */
export function kindWeight(kind: SymbolKind): number {
  switch (kind) {
    case "class":
    case "struct":
    case "interface":
    case "trait":
    case "enum":
    case "type":
    case "module":
    case "namespace":
      return ranking.kindWeight.type;
    case "function":
    case "method":
    case "macro":
      return ranking.kindWeight.callable;
    default:
      return ranking.kindWeight.value;
  }
}

/** Last segment of a qualified name or path. */
export function lastSegment(symbol: string): string {
  return symbol.split(/\.|::|#|->|\//).at(-1)!;
}

/** A name without case and underscores. */
export function foldName(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** The question as one symbol: a single word or a dotted name, call parentheses taken off; null when it is more than that. */
export function asSymbol(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^[`'"]+|[`'"]+$/g, "")
    .replace(/\(\s*\)$/, "");
  return /^[\p{L}_$@#][\p{L}\p{N}_$]*(?:(?:\.|::|#|->|\/)[\p{L}_$][\p{L}\p{N}_$]*)*[?!]?$/u.test(bare) ? bare : null;
}

/** Identifiers inside prose: camelCase, an underscore, a dotted tail, a call, backticks, a capital in mid-sentence. */
export function embeddedIdentifiers(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(/`([^`\s]+)`|([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*)(\(\))?/gu)) {
    const word = (match[1] ?? match[2] ?? "").replace(/\(\s*\)$/, "");
    const last = word.split(/\.|::|#/).at(-1) ?? "";
    if (last.length < 2) continue;
    const shaped = match[1] !== undefined || match[3] !== undefined || /\p{Ll}\p{Lu}|_|\p{L}\p{N}|\.|::|#/u.test(word);
    const capital = /^\p{Lu}\p{L}/u.test(word) && match.index > 0 && !/[.!?:]\s*$/.test(text.slice(0, match.index));
    if (shaped || capital) found.add(last);
  }
  return [...found];
}

/** Names of files and folders that hold one system's version of what others have too. */
const WINDOWS = ["win", "windows", "win32", "win64", "winapi"];
const RARE_SYSTEMS = ["aix", "sunos", "solaris", "os390", "zos", "ibmi", "os400", "haiku", "hurd", "qnx", "cygwin", "minix", "vms"];

/** What a question asks for by name, of what is otherwise pushed down. */
type AskedFor = Record<"test" | "example" | "vendored" | "generated" | "compat" | "docs" | "windows" | "rareSystem", boolean>;

const askedFor = new WeakMap<ReadonlySet<string>, AskedFor>();

/** Told once a question: it is the same for all of its files. */
function askedOf(question: ReadonlySet<string>): AskedFor {
  let asked = askedFor.get(question);
  if (!asked) {
    const asks = (...words: string[]) => words.some((word) => question.has(stem(word)));
    asked = {
      test: asks("test", "tests", "testing", "spec", "fixture", "mock"),
      example: asks("example", "examples", "sample", "demo", "tutorial", "benchmark", "bench"),
      vendored: asks("vendor", "vendored", "bundled"),
      generated: asks("generated", "compiled", "dist", "bundle", "bundled", "minified"),
      compat: asks("compat", "compatibility", "legacy", "deprecated"),
      docs: asks("docs", "documentation", "readme", "changelog", "guide", "document"),
      windows: asks(...WINDOWS),
      rareSystem: asks(...RARE_SYSTEMS),
    };
    askedFor.set(question, asked);
  }
  return asked;
}

const COMPAT_NAMES = ["compat", "compatibility", "legacy", "deprecated"];
const COMPAT = partPattern(COMPAT_NAMES);
const ON_WINDOWS = partPattern(WINDOWS);
const ON_RARE_SYSTEM = partPattern(RARE_SYSTEMS);
const BARREL = /(?:^|\/)(?:__init__\.py|index\.[cm]?[jt]sx?|mod\.rs|lib\.rs|package-info\.java)$/;
/** Whatever one of these four matches: most paths are asked once. */
const MARKED = new RegExp(`${partPattern([...COMPAT_NAMES, ...WINDOWS, ...RARE_SYSTEMS]).source}|${BARREL.source}`, "i");

function partPattern(names: readonly string[]): RegExp {
  return new RegExp(`(?:^|[/_.-])(?:${names.join("|")})(?:[/_.-]|$)`, "i");
}

/**
 * Penalty of a file by its tags and name, unless the question asks for such files. 1 = none.
 * @param compiled its source lies beside it (built.ts)
 */
export function penalty(path: string, tags: readonly string[], question: ReadonlySet<string>, compiled = false): number {
  const asked = askedOf(question);
  let factor = 1;
  if (tags.includes("test") && !asked.test) factor *= ranking.penalties.test;
  if (tags.includes("example") && !asked.example) factor *= ranking.penalties.example;
  if (tags.includes("vendored") && !asked.vendored) factor *= ranking.penalties.vendored;
  if ((compiled || tags.includes("generated") || isBuilt(path)) && !asked.generated) factor *= ranking.penalties.generated;
  if (tags.includes("docs") && !asked.docs) factor *= ranking.penalties.docs;
  if (!MARKED.test(path)) return factor;
  if (!asked.compat && COMPAT.test(path)) factor *= ranking.penalties.compat;
  if (!asked.windows && ON_WINDOWS.test(path)) factor *= ranking.penalties.windows;
  if (!asked.rareSystem && ON_RARE_SYSTEM.test(path)) factor *= ranking.penalties.rareSystem;
  if (BARREL.test(path)) factor *= ranking.penalties.barrel;
  return factor;
}

const BENCHMARK = /(?:^|[/_.-])bench(?:es|marks?|suite)?(?:[/_.-]|$)/i;
const COMPAT_OR_BARREL = new RegExp(`${COMPAT.source}|${BARREL.source}`, "i");

/**
 * Penalty of a file where something is to be mended, whatever the text mentions: a report that speaks of tests and documents is not mended there. What a
 * program's source is called ("install.sh", "security.py") makes it no document.
 */
export function mendPenalty(path: string, tags: readonly string[], language: string | null, compiled: boolean): number {
  const { aside, generated, compat } = ranking.penalties;
  const beside = !isCode(language) || compiled || isBuilt(path) || BENCHMARK.test(path) || tags.some((tag) => ASIDE.has(tag));
  return (beside ? aside : 1) * (tags.includes("generated") ? generated : 1) * (COMPAT_OR_BARREL.test(path) ? compat : 1);
}
const ASIDE: ReadonlySet<string> = new Set(["test", "example", "vendored"]);

// What is built, generated or brought along, told by its path: it says the same as the source that it comes from, and nobody edits it.
//
// Names that hand-written source has too (`lib`, `build`, `out`) tell nothing by themselves: there the twin tells, a source of the same path in the
// folder that such output is made from.

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
