/**
 * SQL: what is created, the tables that statements name, the functions they call.
 *
 * Read by statements instead of a grammar: every dialect has statements of its own, which the grammar at hand takes for errors (it has no
 * `CREATE PROCEDURE`), while `CREATE … name`, `FROM name` and `name(` mean the same in all of them.
 */

import { signatureLimit } from "../../base/limits.ts";
import type { FileFacts, RawReference, RawSymbol, Spans, SymbolKind } from "../../base/types.ts";
import { commentText } from "../engine/comments.ts";
import { Lines } from "../engine/lines.ts";
import { symbolOf } from "../engine/symbol.ts";
import { DOTTED, re } from "../engine/words.ts";

// Names in SQL, and packages: what `CREATE PACKAGE` holds, and where it ends.

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

const NAME = `${PART}(?:\\s*\\.\\s*${PART}){0,3}`;
const CREATE = new RegExp(
  `\\bCREATE\\s+(?:OR\\s+(?:REPLACE|ALTER)\\s+)?(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|EXTERNAL|FOREIGN|UNIQUE|CLUSTERED|NONCLUSTERED|MATERIALIZED|RECURSIVE|EDITIONABLE|VIRTUAL|CONSTRAINT|AGGREGATE|FULLTEXT|SPATIAL|PUBLIC|SECURE|TRANSIENT|DEFINER\\s*=\\s*\\S+|ALGORITHM\\s*=\\s*\\w+|SQL\\s+SECURITY\\s+\\w+)\\s+)*(TABLE|VIEW|INDEX|FUNCTION|PROCEDURE|PROC|TRIGGER|TYPE|DOMAIN|SEQUENCE|PACKAGE(?:\\s+BODY)?|EVENT|MACRO|AGGREGATE)\\s+(?:CONCURRENTLY\\s+)?(?:IF\\s+NOT\\s+EXISTS\\s+)?(${NAME})`,
  "giu",
);
const KINDS: Record<string, SymbolKind> = {
  table: "struct",
  view: "struct",
  index: "variable",
  function: "function",
  procedure: "function",
  proc: "function",
  macro: "function",
  trigger: "function",
  event: "function",
  aggregate: "function",
  type: "type",
  domain: "type",
  sequence: "variable",
  package: "class",
  "package body": "class",
};

/** Statements kept of one file: a dump has hundreds of thousands. */
const LIMIT = 20_000;
/** Longest statement, and how much is looked through for the ends of all: where none is found they are no statements. */
const STATEMENT = 200_000;
const BUDGET = 8_000_000;

/** Words that stand where a name of a table could. */
const NO_TABLE =
  /^(?:select|lateral|only|values|unnest|dual|set|where|table|if|not|exists|all|distinct|using|as|on|inner|left|right|outer|full|cross|natural|join|group|order|new|old|inserted|deleted|into|function|procedure|each|delete|update|insert|current_date|current_timestamp|generate_series|interval|nothing|conflict|no|cascade|view|index|column|statement|row|public)$/i;
const NO_CALL =
  /^(?:and|or|not|in|as|on|if|is|by|any|all|some|set|key|end|case|when|then|else|from|join|into|over|with|using|where|check|values|exists|select|having|unique|between|primary|foreign|references|table|index|view|returns|return|varchar|nvarchar|char|nchar|decimal|numeric|float|int|integer|bigint|smallint|tinyint|bit|varbinary|binary|time|timestamp|timestamptz|datetime|datetime2|datetimeoffset|enum|text|number|varchar2|raw|array|row|filter|partition|interval|default|constraint|identity|include|within|like|ilike|limit|offset|union|except|intersect|like|distinct|while|until|elsif|elseif|function|procedure|create|replace|begin|declare|loop|for|foreach|open|fetch|close|cursor|insert|update|delete|merge|truncate|execute|exec|call|perform|grant|revoke|to|of|add|column|rename|type|domain|sequence|trigger|generated|stored|virtual|collate|group|order)$/i;

interface Masked {
  /** Strings and comments blanked. */
  code: string;
  /** Quoted bodies of functions blanked too: what a `;` in them ends is not the statement around. */
  outer: string;
  comments: [number, number][];
}

