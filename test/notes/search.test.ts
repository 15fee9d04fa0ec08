/** Finding notes: weights of fields, relations that multiply along a walk, neighbours in time, strength, and who yields to whom. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { notes as settings } from "../../src/base/settings.ts";
import { Memories, recall } from "../../src/notes/memory.ts";
import { aboutOf, type Note, parseNote } from "../../src/notes/note.ts";
import { Web } from "../../src/notes/relations.ts";
import { byWords, type FoundNote, ranked } from "../../src/notes/search.ts";

const root = mkdtempSync(join(tmpdir(), "manifold-notes-"));
mkdirSync(join(root, ".manifold"), { mode: 0o700 });
afterAll(() => rmSync(root, { recursive: true, force: true }));

const NOW = Date.UTC(2026, 0, 1);
let minutes = 0;

/** A note of that id; each is written two hours after the last unless it says otherwise, and NOW is its day. */
function note(id: string, more: Partial<Note> & Partial<Note["relations"]> = {}): Note {
  const { supersedes = [], contradicts = [], caused = [], supports = [], ...rest } = more;
  minutes += 120;
  const plain = { ...parseNote(`.manifold-notes/${id}.md`, "other words"), title: `title ${id}`, created: NOW + minutes * 60_000 };
  return { ...plain, id, ...rest, relations: { supersedes, contradicts, caused, supports } };
}

function search(notes: Note[], text: string, options: { now?: number; all?: boolean } = {}): FoundNote[] {
  const web = new Web(notes);
  return ranked(web, Memories.of(root), byWords(web, text, true), { now: NOW, ...options });
}
const ids = (found: FoundNote[]): string[] => found.map((one) => one.note.id);
const of = (found: FoundNote[], id: string): FoundNote => found.find((one) => one.note.id === id)!;

test("title 10, trigger phrases 5, file names 2, body 1: MiniSearch's scores of one word in fields of one length", () => {
  const filler = ["alpha", "beta", "gamma"];
  const all = [
    note("a1", { title: "zebra", triggers: ["x"], about: [aboutOf("x")], body: "x", path: "n/a1.md" }),
    note("a2", { title: filler[0]!, triggers: ["zebra"], about: [aboutOf("x")], body: "x", path: "n/a2.md" }),
    note("a3", { title: filler[1]!, triggers: ["x"], about: [aboutOf("zebra")], body: "x", path: "n/a3.md" }),
    note("a4", { title: filler[2]!, triggers: ["x"], about: [aboutOf("x")], body: "zebra", path: "n/a4.md" }),
  ];
  const found = search(all, "zebra");
  expect(ids(found)).toEqual(["a1", "a2", "a3", "a4"]);
  const [title, trigger, file, body] = found.map(({ words }) => words) as [number, number, number, number];
  expect([title / body, trigger / body, file / body].map((ratio) => Math.round(ratio * 100) / 100)).toEqual([10, 5, 2]);
  expect(settings.weights).toEqual({ title: 10, triggers: 5, files: 2, body: 1 });
});

test("the file that a note is about finds it, by any part of its path; its own id does not", () => {
  const one = note("n-0123456789", {
    title: "x",
    path: ".manifold-notes/lax-cookies-0123456789.md",
    about: [aboutOf("src/auth/token_store.ts#TokenStore")],
  });
  expect(ids(search([one, note("b")], "token store"))).toEqual([one.id]);
  expect(ids(search([one, note("b")], "cookies"))).toEqual([one.id]);
  const web = new Web([one]);
  expect(byWords(web, "0123456789").size).toBe(0);
});

test("words are stemmed, stop words say nothing; only where no word is theirs, beginnings and typing errors are looked at", () => {
  const all = [note("a", { title: "Retrying uploads" }), note("b", { title: "Retire the old queue" })];
  expect(ids(search(all, "how are the retries of an upload done"))).toEqual(["a"]);
  expect(ids(search(all, "uplod"))).toEqual(["a"]);
  expect(byWords(new Web(all), "uplod").size).toBe(0);
  expect(search(all, "the of and")).toEqual([]);
});

test("relations multiply along a walk, of three at most; the best way counts, and no note is met twice", () => {
  const all = [
    note("a", { title: "zebra", caused: ["b"] }),
    note("b", { supports: ["c"] }),
    note("c", { contradicts: ["d"] }),
    note("d", { caused: ["e"] }),
    note("e"),
    note("f", { supports: ["a"], contradicts: ["b"] }),
  ];
  const found = search(all, "zebra");
  const start = of(found, "a").words;
  const factors = Object.fromEntries(found.map((one) => [one.note.id, Math.round((one.relevance / start) * 1e4) / 1e4]));
  expect(factors).toEqual({ a: 1, b: 1.3, c: 1.43, d: 1.144, f: 1.1 });
  expect([of(found, "d").by, of(found, "d").words]).toEqual([{ walk: ["a", "b", "c", "d"] }, 0]);
});

