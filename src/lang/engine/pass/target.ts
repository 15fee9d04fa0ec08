/** Types that are not said where a value is made, because what stands before it says them. */
import { typeName } from "../typename.ts";

/** `Type name =`, `Type Name { get; } =`: what stands before a value whose type is not said again. */
const DECLARED =
  /([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.]*)(?:<[^<>;(){}]*>)?\??\s+[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*\s*(?:\{[^{}]*\}\s*)?=\s*$/u;
/** `name: path.Type =`. */
const ANNOTATED =
  /:\s*(?:\?|\*|const\s+)*([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*(?:\.[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*)*)\s*=\s*(?:try\s+)?$/u;
const REACH = 160;

/**
 * `Money m = new(1)`, `Money Zero => new(0)`: the type that is made.
 * @param returned what the function or property around gives
 */
export function targetOf(text: string, at: number, returned: string | null): string | null {
  const before = text.slice(Math.max(0, at - REACH), at);
  const type = DECLARED.exec(before)?.[1] ?? (/(?:=>|\breturn)\s*$/.test(before) ? returned : null);
  const name = type && typeName(type).replace(/^.*\./, "");
  return name && !/^(?:var|return|new|await|in|out|ref)$/.test(name) ? name : null;
}

/** `const m: vm.Machine = .init(1)`: a function of the type that is wanted. */
export function literalOf(text: string, [from, to]: [number, number]): { name: string; receiver: string; at: number; from: number } | null {
  const type = ANNOTATED.exec(text.slice(Math.max(0, from - REACH), from))?.[1];
  const name = /^\.([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*)$/u.exec(text.slice(from, to))?.[1];
  return type === undefined || name === undefined ? null : { name, receiver: type, at: from, from };
}
