/** How text output looks, and that what it quotes can do nothing to a terminal. */

import { isTerminal } from "../../base/terminal.ts";

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
