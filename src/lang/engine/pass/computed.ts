/** Properties that compute what they give. */
import { ACCESS, type SymbolKind } from "../../../base/types.ts";
import { closeBracket, skipSpace } from "../lex.ts";
import type { RuleSet, Syntax } from "../rules/_rules.ts";
import { PEEK } from "./state.ts";

/** The end of a getter's head (Dart). */
const GETTER = /\bget\s+[a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$]*\s*$/u;
const HEAD = 80;
/** A body stands so near behind its head. */
const NEAR = 40;
/** A call of something with a name; what stands before other brackets is a word of the language. */
const CALL =
  /(?<![\w\x80-\u{10FFFF}])(?!(?:if|while|for|switch|when|catch|return|guard|get|set|in|is|as|throw|typeof|nameof|default|not|and|or|await|else|yield)\b)[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*(?:<[^<>()]*>)?[!?]?\(/u;

/**
 * Arity of a definition without parameters.
 *
 * A property whose code calls something is a link in a chain of calls; one that only gives a value (`Name => "math"`) is read like a field, and
 * nobody takes reading it for a call.
 * @param bodyAt where its head ends
 * @returns `ACCESS` where reading it runs code that calls something, else null: nobody can tell how many arguments it takes
 */
export function arityOf(kind: SymbolKind, { computed, syntax }: RuleSet, text: string, bodyAt: number, to: number): number | null {
  const inside = to > bodyAt + 1;
  if (!computed || (kind !== "field" && (kind !== "method" || !GETTER.test(text.slice(Math.max(0, bodyAt - HEAD), bodyAt))))) return null;
  const body = text.slice(bodyAt, inside ? Math.min(to, bodyAt + PEEK) : bodyBehind(text, bodyAt, syntax));
  const head = computed.exec(body);
  return head && CALL.test(body.slice(head.index + head[0].length)) ? ACCESS : null;
}

/** End of a body that is no part of the node before it (Dart). */
function bodyBehind(text: string, at: number, syntax: Syntax): number {
  const start = skipSpace(text, at, at + NEAR);
  const limit = Math.min(text.length, start + PEEK);
  if (text[start] === "{") return Math.max(at, closeBracket(text, start, limit, syntax));
  const end = text.indexOf(";", start);
  return text.startsWith("=>", start) && end >= 0 ? Math.min(end, limit) : at;
}
