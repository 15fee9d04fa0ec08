/**
 * The trees that one question asks together, and their indexes opened. A tree that cannot be opened is told, by its name and first of all, and the others
 * answer without it.
 */
import type { Session } from "../asking.ts";
import { asRefusal, Refusal, type Warning } from "../base/errors.ts";
import { store as storeSettings } from "../base/limits.ts";
import { type RefreshOptions, rebuilt, refresh } from "../indexing/refresh.ts";
import { isDamagedBy } from "../store/damage.ts";
import { fleet as limits } from "./limits.ts";

/** One tree among several. */
export interface Member {
  /** Unique among them, and the beginning of every path in an answer: of a workspace's members their folder, "." of the workspace's own tree. */
  name: string;
  /** Absolute, real. */
  root: string;
  origin: "workspace" | "submodule" | "fleet";
}

/** A member with its index. */
export interface OpenedMember {
  member: Member;
  session: Session;
}

/** Members that are open. Whoever has them closes them. */
export interface Members {
  /** In the order in which they were named. */
  opened: OpenedMember[];
  /** About those that could not be opened, and what is to be known of those that could. */
  warnings: Warning[];
  close(): void;
}

export interface MemberOptions extends Pick<RefreshOptions, "skip" | "quiet" | "terminal" | "signal" | "onProgress" | "wait"> {
  /** What a session has besides its index (where its notes are); a member's own settings stay its own. */
  beside?: (root: string) => Pick<Session, "notes"> & { warnings: Warning[] };
  /** Opens one index otherwise, in a process that lives on. */
  open?: (member: Member) => Promise<Session & { close(): void }>;
}

/**
 * Opens the indexes of members, each brought up to date first: many are compared with their trees at a time, one after the other is updated.
 * @param most of them; further ones are told
 * @throws Refusal `interrupted`: all else that goes wrong with one of them is a warning
 */
export async function openMembers(
  members: readonly Member[],
  options: MemberOptions = {},
  most: number = limits.members,
): Promise<Members> {
  const named = members.slice(0, most);
  const turn = oneAtATime();
  const outcomes: (Awaited<ReturnType<typeof opened>> | undefined)[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < named.length; at = next++) outcomes[at] = await opened(named[at]!, options, turn);
  };
  const close = (): void => {
    for (const outcome of outcomes) outcome?.close();
  };
  try {
    await Promise.all(Array.from({ length: Math.min(limits.opening, named.length) }, work));
  } catch (error) {
    close();
    throw error;
  }
  const left = members.slice(named.length);
  return {
    opened: outcomes.flatMap((outcome) => outcome?.opened ?? []),
    warnings: [...(left.length > 0 ? [cut(left)] : []), ...outcomes.flatMap((outcome) => outcome?.warnings ?? [])],
    close,
  };
}

function cut(left: readonly Member[]): Warning {
  const names = left.slice(0, 3).map(({ name }) => name);
  const more = left.length > names.length ? ` and ${left.length - names.length} more` : "";
  const message = `A question asks ${limits.members} trees at most: ${names.join(", ")}${more} have no part in this answer.`;
  return { code: "members-cut", message };
}

/** A warning about one of several trees. */
export const ofMember = ({ name }: Member, { code, message }: Warning): Warning => ({ code, message: `${name}: ${message}` });

async function opened(
  member: Member,
  options: MemberOptions,
  turn: RefreshOptions["turn"],
): Promise<{ opened: OpenedMember[]; warnings: Warning[]; close(): void }> {
  try {
    const { close, ...session } = await (options.open ?? plainly(options, turn))(member);
    const warnings = session.warnings.map((warning) => ofMember(member, warning));
    return { opened: [{ member, session: { ...session, warnings: [] } }], warnings, close };
  } catch (error) {
    return { opened: [], warnings: [leftOut(member, error)], close: () => {} };
  }
}

/** Why a member has no part in an answer. @throws the error itself if somebody ended the work */
export function leftOut(member: Member, error: unknown): Warning {
  const refusal = asRefusal(error);
  if (refusal.code === "interrupted") throw refusal;
  return ofMember(member, { code: refusal.code, message: `${refusal.what} It has no part in this answer. ${refusal.fix}` });
}

/** How a process that answers once opens a member. */
const plainly =
  ({ beside, ...options }: MemberOptions, turn: RefreshOptions["turn"]) =>
  async ({ root }: Member): Promise<Session & { close(): void }> => {
    const { notes, warnings: told } = beside?.(root) ?? { warnings: [] };
    // One that somebody else writes is not waited for as long as the only one would be.
    const { store, behind, warnings } = await refresh(root, { wait: storeSettings.refreshWaitMs, ...options, turn });
    return { root, store, behind, frozen: options.skip === true, warnings: [...warnings, ...told], notes, close: () => store.close() };
  };

function oneAtATime(): NonNullable<RefreshOptions["turn"]> {
  let last: Promise<unknown> = Promise.resolve();
  return (update) => {
    const mine = last.then(update);
    last = mine.catch(() => {});
    return mine;
  };
}

/**
 * Does something with every member, in order: what fails in one of them is told, and one whose index turns out to be damaged is built anew and asked
 * once more, unless it is to be left as it is.
 * @throws Refusal `interrupted`, and what `isFatal` says is wrong with the question itself
 */
export async function each<T>(
  members: Members,
  work: (one: OpenedMember) => Promise<T> | T,
  isFatal: (refusal: Refusal) => boolean = () => false,
): Promise<{ of: OpenedMember; made: T }[]> {
  const done: { of: OpenedMember; made: T }[] = [];
  for (const one of members.opened) {
    try {
      done.push({ of: one, made: await work(one) });
    } catch (error) {
      if (error instanceof Refusal && isFatal(error)) throw error;
      try {
        if (one.session.frozen || !isDamagedBy(error, one.session.store.db)) throw error;
        one.session.store.close();
        const { store, warnings } = await rebuilt(one.session.root);
        one.session = { ...one.session, store };
        members.warnings.push(...warnings.map((warning) => ofMember(one.member, warning)));
        done.push({ of: one, made: await work(one) });
      } catch (again) {
        members.warnings.push(leftOut(one.member, again));
      }
    }
  }
  return done;
}
