/**
 * From changed lines to changed definitions.
 *
 * A line belongs to the innermost definition around it, on its own side of the change: removed lines to a definition of the old text, added
 * ones to one of the new. The two sides are paired by kind and qualified name; what is left over on the old side was deleted, on the new
 * side added, and a pair of the two with (nearly) the same text was renamed or moved. Containers of what changed are seeds too, marked
 * `contains`: nothing follows from them.
 */

import { sortOfKind } from "../../base/kinds.ts";
import { impact as settings } from "../../base/settings.ts";
import type { SeedChange, Spans } from "../../base/types.ts";
import type { Hunk } from "../../git/patch.ts";
import type { ChangedFile, Side } from "../../git/revisions.ts";
import { isManifest } from "../../lang/engine/resolve/world.ts";
import type { Store } from "../../store/graph.ts";
import type { PreviousFacts } from "../../store/previous.ts";
import { type Definition, isCode, SideFacts } from "./definitions.ts";

export interface Seed {
  change: SeedChange;
  /** After the change; null for a deleted definition. */
  after: Definition | null;
  /** Before it; null for an added one. */
  before: Definition | null;
  /** Path after (before, for a deleted one). */
  path: string;
  oldPath: string | null;
  language: string | null;
  /** Nothing but names that the same change gives other definitions is another: nothing follows from it. */
  mechanical?: boolean;
}

/** Changes that nothing follows from. */
const STILL: ReadonlySet<string> = new Set(["comment", "imports", "contains"]);
/** Changes after which everything that named the definition by its form or place may be wrong. */
const FORM: ReadonlySet<string> = new Set(["asked", "deleted", "renamed", "moved", "signature"]);

export const isStill = ({ change }: Seed): boolean => STILL.has(change);
export const isOfForm = ({ change }: Seed): boolean => FORM.has(change);

/** Can anything follow from this seed? */
export const isWalked = (seed: Seed): boolean => !isStill(seed) && seed.mechanical !== true;

export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** What the changed files hold. */
export interface Seeds {
  seeds: Seed[];
  /** Files that could not be read as code: path and why. */
  unread: { path: string; reason: NonNullable<Side["reason"]> }[];
  /** Files with syntax errors before or after. */
  damaged: string[];
}

/** Seeds while they are gathered, with what is another in each: its own lines before and after. */
interface Gathered extends Seeds {
  texts: Map<Seed, [old: string, now: string]>;
}

/** A definition that is only on one side, until it finds its twin. */
interface Single {
  definition: Definition;
  index: number;
  side: SideFacts;
  file: ChangedFile;
}

const LISTED = (definition: Definition): boolean =>
  definition.kind !== "import" && definition.kind !== "section" && definition.kind !== "note" && definition.kind !== "external";

/**
 * All seeds of a change, in the order of its files and of the lines in them.
 * @param among paths of all files that are looked into
 * @param previous what the index had of them before it was brought up to date just now
 */
export async function seedsOf(
  files: readonly ChangedFile[],
  store: Store,
  among: readonly string[],
  previous: PreviousFacts | null = null,
): Promise<Seeds> {
  const found: Gathered = { seeds: [], unread: [], damaged: [], texts: new Map() };
  const gone: Single[] = [];
  const fresh: Single[] = [];
  for (const file of files) {
    const { patch } = file;
    if (patch.status === "mode" || patch.submodule || patch.binary) continue;
    if (patch.hunks.length === 0 && patch.status !== "added" && patch.status !== "deleted") continue;
    if (await plain(file, store, among, found)) continue;
    const sides = await bothSides(file, store, among, previous, found);
    if (sides) await compare(file, sides, found, gone, fresh);
  }
  pairUp(gone, fresh, found);
  markMechanical(files, found);
  for (const single of gone) found.seeds.push(seed("deleted", single.file, single.side, single.definition, null));
  for (const single of fresh) found.seeds.push(seed("added", single.file, single.side, null, single.definition));
  const order = new Map(files.map((file, i) => [file.patch.newPath ?? file.patch.oldPath ?? "", i]));
  found.seeds.sort(
    (a, b) =>
      (order.get(a.path) ?? 0) - (order.get(b.path) ?? 0) ||
      Number(a.after === null) - Number(b.after === null) ||
      placeOf(a).start - placeOf(b).start ||
      placeOf(b).end - placeOf(a).end ||
      (placeOf(a).qualified < placeOf(b).qualified ? -1 : 1),
  );
  return found;
}

