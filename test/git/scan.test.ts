import { afterEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { systemPath } from "../../src/base/names.ts";
import { readFileOf } from "../../src/files/reader.ts";
import { type Changes, changedSince, explainSkip, type KnownFile, scan } from "../../src/git/scan.ts";
import { plainGit, repository, temporary, write } from "../files/_tree.ts";

const environment = { ...process.env };
afterEach(() => {
  Object.assign(process.env, environment);
});

const paths = async (root: string) => (await scan(root)).files.map((file) => file.path);
const skipped = async (root: string) => Object.fromEntries((await scan(root)).skipped);

/** What an index would remember after reading every file. */
async function remember(root: string): Promise<Map<string, KnownFile>> {
  const known = new Map<string, KnownFile>();
  for (const file of (await scan(root)).files) {
    const { hash, size, mtime, ...rest } = readFileOf(root, file.path, file);
    known.set(file.path, "reason" in rest ? { hash, size, mtime, reason: rest.reason } : { hash, size, mtime });
  }
  return known;
}

const brief = ({ changed, removed }: Changes) => ({ changed: changed.map((file) => file.path), removed });

/** Both ways of listing must agree on an ordinary tree: the same files inside and outside git. */
describe.each([
  ["git", (files: Record<string, string>) => repository(files)],
  [
    "walk",
    (files: Record<string, string>) => {
      const root = temporary();
      write(root, files);
      return root;
    },
  ],
] as const)("%s", (mode, make) => {
  test("files in code-unit order, with nothing of git's or Manifold's own", async () => {
    const root = make({ "b.ts": "b", "a/z.ts": "z", "a.ts": "a", "B.ts": "B" });
    write(root, { ".manifold/index.db": "x", "sub/.manifold/index.db": "x", "new.ts": "n" });
    const { files, git, skipped, warnings } = await scan(root);
    expect(files.map((file) => file.path)).toEqual(["B.ts", "a.ts", "a/z.ts", "b.ts", "new.ts"]);
    expect([git, [...skipped], warnings]).toEqual([mode === "git", [], []]);
    expect(files.find((file) => file.path === "a.ts")?.size).toBe(1);
  });

  test("an empty tree", async () => {
    const { files, skipped } = await scan(make({}));
    expect([files, [...skipped]]).toEqual([[], []]);
  });

  test("every reason that shows without reading", async () => {
    const root = make({ "ok.ts": "let a" });
    write(root, {
      ".gitignore": "*.log\nout/\n",
      "x.log": "x",
      "out/a.js": "a",
      ".env": "x",
      "tls.key": "x",
      "yarn.lock": "x",
      "big.ts": "x".repeat(2_000_001),
      "node_modules/p/index.js": "p",
    });
    symlinkSync("ok.ts", join(root, "alias.ts"));
    symlinkSync("/etc/hostname", join(root, "outside.ts"));
    symlinkSync("nowhere.ts", join(root, "dangling.ts"));
    symlinkSync("loop.ts", join(root, "loop.ts"));
    mkdirSync(join(root, "lib"));
    plainGit(join(root, "lib"), "init", "-q");
    write(root, { "lib/x.ts": "x" });
    expect(await skipped(root)).toEqual({
      "x.log": "ignored",
      "out/": "ignored",
      "node_modules/": "ignored",
      ".env": "secret",
      "tls.key": "secret",
      "yarn.lock": "lock-file",
      "big.ts": "too-large",
      "alias.ts": "symlink",
      "outside.ts": "symlink-out-of-tree",
      "dangling.ts": "unreadable",
      "loop.ts": "unreadable",
      "lib/": "nested-repository",
    });
    expect(await paths(root)).toEqual([".gitignore", "ok.ts"]);
    // The nested repository is a tree of its own when it is named.
    expect(await paths(join(root, "lib"))).toEqual(["x.ts"]);
  });

  test("links to folders are not entered, loops are harmless", async () => {
    const root = make({ "src/a.ts": "a" });
    const outside = temporary();
    write(outside, { "private.ts": "p" });
    symlinkSync("..", join(root, "src/up"));
    symlinkSync(".", join(root, "src/self"));
    symlinkSync(outside, join(root, "out"));
    symlinkSync("../../../../../..", join(root, "src/far"));
    expect(await paths(root)).toEqual(["src/a.ts"]);
    expect(await skipped(root)).toEqual({
      "src/up": "symlink",
      "src/self": "symlink",
      out: "symlink-out-of-tree",
      "src/far": "symlink-out-of-tree",
    });
  });

  test("nested ignore files: the deepest decides, nothing inside an ignored folder comes back", async () => {
    const root = make({});
    write(root, {
      ".gitignore": "*.gen.ts\n/top.ts\nbuild/\n\\#hash.ts\n# comment\ntrailing.ts \n**/deep/*.ts\nFoo.ts\n",
      "a.gen.ts": "",
      "top.ts": "",
      "sub/top.ts": "",
      "sub/.gitignore": "!keep.gen.ts\nlocal.ts\n",
      "sub/keep.gen.ts": "",
      "sub/drop.gen.ts": "",
      "sub/local.ts": "",
      "local.ts": "",
      "build/.gitignore": "!in.ts\n",
      "build/in.ts": "",
      "#hash.ts": "",
      "trailing.ts": "",
      "x/deep/y.ts": "",
      "x/deep/y.js": "",
      "foo.ts": "",
    });
    expect(await paths(root)).toEqual([
      ".gitignore",
      "foo.ts",
      "local.ts",
      "sub/.gitignore",
      "sub/keep.gen.ts",
      "sub/top.ts",
      "x/deep/y.js",
    ]);
  });

  test(".manifoldignore leaves out tracked files too, nested, with negations", async () => {
    const root = make({ "a.ts": "a", "docs/x.md": "x", "docs/keep.md": "k", "docs/sub/y.md": "y", "data/z.ts": "z", "data/in/w.ts": "w" });
    write(root, { ".manifoldignore": "*.md\n/data/\n", "docs/.manifoldignore": "!keep.md\nsub/\n" });
    expect(await paths(root)).toEqual([".manifoldignore", "a.ts", "docs/.manifoldignore", "docs/keep.md"]);
    expect(await skipped(root)).toEqual({
      "docs/x.md": "ignored",
      "docs/sub/y.md": "ignored",
      "data/z.ts": "ignored",
      "data/in/w.ts": "ignored",
    });
  });

  test("a .manifoldignore of the root counts even if git ignores it", async () => {
    const root = make({ "a.ts": "a", "b.ts": "b" });
    write(root, { ".gitignore": ".manifoldignore\n", ".manifoldignore": "b.ts\n" });
    if (mode === "git") expect(await paths(root)).toEqual([".gitignore", "a.ts"]);
    expect((await skipped(root))["b.ts"]).toBe("ignored");
  });

  test("unusual names", async () => {
    const names = [
      "with space.ts",
      'quo"te.ts',
      "it's.ts",
      "new\nline.ts",
      "tab\t.ts",
      "ünï/日本.ts",
      "-dash.ts",
      "back\\slash.ts",
      "*star.ts",
      "[x].ts",
      "😀.ts",
      " lead.ts",
      "$(x).ts",
    ];
    const root = make(Object.fromEntries(names.slice(0, 7).map((name) => [name, "let a\n"])));
    write(root, Object.fromEntries(names.slice(7).map((name) => [name, "let b\n"])));
    const raw = Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff, 0xe9]), Buffer.from(".ts")]);
    writeFileSync(raw, "let c\n");
    const bad = "bad\uF7FF\uF7E9.ts";
    expect((await paths(root)).toSorted()).toEqual([...names, bad].sort());
    for (const path of await paths(root)) expect("reason" in readFileOf(root, path)).toBe(false);
    expect(statSync(systemPath(`${root}/${bad}`)).size).toBe(6);
    const known = await remember(root);
    expect(brief(await changedSince(root, known))).toEqual({ changed: [], removed: [] });
    unlinkSync(raw);
    expect((await changedSince(root, known)).removed).toEqual([bad]);
  });

  test("what changed: edits of any kind, new, deleted and moved files, type changes", async () => {
    const root = make({
      "same.ts": "same",
      "edit.ts": "old!",
      "gone.ts": "gone",
      "move.ts": "move",
      "kind.ts": "kind",
      "dir.ts": "dir",
      "touch.ts": "touch",
    });
    const known = await remember(root);
    expect(brief(await changedSince(root, known))).toEqual({ changed: [], removed: [] });
    const before = statSync(join(root, "edit.ts"));
    writeFileSync(join(root, "edit.ts"), "new!");
    // The same size, and the time set back: the ctime or the content tells.
    utimesSync(join(root, "edit.ts"), before.atime, before.mtime);
    rmSync(join(root, "gone.ts"));
    renameSync(join(root, "move.ts"), join(root, "moved.ts"));
    unlinkSync(join(root, "kind.ts"));
    symlinkSync("same.ts", join(root, "kind.ts"));
    unlinkSync(join(root, "dir.ts"));
    write(root, { "dir.ts/inner.ts": "inner", "new.ts": "new" });
    utimesSync(join(root, "touch.ts"), 1, 1);
    const changes = await changedSince(root, known);
    expect(brief(changes)).toEqual({
      changed: ["dir.ts/inner.ts", "edit.ts", "moved.ts", "new.ts"],
      removed: ["dir.ts", "gone.ts", "kind.ts", "move.ts"],
    });
    expect(changes.bytes).toBe(5 + 4 + 4 + 3);
    expect(changes.touched.map((file) => file.path)).toContain("touch.ts");
    expect(changes.skipped.get("kind.ts")).toBe("symlink");
    // After the index took it all in, nothing is left to do.
    expect(brief(await changedSince(root, await remember(root)))).toEqual({ changed: [], removed: [] });
  });

  test("files left out for their content are known again and not read twice", async () => {
    const root = make({ "blob.ts": "a\0b", "gen.ts": "// @generated\n" });
    const known = await remember(root);
    expect([known.get("blob.ts")?.reason, known.get("gen.ts")?.reason]).toEqual(["binary", "generated"]);
    expect(brief(await changedSince(root, known))).toEqual({ changed: [], removed: [] });
    write(root, { "gen.ts": "// by hand\n" });
    expect(brief(await changedSince(root, known))).toEqual({ changed: ["gen.ts"], removed: [] });
  });

  test("a file that becomes ignored is removed, one that is no longer comes back", async () => {
    const root = make({ "a.ts": "a", "b.ts": "b" });
    const known = await remember(root);
    write(root, { ".manifoldignore": "b.ts\n" });
    const changes = await changedSince(root, known);
    expect(brief(changes)).toEqual({ changed: [".manifoldignore"], removed: ["b.ts"] });
    expect(changes.skipped.get("b.ts")).toBe("ignored");
    const less = await remember(root);
    rmSync(join(root, ".manifoldignore"));
    expect(brief(await changedSince(root, less))).toEqual({ changed: ["b.ts"], removed: [".manifoldignore"] });
  });

  test("every file on disk is indexed or has exactly one reason", async () => {
    const root = make({ "a.ts": "a", "lib/b.ts": "b", "docs/c.md": "c" });
    write(root, {
      ".gitignore": "tmp/\n*.o\n",
      "tmp/x/y.ts": "y",
      "z.o": "z",
      ".env.local": "e",
      "docs/.manifoldignore": "c.md\n",
      "Cargo.lock": "l",
    });
    const { files, skipped } = await scan(root);
    for (const path of new Bun.Glob("**/*").scanSync({ cwd: root, dot: true })) {
      if (path.startsWith(".git/")) continue;
      const reasons = [...skipped.keys()].filter((key) => key === path || (key.endsWith("/") && path.startsWith(key)));
      expect([path, reasons.length + files.filter((file) => file.path === path).length]).toEqual([path, 1]);
    }
  });

  test("explanations", async () => {
    const root = make({ "a.ts": "a", "lib/b.ts": "b" });
    write(root, {
      ".gitignore": "# build\nout/\n",
      "out/x/y.js": "y",
      ".manifoldignore": "\nlib/*.ts\n",
      ".env": "e",
      "n.bin": "a\0b",
      "node_modules/p/i.js": "i",
    });
    const why = (file: string) => explainSkip(root, file);
    expect(await why("a.ts")).toEqual({ reason: null, sentence: "a.ts is indexed." });
    expect(await why("out/x/y.js")).toEqual({ reason: "ignored", sentence: "out/x/y.js is ignored by line 2 of .gitignore: out/" });
    expect(await why(join(root, "lib/b.ts"))).toEqual({
      reason: "ignored",
      sentence: "lib/b.ts is ignored by line 2 of .manifoldignore: lib/*.ts",
    });
    expect((await why("node_modules/p/i.js")).sentence).toContain("folder that only tools write (node_modules/)");
    expect((await why(".env")).reason).toBe("secret");
    expect((await why("n.bin")).reason).toBe("binary");
    expect(await why("missing.ts")).toEqual({ reason: null, sentence: "There is no file missing.ts." });
    expect((await why("lib")).reason).toBe(null);
    expect((await why(".git/config")).reason).toBe("ignored");
    expect((await why("../elsewhere.ts")).sentence).toContain("is not inside");
  });
});

