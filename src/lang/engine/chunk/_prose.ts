/**
 * Prose as units: Markdown by heading and block (micromark, GFM tables), other texts by paragraph.
 */
import type { Extension } from "mdast-util-from-markdown";
import type { ChunkKind } from "../../../base/types.ts";
import type { Lines } from "../lines.ts";
import { settleBlanks, type Unit } from "./_plan.ts";

/** Only where blocks begin and end matters: without the inline constructs parsing takes half the time. */
const INLINE = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];

/** The parser, loaded when a section must be cut for the first time: updates without such a file do not pay for it. */
const parser = () => ({
  ...(require("mdast-util-from-markdown") as typeof import("mdast-util-from-markdown")),
  ...(require("micromark-extension-gfm-table") as typeof import("micromark-extension-gfm-table")),
});

/** A table as one node; of its rows and cells nothing is wanted. */
const TABLE: Extension = {
  enter: {
    table(token) {
      this.enter({ type: "table", children: [] }, token);
    },
  },
  exit: {
    table(token) {
      this.exit(token);
    },
  },
};

/** Larger stretches without a heading are split by lines: nobody writes them by hand, and parsing would take seconds. */
const parseLimit = 200_000;
/** Lines with more container marks than this make the parser quadratic; no author writes them. */
const HOSTILE = /^[ \t]*(?:[>*+-][ \t]*){40}/m;

interface Heading {
  /** First and last line: two or more where the title is underlined. */
  start: number;
  end: number;
  depth: number;
}

/**
 * Units of a Markdown text: sections nested by heading; inside a section too large to stay whole, its blocks.
 *
 * Headings are found line by line (fences and raw HTML skipped), blocks by micromark, and only where a section must be cut: it is slow,
 * and most sections are smaller than a chunk.
 */
export function markdownUnits(lines: Lines): Unit[] {
  const front = frontMatter(lines);
  const found = sections(lines, headingsOf(lines, front + 1), front + 1, lines.count);
  if (front > 0) found.unshift(unit(1, front, "data"));
  return settleBlanks(lines, found);
}

/** Last line of a YAML or TOML front matter, 0 if there is none. */
function frontMatter(lines: Lines): number {
  const mark = /^(---|\+\+\+)[ \t]*\r?\n$/.exec(lines.slice(1, Math.min(1, lines.count)))?.[1];
  if (mark === undefined) return 0;
  for (let line = 2; line <= Math.min(lines.count, 200); line++) if (lines.slice(line, line).trimEnd() === mark) return line;
  return 0;
}

const FENCE = /^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})([^\r\n]*)/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]|\r?\n?$)/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*\r?\n?$/;
/** What can be the last line of an underlined title: a paragraph, not a list item, quote, table row or indented code. */
const PARAGRAPH = /^ {0,3}(?![-*+>|#=\s]|\d{1,9}[.)]\s|`{3}|~{3}|<)\S/;
/** Raw HTML in which `#` heads nothing, with what ends it. */
const RAW: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<(?:pre|script|style|textarea)\b/i, /<\/(?:pre|script|style|textarea)>/i],
];

function headingsOf(lines: Lines, from: number): Heading[] {
  const found: Heading[] = [];
  for (let line = from; line <= lines.count; line++) {
    const text = lines.slice(line, line);
    const raw = RAW.find(([opens]) => opens.test(text));
    if (raw !== undefined) {
      while (line < lines.count && !raw[1].test(lines.slice(line, line))) line++;
      continue;
    }
    const fence = FENCE.exec(text);
    if (fence !== null && !(fence[1]!.startsWith("`") && fence[2]!.includes("`"))) {
      const mark = fence[1]!;
      const closes = new RegExp(`^[\\s>]*${mark[0]!}{${mark.length},}\\s*$`);
      while (line < lines.count && !closes.test(lines.slice(++line, line)));
      continue;
    }
    const atx = ATX.exec(text);
    if (atx !== null) {
      found.push({ start: line, end: line, depth: atx[1]!.length });
      continue;
    }
    const underline = line > from ? SETEXT.exec(text) : null;
    if (underline === null || !PARAGRAPH.test(lines.slice(line - 1, line - 1))) continue;
    let start = line - 1;
    const floor = Math.max(from, (found[found.length - 1]?.end ?? 0) + 1);
    while (start > floor && PARAGRAPH.test(lines.slice(start - 1, start - 1))) start--;
    if (start >= floor) found.push({ start, end: line, depth: underline[1]!.startsWith("=") ? 1 : 2 });
  }
  return found;
}

function unit(start: number, end: number, kind: ChunkKind): Unit {
  return { start, end, symbol: 0, kind, definition: false, alone: false, opens: false, divides: false, parts: null };
}

