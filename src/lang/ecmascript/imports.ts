/** Imports and exports of JavaScript and TypeScript, CommonJS included. */

import { skipSpace } from "../engine/lex.ts";
import type { ParsedImport } from "../engine/rules/_rules.ts";
import { re } from "../engine/words.ts";
import { NAME, patternNames, valueKind } from "./lex.ts";

const SPECIFIER = re`^(?:type\s+|typeof\s+)?(${NAME}|"[^"]*"|'[^']*')(?:\s+as\s+(${NAME}|"[^"]*"|'[^']*'))?$`;

function specifiers(list: string): { name: string; local: string }[] {
  return list.split(",").flatMap((part) => {
    const match = SPECIFIER.exec(part.trim());
    const bare = (name: string): string => name.replace(/^["']|["']$/g, "");
    return match ? [{ name: bare(match[1]!), local: bare(match[2] ?? match[1]!) }] : [];
  });
}

export const isRelative = (source: string): boolean => source.startsWith(".");

export function parseImport(text: string): ParsedImport[] {
  const required = re`^import\s+(?:type\s+)?(${NAME})\s*=\s*require\s*\(\s*["']([^"']+)["']`.exec(text);
  if (required)
    return [{ form: "namespace", source: required[2]!, names: [{ name: "*", local: required[1]! }], relative: isRelative(required[2]!) }];
  const from = /(?:\bfrom\s*|^import\s*)["']([^"']*)["']/.exec(text);
  if (!from) return [];
  const source = from[1]!;
  const relative = isRelative(source);
  const clause = text
    .slice(6, from.index)
    .replace(/^\s*type\s+(?!,|from\b)/, "")
    .trim();
  if (from[0].startsWith("import")) return [{ form: "side-effect", source, names: [], relative }];
  const found: ParsedImport[] = [];
  const namespace = re`\*\s*as\s+(${NAME})`.exec(clause);
  const fallback = re`^(${NAME})\s*(?:,|$)`.exec(clause);
  const braces = /\{([\s\S]*)\}/.exec(clause);
  if (fallback) found.push({ form: "default", source, names: [{ name: "default", local: fallback[1]! }], relative });
  if (namespace) found.push({ form: "namespace", source, names: [{ name: "*", local: namespace[1]! }], relative });
  if (braces) found.push({ form: "named", source, names: specifiers(braces[1]!), relative });
  return found;
}

export function parseExport(text: string): ParsedImport[] {
  const source = /\bfrom\s*["']([^"']*)["']/.exec(text)?.[1] ?? "";
  const relative = isRelative(source);
  const all = re`^export\s*(?:type\s*)?\*\s*(?:as\s+(${NAME}))?`.exec(text);
  if (all) {
    if (!source) return [];
    if (all[1]) return [{ form: "namespace", source, names: [{ name: "*", local: all[1] }], reexport: true, relative }];
    return [{ form: "wildcard", source, names: [], reexport: true, relative }];
  }
  const braces = /^export\s*(?:type\s*)?\{([\s\S]*?)\}/.exec(text);
  if (braces) return [{ form: "named", source, names: specifiers(braces[1]!), reexport: true, relative }];
  const declared =
    re`^export\s+default\s+(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|interface)\s+(?!extends\b|implements\b)(${NAME})`.exec(
      text,
    );
  // The definition itself is no import: its span is not counted.
  if (declared) return [{ form: "default", source: "", names: [{ name: declared[1]!, local: "default" }], reexport: true, length: 0 }];
  const named = re`^export\s*(?:default\s|=)\s*(${NAME})\s*;?\s*$`.exec(text);
  if (named) return [{ form: "default", source: "", names: [{ name: named[1]!, local: "default" }], reexport: true }];
  // `export default memo(Item)`, `connect(state)(Item)`: the component that is wrapped
  const wrapped =
    /^export\s+default\s+(?:[\w.]+\.)?(?:memo|forwardRef|observer|connect|with[A-Z]\w*)(?:\([^()]*\))?\(\s*(\p{Lu}[\w\x80-\u{10FFFF}$]*)\s*(?:,[^()]*)?\)\s*;?\s*$/u.exec(
      text,
    )?.[1];
  if (wrapped) return [{ form: "default", source: "", names: [{ name: wrapped, local: "default" }], reexport: true }];
  return [];
}

/** `const { a, b: c } = require("x")`, `const d = require("x").e`, `… = await import("x")`. */
export function parseRequire(text: string): ParsedImport[] {
  const match =
    /^([\s\S]*?)\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*["'`]([^"'`]+)["'`]\s*\)\s*(?:\.\s*([a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$]*))?(.?)/u.exec(
      text,
    );
  if (!match || match[4] === "(" || match[4] === "[") return [];
  const source = match[2]!;
  const relative = isRelative(source);
  const target = match[1]!.replace(/\s*:[\s\S]*$/, (type) => (match[1]!.startsWith("{") ? type : ""));
  if (target.startsWith("{")) return [{ form: "named", source, names: patternNames(target), relative }];
  if (!re`^${NAME}$`.test(target)) return [];
  if (match[3]) return [{ form: "named", source, names: [{ name: match[3], local: target }], relative }];
  return [{ form: "namespace", source, names: [{ name: "*", local: target }], relative }];
}

const MAIN = /^module\.exports\s*=(?!=)\s*(?:exports\s*=\s*)?/;
const EXPORTED_AS = re`^(?:module\.)?exports(?:\.(${NAME}))?\s*=\s*([\s\S]*)$`;
const EXPORTED_NAME = re`^${NAME};?$`;
const OWN_NAME = re`^\s*(?:(?:async\s+)?function\s*\*?\s*|class\s+)(?!extends\b)(${NAME})`;

/**
 * `module.exports = class Foo {}`, `module.exports = function () {}`: the definition that is the module. It has its own name, else that of what it is
 * assigned to.
 * @returns its name, and the offset behind it; null where something else is assigned
 */
export function mainExport(text: string): { name: string; end: number; kind: "function" | "class" } | null {
  const at = MAIN.exec(text)?.[0].length;
  const kind = at === undefined ? null : valueKind(text, at);
  if (at === undefined || kind === null) return null;
  const own = OWN_NAME.exec(text.slice(at, at + 300));
  return own ? { name: own[1]!, end: at + own[0].length, kind } : { name: "exports", end: "module.exports".length, kind };
}

/** `module.exports = …`, `exports.a = …`: what of this file (or another) is public under which name. */
export function parseAssigned(text: string): ParsedImport[] {
  const match = EXPORTED_AS.exec(text);
  if (!match) return [];
  const main = mainExport(text);
  if (main) return [{ form: "default", source: "", names: [{ name: main.name, local: "default" }], reexport: true, length: 0 }];
  const value = match[2]!.trim();
  const local = match[1] ?? "default";
  const required = /^require\s*\(\s*["'`]([^"'`]+)["'`]\s*\)\s*;?$/.exec(value);
  if (required) {
    const relative = isRelative(required[1]!);
    if (match[1]) return [{ form: "namespace", source: required[1]!, names: [{ name: "*", local }], reexport: true, relative }];
    return [{ form: "wildcard", source: required[1]!, names: [], reexport: true, relative }];
  }
  if (EXPORTED_NAME.test(value)) {
    return [{ form: "default", source: "", names: [{ name: value.replace(";", ""), local }], reexport: true }];
  }
  if (!match[1] && value.startsWith("{")) {
    const names = patternNames(value).filter(({ name, local: own }) => isListed(value, name, own));
    if (names.length > 0)
      return [{ form: "named", source: "", names: names.map((n) => ({ name: n.local, local: n.name })), reexport: true, length: 0 }];
  }
  return [];
}

/** Does `{ …, name, … }` or `name: own` stand in the text? Without a regular expression: each would be compiled for one use. */
function isListed(text: string, name: string, own: string): boolean {
  for (let at = text.indexOf(name, 1); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!BEFORE_NAME.test(text[at - 1]!)) continue;
    let end = skipSpace(text, at + name.length, text.length);
    if (text[end] === ":") {
      end = skipSpace(text, end + 1, text.length);
      if (!text.startsWith(own, end)) continue;
      end = skipSpace(text, end + own.length, text.length);
    }
    if (text[end] === "," || text[end] === "}") return true;
  }
  return false;
}

const BEFORE_NAME = /[{,\s]/;
