/** How an argument goes into a parameter: not at all, nobody knows, or in the first phase (subtypes), the second (boxing). */
import type { Library } from "./library.ts";

export type Fit = "no" | "unknown" | 1 | 2;

/** What is known of the type of an argument, or of a parameter. `gives`: does the function give something (null: it may)? `tree`: it is a type of the tree, told by its number. */
export type Type =
  | { is: "unknown" }
  | { is: "null" }
  /** A function written out or named; of a parameter, one of a function type. */
  | { is: "function"; parameters: number | null; gives?: boolean | null }
  | { is: "array"; of: Type }
  | { is: "named"; name: string; tree: TreeType | null };

/** A type of the tree: its own number, those of what is above it, and the names of what is above it outside the tree. */
export interface TreeType {
  id: string;
  above: ReadonlySet<string>;
  outside: readonly string[];
  /** What its only method wants, if it is an interface with one; "none": no function goes into it; null: nothing tells. */
  functional: { parameters: number; gives: boolean | null } | "none" | null;
}

export const UNKNOWN_TYPE: Type = { is: "unknown" };
export const named = (name: string): Type => ({ is: "named", name, tree: null });

/** Does a value of one type go into a variable of another? */
export function goes(argument: Type, parameter: Type, library: Library): Fit {
  if (parameter.is === "named" && parameter.tree === null && parameter.name === "Object") {
    if (argument.is === "unknown") return 1;
    return argument.is === "named" && library.isPrimitive(argument.name) ? 2 : argument.is === "function" ? "no" : 1;
  }
  if (argument.is === "unknown" || parameter.is === "unknown" || parameter.is === "null") return "unknown";
  if (parameter.is === "function") {
    if (argument.is === "null") return 1;
    if (argument.is !== "function")
      return argument.is === "array" || (argument.is === "named" && argument.tree === null && library.isPlainClass(argument.name))
        ? "no"
        : "unknown";
    return argument.parameters === null || parameter.parameters === null || argument.parameters === parameter.parameters ? 1 : "no";
  }
  if (argument.is === "null") return parameter.is === "named" && library.isPrimitive(parameter.name) ? "no" : 1;
  if (argument.is === "function") {
    if (parameter.is === "array" || library.isPrimitive(parameter.name)) return "no";
    const wanted = parameter.tree ? parameter.tree.functional : library.wantedBy(parameter.name);
    if (wanted === "none") return "no";
    if (wanted === null) return parameter.tree === null && library.isPlainClass(parameter.name) ? "no" : "unknown";
    if (argument.parameters !== null && wanted.parameters !== argument.parameters) return "no";
    return typeof argument.gives === "boolean" && wanted.gives !== null && argument.gives !== wanted.gives ? "no" : 1;
  }
  if (argument.is === "array") {
    if (parameter.is === "array") {
      const [a, b] = [argument.of, parameter.of];
      if (a.is === "named" && b.is === "named" && (library.isPrimitive(a.name) || library.isPrimitive(b.name)))
        return a.name === b.name ? 1 : "no";
      return goes(a, b, library);
    }
    return parameter.tree === null && /^(?:Object|Cloneable|Serializable)$/.test(parameter.name) ? 1 : "no";
  }
  if (parameter.is === "array") return "no";
  return namedGoes(argument, parameter, library);
}

function namedGoes(argument: Type & { is: "named" }, parameter: Type & { is: "named" }, library: Library): Fit {
  const [a, p] = [argument.name, parameter.name];
  if (argument.tree && parameter.tree) {
    if (argument.tree.id === parameter.tree.id || argument.tree.above.has(parameter.tree.id)) return 1;
    return "no";
  }
  if (argument.tree) {
    if (library.isPrimitive(p)) return "no";
    const { outside } = argument.tree;
    if (outside.includes(p)) return 1;
    const known = outside.map((one) => library.closureOf(one));
    if (known.some((one) => one?.has(p))) return 1;
    return known.includes(null) ? (library.isFinal(p) ? "no" : "unknown") : "no";
  }
  if (library.isPrimitive(a)) {
    if (parameter.tree) return "no";
    if (library.widens(a, p)) return 1;
    if (library.isPrimitive(p)) return "no";
    const box = library.boxOf(a);
    return library.closureOf(box)!.has(p) || p === "Serializable" ? 2 : library.closureOf(p) || p === "Comparable" ? "no" : "unknown";
  }
  if (library.isPrimitive(p)) {
    const inner = library.primitiveOf(a);
    if (inner !== undefined) return library.widens(inner, p) ? 2 : "no";
    return "no";
  }
  // what stands outside the tree knows nothing of it
  if (parameter.tree) return "no";
  if (a === p) return 1;
  const above = library.closureOf(a);
  if (above?.has(p)) return 1;
  if (a === "Object") return "no";
  if (library.isFinal(p) || (above && library.closureOf(p))) return "no";
  return library.isFinal(a) && above ? "no" : "unknown";
}
