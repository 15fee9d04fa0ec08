/**
 * What a keyword question matches: a literal text, or `/regex/flags`, on single lines.
 *
 * Regular expressions run on an automaton in linear time (re2js, RE2's syntax): the engine of the language gives up silently on
 * expressions that backtrack, which would be a false "no match". A pre-filter of literals that every match contains decides which
 * files and lines the automaton sees at all. Literals need no automaton, in any case of letters.
 */
import type { RE2JS } from "re2js";
import { Refusal } from "../base/errors.ts";
import { keywords } from "../base/settings.ts";
import type { Needles } from "../files/prefilter.ts";
import { BLANK } from "../files/secrets.ts";

/** A stretch of a line, in UTF-16 code units from its start, end exclusive. */
export type Stretch = [from: number, to: number];

/** A keyword question, ready to be matched. */
export interface Pattern {
  /** As given. */
  source: string;
  kind: "literal" | "regex";
  /** The literal, or the word of `/\bword\b/`; null for other expressions. */
  literal: string | null;
  ignoreCase: boolean;
  /** Only where it is not part of a longer word. */
  wholeWord: boolean;
  /** What every match contains; no lists = nothing is known. */
  needles: Needles;
  /** Could a line of this text match? A superset, cheap for whole files. */
  mayMatch(text: string): boolean;
  /** Numbers (from 0) and bounds of the lines of a text that match, in order; `stop` ends the search by returning true. */
  eachLine(text: string, found: (line: number, from: number, to: number) => boolean): void;
  /** Where in one line; at most `keywords.stretches` of them, empty matches left out. */
  stretches(line: string): Stretch[];
}

/**
 * Reads a keyword: `/regex/flags` (flags d g i m s u v y; only `i` has a meaning on single lines) or a literal.
 *
 * A literal follows ripgrep's smart case: letters match in either case unless one of them is upper-case. An expression is
 * case-sensitive unless it says otherwise. `\w`, `\d` and `\s` are Unicode's, `\b` is ASCII's except in `/\bword\b/`.
 * @throws Refusal `bad-pattern` with the position, for expressions that are malformed, span lines, or need backtracking
 */
export function parsePattern(keyword: string): Pattern {
  if (keyword.length > keywords.maxLength)
    throw new Refusal(
      "bad-pattern",
      `The text to look for has ${keyword.length} characters; ${keywords.maxLength} is the most.`,
      "Look for a part of it.",
    );
  const written = asExpression(keyword);
  if (written === null) return literalPattern(keyword, keyword, !hasUpper(keyword), false);
  const word = /^\\b([\p{L}\p{M}\p{N}_]+)\\b$/u.exec(written.body)?.[1];
  if (word !== undefined) return literalPattern(keyword, word, written.ignoreCase, true);
  return regexPattern(keyword, written.body, written.ignoreCase);
}

/** `/body/flags` taken apart; null where it is not of that form: an unescaped `/` inside makes it a path. */
function asExpression(keyword: string): { body: string; ignoreCase: boolean } | null {
  const parts = /^\/(.+)\/([dgimsuvy]*)$/s.exec(keyword);
  if (parts === null) return null;
  const body = parts[1]!;
  let inClass = false;
  for (let i = 0; i < body.length; i++) {
    const character = body[i];
    // The last slash is escaped: nothing closes the expression.
    if (character === "\\" && ++i >= body.length) return null;
    if (character === "\\") continue;
    if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "/" && !inClass) return null;
  }
  return { body, ignoreCase: parts[2]!.includes("i") };
}

function hasUpper(text: string): boolean {
  return /\p{Lu}/u.test(text);
}

// ---------------------------------------------------------------------------------------------- literals

