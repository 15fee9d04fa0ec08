/**
 * Secrets never enter the index or an answer: files that are secrets by name (secret_names.ts) are not read at all, and high-confidence keys inside other files
 * are blanked by the one reader.
 */

import { assignedSpans } from "./assigned.ts";
import { issuedSpans } from "./issued.ts";
import { BY_PREFIX, type KeyForm, LONGEST_PREFIX, OTHERS, SEPARATED } from "./keys.ts";

/**
 * Edition of the rules by which text is redacted. An index of another edition is built anew: files in which it found no secret are shown without a second
 * search (reader.ts). A test says when it must change, and to what.
 */
export const SECRET_EDITION = "f703e9faab60ac34";

/** What stands in the place of every character of a secret but line ends: one UTF-16 unit, no letter, so nothing moves and no word is made of it. */
export const BLANK = "█";

const PEM = "-----BEGIN ";
const PEM_FIND = /-----BEGIN /g;

/** Text without its secrets. */
export interface Redacted {
  text: string;
  /** How many were blanked. */
  count: number;
}

/**
 * Blanks every high-confidence secret in a text: keys by their issuers' forms (issued.ts, keys.ts), PEM private keys, JSON Web Tokens, passwords in URLs,
 * and what is assigned to names that say secret (assigned.ts).
 *
 * Linear in the length of the text. The result has the same length in UTF-16 units and the same line ends at the same places; every other character
 * of a secret is `BLANK`. Redacting twice changes nothing more.
 */
export function redact(text: string): Redacted {
  // Where one was blanked another may show that stood against it: until nothing more is found, which two or three passes are.
  let found = once(text);
  for (let count = found.count; found.count > 0; count += found.count) {
    const again = once(found.text);
    if (again.text === found.text) return { text: found.text, count };
    found = again;
  }
  return found;
}

function once(text: string): Redacted {
  const spans: [number, number][] = [];
  let done = 0;
  for (const { at, start, form } of places(text)) {
    // Inside one that was just blanked.
    if (at < done) continue;
    const span = form === null ? privateKey(text, at) : keyAt(text, at, start, form, done);
    if (span === null) continue;
    spans.push(span);
    done = span[1];
  }
  spans.push(...issuedSpans(text), ...assignedSpans(text));
  // Amazon's own example of an id says that it is one.
  const real = spans.filter(([start, end]) => !text.startsWith(EXAMPLE, end - EXAMPLE.length) || !text.startsWith("AKIA", start));
  return real.length === 0 ? { text, count: 0 } : blank(text, real);
}

const EXAMPLE = "EXAMPLE";

/** Somewhere a key may begin; `form` null for a PEM header. */
interface Place {
  at: number;
  start: string;
  form: KeyForm | null;
}

/** By the character before the separator: of how many characters, separator included, prefixes are that end so. Bits. */
const lengthsByEnd = new Uint32Array(128);
for (const prefix of BY_PREFIX.keys()) lengthsByEnd[prefix.charCodeAt(prefix.length - 2)]! |= 1 << prefix.length;

/** All of them in order. */
function places(text: string): Place[] {
  const found: Place[] = [];
  SEPARATED.lastIndex = 0;
  for (let match = SEPARATED.exec(text); match !== null; match = SEPARATED.exec(text)) {
    const end = match.index + 1;
    // Most separators stand in names of several words, few of which end as a prefix does and are as long as one.
    const lengths = lengthsByEnd[text.charCodeAt(match.index - 1)] ?? 0;
    if (lengths === 0) continue;
    for (let from = match.index - 1; from >= 0 && end - from <= LONGEST_PREFIX && isWord(text.charCodeAt(from)); from--) {
      if ((lengths & (1 << (end - from))) === 0) continue;
      for (const { start, form } of BY_PREFIX.get(text.slice(from, end)) ?? [])
        if (text.startsWith(start, from)) found.push({ at: from, start, form });
    }
  }
  for (const { find, forms } of OTHERS) {
    find.lastIndex = 0;
    for (let match = find.exec(text); match !== null; match = find.exec(text))
      found.push({ at: match.index, start: match[0], form: forms[match[0]] ?? null });
  }
  PEM_FIND.lastIndex = 0;
  for (let match = PEM_FIND.exec(text); match !== null; match = PEM_FIND.exec(text))
    found.push({ at: match.index, start: PEM, form: null });
  return found.sort((a, b) => a.at - b.at);
}

function keyAt(text: string, at: number, start: string, form: KeyForm, done: number): [number, number] | null {
  // Inside a longer run this is no start; it also bounds the tries to one a run, which keeps `eyJeyJeyJ…` linear.
  // What was just blanked is no run any more.
  const from = at - (form.before ?? form.base64 ?? 0);
  if (from < done) return null;
  for (let i = from; i < at; i++) {
    const code = text.charCodeAt(i);
    if (!isWord(code) && (form.base64 === undefined || !BASE64_SIGNS.includes(text[i]!))) return null;
  }
  const before = from > done ? text.charCodeAt(from - 1) : 32;
  if (!form.inside && (isWord(before) || (before === DASH && start === "eyJ"))) return null;
  form.rest.lastIndex = at + start.length;
  const rest = form.rest.exec(text)?.[0];
  // One character again and again stands for a key.
  if (rest === undefined || form.unless?.(rest) || /^(.)\1*$/.test(rest)) return null;
  return [form.keepStart ? at + start.length : from, at + start.length + rest.length];
}

const DASH = 45;
const BASE64_SIGNS = "+/-";
function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

/** Longest private key looked for: a 16,384-bit RSA key in PEM has 12,700 characters. */
const MAX_PEM = 20_000;
const PEM_HEADER = /(?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
const PEM_REST = /^(?:[A-Za-z0-9+/=]|\\[nrt]|[\s"'`+,;|#*>-])+/;

/**
 * A PEM private key from its header to its footer, as it is or inside string literals. A header and footer with no key between them (parsers, tests) are
 * left alone; without a footer, what looks like base64 is taken.
 */
function privateKey(text: string, at: number): [number, number] | null {
  PEM_HEADER.lastIndex = at + PEM.length;
  const header = PEM_HEADER.exec(text);
  if (header === null) return null;
  const from = at + PEM.length + header[0].length;
  // Not beyond the next header: a row of headers alone would be searched again and again.
  const next = text.indexOf(PEM, from);
  const window = text.slice(from, Math.min(from + MAX_PEM, next < 0 ? text.length : next));
  const footer = /-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/.exec(window);
  let to: number;
  if (footer !== null) to = from + footer.index;
  else {
    to = from + (PEM_REST.exec(window)?.[0].length ?? 0);
  }
  // One letter again and again is no key but its place.
  return /(?!(.)\1{9})[A-Za-z0-9+/=]{40}/.test(text.slice(from, to)) ? [from, to] : null;
}

function blank(text: string, spans: [number, number][]): Redacted {
  spans.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let out = "";
  let done = 0;
  let count = 0;
  for (const [start, end] of spans) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    out += text.slice(done, from) + text.slice(from, end).replace(/[^\n\r]/g, BLANK);
    done = end;
    count++;
  }
  return { text: out + text.slice(done), count };
}
