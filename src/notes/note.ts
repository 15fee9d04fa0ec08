/**
 * A note as a file: Markdown with front matter that people read, write and merge without this program.
 *
 * Every key of the front matter has lines of its own, also where it is empty, and a list has one entry a line, sorted: two branches that add to
 * different lists, or to different places of one, merge. What recalling a note changes (strength, last recall) never stands in the file (memory.ts).
 *
 * What is read may be anything: a note is data that somebody wrote, and whatever is wrong with it is a sentence in `problems`.
 */
import { NOTE_RELATIONS, NOTE_TIERS, type NoteRelation, type NoteTier } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { notes as limits } from "./limits.ts";

/** What a note is about, as it stands in its file: `src/auth.ts#Session.save@1f0c…`, the hash being that of the text when the note was written. */
export interface About {
  /** `path`, `folder/`, `path#Qualified.name`, `path:start-end` or `chunk_… path:start-end`. */
  target: string;
  /** First 16 hex digits; null where nobody has looked (written by hand): then a change cannot be told. */
  hash: string | null;
}

export interface Note {
  id: string;
  title: string;
  tier: NoteTier;
  /** Milliseconds since 1970; null where the file does not say. */
  created: number | null;
  about: About[];
  triggers: string[];
  relations: Record<NoteRelation, string[]>;
  body: string;
  /** Relative to the root. */
  path: string;
  /** Keys of the front matter that are not ours, kept as they are. */
  more: Record<string, unknown>;
  /** What is wrong with the file, in sentences. */
  problems: string[];
  /** It cannot be told what the file says (a merge conflict, a front matter that is none): listed, and used for nothing. */
  broken: boolean;
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const OPENS = /^---[ \t]*\r?\n/;
const CLOSES = /^(?:---|\.\.\.)[ \t]*$/m;
const CONFLICT = /^<{7} .*$[\s\S]*^={7}\r?$[\s\S]*^>{7} /m;

/**
 * The note that a file is.
 * @param path of the file, relative to the root
 * @param text redacted
 */
export function parseNote(path: string, text: string): Note {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  const problems: string[] = [];
  const conflict = CONFLICT.test(text);
  if (conflict) problems.push("A merge conflict is left in it.");
  const { values, body, readable } = takenApart(text, problems, conflict);
  const { id, title, tier, created, about, triggers, ...others } = values;
  const more = Object.fromEntries(Object.entries(others).filter(([key]) => !(NOTE_RELATIONS as readonly string[]).includes(key)));
  const told = scalar(id);
  const valid = told !== null && ID.test(told);
  if (told !== null && !valid) problems.push(`"${brief(told, 60)}" is no id: letters, digits, ".", "_" and "-", at most 64 of them.`);
  const wanted = scalar(tier);
  const known = NOTE_TIERS.find((one) => one === wanted);
  if (wanted !== null && known === undefined)
    problems.push(`There is no tier "${brief(wanted, 60)}" (${NOTE_TIERS.join(", ")}); it is taken as normal.`);
  const heading = /^#{1,6}[ \t]+(.+?)[ \t#]*$/m.exec(body)?.[1];
  const at = scalar(created);
  // what else Date.parse takes it guesses: "12" is a December to it
  const when = at === null ? null : /^\d{4}-\d\d-\d\d(?!\d)/.test(at) ? Date.parse(at) : Number.NaN;
  if (when !== null && Number.isNaN(when)) problems.push(`"${brief(at!, 60)}" is no date; without one it does not fade.`);
  const list = (name: string, value: unknown): string[] => {
    const found = listOf(value);
    if (found === null) problems.push(`"${name}" is no list of texts.`);
    else if (found.length > limits.maxEntries)
      problems.push(`"${name}" has ${found.length} entries; the first ${limits.maxEntries} are read.`);
    return (found ?? []).slice(0, limits.maxEntries);
  };
  return {
    id: valid ? told : ID.test(stem) ? stem : `note-${Bun.SHA256.hash(path, "hex").slice(0, 10)}`,
    title: brief((scalar(title) ?? heading ?? stem).replace(/\s+/g, " ").trim(), limits.maxTitle) || stem,
    tier: known ?? "normal",
    created: when === null || Number.isNaN(when) ? null : when,
    about: list("about", about).map(aboutOf),
    triggers: list("triggers", triggers).map((one) => brief(one, limits.maxTrigger)),
    relations: Object.fromEntries(NOTE_RELATIONS.map((name) => [name, [...new Set(list(name, values[name]))]])) as Note["relations"],
    body,
    path,
    more,
    problems,
    broken: conflict || !readable,
  };
}

/** Front matter and what follows it. */
function takenApart(
  text: string,
  problems: string[],
  conflict: boolean,
): { values: Record<string, unknown>; body: string; readable: boolean } {
  const opened = OPENS.exec(text);
  if (opened === null) return { values: {}, body: text.trim(), readable: true };
  const rest = text.slice(opened[0].length);
  const closed = CLOSES.exec(rest.slice(0, limits.maxFrontMatter));
  if (closed === null) {
    problems.push(rest.length > limits.maxFrontMatter ? "Its front matter does not end in time." : "Its front matter does not end.");
    return { values: {}, body: text.trim(), readable: false };
  }
  const body = rest.slice(closed.index + closed[0].length).trim();
  if (conflict) return { values: {}, body, readable: false };
  try {
    const value: unknown = Bun.YAML.parse(rest.slice(0, closed.index));
    if (value === null || value === undefined) return { values: {}, body, readable: true };
    if (typeof value === "object" && !Array.isArray(value)) return { values: { ...value }, body, readable: true };
    problems.push("Its front matter is no list of keys.");
  } catch (error) {
    problems.push(`Its front matter cannot be read: ${brief(error instanceof Error ? error.message : String(error), 100)}.`);
  }
  return { values: {}, body, readable: false };
}

function scalar(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value).trim() || null : null;
}

