/**
 * Words of source text: what the lexical index holds and what a question is taken apart into.
 *
 * An identifier is split on `_`, on case (`HTTPServer` → http server) and around digits; parts are lower-cased and
 * stemmed; an identifier of several parts is a word itself too (`parse_config` and `parseConfig` → parseconfig).
 * Letters are Unicode's; only ASCII words are stemmed. Runs of scripts written without spaces (Han, kana, Thai, …)
 * also give their overlapping pairs, so that a part of a run can be found.
 *
 * Indexing scans megabytes of source: identifiers are found by a char-code scanner and taken apart once each (memo).
 */
import { stem as release2 } from "porter2";

/** Longer runs of word characters are encoded data (base64, hashes), not names. The longest names of real code have about 80. */
const MAX_NAME = 120;
/** Entries kept per memo before it is started afresh: bounds memory on trees with endless generated names. */
const MAX_MEMO = 400_000;
/** Longest run of a script without spaces that is also kept whole. */
const MAX_WHOLE_RUN = 8;

/** Articles, pronouns, prepositions, auxiliaries and question words: no evidence in a question. Compared before stemming. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about above after again all also am an and any are as at be because been before being below between both but by can could " +
    "did do does doing done down during each else etc every few for from further had has have having he her here his how i if in into is it its itself " +
    "just like made make makes many me might more most much must my no nor not of off on once only onto or other our out over own per please same " +
    "shall she should so some such than that the their them then there these they this those through thus to too under until up upon us used uses using " +
    "very via was we were what when where whether which while who whom whose why will with within without would yet you your"
  ).split(" "),
);

// ---------------------------------------------------------------------------------------------- characters

const OTHER = 0;
const DIGIT = 1;
const LOWER = 2;
const UPPER = 3;
const UNDERSCORE = 4;
/** A letter without case. */
const CASELESS = 5;
/** A letter of a script written without spaces. */
const DENSE = 6;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const UNKNOWN = 255;
/** Class of every UTF-16 code unit, filled in as they are met. Surrogates are decided by code point, see `classAt`, and stay unknown. */
const CLASSES = new Uint8Array(65_536).fill(UNKNOWN);
for (let code = 0; code < 128; code++) CLASSES[code] = classify(code);

function classify(code: number): number {
  if (code === 95) return UNDERSCORE;
  if (isDigit(code)) return DIGIT;
  // ASCII without regular expressions: compiling Unicode classes costs several milliseconds of a cold start.
  if (code < 128) return code >= 97 && code <= 122 ? LOWER : code >= 65 && code <= 90 ? UPPER : OTHER;
  const character = String.fromCodePoint(code);
  if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return OTHER;
  if (/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}]/u.test(character)) return DENSE;
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return UPPER;
  return /\p{Ll}/u.test(character) ? LOWER : CASELESS;
}

/** Class of the character at `at`; the second half of a surrogate pair has its pair's class. */
function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0xd800 && code <= 0xdfff) {
    const point = code < 0xdc00 ? text.codePointAt(at)! : at > 0 ? text.codePointAt(at - 1)! : code;
    return point > 0xffff ? classify(point) : OTHER;
  }
  const known = CLASSES[code]!;
  if (known !== UNKNOWN) return known;
  const kind = classify(code);
  CLASSES[code] = kind;
  return kind;
}

// ---------------------------------------------------------------------------------------------- names in text

/**
 * Calls `found` with the bounds of every name (a letter or `_`, then letters, digits, `_`) and every run of digits in
 * `text[from, to)`, in order. Encoded data (runs over 120 characters) is passed over.
 */
export function scanNames(text: string, from: number, to: number, found: (start: number, end: number) => void): void {
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    let kind = code < 128 ? CLASSES[code]! : classAt(text, at);
    if (kind === OTHER) {
      at++;
      continue;
    }
    const start = at++;
    if (kind === DIGIT) while (at < to && isDigit(text.charCodeAt(at))) at++;
    else
      for (; at < to; at++) {
        const next = text.charCodeAt(at);
        kind = next < 128 ? CLASSES[next]! : classAt(text, at);
        if (kind === OTHER) break;
      }
    if (at - start <= MAX_NAME) found(start, at);
  }
}

/**
 * Parts of an identifier, lower-cased, not stemmed: `parseHTTPResponse2` → parse, http, response, 2.
 * Characters that belong to no name separate parts too.
 */
export function splitIdentifier(name: string): string[] {
  // Whatever is not composed is above U+00FF.
  const text = /[^\0-\xff]/.test(name) ? name.normalize("NFC") : name;
  const parts: string[] = [];
  let start = 0;
  let previous = OTHER;
  const cut = (end: number): void => {
    if (end > start) parts.push(text.slice(start, end).toLowerCase());
    start = end;
  };
  for (let at = 0; at < text.length; at++) {
    const kind = classAt(text, at);
    if (kind === OTHER || kind === UNDERSCORE) {
      cut(at);
      start = at + 1;
    } else if (previous === LOWER && kind === UPPER) cut(at);
    else if (previous === UPPER && kind === LOWER && at - start > 1) cut(at - 1);
    else if ((previous === DIGIT) !== (kind === DIGIT)) cut(at);
    else if ((previous === DENSE) !== (kind === DENSE)) cut(at);
    previous = kind;
  }
  cut(text.length);
  return parts;
}

