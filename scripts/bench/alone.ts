#!/usr/bin/env bun
/**
 * The embedding by itself: NDCG@10 of the chunks nearest to a question by their vectors, one a file; no words, no graph, no ranking rules.
 *
 *   bun scripts/bench/alone.ts [--bench DIR --repos DIR] [--only a,b]
 *
 * Asks the indexes that lie in the trees, so they may be made in any way before (`manifold index --no-adapt`, `--model DIR`); one that is
 * missing is made. (`q --engines vectors` is something else: what the vectors find is put in order by all rules that need no words.)
 */
import { Semantics } from "../../src/query/semantic.ts";
import { type Asked, figuresOf, overLanguages, ownTrees, publicTrees, type Tree } from "./_asked.ts";
import { mean } from "./_measure.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
/** Chunks looked at for ten files. */
const DEEP = 400;

/** The nearest chunk of each of the ten nearest files. */
function nearest(semantics: Semantics, { store }: Tree["session"], { text }: Asked): { path: string; start: number; end: number }[] {
  const byFile = new Map<string, { path: string; start: number; end: number }>();
  const found = [...semantics.near(text, DEEP, [])].sort((a, b) => b[1] - a[1]);
  for (const [no] of found) {
    const chunk = store.chunkByNo(no);
    if (chunk && !byFile.has(chunk.path)) byFile.set(chunk.path, chunk);
    if (byFile.size === 10) break;
  }
  return [...byFile.values()];
}

const only = flag("only").split(",").filter(Boolean);
const trees = flag("bench") ? await publicTrees(flag("bench"), flag("repos", "repos"), only) : await ownTrees(only);
const scores = new Map<Tree, number>();
for (const tree of trees) {
  const semantics = Semantics.open(tree.session.store);
  if (semantics === null) throw new Error(`${tree.name} has no vectors.`);
  scores.set(tree, mean(tree.questions.map((one) => figuresOf(nearest(semantics, tree.session, one), one.expected).ndcg)));
  console.log(`${tree.name.padEnd(20)} ${tree.language.padEnd(12)} ${scores.get(tree)!.toFixed(3)}`);
}
console.log(
  `mean over trees ${mean([...scores.values()]).toFixed(4)}, over languages ${overLanguages(trees, (tree) => scores.get(tree)!).toFixed(4)}`,
);
