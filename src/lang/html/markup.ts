/**
 * Markup by its tags: where scripts, styles and the expressions of templates stand. A lexer of its own, because what matters here is the same
 * in HTML, Vue, Svelte and Angular, and templates are no HTML between their braces.
 *
 * Bounded and total: each character is looked at once, unclosed things end with the text.
 */

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
