#!/usr/bin/env bun
/**
 * Learns the weights of the ranking's evidence from pairs that the training corpus holds itself, never from a benchmark's labels: is what a documentation
 * comment says found in the file of the definition that it stood above, once the comment is taken out?
 *
 *   bun scripts/train/rerank.ts [--cache DIR] [--packages N] [--questions N]
 *
 * Packages come from the lock list (packages.json), those of npm, drawn by the hash of their names; comments are blanked in a copy before it is indexed. The
 * ranking is linear in its evidence, so learning is a search for the weights: coordinate ascent on the mean NDCG@10 of the even packages, read on the odd
 * ones. Prints the weights in the form that `scripts/bench/ablation.ts --set` takes. Same lock list, same numbers.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Session } from "../../src/asking.ts";
import * as settings from "../../src/base/settings.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { askOne, figuresOf, override, type Tree } from "../bench/_asked.ts";
import { mean } from "../bench/_measure.ts";
import { lot, unpack } from "./_corpus.ts";
import { fetchNpm, type Locked, sha256 } from "./_packages.ts";

const flag = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const cache = resolve(flag("cache", ".cache/train"));
const packages = Number(flag("packages", "16"));
const perPackage = Number(flag("questions", "20"));
/** A package with fewer questions, or whose files are fewer, says nothing about ranking files. */
const LEAST = 8;
/** Values tried of each weight, as shares of what it is. */
const STEPS = [0.5, 0.75, 1.33, 2];
const ROUNDS = 2;
/** The evidence that the score of a file is a sum of. */
const WEIGHTS = ["meaning", "definitions", "fileStem", "softStem", "embedded", "embeddedStem"] as const;

/** The first sentence of a documentation comment, if it describes something. */
function questionOf(doc: string): string | null {
  const sentence = doc
    .split(/(?<=[.!?])\s|\n\s*\n|@\w/)[0]!
    .replace(/\s+/g, " ")
    .trim();
  const words = sentence.split(" ").length;
  return words >= 4 && words <= 25 && /^[\x20-\x7e]+$/.test(sentence) ? sentence : null;
}

const normal = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

/** A file's text without the lines of comments that a documentation text was made of. */
function blanked(text: string, doc: string): string {
  const said = normal(doc);
  return text
    .split("\n")
    .map((line) => {
      const own = normal(line);
      return /^\s*(?:\/\/|\/?\*|#|--|"""|''')/.test(line) && own.length >= 8 && (said.includes(own) || own.includes(said)) ? "" : line;
    })
    .join("\n");
}

/** A package as a tree with questions; null where it has too few. */
async function treeOf(one: Locked): Promise<Tree | null> {
  const file = one.files[0]!;
  const archive = join(cache, "npm", file.name);
  if (!existsSync(archive)) fetchNpm(`${one.name}@${one.version}`, join(cache, "npm"));
  if (!existsSync(archive) || sha256(archive) !== file.sha256) return null;
  const root = join(cache, "rerank", one.name.replaceAll("/", "+"));
  rmSync(root, { recursive: true, force: true });
  unpack([archive], root);
  for (const path of one.dropped ?? []) rmSync(join(root, path), { force: true });
  await index(root, { quiet: true, embedding: { steps: 0 } });
  const questions: Tree["questions"] = [];
  const { store } = await refresh(root, { skip: true });
  const described = store
    .files()
    .flatMap((at) => (at.tags.some((tag) => tag === "test" || tag === "vendored") ? [] : store.symbolsOfFile(at.id)))
    .filter((symbol) => symbol.at > 0 && symbol.kind !== "section" && questionOf(symbol.doc) !== null && !symbol.path.endsWith(".d.ts"))
    .sort((a, b) => (lot(`${one.name} ${a.key}`) < lot(`${one.name} ${b.key}`) ? -1 : 1));
  const files = new Set(store.files().map((at) => at.path)).size;
  const seen = new Set<string>();
  for (const { doc, path } of described) {
    const text = questionOf(doc)!;
    if (questions.length >= perPackage || seen.has(text)) continue;
    seen.add(text);
    questions.push({ text, category: "doc", expected: [{ path }] });
    const at = join(root, path);
    writeFileSync(at, blanked(readFileSync(at, "utf8"), doc));
  }
  store.close();
  if (questions.length < LEAST || files < LEAST) return null;
  const { store: own, behind, warnings } = await refresh(root, {});
  const session: Session = { root, store: own, behind, warnings };
  return { name: one.name, language: one.name, session, questions };
}

async function scores(trees: readonly Tree[], values: Record<string, number>): Promise<number[]> {
  const undo = override(values);
  try {
    const all: number[] = [];
    for (const tree of trees) {
      const figures: number[] = [];
      for (const question of tree.questions) figures.push(figuresOf((await askOne(tree, question)).results, question.expected).ndcg);
      all.push(mean(figures));
    }
    return all;
  } finally {
    undo();
  }
}

const locked = JSON.parse(readFileSync(join(import.meta.dir, "packages.json"), "utf8")) as Locked[];
const trees: Tree[] = [];
for (const one of locked.filter(({ registry }) => registry === "npm").sort((a, b) => (lot(a.name) < lot(b.name) ? -1 : 1))) {
  if (trees.length >= packages) break;
  const tree = await treeOf(one);
  if (tree === null) continue;
  trees.push(tree);
  console.error(`${one.name}: ${tree.questions.length} questions`);
}
const learnt = trees.filter((_, i) => i % 2 === 0);
const held = trees.filter((_, i) => i % 2 === 1);
const weights: Record<string, number> = Object.fromEntries(WEIGHTS.map((name) => [`ranking.${name}`, settings.ranking[name]]));
const shipped = { ...weights };
let best = mean(await scores(learnt, weights));
for (let round = 0; round < ROUNDS; round++)
  for (const name of Object.keys(weights)) {
    const now = weights[name]!;
    for (const step of STEPS) {
      const value = Number((now * step).toPrecision(3));
      const score = mean(await scores(learnt, { ...weights, [name]: value }));
      if (score > best + 1e-6) [best, weights[name]] = [score, value];
    }
    console.error(`${name} = ${weights[name]}: ${best.toFixed(4)}`);
  }
for (const [name, some] of [
  ["learnt from", learnt],
  ["held out", held],
] as const) {
  const [before, after] = [await scores(some, shipped), await scores(some, weights)];
  const count = some.reduce((sum, tree) => sum + tree.questions.length, 0);
  console.log(
    `${name}: ${some.length} packages, ${count} questions, NDCG@10 ${mean(before).toFixed(4)} as shipped, ${mean(after).toFixed(4)} as learnt`,
  );
}
console.log(
  Object.entries(weights)
    .map(([name, value]) => `--set ${name}=${value}`)
    .join(" "),
);
