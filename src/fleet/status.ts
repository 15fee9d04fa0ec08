/** How the indexes of registered trees are: nothing is built or changed. */
import { asRefusal } from "../base/errors.ts";
import type { FleetTree } from "../base/schema.ts";
import { compare } from "../indexing/compare.ts";
import { openStore } from "../store/open.ts";
import { lookForPlace } from "../store/place.ts";
import { namedRoot } from "../store/root.ts";
import type { Registered } from "./registry.ts";

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
