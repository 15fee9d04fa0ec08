/**
 * References for every place in a file's code where some names stand, whatever its facts keep of them: reading a member, an argument of a type or a
 * function that is handed on is no reference of its own in all languages. Made where somebody asks for a few names; nothing of it is stored.
 */
import { type FileFacts, HANDED, type RawReference, type RawSymbol, READ } from "../../base/types.ts";
import { calleeBefore } from "./callee.ts";
import { languageFor } from "./language.ts";
import { codeOf } from "./lex.ts";

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*[?!]?/gu;
const VALUES: ReadonlySet<string> = new Set(["constant", "variable"]);
const TYPES: ReadonlySet<string> = new Set(["class", "struct", "interface", "trait", "enum", "type"]);
const NO_BRACKETS: ReadonlyMap<number, number> = new Map();
/** Words behind which a name is defined. */
const DEFINING =
  /^(?:va[lr]|let|const|fun|func|fn|def|class|struct|interface|trait|enum|type|typealias|module|namespace|object|protocol|static|mut)$/;

/** What may be meant by a name: it says what a reference to it looks like. */
export type Sought = Pick<RawSymbol, "kind" | "name" | "qualified">;

/**
 * @param text that the facts are of
 * @param sought by name; what is a member is only looked for behind something, or inside its own type
 */
export function standing(text: string, facts: FileFacts, sought: ReadonlyMap<string, readonly Sought[]>): RawReference[] {
  const { syntax, casesFree } = languageFor(facts.language);
  if (syntax === null) return [];
  const code = codeOf(text, syntax);
  const importing = new Set(facts.imports.map(({ line }) => line));
  const out: RawReference[] = [];
  const lines = lineCounter(code);
  for (const match of code.matchAll(WORD)) {
    const written = sought.has(match[0]) ? match[0] : match[0].replace(/[?!]$/, "");
    // `C::$state` (PHP)
    const name = sought.has(written) ? written : written.replace(/^\$/, "");
    const meant = sought.get(name);
    if (!meant) continue;
    const at = match.index;
    const end = at + written.length;
    const callee = calleeBefore(code, end, 0, syntax, NO_BRACKETS, []);
    // `@limit` is named so where it is read (Elixir)
    if (callee?.name.replace(/^[@$]+/, "") !== name.replace(/^\$+/, "") || DEFINING.test(callee.before)) continue;
    const line = lines(at);
    if (importing.has(line)) continue;
    // A case of an enumeration, a field: what is defined there under that name, and not by a word before it.
    if (callee.receiver === null && facts.symbols.some((one) => one.start === line && one.name === name && one.parent > 0)) continue;
    const scope = innermost(facts, line);
    const behind = code.slice(end, end + 8);
    const { receiver } = callee;
    if (receiver === null && written !== name) continue;
    for (const one of meant) {
      const kind = TYPES.has(one.kind) ? "type" : one.qualified === name ? (VALUES.has(one.kind) ? "value" : "function") : "member";
      // A label, a key, what a local is set to.
      if (receiver === null && /^\s*(?::(?!:)|=(?![=>]))/.test(behind) && kind !== "type") continue;
      const free = casesFree === true && one.kind === "constant";
      if (kind === "member" && receiver === null && !free && !standsIn(facts, scope, ownerOf(one))) continue;
      // `self::list` is one of the module (Rust)
      const on = receiver === "self" && kind !== "member" ? null : receiver;
      if (free && receiver === null) out.push({ kind: "use", name, receiver, arity: READ, line, scope });
      else if (kind === "member" || one.kind === "macro") out.push({ kind: "call", name, receiver, arity: null, line, scope });
      else
        out.push({
          kind: "use",
          name,
          receiver: on,
          arity: kind === "value" ? READ : kind === "function" && on !== null ? HANDED : null,
          line,
          scope,
        });
    }
  }
  return out;
}

const ownerOf = ({ qualified, name }: Sought): string => qualified.slice(0, -name.length - 1);

function standsIn({ symbols }: FileFacts, scope: number, owner: string): boolean {
  for (let at = scope; at > 0; at = symbols[at]!.parent) if (symbols[at]!.qualified === owner) return true;
  return false;
}

/** Index of the innermost symbol around a line. */
function innermost({ symbols }: FileFacts, line: number): number {
  let best = 0;
  for (const [i, one] of symbols.entries())
    if (i > 0 && one.start <= line && line <= one.end && one.start >= symbols[best]!.start) best = i;
  return best;
}

/** Lines of ascending offsets. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let from = 0;
  return (at) => {
    for (let end = text.indexOf("\n", from); end >= 0 && end < at; end = text.indexOf("\n", from)) {
      line++;
      from = end + 1;
    }
    return line;
  };
}
