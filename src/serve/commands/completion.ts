/** Shell completion, generated from the command definitions, and the names that it asks for while somebody types. */
import type { ArgsDef } from "citty";
import { EXIT } from "../../base/errors.ts";
import { openStore } from "../../store/open.ts";
import { rootFor } from "../../store/root.ts";
import { type CommandMap, command, commandOf } from "../command.ts";
import { oneOf } from "../flags.ts";
import { print } from "../print.ts";

interface Shape {
  name: string;
  about: string;
  flags: { name: string; about: string; takesValue: boolean; values: string[]; asks: Asked | null }[];
  /** What a word that is no flag can be; empty where it is a question, a symbol or a path. */
  words: string[];
  /** What the later ones can be, or all where there are no choices: the index knows symbols, a folder notes. */
  asks: Asked | null;
}

/** What `__complete` is asked for. */
type Asked = "symbols" | "notes";

/** The hints of words that name symbols and notes. */
const ASKED: Record<string, Asked> = { SYMBOL: "symbols", NOTE: "notes" };
const askedOf = (hint: string | undefined): Asked | null => ASKED[hint ?? ""] ?? null;

/** The choices of a hint such as `install|uninstall`. */
const choices = (hint = ""): string[] => (/^[a-z-]+(?:\|[a-z-]+)+$/.test(hint) ? hint.split("|") : []);

