import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { treeState } from "../../src/git/status.ts";
import { Place } from "../binary/_binary.ts";

let place: Place;
/** Long ago, so that times can tell changes. */
const settle = (...paths: string[]) => {
  for (const path of paths) utimesSync(join(place.tree, path), 1_600_000_000, 1_600_000_000);
};
/** The state once ctimes, which nobody can set back, are old enough to be trusted. */
async function settled(): Promise<string> {
  for (;;) {
    const state = await treeState(place.tree);
    if (state !== null && state.stamp !== null) return state.stamp;
    await Bun.sleep(20);
  }
}

beforeEach(() => {
  place = new Place({ "a.ts": "export const a = 1;\n", "b/c.ts": "export const c = 2;\n" });
  place.git();
  settle("a.ts", "b/c.ts");
});
afterEach(() => place[Symbol.dispose]());

describe("treeState", () => {
  test("the same while nothing changes, another after every kind of change", async () => {
    const seen = [await settled()];
    expect(await settled()).toBe(seen[0]!);
    const change = async (what: () => void) => {
      what();
      const state = await settled();
      expect(seen).not.toContain(state);
      seen.push(state);
    };
    await change(() => writeFileSync(join(place.tree, "a.ts"), "export const a = 3;\n"));
    await change(() => writeFileSync(join(place.tree, "a.ts"), "export const a = 4;\n"));
    await change(() => place.write("new.ts", "export {};\n"));
    await change(() => place.write("new.ts", "export let a;\n"));
    await change(() => rmSync(join(place.tree, "b/c.ts")));
    await change(() => place.git());
  });
  test("what git ignores does not count; outside git there is no state", async () => {
    place.write(".gitignore", "out/\n");
    const before = await settled();
    place.write("out/x.ts", "export {};\n");
    expect(await settled()).toBe(before);
    place.write(".manifoldignore", "b/\n");
    expect(await settled()).not.toBe(before);
    using plain = new Place({ "a.ts": "" });
    expect(await treeState(plain.tree)).toBeNull();
  });
  test("a file whose time cannot tell its next change has no state", async () => {
    await settled();
    place.write("now.ts", "export {};\n");
    const hour = Date.now() / 1000 + 3_600;
    utimesSync(join(place.tree, "now.ts"), hour, hour);
    expect((await treeState(place.tree))?.stamp).toBeNull();
  });
  test("tells which files git does not vouch for", async () => {
    place.git();
    place.write("a.ts", "export const a = 5;\n");
    place.write("new.ts", "export {};\n");
    await settled();
    const state = await treeState(place.tree);
    expect([state?.tracked, state?.untracked]).toEqual([["a.ts"], ["new.ts"]]);
  });
});
