/** Notes as files: what is read of them, whatever stands there, and that what is written is read again and merges. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readNotes } from "../../src/notes/folder.ts";
import { aboutOf, fileNameOf, type Note, noteId, noteText, parseNote } from "../../src/notes/note.ts";

const read = (text: string, path = ".manifold-notes/a-note.md"): Note => parseNote(path, text);

test("what is written is read again, also what YAML would take for something else", () => {
  const note: Note = {
    id: "n-0123456789",
    title: 'yes: "no" # 1',
    tier: "critical",
    created: Date.UTC(2026, 0, 2, 3, 4, 5),
    about: [aboutOf("src/a b.ts#X.y@0123456789abcdef"), aboutOf("docs/"), aboutOf("null")],
    triggers: ["- a", "null", "2026-01-01", "don't", "ünïcode", "a: b", "true", "@x", "tab\there"],
    relations: { supersedes: ["n-1", "n-2"], contradicts: [], caused: ["n-3"], supports: [] },
    body: "One.\n\n---\n\n- two",
    path: ".manifold-notes/a-note.md",
    more: { author: "somebody", reviewed: [1, "x"], deep: { a: 1 } },
    problems: [],
    broken: false,
  };
  const again = read(noteText(note));
  expect({ ...again, about: again.about.map((one) => one.target).sort(), triggers: [...again.triggers].sort() }).toEqual({
    ...note,
    about: note.about.map((one) => one.target).sort(),
    triggers: [...note.triggers].sort(),
  } as never);
  expect(again.about.find(({ target }) => target === "src/a b.ts#X.y")?.hash).toBe("0123456789abcdef");
  expect(noteText(again)).toBe(noteText(note));
});

test("a file that people wrote without front matter is a note", () => {
  const note = read("# Retry policy\n\nThree times.\n", ".manifold-notes/retry-policy.md");
  expect([note.id, note.title, note.tier, note.created, note.body, note.problems]).toEqual([
    "retry-policy",
    "Retry policy",
    "normal",
    null,
    "# Retry policy\n\nThree times.",
    [],
  ]);
  expect(read("---\r\ntitle: Windows\r\n---\r\ntext\r\n").title).toBe("Windows");
  expect(read("").title).toBe("a-note");
});

test.each([
  ["---\ntier: urgent\n---\nx", /no tier "urgent"/, false],
  ["---\nid: ../../etc\n---\nx", /is no id/, false],
  ["---\ncreated: someday\n---\nx", /is no date/, false],
  ["---\ncreated: 12\n---\nx", /is no date/, false],
  ["---\ncreated: 99999-01-01\n---\nx", /is no date/, false],
  ["---\nabout: {a: 1}\n---\nx", /"about" is no list/, false],
  [`---\ntriggers: [${"a, ".repeat(500)}a]\n---\nx`, /501 entries/, false],
  ["---\ntitle: x\n", /does not end/, true],
  ["---\na: b: c\n---\nx", /cannot be read/, true],
  ["---\n- a\n---\nx", /no list of keys/, true],
  [`---\na: ${"[".repeat(20_000)}\n---\nx`, /cannot be read/, true],
  [`---\n${"a: b\n".repeat(20_000)}---\nx`, /does not end in time/, true],
  ["---\ntitle: x\n<<<<<<< HEAD\ntier: normal\n=======\ntier: scratch\n>>>>>>> other\n---\nx", /merge conflict/, true],
  ["---\ntitle: x\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n", /merge conflict/, true],
])("what is wrong is told, and never thrown: %#", (text, problem, broken) => {
  const note = read(text);
  expect(note.problems.join(" ")).toMatch(problem);
  expect(note.broken).toBe(broken);
});

test("aliases that would grow without end, types of YAML's own and keys of objects do no harm", () => {
  const bomb = Array.from({ length: 40 }, (_, i) => `a${i}: &a${i} [${i === 0 ? "x" : `*a${i - 1}, *a${i - 1}`}]`).join("\n");
  expect(read(`---\n${bomb}\n---\nx`).broken).toBe(true);
  const odd = read("---\n__proto__: {tier: scratch}\nconstructor: x\ntitle: !!js/function 'f'\ntoString: 1\n---\nx");
  expect([odd.tier, ({} as { tier?: string }).tier]).toEqual(["normal", undefined]);
});

test("ids: of what is said and when, another where one is taken; names of files: what it says and the id", () => {
  const id = noteId("t", "b", 5, () => false);
  expect(id).toMatch(/^n-[0-9a-f]{10}$/);
  expect(noteId("t", "b", 5, () => false)).toBe(id);
  expect([noteId("t", "c", 5, () => false), noteId("t", "b", 6, () => false)]).not.toContain(id);
  expect(noteId("t", "b", 5, (one) => one === id)).not.toBe(id);
  expect(fileNameOf("Sessions: étés & <b>../x</b>!", "n-0123456789")).toBe("sessions-etes-b-x-b-0123456789.md");
  expect(fileNameOf("日本", "n-0123456789")).toBe("note-0123456789.md");
});

test("branches merge that added notes, and that added to other lists of one note", () => {
  const root = mkdtempSync(join(tmpdir(), "manifold-merge-"));
  const git = (...words: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", ...words], {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", HOME: root, GIT_CONFIG_NOSYSTEM: "1" },
    });
    return { exitCode, out: stdout.toString() + stderr.toString() };
  };
  const folder = join(root, ".manifold-notes");
  const add = (title: string, body: string): Note => {
    const id = noteId(title, body, 0, () => false);
    const note = { ...read(body, `.manifold-notes/${fileNameOf(title, id)}`), id, title, created: 0 };
    writeFileSync(join(root, note.path), noteText(note));
    return note;
  };
  try {
    git("init", "-q", "-b", "main");
    mkdirSync(folder);
    const shared = add("Shared", "What both know.");
    const change = (change: (note: Note) => void) => {
      const note = parseNote(shared.path, readFileSync(join(root, shared.path), "utf8"));
      change(note);
      writeFileSync(join(root, shared.path), noteText(note));
    };
    git("add", "-A");
    git("commit", "-qm", "1");
    git("checkout", "-qb", "other");
    const theirs = add("Theirs", "What they learnt.");
    change((note) => note.triggers.push("their words"));
    git("add", "-A");
    git("commit", "-qm", "2");
    git("checkout", "-q", "main");
    const mine = add("Mine", "What I learnt.");
    change((note) => {
      note.about.push(aboutOf("src/a.ts"));
      note.relations.caused.push(mine.id);
    });
    git("add", "-A");
    git("commit", "-qm", "3");
    const merged = git("merge", "-q", "--no-edit", "other");
    expect(merged.exitCode).toBe(0);
    const { all, problems } = readNotes(root, ".manifold-notes");
    expect(problems).toEqual([]);
    expect(all.map(({ id }) => id).sort()).toEqual([shared.id, theirs.id, mine.id].sort());
    const both = all.find(({ id }) => id === shared.id)!;
    expect([both.about[0]!.target, both.triggers, both.relations.caused, both.problems]).toEqual([
      "src/a.ts",
      ["their words"],
      [mine.id],
      [],
    ]);
    expect(readdirSync(folder).length).toBe(3);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
