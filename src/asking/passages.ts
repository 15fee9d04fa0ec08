/**
 * What of the results of a question is worth printing: their passages, each a definition or the lines between two, by how much speaks for it.
 *
 * The ranking says which chunks answer; a chunk may hold several definitions, or be a piece of a long one. What is printed is chosen by the words
 * that the passage itself shares with the question, weighed by how rare they are, and by the place of its result.
 */
import { CALLABLES, TYPES } from "../base/kinds.ts";
import type { Result } from "../base/schema.ts";
import { quoting, passages as settings } from "../base/settings.ts";
import type { SymbolKind } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { queryWords, words } from "../base/words.ts";
import type { Step } from "../query/budget.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import { idf } from "../store/lexical.ts";

/** Lines of a result that belong together, as positions in its text. */
export interface Passage {
  /** Position of the result. */
  result: number;
  from: number;
  /** Behind the last. */
  to: number;
  /** What is defined there, or around it; null at the top of a file. */
  symbol: SymbolRow | null;
  /** Position of the line that its definition begins with; `from` where there is none. */
  head: number;
  score: number;
  /** How much of the question stands in each line. */
  worth: number[];
}

const HOLDING: ReadonlySet<SymbolKind> = new Set<SymbolKind>([...TYPES, "module", "namespace", "section"]);

/** Line of a file that a result's text begins with. */
export const firstLine = (result: Result): number => result.lines[0]?.[0] ?? result.line ?? result.start;

/** Is a result a stretch of a file that the search found, and no symbol or line? */
const isStretch = ({ line, strategies, chunk }: Result): boolean => line === null && chunk !== "" && !strategies.includes("structural");

/** Kinds that no heading names: what they are is told by what holds them. */
const UNNAMED: ReadonlySet<SymbolKind> = new Set(["variable", "field", "import", "file", "external", "section"]);

/** Results headed by the definition that holds what speaks for them, with the names of all that they cover. */
export function headed(store: Store, results: readonly Result[], passages: readonly Passage[]): Result[] {
  const best = new Map<number, Passage>();
  for (const passage of passages) if ((best.get(passage.result)?.score ?? -1) < passage.score) best.set(passage.result, passage);
  return results.map((result, at) => {
    const symbol = isStretch(result) ? best.get(at)?.symbol : null;
    const file = isStretch(result) ? store.fileByPath(result.path) : null;
    const definitions = file
      ? store
          .symbolsOfFile(file.id)
          .filter((one) => one.at > 0 && !UNNAMED.has(one.kind) && one.start >= result.start && one.start <= result.end)
      : [];
    return {
      ...result,
      ...(symbol && symbol.kind !== "section" ? about(symbol) : {}),
      definitions: [...new Set(definitions.map(({ qualified }) => qualified))],
    };
  });
}

const about = ({ kind, name, qualified, signature }: SymbolRow) => ({
  kind,
  name,
  qualified,
  signature: brief(signature, quoting.signature),
});

/** The passages of results whose text is whole, in their order. */
export function passagesOf(store: Store, question: string, results: readonly Result[]): Passage[] {
  const asked = queryWords(question).slice(0, settings.words);
  const rarity = idf(store.db, asked);
  const weights = new Map(asked.filter((word) => word.length > 1).map((word) => [word, rarity(word)]));
  const tags = new Map<string, readonly string[]>();
  const tagsOf = (path: string): readonly string[] => {
    const own = tags.get(path) ?? store.fileByPath(path)?.tags ?? [];
    tags.set(path, own);
    return own;
  };
  const taken = new Map<string, Set<number>>();
  const linesOf = (path: string): Set<number> => taken.get(path) ?? taken.set(path, new Set()).get(path)!;
  const aside = new Set(asked);
  const best = Math.max(1e-9, ...results.map(({ score }) => score)) ** settings.flat;
  const all = results.flatMap((result, at): (Passage & Partial<Weight>)[] => {
    if (result.snippet === "") return [];
    const lines = result.snippet.split("\n");
    if (result.line !== null && lines.length <= settings.use)
      return [{ ...whole(lines, at), score: settings.useScore - at / results.length }];
    const share = away(tagsOf(result.path), aside);
    return cut(store, result, lines, at, linesOf(result.path)).map((passage) =>
      weighed(passage, lines, weights, (result.score ** settings.flat / best) * share, share),
    );
  });
  const most = Math.max(1e-9, ...all.map(({ match = 0 }) => match));
  return all.map(({ prior, match = 0, ...passage }) =>
    prior === undefined ? passage : { ...passage, score: prior * settings.prior + (match / most) * settings.match },
  );
}