/** The text without what only looks like code; same length. */
function mask(text: string): Masked {
  const comments: [number, number][] = [];
  const blanks: [number, number][] = [];
  const bodies: [number, number][] = [];
  const closers = new Set<number>();
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === "-" && text[i + 1] === "-") {
      const end = text.indexOf("\n", i);
      const to = end < 0 ? text.length : end;
      comments.push([i, to]);
      i = to;
    } else if (char === "/" && text[i + 1] === "*") {
      const end = text.indexOf("*/", i + 2);
      const to = end < 0 ? text.length : end + 2;
      comments.push([i, to]);
      i = to - 1;
    } else if (char === "'") {
      let end = text.indexOf("'", i + 1);
      while (end >= 0 && text[end + 1] === "'") end = text.indexOf("'", end + 2);
      const to = end < 0 ? text.length : end + 1;
      blanks.push([i, to]);
      i = to - 1;
    } else if (char === "$" && !/[\w\x80-\u{10FFFF}]/u.test(text[i - 1] ?? "")) {
      const tag = /\$[A-Za-z_]*\$/y;
      tag.lastIndex = i;
      const open = tag.exec(text)?.[0];
      if (open && closers.delete(i)) {
        i += open.length - 1;
        continue;
      }
      const close = open ? text.indexOf(open, i + open.length) : -1;
      if (!open || close < 0) continue;
      bodies.push([i, close + open.length]);
      blanks.push([i, i + open.length], [close, close + open.length]);
      closers.add(close);
      // The body is code of its own: it is looked at as such.
      i += open.length - 1;
    }
  }
  const code = blank(text, [...comments, ...blanks]);
  return { code, outer: blank(code, bodies), comments };
}

function blank(text: string, spans: [number, number][]): string {
  const out: string[] = [];
  let at = 0;
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    if (to <= at) continue;
    const start = Math.max(from, at);
    out.push(text.slice(at, start), text.slice(start, to).replace(/[^\n]/g, " "));
    at = to;
  }
  out.push(text.slice(at));
  return out.join("");
}

/** Offset behind a statement that begins at `from`: its `;`, the `END` of its block, a `GO` or `/` on a line of its own. */
function statementEnd(outer: string, from: number, block: boolean, limit: number): number {
  const token =
    /;|\(|\)|^[ \t]*(?:GO|\/)[ \t]*$|^CREATE\b|\b(?:BEGIN|CASE|END)\b(?:[ \t]+(?:IF|LOOP|WHILE|CASE|REPEAT|FOR|TRAN\w*|TRY|CATCH)\b)?/gim;
  token.lastIndex = from + 6;
  let depth = 0;
  let round = 0;
  let begun = false;
  for (let match = token.exec(outer); match; match = token.exec(outer)) {
    if (match.index > limit) return limit;
    const word = match[0].trim().toUpperCase();
    if (word === "(") round++;
    else if (word === ")") round = Math.max(0, round - 1);
    else if (word === ";") {
      const before = outer.slice(from, match.index);
      // Declarations stand before the block of a function, but a body in quotes is all there is.
      if (depth === 0 && round === 0 && (!block || begun || !/\b(?:IS|AS|DECLARE)\b/i.test(before) || /\bAS\s{3,}/i.test(before)))
        return token.lastIndex;
    } else if (word === "GO" || word === "/" || word === "CREATE") {
      if (word !== "CREATE" || depth === 0) return match.index;
    } else if (!block) continue;
    else if (/^BEGIN TRAN/.test(word)) continue;
    else if (/^(?:BEGIN|CASE)/.test(word)) {
      depth++;
      begun ||= word.startsWith("BEGIN");
    } else if (/^END(?: (?:TRY|CATCH|CASE))?$/.test(word)) {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && begun) {
        const semicolon = /\s*[\w$]*\s*;/y;
        semicolon.lastIndex = token.lastIndex;
        return semicolon.test(outer) ? semicolon.lastIndex : token.lastIndex;
      }
    }
  }
  return Math.min(outer.length, limit);
}

interface Item {
  from: number;
  to: number;
  text: string;
}

/** Pieces between commas at the top of the bracket that opens at `open`. */
function items(code: string, open: number, limit: number): Item[] {
  const out: Item[] = [];
  let depth = 0;
  let from = open + 1;
  for (let i = open; i < limit; i++) {
    const char = code[i];
    if (char === "(") depth++;
    else if ((char === "," && depth === 1) || (char === ")" && --depth === 0)) {
      const start = from + (/^\s*/.exec(code.slice(from, i))?.[0].length ?? 0);
      const text = code.slice(start, i).trimEnd();
      if (text) out.push({ from: start, to: start + text.length, text });
      from = i + 1;
      if (depth === 0) return out;
    }
  }
  return out;
}

