/**
 * Lines of code in which a definition's name stands and of which no edge says what is meant there: a type that a call's receiver or a local names, a
 * constant that is read through a member, a second use in one function. `refs` tells them, so that what the graph lacks is no "none".
 */
import { readSourceSync } from "../../files/reader.ts";
import { languageFor } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { searchKeyword } from "../keyword.ts";

/** Lines looked at: a name that stands in more is told as that. */
const MOST_LINES = 500;
/** A name of one letter stands everywhere. */
const LEAST = 2;
/** The head of a definition is not longer, in lines, before its name. */
const HEAD = 6;
const SHOWN = 3;

/** Comments and strings of most languages. Where one is missed, a line more is told; single quotes are lifetimes and parts of names elsewhere. */
const TEXT =
  /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|\/\*[\s\S]*?(?:\*\/|$)|(?<![:\w])\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|(?<=^|\s)(?:#|--)(?=[ \t#-])[^\n]*/gm;
/** Lines that bring a name in or hand it on to importers say nothing of a use. */
const BROUGHT_IN = /^\s*(?:import|from|use|using|require|include|export\s*(?:type\s*)?[{*]|pub\s+use|open)\b|^\s*#\s*include\b/;

/**
 * @param lines what edges tell, as `path:line`
 * @returns where the name stands in code otherwise: the first places, and how many; null if nowhere
 */
export function mentioned(store: Store, symbol: SymbolRow, lines: ReadonlySet<string>): { places: string[]; more: boolean } | null {
  const { name } = symbol;
  if (symbol.file === null || name.length < LEAST) return null;
  const { family } = languageFor(symbol.language);
  const found = searchKeyword(store, name, {
    limit: MOST_LINES,
    accept: (_, other) => languageFor(other).content === undefined && languageFor(other).family === family,
  });
  const told = new Set(lines);
  for (const one of store.symbolsByName(name))
    for (let line = one.start; line <= Math.min(one.end, one.start + HEAD); line++) told.add(`${one.path}:${line}`);
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${RegExp.escape(name)}(?![\\p{L}\\p{N}_$])`, "u");
  const places = found.files.flatMap(({ path, lines: all }) => {
    const open = all.filter(({ line, text }) => word.test(text) && !BROUGHT_IN.test(text) && !told.has(`${path}:${line}`));
    if (open.length === 0) return [];
    const source = readSourceSync(store.root, path);
    if (typeof source === "string") return [];
    const code = source.text.replace(TEXT, (text) => text.replace(/[^\n]/g, " ")).split("\n");
    return open.flatMap(({ line }) => (word.test(code[line - 1] ?? "") ? [`${path}:${line}`] : []));
  });
  return places.length === 0 && !found.more ? null : { places, more: found.more };
}

/** Says so: as a doubt where no use is known, else as what there is beside those that are. */
export function mentionedNote(
  name: string,
  { places, more }: { places: string[]; more: boolean },
  none: boolean,
): { code: string; message: string } {
  // Of a name that stands in more lines than are looked at, what the rest of them is was not looked at.
  const count = more ? `${places.length} or more` : String(places.length);
  const where =
    places.length === 0 ? "not all were looked at" : `${places.slice(0, SHOWN).join(", ")}${places.length > SHOWN ? ", …" : ""}`;
  const lines = count === "1" ? "line" : "lines";
  return none
    ? { code: "unexplained", message: `${name} stands in ${count} ${lines} of code of which it is not known what is meant (${where}).` }
    : { code: "other-lines", message: `${name} stands in ${count} other ${lines} of code too (${where}).` };
}