function literalPattern(source: string, literal: string, ignoreCase: boolean, wholeWord: boolean): Pattern {
  const at = /[\r\n]/.exec(literal)?.index;
  if (at !== undefined) throw multiLine(source, at);
  if (literal === "") throw new Refusal("bad-pattern", "There is no text to look for.", "Name it, for example: manifold q \"'TODO'\".");
  // `iu` compares by simple case folding, as ripgrep does; a literal cannot backtrack.
  const folded = ignoreCase && /\p{L}|\p{M}|[^\x00-\x7f]/u.test(literal);
  const expression = folded ? new RegExp(literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu") : null;
  /** First occurrence at or after an offset. */
  const next = (text: string, from: number): Stretch | null => {
    for (let start = from; ; ) {
      let found: Stretch;
      if (expression === null) {
        const index = text.indexOf(literal, start);
        if (index < 0) return null;
        found = [index, index + literal.length];
      } else {
        expression.lastIndex = start;
        const match = expression.exec(text);
        if (match === null) return null;
        found = [match.index, match.index + match[0].length];
      }
      if (!wholeWord || (!isWordAt(text, found[0], -1) && !isWordAt(text, found[1], 1))) return found;
      start = found[0] + 1;
    }
  };
  return {
    source,
    kind: "literal",
    literal,
    ignoreCase: expression !== null,
    wholeWord,
    needles: { all: inFile([literal]) ? [[literal]] : [], ignoreCase: expression !== null },
    mayMatch: (text) => next(text, 0) !== null,
    eachLine: (text, found) => linesWith(text, (from) => next(text, from)?.[0] ?? -1, found),
    stretches: (line) => {
      const all: Stretch[] = [];
      for (let hit = next(line, 0); hit !== null && all.length < keywords.stretches; hit = next(line, hit[1])) all.push(hit);
      return all;
    },
  };
}

/** Is the character before (-1) or after (1) an offset part of a word? */
function isWordAt(text: string, at: number, side: -1 | 1): boolean {
  if (side < 0 ? at <= 0 : at >= text.length) return false;
  let point = side > 0 ? text.codePointAt(at)! : text.charCodeAt(at - 1);
  if (side < 0 && point >= 0xdc00 && point <= 0xdfff && at > 1) point = text.codePointAt(at - 2)!;
  return /[\p{L}\p{M}\p{N}_]/u.test(String.fromCodePoint(point));
}

/** Calls `found` once for every line that holds an offset which `next` finds. */
function linesWith(text: string, next: (from: number) => number, found: (line: number, from: number, to: number) => boolean): void {
  let line = 0;
  let counted = 0;
  for (let at = next(0); at >= 0; ) {
    for (let end = text.indexOf("\n", counted); end >= 0 && end < at; end = text.indexOf("\n", counted)) {
      line++;
      counted = end + 1;
    }
    const end = text.indexOf("\n", at);
    const stop = end < 0 ? text.length : end;
    if (found(line, counted, lineEnd(text, counted, stop)) || end < 0) return;
    at = next(end + 1);
  }
}

/** A line's end without the carriage return of its break. */
function lineEnd(text: string, from: number, to: number): number {
  return to > from && text.charCodeAt(to - 1) === 13 ? to - 1 : to;
}

// ---------------------------------------------------------------------------------------------- expressions

/** The automaton, loaded with the first expression: literals and every other question do without it. */
const engine = () => require("re2js") as typeof import("re2js");

/** Unicode's classes in RE2's syntax, whose own are ASCII's. */
const CLASS: Record<string, string> = {
  d: "\\p{Nd}",
  w: "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}",
  s: "\\t\\n\\v\\f\\r \\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}",
};

function regexPattern(source: string, body: string, ignoreCase: boolean): Pattern {
  const { RE2JS } = engine();
  const flags = ignoreCase ? RE2JS.CASE_INSENSITIVE : 0;
  const translated = translate(source, body);
  const compiled = compile(source, body, translated, flags);
  // Anchors of the whole text and `$` before a carriage return mean something else in a whole file than in a line.
  const whole = /\\[AzZ]/.test(body) ? null : RE2JS.compile(translated, flags | RE2JS.MULTILINE);
  const needles: Needles = { all: requiredOf(translated), ignoreCase };
  const line = needles.all[0];
  const escaped = line?.map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const candidate = escaped === undefined ? null : new RegExp(escaped, ignoreCase ? "giu" : "gu");
  return {
    source,
    kind: "regex",
    literal: null,
    ignoreCase,
    wholeWord: false,
    needles,
    mayMatch: (text) => whole === null || text.includes("\r") || whole.test(text),
    eachLine: (text, found) => {
      const check = (number: number, from: number, to: number) => compiled.test(text.slice(from, to)) && found(number, from, to);
      if (candidate === null) everyLine(text, check);
      else
        linesWith(
          text,
          (from) => {
            candidate.lastIndex = from;
            return candidate.exec(text)?.index ?? -1;
          },
          check,
        );
    },
    stretches: (text) => {
      const all: Stretch[] = [];
      const matcher = compiled.matcher(text);
      // Empty matches are tries too: `x*` has one at every character.
      for (let tries = 0; tries < keywords.stretches && matcher.find(); tries++)
        if (matcher.end() > matcher.start()) all.push([matcher.start(), matcher.end()]);
      return all;
    },
  };
}

function everyLine(text: string, check: (line: number, from: number, to: number) => boolean): void {
  for (let from = 0, line = 0; from < text.length; line++) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    if (check(line, from, lineEnd(text, from, to))) return;
    from = to + 1;
  }
}

