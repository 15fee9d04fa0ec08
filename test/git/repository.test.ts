/** A `.git` that came with an archive is followed only where it is this work tree's own. */
import { describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GitFailure, git, gitTop } from "../../src/git/git.ts";
import { doubtAbout, gitFolder, plainText } from "../../src/git/repository.ts";
import { scan } from "../../src/git/scan.ts";
import { headHere } from "../../src/git/status.ts";
import { plainGit, repository, temporary, write } from "../files/_tree.ts";

/** Somebody's private work tree, with a file that the archive's author would like to see. */
function victim(): string {
  return repository({ "private.ts": "export const secretPlan = 1;\n" });
}

async function troubleOf(root: string): Promise<string> {
  try {
    await git(root, ["ls-files", "-z"]);
    return "none";
  } catch (error) {
    return error instanceof GitFailure ? `${error.trouble}: ${error.message}` : String(error);
  }
}

describe("a .git that leads to another work tree's repository is not followed", () => {
  const ways: Record<string, (root: string, victim: string) => void> = {
    "a file that points there": (root, other) => writeFileSync(join(root, ".git"), `gitdir: ${other}/.git\n`),
    "a link": (root, other) => symlinkSync(join(other, ".git"), join(root, ".git")),
    "a folder whose commondir is there": (root, other) => {
      plainGit(root, "init", "-q");
      writeFileSync(join(root, ".git/commondir"), `${other}/.git\n`);
    },
    "a folder with its objects and references": (root, other) => {
      plainGit(root, "init", "-q");
      for (const name of ["objects", "refs"]) {
        rmSync(join(root, ".git", name), { recursive: true });
        symlinkSync(join(other, ".git", name), join(root, ".git", name));
      }
    },
    "a folder with its index": (root, other) => {
      plainGit(root, "init", "-q");
      symlinkSync(join(other, ".git/index"), join(root, ".git/index"));
    },
    "a file that points to one of its linked work trees": (root, other) => {
      plainGit(other, "worktree", "add", "-q", "--detach", join(temporary(), "linked"));
      const [name = ""] = readdirSync(join(other, ".git/worktrees"));
      writeFileSync(join(root, ".git"), `gitdir: ${other}/.git/worktrees/${name}\n`);
    },
    "a file that points to a forged linked work tree": (root, other) => {
      mkdirSync(join(root, "forged"));
      for (const [name, text] of [
        ["HEAD", "ref: refs/heads/main\n"],
        ["commondir", `${other}/.git\n`],
        ["gitdir", `${root}/.git\n`],
      ] as const)
        writeFileSync(join(root, "forged", name), text);
      writeFileSync(join(root, ".git"), "gitdir: forged\n");
    },
    "a file that points to a bare repository": (root, other) => {
      plainGit(other, "clone", "-q", "--bare", ".", "bare");
      writeFileSync(join(root, ".git"), `gitdir: ${other}/bare\n`);
    },
    "a file that points to one of its submodules": (root, other) => {
      plainGit(other, "submodule", "--quiet", "add", victim(), "lib");
      writeFileSync(join(root, ".git"), `gitdir: ${other}/.git/modules/lib\n`);
    },
  };
  for (const [name, lead] of Object.entries(ways))
    test(name, async () => {
      const root = temporary();
      write(root, { "a.ts": "let a\n", "private.ts": "let mine\n" });
      lead(root, victim());
      expect(gitTop(root)).toBe(root);
      expect(await troubleOf(root)).toMatch(/^refused: its \.git leads to/);
      expect(headHere(root)).toBeNull();
      const { files, git: asked, warnings } = await scan(root);
      expect(asked).toBe(false);
      expect(files.map((file) => file.path)).toContain("a.ts");
      expect(warnings[0]!.message).toContain("its .git leads to");
    });
});

