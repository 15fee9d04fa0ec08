/** What a structural question gets: facts, and apart from them what may be one. */
import type { EdgeKind, Operation, Resolution } from "../../base/types.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";

/** One symbol of an answer, with the place that connects it. */
export interface StructuralHit {
  symbol: SymbolRow;
  /** Distance from the symbol asked about; 0 = itself. */
  depth: number;
  /** The call, use or import: its file and line; null where there is none (definitions, members). */
  path: string;
  line: number | null;
  kind: EdgeKind | null;
  /** `ambiguous` only in `possible`. */
  resolution: Resolution | null;
  confidence: number;
  /** Symbol id one step nearer to the question; null at the start. */
  via: number | null;
  /** It stands in a test. */
  test: boolean;
}

/** Which definition a name means here, and which others there are. */
export interface SymbolChoice {
  /** null = unknown. */
  chosen: SymbolRow | null;
  /** All definitions of the name, the chosen one first. */
  candidates: SymbolRow[];
  /** One sentence: how the choice was made. */
  reason: string;
  /** Nearest names, for "did you mean"; only when nothing was found. */
  suggestions: string[];
}

/** How much a walk reaches, where only the nearest are listed. */
export interface Total {
  /** Symbols outside tests. */
  symbols: number;
  /** Files of those. */
  files: number;
  /** Symbols in tests. */
  tests: number;
}

export interface Risk {
  level: "low" | "medium" | "high" | "unknown";
  reasons: string[];
}

/** A way between two ends along edges. */
export interface Path {
  from: SymbolRow;
  to: SymbolRow;
  /** The candidates that they stand for: a class where a member of it begins the path. */
  ends: { from: SymbolRow; to: SymbolRow };
  steps: EdgeRow[];
  cost: number;
}

/** How two ends are connected. */
export interface Connection {
  /** `asked`: from the first end to the second; `reverse`: from the second to the first; `meeting`: two paths, from somebody to each. */
  kind: "asked" | "reverse" | "meeting" | "none";
  paths: Path[];
  /** Beside a path the other way round: two from somebody who reaches both ends. */
  both: Path[];
  /** A step of the first path is only possible. */
  guessed: boolean;
  /** Where there is no path as asked: what was followed looking for one, and whether that was everything. */
  followed: { symbols: number; steps: number; open: number; everything: boolean };
}

export interface StructuralAnswer {
  operation: Operation;
  choice: SymbolChoice;
  /** The other end of a path. */
  target: SymbolChoice | null;
  /** Facts, ordered by (depth, path, line). */
  hits: StructuralHit[];
  /** How many there are where only the nearest are listed. */
  total?: Total;
  /** Candidates from open references, same order. Never facts. */
  possible: StructuralHit[];
  /** For `path`: how its ends are connected, and the symbols of other paths than the one in `hits`. */
  connection?: Connection;
  beside?: SymbolRow[];
  /** The edges walked, each once: facts first, then `ambiguous` ones. */
  readonly edges: EdgeRow[];
  /** Those of them between some symbols: of a wide walk there are many more than anybody looks at. */
  between?: (ids: ReadonlySet<number>) => EdgeRow[];
  /** References established; references that could be it; references of that name about which even that is open. */
  counts: { resolved: number; possible: number; unresolved: number };
  /** Only for blast_radius. */
  risk: Risk | null;
  /** The walk was cut at a limit. */
  truncated: boolean;
  /** What the reader should know or try next. */
  notes: string[];
  /** What the graph does not have: who may call it without a call that stands here, kinds of relation that are not worked out. */
  beyond: { code: string; message: string }[];
}
