/**
 * HTML, Vue, Svelte and Angular: scripts and styles as parts of their own languages; the expressions of a template as fragments of script,
 * so that what it calls is a call; components used as tags, handlers named in attributes.
 */

import type { RawReference } from "../../base/types.ts";
import { Lines } from "../engine/lines.ts";
import { Blank, blanked, type Part, type Parts, reference } from "../engine/parts/_parts.ts";
import { symbolOf } from "../engine/symbol.ts";
import { ID$, re, words } from "../engine/words.ts";

const SCRIPT_TYPE = /^(?:|module|(?:text|application)\/(?:javascript|ecmascript|babel|jsx|typescript|x-typescript))$/;

function scriptLanguage(text: string, tag: Tag): string | null {
  const lang = (attributeOf(text, tag, "lang") ?? "").toLowerCase();
  if (lang === "ts" || lang === "typescript") return "typescript";
  if (lang === "tsx") return "tsx";
  if (lang !== "" && lang !== "js" && lang !== "javascript" && lang !== "jsx") return null;
  const type = (attributeOf(text, tag, "type") ?? "").trim().toLowerCase();
  if (/typescript/.test(type)) return "typescript";
  return SCRIPT_TYPE.test(type) ? "javascript" : null;
}

function styleLanguage(text: string, tag: Tag): string | null {
  const lang = (attributeOf(text, tag, "lang") ?? "css").toLowerCase();
  return lang === "css" || lang === "postcss" ? "css" : null;
}

/** Scripts of one language share a part: they share their names too. */
function rawParts(text: string, { raw }: Markup): Part[] {
  const blanks = new Map<string, Blank>();
  for (const { tag, from, to } of raw) {
    const language = tag.name.toLowerCase() === "script" ? scriptLanguage(text, tag) : styleLanguage(text, tag);
    if (language === null || text.slice(from, to).trim() === "") continue;
    let blank = blanks.get(language);
    if (!blank) {
      blank = new Blank(text);
      blanks.set(language, blank);
    }
    blank.keep(from, to);
  }
  return [...blanks].map(([language, blank]) => ({ language, text: blank.toString() }));
}

/** Language of the expressions: the script's, if it is typed. */
const expressionLanguage = (parts: readonly Part[]): string =>
  parts.some(({ language }) => language === "typescript" || language === "tsx") ? "typescript" : "javascript";

/** Expressions as statements: what stands before each (a quote, a brace) becomes a semicolon. */
class Expressions {
  private readonly blank: Blank;
  readonly references: RawReference[] = [];
  private readonly lines: Lines;

  constructor(private readonly text: string) {
    this.blank = new Blank(text);
    this.lines = new Lines(text);
  }

