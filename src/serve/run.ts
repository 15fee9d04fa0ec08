/** From the words of the command line to an exit code: the only place that prints errors and ends the process. */
import { type ArgsDef, type CommandDef, runCommand } from "citty";
import { asRefusal, EXIT, formatRefusal, Refusal } from "../base/errors.ts";
import { isTerminal, say } from "../base/visible.ts";
import { type CommandCall, type CommandMap, commandOf } from "./command.ts";
import { holdForPager, isBrokenPipe, print, printed } from "./print.ts";
import { style, wantsColour } from "./render/visible.ts";
import { helpWidth, table, wrapped } from "./wrapping.ts";

/**
 * Runs one command line and exits.
 * @param words the command line without the program's name
 */
export async function run(commands: CommandMap, words: string[], version: string): Promise<never> {
  let exit: number;
  try {
    exit = await dispatch(commands, words, version);
    await printed();
  } catch (error) {
    if (isBrokenPipe(error)) process.exit(EXIT.ok);
    const refusal = asRefusal(error);
    await printed().catch(() => {});
    say(`${formatRefusal(refusal, process.env.MANIFOLD_DEBUG === "1")}\n`);
    exit = refusal.exit;
  }
  process.exit(exit);
}

async function dispatch(commands: CommandMap, words: string[], version: string): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-V" || name === "-v") {
    print(`manifold ${version}\n`);
    return EXIT.ok;
  }
  if (name === undefined || name === "--help" || name === "-h" || (name === "help" && rest.length === 0)) {
    const text = await rootHelp(commands, version);
    if (name === undefined) say(text);
    else print(text);
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  const wanted = name === "help" ? rest[0]!.toLowerCase() : name;
  // Commands of a topic's name have their flags under --help.
  if (name === "help") {
    const { MANUAL, pageOf } = await import("./manual.ts");
    if (Object.hasOwn(MANUAL, wanted)) {
      if (!rest.includes("--no-pager") && isTerminal(1)) holdForPager();
      print(pageOf(MANUAL[wanted]!, helpWidth(), style(wantsColour("auto")).name));
      return EXIT.ok;
    }
    if (!Object.hasOwn(commands, wanted))
      throw new Refusal(
        "unknown-command",
        `The manual has no page "${wanted}", and manifold no command of that name.`,
        `Pages: ${Object.keys(MANUAL).join(", ")}; manifold --help lists the commands.`,
      );
  }
  const row = Object.hasOwn(commands, wanted) ? commands[wanted] : undefined;
  if (!row)
    throw unknownCommand(
      wanted,
      Object.keys(commands).filter((key) => !commands[key]!.hidden),
    );
  const command = await commandOf(row);
  const before = rest.indexOf("--") < 0 ? rest : rest.slice(0, rest.indexOf("--"));
  if (name === "help" || before.includes("--help") || before.includes("-h")) {
    if (!rest.includes("--no-pager") && isTerminal(1)) holdForPager();
    print(await commandHelp(wanted, command, helpWidth()));
    return EXIT.ok;
  }
  const call: CommandCall = { words: rest, commands, exit: EXIT.ok };
  // citty's own lenient parser gets no words; ours reads them from `data`.
  await runCommand(command, { rawArgs: [], data: call });
  return call.exit;
}

function unknownCommand(name: string, known: string[]): Refusal {
  const near = known.filter((command) => command.startsWith(name[0] ?? "") && Math.abs(command.length - name.length) <= 2);
  if (/\s/.test(name))
    return new Refusal("unknown-command", "A question needs the command q before it.", 'Write: manifold q "your question".');
  return new Refusal(
    "unknown-command",
    `manifold has no command "${name}".`,
    near.length > 0
      ? `Did you mean ${near.join(", ")}? To ask a question write: manifold q "…".`
      : 'Run manifold --help for the list; to ask a question write: manifold q "…".',
  );
}

async function rootHelp(commands: CommandMap, version: string): Promise<string> {
  const shown = Object.entries(commands).filter(([, row]) => !row.hidden);
  const width = helpWidth();
  return [
    ...wrapped(`manifold ${version}: answers questions about a code base, locally, with citations.`, width),
    "",
    ...wrapped('USAGE  manifold q "what calls authenticate() and why does login fail?"', width),
    "       manifold COMMAND [FLAGS]",
    "",
    ...table(
      shown.map(([name, row]) => [name, row.about]),
      width,
    ),
    "",
    ...wrapped("manifold COMMAND --help shows a command's flags. Nothing ever leaves this machine.", width),
    ...wrapped(`manifold help TOPIC prints a page of the manual: ${Object.keys((await import("./manual.ts")).MANUAL).join(", ")}.`, width),
    ...wrapped(
      "Exit codes: 0 answered, 1 nothing found, 2 wrong usage, 3 cannot answer, 4 and 5 a gate says risky or unknown, 130 interrupted.",
      width,
    ),
    "",
  ].join("\n");
}

// Help: what a command is for, how it is called, its words and flags.

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
