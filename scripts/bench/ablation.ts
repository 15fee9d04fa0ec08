#!/usr/bin/env bun
/**
 * What each part of the ranking is worth: every variant asks the same questions in this one process.
 *
 *   bun scripts/bench/ablation.ts [--bench DIR --repos DIR] [--only a,b] [--set path=value …] [--sweep path=v1,v2,…] [--variants "name,…"] [--worst N] [--rows]
 *
 * The first form uses our own questions about pinned packages, the second the public benchmark (see retrieval.ts). `--set` changes
 * tunables for all variants; `--sweep` compares values of one instead of the table. Beside each variant's figures stands its mean
 * difference from the first row, over trees, with its standard error and how many trees won and lost: a difference below two errors is
 * noise, and one that a single tree makes is that tree's.
 */
import type { AskOptions } from "../../src/asking.ts";
import { INTENTS } from "../../src/base/types.ts";
import { askOne, type Figures, figuresOf, overLanguages, override, ownTrees, publicTrees, type Tree } from "./_asked.ts";
import { mean, table } from "./_measure.ts";

const flags = (name: string): string[] => process.argv.flatMap((word, at, all) => (all[at - 1] === `--${name}` ? [word] : []));
const flag = (name: string, fallback = ""): string => flags(name)[0] ?? fallback;
const only = flag("only").split(",").filter(Boolean);

interface Variant {
  name: string;
  settings?: Record<string, unknown>;
  options?: Partial<AskOptions>;
}

const VARIANTS: Variant[] = [
  { name: "as shipped" },
  { name: "no graph (calls do not spread)", options: { engines: ["lexical", "vectors"] } },
  { name: "no vectors", options: { engines: ["lexical", "graph"] } },
  { name: "words alone", options: { engines: ["lexical"] } },
  { name: "--deep", options: { deep: true } },
  { name: "--diversity .15", options: { diversity: 0.15 } },
  { name: "--diversity .3", options: { diversity: 0.3 } },
  { name: "--diversity .5", options: { diversity: 0.5 } },
  {
    name: "no diversity",
    settings: Object.fromEntries(INTENTS.map((intent) => [`intents.${intent}.diversity`, 0])),
  },
  { name: "near-duplicates not collapsed", settings: { "diversity.repeats": 2 } },
  { name: "vectors alone", options: { engines: ["vectors"] } },
];

const parsed = (text: string): [string, unknown] => {
  const cut = text.indexOf("=");
  return [text.slice(0, cut), JSON.parse(text.slice(cut + 1)) as unknown];
};

function variants(): Variant[] {
  const names = flag("variants").split(",").filter(Boolean);
  if (names.length > 0) return VARIANTS.filter(({ name }, i) => i === 0 || names.includes(name));
  const [sweep] = flags("sweep");
  if (sweep === undefined) return VARIANTS;
  const cut = sweep.indexOf("=");
  const path = sweep.slice(0, cut);
  const values = JSON.parse(`[${sweep.slice(cut + 1)}]`) as unknown[];
  return [{ name: "as set" }, ...values.map((value) => ({ name: `${path} = ${JSON.stringify(value)}`, settings: { [path]: value } }))];
}

/** Figures of every question of every tree. */
async function run(trees: readonly Tree[], variant: Variant): Promise<Map<Tree, Figures[]>> {
  const undo = override(variant.settings ?? {});
  try {
    const all = new Map<Tree, Figures[]>();
    for (const tree of trees) {
      const figures: Figures[] = [];
      for (const question of tree.questions)
        figures.push(figuresOf((await askOne(tree, question, variant.options)).results, question.expected));
      all.set(tree, figures);
    }
    return all;
  } finally {
    undo();
  }
}

const trees = flag("bench") ? await publicTrees(flag("bench"), flag("repos", "repos"), only) : await ownTrees(only);
override(Object.fromEntries(flags("set").map(parsed)));
const categories = [...new Set(trees.flatMap((tree) => tree.questions.map((question) => question.category)))].sort();
let first: Map<Tree, Figures[]> | null = null;
const rows: (string | number)[][] = [];
for (const variant of variants()) {
  const all = await run(trees, variant);
  first ??= all;
  const of = (key: keyof Figures) => overLanguages(trees, (tree) => mean(all.get(tree)!.map((one) => one[key])));
  const differences = trees.map((tree) => mean(all.get(tree)!.map((one, i) => one.ndcg - first!.get(tree)![i]!.ndcg)));
  const average = mean(differences);
  const error = Math.sqrt(mean(differences.map((one) => (one - average) ** 2)) / Math.max(1, differences.length - 1));
  rows.push([
    variant.name,
    of("ndcg").toFixed(4),
    of("mrr").toFixed(4),
    of("recall").toFixed(4),
    ...categories.map((category) =>
      mean(
        trees.flatMap((tree) => all.get(tree)!.flatMap((one, i) => (tree.questions[i]!.category === category ? [one.ndcg] : []))),
      ).toFixed(4),
    ),
    average.toFixed(4),
    error.toFixed(4),
    `${differences.filter((one) => one > 1e-9).length}:${differences.filter((one) => one < -1e-9).length}`,
  ]);
  console.error(`${variant.name}: ${of("ndcg").toFixed(4)}`);
}
table(["", "NDCG@10", "MRR@10", "recall@10", ...categories, "difference", "± error", "won:lost"], rows);
if (process.argv.includes("--rows"))
  for (const tree of trees) console.log(`${tree.name.padEnd(20)} ${mean(first!.get(tree)!.map((one) => one.ndcg)).toFixed(3)}`);
const worst = Number(flag("worst", "0"));
if (worst > 0) {
  const every = trees.flatMap((tree) => tree.questions.map((question, i) => ({ tree, question, score: first!.get(tree)![i]!.ndcg })));
  for (const { tree, question, score } of every.sort((a, b) => a.score - b.score).slice(0, worst)) {
    const answer = await askOne(tree, question);
    const got = answer.results.map((hit) => `${hit.path}:${hit.start}-${hit.end} ${hit.score.toFixed(2)}`);
    const want = question.expected.map(({ path, from, to }) => `${path}${from == null ? "" : `:${from}-${to}`}`);
    console.log(`${score.toFixed(2)} ${tree.name} (${question.category}, ${answer.route.intent}): ${question.text}`);
    console.log(`     got  ${got.slice(0, 5).join("  ")}\n     want ${want.join("  ")}`);
  }
}
