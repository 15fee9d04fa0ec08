/** An index that was just written is known to match the tree: no question after it looks at everything once more. */
import { expect, test } from "bun:test";
import { appendFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reading } from "../../src/base/limits.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { recall } from "../../src/store/folder.ts";
import { plainGit, repository } from "../files/_tree.ts";
import { opened } from "../store/_tree.ts";

const files = { "a.ts": "export const a = 1;\n", "lib/b.ts": "export const b = 2;\n", "loose.ts": "export const c = 3;\n" };

/** A tree whose git index is not so young that its time tells nothing. */
function settled(): string {
  const root = repository(files);
  utimesSync(join(root, ".git/index"), 1_600_000_000, 1_600_000_000);
  return root;
}

function matched(root: string) {
  const store = opened(root);
  const found = recall(root, store.identity());
  store.close();
  return found;
}

test("a full build, an update and an index that was new already are remembered", async () => {
  const root = settled();
  await index(root, { quiet: true });
  const first = matched(root);
  expect(first?.stamp).toBeString();
  appendFileSync(join(root, "a.ts"), "export const more = 4;\n");
  // As if written this moment, however long the update takes.
  const hour = Date.now() / 1_000 + 3_600;
  utimesSync(join(root, "a.ts"), hour, hour);
  await index(root, { quiet: true });
  const second = matched(root);
  expect(second?.tracked).toEqual(["a.ts"]);
  // Its time cannot tell the next change.
  expect(second?.stamp).toBeNull();
  rmSync(join(root, ".manifold/tree"));
  expect(matched(root)).toBeNull();
  await index(root, { quiet: true });
  expect(matched(root)?.tracked).toEqual(["a.ts"]);
});

test("what changes while an index is built is found by the next question", async () => {
  const root = settled();
  const late = join(root, "lib/late.ts");
  let written = false;
  const onProgress = (): void => {
    if (written) return;
    written = true;
    writeFileSync(late, "export function late() {}\n");
    writeFileSync(join(root, "a.ts"), "export const changed = 1;\n");
    utimesSync(late, 1_600_000_002, 1_600_000_002);
    utimesSync(join(root, "a.ts"), 1_600_000_002, 1_600_000_002);
  };
  await index(root, { quiet: true, onProgress });
  expect(written).toBeTrue();
  const { store, behind } = await refresh(root, { quiet: true });
  expect(behind).toBe(0);
  const names = ["late", "changed"].map((name) => store.symbolsByName(name).length);
  store.close();
  expect(names).toEqual([1, 1]);
});

test("a large tree right after git add is remembered too: the next question does not look at everything", async () => {
  const many = Object.fromEntries(Array.from({ length: reading.settleFiles }, (_, i) => [`m/${i % 20}/f${i}.txt`, `word${i}\n`]));
  const root = repository({ ...files, ...many });
  const gitIndex = join(root, ".git/index");
  utimesSync(gitIndex, 1_600_000_000, 1_600_000_000);
  await index(root, { quiet: true });
  appendFileSync(join(root, "a.ts"), "export const staged = 5;\n");
  plainGit(root, "add", "-A");
  const now = Date.now();
  const young = (now % 1000 === 0 ? now - 1 : now) / 1000;
  utimesSync(gitIndex, young, young);
  const { store, behind } = await refresh(root, { quiet: true });
  expect(behind).toBe(0);
  expect(store.symbolsByName("staged")).toHaveLength(1);
  store.close();
  const found = matched(root);
  expect(found?.stamp).toBeString();
  expect(found?.tracked).toEqual([]);
}, 60_000);
