/**
 * `manifold.json` at the root: what a project decides for everybody who works in it.
 *
 * It came with the clone or the archive, so it switches nothing on: the local model is the user's own to name (below), and a project that names
 * one is told that nobody listens.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { z as Zod } from "zod";
import type { LocalModel } from "../asking/ollama.ts";
import type { Session } from "../asking/options.ts";
import { asRefusal, Refusal, type Warning } from "../base/errors.ts";
import { caching, ollama } from "../base/limits.ts";
import { readOfUser, userFileNamed } from "../base/private.ts";
import { isCompiled } from "../base/program.ts";
import { asking } from "../base/settings.ts";
import { FAIL_ON, type FailOn } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { notesFolder } from "../notes/folder.ts";
import { CACHE_VARIABLES, type CacheSettings } from "../store/cache.ts";
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

/** Values of `--hyperlink`. */
export const HYPERLINKS = ["auto", "always", "never"] as const;
export type Hyperlink = (typeof HYPERLINKS)[number];

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
    ...Object.fromEntries(USERS_ONLY.map((key) => [key, z.unknown().optional()])),
  });

/** What `manifold.json` may have, as it is published: without what is only told to be ignored. */
export const publishedProjectSchema = (z: typeof Zod) =>
  projectSchema(z).omit(Object.fromEntries(USERS_ONLY.map((key) => [key, true])) as Record<never, true>);

/** Sections that open a connection, or name a program or a file outside the tree. */
const USERS_ONLY = ["llm", "index", "cache", "output"] as const;

/** The first object's values where it has them, else the second's. */
const over = <T extends object>(said: { [K in keyof T]?: T[K] | undefined } | undefined, below: T): T => {
  const given = Object.entries(said ?? {}).filter(([, value]) => value !== undefined);
  return { ...below, ...Object.fromEntries(given) };
};

const NAME = "manifold.json";

/**
 * The settings of a project: its file's, else the user's own, else the defaults.
 * @throws Refusal `bad-settings` for anything in it that is not known or not allowed
 */
export async function projectSettings(root: string, env: Record<string, string | undefined> = process.env): Promise<ProjectSettings> {
  const [text, user, environment] = [read(root), await userSettings(env), await environmentSettings(env)];
  if (text === null)
    return {
      gate: user.gate,
      hook: user.hook,
      feedback: { record: true },
      notes: { folder: user.notes.folder },
      said: new Set(),
      warnings: [],
    };
  const data = await understood(text, projectSchema, NAME, bad);
  const { gate, hook, feedback, notes } = data;
  const others = USERS_ONLY.filter((key) => Object.hasOwn(data, key));
  return {
    gate: over(environment.gate, over(gate, user.gate)),
    hook: over(environment.hook, over(hook, user.hook)),
    feedback,
    notes: { folder: environment.notes?.folder ?? notes.folder ?? user.notes.folder },
    said: new Set([...saidIn(JSON.parse(text))].filter((key) => !environment.said.has(key))),
    warnings: [...others, ...(notes.write === undefined ? [] : [WRITE])].map(ignored),
  };
}

/** What a file of settings says, `name` in errors. A question does not pay for zod where there is none. */
async function understood<T>(
  text: string,
  schema: (z: typeof Zod) => Zod.ZodType<T>,
  name: string,
  refused: (what: string) => Refusal,
): Promise<T> {
  const value = jsonOf(text, name, refused);
  const parsed = schema((await import("zod")).z).safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const where = issue.path.length > 0 ? ` at "${issue.path.join(".")}"` : "";
  throw refused(`${name} is not understood${where}: ${issue.message}.`);
}

