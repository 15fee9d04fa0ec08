/** What JavaScript and TypeScript write for one parameter. */
import { closeBracket } from "../engine/lex.ts";
import type { RuleSet } from "../engine/rules/_rules.ts";
import { defaultOf, patternPaths } from "./flow.ts";
import { NAME, syntax, WHOLE } from "./lex.ts";

const PARAMETER = new RegExp(`^(\\.\\.\\.)?(${NAME})\\s*\\??\\s*(?::\\s*([\\s\\S]+?))?\\s*(?:=(?!>)([\\s\\S]*))?$`, "u");

/** One parameter: `public a?: T = 1`, `{ a, b }: O`, `...rest: T[]`. */
export function parameter(text: string): ReturnType<NonNullable<RuleSet["parameter"]>> {
  if (WHOLE.test(text)) return { name: text, type: null, value: null, field: false };
  const plain = text.replace(/^(?:@[\w.]+(?:\([^)]*\))?\s*)*(?:(?:public|private|protected|readonly|override)\s+)*/, "");
  if (/^this\s*:/.test(plain)) return null;
  if (plain.startsWith("{") || plain.startsWith("[")) {
    const close = closeBracket(plain, 0, plain.length, syntax);
    const type = close > 0 ? (/^\s*:\s*([^=]+)/.exec(plain.slice(close))?.[1]?.trim() ?? null) : null;
    return { name: "", type, parts: patternPaths(close < 0 ? plain : plain.slice(0, close)) };
  }
  const match = PARAMETER.exec(plain);
  if (!match) return { name: "", type: null };
  // `constructor(private store: Store)` declares the field as well.
  return {
    name: match[2]!,
    type: match[3] ?? null,
    ...(match[1] ? { gathers: true } : {}),
    value: match[4] === undefined ? null : defaultOf(match[4]),
    field: /^(?:@[\w.]+(?:\([^)]*\))?\s*)*(?:public|private|protected|readonly)\s/.test(text),
  };
}
