/** Whether somebody is looking, and what is said beside the answer. Asking `process.stdout.isTTY` loads the stream library. */
import { fstatSync } from "node:fs";
import { harmless } from "./visible.ts";

/** Of character devices those are no terminals: null, zero, random. */
const MEMORY_DEVICES = 1;

/** Is a descriptor (1 standard output, 2 standard error) a terminal? */
export function isTerminal(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isCharacterDevice() && ((stat.rdev >> 8) & 0xfff) !== MEMORY_DEVICES;
  } catch {
    return false;
  }
}

/** Says something on standard error, in which nothing acts on a terminal but our own colours. */
export function say(text: string): void {
  process.stderr.write(harmless(text));
}
