/** One line a result, `path:line:column:text`, as editors read it (vim's 'errorformat', grep -n). */
import type { Answer } from "../../base/schema.ts";
import { fromRoot } from "../question.ts";
import { visible } from "./visible.ts";

/** The results of an answer in vimgrep form; `cwd` is where the user stands. */
export function renderVimgrep(answer: Answer, cwd: string): string {
  return answer.results
    .map((result) => {
      const line = result.line ?? result.start;
      const text = snippetLine(result.snippet, line - result.start) || result.qualified || result.name;
      return `${visible(fromRoot(result.path, answer.root, cwd))}:${line}:1:${visible(text.trim())}\n`;
    })
    .join("");
}

/** Line `at` (0-based) of a snippet, or its first. */
function snippetLine(snippet: string, at: number): string {
  const lines = snippet.split("\n");
  return lines[at] ?? lines[0] ?? "";
}