/** What speaks for a passage: the place of its result, and the words that it shares with the question. */
interface Weight {
  prior: number;
  match: number;
}

const whole = (lines: readonly string[], result: number): Passage => ({
  result,
  from: 0,
  to: lines.length,
  symbol: null,
  head: 0,
  score: 0,
  worth: lines.map(() => 1),
});

/** Tests and documents are printed after source, unless the question asks for them. */
function away(tags: readonly string[], asked: ReadonlySet<string>): number {
  if (tags.includes("test") && !asked.has("test") && !asked.has("spec")) return settings.test;
  return tags.includes("docs") && !asked.has("document") && !asked.has("readm") ? settings.docs : 1;
}

/**
 * The lines of a result as passages: outermost functions whole, what stands around them in stretches that end with blank lines.
 * @param taken lines of the file that are an earlier result's; those of this one are added
 */
function cut(store: Store, result: Result, lines: readonly string[], at: number, taken: Set<number>): Passage[] {
  const first = firstLine(result);
  const last = first + lines.length - 1;
  const file = store.fileByPath(result.path);
  const symbols = file
    ? store
        .symbolsOfFile(file.id)
        .filter(({ at, kind, start, end }) => at > 0 && (CALLABLES.has(kind) || HOLDING.has(kind)) && start <= last && end >= first)
        .sort((a, b) => a.start - b.start || b.end - a.end || a.at - b.at)
    : [];
  const owner = new Array<SymbolRow | null>(lines.length).fill(null);
  for (const symbol of symbols) {
    let from = Math.max(0, symbol.start - first);
    const outer = owner[from] ?? null;
    // What a function holds is part of it.
    if (outer && CALLABLES.has(outer.kind)) continue;
    while (CALLABLES.has(symbol.kind) && from > 0 && owner[from - 1] === outer && ABOVE.test(lines[from - 1]!)) from--;
    owner.fill(symbol, from, Math.min(lines.length, symbol.end - first + 1));
  }
  const found: Passage[] = [];
  const free = lines.map((_, n) => !taken.has(first + n));
  for (let from = 0; from < lines.length; ) {
    if (!free[from]) {
      from++;
      continue;
    }
    taken.add(first + from);
    const symbol = owner[from]!;
    const callable = symbol !== null && CALLABLES.has(symbol.kind);
    let to = from + 1;
    while (to < lines.length && free[to] && owner[to] === symbol && (callable || !ends(lines, from, to))) taken.add(first + to++);
    const head = symbol === null ? from : Math.min(Math.max(from, symbol.start - first), to - 1);
    const before = found.at(-1);
    if (lines.slice(from, to).some((line) => SAYS.test(line))) found.push({ result: at, from, to, symbol, head, score: 0, worth: [] });
    // Brackets close what stands before them; by themselves they say nothing.
    else if (before?.to === from && lines.slice(from, to).some((line) => line.trim() !== "")) before.to = to;
    from = to;
  }
  return found;
}

const SAYS = /[\p{L}\p{N}]/u;