describe("git only", () => {
  test("git's blob ids are the hashes; edited and untracked files have none until they are read", async () => {
    const root = repository({ "a.ts": "a\n", "b.ts": "b\n" });
    write(root, { "b.ts": "bb\n", "c.ts": "c\n" });
    const { files } = await scan(root);
    expect(files.map(({ hash }) => hash)).toEqual([plainGit(root, "rev-parse", "HEAD:a.ts").trim(), "", ""]);
    for (const file of files)
      expect(readFileOf(root, file.path).hash).toBe(plainGit(root, "hash-object", "--no-filters", file.path).trim());
  });

  test("staged, unstaged, unmerged, assume-unchanged and skip-worktree entries", async () => {
    const root = repository({ "staged.ts": "1\n", "hidden.ts": "1\n", "sparse.ts": "1\n", "both.ts": "1\n", "removed.ts": "1\n" });
    const known = await remember(root);
    plainGit(root, "checkout", "-q", "-b", "other");
    write(root, { "both.ts": "theirs\n" });
    plainGit(root, "commit", "-qam", "theirs");
    plainGit(root, "checkout", "-q", "main");
    write(root, { "both.ts": "ours\n" });
    plainGit(root, "commit", "-qam", "ours");
    expect(() => plainGit(root, "merge", "-q", "other")).toThrow();
    plainGit(root, "update-index", "--assume-unchanged", "hidden.ts");
    plainGit(root, "update-index", "--skip-worktree", "sparse.ts");
    write(root, { "hidden.ts": "22\n", "staged.ts": "22\n" });
    rmSync(join(root, "sparse.ts"));
    plainGit(root, "add", "staged.ts");
    plainGit(root, "rm", "-q", "--cached", "removed.ts");
    expect(brief(await changedSince(root, known))).toEqual({ changed: ["both.ts", "hidden.ts", "staged.ts"], removed: ["sparse.ts"] });
  });

  test("line ends converted at checkout: content decides once, then the time", async () => {
    const root = repository({ ".gitattributes": "*.txt text eol=crlf\n", "a.txt": "one\r\ntwo\r\n" });
    const known = await remember(root);
    expect(known.get("a.txt")?.hash).not.toBe(plainGit(root, "rev-parse", "HEAD:a.txt").trim());
    expect(brief(await changedSince(root, known))).toEqual({ changed: [], removed: [] });
  });

  test("a submodule is left out unless it is the root", async () => {
    const inner = repository({ "x.ts": "x\n" });
    const root = repository({ "a.ts": "a\n" });
    plainGit(root, "submodule", "--quiet", "add", inner, "lib");
    expect(await skipped(root)).toEqual({ "lib/": "submodule" });
    expect(await paths(root)).toEqual([".gitmodules", "a.ts"]);
    expect(await paths(join(root, "lib"))).toEqual(["x.ts"]);
    expect((await explainSkip(root, "lib/x.ts")).reason).toBe("submodule");
  });

  test("a root below the top of the work tree obeys the ignore files above it", async () => {
    const root = repository({
      ".gitignore": "*.tmp\n",
      ".manifoldignore": "old/\n",
      "sub/a.ts": "a\n",
      "sub/old/b.ts": "b\n",
      "other.ts": "o\n",
    });
    write(root, { "sub/x.tmp": "x", "sub/new.ts": "n", "sub/a.ts": "aa\n" });
    const sub = join(root, "sub");
    const { files, skipped } = await scan(sub);
    expect(files.map((file) => [file.path, file.hash])).toEqual([
      ["a.ts", ""],
      ["new.ts", ""],
    ]);
    expect(Object.fromEntries(skipped)).toEqual({ "x.tmp": "ignored", "old/b.ts": "ignored" });
    expect(brief(await changedSince(sub, await remember(sub)))).toEqual({ changed: [], removed: [] });
  });

  test("an ignored folder that is named is indexed all the same", async () => {
    const root = repository({ ".gitignore": "vendor/\n", ".manifoldignore": "vendor/\n", "a.ts": "a\n" });
    write(root, { "vendor/p/x.ts": "x\n" });
    expect(await paths(join(root, "vendor"))).toEqual(["p/x.ts"]);
  });

  test("what git tracks in a tool's folder is kept", async () => {
    const root = repository({ "node_modules/own/a.js": "a\n" });
    expect(await paths(root)).toEqual(["node_modules/own/a.js"]);
  });

  test("git damaged or missing: a walk with a warning, the same files and the same reasons", async () => {
    const root = repository({ ".gitignore": "*.log\n", "a.ts": "a\n", "sub/b.ts": "b\n" });
    write(root, { "x.log": "x", "sub/y.log": "y", ".git/info/exclude": "excluded.ts\n", "excluded.ts": "e" });
    const whole = await scan(root);
    const known = await remember(root);
    writeFileSync(join(root, ".git/index"), "noise");
    const walked = await scan(root);
    expect([walked.git, walked.warnings.map((warning) => warning.code)]).toEqual([false, ["git-unavailable"]]);
    expect(walked.files.map((file) => file.path)).toEqual(whole.files.map((file) => file.path));
    expect(new Map([...walked.skipped].sort())).toEqual(new Map([...whole.skipped].sort()));
    expect(brief(await changedSince(root, known))).toEqual({ changed: [], removed: [] });
    expect((await scan(join(root, "sub"))).files.map((file) => file.path)).toEqual(["b.ts"]);
    process.env.PATH = join(root, "nothing");
    expect((await scan(root)).warnings[0]?.message).toContain("git is not installed");
  });
});

