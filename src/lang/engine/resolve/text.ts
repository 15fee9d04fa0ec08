/**
 * Reading what stands before a call and what is written as a type: small text forms, no grammar needed.
 * Limits: an operator or a literal in a receiver makes it unreadable, and unreadable means unknown.
 */
import { DOTTED$, ID, re } from "../words.ts";

/** One link of a receiver: `a.b(x).c` is a, b called, c. */
export interface Link {
  name: string;
  /** Arguments follow: the value it returns is meant. */
  called: boolean;
  /** `new X`; also a type whose instance is meant whatever it came from (`<X>`, `(y as X)`). */
  fresh: boolean;
  /** What stands between the brackets, as written. */
  args?: string;
  /** Type arguments, as written. */
  types?: string;
  /** `::` stands behind it: a name space or a type, no value. */
  qualifies?: true;
}

/** The link that calls what the links before gave: `f()()`. */
export const CALL = "()";
/** The link that gives one of the things held: `a[i]`, an element of a loop. */
export const EACH = "@each";
/** A member of an object that is written out: another object whose members it has too. */
export const ALSO = "@also";
/** The member of a case of an enumeration, or of a type taken apart, that is one of the things it holds. */
export const PAYLOAD = "@payload";

const identifier = /^(?:\$\d+|(?:@@?|\$|#)?[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}$]*[?!]?)/u;
const separator = /^\s*(?:\?\.|\?->|->|::|&\.|!!\.|!\.|\.|\\|:(?=[a-zA-Z\x80-\u{10FFFF}]|_))\s*/u;
const opened: Record<string, string> = { "(": ")", "[": "]", "<": ">", "{": "}" };

/** A chain of nothing but names and dots, which most receivers are. */
const plainChain = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;
/** Words and marks before a value that leave it what it is. */
const prefix = /^(?:(?:await|return|yield|&mut)(?=\s)|[&*!~])\s*/u;

/** Where the bracket that opens at `at` closes (offset after it), quotes skipped; -1 when it does not. */
export function closing(text: string, at: number): number {
  const open = text[at]!;
  const close = opened[open]!;
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const c = text[i]!;
    if (c === "'" && open === "<" && /^'[a-zA-Z\x80-\u{10FFFF}_]\w*(?![\w'])/u.test(text.slice(i, i + 40))) continue; // a lifetime
    if (c === '"' || c === "'" || c === "`") {
      const end = text.indexOf(c, i + 1);
      if (end < 0) return -1;
      i = end;
    } else if (c === open) depth++;
    else if (c === close && !(c === ">" && (text[i - 1] === "-" || text[i - 1] === "=")) && --depth === 0) return i + 1;
  }
  return -1;
}

/** `(x as T)`: the type's own links, an instance of it meant. */
function castChain(text: string): Link[] | null {
  const type = re`^[\s\S]+\sas\s+(${DOTTED$})\s*(?:<[^()]*>)?$`.exec(text)?.[1];
  return type === undefined || /^(?:any|unknown|const|never)$/.test(type) ? null : instanceLinks(type);
}

const CAST = re`^\(\s*(${DOTTED$})\s*(?:<([^()]*)>)?\s*\)\s*(?=["(a-zA-Z\x80-\u{10FFFF}_$])([\s\S]+)$`;

/** `(T) x`: the type's own links, an instance of it meant; null where it is no cast. */
function casted(text: string): Link[] | null {
  const [, path, types, value] = CAST.exec(text) ?? [];
  if (path === undefined || /^(?:as|is|in|instanceof)\b/.test(value!)) return null;
  const links = instanceLinks(path);
  if (types !== undefined) links[links.length - 1]!.types = types;
  return links;
}

function instanceLinks(path: string): Link[] {
  return path.split(".").map((name, i, all) => ({ name, called: false, fresh: i === all.length - 1 }));
}

