/** ast-grep and the grammars: what makes a syntax tree of a text. Grammars are loaded in one call. */
import type { SgNode } from "@ast-grep/napi";
import { embedded } from "../../base/embedded.ts";
import { ADDON, carriesLibrary, loadAddon, nativeLibrary } from "../../base/native.ts";
import { withFile } from "../../files/files.ts";
import { known, type Language, languageNamed, languageOf } from "./language.ts";
import type { RuleSet } from "./rules/_rules.ts";
import { matchedBy, type SyntaxNodes, wantedKinds } from "./syntax.ts";

type AstGrep = typeof import("@ast-grep/napi");
let parser: AstGrep | null = null;
const loaded = new Set<string>();

/** Loads what languages are read with: rules and readers, not the grammars. `extract` reports files of others as damaged. */
export async function loadRules(rows: Iterable<Language> = known()): Promise<void> {
  await Promise.all([...rows].map(async ({ rules, reader }) => [await rules?.load(), await reader?.load()]));
}

/**
 * Makes grammars and rules ready. ast-grep registers only once a process: what is named after that is not to be had.
 * From source everything is made ready; in the binary only what is named, because each library must first be unpacked and verified.
 * Grammars that this build lacks, or that are for another machine, are left out: `extract` then reports such files as damaged.
 * @param names languages (rows' names); default all
 * @returns false when ast-grep runs without some of them: another process can parse those files, this one cannot
 */
export async function loadGrammars(names: Iterable<string> = known().map((language) => language.name)): Promise<boolean> {
  const wanted = new Set(embedded ? names : known().map((language) => language.name));
  for (const name of [...wanted]) {
    const row = languageNamed(name);
    for (const { name: other } of row?.other ?? []) {
      wanted.add(other);
      for (const inner of languageNamed(other)?.holds ?? []) wanted.add(inner);
    }
    for (const inner of row?.holds ?? []) wanted.add(inner);
  }
  await loadRules(known().filter(({ name }) => wanted.has(name)));
  if (parser)
    return [...wanted].every((name) => {
      const grammar = languageNamed(name)?.grammar;
      return !grammar || loaded.has(grammar) || !carriesLibrary(`${grammar}.so`);
    });
  const addon = nativeLibrary(ADDON);
  if (!addon) return true;
  const registered: Parameters<AstGrep["registerDynamicLanguage"]>[0] = {};
  for (const language of known()) {
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
