/**
 * Who contains whom, as far as walks against the edges must know without unpacking symbols: a function around a function, a type and its
 * constructors. Such pairs are stored among a file's links as `contains` (all other containment is the `parent` of a symbol), about 4 bytes
 * each: .1 % of an index. Nobody but walks over the whole graph (query/walk/arrays.ts) reads them.
 */
import { edges as edgeSettings } from "../base/limits.ts";
import type { EdgeKind, FileFacts, RawSymbol, Resolution, SymbolKind } from "../base/types.ts";
import type { EdgeRecord } from "./records.ts";

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

/** What a pair is, told by its resolution, of which containment has no use otherwise. */
export const KIN = {
  /** A function or method and what stands directly inside it. */
  nested: "exact",
  /** A type and its constructor. */
  constructor: "typed",
  /** A type and its `new`, or one of its constructors that are told apart: who calls the type calls it, not the other way round. */
  maker: "unique",
} as const satisfies Record<string, Resolution>;

/** Is it an edge proper, and no such pair? */
export const isEdge = ({ kind }: { kind: EdgeKind }): boolean => kind !== "contains";

/**
 * The pairs of a file.
 * @param facts its symbols by position, with their ids
 * @param overloads does its language tell functions of one name apart by their parameters?
 * @param edges of the file: of values inside functions only those with edges are named
 * @returns from the outer to the inner, `line` being where the outer one begins
 */
export function kinOf(
  { symbols }: Pick<FileFacts, "symbols">,
  overloads: boolean,
  ids: ArrayLike<number>,
  edges: readonly EdgeRecord[],
): EdgeRecord[] {
  const pairs: EdgeRecord[] = [];
  const inside = Map.groupBy(symbols, ({ parent }) => parent);
  let sources: Set<number> | null = null;
  for (let at = 1; at < symbols.length; at++) {
    const symbol = symbols[at]!;
    const outer = symbols[symbol.parent];
    if (outer === undefined || symbol.parent === 0) continue;
    let resolution: Resolution;
    if (TYPES.has(outer.kind)) {
      if (!constructs(symbol, outer.name)) continue;
      const plain = isConstructor(symbol, outer.name) && !isOneOfSeveral(overloads, outer.name, inside.get(symbol.parent)!);
      resolution = plain ? KIN.constructor : KIN.maker;
    } else if (outer.kind === "function" || outer.kind === "method") {
      if (symbol.kind !== "function" && symbol.kind !== "method") {
        sources ??= new Set(edges.map(({ src }) => src));
        if (!sources.has(ids[at]!)) continue;
      }
      resolution = KIN.nested;
    } else continue;
    const confidence = edgeSettings.confidence[resolution];
    pairs.push({ src: ids[symbol.parent]!, kind: "contains", dst: ids[at]!, line: outer.start, resolution, confidence });
  }
  return pairs;
}
