/** One line a result, `path:line:column:text`, as editors read it (vim's 'errorformat', grep -n). */
import { isMember } from "../../asking/lists.ts";
import type { Answer, Result } from "../../base/schema.ts";
import { scanNames } from "../../base/words.ts";
import { fromRoot } from "../question.ts";
import { type Marker, markerOf } from "./parts.ts";
import { visible } from "./visible.ts";

/** The results of an answer in vimgrep form, but for those outside the tree, which no editor can open; `cwd` is where the user stands. */
export function renderVimgrep(answer: Answer, cwd: string): string {
  const marker = markerOf(answer);
  return answer.results
    .filter((result) => result.path !== "")
    .map((result) => {
      const line = result.line ?? result.lines[0]?.[0] ?? result.start;
      // Without its text (a file that changed meanwhile) a place is still told apart by its name.
      const text = lineOf(result, line) ?? (result.qualified || result.name);
      return `${visible(fromRoot(result.path, answer.root, cwd))}:${line}:${columnOf(result, text, marker)}:${visible(text)}\n`;
    })
    .join("");
}

/** A line of the file, if it is quoted. */
function lineOf({ snippet, lines }: Result, line: number): string | null {
  let at = 0;
  for (const [from, to] of lines) {
    if (from <= line && line <= to) return snippet.split("\n")[at + line - from] ?? null;
    at += to - from + 1;
  }
  return null;
}

/** Where in a line the cursor belongs: its byte, counted from 1, as vim and ripgrep do. */
function columnOf(result: Result, text: string, marker: Marker): number {
  const marked = marker(text)[0]?.[0] ?? null;
  const named = placeOfName(text, result.name);
  // A relation leads to a use of the symbol, or to what is related, where that is defined.
  const at = isMember(result) && result.line === null ? (named ?? marked) : (marked ?? named);
  return Buffer.byteLength(text.slice(0, at ?? Math.max(0, text.search(/\S/)))) + 1;
}

function placeOfName(text: string, name: string): number | null {
  let place: number | null = null;
  if (name !== "")
    scanNames(text, 0, text.length, (from, to) => {
      if (place === null && text.slice(from, to) === name) place = from;
    });
  return place;
}