/** A line of a comment or of annotations: above a function it is part of it. */
const ABOVE = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|@|"""|'''|\{-|\(\*)/;

/** Does a stretch of lines outside functions end before a line? At a blank one once it is long enough. */
const ends = (lines: readonly string[], from: number, to: number): boolean =>
  to - from >= settings.stretch || (to - from >= settings.stretch / 4 && lines[to - 1]!.trim() === "");

/** A passage with what of the question stands in it: BM25 over its lines, the names of its definition counted more often. */
function weighed(passage: Passage, lines: readonly string[], weights: ReadonlyMap<string, number>, prior: number, share: number) {
  const counts = new Map<string, number>();
  const add = (word: string, times: number) => {
    if (weights.has(word)) counts.set(word, (counts.get(word) ?? 0) + times);
  };
  let length = 0;
  const worth: number[] = [];
  for (let n = passage.from; n < passage.to; n++) {
    const own = words(lines[n]!);
    length += own.length;
    for (const word of own) add(word, 1);
    let sum = 0;
    for (const word of new Set(own)) sum += weights.get(word) ?? 0;
    worth.push(sum);
  }
  for (const word of new Set(words(passage.symbol?.qualified ?? ""))) add(word, settings.name);
  const { k1, b, length: usual } = settings.bm25;
  let match = 0;
  for (const [word, count] of counts) match += (weights.get(word)! * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / usual));
  return { ...passage, worth, prior, match: match * share };
}

// ---------------------------------------------------------------------------------------------- in the order of their worth

/**
 * What may be printed, in pieces: whole small passages; of longer ones first the parts around the matches with the conditions above them, then the
 * rest.
 */
export function stepsOf(passages: readonly Passage[], results: readonly Result[]): Step[] {
  const steps: Step[] = [];
  for (const passage of passages) {
    const lines = results[passage.result]!.snippet.split("\n");
    let value = passage.score;
    for (const piece of pieces(passage, lines)) {
      steps.push({ result: passage.result, lines: piece, value });
      value *= settings.further;
    }
  }
  return steps.sort((a, b) => b.value - a.value || a.result - b.result || a.lines[0]! - b.lines[0]!);
}

/** The lines of a passage in pieces of a screen at most, what matters most first, in each piece too. */
function pieces(passage: Passage, lines: readonly string[]): number[][] {
  const { from, to, head, worth } = passage;
  const all = Array.from({ length: to - from }, (_, i) => from + i);
  if (all.length <= settings.whole) return [ordered(all, passage)];
  const found: number[][] = [];
  const taken = new Set<number>();
  let piece: number[] = [];
  const take = (n: number): void => {
    if (n < from || n >= to || taken.has(n)) return;
    taken.add(n);
    piece.push(n);
  };
  const full = (): boolean => piece.length >= settings.whole;
  const close = (): void => {
    if (piece.length > 0) found.push(piece);
    piece = [];
  };
  take(head);
  const matches = all.filter((n) => worth[n - from]! > 0).sort((a, b) => near(worth, b - from) - near(worth, a - from) || a - b);
  for (const n of matches) {
    if (taken.has(n)) continue;
    for (const above of conditions(lines, n, from)) take(above);
    for (let by = 0; by <= settings.around; by++) for (const one of by === 0 ? [n] : [n - by, n + by]) take(one);
    if (full()) close();
  }
  for (const n of all) {
    take(n);
    if (full()) close();
  }
  close();
  return found;
}

/** A whole passage in the order in which its lines may be cut: from where it begins on. */
const ordered = (all: readonly number[], { head }: Passage): number[] => [...all.filter((n) => n >= head), ...all.filter((n) => n < head)];

/** What stands in a line and, for less, beside it. */
const near = (worth: readonly number[], n: number): number => worth[n]! + ((worth[n - 1] ?? 0) + (worth[n + 1] ?? 0)) / 4;

/** The lines above one that it depends on: each the nearest with less indentation than the one below it. */
function conditions(lines: readonly string[], n: number, from: number): number[] {
  const found: number[] = [];
  let indent = indentOf(lines[n]!);
  for (let above = n - 1; above >= from && indent > 0 && found.length < settings.conditions; above--) {
    const own = indentOf(lines[above]!);
    if (lines[above]!.trim() === "" || own >= indent) continue;
    indent = own;
    found.push(above);
  }
  return found;
}

const indentOf = (line: string): number => line.search(/\S|$/);
