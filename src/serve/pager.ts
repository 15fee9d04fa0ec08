/**
 * Long answers through a pager, as git shows them: on a terminal, where the text is longer than the screen. MANIFOLD_PAGER decides over the user's own
 * settings, those over PAGER, and less is taken where nobody says anything. No file of a tree is asked: it names a program.
 */
import { say } from "../base/terminal.ts";
import { safePath } from "../git/git.ts";
import { userOutput } from "./settings.ts";

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
