/**
 * Lines in which a name stands and no edge says what is meant there: like a call, like what is inherited from, or any other use. "None" is said only
 * where there is no such line.
 */
import { codeOf, familyOf, type Language, languageFor } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { isConstructor, isType } from "../../store/symbols.ts";
import { searchKeyword } from "../keyword.ts";

/** Lines looked at for calls: a name that stands in more says nothing by itself, and is taken for unexplained. */
const MOST_LINES = 2_000;
/** Lines looked at for what is inherited from and for other uses: a name that stands in more is told as that. */
const MOST_MENTIONS = 500;
/** A name of one letter stands everywhere. */
const LEAST = 2;
/** The head of a definition is not longer, in lines, before its name. */
const HEAD = 6;
const SHOWN = 3;

/** The lines of a file without its comments, and without its strings unless they are kept; null where it cannot be read. */
export function codeLines(store: Store, path: string, kept?: "strings"): string[] | null {
  const source = store.source(path);
  if (typeof source === "string") return null;
  const { syntax } = languageFor(store.fileByPath(path)?.language ?? null);
  return (syntax ? codeOf(source.text, syntax, kept) : source.text).split("\n");
}

/** Is a function called without its name: by a sign (`a + b` for `operator fun plus`), a conversion, an index or the end of an object? */
export const bySign = ({ name, signature }: { name: string; signature: string }): boolean =>
  /^(?:operator\b|~|this\[\]$|subscript$)|^[^\p{L}\p{N}_$#@]+$/u.test(name) || /\boperator\s+fun\b/.test(signature);

/**
 * Where the name of a function without callers stands like a call all the same: code that a macro hides from the grammar, arguments that nothing tells
 * apart, what a template or an argument's type decides.
 */
export function unexplained(store: Store, symbol: SymbolRow): { code: string; message: string } | null {
  const { name } = symbol;
  const language = languageFor(symbol.language);
  const plain = language.madePlainly === true && (symbol.kind === "class" || symbol.kind === "struct");
  if (symbol.file === null || !(plain || /^(?:field|function|method|macro|constant|variable)$/.test(symbol.kind))) return null;
  if (/^(?:field|constant|variable)$/.test(symbol.kind)) {
    // What a getter computes runs where the name is read: types of what it is read from are known in part. A constant may hold a function.
    const read = mentioned(store, symbol, new Set());
    return read && mentionedNote(symbol.qualified, read, true);
  }
  if (bySign(symbol))
    return note(
      `${symbol.qualified} is called without its name: by a sign, a conversion or the end of an object, where types are not always known.`,
    );
  if (!language.bracketed) return null;
  const parent = symbol.parent === null ? null : store.symbolById(symbol.parent);
  const makes = plain || (language.madePlainly === true && parent !== null && isType(parent) && isConstructor(symbol, parent.name));
  const { family } = language;
  const found = searchKeyword(store, name, {
    limit: MOST_LINES,
    accept: (_, other) => languageFor(other).bracketed === true && familyOf(other) === family,
  });
  const told = explained(store, symbol, makes, plain);
  const places: string[] = [];
  for (const { path, lines } of found.files) {
    const open = lines.filter(({ line, text }) => text.includes(name) && !told.has(`${path}:${line}`));
    if (open.length === 0) continue;
    const code = codeLines(store, path);
    if (code === null) continue;
    for (const { line } of open) if (isCall(code, line - 1, name, language, makes)) places.push(`${path}:${line}`);
  }
  if (places.length === 0 && !found.more) return null;
  const count = found.more ? `more than ${MOST_LINES}` : String(places.length);
  const where = places.length > 0 ? ` (${places.slice(0, SHOWN).join(", ")}${places.length > SHOWN ? ", …" : ""})` : "";
  return note(
    `${name} stands in ${count} ${count === "1" ? "line" : "lines"} of which it is not known what is meant${where}: ${count === "1" ? "it" : "some"} may call ${symbol.qualified}.`,
  );
}

/** Any other line of code with a function's name, where nothing else is known of who calls it: not every call has brackets, and a name may be kept for later. */
export function named(store: Store, symbol: SymbolRow): { code: string; message: string } | null {
  if (symbol.kind !== "function" && symbol.kind !== "method") return null;
  const read = mentioned(store, symbol, explained(store, symbol, false, false));
  return read && mentionedNote(symbol.qualified, read, true);
}

const note = (message: string): { code: string; message: string } => ({ code: "unexplained", message });
const structuralNote = (message: string): { code: string; message: string } => ({ code: "structural-types", message });

/** Lines that define something of the name, or of which an edge says what the name means there. */
function explained(store: Store, symbol: SymbolRow, makes: boolean, plain: boolean): Set<string> {
  const out = new Set<string>();
  for (const one of store.symbolsByName(symbol.name)) {
    // a function and a macro of one name stand for one another under conditions
    if (languageFor(symbol.language).preprocessed && (one.kind === "macro") !== (symbol.kind === "macro")) continue;
    const head = plain ? 0 : HEAD;
    if (one.file !== null) for (let line = one.start; line <= Math.min(one.end, one.start + head); line++) out.add(`${one.path}:${line}`);
    // a call of another overload may be one of this: types of arguments are known in part
    if (one.id !== symbol.id && one.qualified === symbol.qualified && languageFor(symbol.language).overloading) continue;
    // that a type is named says nothing of how an object of it is made
    const kinds = makes ? (["calls"] as const) : undefined;
    for (const edge of store.edgesTo(one.id, kinds)) {
      if (edge.resolution === "ambiguous" || edge.resolution === "dispatch" || (makes && isType(one))) continue;
      const from = store.symbolById(edge.src);
      if (from) out.add(`${from.path}:${edge.line}`);
    }
  }
  return out;
}

function isCall(code: readonly string[], at: number, name: string, language: Language, makes: boolean): boolean {
  const text = code[at] ?? "";
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${RegExp.escape(name)}(?![\\p{L}\\p{N}_$])`, "gu");
  for (const { index } of text.matchAll(word)) {
    if (makes) return true;
    const rest = text.slice(index + name.length) + (text.slice(index + name.length).trim() === "" ? (code[at + 1] ?? "") : "");
    if (/^\s*(?:<[^;{}]*>\s*|\[[^\]]*\]\s*)?\(/.test(rest) || /^\s*\{/.test(rest)) return true;
    if (/(?:::|&)\s*$/.test(text.slice(0, index))) return true;
    // what a block ends with, or is turned into a function pointer, is handed on
    if (
      language.blocksGive &&
      (/^\s*as\s+(?:unsafe\s+)?(?:extern\b[^;]*)?fn\b/.test(rest) || (text.trim() === name && /^\s*\}/.test(rest)))
    )
      return true;
    // handed to what may be a macro
    if (language.preprocessed && /[(,]\s*$/.test(text.slice(0, index)) && /^\s*[),]/.test(rest)) return true;
    if (language.preprocessed && (isDirective(code, at) || /\b[A-Z][A-Z0-9_]{2,}\s*\([^()]*$/.test(text.slice(0, index)))) return true;
  }
  return false;
}

/** Does a line belong to a `#define`? */
function isDirective(code: readonly string[], at: number): boolean {
  let first = at;
  while (first > 0 && code[first - 1]!.trimEnd().endsWith("\\")) first--;
  return /^\s*#\s*define\b/.test(code[first]!);
}

/** Words that stand before what is inherited from, in the languages that have such words, and calls that make a class. */
const INHERITED = String.raw`(?:(?:\b(?:extends|implements|inherits?|inherit_from|include|prepend|extend|mixin|with|isa|parent|base|instance|deriving|public|protected|virtual|class_name|subclass\w*)\b|@ISA|@interface|@protocol)[^;{}"']*|(?:\bClass\.new|\btype)\s*\([^;{}]*)`;
/**
 * Lines in which the name of a type stands like what is inherited from, and no edge says so: a class made by a call, by a macro, in a language whose
 * classes are values. "None" is said only where there is no such line.
 */
export function inheritedInText(store: Store, type: SymbolRow): { code: string; message: string } | null {
  if (type.file === null || !isType(type)) return null;
  const told = new Set(store.symbolsByName(type.name).flatMap((one) => `${one.path}:${one.start}`));
  const family = familyOf(type.language);
  const found = searchKeyword(store, type.name, {
    limit: MOST_MENTIONS,
    accept: (_, other) => familyOf(other).name === family.name,
  });
  const word = RegExp.escape(type.name);
  const like = new RegExp(`^(?!\\s*(?:import|from|use)\\b).*${INHERITED}(?<![\\p{L}\\p{N}_$])${word}(?![\\p{L}\\p{N}_$])`, "u");
  const places = found.files.flatMap(({ path, lines }) => {
    const open = lines.filter(({ line, text }) => like.test(text) && !told.has(`${path}:${line}`));
    const code = open.length === 0 ? null : codeLines(store, path, "strings");
    return code === null ? [] : open.flatMap(({ line }) => (like.test(code[line - 1] ?? "") ? [`${path}:${line}`] : []));
  });
  if (places.length === 0)
    return found.more
      ? structuralNote(`${type.name} stands in more than ${MOST_MENTIONS} lines, of which the rest were not looked at.`)
      : null;
  const shown = places.slice(0, 3).join(", ");
  return structuralNote(
    `${type.name} stands in ${places.length} ${places.length === 1 ? "line" : "lines"} (${shown}${places.length > 3 ? ", …" : ""}) like what is inherited from, of which it is not known what is meant.`,
  );
}

/** Lines that bring a name in or hand it on to importers say nothing of a use. */
export const BROUGHT_IN = /^\s*(?:import|from|use|using|require|include|export\s*(?:type\s*)?[{*]|pub\s+use|open)\b|^\s*#\s*include\b/;

/**
 * Lines of code in which a definition's name stands and of which no edge says what is meant there: a type that a call's receiver or a local names, a
 * constant that is read through a member, a second use in one function. `refs` tells them, so that what the graph lacks is no "none".
 * @param lines what edges tell, as `path:line`
 * @returns where the name stands in code otherwise: the first places, and how many; null if nowhere
 */
export function mentioned(store: Store, symbol: SymbolRow, lines: ReadonlySet<string>): { places: string[]; more: boolean } | null {
  const { name } = symbol;
  if (symbol.file === null || name.length < LEAST) return null;
  const { family } = languageFor(symbol.language);
  const found = searchKeyword(store, name, {
    limit: MOST_MENTIONS,
    accept: (_, other) => languageFor(other).content === undefined && languageFor(other).family === family,
  });
  const told = new Set(lines);
  for (const one of store.symbolsByName(name))
    for (let line = one.start; line <= Math.min(one.end, one.start + HEAD); line++) told.add(`${one.path}:${line}`);
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${RegExp.escape(name)}(?![\\p{L}\\p{N}_$])`, "u");
  const places = found.files.flatMap(({ path, lines: all }) => {
    const open = all.filter(({ line, text }) => word.test(text) && !BROUGHT_IN.test(text) && !told.has(`${path}:${line}`));
    if (open.length === 0) return [];
    const code = codeLines(store, path);
    return code === null ? [] : open.flatMap(({ line }) => (word.test(code[line - 1] ?? "") ? [`${path}:${line}`] : []));
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
