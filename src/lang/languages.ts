/**
 * One row a language: which files it has, which grammar reads it, which rules. Grammars are loaded in one call.
 */
import type { SgNode } from "@ast-grep/napi";
import { embedded } from "../base/embedded.ts";
import { ADDON, carriesLibrary, loadAddon, nativeLibrary } from "../base/native.ts";
import type { FileFacts, RawSymbol } from "../base/types.ts";
import { withFile } from "../files/files.ts";
import type { Extract } from "./engine/extracts.ts";
import type { Parts } from "./engine/parts/_parts.ts";
import type { RuleSet } from "./engine/rules/_rules.ts";
import { matchedBy, type SyntaxNodes, wantedKinds } from "./engine/syntax.ts";
import { angularParts, htmlParts, svelteParts, vueParts } from "./html/web.ts";
import { notebookParts } from "./jupyter/notebook.ts";

/** Reads a text without a grammar; `file` is the symbol of the file itself. */
export type Reader = (text: string, file: RawSymbol) => Partial<FileFacts>;

/**
 * What a language is read with, loaded when a file of it is met: the rules of forty languages take 26 ms of a cold process (`impact
 * --staged` of ten files on 10,000: 572 → 528 ms, median of 91 pairs), and a change is of one or two.
 */
export class Later<T> {
  /** Null until it was loaded (`loadRules`). */
  value: T | null = null;
  constructor(private readonly from: () => Promise<T>) {}

  async load(): Promise<void> {
    this.value ??= await this.from();
  }
}

export interface LanguageRow {
  name: string;
  /** Lower case, without the dot. */
  extensions: string[];
  /** Whole base names. */
  filenames: string[];
  /** Interpreters of a `#!` line. */
  shebangs: string[];
  /** Name of the grammar (library `<grammar>.so`, package `lang-<grammar>`), null if none is used. */
  grammar: string | null;
  /** Exported function of the library, where it is not `tree_sitter_<grammar>`. */
  symbol?: string;
  rules: Later<RuleSet> | null;
  /** Files of these extensions whose text looks so are of that language instead (C++ in a `.h`). */
  other?: { name: string; when: RegExp }[];
  /** Code of other languages inside (parts/). */
  parts?: (text: string, path: string) => Parts;
  /** Languages that parts of such a file may be in. */
  holds?: string[];
  /** Languages read without a grammar. */
  reader?: Later<Reader>;
  /** What the reader finds, where it is more than symbols; of a language with rules, what they find beside what their roles say. */
  extracts?: Extract[];
}

const row = (
  name: string,
  extensions: string,
  rules: (() => Promise<RuleSet>) | null = null,
  more: {
    grammar?: string;
    symbol?: string;
    filenames?: string;
    shebangs?: string;
    other?: LanguageRow["other"];
    parts?: LanguageRow["parts"];
    holds?: string;
    reader?: () => Promise<Reader>;
    extracts?: LanguageRow["extracts"];
  } = {},
): LanguageRow => ({
  name,
  extensions: extensions ? extensions.split(" ") : [],
  filenames: more.filenames ? more.filenames.split(" ") : [],
  shebangs: more.shebangs ? more.shebangs.split(" ") : [],
  grammar: rules ? (more.grammar ?? name) : null,
  ...(more.symbol ? { symbol: more.symbol } : {}),
  rules: rules && new Later(rules),
  ...(more.other ? { other: more.other } : {}),
  ...(more.parts ? { parts: more.parts, holds: more.holds?.split(" ") ?? [] } : {}),
  ...(more.reader ? { reader: new Later(more.reader) } : {}),
  ...(more.extracts ? { extracts: more.extracts } : {}),
});

