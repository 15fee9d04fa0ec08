/**
 * Which files can hold a text at all: raw bytes searched before anything is decoded, at the speed of reading.
 *
 * This is no second way to read source. It answers only yes or no, and a yes must be verified in the redacting reader's text, so that
 * nothing which the reader blanks can be learnt from it: a needle that stands in a blanked stretch alone is a yes that comes to nothing.
 */
import { closeSync, constants, openSync, readSync } from "node:fs";
import { reading } from "../base/limits.ts";
import { systemPath } from "../base/names.ts";
import { isInside, look } from "./files.ts";

/** What a text must contain: at least one of each list. */
export interface Needles {
  all: readonly (readonly string[])[];
  ignoreCase: boolean;
}

/** Searches files of one tree for the same needles, all of them where there are several. Holds one buffer of the largest size a file may have. */
export class Prefilter {
  private readonly tests: ((bytes: Buffer) => boolean)[];
  private readonly buffer = Buffer.allocUnsafeSlow(reading.maxBytes + 1);

  constructor(
    private readonly root: string,
    ...needles: readonly Needles[]
  ) {
    this.tests = needles.flatMap(({ all, ignoreCase }) => all.map((any) => tester(any, ignoreCase)));
  }

  /**
   * False only if the file certainly has no match. True if it may have one, and where that cannot be told (unreadable, UTF-16).
   * @param size what the index has as its size, in bytes; a hint
   */
  mayMatch(path: string, size: number): boolean {
    if (this.tests.length === 0 || !isInside(path)) return true;
    // One system call instead of three: some trees have more empty files than others.
    if (size === 0) {
      const { kind, size: now } = look(this.root, path);
      if (kind === "file" && now === 0) return false;
    }
    let descriptor = -1;
    try {
      // Three system calls a file. A pipe must not block, a link is the reader's business.
      descriptor = openSync(systemPath(`${this.root}/${path}`), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      let length = readSync(descriptor, this.buffer, 0, this.buffer.length, null);
      while (length < this.buffer.length && length !== size) {
        const more = readSync(descriptor, this.buffer, length, this.buffer.length - length, null);
        if (more === 0) break;
        length += more;
      }
      if (length === this.buffer.length) return true;
      const bytes = this.buffer.subarray(0, length);
      const [first, second] = bytes;
      if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
      return this.tests.every((test) => test(bytes));
    } catch {
      return true;
    } finally {
      if (descriptor >= 0) closeSync(descriptor);
    }
  }
}

/** A test for any of some literals, on UTF-8 bytes. */
function tester(any: readonly string[], ignoreCase: boolean): (bytes: Buffer) => boolean {
  const only = any[0];
  if (!ignoreCase && any.length === 1 && only !== undefined) {
    const needle = Buffer.from(only, "utf8");
    return (bytes) => bytes.includes(needle);
  }
  // Bytes as Latin-1 are a free one-byte string, on which the engine's compiled expression runs fast. It has neither
  // repetition nor overlap of alternatives at one place, so it cannot backtrack far.
  const expression = new RegExp(any.map((text) => bytesExpression(text, ignoreCase)).join("|"));
  return (bytes) => expression.test(bytes.toString("latin1"));
}

/** An expression over Latin-1 that matches the UTF-8 bytes of a text, in any case if wanted. */
function bytesExpression(text: string, ignoreCase: boolean): string {
  let expression = "";
  for (const character of text) {
    const forms = ignoreCase ? caseForms(character) : [character];
    // Beyond the Basic Multilingual Plane: whatever stands there, four bytes in UTF-8.
    if (forms === null) {
      expression += "[\\xf0-\\xf4][\\x80-\\xbf]{3}";
      continue;
    }
    const narrow = forms.filter((form) => form.charCodeAt(0) < 128).map(escaped);
    const wide = forms.filter((form) => form.charCodeAt(0) >= 128).map((form) => [...Buffer.from(form, "utf8")].map(hex).join(""));
    const one = narrow.length > 1 ? `[${narrow.join("")}]` : (narrow[0] ?? "");
    expression += wide.length === 0 ? one : `(?:${[...(one === "" ? [] : [one]), ...wide].join("|")})`;
  }
  return expression;
}

function escaped(character: string): string {
  return /\w/.test(character) ? character : hex(character.charCodeAt(0));
}

function hex(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

const known = new Map<string, string[]>();
let cased: string[] | null = null;
/** Where letters with case are in the Basic Multilingual Plane. */
const CASED: readonly (readonly [number, number])[] = [
  [0x80, 0x3000],
  [0xa640, 0xac00],
  [0xff00, 0xff60],
];

/** All characters equal to one under Unicode's simple case folding, which is what the `iu` flags and ripgrep compare by; null = not worked out. */
function caseForms(character: string): string[] | null {
  const code = character.codePointAt(0)!;
  if (code > 0xffff) return null;
  if (code < 128) {
    const forms = [...new Set([character.toLowerCase(), character.toUpperCase()])];
    // The two ASCII letters that have a third form: Kelvin sign, long s.
    if (forms.includes("k")) forms.push("\u212a");
    if (forms.includes("s")) forms.push("\u017f");
    return forms;
  }
  let forms = known.get(character);
  if (forms === undefined) {
    cased ??= CASED.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => String.fromCharCode(from + i))).filter(
      (one) => one.toLowerCase() !== one.toUpperCase(),
    );
    const same = new RegExp(`^\\u{${code.toString(16)}}$`, "iu");
    // The Kelvin and the Ångström sign fold to letters; `K` and `k`, `S` and `s` are the only ASCII ones reached that way.
    forms = [..."KkSs", ...cased].filter((one) => same.test(one));
    if (forms.length === 0) forms = [character];
    known.set(character, forms);
  }
  return forms;
}