// ---------------------------------------------------------------------------------------------- stems and words

let stems = new Map<string, string>();

/** Snowball English stem of words of more than three ASCII letters a-z; every other word as it is. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const result = word.length > 3 && /^[a-z]+$/.test(word) ? snowball(word) : word;
  if (stems.size >= MAX_MEMO) stems = new Map();
  stems.set(word, result);
  return result;
}

/** Words of one name as `scanNames` finds it: its stemmed parts, then the whole name if it has several. Not memoised. */
export function wordsOfName(name: string): string[] {
  return wordsOfParts(splitIdentifier(name));
}

/** `wordsOfName` of a name that was taken apart already. */
export function wordsOfParts(parts: readonly string[]): string[] {
  const words: string[] = [];
  for (const part of parts) addPart(words, part);
  if (parts.length > 1) words.push(parts.join(""));
  return words;
}

function addPart(words: string[], part: string): void {
  if (classAt(part, 0) !== DENSE) {
    words.push(stem(part));
    return;
  }
  const letters = [...part];
  if (letters.length > 2) for (let i = 0; i + 1 < letters.length; i++) words.push(letters[i]! + letters[i + 1]!);
  if (letters.length <= MAX_WHOLE_RUN) words.push(part);
}

let memo = new Map<string, readonly string[]>();

/** Words of a text in order, stop words and repetitions kept. */
export function words(text: string): string[] {
  const result: string[] = [];
  scanNames(text, 0, text.length, (start, end) => {
    const name = text.slice(start, end);
    let known = memo.get(name);
    if (known === undefined) {
      known = wordsOfName(name);
      if (memo.size >= MAX_MEMO) memo = new Map();
      memo.set(name, known);
    }
    for (const word of known) result.push(word);
  });
  return result;
}

/**
 * Words of a question: distinct, in order, without stop words and the tails of `doesn't`, `it's`, `we'll`.
 * A question of nothing but stop words keeps them: it may be the name of something.
 */
export function queryWords(text: string): string[] {
  const plain = text.replace(/(?<=\p{L})(?:n['’]t|['’](?:s|re|ve|ll|d|m))(?!\p{L})/giu, " ");
  const kept = new Set<string>();
  scanNames(plain, 0, plain.length, (start, end) => {
    const parts = splitIdentifier(plain.slice(start, end));
    const heard: string[] = [];
    for (const part of parts) if (!STOP_WORDS.has(part)) addPart(heard, part);
    if (parts.length > 1) heard.push(parts.join(""));
    for (const word of heard) kept.add(word);
  });
  return kept.size > 0 ? [...kept] : [...new Set(words(plain))];
}

// The Snowball English stemmer, release 3, on top of the npm package `porter2` (release 2).
//
// Release 3 repaired a few cases that matter in source code: `added` and `adding` are `add` again (not `ad`),
// `internal` is no longer `intern`, nor `organization` `organ`, `paste` `past` or `interval` `interv`.
// The corrections follow https://snowballstem.org/algorithms/english/stemmer.html; with them all 42,649 words of the
// project's own vocabulary (snowball-data, english/voc.txt, October 2025) give its output.

/** Words release 3 treats apart, or whose prefix rule (`emerg`, `past`, `univers`) has no twin in release 2. */
const EXCEPTIONS = new Map(
  Object.entries({
    add: "added adding",
    ebb: "ebbed ebbing",
    egg: "egged egging",
    err: "erred erring",
    odd: "odded odding",
    off: "offed offing",
    evening: "evening evenings",
    hie: "hying",
    vie: "vying",
    emergenc: "emergency emergencies",
    paste: "paste pasted pastes pasting",
    universal: "universal universally universals",
    universiti: "university universities",
  }).flatMap(([stemmed, forms]) => forms.split(" ").map((form): [string, string] => [form, stemmed])),
);

/**
 * Prefixes after which release 3 starts the region R1, and a prefix of the same length and shape after which release 2
 * already does: stemming the twin word and putting the prefix back gives release 3.
 */
const TWINS: readonly (readonly [prefix: string, twin: string])[] = [
  ["inter", "gener"],
  ["later", "gener"],
  ["organ", "arsen"],
];

/**
 * Stem of a lower-case English word.
 * @param word ASCII letters a-z only
 */
export function snowball(word: string): string {
  const known = EXCEPTIONS.get(word);
  if (known !== undefined) return known;
  for (const [prefix, twin] of TWINS)
    if (word.startsWith(prefix)) return prefix + release2(twin + word.slice(prefix.length)).slice(prefix.length);
  if (word.endsWith("ogist") || word.endsWith("ogists")) return word.slice(0, word.lastIndexOf("ist"));
  return release2(word);
}
