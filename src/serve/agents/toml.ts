/**
 * One table of a TOML file, edited in place: everything else stays byte for byte.
 *
 * A new entry is appended as a table of its own, the form in which the clients themselves write it; an existing one is edited by
 * `@decimalturn/toml-patch`, which keeps comments and layout. Either way the result is read back and must differ in the entry only.
 */
import { parse, patch } from "@decimalturn/toml-patch";
import { at, type ConfigFormat, ConfigTrouble } from "./json.ts";

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