/** What no C header says. */
const CPP_HEADER =
  /^[ \t]*(?:template\s*<|(?:inline\s+)?namespace\s+[\w:]+\s*\{|class\s+\w+[^;()]*\{|(?:public|private|protected)\s*:|using\s+(?:namespace\s+)?\w+|#\s*include\s*<(?:string|vector|map|memory|utility|functional|iostream|algorithm|type_traits|cstddef|cstdint)>)/m;

const OBJC_HEADER = /^[ \t]*(?:@interface\b|@protocol\b|@class\b|@import\b|#\s*import\s*[<"]|NS_ASSUME_NONNULL_BEGIN)/m;

/** What no plain page says. */
const ANGULAR_TEMPLATE =
  /\s\*ng[A-Z]\w*\s*=|\[\([\w.]+\)\]\s*=|\s\[[\w.-]+\]\s*=\s*"|\s\([\w.-]+\)\s*=\s*"|^\s*@(?:if|for|switch|defer)\s*\([^\n]*\{\s*$/m;

const html = async () => (await import("./html/rules.ts")).html;

/** All languages, sorted by name. Those without rules are still named, chunked and searchable. */
export const LANGUAGES: readonly LanguageRow[] = [
  row("angular", "", async () => (await import("./html/rules.ts")).angular, { parts: angularParts, holds: "css javascript typescript" }),
  row("bash", "sh bash zsh ksh bats ebuild eclass", async () => (await import("./bash/rules.ts")).bash, {
    shebangs: "sh bash zsh ksh dash ash bats",
    filenames: ".bashrc .bash_profile .zshrc .profile PKGBUILD",
  }),
  row("c", "c h", async () => (await import("./c/rules.ts")).c, {
    other: [
      { name: "objc", when: OBJC_HEADER },
      { name: "cpp", when: CPP_HEADER },
    ],
  }),
  row("clojure", "clj cljs cljc edn bb", null, {
    reader: async () => (await import("./clojure/reader.ts")).readClojure,
    extracts: ["symbols", "docs", "imports", "supertypes", "calls"],
    shebangs: "bb clojure",
  }),
  row("cpp", "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp ixx cppm cu cuh ino", async () => (await import("./cpp/rules.ts")).cpp),
  row("csharp", "cs csx", async () => (await import("./csharp/rules.ts")).csharp, { symbol: "tree_sitter_c_sharp" }),
  row("css", "css", async () => (await import("./css/rules.ts")).css),
  row("dart", "dart", async () => (await import("./dart/rules.ts")).dart, { shebangs: "dart" }),
  row("elixir", "ex exs", async () => (await import("./elixir/rules.ts")).elixir, { shebangs: "elixir" }),
  row("go", "go", async () => (await import("./go/rules.ts")).go),
  row("haskell", "hs hs-boot", async () => (await import("./haskell/rules.ts")).haskell, { extracts: ["types"] }),
  row("hcl", "hcl tf tfvars nomad", async () => (await import("./hcl/rules.ts")).hcl),
  row("html", "html htm xhtml", html, {
    parts: htmlParts,
    holds: "css javascript typescript",
    other: [{ name: "angular", when: ANGULAR_TEMPLATE }],
  }),
  row("java", "java jav", async () => (await import("./java/rules.ts")).java),
  row("javascript", "js cjs mjs jsx es6", async () => (await import("./javascript/rules.ts")).javascript, {
    shebangs: "node bun nodejs",
    filenames: "Jakefile",
  }),
  row("json", "json jsonc json5 webmanifest", null, {
    reader: async () => (await import("./data/reader.ts")).readJson,
    filenames: ".babelrc .eslintrc .prettierrc .swcrc",
  }),
  row("julia", "jl", async () => (await import("./julia/rules.ts")).julia, { shebangs: "julia" }),
  row("jupyter", "ipynb", null, { parts: notebookParts, holds: "julia markdown python r" }),
  row("kotlin", "kt kts", async () => (await import("./kotlin/rules.ts")).kotlin),
  row("lua", "lua rockspec", async () => (await import("./lua/rules.ts")).lua, { shebangs: "lua luajit texlua" }),
  row("markdown", "md markdown mdown mkd mdx", null, { reader: async () => (await import("./markdown/reader.ts")).readMarkdown }),
  row("objc", "m mm", async () => (await import("./objc/rules.ts")).objc),
  row("ocaml", "ml", async () => (await import("./ocaml/rules.ts")).ocaml, { shebangs: "ocaml" }),
  row("ocaml-interface", "mli", async () => (await import("./ocaml/rules.ts")).ocamlInterface, { grammar: "ocaml_interface" }),
  row("perl", "pl pm t psgi plx", async () => (await import("./perl/rules.ts")).perl, {
    shebangs: "perl",
    filenames: "cpanfile Makefile.PL Build.PL",
  }),
  row("php", "php phtml php5 inc", async () => (await import("./php/rules.ts")).php, { shebangs: "php" }),
  row("python", "py pyi pyw", async () => (await import("./python/rules.ts")).python, {
    shebangs: "python python2 python3 pypy",
    filenames: "SConstruct SConscript wscript",
  }),
  row("r", "r", async () => (await import("./r/rules.ts")).r, { shebangs: "Rscript", filenames: ".Rprofile" }),
  row("ruby", "rb rake gemspec ru podspec rbw thor jbuilder", async () => (await import("./ruby/rules.ts")).ruby, {
    shebangs: "ruby jruby",
    filenames: "Rakefile Gemfile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile Dangerfile",
  }),
  row("rust", "rs", async () => (await import("./rust/rules.ts")).rust),
  row("scala", "scala sc sbt", async () => (await import("./scala/rules.ts")).scala, { shebangs: "scala amm" }),
  row("sql", "sql ddl dml pgsql plsql pks pkb", null, {
    reader: async () => (await import("./sql/reader.ts")).readSql,
    extracts: ["symbols", "docs", "calls", "types"],
  }),
  row("svelte", "svelte", html, { grammar: "html", parts: svelteParts, holds: "css javascript typescript" }),
  row("swift", "swift", async () => (await import("./swift/rules.ts")).swift),
  row("toml", "toml", null, { reader: async () => (await import("./data/reader.ts")).readToml, filenames: "Pipfile" }),
  row("tsx", "tsx", async () => (await import("./typescript/rules.ts")).tsx),
  row("typescript", "ts cts mts", async () => (await import("./typescript/rules.ts")).typescript, { shebangs: "ts-node deno tsx" }),
  row("vue", "vue", html, { grammar: "html", parts: vueParts, holds: "css javascript typescript" }),
  row("yaml", "yaml yml", null, {
    reader: async () => (await import("./data/reader.ts")).readYaml,
    filenames: ".clang-format .clang-tidy",
  }),
  row("zig", "zig zon", async () => (await import("./zig/rules.ts")).zig),
];

const byExtension = new Map<string, LanguageRow>();
const byFilename = new Map<string, LanguageRow>();
const byShebang = new Map<string, LanguageRow>();
for (const language of LANGUAGES) {
  for (const extension of language.extensions) byExtension.set(extension, language);
  for (const name of language.filenames) byFilename.set(name, language);
  for (const name of language.shebangs) byShebang.set(name, language);
}

/**
 * The language of a file by its name, else by its first line.
 * @param firstLine `#!/usr/bin/env python3` and the like; only looked at when the name says nothing
 */
export function languageOf(path: string, firstLine?: string): LanguageRow | null {
  const base = path.slice(path.lastIndexOf("/") + 1);
  const named = byFilename.get(base);
  if (named) return named;
  const dot = base.lastIndexOf(".");
  const known = dot >= 0 ? byExtension.get(base.slice(dot + 1).toLowerCase()) : undefined;
  if (known) return known;
  if (dot > 0 || !firstLine?.startsWith("#!")) return null;
  const words = firstLine.slice(2).trim().split(/\s+/);
  const program = /(?:^|\/)env$/.test(words[0] ?? "")
    ? words.slice(1).find((word) => !word.startsWith("-") && !word.includes("="))
    : words[0];
  const interpreter = (program ?? "").replace(/^.*\//, "");
  return byShebang.get(interpreter) ?? byShebang.get(interpreter.replace(/[\d.]+$/, "")) ?? null;
}

/** The row of a language by its name. */
export function languageNamed(name: string): LanguageRow | null {
  return LANGUAGES.find((language) => language.name === name) ?? null;
}

type AstGrep = typeof import("@ast-grep/napi");
let parser: AstGrep | null = null;
const loaded = new Set<string>();

/** Loads what languages are read with: rules and readers, not the grammars. `extract` reports files of others as damaged. */
export async function loadRules(rows: Iterable<LanguageRow> = LANGUAGES): Promise<void> {
  await Promise.all([...rows].map(async ({ rules, reader }) => [await rules?.load(), await reader?.load()]));
}

/**
 * Makes grammars and rules ready. ast-grep registers only once a process: what is named after that is not to be had.
 * From source everything is made ready (2–7 ms); in the binary only what is named, because each library must first be unpacked and verified.
 * Grammars that this build lacks, or that are for another machine, are left out: `extract` then reports such files as damaged.
 * @param names languages (rows' names); default all
 * @returns false when ast-grep runs without some of them: another process can parse those files, this one cannot
 */
export async function loadGrammars(names: Iterable<string> = LANGUAGES.map((language) => language.name)): Promise<boolean> {
  const wanted = new Set(embedded ? names : LANGUAGES.map((language) => language.name));
  for (const name of [...wanted]) {
    const row = languageNamed(name);
    for (const { name: other } of row?.other ?? []) {
      wanted.add(other);
      for (const inner of languageNamed(other)?.holds ?? []) wanted.add(inner);
    }
    for (const inner of row?.holds ?? []) wanted.add(inner);
  }
  await loadRules(LANGUAGES.filter(({ name }) => wanted.has(name)));
  if (parser)
    return [...wanted].every((name) => {
      const grammar = languageNamed(name)?.grammar;
      return !grammar || loaded.has(grammar) || !carriesLibrary(`${grammar}.so`);
    });
  const addon = nativeLibrary(ADDON);
  if (!addon) return true;
  const registered: Parameters<AstGrep["registerDynamicLanguage"]>[0] = {};
  for (const language of LANGUAGES) {
    const { grammar } = language;
    if (!grammar || !wanted.has(language.name) || loaded.has(grammar)) continue;
    const libraryPath = nativeLibrary(`${grammar}.so`);
    if (!libraryPath) continue;
    registered[grammar] = {
      libraryPath,
      // Only used by ast-grep's own file search, which is never called; two languages must not share one.
      extensions: [grammar],
      languageSymbol: language.symbol ?? `tree_sitter_${grammar}`,
      expandoChar: "_",
    };
    loaded.add(grammar);
  }
  if (loaded.size === 0) return true;
  parser = loadAddon<AstGrep>(addon);
  parser.registerDynamicLanguage(registered);
  return true;
}

/** Bytes in which an interpreter is named. */
const FIRST_LINE = 128;

/**
 * The languages of files, as far as names tell; of those whose names say nothing the first line is looked at, and only its interpreter.
 * @param root the tree's folder
 */
export function languagesAmong(root: string, paths: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    let language = languageOf(path);
    if (!language && !path.slice(path.lastIndexOf("/") + 1).includes(".", 1)) {
      // Where it is gone, unreadable or no plain file, that is what reading it will say.
      const head = withFile(root, path, (file) => Buffer.from(file.read(FIRST_LINE)).toString("latin1"));
      language = languageOf(path, head.split("\n", 1)[0]);
    }
    if (language) found.add(language.name);
  }
  return [...found].sort();
}

/** Was the grammar registered in this process? */
export function grammarLoaded(grammar: string): boolean {
  return loaded.has(grammar);
}

/** What the rules ask for in a text, or null where the grammar is not loaded. */
export function parseWith(grammar: string, text: string, rules: RuleSet): SyntaxNodes | null {
  const root = astOf(grammar, text);
  return root && matchedBy(root, rules, wantedKinds(rules, text));
}

let treeCharacters = 0;

/** Root of ast-grep's syntax tree, or null where the grammar is not loaded. */
export function astOf(grammar: string, text: string): SgNode | null {
  if (!loaded.has(grammar)) return null;
  treeCharacters += text.length;
  return parser?.parse(grammar, text).root() ?? null;
}

/** Characters of the texts that ast-grep made trees of since the last call: those trees wait for the garbage collector, which does not see how large they are. */
export function takeTreeCharacters(): number {
  const taken = treeCharacters;
  treeCharacters = 0;
  return taken;
}

/** Does the grammar know a node kind? For the tests of the rule tables. */
export function knowsKind(grammar: string, kind: string): boolean {
  const engine = loaded.has(grammar) ? parser : null;
  try {
    engine?.parse(grammar, "").root().findAll({ rule: { kind } });
    return engine !== null;
  } catch {
    return false;
  }
}
