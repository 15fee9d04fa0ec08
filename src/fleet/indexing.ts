/** Building or bringing up to date the indexes of many trees, one after the other: each takes every processor that there is. */
import { asRefusal, type Warning } from "../base/errors.ts";
import type { IndexReport } from "../base/schema.ts";
import { type IndexOptions, index } from "../indexing.ts";
import { openStore } from "../store/open.ts";
import { leftOut, type Member } from "./member.ts";
import { membersIn } from "./workspace.ts";

/** What became of one of them. */
export interface Indexed {
  member: Member;
  /** null where it failed. */
  report: IndexReport | null;
  /** Why. */
  failed: Warning | null;
}

/**
 * Indexes members, and the repositories in them.
 * @param after what is done with each once its index is there
 * @throws Refusal `interrupted`: all else that goes wrong with one of them is told, and the others are indexed
 */
export async function indexMembers(
  members: readonly Member[],
  options: IndexOptions,
  after: (root: string) => Promise<unknown>,
): Promise<Indexed[]> {
  const done: Indexed[] = [];
  for (const member of members) {
    try {
      const report = await index(member.root, options);
      await after(member.root);
      done.push({ member, report, failed: null });
    } catch (error) {
      if (asRefusal(error).code === "interrupted") throw error;
      done.push({ member, report: null, failed: leftOut(member, error) });
      continue;
    }
    done.push(...(await indexMembers(membersOf(member), options, after)));
  }
  return done;
}

/** The repositories in a tree, by the index that it has now. @param member what it is called itself; null for the tree of a workspace */
export function membersOf(member: Pick<Member, "name" | "root">): Member[] {
  const opened = openStore(member.root);
  if (opened.state !== "open") return [];
  try {
    return membersIn({ root: member.root, store: opened.store }, member.name);
  } finally {
    opened.store.close();
  }
}
