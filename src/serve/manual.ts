/** The manual's pages, as `manifold help TOPIC` prints them and as the man pages are made of. Loaded by help only. */
import agents from "../manual/agents.md" with { type: "text" };
import asking from "../manual/asking.md" with { type: "text" };
import documents from "../manual/documents.md" with { type: "text" };
import editors from "../manual/editors.md" with { type: "text" };
import fleet from "../manual/fleet.md" with { type: "text" };
import gate from "../manual/gate.md" with { type: "text" };
import history from "../manual/history.md" with { type: "text" };
import index from "../manual/index.md" with { type: "text" };
import languages from "../manual/languages.md" with { type: "text" };
import notes from "../manual/notes.md" with { type: "text" };
import ranking from "../manual/ranking.md" with { type: "text" };
import relations from "../manual/relations.md" with { type: "text" };
import security from "../manual/security.md" with { type: "text" };
import settings from "../manual/settings.md" with { type: "text" };
import shared from "../manual/shared.md" with { type: "text" };
import sql from "../manual/sql.md" with { type: "text" };
import troubleshooting from "../manual/troubleshooting.md" with { type: "text" };
import { table, wrapped } from "./wrapping.ts";

/** Pages by topic, in the order in which somebody new reads them. */
export const MANUAL: Readonly<Record<string, string>> = {
  asking,
  relations,
  gate,
  fleet,
  agents,
  editors,
  languages,
  ranking,
  index,
  documents,
  history,
  notes,
  shared,
  sql,
  settings,
  security,
  troubleshooting,
};

/** Lines of prose, of which a page has paragraphs and points. */
const POINT = /^(\s*(?:[-*]|\d+\.)\s+)?(.*)$/s;

/**
 * A page for a terminal: Markdown with its titles in bold where there are colours, its paragraphs and tables as wide as the terminal, its examples as they
 * are.
 */
export function pageOf(text: string, width: number, bold: (text: string) => string): string {
  const out: string[] = [];
  for (const [at, part] of text.split(/^```.*\n/m).entries()) {
    if (at % 2 === 1) {
      out.push(...part.trimEnd().split("\n"), "");
      continue;
    }
    for (const block of part.split(/\n{2,}/)) {
      const lines = block.split("\n").filter((line) => line.trim() !== "");
      if (lines.length === 0) continue;
      if (lines[0]!.startsWith("#")) out.push(bold(lines.shift()!));
      if (lines[0]?.startsWith("|")) {
        const rows = lines.filter((line) => !/^[\s|:-]+$/.test(line)).map((line) => line.split("|").slice(1, -1));
        out.push(
          ...table(
            rows.map(([first = "", ...rest]) => [first.trim(), rest.map((cell) => cell.trim()).join("; ")] as const),
            width,
          ),
        );
      } else for (const prose of lines.join("\n").split(/\n(?=\s*(?:[-*]|\d+\.)\s)/)) out.push(...pointOf(prose, width));
      out.push("");
    }
  }
  return out.join("\n");
}

/** A paragraph, or a point with what goes on below its sign. */
function pointOf(prose: string, width: number): string[] {
  const [, sign = "", words = ""] = POINT.exec(prose) ?? [];
  if (words === "") return [];
  return wrapped(words, width - sign.length).map((line, i) => (i === 0 ? sign : " ".repeat(sign.length)) + line);
}
