/**
 * `manifold.json` at the root: what a project decides for everybody who works in it.
 *
 * It came with the clone or the archive, so it switches nothing on: the local model is the user's own to name (below), and a project that names
 * one is told that nobody listens.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { z as Zod } from "zod";
import type { LocalModel } from "../asking/ollama.ts";
import type { Session } from "../asking/options.ts";
import { asRefusal, Refusal, type Warning } from "../base/errors.ts";
import { FAIL_ON, type FailOn } from "../base/impact.ts";
import { ollama } from "../base/limits.ts";
import { othersMay, userId } from "../base/private.ts";
import { asking } from "../base/settings.ts";
import { brief } from "../base/visible.ts";
import { notesFolder } from "../notes/folder.ts";
import { gate } from "./limits.ts";

/** The file's contents with every default filled in. */
export interface ProjectSettings {
  gate: {
    /** Symbols outside tests that a change may affect; null = no limit. */
    max_affected: number | null;
    /** null = not said: nothing for `manifold impact`, `risky` for a hook. */
    fail_on: FailOn[] | null;
    depth: number;
  };
  hook: {
    /** Seconds that a hook waits for an index that is being built. */
    wait: number;
  };
  feedback: {
    /** Whether questions may be recorded in `.manifold` (serve/feedback/record.ts). */
    record: boolean;
  };
  notes: {
    /** Where the notes of the project are, relative to the root (notes/folder.ts); null = not said. */
    folder: string | null;
  };
  /** What the file itself says, as `section.key`: the user's own file or a default says the rest. */
  said: ReadonlySet<string>;
  /** What the file says and a project may not decide. */
  warnings: Warning[];
}

/** What a gate and a hook do where nobody says anything. */
const GATE: Pick<ProjectSettings, "gate" | "hook"> = {
  gate: { max_affected: null, fail_on: null, depth: asking.defaultDepth },
  hook: { wait: gate.hookWaitSeconds },
};

/** What both files may say of a gate and a hook. */
const gateShape = (z: typeof Zod) => ({
  gate: z
    .strictObject({
      max_affected: z.int().min(0).nullable().optional(),
      fail_on: z.array(z.enum(FAIL_ON)).nullable().optional(),
      depth: z.int().min(1).max(asking.maxDepth).optional(),
    })
    .default({}),
  hook: z.strictObject({ wait: z.number().min(0).max(600).optional() }).default({}),
});

/** What `manifold.json` may have. */
export const projectSchema = (z: typeof Zod) =>
  z.strictObject({
    $schema: z.string().optional(),
    ...gateShape(z),
    feedback: z.strictObject({ record: z.boolean().default(true) }).default({ record: true }),
    notes: z.strictObject({ folder: z.string().nullable().default(null), write: z.unknown().optional() }).default({ folder: null }),
    llm: z.unknown().optional(),
  });

/** The first object's values where it has them, else the second's. */
const over = <T extends object>(said: { [K in keyof T]?: T[K] | undefined }, below: T): T => {
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  return { ...below, ...Object.fromEntries(given) };
};

const NAME = "manifold.json";

/**
 * The settings of a project: its file's, else the user's own, else the defaults.
 * @throws Refusal `bad-settings` for anything in it that is not known or not allowed
 */
