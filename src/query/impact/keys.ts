/**
 * What a value holds under a name of its own: keys of objects, tables and maps. They are no definitions, so nothing in the graph leads to them; a change
 * that takes one away is compared with the code that reads it from the value by its name.
 */

import { impact as settings } from "../../base/settings.ts";
import type { EdgeKind, Unknown } from "../../base/types.ts";
import type { ChangedFile } from "../../git/revisions.ts";
import { familyOf, languageOf } from "../../lang/languages.ts";
import type { SymbolRow } from "../../store/graph.ts";
import { type Graph, isType } from "../walk/graph.ts";
import { filesNaming } from "../walk/texts.ts";
import type { Broken } from "./broken.ts";
import { seesUnasked } from "./doubts.ts";
import { related } from "./maybe.ts";
import type { Seed } from "./seeds.ts";

const VALUES: ReadonlySet<string> = new Set(["constant", "variable", "field"]);
const CHANGED: ReadonlySet<string> = new Set(["body", "signature"]);
/** More keys than this went in one value: it was written anew, and no single one is meant. */
const MOST_KEYS = 100;
/** Names that a type without a name of its own has: `Server struct { Port int }`. */
const NAMED = /(?<=[{;\n]\s*)([A-Za-z_]\w*)(?=\s+[\w*[\].]+)/g;
const KEY = /(?<![\w$.])(?:(["'`])([\w$-]+)\1|:?([A-Za-z_$][\w$]*))\s*(?::(?![:=])|=>|=(?![=>]))/g;

/** A value whose text changed, with the names under which its readers have it. */
interface Value {
  seed: Seed;
  row: SymbolRow;
  lost: string[];
  /** Does the value say all that it holds? */
  whole: boolean;
}

/** Reads of keys that a change takes away. */
export function lostKeys(graph: Graph, files: readonly ChangedFile[], seeds: readonly Seed[]): { broken: Broken[]; unknowns: Unknown[] } {
  const out: { broken: Broken[]; unknowns: Unknown[] } = { broken: [], unknowns: [] };
  for (const value of valuesOf(files, seeds)) readers(graph, value, out);
  for (const file of files) lostGlobals(graph, file, out);
  for (const seed of seeds) lostSetters(graph, files, seed, out);
  return out;
}

/** Says that a value is set where it is made, or by its own type alone. */
const FIXED =
  /\b(?:readonly|final|val|let|const)\b|\b(?:private|fileprivate|protected|internal)\s*(?:\(\s*set\s*\)|set\b)|\{\s*get;\s*(?:init;\s*)?\}/;

/** Values that only their own type may set now, while code elsewhere sets one of that name. */
function lostSetters(
  graph: Graph,
  files: readonly ChangedFile[],
  { before, after, path, change }: Seed,
  out: { unknowns: Unknown[] },
): void {
  const { store } = graph;
  const file = files.find((one) => one.after?.path === path);
  if (!before || !after?.row || !CHANGED.has(change) || file?.before?.text == null || file.after?.text == null) return;
  const [then, now] = [file.before.text.split("\n"), file.after.text.split("\n")];
  // A setter may stand in a line of its own, which is the type's.
  const rows = isType(after.row) ? store.childrenOf(after.row.id) : [after.row];
  for (const row of rows) {
    const first = now[row.start - 1] ?? "";
    const at = row.id === after.row.id ? before.start - 1 : then.indexOf(first);
    const said = (lines: string[], from: number): string =>
      lines
        .slice(from, from + row.end - row.start + 2)
        .join("\n")
        .replace(/=(?!>)[^\n]*/g, "");
    if (!VALUES.has(row.kind) || at < 0 || FIXED.test(said(then, at)) || !FIXED.test(said(now, row.start - 1))) continue;
    const place = setsElsewhere(graph, row);
    if (place === null) continue;
    const message = `${row.qualified} is set by whoever has it no more, but ${place.path}:${place.line} may set it`;
    out.unknowns.push({ code: "dangling-references", message, ...place });
  }
}

/** The first place in another file that sets a value of that name, where the type that has it is spoken of. */
function setsElsewhere({ store }: Graph, { name, qualified, path, language }: SymbolRow): { path: string; line: number } | null {
  const word = (text: string): string => `(?<![\\w$])${RegExp.escape(text)}(?![\\w$])`;
  const owner = qualified.split(".").at(-2);
  const sets = new RegExp(`${word(name)}\\s*(?:(?:[-+*/|&^%]|\\?\\?)?=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)[\\w.$]*${word(name)}`);
  for (const id of filesNaming(store, name).slice(0, settings.maxOpenFiles)) {
    const place = store.fileById(id);
    const source = place && store.source(place.path);
    if (!place || place.path === path || !source || typeof source === "string" || familyOf(place.language) !== familyOf(language)) continue;
    if (owner !== undefined && !new RegExp(word(owner)).test(source.text)) continue;
    const line = source.text.split("\n").findIndex((text) => sets.test(text)) + 1;
    if (line > 0) return { path: place.path, line };
  }
  return null;
}

/** What is put into the object of all scripts of a page or process, which any other file reads without importing it. */
const GLOBAL = /(?<![\w$.])(?:window|globalThis|global|self)\.([A-Za-z_$][\w$]*)\s*=(?!=)/g;

function lostGlobals(graph: Graph, { before, after }: ChangedFile, out: { unknowns: Unknown[] }): void {
  const { store } = graph;
  const isScript = (language: string | null): boolean => familyOf(language).prototypes === true;
  if (before?.text == null || !isScript(languageOf(before.path)?.name ?? null)) return;
  const names = (text: string): Set<string> => new Set([...text.matchAll(GLOBAL)].map((match) => match[1]!));
  for (const name of names(before.text).difference(names(after?.text ?? "")))
    for (const file of filesNaming(store, name).slice(0, settings.maxOpenFiles)) {
      const place = store.fileById(file);
      const source = place && store.source(place.path);
      if (!place || !source || typeof source === "string" || !isScript(place.language)) continue;
      if (store.symbolsOfFile(file).some((one) => one.name === name) || names(source.text).has(name)) continue;
      const reads = new RegExp(`(?<![\\w$.])(?:(?:window|globalThis|global|self)\\.)?${RegExp.escape(name)}(?![\\w$:])`);
      const line =
        source.text.split("\n").findIndex((text) => !/^\s*(?:\/[/*]|\*)/.test(text) && reads.test(text.replace(/"[^"]*"|'[^']*'/g, ""))) +
        1;
      if (line === 0) continue;
      const message = `${before.path} gives all scripts no ${name} any more, but ${place.path}:${line} may read it`;
      out.unknowns.push({ code: "dangling-references", message, path: place.path, line });
    }
}

function valuesOf(files: readonly ChangedFile[], seeds: readonly Seed[]): Value[] {
  const found: Value[] = [];
  for (const seed of seeds) {
    const { before, after } = seed;
    if (!before || !after?.row || !CHANGED.has(seed.change) || !(VALUES.has(after.kind) || after.kind === "file")) continue;
    const file = files.find((one) => one.after?.path === seed.path);
    if (file?.before?.text == null || file.after?.text == null) continue;
    const whole = after.kind === "file";
    const part = (text: string, { start, end }: { start: number; end: number }): string =>
      whole
        ? text
        : text
            .split("\n")
            .slice(start - 1, end)
            .join("\n");
    // What is short was told by its own lines only: the value is read as it stands around them.
    const [then, now] = [part(file.before.text, around(before, file.before.text)), part(file.after.text, after)];
    const unnamed = /\bstruct\s*\{/.test(then);
    const keys = (text: string): string[] => [
      ...[...text.matchAll(KEY)].map((match) => match[2] ?? match[3]!),
      ...(unnamed ? [...text.matchAll(NAMED)].map((match) => match[1]!) : []),
    ];
    // What is named without being a key may be a short way to say both: `{ host }`.
    const kept = new Set([...keys(now), ...(now.replace(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g, "").match(/[\w$]+/g) ?? [])]);
    const lost = [...new Set(keys(then))].filter((key) => !kept.has(key));
    if (lost.length > 0 && lost.length <= MOST_KEYS)
      found.push({ seed, row: after.row, lost, whole: !/\.\.\.|\*\*|\bassign\(|\bmerge\b|\+=/.test(now) });
  }
  return found;
}

/** The lines of a definition before the change; where only a part of them was looked at, up to where its brackets end. */
function around({ start, end }: { start: number; end: number }, text: string): { start: number; end: number } {
  const lines = text.split("\n");
  const depth = (part: string): number => (part.match(/[{[(]/g)?.length ?? 0) - (part.match(/[}\])]/g)?.length ?? 0);
  let last = end;
  while (last < lines.length && depth(lines.slice(start - 1, last).join("\n")) > 0) last++;
  return { start, end: last };
}

function readers(graph: Graph, { seed, row, lost, whole }: Value, out: { broken: Broken[]; unknowns: Unknown[] }): void {
  const { store } = graph;
  const isFile = row.kind === "file";
  const users = new Set<number>();
  const files = new Set<number>();
  const lines = new Map<number, Set<number>>();
  const follow = (to: number, kinds: readonly EdgeKind[]): void => {
    for (const { src, line, resolution } of store.edgesTo(to, kinds)) {
      const file = store.fileOf(src);
      if (file === null || resolution === "ambiguous") continue;
      users.add(src);
      files.add(file);
      lines.set(file, (lines.get(file) ?? new Set()).add(line));
    }
  };
  follow(row.id, ["uses", "imports", "calls"]);
  // All that a module gives: `module.exports = TABLE`.
  const main =
    isFile ||
    (row.file !== null &&
      store
        .importsOf(row.file)
        .some(({ reexport, names }) => reexport && names.some((one) => one.name === row.name && one.local === "default")));
  if (main && !isFile && row.file !== null) follow(store.symbolsOfFile(row.file)[0]!.id, ["imports"]);
  for (const file of isFile ? [] : filesNaming(store, row.name)) {
    const place = store.fileById(file);
    if (file === row.file || related(graph, file, row.file!) || (place && seesUnasked(place, row.language, row.path, true)))
      files.add(file);
  }
  for (const file of [...files].slice(0, settings.maxLossFiles)) {
    const place = store.fileById(file);
    const source = place && store.source(place.path);
    if (!place || !source || typeof source === "string" || familyOf(place.language) !== familyOf(row.language)) continue;
    const all = main ? store.importsOf(file) : [];
    const sources = new Set(all.flatMap((one) => (lines.get(file)?.has(one.line) ? one.source : [])));
    const imports = all.filter((one) => sources.has(one.source));
    const taken = imports.flatMap((one) => one.names.flatMap(({ name, local }) => (name === "*" || name === "default" ? local : [])));
    const looped = new RegExp(
      `\\bfor\\b[^\\n]*?([\\w$]+)\\s*(?::?=\\s*range|of|in|:)\\s+(?:[\\w$]+\\.)*${RegExp.escape(row.name)}(?![\\w$])`,
      "g",
    );
    const items = isFile ? [] : [...source.text.matchAll(looped)].map((match) => match[1]!);
    const names = isFile ? taken : [row.name, ...taken, ...items];
    const text = source.text.split("\n");
    for (const key of lost) {
      for (const one of imports) if (one.names.some(({ name }) => name === key)) tell(one.line, key, place.path, whole);
      const readsIt = names.filter((name) => name !== "").map((name) => reading(name, key));
      const written = names.some((name) =>
        new RegExp(`${RegExp.escape(name)}\\s*(?:\\.|\\[["'])\\s*${RegExp.escape(key)}["'\\]]*\\s*=(?!=)`).test(source.text),
      );
      for (const [i, line] of text.entries()) {
        if (/^\s*(?:\/[/*]|\*|#(?!\{)|--)/.test(line) || (file === row.file && i + 1 >= row.start && i + 1 <= row.end && !isFile)) continue;
        const how = readsIt.map((one) => one.exec(line)).find((match) => match !== null);
        if (!how) continue;
        const direct = how.groups?.plain !== undefined || how.groups?.taken !== undefined;
        tell(i + 1, key, place.path, whole && direct && !written);
      }
    }
  }

  function tell(line: number, key: string, path: string, sure: boolean): void {
    const what = isFile ? `${row.path}: ${key}` : `${row.qualified}.${key}`;
    const symbols = store.symbolsOfFile(store.fileByPath(path)!.id);
    const symbol = symbols.findLast((one) => one.start <= line && one.end >= line && one.kind !== "import") ?? symbols[0]!;
    const test = graph.isTest(symbol);
    if (sure && (isFile || users.has(symbol.id) || users.has(symbols[0]!.id)))
      out.broken.push({
        symbol,
        line,
        kind: "uses",
        resolution: "exact",
        confidence: 1,
        test,
        what,
        path: seed.path,
        why: "deleted",
        now: null,
      });
    else if (!test)
      out.unknowns.push({ code: "dangling-references", message: `${what} is deleted, but ${path}:${line} may read it`, path, line });
  }
}

/** How a key is read from what has that name: `a.key`, `a["key"]`, `a[:key]`, `{ key } = a`, at any depth. */
function reading(name: string, key: string): RegExp {
  const [value, word] = [RegExp.escape(name), RegExp.escape(key)];
  const step = `\\s*(?:(?:\\?\\.|\\.|::|->)\\s*[\\w$]+|\\??\\.?\\[[^\\][]{1,80}\\])`;
  return new RegExp(
    `(?<![\\w$-])${value}(?:(?<plain>\\s*(?:\\?\\.|\\.)\\s*${word}(?![\\w$-]))|(?:${step}){0,4}?\\s*(?:(?:\\?\\.|\\.|::|->)\\s*${word}(?![\\w$-])|` +
      `\\??\\.?\\[\\s*["'\`:]*${word}["'\`]?\\s*\\]|\\.(?:fetch|get|dig|has|key\\?)\\(\\s*["':]*${word}\\b))|` +
      `\\{(?<taken>[^{}]*(?<![\\w$.])${word}(?![\\w$]))[^{}]*\\}\\s*=\\s*(?:[\\w$]+\\.)*${value}(?![\\w$.])`,
  );
}
