/** `changedBetween` tells what `changedSince` tells, from the few files git does not vouch for, or says that it cannot. */
import { describe, expect, test } from "bun:test";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readFileOf } from "../../src/files/reader.ts";
import { changedBetween, changedSince, type KnownFile, scan } from "../../src/git/scan.ts";
import { type TreeState, treeState } from "../../src/git/status.ts";
import { Place } from "../binary/_binary.ts";

const PATHS = ["a.ts", "lib/b.ts", "lib/deep/c.ts", "new.ts", "lib/new.ts", ".env", "gen.ts", "node_modules/x.ts", "package-lock.json"];
const CONTENTS = ["let a\n", "let b = 1\n", "// @generated\n", "a\0b", "key\n"];
const RULES = ["", "lib/\n", "new.ts\n", "*.json\n"];

type Step = { path: string; content: string | null };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ path: fc.constantFrom(...PATHS), content: fc.constantFrom(...CONTENTS, null) }) },
  { weight: 2, arbitrary: fc.record({ path: fc.constantFrom(".gitignore", ".manifoldignore"), content: fc.constantFrom(...RULES) }) },
  { weight: 1, arbitrary: fc.record({ path: fc.constant("lib/.manifoldignore"), content: fc.constantFrom("c.ts\n", null) }) },
);

function apply(place: Place, steps: readonly Step[]): void {
  for (const { path, content } of steps)
    if (content === null) rmSync(join(place.tree, path), { force: true });
    else place.write(path, content);
}

/** What an index would remember of the tree as it is. */
async function remember(root: string): Promise<{ known: Map<string, KnownFile>; skipped: Awaited<ReturnType<typeof scan>>["skipped"] }> {
  const { files, skipped } = await scan(root);
  const known = new Map<string, KnownFile>();
  for (const { path } of files) {
    const { hash, size, mtime, ...rest } = readFileOf(root, path);
    known.set(path, { hash, size, mtime, ...("reason" in rest ? { reason: rest.reason } : {}) });
  }
  return { known, skipped };
}

/** Waits until git's index is old enough to be told apart from a later one. */
async function stateOf(root: string): Promise<TreeState> {
  for (;;) {
    const state = await treeState(root);
    if (state) return state;
    await Bun.sleep(20);
  }
}

describe("changedBetween", () => {
  test("equals changedSince, or passes", async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 4 }),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        fc.nat(2),
        async (first, second, added) => {
          using place = new Place({ "a.ts": "let a\n", "lib/b.ts": "let b\n", "lib/deep/c.ts": "let c\n", "gone.ts": "let g\n" });
          place.git();
          apply(place, first);
          const before = await stateOf(place.tree);
          const { known, skipped } = await remember(place.tree);
          apply(place, second);
          if (added === 0) place.git();
          const now = await stateOf(place.tree);
          const alike = now.index === before.index && now.rules === before.rules;
          const quick = alike ? changedBetween(place.tree, before, now, known, skipped) : null;
          if (quick === null) return;
          answered++;
          const slow = await changedSince(place.tree, known);
          const paths = (files: readonly { path: string }[]) => files.map((file) => file.path);
          expect(paths(quick.changed)).toEqual(paths(slow.changed));
          expect(quick.removed).toEqual(slow.removed);
          expect(quick.bytes).toBe(slow.bytes);
          // Neither asks git what it ignores.
          const told = (all: typeof skipped) => [...all].filter(([, reason]) => reason !== "ignored").sort();
          expect(told(slow.skipped)).toEqual(told(skipped));
        },
      ),
      { numRuns: 35, seed: 7 },
    );
    expect(answered).toBeGreaterThan(8);
  });

  test("an edit, a new file and a deletion are told from these files alone", async () => {
    using place = new Place({ "a.ts": "let a\n", "b.ts": "let b\n", "c.ts": "let c\n" });
    place.git();
    const before = await stateOf(place.tree);
    const { known, skipped } = await remember(place.tree);
    place.write("a.ts", "let other\n");
    place.write("new.ts", "let n\n");
    rmSync(join(place.tree, "c.ts"));
    const now = await stateOf(place.tree);
    const changes = changedBetween(place.tree, before, now, known, skipped);
    expect(changes?.changed.map(({ path, size }) => [path, size])).toEqual([
      ["a.ts", statSync(join(place.tree, "a.ts")).size],
      ["new.ts", 6],
    ]);
    expect(changes?.removed).toEqual(["c.ts"]);
  });
});
