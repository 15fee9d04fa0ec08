/** What installing or uninstalling would change, file by file, and carrying it out. */
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Refusal } from "../../base/errors.ts";
import { redact } from "../../files/secrets.ts";
import { type Style, visible } from "../render/visible.ts";
import type { Client, Place, Scope, Start } from "./clients.ts";
import { type Edit, FORMATS, same } from "./edits.ts";
import { at, ConfigTrouble } from "./json.ts";

export type Action = "install" | "uninstall";

/** How a client stands. `other`: it has an entry of that name that starts something else. */
export type State = "installed" | "other" | "absent" | "no-config" | "invalid";

/** A change to one file, before it is made. */
export interface Step {
  action: Action;
  /** Clients that read the file. */
  titles: readonly string[];
  found: Found;
  /** The text to be; null = the file goes; the same as before = nothing to do. */
  after: string | null;
  /** Works the step out again from the file as it is then. */
  again: () => Step;
}

/** The file of a client in a scope: the one that exists, else the one it would make. Null where it has no such scope. */
export function fileOf(client: Client, scope: Scope, place: Place): string | null {
  const files = client.files[scope]?.(place) ?? [];
  return files.find((file) => existsSync(file)) ?? files[0] ?? null;
}

/** Is the client used here? */
export function isUsed(client: Client, scope: Scope, place: Place): boolean {
  const file = fileOf(client, scope, place);
  return file !== null && (existsSync(file) || client.folders[scope](place).some((folder) => existsSync(folder)));
}

/** `manifold` where that starts this very program, else the path of this program. */
export function ownProgram(): string {
  const found = Bun.which("manifold");
  try {
    if (found && realpathSync(found) === realpathSync(process.execPath)) return "manifold";
  } catch {
    // Not to be found after all.
  }
  return process.execPath;
}

/** @returns the state, what is wrong with the file where it is invalid, and the program that its entry starts */
export function stateOf(client: Client, file: string, start: Start): { state: State; why: string | null; starts: string | null } {
  try {
    const { text } = readConfig(file);
    if (text === null) return { state: "no-config", why: null, starts: null };
    const value = FORMATS[client.format].value(text);
    const entry = at(value, client.path(value));
    if (entry === undefined) return { state: "absent", why: null, starts: null };
    const { command } = (entry ?? {}) as { command?: unknown };
    const starts = Array.isArray(command) ? command[0] : command;
    return {
      state: same(entry, client.entry(start)) ? "installed" : "other",
      why: null,
      starts: typeof starts === "string" ? starts : null,
    };
  } catch (error) {
    return { state: "invalid", why: error instanceof Error ? error.message : String(error), starts: null };
  }
}

/**
 * The change to one file, by all of ours that belongs into it.
 * @param others of ours in that file that are not spoken of: they stay
 * @throws Refusal `config-invalid`, `config-unwritable`
 */
export function stepFor(
  action: Action,
  titles: readonly string[],
  path: string,
  edits: readonly Edit[],
  others: readonly Edit[],
  records: Records,
): Step {
  const found = readConfig(path);
  const { text } = found;
  const again = (): Step => stepFor(action, titles, path, edits, others, records);
  const made = (after: string | null): Step => ({ action, titles, found, after, again });
  try {
    if (action === "install") {
      const missing = edits.filter((edit) => text === null || !edit.isCurrent(text));
      return made(missing.length === 0 ? text : missing.reduce((before, edit) => edit.put(before), text ?? ""));
    }
    if (text === null) return made(null);
    // Nobody touched it since: what it was before is known.
    const was = undone(text, records.of(found.real));
    if (was !== null && !others.some((edit) => edit.isIn(text))) return made(records.of(found.real)!.created ? null : was);
    let after: string | null = text;
    for (const edit of edits) if (after !== null && edit.isIn(after)) after = edit.drop(after);
    return made(after);
  } catch (error) {
    if (!(error instanceof ConfigTrouble)) throw error;
    throw new Refusal(
      "config-invalid",
      `${path} cannot be edited: ${error.message}.`,
      "Nothing was changed; mend the file, then run the command again.",
    );
  }
}

/** Makes the change, from the file as it is now: it may have been written since the change was shown. */
export function carryOut(step: Step, records: Records): void {
  const { action, found, after } = step.again();
  if (after === found.text) return;
  const before = records.of(found.real);
  if (action === "uninstall" || after === null) {
    if (after === null) removeConfig(found, before?.folders ?? []);
    else writeConfig(found, after);
    records.set(found.real, null);
    return;
  }
  const folders = writeConfig(found, after);
  // A second edit of ours is undone together with the first.
  const original = found.text === null ? "" : (undone(found.text, before) ?? found.text);
  const ours = found.text !== null && undone(found.text, before) !== null;
  records.set(found.real, {
    hash: hashOf(after),
    inverse: inverseOf(original, after),
    created: found.text === null || (ours && before?.created === true),
    folders: found.text === null ? folders : ours ? (before?.folders ?? []) : [],
  });
}

// A change to a file as a unified diff. One stretch is enough: our edits are in one place.

