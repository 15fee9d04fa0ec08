/** The words of an impact report. */

export const RISK_LEVELS = ["low", "medium", "high", "unknown"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Where a change comes from. */
export const IMPACT_SOURCES = ["symbol", "staged", "diff", "since", "patch"] as const;

/**
 * What happened to a definition. `asked`: a question about it, nothing has changed. `comment`: only comments or blank lines. `imports`: only
 * import lines (of a file). `contains`: only something inside it changed, which is a seed of its own.
 */
export const SEED_CHANGES = [
  "asked",
  "added",
  "deleted",
  "renamed",
  "moved",
  "signature",
  "body",
  "comment",
  "imports",
  "contains",
] as const;
export type SeedChange = (typeof SEED_CHANGES)[number];

/** Why something that may be affected could not be established. */
export const UNKNOWN_CODES = [
  /** Calls or uses of that name that could not be resolved and may mean it. */
  "open-references",
  /** Something still names what was deleted or renamed. */
  "dangling-references",
  /** Calls of a supertype's method may arrive at a changed override. */
  "dynamic-dispatch",
  /** Exported and nothing here uses it: users outside this tree are not seen. */
  "exported-unused",
  /** Syntax errors: what stands there may be missed. */
  "parse-errors",
  /** A changed file is not in the index, or a file that names a seed was left out (too large, minified, …). */
  "file-skipped",
  /** Files changed that the index does not have yet. */
  "stale-index",
  /** The graph is that of the work tree, and the judged content differs from it. */
  "other-tree",
  /** A part of the change could not be read. */
  "unreadable-change",
] as const;
export type UnknownCode = (typeof UNKNOWN_CODES)[number];

/** What could not be established. */
export interface Unknown {
  code: UnknownCode;
  message: string;
  path: string | null;
  line: number | null;
}

/**
 * Why a use does not mean anything any more: what it meant was deleted, is called otherwise, lies elsewhere, is private now, is not exported again
 * by the file it was imported from, or takes other arguments. `demanded`: a type does not define what one above it demands.
 */
export const BREAK_REASONS = ["deleted", "renamed", "moved", "hidden", "unexported", "unimported", "signature", "demanded"] as const;
export type BreakReason = (typeof BREAK_REASONS)[number];

/** What a gate can fail on: `risky` is risk high, `medium` medium and high. */
export const FAIL_ON = ["risky", "medium", "unknown"] as const;
export type FailOn = (typeof FAIL_ON)[number];