/** Where a seed stands: after the change if it is still there. */
export function placeOf(one: Pick<Seed, "before" | "after">): Definition {
  return (one.after ?? one.before)!;
}

function seed(change: SeedChange, file: ChangedFile, side: SideFacts, before: Definition | null, after: Definition | null): Seed {
  const path = after === null ? side.path : (file.patch.newPath ?? side.path);
  return { change, before, after, path, oldPath: file.patch.oldPath, language: side.language };
}

/** Takes the short way where there is one; false where both sides must be compared. */
async function plain(file: ChangedFile, store: Store, among: readonly string[], found: Gathered): Promise<boolean> {
  const side = file.after;
  if (file.patch.status !== "modified" || !side?.here || side.text === null || file.before?.text == null) return false;
  const facts = await SideFacts.of({ ...side, text: side.text }, store, among);
  if (!isCode(facts.language) || facts.damaged || facts.definitions[0]?.row == null) return false;
  const changes = plainChanges(facts.definitions, facts.lines, file.patch.hunks);
  if (changes === null) return false;
  const containers = new Set<number>();
  for (const { after, start, end } of changes) {
    const definition = facts.definitions[after]!;
    const one = seed("body", file, facts, { ...definition, start, end, row: null }, definition);
    found.seeds.push(one);
    const hunks = file.patch.hunks.filter(({ newStart }) => newStart >= definition.start && newStart <= definition.end);
    found.texts.set(one, [textOf(hunks, "-"), textOf(hunks, "+")]);
    around(facts.definitions, after, containers);
  }
  for (const index of containers)
    if (!changes.some((one) => one.after === index)) {
      const definition = facts.definitions[index]!;
      found.seeds.push(seed("contains", file, facts, { ...definition, row: null }, definition));
    }
  return true;
}

interface Sides {
  before: SideFacts | null;
  after: SideFacts | null;
}

async function bothSides(
  file: ChangedFile,
  store: Store,
  among: readonly string[],
  previous: PreviousFacts | null,
  found: Gathered,
): Promise<Sides | null> {
  const sides: Sides = { before: null, after: null };
  for (const which of ["before", "after"] as const) {
    const side = file[which];
    if (side === null) continue;
    if (side.text === null) {
      found.unread.push({ path: side.path, reason: side.reason ?? "missing" });
      return null;
    }
    const blob = which === "before" ? file.patch.oldBlob : null;
    const facts = await SideFacts.of({ ...side, text: side.text }, store, among, previous, blob);
    if (!isCode(facts.language)) return null;
    // Nothing here depended on a file that was not there.
    if (facts.damaged && file.before !== null && !found.damaged.includes(side.path)) found.damaged.push(side.path);
    sides[which] = facts;
  }
  return sides;
}

// ---------------------------------------------------------------------------------------------- one file

async function compare(file: ChangedFile, { before, after }: Sides, found: Gathered, gone: Single[], fresh: Single[]): Promise<void> {
  const { hunks } = file.patch;
  const [oldAll, newAll] = [linesOf(hunks, "old"), linesOf(hunks, "new")];
  const oldLines = before ? touched(before.definitions, oldAll) : new Map<number, number[]>();
  const newLines = after ? touched(after.definitions, newAll) : new Map<number, number[]>();
  const pairs = pair(before?.definitions ?? [], after?.definitions ?? []);
  const paired = new Map([...pairs].map(([a, b]) => [b, a]));
  const oldOuter = outer(before, oldLines);
  const newOuter = outer(after, newLines);
  const changed = new Set<number>();
  if (before && after) {
    for (const [then, now] of pairs) {
      const [oldOwn, newOwn] = [oldLines.get(then) ?? [], newLines.get(now) ?? []];
      const [a, b] = [before.definitions[then]!, after.definitions[now]!];
      // What a constructor takes may be members in lines of their own: `class Shape(val a: Int)`.
      const headed = (oldOuter.has(then) || newOuter.has(now)) && bodyOrSignature(a, b) === "signature";
      // A list elsewhere says what is exported.
      const hidden = a.exported && !b.exported && then > 0;
      if (oldOwn.length + newOwn.length === 0 && !headed && !hidden) continue;
      const change = headed || hidden ? "signature" : await changeOf(before, after, a, b, oldOwn, newOwn);
      if (change === null) continue;
      changed.add(now);
      const one = seed(change, file, after, a, b);
      found.seeds.push(one);
      // The head of one that is told by lines of its own stands elsewhere.
      if (!headed) found.texts.set(one, [oldOwn.map((n) => before.line(n)).join("\n"), newOwn.map((n) => after.line(n)).join("\n")]);
    }
  }
  if (before)
    for (const index of new Set([...oldLines.keys(), ...oldOuter, ...beginning(before.definitions, oldAll)]))
      if (index > 0 && !pairs.has(index)) gone.push({ definition: before.definitions[index]!, index, side: before, file });
  if (after)
    for (const index of new Set([...newLines.keys(), ...newOuter, ...beginning(after.definitions, newAll)]))
      if (index > 0 && !paired.has(index)) fresh.push({ definition: after.definitions[index]!, index, side: after, file });
  // A deleted file is a loss for those that import it; an added one cannot have been imported.
  if (before && !after) found.seeds.push(seed("deleted", file, before, before.definitions[0]!, null));
  if (after) {
    const inside = new Set(newOuter);
    for (const one of oldOuter) if (pairs.has(one)) inside.add(pairs.get(one)!);
    for (const index of [...inside].sort((a, b) => a - b)) {
      const then = paired.get(index);
      if (changed.has(index) || then === undefined || !before) continue;
      found.seeds.push(seed("contains", file, after, before.definitions[then]!, after.definitions[index]!));
    }
  }
}

