/** Lines are followed back as git itself does it: `git log -L` and `git blame` of the same repositories say the same. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { back, follow, lineageOf, type Step } from "../../src/git/lineage.ts";
import type { Hunk } from "../../src/git/patch.ts";
import { followed } from "../../src/query/past.ts";
import { read, Told } from "./_history.ts";

const hunk = (oldStart: number, oldLines: number, newStart: number, newLines: number): Hunk => ({
  oldStart,
  oldLines,
  newStart,
  newLines,
  body: [],
});
const lines = (from: number, to: number) => ({ from, owners: Array.from({ length: to - from + 1 }, (_, i) => from + i) });

describe("one step", () => {
  test("what stands before moves the lines, what stands behind does not", () => {
    expect(back(lines(10, 12), [hunk(2, 0, 3, 4), hunk(20, 1, 24, 9)])).toEqual({
      written: [],
      before: { from: 6, owners: [10, 11, 12] },
      hit: false,
    });
  });
  test("lines that are replaced, added and taken out among them", () => {
    expect(back(lines(10, 14), [hunk(11, 2, 11, 1)])).toEqual({
      written: [11],
      before: { from: 10, owners: [10, 0, 0, 12, 13, 14] },
      hit: true,
    });
    expect(back(lines(10, 12), [hunk(10, 0, 11, 1)])).toEqual({ written: [11], before: { from: 10, owners: [10, 12] }, hit: true });
    expect(back(lines(10, 12), [hunk(11, 3, 10, 0)])).toEqual({
      written: [],
      before: { from: 10, owners: [10, 0, 0, 0, 11, 12] },
      hit: true,
    });
  });
  test("what is taken out right before or behind them does not touch them", () => {
    expect(back(lines(10, 12), [hunk(10, 1, 9, 0)])).toEqual({ written: [], before: { from: 11, owners: [10, 11, 12] }, hit: false });
    expect(back(lines(10, 12), [hunk(13, 1, 12, 0)]).hit).toBe(false);
  });
  test("a hunk that wrote all of them is where they begin", () => {
    expect(back(lines(2, 3), [hunk(0, 0, 1, 9)])).toEqual({ written: [2, 3], before: null, hit: true });
  });
});

test("a merge counts for what no parent had", () => {
  const step = (id: string, parents: number, before: string | null, after: string, ...hunks: Hunk[]): Step => ({
    id,
    parents,
    before,
    after,
    hunks,
  });
  const steps = [
    step("m", 2, "left", "both", hunk(3, 1, 3, 1), hunk(5, 1, 5, 1)),
    step("m", 2, "right", "both", hunk(1, 1, 1, 1), hunk(5, 1, 5, 1)),
    step("l", 1, "base", "left", hunk(1, 1, 1, 1)),
    step("r", 1, "base", "right", hunk(3, 1, 3, 1)),
    step("b", 0, null, "base", hunk(0, 0, 1, 5)),
  ];
  const { touched, older, began } = follow(steps, "both", lines(1, 5));
  expect([...touched]).toEqual([
    ["m", [5]],
    ["l", [1]],
    ["r", [3]],
    ["b", [2, 4]],
  ]);
  expect([older, began]).toEqual([[], "b"]);
});

/** An edit of a file: at a place, so many lines out, so many in. */
const edit = fc.record({ at: fc.nat(1_000), out: fc.nat(3), in: fc.nat(3), also: fc.boolean() });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("edit" as const), edit }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("branch" as const),
      ours: fc.array(edit, { maxLength: 2 }),
      theirs: fc.array(edit, { minLength: 1, maxLength: 2 }),
    }),
  },
);

test("as git log -L and git blame, whatever was edited, renamed, branched and merged", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 6 }),
      fc.nat(1_000),
      fc.nat(6),
      fc.boolean(),
      async (steps, start, length, dirty) => {
        const told = new Told();
        let counter = 0;
        let name = "f0.py";
        // Every line is another, so that no diff can take one for another.
        const fresh = (n: number) => Array.from({ length: n }, () => `line ${counter++}`);
        let text = fresh(14);
        const write = (message: string) => told.commit(message, { [name]: `${text.join("\n")}\n` });
        const change = ({ at, out, in: added, also }: { at: number; out: number; in: number; also: boolean }) => {
          const from = at % (text.length + 1);
          text.splice(from, out, ...fresh(added));
          if (also) text.splice((from + 5) % (text.length + 1), 1, ...fresh(1));
          if (text.length === 0) text = fresh(2);
        };
        write("begin");
        for (const one of steps) {
          if (one.kind === "edit") {
            change(one.edit);
            write("edit");
          } else if (one.kind === "rename") {
            const next = `f${counter++}.py`;
            told.git("mv", name, next);
            name = next;
            write("rename");
          } else {
            const base = [...text];
            told.git("checkout", "-q", "-b", `b${counter++}`);
            for (const theirs of one.theirs) {
              change(theirs);
              write("theirs");
            }
            const side = told.git("rev-parse", "HEAD").trim();
            const theirs = text;
            told.git("checkout", "-q", "main");
            text = base;
            for (const ours of one.ours) {
              change(ours);
              write("ours");
            }
            const clean = Bun.spawnSync(
              ["git", "-c", "user.name=t", "-c", "user.email=t@t.org", "merge", "-q", "--no-ff", "-m", "merge", side],
              { cwd: told.root },
            );
            if (clean.exitCode === 0) text = (await Bun.file(join(told.root, name)).text()).trimEnd().split("\n");
            else {
              // Resolved by hand: theirs with a line that neither had.
              text = [...theirs, ...fresh(1)];
              write("resolved");
            }
          }
        }
        const from = 1 + (start % text.length);
        const to = Math.min(text.length, from + length);
        const past = await read(told.root);
        const { former } = followed(past, name);
        const truth = told.git("log", "-M", `-L${from},${to}:${name}`, "-s", "--format=%H").split("\n").filter(Boolean);
        const blame = told.git("blame", "-l", "-s", "--root", `-L${from},${to}`, "HEAD", "--", name).split("\n").filter(Boolean);
        const hash = told.git("rev-parse", `HEAD:${name}`).trim();
        const lineage = await lineageOf(told.root, [name, ...former], hash, [from, to], 0, new Set());
        past.close();
        expect([...lineage.touched.keys()].sort()).toEqual([...truth].sort());
        const brought = new Map([...lineage.touched].flatMap(([id, all]) => all.map((line) => [line, id] as const)));
        expect(Array.from({ length: to - from + 1 }, (_, i) => brought.get(from + i))).toEqual(blame.map((line) => line.slice(0, 40)));
        expect([lineage.older, lineage.uncommitted]).toEqual([[], []]);
        if (dirty) {
          // Two lines more above, in the work tree only: the same lines have the same history, and what is new has none.
          writeFileSync(join(told.root, name), `new 1\nnew 2\n${text.join("\n")}\n`);
          const moved = await lineageOf(told.root, [name, ...former], "0".repeat(40), [from + 2, to + 2], 0, new Set());
          expect([...moved.touched].map(([id, all]) => [id, all.map((line) => line - 2)])).toEqual([...lineage.touched]);
          const above = await lineageOf(told.root, [name, ...former], "0".repeat(40), [1, 2], 0, new Set());
          expect([above.uncommitted, above.touched.size]).toEqual([[1, 2], 0]);
        }
        compared++;
      },
    ),
    { numRuns: 14, seed: 3 },
  );
  expect(compared).toBe(14);
});
