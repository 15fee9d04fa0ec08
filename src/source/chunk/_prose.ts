/**
 * Prose as units: Markdown by heading and block (micromark, GFM tables), other texts by paragraph.
 */
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import type { ChunkKind } from "../../base/types.ts";
import type { Lines } from "./_lines.ts";
import { fits, settleBlanks, type Unit } from "./_plan.ts";

/** Only where blocks begin and end matters: without the inline constructs parsing takes half the time (1.6 against 0.8 MB/s). */
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

/** Larger texts are split by paragraph: nobody writes them by hand, and parsing would take seconds. */
const parseLimit = 500_000;
/** Lines with more container marks than this make the parser quadratic; no author writes them. */
const HOSTILE = /^[ \t]*(?:[>*+-][ \t]*){40}/m;

interface Block {
  type: string;
  start: number;
  end: number;
  depth: number;
  children: Block[];
}

/** Units of a Markdown text: sections nested by heading, blocks inside them. */
export function markdownUnits(lines: Lines): Unit[] {
  if (lines.text.length > parseLimit || HOSTILE.test(lines.text)) return paragraphUnits(lines, "section");
  const front = frontMatter(lines);
  const body = lines.text.slice(front === 0 ? 0 : lines.to(front));
  const root = fromMarkdown(body, {
    extensions: [gfmTable(), { disable: { null: INLINE } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const blocks = root.children.map((child) => block(lines, child, front === 0 ? 0 : lines.to(front)));
  const found = sections(lines, blocks, front + 1, lines.count);
  if (front > 0) found.unshift(unit(1, front, "data"));
  return settleBlanks(lines, found);
}

/** The parts of a mdast node that matter here. */
interface MdNode {
  type: string;
  depth?: number;
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined;
  children?: MdNode[];
}

/** Lines come from offsets: the parser counts a lone carriage return as a line break, we do not. */
function block(lines: Lines, node: MdNode, shift: number): Block {
  const nested = node.type === "list" || node.type === "listItem" || node.type === "blockquote";
  const from = (node.position?.start.offset ?? 0) + shift;
  const to = (node.position?.end.offset ?? 0) + shift;
  return {
    type: node.type,
    start: lines.at(from),
    end: lines.at(Math.max(from, to - 1)),
    depth: node.depth ?? 0,
    children: nested ? (node.children ?? []).map((child) => block(lines, child, shift)) : [],
  };
}

/** Last line of a YAML or TOML front matter, 0 if there is none. */
function frontMatter(lines: Lines): number {
  const mark = /^(---|\+\+\+)[ \t]*\r?\n$/.exec(lines.slice(1, Math.min(1, lines.count)))?.[1];
  if (mark === undefined) return 0;
  for (let line = 2; line <= Math.min(lines.count, 200); line++) if (lines.slice(line, line).trimEnd() === mark) return line;
  return 0;
}

function unit(start: number, end: number, kind: ChunkKind): Unit {
  return { start, end, symbol: 0, kind, definition: false, alone: false, opens: false, divides: false, parts: null };
}

/** Splits the lines `start` to `end` at the headings of the highest rank among the blocks; below them the same again. */
function sections(lines: Lines, blocks: readonly Block[], start: number, end: number): Unit[] {
  const headings = blocks.filter((item) => item.type === "heading");
  if (headings.length === 0) return blockUnits(lines, blocks, start, end);
  const rank = Math.min(...headings.map((item) => item.depth));
  const cuts = [...new Set(headings.filter((item) => item.depth === rank).map((item) => item.start))];
  const first = cuts[0]!;
  const found = start < first ? sections(lines, within(blocks, start, first - 1), start, first - 1) : [];
  for (const [i, from] of cuts.entries()) {
    const to = (cuts[i + 1] ?? end + 1) - 1;
    const heading = headings.find((item) => item.start === from && item.depth === rank)!;
    const inside = within(blocks, from, to);
    found.push({
      ...unit(from, to, "section"),
      definition: true,
      opens: true,
      divides: inside.some((item) => item.type === "heading" && item !== heading),
      parts: (a, b) => {
        const rest = inside.filter((item) => item !== heading);
        const parts = settleBlanks(lines, sections(lines, rest, rest[0]?.start ?? b + 1, b));
        // The heading stays with the first block below it, unless that would get the block cut.
        const lead = parts[0];
        const cuts = lead !== undefined && fits(lines, lead.start, lead.end) && !fits(lines, a, lead.end);
        if (lead === undefined || lead.definition || cuts) parts.unshift(unit(a, (lead?.start ?? b + 1) - 1, "section"));
        else parts[0] = { ...lead, start: a };
        return parts.length === 1 && parts[0]!.parts === null ? [] : parts;
      },
    });
  }
  return found;
}

function within(blocks: readonly Block[], start: number, end: number): Block[] {
  return blocks.filter((item) => item.start >= start && item.start <= end);
}

/** Blocks as units, each with the lines up to the next; lists and quotes can be cut between their parts, nothing else. */
function blockUnits(lines: Lines, blocks: readonly Block[], start: number, end: number): Unit[] {
  if (end < start) return [];
  const found: Unit[] = [];
  for (const item of blocks) {
    const before = found[found.length - 1];
    // Two blocks can share a line (a list item's first paragraph): the later one then belongs to the earlier.
    if (before !== undefined && item.start <= before.start) continue;
    if (before === undefined) found.push(unit(start, end, "section"));
    else {
      before.end = item.start - 1;
      found.push(unit(item.start, end, "section"));
    }
    const made = found[found.length - 1]!;
    if (item.children.length > 0) made.parts = (a, b) => nested(lines, item, a, b);
  }
  return found.length > 0 ? found : [unit(start, end, "section")];
}

function nested(lines: Lines, item: Block, start: number, end: number): Unit[] {
  const parts = settleBlanks(lines, blockUnits(lines, item.children, start, end));
  return parts.length === 1 && parts[0]!.parts === null ? [] : parts;
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
