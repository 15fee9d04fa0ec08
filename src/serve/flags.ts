/**
 * Strict command-line flags over citty's definitions.
 *
 * citty lets unknown flags and stray words pass and keeps the last of a repeated flag; here they are usage errors and
 * lists, as users of ripgrep and git expect. The definitions stay citty's, so that help and completions come from them.
 */
import { parseArgs } from "node:util";
import type { ArgDef } from "citty";
import { Refusal } from "../base/errors.ts";

export type FlagDef = ArgDef & {
  /** The flag may be repeated; its values add up. */
  multiple?: boolean;
  /** For positionals: how many words it takes at most (1 unless said); more than one are a list. */
  words?: number;
};
export type FlagDefs = Record<string, FlagDef>;

/** Parsed flags: what was given, by long name. */
export class Flags {
  constructor(
    private readonly values: Record<string, string | boolean | string[] | undefined>,
    private readonly words: Record<string, string | undefined>,
  ) {}
  has(name: string): boolean {
    return this.values[name] !== undefined;
  }
  on(name: string): boolean {
    return this.values[name] === true;
  }
  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === "string" ? value : undefined;
  }
  list(name: string): string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value : [];
  }
  word(name: string): string | undefined {
    return this.words[name];
  }
  /**
   * A whole number within bounds.
   * @throws Refusal `bad-value`
   */
  number(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new Refusal("bad-value", `${dashed(name)} takes a whole number from ${min} to ${max}, not "${text}".`, "Correct the value.");
    return value;
  }
  /**
   * One of a fixed set of words.
   * @throws Refusal `bad-value`
   */
  choice<T extends string>(name: string, options: readonly T[]): T | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : oneOf(dashed(name), text, options);
  }
}

/**
 * `text` as one of `options`.
 * @throws Refusal `bad-value` naming all of them
 */
export function oneOf<T extends string>(what: string, text: string, options: readonly T[]): T {
  const found = options.find((option) => option === text);
  if (found === undefined) throw new Refusal("bad-value", `${what} does not know "${text}".`, `It takes one of: ${options.join(", ")}.`);
  return found;
}

const dashed = (name: string) => (name.length === 1 ? `-${name}` : `--${name}`);

/**
 * Parses the words after the command's name.
 * @throws Refusal `bad-flag` for an unknown flag or a missing value, `stray-word` for a word too many
 */
export function parseFlags(command: string, defs: FlagDefs, raw: string[]): Flags {
  const options: Record<string, { type: "string" | "boolean"; multiple?: boolean; short?: string }> = {
    help: { type: "boolean", short: "h" },
  };
  for (const [name, def] of Object.entries(defs)) {
    if (def.type === "positional") continue;
    const alias = "alias" in def && typeof def.alias === "string" && def.alias.length === 1 ? def.alias : undefined;
    const short = name.length === 1 ? name : alias;
    options[name] = {
      type: def.type === "boolean" ? "boolean" : "string",
      ...(def.multiple ? { multiple: true } : {}),
      ...(short ? { short } : {}),
    };
  }
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: raw, options, strict: true, allowPositionals: true });
  } catch (error) {
    throw badFlag(command, options, error);
  }
  const positionals = [...parsed.positionals];
  const words: Record<string, string | undefined> = {};
  const lists: Record<string, string[]> = {};
  for (const [name, def] of Object.entries(defs)) {
    if (def.type !== "positional") continue;
    if (def.words === undefined) words[name] = positionals.shift();
    else lists[name] = positionals.splice(0, def.words);
  }
  if (positionals.length > 0) {
    const takes = Object.values(defs).filter((def) => def.type === "positional").length;
    throw new Refusal(
      "stray-word",
      `manifold ${command} does not know what to do with "${positionals[0]}".`,
      takes > 0 && command !== "index"
        ? "Put a question or name of several words in quotes."
        : `Run manifold ${command} --help to see what it takes.`,
    );
  }
  const values = { ...(parsed.values as Record<string, string | boolean | string[] | undefined>), ...lists };
  return new Flags(values, words);
}

function badFlag(command: string, options: Record<string, { type: string }>, error: unknown): Refusal {
  const text = error instanceof Error ? error.message : String(error);
  const name = /'(-[^']*)'/.exec(text)?.[1] ?? "";
  const bare = name.replace(/^-+/, "").replace(/[ =,].*$/, "");
  if (options[bare] && text.includes("ambiguous"))
    return new Refusal(
      "bad-flag",
      `What follows ${dashed(bare)} begins with a dash, as a flag does.`,
      `Write ${dashed(bare)}=VALUE where that is its value.`,
      { cause: error },
    );
  if (options[bare]) {
    const fix = options[bare].type === "string" ? `Give it one: ${dashed(bare)} VALUE.` : `Write just ${dashed(bare)}.`;
    return new Refusal(
      "bad-flag",
      options[bare].type === "string" ? `${dashed(bare)} needs a value.` : `${dashed(bare)} takes no value.`,
      fix,
      { cause: error },
    );
  }
  if (/\s/.test(name))
    return new Refusal(
      "bad-flag",
      `manifold ${command} takes "${name}" for a flag, and there is none like it.`,
      `What begins with a dash and is no flag goes behind --: manifold ${command} -- "…".`,
      { cause: error },
    );
  const near = Object.keys(options).filter((option) => option.startsWith(bare.slice(0, 2)) && bare.length > 1);
  return new Refusal(
    "bad-flag",
    `manifold ${command} does not know the flag ${dashed(bare)}.`,
    near.length > 0 ? `Did you mean ${near.map(dashed).join(", ")}?` : `Run manifold ${command} --help to see its flags.`,
    { cause: error },
  );
}
