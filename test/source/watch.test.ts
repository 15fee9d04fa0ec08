/** What a watch sees: every change that could matter to a scan, and nothing where nothing happened. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TreeWatch } from "../../src/source/watch.ts";

let base: string;
let root: string;
let watch: TreeWatch | null;
const known = () => ["src/a.ts", "src/deep/b.ts", "node_modules/kept/c.ts"];
const run = (...words: string[]) => {
  const { exitCode } = Bun.spawnSync(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", ...words], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", HOME: base, GIT_CONFIG_NOSYSTEM: "1" },
  });
  expect([words, exitCode]).toEqual([words, 0]);
};

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "manifold-watch-")));
  root = join(base, "tree");
  for (const folder of ["src/deep", "node_modules/kept", "node_modules/other", "ignored/sub", ".manifold", "nested/.git"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const path of ["src/a.ts", "src/deep/b.ts", "node_modules/kept/c.ts", "ignored/sub/d.ts", "nested/e.ts", "nested/.git/HEAD"])
    writeFileSync(join(root, path), "1\n");
  writeFileSync(join(root, ".gitignore"), "ignored/\n");
  run("init", "-q");
  run("add", "-A", "--", "src", ".gitignore");
  run("add", "-f", "--", "node_modules/kept/c.ts");
  watch = await TreeWatch.open(root);
});
afterEach(() => {
  watch?.close();
  rmSync(base, { recursive: true, force: true });
});

const CHANGES: Record<string, () => void> = {
  "a file is written": () => writeFileSync(join(root, "src/a.ts"), "2\n"),
  "a file grows by a little": () => appendFileSync(join(root, "src/deep/b.ts"), "x"),
  "a file is written with its old time and size": () => {
    writeFileSync(join(root, "src/a.ts"), "3\n");
    utimesSync(join(root, "src/a.ts"), 1, 1);
  },
  "a file comes": () => writeFileSync(join(root, "src/new.ts"), ""),
  "a file goes": () => rmSync(join(root, "src/a.ts")),
  "a file is renamed": () => renameSync(join(root, "src/a.ts"), join(root, "src/z.ts")),
  "a file is put in the place of another": () => {
    writeFileSync(join(base, "other"), "4\n");
    renameSync(join(base, "other"), join(root, "src/deep/b.ts"));
  },
  "a file cannot be read any more": () => chmodSync(join(root, "src/a.ts"), 0),
  "a link comes": () => symlinkSync("a.ts", join(root, "src/link.ts")),
  "a folder comes": () => mkdirSync(join(root, "src/more")),
  "a folder is moved": () => renameSync(join(root, "src/deep"), join(root, "moved")),
  "a folder goes": () => rmSync(join(root, "src/deep"), { recursive: true }),
  "a file of a tool's folder that is tracked is written": () => writeFileSync(join(root, "node_modules/kept/c.ts"), "5\n"),
  "an ignore file is written": () => writeFileSync(join(root, ".gitignore"), ""),
  "git's excludes are written": () => writeFileSync(join(root, ".git/info/exclude"), "*.ts\n"),
  "git's index is written": () => run("rm", "-q", "--cached", "src/a.ts"),
  "a nested repository ends": () => rmSync(join(root, "nested/.git"), { recursive: true }),
  "the root is moved": () => renameSync(root, join(base, "elsewhere")),
};

describe("a watch", () => {
  test("is quiet while nothing happens that counts", async () => {
    expect(watch).not.toBeNull();
    expect(watch!.quiet()).toBe(false);
    expect(await watch!.begin(known)).toBe(true);
    expect(watch!.quiet()).toBe(true);
    writeFileSync(join(root, ".manifold/index.db"), "x");
    mkdirSync(join(root, ".manifold/sub"));
    writeFileSync(join(root, "node_modules/other/f.ts"), "x");
    writeFileSync(join(root, "ignored/sub/d.ts"), "2\n");
    writeFileSync(join(root, "nested/e.ts"), "2\n");
    writeFileSync(join(root, ".git/COMMIT_EDITMSG"), "x");
    expect(watch!.quiet()).toBe(true);
  });

  for (const [what, change] of Object.entries(CHANGES))
    test(`notices that ${what}`, async () => {
      expect(await watch!.begin(known)).toBe(true);
      expect(watch!.quiet()).toBe(true);
      change();
      expect(watch!.quiet()).toBe(false);
      expect(watch!.quiet()).toBe(false);
    });

  test("sees into folders that came later, once it has begun again", async () => {
    expect(await watch!.begin(known)).toBe(true);
    mkdirSync(join(root, "one/two"), { recursive: true });
    expect(watch!.quiet()).toBe(false);
    expect(await watch!.begin(known)).toBe(true);
    expect(watch!.quiet()).toBe(true);
    writeFileSync(join(root, "one/two/f.ts"), "");
    expect(watch!.quiet()).toBe(false);
  });

  test("says so when more happened than was kept", async () => {
    expect(await watch!.begin(known)).toBe(true);
    // The kernel keeps 16,384 events by default; two files in turn, so that equal ones are not folded into one.
    for (let i = 0; i < 9_000; i++) for (const name of ["p", "q"]) appendFileSync(join(root, "src", name), "x");
    expect(watch!.quiet()).toBe(false);
    expect(await watch!.begin(known)).toBe(true);
    expect(watch!.quiet()).toBe(true);
  });
});
