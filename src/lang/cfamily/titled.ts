/**
 * Tests that are named by a title: `TEST_CASE("a widget is sized", "[widget]") { … }` of Catch2 and doctest. The grammars read them as a call and a
 * block that nobody owns; written as `TEST_CASE_a_widget_is_sized() { … }` they are what they are, a function, and one that no class is named like.
 */
import { closeBracket, splitList } from "../engine/lex.ts";
import { syntax } from "./cdecl.ts";

/** Macros that define at the top level or in a name space; at the start of a line any other does too. */
const MACRO = /^([ \t]*)([A-Z][A-Z0-9_]{3,})[ \t]*(?=\()/gm;
const TEST = /(?:^|_)(?:TEST|SCENARIO)(?:_|$)/;
/** Of doctest: what stands in it are tests, not statements. */
const SUITE = "TEST_SUITE";
/** Macros whose first argument is the class that the test is made of. */
export const FIXTURE = /_(?:F|P|FIXTURE|METHOD)(?:_|$)/;
const BODY = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*\{/;
const TITLE = /^(?:u8)?"((?:[^"\\\n]|\\.)*)"/;
const NAME = /^[A-Za-z_]\w*$/;
/** No name is a paragraph. */
const LONGEST = 80;

/** The text with such heads written as heads of functions, of the same length and with the same line ends. */
export function withoutTitles(text: string): string {
  if (!/^[ \t]*[A-Z][A-Z0-9_]{3,}[ \t]*\(\s*(?:\w+\s*,\s*)?(?:u8)?"/m.test(text)) return text;
  let out = "";
  let done = 0;
  MACRO.lastIndex = 0;
  for (let found = MACRO.exec(text); found; found = MACRO.exec(text)) {
    const [all, indent, macro] = found;
    if (indent !== "" && !TEST.test(macro!)) continue;
    const open = found.index + all.length;
    const end = closeBracket(text, open, text.length, syntax);
    if (end < 0 || !BODY.test(text.slice(end, end + 1_000))) continue;
    const from = found.index + indent!.length;
    const written = text.slice(from, end);
    // what names it stands in one line, the first that has room for it
    const lines = written.split("\n");
    const room = Math.max(...lines.map((line) => line.trimEnd().length));
    const head = headOf(macro!, text.slice(open + 1, end - 1), room);
    if (head === null) continue;
    const at = lines.findIndex((line) => line.trimEnd().length >= head.length);
    out += text.slice(done, from) + lines.map((line, i) => (i === at ? head.padEnd(line.length) : line.replace(/[^\r]/g, " "))).join("\n");
    done = end;
  }
  return done === 0 ? text : out + text.slice(done);
}

/** The head as the grammar reads it, no longer than there is room for; null where it reads that itself, or nothing names the test. */
function headOf(macro: string, list: string, room: number): string | null {
  const pieces = splitList(list, 0, list.length, syntax).map(([from, to]) => list.slice(from, to).trim());
  const title = pieces.map((one) => TITLE.exec(one)?.[1]).find((one) => one !== undefined);
  if (title === undefined) return null;
  const first = NAME.test(pieces[0]!) ? pieces[0]! : null;
  const fixture = first !== null && FIXTURE.test(macro);
  if (first !== null && !fixture) return macro.length + first.length + 2 > room ? null : `${macro}(${first})`;
  const words = title.replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "");
  if (words === "") return null;
  const [before, behind] = macro === SUITE ? ["namespace ", ""] : fixture ? [`${macro}(${first},`, ")"] : [`${macro}_`, "()"];
  const digit = /^\p{N}/u.test(words) && !before.endsWith("_") ? "_" : "";
  const most = Math.min(LONGEST, room - before.length - digit.length - behind.length);
  const name = words.length > most ? words.slice(0, Math.max(0, most)).replace(/_[^_]*$/, "") : words;
  return name === "" ? null : before + digit + name + behind;
}
