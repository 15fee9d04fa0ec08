/** What of ours stands in other programs' files: the server's entry, the hook, the skill, the snippet. Each can be told, put in and taken out. */

import { parse, patch } from "@decimalturn/toml-patch";
import skill from "../../../scripts/release/plugin/skills/manifold/SKILL.md" with { type: "text" };
import type { Client, Hook, Start } from "./clients.ts";
import { at, type ConfigFormat, ConfigTrouble, elements, json } from "./json.ts";

// One table of a TOML file, edited in place: everything else stays byte for byte.
//
// A new entry is appended as a table of its own, the form in which the clients themselves write it; an existing one is edited by
// `@decimalturn/toml-patch`, which keeps comments and layout. Either way the result is read back and must differ in the entry only.

type Table = Record<string, unknown>;

export const toml: ConfigFormat = {
  value: (text) => read(text),
  put(text, path, entry) {
    const before = read(text);
    checked(before, path);
    const wanted = withEntry(before, path, entry);
    if (at(before, path) === undefined) {
      const appended = text + block(text, path, entry);
      if (holds(appended, wanted)) return appended;
    }
    return verified(patch(text, wanted), wanted);
  },
  drop(text, path) {
    const before = read(text);
    checked(before, path);
    if (at(before, path) === undefined) return text;
    const wanted = withEntry(before, path, undefined);
    const cut = withoutBlock(text, path);
    if (cut !== null && holds(cut, wanted)) return cut;
    return verified(patch(text, wanted), wanted);
  },
};

function read(text: string): Table {
  try {
    return parse(text.replace(/^\uFEFF/, "")) as Table;
  } catch (error) {
    throw new ConfigTrouble((error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "it is not TOML");
  }
}

function checked(value: Table, path: readonly string[]): void {
  for (let depth = 1; depth < path.length; depth++) {
    const table = at(value, path.slice(0, depth));
    if (table !== undefined && (typeof table !== "object" || table === null || Array.isArray(table)))
      throw new ConfigTrouble(`${path.slice(0, depth).join(".")} is not a table`);
  }
}

/** A copy with the entry put in, or taken out together with a table that is empty without it. */
function withEntry(value: Table, path: readonly string[], entry: Table | undefined): Table {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = { ...value };
  if (rest.length > 0) copy[key] = withEntry((copy[key] as Table | undefined) ?? {}, rest, entry);
  else if (entry === undefined) delete copy[key];
  else copy[key] = entry;
  if (entry === undefined && rest.length > 0 && Object.keys(copy[key] as Table).length === 0) delete copy[key];
  return copy;
}

/** The entry as a table at the end of a text, a blank line before it. */
function block(text: string, path: readonly string[], entry: Table): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const rows = Object.entries(entry).map(([key, value]) => `${key} = ${literal(value)}`);
  const lines = [`[${path.join(".")}]`, ...rows];
  const before = text.trim() === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
  return `${before}${lines.join(eol)}${eol}`;
}

