/**
 * Code as units: definitions with their doc comments, the stretches between them, the licence header, the block of imports.
 *
 * Symbols say where definitions are; which lies in which is told by their lines, never by the parent index (a Go method's parent is its
 * type, wherever that stands). No tree is walked here.
 */
import type { ChunkKind, FileFacts, RawSymbol, SymbolKind } from "../../../base/types.ts";
import type { Lines } from "../lines.ts";
import { settleBlanks, type Unit } from "./_plan.ts";

/** A symbol with the symbols inside its lines, in order, not overlapping. */
interface Node {
  start: number;
  end: number;
  symbol: number;
  kind: SymbolKind;
  children: Node[];
}

/** What a file tells besides its symbols; index = line. */
interface Marks {
  comment: Uint8Array;
  imports: Uint8Array;
  /** Last line of the licence header, 0 if there is none. */
  licence: number;
  /** Kind of lines that belong to no definition. */
  plain: ChunkKind;
}

/** Kinds that are containers of definitions wherever they stand; inside a function only these are worth a cut. */
const CONTAINERS: ReadonlySet<SymbolKind> = new Set([
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "function",
  "method",
  "module",
  "namespace",
  "section",
]);
const FUNCTIONS: ReadonlySet<SymbolKind> = new Set(["function", "method"]);

const CHUNK_KIND: Partial<Record<SymbolKind, ChunkKind>> = {
  function: "function",
  method: "method",
  class: "class",
  struct: "class",
  interface: "type",
  trait: "type",
  enum: "type",
  type: "type",
  section: "section",
};

/** Fewer import lines than this, or less text, is no block of its own: a chunk of one line helps nobody. */
const importBlock = { lines: 3, characters: 150 };

/** The units of a whole file; `plain` is the kind of what belongs to no definition. */
export function codeUnits(facts: FileFacts, lines: Lines, plain: ChunkKind): Unit[] {
  const comment = lines.only(facts.spans.comments);
  const marks: Marks = { comment, imports: lines.any(facts.spans.imports), licence: 0, plain };
  marks.licence = licenceEnd(facts, lines, comment);
  return units(
    lines,
    marks,
    { start: 1, end: lines.count, symbol: 0, kind: "file", children: tree(facts.symbols, lines, marks) },
    1,
    lines.count,
  );
}

/** Definitions nested by their lines. Symbols that begin before the last one of their level ended are taken into it. */
function tree(symbols: readonly RawSymbol[], lines: Lines, marks: Marks): Node[] {
  const nodes: Node[] = [];
  for (const [index, symbol] of symbols.entries()) {
    if (index === 0 || symbol.kind === "import" || symbol.kind === "file" || symbol.kind === "external") continue;
    const start = Math.max(1, Math.min(symbol.start, lines.count));
    const end = Math.max(start, Math.min(symbol.end, lines.count));
    if (marks.imports[start] === 1 && marks.imports[end] === 1 && !CONTAINERS.has(symbol.kind)) continue;
    nodes.push({ start, end, symbol: index, kind: symbol.kind, children: [] });
  }
  nodes.sort((a, b) => a.start - b.start || b.end - a.end || a.symbol - b.symbol);
  const top: Node[] = [];
  const open: Node[] = [];
  for (const node of nodes) {
    while (open.length > 0 && open[open.length - 1]!.end < node.start) open.pop();
    // Reaching beyond its container (two definitions share a line): the container grows, so that units never overlap. Ends only grow
    // outwards, so the first that reaches far enough is the last to look at.
    for (let i = open.length - 1; i >= 0 && open[i]!.end < node.end; i--) open[i]!.end = node.end;
    (open[open.length - 1]?.children ?? top).push(node);
    open.push(node);
  }
  return top;
}

/** Units of the lines `start` to `end` of a node: its children with what stands between them. */
function units(lines: Lines, marks: Marks, owner: Node, start: number, end: number): Unit[] {
  const outer = !FUNCTIONS.has(owner.kind);
  const found: Unit[] = [];
  let cursor = start;
  for (const child of owner.children) {
    if (!outer && !CONTAINERS.has(child.kind)) continue;
    // The unit's own lines may be fewer than the symbol claims: blank ones at its start went to the unit before.
    const last = Math.min(child.end, end);
    if (last < cursor) continue;
    const from = withComment(lines, marks, Math.max(child.start, cursor), cursor);
    gap(lines, marks, owner, cursor, from - 1, found);
    found.push({
      start: from,
      end: last,
      symbol: child.symbol,
      kind: CHUNK_KIND[child.kind] ?? marks.plain,
      definition: true,
      alone: false,
      opens: false,
      divides: false,
      parts: child.children.length > 0 ? (first, last) => units(lines, marks, child, first, last) : null,
    });
    cursor = last + 1;
  }
  // No children that count: the caller cuts by lines.
  if (found.length === 0 && owner.symbol !== 0) return [];
  gap(lines, marks, owner, cursor, end, found);
  return settleBlanks(lines, found);
}

/** First line of the comment that stands above a line, directly or with one blank line between, not above `floor`. */
function withComment(lines: Lines, marks: Marks, line: number, floor: number): number {
  let from = line;
  if (from - 2 >= floor && from - 2 > marks.licence && marks.comment[from - 2] === 1 && lines.blank(from - 1)) from--;
  while (from > floor && from - 1 > marks.licence && marks.comment[from - 1] === 1) from--;
  return from;
}

