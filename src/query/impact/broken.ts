/** Uses that a change breaks: what was resolved before it and cannot be any more, or does not fit any more. */
import type { BreakReason, EdgeKind, Resolution, Unknown } from "../../base/types.ts";
import type { SymbolRow } from "../../store/graph.ts";

/** A use that is left behind. */
export interface Broken {
  /** What stands around the use; the file itself at its top level. */
  symbol: SymbolRow;
  line: number;
  kind: EdgeKind;
  resolution: Resolution;
  confidence: number;
  test: boolean;
  /** Qualified name of what it meant, or the path of a file. */
  what: string;
  /** Where that was. */
  path: string;
  why: BreakReason;
  /** What became of it: the new name, the new path, how many arguments it takes. */
  now: string | null;
}

/** What a change takes away: the uses that break by it, and those of which that is not known. */
export interface Losses {
  broken: Broken[];
  /** Uses of what is gone that mean another definition of the name now: they go on, with what that one does. */
  turned: Broken[];
  unknowns: Unknown[];
}

const VERBS: Partial<Record<EdgeKind, string>> = {
  calls: "calls",
  imports: "imports",
  inherits: "inherits from",
  implements: "implements",
};

/** `src/a.py:12 imports strip_ansi, which this change deletes`. */
export function brokenSentence(one: Broken): string {
  const { symbol, line, kind, what, now } = one;
  if (one.why === "demanded") return `${symbol.path}:${line} has to define ${what}, which ${now} demands`;
  return `${symbol.path}:${line} ${VERBS[kind] ?? "uses"} ${what}, which ${fate(one.why, now)}`;
}

function fate(why: BreakReason, now: string | null): string {
  switch (why) {
    case "deleted":
      return "this change deletes";
    case "renamed":
      return `this change renames to ${now}`;
    case "moved":
      return `this change moves to ${now}`;
    case "hidden":
      return `this change makes ${now ?? "private"}`;
    case "unexported":
      return `${now} does not hand on any more`;
    case "unimported":
      return "this change imports no more";
    case "demanded":
      return `${now} demands`;
    case "signature":
      return `takes ${now}`;
  }
}
