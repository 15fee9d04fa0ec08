/**
 * Settings: one table of what can be set, from which come the schemas of both files, their types and defaults, the variables of the environment and what
 * `manifold config` lists.
 *
 * `manifold.json` at the root of a tree came with the clone or the archive, so it switches nothing on: what opens a connection, or names a program or a file
 * outside the tree, is said by the user's own file (`$XDG_CONFIG_HOME/manifold/config.json`, by default `~/.config/manifold/config.json`), a variable or a
 * flag, and a project that names such a thing is told that nobody listens.
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
import type { Setting } from "../base/schema.ts";
import { asking } from "../base/settings.ts";
import { FAIL_ON, type FailOn } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { notesFolder } from "../notes/folder.ts";
import { CACHE_VARIABLES, type CacheSettings } from "../store/cache.ts";
import { gate } from "./limits.ts";

/** Values of `--hyperlink`. */
export const HYPERLINKS = ["auto", "always", "never"] as const;
export type Hyperlink = (typeof HYPERLINKS)[number];

type Env = Record<string, string | undefined>;

/** What can be set. */
interface Row<T> {
  /** Where nobody says anything. */
  otherwise: T;
  /** What a file may say, in words. */
  words: string;
  /** The same as a schema; null as well where that is the default. */
  shape: (z: typeof Zod) => Zod.ZodType;
  /** May `manifold.json` say it, too? */
  shared?: boolean;
  /** Its variable, where that is not called after its section and key. */
  variable?: string;
  /** How the text of its variable is read: as its default is, unless said. */
  read: (text: string) => unknown;
}

const number = (text: string): unknown => (text === "none" ? null : /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text);
const flag = (text: string): unknown => (/^(?:1|true|yes|on)$/i.test(text) ? true : /^(?:0|false|no|off)$/i.test(text) ? false : text);
const list = (text: string): unknown => (text === "none" ? null : text.split(",").map((word) => word.trim()));

function row<T>(otherwise: T, words: string, shape: Row<T>["shape"], more: Partial<Row<T>> = {}): Row<T> {
  const read = typeof otherwise === "number" ? number : typeof otherwise === "boolean" ? flag : (text: string) => text;
  return { otherwise, words, shape, read, ...more };
}
const yesOrNo = (otherwise: boolean, more?: Partial<Row<boolean>>): Row<boolean> =>
  row(otherwise, "true or false", (z) => z.boolean(), more);
const text = (words: string, more?: Partial<Row<string | null>>): Row<string | null> => row(null, words, (z) => z.string(), more);

/** Everything that can be set, by section. */
const SETTINGS = {
  gate: {
    /** Symbols outside tests that a change may affect; null: no limit. */
    max_affected: row<number | null>(null, "number or null", (z) => z.int().min(0), { shared: true, read: number }),
    /** null: nothing for `manifold impact`, `risky` for a hook. */
    fail_on: row<FailOn[] | null>(null, `list of ${FAIL_ON.join(", ")}`, (z) => z.array(z.enum(FAIL_ON)), { shared: true, read: list }),
    depth: row(asking.defaultDepth as number, `1 to ${asking.maxDepth}`, (z) => z.int().min(1).max(asking.maxDepth), { shared: true }),
  },
  hook: {
    /** Seconds that a hook waits for an index that is being built. */
    wait: row(gate.hookWaitSeconds as number, "seconds", (z) => z.number().min(0).max(600), { shared: true }),
  },
  feedback: {
    /** Are questions recorded in `.manifold` (serve/feedback/record.ts)? Whoever says no is heard. */
    record: yesOrNo(true, { shared: true, variable: "MANIFOLD_FEEDBACK" }),
  },
  notes: {
    /** Where the notes of a tree are, from its root (notes/folder.ts). */
    folder: text("path in a tree", { shared: true }),
    /** May a client of the MCP server write notes (`manifold mcp --write-notes`)? */
    write: yesOrNo(false),
  },
  index: {
    /** A folder for the indexes of all trees (store/place.ts); null: each in its tree. */
    dir: text("folder"),
  },
  /** The cache by content (store/cache.ts). */
  cache: {
    enabled: yesOrNo(true, { variable: CACHE_VARIABLES.enabled }),
    dir: text("folder", { variable: CACHE_VARIABLES.dir }),
    megabytes: row(caching.megabytes as number, "number", (z) => z.int().min(1).max(caching.maxMegabytes), {
      variable: CACHE_VARIABLES.megabytes,
    }),
  },
  /** How answers reach a terminal (print.ts, render/visible.ts). */
  output: {
    /** The command that shows what is longer than the screen; null: PAGER, or less; "" or "cat": none. */
    pager: text("command", { shape: (z) => z.string().max(500), variable: "MANIFOLD_PAGER" }),
    hyperlink: row<Hyperlink>("auto", "auto, always or never", (z) => z.enum(HYPERLINKS), { variable: "MANIFOLD_HYPERLINK" }),
    /** Where links lead to: an address with {host}, {path}, {line}; null: the file. */
    hyperlink_format: text("address", { shape: (z) => z.string().max(500), variable: "MANIFOLD_HYPERLINK_FORMAT" }),
  },
  /** A model on this machine that may compile questions the router is unsure of (asking/ollama.ts). */
  llm: {
    /** Asked at every question, without --llm. */
    enabled: yesOrNo(false),
    model: row<string | null>(null, "name or null", (z) => z.string().min(1).max(200)),
    url: row(ollama.url as string, "of 127.0.0.1", (z) => z.string().max(200)),
    timeout_ms: row(ollama.timeoutMs as number, "milliseconds", (z) => z.int().min(1).max(ollama.maxTimeoutMs)),
  },
};

