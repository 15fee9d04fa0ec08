/** What a command's flags ask, and of what: one index, brought up to date and open for reading, a workspace, or trees of the user's fleet. */
import { type AskOptions, ask, type Session } from "../asking.ts";
import { Refusal } from "../base/errors.ts";
import type { Answer } from "../base/schema.ts";
import { brief, say, visible } from "../base/visible.ts";
import type { MemberOptions } from "../fleet/member.ts";
import { isKept, keepHistory } from "../indexing/history.ts";
import { type RefreshOptions, rebuilt, refresh } from "../indexing/refresh.ts";
import { isDamagedBy } from "../store/damage.ts";
import type { Store } from "../store/graph.ts";
import { storedKey } from "../store/history.ts";
import { namedRoot, rootFor } from "../store/root.ts";
import type { Flags } from "./flags.ts";
import type { Several } from "./fleet/open.ts";
import { hasPrinted } from "./print.ts";
import { sessionNotes } from "./settings.ts";

export type Opened = Session & { close(): void };

export interface SessionOptions extends RefreshOptions {
  /** The history of the tree is asked about, too: what the index lacks of it is read first; with `once`, only where it has nothing of it. */
  history?: boolean | "once";
}

/** The root that a command's flags name (`--root`), or that of where the user stands. @throws Refusal as `rootFor` and `namedRoot` */
export function standingRoot(flags: Flags): string {
  const cwd = process.cwd();
  const named = flags.text("root");
  return named === undefined ? rootFor(cwd) : namedRoot(named, cwd);
}

/**
 * The session for a command's flags (`--root`, `--no-refresh`).
 * @param options how to bring the index up to date
 * @throws Refusal when there is no tree, no index that can be made, or nothing that can be read
 */
export async function openSession(flags: Flags, options: SessionOptions = {}): Promise<Opened> {
  const root = standingRoot(flags);
  const { notes, warnings: told } = sessionNotes(root, nowOf(flags));
  const skip = flags.on("no-refresh");
  const { store, behind, warnings } = await refresh(root, { ...options, skip });
  const wanted = options.history === "once" ? storedKey(store.db) === null : options.history === true;
  const opened = wanted && !skip ? await withHistory(store) : store;
  return { root, store: opened, behind, frozen: skip, warnings: [...warnings, ...told], notes, close: () => opened.close() };
}

/** The index with the history of its tree, as far as that can be had: written while nobody has it open, so that its log is emptied. */
async function withHistory(store: Store): Promise<Store> {
  if (await isKept(store)) return store;
  store.close();
  await keepHistory(store.root);
  return (await refresh(store.root, { skip: true })).store;
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
 * What a command makes of an index: once, or once more on an index built anew where the one that was there turns out to be damaged.
 * @param work what is done with it; it may be done twice, but what it has printed stands
 * @throws Refusal `index-damaged` where something was printed by then; as `openSession`; whatever `work` throws
 */
export async function withSession<T>(flags: Flags, work: (session: Session) => Promise<T>, options: SessionOptions = {}): Promise<T> {
  let session = await openSession(flags, options);
  try {
    return await work(session);
  } catch (error) {
    session = await mended(session, error, flags);
    if (hasPrinted())
      throw new Refusal("index-damaged", "The index turned out to be damaged half way, and has been built anew.", "Run the command again.");
    return await work(session);
  } finally {
    session.close();
  }
}

/**
 * The session on an index built anew, if an error comes from damage in the one that was there.
 * @throws the error itself if it does not, or if nothing may be written (`--no-refresh`)
 */
export async function mended(session: Opened, error: unknown, flags: Flags): Promise<Opened> {
  if (flags.on("no-refresh") || !isDamagedBy(error, session.store.db)) throw error;
  session.close();
  const { store, behind, warnings } = await rebuilt(session.root);
  return { ...session, store, behind, warnings, close: () => store.close() };
}

/** Says on stderr what there is to know about an index, for commands whose output has no place for it. */
export function sayWarnings({ warnings }: Pick<Session, "warnings">): void {
  for (const { message } of warnings) say(`manifold: ${visible(message)}\n`);
}

// What a command's flags ask: one tree, a workspace with the repositories in it, or trees of the user's fleet.

/**
 * Answers a question of what its flags name: one tree, a workspace with its members, or trees of the fleet.
 * @param optionsFor the options of a question whose paths are relative to a root
 * @throws Refusal as `withSession`, `openFleet`
 */
export async function answerOf(
  flags: Flags,
  question: (root: string) => string,
  optionsFor: (root: string) => Promise<AskOptions> | AskOptions,
  { told = (session) => session, ...options }: SessionOptions & { told?: (session: Session) => Session } = {},
): Promise<Answer> {
  if (flags.has("fleet")) {
    const { askSeveral } = await import("./fleet/open.ts");
    return askSeveral(await openedFleet(flags), question(process.cwd()), optionsFor);
  }
  return withSession(
    flags,
    async (opened) => {
      const session = told(opened);
      const { root } = session;
      const several = holdsOthers(session) ? await openedAround(flags, session) : null;
      if (several === null) return ask(session, question(root), await optionsFor(root));
      return (await import("./fleet/open.ts")).askSeveral(several, question(root), optionsFor);
    },
    options,
  );
}

/** May there be other repositories in the tree? */
export const holdsOthers = ({ store }: Session): boolean => store.skipped(["nested-repository", "submodule"]).length > 0;

/** The members of a workspace; null where none is checked out. */
export const openedAround = async (flags: Flags, session: Session): Promise<Several | null> =>
  (await import("./fleet/open.ts")).openAround(session, memberOptions(flags));

/** The members that `--fleet` names. @throws Refusal `bad-value` */
export const openedFleet = async (flags: Flags): Promise<Several> =>
  (await import("./fleet/open.ts")).openFleet(flags, memberOptions(flags));

/** The trees of the fleet with the one that is open, or the members of a workspace; null where there is no other. */
export async function severalAround(flags: Flags, session: Session): Promise<Several | null> {
  if (!flags.has("fleet")) return openedAround(flags, session);
  const { namedBy, openFleetWith } = await import("./fleet/open.ts");
  return openFleetWith(namedBy(flags), session, memberOptions(flags));
}

const memberOptions = (flags: Flags): MemberOptions => ({
  skip: flags.on("no-refresh"),
  beside: (root) => sessionNotes(root, nowOf(flags)),
});
