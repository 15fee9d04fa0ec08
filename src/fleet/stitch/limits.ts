/** Limits of following uses from one tree to another, each with the reason for its value. */

export const stitching = {
  /** Files of one member that are resolved for one question: 1 to 3 ms each, and an answer over 20 members may take two seconds. */
  maxFiles: 400,
  /** Steps that the resolution of one of them may take (base/limits.ts, `maxSteps`): a hundredth of what indexing allows; real files take under 4,000. */
  maxSteps: 20_000,
  /** Files that name a function which are read for a route that hands requests to it; one that more name is no handler of a single route. */
  maxRouting: 40,
  /** Warnings of one kind that an answer has: a tree of examples claims every route there is. */
  maxWarnings: 5,
  /** Packages that stand between a use and what it reaches (re-exports of re-exports): the chains of real fleets have one or two. */
  maxChain: 4,
} as const;