const NO_COLUMN =
  /^(?:primary|foreign|unique|constraint|check|key|index|exclude|like|period|fulltext|spatial|partition|references|on|using|inherits)\b/i;

/** Facts of a file of SQL. */
export function readSql(text: string, file: RawSymbol): Pick<FileFacts, "symbols" | "references" | "spans"> {
  const { code, outer, comments } = mask(text);
  const lines = new Lines(text);
  const symbols: RawSymbol[] = [file];
  const signatures: [number, number][] = [];
  const starts = [...outer.matchAll(CREATE)].slice(0, LIMIT);
  const firstComment = comments[0];
  let packaged = 0;
  let budget = BUDGET;
  let near = 0;
  for (const match of starts) {
    const word = match[1]!.toLowerCase().replace(/\s+/g, " ");
    const kind = KINDS[word]!;
    const from = match.index;
    // What a package holds stands behind it already.
    if (from < packaged) continue;
    const least = from + match[0].length;
    const to = Math.max(
      least,
      kind === "class"
        ? packageEnd(outer, least, match[2]!, Math.min(from + STATEMENT, from + budget))
        : statementEnd(outer, from, kind === "function", Math.min(from + STATEMENT, from + budget)),
    );
    budget -= to - from;
    if (kind === "class") packaged = to;
    const trimmed = from + text.slice(from, to).trimEnd().length;
    const path = plainName(match[2]!).split(".");
    const name = path.at(-1)!;
    const open = code.indexOf("(", from + match[0].length);
    const bracket = open >= 0 && open < to && /^\s*$/.test(code.slice(from + match[0].length, open)) ? open : -1;
    const parts = bracket >= 0 ? items(code, bracket, to) : [];
    while (near < comments.length && comments[near]![1] <= from) near++;
    const above = comments[near - 1];
    const doc = above && from - above[1] < 200 && /^[ \t]*\n?[ \t]*$/.test(text.slice(above[1], from)) ? above : undefined;
    const head = kind === "function" && bracket >= 0 ? text.indexOf(")", parts.at(-1)?.to ?? bracket) + 1 : from + match[0].length;
    symbols.push({
      kind,
      name,
      qualified: path.join("."),
      parent: 0,
      signature: fold(text.slice(from, Math.max(from + match[0].length, Math.min(head, to)))),
      doc: doc ? commentText(blockOf(text, comments, near - 1)) : "",
      start: lines.at(from),
      end: lines.at(Math.max(from, trimmed - 1)),
      from,
      to: trimmed,
      exported: true,
      arity: kind === "function" && word !== "trigger" && word !== "event" ? parts.length : null,
      type: kind === "function" ? (/\bRETURNS?\s+(?:SETOF\s+)?([\w.]+)/i.exec(code.slice(head, to))?.[1] ?? null) : null,
    });
    signatures.push([from, Math.min(to, from + match[0].length)]);
    const owner = symbols.length - 1;
    if (kind === "class") for (const member of members(text, outer, owner, symbols[owner]!, lines)) symbols.push(member);
    if (word !== "table" && word !== "type") continue;
    for (const part of parts.slice(0, 500)) {
      const column = re`^(${PART})(?:\s+(${DOTTED}(?:\s*\([^()]*\))?))?`.exec(text.slice(part.from, part.to));
      if (!column || NO_COLUMN.test(part.text)) continue;
      const named = plainName(column[1]!);
      symbols.push(
        symbolOf({
          kind: "field",
          name: named,
          qualified: `${path.join(".")}.${named}`,
          parent: owner,
          signature: fold(text.slice(part.from, part.to)),
          start: lines.at(part.from),
          end: lines.at(part.to - 1),
          from: part.from,
          to: part.to,
          type: column[2] ?? null,
        }),
      );
    }
  }
  if (firstComment && /^\s*$/.test(text.slice(0, firstComment[0])) && !symbols.some((symbol) => symbol.doc !== "" && symbol.from < 400))
    symbols[0] = { ...file, doc: commentText(blockOf(text, comments, 0)) };
  const spans: Spans = { comments, imports: [], signatures };
  return { symbols, references: references(code, symbols, lines), spans };
}

