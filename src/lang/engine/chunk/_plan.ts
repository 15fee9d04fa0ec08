/**
 * From units (definitions, gaps between them, paragraphs) to pieces of the wanted size: small siblings are merged, large units are
 * split at their own parts and, where they have none, at blank lines and low indentation.
 *
 * Boundaries must not run away from an edit: a unit of at least half the target always stands alone, so that the grouping before it has
 * no influence on what comes after it.
 */
import { chunking } from "../../../base/limits.ts";
import type { ChunkKind } from "../../../base/types.ts";
import type { Lines } from "../lines.ts";

/** A stretch of lines that should stay together if it can. The units of a range partition it. */
export interface Unit {
  start: number;
  end: number;
  /** Index of the symbol that it is a part of; 0 = the file. */
  symbol: number;
  kind: ChunkKind;
  /** It is a definition as a whole (with its doc comment), not a stretch between definitions. */
  definition: boolean;
  /** Never merged with a neighbour: licence header, import block. */
  alone: boolean;
  /** A heading or title: a new group begins here when the one before is not small. */
  opens: boolean;
  /** It has titled parts of its own: divided from the target size on, where others stay whole up to the cap. */
  divides: boolean;
  /** Its parts, when it is too large to stay whole; null if it has none. They partition the lines given, which are the unit's. */
  parts: ((start: number, end: number) => Unit[]) | null;
}

/** A chunk to be: its lines, and what it is a part of. */
export interface Piece {
  start: number;
  end: number;
  /** Where its main part begins: lines above are small things it took in. */
  anchor: number;
  symbol: number;
  kind: ChunkKind;
  alone: boolean;
}

/** Who the units belong to when they are not definitions of their own. */
export interface Owner {
  symbol: number;
  kind: ChunkKind;
}

/** A unit or group below this is merged into a neighbour: closing braces, a lone `module.exports`. A tenth of the target. */
const tiny = chunking.targetCharacters / 10;
/** A definition from here on stands alone (see above). */
const barrier = chunking.targetCharacters / 2;
/** Deeper nesting than this is split by lines: hostile files nest without end. */
const maxDepth = 32;
/** Share of a group's text that one definition must have to give the group its name. */
const dominance = 0.6;

/** Pieces of a file from its units, in order, partitioning the same lines. */
export function plan(lines: Lines, units: Unit[], owner: Owner): Piece[] {
  const pieces: Piece[] = [];
  gather(lines, units, owner, pieces, 0);
  return absorb(lines, pieces);
}

/** Is a range within the caps? Blank lines at its end do not count as text: a code block is not cut because of what follows it. */
function fits(lines: Lines, start: number, end: number): boolean {
  if (end - start >= chunking.maxLines) return false;
  let last = end;
  while (last > start && lines.size(start, last) > chunking.maxCharacters && lines.blank(last)) last--;
  return lines.size(start, last) <= chunking.maxCharacters;
}

function gather(lines: Lines, units: Unit[], owner: Owner, pieces: Piece[], depth: number): void {
  let group: Unit[] = [];
  let size = 0;
  const flush = () => {
    if (group.length > 0) pieces.push(named(lines, group, owner));
    group = [];
    size = 0;
  };
  for (const unit of units) {
    const own = lines.size(unit.start, unit.end);
    if (!fits(lines, unit.start, unit.end) || (unit.divides && own > chunking.targetCharacters)) {
      flush();
      const parts = depth < maxDepth && unit.parts !== null ? unit.parts(unit.start, unit.end) : [];
      if (parts.length > 0) gather(lines, parts, unit, pieces, depth + 1);
      else
        for (const [start, end] of splitByLines(lines, unit.start, unit.end))
          pieces.push({ start, end, anchor: start, symbol: unit.symbol, kind: unit.kind, alone: false });
    } else if (unit.alone || (unit.definition && own >= barrier)) {
      flush();
      pieces.push({ start: unit.start, end: unit.end, anchor: unit.start, symbol: unit.symbol, kind: unit.kind, alone: unit.alone });
    } else {
      if (group.length > 0) {
        const full = size + own > chunking.targetCharacters || unit.end - group[0]!.start >= chunking.maxLines;
        if (full || (unit.opens && size >= barrier)) flush();
      }
      group.push(unit);
      size += own;
    }
  }
  flush();
}

