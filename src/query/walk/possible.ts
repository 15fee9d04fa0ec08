/**
 * Open references: which of them could be a symbol, and which symbols one of them could be.
 *
 * A reference that could be it becomes a candidate (`ambiguous`), never a fact. One that has the right name but a wrong shape (too many
 * arguments, a receiver where none is expected) is only counted. One of another language, or shape-wise impossible, is neither.
 */
import { TYPES } from "../../base/kinds.ts";
import { edges as edgeSettings } from "../../base/limits.ts";
import { walking } from "../../base/settings.ts";
import type { EdgeKind } from "../../base/types.ts";
import { familyOf } from "../../lang/languages.ts";
import type { ReferenceRow, Store, SymbolRow } from "../../store/graph.ts";
import { markNumber } from "../../store/symbols.ts";

/** Length of `sym_`, which stands before the key of a symbol. */
const SYMBOL_PREFIX = 4;

export type Fit = "possible" | "unresolved" | "no";

/** What the surroundings of a symbol say about how it can be referred to. */
export interface Referable {
  symbol: SymbolRow;
  /** It is a member of a type. */
  member: boolean;
  family: string;
  test: boolean;
}

export function referable(store: Store, symbol: SymbolRow): Referable {
  const parent = symbol.parent === null ? null : store.symbolById(symbol.parent);
  const dotted = symbol.kind === "method" || symbol.kind === "field";
  return {
    symbol,
    member: dotted || (parent !== null && TYPES.has(parent.kind)),
    family: familyOf(symbol.language).name,
    test: symbol.file !== null && (store.fileById(symbol.file)?.tags.includes("test") ?? false),
  };
}

/** The edge that a reference would be. */
export function edgeKindOf(kind: string): EdgeKind {
  return kind === "inherit" ? "inherits" : kind === "implement" ? "implements" : kind === "use" || kind === "decorate" ? "uses" : "calls";
}

/** Could any reference in a file mean the symbol? Real code does not call into tests. */
export function mayName(language: string | null, test: boolean, to: Referable): boolean {
  return familyOf(language).name === to.family && (test || !to.test);
}

/** What a reference is judged by. */
type Shape = Pick<ReferenceRow, "kind" | "receiver" | "arity" | "among">;

/** Could an open reference mean the symbol? */
export function fit(reference: Shape, language: string | null, test: boolean, to: Referable): Fit {
  if (!mayName(language, test, to)) return "no";
  const family = familyOf(language);
  const { symbol } = to;
  if (reference.among) return reference.among.includes(markNumber(symbol.key.slice(SYMBOL_PREFIX))) ? "possible" : "no";
  const inheritance = reference.kind === "inherit" || reference.kind === "implement";
  if (inheritance) return TYPES.has(symbol.kind) || symbol.kind === "module" ? "possible" : "no";
  if (reference.kind === "use" || reference.kind === "decorate") return to.member && reference.receiver === null ? "no" : "possible";
  if (TYPES.has(symbol.kind)) return reference.kind === "new" || family.typesCalled || /^\p{Lu}/u.test(symbol.name) ? "possible" : "no";
  if (symbol.kind === "variable" || symbol.kind === "constant" || symbol.kind === "section" || symbol.kind === "namespace") return "no";
  if (to.member) {
    if (reference.receiver === null && !family.implicitSelf) return "no";
  } else if (reference.receiver !== null) {
    // `x.f()` reaches a plain function only where x is a module nobody could follow
    const module = family.dynamic ? /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u : /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
    if (family.self.includes(reference.receiver) || !module.test(reference.receiver)) return "no";
    return "unresolved";
  }
  const variadic = /\.\.\.|\*|\bparams\b|\bvararg\b/.test(symbol.signature);
  if (!variadic && reference.arity !== null && symbol.arity !== null && reference.arity > symbol.arity) return "unresolved";
  return "possible";
}

/** Confidence that one of `count` candidates is meant. */
export function candidateConfidence(count: number): number {
  return Math.round(Math.min(edgeSettings.confidence.ambiguous, 1 / Math.max(1, count)) * 1_000) / 1_000;
}

/** Definitions an open reference could mean, real ones first; empty when the name is too common to say anything. */
export function candidatesOf(store: Store, reference: ReferenceRow, language: string | null, test: boolean): SymbolRow[] {
  const all = store
    .symbolsByName(reference.name)
    .filter((symbol) => symbol.file !== null && symbol.kind !== "file" && symbol.kind !== "import");
  const fits = all.filter((symbol) => fit(reference, language, test, referable(store, symbol)) === "possible");
  return fits.length > walking.maxCandidates ? [] : fits;
}
