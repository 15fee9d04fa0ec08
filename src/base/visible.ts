/** Making foreign text (file names, source lines, questions) harmless on a terminal. */
import { fstatSync } from "node:fs";

// C0 and C1 controls but tab, delete, the Unicode marks that reorder or hide text (CVE-2021-42574, "Trojan Source"), and the tags (U+E0000 on), which
// spell out ASCII that nobody sees.
const MARKS = String.raw`\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}`;
const HOSTILE = new RegExp(String.raw`[\u0000-\u0008\u000a-\u001f${MARKS}]`, "gu");
/** Of text that is a whole output: line ends are its own, and so are the colours of style (render/visible.ts) and the links of this process. */
const UNSEEN = new RegExp(
  String.raw`\u001b\]8;;[!-~]*\u001b\\|[\u0000-\u0008\u000b-\u001a\u001c-\u001f${MARKS}]|\u001b(?!\[[0-9;]*m)`,
  "gu",
);

/** The text with every control or reordering character shown as an escape such as `\x1b`. One line in, one line out. */
export function visible(text: string): string {
  return text.replace(HOSTILE, (character) => {
    const code = character.codePointAt(0)!;
    if (code === 10) return "\\n";
    if (code === 13) return "\\r";
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}

/** `visible` for a text of several lines: all but their ends. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/**
 * A value as JSON that can be shown: whoever parses it gets the same value, and whoever prints it is shown what `visible` would show.
 * @param indent blanks a level; none for one line
 */
export function toJson(value: unknown, indent?: number): string {
  return harmless(JSON.stringify(value, null, indent));
}

/**
 * A whole output, with what is left of such characters as JSON writes them (`\u202e`): the last look before it leaves the process. What renders text
 * makes every foreign part of it visible by itself; this holds where that was forgotten, and leaves JSON what it is.
 */
export function harmless(text: string): string {
  return text.replace(UNSEEN, (character) =>
    links.has(character)
      ? character
      : Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Beginnings of links that this process made, and the end of any. */
const links = new Set(["\u001b]8;;\u001b\\"]);

/** A text as a link for terminals (OSC 8). @param address in visible ASCII */
export function linked(text: string, address: string): string {
  const open = `\u001b]8;;${address}\u001b\\`;
  links.add(open);
  return `${open}${text}\u001b]8;;\u001b\\`;
}

/** A name or question inside a sentence: no longer than a sentence bears. */
export function brief(text: string, limit = 120): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

// Whether somebody is looking, and what is said beside the answer. Asking `process.stdout.isTTY` loads the stream library.

/** Of character devices those are no terminals: null, zero, random. */
const MEMORY_DEVICES = 1;

/** Is a descriptor (1 standard output, 2 standard error) a terminal? */
export function isTerminal(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isCharacterDevice() && ((stat.rdev >> 8) & 0xfff) !== MEMORY_DEVICES;
  } catch {
    return false;
  }
}

/** Says something on standard error, in which nothing acts on a terminal but our own colours. */
export function say(text: string): void {
  process.stderr.write(harmless(text));
}
