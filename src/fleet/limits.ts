/** Limits of asking many trees together, each with the reason for its value. */

export const fleet = {
  /** Trees that one question asks at most: each has an index open, some 10 MB of it in memory. Further ones are named in a warning. */
  members: 500,
  /** Trees that are compared with git at a time: git's processes use the processors that this one leaves idle. */
  opening: 4,
  /** Characters of a name. */
  name: 100,
} as const;
