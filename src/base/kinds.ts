/** Kinds of symbols and edges in the groups in which they are asked for; each group stands here alone. */
import { type EdgeKind, SYMBOL_KINDS, type SymbolKind } from "./types.ts";

/** What sort of thing a symbol is; what is none of these (imports, sections, notes, packages) is not written to be used by name. */
export type SymbolSort = "file" | "outer" | "type" | "callable" | "value";

const SORTS: Partial<Record<SymbolKind, SymbolSort>> = {
  file: "file",
  module: "outer",
  namespace: "outer",
  class: "type",
  struct: "type",
  interface: "type",
  trait: "type",
  enum: "type",
  type: "type",
  function: "callable",
  method: "callable",
  macro: "callable",
  field: "value",
  variable: "value",
  constant: "value",
};

export const sortOfKind = (kind: SymbolKind): SymbolSort | null => SORTS[kind] ?? null;

const ofSorts = (...sorts: SymbolSort[]): ReadonlySet<SymbolKind> =>
  new Set(SYMBOL_KINDS.filter((kind) => sorts.includes(SORTS[kind] as SymbolSort)));

export const TYPES = ofSorts("type");
export const CALLABLES = ofSorts("callable");
/** What is called or named by who uses it from elsewhere. */
export const TYPES_AND_CALLABLES = ofSorts("type", "callable");

/** From a type to those above it. */
export const HIERARCHY: readonly EdgeKind[] = ["inherits", "implements"];
/** From what needs something to what it needs. */
export const DEPENDING: readonly EdgeKind[] = ["calls", "imports", "inherits", "implements", "uses"];
