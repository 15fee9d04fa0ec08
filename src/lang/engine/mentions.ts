/**
 * What documentation names: code spans, links to symbols, qualified names and paths in doc comments and documents.
 *
 * Only forms that somebody wrote to mean code are read; whether such a symbol or file exists, and is the only one of that name, is for resolution
 * to tell (resolve/mentions.ts). Fenced examples are read by the reader of Markdown.
 */

import type { RawMention, RawSymbol } from "../../base/types.ts";
import { Lines } from "./lines.ts";
import { words } from "./words.ts";

/** Mentions kept of one file of code, and of one document. */
const CODE_LIMIT = 300;
const DOCUMENT_LIMIT = 2_000;
/** Longest documentation that is looked through, and longest mention. */
const DOC_LIMIT = 8_000;
const NAME_LIMIT = 120;

const SPAN = "(?<!`)(?<mark>`{1,2})(?!`)([^`\\n]{2,120})\\k<mark>(?!`)";
/** Sphinx roles, javadoc and jsdoc links, doxygen references, C# crefs. */
const ROLES =
  ":(?:[a-z]+:)?(?:func|meth|class|attr|data|mod|exc|obj|const|type):`(?:[^`<\\n]*<)?([^`>\\n]+)>?`" +
  "|\\{@(?:link|linkcode|linkplain|see)\\s+([^\\s}|]+)[^}\\n]*\\}" +
  "|@(?:see|throws|exception)\\s+\\{?([\\p{L}_$#][\\p{L}\\p{N}_$.#:]*)" +
  "|[\\\\@](?:ref|sa|copydoc)\\s+([\\p{L}_][\\p{L}\\p{N}_:.#~]*)" +
  '|cref="(?:[A-Z]:)?([^"\\n]+)"';
const ROLE_GROUPS = 5;
/** Brackets of Rust, KDoc and Dart; names with a container, calls. */
const BARE =
  "\\[([\\p{L}_][\\p{L}\\p{N}_.:]*)\\](?![(\\[:])" +
  "|(?<![\\p{L}\\p{N}_$.:#/@`<-])((?:\\p{Lu}[\\p{L}\\p{N}_]*(?:\\.|::|#))(?:[\\p{L}_][\\p{L}\\p{N}_]*(?:\\.|::|#))*[\\p{L}_][\\p{L}\\p{N}_]*(?:\\(\\))?)" +
  "|(?<![\\p{L}\\p{N}_$.:#/@`<-])([\\p{L}_][\\p{L}\\p{N}_]{2,}\\(\\))";
const IN_COMMENT = new RegExp(`${ROLES}|${SPAN}|${BARE}`, "gu");
/** In a document also links to files. */
const IN_DOCUMENT = new RegExp(`${ROLES}|${SPAN}|\\]\\(([^()\\s]{3,200})\\)`, "gu");

const PATH = /^(?:\.{0,2}\/)?[\w@.+-]+(?:\/[\w@.+-]+)*\.[A-Za-z]\w{0,9}$/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*[?!]?(?:\.[\p{L}_$][\p{L}\p{N}_$]*[?!]?)*$/u;
/** Words of the languages themselves that stand in code spans. */
const WORDS: ReadonlySet<string> = words(`true false null none nil undefined self this super void string int float bool boolean number any
  object array list dict map set tuple bytes char function class return import export const let var async await default error type enum
  struct interface package module def end for while if else not and or new static public private protected yield throw throws try catch
  finally switch case break continue main test tests docs src lib npm pip install usage example examples todo note`);