/** Containers of what was touched, without the file. */
function outer(side: SideFacts | null, lines: ReadonlyMap<number, number[]>): Set<number> {
  const into = new Set<number>();
  if (side) for (const index of lines.keys()) around(side.definitions, index, into);
  return into;
}

/** Containers of a definition, without the file. */
function around(definitions: readonly Definition[], index: number, into: Set<number>): void {
  for (let at = definitions[index]?.parent ?? -1; at > 0; at = definitions[at]!.parent) into.add(at);
}

function linesOf(hunks: readonly Hunk[], which: "old" | "new"): number[] {
  const lines: number[] = [];
  for (const hunk of hunks) {
    let at = which === "old" ? hunk.oldStart : hunk.newStart;
    const sign = which === "old" ? "-" : "+";
    for (const line of hunk.body) {
      if (line[0] === sign) lines.push(at);
      if (line[0] === sign || line[0] === " ") at++;
    }
  }
  return lines;
}

/** Definitions that begin in some lines: of several in one line only one is the innermost. */
function beginning(definitions: readonly Definition[], lines: readonly number[]): number[] {
  const all = new Set(lines);
  return [...definitions.keys()].filter((i) => i > 0 && all.has(definitions[i]!.start) && LISTED(definitions[i]!));
}

/** Changed lines by the innermost definition around each; 0 = outside all. */
function touched(definitions: readonly Definition[], lines: readonly number[]): Map<number, number[]> {
  const out = new Map<number, number[]>();
  for (const line of lines) {
    let best = 0;
    for (let i = 1; i < definitions.length; i++) {
      const one = definitions[i]!;
      if (one.start > line || one.end < line || !LISTED(one)) continue;
      const other = definitions[best]!;
      if (best === 0 || one.start > other.start || (one.start === other.start && one.end <= other.end)) best = i;
    }
    const list = out.get(best);
    if (list) list.push(line);
    else out.set(best, [line]);
  }
  return out;
}

/** What happened to a definition whose own lines changed; null where that is nothing to speak of. */
async function changeOf(
  before: SideFacts,
  after: SideFacts,
  then: Definition,
  now: Definition,
  oldOwn: readonly number[],
  newOwn: readonly number[],
): Promise<SeedChange | null> {
  const lines = [...oldOwn.map((n) => before.line(n)), ...newOwn.map((n) => after.line(n))].filter((line) => line.trim() !== "");
  const file = now.kind === "file";
  if (lines.length === 0) return file ? null : "comment";
  if (!lines.every((line) => (file ? MAYBE_IMPORT : MAYBE_COMMENT).test(line))) return file ? "body" : bodyOrSignature(then, now);
  // A side is parsed for it only if it can still make a difference.
  const stand = async (own: readonly number[], side: SideFacts, of: (spans: Spans) => [number, number][]): Promise<boolean> =>
    own.length === 0 || own.every(side.inside(of(await side.spans())));
  const inside = async (of: (spans: Spans) => [number, number][]): Promise<boolean> =>
    (await stand(oldOwn, before, of)) && (await stand(newOwn, after, of));
  if (await inside((spans) => spans.comments)) return file ? null : "comment";
  if (file && (await inside((spans) => merged(spans.comments, spans.imports)))) return "imports";
  return file ? "body" : bodyOrSignature(then, now);
}

