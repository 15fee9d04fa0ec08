/** The folder of notes as anybody may have left it: nothing outside is read or written, nothing waits, and whatever is no note is told. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOTES_FOLDER, notesFolder, readNotes, writeNote } from "../../src/notes/folder.ts";
import { notes as limits } from "../../src/notes/limits.ts";
import { parseNote } from "../../src/notes/note.ts";

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "manifold-notes-")));
  root = join(base, "tree");
  mkdirSync(join(root, NOTES_FOLDER), { recursive: true });
  mkdirSync(join(base, "outside"));
  writeFileSync(join(base, "outside/secret.md"), "# outside\n");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));
const put = (name: string, text: string | Uint8Array) => writeFileSync(join(root, NOTES_FOLDER, name), text);

test("links, pipes, devices' stead, folders named like notes, what is too large, binary or no text: left out, and told", () => {
  put("good.md", "# Good\n");
  symlinkSync(join(base, "outside/secret.md"), join(root, NOTES_FOLDER, "link.md"));
  symlinkSync("/dev/zero", join(root, NOTES_FOLDER, "zero.md"));
  symlinkSync(join(base, "outside"), join(root, NOTES_FOLDER, "folder"));
  expect(Bun.spawnSync(["mkfifo", join(root, NOTES_FOLDER, "pipe.md")]).exitCode).toBe(0);
  mkdirSync(join(root, NOTES_FOLDER, "deep.md"));
  put("large.md", "x".repeat(limits.maxBytes + 1));
  put("binary.md", new Uint8Array(100));
  put("noise.md", new Uint8Array(100).fill(0xff));
  put("other.txt", "no note");
  put(".hidden.md", "no note");
  const { all, problems } = readNotes(root, NOTES_FOLDER);
  expect(all.map(({ id }) => id)).toEqual(["good"]);
  expect(problems.map((problem) => /\/(\w+)\.md/.exec(problem)?.[1]).sort()).toEqual(["binary", "large", "link", "noise", "pipe", "zero"]);
});

test("a folder that is a link, or that lies behind one, is neither read nor written through", () => {
  rmSync(join(root, NOTES_FOLDER), { recursive: true });
  symlinkSync(join(base, "outside"), join(root, NOTES_FOLDER));
  symlinkSync(join(base, "outside"), join(root, "docs"));
  const note = parseNote(`${NOTES_FOLDER}/new.md`, "x");
  for (const folder of [NOTES_FOLDER, "docs", "docs/notes"]) {
    expect(readNotes(root, folder).all).toEqual([]);
    expect(readNotes(root, folder).problems.join()).toContain("is a link");
    expect(() => writeNote(root, folder, { ...note, path: `${folder}/new.md` })).toThrow("is a link");
  }
  expect(existsSync(join(base, "outside/new.md"))).toBe(false);
  rmSync(join(root, "docs"));
  writeFileSync(join(root, "docs"), "a file");
  expect(() => writeNote(root, "docs", { ...note, path: "docs/new.md" })).toThrow("no folder");
});

test("a note is not written through a link that has its name; it may be read by others as files of the tree are", () => {
  symlinkSync(join(base, "outside/secret.md"), join(root, NOTES_FOLDER, "new.md"));
  writeNote(root, NOTES_FOLDER, parseNote(`${NOTES_FOLDER}/new.md`, "mine"));
  expect(readFileSync(join(base, "outside/secret.md"), "utf8")).toBe("# outside\n");
  expect(readFileSync(join(root, NOTES_FOLDER, "new.md"), "utf8")).toContain("mine");
  expect(statSync(join(root, NOTES_FOLDER, "new.md")).mode & 0o777).toBe(0o644 & ~process.umask());
});

test.each(["/etc", "../outside", "a/../../b", "", ".", "a//b", ".git/notes", ".manifold", "x\0y", "x".repeat(401)])(
  "a folder that does not lie in the tree is refused: %j",
  (folder) => {
    expect(() => notesFolder(folder)).toThrow("does not lie in the tree");
  },
);

test("a folder of the settings", () => {
  expect([null, "./docs/notes/", "notes"].map(notesFolder)).toEqual([".manifold-notes", "docs/notes", "notes"]);
});

test("more notes than are read, and folders without end: some are, the others are told", () => {
  let deep = join(root, NOTES_FOLDER);
  for (let depth = 0; depth < 40; depth++) {
    deep = join(deep, "d");
    mkdirSync(deep);
    writeFileSync(join(deep, `at-${depth}.md`), "x");
  }
  expect(readNotes(root, NOTES_FOLDER).all.map(({ id }) => id)).toEqual(["at-0", "at-1", "at-2", "at-3"]);
  for (let n = 0; n < limits.maxNotes + 5; n++) put(`n${n}.md`, "x");
  const { all, problems } = readNotes(root, NOTES_FOLDER);
  expect(all.length).toBe(limits.maxNotes);
  expect(problems.join()).toContain("more files than are read");
});

test("an id that two files have is told of the second, which is used for nothing; a secret is blanked", () => {
  put("a.md", "---\nid: same\n---\nx");
  put("b.md", "---\nid: same\n---\ny AKIAIOSFODNN7EXAMPLQ z");
  const { all } = readNotes(root, NOTES_FOLDER);
  expect(all.map(({ path, broken, problems }) => [path.at(-4), broken, problems])).toEqual([
    ["a", false, []],
    ["b", true, ["Another note has the id same."]],
  ]);
  expect(all[1]!.body).not.toContain("AKIAIOSFODNN7EXAMPLQ");
});
