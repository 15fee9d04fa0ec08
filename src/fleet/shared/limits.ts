/** Limits of a shared index, each with the reason for its value. */

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
