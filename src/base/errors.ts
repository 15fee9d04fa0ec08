/**
 * Errors the user sees: a code, one sentence on what happened, one on how to fix it. Formatted in one place.
 */
import { brief, visible } from "./visible.ts";

/** Exit codes of the program; the table is in the README. */
export const EXIT = {
  ok: 0,
  nothing: 1,
  usage: 2,
  cannot: 3,
  risky: 4,
  unknown: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Every way Manifold refuses, with the exit code it leads to. Sorted. */
export const REFUSALS = {
  "bad-flag": EXIT.usage,
  "bad-patch": EXIT.usage,
  "bad-pattern": EXIT.usage,
  "bad-plan": EXIT.usage,
  "bad-query": EXIT.usage,
  "bad-revision": EXIT.usage,
  "bad-settings": EXIT.usage,
  "bad-value": EXIT.usage,
  "cache-unusable": EXIT.cannot,
  "citation-unknown": EXIT.nothing,
  "config-invalid": EXIT.cannot,
  "config-unwritable": EXIT.cannot,
  "disk-failed": EXIT.cannot,
  "disk-full": EXIT.cannot,
  "empty-question": EXIT.usage,
  "file-unreadable": EXIT.cannot,
  "git-failed": EXIT.cannot,
  "index-building": EXIT.cannot,
  "index-damaged": EXIT.cannot,
  "index-locked": EXIT.cannot,
  "index-missing": EXIT.cannot,
  "index-refused": EXIT.cannot,
  "index-unreadable": EXIT.cannot,
  "index-unwritable": EXIT.cannot,
  "index-watched": EXIT.cannot,
  interrupted: EXIT.interrupted,
  "model-missing": EXIT.usage,
  "model-unusable": EXIT.cannot,
  "no-vectors": EXIT.cannot,
  "note-alike": EXIT.usage,
  "note-ambiguous": EXIT.usage,
  "note-unknown": EXIT.nothing,
  "note-unreadable": EXIT.cannot,
  "not-a-folder": EXIT.usage,
  "not-git": EXIT.usage,
  "not-confirmed": EXIT.usage,
  "output-unwritable": EXIT.cannot,
  "path-missing": EXIT.usage,
  "platform-unsupported": EXIT.cannot,
  "port-taken": EXIT.cannot,
  "question-too-long": EXIT.usage,
  "root-refused": EXIT.usage,
  "server-busy": EXIT.cannot,
  "shared-busy": EXIT.cannot,
  "shared-denied": EXIT.cannot,
  "shared-failed": EXIT.cannot,
  "shared-unprepared": EXIT.cannot,
  "shared-unreachable": EXIT.cannot,
  "symbol-ambiguous": EXIT.usage,
  "symbol-unknown": EXIT.nothing,
  "stray-word": EXIT.usage,
  "unknown-command": EXIT.usage,
  "tree-dirty": EXIT.usage,
  unexpected: EXIT.cannot,
  "watch-limit": EXIT.cannot,
} as const satisfies Record<string, ExitCode>;
export type RefusalCode = keyof typeof REFUSALS;

/**
 * A refusal that the user can do something about.
 * @param what one sentence: what happened, with the value that caused it
 * @param fix one sentence: what to do next
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly code: RefusalCode,
    readonly what: string,
    readonly fix: string,
    options?: ErrorOptions,
  ) {
    super(`${what} ${fix}`, options);
  }
  get exit(): ExitCode {
    return REFUSALS[this.code];
  }
}

/** Something that did not stop the answer but that its reader must know. */
export interface Warning {
  code: string;
  message: string;
}

/** Any thrown value as a refusal: known system errors get their own code, everything else is `unexpected`. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = (error as { code?: string } | null)?.code ?? "";
  const text = error instanceof Error ? error.message : String(error);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL" || /disk is full|no space left/i.test(text))
    return new Refusal("disk-full", "The disk is full; the index was left as it was.", "Free some space and run the command again.", {
      cause: error,
    });
  if (code === "EIO" || code.startsWith("SQLITE_IOERR"))
    return new Refusal(
      "disk-failed",
      `The disk could not be read or written (${text}); the index was left as it was.`,
      "Check the disk and its room, then run the command again.",
      { cause: error },
    );
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB" || (error instanceof Error && error.name === "DamagedIndex"))
    return new Refusal("index-damaged", `The index is damaged: ${text}.`, "Build it anew: manifold index --full.", { cause: error });
  return new Refusal(
    "unexpected",
    `Something unexpected went wrong: ${text}.`,
    "Set MANIFOLD_DEBUG=1 to see where, and please report it.",
    { cause: error },
  );
}

/** What was asked for is known but cannot be handed over: the disk that the output goes to is full, say. */
export function outputUnwritable(cause: unknown): Refusal {
  return new Refusal("output-unwritable", "The output could not be written.", "Check the disk or file that it goes to.", { cause });
}

/** Refusals quote what the user typed and what files are called: neither may act on a terminal, or fill it. */
const sentence = (text: string) => visible(brief(text, 600));

/** The text of a refusal as it is printed on stderr. */
export function formatRefusal(refusal: Refusal, debug = false): string {
  const lines = [`manifold: ${sentence(refusal.what)}`, `  ${sentence(refusal.fix)} [${refusal.code}]`];
  const cause = refusal.cause instanceof Error ? refusal.cause : refusal;
  if (debug && cause.stack) lines.push(cause.stack);
  return lines.join("\n");
}