/** A list of texts; one text is a list of it; null for anything else. */
function listOf(value: unknown): string[] | null {
  if (value === null || value === undefined) return [];
  const items = (Array.isArray(value) ? value : [value]).map(scalar);
  return items.includes(null) ? null : (items as string[]);
}

const HASHED = /^(.*\S)\s*@([0-9a-f]{16})$/s;

/** What an entry of `about` says. */
export function aboutOf(text: string): About {
  const hashed = HASHED.exec(text);
  return hashed ? { target: hashed[1]!, hash: hashed[2]! } : { target: text, hash: null };
}

const aboutText = ({ target, hash }: About): string => (hash === null ? target : `${target}@${hash}`);

/** Does the text of a note begin with its title? Then that is not printed twice. */
export const repeats = ({ title, text }: { title: string; text: string }): boolean => text.startsWith(title.replace(/…$/, ""));

/** The file of a note. */
export function noteText(note: Note): string {
  const lists: [string, string[]][] = [
    ["about", note.about.map(aboutText)],
    ["triggers", note.triggers],
    ...NOTE_RELATIONS.map((name): [string, string[]] => [name, note.relations[name]]),
  ];
  const lines = [
    "---",
    `id: ${note.id}`,
    `title: ${yaml(note.title)}`,
    `tier: ${note.tier}`,
    ...(note.created === null ? [] : [`created: ${isoSeconds(note.created)}`]),
    ...lists.flatMap(([name, items]) => [`${name}:`, ...[...new Set(items)].sort().map((item) => `  - ${yaml(item)}`)]),
    ...Object.entries(note.more).map(([key, value]) => `${yaml(key)}: ${typeof value === "string" ? yaml(value) : JSON.stringify(value)}`),
    "---",
    "",
    note.body,
    "",
  ];
  return lines.join("\n");
}

/** A time without what nobody reads. */
export const isoSeconds = (at: number): string => new Date(at).toISOString().replace(/\.000Z$/, "Z");

/** A text as YAML: plain where that can mean nothing else, else in JSON's quotes, which are YAML's too. */
function yaml(text: string): string {
  const plain =
    /^[A-Za-z][A-Za-z0-9 _./,()'+-]*$/.test(text) && !/\s$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return plain ? text : JSON.stringify(text);
}

/**
 * An id that two people do not come by: of what the note says and the moment it was written in.
 * @param taken is there a note of that id?
 */
export function noteId(title: string, body: string, created: number, taken: (id: string) => boolean): string {
  for (let ordinal = 0; ; ordinal++) {
    const id = `n-${Bun.SHA256.hash(JSON.stringify([created, title, body, ordinal]), "hex").slice(0, 10)}`;
    if (!taken(id)) return id;
  }
}

/** The name of a new note's file: what it says, for people, and its id. It stays when the title changes. */
export function fileNameOf(title: string, id: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, limits.maxSlug)
    .replace(/^-+|-+$/g, "");
  return `${words === "" ? "note" : words}-${id.replace(/^n-/, "")}.md`;
}
