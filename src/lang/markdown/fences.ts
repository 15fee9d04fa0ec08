/**
 * Code blocks of documentation: what they call and construct, as references from the section they stand in.
 *
 * What an example defines is no definition of the tree, and what it calls is no caller: a reference names the block's language, is only
 * ever resolved to the one definition of that name in it, and otherwise says nothing. Read by lexing: an example is often no program.
 */

import type { RawReference, RawSymbol } from "../../base/types.ts";
import { Lines } from "../engine/lines.ts";
import { sectionAt } from "../engine/mentions.ts";
import { pairs, words } from "../engine/words.ts";

/** What blocks call their languages, where it is not the language's own name. */
const ALIASES: Record<string, string> = pairs(`js javascript, jsx javascript, mjs javascript, node javascript, ts typescript, py python,
  python3 python, pycon python, rb ruby, rs rust, golang go, c++ cpp, cc cpp, h c, c# csharp, cs csharp, kt kotlin, hs haskell, ex elixir,
  exs elixir, iex elixir, clj clojure, jl julia, ml ocaml, pl perl, objective-c objc, objectivec objc`);
const NAMED = words(`c clojure cpp csharp dart elixir go haskell java javascript julia kotlin lua objc ocaml perl php python r ruby rust
  scala swift tsx typescript vue svelte zig`);
/** References kept of one document, and of one block. */
const LIMIT = 2_000;
const BLOCK_LIMIT = 100;

/** What opens a block, behind the marks of the quotes and list items it stands in. */
const OPENS = /^(`{3,}|~{3,})[ \t]*\{?\.?([\w+#-]+)[^\n`]*$/;
const CONTAINERS = /^[ \t]*(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+)*$/;
/** Characters of a line that quotes and list items may take. */
const CONTAINER_LIMIT = 60;
const CALL =
  /(?<![\p{L}\p{N}_$@])((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::|->))*)([\p{L}_$][\p{L}\p{N}_$]*)[!?]?(?:::)?(?:<[^<>()\n]{0,80}>)?(\(|\{)?/gu;
/** Words after which a name is being defined. */
const DEFINES = /\b(?:def|defp|fn|func|fun|function|class|struct|interface|trait|enum|module|type|sub|impl|let|var|val|const)\s+$/;

/** References from fenced code in a known language. @param symbols the document's sections, in order */
export function referencesInFences(text: string, symbols: readonly RawSymbol[]): RawReference[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  const found: RawReference[] = [];
  let lines: Lines | null = null;
  for (const { word, start, from, code } of fences(text)) {
    const language = ALIASES[word] ?? (NAMED.has(word) ? word : null);
    if (language === null) continue;
    lines ??= new Lines(text);
    const scope = sectionAt(symbols, start);
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

interface Fence {
  /** Language as written, in small letters. */
  word: string;
  /** Offset of the line that opens the block. */
  start: number;
  /** Offset of its code, in which the marks of quotes are blanks: offsets in it are the document's. */
  from: number;
  code: string;
}

/** Fenced blocks that name a language, also inside quotes and list items, in order. */
function* fences(text: string): Generator<Fence> {
  const next = (from: number): number => {
    const [ticks, tildes] = [text.indexOf("```", from), text.indexOf("~~~", from)];
    return ticks < 0 || tildes < 0 ? Math.max(ticks, tildes) : Math.min(ticks, tildes);
  };
  for (let at = next(0); at >= 0; ) {
    const start = text.lastIndexOf("\n", at) + 1;
    let end = text.indexOf("\n", at);
    if (end < 0) return;
    const before = text.slice(start, Math.min(at, start + CONTAINER_LIMIT + 1));
    const opens = before.length <= CONTAINER_LIMIT && CONTAINERS.test(before) ? OPENS.exec(text.slice(at, end).trimEnd()) : null;
    if (!opens) {
      // A block without a language hides what stands in it as well; any other line does not.
      const bare = before.length <= CONTAINER_LIMIT && CONTAINERS.test(before) && /^(`{3,}|~{3,})[ \t]*\r?$/.exec(text.slice(at, end));
      at = next(bare ? body(text, end + 1, before, bare[1]!).end : end);
      continue;
    }
    const { code, end: close } = body(text, end + 1, before, opens[1]!);
    yield { word: opens[2]!.toLowerCase(), start, from: end + 1, code };
    end = close;
    at = next(end);
  }
}

/**
 * The lines of a block, up to its closing fence or the end of what contains it: the first line that is not of the quote, or the first text
 * that stands left of the list item's.
 */
function body(text: string, from: number, before: string, mark: string): { code: string; end: number } {
  const quoted = (before.match(/>/g) ?? []).length;
  const marker = /(?:[-+*]|\d{1,9}[.)])[ \t]/.test(before);
  const lines: string[] = [];
  let at = from;
  while (at < text.length) {
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const line = text.slice(at, end);
    const lead = quoted === 0 ? 0 : quoteMarks(line, quoted);
    if (lead < 0) break;
    const rest = line.slice(lead);
    const inner = rest.trimStart();
    if (inner.startsWith(mark) && /^[`~]+$/.test(inner.trimEnd())) return { code: lines.join(""), end: Math.min(text.length, end + 1) };
    if (marker && inner !== "" && lead + rest.length - inner.length < before.length - 1) break;
    lines.push(" ".repeat(lead), rest, "\n");
    at = end + 1;
  }
  return { code: lines.join(""), end: at };
}

/** Length of a line's first `count` quote marks; -1 when it has fewer. */
function quoteMarks(line: string, count: number): number {
  let at = 0;
  for (let left = count; left > 0; left--) {
    while (line[at] === " " || line[at] === "\t") at++;
    if (line[at] !== ">") return -1;
    at++;
  }
  return at;
}