test("a superseded note yields: its successor is found in its place, at 1.5 of what it has, also along a chain; --all shows it", () => {
  const all = [note("a", { title: "zebra" }), note("b", { supersedes: ["a"] }), note("c", { supersedes: ["b"] })];
  const found = search(all, "zebra");
  expect(ids(found)).toEqual(["c"]);
  expect(found[0]!.inPlaceOf).toEqual(["a", "b"]);
  const shown = search(all, "zebra", { all: true });
  expect(ids(shown).sort()).toEqual(["a", "b", "c"]);
  expect(of(shown, "c").relevance / of(shown, "a").relevance).toBeCloseTo(2.25, 9);
  // From the successor nothing leads back.
  expect(ids(search([note("a"), note("b", { title: "zebra", supersedes: ["a"] })], "zebra", { all: true }))).toEqual(["b"]);
});

test("a circle of notes that supersede each other: none yields, and it is told; so is what leads nowhere", () => {
  const all = [
    note("a", { title: "zebra", supersedes: ["b"] }),
    note("b", { title: "zebra", supersedes: ["c"] }),
    note("c", { title: "zebra", supersedes: ["a"] }),
    note("d", { supersedes: ["d", "nowhere"], caused: ["gone"] }),
    note("e", { title: "zebra" }),
    note("f", { supersedes: ["e"] }),
  ];
  const web = new Web(all);
  expect(ids(search(all, "zebra")).sort()).toEqual(["a", "b", "c", "f"]);
  expect(web.problemsOf(all[0]!).join()).toContain("circle");
  expect(web.problemsOf(all[3]!)).toEqual([
    "It supersedes itself.",
    "It supersedes nowhere, which is not there.",
    "It caused gone, which is not there.",
  ]);
  expect(web.problemsOf(all[5]!)).toEqual([]);
});

test("thousands of notes that all relate to each other are ranked in bounded time", () => {
  const names = Array.from({ length: 2_000 }, (_, i) => `n${i}`);
  const all = names.map((id, i) =>
    note(id, { title: "zebra", supersedes: names.slice(i % 1_900, (i % 1_900) + 100), caused: names.slice(0, 100), created: NOW }),
  );
  const started = process.cpuUsage();
  search(all, "zebra");
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(20);
});

test("notes written within an hour are co-activated, with a tenth, once", () => {
  const hour = 3_600_000;
  const all = [
    note("a", { title: "zebra", created: NOW }),
    note("b", { created: NOW + hour }),
    note("c", { created: NOW - hour - 1 }),
    note("d", { created: NOW + 2 * hour }),
    note("e", { created: null }),
  ];
  const found = search(all, "zebra");
  expect(ids(found)).toEqual(["a", "b"]);
  expect(of(found, "b").relevance / of(found, "a").relevance).toBeCloseTo(0.1, 9);
  expect(of(found, "b").by).toEqual({ with: "a" });
});

test("strength multiplies: what fades comes later, what is recalled comes back, and the work tree is not touched", () => {
  const all = [
    note("old", { title: "zebra", created: NOW }),
    note("law", { title: "zebra stripes and more words than the other", tier: "constitutional", created: NOW - 7_200_000 }),
  ];
  expect(ids(search(all, "zebra"))).toEqual(["old", "law"]);
  const later = NOW + 365 * 86_400_000;
  const faded = search(all, "zebra", { now: later });
  expect(ids(faded)).toEqual(["law", "old"]);
  expect([of(faded, "old").strength.toFixed(4), of(faded, "law").strength.toFixed(4)]).toEqual(["0.4589", "0.9459"]);
  expect(of(faded, "old").score).toBeCloseTo(of(faded, "old").relevance * of(faded, "old").strength, 9);
  recall(root, [all[0]!], later);
  expect(of(search(all, "zebra", { now: later }), "old").strength.toFixed(4)).toBe("0.7295");
  const again = Memories.of(root).get(all[0]!);
  expect([again.recalls, again.at]).toEqual([1, later]);
});

test("notes that contradict each other are found as pairs, but for one that took the other's place", () => {
  const all = [note("a", { contradicts: ["b", "c"] }), note("b", { contradicts: ["a"] }), note("c", { supersedes: ["a"] })];
  const web = new Web(all);
  expect(web.contradictions(all).map((pair) => pair.map(({ id }) => id))).toEqual([["a", "b"]]);
  expect(web.contradictions([all[0]!])).toEqual([]);
});
