/** Making foreign text (file names, source lines, questions) harmless on a terminal. */

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

/** A name or question inside a sentence: no longer than a sentence bears. */
export function brief(text: string, limit = 120): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
