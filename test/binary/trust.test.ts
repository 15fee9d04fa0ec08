/** Two users on one machine, and what a folder `.manifold` may hold that would be waited for: from outside, with the compiled program. */
import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../../src/base/schema.ts";
import { binary, maySwitch, Place, type Ran, run, SMALL } from "./_binary.ts";

const FOUND = ["src/login.ts:4"];
const NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];

function read({ exit, out, err }: Ran): { exit: number; found: string[]; codes: string[]; err: string } {
  const answer = exit === 3 ? null : (JSON.parse(out) as Answer);
  return {
    exit,
    found: (answer?.results ?? []).map(({ path, line }) => `${path}:${line}`),
    codes: (answer?.warnings ?? []).map(({ code }) => code),
    err: exit === 3 ? err : "",
  };
}

test.skipIf(!maySwitch)("another user's checkout answers, from one's own index, and is left as it was (needs setpriv)", () => {
  using place = new Place(SMALL);
  using theirs = new Place();
  place.git();
  chmodSync(place.base, 0o755);
  chmodSync(theirs.base, 0o755);
  Bun.spawnSync(["chown", "-R", "65534:65534", theirs.home]);
  Bun.spawnSync(["cp", binary(), join(theirs.base, "m")]);
  Bun.spawnSync(["chmod", "755", join(theirs.base, "m")]);
  expect(read(place.manifold(["callers", "authenticate", "--json"]))).toMatchObject({ exit: 0, found: FOUND, codes: [] });
  const before = readdirSync(join(place.tree, ".manifold")).map(
    (name) => `${name} ${readFileSync(join(place.tree, ".manifold", name)).length}`,
  );
  const asOther = (env: Record<string, string>, ...words: string[]): Ran =>
    run([...NOBODY, join(theirs.base, "m"), ...words], place.tree, { env });
  const home = { HOME: theirs.home };
  // git doubts the owner: that is said too, and the folder is walked.
  const first = read(asOther(home, "callers", "authenticate", "--json"));
  expect([first.exit, first.found, first.codes.includes("index-outside"), first.codes.includes("index-key")]).toEqual([
    0,
    FOUND,
    true,
    false,
  ]);
  expect(read(asOther(home, "callers", "authenticate", "--json", "--no-refresh"))).toMatchObject({ exit: 0, found: FOUND });
  expect(readdirSync(join(theirs.home, ".cache/manifold/indexes"))).toHaveLength(1);
  // Nowhere to keep a key or an index: answered all the same, each time anew, with what to do.
  const nowhere = { HOME: "/nonexistent", TMPDIR: join(theirs.base, "tmp") };
  mkdirSync(nowhere.TMPDIR);
  chmodSync(nowhere.TMPDIR, 0o1777);
  for (let i = 0; i < 2; i++) {
    const { exit, found, codes } = read(asOther(nowhere, "callers", "authenticate", "--json"));
    expect([exit, found, codes.includes("index-outside"), codes.includes("index-key")]).toEqual([0, FOUND, true, true]);
  }
  const after = readdirSync(join(place.tree, ".manifold")).map(
    (name) => `${name} ${readFileSync(join(place.tree, ".manifold", name)).length}`,
  );
  expect(after).toEqual(before);
  // And the owner's is theirs.
  expect(read(place.manifold(["callers", "authenticate", "--json"]))).toMatchObject({ exit: 0, found: FOUND, codes: [] });
});

