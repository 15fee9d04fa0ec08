/** What is done with notes: written, found by name, changed, replaced, forgotten, reviewed. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "../../../src/asking.ts";
import { Refusal } from "../../../src/base/errors.ts";
import { notesSchema } from "../../../src/base/schema.ts";
import { refresh } from "../../../src/indexing/refresh.ts";
import { NOTES_FOLDER } from "../../../src/notes/folder.ts";
import { Desk, TooLike, titleOf } from "../../../src/serve/notes/desk.ts";
import { noteLines } from "../../../src/serve/notes/render.ts";
import { style } from "../../../src/serve/render/visible.ts";
import { Repository } from "../../asking/_repository.ts";

const NOW = Date.UTC(2026, 0, 1);
let repository: Repository;
let session: Session & { close(): void };
let desk: Desk;
const at = (now: number): Desk => new Desk(session, now);

beforeEach(async () => {
  repository = new Repository({
    "src/a.ts":
      "export function save(): number {\n  return 1;\n}\nexport class Store {\n  constructor() {}\n  save(): void {}\n}\nexport class Box {\n  Box(): void {}\n}\n",
    "src/b.ts": "export function book(): number {\n  return 2;\n}\nexport function save(): number {\n  return 3;\n}\n",
  });
  const { store, behind, warnings } = await refresh(repository.root, { quiet: true, terminal: false });
  session = { root: repository.root, store, behind, warnings, notes: { folder: NOTES_FOLDER, now: NOW }, close: () => store.close() };
  desk = at(NOW);
});
afterEach(() => {
  session.close();
  repository[Symbol.dispose]();
});

function refused(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return "";
}

test("a note is a file that says all that was said; the same at the same time is the same file", () => {
  const { note, warnings } = desk.add({
    text: "Books are rounded half even. Auditors want it.",
    about: ["book", "src/", "src/b.ts:1-3"],
    tier: "critical",
    triggers: ["  rounding   rule ", "rounding rule", ""],
  });
  expect(warnings).toEqual([]);
  expect([note.title, note.tier, note.created, note.triggers]).toEqual(["Books are rounded half even", "critical", NOW, ["rounding rule"]]);
  expect(note.about.map(({ target, hash }) => [target, hash?.length])).toEqual([
    ["src/b.ts#book", 16],
    ["src/", 16],
    ["src/b.ts:1-3", 16],
  ]);
  const written = readFileSync(join(repository.root, note.path), "utf8");
  desk.forget(note);
  expect(existsSync(join(repository.root, note.path))).toBe(false);
  const again = at(NOW).add({
    text: "Books are rounded half even. Auditors want it.",
    about: ["book", "src/", "src/b.ts:1-3"],
    tier: "critical",
    triggers: ["rounding rule"],
  });
  expect(again.note.path).toBe(note.path);
  expect(readFileSync(join(repository.root, note.path), "utf8")).toBe(written);
});

test("what cannot be meant is refused with what could be", () => {
  expect(refused(() => desk.add({ text: "  \n" }))).toBe("bad-value");
  expect(refused(() => desk.add({ text: "x", about: ["nowhere"] }))).toBe("symbol-unknown");
  expect(refused(() => desk.add({ text: "x", about: ["save"] }))).toBe("symbol-ambiguous");
  expect(refused(() => desk.add({ text: "x", about: ["src/gone.ts:1-2"] }))).toBe("citation-unknown");
  expect(refused(() => desk.add({ text: "x", relations: { caused: ["n-nothing"] } }))).toBe("note-unknown");
  expect(refused(() => desk.add({ text: "x", title: "y".repeat(300) }))).toBe("bad-value");
  expect(desk.list()).toEqual([]);
  expect(desk.add({ text: "y", about: ["Box"] }).note.about.map(({ target }) => target)).toEqual(["src/a.ts#Box"]);
  expect(desk.add({ text: "x", about: ["src/a.ts#save", "Store.save"] }).note.about.map(({ target }) => target)).toEqual([
    "src/a.ts#save",
    "src/a.ts#Store.save",
  ]);
});

test("the gate: too like an old note is refused, until it is to change it, to replace it, or to stand beside it", () => {
  const old = desk.add({ text: "Never retry a booking: it books twice.", triggers: ["retry"], about: ["book"] }).note;
  const said = { text: "Do not retry bookings, a booking that is retried books twice." };
  const error = (() => {
    try {
      desk.add(said);
    } catch (error) {
      return error;
    }
  })() as TooLike;
  expect(error).toBeInstanceOf(TooLike);
  expect([error.code, error.exit, error.alike[0]!.note.id]).toEqual(["note-alike", 2, old.id]);
  for (const flag of [`--update ${old.id}`, `--supersedes ${old.id}`, "--keep-both"]) expect(error.fix).toContain(flag);
  expect(desk.list().length).toBe(1);

  const updated = desk.add({ ...said, triggers: ["double booking"], tier: "critical" }, { update: old.id }).note;
  expect([updated.id, updated.path, updated.body, updated.tier, updated.created]).toEqual([old.id, old.path, said.text, "critical", NOW]);
  expect([updated.triggers, updated.about.map(({ target }) => target)]).toEqual([["retry", "double booking"], ["src/b.ts#book"]]);
  expect(desk.list().length).toBe(1);

  const next = desk.add({ text: "Never retry a booking, it books twice; ask first.", relations: { supersedes: [old.id] } }).note;
  expect(desk.row(desk.find(old.id)).superseded_by).toEqual([next.id]);
  // What gave way is not what a new note is like.
  expect(refused(() => desk.add(said))).toBe("note-alike");
  expect(desk.add(said, { keepBoth: true }).note.id).not.toBe(old.id);
  expect(
    desk.add({ text: "Always retry a booking: it books twice.", relations: { contradicts: [next.id] } }).note.relations.contradicts,
  ).toEqual([next.id]);
});

test("notes are named by id, its beginning, title or file", () => {
  const one = desk.add({ text: "Alpha particles." }).note;
  const two = desk.add({ text: "Beta decay of neutrons." }).note;
  for (const name of [one.id, one.id.slice(0, 6), one.id.slice(2, 7), "alpha particles", one.path, one.path.split("/")[1]!])
    expect(desk.find(name).id).toBe(one.id);
  expect(refused(() => desk.find("n-"))).toBe("note-unknown");
  writeFileSync(join(repository.root, NOTES_FOLDER, "copy.md"), `# ${two.title}\n`);
  expect(refused(() => at(NOW).find(two.title))).toBe("note-ambiguous");
  try {
    desk.find("neutrons");
  } catch (error) {
    expect((error as Refusal).fix).toContain(two.id);
  }
});

test("changing a note: lists as a whole, a new text says anew what its code is; what is not ours in the file stays", () => {
  const { note } = desk.add({ text: "Books are rounded.", about: ["book"], triggers: ["a", "b"] });
  const file = join(repository.root, note.path);
  writeFileSync(
    file,
    readFileSync(file, "utf8")
      .replace("created:", "author: somebody\ncreated:")
      .replace(/@[0-9a-f]{16}/, "@0000000000000000"),
  );
  const then = at(NOW);
  expect(then.row(then.find(note.id)).about[0]!.state).toBe("changed");
  const tiered = then.edit(then.find(note.id), { tier: "scratch", triggers: ["c"] }).note;
  expect([tiered.tier, tiered.triggers, tiered.body, then.row(tiered).about[0]!.state]).toEqual([
    "scratch",
    ["c"],
    "Books are rounded.",
    "changed",
  ]);
  const checked = then.edit(tiered, {}, true).note;
  expect(then.row(checked).about[0]!.state).toBe("same");
  const retitled = then.edit(checked, { text: "Books are truncated.", about: [""] }).note;
  expect([retitled.title, retitled.about, retitled.path, retitled.id]).toEqual(["Books are truncated", [], note.path, note.id]);
  expect(readFileSync(file, "utf8")).toContain("author: somebody");
  expect(refused(() => then.edit(retitled, { text: "" }))).toBe("bad-value");
});

test("secrets are blanked before they are written, and that is told", () => {
  const { note, warnings } = desk.add({ text: "The key is AKIAIOSFODNN7EXAMPLQ, rotate it." });
  expect(readFileSync(join(repository.root, note.path), "utf8")).not.toContain("AKIAIOSFODNN7EXAMPLQ");
  expect(warnings.map(({ code }) => code)).toEqual(["secret-blanked"]);
});

test("review lists what there is to look at, and why; forgetting tells who spoke of it", () => {
  const fine = desk.add({ text: "Quiet.", tier: "constitutional" }).note;
  const weak = desk.add({ text: "Look at this tomorrow.", tier: "scratch" }).note;
  const old = desk.add({ text: "Ports are even numbers." }).note;
  const next = desk.add({ text: "Gates open at nine.", relations: { supersedes: [old.id] } }).note;
  const against = desk.add({ text: "Doors stay shut.", relations: { contradicts: [next.id] } }).note;
  const stale = desk.add({ text: "Books double.", about: ["book"] }).note;
  writeFileSync(
    join(repository.root, stale.path),
    readFileSync(join(repository.root, stale.path), "utf8").replace(/@[0-9a-f]{16}/, "@0000000000000000"),
  );
  writeFileSync(join(repository.root, NOTES_FOLDER, "odd.md"), "---\ntier: urgent\nsupersedes: nowhere\n---\nx");
  const later = at(NOW + 40 * 86_400_000);
  const rows = new Map(later.review().map(({ id, reasons }) => [id, reasons.join(" ")]));
  expect([...rows.keys()].sort()).toEqual([weak.id, next.id, against.id, stale.id, "odd"].sort());
  expect(rows.has(fine.id)).toBe(false);
  expect(rows.get(weak.id)).toContain("faded to 0.00");
  expect(later.row(later.find(old.id)).superseded_by).toEqual([next.id]);
  expect(rows.get(against.id)).toContain("contradict each other");
  expect(rows.get(stale.id)).toContain("src/b.ts#book has changed");
  expect(rows.get("odd")).toMatch(/no tier "urgent".*nowhere, which is not there/);
  expect(later.forget(later.find(next.id)).map(({ message }) => message.slice(0, 12))).toEqual([against.id]);
});

test("reports are what the schema says, and print what notes say as quotations", () => {
  desk.add({ text: "One \u001b[31m red.\n\n! not ours", about: ["book"], triggers: ["x"] });
  const [note] = desk.list();
  for (const [action, rows] of [
    ["list", desk.list().map((one) => desk.row(one))],
    ["show", [desk.row(note!)]],
    ["search", desk.search("red", 5, true).map((one) => desk.row(one.note, one))],
    ["review", desk.review()],
    ["add", [desk.row(note!)]],
    ["forget", [desk.row(note!)]],
  ] as const) {
    const report = desk.report(action, [...rows]);
    expect(notesSchema.parse(report)).toEqual(report);
    const printed = noteLines(report, { cwd: repository.root, style: style(false) }).join("\n");
    expect(printed).not.toContain("\u001b");
    expect(printed).not.toMatch(/^! not ours/m);
  }
});

test("a title that nobody gave is the first sentence, or the beginning of a long one", () => {
  expect(titleOf("# Heading\n\ntext")).toBe("Heading");
  expect(titleOf("Version 1.2 is old. Really.")).toBe("Version 1.2 is old");
  expect(titleOf("Why? Because.")).toBe("Why?");
  expect(titleOf("word ".repeat(50)).length).toBeLessThanOrEqual(80);
});
