/** Opening an index for questions: find the root, bring it up to date, open it for reading. */
import type { Session } from "../asking.ts";
import { Refusal, type Warning } from "../base/errors.ts";
import type { Answer } from "../base/schema.ts";
import { brief } from "../base/visible.ts";
import { type RefreshOptions, rebuilt, refresh } from "../indexing/refresh.ts";
import { isDamagedBy } from "../store/damage.ts";
import { namedRoot, rootFor } from "../store/root.ts";
import type { Flags } from "./flags.ts";
import { sessionNotes } from "./settings.ts";

type Opened = Session & { close(): void };

/** The root that a command's flags name (`--root`), or that of where the user stands. @throws Refusal as `rootFor` and `namedRoot` */
export function standingRoot(flags: Flags, cwd = process.cwd()): string {
  const named = flags.text("root");
  return named === undefined ? rootFor(cwd) : namedRoot(named, cwd);
}

/**
 * The session for a command's flags (`--root`, `--no-refresh`), standing in `cwd`.
 * @param options how to bring the index up to date
 * @throws Refusal when there is no tree, no index that can be made, or nothing that can be read
 */
export async function openSession(flags: Flags, cwd = process.cwd(), options: RefreshOptions = {}): Promise<Opened> {
  const root = standingRoot(flags, cwd);
  const { notes, warnings: told } = sessionNotes(root, nowOf(flags));
  const { store, behind, warnings } = await refresh(root, { ...options, skip: flags.on("no-refresh") });
  return { root, store, behind, warnings: [...warnings, ...told], notes, close: () => store.close() };
}

/** The time that is given with `--now`, else the present one. @throws Refusal `bad-value` */
export function nowOf(flags: Flags): number {
  const text = flags.text("now");
  if (text === undefined) return Date.now();
  const at = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(text)
    ? Date.parse(/[T ]/.test(text) && !/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text)
    : Number.NaN;
  if (Number.isNaN(at))
    throw new Refusal(
      "bad-value",
      `--now takes a date, not "${brief(text)}".`,
      "Write for example --now 2026-11-24, or --now 2026-11-24T08:00:00Z.",
    );
  return at;
}

/**
 * One answer from an index that is up to date.
 * @param load what answering needs; begun before git is asked, so that it is there while git starts
 * @param answer what is asked of a session
 */
export async function answerOnce<Modules>(
  flags: Flags,
  load: () => Promise<Modules>,
  answer: (session: Session, modules: Modules) => Promise<Answer>,
): Promise<Answer> {
  const loading = load();
  const rebuilding: Warning[] = [];
  for (let attempt = 0; ; attempt++) {
    const session = await openSession(flags);
    session.warnings.push(...rebuilding);
    try {
      return await answer(session, await loading);
    } catch (error) {
      if (attempt > 0 || flags.on("no-refresh") || !isDamagedBy(error, session.store.db)) throw error;
      session.close();
      const { store, warnings } = await rebuilt(session.root);
      store.close();
      rebuilding.push(...warnings);
    } finally {
      session.close();
    }
  }
}
