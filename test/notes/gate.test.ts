/** What is too like an old note: the same thing said again, not another of the same subject. The pairs are those that the threshold was set by (scripts/bench/notes.ts). */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { notes as settings } from "../../src/base/settings.ts";
import { parseNote } from "../../src/notes/note.ts";
import { likeness, tooLike } from "../../src/notes/search.ts";

const said = (body: string) => ({ title: body, body });

const PAIRS = readFileSync(join(import.meta.dir, "../../scripts/bench/questions/note_pairs.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("|") as [string, string, string]);
const told = (kind: string): [number, number] => {
  const of = PAIRS.filter(([one]) => one === kind);
  return [of.filter(([, old, now]) => likeness(said(old), said(now)) >= settings.alike).length, of.length];
};

test("most notes that say the same in other words are told, hardly one of the same subject, none of another", () => {
  const [[same, all], [related, others], [unrelated]] = [told("same"), told("related"), told("unrelated")];
  expect([all, others]).toEqual([37, 39]);
  expect(same).toBeGreaterThanOrEqual(35);
  expect(related).toBeLessThanOrEqual(1);
  expect(unrelated).toBe(0);
});

test("the most alike first, each with its likeness; the same text is wholly alike; a text of no words is like nothing", () => {
  const texts = [...new Set(PAIRS.filter(([kind]) => kind === "same").map(([, text]) => text))];
  const old = texts.map((text, i) => ({ ...parseNote(`n/${i}.md`, text), title: text }));
  const found = tooLike(said(texts[3]!), old);
  expect(found[0]!.note.id).toBe("3");
  expect(found[0]!.likeness).toBeCloseTo(1, 3);
  expect(tooLike(said("…"), old)).toEqual([]);
});
