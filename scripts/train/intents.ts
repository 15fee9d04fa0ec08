#!/usr/bin/env bun
/**
 * Places the seven intents in the space of the built-in embedding: their centroids, from generated sentences (_intents.ts), seen through the
 * inverse of the spread within them (Fisher's linear discriminant), so that the subject of a question, which is most of its vector, counts little.
 *
 *   bun scripts/train/intents.ts [--write]
 *
 * Prints the accuracy on templates that were held out whole, and writes `src/query/route/centroids.ts`. Same sentences and table, same bytes.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { INTENTS, type Intent } from "../../src/base/types.ts";
import { builtInTable, embedQuestion } from "../../src/embed/static.ts";
import { readQuestion } from "../../src/query/route.ts";
import { SUBJECTS, topics, WORDINGS } from "./_intents.ts";

/** What is added to the spread in every direction, as a share of its mean: few sentences say little about most directions. */
const SHRINK = 0.5;
/** Topics of each template: as many in all as the other intents have together. */
const TOPICS_EACH = 200;

interface Sentence {
  intent: number;
  template: number;
  cue: number;
  text: string;
  vector: Float64Array;
}

interface Discriminant {
  /** One row an intent. */
  rows: Float64Array[];
  bias: number[];
}

const vectorOf = (text: string): Float64Array => Float64Array.from(embedQuestion(text, () => null));

const sentences: Sentence[] = INTENTS.flatMap((name, intent) =>
  WORDINGS[name].templates.flatMap((template, at) =>
    WORDINGS[name].cues.flatMap((cue, c) =>
      // Four subjects each, others for every wording.
      [0, 1, 2, 3].map((n) => {
        const text = template.replace("{x}", SUBJECTS[(7 * at + 3 * c + 5 * n) % SUBJECTS.length]!).replace("{c}", cue);
        return { intent, template: at, cue: c, text, vector: vectorOf(text) };
      }),
    ),
  ),
);

const explore = INTENTS.indexOf("explore");
for (const topic of topics(TOPICS_EACH)) sentences.push({ ...topic, intent: explore, vector: vectorOf(topic.text) });

function train(some: readonly Sentence[]): Discriminant {
  const { dimensions } = builtInTable();
  const means = INTENTS.map((_, intent) => {
    const own = some.filter((one) => one.intent === intent);
    const mean = new Float64Array(dimensions);
    for (const { vector } of own) for (let k = 0; k < dimensions; k++) mean[k]! += vector[k]! / own.length;
    return mean;
  });
  const spread = Array.from({ length: dimensions }, () => new Float64Array(dimensions));
  for (const { vector, intent } of some) {
    const mean = means[intent]!;
    for (let i = 0; i < dimensions; i++)
      for (let j = 0; j < dimensions; j++) spread[i]![j]! += ((vector[i]! - mean[i]!) * (vector[j]! - mean[j]!)) / some.length;
  }
  let trace = 0;
  for (let i = 0; i < dimensions; i++) trace += spread[i]![i]!;
  for (let i = 0; i < dimensions; i++) spread[i]![i]! += (SHRINK * trace) / dimensions;
  const rows = solve(spread, means);
  return { rows, bias: rows.map((row, intent) => -0.5 * dot(row, means[intent]!)) };
}

/** Solves `matrix · x = each right side` by elimination; the matrix is symmetric and positive definite. */
function solve(matrix: readonly Float64Array[], sides: readonly Float64Array[]): Float64Array[] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => Float64Array.from([...row, ...sides.map((side) => side[i]!)]));
  for (let i = 0; i < n; i++) {
    const pivot = rows[i]![i]!;
    for (let k = i; k < rows[i]!.length; k++) rows[i]![k]! /= pivot;
    for (let j = 0; j < n; j++) {
      const factor = rows[j]![i]!;
      if (j === i || factor === 0) continue;
      for (let k = i; k < rows[j]!.length; k++) rows[j]![k]! -= factor * rows[i]![k]!;
    }
  }
  return sides.map((_, s) => Float64Array.from(rows, (row) => row[n + s]!));
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
};

/** The nearest intent and how much nearer it is than the next. */
function nearest({ rows, bias }: Discriminant, vector: ArrayLike<number>): { intent: number; margin: number } {
  const scores = rows.map((row, i) => dot(row, vector) + bias[i]!);
  const order = scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]!);
  return { intent: order[0]!, margin: scores[order[0]!]! - scores[order[1]!]! };
}

/** Accuracy on sentences of which every template (every cue) was held out in turn. */
function heldOut(what: "template" | "cue", folds: number): void {
  const tested = sentences.map((one) => ({ ...one, silent: isSilent(one.text), told: -1, margin: 0 }));
  for (let fold = 0; fold < folds; fold++) {
    const model = train(sentences.filter((one) => one[what] % folds !== fold));
    for (const one of tested)
      if (one[what] % folds === fold) {
        const { intent, margin } = nearest(model, one.vector);
        [one.told, one.margin] = [intent, margin];
      }
  }
  const silent = tested.filter((one) => one.silent);
  console.log(`\n${what}s held out: ${sentences.length} sentences, ${silent.length} in which no row of the table fires`);
  for (const margin of [0, 1, 2, 2.5, 3, 4]) {
    const told = silent.filter((one) => one.margin >= margin);
    const other = told.filter((one) => INTENTS[one.told] !== "explore");
    const right = (some: typeof told) =>
      ((100 * some.filter((one) => one.told === one.intent).length) / Math.max(1, some.length)).toFixed(1);
    console.log(
      `margin ${margin}: told ${told.length}, right ${right(told)} %; another intent than explore ${other.length}, right ${right(other)} %`,
    );
  }
  const rows = INTENTS.map((name, intent) => {
    const own = silent.filter((one) => one.intent === intent);
    return `${name.padEnd(16)} ${INTENTS.map((_, told) => String(own.filter((one) => one.told === told).length).padStart(5)).join("")}`;
  });
  console.log(`${" ".repeat(17)}${INTENTS.map((name: Intent) => name.slice(0, 4).padStart(5)).join("")}\n${rows.join("\n")}`);
}

const isSilent = (text: string): boolean => readQuestion(text).route.signals.length === 0;
heldOut("template", 6);
heldOut("cue", 5);

if (process.argv.includes("--write")) {
  const { rows: all, bias } = train(sentences);
  const most = all.map((row) => row.reduce((a, b) => Math.max(a, Math.abs(b)), 0));
  const packed = all.map((row, i) => Buffer.from(Int8Array.from(row, (x) => Math.round((127 * x) / most[i]!)).buffer).toString("base64"));
  const lines = INTENTS.map(
    (name, i) =>
      `  ${name}: {\n    scale: ${Number((most[i]! / 127).toPrecision(6))},\n    bias: ${Number(bias[i]!.toPrecision(6))},\n    row: "${packed[i]}",\n  },`,
  );
  writeFileSync(
    join(import.meta.dir, "../../src/query/route/centroids.ts"),
    `/** Where the intents lie in the space of the built-in embedding. Made by scripts/train/intents.ts; do not edit. */\nimport type { Intent } from "../../base/types.ts";\n\n/** Of which table (\`TokenTable.hash\`). */\nexport const CENTROIDS_OF = "${builtInTable().hash}";\n\n/** The score of a unit vector is \`scale\` · row · vector + \`bias\`; rows are signed bytes in base64. */\nexport const CENTROIDS: Record<Intent, { scale: number; bias: number; row: string }> = {\n${lines.join("\n")}\n};\n`,
  );
}
