/** Making foreign text (file names, source lines) harmless on a terminal. */

// C0 and C1 controls but tab, delete, and the Unicode marks that reorder or hide text (CVE-2021-42574, "Trojan Source").
const HOSTILE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** The text with every control or reordering character shown as an escape such as `\x1b`. One line in, one line out. */
export function visible(text: string): string {
  return text.replace(HOSTILE, (character) => {
    const code = character.codePointAt(0)!;
    if (code === 10) return "\\n";
    if (code === 13) return "\\r";
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}

/** Styling that is nothing at all when colours are off. */
export interface Style {
  path(text: string): string;
  name(text: string): string;
  dim(text: string): string;
  mark(text: string): string;
  warn(text: string): string;
}

const paint = (on: boolean, open: string) => (text: string) => (on ? `\u001b[${open}m${text}\u001b[0m` : text);

/** The styles of text output; `colour` decides whether they do anything. */
export function style(colour: boolean): Style {
  return {
    path: paint(colour, "35"),
    name: paint(colour, "1"),
    dim: paint(colour, "2"),
    mark: paint(colour, "1;31"),
    warn: paint(colour, "33"),
  };
}

/** Whether to colour: `--color`, then NO_COLOR (no-color.org), then whether a person is looking. */
export function wantsColour(choice: string | undefined, stream: { isTTY?: boolean }): boolean {
  if (choice === "always") return true;
  if (choice === "never" || process.env.NO_COLOR || process.env.TERM === "dumb") return false;
  return stream.isTTY === true;
}