/** Neighbouring line comments up to this one read as one. */
function blockOf(text: string, comments: [number, number][], last: number): string {
  let from = comments[last]![0];
  for (let i = last - 1; i >= 0 && /^[ \t]*\n[ \t]*$/.test(text.slice(comments[i]![1], from)); i--) {
    if (!text.startsWith("--", comments[i]![0])) break;
    from = comments[i]![0];
  }
  return text.slice(from, comments[last]![1]);
}

const TABLES = new RegExp(
  `\\b(?:(?:FROM|JOIN|INTO|UPDATE|REFERENCES|TRUNCATE(?:\\s+TABLE)?|ALTER\\s+TABLE(?:\\s+IF\\s+EXISTS)?|DROP\\s+(?:TABLE|VIEW)(?:\\s+IF\\s+EXISTS)?|MERGE(?:\\s+INTO)?)\\s+(?:ONLY\\s+)?|(?<=\\b(?:INDEX|TRIGGER)\\b[^;]{1,200})\\bON\\s+)(${NAME})(\\s*\\()?`,
  "giu",
);

/** Tables that a stretch of SQL names: plain names with their offsets. */
export function tablesIn(code: string): { name: string; at: number }[] {
  const local = new Set(
    [
      ...code.matchAll(
        new RegExp(
          `(?:\\bWITH\\s+(?:RECURSIVE\\s+)?|,\\s*)(${PART})\\s*(?:\\([^()]*\\)\\s*)?AS\\s*(?:NOT\\s+)?(?:MATERIALIZED\\s*)?\\(`,
          "giu",
        ),
      ),
    ].map((m) => plainName(m[1]!)),
  );
  const found: { name: string; at: number }[] = [];
  for (const match of code.matchAll(TABLES)) {
    const name = plainName(match[1]!);
    if (NO_TABLE.test(name) || local.has(name) || /^[@#$:]/.test(name)) continue;
    // `FROM f(x)` is a call; `INSERT INTO t(a)` is not.
    if (match[2] && /^(?:FROM|JOIN)/i.test(match[0])) continue;
    found.push({ name, at: match.index + match[0].indexOf(match[1]!) });
  }
  return found;
}

const CALLS = new RegExp(
  `(?<![\\w\\x80-\\u{10FFFF}.@#$])(${NAME})\\s*\\(|\\b(?:EXEC|EXECUTE|CALL|PERFORM)\\s+(?:FUNCTION\\s+|PROCEDURE\\s+)?(${NAME})`,
  "giu",
);

/** What stands before a name that a bracket follows and that is no call. */
const DECLARES = /\b(?:CREATE|TABLE|INTO|FUNCTION|PROCEDURE|PROC|VIEW|INDEX|TYPE|REFERENCES|TRIGGER|EXISTS|UPDATE|WITH|RECURSIVE)\s+$/i;
const INDEXED = /\b(?:INDEX|TRIGGER)\b[^;]*\bON\s+$/i;

function references(code: string, symbols: readonly RawSymbol[], lines: Lines): RawReference[] {
  const out: { at: number; reference: RawReference }[] = [];
  const holders = symbols.map((symbol, index) => ({ symbol, index })).filter(({ symbol }) => symbol.parent === 0 && symbol.kind !== "file");
  const scopeAt = (offset: number): number => {
    let low = 0;
    let high = holders.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holders[middle]!.symbol.from <= offset) low = middle + 1;
      else high = middle;
    }
    const last = holders[low - 1];
    return last && offset < last.symbol.to ? last.index : 0;
  };
  const push = (kind: RawReference["kind"], name: string, at: number): void => {
    const dot = name.lastIndexOf(".");
    out.push({
      at,
      reference: {
        kind,
        name: name.slice(dot + 1),
        receiver: dot > 0 ? name.slice(0, dot) : null,
        arity: null,
        line: lines.at(at),
        scope: scopeAt(at),
      },
    });
  };
  for (const { name, at } of tablesIn(code)) push("use", name, at);
  for (const match of code.matchAll(CALLS)) {
    const written = match[1] ?? match[2]!;
    const name = plainName(written);
    const at = match.index + match[0].indexOf(written);
    if (NO_CALL.test(name) || /^[@#$]/.test(name)) continue;
    const before = code.slice(Math.max(0, at - 200), at);
    if (match[1] && (DECLARES.test(before) || INDEXED.test(before))) continue;
    push("call", name, at);
  }
  return out
    .sort((a, b) => a.at - b.at || (a.reference.kind < b.reference.kind ? -1 : 1))
    .slice(0, LIMIT * 5)
    .map(({ reference }) => reference);
}
