#!/usr/bin/env bun
import { readFileSync, writeFileSync } from "node:fs";
/**
 * Are the definitions there? Our extraction beside universal-ctags on real packages: every function, method, class and type that ctags finds
 * must be a symbol of ours, of the same file, name and place. What ctags does not know is read by the framework's or format's own parser (`_readers.ts`).
 *
 *   bun scripts/bench/symbols.ts [--only python,go] [--files 300] [--show 20] [--extras 20] [--markdown FILE] [--json FILE] [--trees DIR,DIR]
 *
 * `--trees` reads git work trees of your choice instead of the pinned packages, every language that they have.
 *
 * ctags is no truth: it guesses where it does not understand. What it gets wrong is told by the classes of `_excuses.ts`, each of which looks at
 * the source and says why; such tags are counted, and left out of the second recall only. The first recall leaves nothing out.
 * The other way round, symbols that ctags lacks are counted by whether the source says so in the language's own words (`def name`).
 */
import { type SymbolSort, sortOfKind } from "../../src/base/kinds.ts";
import type { RawSymbol } from "../../src/base/types.ts";
import { extract } from "../../src/lang/engine/extract.ts";
import { LANGUAGES, loadGrammars } from "../../src/lang/languages.ts";
import { ctagsVersion, type Group, REFERENCES, type Tag, tagsOf } from "./_ctags.ts";
import { EXCUSES } from "./_excuses.ts";
import { table } from "./_measure.ts";
import { SOURCES } from "./_pinned.ts";
import { READERS, readerOf, readTags } from "./_readers.ts";
import { type RealFile, realFiles } from "./_sources.ts";
import { spoken } from "./_spoken.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const only = flag("only").split(",").filter(Boolean);
const trees = flag("trees").split(",").filter(Boolean);
const show = Number(flag("show", "0"));
const showExtras = Number(flag("extras", "0"));
/** What every language must reach. */
const WANTED = 0.95;
/** Characters after which the garbage is collected. */
const COLLECT = 1_000_000;

/** As ctags groups them. */
const GROUPS: Partial<Record<SymbolSort, Group>> = { outer: "type", type: "type", callable: "callable", value: "key" };

function groupOf(kind: RawSymbol["kind"]): Group | undefined {
  return kind === "section" ? "section" : GROUPS[sortOfKind(kind) ?? "file"];
}

/** May a symbol of this kind be what the reference calls so? */
const agrees = (kind: RawSymbol["kind"], wanted: Group): boolean =>
  groupOf(kind) === wanted || (wanted === "value" && groupOf(kind) !== undefined && kind !== "section");

/** A name without what leads to it, marks and spaces: ctags writes `A::B`, `a:b`, `operator ==`, `# A *heading*`, `.class` of a style sheet. */
function bare(name: string, group: Group): string {
  if (group === "key" || group === "value") return name.replace(/^#/, "");
  if (group === "section") return name.replaceAll(/\]\([^)]*\)|[^\p{L}\p{N}]/gu, "");
  const short = name.replace(/^.*(?:::|\\|[\w\])]:)(?=.)/, "").replaceAll(/\s+|^[#.`]|`$|(?<=_)=$/g, "");
  return /^[\w\]]*[\w.\]]*\.[\w?!]+$/.test(short) ? short.slice(short.lastIndexOf(".") + 1) : short;
}

interface Result {
  language: string;
  reader: string;
  packages: string[];
  files: number;
  tags: number;
  found: number;
  excused: Map<string, Tag[]>;
  missed: Tag[];
  extras: number;
  spokenExtras: number;
  otherExtras: { path: string; symbol: RawSymbol }[];
}

async function compare(language: string): Promise<Result | null> {
  const files = realFiles(language, Number(flag("files", "300")), trees);
  if (files.length === 0) return null;
  const byPath = new Map(files.map((one) => [one.file, one]));
  const paths = files.map(({ file }) => file);
  const read = language in REFERENCES ? { tags: tagsOf(language, paths), unread: new Set<string>() } : await readTags(language, paths);
  const tags = Map.groupBy(read.tags, ({ path }) => path);
  for (const path of read.unread) byPath.delete(path);
  const result: Result = {
    language,
    reader: readerOf(language),
    packages:
      trees.length > 0
        ? [...new Set(files.map(({ path }) => path.slice(0, path.indexOf("/"))))]
        : (SOURCES[language] ?? []).map(({ name, version }) => `${name} ${version}`),
    files: byPath.size,
    tags: 0,
    found: 0,
    excused: new Map(),
    missed: [],
    extras: 0,
    spokenExtras: 0,
    otherExtras: [],
  };
  const wanted = new Set(read.tags.map(({ group }) => group));
  if (wanted.has("value")) for (const group of ["callable", "type"] as const) wanted.add(group);
  let since = 0;
  for (const file of byPath.values()) {
    since += compareFile(file, tags.get(file.file) ?? [], wanted, result);
    if (since < COLLECT) continue;
    since = 0;
    // Syntax trees are freed between turns of the event loop only.
    Bun.gc(true);
    await Bun.sleep(0);
  }
  return result;
}