/** Strings and lists of strings, which is all an entry has: JSON's escapes are TOML's. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  return JSON.stringify(value).replaceAll("\u007f", "\\u007F");
}

/** The text without the table of that name, those below it, and the blank lines before each; null where it is not written as one. */
function withoutBlock(text: string, path: readonly string[]): string | null {
  const name = path.join(".");
  const lines = text.split(/(?<=\n)/);
  const kept: string[] = [];
  let found = false;
  for (let at = 0; at < lines.length; ) {
    const header = /^\s*\[([^[\]]+)\]/.exec(lines[at]!)?.[1]?.trim();
    if (header !== name && !header?.startsWith(`${name}.`)) {
      kept.push(lines[at++]!);
      continue;
    }
    found = true;
    while (kept.length > 0 && kept.at(-1)!.trim() === "") kept.pop();
    const start = at++;
    while (at < lines.length && !/^\s*\[/.test(lines[at]!)) at++;
    // Comments and blank lines before the next table are that table's.
    while (at > start + 1 && /^\s*(#.*)?$/.test(lines[at - 1]!.trimEnd())) at--;
  }
  return found ? kept.join("") : null;
}

function holds(text: string, wanted: Table): boolean {
  try {
    return Bun.deepEquals(read(text), wanted);
  } catch {
    return false;
  }
}

function verified(text: string, wanted: Table): string {
  if (!holds(text, wanted)) throw new ConfigTrouble("it is written in a way that cannot be edited without touching the rest");
  return text;
}

export interface Edit {
  /** It is there in some form: an older one, too. */
  isIn(text: string): boolean;
  /** It is there as it would be put in. */
  isCurrent(text: string): boolean;
  put(text: string): string;
  /** The text without it; null where nothing is left. */
  drop(text: string): string | null;
}

export const FORMATS: Record<Client["format"], ConfigFormat> = { json, toml };

/** The entry of the MCP server. */
export function serverEdit(client: Client, start: Start): Edit {
  const format = FORMATS[client.format];
  const wanted = client.entry(start);
  const entryIn = (text: string): unknown => {
    const value = format.value(text);
    return at(value, client.path(value));
  };
  return {
    isIn: (text) => entryIn(text) !== undefined,
    isCurrent: (text) => same(entryIn(text), wanted),
    put(text) {
      const entry = entryIn(text);
      const kept = typeof entry === "object" && entry !== null && !Array.isArray(entry) ? { ...entry, ...wanted } : wanted;
      return format.put(text, client.path(format.value(text)), kept as Record<string, unknown>);
    },
    drop: (text) => format.drop(text, client.path(format.value(text))),
  };
}

/** An entry that says what ours says; what the user added to it (environment, time limits) stays. */
export function same(entry: unknown, wanted: Record<string, unknown>): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  return Object.entries(wanted).every(
    ([key, value]) =>
      key === "enabled" || Bun.deepEquals((entry as Record<string, unknown>)[key] ?? (key === "type" ? value : undefined), value),
  );
}

/** Words behind the program by which a hook is known as ours, whatever program it starts. */
const HINT = "agents hint";

/** The hook around text searches. */
export function hookEdit({ list, entry, version }: Hook, { command }: Start): Edit {
  const wanted = entry(`${worded(command)} ${HINT}`);
  const listIn = (text: string): unknown[] => {
    const there = at(json.value(text), list);
    return Array.isArray(there) ? there : [];
  };
  const edit: Edit = {
    isIn: (text) => listIn(text).some(isOurs),
    isCurrent: (text) => listIn(text).some((one) => Bun.deepEquals(one, wanted)),
    put(text) {
      const without = elements.drop(text, list, isOurs);
      const versioned = version === undefined ? without : elements.ensure(without, "version", version);
      return elements.append(versioned, list, wanted);
    },
    drop: (text) => elements.drop(text, list, isOurs),
  };
  return edit;
}

/** A group of hooks, or a hook, that runs nothing but ours. */
function isOurs(element: unknown): boolean {
  const { hooks = [element] } = (element ?? {}) as { hooks?: unknown };
  const runs = (one: unknown): boolean => String((one as { command?: unknown } | null)?.command).endsWith(` ${HINT}`);
  return Array.isArray(hooks) && hooks.length > 0 && hooks.every(runs);
}

/** A path as one word of the shells that clients start hooks with. */
function worded(path: string): string {
  const plain = process.platform === "win32" ? path.replaceAll("\\", "/") : path;
  return /^[\w./:@+-]+$/.test(plain) ? plain : `"${plain.replace(/["$`\\]/g, "\\$&")}"`;
}

/** The skill: a file of its own. */
export const skillEdit: Edit = {
  isIn: (text) => text === skill,
  isCurrent: (text) => text === skill,
  put: () => skill,
  drop: () => null,
};

/** The snippet in a file of instructions. */
export const snippetEdit: Edit = {
  isIn: (text) => withoutSnippet(text) !== text,
  isCurrent: (text) => text.includes(SNIPPET),
  put: withSnippet,
  drop: withoutSnippet,
};

// What an instruction file (AGENTS.md, CLAUDE.md, …) may say about the tools; never written unless asked for.

const OPEN = "<!-- manifold: begin -->";
const CLOSE = "<!-- manifold: end -->";

/** The snippet, with its final newline. */
export const SNIPPET = `${OPEN}
## Code questions

The MCP server \`manifold\` answers questions about this code base from a local index that is always up to date.

- Find code with \`search\` before reading whole files; ask in words, names, or an exact text ("grep for …").
- Use \`graph\` for exact relations of a known symbol (callers, callees, references, subclasses, importers, path).
- Before changing a symbol ask \`impact\`; after a change ask it again with \`{"diff": "HEAD"}\`. Treat risk "unknown" as not safe.
- Read a citation in full with \`read_chunk\`; cite code as \`chunk_id path:start-end\`.
- "possible" and "unresolved" counts mean that a list may not be complete: check those with \`search\` ("grep for …").
${CLOSE}
`;

/** Where the snippet stands in a text, markers included, with the newline after it; null if it does not. */
function place(text: string): { from: number; to: number } | null {
  const from = text.indexOf(OPEN);
  const close = text.indexOf(CLOSE, from);
  if (from < 0 || close < 0) return null;
  const to = close + CLOSE.length;
  return { from, to: text[to] === "\n" ? to + 1 : to };
}

/** The text with the snippet in its present form, at the place where it stood or at the end. */
function withSnippet(text: string): string {
  const there = place(text);
  if (there) return text.slice(0, there.from) + SNIPPET + text.slice(there.to);
  return `${text}${text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n"}${SNIPPET}`;
}

/** The text without the snippet and the blank line before it. */
function withoutSnippet(text: string): string {
  const there = place(text);
  if (!there) return text;
  const before = text.slice(0, there.from);
  return (before.endsWith("\n\n") ? before.slice(0, -1) : before) + text.slice(there.to);
}
