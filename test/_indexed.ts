/** A small tree on disk with its index, as most tests of the read side need one: made before the first test, gone after the last. */
import { afterAll, beforeAll } from "bun:test";
import type { Session } from "../src/asking.ts";
import { type IndexOptions, index } from "../src/indexing.ts";
import type { Store } from "../src/store/graph.ts";
import { writeTree } from "./query/_index.ts";
import { opened, removeTemporary, temporary } from "./store/_tree.ts";

export interface Indexed {
  readonly root: string;
  readonly store: Store;
  readonly session: Session;
}

/**
 * Sets a tree up for the tests of the `describe`, or the file, that it is called in. What it returns can be read once they run.
 * @param files what stands in the tree: texts by path, or what writes them below the root it is given
 */
export function indexed(
  files: Record<string, string | Uint8Array> | ((root: string) => void | Promise<void>),
  options: Pick<IndexOptions, "embedding"> = {},
): Indexed {
  let session: Session;
  beforeAll(async () => {
    const root = temporary();
    if (typeof files === "function") await files(root);
    else writeTree(root, files);
    await index(root, { quiet: true, ...options });
    session = { root, store: opened(root), behind: 0, warnings: [] };
  });
  afterAll(() => {
    session?.store.close();
    removeTemporary();
  });
  return {
    get session() {
      return session;
    },
    get root() {
      return session.root;
    },
    get store() {
      return session.store;
    },
  };
}
