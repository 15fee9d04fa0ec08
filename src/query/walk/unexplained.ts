/**
 * Where the name of a function without callers stands like a call all the same, and no edge says what is meant there: code that a macro hides from the
 * grammar, arguments that nothing tells apart, what a template or an argument's type decides. "None" is said only where there is no such line.
 */
import { readSourceSync } from "../../files/reader.ts";
import { familyOf, type Language, languageFor } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { isConstructor, isType } from "../../store/kin.ts";
import { searchKeyword } from "../keyword.ts";

/** Lines looked at: a name that stands in more says nothing by itself, and is taken for unexplained. */
const MOST_LINES = 2_000;
/** The head of a definition is not longer, in lines, before its name. */
const HEAD = 6;
const SHOWN = 3;

const COMMENT_OR_STRING = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\.){1,10}'/g;

export function unexplained(store: Store, symbol: SymbolRow): { code: string; message: string } | null {
  const { name } = symbol;
  const language = languageFor(symbol.language);
  const plain = language.madePlainly === true && (symbol.kind === "class" || symbol.kind === "struct");
  if (symbol.file === null || !language.bracketed || !(plain || /^(?:function|method|macro)$/.test(symbol.kind))) return null;
  if (/^(?:operator\b|~)/.test(name))
    return note(
      `${symbol.qualified} is called without its name: by a sign, a conversion or the end of an object, where types are not always known.`,
    );
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
    const code = codeOf(store, path);
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

const note = (message: string): { code: string; message: string } => ({ code: "unexplained", message });

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

/** The lines of a file, comments and strings blanked. */
function codeOf(store: Store, path: string): string[] | null {
  const source = readSourceSync(store.root, path);
  if (typeof source === "string") return null;
  return source.text.replace(COMMENT_OR_STRING, (text) => text.replace(/[^\n]/g, " ")).split("\n");
}

function isCall(code: readonly string[], at: number, name: string, language: Language, makes: boolean): boolean {
  const text = code[at] ?? "";
  const word = new RegExp(`(?<![\\w$])${name.replace(/[$]/g, "\\$&")}(?![\\w$])`, "g");
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
