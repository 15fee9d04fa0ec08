/** How text output looks, and that what it quotes can do nothing to a terminal. */

import { isTerminal } from "../../base/terminal.ts";

export { visible } from "../../base/visible.ts";

/** Styling that is nothing at all when colours are off. */
export interface Style {
  path(text: string): string;
  name(text: string): string;
  dim(text: string): string;
  mark(text: string): string;
  warn(text: string): string;
}

const paint = (on: boolean, open: string) => (text: string) => (on ? `\u001b[${open}m${text}\u001b[0m` : text);

/** The styles of text output; `colour` decides whether they do anything. */
export function style(colour: boolean): Style {
  return {
    path: paint(colour, "35"),
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
