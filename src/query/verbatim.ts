/**
 * Pasted text: the line whose literal a message, log line or snippet was made of.
 *
 * A message is a literal with values in its holes (`%s`, `{}`, `${x}`, `#{x}`, `\(x)`, or pieces joined by `+`), so what the two have in common are runs
 * of words. Chunks that hold most of the text's rare words (postings) are read through the redacting reader; of their lines those count that share
 * two neighbouring words with the text, and the two are aligned there: a gap on either side is a hole, whatever the language writes for one.
 */
import { verbatim as settings } from "../base/settings.ts";
import { STOP_WORDS, scanNames, words } from "../base/words.ts";
import { Prefilter } from "../files/prefilter.ts";
import type { Store } from "../store/graph.ts";
import { chunkCount, chunksWithMost, idf } from "../store/lexical.ts";
import { distanceOf } from "./keyword.ts";
import { withoutHead } from "./trace.ts";

/** A line that holds (the fixed part of) a text. */
export interface Holding {
  path: string;
  line: number;
  /** Share of the text that stands there, by the weight of its words; values left out. 0 to 1. */
  share: number;
  /** Words in the longest unbroken run. */
  run: number;
  /** It stands in quotes. */
  literal: boolean;
  /** The longest run stands there to the letter, signs between its words and all. */
  exact: boolean;
  /** How far from the heart of the tree the file is (keyword.ts). */
  distance: number;
}

/** Openings of questions and orders; a message has none of them. */
const ASKED =
  /^\s*(?:how|what|where|when|which|who|whom|whose|why|does|do|did|is|are|was|were|can|could|should|would|will|show|list|explain|describe|tell|give|path|callers?|callees|usages?|references?|implementations?|subclass(?:es)?|grep|search)(?=[\s?,]|$)/i;

/** Could a text have been pasted? What opens as a question is none, unless it is of several lines. */
export const mayBePasted = (text: string): boolean => text.includes("\n") || !ASKED.test(text);