/** Every visible command with its flags, from the same definitions that parse them. */
async function shapes(commands: CommandMap): Promise<Shape[]> {
  const rows = Object.entries(commands).filter(([, row]) => !row.hidden);
  return Promise.all(
    rows.map(async ([name, row]) => {
      const definition = await commandOf(row);
      const args = (await (typeof definition.args === "function" ? definition.args() : definition.args)) as ArgsDef | undefined;
      const flags = Object.entries(args ?? {})
        .filter(([, def]) => def.type !== "positional")
        .map(([flag, def]) => ({
          name: flag,
          about: (def.description ?? "").replace(/['"`$\\[\]:]/g, ""),
          takesValue: def.type !== "boolean",
          values: choices(def.valueHint),
          asks: askedOf(def.valueHint),
        }));
      const words = Object.values(args ?? {}).flatMap((def) => (def.type === "positional" ? choices(def.valueHint) : []));
      const asks = Object.values(args ?? {}).flatMap((def) => (def.type === "positional" ? (askedOf(def.valueHint) ?? []) : []))[0] ?? null;
      return { name, about: row.about.replace(/['"`$\\[\]:]/g, ""), flags, words, asks };
    }),
  );
}

const dashed = (name: string) => (name.length === 1 ? `-${name}` : `--${name}`);

function bash(list: Shape[]): string {
  const cases = list.map((shape) => `    ${shape.name}) flags="${shape.flags.map((flag) => dashed(flag.name)).join(" ")} --help" ;;`);
  const valued = list.flatMap((shape) => shape.flags.filter((flag) => flag.takesValue).map((flag) => `${shape.name} ${dashed(flag.name)}`));
  const values = list.flatMap((shape) =>
    shape.flags
      .filter((flag) => flag.values.length > 0 || flag.asks !== null)
      .map(
        (flag) =>
          `    "${shape.name} ${dashed(flag.name)}") ${flag.asks === null ? `words="${flag.values.join(" ")}"` : `asks=${flag.asks}`} ;;`,
      ),
  );
  const words = list.flatMap(({ name, words, asks }) => {
    if (words.length === 0) return asks === null ? [] : [`      ${name}) asks=${asks} ;;`];
    const first = `words="${words.join(" ")}"`;
    return [`      ${name}) ${asks === null ? first : `if [ "$COMP_CWORD" -eq 2 ]; then ${first}; else asks=${asks}; fi`} ;;`];
  });
  return `_manifold() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" flags="" words="" asks="" name
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${list.map((shape) => shape.name).join(" ")} help --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "$before" in
${values.join("\n")}
    ${valued.map((one) => `"${one}"`).join("|")}) ;;
    *) case "\${COMP_WORDS[1]}" in
${words.join("\n")}
    esac ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *) if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else
      COMPREPLY=()
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(
        [ -z "$asks" ] || command "\${COMP_WORDS[0]}" __complete -- "$current" "$asks" 2>/dev/null
        compgen -f -- "$current"
      )
    fi ;;
  esac
}
complete -o filenames -F _manifold manifold
`;
}

function zsh(list: Shape[]): string {
  const names = list.map((shape) => `'${shape.name}:${shape.about}'`);
  const cases = list.map((shape) => {
    const flags = shape.flags.map(
      (flag) =>
        `'${dashed(flag.name)}[${flag.about}]${flag.takesValue ? `:value:${flag.values.length > 0 ? `(${flag.values.join(" ")})` : flag.asks === null ? "_files" : `_manifold_${flag.asks}`}` : ""}'`,
    );
    const rest = shape.asks === null ? "_files" : `_manifold_${shape.asks}`;
    const choices = shape.words.length > 0 ? `(${shape.words.join(" ")})` : rest;
    // The first word behind the command's name is that name to zsh.
    const words = shape.words.length > 0 && shape.asks !== null ? [`'2:word:${choices}'`, `'*:word:${rest}'`] : [`'*:word:${choices}'`];
    return `    ${shape.name}) _arguments ${[...flags, ...words].join(" ")} ;;`;
  });
  return `#compdef manifold
_manifold_asked() {
  local -a names
  names=(\${(f)"$(command \${(Q)words[1]} __complete -- "$PREFIX" $1 2>/dev/null)"})
  compadd -a names
}
_manifold_symbols() { _manifold_asked symbols; _files }
_manifold_notes() { _manifold_asked notes }
_manifold() {
  local -a names
  names=(${names.join(" ")})
  if (( CURRENT == 2 )); then _describe command names; return; fi
  case "\${words[2]}" in
${cases.join("\n")}
  esac
}
# Found through fpath this file is the function's body; sourced it must register it.
if [ "\${funcstack[1]}" = _manifold ]; then _manifold "$@"; else compdef _manifold manifold; fi
`;
}

function fish(list: Shape[]): string {
  const lines = list.map((shape) => `complete -c manifold -n __fish_use_subcommand -f -a ${shape.name} -d '${shape.about}'`);
  for (const shape of list) {
    const asking = (asks: Asked) => `-a '(command manifold __complete -- (commandline -ct) ${asks} 2>/dev/null)'`;
    if (shape.asks !== null) lines.push(`complete -c manifold -n '__fish_seen_subcommand_from ${shape.name}' ${asking(shape.asks)}`);
    if (shape.words.length > 0)
      lines.push(`complete -c manifold -n '__fish_seen_subcommand_from ${shape.name}' -f -a '${shape.words.join(" ")}'`);
    for (const flag of shape.flags) {
      const option = flag.name.length === 1 ? `-s ${flag.name}` : `-l ${flag.name}`;
      const values = flag.takesValue
        ? ` -r${flag.values.length > 0 ? ` -f -a '${flag.values.join(" ")}'` : flag.asks === null ? "" : ` ${asking(flag.asks)}`}`
        : "";
      lines.push(`complete -c manifold -n '__fish_seen_subcommand_from ${shape.name}' ${option}${values} -d '${flag.about}'`);
    }
  }
  return `${lines.join("\n")}\n`;
}

export default command({
  name: "completion",
  about: "Shell completion: manifold completion bash >> ~/.bashrc",
  flags: { shell: { type: "positional", valueHint: "bash|zsh|fish", description: "bash, zsh or fish" } },
  async run(flags, { commands }) {
    const shell = oneOf("completion", flags.word("shell") ?? "", ["bash", "zsh", "fish"] as const);
    print({ bash, zsh, fish }[shell](await shapes(commands)));
    return EXIT.ok;
  },
});

// Hidden: what the shell's completion asks for while somebody types: names as they are now. Quick, and never a word on what is wrong.

/** As many as a person looks through. */
const MOST = 200;

export const completeCommand = command({
  name: "__complete",
  about: "",
  hidden: true,
  flags: { prefix: { type: "positional", description: "" }, of: { type: "positional", description: "" } },
  async run(flags) {
    const prefix = flags.word("prefix") ?? "";
    try {
      const root = rootFor(process.cwd());
      for (const name of flags.word("of") === "notes" ? await notes(root, prefix) : symbols(root, prefix)) print(`${name}\n`);
    } catch {
      // Nothing can be completed here; whoever types finds out why when they ask.
    }
    return EXIT.ok;
  },
});

function symbols(root: string, prefix: string): string[] {
  const opened = openStore(root);
  if (opened.state !== "open") return [];
  try {
    return opened.store.namesStarting(prefix, MOST);
  } finally {
    opened.store.close();
  }
}

/** Ids, and titles once one is begun. */
async function notes(root: string, prefix: string): Promise<string[]> {
  const [{ readNotes }, { projectNotes }] = await Promise.all([import("../../notes/folder.ts"), import("../settings.ts")]);
  const lower = prefix.toLowerCase();
  const { all } = readNotes(root, projectNotes(root));
  const names = all.flatMap(({ id, title }) => [
    ...(id.startsWith(prefix) ? [id] : []),
    ...(prefix !== "" && title.toLowerCase().startsWith(lower) ? [title] : []),
  ]);
  return names.sort().slice(0, MOST);
}
