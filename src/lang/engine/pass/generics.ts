/**
 * What a head says of type parameters, of the arguments that supertypes get, and of parameters that are functions: short texts, read without a grammar.
 *
 * It is kept as bindings of the definition: `<>` names a type's parameters and `()<>` a function's, `<>Repo` what a supertype gets, `()@1` the types that
 * the function given as second argument gets.
 */

import { closing, splitTop } from "../resolve/text.ts";
import { DOTTED, ID, re } from "../words.ts";

/** Bindings of this kind are kept up to this length: what is longer names no single type. */
const LIMIT = 120;

/** Names of the type parameters written in brackets that open at `at`: `<K, out V : Any>`, `[T any]`; "" if there are none. */
export function typeParameters(text: string, at: number): string {
  const open = text[at];
  if (open !== "<" && open !== "[") return "";
  const end = closing(text, at);
  if (end < 0 || end - at > LIMIT * 2) return "";
  const names: string[] = [];
  for (const part of splitTop(text.slice(at + 1, end - 1), ",")) {
    if (/^\s*'/.test(part)) continue;
    const name = re`^\s*(?:@\w+\s+)*(?:(?:out|in|reified|const|inout)\s+|[+-])?(${ID})`.exec(part)?.[1];
    if (name === undefined) return "";
    names.push(name);
  }
  return names.join(",");
}

/** `template <typename T, class U = int, int N>`: T, U, N. */
function templateParameters(head: string): string {
  const open = /^template\s*(?=<)/.exec(head)?.[0].length;
  const end = open === undefined ? -1 : closing(head, open);
  if (open === undefined || end < 0) return "";
  const names = splitTop(head.slice(open + 1, end - 1), ",").map((part) => re`(${ID})\s*(?:=[\s\S]*)?$`.exec(part)?.[1] ?? "_");
  return names.join(",");
}

/**
 * Which form of a class template of C++ a head is: of a specialisation the names of its parameters and what it is made for (`T;T*,true`), of the template
 * itself the defaults of its parameters (`?,false`).
 */
export function templateForm(head: string, nameEnd: number): string {
  const open = /^template\s*(?=<)/.exec(head)?.[0].length;
  const end = open === undefined ? -1 : closing(head, open);
  if (open === undefined || end < 0) return "";
  const behind = /^\s*(?=<)/.exec(head.slice(nameEnd));
  const at = nameEnd + (behind?.[0].length ?? 0);
  const close = behind ? closing(head, at) : -1;
  const defaults = splitTop(head.slice(open + 1, end - 1), ",").map(
    (part) => /(?<![=!<>])=(?!=)\s*([\s\S]+)$/.exec(part)?.[1]?.trim() ?? "",
  );
  const form = close < 0 ? `?${defaults.join(",")}` : `${templateParameters(head)};${head.slice(at + 1, close - 1)}`;
  return form.length > LIMIT ? "" : form.replace(/\s+/g, " ");
}

/** Type parameters behind the name of what is defined, or where Kotlin (`fun <T> f`) and Python (`Generic[T]`) write them. */
export function parametersOf(head: string, nameEnd: number): string {
  if (head.startsWith("template")) return templateParameters(head);
  let at = nameEnd;
  while (head[at] === " ") at++;
  const behind = typeParameters(head, at);
  if (behind !== "") return behind;
  const other = /\bfun\s+(?=<)|\b(?:Generic|Protocol)(?=\[)/.exec(head);
  return other ? typeParameters(head, other.index + other[0].length) : "";
}

/** What the head gives a supertype of that plain name as type arguments; "" if nothing. */
export function superArguments(head: string, type: string): string {
  const name = re`(${ID})$`.exec(type.replace(/[<[(][\s\S]*$/, "").trim())?.[1];
  if (name === undefined) return "";
  for (let at = head.indexOf(name); at >= 0; at = head.indexOf(name, at + name.length)) {
    const open = at + name.length;
    if ((head[open] !== "<" && head[open] !== "[") || /[\w\x80-\u{10FFFF}]/u.test(head[at - 1] ?? "")) continue;
    const end = closing(head, open);
    // the type itself has parameters of its own
    if (
      end < 0 ||
      end - open > LIMIT ||
      !/[:,(&+]\s*$|\b(?:extends|implements|with|inherits|public|protected|private|virtual|typename)\s+$|[.]$/.test(head.slice(0, at))
    )
      continue;
    return list(splitTop(head.slice(open + 1, end - 1), ","));
  }
  return "";
}

/** Functions of the standard libraries by the name of their type: how many of its arguments are parameters, counted from the end where below 0. */
const NAMED: Readonly<Record<string, number>> = {
  Consumer: 1,
  BiConsumer: 2,
  Predicate: 1,
  BiPredicate: 2,
  Function: -1,
  BiFunction: -1,
  ToIntFunction: 1,
  ToLongFunction: 1,
  ToDoubleFunction: 1,
  UnaryOperator: 1,
  BinaryOperator: 1,
  Comparator: 1,
  Comparison: 1,
  Action: 9,
  Func: -1,
  EventHandler: 1,
  ValueSetter: 1,
  ValueChanged: 1,
};
/** Both parameters are the one argument. */
const TWICE = /^(?:BinaryOperator|Comparator|Comparison)$/;

/**
 * Types of the parameters of a function type, separated by `,`: `(Order, Int) -> Unit` gives `Order,Int`; a receiver comes first, behind `.`
 * (`Cart.() -> Unit` gives `.Cart`). Null: no function type, or one without parameters.
 * @param head of the definition, for the bound of a type parameter (`F: Fn(&Order)`)
 */
export function functionTypes(type: string, head: string): string | null {
  let text = type
    .trim()
    .replace(/^(?:@[a-zA-Z\x80-\u{10FFFF}]\w*(?:\([^)]*\))?\s+|suspend\s+|inout\s+|noinline\s+|crossinline\s+|readonly\s+)+/u, "");
  while (text[0] === "(" && closing(text, 0) === text.replace(/\?+$/, "").length) {
    const inside = text.replace(/\?+$/, "").slice(1, -1);
    if (!/(?:->|=>)/.test(inside)) break;
    text = inside.trim();
  }
  const rust = /\bFn(?:Mut|Once)?\s*(?=\()/.exec(text);
  if (rust) return bracketed(text, rust.index + rust[0].length);
  if (/^\p{Lu}[a-zA-Z\x80-\u{10FFFF}0-9]*$/u.test(text) && /\bFn(?:Mut|Once)?\s*\(/.test(head)) {
    const bound = new RegExp(`(?<![\\w\\x80-\\u{10FFFF}])${text}\\s*:[^,>{]*?\\bFn(?:Mut|Once)?\\s*(?=\\()`, "u").exec(head);
    return bound ? bracketed(head, bound.index + bound[0].length) : null;
  }
  const dart = /\bFunction\s*(?=\()/.exec(text);
  if (dart) return bracketed(text, dart.index + dart[0].length, true);
  const python = /^(?:[a-zA-Z\x80-\u{10FFFF}_.]+\.)?(?:Callable|Awaitable)\[\s*(?=\[)/u.exec(text);
  if (python) {
    const end = closing(text, python[0].length);
    return end < 0 ? null : list(splitTop(text.slice(python[0].length + 1, end - 1), ",")) || null;
  }
  const named = /^(?:[a-zA-Z\x80-\u{10FFFF}_]\w*\.)*(\p{Lu}[a-zA-Z\x80-\u{10FFFF}0-9]*)\s*</u.exec(text);
  const count = named && NAMED[named[1]!];
  if (named && count !== undefined && count !== null) {
    const end = closing(text, named[0].length - 1);
    if (end < 0 || text.slice(end).replace(/[?\s]/g, "") !== "") return null;
    const all = splitTop(text.slice(named[0].length, end - 1), ",");
    const taken = named[1] === "EventHandler" ? ["object", ...all] : all.slice(0, count);
    return list(TWICE.test(named[1]!) ? [taken[0] ?? "", taken[0] ?? ""] : taken) || null;
  }
  const receiver = re`^(${DOTTED}(?:<[^()]*>)?)\.\s*(?=\()`.exec(text);
  const open = receiver ? receiver[0].length : 0;
  const end = text[open] === "(" ? closing(text, open) : -1;
  if (end > 0 && /^\s*(?:async\s+|throws\s+)*(?:->|=>)/.test(text.slice(end))) {
    const rest = bracketed(text, open) ?? "";
    return receiver ? [`.${receiver[1]}`, ...(rest ? [rest] : [])].join(",") : rest || null;
  }
  // Scala: `Order => Unit`
  const single = /^([^=()]+?)\s*=>\s*[^>]/u.exec(text);
  return single ? list([single[1]!]) || null : null;
}

/** The parameters in a bracket, without their names; `typed`: the type stands before the name. */
function bracketed(text: string, at: number, typed = false): string | null {
  const end = closing(text, at);
  if (end < 0) return null;
  // TypeScript's `this: T` is no parameter
  const written = splitTop(text.slice(at + 1, end - 1), ",").filter((part) => !/^\s*this\s*:/.test(part));
  const parts = written.map((part) => {
    const plain = part.trim().replace(/^[{[]|[}\]]$/g, "");
    if (typed) return plain.replace(/^required\s+/, "").replace(/(?<=[\w\x80-\u{10FFFF}>?\]])\s+[a-zA-Z\x80-\u{10FFFF}_]\w*$/u, "");
    return plain.replace(/^(?:_\s+)?[a-zA-Z\x80-\u{10FFFF}_]\w*\??\s*:\s*(?!:)/u, "");
  });
  return list(parts) || null;
}

function list(parts: readonly string[]): string {
  const text = parts
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => !part.startsWith("'"))
    .join(",");
  return text.length > LIMIT || !/\p{Lu}/u.test(text) ? "" : text;
}