/** What messages have and topics have not: signs, values, and the words in which programs say that something is wrong or done. */
const MESSAGE =
  /[:"'`%<>=[\](){}$\\]|[.!?…]\s*$|\d|\b(?:not|no|cannot|can't|couldn't|unable|fail(?:ed|s|ing|ure)?|invalid|illegal|unexpected|expected|expects|expecting|unknown|unsupported|unrecogni[sz]ed|undefined|missing|must|should|required|requires|already|too|out of|only|unless|denied|refused|timed out|exceed(?:s|ed)?|bad|wrong|warning|error|fatal|panic|deprecated|please|could|was|were|been|has|have|is|are|will|may|does|did)\b/i;

/** Of a question that quotes a message (after a colon, or between quotes), the message; null if there is none. */
export function quotedMessage(text: string): string | null {
  const quoted = /["'`“‘«]([^"`”’»\n]{8,}?)["'`”’»](?=$|[\s?.,;:!])/.exec(text)?.[1] ?? /:\s+(\S.{10,})$/s.exec(text)?.[1] ?? null;
  return quoted !== null && (quoted.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0) >= settings.leastWords ? quoted : null;
}

/** Paths, addresses and times, which are values wherever a message has them: their parts are words of the tree as well. */
const VALUES =
  /(?<![\w.])(?:\w{1,12}:\/\/|[A-Za-z]:[\\/]|(?:\.{0,2}|~)\/)[^\s"'`<>()]*|[\w.+-]+@[\w-]+\.[\w.-]+|\b\d{4}-\d\d-\d\d(?:[T ][\d:.,]+Z?)?/g;

/** A text with blanks for what no literal holds: what loggers and runtimes put before a message, and values that can be told by their form. */
function fixedOf(text: string): string {
  const blanks = (part: string): string => " ".repeat(part.length);
  const fixed = text.replace(/^.*$/gm, (line) => withoutHead(line).padStart(line.length)).replace(VALUES, blanks);
  return namesIn(fixed).length < settings.leastWords ? text : fixed;
}

/**
 * The lines that hold a text's fixed parts, best first; none where nothing in the tree holds enough of it.
 * @param accept which files
 */
export function searchVerbatim(
  store: Store,
  text: string,
  limit: number,
  accept: (path: string, language: string | null) => boolean = () => true,
): Holding[] {
  const fixed = fixedOf(text.slice(0, settings.maxLength));
  const names = namesIn(fixed).slice(0, settings.maxWords);
  const asked = names.map(({ name }) => name);
  if (asked.length < settings.leastWords) return [];
  const folded = asked.map((word) => word.toLowerCase());
  const terms = termsOf(folded);
  const weighs = idf(store.db, terms);
  // Of a word that is nowhere: it is a value, for a literal would have it.
  const most = Math.log(1 + (chunkCount(store.db) + 0.5) / 0.5);
  const weights = asked.map((word, i) => (isValue(word) ? 0 : known(weightOf(folded[i]!, weighs) / most)));
  const total = weights.reduce((sum, one) => sum + one, 0);
  if (total === 0) return [];
  const pairs = new Set(folded.slice(1).map((word, i) => `${folded[i]} ${word}`));
  const places = new Map<string, { start: number; end: number }[]>();
  const message = MESSAGE.test(text);
  let all = 0;
  for (const term of terms) all += known(weighs(term) / most) > 0 ? weighs(term) : 0;
  const fullest = chunksWithMost(store.db, terms, message ? settings.chunks : settings.few);
  const nearly = message ? settings.nearly : settings.wholly;
  for (const { no, weight } of fullest) {
    if (weight < nearly * all) break;
    const chunk = store.chunkByNo(no);
    if (chunk === null || !accept(chunk.path, chunk.language)) continue;
    const list = places.get(chunk.path);
    if (list) list.push(chunk);
    else places.set(chunk.path, [chunk]);
  }
  const found: Holding[] = [];
  // Whatever holds a run has two neighbours of the text as they stand there.
  const neighbours = names
    .slice(1)
    .flatMap(({ end }, i) => (weights[i]! > 0 && weights[i + 1]! > 0 ? fixed.slice(names[i]!.from, end) : []));
  if (neighbours.length === 0) return [];
  const prefilter = new Prefilter(store.root, { all: [neighbours], ignoreCase: false });
  for (const [path, spans] of places) {
    const file = store.fileByPath(path);
    const source = file && prefilter.mayMatch(path, file.size) && store.source(path, file);
    if (!source || typeof source === "string") continue;
    const lines = linesOf(source.text);
    for (const { start, end } of spans)
      found.push(
        ...heldIn(
          lines,
          start,
          Math.min(end, lines.length),
          { text: fixed, names, folded, weights, total, pairs },
          path,
          distanceOf(file!.tags, path),
        ),
      );
  }
  const enough = found.filter((one) => isEnough(one, message));
  const value = ({ share, literal, distance }: Holding): number => share + (literal ? settings.inLiteral : 0) - settings.away * distance;
  enough.sort(
    (a, b) =>
      value(b) - value(a) ||
      b.run - a.run ||
      Number(b.exact) - Number(a.exact) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
  );
  const best = enough[0];
  return best === undefined ? [] : enough.filter((one) => value(one) >= value(best) - settings.close).slice(0, limit);
}

/** Does a line hold so much of the text that it is no chance? */
function isEnough({ share, run, literal }: Holding, message: boolean): boolean {
  // A short message may be all there is of a literal.
  if (literal && message && run >= settings.shortRun && share >= settings.shortShare) return true;
  if (literal) return run >= settings.run && share >= settings.share;
  return run >= settings.plainRun && share >= settings.plainShare;
}

/** Terms of the index for the words of a text, rarest kinds first: stop words only where there is hardly anything else. */
function termsOf(folded: readonly string[]): string[] {
  const telling = [...new Set(folded.filter((word) => !STOP_WORDS.has(word) && !/^\d+$/.test(word)).flatMap((word) => words(word)))];
  return telling.length >= settings.leastWords ? telling : [...new Set(folded.flatMap((word) => words(word)))];
}

const weightOf = (word: string, weighs: (term: string) => number): number => Math.max(0, ...words(word).map(weighs));

const known = (weight: number): number => (weight > 1 - 1e-9 ? 0 : Math.max(settings.leastWeight, weight));

/** Numbers, hashes, addresses: they stand in no literal. */
const isValue = (word: string): boolean => /^\d+$|^0x[\da-f]+$|^[\da-f]{8,}$/i.test(word);

function namesIn(text: string): { name: string; from: number; end: number }[] {
  const names: { name: string; from: number; end: number }[] = [];
  scanNames(text, 0, text.length, (from, end) => names.push({ name: text.slice(from, end), from, end }));
  return names;
}

/** Lines with what is no word of a message blanked: escapes and the letters of formats. */
function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) =>
      /[\\%]/.test(line)
        ? line.replace(
            /\\(?:u\{?[\da-f]{2,6}\}?|x[\da-f]{2}|[abefnrtv0])|%%|%[-+#0']*(?:\d+\$)?[\d.*]*(?:hh|ll|[hlzjtqLI])*[a-zA-Z@]/g,
            (one) => " ".repeat(one.length),
          )
        : line,
    );
}

interface Asked {
  text: string;
  names: readonly { from: number; end: number }[];
  folded: readonly string[];
  weights: readonly number[];
  total: number;
  pairs: ReadonlySet<string>;
}

/** The places of a chunk that hold runs of the text. */
function heldIn(lines: readonly string[], start: number, end: number, asked: Asked, path: string, distance: number): Holding[] {
  const found: Holding[] = [];
  let previous = "";
  let until = 0;
  for (let number = start; number <= end; number++) {
    const line = lines[number - 1]!;
    if (line.length > settings.maxLine) continue;
    let anchored = false;
    scanNames(line, 0, line.length, (from, to) => {
      const word = line.slice(from, to).toLowerCase();
      if (asked.pairs.has(`${previous} ${word}`)) anchored = true;
      previous = word;
    });
    if (!anchored || number <= until) continue;
    // The pair may begin on the line before, and a literal may go on for some lines.
    const first = Math.max(start, number - 1);
    const aligned = align(lines, first, Math.min(end, number + settings.span), asked);
    // What begins further down is looked at from there, where all of it is seen.
    if (!aligned || aligned.holding.line > number) continue;
    until = aligned.until;
    found.push({ path, distance, ...aligned.holding });
  }
  return found;
}

