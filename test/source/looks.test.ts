/** Git's index, and what differs from it, told without git: compared with `git ls-files` and `git diff-files` after random changes. */
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { namesFromBytes } from "../../src/base/names.ts";
import { quick } from "../../src/base/quick.ts";
import { differingHere, GitLooks, headHere, listingHere } from "../../src/source/looks.ts";
import { plainGit, repository, temporary } from "./_tree.ts";

// Without a C compiler there is no native code: in CI that is a failure.
const native = process.env.CI === "true" || quick() !== null;

const FILES = ["a.ts", "lib/b.ts", "lib/deep/c.ts", "lib/deep/d.ts", "lib.ts", "zoo/e.ts", "zoo/é.ts", "empty.ts", "lib/deeper/f.ts"];
const tree = () => Object.fromEntries(FILES.map((path) => [path, path === "empty.ts" ? "" : `let x = "${path}"\n`]));
const byGit = (root: string): string[] =>
  Bun.spawnSync(["git", "diff-files", "--raw", "-z", "--no-abbrev", "--relative", "--ignore-submodules=all", "--no-renames"], { cwd: root })
    .stdout.toString()
    .split("\0");
const here = async (root: string): Promise<string[] | null> => {
  const records = await differingHere(root);
  return records && [...namesFromBytes(records), ""];
};
/** An index younger by far than its entries, as it is in a tree where nobody has worked for a minute. */
function age(root: string): void {
  for (const path of FILES) utimesSync(join(root, path), 1_600_000_000, 1_600_000_000);
  plainGit(root, "update-index", "-q", "--refresh");
}

const step = fc.record({
  what: fc.constantFrom("write", "longer", "touch", "remove", "mode", "link", "folder", "linked-folder", "stage", "move"),
  path: fc.constantFrom(...FILES),
});

function apply(root: string, { what, path }: { what: string; path: string }, round: number): void {
  const file = join(root, path);
  try {
    if (what === "write") writeFileSync(file, `let y = ${round}\n`);
    else if (what === "longer") writeFileSync(file, `${readFileSync(file, "utf8")}// ${round}\n`);
    else if (what === "touch") utimesSync(file, 1_600_000_100 + round, 1_600_000_100 + round);
    else if (what === "remove") rmSync(file);
    else if (what === "mode") chmodSync(file, 0o755);
    else if (what === "link") {
      rmSync(file);
      symlinkSync("a.ts", file);
    } else if (what === "folder") {
      rmSync(file, { recursive: true });
      mkdirSync(file);
    } else if (what === "linked-folder" && dirname(path) !== ".") {
      renameSync(dirname(file), join(root, "other"));
      symlinkSync(join(root, "other"), dirname(file));
    } else if (what === "stage") plainGit(root, "add", "-A");
    else if (what === "move") renameSync(file, join(root, "moved.ts"));
  } catch {
    // What an earlier step took away.
  }
}

describe.skipIf(!native)("differing files", () => {
  test("the same as git's, or left to git", async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), fc.boolean(), fc.constantFrom("2", "4"), async (steps, old, version) => {
        const root = repository(tree());
        plainGit(root, "update-index", "--index-version", version);
        if (old) age(root);
        for (const [round, one] of steps.entries()) apply(root, one, round);
        // A root is where git itself is then: behind a link.
        for (const folder of [root, realpathSync(join(root, "zoo"))]) {
          const records = await here(folder);
          if (records === null) continue;
          told++;
          const listing = Bun.spawnSync(["git", "ls-files", "-s", "-v", "-z"], { cwd: folder }).stdout.toString();
          expect(Buffer.from((await listingHere(folder))!).toString()).toBe(listing);
          // Where only a time differs git names the file without looking into it; here it is the same while its bytes are.
          const listed = byGit(folder);
          const touched = new Set(steps.filter(({ what }) => what === "touch").map(({ path }) => basename(path)));
          expect(records).toEqual(touched.size === 0 ? listed : records);
          for (let i = 1; i < listed.length; i += 2)
            if (!records.includes(listed[i]!)) expect(touched.has(basename(listed[i]!))).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
    expect(told).toBeGreaterThan(20);
  });

  test("what is unusual is left to git", async () => {
    const usual = repository(tree());
    age(usual);
    expect(await here(usual)).toEqual([""]);
    const cases: ((root: string) => void)[] = [
      (root) => plainGit(root, "update-index", "--assume-unchanged", "a.ts"),
      (root) => plainGit(root, "update-index", "--skip-worktree", "a.ts"),
      (root) => {
        writeFileSync(join(root, "intended.ts"), "");
        plainGit(root, "add", "-N", "intended.ts");
      },
      (root) => plainGit(root, "update-index", "--split-index"),
      (root) => plainGit(root, "config", "filter.x.clean", "cat"),
      (root) => plainGit(root, "config", "extensions.worktreeConfig", "true"),
      (root) => plainGit(root, "config", "core.repositoryformatversion", "1"),
      (root) => plainGit(root, "config", "core.worktree", temporary()),
      (root) => rmSync(join(root, ".git/config")),
      (root) => rmSync(join(root, ".git/index")),
      (root) => writeFileSync(join(root, ".git/index"), readFileSync(join(root, ".git/index")).subarray(0, -30)),
      (root) => writeFileSync(join(root, ".git/index"), "DIRC\0\0\0\x02\xff\xff\xff\xff"),
      (root) => {
        renameSync(join(root, "lib"), join(root, "away"));
        symlinkSync("away", join(root, "lib"));
      },
      (root) => {
        renameSync(join(root, ".git"), join(root, ".elsewhere"));
        writeFileSync(join(root, ".git"), "gitdir: .elsewhere\n");
      },
    ];
    for (const change of cases) {
      const root = repository(tree());
      age(root);
      change(root);
      expect(await here(root)).toBeNull();
    }
    expect(await here(temporary())).toBeNull();
  });

  test("an entry as young as the index is compared by content, of the same size too", async () => {
    const root = repository(tree());
    expect(await here(root)).toEqual([""]);
    writeFileSync(join(root, "a.ts"), `let x = "b.ts"\n`);
    // As if within the tick in which it was added.
    const [, path] = byGit(root);
    expect(path).toBe("a.ts");
    const records = await here(root);
    expect(records === null || records[1] === "a.ts").toBe(true);
  });
});

