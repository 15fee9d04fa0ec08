import { afterEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { namesFromBytes } from "../../src/base/names.ts";
import { filterOverrides, GitFailure, git, gitTop, runGit } from "../../src/git/git.ts";
import { listGit, scan } from "../../src/git/scan.ts";
import { plainGit, repository, temporary, write } from "../files/_tree.ts";

const environment = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

/** A program that leaves a mark when it runs. */
function trap(folder: string, name = "evil.sh"): { program: string; sprung: () => boolean } {
  const mark = join(folder, `${name}.ran`);
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\necho "$@" >> '${mark}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, sprung: () => existsSync(mark) };
}

test("a hostile configuration runs nothing: fsmonitor, filters, textconv, hooks, pager, aliases", async () => {
  const outside = temporary();
  const { program, sprung } = trap(outside);
  const watcher = trap(outside, "watcher.sh");
  const root = repository({
    ".gitattributes": "*.txt filter=evil diff=evil\n*.md filter=pro\n",
    "a.txt": "one\n",
    "b.md": "two\n",
    "c.ts": "let c\n",
  });
  for (const [key, value] of [
    ["filter.evil.clean", `${program} clean`],
    ["filter.evil.smudge", `${program} smudge`],
    ["filter.evil.required", "true"],
    ["filter.pro.process", `${program} process`],
    ["diff.evil.textconv", program],
    ["diff.evil.command", program],
    ["diff.external", program],
    ["core.pager", program],
    ["pager.ls-files", program],
    ["core.sshCommand", program],
    ["core.hooksPath", outside],
    ["core.alternateRefsCommand", program],
    ["alias.ls-files", `!${program}`],
    ["alias.diff-files", `!${program}`],
    ["credential.helper", `!${program}`],
  ] as const)
    plainGit(root, "config", key, value);
  for (const hook of ["post-index-change", "fsmonitor-watchman", "post-checkout"]) trap(outside, hook);
  // An index older than its entries: only a comparison of contents tells whether they changed, which is when git runs filters.
  utimesSync(join(root, ".git/index"), 100_000, 100_000);
  plainGit(root, "config", "core.fsmonitor", watcher.program);
  const listing = await listGit(root, true);
  expect(listing.paths).toEqual([".gitattributes", "a.txt", "b.md", "c.ts"]);
  expect(listing.blobs.every((blob) => /^[0-9a-f]{40}$/.test(blob))).toBe(true);
  expect(sprung() || watcher.sprung()).toBe(false);
  expect(existsSync(join(outside, "post-index-change.ran"))).toBe(false);
  // The traps are real ones: unguarded, git falls into both.
  Bun.spawnSync(["git", "diff-files", "--name-only"], { cwd: root });
  expect(sprung() && watcher.sprung()).toBe(true);
});

test("a filter whose name cannot be overridden is not risked: the folder is walked", async () => {
  const { program, sprung } = trap(temporary());
  const root = repository({ "a.txt": "one\n" });
  write(root, {
    ".git/config": `[core]\n\trepositoryformatversion = 0\n[filter "a=b"]\n\tclean = ${program}\n`,
    ".gitattributes": "* filter=a=b\n",
    "a.txt": "uno\n",
  });
  expect(filterOverrides(root)).rejects.toThrow(GitFailure);
  const { files, git: asked, warnings } = await scan(root);
  expect(asked).toBe(false);
  expect(files.map((file) => file.path)).toEqual([".gitattributes", "a.txt"]);
  expect(warnings.map((warning) => warning.code)).toEqual(["git-unavailable"]);
  expect(sprung()).toBe(false);
});

test("the configuration of a submodule runs nothing either", async () => {
  const { program, sprung } = trap(temporary());
  const inner = repository({ "x.txt": "one\n", ".gitattributes": "* filter=evil\n" });
  const root = repository({ "a.ts": "let a\n" });
  plainGit(root, "submodule", "--quiet", "add", inner, "lib");
  plainGit(join(root, "lib"), "config", "filter.evil.clean", program);
  plainGit(join(root, "lib"), "config", "core.fsmonitor", program);
  write(root, { "lib/x.txt": "uno\n" });
  expect((await listGit(root, true)).skipped.get("lib/")).toBe("submodule");
  expect(sprung()).toBe(false);
});

test("a work tree set by the configuration is not followed", async () => {
  const elsewhere = temporary();
  write(elsewhere, { "private.ts": "let p\n" });
  const root = repository({ "a.ts": "let a\n" });
  plainGit(root, "config", "core.worktree", elsewhere);
  expect((await listGit(root, true)).paths).toEqual(["a.ts"]);
});

test("the environment does not redirect git, and a git in the current folder is not run", async () => {
  const other = repository({ "other.ts": "let o\n" });
  const root = repository({ "a.ts": "let a\n" });
  const { sprung } = trap(root, "git");
  Object.assign(process.env, {
    GIT_DIR: join(other, ".git"),
    GIT_WORK_TREE: other,
    GIT_INDEX_FILE: join(other, ".git/index"),
    GIT_EXTERNAL_DIFF: "false",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.fsmonitor",
    GIT_CONFIG_VALUE_0: join(root, "git"),
    PATH: `.::${process.env.PATH}`,
  });
  expect(namesFromBytes(await git(root, ["ls-files", "-z"]))).toEqual(["a.ts"]);
  expect(sprung()).toBe(false);
});

test("a user's own excludes do not count, a repository's do", async () => {
  const root = repository({ "a.ts": "let a\n" });
  const home = temporary();
  write(home, { ".config/git/ignore": "*.py\n", ".gitconfig": `[core]\n\texcludesFile = ${join(home, "mine")}\n`, mine: "*.py\n" });
  process.env.HOME = home;
  delete process.env.XDG_CONFIG_HOME;
  write(root, { "b.py": "b = 1\n", "c.rb": "c = 1\n", ".git/info/exclude": "*.rb\n" });
  const { paths, skipped } = await listGit(root, true);
  expect(paths).toEqual(["a.ts", "b.py"]);
  expect([...skipped]).toEqual([["c.rb", "ignored"]]);
});

test("git can be missing, the repository damaged, the command slow or unknown", async () => {
  const root = repository({ "a.ts": "let a\n" });
  const trouble = async (promise: Promise<unknown>) =>
    promise.then(
      () => "none",
      (error: GitFailure) => error.trouble,
    );
  expect(await trouble(runGit(root, ["no-such-command"]))).toBe("failed");
  expect(await trouble(runGit(join(root, "gone"), ["ls-files"]))).toBe("failed");
  writeFileSync(join(root, ".git/index"), "noise");
  expect(await trouble(runGit(root, ["ls-files", "-s"]))).toBe("failed");
  process.env.PATH = root;
  expect(await trouble(runGit(root, ["ls-files"]))).toBe("missing");
  process.env.PATH = environment.PATH;
  expect(await trouble(runGit(root, ["cat-file", "--batch"], { timeout: 1, input: new Uint8Array(10_000_000) }))).toBe("timeout");
});

test("top of the work tree", () => {
  const root = repository({ "a/b/c.ts": "let c\n" });
  expect(gitTop(join(root, "a/b"))).toBe(root);
  symlinkSync(join(root, "a"), join(root, "link"));
  expect(gitTop(join(root, "link/b"))).toBe(root);
  const plain = temporary();
  mkdirSync(join(plain, ".git"));
  expect(gitTop(plain)).toBe(gitTop(join(plain, "..")));
  expect(gitTop(join(plain, "missing"))).toBe(null);
});

test("git is looked for once for each PATH", async () => {
  const root = repository({ "a.ts": "let a\n" });
  const elsewhere = temporary();
  const { PATH } = process.env;
  await git(root, ["ls-files"]);
  const which = Bun.which;
  let looked = 0;
  Bun.which = (...asked: Parameters<typeof which>) => {
    looked++;
    return which(...asked);
  };
  try {
    await git(root, ["ls-files"]);
    expect(looked).toBe(0);
    process.env.PATH = elsewhere;
    await expect(git(root, ["ls-files"])).rejects.toThrow("git is not installed");
    process.env.PATH = PATH;
    await git(root, ["ls-files"]);
  } finally {
    Bun.which = which;
  }
  expect(looked).toBe(1);
});

describe("an archive can bring anything in the place of a repository's files", () => {
  const trouble = (promise: Promise<unknown>) =>
    promise.then(
      () => "none",
      (error: GitFailure) => error.trouble,
    );
  for (const name of ["HEAD", "config", "index", "commondir", "packed-refs", "info/exclude", "objects/info/alternates"])
    test(`a device or a pipe as ${name} is not read`, async () => {
      for (const command of [["ln", "-sf", "/dev/zero"], ["mkfifo"]]) {
        const root = repository({ "a.py": "x = 1\n" });
        rmSync(join(root, ".git", name), { force: true });
        Bun.spawnSync([...command, join(root, ".git", name)]);
        // A pipe as HEAD is looked at by nobody but git's own discovery.
        expect([command[0], await trouble(runGit(root, ["ls-files", "-z"]))]).toEqual([command[0], "refused"]);
        rmSync(root, { recursive: true });
      }
    });
  test("through a .git file, too", async () => {
    const root = repository({ "a.py": "x = 1\n" });
    renameSync(join(root, ".git"), `${root}.git`);
    writeFileSync(join(root, ".git"), `gitdir: ../${basename(root)}.git\n`);
    expect(await trouble(runGit(root, ["ls-files", "-z"]))).toBe("none");
    const other = `${root}-2`;
    mkdirSync(other);
    Bun.spawnSync(["mkfifo", join(`${root}.git`, "info/attributes")]);
    writeFileSync(join(other, ".git"), `gitdir: ${root}.git\n`);
    expect(await trouble(runGit(other, ["ls-files", "-z"]))).toBe("refused");
    for (const path of [root, `${root}.git`, other]) rmSync(path, { recursive: true });
  });
  test.skipIf(process.platform !== "linux")("a pipe that git meets on its way is waited for once, and not for long", async () => {
    const root = repository({ "a.py": "x = 1\n" });
    Bun.spawnSync(["mkfifo", join(root, ".gitignore")]);
    const ask = () => trouble(runGit(root, ["ls-files", "-o", "-z", "--exclude-standard"]));
    expect(await ask()).toBe("timeout");
    // No process is started any more: there would be none without a PATH.
    const path = process.env.PATH;
    process.env.PATH = root;
    try {
      expect(await ask()).toBe("timeout");
    } finally {
      process.env.PATH = path;
    }
    rmSync(root, { recursive: true });
  });
});
