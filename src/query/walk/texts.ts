/** Names as text: where a definition is named in a string, a symbol or a table, so that something may find it by its name. */
import { impact as settings } from "../../base/settings.ts";
import { wordsOfName } from "../../base/words.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { chunksWithEach } from "../../store/lexical.ts";

/** The word that stands for a whole name; "" where it has none. */
export const termOf = (name: string): string => wordsOfName(name).at(-1) ?? "";

/** Files in which a name stands, as a whole word; not all, where it stands in very many chunks. */
export function filesNaming(store: Store, name: string): number[] {
  const term = termOf(name);
  const chunks = chunksWithEach(store.db, [term], settings.maxNamingChunks).get(term) ?? [];
  const rows = store
    .statement("SELECT DISTINCT file FROM chunk WHERE no IN (SELECT value FROM json_each(?))")
    .values(JSON.stringify(chunks)) as [number][];
  return rows.map(([file]) => file);
}

/** Where a name stands as text. */
export interface Spoken {
  path: string;
  line: number;
  /** Only what it begins with does; the rest is put together. */
  begun: boolean;
}

/** Shorter names stand in strings for other reasons. */
const LEAST = 3;
/** Words that strings hold whatever is defined. */
const PROSE = /\.(?:md|mdx|markdown|rst|txt|adoc|org|lock)$/i;

/**
 * Lines in which a name is a string of its own or the end of a path in one (`"pkg.mod:main"`, `'Ctl@show'`, `"posts#index"`), a symbol
 * (`:name`), or is put together from its beginning (`getattr(self, "do_" + word)`), without its own file's definition of it. A sentence that has the word is none.
 * @param symbol or what was one, with the place it stood in
 */
export function spokenOf(store: Store, symbol: Pick<SymbolRow, "name" | "path" | "start" | "kind">): Spoken[] {
  const { name } = symbol;
  if (name.length < LEAST || !/^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u.test(name)) return [];
  const word = RegExp.escape(name);
  const whole = new RegExp(`(["'\`])(?:[\\w.\\\\/:@#>-]*[.\\\\/:@#>-])?${word}(?:\\(\\))?\\1|(?<![\\w:)\\]]):${word}(?![\\w?!])`, "u");
  const found: Spoken[] = [];
  for (const file of filesNaming(store, name).slice(0, settings.maxOpenFiles)) {
    const row = store.fileById(file);
    if (row && !PROSE.test(row.path)) look(store, row.path, whole, symbol, false, found);
  }
  const begun = beginnings(name);
  if (found.length === 0 && begun.length > 0 && symbol.kind === "method") {
    const made = new RegExp(`["'\`](?:${begun.join("|")})(?:["'\`]\\s*(?:\\+|\\.\\.?|<>|,)|#\\{|\\$\\{|\\{|%s)`, "u");
    look(store, symbol.path, made, symbol, true, found);
  }
  return found;
}

function look(
  store: Store,
  path: string,
  pattern: RegExp,
  { path: own, start }: Pick<SymbolRow, "path" | "start">,
  begun: boolean,
  found: Spoken[],
): void {
  const source = store.source(path);
  if (typeof source === "string" || !pattern.test(source.text)) return;
  for (const [i, line] of source.text.split("\n").entries())
    if (pattern.test(line) && !(path === own && i + 1 === start)) found.push({ path, line: i + 1, begun });
}

/** `handle_`, `do`: what names of several words begin with. */
function beginnings(name: string): string[] {
  const ends = [...name.matchAll(/(?<=[\p{L}\d])_(?=[\p{L}\d])|(?<=[\p{Ll}\d])(?=\p{Lu})/gu)];
  return ends.map((at) => name.slice(0, at.index + at[0].length)).filter((one) => one.replace(/_/g, "").length > 1);
}