/** What stands between definitions: at the top of a file or module licence and imports apart, everything else as it is. */
function gap(lines: Lines, marks: Marks, owner: Node, start: number, end: number, found: Unit[]): void {
  const add = (from: number, to: number, kind: ChunkKind, alone: boolean) => {
    if (to < from) return;
    const comment = !alone && onlyComment(lines, marks, from, to);
    found.push({
      start: from,
      end: to,
      symbol: owner.symbol,
      kind: comment ? "comment" : kind,
      definition: false,
      alone,
      opens: false,
      divides: false,
      parts: null,
    });
  };
  const kind = owner.symbol === 0 ? marks.plain : (CHUNK_KIND[owner.kind] ?? marks.plain);
  let cursor = start;
  if (cursor <= marks.licence) {
    add(cursor, marks.licence, "licence", true);
    cursor = marks.licence + 1;
  }
  if (owner.symbol === 0 || owner.kind === "module" || owner.kind === "namespace") {
    for (const [from, to] of importRuns(lines, marks, cursor, end)) {
      add(cursor, from - 1, kind, false);
      add(from, to, "imports", true);
      cursor = to + 1;
    }
  }
  add(cursor, end, kind, false);
}

function onlyComment(lines: Lines, marks: Marks, start: number, end: number): boolean {
  let comments = 0;
  for (let line = start; line <= end; line++) {
    if (marks.comment[line] === 1) comments++;
    else if (!lines.blank(line)) return false;
  }
  return comments > 0;
}

/** Runs of import lines, with the comments and blank lines between them, that are large enough to be a block. */
function importRuns(lines: Lines, marks: Marks, start: number, end: number): [number, number][] {
  const runs: [number, number][] = [];
  let from = 0;
  let to = 0;
  let count = 0;
  const close = () => {
    if (from > 0) [from, to] = withBrackets(lines, from, to, start, end);
    if (from > 0 && (count >= importBlock.lines || lines.size(from, to) >= importBlock.characters)) runs.push([from, to]);
    from = 0;
    count = 0;
  };
  for (let line = start; line <= end; line++) {
    if (marks.imports[line] === 1) {
      if (from === 0) from = line;
      to = line;
      count++;
    } else if (from > 0 && marks.comment[line] !== 1 && !lines.blank(line)) close();
  }
  close();
  return runs;
}

/** An import list with the lines that open and close it: `import (`, `)`. Grammars mark only what is between. */
function withBrackets(lines: Lines, from: number, to: number, start: number, end: number): [number, number] {
  const opens = from > start && /^\s*(import|use|using|from|export|pub|require)\b[^;]*[({]\s*$/.test(lines.slice(from - 1, from - 1));
  const closes = to < end && /^\s*[)}\]]+\s*;?\s*$/.test(lines.slice(to + 1, to + 1));
  return [opens ? from - 1 : from, closes ? to + 1 : to];
}

/** Words that only legal texts have. A comment that merely mentions a licence is not one. */
const LEGAL =
  /copyright\s*(\(c\)|©|:|\d{4}|[A-Z]\w+ )|\(c\)\s*\d{4}|©\s*\d{4}|SPDX-License-Identifier|licen[cs]ed under|under the terms of|permission (is hereby granted|to use, copy)|all rights reserved|redistribution and use|\b(MIT|BSD|ISC|Apache|Mozilla Public|GNU [\w ]*General Public) Licen[cs]e/i;
/** A header that also documents the file is worth searching. */
const DOCUMENTS = /[@\\](file|fileoverview|brief|module|packageDocumentation|package)\b/i;
/** Comment markers by which a header is recognised in languages that have no rules. */
const MARKER = /^\s*(#|\/\/|\/\*|\*|--|;|%|<!--|\(\*|\{-|"""|''')/;
/** How far down a licence may begin: after a shebang, an encoding line, `<?php`, a doctype. */
const licenceWithin = 5;

/** Last line of a licence header, or 0. */
function licenceEnd(facts: FileFacts, lines: Lines, comment: Uint8Array): number {
  const known = facts.spans.comments.length > 0;
  const isComment = (line: number) => (known ? comment[line] === 1 : MARKER.test(lines.slice(line, line)));
  let first = 1;
  while (first <= Math.min(lines.count, licenceWithin) && !isComment(first)) first++;
  if (first > Math.min(lines.count, licenceWithin)) return 0;
  let last = first;
  if (known) {
    const from = lines.from(first);
    const span = facts.spans.comments.find(([a, b]) => b > from && a < lines.to(first));
    // A block comment ends where it ends; line comments run on to the first other line.
    if (span !== undefined && span[1] > lines.to(first)) last = lines.at(Math.min(span[1], lines.text.length) - 1);
    else while (last < lines.count && comment[last + 1] === 1 && !opensBlock(lines, last + 1)) last++;
  } else if (/^\s*(\/\*|<!--|\(\*|\{-|"""|''')/.test(lines.slice(first, first))) {
    while (last < lines.count && last - first < 200 && !/(\*\/|-->|\*\)|-\}|"""|''')\s*$/.test(lines.slice(last, last))) last++;
  } else while (last < lines.count && isComment(last + 1)) last++;
  const text = lines.slice(first, last);
  return LEGAL.test(text) && !DOCUMENTS.test(text) ? last : 0;
}

function opensBlock(lines: Lines, line: number): boolean {
  return /^\s*\/\*\*/.test(lines.slice(line, line));
}
