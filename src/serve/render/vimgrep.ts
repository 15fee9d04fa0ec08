/** One line a result, `path:line:column:text`, as editors read it (vim's 'errorformat', grep -n). */
import type { Answer } from "../../base/schema.ts";
import { fromRoot } from "../question.ts";
import { markerOf } from "./marks.ts";
import { visible } from "./visible.ts";

/** The results of an answer in vimgrep form; `cwd` is where the user stands. */
export function renderVimgrep(answer: Answer, cwd: string): string {
  const marker = markerOf(answer);
  return answer.results
    .map((result) => {
      const line = result.line ?? result.start;
      const text = firstLine(result.snippet) || result.qualified || result.name;
      const column = (marker(text)[0]?.[0] ?? 0) + 1;
      return `${visible(fromRoot(result.path, answer.root, cwd))}:${line}:${column}:${visible(text)}\n`;
    })
    .join("");
}

/** A snippet starts at the line that counts. */
const firstLine = (snippet: string) => snippet.split("\n", 1)[0] ?? "";
