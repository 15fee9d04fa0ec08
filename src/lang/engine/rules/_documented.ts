/** Types told by documentation: `@param`, `@return`, `@var` of PHPDoc, YARD and EmmyLua. */

export interface Documented {
  /** What a function returns, or what a field holds. */
  type: string | null;
  /** Types of parameters by their names as the code writes them. */
  parameters: Map<string, string>;
}

/** Whatever stands for nothing in a union. */
const NOTHING = /^(?:null|nil|false|void|NilClass)$/;

/** The only type of a union; null when there are several, or a list of it. */
function single(written: string, separator: RegExp): string | null {
  const parts = written
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !NOTHING.test(part));
  return parts.length === 1 && /^[?\\]*[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:\\.]*(?:\[\]|<[^<>]*>)?\??$/u.test(parts[0]!)
    ? parts[0]!.replace(/^\?|\?$/g, "")
    : null;
}

/** `@param Foo $x`, `@return Foo|null`, `@var Foo`. */
export function phpDoc(doc: string): Documented {
  const parameters = new Map<string, string>();
  for (const [, written, name] of doc.matchAll(/@(?:psalm-|phpstan-)?param\s+(\S+(?:<[^<>\n]*>)?)\s+&?(?:\.\.\.)?(\$\w+)/g)) {
    const type = single(written!, /\|/);
    if (type) parameters.set(name!, type);
  }
  const returned = /@(?:return|var)\s+([^\s<]+(?:<[^<>\n]*>)?\S*)/.exec(doc)?.[1];
  return { type: returned === undefined ? null : single(returned, /\|/), parameters };
}

/** `@param x [Foo]`, `@param [Foo] x`, `@return [Foo, nil]`. */
export function yard(doc: string): Documented {
  const parameters = new Map<string, string>();
  for (const match of doc.matchAll(/@param\s+(?:\[([^\]\n]*)\]\s+(\w+)|(\w+)\s+\[([^\]\n]*)\])/g)) {
    const type = single(match[1] ?? match[4]!, /,/);
    if (type) parameters.set(match[2] ?? match[3]!, type);
  }
  const returned = /@return\s+\[([^\]\n]*)\]/.exec(doc)?.[1];
  return { type: returned === undefined ? null : single(returned, /,/), parameters };
}

/** `@param x Foo`, `@return Foo`, `@type Foo`. */
export function emmyLua(doc: string): Documented {
  const parameters = new Map<string, string>();
  for (const [, name, written] of doc.matchAll(/@t?param\s+(\w+)\??\s+(\S+)/g)) {
    const type = single(written!, /\|/);
    if (type) parameters.set(name!, type);
  }
  const returned = /@(?:return|type)\s+([^\s,]+)/.exec(doc)?.[1];
  return { type: returned === undefined ? null : single(returned, /\|/), parameters };
}
