/** manifold(1): every command as `--help` prints it, and the pages of the manual, from the same Markdown as `manifold help TOPIC`. */

import { fromMarkdown } from "mdast-util-from-markdown";
import { commands } from "../../src/main.ts";
import { commandOf } from "../../src/serve/command.ts";
import { MANUAL } from "../../src/serve/manual.ts";
import { commandHelp } from "../../src/serve/run.ts";

/** Columns of the text of a command's help. */
const WIDTH = 76;

/** Text as roff shows it: no dash is a hyphen, and what is beyond ASCII has its number. */
const plain = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replace(/[\u0080-\uffff]/g, (sign) => `\\[u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);

/** Lines none of which is a request. */
const lines = (text: string): string => text.replace(/^([.'])/gm, "\\&$1");

const verbatim = (text: string): string => `.nf\n${lines(plain(text.trimEnd()))}\n.fi\n`;

type Block = ReturnType<typeof fromMarkdown>["children"][number];
interface Inline {
  type: string;
  value?: string;
  children?: readonly Inline[];
}

function inline(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      const inside = (): string => inline(node.children ?? []);
      if (node.type === "text") return plain(node.value!.replaceAll("\n", " "));
      if (node.type === "inlineCode" || node.type === "strong") return `\\fB${node.value === undefined ? inside() : plain(node.value)}\\fR`;
      if (node.type === "emphasis") return `\\fI${inside()}\\fR`;
      return node.type === "break" ? "\n.br\n" : inside();
    })
    .join("");
}

/** Blocks of Markdown. Headings below the page's own title are sections of it; tables and programs stand as they are written. */
function roff(blocks: readonly Block[], source: string): string {
  return blocks
    .map((block): string => {
      const written = source.slice(block.position!.start.offset, block.position!.end.offset);
      switch (block.type) {
        case "heading":
          return `${block.depth === 1 ? ".SH" : ".SS"} ${inline(block.children)}\n`;
        case "paragraph":
          return written.startsWith("|") ? `.PP\n${verbatim(written)}` : `.PP\n${lines(inline(block.children))}\n`;
        case "code":
          return `.PP\n.RS 4\n${verbatim(block.value)}.RE\n`;
        case "list":
          return block.children
            .map((item) => `.IP \\(bu 2\n${roff(item.children as readonly Block[], source).replace(/^\.PP\n/, "")}`)
            .join("");
        case "blockquote":
          return `.RS 4\n${roff(block.children as readonly Block[], source)}.RE\n`;
        default:
          return "";
      }
    })
    .join("");
}

/** The page, for one version of the program. */
export async function manualPage(version: string): Promise<string> {
  const shown = Object.entries(commands).filter(([, row]) => !row.hidden);
  const sections = await Promise.all(
    shown.map(async ([name, row]) => `.SS manifold ${plain(name)}\n${verbatim(await commandHelp(name, await commandOf(row), WIDTH))}`),
  );
  return [
    `.TH MANIFOLD 1 "" "manifold ${version}" "User Commands"\n`,
    // Terminals of ASCII have no block, which stands for a blanked secret; groff has no fallback of its own for it.
    ".fchar \\[u2588] #\n",
    ".SH NAME\nmanifold \\- answers questions about a code base, locally, with citations\n",
    ".SH SYNOPSIS\n.B manifold q\n.I QUESTION\n.br\n.B manifold\n.I COMMAND\n[\\fIFLAGS\\fR]\n",
    ...Object.values(MANUAL).map((page) => roff(fromMarkdown(page).children, page)),
    ".SH COMMANDS\n",
    ...sections,
    ".SH EXIT STATUS\n0 answered, 1 nothing found, 2 wrong usage, 3 cannot answer, 4 and 5 a gate says risky or unknown, 130 interrupted.\n",
    ".SH FILES\n.I .manifold/\nthe index, in the tree that it is of\n.br\n.I ~/.cache/manifold/\nlibraries that the program unpacks, and indexes that cannot lie in their trees\n",
  ].join("");
}
