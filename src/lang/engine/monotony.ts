/**
 * Text that repeats itself. Error recovery of the grammars is linear on programs and anything but on floods: 3,000 times `)*` or `<-` keep one busy for
 * minutes, and a parse cannot be interrupted. Programs repeat too (tables, rulers, padding), but seldom so long, and then in words and commas.
 */
import { monotony, parsing } from "../../base/limits.ts";

/** A short piece that stands many times in a row. */
export interface Repetition {
  piece: string;
  /** Characters from the first to the last repetition. */
  length: number;
}

/**
 * The first run of at least `least` characters in which a piece of at most `monotony.period` characters is repeated and nothing else; null if there is
 * none. White space alone does not count. Looks at places half of `least` apart, so that it costs a fraction of a comparison a character.
 */
export function repetition(text: string, least: number): Repetition | null {
  const window = Math.floor(least / 2);
  for (let at = 0; at + window <= text.length; at += window) {
    const period = periodAt(text, at, window);
    if (period === 0 || !/\S/.test(text.slice(at, at + period))) continue;
    let from = at;
    let to = at + window;
    while (from > 0 && text.charCodeAt(from - 1) === text.charCodeAt(from - 1 + period)) from--;
    while (to < text.length && text.charCodeAt(to) === text.charCodeAt(to - period)) to++;
    if (to - from >= least) return { piece: text.slice(at, at + period), length: to - from };
    at = Math.max(at, to - 2 * window);
  }
  return null;
}

/** The smallest period of the window, 0 if it has none. By searching for its first half, which stands again a period further on: native code does it. */
function periodAt(text: string, at: number, window: number): number {
  const most = Math.min(monotony.period, Math.floor(window / 2));
  const piece = text.slice(at, at + window);
  const half = piece.slice(0, window - most);
  for (let period = piece.indexOf(half, 1); period > 0 && period <= most; period = piece.indexOf(half, period + 1))
    if (piece.startsWith(piece.slice(0, window - period), period)) return period;
  return 0;
}

/** Signs repeated as no program does: a flood that a grammar must not see. */
export function isFlood(text: string): boolean {
  const found = repetition(text, monotony.flood);
  if (found === null) return false;
  const { piece, length } = found;
  // A ruler, a long word. Of several signs it is short: `=- ` again and again is quadratic in the grammar of Python.
  if (/^[-=*#/_~.+ ]+$/.test(piece) && (piece.length <= 2 || new Set(piece.replaceAll(" ", "")).size === 1))
    return length >= monotony.ruler;
  if (/^[\w \t\\]+$/.test(piece)) return false;
  // A table, padding in a string: what repeats is whole.
  if (/[,\d"'`]/.test(piece) && isBalanced(piece)) return false;
  // Statements line by line.
  return !/\n/.test(piece) || !/;/.test(piece);
}

/** As many of each closing bracket as of its opening one, in whatever order (a repeated piece may begin anywhere), and quotes in pairs. */
function isBalanced(piece: string): boolean {
  const count = (sign: string): number => piece.split(sign).length - 1;
  return (
    ["()", "[]", "{}"].every((pair) => count(pair[0]!) === count(pair[1]!)) && ['"', "'", "`"].every((quote) => count(quote) % 2 === 0)
  );
}

/** A text that a grammar may take long over, so that it is parsed where it can be interrupted. */
export function isTrying(text: string): boolean {
  return repetition(text, monotony.wary) !== null || (text.length > parsing.anyShapeBytes && isMonotonous(text));
}

const WORD = 1;
const LINE = 2;

/**
 * Does a text go on for long with few different tokens, in whatever order and with whatever words between them? What takes grammars long is the same trouble again
 * and again; where troubles differ they recover from each.
 */
export function isMonotonous(text: string): boolean {
  const threes = new Set<number>();
  let [tokens, last, before] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const token = tokenOf(text.charCodeAt(at));
    // White space, or the same word or row of line ends going on.
    if (token === 0 || (token === last && token <= LINE && tokenOf(text.charCodeAt(at - 1)) === token)) continue;
    threes.add(token | (last << 8) | (before << 16));
    [before, last] = [last, token];
    if (++tokens < monotony.window) continue;
    if (threes.size < monotony.threes) return true;
    threes.clear();
    tokens = 0;
  }
  return false;
}

/** A sign is itself. */
function tokenOf(code: number): number {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127) return WORD;
  if (code === 10) return LINE;
  return code <= 32 ? 0 : code;
}
