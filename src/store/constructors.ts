/** Who stands for whom: types and their constructors. */
import type { RawSymbol, SymbolKind } from "../base/types.ts";

const TYPES: ReadonlySet<SymbolKind> = new Set(["class", "struct", "interface", "trait", "enum", "type"]);
const CONSTRUCTORS: ReadonlySet<string> = new Set(["constructor", "__init__", "__new__", "__construct", "initialize", "init"]);

type Named = Pick<RawSymbol, "kind" | "name">;

export const isType = ({ kind }: Pick<RawSymbol, "kind">): boolean => TYPES.has(kind);

/** Is a method of a type of some name its constructor, so that who calls it calls the type? */
export const isConstructor = ({ kind, name }: Named, type: string): boolean =>
  kind === "method" && (CONSTRUCTORS.has(name) || name === type);

/** Is it a constructor, or makes an instance as `new` does, so that who calls the type calls it? */
export const constructs = (method: Named, type: string): boolean =>
  isConstructor(method, type) || (method.kind === "method" && method.name === "new");

/** Does it take more than the type's name to tell who calls a constructor: are there several, in a language whose edges say which? */
export const isOneOfSeveral = (overloads: boolean, type: string, members: readonly Named[]): boolean =>
  overloads && members.filter((one) => isConstructor(one, type)).length > 1;
