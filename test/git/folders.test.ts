/** While the times of folders are the same, git lists the same untracked files: compared with git after random changes. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { namesFromBytes } from "../../src/base/names.ts";
import { type FolderTimes, lookAtFolders, timesAsText, timesFromText } from "../../src/git/folders.ts";
import { GitLooks } from "../../src/git/status.ts";
import { Place } from "../binary/_binary.ts";

const FOLDERS = ["lib", "lib/deep", "build", "out", "out/inner", "new", "new/one", "node_modules/x", "copy"];
const FILES = ["a.ts", "b.o", ".gitignore"];
const RULES = ["*.o\n", "out/\n", "new\n!b.o\n", ""];

const step = fc.oneof(
  fc.record({
    what: fc.constant("write" as const),
    folder: fc.constantFrom("", ...FOLDERS),
    file: fc.constantFrom(...FILES),
    rule: fc.nat(3),
  }),
  fc.record({ what: fc.constant("folder" as const), folder: fc.constantFrom(...FOLDERS), file: fc.constant(""), rule: fc.constant(0) }),
  fc.record({
    what: fc.constant("remove" as const),
    folder: fc.constantFrom(...FOLDERS),
    file: fc.constantFrom("", ...FILES),
    rule: fc.constant(0),
  }),
  fc.record({ what: fc.constant("move" as const), folder: fc.constantFrom(...FOLDERS), file: fc.constant(""), rule: fc.nat(8) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function apply(place: Place, { what, folder, file, rule }: Step): void {
  const path = join(place.tree, folder, file);
  try {
    if (what === "write") place.write(join(folder, file), file === ".gitignore" ? RULES[rule]! : `let x = ${rule}\n`);
    else if (what === "folder") mkdirSync(path, { recursive: true });
    else if (what === "remove") rmSync(path, { recursive: true, force: true });
    else renameSync(path, join(place.tree, FOLDERS[rule]!));
  } catch {
    // A folder in the place of a file, or into itself: then nothing happens.
  }
}

const untracked = async (root: string): Promise<string[]> =>
  namesFromBytes((await new GitLooks(root).others()).stdout).filter((path) => !/(?:^|\/)node_modules\//.test(path));

/** Times can tell the next change once they are 25 ms old. */
const settle = (): Promise<void> => Bun.sleep(60);

describe("times of folders", () => {
  test("are the same only while git lists the same", async () => {
    let same = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 5 }),
        fc.array(fc.array(step, { maxLength: 2 }), { maxLength: 3 }),
        async (first, later) => {
          using place = new Place({ "a.ts": "let a\n", "lib/b.ts": "let b\n", "build/x.o": "x\n", ".gitignore": "*.o\n" });
          place.git();
          for (const one of first) apply(place, one);
          await settle();
          let times: FolderTimes = (await lookAtFolders(place.tree, null))!.times;
          let listed = await untracked(place.tree);
          for (const steps of later) {
            for (const one of steps) apply(place, one);
            await settle();
            const kept = Buffer.from(timesAsText(times));
            expect(timesFromText(kept)).toEqual(times);
            const look = await lookAtFolders(place.tree, times);
            const now = await untracked(place.tree);
            if (look!.same) {
              same++;
              expect(now).toEqual(listed);
            }
            times = look!.times;
            listed = now;
          }
        },
      ),
      { numRuns: 60, seed: 11 },
    );
    expect(same).toBeGreaterThan(10);
  }, 120_000);

  test("a change too young to tell the next one is looked at again", async () => {
    using place = new Place({ "a.ts": "let a\n", "lib/b.ts": "let b\n" });
    place.git();
    await settle();
    const first = (await lookAtFolders(place.tree, null))!;
    expect((await lookAtFolders(place.tree, first.times))?.same).toBe(true);
    place.write("lib/new.ts", "let n\n");
    // Not yet old enough, however slow the machine is.
    const hour = Date.now() / 1_000 + 3_600;
    utimesSync(join(place.tree, "lib"), hour, hour);
    const young = (await lookAtFolders(place.tree, first.times))!;
    await settle();
    expect([young.same, (await lookAtFolders(place.tree, young.times))?.same]).toEqual([false, false]);
  });

  test("kept times that make no sense are none", async () => {
    using place = new Place({ "a.ts": "let a\n", "lib/b.ts": "let b\n" });
    place.git();
    const kept = timesAsText((await lookAtFolders(place.tree, null))!.times);
    for (const other of [kept.slice(0, -1), `${kept}1`, kept.replace(/\d/, "x"), kept.replace(" f", " g")])
      expect(timesFromText(Buffer.from(other))).toBeNull();
  });

  test("a folder with nothing but what git ignores is looked into, one that git ignores is not, nor one of another root", async () => {
    using place = new Place({ "a.ts": "let a\n", ".gitignore": "*.o\nout/\n", "build/x.o": "x\n", "out/y.ts": "let y\n" });
    place.git();
    await settle();
    const { folders } = (await lookAtFolders(place.tree, null))!.times;
    expect(Object.keys(folders).sort()).toEqual(["", "build"]);
    expect(await lookAtFolders(join(place.tree, "build"), null)).toBeNull();
  });
});
