/** Names in SQL, and packages: what `CREATE PACKAGE` holds, and where it ends. */

import { signatureLimit } from "../../base/limits.ts";
import type { RawSymbol } from "../../base/types.ts";
import type { Lines } from "../engine/lines.ts";
import { symbolOf } from "../engine/symbol.ts";

/** One part of a name, quoted as any dialect does. */
export const PART = '(?:"[^"\\n]+"|`[^`\\n]+`|\\[[^\\]\\n]+\\]|[a-zA-Z\\x80-\\u{10FFFF}_@#$][\\w\\x80-\\u{10FFFF}$#@]*)';

/** A signature on one line. */
export const fold = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, signatureLimit);

/** Marks taken off: `dbo.[Order Line]` → `dbo.Order Line`. */
export function plainName(written: string): string {
  return written
    .split(/\s*\.\s*(?=["`[a-zA-Z\x80-\u{10FFFF}_@#$])/u)
    .map((part) => part.trim().replace(/^(?:"(.*)"|`(.*)`|\[(.*)\])$/, (_, a, b, c) => a ?? b ?? c))
    .join(".");
}

const MEMBER = new RegExp(`\\b(?:PROCEDURE|FUNCTION)\\s+(${PART})`, "giu");

/** Procedures and functions of a package, each to where it is declared to end, or the next begins. */
export function members(text: string, outer: string, parent: number, { from, to, qualified }: RawSymbol, lines: Lines): RawSymbol[] {
  const found = [...outer.slice(from, to).matchAll(MEMBER)];
  return found.map((match, i): RawSymbol => {
    const start = from + match.index;
    const limit = i + 1 < found.length ? from + found[i + 1]!.index : to;
    const rest = outer.slice(start, limit);
    const body = rest.search(/\b(?:IS|AS)\b/i);
    const declared = rest.indexOf(";");
    const name = plainName(match[1]!);
    const head = body >= 0 && (declared < 0 || body < declared) ? body : declared < 0 ? rest.length : declared;
    const last = /\bEND(?:\s+[\w$]+)?\s*;(?![\s\S]*\bEND(?:\s+[\w$]+)?\s*;)/i.exec(rest);
    const end = start + (head === body && last ? last.index + last[0].length : Math.min(rest.length, head + 1));
    return symbolOf({
      kind: "function",
      name,
      qualified: `${qualified}.${name}`,
      parent,
      signature: fold(text.slice(start, start + head)),
      start: lines.at(start),
      end: lines.at(Math.max(start, end - 1)),
      from: start,
      to: end,
      type: /\bRETURN\s+([\w.%]+)/i.exec(rest.slice(0, head))?.[1] ?? null,
    });
  });
}

/** Offset behind a package: `END name;`, a `/` on a line of its own, what is created next. */
export function packageEnd(outer: string, from: number, path: string, limit: number): number {
  const name = RegExp.escape(path.slice(path.lastIndexOf(".") + 1).trim());
  const end = new RegExp(`\\bEND\\s+${name}\\s*;|^[ \\t]*/[ \\t]*$|^CREATE\\b`, "gim");
  end.lastIndex = from;
  const match = end.exec(outer);
  if (!match) return Math.min(outer.length, limit);
  return Math.min(limit, /^END/i.test(match[0]) ? end.lastIndex : match.index);
}