/** Splits the lines `start` to `end` at the headings of the highest rank; below each of them the same again. */
function sections(lines: Lines, headings: readonly Heading[], start: number, end: number): Unit[] {
  if (end < start) return [];
  if (headings.length === 0) return [{ ...unit(start, end, "section"), parts: (a, b) => blocks(lines, a, b) }];
  const rank = Math.min(...headings.map((item) => item.depth));
  const tops = headings.filter((item) => item.depth === rank);
  const first = tops[0]!.start;
  const found = sections(
    lines,
    headings.filter((item) => item.start < first),
    start,
    first - 1,
  );
  for (const [i, top] of tops.entries()) {
    const to = (tops[i + 1]?.start ?? end + 1) - 1;
    const below = headings.filter((item) => item.start > top.start && item.start <= to);
    const parts = (a: number, b: number) => {
      const lead = (below[0]?.start ?? b + 1) - 1;
      // The heading and what follows it up to the next, whatever its rank.
      const head = { ...unit(a, lead, "section"), parts: (from: number, last: number) => blocks(lines, from, last) };
      return settleBlanks(lines, [head, ...sections(lines, below, lead + 1, b)]);
    };
    found.push({
      ...unit(top.start, to, "section"),
      definition: true,
      opens: true,
      divides: below.length > 0,
      parts: below.length > 0 ? parts : (a, b) => blocks(lines, a, b),
    });
  }
  return found;
}

interface Block {
  start: number;
  children: Block[];
}

/** The parts of a mdast node that matter here. */
interface MdNode {
  type: string;
  position?: { start: { offset?: number | undefined } } | undefined;
  children?: MdNode[];
}

/** The blocks of a stretch of Markdown as units; none if it is one block only, or nothing a person wrote. */
function blocks(lines: Lines, start: number, end: number): Unit[] {
  const text = lines.slice(start, end);
  if (text.length > parseLimit || HOSTILE.test(text)) return [];
  const { fromMarkdown, gfmTable } = parser();
  const root = fromMarkdown(text, { extensions: [gfmTable(), { disable: { null: INLINE } }], mdastExtensions: [TABLE] });
  return blockUnits(
    lines,
    root.children.map((child) => block(lines, child, lines.from(start))),
    start,
    end,
  );
}

/** Lines come from offsets: the parser counts a lone carriage return as a line break, we do not. */
function block(lines: Lines, node: MdNode, shift: number): Block {
  const nested = node.type === "list" || node.type === "listItem" || node.type === "blockquote";
  return {
    start: lines.at((node.position?.start.offset ?? 0) + shift),
    children: nested ? (node.children ?? []).map((child) => block(lines, child, shift)) : [],
  };
}

/** Blocks as units, each with the lines up to the next; lists and quotes can be cut between their parts, nothing else. */
function blockUnits(lines: Lines, items: readonly Block[], start: number, end: number): Unit[] {
  const found: Unit[] = [];
  for (const item of items) {
    const before = found[found.length - 1];
    // Two blocks can share a line (a list item's first paragraph): the later one then belongs to the earlier.
    if (before !== undefined && item.start <= before.start) continue;
    if (before !== undefined) before.end = item.start - 1;
    const parts = item.children.length > 0 ? (a: number, b: number) => blockUnits(lines, item.children, a, b) : null;
    found.push({ ...unit(before === undefined ? start : item.start, end, "section"), parts });
  }
  const settled = settleBlanks(lines, found);
  return settled.length === 1 && settled[0]!.parts === null ? [] : settled;
}

/** A line of one repeated mark under (or over) a title: reStructuredText, AsciiDoc, plain text. */
const UNDERLINE = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/;
const TITLE = /^(#{1,6} |={1,6} |\*{1,8} )\S/;

/** Units of a text by paragraph: blank lines separate, indented blocks stay with what introduces them, titles with what they head. */
export function paragraphUnits(lines: Lines, kind: ChunkKind): Unit[] {
  const found: Unit[] = [];
  let title = false;
  for (let line = 1; line <= lines.count; line++) {
    if (lines.blank(line)) continue;
    const from = line;
    while (line < lines.count && !lines.blank(line + 1)) line++;
    const before = found[found.length - 1];
    const second = from < line ? lines.slice(from + 1, from + 1) : "";
    const first = lines.slice(from, from);
    const opens = TITLE.test(first) || UNDERLINE.test(second.trimEnd()) || (UNDERLINE.test(first.trimEnd()) && line - from >= 2);
    const joins = before !== undefined && ((title && !opens) || lines.indent(from) > 0);
    if (joins && lines.size(before.start, line) <= joinLimit) before.end = line;
    else found.push({ ...unit(before === undefined ? 1 : before.end + 1, line, kind), opens });
    title = opens && line - from <= 2;
  }
  const last = found[found.length - 1];
  if (last !== undefined) last.end = lines.count;
  return found.length > 0 ? settleBlanks(lines, found) : [unit(1, lines.count, kind)];
}

/** An indented block is not joined to its paragraph beyond this, in characters: half the target leaves room to merge. */
const joinLimit = 750;
