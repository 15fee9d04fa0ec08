/** What git says of one work tree, asked once a question; and the commit that is checked out, told without git. */
import { describe, expect, test } from "bun:test";
import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { namesFromBytes } from "../../src/base/names.ts";
import { GitStatus, headHere } from "../../src/git/status.ts";
import { plainGit, repository, temporary } from "../files/_tree.ts";

const FILES = ["a.ts", "lib/b.ts", "lib/deep/c.ts", "lib/deep/d.ts", "lib.ts", "zoo/e.ts", "zoo/é.ts", "empty.ts", "lib/deeper/f.ts"];
const tree = () => Object.fromEntries(FILES.map((path) => [path, path === "empty.ts" ? "" : `let x = "${path}"\n`]));

/** Looks that have found git's index, written at some time, too young to tell a change, however slow the machine is. */
function youngIndex(root: string, at: (now: number) => number): GitStatus {
  for (;;) {
    const written = at(Date.now()) / 1000;
    utimesSync(join(root, ".git/index"), written, written);
    const status = new GitStatus(root);
    if (status.stamp() === null) return status;
  }
}
/** As right after `git add`. Whole seconds are those of a file system that knows no others. */
const justNow = (now: number): number => (now % 1000 === 0 ? now - 1 : now);

test("a young index is waited for, and what was seen before it could tell is seen anew", async () => {
  const root = repository({ "a.ts": "let a = 1\n", "b.ts": "let b = 1\n" });
  const status = youngIndex(root, justNow);
  expect((await status.differing()).length).toBe(0);
  writeFileSync(join(root, "a.ts"), "let other = 1\n");
  await status.settled();
  expect(status.stamp()).toBeString();
  expect(namesFromBytes(await status.differing())).toContain("a.ts");
});

test("an index whose time has whole seconds only is not waited for", async () => {
  const root = repository({ "a.ts": "let a = 1\n" });
  const status = youngIndex(root, (now) => Math.floor(now / 1000) * 1000);
  // Were it waited for, there would be a stamp.
  await status.settled();
  expect(status.stamp()).toBeNull();
});

test("what differs is looked at once git's index has settled, not before and again", async () => {
  const root = repository(tree());
  const status = youngIndex(root, justNow);
  const settling = status.settled();
  const early = status.differing();
  // Before the wait is over: what was asked for earlier still looks after it.
  writeFileSync(join(root, "a.ts"), "let y = 1234\n");
  await settling;
  // The same look, not one each.
  expect(await early).toBe(await status.differing());
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
