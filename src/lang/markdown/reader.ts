/**
 * Markdown: headings as sections, nested by level.
 *
 * A line scanner, because only headings matter here and micromark is slow: it follows CommonMark's rules on what hides a heading (fences,
 * HTML blocks, comments, front matter, indentation) and is tested against micromark. The chunker, which needs every block, uses micromark.
 */

import { signatureLimit } from "../../base/limits.ts";
import type { FileFacts, RawReference, RawSymbol } from "../../base/types.ts";
import { governing, noteOf } from "../engine/governing.ts";
import { Lines } from "../engine/lines.ts";
import { mentionsInDocument, sectionAt } from "../engine/mentions.ts";
import { symbolOf } from "../engine/symbol.ts";
import { pairs, words } from "../engine/words.ts";

/** A document with more headings than this is generated; the first ones are kept. */
const SECTION_LIMIT = 5_000;

export interface Heading {
  level: number;
  /** Inline markup taken off. */
  name: string;
  line: number;
  from: number;
  /** End of the heading itself (both lines of an underlined one). */
  to: number;
  /** Instead of what stands at the offsets. */
  signature?: string;
}

const BLOCK_TAG =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[\s>]|\/>|$)/i;
const RAW_TAG = /^<(?:pre|script|style|textarea)(?:[\s>]|$)/i;
const ANY_TAG =
  /^<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?|\/[A-Za-z][A-Za-z0-9-]*\s*)>\s*$/;
/** Begins a block that is no paragraph: list, quote, rule, table row, reference. */
const OTHER_BLOCK = /^ {0,3}(?:[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|>|(?:[-_*][ \t]*){3,}$|\[[^\]]+\]:)/;

/** The row under the head of a table (GFM). */
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Is a line with the one above it the head of a table? Both have the same number of cells. */
function opensTable(above: string, line: string): boolean {
  if (!above.includes("|") || !line.includes("|") || !DELIMITERS.test(line)) return false;
  const cells = (row: string): number =>
    row
      .trim()
      .replace(/^\||(?<!\\)\|$/g, "")
      .split(/(?<!\\)\|/).length;
  return cells(above) === cells(line);
}

