/** Limits of notes: they come with a clone, so they may be anything, any number of them. */
export const notes = {
  /** Files of the folder that are read, by name: a team writes some hundreds in years; reading 2,000 takes a fifth of a second. */
  maxNotes: 2_000,
  /** Names of the folder that are looked at at all. */
  maxNames: 20_000,
  /** Folders inside the folder. */
  maxDepth: 4,
  /** Bytes of one: twenty pages. What is longer is a document. */
  maxBytes: 64_000,
  /** Characters of a front matter, a title, a trigger phrase, the readable part of a file's name. */
  maxFrontMatter: 32_000,
  maxTitle: 200,
  maxTrigger: 200,
  maxSlug: 48,
  /** Entries of a list in a front matter. */
  maxEntries: 100,
  /** Of what notes are about, how many are looked up for one answer or list (a look into a file each): of one note beside an answer, of a list in all. */
  maxChecks: 20,
  maxListChecks: 2_000,
  /** Bytes of the local record of recalls: 100 a note. */
  maxStateBytes: 4_000_000,
  /** How long a record waits for another process; then it is left out. */
  busyMs: 20,
} as const;
