/** Telling a damaged index from every other error. A damaged index is rebuilt, never reported as a crash. */

/** Thrown when something stored does not decode. */
export class DamagedIndex extends Error {
  override readonly name = "DamagedIndex";
}

/** Does this error come from a damaged index (rather than from the question, the disk, or us)? */
export function isDamage(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? "";
  return code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB" || error instanceof DamagedIndex;
}