/** A run of words that the text and some lines have in common. */
interface Run {
  /** Where it begins in the text and among the words of the lines. */
  at: number;
  in: number;
  length: number;
  weight: number;
  /** Of the best chain that ends with it. */
  score: number;
  before: Run | null;
}

/**
 * The best chain of common runs, in the order of both: each adds its weight, and each step from one to the next costs by the words of the lines that it
 * passes over (a hole holds an expression of a few words; what lies further apart is another statement).
 */
function align(
  lines: readonly string[],
  top: number,
  last: number,
  asked: Asked,
): { holding: Omit<Holding, "path" | "distance">; until: number } | null {
  const source: { word: string; line: number; literal: boolean }[] = [];
  for (let number = top; number <= last; number++) {
    const line = lines[number - 1]!;
    if (line.length > settings.maxLine) continue;
    const quotes = quotedIn(line);
    scanNames(line, 0, line.length, (from, to) => {
      if (source.length < settings.maxSource)
        source.push({ word: line.slice(from, to).toLowerCase(), line: number, literal: quotes.some(([a, b]) => from >= a && from < b) });
    });
  }
  const runs = commonRuns(source, asked);
  let best: Run | null = null;
  for (const [at, run] of runs.entries()) {
    run.score = run.weight;
    for (let i = at - 1; i >= 0; i--) {
      const other = runs[i]!;
      const passed = run.in - other.in - other.length;
      if (passed < 0 || passed > settings.hole || run.at < other.at + other.length) continue;
      const score = other.score + run.weight - settings.gap.open - settings.gap.word * passed;
      if (score > run.score) {
        run.score = score;
        run.before = other;
      }
    }
    if (best === null || run.score > best.score) best = run;
  }
  if (best === null) return null;
  let [held, literal, matches] = [0, 0, 0];
  let longest: Run | null = null;
  const chain: Run[] = [];
  for (let run: Run | null = best; run !== null; run = run.before) {
    chain.unshift(run);
    held += run.weight;
    if (longest === null || run.length > longest.length) longest = run;
    for (let i = 0; i < run.length; i++) if (source[run.in + i]!.literal) literal++;
    matches += run.length;
  }
  // A word by itself before the literal may only be a variable of that name.
  const quoted = literal * 2 > matches;
  const first = chain.find((run) => run.length > 1 && (!quoted || source[run.in]!.literal)) ?? chain[0]!;
  const { at, in: begins, length } = longest ?? best;
  const written = asked.text.slice(asked.names[at]!.from, asked.names[at + length - 1]!.end);
  const exact = lines[source[begins]!.line - 1]!.includes(written);
  const end = chain.at(-1)!;
  return {
    holding: { line: source[first.in]!.line, share: Math.min(1, held / asked.total), run: length, literal: quoted, exact },
    until: source[end.in + end.length - 1]!.line,
  };
}

/** All maximal runs, in the order of the text. */
function commonRuns(source: readonly { word: string }[], { folded, weights }: Asked): Run[] {
  const places = new Map<string, number[]>();
  for (const [j, { word }] of source.entries()) {
    const list = places.get(word);
    if (list) list.push(j);
    else places.set(word, [j]);
  }
  const runs: Run[] = [];
  for (let i = 0; i < folded.length; i++)
    for (const j of places.get(folded[i]!) ?? []) {
      if (i > 0 && j > 0 && folded[i - 1] === source[j - 1]!.word) continue;
      let [length, weight] = [0, 0];
      while (i + length < folded.length && source[j + length]?.word === folded[i + length]) weight += weights[i + length++]!;
      if (runs.length < settings.maxRuns) runs.push({ at: i, in: j, length, weight, score: 0, before: null });
    }
  return runs;
}

const PREFIX = /(?:^|[^\w])(?:[fFrRbBuULN]{1,2}|u8)$/;

/** Where a line stands between quotes; a quote that is not closed reaches to its end. */
function quotedIn(line: string): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < line.length; at++) {
    const quote = line[at]!;
    if (quote !== '"' && quote !== "'" && quote !== "`") continue;
    // An apostrophe inside a word opens nothing; the prefix of a literal is no word.
    if (
      quote === "'" &&
      /\w/.test(line[at - 1] ?? "") &&
      /\w/.test(line[at + 1] ?? "") &&
      !PREFIX.test(line.slice(Math.max(0, at - 4), at))
    )
      continue;
    let end = at + 1;
    while (end < line.length && line[end] !== quote) end += line[end] === "\\" ? 2 : 1;
    found.push([at + 1, Math.min(end, line.length)]);
    at = end;
  }
  return found;
}
