/** Help as wide as the terminal: what a command is for, how it is called, its words and flags. */
import type { ArgsDef, CommandDef } from "citty";
import { isTerminal } from "../base/terminal.ts";

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

/** The help of one command. */
export async function commandHelp(name: string, command: CommandDef, width: number): Promise<string> {
  const args = Object.entries(((await (typeof command.args === "function" ? command.args() : command.args)) ?? {}) as ArgsDef);
  const meta = await (typeof command.meta === "function" ? command.meta() : command.meta);
  const words = args.filter(([, def]) => def.type === "positional");
  const flags = args.filter(([, def]) => def.type !== "positional");
  const called = ["manifold", name, ...(flags.length > 0 ? ["[FLAGS]"] : []), ...words.map(([word]) => `[${word.toUpperCase()}]`)].join(
    " ",
  );
  const section = (title: string, rows: [string, string][]): string[] => (rows.length === 0 ? [] : ["", title, ...table(rows, width)]);
  return [
    ...wrapped(`manifold ${name}: ${meta?.description ?? ""}`, width),
    "",
    ...wrapped(`USAGE  ${called}`, width),
    ...section(
      "WORDS",
      words.map(([word, def]) => [word.toUpperCase(), def.description ?? ""]),
    ),
    ...section("FLAGS", [
      ...flags.map(([flag, def]): [string, string] => [flagAs(flag, def), def.description ?? ""]),
      ["-h, --help", "Print this"],
    ]),
    ...(words.length > 0 ? ["", ...wrapped("What begins with a dash and is no flag goes behind --, after all flags.", width)] : []),
    "",
  ].join("\n");
}

function flagAs(name: string, def: ArgsDef[string]): string {
  const short = name.length === 1 ? name : "alias" in def && typeof def.alias === "string" && def.alias.length === 1 ? def.alias : null;
  const written = name.length === 1 ? `-${name}` : `${short ? `-${short}, ` : ""}--${name}`;
  return def.type === "boolean" ? written : `${written} ${def.valueHint ?? "VALUE"}`;
}
