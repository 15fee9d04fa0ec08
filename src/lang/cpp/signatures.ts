/** C++: what the heads of functions say of their parameters, so that overloads are told apart and declarations find their definitions. */
import type { Family } from "../engine/resolve/family.ts";
import { BETWEEN, parseSignature, type Signature } from "../engine/resolve/signatures.ts";
import { splitTop } from "../engine/resolve/text.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import { FORM, isType, PARAMETERS, RETURNED, type WorldSymbol } from "../engine/resolve/world.ts";

/** Marks a method that does not change its object (pass/define.ts). */
export const CONSTANT = "const";
/** Marks a function that gives something constant. */
export const GIVES_CONSTANT = "givesconst";

/** What the head of one function says: its signature, and the names of its template's parameters. */
interface Head {
  text: string;
  free: string[];
}

const FREE = `${RETURNED}<>`;

/** The signature of a function; null where nothing is kept of it. */
export function signatureOf(tree: Tree, symbol: WorldSymbol): Signature | null {
  return tree.memo("signature of", symbol.id, () => {
    const head = headOf(tree, symbol);
    return { one: head && parseSignature(head.text) };
  }).one;
}

/** Names of the parameters of a function's template. */
export function freeOf(tree: Tree, symbol: WorldSymbol): readonly string[] {
  return headOf(tree, symbol)?.free ?? [];
}

function headOf(tree: Tree, symbol: WorldSymbol): Head | null {
  const { path, qualified } = symbol;
  const heads = headsOf(tree, path, qualified);
  if (heads.length === 0) return null;
  const same = tree
    .members(path, qualified)
    .filter(({ kind, arity }) => arity !== null && (kind === "function" || kind === "method" || kind === "macro" || isType(kind)));
  return heads.length === same.length ? (heads[same.findIndex(({ id }) => id === symbol.id)] ?? null) : null;
}

/** Heads by what they are of; an outline that many files ask is read once. */
const byOwner = new WeakMap<object, Map<string, Head[]>>();

function headsOf(tree: Tree, path: string, qualified: string): readonly Head[] {
  const outline = tree.outline(path);
  if (!outline) return [];
  let map = byOwner.get(outline);
  if (!map) {
    map = new Map();
    byOwner.set(outline, map);
    for (const { of, name, type } of outline.fields) {
      const list = map.get(of);
      // what a head says of its template stands behind what it says of parameters
      if (name === FREE) {
        const last = list?.at(-1);
        if (last) last.free = type.split(",");
      } else if (name === PARAMETERS) {
        const head = { text: type, free: [] };
        if (list) list.push(head);
        else map.set(of, [head]);
      }
    }
  }
  return map.get(qualified) ?? [];
}

/** A type as written, so that two ways to write it are equal: without names of spaces, `const` of values, elaboration and white space. */
export function plainTyped(type: string): string {
  return type
    .replace(/\b(?:struct|class|enum|union|typename|register|volatile)\s+/g, "")
    .replace(/(?:(?:\b[a-zA-Z_]\w*)?\s*::\s*)+(?=[a-zA-Z_])/g, (all) => (/^\s/.test(all) ? " " : ""))
    .replace(/^const\s+([^*&]*)$/, "$1")
    .replace(/^([\w<>, ]+?)\s+const\s*([*&])/, "const $1$2")
    .replace(/\bunsigned\b(?!\s*(?:int|long|short|char))/, "unsigned int")
    .replace(/\s*([*&<>,[\]()])\s*/g, "$1")
    .replace(/\*const(?=&?$)/, "*")
    .replace(/\s+/g, " ")
    .trim();
}

/** Can two functions of one name and the same parameters be one: are both templates of as many, or is one written outside its class, with that's? */
export function sameTemplate(tree: Tree, a: WorldSymbol, b: WorldSymbol): boolean {
  const isOutside = ({ kind, parentKind }: WorldSymbol): boolean => kind === "method" && !isType(parentKind);
  return isOutside(a) || isOutside(b) || freeOf(tree, a).length === freeOf(tree, b).length;
}

/** A class template and its specialisations in its file, in order; none of what is no template. */
export function formsOf(tree: Tree, { path, qualified }: WorldSymbol): WorldSymbol[] {
  if (tree.fieldsOf(path, qualified, "<>").length === 0) return [];
  return tree.members(path, qualified).filter(({ kind, declares }) => !declares && isType(kind));
}

/** Words of types that no alias is called by, and values. */
const PLAIN = /^(?:(?:unsigned|signed|long|short|bool|char|int|float|double|void|wchar_t|char(?:8|16|32)_t) ?)+$|^(?:true|false|-?\d\w*)$/;

/** Which of its forms a class template with these arguments is, by position; -1 where they do not tell. */
export function formMeant(tree: Tree, family: Family, type: WorldSymbol, written: string): number {
  const forms = tree.fieldsOf(type.path, type.qualified, FORM).map((one) => one.type);
  const itself = forms.findIndex((form) => form[0] === "?");
  if (forms.length < 2 || itself < 0 || forms.length !== formsOf(tree, type).length) return -1;
  const given = splitTop(written, ",").map(plainTyped);
  const standard = splitTop(forms[itself]!.slice(1), ",").map(plainTyped);
  const all = standard.map((one, i) => given[i] ?? one);
  const isOther = (text: string): boolean => {
    const plain = PLAIN.test(text) || text.endsWith("*");
    const named = plain ? [] : tree.definitions(text, family);
    return plain || (named.length > 0 && named.every(({ kind }) => kind === "class" || kind === "struct"));
  };
  let meant = itself;
  for (const [at, form] of forms.entries()) {
    if (at === itself) continue;
    const [names, args] = form.split(";") as [string, string?];
    // the template itself again, under another condition
    if (args === undefined) return -1;
    const wanted = splitTop(args, ",").map(plainTyped);
    const fits = all.map((one, i) => isFor(wanted[i] ?? standard[i]!, names.split(","), one, isOther));
    if (fits.includes(false)) continue;
    if (fits.includes(null) || meant !== itself) return -1;
    meant = at;
  }
  return meant;
}

/** Is a specialisation made for an argument? Null where nobody knows. @param isOther is it a type that stands for no other? */
function isFor(wanted: string, names: readonly string[], given: string, isOther: (text: string) => boolean): boolean | null {
  if (names.includes(wanted)) return true;
  const open = names.some((name) => name !== "" && new RegExp(`\\b${name}\\b`).test(wanted));
  if (open) return names.includes(wanted.slice(0, -1)) && wanted.at(-1) === given.at(-1) ? true : isOther(given) ? false : null;
  return wanted === given ? true : isOther(given) && isOther(wanted) ? false : null;
}

/** Is it written in a class template of which its file has several by that name: a template and its specialisations? */
export function isSpecialised(tree: Tree, { path, qualified, parentKind }: WorldSymbol): boolean {
  if (!isType(parentKind)) return false;
  const [form] = tree.members(path, qualified.slice(0, qualified.lastIndexOf("."))).filter(({ kind }) => isType(kind));
  return form !== undefined && formsOf(tree, form).length > 1;
}

/** Equal for a declaration and its definition, different for overloads but for those of templates; null where nothing is kept. */
export function signatureKey(tree: Tree, symbol: WorldSymbol): string | null {
  return tree.memo("signature key", symbol.id, () => {
    const signature = signatureOf(tree, symbol);
    if (!signature) return { key: null };
    const types = signature.parameters.map(({ type, variadic }) => plainTyped(type) + (variadic ? "..." : ""));
    return { key: types.join(BETWEEN) + (signature.types.has(CONSTANT) ? " const" : "") };
  }).key;
}