/** A mention as it was written, in the form in which it is looked up; null if it cannot be a name or a path. */
export function mentioned(written: string): Pick<RawMention, "form" | "name"> | null {
  // "`...Data`" stands for any name that ends so.
  if (written.length > NAME_LIMIT || /^\s*(?:\.{3}|…)/.test(written)) return null;
  let text = written.trim().replace(/^(?:[~!.#]+|\\)(?=[\p{L}_])/u, "");
  if (text.includes("/") && PATH.test(text.replace(/[#:]L?\d+(?:-L?\d+)?$/, "")))
    return { form: "file", name: text.replace(/[#:]L?\d+(?:-L?\d+)?$/, "") };
  text = text.replace(/^(?:new|await|class|def|fn|func|function|struct|interface|trait|enum|type|module)\s+(?=[\p{L}_$])/u, "");
  const called = /^[^\s(]+[!?]?\(/.test(text);
  if (called) text = text.slice(0, text.indexOf("("));
  text = text
    .replace(/\/\d+$/, "")
    .replace(/<[^<>]*>$/, "")
    .replaceAll(/::|#|->|\\/g, ".")
    .replace(/^(?:crate|super|self|this|Self)\./, "");
  if (!NAME.test(text) || text.length < 3 || WORDS.has(text.toLowerCase())) return null;
  if (/^[\w-]+\.[a-z]{1,5}$/.test(text) && !called && FILE_ENDINGS.has(text.slice(text.lastIndexOf(".") + 1)))
    return { form: "file", name: text };
  return { form: called || /[._$?!\p{N}]|\p{Ll}\p{Lu}|^\p{Lu}+\p{Ll}/u.test(text) ? "symbol" : "word", name: text };
}

export const FILE_ENDINGS: ReadonlySet<string> = words(`ts tsx js jsx mjs cjs py rb go rs java kt scala cs php c h cc cpp hpp m mm swift
  dart ex exs lua hs sh pl pm r jl clj ml zig sql md json yaml yml toml html css vue svelte tf`);

/**
 * Mentions in doc comments.
 * @param docs spans of documentation with the symbol each belongs to
 * @param known names that an ordinary word may mean: those of the file's own definitions and imports
 */
export function mentionsInDocs(
  text: string,
  docs: readonly { from: number; to: number; scope: number }[],
  known: ReadonlySet<string>,
): RawMention[] {
  const found = new Found(text, CODE_LIMIT);
  for (const { from, to, scope } of docs) {
    const doc = text.slice(from, Math.min(to, from + DOC_LIMIT));
    if (!/[`{@:#.([\\]/.test(doc)) continue;
    const outside = doc.includes("```") ? withoutFences(doc) : doc;
    for (const match of outside.matchAll(IN_COMMENT)) {
      const written = firstGroup(match);
      const mention = written === null ? null : mentioned(written);
      if (!mention) continue;
      // A role or link says that it is a name; in a code span it may be a word, a value, a parameter.
      const explicit = match.slice(1, 1 + ROLE_GROUPS).some((group) => group !== undefined);
      if (mention.form === "word" && explicit) mention.form = "symbol";
      if (mention.form !== "word" || known.has(mention.name)) found.add(mention, from + match.index, scope);
    }
  }
  return found.list;
}

/**
 * Mentions in a document: its text, its links, and the titles that are names.
 * @param symbols its sections, in order
 */
export function mentionsInDocument(text: string, symbols: readonly RawSymbol[]): RawMention[] {
  const found = new Found(text, DOCUMENT_LIMIT);
  const headings = new Set<number>();
  for (const [scope, { kind, from, signature }] of symbols.entries()) {
    if (kind !== "section") continue;
    headings.add(found.lines.at(from));
    const title = signature.replace(/^#+\s*|\s*#+$/g, "").replace(/(?<=\S)\s*(?:[-=]+)$/, "");
    const span = /^`{1,2}([^`]+)`{1,2}$/.exec(title)?.[1];
    const mention = mentioned(span ?? title.replace(/\\_/g, "_"));
    // A title that is one word of prose (`Installation`, `Router`) says nothing.
    const plain =
      span === undefined &&
      mention?.form !== "file" &&
      (mention?.form !== "symbol" || /^\p{Lu}[\p{Ll}\p{N}]*$/u.test(title) || /\s/.test(title.replace(/\(.*\)$/, "")));
    if (mention && !plain) found.add({ form: "heading", name: mention.name }, from, scope);
  }
  const outside = withoutFences(text);
  for (const match of outside.matchAll(/^:::[ \t]+([\p{L}_][\p{L}\p{N}_.]*)[ \t]*$/gmu))
    found.add({ form: "heading", name: match[1]! }, match.index, sectionAt(symbols, match.index));
  for (const match of outside.matchAll(IN_DOCUMENT)) {
    const link = match.at(-1);
    const written = firstGroup(match);
    if (written === null) continue;
    const mention = link === undefined ? mentioned(written) : /^(?:[a-z]+:|#|\/\/)/i.test(link) ? null : linked(link);
    if (!mention || headings.has(found.lines.at(match.index))) continue;
    const example = mention.form === "symbol" && link === undefined && isExample(outside, match.index, written);
    found.add(example ? { ...mention, form: "example" } : mention, match.index, sectionAt(symbols, match.index));
  }
  return found.list;
}

/** Characters before a name in which its sentence says that it is an example. */
const BEFORE = 160;
const FOR_INSTANCE =
  /(?:\be\.\s?g\.|\bi\.\s?e\.|\bfor (?:instance|example)\b|\bsuch as\b|\b(?:similar|analogous) to\b)(?:[^.;)\n]|\.(?=\w)|\n(?!\s*\n))*$/i;
/** A call with values: `Result.success(newObject)`; a declaration has types before its parameters' names, or types alone. */
const CALLED_WITH = /^[^(]*\((?=[^)])(?!\s*(?:\.\.\.|[\p{Lu}@]))[^\s()]+(?:,\s*[^\s()]+)*\)$/u;

/** Is something named as an example, or as what is called, where it is not what is spoken of? */
function isExample(text: string, at: number, written: string): boolean {
  return FOR_INSTANCE.test(text.slice(Math.max(0, at - BEFORE), at)) || CALLED_WITH.test(written.trim());
}

/** The file that a link names, its anchor taken off. */
function linked(link: string): Pick<RawMention, "form" | "name"> | null {
  const path = link.replace(/[?#].*$/, "");
  return PATH.test(path) ? { form: "file", name: path.includes("/") ? path : `./${path}` } : null;
}

class Found {
  readonly list: RawMention[] = [];
  private readonly seen = new Set<string>();
  private known: Lines | null = null;

  constructor(
    private readonly text: string,
    private readonly limit: number,
  ) {}

  get lines(): Lines {
    this.known ??= new Lines(this.text);
    return this.known;
  }

  /** Each name once a symbol or section, at its first place. */
  add(mention: Pick<RawMention, "form" | "name">, at: number, scope: number): void {
    const key = `${scope} ${mention.name} ${mention.form === "heading" || mention.form === "example"}`;
    if (this.list.length >= this.limit || this.seen.has(key)) return;
    this.seen.add(key);
    this.list.push({ ...mention, line: this.lines.at(at), scope });
  }
}

/** The group that matched; the mark of a code span is none. */
function firstGroup(match: RegExpMatchArray): string | null {
  return match.slice(1).find((group) => group !== undefined && !/^`+$/.test(group)) ?? null;
}

/** A text with its fenced blocks blanked: offsets stay. */
export function withoutFences(text: string): string {
  return text.replace(/^[ \t*/#]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t*/#]*\1[`~]*[ \t]*$|(?![\s\S]))/gm, (block) =>
    block.replace(/[^\n]/g, " "),
  );
}

/** The innermost section at an offset: sections reach to the next heading, so it is the last that began. */
export function sectionAt(symbols: readonly RawSymbol[], offset: number): number {
  let low = 1;
  let high = symbols.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (symbols[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