function bodyOrSignature(then: Definition, now: Definition): SeedChange {
  const same =
    folded(then.signature) === folded(now.signature) &&
    then.exported === now.exported &&
    then.arity === now.arity &&
    then.type === now.type;
  return same ? "body" : "signature";
}

/**
 * Lines that may be comments or text, by how they start; others make parsing a text once more, to be sure, unnecessary. A line of prose inside
 * a block comment that starts with a letter is taken for code then: more is said to have changed than did, never less.
 */
const MAYBE_COMMENT = /^\s*(?:[/*#;%"'-]|<!--|\{-|\(\*)/;
/** The same for the lines of import statements, their lists of names and their ends. */
const MAYBE_IMPORT =
  /^\s*(?:[/*#;%"'})-]|<!--|import\b|from\b|use\b|using\b|require|include|package\b|export\b|alias\b|mod\b|extern\b|(?:const|let|var)\b.*(?:require|import)\b|[\w$, *]+[,;)]?\s*$)/;

const merged = (a: readonly [number, number][], b: readonly [number, number][]): [number, number][] =>
  [...a, ...b].sort((one, other) => one[0] - other[0]);

const folded = (text: string): string => text.replace(/\s+/g, " ").trim();

// ---------------------------------------------------------------------------------------------- two sides

/** Pairs of indexes: the same kind and qualified name; of several, those with the same signature first, then in order. */
function pair(old: readonly Definition[], now: readonly Definition[]): Map<number, number> {
  const pairs = new Map<number, number>();
  if (old.length > 0 && now.length > 0) pairs.set(0, 0);
  const key = (one: Definition) => `${one.kind}\0${one.qualified}`;
  const indexes = (list: readonly Definition[]) =>
    Map.groupBy(
      list.keys().filter((i) => i > 0),
      (i) => key(list[i]!),
    );
  const theirs = indexes(now);
  for (const [name, mine] of indexes(old)) {
    const left = [...(theirs.get(name) ?? [])];
    const open: number[] = [];
    for (const i of mine) {
      const at = left.findIndex((j) => mine.length + left.length === 2 || now[j]!.signature === old[i]!.signature);
      if (at < 0) open.push(i);
      else pairs.set(i, left.splice(at, 1)[0]!);
    }
    for (const i of open) {
      const j = left.shift();
      if (j !== undefined) pairs.set(i, j);
    }
  }
  return pairs;
}

/** Types, what is called, and all else. */
function groupOf({ kind }: Definition): string {
  const sort = sortOfKind(kind);
  return sort === "type" || sort === "callable" ? sort : "value";
}

/** Finds what was renamed or moved among what is left over on both sides; takes both out of the lists. */
function pairUp(gone: Single[], fresh: Single[], { seeds, texts }: Gathered): void {
  if (gone.length === 0 || fresh.length === 0) return;
  const candidates: { old: Single; now: Single; score: number }[] = [];
  const news = fresh.slice(0, settings.renameCandidates).map((single) => ({ single, body: single.side.body(single.definition) }));
  for (const old of gone.slice(0, settings.renameCandidates)) {
    const body = old.side.body(old.definition);
    for (const { single: now, body: other } of news) {
      if (groupOf(old.definition) !== groupOf(now.definition)) continue;
      const score = likeness(body, other);
      const sameName = old.definition.name === now.definition.name;
      const sameFile = old.file === now.file;
      const least = sameName ? settings.movedLikeness : sameFile ? settings.renamedLikeness : settings.renamedElsewhereLikeness;
      if (score >= least && (body.length > 2 || score === 1 || sameName))
        candidates.push({ old, now, score: score + (sameName ? 0.5 : 0) + (sameFile ? 0.25 : 0) });
    }
  }
  candidates.sort(
    (a, b) => b.score - a.score || a.old.definition.start - b.old.definition.start || a.now.definition.start - b.now.definition.start,
  );
  const used = new Set<Single>();
  for (const { old, now } of candidates) {
    if (used.has(old) || used.has(now)) continue;
    used.add(old);
    used.add(now);
    const renamed = old.definition.name !== now.definition.name;
    const one = { ...seed(renamed ? "renamed" : "moved", now.file, now.side, old.definition, now.definition), oldPath: old.side.path };
    seeds.push(one);
    texts.set(one, [wholeOf(old), wholeOf(now)]);
  }
  // Members of a renamed or moved type went with it.
  for (const list of [gone, fresh]) {
    const left = list.filter((single) => !used.has(single));
    list.splice(0, list.length, ...left);
  }
}

const wholeOf = ({ side, definition }: Single): string => side.lines.slice(definition.start - 1, definition.end).join("\n");

const textOf = (hunks: readonly Hunk[], sign: "-" | "+"): string =>
  hunks.flatMap(({ body }) => body.flatMap((line) => (line[0] === sign ? line.slice(1) : []))).join("\n");

/**
 * Marks the seeds in which nothing is another but names of definitions and files that the same change gave new ones, spaces aside: a complete
 * rename is no risk by its size.
 */
function markMechanical(files: readonly ChangedFile[], { seeds, texts }: Gathered): void {
  const names = new Map<string, string>();
  for (const { before, after, change } of seeds)
    if (change === "renamed" && before && after && before.name !== after.name) names.set(before.name, after.name);
  for (const { patch } of files) {
    if (patch.status !== "renamed" || patch.oldPath === null || patch.newPath === null) continue;
    const [then, now] = [segments(patch.oldPath), segments(patch.newPath)];
    if (then.length === now.length) for (const [i, name] of then.entries()) if (name !== now[i]) names.set(name, now[i]!);
  }
  if (names.size === 0 && !seeds.some(({ change }) => change === "moved")) return;
  const renamed = (text: string): string => text.replace(/[\p{L}\p{N}_$]+/gu, (word) => names.get(word) ?? word);
  for (const [one, [then, now]] of texts) {
    if (one.change === "comment" || one.change === "imports" || then.trim() === "") continue;
    const there = renamed(then);
    // A line that only stands elsewhere inside the same body is no renaming.
    if (there === then && one.change !== "moved") continue;
    if (isSameCode(there, now)) one.mechanical = true;
  }
}

/** The same but for spaces; of as many lines but for those inside them, for indentation may mean something. */
function isSameCode(one: string, other: string): boolean {
  const [some, others] = [one.split("\n"), other.split("\n")];
  const even = (line: string): string => line.trimEnd().replace(/(?<=\S)\s+/g, " ");
  if (some.length === others.length && some.every((line, i) => even(line) === even(others[i]!))) return true;
  return some.length !== others.length && one.replace(/\s+/g, "") === other.replace(/\s+/g, "");
}

/** The names in a path, its extension left out. */
const segments = (path: string): string[] => path.replace(/\.\w+$/, "").split("/");

/** Dice coefficient of two texts as bags of lines; 1 = the same lines. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const line of a) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of b) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    common++;
  }
  return (2 * common) / (a.length + b.length);
}

/** Changes by which something may be gone. */
const TAKING: ReadonlySet<string> = new Set(["deleted", "renamed", "moved", "signature"]);

/**
 * The files of a change that may take something away that others use, and those that may bring what takes its place; none where nothing is taken.
 * @param seeds of the change
 */
export function takingAway(files: readonly ChangedFile[], seeds: readonly Seed[]): ChangedFile[] {
  const taking = new Set(
    seeds
      .filter((seed) => TAKING.has(seed.change) || seed.before?.kind === "file")
      .flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath])),
  );
  const concerned = files.filter(({ patch, before, after }) => {
    if (patch.submodule || patch.binary || before?.text === null || after?.text === null) return false;
    if (before === null) return true;
    return after === null || before.path !== after.path || taking.has(after.path) || isManifest(before.path);
  });
  return concerned.some(({ before, after }) => before !== null && (before.path !== after?.path || taking.has(after.path))) ? concerned : [];
}

// The usual change, judged without parsing the text as it was before.
//
// Where every changed line lies strictly inside the body of one function that the index knows, and no removed line looks like (the end of) a
// definition, the old text can have had no other definitions than the new one (cost: scripts/bench/impact.ts).
// In any doubt the answer is null, and both sides are compared in full.

const CALLABLE: ReadonlySet<string> = new Set(["function", "method"]);

/** Text that may open, close or name a definition, in any language. */
const DEFINING =
  /\b(?:function|def|defp|defmodule|class|fn|func|fun|sub|interface|struct|enum|trait|impl|module|object|record|type|protocol|extension|namespace|lambda|let|const|val|var|static|public|private|protected|abstract|override|async|macro|template|end)\b|=>|->|::|[{}]|^\s*@/;
/** A line that may be the head of a definition whose body begins below it; behind a word that leaves a body stands none. */
const HEAD = /^(?!\s*(?:return|throw|raise)\b).*\)\s*:?\s*$/;
const COMMENTED = /^\s*(?:[/*#;%"'`-]|<!--|\{-|\(\*)/;

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
    if ([...removed, ...added].some((line) => line.trim() === "" || COMMENTED.test(line))) return null;
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
