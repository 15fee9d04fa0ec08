/** The state of a tree that an index is known to match: kept by whoever wrote or compared it, so that the next question need not look at everything. */
import { haveSameTimes, timesAsText, timesFromText } from "../source/folders.ts";
import { otherBlobs } from "../source/scan.ts";
import type { KnownState, TreeState } from "../source/state.ts";
import { type Matched, recallListing, recallTimes, rememberMatch } from "../store/folder.ts";

/** What an earlier state of the tree spares looking at. */
export function knownState(root: string, matched: Matched): KnownState {
  const times = recallTimes(root, matched);
  return {
    index: matched.index,
    stamp: matched.stamp,
    tracked: matched.tracked,
    untracked: matched.untracked,
    sameFolders: times === null ? Promise.resolve(false) : haveSameTimes(root, times),
    folders: () => times && timesFromText(times),
    hasSameFiles: (listing) => {
      const before = recallListing(root, matched);
      return before !== null && otherBlobs(before, listing) !== null;
    },
  };
}

/**
 * Remembers that an index matches a tree.
 * @param identity of the index, as `Store.identity`
 * @param before what was known of the tree when it was looked at
 */
export function remember(root: string, identity: string, state: TreeState, before: Matched | null): void {
  const { folders } = state;
  rememberMatch(
    root,
    identity,
    { ...state, folders: folders === null || folders === "same" ? folders : { text: timesAsText(folders) } },
    before,
  );
}
