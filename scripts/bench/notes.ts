#!/usr/bin/env bun
/**
 * Are notes that say the same told from others (src/notes/search.ts), and where does the threshold belong (`settings.notes.alike`)?
 *
 *   bun scripts/bench/notes.ts
 *
 * Pairs: questions/note_pairs.txt, `same|related|unrelated` and two texts. The threshold that errs least on all facts but one is read on that one's pairs,
 * for each fact; a fact is a first text, with whatever pairs begin with it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { notes as settings } from "../../src/base/settings.ts";
import { likeness } from "../../src/notes/search.ts";
import { mean, table } from "./_measure.ts";

interface Pair {
  kind: "same" | "related" | "unrelated";
  fact: string;
  like: number;
}

const said = (body: string) => ({ title: body, body });
const pairs = readFileSync(join(import.meta.dir, "questions", "note_pairs.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line): Pair => {
    const [kind, fact, other] = line.split("|") as [Pair["kind"], string, string];
    return { kind, fact, like: likeness(said(fact), said(other)) };
  });

const errors = (some: readonly Pair[], border: number): number =>
  some.filter(({ kind, like }) => (kind === "same") !== like >= border).length;
/** The middle of the thresholds that err least. */
function chosen(some: readonly Pair[]): number {
  const borders = Array.from({ length: 81 }, (_, i) => 0.1 + i / 100);
  const least = Math.min(...borders.map((border) => errors(some, border)));
  return mean(borders.filter((border) => errors(some, border) === least));
}

const KINDS = ["same", "related", "unrelated"] as const;
table(
  ["threshold", ...KINDS.map((kind) => `${kind}: told alike`), "errors"],
  [0.35, 0.4, 0.43, 0.45, 0.46, 0.47, 0.48, 0.5, 0.52, 0.55, 0.57, 0.6].map((border) => [
    border.toFixed(2),
    ...KINDS.map((kind) => {
      const of = pairs.filter((pair) => pair.kind === kind);
      return `${of.filter(({ like }) => like >= border).length} of ${of.length}`;
    }),
    errors(pairs, border),
  ]),
);
const facts = [...new Set(pairs.map(({ fact }) => fact))];
const held = facts.flatMap((fact) => {
  const border = chosen(pairs.filter((pair) => pair.fact !== fact));
  return pairs.filter((pair) => pair.fact === fact).map((pair) => ({ ...pair, told: pair.like >= border, border }));
});
console.log(
  `\nheld out, ${facts.length} facts: ${KINDS.map((kind) => {
    const of = held.filter((pair) => pair.kind === kind);
    return `${kind} ${of.filter(({ told }) => told).length} of ${of.length}`;
  }).join(
    ", ",
  )} told alike; thresholds ${Math.min(...held.map(({ border }) => border)).toFixed(3)} to ${Math.max(...held.map(({ border }) => border)).toFixed(3)}`,
);
console.log(`of all: ${chosen(pairs).toFixed(3)}; the setting is ${settings.alike}`);
