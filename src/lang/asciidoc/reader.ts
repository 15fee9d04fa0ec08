/**
 * AsciiDoc: titles as sections (`== Title`, `## Title`, and those with a row below), outside delimited blocks and comments; what code spans, links and
 * cross-references name.
 */
import type { RawSymbol } from "../../base/types.ts";
import { type DocumentFacts, documentFacts, type Heading, sections } from "../markdown/reader.ts";

/** A document with more titles than this is generated. */
const SECTION_LIMIT = 5_000;
/** Rows that open a block and close it again; in these nothing is a title. */
const DELIMITER = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|_{4,}|\*{4,}|={4,}|--|\|={3,}|```[^`]*)$/;
/** Marks of titles with a row below, by level. */
const UNDER = "=-~^+";

/** Titles of a document, in order. */
export function titles(text: string): Heading[] {
  const found: Heading[] = [];
  let block: string | null = null;
  let at = 0;
  let before = "";
  const lines = text.split("\n");
  for (const [index, raw] of lines.entries()) {
    const from = at;
    at += raw.length + 1;
    const line = raw.trimEnd();
    const under = /^([=\-~^+])\1+$/.exec(line);
    if (block !== null) {
      if (line === block) block = null;
      before = "";
      continue;
    }
    const prose = /^[\p{L}\p{N}"'`(]/u.test(before);
    const alone = index < 2 || (lines[index - 2] ?? "").trim() === "" || /^\[|^:/.test(lines[index - 2]!);
    if (under && prose && alone && Math.abs(Array.from(before).length - line.length) <= 1 && line.length >= 2) {
      const start = from - lines[index - 1]!.length - 1;
      found.push({
        level: UNDER.indexOf(under[1]!) + 1,
        name: plain(before),
        line: index,
        from: start,
        to: from + raw.length,
        signature: before,
      });
      before = "";
      continue;
    }
    const heading = /^(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?$/.exec(line);
    if (heading) {
      found.push({
        level: heading[1]!.length,
        name: plain(heading[2]!),
        line: index + 1,
        from,
        to: from + raw.length,
        signature: heading[2]!,
      });
      before = "";
    } else if (DELIMITER.test(line)) {
      block = line.startsWith("```") ? "```" : line;
      before = "";
    } else before = line;
    if (found.length >= SECTION_LIMIT) break;
  }
  return found;
}

/** Sections of a document, with what they name and govern. */
export function readAsciidoc(text: string, file: RawSymbol): DocumentFacts {
  // `link:path[…]` and `xref:path[…]` as links of the same length
  const links = text.replace(/\b(link|xref|include)::?([^\s[\]]+)\[/g, (whole, _, path: string) =>
    `](${path})`.padEnd(whole.length, " ").slice(0, whole.length),
  );
  return { ...documentFacts(links, sections(titles(text), text, file)), references: [] };
}

/** A title without its markup. */
const plain = (title: string): string =>
  title
    .replace(/\[\[[^\]]*\]\]|\{[^}]*\}/g, "")
    .replace(
      /`\+?([^`]+?)\+?`|\*([^*]+)\*|(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])/gu,
      (_, a?: string, b?: string, c?: string) => a ?? b ?? c ?? "",
    )
    .trim();
