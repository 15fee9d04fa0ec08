/** Opening an index for questions: find the root, bring it up to date, open it for reading. */
import type { Session } from "../asking.ts";
import { TooEarly } from "../base/early.ts";
import type { Answer } from "../base/schema.ts";
import { type RefreshOptions, refresh } from "../indexing/refresh.ts";
import { namedRoot, rootFor } from "../source/scan.ts";
import type { Flags } from "./flags.ts";

type Opened = Session & { close(): void };

/** The root that a command's flags name (`--root`), or that of where the user stands. @throws Refusal as `rootFor` and `namedRoot` */
export function standingRoot(flags: Flags, cwd = process.cwd()): string {
  const named = flags.text("root");
  return named === undefined ? rootFor(cwd) : namedRoot(named, cwd);
}

/**
 * The session for a command's flags (`--root`, `--no-refresh`), standing in `cwd`.
 * @param options how to bring the index up to date
 * @param meanwhile see `RefreshOptions.meanwhile`; gets the session that there is if nothing changed
 * @throws Refusal when there is no tree, no index that can be made, or nothing that can be read
 */
export async function openSession(
  flags: Flags,
  cwd = process.cwd(),
  meanwhile?: (session: Session) => Promise<boolean>,
  options: RefreshOptions = {},
): Promise<Opened> {
  const root = standingRoot(flags, cwd);
  const { store, behind, warnings } = await refresh(root, {
    ...options,
    skip: flags.on("no-refresh"),
    ...(meanwhile ? { meanwhile: (store, early) => meanwhile({ root, store, behind: 0, warnings: [], early }) } : {}),
  });
  return { root, store, behind, warnings, close: () => store.close() };
}

/**
 * One answer from an index that is up to date. It is worked out while git still looks for changes, which on an unchanged tree takes as
 * long as the answer itself (10,000 files: 133 ms one after the other), and again if there were any.
 * @param load what answering needs; begun before git is asked, so that it is there while git starts
 * @param answer what is asked of a session
 */
export async function answerOnce<Modules>(
  flags: Flags,
  load: () => Promise<Modules>,
  answer: (session: Session, modules: Modules) => Promise<Answer>,
): Promise<Answer> {
  const loading = load();
  let early: { session: Session; answer: Answer } | null = null as { session: Session; answer: Answer } | null;
  const session = await openSession(flags, process.cwd(), async (guess) => {
    try {
      early = { session: guess, answer: await answer(guess, await loading) };
      return true;
    } catch (error) {
      // Whatever is wrong with the question is found again below, and told then.
      return !(error instanceof TooEarly);
    }
  });
  try {
    const holds = early !== null && early.session.store === session.store && session.behind === 0 && session.warnings.length === 0;
    return holds && early !== null ? early.answer : await answer(session, await loading);
  } finally {
    session.close();
  }
}
