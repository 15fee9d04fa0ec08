/**
 * Standard output, with the certainty that what was printed has arrived.
 *
 * Written straight to the descriptor: the stream library behind `process.stdout` takes as long to load as a small answer. Only where a pipe is full and would
 * have to be waited for does the stream take over, for the rest of the process.
 */
import { writeSync } from "node:fs";
import { EXIT, formatRefusal, outputUnwritable } from "../base/errors.ts";
import { harmless, say } from "../base/visible.ts";
import { safePath } from "../git/git.ts";
import { userOutput } from "./settings.ts";

let last: Promise<void> = Promise.resolve();
let streaming = false;
let begun = false;

/** What is kept for a pager; null where everything is written as it comes. */
let held: Uint8Array[] | null = null;

/** Keeps what is printed from now on until `printed`, which shows it a screen at a time if it is long. On a terminal only. */
export function holdForPager(): void {
  held = [];
}

/** Writes what comes as it comes, from now on: what is asked for piece by piece, or answered to somebody who types. */
export function streamed(): void {
  const before = held ?? [];
  held = null;
  for (const bytes of before) printBytes(bytes);
}

/** Has anything been printed? What has cannot be taken back. */
export const hasPrinted = (): boolean => begun;

/** Prints a text, in which nothing acts on a terminal but our own colours; `printed` tells whether that worked. */
export function print(text: string): void {
  printBytes(Buffer.from(harmless(text)));
}

/** Prints bytes as they are: for other programs, never for a terminal. */
export function printBytes(bytes: Uint8Array): void {
  begun ||= bytes.length > 0;
  if (held !== null) {
    held.push(bytes);
    return;
  }
  if (streaming) {
    write(bytes);
    return;
  }
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at, bytes.length - at);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "EINTR") continue;
      if (code === "EAGAIN") write(bytes.subarray(at));
      else {
        last = Promise.reject(cause(error as Error));
        last.catch(() => {});
      }
      return;
    }
  }
}

function write(text: string | Uint8Array): void {
  if (!streaming) guardOutput();
  streaming = true;
  const before = last;
  const written = new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(cause(error)) : resolve())));
  // A callback of a later write says nothing of an earlier one.
  last = before.then(() => written);
  // Looked at in `printed`; until then a failure must not count as unhandled.
  last.catch(() => {});
  written.catch(() => {});
}

/**
 * Waits until everything printed has been handed to the system: exiting earlier cuts long output in a pipe.
 * @throws Refusal `output-unwritable`; the plain error where the reader has gone (EPIPE)
 */
export async function printed(): Promise<void> {
  if (held !== null && held.length > 0) {
    const text = Buffer.concat(held).toString("utf8");
    held = [];
    if (!(await paged(text))) {
      held = null;
      print(text);
      held = [];
    }
  }
  return last;
}

/** Ends the process in an orderly way when the stream of standard output fails; for whoever writes to it as a stream. */
export function guardOutput(): void {
  process.stdout.on("error", (error) => {
    // A reader that has seen enough (head, less) is success, as for ripgrep; a full disk is not.
    if (isBrokenPipe(error)) process.exit(EXIT.ok);
    const refusal = outputUnwritable(error);
    say(`${formatRefusal(refusal)}\n`);
    process.exit(refusal.exit);
  });
}

/** Has the reader of our output gone? */
export const isBrokenPipe = (error: unknown): boolean => (error as { code?: string } | null)?.code === "EPIPE";

const cause = (error: Error) => (isBrokenPipe(error) ? error : outputUnwritable(error));

// Long answers through a pager, as git shows them: on a terminal, where the text is longer than the screen. MANIFOLD_PAGER decides over the user's own
// settings, those over PAGER, and less is taken where nobody says anything. No file of a tree is asked: it names a program.

/** Exit codes of a shell that could not start a program. */
const NOT_STARTED = [126, 127];

/**
 * Shows a text through the pager.
 * @returns false where it is short, or there is no pager: it is still to be printed
 */
export async function paged(text: string): Promise<boolean> {
  if (!isLong(text)) return false;
  const command = pagerCommand();
  if (command === null) return false;
  // less quits on Ctrl-C when it wants to; whoever reads on still has the text.
  const stay = (): void => {};
  process.on("SIGINT", stay);
  try {
    const env = { ...process.env, PATH: safePath(), LESS: process.env.LESS || "FRX", LV: process.env.LV || "-c" };
    const child = Bun.spawn({ cmd: command, env, stdin: "pipe", stdout: "inherit", stderr: "inherit" });
    // Whoever has seen enough closes its end.
    await Promise.resolve(child.stdin.write(text)).catch(() => {});
    await Promise.resolve(child.stdin.end()).catch(() => {});
    if (!NOT_STARTED.includes(await child.exited)) return true;
    say("manifold: the pager could not be started (MANIFOLD_PAGER, PAGER, or your own settings name it).\n");
    return false;
  } finally {
    process.off("SIGINT", stay);
  }
}

/** Columns of a screen of which nobody tells them. */
const USUAL_COLUMNS = 80;

/** Does a text fill more rows than the terminal has? One that has no size is nobody's: a script's, that records. */
function isLong(text: string): boolean {
  const said = (name: string): number => (/^\d{1,4}$/.test(process.env[name] ?? "") ? Number(process.env[name]) : 0);
  const columns = process.stdout.columns || said("COLUMNS") || USUAL_COLUMNS;
  const most = (process.stdout.rows || said("LINES")) - 1;
  if (most < 0) return false;
  let rows = 0;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    rows += Math.max(1, Math.ceil(Bun.stringWidth(line) / columns));
    if (rows > most) return true;
  }
  return false;
}

/** The pager's command line; null for none. */
function pagerCommand(): string[] | null {
  if (process.env.TERM === "dumb") return null;
  const named = userOutput().pager ?? (process.env.PAGER || undefined);
  if (named === undefined) {
    const less = Bun.which("less", { PATH: safePath() });
    return less === null ? null : [less, "-FRX"];
  }
  if (named === "" || named === "cat") return null;
  return process.platform === "win32" ? named.split(/\s+/) : ["/bin/sh", "-c", named];
}