/** A group as one piece, named after the definition that makes up most of it, if one does. */
function named(lines: Lines, group: Unit[], owner: Owner): Piece {
  const start = group[0]!.start;
  const end = group[group.length - 1]!.end;
  const definitions = group.filter((unit) => unit.definition);
  const only = group.length === 1 ? group[0] : definitions.length === 1 ? definitions[0] : undefined;
  if (only !== undefined && lines.size(only.start, only.end) >= dominance * lines.size(start, end))
    return { start, end, anchor: only.start, symbol: only.symbol, kind: only.kind, alone: false };
  const comment = group.every((unit) => unit.kind === "comment");
  return { start, end, anchor: start, symbol: owner.symbol, kind: comment ? "comment" : owner.kind, alone: false };
}

/** Merges pieces too small to mean anything into a neighbour: the next one, or the one before for what closes something. */
function absorb(lines: Lines, pieces: Piece[]): Piece[] {
  const done: Piece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const text = lines.slice(piece.start, piece.end).trim();
    if (piece.alone || text.length >= tiny) {
      done.push(piece);
      continue;
    }
    const next = pieces[i + 1];
    const before = done[done.length - 1];
    const closes = !/[a-zA-Z\x80-\u{10FFFF}0-9]/u.test(text) || /^(end|fi|done|esac)\b/.test(text);
    // A package clause goes with the imports below it, their closing bracket with those above; a licence takes nothing.
    const canNext = next !== undefined && (!next.alone || next.kind === "imports") && fits(lines, piece.start, next.end);
    const canBefore =
      before !== undefined && (!before.alone || (before.kind === "imports" && closes)) && fits(lines, before.start, piece.end);
    if (canNext && !(closes && canBefore)) pieces[i + 1] = { ...next, start: piece.start };
    else if (canBefore) done[done.length - 1] = { ...before, end: piece.end };
    else done.push(piece);
  }
  return done;
}

/**
 * Cuts the lines `start` to `end` where it hurts least: after a blank line, before a line of low indentation, near the target size.
 * Every part is within the caps, except single lines that are longer than the cap.
 */
export function splitByLines(lines: Lines, start: number, end: number): [number, number][] {
  const parts: [number, number][] = [];
  let from = start;
  while (!fits(lines, from, end)) {
    const cut = bestCut(lines, from, end);
    if (cut > end) break;
    parts.push([from, cut - 1]);
    from = cut;
  }
  parts.push([from, end]);
  return parts;
}

/** The line before which to cut, in `(from, end + 1]`; `end + 1` if only one line is left. */
function bestCut(lines: Lines, from: number, end: number): number {
  if (lines.size(from, from) > chunking.maxCharacters) return from + 1;
  const rest = lines.size(from, end);
  // What is left of the last cut should not be a stub: halve the rest when it is short.
  const wanted =
    rest <= chunking.maxCharacters + chunking.targetCharacters ? Math.min(rest / 2, chunking.maxCharacters) : chunking.targetCharacters;
  let best = from + 1;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let cut = from + 1; cut <= end && fits(lines, from, cut - 1); cut++) {
    const size = lines.size(from, cut - 1);
    const cost = cutCost(lines, cut) + (4 * Math.abs(size - wanted)) / wanted + (cut - from >= chunking.maxLines - 1 ? 1 : 0);
    if (cost < bestCost) {
      bestCost = cost;
      best = cut;
    }
  }
  return best;
}

/** What it costs to begin a piece at this line, in units of one indentation level. */
function cutCost(lines: Lines, cut: number): number {
  if (lines.blank(cut)) return 8;
  const first = lines.text.slice(lines.from(cut), Math.min(lines.to(cut), lines.from(cut) + 80)).trimStart();
  const closes = /^[\])}>]|^(end|else|elif|fi|done|esac|catch|except|finally|rescue)\b/.test(first);
  return Math.min(lines.indent(cut) / 4, 8) + (lines.blank(cut - 1) ? 0 : 2) + (closes ? 3 : 0);
}

/**
 * Moves the blank lines that lead a unit to the end of the one before, so that pieces begin with text; a unit of blank lines only
 * disappears into its neighbour. Blank lines at the very top stay with what follows.
 */
export function settleBlanks(lines: Lines, units: Unit[]): Unit[] {
  const settled: Unit[] = [];
  let top = units[0]?.start ?? 1;
  for (const [i, unit] of units.entries()) {
    let start = unit.start;
    while (start <= unit.end && lines.blank(start)) start++;
    const before = settled[settled.length - 1];
    if (before !== undefined) {
      before.end = start - 1;
      if (start <= unit.end) settled.push({ ...unit, start });
    } else if (start <= unit.end || i === units.length - 1) {
      settled.push({ ...unit, start: top });
      top = unit.start;
    }
  }
  return settled;
}