/** From the syntax people know to RE2's: Unicode classes, `\uXXXX`, `\/`; refuses what cannot work on one line or in linear time. */
function translate(source: string, body: string): string {
  let out = "";
  let inClass = false;
  for (let i = 0; i < body.length; i++) {
    const character = body[i]!;
    if (character === "\n" || character === "\r") throw multiLine(source, i + 1);
    if (character === "\\") {
      const next = body[++i];
      if (next === undefined) throw badPattern(source, i, "it ends with a backslash");
      if (next === "n" || next === "r") throw multiLine(source, i);
      const set = CLASS[next];
      const negated = inClass ? undefined : CLASS[next.toLowerCase()];
      const unicode = /^(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))/i.exec(body.slice(i + 1, i + 12));
      if (set !== undefined) out += inClass ? set : `[${set}]`;
      else if (negated !== undefined) out += `[^${negated}]`;
      else if (next === "u" && unicode !== null) {
        out += `\\x{${unicode[1] ?? unicode[2]}}`;
        i += unicode[0].length;
      } else if (/[1-9]/.test(next)) throw badPattern(source, i, "back-references cannot be matched in linear time");
      else if (next === "k" && body[i + 1] === "<") throw badPattern(source, i, "back-references cannot be matched in linear time");
      else out += `\\${next}`;
      continue;
    }
    if (!inClass && character === "(" && /^\(\?(<?[=!]|>)/.test(body.slice(i, i + 4)))
      throw badPattern(source, i + 1, "look-ahead, look-behind and atomic groups cannot be matched in linear time");
    if (character === "[" && !inClass) {
      inClass = true;
      // `[]a]` and `[^]a]`: the first bracket is a member.
      const head = /^\[\^?\]?/.exec(body.slice(i, i + 3))![0];
      out += head.endsWith("]") ? `${head.slice(0, -1)}\\]` : head;
      i += head.length - 1;
    } else {
      if (character === "[" && body[i + 1] !== ":") out += "\\";
      else if (character === "[") {
        // `[:alpha:]` inside a class.
        const posix = /^\[:\^?\w+:\]/.exec(body.slice(i))?.[0];
        if (posix !== undefined) {
          out += posix;
          i += posix.length - 1;
          continue;
        }
        out += "\\";
      }
      if (character === "]") inClass = false;
      out += character;
    }
  }
  return out;
}

function compile(source: string, body: string, translated: string, flags: number): RE2JS {
  const { RE2JS, RE2JSException, RE2JSSyntaxException } = engine();
  try {
    return RE2JS.compile(translated, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const about = error instanceof RE2JSSyntaxException ? error.getDescription() : error.message;
    const part = error instanceof RE2JSSyntaxException ? (error.getPattern() ?? "") : "";
    const at = part === "" ? -1 : body.lastIndexOf(part);
    const shown = part !== "" && part.length < 40 ? `${about}: \`${part}\`` : about;
    throw badPattern(source, at < 0 ? 1 : at + 1, shown, error);
  }
}

function badPattern(source: string, at: number, why: string, cause?: Error): Refusal {
  return new Refusal(
    "bad-pattern",
    `${shorten(source)} is no pattern that can be matched: ${why} (at character ${at + 1}).`,
    "Correct it, or put the text in quotes to look for it literally.",
    cause === undefined ? undefined : { cause },
  );
}

function multiLine(source: string, at: number): Refusal {
  return new Refusal(
    "bad-pattern",
    `${shorten(source)} spans lines (at character ${at + 1}); matching is line by line.`,
    "Look for the part on one of the lines.",
  );
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

// ---------------------------------------------------------------------------------------------- what every match contains

/** re2js's own pre-filter of a compiled expression: an AND/OR tree of literals (types as in its `Prefilter.Type`). */
interface Tree {
  type: number;
  subs: Tree[];
  str: string;
}
const EXACT = 1;
const AND = 2;
const OR = 3;

/**
 * Lists of literals of which every match contains at least one each, the most selective list first; none if nothing is known.
 *
 * The literals come from re2js, which derives them from the parsed expression. It keeps none of a case-insensitive one, so the
 * case-sensitive form is asked: what that requires, the other requires in some case of letters. Not so where the expression switches
 * case itself (`(?i)`): there re2js leaves those parts out.
 */
function requiredOf(translated: string): string[][] {
  const internal: unknown = (engine().RE2JS.compile(translated).re2() as { prefilter?: unknown }).prefilter;
  const lists = isTree(internal) ? conjuncts(internal) : [];
  return lists
    .filter((list) => list.length > 0 && list.length <= keywords.alternatives && inFile(list))
    .sort((a, b) => shortest(b) - shortest(a))
    .slice(0, 3);
}

/**
 * May a file be passed over because its bytes hold none of these? Only if what the reader shows of a file has nothing that its bytes do
 * not have: blanked secrets and undecodable bytes are shown as other characters. Otherwise the search would find blanked text in files
 * whose bytes hold another, guessed, alternative, and so tell that the guess was right.
 */
function inFile(list: readonly string[]): boolean {
  return list.every((one) => one !== "" && one.isWellFormed() && !one.includes(BLANK) && !one.includes("\ufffd"));
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && "type" in value && "subs" in value && "str" in value;
}

function conjuncts(tree: Tree): string[][] {
  if (tree.type === EXACT) return [[tree.str]];
  if (tree.type === AND) return tree.subs.flatMap(conjuncts);
  if (tree.type !== OR) return [];
  // Of each alternative the best list will do; an alternative without any spoils the whole.
  const best = tree.subs.map((sub) => conjuncts(sub).sort((a, b) => shortest(b) - shortest(a))[0]);
  return best.some((list) => list === undefined) ? [] : [best.flatMap((list) => list ?? [])];
}

const shortest = (list: readonly string[]) => Math.min(...list.map((one) => one.length));