type Table = typeof SETTINGS;
type Section = keyof Table;

/** Every setting with its value, by section. */
export type Settings = { [S in Section]: { [K in keyof Table[S]]: Table[S][K] extends Row<infer T> ? T : never } };

const SECTIONS = Object.entries(SETTINGS) as [Section, Record<string, Row<unknown>>][];

/** Each setting with its variable (`gate.depth`: MANIFOLD_GATE_DEPTH), by `section.key`; a variable that is empty says nothing. */
const ROWS: ReadonlyMap<string, Row<unknown> & { variable: string }> = new Map(
  SECTIONS.flatMap(([section, rows]) =>
    Object.entries(rows).map(([key, one]) => [`${section}.${key}`, { variable: `MANIFOLD_${section}_${key}`.toUpperCase(), ...one }]),
  ),
);

/** Sections of which a project may say nothing. */
const USERS_ONLY: readonly string[] = SECTIONS.flatMap(([section, rows]) =>
  Object.values(rows).some((one) => one.shared) ? [] : [section],
);

// What the files and the environment say.

/** Whose file it is: the project's, which is told of what it may not decide, or the user's own. `published`: the project's without that. */
type Whose = "project" | "published" | "user";

/** What a file may have. */
export function settingsSchema(z: typeof Zod, whose: Whose) {
  const file: Record<string, Zod.ZodType> = { $schema: z.string().optional() };
  for (const [section, rows] of SECTIONS) {
    const fields: Record<string, Zod.ZodType> = {};
    for (const [key, { shape, otherwise, shared }] of Object.entries(rows)) {
      const said = otherwise === null ? shape(z).nullable() : shape(z);
      if (whose === "user" || shared) fields[key] = said.optional().meta({ default: otherwise });
      else if (whose === "project") fields[key] = z.unknown().optional();
    }
    if (whose === "user" || !USERS_ONLY.includes(section)) file[section] = z.strictObject(fields).optional();
    else if (whose === "project") file[section] = z.unknown().optional();
  }
  return z.strictObject(file);
}

/** What one of them says, by `section.key`. */
type Layer = ReadonlyMap<string, unknown>;

/** The settings in an object as a file has it. @param whose of the project's those that it may say */
function layerOf(value: unknown, whose: Whose): Layer {
  const file = (value ?? {}) as Record<string, Record<string, unknown> | null | undefined>;
  const said = [...ROWS].flatMap(([key, { shared }]): [string, unknown][] => {
    const [section, name] = key.split(".") as [string, string];
    const one = whose === "user" || shared ? file[section]?.[name] : undefined;
    return one === undefined ? [] : [[key, one]];
  });
  return new Map(said);
}