function jsonOf(text: string, name: string, refused: (what: string) => Refusal): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
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
  const mine = process.env[VARIABLES["notes.folder"]!.name];
  if (mine) return notesFolder(mine);
  const value = jsonOf(read(root) ?? "{}", NAME, bad) as { notes?: { folder?: unknown } } | null;
  const said = value?.notes?.folder ?? userSaid("notes", "folder") ?? null;
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
    /** Where the notes of projects are that do not say it themselves. */
    folder: string | null;
    /** May a client of the MCP server write notes (`manifold mcp --write-notes`)? */
    write: boolean;
  };
  index: {
    /** A folder for the indexes of all trees (store/place.ts); null: each in its tree. */
    dir: string | null;
  };
  /** The cache by content (store/cache.ts). */
  cache: CacheSettings;
  /** How answers reach a terminal (print.ts, render/links.ts). */
  output: {
    /** The command that shows what is longer than the screen; null: PAGER, or less; "" or "cat": none. */
    pager: string | null;
    hyperlink: Hyperlink;
    /** Where links lead to: an address with {host}, {path}, {line}; null: the file. */
    hyperlink_format: string | null;
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
  notes: { folder: null, write: false },
  index: { dir: null },
  cache: { enabled: true, dir: null, megabytes: caching.megabytes },
  output: { pager: null, hyperlink: "auto", hyperlink_format: null },
  llm: { enabled: false, model: null, url: ollama.url, timeout_ms: ollama.timeoutMs },
};

/** Its keys. */
export const USERS: readonly string[] = Object.keys(DEFAULTS);

/** Where the user's own settings are, or would be; null where there is no home folder. */
export const userFile = (env: Record<string, string | undefined> = process.env): string | null => userFileNamed("config.json", env);