  add(from: number, to: number): void {
    if (to <= from || from === 0 || !/[(`]/.test(this.text.slice(from, to))) return;
    this.blank.keep(from - 1, to, `;${this.text.slice(from, to)}`);
  }

  /** A value that is nothing but a name: a handler. */
  handler(from: number, to: number): void {
    const name = this.text.slice(from, to).trim();
    if (re`^(?:this\.)?${ID$}(?:\.${ID$})*$`.test(name)) this.references.push(reference("use", name, this.lines.at(from)));
    else this.add(from, to);
  }

  component(name: string, at: number): void {
    this.references.push(reference("call", name, this.lines.at(at)));
  }

  part(language: string): Part[] {
    return this.blank.empty ? [] : [{ language, text: this.blank.toString(), fragments: true }];
  }
}

/** `my-widget` → `MyWidget`. */
const pascal = (name: string): string => name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const insideRaw = (markup: Markup, offset: number): boolean => markup.raw.some(({ from, to }) => offset >= from && offset < to);

// ---------------------------------------------------------------------------------------------- HTML

/** Inline scripts and styles, `onclick="…"`. */
export function htmlParts(text: string): Parts {
  const markup = readMarkup(text, "none");
  const parts = rawParts(text, markup);
  const expressions = new Expressions(text);
  for (const tag of markup.tags)
    for (const { name, from, to, quote } of tag.attributes) {
      if (!/^on[a-z]+$/i.test(name) || quote === "") continue;
      // `return` stands in no function here.
      const skip = /^\s*(?:javascript:\s*)?(?:return\s+)?/.exec(text.slice(from, to))![0].length;
      expressions.add(from + skip, to);
    }
  parts.push(...expressions.part("javascript"));
  return { parts, references: expressions.references };
}

// ---------------------------------------------------------------------------------------------- Angular

/** `(click)="…"`, `[value]="…"`, `*ngIf="…"`, `{{ … }}`, `@if (…) {`. */
export function angularParts(text: string): Parts {
  const markup = readMarkup(text, "double");
  const parts = rawParts(text, markup);
  const expressions = new Expressions(text);
  for (const tag of markup.tags)
    for (const attribute of tag.attributes) {
      const { name, from, to, quote } = attribute;
      if (quote === "" || !/^(?:[([*]|on-|bind-)/.test(name)) continue;
      // `*ngFor="let a of f()"`: the microsyntax is no script, what is called in it is.
      const skip = name.startsWith("*") ? /^\s*(?:let\s+\w+\s+of\s+)?/.exec(text.slice(from, to))![0].length : 0;
      if (name.startsWith("(")) expressions.handler(from, to);
      else expressions.add(from + skip, upTo(text, from + skip, to, name.startsWith("*") ? /;|\s\|\s|\strackBy/ : /\s\|\s/));
    }
  for (const [from, to] of markup.holes) expressions.add(from, upTo(text, from, to, /\s\|\s/));
  for (const match of text.matchAll(/@(?:if|else if|for|switch|case)\s*\(/g)) {
    const from = match.index + match[0].length;
    const inner = /^[^()]*(?:\((?:[^()]|\([^()]*\))*\)[^()]*)*/.exec(text.slice(from, from + 500))?.[0] ?? "";
    const skip = /^\s*\w+\s+of\s+/.exec(inner)?.[0].length ?? 0;
    if (!insideRaw(markup, from)) expressions.add(from + skip, upTo(text, from + skip, from + inner.length, /;/));
  }
  parts.push(...expressions.part(expressionLanguage(parts)));
  return { parts, references: expressions.references };
}

function upTo(text: string, from: number, to: number, end: RegExp): number {
  const at = text.slice(from, to).search(end);
  return at < 0 ? to : from + at;
}

// ---------------------------------------------------------------------------------------------- Vue and Svelte

/** Elements that Vue itself provides. */
const VUE_OWN = /^(?:component|slot|template|transition|transition-group|keep-alive|teleport|suspense)$/;
const HTML_TAGS = words(`a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
  colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header
  hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup option output
  p picture pre progress q rp rt ruby s samp script search section select slot small source span strong style sub summary sup svg table
  tbody td template textarea tfoot th thead time title tr track u ul var video wbr`);

/** A single-file component: one class named as its file, which is what others import as `default`. */
function component(path: string, text: string): Pick<Parts, "symbols" | "imports" | "component"> {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  const name = pascal(stem === "index" || stem.startsWith("+") ? (path.split("/").at(-2) ?? stem) : stem).replace(
    /[^\w\x80-\u{10FFFF}$]/gu,
    "",
  );
  if (name === "" || text.trim() === "") return {};
  const to = text.trimEnd().length;
  const from = text.length - text.trimStart().length;
  const lines = new Lines(text);
  return {
    component: true,
    symbols: [symbolOf({ kind: "class", name, signature: `component ${name}`, start: lines.at(from), end: lines.at(to - 1), from, to })],
    imports: [{ form: "default", source: "", names: [{ name, local: "default" }], reexport: true, line: 1, scope: 0, relative: false }],
  };
}

/** A Vue component: `:a="…"`, `v-if="…"`, `@click="…"`, `{{ … }}`, other components as tags in either spelling. */
export function vueParts(text: string, path: string): Parts {
  const markup = readMarkup(text, "double");
  const parts = rawParts(text, markup);
  const expressions = new Expressions(text);
  for (const tag of markup.tags) {
    for (const { name, from, to, quote } of tag.attributes) {
      if (quote === "" || !/^(?:[:@#]|v-)/.test(name)) continue;
      const event = name.startsWith("@") || name.startsWith("v-on:");
      if (event) expressions.handler(from, to);
      else {
        const skip = name === "v-for" ? (/^[\s\S]*?\s(?:in|of)\s+/.exec(text.slice(from, to))?.[0].length ?? 0) : 0;
        expressions.add(from + skip, to);
      }
    }
    const known = HTML_TAGS.has(tag.name) || VUE_OWN.test(tag.name);
    if (!known && /^[A-Z][\w.]*$/.test(tag.name)) expressions.component(tag.name, tag.from);
    else if (!known && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(tag.name)) expressions.component(pascal(tag.name), tag.from);
  }
  for (const [from, to] of markup.holes) expressions.add(from, to);
  parts.push(...expressions.part(expressionLanguage(parts)));
  return { outer: withoutHoles(text, markup), parts, references: expressions.references, ...component(path, text) };
}

/** A Svelte component: `{…}` between tags and in attributes, blocks (`{#if …}`), components as tags. */
export function svelteParts(text: string, path: string): Parts {
  const markup = readMarkup(text, "single");
  const parts = rawParts(text, markup);
  const expressions = new Expressions(text);
  for (const tag of markup.tags) {
    for (const attribute of tag.attributes) {
      if (attribute.quote === "{") {
        if (/^on:?[a-z]|^use:|^action$/.test(attribute.name)) expressions.handler(attribute.from, attribute.to);
        else expressions.add(attribute.from + (text.startsWith("...", attribute.from) ? 3 : 0), attribute.to);
      } else if (attribute.quote !== "") quotedHoles(text, attribute, expressions);
    }
    if (/^[A-Z][\w.]*$/.test(tag.name)) expressions.component(tag.name, tag.from);
  }
  for (const [from, to] of markup.holes) {
    const inner = text.slice(from, to);
    const skip = /^\s*(?:[#:/@](?:else\s+if|[a-z]+)\s*)?/.exec(inner)![0].length;
    const block = /^\s*[#:]/.test(inner);
    expressions.add(from + skip, block ? upTo(text, from + skip, to, /\s(?:as|then|catch)\s/) : to);
  }
  parts.push(...expressions.part(expressionLanguage(parts)));
  return { outer: withoutHoles(text, markup), parts, references: expressions.references, ...component(path, text) };
}

function quotedHoles(text: string, { from, to }: Attribute, expressions: Expressions): void {
  for (const match of text.slice(from, to).matchAll(/\{([^{}]*)\}/g))
    expressions.add(from + match.index + 1, from + match.index + match[0].length - 1);
}

/** The text as the grammar of HTML can read it: what stands in braces is no markup. */
function withoutHoles(text: string, markup: Markup): string {
  const spans: [number, number, string][] = [];
  for (const [from, to] of markup.holes) spans.push([from - 1, to + 1, " "]);
  for (const tag of markup.tags)
    for (const { from, to, quote } of tag.attributes) {
      if (quote === "{") spans.push([from - 1, to + 1, "_"]);
      else if (quote !== "") spans.push([from, to, ""]);
    }
  let out = "";
  let at = 0;
  for (const [from, to, fill] of spans.sort((a, b) => a[0] - b[0])) {
    if (from < at || fill === "") continue;
    out += text.slice(at, from) + blanked(text.slice(from, to), fill);
    at = to;
  }
  return out + text.slice(at);
}

// Markup by its tags: where scripts, styles and the expressions of templates stand. A lexer of its own, because what matters here is the same
// in HTML, Vue, Svelte and Angular, and templates are no HTML between their braces.
//
// Bounded and total: each character is looked at once, unclosed things end with the text.

export interface Attribute {
  name: string;
  /** Span of the value without its quotes or braces; equal offsets for none. */
  from: number;
  to: number;
  /** `"`, `'`, `{` or "". */
  quote: string;
}

export interface Tag {
  /** As written. */
  name: string;
  from: number;
  /** Offset behind its `>`. */
  to: number;
  attributes: Attribute[];
}

export interface Markup {
  /** Start tags in order. */
  tags: Tag[];
  /** Content of `script` and `style` elements, with the element's start tag. */
  raw: { tag: Tag; from: number; to: number }[];
  /** Expressions in braces between tags: the span inside the braces. */
  holes: [number, number][];
}

/** How expressions are marked between tags: `{{ x }}`, `{x}` (also as values of attributes), or not at all. */
export type Braces = "double" | "single" | "none";

const NAME = /[A-Za-z][^\s/>]*/y;
const ATTRIBUTE = /[^\s/>=][^\s/>=]*/y;

/** Tags, raw elements and expressions of a text. */
export function readMarkup(text: string, braces: Braces): Markup {
  const found: Markup = { tags: [], raw: [], holes: [] };
  /** Braces that nothing closes: many of them are no template, and looking on would take quadratic time. */
  let unclosed = 0;
  for (let i = 0; i < text.length; ) {
    const char = text[i]!;
    if (char === "<") {
      if (text.startsWith("<!--", i)) {
        const end = text.indexOf("-->", i + 4);
        i = end < 0 ? text.length : end + 3;
        continue;
      }
      NAME.lastIndex = i + 1;
      const name = NAME.exec(text)?.[0];
      if (name === undefined) {
        i++;
        continue;
      }
      const tag: Tag = { name, from: i, to: 0, attributes: [] };
      i = readAttributes(text, i + 1 + name.length, tag, braces);
      tag.to = i;
      found.tags.push(tag);
      const lower = name.toLowerCase();
      if ((lower === "script" || lower === "style") && text[i - 2] !== "/") {
        const close = new RegExp(`</${lower}\\s*>`, "gi");
        close.lastIndex = i;
        const end = close.exec(text)?.index ?? text.length;
        found.raw.push({ tag, from: i, to: end });
        i = end;
      }
      continue;
    }
    if (char === "{" && braces !== "none" && unclosed < UNCLOSED && (braces === "single" || text[i + 1] === "{")) {
      const width = braces === "double" ? 2 : 1;
      const end = braces === "double" ? text.indexOf("}}", i + 2) : closeBrace(text, i);
      if (end >= 0) {
        found.holes.push([i + width, end]);
        i = end + width;
        continue;
      }
      unclosed++;
    }
    i++;
  }
  return found;
}

function readAttributes(text: string, from: number, tag: Tag, braces: Braces): number {
  let i = from;
  while (i < text.length) {
    const char = text[i]!;
    if (char === ">") return i + 1;
    if (char === "<") return i;
    if (/[\s/]/.test(char)) {
      i++;
      continue;
    }
    if (char === "{" && braces === "single") {
      // `{name}`, `{...rest}`
      const end = closeBrace(text, i);
      if (end < 0) return text.length;
      tag.attributes.push({ name: "", from: i + 1, to: end, quote: "{" });
      i = end + 1;
      continue;
    }
    ATTRIBUTE.lastIndex = i;
    const name = ATTRIBUTE.exec(text)?.[0];
    if (name === undefined) {
      i++;
      continue;
    }
    i += name.length;
    let at = i;
    while (at < text.length && /\s/.test(text[at]!)) at++;
    if (text[at] !== "=") {
      tag.attributes.push({ name, from: i, to: i, quote: "" });
      continue;
    }
    at++;
    while (at < text.length && /\s/.test(text[at]!)) at++;
    const quote = text[at] ?? "";
    if (quote === '"' || quote === "'" || (quote === "{" && braces === "single")) {
      const close = quote === "{" ? closeBrace(text, at) : text.indexOf(quote, at + 1);
      const end = close < 0 ? text.length : close;
      tag.attributes.push({ name, from: Math.min(at + 1, end), to: end, quote });
      i = Math.min(text.length, end + 1);
    } else {
      const value = /[^\s>]*/y;
      value.lastIndex = at;
      const end = at + (value.exec(text)?.[0].length ?? 0);
      tag.attributes.push({ name, from: at, to: end, quote: "" });
      i = end;
    }
  }
  return i;
}

const UNCLOSED = 20;

/** Longest expression in braces. */
const HOLE_LIMIT = 20_000;

/** Offset of the brace that closes the one at `at`, strings and templates skipped; -1 if none does. */
function closeBrace(text: string, at: number): number {
  let depth = 0;
  const limit = Math.min(text.length, at + HOLE_LIMIT);
  for (let i = at; i < limit; i++) {
    const char = text[i]!;
    if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return i;
    else if (char === '"' || char === "'" || char === "`") {
      const end = text.indexOf(char, i + 1);
      const line = char === "`" ? -1 : text.indexOf("\n", i + 1);
      if (end >= 0 && (line < 0 || end < line)) i = end;
    }
  }
  return -1;
}

/** Value of an attribute by its name in lower case, null if the tag has none. */
export function attributeOf(text: string, tag: Tag, name: string): string | null {
  const found = tag.attributes.find((one) => one.name.toLowerCase() === name);
  return found ? text.slice(found.from, found.to) : null;
}
