/**
 * Reading the text of a Ruby method: which plain words are calls, what it returns. The grammar calls every plain word an identifier.
 *
 * Limits: `%q(…)` and regular expressions behind a word are read as code; what they hold only counts where the file defines it as a method.
 */
import { ID, re, words } from "../engine/words.ts";

const KEYWORDS: ReadonlySet<string> = words(`alias and begin break case class def defined? do else elsif end ensure false for if in module
  next nil not or private protected public redo rescue retry return self super then true undef unless until when while yield module_function
  binding __FILE__ __LINE__ __method__ __dir__ loop puts print p pp raise fail lambda proc block_given? require require_relative`);

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/** What may begin something that is not code. */
const BEGINS = /["'#%/<`]/g;
/** The same where a heredoc or the end of an interpolation is awaited. */
const BEGINS_OR_ENDS = /["'#%/<`{}\n]/g;

/** The same text with comments, strings (not what is interpolated), symbols, regular expressions and heredocs blanked. */
export function codeOf(text: string): string {
  const pieces: string[] = [];
  let i = 0;
  /** Ends of the heredocs that begin behind this line. */
  const waiting: string[] = [];
  /** Quotes to go back to when an interpolation's brace closes, with the braces open inside it. */
  const holes: { quote: string; depth: number }[] = [];
  const blankTo = (to: number): void => {
    const piece = text.slice(i, to);
    pieces.push(piece.includes("\n") ? blank(piece) : " ".repeat(piece.length));
    i = to;
  };
  /** The last of what was written. */
  const tail = (length: number): string => {
    let end = "";
    for (let at = pieces.length - 1; at >= 0 && end.length < length; at--) end = pieces[at]! + end;
    return end.slice(-length);
  };
  const string = (quote: string): void => {
    let end = i;
    for (; end < text.length && text[end] !== quote; end++) {
      if (text[end] === "\\") end++;
      else if (quote !== "'" && text[end] === "#" && text[end + 1] === "{") {
        blankTo(end);
        holes.push({ quote, depth: 0 });
        pieces.push(" ;");
        i += 2;
        return;
      }
    }
    blankTo(Math.min(end + 1, text.length));
  };
  while (i < text.length) {
    const special = waiting.length > 0 || holes.length > 0 ? BEGINS_OR_ENDS : BEGINS;
    special.lastIndex = i;
    const next = special.exec(text)?.index ?? text.length;
    if (next > i) pieces.push(text.slice(i, next));
    i = next;
    if (i === text.length) break;
    const char = text[i]!;
    const hole = holes[holes.length - 1];
    if (char === "\n" && waiting.length > 0) {
      pieces.push(char);
      i++;
      for (const end of waiting.splice(0)) {
        const close = new RegExp(`^[ \\t]*${end}\\b.*$`, "m").exec(text.slice(i));
        blankTo(close ? i + close.index + close[0].length : text.length);
      }
    } else if (char === "#") {
      const end = text.indexOf("\n", i);
      blankTo(end < 0 ? text.length : end);
    } else if (char === '"' || char === "'" || char === "`") {
      pieces.push(" ");
      i++;
      string(char);
    } else if (hole && char === "}" && hole.depth === 0) {
      holes.pop();
      pieces.push(";");
      i++;
      string(hole.quote);
    } else if (char === "<" && /^<<[~-]?["']?[A-Z_]\w*/.test(text.slice(i, i + 40))) {
      const found = /^<<[~-]?["']?([A-Z_]\w*)["']?/.exec(text.slice(i, i + 80))!;
      waiting.push(found[1]!);
      blankTo(i + found[0].length);
    } else if (char === "%" && /^%[wWiI]?[[({<|]/.test(text.slice(i, i + 3)) && !/[\w)\]}]\s?$/.test(tail(2))) {
      const open = text[i + 1]!.match(/[wWiI]/) ? text[i + 2]! : text[i + 1]!;
      const close = { "[": "]", "(": ")", "{": "}", "<": ">" }[open] ?? open;
      const end = text.indexOf(close, i + 3);
      blankTo(end < 0 ? text.length : end + 1);
    } else if (char === "/" && /(?:[(,=~!&|{[;\n]|\b(?:if|unless|when|and|or|not|return|in))\s*$/.test(tail(12))) {
      let end = i + 1;
      while (end < text.length && text[end] !== "/" && text[end] !== "\n") end += text[end] === "\\" ? 2 : 1;
      blankTo(text[end] === "/" ? end + 1 : i + 1);
    } else {
      if (hole) hole.depth += char === "{" ? 1 : char === "}" ? -1 : 0;
      pieces.push(char);
      i++;
    }
  }
  return pieces.join("");
}

/** Offset behind the name and the parameters of a definition. */
function headEnd(text: string): number {
  const name = re`^def\s+(?:${ID}\s*(?:\.|::)\s*)?(?:${ID}(?:[?!]|=(?=\())?|[^\s(;]+)`.exec(text)?.[0].length ?? 0;
  if (text[name] === "(") {
    let depth = 0;
    for (let i = name; i < text.length; i++) {
      if (text[i] === "(") depth++;
      else if (text[i] === ")" && --depth === 0) return i + 1;
    }
    return text.length;
  }
  const end = /^[ \t]*=[ \t]/.test(text.slice(name)) ? 0 : text.slice(name).search(/[\n;]/);
  return end < 0 ? text.length : name + end;
}

const isWord = (char: string | undefined): boolean => char !== undefined && /[\w\x80-\u{10FFFF}]/u.test(char);

/**
 * Adds the names that stand before `=`, `+=`, `||=` … Looked for from the sign back: a pattern for the names would be tried at every word.
 * @returns is one of them behind a comma (at most 20 characters before: what was a string or a comment in between is no list)?
 */
function assignedIn(body: string, names: Set<string>): boolean {
  let listed = false;
  for (let sign = body.indexOf("="); sign >= 0; sign = body.indexOf("=", sign + 1)) {
    const after = body[sign + 1];
    if (after === "=" || after === "~" || after === ">") continue;
    let end = sign;
    while (sign - end < 2 && end > 0 && "-+*/|&".includes(body[end - 1]!)) end--;
    while (end > 0 && /\s/.test(body[end - 1]!)) end--;
    let start = end;
    while (isWord(body[start - 1])) start--;
    if (start < end && /[\p{Ll}_]/u.test(body[start]!) && !".@:$".includes(body[start - 1] ?? " ")) names.add(body.slice(start, end));
    if (start < end) listed ||= /,\s*\*?$/.test(body.slice(Math.max(0, start - 20), start));
  }
  return listed;
}

/** Names that a method binds: parameters, assignments, block parameters, `rescue => e`, `for x in`. */
function localsOf(head: string, body: string): Set<string> {
  const names = new Set<string>();
  const add = (list: string): void => {
    for (const [name] of list.matchAll(/[\p{Ll}_][\w\x80-\u{10FFFF}]*/gu)) names.add(name);
  };
  for (const match of head.slice(4).matchAll(/(?<=[(,*&\s])([\p{Ll}_][\w\x80-\u{10FFFF}]*)(?=\s*(?:[,):=\n;]|$))/gu)) names.add(match[1]!);
  // Most methods have few of these: looking for the character first spares the pattern.
  if (body.includes("|")) for (const match of body.matchAll(/(?:\{|\bdo)\s*\|([^|\n]*)\|/g)) add(match[1]!);
  if (assignedIn(body, names))
    for (const match of body.matchAll(
      /(?:^|[;(])[ \t]*((?:\*?[\p{Ll}_][\w\x80-\u{10FFFF}]*\s*,\s*)+\*?[\p{Ll}_][\w\x80-\u{10FFFF}]*)\s*=(?![=~])/gmu,
    ))
      add(match[1]!);
  for (const match of body.matchAll(/=>\s*([\p{Ll}_][\w\x80-\u{10FFFF}]*)|\bfor\s+([\p{Ll}_][^\n]*?)\s+in\b|\bin\s+([{[][^\n]*)/gu))
    add(match[1] ?? match[2] ?? match[3]!);
  return names;
}

export interface BareCall {
  name: string;
  receiver: string | null;
  arity: number | null;
  at: number;
  kind?: "use";
  /** Counts only if the file defines it. */
  weak?: boolean;
}

const WORDS =
  /(?<![\w\x80-\u{10FFFF}.@:$?]|[\w\x80-\u{10FFFF}]!|&\.)([\p{Ll}_][\w\x80-\u{10FFFF}]*[?!]?)(?![\w\x80-\u{10FFFF}(]|[?!](?!=)|:(?!:)|[ \t]*(?:[-+*/|&]{1,2})?=(?![=~>])|[ \t]*\()/gu;

/** A plain word that a parameter is unless something else is given. */
const DEFAULT = /[\w\x80-\u{10FFFF}](?:\s*=|:)\s*([\p{Ll}_][\w\x80-\u{10FFFF}]*[?!]?)(?=\s*[,)])/gu;

/** The text behind a word, as far as is looked. */
const behindOf = (body: string, match: RegExpExecArray): string => {
  const end = match.index + match[1]!.length;
  return body.slice(end, end + 80);
};

/** What is behind a word without the condition or the block that it ends before. */
const unconditioned = (behind: string): string => behind.replace(/^[ \t]+(?:if|unless|and|or|rescue|do|then)\b/, "");

/** Words of a method that call: plain names, `self.x = …`, `super` alone, `method(:x)`. Offsets are into the text. */
export function bareCalls(text: string): BareCall[] {
  const code = codeOf(text);
  const start = headEnd(code);
  const body = code.slice(start);
  const found: BareCall[] = [];
  let locals: Set<string> | null = null;
  // `def load(path = default_path)`
  for (const match of code.slice(0, start).matchAll(DEFAULT))
    if (!KEYWORDS.has(match[1]!))
      found.push({ name: match[1]!, receiver: null, arity: 0, at: match.index + match[0].length - 1, weak: true });
  for (const match of body.matchAll(WORDS)) {
    const name = match[1]!;
    const at = start + match.index;
    if (KEYWORDS.has(name)) {
      if (name === "super" && !/^[ \t]+(?:[a-zA-Z\x80-\u{10FFFF}_@:"'[{]|[*&](?![&*=\s])|\d)/u.test(unconditioned(behindOf(body, match))))
        found.push({ name, receiver: null, arity: null, at });
      continue;
    }
    const behind = behindOf(body, match);
    // With arguments behind it the grammar has told.
    if (
      /^[ \t]/.test(behind) &&
      /^[ \t]+(?:[a-zA-Z\x80-\u{10FFFF}_@"'[:]|\d)/u.test(behind) &&
      !/^[ \t]+(?:if|unless|and|or|while|until|do|then|in|rescue|end|when|else)\b/.test(behind)
    )
      continue;
    if (/^\s*(?:do\b|\{)/.test(behind)) continue;
    // A receiver of more: a match of its own where it ends.
    locals ??= localsOf(code.slice(0, start), body);
    if (locals.has(name)) continue;
    const sure =
      name === "new" ||
      /[?!]$/.test(name) ||
      (/^[ \t]*(?:\n|$|;|(?:if|unless)\b)/.test(behind) &&
        /(?:^|\n|;)[ \t]*(?:return[ \t]+|yield[ \t]+)?$/.test(body.slice(Math.max(0, match.index - 60), match.index)));
    found.push({ name, receiver: null, arity: 0, at, ...(sure ? {} : { weak: true }) });
  }
  // the block of a method has no name but `yield`
  if (body.includes("yield"))
    for (const match of body.matchAll(/(?<![\w\x80-\u{10FFFF}.@:$])yield\b/gu))
      found.push({ name: "yield", receiver: null, arity: null, at: start + match.index });
  if (body.includes("self."))
    for (const match of body.matchAll(/\bself\.([\p{Ll}_][\w\x80-\u{10FFFF}]*)[ \t]*(?:\|\||&&|[-+*/])?=(?![=~>])/gu))
      found.push({ name: `${match[1]}=`, receiver: "self", arity: 1, at: start + match.index });
  if (text.includes("method(:"))
    for (const match of text.matchAll(/(?<![\w\x80-\u{10FFFF}.])method\(:([\p{Ll}_][\w\x80-\u{10FFFF}]*[?!]?)\)/gu))
      found.push({ name: match[1]!, receiver: "self", arity: null, at: match.index, kind: "use" });
  return found;
}

const TOP_WORD = /^(?:([\p{Ll}_][\w\x80-\u{10FFFF}]*)[ \t]*=[ \t]*)?([\p{Ll}_][\w\x80-\u{10FFFF}]*[?!]?)[ \t]*(?=$|if\b|unless\b)/gmu;
const TOP_METHOD = /^[^\s#][^\n#]*?(?<![\w\x80-\u{10FFFF}.])method\(:([\p{Ll}_][\w\x80-\u{10FFFF}]*[?!]?)\)/gmu;

/** Words that a line at the top of a file is nothing but, or assigns: calls of what is defined there or elsewhere; `method(:x)`. */
export function topCalls(text: string): BareCall[] {
  const found: BareCall[] = [];
  // most files have none: strings and comments are only told apart where a line looks like one
  if ([...text.matchAll(TOP_WORD)].some((match) => !KEYWORDS.has(match[2]!))) {
    const code = codeOf(text);
    const assigned = new Set<string>();
    assignedIn(code, assigned);
    // a name that is assigned somewhere may be a local by then
    for (const { index, 1: target, 2: name } of code.matchAll(TOP_WORD))
      if (!KEYWORDS.has(name!) && (target === undefined || !assigned.has(name!)))
        found.push({ name: name!, receiver: null, arity: 0, at: index, ...(target === undefined ? {} : { weak: true }) });
  }
  if (text.includes("method(:"))
    for (const match of text.matchAll(TOP_METHOD))
      found.push({ name: match[1]!, receiver: null, arity: null, at: match.index, kind: "use", weak: true });
  return found;
}

/** `Order.build(items) do … end` without its block, where that is all that the last lines are. */
function blockHead(body: string): string {
  const margin = /(?:^|\n)([ \t]*)end$/.exec(body)?.[1];
  if (margin === undefined) return "end";
  const lines = body.split("\n").slice(0, -1);
  const head = lines.findLast((line) => line.startsWith(margin) && /\S/.test(line[margin.length] ?? ""));
  return /^(.*\S)\s+do(?:\s*\|[^|]*\|)?$/.exec(head ?? "")?.[1]?.trim() ?? "end";
}

/** What a method returns, where its last expression tells: `self`, `new(…)`, `Order.new(…)`, or a local made so. */
export function returned(text: string): string | null {
  const whole = text.trimEnd();
  const head = headEnd(text);
  // `def make = new`
  const endless = /^[ \t]*=[ \t]*(?=\S)/.exec(text.slice(head))?.[0];
  if (endless === undefined && !/\bend$/.test(whole.slice(-4))) return null;
  const body = endless === undefined ? whole.slice(head, -"end".length).trimEnd() : whole.slice(head + endless.length);
  const line = body.slice(Math.max(body.lastIndexOf("\n"), body.lastIndexOf(";")) + 1).trim();
  const last = line === "end" ? blockHead(body) : line;
  const made = (value: string): string | null => {
    if (/^(?:self\.class\.|self\.)?new\b(?!\s*[-+*/.])/.test(value) && !/\)\s*\./.test(value)) return "self";
    const fresh = /^([\p{Lu}][\w\x80-\u{10FFFF}]*(?:::[\p{Lu}][\w\x80-\u{10FFFF}]*)*)\.new\b(?![^\n]*\)\s*\.)/u.exec(value)?.[1];
    if (fresh) return fresh;
    // `Order.build(items)`: whatever that returns
    const chain =
      /^[\p{Lu}][\w\x80-\u{10FFFF}]*(?:::[\p{Lu}][\w\x80-\u{10FFFF}]*)*(?:\.[\p{Ll}_][\w\x80-\u{10FFFF}]*[?!]?(?:\([^()]*\))?){1,4}$/u.exec(
        value,
      )?.[0];
    return chain ? (chain.endsWith(")") ? chain : `${chain}()`) : null;
  };
  const value = last.replace(/^return\s+/, "").replace(/^@{1,2}\w+\s*\|\|=\s*/, "");
  if (value === "self") return "self";
  if (/\s(?:if|unless)\s/.test(value)) return null;
  const direct = made(value);
  if (direct) return direct;
  if (!/^[\p{Ll}_][\w\x80-\u{10FFFF}]*$/u.test(value)) return null;
  const assigned = [...body.matchAll(new RegExp(`(?:^|\\n)[ \\t]*${value}\\s*=\\s*([^\\n]*)`, "gu"))];
  const types = new Set(assigned.map((match) => made(match[1]!)));
  return types.size === 1 ? ([...types][0] ?? null) : null;
}