test.skipIf(!maySwitch)("permissions of .manifold and of what is in it: an answer, and words (needs setpriv)", () => {
  using place = new Place(SMALL);
  Bun.spawnSync(["cp", binary(), join(place.base, "m")]);
  Bun.spawnSync(["chown", "-R", "65534:65534", place.base]);
  const shell = (script: string): Ran => run([...NOBODY, "sh", "-c", script], place.tree, { env: { HOME: place.home } });
  const asked = (script: string) => read(shell(`${script}; "$HOME/../m" callers authenticate --json`));
  expect(asked("true")).toMatchObject({ exit: 0, found: FOUND });
  for (const mode of ["755", "777", "500", "000", "400", "311"]) {
    const { exit, found, codes } = asked(`chmod ${mode} .manifold`);
    expect([mode, exit, found, codes]).toEqual([mode, 0, FOUND, ["000", "400", "311"].includes(mode) ? ["index-outside"] : []]);
    shell("chmod 700 .manifold");
  }
  for (const plant of ["mkdir -p D/a/b", "mkdir -p D/a/b && touch D/a/b/c"])
    for (const name of ["foreign", "index.db", "lock", "index.db-wal", "other"])
      for (const seal of ["true", "rm -f .manifold/seal"]) {
        const path = `.manifold/${name}`;
        const script = `${seal}; chmod -R 700 .manifold/foreign; rm -rf ${path} && ${plant.replaceAll("D", path)} && chmod 000 ${path}/a && chmod 500 ${path}`;
        const { exit, found } = asked(script);
        expect([script, exit, found]).toEqual([script, 0, FOUND]);
        shell("chmod -R 700 .manifold/foreign .manifold/other; rm -rf .manifold/foreign .manifold/other");
        expect(asked("true")).toMatchObject({ exit: 0, found: FOUND, codes: [] });
      }
});

test.skipIf(!maySwitch)("a folder that everybody may write to: whoever comes second keeps an index of their own (needs setpriv)", () => {
  using place = new Place(SMALL);
  chmodSync(place.base, 0o755);
  chmodSync(place.tree, 0o777);
  // A key is kept only where nobody else can change a folder above it.
  chmodSync(place.home, 0o755);
  Bun.spawnSync(["cp", binary(), join(place.base, "m")]);
  Bun.spawnSync(["chmod", "755", join(place.base, "m")]);
  const mine = join(place.home, "mine");
  mkdirSync(mine, { mode: 0o700 });
  Bun.spawnSync(["chown", "65534:65534", mine]);
  const other = run([...NOBODY, join(place.base, "m"), "callers", "authenticate", "--json"], place.tree, { env: { HOME: mine } });
  expect(read(other)).toMatchObject({ exit: 0, found: FOUND, codes: [] });
  expect(read(place.manifold(["callers", "authenticate", "--json"]))).toMatchObject({ exit: 0, found: FOUND, codes: ["index-outside"] });
});

test("nothing in the folder is waited for: FIFOs and endless devices under every name, in every command that looks", () => {
  for (const [name, make] of [
    ["seal", "ln -s /dev/zero"],
    ["seal", "mkfifo"],
    ["tree", "ln -s /dev/zero"],
    ["lock", "mkfifo"],
    ["lock", "ln -s ../../made"],
    ["feedback.db", "mkfifo"],
    ["notes.db", "mkfifo"],
    ["index.db-wal", "mkfifo"],
    ["index.db.ready", "ln -s /dev/zero"],
  ] as const) {
    using place = new Place(SMALL);
    place.manifold(["q", "login"]);
    rmSync(join(place.tree, ".manifold", name), { force: true });
    const { out } = place.shell(
      `${make} .manifold/${name}
       for words in "stats" "q login --no-refresh" "callers authenticate" "index ."; do
         (ulimit -v 80000000; timeout 20 "$M" $words >/dev/null 2>&1; echo "$words $?")
       done`,
    );
    expect([name, make, out.includes(" 124"), out.includes(" 137"), out.trim().endsWith("index . 0")]).toEqual([
      name,
      make,
      false,
      false,
      true,
    ]);
    expect(existsSync(join(place.base, "made"))).toBe(false);
    expect(read(place.manifold(["callers", "authenticate", "--json"]))).toMatchObject({ exit: 0, found: FOUND, codes: [] });
  }
});
