/**
 * Code blocks of documentation: what they call and construct, as references from the section they stand in.
 *
 * What an example defines is no definition of the tree, and what it calls is no caller: a reference names the block's language, is only
 * ever resolved to the one definition of that name in it, and otherwise says nothing. Read by lexing: an example is often no program.
 */
import type { RawReference, RawSymbol } from "../../base/types.ts";
import { Lines } from "../lines.ts";
import { sectionAt } from "../mentions.ts";

/** What blocks call their languages, where it is not the language's own name. */
const ALIASES: Record<string, string> = {
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  node: "javascript",
  ts: "typescript",
  py: "python",
  python3: "python",
  pycon: "python",
  rb: "ruby",
  rs: "rust",
  golang: "go",
  "c++": "cpp",
  cc: "cpp",
  h: "c",
  "c#": "csharp",
  cs: "csharp",
  kt: "kotlin",
  hs: "haskell",
  ex: "elixir",
  exs: "elixir",
  iex: "elixir",
  clj: "clojure",
  jl: "julia",
  ml: "ocaml",
  pl: "perl",
  "objective-c": "objc",
  objectivec: "objc",
};
const NAMED = new Set(
  "c clojure cpp csharp dart elixir go haskell java javascript julia kotlin lua objc ocaml perl php python r ruby rust scala swift tsx typescript vue svelte zig".split(
    " ",
  ),
);
/** References kept of one document, and of one block. */
const LIMIT = 2_000;
const BLOCK_LIMIT = 100;

const FENCE = /^[ \t]{0,8}(`{3,}|~{3,})[ \t]*\{?\.?([\w+#-]+)[^\n`]*\n([\s\S]*?)(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const CALL =
  /(?<![\p{L}\p{N}_$@])((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::|->))*)([\p{L}_$][\p{L}\p{N}_$]*)[!?]?(?:::)?(?:<[^<>()\n]{0,80}>)?(\(|\{)?/gu;
/** Words after which a name is being defined. */
const DEFINES = /\b(?:def|defp|fn|func|fun|function|class|struct|interface|trait|enum|module|type|sub|impl|let|var|val|const)\s+$/;

/** References from fenced code in a known language. @param symbols the document's sections, in order */
export function referencesInFences(text: string, symbols: readonly RawSymbol[]): RawReference[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  const found: RawReference[] = [];
  let lines: Lines | null = null;
  for (const match of text.matchAll(FENCE)) {
    const word = match[2]!.toLowerCase();
    const language = ALIASES[word] ?? (NAMED.has(word) ? word : null);
    if (language === null) continue;
    const from = match.index + match[0].indexOf("\n") + 1;
    const code = match[3]!;
    lines ??= new Lines(text);
    const scope = sectionAt(symbols, match.index);
    const seen = new Set<string>();
    const push = (name: string, at: number): void => {
      if (name.length < 3 || seen.has(name) || seen.size >= BLOCK_LIMIT || found.length >= LIMIT) return;
      seen.add(name);
      found.push({ kind: "use", name, receiver: null, arity: null, line: lines!.at(from + at), scope, language });
    };
    for (const call of code.matchAll(CALL)) {
      const at = call.index;
      const line = code.lastIndexOf("\n", at) + 1;
      const before = code.slice(line, at);
      if (/\/\/|(?:^|\s)#\s|--\s/.test(before) || DEFINES.test(before)) continue;
      const [, path, name, bracket] = call as unknown as [string, string, string, string | undefined];
      for (const part of path.split(/\.|::|->/)) if (/^\p{Lu}/u.test(part)) push(part, at);
      if (bracket === "(" || /^\p{Lu}\p{L}*\p{Ll}/u.test(name)) push(name, at + path.length);
    }
  }
  return found;
}
