/** The manual page, from the same definitions as `--help`: one section for each command. */
import { commands } from "../../src/main.ts";
import { commandHelp } from "../../src/serve/run.ts";

/** Columns of the text of a command's help. */
const WIDTH = 76;

/** A line as roff shows it: nothing in it is a request, no dash a hyphen. */
const plain = (line: string): string =>
  line
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replace(/[\u0080-\uffff]/g, (sign) => `\\[u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`)
    .replace(/^([.'])/, "\\&$1");

const verbatim = (text: string): string => `.nf\n${text.trimEnd().split("\n").map(plain).join("\n")}\n.fi\n`;

/** manifold(1). */
export async function manualPage(version: string): Promise<string> {
  const shown = Object.entries(commands).filter(([, row]) => !row.hidden);
  const sections = await Promise.all(
    shown.map(async ([name, row]) => `.SS manifold ${plain(name)}\n${verbatim(await commandHelp(name, await row.load(), WIDTH))}`),
  );
  return [
    `.TH MANIFOLD 1 "" "manifold ${version}" "User Commands"\n`,
    ".SH NAME\nmanifold \\- answers questions about a code base, locally, with citations\n",
    ".SH SYNOPSIS\n.B manifold q\n.I QUESTION\n.br\n.B manifold\n.I COMMAND\n[\\fIFLAGS\\fR]\n",
    ".SH COMMANDS\n",
    ...sections,
    ".SH EXIT STATUS\n0 answered, 1 nothing found, 2 wrong usage, 3 cannot answer, 4 and 5 a gate says risky or unknown, 130 interrupted.\n",
    ".SH FILES\n.I .manifold/\nthe index, in the tree that it is of\n.br\n.I ~/.cache/manifold/\nlibraries that the program unpacks, and indexes that cannot lie in their trees\n",
  ].join("");
}