/** @returns characters read */
function compareFile(file: RealFile, tags: readonly Tag[], wanted: ReadonlySet<Group>, result: Result): number {
  const text = readFileSync(file.file, "utf8");
  const lines = text.split("\n");
  const row = LANGUAGES.find(({ name }) => name === result.language)!;
  const { symbols } = extract(file.path, text.replace(/^\ufeff/, ""), row);
  const byName = Map.groupBy(symbols.slice(1), (symbol) => bare(symbol.name, groupOf(symbol.kind) ?? "callable"));
  const matched = new Set<RawSymbol>();
  for (const tag of tags) {
    result.tags++;
    // The definition that contains the line and begins nearest before it.
    const same = (byName.get(bare(tag.name, tag.group)) ?? [])
      .filter(
        (symbol) =>
          agrees(symbol.kind, tag.group) &&
          (tag.line === 0 || (symbol.start <= tag.line && tag.line <= symbol.end)) &&
          !(tag.line === 0 && matched.has(symbol)),
      )
      .sort((a, b) => b.start - a.start)[0];
    if (same) {
      matched.add(same);
      result.found++;
      continue;
    }
    const local = { ...tag, path: file.path };
    const context = { lines, line: lines[tag.line - 1] ?? "", symbols, same: byName.get(bare(tag.name, tag.group)) ?? [] };
    const excuse = (EXCUSES[result.language] ?? []).find(({ when }) => when(local, context));
    if (excuse) result.excused.set(excuse.name, [...(result.excused.get(excuse.name) ?? []), local]);
    else result.missed.push(local);
  }
  for (const symbol of symbols.slice(1)) {
    if (!wanted.has(groupOf(symbol.kind) ?? "value") || matched.has(symbol)) continue;
    result.extras++;
    if (spoken(result.language, symbol, lines)) result.spokenExtras++;
    else result.otherExtras.push({ path: file.path, symbol });
  }
  return text.length;
}

console.log(ctagsVersion());
await loadGrammars();
const results: Result[] = [];
for (const language of [...Object.keys(REFERENCES), ...Object.keys(READERS), "jupyter"].sort()) {
  if (only.length > 0 && !only.includes(language)) continue;
  if (!LANGUAGES.some(({ name }) => name === language)) continue;
  const result = await compare(language);
  if (result) results.push(result);
  else if (trees.length === 0) console.log(`SKIPPED ${language}: no real files of it are pinned.`);
}

const excusedOf = ({ excused }: Result): number => [...excused.values()].reduce((sum, list) => sum + list.length, 0);
const raw = (one: Result): number => one.found / Math.max(1, one.tags);
const fair = (one: Result): number => one.found / Math.max(1, one.tags - excusedOf(one));
const rows = results.map((one) => [
  one.language,
  String(one.files),
  String(one.tags),
  raw(one).toFixed(3),
  String(excusedOf(one)),
  fair(one).toFixed(3),
  String(one.extras),
  one.extras === 0 ? "–" : (one.spokenExtras / one.extras).toFixed(3),
]);
const heads = ["", "files", "ctags' definitions", "recall", "ctags' mistakes", "recall without them", "ours only", "of these plainly so"];
table(heads, rows);
for (const one of results) {
  for (const [name, list] of one.excused) console.log(`${one.language}: ${list.length} × ${name}, e.g. ${place(list[0]!)}`);
  for (const tag of sample(one.missed, show)) console.log(`MISSED ${one.language} ${tag.kind} ${tag.name} ${place(tag)}`);
  for (const { path, symbol } of sample(one.otherExtras, showExtras))
    console.log(`EXTRA ${one.language} ${symbol.kind} ${symbol.qualified} ${path}:${symbol.start} ${symbol.signature.slice(0, 80)}`);
}
if (flag("markdown")) writeFileSync(flag("markdown"), report());
if (flag("json"))
  writeFileSync(
    flag("json"),
    JSON.stringify(
      results.map((one) => ({ ...one, excused: Object.fromEntries(one.excused) })),
      null,
      1,
    ),
  );
const low = results.filter((one) => fair(one) < WANTED);
for (const one of low) console.log(`BELOW ${WANTED}: ${one.language} ${fair(one).toFixed(3)}`);
if (low.length > 0) process.exit(1);

function place(tag: Tag): string {
  return `${tag.path}:${tag.line}`;
}

/** Evenly spread. */
function sample<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}

/** The same as a committed page. */
function report(): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const out = [
    `# Definitions beside ${ctagsVersion().replace(/,.*$/, "")}`,
    "",
    `${new Date().toISOString().slice(0, 10)}, \`bun scripts/bench/symbols.ts\`. Recall: the share of the reference's functions, methods, classes and types (in formats: keys,`,
    "headings, ids) that are symbols of ours, of the same file, name and place. The reference is universal-ctags; where it knows a language not or too little,",
    "an independent reader (`scripts/bench/_readers.ts`): the compilers of Angular, Vue and Svelte, HashiCorp's HCL parser, jsonc-parser, yaml, toml-eslint-parser;",
    "notebooks are JSON, their cells go to ctags; for Scala, Swift, Dart and Zig line patterns stand in. Where the reference is wrong is listed below the table,",
    "class by class, and left out of the second recall.",
    '"Ours only" are symbols that ctags lacks; "plainly so" is the share of them whose line says it in the language\'s own words (`def name`).',
    "",
    line(heads.map((head) => head || "language")),
    line(heads.map((_, i) => (i === 0 ? "---" : "--:"))),
    ...rows.map(line),
    "",
    "## Packages",
    "",
    ...results.map((one) => `- ${one.language}: ${one.packages.join(", ") || "files of that kind in all packages"}`),
    "",
    "## What ctags gets wrong",
    "",
  ];
  for (const one of results)
    for (const [name, list] of one.excused) {
      const excuse = EXCUSES[one.language]!.find((each) => each.name === name)!;
      out.push(`- **${one.language}**, ${list.length} × ${name}: ${excuse.why} (\`${list[0]!.name}\`, ${place(list[0]!)})`);
    }
  out.push("", "## What we lack", "");
  for (const one of results)
    if (one.missed.length > 0)
      out.push(
        `- **${one.language}**, ${one.missed.length}: ${sample(one.missed, 5)
          .map((tag) => `\`${tag.name}\` (${tag.kind}, ${place(tag)})`)
          .join(", ")}`,
      );
  return `${out.join("\n")}\n`;
}
