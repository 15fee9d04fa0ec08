/**
 * Edges that follow from what is stored anyway, made when they are asked for: `contains` (the parent of each symbol), `defines` (from a
 * file to every definition in it), `depends_on` (from a file to each file that its code leads to) and those of `governed_by` that a rule makes (from a
 * file to the documents, decisions and owners whose patterns match its path). They take neither disk nor time of an index.
 */
import { DEPENDING } from "../base/kinds.ts";
import { type EdgeKind, RESOLUTIONS, type SymbolKind } from "../base/types.ts";
import type { Governance } from "./governance.ts";
import type { EdgeRow, SymbolRow } from "./rows.ts";

/** What is stored, as far as edges follow from it (graph.ts). */
interface Stored {
  childrenOf(symbol: number): SymbolRow[];
  symbolsOfFile(file: number): SymbolRow[];
  edgesOfFile(file: number): EdgeRow[];
  filesReaching(symbol: number): number[];
  fileOf(symbol: number): number | null;
  readonly governance: Governance;
  filePaths(): [symbol: number, path: string][];
}

/** Kinds that are no definitions of code. */
const UNDEFINED: ReadonlySet<SymbolKind> = new Set(["file", "import", "section", "note", "external"]);
/** Kinds of edges by which a file depends on another: text that names something depends on nothing. */

const sure = { resolution: "exact", confidence: 1 } as const;

/** The edge from a container to what stands directly inside it, at its first line. */
export function contains(parent: number, child: Pick<SymbolRow, "id" | "start">): EdgeRow {
  return { src: parent, kind: "contains", dst: child.id, line: child.start, ...sure };
}

function defines(file: number, { id, start }: SymbolRow): EdgeRow {
  return { src: file, kind: "defines", dst: id, line: start, ...sure };
}

/** The edge from a file to who governs it, at the line of the rule. */
const governedBy = (file: number, by: number, line: number): EdgeRow => ({ src: file, kind: "governed_by", dst: by, line, ...sure });

/** What has rules: documents, their sections, owners. */
const MAY_GOVERN: ReadonlySet<SymbolKind> = new Set(["file", "section", "owner"]);
/** More files of one owner are nobody's list. */
export const MOST_GOVERNED = 2_000;

/** The derived edges of some kinds that leave a symbol, by kind, line and target. */
export function derivedFrom(store: Stored, symbol: SymbolRow, kinds: readonly EdgeKind[]): EdgeRow[] {
  const edges: EdgeRow[] = [];
  if (kinds.includes("contains")) for (const child of store.childrenOf(symbol.id)) edges.push(contains(symbol.id, child));
  if (symbol.kind !== "file" || symbol.file === null) return edges;
  if (kinds.includes("defines"))
    for (const one of store.symbolsOfFile(symbol.file)) if (!UNDEFINED.has(one.kind)) edges.push(defines(symbol.id, one));
  if (kinds.includes("depends_on")) edges.push(...dependencies(store, symbol.file, symbol.id));
  if (kinds.includes("governed_by"))
    for (const { by, line } of store.governance.governing(symbol.path)) for (const one of by) edges.push(governedBy(symbol.id, one, line));
  return edges;
}

/** The derived edges of some kinds that reach a symbol, by kind and source. */
export function derivedTo(store: Stored, symbol: SymbolRow, kinds: readonly EdgeKind[]): EdgeRow[] {
  const edges: EdgeRow[] = [];
  if (symbol.file === null) return edges;
  if (kinds.includes("contains") && symbol.parent !== null) edges.push(contains(symbol.parent, symbol));
  if (kinds.includes("defines") && !UNDEFINED.has(symbol.kind)) {
    const file = store.symbolsOfFile(symbol.file)[0];
    if (file) edges.push(defines(file.id, symbol));
  }
  if (kinds.includes("depends_on") && symbol.kind === "file") {
    const reaching = new Set(store.symbolsOfFile(symbol.file).flatMap(({ id }) => store.filesReaching(id)));
    reaching.delete(symbol.file);
    for (const file of [...reaching].sort((a, b) => a - b)) {
      const own = store.symbolsOfFile(file)[0];
      const edge = own && dependencies(store, file, own.id).find(({ dst }) => dst === symbol.id);
      if (edge) edges.push(edge);
    }
  }
  if (kinds.includes("governed_by") && MAY_GOVERN.has(symbol.kind)) {
    for (const [file, { line }] of store.governance.governed(new Set([symbol.id]), () => store.filePaths())) {
      if (edges.length >= MOST_GOVERNED) break;
      edges.push(governedBy(file, symbol.id, line));
    }
  }
  return edges;
}

/** One edge a file that edges of this one lead to: at the first line that does, as sure as the surest. */
export function dependencies(store: Stored, file: number, own: number): EdgeRow[] {
  const found = new Map<number, EdgeRow & { path: string }>();
  for (const { dst, kind, line, resolution, confidence } of store.edgesOfFile(file)) {
    if (!DEPENDING.includes(kind) || resolution === "external") continue;
    const other = store.fileOf(dst);
    if (other === null || other === file) continue;
    const before = found.get(other);
    if (!before) {
      const target = store.symbolsOfFile(other)[0];
      if (target) found.set(other, { path: target.path, src: own, kind: "depends_on", dst: target.id, line, resolution, confidence });
      continue;
    }
    before.line = Math.min(before.line, line);
    if (RESOLUTIONS.indexOf(resolution) < RESOLUTIONS.indexOf(before.resolution)) Object.assign(before, { resolution, confidence });
  }
  const inOrder = [...found.values()].sort((a, b) => a.line - b.line || (a.path < b.path ? -1 : 1));
  return inOrder.map(({ path: _, ...edge }) => edge);
}