/** Looks that have found git's index, written at some time, too young to tell a change, however slow the machine is. */
function youngIndex(root: string, at: (now: number) => number): GitLooks {
  for (;;) {
    const written = at(Date.now()) / 1000;
    utimesSync(join(root, ".git/index"), written, written);
    const looks = new GitLooks(root);
    if (looks.stamp() === null) return looks;
  }
}
/** As right after `git add`. Whole seconds are those of a file system that knows no others. */
const justNow = (now: number): number => (now % 1000 === 0 ? now - 1 : now);

test("a young index is waited for, and what was seen before it could tell is seen anew", async () => {
  const root = repository({ "a.ts": "let a = 1\n", "b.ts": "let b = 1\n" });
  const looks = youngIndex(root, justNow);
  expect((await looks.differing()).length).toBe(0);
  writeFileSync(join(root, "a.ts"), "let other = 1\n");
  await looks.settled();
  expect(looks.stamp()).toBeString();
  expect(namesFromBytes(await looks.differing())).toContain("a.ts");
});

test("an index whose time has whole seconds only is not waited for", async () => {
  const root = repository({ "a.ts": "let a = 1\n" });
  const looks = youngIndex(root, (now) => Math.floor(now / 1000) * 1000);
  // Were it waited for, there would be a stamp.
  await looks.settled();
  expect(looks.stamp()).toBeNull();
});

test("what differs is looked at once git's index has settled, not before and again", async () => {
  const root = repository(tree());
  const looks = youngIndex(root, justNow);
  const settling = looks.settled();
  const early = looks.differing();
  // Before the wait is over: what was asked for earlier still looks after it.
  writeFileSync(join(root, "a.ts"), "let y = 1234\n");
  await settling;
  // The same look, not one each.
  expect(await early).toBe(await looks.differing());
  expect(namesFromBytes(await early)).toContain("a.ts");
});

describe("the commit that is checked out", () => {
  const byGit = (root: string) => plainGit(root, "rev-parse", "HEAD").trim();

  test("is that of the branch, or the one named itself", () => {
    const root = repository({ "lib/a.ts": "let a = 1\n" });
    expect(headHere(root)).toBe(byGit(root));
    expect(headHere(join(root, "lib"))).toBe(byGit(root));
    plainGit(root, "checkout", "-q", "-b", "some/branch-1.x");
    plainGit(root, "commit", "-q", "--allow-empty", "-m", "next");
    expect(headHere(root)).toBe(byGit(root));
    plainGit(root, "checkout", "-q", "--detach", "main");
    expect(headHere(root)).toBe(byGit(root));
  });

  test("is left to git where it is packed, where there is none, in a linked work tree, and where it is no plain file", () => {
    const root = repository({ "a.ts": "let a = 1\n" });
    const linked = join(temporary(), "linked");
    plainGit(root, "worktree", "add", "-q", linked);
    expect(headHere(linked)).toBeNull();
    const branch = join(root, ".git", "refs", "heads", "main");
    renameSync(branch, join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), branch);
    expect(headHere(root)).toBeNull();
    rmSync(branch);
    Bun.spawnSync(["mkfifo", branch]);
    expect(headHere(root)).toBeNull();
    rmSync(branch);
    renameSync(join(root, "elsewhere"), branch);
    plainGit(root, "pack-refs", "--all");
    expect(headHere(root)).toBeNull();
    const fresh = temporary();
    plainGit(fresh, "init", "-q");
    expect(headHere(fresh)).toBeNull();
    writeFileSync(join(fresh, ".git", "HEAD"), "ref: refs/heads/../../../../secret\n");
    expect(headHere(fresh)).toBeNull();
  });
});
