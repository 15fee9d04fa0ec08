/** Building or bringing up to date the indexes of many trees, one after the other: each takes every processor that there is. */

import { asRefusal, type Warning } from "../base/errors.ts";
import type { FleetTree, IndexReport } from "../base/schema.ts";
import { compare } from "../indexing/compare.ts";
import { type IndexOptions, index } from "../indexing.ts";
import { openStore } from "../store/open.ts";
import { lookForPlace } from "../store/place.ts";
import { namedRoot } from "../store/root.ts";
import { leftOut, type Member } from "./member.ts";
import type { Registered } from "./registry.ts";
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

// How the indexes of registered trees are: nothing is built or changed.

/** Looks at each tree. */
export async function statusOf(trees: readonly Registered[]): Promise<FleetTree[]> {
  const found: FleetTree[] = [];
  for (const tree of trees) found.push({ ...tree, ...(await stateOf(tree.root)) });
  return found;
}

async function stateOf(named: string): Promise<Pick<FleetTree, "state" | "behind" | "files" | "message">> {
  const without = (state: string, message: string) => ({ state, behind: null, files: null, message });
  try {
    const root = namedRoot(named);
    lookForPlace(root);
    const opened = openStore(root);
    if (opened.state === "missing") return without("none", "no index yet: the first question builds it, or manifold fleet index");
    if (opened.state !== "open") return without(opened.state, WORDS[opened.state]);
    const { store } = opened;
    try {
      const { changes } = await compare(root, store, { ignored: false, step: () => {} });
      const behind = changes.changed.length + changes.removed.length;
      return { state: behind > 0 ? "behind" : "fresh", behind, files: store.counts().files, message: changes.warnings[0]?.message ?? null };
    } finally {
      store.close();
    }
  } catch (error) {
    const { code, what } = asRefusal(error);
    return without(code, what);
  }
}

const WORDS = {
  locked: "its index is being written this moment",
  damaged: "its index is damaged; the next question builds it anew",
  version: "its index is of another version; the next question builds it anew",
  foreign: "its index was not made here by your Manifold; the next question builds it anew",
} as const;
