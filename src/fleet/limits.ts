/** Limits of asking many trees together, each with the reason for its value. */

export const fleet = {
  /** Trees that one question asks at most: each has an index open, some 10 MB of it in memory. Further ones are named in a warning. */
  members: 500,
  /** Trees that are compared with git at a time: git's processes use the processors that this one leaves idle. */
  opening: 4,
  /** Symbols from which a relation is followed into other members: each costs the files that name it, and a relation that reaches more is not read to its end. */
  expanded: 300,
  /** Symbols that are looked at for a call chain through several members. */
  chained: 2_000,
  /** Milliseconds that a change of the user's list waits for another one: a write takes one or two. */
  waitMs: 5_000,
  /** Characters of a name. */
  name: 100,
} as const;

/** Of following uses from one tree to another. */
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

/** Of a shared index. */
export const shared = {
  /** One that holds the repository while it is published, one that sends, one that reads. */
  connections: 3,
  connectSeconds: 10,
  /** The longest statement: a batch on a busy disk, or the list of 10,000 files. What takes longer has met a lock or a server that is not well. */
  statementMs: 120_000,
  /** Waiting for somebody else's lock is pointless: publishing holds one for as long as it takes. */
  lockMs: 5_000,
  /** Beyond that, a server that no longer answers is not waited for. */
  patienceMs: 5_000,
  /** Bytes of pieces that are sent, and asked for, at once: what is not confirmed is all that is in memory, and all that a kill costs. */
  batchBytes: 4_000_000,
  /** Rows of the same. */
  batchRows: 2_000,
  /** Pieces that are asked for at once: some 3 kB each, the largest 2 MB. */
  fetchPieces: 1_000,
  /** Hash partitions: as many servers can carry them, and rows move only when there are more. */
  partitions: 16,
  /** States of a repository that are kept unless told: who has an older one asks for all of the newest. */
  keep: 10,
} as const;
