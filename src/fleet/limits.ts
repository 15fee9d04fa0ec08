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