/** The headings of a document that stand at its top level, in order. In MDX a line of tags is no block of HTML: what follows is Markdown. */
export function headings(text: string, mdx = false): Heading[] {
  const found: Heading[] = [];
  let fence: { mark: string; length: number } | null = null;
  /** Ends the open HTML block. */
  let html: RegExp | null = null;
  /** Start of the paragraph that the line may continue, with its line; -1 outside. */
  let paragraph = -1;
  let paragraphLine = 0;
  /** In a table, which ends at a blank line or where another block begins: a rule under it makes no heading of it. */
  let table = false;
  /** Indentation of the content of the open list item, 0 outside lists. */
  let item = 0;
  let at = frontMatter(text);
  let line = text.slice(0, at).split("\n").length;
  for (; at < text.length && found.length < SECTION_LIMIT; line++) {
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const raw = text.slice(at, Math.min(end, at + 1_000)).replace(/\r$/, "");
    const start = at;
    at = end + 1;
    const indent = raw.length - raw.trimStart().length;
    const blank = raw.trim() === "";
    if (fence) {
      const close: RegExpExecArray | null = /^\s*(`{3,}|~{3,})[ \t]*$/.exec(raw);
      if (close?.[1] && close[1][0] === fence.mark && close[1].length >= fence.length && (indent <= 3 || item > 0)) fence = null;
      else if (item > 0 && !blank && indent < item) fence = null;
      if (fence || close) continue;
    }
    if (html) {
      if (html.test(raw)) html = null;
      continue;
    }
    if (blank) {
      paragraph = -1;
      table = false;
      continue;
    }
    if (item > 0 && indent < item && paragraph < 0) item = 0;
    const open = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(raw)?.[1];
    if (open && (indent <= 3 || item > 0)) {
      fence = { mark: open[0]!, length: open.length };
      paragraph = -1;
      continue;
    }
    if (indent > 3 && paragraph < 0 && !mdx) continue;
    const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(raw);
    if (heading && (item === 0 || indent < item)) {
      found.push({ level: heading[1]!.length, name: plainText((heading[2] ?? "").replace(/^#+$/, "")), line, from: start, to: end });
      paragraph = -1;
      item = 0;
      continue;
    }
    const tag = raw.trimStart();
    if (mdx && /^<[^>]*>$/.test(tag.trimEnd())) {
      paragraph = -1;
      continue;
    }
    if (!mdx && tag[0] === "<" && indent <= 3) {
      html = htmlEnd(tag, paragraph >= 0);
      if (html) {
        paragraph = -1;
        // Blocks that end at a blank line are open from here; the others may end on their first line.
        if (html.source !== "^\\s*$" && html.test(tag.slice(1))) html = null;
        continue;
      }
    }
    const above = paragraph < 0 ? "" : text.slice(text.lastIndexOf("\n", start - 2) + 1, start - 1);
    if (paragraph >= 0 && item === 0 && opensTable(above, raw)) {
      table = true;
      paragraph = -1;
      continue;
    }
    const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(raw);
    if (underline && paragraph >= 0 && item === 0) {
      const name = plainText(text.slice(paragraph, start));
      if (name) found.push({ level: underline[1]![0] === "=" ? 1 : 2, name, line: paragraphLine, from: paragraph, to: end });
      paragraph = -1;
      continue;
    }
    if (OTHER_BLOCK.test(raw)) {
      const marker = /^( {0,3}(?:[-+*]|\d{1,9}[.)])\s+)\S/.exec(raw);
      if (marker && !/^ {0,3}(?:[-_*][ \t]*){3,}$/.test(raw)) item = marker[1]!.length;
      else if (!/^ {0,3}>/.test(raw)) item = 0;
      paragraph = -1;
      table = false;
      // What follows without a blank line continues the item or quote: no heading can be underlined there.
      if (marker || /^ {0,3}>/.test(raw)) item = Math.max(item, 1);
      continue;
    }
    if (paragraph < 0 && item === 0 && !table) {
      paragraph = start;
      paragraphLine = line;
    }
  }
  return found;
}

function htmlEnd(tag: string, inParagraph: boolean): RegExp | null {
  if (tag.startsWith("<!--")) return /-->/;
  if (tag.startsWith("<?")) return /\?>/;
  if (tag.startsWith("<![CDATA[")) return /\]\]>/;
  if (/^<![A-Za-z]/.test(tag)) return />/;
  if (RAW_TAG.test(tag)) return /<\/(?:pre|script|style|textarea)>/i;
  if (BLOCK_TAG.test(tag) || (!inParagraph && ANY_TAG.test(tag))) return /^\s*$/;
  return null;
}

/** Offset behind a YAML or TOML front matter, 0 if there is none. */
function frontMatter(text: string): number {
  const match = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n/.exec(text);
  if (!match) return 0;
  const close = text.indexOf(`\n${match[1]}`, match[0].length - 1);
  if (close < 0 || close > 20_000) return 0;
  const end = text.indexOf("\n", close + 1);
  return end < 0 ? text.length : end + 1;
}

/** Punctuation that is no markup, as characters that nothing below takes for any. */
const kept = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + 0xe000));

/** A heading as it is read: links and images by their text, no emphasis or code marks. What stands in code or behind a backslash is text. */
function plainText(text: string): string {
  return text
    .replace(/(`+)([^`]*)\1(?!`)|\\([!-/:-@[-`{-~])|<[^>]*>/g, (_, _ticks, code?: string, mark?: string) => kept(code ?? mark ?? ""))
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/\s*\{#[^}]*\}\s*$/, "")
    .replace(/[`*]+|(?<![a-zA-Z\x80-\u{10FFFF}0-9])_+|_+(?![a-zA-Z\x80-\u{10FFFF}0-9])/gu, "")
    .replace(/[\ue000-\ue07f]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xe000))
    .replace(/\s+/g, " ")
    .trim();
}

/** Sections of a document; each reaches to the next heading of its own or a higher level. */
export function readMarkdown(text: string, file: RawSymbol): DocumentFacts {
  const plain = sections(headings(text, file.name.endsWith(".mdx")), text, file);
  const note = noteOf(text);
  const found = note === null ? plain : { ...plain, symbols: behind(note.symbol, plain.symbols) };
  const facts = documentFacts(text, found);
  const mentions = [...(note?.mentions ?? []).map((mention) => ({ ...mention, scope: 1 })), ...(facts.mentions ?? [])];
  return { ...facts, mentions, references: referencesInFences(text, found.symbols) };
}

/** The symbols of a document with one before its sections. */
function behind(first: RawSymbol, [file, ...others]: readonly RawSymbol[]): RawSymbol[] {
  return [file!, first, ...others.map((one) => (one.parent === 0 ? one : { ...one, parent: one.parent + 1 }))];
}

/** What is known of a document. */
export type DocumentFacts = Pick<FileFacts, "symbols" | "references" | "mentions" | "rules" | "spans">;

/** What the text of a document names and governs, its sections being known. */
export function documentFacts(text: string, { symbols, spans }: Pick<FileFacts, "symbols" | "spans">): Omit<DocumentFacts, "references"> {
  const { rules, mentions, decision } = governing(text, symbols);
  const [file, ...others] = symbols as [RawSymbol, ...RawSymbol[]];
  return { symbols: [{ ...file, type: decision }, ...others], spans, rules, mentions: [...mentionsInDocument(text, symbols), ...mentions] };
}

/** Longer headings are whole paragraphs that somebody has underlined, by accident mostly: their beginning names them well enough. */
const NAME_LIMIT = 100;

/** A heading as a name: one line, cut between words where it is longer than a name is. */
function sectionName(heading: string): string {
  const name = heading.replace(/\s+/g, " ").trim();
  if (name.length <= NAME_LIMIT) return name;
  const end = name.lastIndexOf(" ", NAME_LIMIT);
  return `${name.slice(0, end > NAME_LIMIT / 2 ? end : NAME_LIMIT).replace(/[\uD800-\uDBFF]$|[\s,;:.–-]+$/u, "")}…`;
}

/** Headings in order, nested by level, as symbols behind the file's own. */
export function sections(list: readonly Heading[], text: string, file: RawSymbol): Pick<FileFacts, "symbols" | "spans"> {
  const symbols: RawSymbol[] = [file];
  const signatures: [number, number][] = [];
  const open: { level: number; index: number }[] = [];
  const close = (level: number, at: number, line: number): void => {
    while (open.length > 0 && open[open.length - 1]!.level >= level) {
      const symbol = symbols[open.pop()!.index]!;
      symbol.to = at;
      symbol.end = Math.max(symbol.start, line);
    }
  };
  for (const { level, name, line, from, to, signature } of list) {
    close(level, from, line - 1);
    signatures.push([from, to]);
    const parent = open[open.length - 1]?.index ?? 0;
    const shown = sectionName(name) || "(untitled)";
    const qualified = parent === 0 ? shown : `${symbols[parent]!.qualified}.${shown}`;
    const head = (signature ?? text.slice(from, to)).replace(/\s+/g, " ").trim().slice(0, signatureLimit);
    symbols.push(symbolOf({ kind: "section", name: shown, qualified, parent, signature: head, start: line, end: line, from, to }));
    open.push({ level, index: symbols.length - 1 });
  }
  close(0, text.length, file.end);
  return { symbols, spans: { comments: [], imports: [], signatures } };
}

// Code blocks of documentation: what they call and construct, as references from the section they stand in.
//
// What an example defines is no definition of the tree, and what it calls is no caller: a reference names the block's language, is only
// ever resolved to the one definition of that name in it, and otherwise says nothing. Read by lexing: an example is often no program.

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
