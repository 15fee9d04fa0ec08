/** C++: what the heads of functions say of their parameters, so that overloads are told apart and declarations find their definitions. */
import { BETWEEN, parseSignature, type Signature } from "../engine/resolve/_overloads.ts";
import type { Tree } from "../engine/resolve/_tree.ts";
import { isType, PARAMETERS, type WorldSymbol } from "../engine/resolve/_world.ts";

/** Marks a method that does not change its object (pass/define.ts). */
export const CONSTANT = "const";
/** Marks a function that gives something constant. */
export const GIVES_CONSTANT = "givesconst";

/** The signature of a function; null where nothing is kept of it. */
export function signatureOf(tree: Tree, symbol: WorldSymbol): Signature | null {
  return tree.memo("signature of", symbol.id, () => {
    const { path, qualified } = symbol;
    const texts = fieldsNamed(tree, path, qualified);
    if (texts.length === 0) return { one: null };
    const same = tree
      .members(path, qualified)
      .filter(({ kind, arity }) => arity !== null && (kind === "function" || kind === "method" || kind === "macro" || isType(kind)));
    const text = texts.length === same.length ? texts[same.findIndex(({ id }) => id === symbol.id)] : undefined;
    return { one: text === undefined ? null : parseSignature(text) };
  }).one;
}

/** Texts of signatures by what they are of; an outline that many files ask is read once. */
const byOwner = new WeakMap<object, Map<string, string[]>>();

function fieldsNamed(tree: Tree, path: string, qualified: string): readonly string[] {
  const outline = tree.outline(path);
  if (!outline) return [];
  let map = byOwner.get(outline);
  if (!map) {
    map = new Map();
    for (const { of, name, type } of outline.fields) {
      if (name !== PARAMETERS) continue;
      const list = map.get(of);
      if (list) list.push(type);
      else map.set(of, [type]);
    }
    byOwner.set(outline, map);
  }
  return map.get(qualified) ?? [];
}

/** A type as written, so that two ways to write it are equal: without names of spaces, `const` of values, elaboration and white space. */
export function plainTyped(type: string): string {
  return type
    .replace(/\b(?:struct|class|enum|union|typename|register|volatile)\s+/g, "")
    .replace(/(?:\b[a-zA-Z_]\w*\s*::\s*)+(?=[a-zA-Z_])/g, "")
    .replace(/^const\s+([^*&]*)$/, "$1")
    .replace(/^([\w<>, ]+?)\s+const\s*([*&])/, "const $1$2")
    .replace(/\bunsigned\b(?!\s*(?:int|long|short|char))/, "unsigned int")
    .replace(/\s*([*&<>,[\]()])\s*/g, "$1")
    .replace(/\*const$/, "*")
    .replace(/\s+/g, " ")
    .trim();
}

/** Equal for a declaration and its definition, different for overloads; null where nothing is kept. */
export function signatureKey(tree: Tree, symbol: WorldSymbol): string | null {
  return tree.memo("signature key", symbol.id, () => {
    const signature = signatureOf(tree, symbol);
    if (!signature) return { key: null };
    const types = signature.parameters.map(({ type, variadic }) => plainTyped(type) + (variadic ? "..." : ""));
    return { key: types.join(BETWEEN) + (signature.types.has(CONSTANT) ? " const" : "") };
  }).key;
}