export async function projectSettings(root: string): Promise<ProjectSettings> {
  const [text, user] = [read(root), await userSettings()];
  if (text === null)
    return { gate: user.gate, hook: user.hook, feedback: { record: true }, notes: { folder: null }, said: new Set(), warnings: [] };
  // A question does not pay for zod where there is no file.
  const { z } = await import("zod");
  const schema = projectSchema(z);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw bad(`${NAME} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    const { gate, hook, feedback, notes, llm } = parsed.data;
    return {
      gate: over(gate, user.gate),
      hook: over(hook, user.hook),
      feedback,
      notes: { folder: notes.folder },
      said: saidIn(value),
      warnings: [...(llm === undefined ? [] : [ignored("llm")]), ...(notes.write === undefined ? [] : [ignored(WRITE)])],
    };
  }
  const issue = parsed.error.issues[0]!;
  const where = issue.path.length > 0 ? ` at "${issue.path.join(".")}"` : "";
  throw bad(`${NAME} is not understood${where}: ${issue.message}.`);
}

/** The settings that a file has, as `section.key`. */
function saidIn(value: unknown): Set<string> {
  const sections = Object.entries(value as Record<string, unknown>).filter(
    ([, section]) => typeof section === "object" && section !== null,
  );
  return new Set(sections.flatMap(([name, section]) => Object.keys(section as object).map((key) => `${name}.${key}`)));
}

/** What a project may decide. */
const OWN = ["$schema", "gate", "hook", "feedback", "notes"];

/** Of its notes it names the folder; who may write them, the user does. */
const WRITE = "notes.write";

function ignored(key: string): Warning {
  const said = `${JSON.stringify(brief(key, 60))} in ${NAME} is ignored: what came with a repository switches nothing on, opens no connection and names no program or file.`;
  return {
    code: "setting-ignored",
    message:
      USERS.includes(key) || key === WRITE ? `${said} Your own ${userFile() ?? "~/.config/manifold/config.json"} may have it.` : said,
  };
}

/**
 * What a question must be told of the project's settings; they decide nothing else about it.
 * @returns [] for a file that is not understood, too: a question does not depend on it
 */
export function projectWarnings(root: string): Warning[] {
  try {
    const value: unknown = JSON.parse(read(root) ?? "{}");
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    const { notes } = value as { notes?: unknown };
    const writes = typeof notes === "object" && notes !== null && "write" in notes;
    return [...Object.keys(value).filter((key) => !OWN.includes(key)), ...(writes ? [WRITE] : [])].slice(0, 5).map(ignored);
  } catch {
    return [];
  }
}

function bad(what: string): Refusal {
  return new Refusal(
    "bad-settings",
    what,
    `It may have "gate" (max_affected: number or null; fail_on: list of ${FAIL_ON.join(", ")}; depth: 1 to ${asking.maxDepth}), "hook" (wait: seconds), "feedback" (record: true or false) and "notes" (folder: path in the tree); what opens a connection or names a program or a file stands in your own ${userFile() ?? "~/.config/manifold/config.json"} only.`,
  );
}

/** What of a gate its project's file makes weaker than it is without the file, each as the end of a sentence. */
export interface Relaxed {
  depth: string | null;
  /** Of a hook only: without the file it stops what is risky. */
  failOn: string | null;
}

/**
 * Which settings of the file relax a gate.
 * @param said what the file itself says; the user's own settings are the user's business
 * @param own what flags or the installation of a hook decide instead of the file
 * @param stops what fails the gate where nobody says anything
 */
export function relaxedBy(
  { gate, said }: Pick<ProjectSettings, "gate" | "said">,
  own: { depth: boolean; failOn: boolean },
  stops: readonly FailOn[],
): Relaxed {
  const depth =
    own.depth || !said.has("gate.depth") || gate.depth >= asking.defaultDepth
      ? null
      : `${NAME} has "depth": ${gate.depth} instead of ${asking.defaultDepth}: what depends on the change from further away does not count`;
  // Whoever stops at medium stops at risky.
  const missing =
    own.failOn || !said.has("gate.fail_on") || gate.fail_on === null || gate.fail_on.includes("medium")
      ? []
      : stops.filter((one) => !gate.fail_on!.includes(one));
  const failOn =
    missing.length === 0 ? null : `${NAME} has "fail_on": ${JSON.stringify(gate.fail_on)}, which lets ${missing.join(" and ")} pass`;
  return { depth, failOn };
}

/** Does a change touch the file that it is judged by? */
export const changesSettings = (paths: Iterable<string>): boolean => [...paths].includes(NAME);

/** The sentence for it. */
export const SETTINGS_CHANGED = `the change touches ${NAME}, by which it is judged`;

/** Settings of a few lines; whatever is larger is not ours. */
const MAX_BYTES = 64 * 1024;

/** The text of the file, looked at through its handle before anything is read: no link, no device, nothing that never ends. */
function read(root: string): string | null {
  const path = join(root, NAME);
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT") return null;
    throw bad(code === "ELOOP" || code === "ENXIO" ? `${NAME} is not a plain file.` : `${NAME} cannot be read.`);
  }
  try {
    const there = fstatSync(file);
    if (!there.isFile()) throw bad(`${NAME} is not a plain file.`);
    if (there.size > MAX_BYTES) throw bad(`${NAME} is too large for settings.`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** May questions about this tree be recorded, as far as the project says? Read without the schema; a file that is not understood is a no. */
export function projectRecords(root: string): boolean {
  try {
    const text = read(root);
    return text === null || (JSON.parse(text) as { feedback?: { record?: unknown } } | null)?.feedback?.record !== false;
  } catch {
    return false;
  }
}

/**
 * Where the notes of a tree are. Read without the schema: every question asks.
 * @throws Refusal `bad-settings` for a folder that does not lie in the tree, and for a file that is not understood
 */
export function projectNotes(root: string): string {
  let value: { notes?: { folder?: unknown } } | null;
  try {
    value = JSON.parse(read(root) ?? "{}");
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw bad(`${NAME} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const said = value?.notes?.folder ?? null;
  if (said !== null && typeof said !== "string") throw bad(`${NAME} is not understood at "notes.folder".`);
  return notesFolder(said);
}

/** The notes that a question of a tree may use; a folder that is refused is told instead, and the question goes on without. */
export function sessionNotes(root: string, now: number): Pick<Session, "notes"> & { warnings: Warning[] } {
  try {
    return { notes: { folder: projectNotes(root), now }, warnings: [] };
  } catch (error) {
    const { code, what } = asRefusal(error);
    return { notes: undefined, warnings: [{ code, message: `${what} No notes are used.` }] };
  }
}

// The user's own settings, `$XDG_CONFIG_HOME/manifold/config.json` (by default `~/.config/manifold/config.json`).
//
// What opens a connection, or names a program or a file outside the tree, can be said here or by a flag and nowhere else: every file in the tree may
// have come with a clone or an archive, whether git tracks it or not.

/** The file's contents with every default filled in. */
export interface UserSettings extends Pick<ProjectSettings, "gate" | "hook"> {
  feedback: {
    /** Whether questions are recorded in `.manifold` (serve/feedback/record.ts). */
    record: boolean;
  };
  notes: {
    /** May a client of the MCP server write notes (`manifold mcp --write-notes`)? */
    write: boolean;
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
  ...GATE,
  feedback: { record: true },
  notes: { write: false },
  llm: { enabled: false, model: null, url: ollama.url, timeout_ms: ollama.timeoutMs },
};

/** Its keys. */
export const USERS: readonly string[] = Object.keys(DEFAULTS);

/** Where the user's own settings are, or would be; null where there is no home folder. */
export function userFile(env: Record<string, string | undefined> = process.env): string | null {
  // A relative folder would lie in the tree that is asked about, and so would a relative home.
  if (env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)) return join(env.XDG_CONFIG_HOME, "manifold", "config.json");
  const home = env.HOME || homedir();
  return isAbsolute(home) ? join(home, ".config", "manifold", "config.json") : null;
}

/** What the user's own file may have. */
export const userSchema = (z: typeof Zod) =>
  z.strictObject({
    $schema: z.string().optional(),
    ...gateShape(z),
    feedback: z.strictObject({ record: z.boolean().default(true) }).default(DEFAULTS.feedback),
    notes: z.strictObject({ write: z.boolean().default(false) }).default(DEFAULTS.notes),
    llm: z
      .strictObject({
        enabled: z.boolean().default(DEFAULTS.llm.enabled),
        model: z.string().min(1).max(200).nullable().default(DEFAULTS.llm.model),
        url: z.string().max(200).default(DEFAULTS.llm.url),
        timeout_ms: z.int().min(1).max(ollama.maxTimeoutMs).default(DEFAULTS.llm.timeout_ms),
      })
      .default(DEFAULTS.llm),
  });

/**
 * The user's own settings; defaults where there is no file.
 * @throws Refusal `bad-settings` for anything in it that is not known or not allowed, and for a file that somebody else could have written
 */
export async function userSettings(env: Record<string, string | undefined> = process.env): Promise<UserSettings> {
  const path = userFile(env);
  const text = path === null ? null : readOfUser(path);
  if (path === null || text === null) return DEFAULTS;
  // A question does not pay for zod where there is no file.
  const { z } = await import("zod");
  const schema = userSchema(z);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badOfUser(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    const { gate, hook, ...rest } = parsed.data;
    return { ...rest, gate: over(gate, GATE.gate), hook: over(hook, GATE.hook) };
  }
  const issue = parsed.error.issues[0]!;
  const where = issue.path.length > 0 ? ` at "${issue.path.join(".")}"` : "";
  throw badOfUser(`${path} is not understood${where}: ${issue.message}.`);
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

/** A setting, what it is, and who says so. */
export interface Setting {
  key: string;
  value: unknown;
  from: "default" | "user" | "repository" | "environment";
}

/**
 * Every setting that holds in a tree: flags decide over the environment, that over the repository's file, that over the user's own, that over defaults.
 * @throws Refusal `bad-settings`
 */
export async function settingsOf(root: string, env: Record<string, string | undefined> = process.env): Promise<Setting[]> {
  const [project, user] = [await projectSettings(root), await userSettings(env)];
  const path = userFile(env);
  const own = path === null ? null : readOfUser(path);
  const users = own === null ? new Set<string>() : saidIn(JSON.parse(own));
  const from = (key: string, shared: boolean): Setting["from"] =>
    shared && project.said.has(key) ? "repository" : users.has(key) ? "user" : "default";
  const list = (section: string, values: object, shared: boolean): Setting[] =>
    Object.entries(values).map(([key, value]) => ({ key: `${section}.${key}`, value, from: from(`${section}.${key}`, shared) }));
  // Whoever says no is heard.
  const switched = env.MANIFOLD_FEEDBACK === "0";
  const record = { record: !switched && project.feedback.record && user.feedback.record };
  const feedback = list("feedback", record, !project.feedback.record || user.feedback.record).map(
    (one): Setting => (switched ? { ...one, from: "environment" } : one),
  );
  return [
    ...list("gate", project.gate, true),
    ...list("hook", project.hook, true),
    ...feedback,
    ...list("notes", project.notes, true),
    ...list("notes", user.notes, false),
    ...list("llm", user.llm, false),
  ];
}

/** May questions be recorded, as far as the user says? Read without the schema, which costs more than recording; a file that is not understood is a no. */
export function userRecords(): boolean {
  try {
    const path = userFile();
    const text = path === null ? null : readOfUser(path);
    return text === null || (JSON.parse(text) as { feedback?: { record?: unknown } } | null)?.feedback?.record !== false;
  } catch {
    return false;
  }
}

function badOfUser(what: string): Refusal {
  return new Refusal(
    "bad-settings",
    what,
    'It may have "gate" and "hook" as manifold.json has them, "llm" (enabled: true or false; model: name or null; url: of 127.0.0.1; timeout_ms), "feedback" (record: true or false) and "notes" (write: true or false).',
  );
}

/** The text of the file, looked at through its handle: a plain file of this user (or root) that nobody else may write. Links are the user's choice. */
function readOfUser(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw badOfUser(`${path} cannot be read.`);
  }
  try {
    const there = fstatSync(file);
    if (!there.isFile()) throw badOfUser(`${path} is not a plain file.`);
    if (there.size > MAX_BYTES) throw badOfUser(`${path} is too large for settings.`);
    if (there.uid !== 0 && there.uid !== userId()) throw badOfUser(`${path} belongs to another user.`);
    if (othersMay(there.mode, 0o022)) throw badOfUser(`${path} may be written by others.`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
