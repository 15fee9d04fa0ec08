/**
 * The user's own settings, `$XDG_CONFIG_HOME/manifold/config.json` (by default `~/.config/manifold/config.json`).
 *
 * What opens a connection, or names a program or a file outside the tree, can be said here or by a flag and nowhere else: every file in the tree may
 * have come with a clone or an archive, whether git tracks it or not. See project.ts for what a tree may decide.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { LocalModel } from "../asking/ollama.ts";
import { Refusal } from "../base/errors.ts";
import { ollama } from "../base/limits.ts";

/** The file's contents with every default filled in. */
export interface UserSettings {
  feedback: {
    /** Whether questions are recorded in `.manifold` (serve/feedback/record.ts). */
    record: boolean;
  };
  /** A model on this machine that may compile questions the router is unsure of (asking/ollama.ts). */
  llm: {
    /** Asked at every question, without --llm. */
    enabled: boolean;
    model: string | null;
    url: string;
    timeout_ms: number;
  };
}

const DEFAULTS: UserSettings = {
  feedback: { record: true },
  llm: { enabled: false, model: null, url: ollama.url, timeout_ms: ollama.timeoutMs },
};

/** Its keys. */
export const USERS: readonly string[] = Object.keys(DEFAULTS);

/** Settings of a few lines; whatever is larger is not ours. */
const MAX_BYTES = 64 * 1024;

/** Where the user's own settings are, or would be; null where there is no home folder. */
export function userFile(env: Record<string, string | undefined> = process.env): string | null {
  // A relative folder would lie in the tree that is asked about, and so would a relative home.
  if (env.XDG_CONFIG_HOME?.startsWith("/")) return join(env.XDG_CONFIG_HOME, "manifold", "config.json");
  const home = env.HOME || homedir();
  return home.startsWith("/") ? join(home, ".config", "manifold", "config.json") : null;
}

/**
 * The user's own settings; defaults where there is no file.
 * @throws Refusal `bad-settings` for anything in it that is not known or not allowed, and for a file that somebody else could have written
 */
export async function userSettings(env: Record<string, string | undefined> = process.env): Promise<UserSettings> {
  const path = userFile(env);
  const text = path === null ? null : read(path);
  if (path === null || text === null) return DEFAULTS;
  // A question does not pay for zod where there is no file.
  const { z } = await import("zod");
  const schema = z.strictObject({
    $schema: z.string().optional(),
    feedback: z.strictObject({ record: z.boolean().default(true) }).default(DEFAULTS.feedback),
    llm: z
      .strictObject({
        enabled: z.boolean().default(DEFAULTS.llm.enabled),
        model: z.string().min(1).max(200).nullable().default(DEFAULTS.llm.model),
        url: z.string().max(200).default(DEFAULTS.llm.url),
        timeout_ms: z.int().min(1).max(ollama.maxTimeoutMs).default(DEFAULTS.llm.timeout_ms),
      })
      .default(DEFAULTS.llm),
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw bad(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const where = issue.path.length > 0 ? ` at "${issue.path.join(".")}"` : "";
  throw bad(`${path} is not understood${where}: ${issue.message}.`);
}

/**
 * The local model that a question may ask: where `--llm` or the user's own `"llm": {"enabled": true}` switched it on.
 * @throws Refusal `bad-settings`, for an address outside this machine too
 */
export async function localModel(flag: boolean, env: Record<string, string | undefined> = process.env): Promise<LocalModel | undefined> {
  const { llm } = await userSettings(env);
  if (!flag && !llm.enabled) return undefined;
  const { loopback } = await import("../asking/ollama.ts");
  loopback(llm.url);
  return { model: llm.model, url: llm.url, timeoutMs: llm.timeout_ms };
}

/** May questions be recorded, as far as the user says? Read without the schema, which costs more than recording; a file that is not understood is a no. */
export function userRecords(env: Record<string, string | undefined> = process.env): boolean {
  try {
    const path = userFile(env);
    const text = path === null ? null : read(path);
    return text === null || (JSON.parse(text) as { feedback?: { record?: unknown } } | null)?.feedback?.record !== false;
  } catch {
    return false;
  }
}

function bad(what: string): Refusal {
  return new Refusal(
    "bad-settings",
    what,
    'It may have "llm" (enabled: true or false; model: name or null; url: of 127.0.0.1; timeout_ms) and "feedback" (record: true or false).',
  );
}

/** The text of the file, looked at through its handle: a plain file of this user (or root) that nobody else may write. Links are the user's choice. */
function read(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw bad(`${path} cannot be read.`);
  }
  try {
    const there = fstatSync(file);
    if (!there.isFile()) throw bad(`${path} is not a plain file.`);
    if (there.size > MAX_BYTES) throw bad(`${path} is too large for settings.`);
    if (there.uid !== 0 && there.uid !== process.getuid?.()) throw bad(`${path} belongs to another user.`);
    if ((there.mode & 0o022) !== 0) throw bad(`${path} may be written by others.`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
