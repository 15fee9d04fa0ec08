/** How text output looks, and that what it quotes can do nothing to a terminal. */

import { hostname } from "node:os";
import { Refusal } from "../../base/errors.ts";
import { slashed } from "../../base/names.ts";
import { brief, isTerminal, linked } from "../../base/visible.ts";
import type { Flags } from "../flags.ts";
import { HYPERLINKS, type Hyperlink, userOutput } from "../settings.ts";

export { visible } from "../../base/visible.ts";

/** A file, by its absolute path, and a line in it. */
export interface Target {
  file: string;
  line?: number | null;
}

/** A text as a link to a file. */
export type Link = (text: string, to: Target) => string;

/** Styling that is nothing at all when colours are off. */
export interface Style {
  /** A place. @param to where it is, for terminals that can go there */
  path(text: string, to?: Target): string;
  name(text: string): string;
  dim(text: string): string;
  mark(text: string): string;
  warn(text: string): string;
}

const paint = (on: boolean, open: string) => (text: string) => (on ? `\u001b[${open}m${text}\u001b[0m` : text);

/** The styles of text output; `colour` decides whether they do anything, `link` makes links of places. */
export function style(colour: boolean, link: Link | null = null): Style {
  const path = paint(colour, "35");
  return {
    path: (text, to) => path(link !== null && to !== undefined ? link(text, to) : text),
    name: paint(colour, "1"),
    dim: paint(colour, "2"),
    mark: paint(colour, "1;31"),
    warn: paint(colour, "33"),
  };
}

/** Values of `--color`. */
export const COLOURS = ["auto", "always", "never"] as const;

/** Whether to colour standard output: `--color`, then NO_COLOR (no-color.org), then whether a person is looking. */
export function wantsColour(choice: string | undefined, terminal = isTerminal(1)): boolean {
  if (choice === "always") return true;
  if (choice === "never" || process.env.NO_COLOR || process.env.TERM === "dumb") return false;
  return terminal;
}

// Links on citations (OSC 8): a terminal that knows them opens the file. On a terminal only, where it is known to understand them; never in what
// programs read. What a link leads to is made of the path alone, every sign of it that could act on a terminal encoded.

/** Formats by the name of what opens the file, as ripgrep calls them. */
const FORMATS: Readonly<Record<string, string>> = {
  default: "file://{host}{path}#{line}",
  file: "file://{host}{path}",
  kitty: "file://{host}{path}#{line}",
  cursor: "cursor://file{path}:{line}",
  macvim: "mvim://open?url=file://{path}&line={line}",
  textmate: "txmt://open?url=file://{path}&line={line}",
  vscode: "vscode://file{path}:{line}",
  "vscode-insiders": "vscode-insiders://file{path}:{line}",
  vscodium: "vscodium://file{path}:{line}",
  zed: "zed://file{path}:{line}",
};

/** The style that a command's flags, the environment and the user's own settings ask for. */
export function styleOf(flags: Flags): Style {
  return style(wantsColour(flags.choice("color", COLOURS)), linkOf(flags.choice("hyperlink", HYPERLINKS)));
}

function linkOf(flag: Hyperlink | undefined): Link | null {
  // What goes elsewhere gets none unless that is asked for there and then.
  if (flag === "never" || (flag !== "always" && !isTerminal(1))) return null;
  const said = userOutput();
  const choice = flag ?? said.hyperlink ?? "auto";
  if (choice === "never" || (choice === "auto" && !isKnown())) return null;
  return linksTo(said.hyperlink_format ?? FORMATS.default!);
}

/** Is standard output a terminal that is known to understand links? */
function isKnown(): boolean {
  if (process.env.NO_COLOR || !isTerminal(1)) return false;
  // It looks at the streams when it is loaded, which nobody else pays for.
  const { createSupportsHyperlinks } = require("supports-hyperlinks") as typeof import("supports-hyperlinks");
  return createSupportsHyperlinks({ isTTY: true });
}

/**
 * Links by a format.
 * @param said a name of `FORMATS`, or an address with {path} (from the root of the file system on), {line}, {host}
 * @throws Refusal `bad-settings` for one that no path can be put into, or that a terminal would not take for an address
 */
export function linksTo(said: string, host = hostname()): Link {
  const format = FORMATS[said] ?? said;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(format) || !/^[!-~]+$/.test(format) || !format.includes("{path}"))
    throw new Refusal(
      "bad-settings",
      `"${brief(said)}" is no format of links.`,
      `Write an address with {path}, and {line} or {host} if wanted, or one of: ${Object.keys(FORMATS).join(", ")}.`,
    );
  return (text, { file, line }) => {
    const path = encoded(slashed(file).replace(/^(?!\/)/, "/"));
    // What has no line links to the whole file: the sign before the number goes with it.
    const place = line == null ? format.replace(/[#:]?\{line\}/g, "") : format.replaceAll("{line}", `${line}`);
    return linked(text, place.replaceAll("{host}", encoded(host)).replaceAll("{path}", path));
  };
}

const encoded = (text: string): string => text.toWellFormed().split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":");