test("special files are not opened", async () => {
  const root = temporary();
  write(root, { "a.ts": "a" });
  Bun.spawnSync(["mkfifo", join(root, "pipe.ts")]);
  expect(await skipped(root)).toEqual({ "pipe.ts": "unreadable" });
  expect((await explainSkip(root, "pipe.ts")).reason).toBe("unreadable");
});

test("folders without permission", async () => {
  const root = temporary();
  write(root, { "a.ts": "a", "closed/b.ts": "b" });
  // Permissions do not bind root: the walk is made as nobody in particular.
  const wasRoot = process.getuid?.() === 0;
  const nobody = 65_534;
  if (wasRoot) for (const path of ["", "a.ts", "closed"]) chownSync(join(root, path), nobody, nobody);
  chmodSync(join(root, "closed"), 0);
  if (wasRoot) process.seteuid?.(nobody);
  try {
    expect(await skipped(root)).toEqual({ "closed/": "unreadable" });
  } finally {
    if (wasRoot) process.seteuid?.(0);
    chmodSync(join(root, "closed"), 0o755);
  }
});

test("a hostile ignore pattern does not hang", async () => {
  const root = temporary();
  const name = `${"a".repeat(200)}.ts`;
  write(root, { ".gitignore": `${"*a".repeat(60)}b\nreal.ts\n`, [name]: "x", "real.ts": "r" });
  expect(await paths(root)).toEqual([".gitignore", name]);
});

test("an edit within the tick of the file system is found", async () => {
  const root = temporary();
  for (let round = 0; round < 30; round++) {
    writeFileSync(join(root, "a.ts"), `v${round % 10}`);
    const known = await remember(root);
    writeFileSync(join(root, "a.ts"), `w${round % 10}`);
    expect(brief(await changedSince(root, known)).changed).toEqual(["a.ts"]);
  }
  appendFileSync(join(root, "a.ts"), "!");
  expect(readFileSync(join(root, "a.ts"), "utf8")).toEndWith("!");
});