/**
 * What a file says. A question does not pay for zod where there is none.
 * @param name in errors
 * @throws Refusal `bad-settings` for anything in it that is not known or not allowed
 */
async function understood(text: string | null, whose: Whose, name: string): Promise<Layer> {
  if (text === null) return new Map();
  const value = jsonOf(text, whose, name);
  const issue = settingsSchema((await import("zod")).z, whose).safeParse(value).error?.issues[0];
  if (issue === undefined) return layerOf(value, whose);
  const where = issue.path.length > 0 ? ` at "${issue.path.join(".")}"` : "";
  throw bad(whose, `${name} is not understood${where}: ${issue.message}.`);
}

function jsonOf(text: string, whose: Whose, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw bad(whose, `${name} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The refusal of a file, which says what it may have. */
function bad(whose: Whose, what: string): Refusal {
  const sections = SECTIONS.flatMap(([section, rows]) => {
    const may = Object.entries(rows).filter(([, { shared }]) => whose === "user" || shared);
    return may.length === 0 ? [] : [`"${section}" (${may.map(([key, { words }]) => `${key}: ${words}`).join("; ")})`];
  });
  const rest =
    whose === "user"
      ? ""
      : `; what opens a connection or names a program or a file stands in your own ${userFile() ?? "~/.config/manifold/config.json"} only`;
  return new Refusal("bad-settings", what, `It may have ${sections.join(", ")}${rest}.`);
}

/** Settings in which anything may be said; a question does not pay for zod because of their variables. */
const FREE = ["feedback.record", "notes.folder", "index.dir", "cache.dir", "output.pager", "output.hyperlink_format"];

/** What the environment says. @throws Refusal `bad-settings` naming the variable */
async function environmentSays(env: Env): Promise<Layer> {
  const said = [...ROWS].flatMap(([key, { variable, read }]): [string, unknown][] => {
    const value = env[variable] ? read(env[variable]) : undefined;
    // A word for recording that is no word is taken for none.
    return value === undefined || (key === "feedback.record" && typeof value === "string") ? [] : [[key, value]];
  });
  if (said.some(([key]) => !FREE.includes(key))) {
    const file: Record<string, Record<string, unknown>> = {};
    for (const [key, value] of said) {
      const [section, name] = key.split(".") as [string, string];
      file[section] = { ...file[section], [name]: value };
    }
    const issue = settingsSchema((await import("zod")).z, "user").safeParse(file).error?.issues[0];
    const variable = ROWS.get(issue?.path.slice(0, 2).join(".") ?? "")?.variable ?? "The environment";
    const fix = "Correct it, or unset it: manifold help settings has a table of them.";
    if (issue) throw new Refusal("bad-settings", `${variable} is not understood: ${issue.message}.`, fix);
  }
  return new Map(said);
}

/** What each of them says, the first deciding over the others. @throws Refusal `bad-settings` */
async function layersOf(root: string | null, env: Env): Promise<{ environment: Layer; repository: Layer; user: Layer }> {
  return {
    environment: await environmentSays(env),
    repository: root === null ? new Map() : await understood(projectText(root), "project", NAME),
    user: await understood(userText(env), "user", userFile(env) ?? ""),
  };
}

/** All settings, each as the first layer has it that says anything of it. */
function inForce(layers: readonly Layer[]): Settings {
  const said = (key: string, { otherwise }: Row<unknown>): unknown => {
    const layer = layers.find((one) => one.has(key));
    return layer === undefined ? otherwise : layer.get(key);
  };
  const sections = SECTIONS.map(([section, rows]) => [
    section,
    Object.fromEntries(Object.entries(rows).map(([key, one]) => [key, said(`${section}.${key}`, one)])),
  ]);
  return Object.fromEntries(sections) as Settings;
}

/**
 * Every setting that holds in a tree: flags decide over the environment, that over the repository's file, that over the user's own, that over defaults.
 * @param flagged what flags of this call decide
 * @throws Refusal `bad-settings`
 */
export async function settingsOf(
  root: string,
  env: Env = process.env,
  flagged: ReadonlyMap<string, unknown> = new Map(),
): Promise<Setting[]> {
  const layers = Object.entries(await layersOf(root, env)) as [Exclude<Setting["from"], "default" | "flag">, Layer][];
  return [...ROWS].map(([key, { otherwise, variable }]): Setting => {
    if (flagged.has(key)) return { key, value: flagged.get(key), from: "flag", variable };
    const refused = key === "feedback.record" ? layers.find(([, layer]) => layer.get(key) === false) : undefined;
    const [from, layer] = refused ?? layers.find(([, one]) => one.has(key)) ?? (["default", null] as const);
    return { key, value: layer === null ? otherwise : layer.get(key), from, variable };
  });
}

// `manifold.json`: what a project decides for everybody who works in it.

const NAME = "manifold.json";

/** What holds in a tree of the gate and its hooks. */
export interface ProjectSettings extends Pick<Settings, "gate" | "hook"> {
  /** What the project's file itself decides, as `section.key`. */
  said: ReadonlySet<string>;
  /** What the file says and a project may not decide. */
  warnings: Warning[];
}

/**
 * The settings of a project: its file's, else the user's own, else the defaults; what the environment says decides over them.
 * @throws Refusal `bad-settings` for anything in it that is not known or not allowed
 */
export async function projectSettings(root: string, env: Env = process.env): Promise<ProjectSettings> {
  const { environment, repository, user } = await layersOf(root, env);
  const { gate, hook } = inForce([environment, repository, user]);
  const said = new Set([...repository.keys()].filter((key) => !environment.has(key)));
  return { gate, hook, said, warnings: projectWarnings(root) };
}

/** Of its notes a project names the folder; who may write them, the user does. */
const WRITE = "notes.write";

/**
 * What a question must be told of the project's settings; they decide nothing else about it.
 * @returns [] for a file that is not understood, too: a question does not depend on it
 */
export function projectWarnings(root: string): Warning[] {
  try {
    const value: unknown = JSON.parse(projectText(root) ?? "{}");
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    const { notes } = value as { notes?: unknown };
    const writes = typeof notes === "object" && notes !== null && "write" in notes;
    const strange = Object.keys(value).filter((key) => key !== "$schema" && (!Object.hasOwn(SETTINGS, key) || USERS_ONLY.includes(key)));
    return [...strange, ...(writes ? [WRITE] : [])].slice(0, 5).map(ignored);
  } catch {
    return [];
  }
}

function ignored(key: string): Warning {
  const said = `${JSON.stringify(brief(key, 60))} in ${NAME} is ignored: what came with a repository switches nothing on, opens no connection and names no program or file.`;
  const own = ` Your own ${userFile() ?? "~/.config/manifold/config.json"} may have it.`;
  return { code: "setting-ignored", message: Object.hasOwn(SETTINGS, key) || key === WRITE ? `${said}${own}` : said };
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
function projectText(root: string): string | null {
  const path = join(root, NAME);
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT") return null;
    throw bad("project", code === "ELOOP" || code === "ENXIO" ? `${NAME} is not a plain file.` : `${NAME} cannot be read.`);
  }
  try {
    const there = fstatSync(file);
    if (!there.isFile()) throw bad("project", `${NAME} is not a plain file.`);
    if (there.size > MAX_BYTES) throw bad("project", `${NAME} is too large for settings.`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/**
 * Where the notes of a tree are. Read without the schema: every question asks.
 * @throws Refusal `bad-settings` for a folder that does not lie in the tree, and for a file that is not understood
 */
export function projectNotes(root: string): string {
  const mine = process.env[ROWS.get("notes.folder")!.variable];
  if (mine) return notesFolder(mine);
  const value = jsonOf(projectText(root) ?? "{}", "project", NAME) as { notes?: { folder?: unknown } } | null;
  const own = value?.notes?.folder;
  const said = own === undefined ? (userSaid("notes.folder") ?? null) : own;
  if (said !== null && typeof said !== "string") throw bad("project", `${NAME} is not understood at "notes.folder".`);
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

/**
 * May questions about a tree be recorded? The environment, the project and the user's own settings can each say no. Read without the schema, which costs more
 * than recording; a file that is not understood is a no.
 */
export function mayRecord(root: string): boolean {
  if (flag(process.env.MANIFOLD_FEEDBACK ?? "") === false) return false;
  try {
    const texts = [projectText(root), userText()];
    return texts.every((one) => one === null || layerOf(JSON.parse(one), "user").get("feedback.record") !== false);
  } catch {
    return false;
  }
}

// The user's own settings.

/** Where the user's own settings are, or would be; null where there is no home folder. */
export const userFile = (env: Env = process.env): string | null => userFileNamed("config.json", env);

/** The text of that file; null where there is none. @throws Refusal `bad-settings` for one that somebody else could have written */
function userText(env: Env = process.env): string | null {
  const path = userFile(env);
  return path === null ? null : readOfUser(path, MAX_BYTES, (what) => bad("user", what));
}

/** The user's own settings, what the environment says above those of the file; defaults where neither says anything. @throws Refusal `bad-settings` */
export async function userSettings(env: Env = process.env): Promise<Settings> {
  const { environment, user } = await layersOf(null, env);
  return inForce([environment, user]);
}

/**
 * The local model that a question may ask: where `--llm` or the user's own `"llm": {"enabled": true}` switched it on.
 * @throws Refusal `bad-settings`, for an address outside this machine too
 */
export async function localModel(asked: boolean, env: Env = process.env): Promise<LocalModel | undefined> {
  const { llm } = await userSettings(env);
  if (!asked && !llm.enabled) return undefined;
  const { loopback } = await import("../asking/ollama.ts");
  loopback(llm.url);
  return { model: llm.model, url: llm.url, timeoutMs: llm.timeout_ms };
}

/**
 * What the user's own file says of a setting. Read without the schema: it is wanted before anything else.
 * @throws Refusal `bad-settings` for a file that is no JSON or may not be believed
 */
function userSaid(key: string): unknown {
  const text = userText();
  if (text === null) return undefined;
  try {
    return layerOf(JSON.parse(text), "user").get(key) ?? undefined;
  } catch {
    throw bad("user", `${userFile()} is not JSON.`);
  }
}

/** The same of a setting that is a text. @throws Refusal `bad-settings` */
function userSaidText(key: string): string | undefined {
  const said = userSaid(key);
  if (said === undefined || typeof said === "string") return said;
  throw bad("user", `${userFile()} is not understood at "${key}".`);
}

/** The folder for indexes that the user's own file names; `~` is the home folder there. @throws Refusal `bad-settings` */
export function userIndexDir(): string | null {
  const said = userSaidText("index.dir");
  return said === undefined ? null : atHome(said);
}

/**
 * What the environment or the user's own file say of the cache by content; a program that runs from its source, which changes under it, has none unless it is
 * asked for.
 * @throws Refusal `bad-settings`
 */
export function userCache(): Partial<CacheSettings> {
  const said = <T>(name: keyof CacheSettings, fits: (value: unknown) => value is T): T | undefined => {
    const { variable, read } = ROWS.get(`cache.${name}`)!;
    const value = process.env[variable] ? read(process.env[variable]) : userSaid(`cache.${name}`);
    if (value === undefined || fits(value)) return value;
    throw bad("user", `"cache.${name}" is not understood.`);
  };
  const enabled = said("enabled", (value) => typeof value === "boolean");
  const dir = said("dir", (value) => typeof value === "string");
  const megabytes = said("megabytes", (value): value is number => typeof value === "number" && value >= 1 && value <= caching.maxMegabytes);
  return {
    enabled: enabled ?? (isCompiled() || dir !== undefined),
    ...(dir === undefined ? {} : { dir: atHome(dir) }),
    ...(megabytes === undefined ? {} : { megabytes }),
  };
}

const atHome = (path: string): string => (path.startsWith("~/") ? join(process.env.HOME || homedir(), path.slice(2)) : path);

/** How the user wants answers to reach a terminal, as far as the environment or the file say it; a file that is not understood says nothing. */
export function userOutput(): Partial<Settings["output"]> {
  try {
    const said = (name: keyof Settings["output"]) => process.env[ROWS.get(`output.${name}`)!.variable] || userSaidText(`output.${name}`);
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
