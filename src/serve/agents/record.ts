/**
 * What was written where, so that taking it out again restores a file byte for byte as long as nobody else changed it.
 *
 * Only the inverse of our own edit is kept (what others wrote may hold secrets), in `$XDG_STATE_HOME/manifold/agents.json`. Without it an
 * entry is still taken out, by its structure.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./clients.ts";
import { readConfig, writeConfig } from "./file.ts";

/** One edit that was made to a file. */
export interface Written {
  /** Of the file as we left it. */
  hash: string;
  /** Put `text` in the place of so many characters from there, and the file is what it was. */
  inverse: { from: number; length: number; text: string };
  /** The file was not there before. */
  created: boolean;
  /** Folders made for it, outermost first. */
  folders: string[];
}

export const hashOf = (text: string): string => Bun.SHA256.hash(text, "hex");

/** The edit that makes `after` into `before` again. */
export function inverseOf(before: string, after: string): Written["inverse"] {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from, length: after.length - tail - from, text: before.slice(from, before.length - tail) };
}

/** What the file was before our edit; null if it is not as we left it. */
export function undone(text: string, written: Written | undefined): string | null {
  if (!written || hashOf(text) !== written.hash) return null;
  const { from, length, text: was } = written.inverse;
  return text.slice(0, from) + was + text.slice(from + length);
}

/** The edits of this user, by file. */
export class Records {
  readonly #path: string;
  readonly #edits: Record<string, Written>;

  constructor({ home, env }: Place) {
    this.#path = join(env.XDG_STATE_HOME || join(home, ".local/state"), "manifold/agents.json");
    this.#edits = load(this.#path);
  }

  of(file: string): Written | undefined {
    return Object.hasOwn(this.#edits, file) ? this.#edits[file] : undefined;
  }

  /** Remembers an edit, or forgets it. */
  set(file: string, written: Written | null): void {
    if (written) this.#edits[file] = written;
    else delete this.#edits[file];
    try {
      writeConfig(readConfig(this.#path), `${JSON.stringify(this.#edits, null, 1)}\n`);
    } catch {
      // A home that cannot be written: uninstalling then goes by structure.
    }
  }
}

function load(path: string): Record<string, Written> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, Written>) : {};
  } catch {
    return {};
  }
}
