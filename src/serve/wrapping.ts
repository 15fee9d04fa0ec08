/** Text as wide as the terminal. */
import { isTerminal } from "../base/visible.ts";

/** Where nothing says how wide it is. */
const USUAL_WIDTH = 80;
/** Narrower than this words are not broken up any further. */
const LEAST_WIDTH = 20;
/** Columns that names take at most; longer ones have a line of their own. */
const NAMES = 28;
/** Columns that descriptions need to stand beside the names; with fewer they stand below. */
const ABOUT = 32;

/** Columns to print help in: the terminal's, else what COLUMNS says. */
export function helpWidth(): number {
  const terminal = isTerminal(1) ? process.stdout.columns : 0;
  const said = /^\d{1,4}$/.test(process.env.COLUMNS ?? "") ? Number(process.env.COLUMNS) : 0;
  return Math.max(LEAST_WIDTH, terminal || said || USUAL_WIDTH);
}

/** A text in lines of at most `width` characters, broken between words; a longer word at its signs, if it has any. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => (word.length <= width ? word : word.split(/(?<=[|,])/)));
  for (const word of words) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Names with what they mean beside them, or below where there is no room. */
export function table(rows: readonly (readonly [string, string])[], width: number): string[] {
  const names = Math.min(NAMES, Math.max(0, ...rows.map(([name]) => name.length)));
  const beside = width - names - 4 >= ABOUT;
  return rows.flatMap(([name, about]) => {
    if (!beside)
      return [...wrapped(name, width - 2).map((line) => `  ${line}`), ...wrapped(about, width - 6).map((line) => `      ${line}`)];
    const lines = wrapped(about, width - names - 4).map((line) => `${" ".repeat(names + 4)}${line}`);
    if (name.length > names) return [`  ${name}`, ...lines];
    return [`  ${name.padEnd(names)}  ${lines[0]!.trimStart()}`, ...lines.slice(1)];
  });
}