/** What an index means: a key that is written out is a member of that name. */
function indexName(text: string): string {
  const key = /^\s*(?:(["'`])([^"'`]*)\1|(\d+))\s*$/.exec(text);
  return key ? (key[2] ?? key[3]!) : EACH;
}

/** What can stand in square brackets as type arguments: no index by a number or a string. */
const TYPES_IN_BRACKETS = re`^(?:${ID}(?![\w\x80-\u{10FFFF}])|(?:struct|interface)\{\}|\[\d*\]|[*. ,])+$|^[a-zA-Z\x80-\u{10FFFF}_*. ,[\]]+$`;

/**
 * A receiver as links, or null when it is not a plain chain of names, calls and member accesses.
 * @param indexed square brackets behind a name hold an index (with "each" whatever it is: no key is a member's name), not type arguments (unless the name is a type's)
 */
export function parseChain(text: string, indexed: boolean | "each" = false): Link[] | null {
  if (plainChain.test(text) && !prefix.test(text)) return text.split(".").map((name) => ({ name, called: false, fresh: false }));
  // Java: `Handler.<Event>noop()`
  let rest = (text.includes(".<") ? text.replace(/\.<(?:[^<>()]|<[^<>()]*>)*>(?=[a-zA-Z\x80-\u{10FFFF}_])/gu, ".") : text).trim();
  for (;;) {
    const before = rest;
    rest = rest.replace(prefix, "");
    if (rest[0] === "(" && closing(rest, 0) === rest.length) rest = rest.slice(1, -1).trim();
    if (rest === before) break;
  }
  const whole = indexed && rest.includes(" as ") ? castChain(rest) : null;
  if (whole) return whole;
  if (indexed === "each" && rest[0] === "(") {
    // `(T) x.y()` casts what the whole gives
    const cast = casted(rest);
    if (cast) return cast;
  }
  const links: Link[] = [];
  let fresh = false;
  if (/^new\s+/.test(rest)) {
    fresh = true;
    rest = rest.replace(/^new\s+/, "");
  }
  if (indexed && rest[0] === "<") {
    // `<T>.x`: whatever is a T (see flow.ts)
    const end = closing(rest, 0);
    const [, path, types] = re`^(${DOTTED$})(?:<(.*)>)?$`.exec(rest.slice(1, end - 1)) ?? [];
    if (end < 0 || path === undefined) return null;
    links.push(...instanceLinks(path));
    if (types) links[links.length - 1]!.types = types;
    rest = rest.slice(end);
    if (rest === "") return links;
    const gap = separator.exec(rest);
    if (gap) rest = rest.slice(gap[0].length);
    else if (rest[0] !== "[") return null;
  }
  // `(await x).y`, `(new X()).y`: the bracketed start is a chain of its own
  if (rest[0] === "(") {
    const end = closing(rest, 0);
    const inside = rest.slice(1, end - 1);
    const cast = indexed && end > 0 ? (castChain(inside) ?? (indexed === "each" ? casted(inside.trim()) : null)) : null;
    const inner = cast ?? (end > 0 ? parseChain(inside, indexed) : null);
    if (!inner || (!cast && /\s/.test(inside.replace(/^(?:await|new)\s+/, "").replace(/\([\s\S]*\)/, "")))) return null;
    links.push(...inner);
    rest = rest.slice(end);
    const gap = separator.exec(rest);
    if (!gap) return rest.trim() === "" ? links : null;
    rest = rest.slice(gap[0].length);
  }
  rest = rest.replace(/^\\/, "");
  if (rest.startsWith("::")) rest = rest.slice(2);
  for (;;) {
    while (indexed && links.length > 0 && rest[0] === "[") {
      const end = closing(rest, 0);
      if (end < 0) return null;
      const name = indexed === "each" ? EACH : indexName(rest.slice(1, end - 1));
      rest = rest.slice(end);
      const close = rest[0] === "(" ? closing(rest, 0) : 0;
      if (close < 0) return null;
      links.push({ name, called: close > 0, fresh: false, ...(close > 0 ? { args: rest.slice(1, close - 1) } : {}) });
      rest = rest.slice(close).replace(/^!+(?=[.\s]|$)/, "");
    }
    if (links.length > 0 && indexed) {
      const gap = separator.exec(rest);
      if (rest.trim() === "") return links;
      if (gap) rest = rest.slice(gap[0].length);
    }
    const found = identifier.exec(rest);
    if (!found) return null;
    let name = found[0];
    rest = rest.slice(name.length);
    if (name.endsWith("!") || name.endsWith("?")) {
      // `x?.y`, `x!.y` are accesses; `empty?` before anything else is part of a Ruby name
      if (/^[.!-]/.test(rest)) {
        rest = name.slice(-1) + rest;
        name = name.slice(0, -1);
      }
    }
    const generic = /^\s*(?:::)?<|^\[/.exec(rest);
    let types: string | undefined;
    const index = indexed && generic !== null && rest[0] === "[" && !/^_*\p{Lu}/u.test(name);
    if (generic && !index) {
      const at = generic[0].length - 1;
      const end = closing(rest, at);
      // type arguments are followed by a call or a path; anything else is a comparison or an index
      if (
        end < 0 ||
        !/^\s*(?:[({:]|$|\.(?!\d))/.test(rest.slice(end)) ||
        (rest[at] === "[" && !TYPES_IN_BRACKETS.test(rest.slice(at + 1, end - 1)))
      )
        return null;
      types = rest.slice(at + 1, end - 1);
      rest = rest.slice(end);
    }
    let called = false;
    let args: string | undefined;
    const call = /^\s*\(/.exec(rest);
    if (call) {
      const end = closing(rest, call[0].length - 1);
      if (end < 0) return null;
      called = true;
      args = rest.slice(call[0].length, end - 1);
      rest = rest.slice(end);
    }
    // `Pool{…}`: a composite literal
    const braces = called ? null : /^\s*\{/.exec(rest);
    const literal = braces ? closing(rest, braces[0].length - 1) : -1;
    if (literal > 0) rest = rest.slice(literal);
    // `items.filter { … }`: what stands behind a space is a function that is given
    const block = literal > 0 && braces![0].length > 1 && /^[\p{Ll}_]/u.test(name);
    const trailing = called ? /^\s+\{/.exec(rest) : null;
    const behind = trailing ? closing(rest, trailing[0].length - 1) : -1;
    if (behind > 0) rest = rest.slice(behind);
    const link: Link = { name, called: block || (called && !(fresh && links.length === 0)), fresh: literal > 0 && !block };
    if (args) link.args = args;
    if (types) link.types = types;
    links.push(link);
    if (fresh && called) {
      // `new a.B(x)`: the last link before the arguments is what is constructed
      const last = links[links.length - 1]!;
      last.fresh = true;
      last.called = false;
      fresh = false;
    }
    while (indexed && called && rest[0] === "(") {
      const end = closing(rest, 0);
      if (end < 0) return null;
      links.push({ name: CALL, called: true, fresh: false, args: rest.slice(1, end - 1) });
      rest = rest.slice(end);
    }
    rest = rest.replace(/^(?:\s*(?:!!|!))+(?=[.\s[]|$)/, "").trimEnd();
    if (rest === "" || rest === "?") break;
    if (indexed && (rest[0] === "[" || rest.startsWith("?.["))) {
      if (rest[0] === "?") rest = rest.slice(2);
      continue;
    }
    const gap = separator.exec(rest);
    if (!gap) return null;
    if (gap[0].includes("::")) link.qualifies = true;
    rest = rest.slice(gap[0].length);
  }
  if (fresh && links.length > 0) links[links.length - 1]!.fresh = true;
  return links;
}

/** Type constructors that stand for what they hold: calling a method on them reaches the held type's. */
const wrappers = new Set(
  ["Optional", "Awaitable", "Promise", "PromiseLike", "Final", "ClassVar", "Annotated", "Readonly", "NonNullable", "Required"].concat(
    ["Box", "Rc", "Arc", "Ref", "RefMut", "Cow", "Pin", "MutexGuard", "unique_ptr", "shared_ptr", "weak_ptr", "Ptr"],
    ["Task", "ValueTask", "Lazy", "Deferred", "InstanceType", "MaybeUninit", "ManuallyDrop", "Nullable"],
  ),
);
const nothing = new Set(["null", "undefined", "None", "nil", "void", "false", "NULL", "nullptr", "unknown"]);

/**
 * The one type a type text names, as path segments (`db.Pool` → ["db","Pool"]); null when it names none or several.
 * Pointers, references, modifiers, `| null` and holders such as `Promise<…>` are taken off.
 * @param whole holders are not: the holder itself is meant
 */
export function parseType(text: string, whole = false): string[] | null {
  let rest = text
    .trim()
    .replace(/^["']|["']$/g, "")
    .trim();
  for (;;) {
    const before = rest;
    rest = rest
      .replace(/^(?:->|=>|:)\s*/, "")
      .replace(
        /^(?:&'?\w*\s+mut\b|&'\w+|[*&?]|mut\b|dyn\b|impl\b|const\b|final\b|readonly\b|ref\b|in\b|out\b|struct\b|class\b|enum\b|static\b(?!$)|inline\b|unsigned\b|async\b)\s*/,
        "",
      )
      .replace(/\s*(?:[*&?!]|\bconst)$/, "")
      .trim();
    if (rest === before) break;
  }
  if (rest === "") return null;
  const parts = splitTop(rest, "|")
    .map((part) => part.trim())
    .filter((part) => !nothing.has(part));
  if (parts.length > 1) return null;
  if (parts.length === 1 && parts[0] !== rest) return parseType(parts[0]!);
  const head =
    /^\\?(?:::)?[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}$]*(?:\s*(?:\.|::|\\)\s*[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}$]*)*/u.exec(
      rest,
    );
  if (!head) return null;
  const path = head[0].split(/\s*(?:\.|::|\\)\s*/).filter((part) => part !== "");
  const tail = rest.slice(head[0].length).trim();
  if (tail === "") return path;
  if (tail[0] !== "<" && tail[0] !== "[") return tail[0] === "+" || tail[0] === "&" ? null : tail[0] === "{" ? path : null;
  const end = closing(tail, 0);
  if (end < 0) return null;
  const after = tail.slice(end).trim();
  // `T[]` and `X<Y>[]` are lists, not the thing
  if ((end === 2 && tail[0] === "[") || after.startsWith("[") || after.startsWith("::") || after.startsWith(".")) return null;
  if (whole || !wrappers.has(path[path.length - 1]!)) return path;
  const inner = splitTop(tail.slice(1, end - 1), ",").filter((part) => !/^\s*'/.test(part));
  return inner[0] === undefined ? null : parseType(inner[0]);
}

/** Is it the name of a type constructor that usually stands for what it holds? */
export const isWrapper = (name: string): boolean => wrappers.has(name);

/** Split at a character outside brackets. */
export function splitTop(text: string, at: string): string[] {
  const out: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (opened[text[i]!] !== undefined && !(text[i] === "<" && text[i + 1] === "=")) {
      const end = closing(text, i);
      if (end > 0) i = end - 1;
    } else if (text[i] === at) {
      out.push(text.slice(from, i));
      from = i + 1;
    }
  }
  out.push(text.slice(from));
  return out;
}

/** How many arguments a link has; null where its text does not tell. */
export function countOf({ called, args }: Link): number | null {
  if (!called) return null;
  if (args === undefined || args.trim() === "") return 0;
  return args.includes("…") ? null : splitTop(args, ",").length;
}
