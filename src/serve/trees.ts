/** What a command's flags ask: one tree, a workspace with the repositories in it, or trees of the user's fleet. */
import { type AskOptions, ask, type Session } from "../asking.ts";
import type { Answer } from "../base/schema.ts";
import type { MemberOptions } from "../fleet/member.ts";
import type { Flags } from "./flags.ts";
import type { Several } from "./fleet/open.ts";
import { nowOf, type SessionOptions, withSession } from "./session.ts";
import { sessionNotes } from "./settings.ts";

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