/** What the user's own file may have. */
export const userSchema = (z: typeof Zod) =>
  z.strictObject({
    $schema: z.string().optional(),
    ...gateShape(z),
    feedback: z.strictObject({ record: z.boolean().default(true) }).default(DEFAULTS.feedback),
    notes: z.strictObject({ folder: z.string().nullable().default(null), write: z.boolean().default(false) }).default(DEFAULTS.notes),
    index: z.strictObject({ dir: z.string().nullable().default(null) }).default(DEFAULTS.index),
    cache: z
      .strictObject({
        enabled: z.boolean().default(DEFAULTS.cache.enabled),
        dir: z.string().nullable().default(null),
        megabytes: z.int().min(1).max(caching.maxMegabytes).default(DEFAULTS.cache.megabytes),
      })
      .default(DEFAULTS.cache),
    output: z
      .strictObject({
        pager: z.string().max(500).nullable().default(null),
        hyperlink: z.enum(HYPERLINKS).default(DEFAULTS.output.hyperlink),
        hyperlink_format: z.string().max(500).nullable().default(null),
      })
      .default(DEFAULTS.output),
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
 * The user's own settings, what the environment says above those of the file; defaults where neither says anything.
 * @throws Refusal `bad-settings` for anything in it that is not known or not allowed, and for a file that somebody else could have written
 */
export async function userSettings(env: Record<string, string | undefined> = process.env): Promise<UserSettings> {
  const environment = await environmentSettings(env);
  const file = await userFileSettings(env);
  const { llm, notes } = environment;
  return {
    ...file,
    cache: over(environment.cache, file.cache),
    gate: over(environment.gate, file.gate),
    hook: over(environment.hook, file.hook),
    notes: over(notes, file.notes),
    llm: over(llm, file.llm),
  };
}

async function userFileSettings(env: Record<string, string | undefined>): Promise<UserSettings> {
  const path = userFile(env);
  const text = path === null ? null : readOfUser(path, MAX_BYTES, badOfUser);
  if (path === null || text === null) return DEFAULTS;
  const { gate, hook, ...rest } = await understood(text, userSchema, path, badOfUser);
  return { ...rest, gate: over(gate, GATE.gate), hook: over(hook, GATE.hook) };
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
  from: "default" | "user" | "repository" | "environment" | "flag";
  /** The variable that says it. */
  variable: string;
}

/** What a project may say, as `section.key`; all else is the user's own. */
const SHARED = /^(?:gate|hook|feedback)\.|^notes\.folder$/;

/**
 * Every setting that holds in a tree: flags decide over the environment, that over the repository's file, that over the user's own, that over defaults.
 * @param flagged what flags of this call decide
 * @throws Refusal `bad-settings`
 */
export async function settingsOf(
  root: string,
  env: Record<string, string | undefined> = process.env,
  flagged: ReadonlyMap<string, unknown> = new Map(),
): Promise<Setting[]> {
  const [project, user, environment] = [await projectSettings(root, env), await userSettings(env), await environmentSettings(env)];
  const path = userFile(env);
  const own = path === null ? null : readOfUser(path, MAX_BYTES, badOfUser);
  const users = own === null ? new Set<string>() : saidIn(JSON.parse(own));
  const { gate, hook } = project;
  // Whoever says no is heard.
  const spoken = environment.feedback?.record;
  const record = spoken !== false && project.feedback.record && user.feedback.record;
  const noes = { environment: spoken === false, repository: !project.feedback.record, user: !user.feedback.record };
  const given = { index: { ...user.index, ...environment.index }, cache: user.cache, output: { ...user.output, ...environment.output } };
  const notes = { folder: project.notes.folder, write: user.notes.write };
  const all = { gate, hook, feedback: { record }, notes, ...given, llm: user.llm };
  return Object.entries(VARIABLES).map(([key, { name: variable }]): Setting => {
    const [section, name] = key.split(".") as [keyof typeof all, string];
    const silent = key === "feedback.record" && !record;
    const who = (["environment", "repository", "user"] as const).find((one) =>
      silent
        ? noes[one]
        : one === "environment"
          ? environment.said.has(key)
          : one === "repository"
            ? SHARED.test(key) && project.said.has(key)
            : users.has(key),
    );
    if (flagged.has(key)) return { key, value: flagged.get(key), from: "flag", variable };
    return { key, value: (all[section] as Record<string, unknown>)[name] ?? null, from: who ?? "default", variable };
  });
}

/** May questions be recorded, as far as the user says? Read without the schema, which costs more than recording; a file that is not understood is a no. */
export function userRecords(): boolean {
  try {
    const path = userFile();
    const text = path === null ? null : readOfUser(path, MAX_BYTES, badOfUser);
    return text === null || (JSON.parse(text) as { feedback?: { record?: unknown } } | null)?.feedback?.record !== false;
  } catch {
    return false;
  }
}

function badOfUser(what: string): Refusal {
  return new Refusal(
    "bad-settings",
    what,
    'It may have "gate" and "hook" as manifold.json has them, "llm" (enabled: true or false; model: name or null; url: of 127.0.0.1; timeout_ms), "feedback" (record: true or false), "notes" (folder: path in a tree; write: true or false), "index" (dir: folder), "cache" (enabled: true or false; dir: folder; megabytes) and "output" (pager: command; hyperlink: auto, always or never; hyperlink_format: address).',
  );
}

/**
 * What the user's own file says of a setting. Read without the schema: it is wanted before anything else.
 * @throws Refusal `bad-settings` for a file that is no JSON or may not be believed
 */
function userSaid(section: string, key: string, env: Record<string, string | undefined> = process.env): unknown {
  const path = userFile(env);
  const text = path === null ? null : readOfUser(path, MAX_BYTES, badOfUser);
  if (text === null) return undefined;
  try {
    return (JSON.parse(text) as Record<string, Record<string, unknown> | undefined> | null)?.[section]?.[key];
  } catch {
    throw badOfUser(`${path} is not JSON.`);
  }
}

/** A setting of the user's own that is a text; undefined where it is not said. @throws Refusal `bad-settings` */
function userText(section: string, key: string): string | undefined {
  const said = userSaid(section, key) ?? undefined;
  if (said === undefined || typeof said === "string") return said;
  throw badOfUser(`${userFile()} is not understood at "${section}.${key}".`);
}

/** The folder for indexes that the user's own file names; `~` is the home folder there. @throws Refusal `bad-settings` */
export function userIndexDir(): string | null {
  const said = userText("index", "dir");
  return said === undefined ? null : atHome(said);
}

/**
 * What the environment or the user's own file say of the cache by content; a program that runs from its source, which changes under it, has none unless it is
 * asked for.
 * @throws Refusal `bad-settings`
 */
export function userCache(): Partial<CacheSettings> {
  const said = (key: keyof CacheSettings): unknown => {
    const { name, read } = VARIABLES[`cache.${key}`]!;
    return process.env[name] ? read(process.env[name]) : (userSaid("cache", key) ?? undefined);
  };
  const [enabled, dir, megabytes] = [said("enabled"), said("dir"), said("megabytes")];
  const wrong = (key: string): Refusal => badOfUser(`"cache.${key}" is not understood.`);
  if (enabled !== undefined && typeof enabled !== "boolean") throw wrong("enabled");
  if (dir !== undefined && typeof dir !== "string") throw wrong("dir");
  if (megabytes !== undefined && !(typeof megabytes === "number" && megabytes >= 1 && megabytes <= caching.maxMegabytes))
    throw wrong("megabytes");
  return {
    enabled: enabled ?? (isCompiled() || dir !== undefined),
    ...(dir === undefined ? {} : { dir: atHome(dir) }),
    ...(megabytes === undefined ? {} : { megabytes }),
  };
}

const atHome = (path: string): string => (path.startsWith("~/") ? join(process.env.HOME || homedir(), path.slice(2)) : path);

/** How the user wants answers to reach a terminal, as far as the environment or the file say it; a file that is not understood says nothing. */
export function userOutput(): Partial<UserSettings["output"]> {
  try {
    const said = (key: keyof UserSettings["output"]) => process.env[VARIABLES[`output.${key}`]!.name] || userText("output", key);
    const [pager, hyperlink, format] = [said("pager"), said("hyperlink"), said("hyperlink_format")];
    return {
      ...(pager === undefined ? {} : { pager }),
      ...(HYPERLINKS.includes(hyperlink as Hyperlink) ? { hyperlink: hyperlink as Hyperlink } : {}),
      ...(format === undefined ? {} : { hyperlink_format: format }),
    };
  } catch {
    return {};
  }
}

// The environment.

const number = (text: string): unknown => (text === "none" ? null : /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text);
const flag = (text: string): unknown => (/^(?:1|true|yes|on)$/i.test(text) ? true : /^(?:0|false|no|off)$/i.test(text) ? false : text);
const list = (text: string): unknown => (text === "none" ? null : text.split(",").map((word) => word.trim()));
const words = (text: string): unknown => text;

/** Variables that are not called after their section and key. */
const NAMED: Record<string, string> = {
  "feedback.record": "MANIFOLD_FEEDBACK",
  "cache.enabled": CACHE_VARIABLES.enabled,
  "cache.megabytes": CACHE_VARIABLES.megabytes,
};

/** How a variable is read: as its default is, where that is no nothing. */
const readerOf = (key: string, value: unknown): ((text: string) => unknown) =>
  key === "gate.fail_on"
    ? list
    : typeof value === "number" || key === "gate.max_affected"
      ? number
      : typeof value === "boolean"
        ? flag
        : words;

/** The variable of each setting (`gate.depth`: MANIFOLD_GATE_DEPTH, `output.pager`: MANIFOLD_PAGER); one that is empty says nothing. */
const VARIABLES: Record<string, { name: string; read: (text: string) => unknown }> = Object.fromEntries(
  Object.entries(DEFAULTS).flatMap(([section, settings]) =>
    Object.entries(settings as object).map(([own, value]) => {
      const key = `${section}.${own}`;
      const name = `MANIFOLD_${section === "output" ? own : `${section}_${own}`}`.toUpperCase();
      return [key, { name: NAMED[key] ?? name, read: readerOf(key, value) }];
    }),
  ),
);

/** Those that anything may be said in; a question does not pay for zod because of them. */
const FREE = ["feedback.record", "notes.folder", "index.dir", "cache.dir", "output.pager", "output.hyperlink_format"];

/** What the environment says, by section. @throws Refusal `bad-settings` naming the variable */
async function environmentSettings(
  env: Record<string, string | undefined>,
): Promise<{ [K in keyof UserSettings]?: Partial<UserSettings[K]> } & { said: ReadonlySet<string> }> {
  const said = Object.entries(VARIABLES).filter(([, { name }]) => (env[name] ?? "") !== "");
  const sections: Record<string, Record<string, unknown>> = {};
  for (const [key, { name, read }] of said) {
    const [section, own] = key.split(".") as [string, string];
    sections[section] = { ...sections[section], [own]: read(env[name]!) };
  }
  if (said.some(([key]) => !FREE.includes(key))) {
    // A word for recording that is no word is taken for none, there.
    const { feedback: _, ...checked } = sections;
    const issue = userSchema((await import("zod")).z).safeParse(checked).error?.issues[0];
    const key = issue?.path.slice(0, 2).join(".");
    const message = `${VARIABLES[key ?? ""]?.name ?? "The environment"} is not understood: ${issue?.message}.`;
    if (issue) throw new Refusal("bad-settings", message, "Correct it, or unset it: manifold help settings has a table of them.");
  }
  return { ...sections, said: new Set(said.map(([key]) => key)) };
}