const CONTEXT = 3;

/** @param after null = the file goes */
export function diffOf(path: string, before: string | null, after: string | null, style: Style): string {
  // A neighbour's key in the lines around is nobody's business; blanking keeps every line.
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const from = Math.max(0, head - CONTEXT);
  const rest = Math.min(CONTEXT, tail);
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const range = (lines: readonly string[], changed: number) => `${lines.length === 0 ? 0 : from + 1},${head - from + changed + rest}`;
  const out = [
    `--- ${before === null ? "/dev/null" : visible(path)}`,
    `+++ ${after === null ? "/dev/null" : visible(path)}`,
    `@@ -${range(old, removed.length)} +${range(now, added.length)} @@`,
    ...old.slice(from, head).map((line) => ` ${visible(line)}`),
    ...removed.map((line) => style.warn(`-${visible(line)}`)),
    ...added.map((line) => style.path(`+${visible(line)}`)),
    ...old.slice(old.length - tail, old.length - tail + rest).map((line) => ` ${visible(line)}`),
  ];
  return `${out.join("\n")}\n`;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === "") return [];
  const lines = redact(text).text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  else lines.push("\\ No newline at end of file");
  return lines;
}

// What was written where, so that taking it out again restores a file byte for byte as long as nobody else changed it.
//
// Only the inverse of our own edit is kept (what others wrote may hold secrets), in `$XDG_STATE_HOME/manifold/agents.json`. Without it an
// entry is still taken out, by its structure.

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

// Reading and replacing one file of somebody else's: through links, with its mode and owner kept, whole or not at all.

/** A file as it is: where it really lies and its text, null where there is none. */
export interface Found {
  /** As the client names it. */
  path: string;
  /** Where links lead. */
  real: string;
  text: string | null;
}

/** A file larger than this is no configuration. */
const MAX_BYTES = 64 * 2 ** 20;

/** @throws Refusal `config-invalid`, `config-unwritable` */
export function readConfig(path: string): Found {
  const real = target(path);
  try {
    const stat = statSync(real, { throwIfNoEntry: false });
    if (!stat) return { path, real, text: null };
    if (!stat.isFile() || stat.size > MAX_BYTES)
      throw new Refusal("config-invalid", `${path} is not a configuration file.`, "Look at what it is.");
    return { path, real, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(real)) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof TypeError)
      throw new Refusal("config-invalid", `${path} is not UTF-8 text.`, "Nothing was changed; mend the file first.");
    throw unwritable(path, error);
  }
}

/** Where a path leads; a link to nothing is refused: what it should become is not ours to decide. */
function target(path: string): string {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (!link?.isSymbolicLink()) {
    try {
      return join(realpathSync(dirname(path)), path.slice(dirname(path).length + 1));
    } catch {
      return path;
    }
  }
  try {
    return realpathSync(path);
  } catch {
    throw new Refusal(
      "config-unwritable",
      `${path} is a link to ${resolve(dirname(path), readlinkSync(path))}, which is not there.`,
      "Mend or remove the link.",
    );
  }
}

/**
 * Puts a text in the place of a file.
 * @returns folders that had to be made, outermost first
 * @throws Refusal `config-unwritable`; the file is then as it was
 */
export function writeConfig(found: Found, text: string): string[] {
  const { path, real } = found;
  const made = missing(dirname(real));
  const next = join(dirname(real), `.manifold-${process.pid}-${crypto.randomUUID().slice(0, 8)}.tmp`);
  try {
    const stat = statSync(real, { throwIfNoEntry: false });
    if (stat && (stat.mode & 0o222) === 0)
      throw new Refusal("config-unwritable", `${path} is read-only.`, "Allow writing to it (chmod u+w), then run the command again.");
    mkdirSync(dirname(real), { recursive: true });
    const file = openSync(next, "wx", stat ? stat.mode & 0o777 : 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (stat) {
      chmodSync(next, stat.mode & 0o7777);
      if (stat.uid !== process.getuid?.() || stat.gid !== process.getgid?.()) chownSync(next, stat.uid, stat.gid);
    }
    renameSync(next, real);
    return made;
  } catch (error) {
    rmSync(next, { force: true });
    throw unwritable(path, error);
  }
}

/** Takes a file away that we made, and those of its folders that we made and nobody else uses. */
export function removeConfig(found: Found, folders: readonly string[]): void {
  try {
    unlinkSync(found.real);
  } catch (error) {
    throw unwritable(found.path, error);
  }
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function missing(folder: string): string[] {
  const made: string[] = [];
  for (let at = folder; !lstatSync(at, { throwIfNoEntry: false }) && dirname(at) !== at; at = dirname(at)) made.unshift(at);
  return made;
}

function unwritable(path: string, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = (error as { code?: string } | null)?.code ?? "";
  const why = code === "ENOSPC" ? "the disk is full" : code === "EROFS" ? "it is on a read-only file system" : code || "unknown reason";
  return new Refusal("config-unwritable", `${path} could not be read or written (${why}).`, "Check its owner and permissions.", {
    cause: error,
  });
}
