/**
 * One row a language: which files it has, which grammar reads it, which rules. Grammars are loaded in one call.
 */
import type { SgNode } from "@ast-grep/napi";
import { embedded } from "../base/embedded.ts";
import { ADDON, loadAddon, nativeLibrary } from "../base/native.ts";
import type { FileFacts, RawSymbol } from "../base/types.ts";
import type { RuleSet } from "./rules/_rules.ts";
import { bash } from "./rules/bash.ts";
import { c } from "./rules/c.ts";
import { cpp } from "./rules/cpp.ts";
import { csharp } from "./rules/csharp.ts";
import { readJson, readYaml } from "./rules/data.ts";
import { elixir } from "./rules/elixir.ts";
import { go } from "./rules/go.ts";
import { haskell } from "./rules/haskell.ts";
import { java } from "./rules/java.ts";
import { javascript } from "./rules/javascript.ts";
import { kotlin } from "./rules/kotlin.ts";
import { lua } from "./rules/lua.ts";
import { readMarkdown } from "./rules/markdown.ts";
import { php } from "./rules/php.ts";
import { python } from "./rules/python.ts";
import { ruby } from "./rules/ruby.ts";
import { rust } from "./rules/rust.ts";
import { scala } from "./rules/scala.ts";
import { swift } from "./rules/swift.ts";
import { tsx, typescript } from "./rules/typescript.ts";
import { zig } from "./rules/zig.ts";

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
  rules: RuleSet | null;
  /** Files of these extensions whose text looks so are of that language instead (C++ in a `.h`). */
  other?: { name: string; when: RegExp };
  /** Languages read without a grammar. */
  reader?: (text: string, file: RawSymbol) => Partial<FileFacts>;
}

const row = (
  name: string,
  extensions: string,
  rules: RuleSet | null = null,
  more: {
    grammar?: string;
    symbol?: string;
    filenames?: string;
    shebangs?: string;
    other?: LanguageRow["other"];
    reader?: LanguageRow["reader"];
  } = {},
): LanguageRow => ({
  name,
  extensions: extensions ? extensions.split(" ") : [],
  filenames: more.filenames ? more.filenames.split(" ") : [],
  shebangs: more.shebangs ? more.shebangs.split(" ") : [],
  grammar: rules ? (more.grammar ?? name) : null,
  ...(more.symbol ? { symbol: more.symbol } : {}),
  rules,
  ...(more.other ? { other: more.other } : {}),
  ...(more.reader ? { reader: more.reader } : {}),
});

/** What no C header says. */
const CPP_HEADER =
  /^[ \t]*(?:template\s*<|(?:inline\s+)?namespace\s+[\w:]+\s*\{|class\s+\w+[^;()]*\{|(?:public|private|protected)\s*:|using\s+(?:namespace\s+)?\w+|#\s*include\s*<(?:string|vector|map|memory|utility|functional|iostream|algorithm|type_traits|cstddef|cstdint)>)/m;

/** All languages, sorted by name. Those without rules are still named, chunked and searchable. */
export const LANGUAGES: readonly LanguageRow[] = [
  row("bash", "sh bash zsh ksh bats ebuild eclass", bash, {
    shebangs: "sh bash zsh ksh dash ash bats",
    filenames: ".bashrc .bash_profile .zshrc .profile PKGBUILD",
  }),
  row("c", "c h", c, { other: { name: "cpp", when: CPP_HEADER } }),
  row("cpp", "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp ixx cppm cu cuh ino", cpp),
  row("csharp", "cs csx", csharp, { symbol: "tree_sitter_c_sharp" }),
  row("elixir", "ex exs", elixir, { shebangs: "elixir" }),
  row("go", "go", go),
  row("haskell", "hs hs-boot", haskell),
  row("java", "java jav", java),
  row("javascript", "js cjs mjs jsx es6", javascript, { shebangs: "node bun nodejs", filenames: "Jakefile" }),
  row("json", "json jsonc json5 webmanifest", null, { reader: readJson, filenames: ".babelrc .eslintrc .prettierrc .swcrc" }),
  row("kotlin", "kt kts", kotlin),
  row("lua", "lua rockspec", lua, { shebangs: "lua luajit texlua" }),
  row("markdown", "md markdown mdown mkd mdx", null, { reader: readMarkdown }),
  row("php", "php phtml php5 inc", php, { shebangs: "php" }),
  row("python", "py pyi pyw", python, { shebangs: "python python2 python3 pypy", filenames: "SConstruct SConscript wscript" }),
  row("ruby", "rb rake gemspec ru podspec rbw thor jbuilder", ruby, {
    shebangs: "ruby jruby",
    filenames: "Rakefile Gemfile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile Dangerfile",
  }),
  row("rust", "rs", rust),
  row("scala", "scala sc sbt", scala, { shebangs: "scala amm" }),
  row("swift", "swift", swift),
  row("tsx", "tsx", tsx),
  row("typescript", "ts cts mts", typescript, { shebangs: "ts-node deno tsx" }),
  row("yaml", "yaml yml", null, { reader: readYaml, filenames: ".clang-format .clang-tidy" }),
  row("zig", "zig zon", zig),
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

/**
 * Makes grammars ready. ast-grep registers only once a process, so the first call decides; name everything that may be needed.
 * From source everything is registered (2–7 ms); in the binary only what is named, because each library must first be unpacked and verified.
 * Grammars that this build lacks, or that are for another machine, are left out: `extract` then reports such files as damaged.
 * @param names languages (rows' names); default all
 */
export async function loadGrammars(names: Iterable<string> = LANGUAGES.map((language) => language.name)): Promise<void> {
  if (parser) return;
  const wanted = new Set(embedded ? names : LANGUAGES.map((language) => language.name));
  const addon = nativeLibrary(ADDON);
  if (!addon) return;
  const table: Parameters<AstGrep["registerDynamicLanguage"]>[0] = {};
  for (const language of LANGUAGES) {
    const { grammar } = language;
    if (!grammar || !wanted.has(language.name) || loaded.has(grammar)) continue;
    const libraryPath = nativeLibrary(`${grammar}.so`);
    if (!libraryPath) continue;
    table[grammar] = {
      libraryPath,
      // Only used by ast-grep's own file search, which is never called; two languages must not share one.
      extensions: [grammar],
      languageSymbol: language.symbol ?? `tree_sitter_${grammar}`,
      expandoChar: "_",
    };
    loaded.add(grammar);
  }
  parser = loadAddon<AstGrep>(addon);
  parser.registerDynamicLanguage(table);
}

/** Was the grammar registered in this process? */
export function grammarLoaded(grammar: string): boolean {
  return loaded.has(grammar);
}

/** Root of the syntax tree, or null where the grammar is not loaded. */
export function parseWith(grammar: string, text: string): SgNode | null {
  return parser && loaded.has(grammar) ? parser.parse(grammar, text).root() : null;
}

/** Does the grammar know a node kind? For the tests of the rule tables. */
export function knowsKind(grammar: string, kind: string): boolean {
  if (!parser || !loaded.has(grammar)) return false;
  try {
    parser.parse(grammar, "").root().findAll({ rule: { kind } });
    return true;
  } catch {
    return false;
  }
}