describe("one that is its own answers as ever", () => {
  test("a linked work tree, also after it or its repository was moved", async () => {
    const main = repository({ "a.ts": "let a\n" });
    const at = temporary();
    plainGit(main, "worktree", "add", "-q", "--detach", join(at, "linked"));
    const linked = gitTop(join(at, "linked"))!;
    expect(await troubleOf(linked)).toBe("none");
    renameSync(linked, join(at, "moved"));
    expect(await troubleOf(join(at, "moved"))).toBe("none");
    // A copy is no second work tree: git would take one index for both.
    cpSync(join(at, "moved"), linked, { recursive: true });
    plainGit(main, "worktree", "repair", join(at, "moved"));
    expect(await troubleOf(join(at, "moved"))).toBe("none");
    expect((await scan(linked)).files.map((file) => file.path)).toEqual(["a.ts"]);
  });
  test("a submodule, also where all of it was moved", async () => {
    const root = repository({ "a.ts": "let a\n" });
    plainGit(root, "submodule", "--quiet", "add", repository({ "x.ts": "let x\n" }), "lib");
    expect(await troubleOf(join(root, "lib"))).toBe("none");
    const at = join(temporary(), "moved");
    cpSync(root, at, { recursive: true });
    expect(await troubleOf(join(at, "lib"))).toBe("none");
  });
  test("a repository beside its work tree, by a file or a link", async () => {
    const root = repository({ "a.ts": "let a\n" });
    const beside = join(temporary(), "beside.git");
    renameSync(join(root, ".git"), beside);
    writeFileSync(join(root, ".git"), `gitdir: ${beside}\n`);
    expect(gitFolder(root)).toBe(beside);
    expect(await troubleOf(root)).toBe("none");
    rmSync(join(root, ".git"));
    symlinkSync(beside, join(root, ".git"));
    const again = join(temporary(), "again");
    cpSync(root, again, { recursive: true, verbatimSymlinks: true });
    expect(await troubleOf(again)).toBe("none");
  });
  test("one that borrows objects, and one that is a plain copy", async () => {
    const root = repository({ "a.ts": "let a\n" });
    const borrowing = join(temporary(), "borrowing");
    plainGit(root, "clone", "-q", "--shared", ".", borrowing);
    expect(await troubleOf(borrowing)).toBe("none");
    const copy = join(temporary(), "copy");
    cpSync(root, copy, { recursive: true });
    expect(doubtAbout(copy)).toBeNull();
  });
});

function workingIn(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

describe("what would be waited for, or never end", () => {
  const fifo = (path: string): void => {
    rmSync(path, { force: true });
    Bun.spawnSync(["mkfifo", path]);
  };
  test("a .git file that leads to pipes (the red team's 63 seconds) is told without waiting", async () => {
    const root = temporary();
    mkdirSync(join(root, "pipes/objects"), { recursive: true });
    mkdirSync(join(root, "pipes/refs"));
    for (const name of ["HEAD", "index", "config", "commondir"]) fifo(join(root, "pipes", name));
    write(root, { ".git": "gitdir: pipes\n", "a.ts": "let a\n" });
    expect(await troubleOf(root)).toMatch(/refused: \.git\/\w+ is not a plain file/);
    const { files } = await scan(root);
    expect(files.map((file) => file.path)).toContain("a.ts");
  });
  test("a configuration of gigabytes, and a pipe where a pointer should be", async () => {
    const root = repository({ "a.ts": "let a\n" });
    truncateSync(join(root, ".git/config"), 5_000_000_000);
    expect(await troubleOf(root)).toBe("refused: .git/config is larger than any");
    expect(plainText(join(root, ".git/config"), 1_000)).toBeNull();
    const other = temporary();
    fifo(join(other, ".git"));
    expect(gitTop(other)).not.toBe(other);
    expect(plainText(join(other, ".git"), 1_000)).toBeNull();
  });
  test.skipIf(process.platform !== "linux")(
    "an include of the configuration that is a pipe: git is killed once it only waits, and nobody is left behind",
    async () => {
      const root = repository({ "a.ts": "let a\n" });
      plainGit(root, "config", `includeIf.gitdir:${root}/.path`, join(root, "pipe"));
      fifo(join(root, "pipe"));
      expect(await troubleOf(root)).toMatch(/^timeout: .*waits for something that does not come/);
      const { files, warnings } = await scan(root);
      expect(files.map((file) => file.path)).toContain("a.ts");
      expect(warnings.map((warning) => warning.code)).toEqual(["git-unavailable"]);
      const here = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && workingIn(pid) === root);
      expect(here).toEqual([]);
    },
  );
  test("the branch that is checked out is a device: told without reading it", async () => {
    const root = repository({ "a.ts": "let a\n" });
    const branch = /refs\S+/.exec(plainText(join(root, ".git/HEAD"), 1_000)!)![0];
    rmSync(join(root, ".git", branch));
    symlinkSync("/dev/zero", join(root, ".git", branch));
    expect(await troubleOf(root)).toBe(`refused: .git/${branch} is not a plain file`);
  });
  test.skipIf(process.platform !== "linux")("another branch that is a device: git is ended before it has taken the memory", async () => {
    const root = repository({ "a.ts": "let a\n" });
    symlinkSync("/dev/zero", join(root, ".git/refs/heads/endless"));
    await expect(git(root, ["rev-parse", "--verify", "endless"])).rejects.toMatchObject({
      trouble: "timeout",
      message: expect.stringContaining("more memory"),
    });
  });
  test("an object that is a pipe: a revision cannot be read, and that is said", async () => {
    const root = repository({ "a.ts": "let a\n" });
    const id = Bun.spawnSync(["git", "rev-parse", "HEAD"], { cwd: root }).stdout.toString().trim();
    fifo(join(root, ".git/objects", id.slice(0, 2), id.slice(2)));
    await expect(git(root, ["cat-file", "-p", "HEAD"])).rejects.toMatchObject({ trouble: "timeout" });
  });
});
