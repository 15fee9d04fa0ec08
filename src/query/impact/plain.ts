/**
 * The usual change, judged without parsing the text as it was before.
 *
 * Where every changed line lies strictly inside the body of one function that the index knows, and no removed line looks like (the end of) a
 * definition, the old text can have had no other definitions than the new one (cost: scripts/bench/impact.ts).
 * In any doubt the answer is null, and both sides are compared in full.
 */
import type { Hunk } from "../../git/patch.ts";
import type { Definition } from "./definitions.ts";

const CALLABLE: ReadonlySet<string> = new Set(["function", "method"]);

/** Text that may open, close or name a definition, in any language. */
const DEFINING =
  /\b(?:function|def|defp|defmodule|class|fn|func|fun|sub|interface|struct|enum|trait|impl|module|object|record|type|protocol|extension|namespace|lambda|let|const|val|var|static|public|private|protected|abstract|override|async|macro|template|end)\b|=>|->|::|[{}]|^\s*@/;
/** A line that may be the head of a definition whose body begins below it; behind a word that leaves a body stands none. */
const HEAD = /^(?!\s*(?:return|throw|raise)\b).*\)\s*:?\s*$/;
const MAYBE_COMMENT = /^\s*(?:[/*#;%"'`-]|<!--|\{-|\(\*)/;

/** A body and what it was: the definition after the change, and its first and last line before. */
export interface PlainChange {
  after: number;
  start: number;
  end: number;
}

/**
 * Definitions whose bodies changed, by index, or null where that cannot be told so simply.
 * @param definitions of the new side
 * @param lines of the new side
 */
export function plainChanges(definitions: readonly Definition[], lines: readonly string[], hunks: readonly Hunk[]): PlainChange[] | null {
  const found = new Set<number>();
  for (const hunk of hunks) {
    if (hunk.body.some((line) => line[0] === " ")) return null;
    const removed = hunk.body.filter((line) => line[0] === "-").map((line) => line.slice(1));
    const added = hunk.body.filter((line) => line[0] === "+").map((line) => line.slice(1));
    if (removed.some((line) => DEFINING.test(line) || HEAD.test(line))) return null;
    if ([...removed, ...added].some((line) => line.trim() === "" || MAYBE_COMMENT.test(line))) return null;
    // Lines of the new side just before and just after what changed: the body must go on on both ends.
    const [before, after] = hunk.newLines === 0 ? [hunk.newStart, hunk.newStart + 1] : [hunk.newStart - 1, hunk.newStart + hunk.newLines];
    const inside = innermost(definitions, before);
    if (inside !== innermost(definitions, after) || inside === 0) return null;
    for (let line = before + 1; line < after; line++) if (innermost(definitions, line) !== inside) return null;
    const definition = definitions[inside]!;
    if (!CALLABLE.has(definition.kind) || before < signatureEnd(definition, lines)) return null;
    found.add(inside);
  }
  return [...found].sort((a, b) => a - b).map((after) => ({ after, ...spanBefore(definitions[after]!, hunks) }));
}

function innermost(definitions: readonly Definition[], line: number): number {
  let best = 0;
  for (let i = 1; i < definitions.length; i++) {
    const one = definitions[i]!;
    if (one.start > line || one.end < line) continue;
    const other = definitions[best]!;
    if (best === 0 || one.start > other.start || (one.start === other.start && one.end <= other.end)) best = i;
  }
  return best;
}

/** The line on which a signature is over: the first that opens a body. Where none does, no line of it is a plain one. */
function signatureEnd(definition: Definition, lines: readonly string[]): number {
  for (let line = definition.start; line <= definition.end; line++) if (/[{:]\s*$|=\s*$|\bdo\s*$/.test(lines[line - 1] ?? "")) return line;
  return Number.POSITIVE_INFINITY;
}

function spanBefore(definition: Definition, hunks: readonly Hunk[]): { start: number; end: number } {
  let [above, inside] = [0, 0];
  for (const hunk of hunks) {
    const growth = hunk.oldLines - hunk.newLines;
    if (hunk.newStart < definition.start) above += growth;
    else if (hunk.newStart <= definition.end) inside += growth;
  }
  return { start: definition.start + above, end: definition.end + above + inside };
}
