/** Standard output, with the certainty that what was printed has arrived: a callback of a later write says nothing of an earlier one. */

import { outputUnwritable } from "../base/errors.ts";

let last: Promise<void> = Promise.resolve();

/** Prints a text; `printed` tells whether that worked. */
export function print(text: string): void {
  const before = last;
  const written = new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(cause(error)) : resolve())));
  last = before.then(() => written);
  // Looked at in `printed`; until then a failure must not count as unhandled.
  last.catch(() => {});
  written.catch(() => {});
}

/**
 * Waits until everything printed has been handed to the system: exiting earlier cuts long output in a pipe.
 * @throws Refusal `output-unwritable`; the plain error where the reader has gone (EPIPE)
 */
export function printed(): Promise<void> {
  return last;
}

const cause = (error: Error) => ((error as { code?: string }).code === "EPIPE" ? error : outputUnwritable(error));
