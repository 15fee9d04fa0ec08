/** What a command is to us: citty's definition for help and completions, and a strict `run`. */
import { resolve } from "node:path";
import { type CommandDef, defineCommand } from "citty";
import { Refusal } from "../base/errors.ts";
import { isTerminal } from "../base/visible.ts";
import { setCache } from "../store/cache.ts";
import { INDEX_DIR, setIndexDir } from "../store/place.ts";
import { type FlagDefs, type Flags, parseFlags } from "./flags.ts";
import { holdForPager } from "./print.ts";
import { userCache, userIndexDir } from "./settings.ts";

/** One row of the map of commands. */
export interface CommandRow {
  about: string;
  hidden?: boolean;
  /** The command, or the module of which it is the default. */
  load: () => Promise<CommandDef | { default: CommandDef }>;
}

/** Loads the command of a row. */
export async function commandOf({ load }: CommandRow): Promise<CommandDef> {
  const loaded = await load();
  return "default" in loaded ? (loaded.default as CommandDef) : loaded;
}

export type CommandMap = Record<string, CommandRow>;

export interface CommandSpec {
  name: string;
  about: string;
  flags: FlagDefs;
  hidden?: boolean;
  /** Does the work and returns the exit code. Throws a Refusal for anything the user can mend. */
  run: (flags: Flags, call: CommandCall) => Promise<number>;
}

/** A citty command whose words are parsed strictly; the exit code is handed back through `data.exit`. */
export function command(spec: CommandSpec): CommandDef {
  const args = Object.fromEntries(
    Object.entries(spec.flags).map(([name, def]) => [name, def.type === "positional" ? { ...def, required: false } : def]),
  );
  return defineCommand({
    meta: { name: spec.name, description: spec.about, hidden: spec.hidden ?? false },
    args,
    async run({ data }) {
      const call = data as CommandCall;
      const fleet = "fleet" in spec.flags && call.words.some((word) => word === "--fleet");
      const words = fleet ? (await import("./fleet/open.ts")).withNames(call.words) : call.words;
      const flags = parseFlags(spec.name, spec.flags, words);
      placeIndexes(flags.text("index-dir"));
      if ("no-pager" in spec.flags && !flags.on("no-pager") && isTerminal(1)) holdForPager();
      call.exit = await spec.run(flags, call);
    },
  }) as CommandDef;
}

/** Where this process, and those that it starts, keep indexes: as a flag says, else as the environment and the user's own settings do. */
function placeIndexes(dir: string | undefined): void {
  if (dir === "") throw new Refusal("bad-value", "--index-dir names no folder.", "Write --index-dir DIR.");
  if (dir !== undefined) process.env[INDEX_DIR] = resolve(dir);
  setIndexDir(userIndexDir);
  setCache(userCache);
}

/** What travels from the command line to a command and back. */
export interface CommandCall {
  words: string[];
  /** All commands, for what speaks of them (completion). */
  commands: CommandMap;
  exit: number;
}
