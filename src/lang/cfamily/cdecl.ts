/**
 * Reading C and C++ declarations: specifiers, a type, then declarators that nest around the name.
 *
 * A declaration is read from its text alone, forwards and once; whatever does not look like one gives an empty result.
 * Pure functions over short strings, shared by the rules of C and C++.
 */

import { closeBracket, findOutside, fold, skipAngles, skipSpace } from "../engine/lex.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { ID, re, sticky, words } from "../engine/words.ts";

export const syntax: Syntax = {
  names: words("in is yield await elif raise assert del"),
  separators: ["->", "::", "."],
  pointers: true,
  quotes: '"',
  // `R"mark(…)mark"`
  rawString: (text, quote) => {
    if (text[quote - 1] !== "R") return null;
    const mark = /[^\s()\\"]{0,16}(?=\()/y;
    mark.lastIndex = quote + 1;
    const found = mark.exec(text)?.[0];
    return found === undefined ? null : { close: `)${found}"`, body: quote + found.length + 2 };
  },
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  angles: true,
};

/** One declared name. Offsets are into the text read. */
export interface Declarator {
  name: string;
  /** Qualification before the name, joined by `.`, template arguments taken off: `a::Foo<T>::run` → `a.Foo`. */
  owner: string | null;
  /** Offset behind the name. */
  end: number;
  function: boolean;
  /** Offset where the body, the initialiser or the next declarator begins. */
  stop: number;
  /** The initialiser's text: `= …`, `(…)`, `{…}`; "" if none. */
  value: string;
  /** Return type behind the parameters: `-> std::string`; "" if none. */
  returns: string;
}

export interface CDeclaration {
  /** Storage and function specifiers, in order. */
  specifiers: string[];
  /** The type as written, "" for constructors and the like. Marks of pointers and references are left out. */
  type: string;
  /** The type is defined here: `struct { … } x`. */
  body: boolean;
  declarators: Declarator[];
}

const SPECIFIER =
  /(?:static|extern|inline|__inline__|__inline|__forceinline|constexpr|consteval|constinit|thread_local|_Thread_local|__thread|register|virtual|explicit|friend|mutable|typedef|const|volatile|_Noreturn|__extension__|typename)\b/y;
const ATTRIBUTE = /(?:__attribute__|__attribute|__declspec|alignas|_Alignas|explicit|__nonnull)\s*(?=\()/y;
const BUILTIN =
  /(?:unsigned|signed|long|short|int|char|float|double|void|bool|_Bool|_Complex|wchar_t|char8_t|char16_t|char32_t|auto|__int64|__int128)\b/y;
const ELABORATED = /(?:struct|class|union|enum(?:\s+(?:class|struct))?)\b/y;
const WORD = /[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}$]*/uy;
const QUALIFIER =
  /(?:const|volatile|restrict|__restrict__|__restrict|_Nonnull|_Nullable|__stdcall|__cdecl|__fastcall|WINAPI|CALLBACK|APIENTRY|NTAPI)\b/y;
const OPERATOR = sticky`operator\s*(?:\(\s*\)|\[\s*\]|""\s*${ID}|new(?:\s*\[\s*\])?|delete(?:\s*\[\s*\])?|co_await|[-+*/%^&|~!=<>,]+)`;

function at(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Offset behind attributes at `from`: `[[…]]`, `__attribute__((…))`, `alignas(…)`. */
function skipAttributes(text: string, from: number): number {
  let i = skipSpace(text, from, text.length);
  for (;;) {
    const open = text.startsWith("[[", i) ? i : at(ATTRIBUTE, text, i);
    if (open < 0) return i;
    const end = closeBracket(text, open, text.length, syntax);
    if (end < 0) return text.length;
    i = skipSpace(text, end, text.length);
  }
}

/** Offset behind qualifiers and attributes. */
function skipQualifiers(text: string, from: number): number {
  let i = skipAttributes(text, from);
  for (let end = at(QUALIFIER, text, i); end >= 0; end = at(QUALIFIER, text, i)) i = skipAttributes(text, end);
  return i;
}

interface Name {
  name: string;
  owner: string | null;
  end: number;
}

/** A possibly qualified name, operator or destructor at `from`. */
function nameAt(text: string, from: number): Name | null {
  const owner: string[] = [];
  let i = text.startsWith("::", from) ? from + 2 : from;
  for (;;) {
    i = skipSpace(text, i, text.length);
    if (text.startsWith("operator", i) && !/[\w\x80-\u{10FFFF}]/u.test(text[i + 8] ?? " ")) return operatorAt(text, i, owner);
    const tilde = text[i] === "~" ? skipSpace(text, i + 1, text.length) : i;
    const end = at(WORD, text, tilde);
    if (end < 0) return null;
    const name = (tilde > i ? "~" : "") + text.slice(tilde, end);
    let next = skipSpace(text, end, text.length);
    if (text[next] === "<") {
      const close = skipAngles(text, next, text.length);
      if (close > next && text.startsWith("::", skipSpace(text, close, text.length))) next = skipSpace(text, close, text.length);
      else if (close > next) return { name, owner: owner.length ? owner.join(".") : null, end: close };
    }
    if (!text.startsWith("::", next) || text[next + 2] === "*") return { name, owner: owner.length ? owner.join(".") : null, end };
    owner.push(name);
    i = next + 2;
    if (text.startsWith("template ", i)) i += 9;
  }
}

function operatorAt(text: string, from: number, owner: string[]): Name | null {
  const symbolic = at(OPERATOR, text, from);
  // `operator bool()`, `operator std::string() const`: the type is the name.
  const end = symbolic >= 0 ? symbolic : findOutside(text, from + 8, text.length, ["("], syntax);
  if (end >= text.length && symbolic < 0) return null;
  const rest = text
    .slice(from + 8, end)
    .replace(/\s+/g, " ")
    .trim();
  return {
    name: /^[a-zA-Z\x80-\u{10FFFF}_]/u.test(rest) ? `operator ${rest}` : `operator${rest.replace(/\s/g, "")}`,
    owner: owner.length ? owner.join(".") : null,
    end,
  };
}

/** Reads one declarator at `from`; null when none stands there. */
function declaratorAt(text: string, from: number, depth = 0): (Name & { function: boolean; after: number }) | null {
  let i = skipQualifiers(text, from);
  while (text[i] === "*" || text[i] === "&" || text[i] === "^") i = skipQualifiers(text, i + 1);
  if (text[i] === "(" && depth < 4) {
    const close = closeBracket(text, i, text.length, syntax);
    if (close < 0) return null;
    const inner = declaratorAt(text, i + 1, depth + 1);
    if (!inner || inner.end >= close) return null;
    // `const char *(name) (int)`: in brackets against a macro of that name; `(*name)(int)` is a pointer
    const behind = skipSpace(text, close, text.length);
    const plain = text[behind] === "(" && at(WORD, text, skipSpace(text, i + 1, text.length)) === inner.end;
    return plain ? { ...inner, function: true, after: behind } : { ...inner, after: close };
  }
  // `Foo::*member`
  const member = /(?:[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*\s*::\s*)+\*\s*/uy;
  i = Math.max(i, at(member, text, i));
  const name = nameAt(text, i);
  if (!name) return null;
  const next = skipAttributes(text, name.end);
  return { ...name, function: text[next] === "(", after: next };
}

/** What a parenthesised list behind a name looks like: values make it an initialiser, anything else parameters. */
function looksLikeValues(list: string): boolean {
  // `(T... rest)`: no values have a name behind the dots
  if (/^\(\s*[\w:\x80-\u{10FFFF}]+\s*\.\.\.\s*[a-zA-Z\x80-\u{10FFFF}_]/u.test(list)) return false;
  // `(int[2])`: a parameter without a name
  if (/^\(\s*(?:unsigned|signed|int|char|long|short|double|float|bool|u?int\d+_t|size_t)\s*\[/.test(list)) return false;
  return /^\(\s*(?:["'\d&!{.-]|nullptr\b|NULL\b|true\b|false\b|new\b|this\b|[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:.>-]*\s*(?:\((?!\s*[*^&])|\[|[+/%|?]\s*[a-zA-Z\x80-\u{10FFFF}\d_]|\.|->))/u.test(
    list,
  );
}

/**
 * Reads a declaration, function definition or field.
 * @param text from its first character on; may be cut
 */
export function readDeclaration(text: string): CDeclaration {
  const result: CDeclaration = { specifiers: [], type: "", body: false, declarators: [] };
  // `import lib;` of a module gives its name to nothing
  if (/^(?:export\s+)?import\s+[\w.:]+\s*;/.test(text)) return result;
  let i = skipAttributes(text, 0);
  const specifiers = (): void => {
    for (let end = at(SPECIFIER, text, i); end >= 0; end = at(SPECIFIER, text, i)) {
      result.specifiers.push(text.slice(i, end));
      i = skipAttributes(text, end);
    }
  };
  specifiers();
  // `EXPORT ::lib::Item* find(`
  const marked = at(/[A-Z][A-Z0-9_]{2,}\s+(?=::)/y, text, i);
  if (marked >= 0) i = marked;
  if (text.startsWith("::", i)) i = skipSpace(text, i + 2, text.length);
  const start = i;
  const elaborated = at(ELABORATED, text, i);
  if (elaborated >= 0) {
    i = skipAttributes(text, elaborated);
    const name = nameAt(text, i);
    if (name) i = name.end;
    const open = findOutside(text, i, Math.min(text.length, i + 300), ["{", ";", "*", "=", "&", "("], syntax);
    if (text[open] === "{" && (/^\s*(?:final\s*)?(?::[^:]|$)/.test(text.slice(i, open)) || !name)) {
      const close = closeBracket(text, open, text.length, syntax);
      result.body = true;
      if (close < 0) return result;
      i = close;
    }
    result.type = name ? text.slice(start, name.end) : text.slice(start, elaborated);
  } else {
    let end = at(BUILTIN, text, i);
    if (end >= 0) {
      while (end >= 0) {
        i = end;
        if (text.startsWith("decltype", i)) break;
        const next = skipQualifiers(text, i);
        end = at(BUILTIN, text, next);
        if (end < 0 && next > i && /^(?:const|volatile)/.test(text.slice(skipSpace(text, i, text.length)))) i = next;
      }
      if (text[skipSpace(text, i, text.length)] === "(" && text.slice(start, i) === "auto") return result;
      result.type = text.slice(start, i);
    } else if (at(/(?:decltype|typeof|__typeof__)\s*(?=\()/y, text, i) >= 0) {
      const close = closeBracket(text, text.indexOf("(", i), text.length, syntax);
      if (close < 0) return result;
      i = close;
      result.type = text.slice(start, i);
    } else {
      const name = nameAt(text, i);
      if (!name) return result;
      const next = skipAttributes(text, name.end);
      const direct =
        text[next] === "(" &&
        !/^\(\s*(?:[*^&]|(?:[A-Za-z_]\w*\s*::\s*)+\*|(?:WINAPI|CALLBACK|__stdcall|__cdecl)\b)/.test(text.slice(next, next + 60));
      const operator = name.name.startsWith("operator");
      // `Foo(…)`, `Foo::~Foo(…)`, `operator bool()`: no type.
      if (!direct && !operator && /[\w\x80-\u{10FFFF}~*&(:>^[]/u.test(text[next] ?? "")) {
        // `Small auto x`: a constrained `auto`.
        i = Math.max(name.end, at(/\s*auto\b/y, text, name.end));
        result.type = text.slice(start, i);
      }
    }
  }
  specifiers();
  for (let guard = 0; guard < 200; guard++) {
    const declarator = declaratorAt(text, i);
    if (!declarator || at(SPECIFIER, text, declarator.end - declarator.name.length) >= 0) break;
    const stops = declarator.function ? ["{", ";", ",", "=", ":"] : [",", ";", "=", "{", ":"];
    let after = declarator.after;
    let list = "";
    let isFunction = declarator.function;
    if (text[after] === "(") {
      const close = closeBracket(text, after, text.length, syntax);
      list = text.slice(after, close < 0 ? text.length : close);
      after = close < 0 ? text.length : close;
    }
    if (isFunction && result.type !== "" && looksLikeValues(list)) isFunction = false;
    let stop = findOutside(text, after, text.length, stops, syntax);
    // `-> std::string`, `noexcept(a::b)` hold colons that end nothing.
    while (text[stop] === ":" && (text[stop + 1] === ":" || text[stop - 1] === ":"))
      stop = findOutside(text, stop + 2, text.length, stops, syntax);
    if (isFunction) while (text[stop] === ",") stop = findOutside(text, stop + 1, text.length, stops, syntax);
    const valueEnd = text[stop] === "=" || text[stop] === "{" ? findOutside(text, stop, text.length, [",", ";"], syntax) : stop;
    result.declarators.push({
      name: declarator.name,
      owner: declarator.owner,
      end: declarator.end,
      function: isFunction,
      stop,
      returns: (isFunction && /->\s*([\s\S]+)$/.exec(text.slice(after, stop))?.[1]?.trim()) || "",
      value: isFunction ? "" : list && !declarator.function ? "" : list + text.slice(stop, valueEnd),
    });
    if (isFunction || text[valueEnd] !== ",") break;
    i = valueEnd + 1;
  }
  result.type = fold(result.type);
  return result;
}

/** One parameter as written. */
export function parameter(written: string): { name: string; type: string | null } | null {
  const text = written.replace(/\/\*[\s\S]*?\*\/\s*|\/\/.*/g, "").trim();
  if (text === "void" || text === "") return null;
  if (text === "...") return { name: "", type: null };
  const plain = text.replace(/\s*=[\s\S]*$/, "");
  // A macro's parameter, or one of K&R C.
  if (/^[a-z][a-z0-9]*$/.test(plain) && !/^(?:int|char|long|short|double|float|bool|unsigned|signed)$/.test(plain))
    return { name: plain, type: null };
  const pointer = re`\(\s*[*^&]+\s*(?:const\s+)?(${ID})?\s*\)\s*\(`.exec(plain);
  if (pointer) return { name: pointer[1] ?? "", type: null };
  // `const char (&text)[N]`
  const array = re`^([\s\S]*?)\s*\(\s*(&&?)\s*(${ID})?\s*\)\s*(\[[^\]]*\])$`.exec(plain);
  if (array) return { name: array[3] ?? "", type: `${array[1]} (${array[2]})${array[4]}` };
  const match = re`^([\s\S]*?[\s*&>]|)(${ID})\s*(?:\[[^\]]*\]\s*)*$`.exec(plain);
  if (
    !match?.[2] ||
    !match[1]?.trim() ||
    /^(?:int|char|long|short|double|float|bool|unsigned|signed|const|auto)$/.test(match[2]) ||
    /^(?:const|struct|class|enum|union|typename)\s*$/.test(match[1])
  )
    return { name: "", type: plain.trim() };
  return { name: match[2], type: match[1].trim() };
}
