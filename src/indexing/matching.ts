/** The state of a tree that an index is known to match: kept by whoever wrote or compared it, so that the next question need not look at everything. */
import { timesAsText, timesFromText } from "../git/folders.ts";
import { otherBlobs } from "../git/scan.ts";
import type { KnownState, TreeState } from "../git/state.ts";
import { type Matched, packListing, recallListing, recallTimes, rememberMatch } from "../store/folder.ts";

/** An earlier state of the tree that an index matched. */
export interface Recalled extends KnownState {
  /** What git's index has in other files than then (`otherBlobs`): asked twice of the same listing, told once (1 MB of 10,000 files takes 3 ms). */
  otherBlobs(listing: Uint8Array): ReadonlyMap<string, string> | null;
}

/** What an earlier state of the tree spares looking at. */
export function knownState(root: string, matched: Matched): Recalled {
  const times = recallTimes(root, matched);
  let told: { listing: Uint8Array; blobs: ReadonlyMap<string, string> | null } | null = null;
  const blobsOf = (listing: Uint8Array): ReadonlyMap<string, string> | null => {
    if (told?.listing !== listing) {
      const before = recallListing(root, matched);
      told = { listing, blobs: before && otherBlobs(before, listing) };
    }
    return told.blobs;
  };
  return {
    index: matched.index,
    stamp: matched.stamp,
    tracked: matched.tracked,
    untracked: matched.untracked,
    folders: () => times && timesFromText(times),
    hasSameFiles: (listing) => blobsOf(listing) !== null,
    otherBlobs: blobsOf,
  };
}

/**
 * Remembers that an index matches a tree.
 * @param identity of the index, as `Store.identity`
 * @param before what was known of the tree when it was looked at
 * @param packed what `packing` gave
 */
export function remember(root: string, identity: string, state: TreeState, before: Matched | null, packed?: Uint8Array): void {
  const { folders } = state;
  rememberMatch(
    root,
    identity,
    { ...state, folders: folders === null || folders === "same" ? folders : { text: timesAsText(folders) } },
    before,
    packed,
  );
}

/** Begins to pack what git's index has, if `remember` will keep it: a thread does so while the index is brought up to date. */
export async function packing(state: TreeState | null, before: Matched | null): Promise<Uint8Array | undefined> {
  return state?.listing && state.index !== before?.index ? packListing(state.listing) : undefined;
}
