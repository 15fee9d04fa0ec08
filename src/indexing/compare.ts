/** How a tree differs from its index: the one comparison, of `index` and of every question. */

import { reading } from "../base/limits.ts";
import { VERSION } from "../base/program.ts";
import { type Changes, changedBetween, changedSince } from "../git/scan.ts";
import { GitStatus, type TreeState, treeState } from "../git/status.ts";
import { recall } from "../store/folder.ts";
import type { Store } from "../store/graph.ts";
import { LOOKING, type Step } from "./progress.ts";

export interface Comparison {
  changes: Changes;
  /** State of the tree, to be remembered once the index matches it; null where it cannot be told or is remembered already. */
  tree: TreeState | null;
  /** State of the index that was compared; null for none. */
  index: string | null;
}

const SAME: Changes = { changed: [], touched: [], removed: [], skipped: null, bytes: 0, git: true, warnings: [] };

/**
 * Compares a tree with an index, or with nothing.
 * @param options.ignored list what git ignores among the files left out: a report wants it, a question does not
 * @param options.status what git was asked about this tree already
 */
export async function compare(
  root: string,
  store: Store | null,
  options: { ignored: boolean; status?: GitStatus | undefined; step: Step },
): Promise<Comparison> {
  const { ignored, status = new GitStatus(root), step } = options;
  step(LOOKING, 0, 0);
  // `git add`, `commit` and `checkout` come before a question: without a stamp it looks at every file, and so does the next one.
  if (store !== null && store.counts().files >= reading.settleFiles) await status.settled();
  // Taken before the comparison: whatever changes from now on makes another state.
  const tree = await treeState(root, status);
  const index = store?.meta("state") ?? null;
  const matched = store !== null && !ignored && store.meta("program") === VERSION ? recall(root, store.identity()) : null;
  if (tree !== null && tree.stamp !== null && tree.stamp === matched?.stamp) return { changes: SAME, tree: null, index };
  const few = store && matched && tree && fewChanges(root, store, matched, tree);
  if (few) return { changes: few, tree, index };
  // Without a state, unless git's index is merely too young for one, it may be what git said that was no good: it is asked again.
  const asked = tree !== null || status.stamp() === null ? status : undefined;
  const looked = (done: number, total: number) => step(LOOKING, done, total);
  return { changes: await changedSince(root, store?.known() ?? new Map(), { ignored, status: asked, looked }), tree, index };
}

/** What changed since a tree that the index is known to match, if git's index is the same; null where only a look at all files can tell. */
function fewChanges(root: string, store: Store, matched: TreeState, tree: TreeState): Changes | null {
  if (tree.rules !== matched.rules || tree.index !== matched.index) return null;
  const names = [...matched.tracked, ...matched.untracked, ...tree.tracked, ...tree.untracked];
  return changedBetween(root, matched, tree, store.knownAmong(names), store.skippedUnread());
}
