#!/usr/bin/env bun
/**
 * Do scores say how likely a result is right? And what the constants of `settings.likelihood` are made of.
 *
 *   bun scripts/bench/scores.ts --bench DIR --repos DIR [--own] [--set DIR] [--topics 40] [--only a,b]
 *
 * Questions: the public benchmark's (see retrieval.ts), with --own also ours about the npm packages of `_packages.ts`, with --set the messages of a set of
 * fixes that localise.ts has made. Of --topics of questions/absent.txt at every tree that has them nowhere, whatever is shown is wrong.
 *
 * Read by result: a result is right when its file (its lines, where lines are expected) is one that answers. A further place of a file that a result
 * before it names is left out: the benchmark does not say whether it is wanted. Constants are fitted by logistic regression on all trees but one and
 * read on that one, for each tree; then on all of them, beside what the settings say.
 * ECE: expected calibration error over tenths, each weighing as many results as are in it (Naeini, Cooper, Hauskrecht 2015).
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, PLAIN, type Session } from "../../src/asking.ts";
import { likelihood as settings } from "../../src/base/settings.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { falling, oddsAmong } from "../../src/query/likelihood.ts";
import { mends } from "../../src/query/mend.ts";
import { retrieve } from "../../src/query/retrieve.ts";
import { route } from "../../src/query/route.ts";
import { semanticsOf } from "../../src/query/semantic.ts";
import { type Asked, ownTrees, publicTrees } from "./_asked.ts";
import type { Fix } from "./_fixes.ts";
import { mean, table } from "./_measure.ts";

const flag = (name: string, fallback = ""): string => process.argv[process.argv.indexOf(`--${name}`) + 1 || -1] ?? fallback;
const has = (name: string): boolean => process.argv.includes(`--${name}`);

type Set = "question" | "name" | "report" | "absent";
interface Row {
  tree: string;
  set: Set;
  /** Counts the questions. */
  question: number;
  rank: number;
  score: number;
  /** Null for what is not told by retrieval. */
  odds: number | null;
  present: number | null;
  near: boolean;
  right: number;
}

const samePath = (a: string, b: string): boolean => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
const FILTERS = { paths: [], excludes: [], languages: [], kinds: [] };
const rows: Row[] = [];
let questions = 0;

async function measured(
  tree: string,
  session: Session,
  { text, expected }: Pick<Asked, "text" | "expected">,
  absent = false,
): Promise<void> {
  const answer = await ask(session, text, { ...PLAIN, budget: 1 });
  const { strategy, operation, intent } = answer.route;
  const report = mends(text);
  const { chunks, presence } = retrieve(session.store, text, {
    k: 25,
    filters: FILTERS,
    semantics: semanticsOf(session.store),
    intent,
    mends: report,
  });
  const first = [...Map.groupBy(chunks, ({ chunk }) => chunk.path)].map(([path, [one]]) => ({ path, score: one!.score }));
  const odds = new Map(oddsAmong(first.map(({ score }) => score)).map((one, i) => [first[i]!.path, one]));
  const set = absent ? "absent" : report ? "report" : operation === "definition" ? "name" : "question";
  const seen = new Set<string>();
  questions++;
  for (const { path, start, end, rank, score, near } of answer.results) {
    if (seen.has(path)) continue;
    seen.add(path);
    const right = expected.some(
      ({ path: wanted, from, to }) => samePath(path, wanted) && (from == null || to == null || (end >= from && start <= to)),
    );
    const searched = strategy === "semantic" && operation === "search";
    rows.push({
      tree,
      set,
      question: questions,
      rank,
      score,
      odds: searched ? (odds.get(path) ?? null) : null,
      present: presence?.score ?? null,
      near,
      right: Number(right),
    });
  }
}

const topics = readFileSync(join(import.meta.dir, "questions", "absent.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("|") as [string, string])
  .filter(([text]) => route(text).operation === "search");
const most = Number(flag("topics", "40"));
const only = has("only") ? flag("only").split(",") : [];
const stands = (root: string, expression: string): boolean =>
  Bun.spawnSync(["grep", "-rqiE", "--exclude-dir=.manifold", "--exclude-dir=.git", expression, "."], { cwd: root }).exitCode === 0;

for (const tree of [...(await publicTrees(flag("bench"), flag("repos", "repos"), only)), ...(has("own") ? await ownTrees() : [])]) {
  for (const question of tree.questions) await measured(tree.name, tree.session, question);
  const step = Math.max(1, topics.length / Math.max(1, most));
  for (let i = rows.length % step; i < topics.length && most > 0; i += step) {
    const [text, expression] = topics[Math.floor(i)]!;
    if (!stands(tree.session.root, expression)) await measured(tree.name, tree.session, { text, expected: [] }, true);
  }
  console.error(tree.name);
}
if (has("set"))
  for (const fix of JSON.parse(readFileSync(join(flag("set"), "fixes.json"), "utf8")) as Fix[]) {
    const root = join(flag("set"), fix.tree);
    if (!existsSync(root)) continue;
    const { store, behind, warnings } = await refresh(root, {});
    for (const text of [fix.whole, fix.masked])
      if (text !== null && mends(text))
        await measured(fix.repository, { root, store, behind, warnings }, { text, expected: fix.files.map((path) => ({ path })) });
    console.error(fix.repository);
  }

// ---------------------------------------------------------------------------------------------- fitting

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

interface Line {
  slope: number;
  bias: number;
}

/** Logistic regression on the odds, by Newton's method. */
function fit(some: readonly Row[]): Line {
  let [slope, bias] = [1, 0];
  for (let round = 0; round < 30; round++) {
    let [a, b, aa, ab, bb] = [0, 0, 1e-6, 0, 1e-6];
    for (const { odds, right } of some) {
      const p = logistic(slope * odds! + bias);
      a += (p - right) * odds!;
      b += p - right;
      aa += p * (1 - p) * odds! * odds!;
      ab += p * (1 - p) * odds!;
      bb += p * (1 - p);
    }
    const determinant = aa * bb - ab * ab;
    slope -= (bb * a - ab * b) / determinant;
    bias -= (aa * b - ab * a) / determinant;
  }
  return { slope, bias };
}

type Scored = Row & { strategies: [] };

/** Rows with the scores that constants give. */
function scoredBy(line: Line, some: readonly Row[], present: number = settings.present): Row[] {
  const scored = some.map((row): Scored => {
    const here = row.present === null || row.set === "report" ? 1 : logistic(row.present + present);
    return { ...row, strategies: [], score: logistic(line.slope * row.odds! + line.bias) * here };
  });
  return [...Map.groupBy(scored, ({ question }) => question).values()].flatMap((list) => falling(list));
}

/** Scores of each tree by constants of the others. */
function heldOut(some: readonly Row[]): Row[] {
  return [...Map.groupBy(some, ({ tree }) => tree)].flatMap(([tree, own]) => scoredBy(fit(some.filter((row) => row.tree !== tree)), own));
}

const loss = (some: readonly Row[]): number =>
  mean(some.map(({ score, right }) => -Math.log(Math.max(1e-6, right === 1 ? score : 1 - score))));
const tenth = ({ score }: Row): number => Math.min(9, Math.floor(score * 10));

function ece(some: readonly Row[]): number {
  const bins = [...Map.groupBy(some, tenth).values()];
  return bins.reduce(
    (sum, bin) => sum + (bin.length / some.length) * Math.abs(mean(bin.map(({ score }) => score)) - mean(bin.map(({ right }) => right))),
    0,
  );
}

function reliability(name: string, some: readonly Row[]): void {
  if (some.length === 0) return;
  const first = some.filter(({ rank }) => rank === 1);
  console.log(
    `\n${name}: ${new Set(some.map(({ question }) => question)).size} questions, ${new Set(some.map(({ tree }) => tree)).size} trees; ECE ${ece(some).toFixed(3)} of ` +
      `${some.length} results, ${ece(first).toFixed(3)} of the first of each; log loss ${loss(some).toFixed(3)}, ${loss(first).toFixed(3)}\n`,
  );
  const bins = Array.from({ length: 10 }, (_, i) => some.filter((row) => tenth(row) === i));
  table(
    ["score", "results", "mean score", "right", "first", "mean score", "right"],
    bins.flatMap((bin, i) => {
      const heads = bin.filter(({ rank }) => rank === 1);
      const cells = (list: readonly Row[]): (string | number)[] =>
        list.length === 0
          ? [0, "", ""]
          : [list.length, mean(list.map(({ score }) => score)).toFixed(3), mean(list.map(({ right }) => right)).toFixed(3)];
      return bin.length === 0 ? [] : [[`${(i / 10).toFixed(1)} to ${((i + 1) / 10).toFixed(1)}`, ...cells(bin), ...cells(heads)]];
    }),
  );
}

const of = (set: Set): Row[] => rows.filter((row) => row.set === set);
for (const set of ["question", "report"] as const) {
  const searched = of(set).filter(({ odds }) => odds !== null);
  if (searched.length === 0) continue;
  reliability(`${set}s, each tree by constants of the others`, heldOut(searched));
  const { slope, bias } = fit(searched);
  console.log(`of all: slope ${slope.toFixed(3)}, bias ${bias.toFixed(3)}`);
}
for (const set of ["question", "name", "report"] as const) reliability(`${set}s, as answered`, of(set));
const absent = of("absent");
if (absent.length > 0) {
  const first = absent.filter(({ rank }) => rank === 1).map(({ score }) => score);
  const quantiles = [0.5, 0.9, 0.99].map((share) => [...first].sort((a, b) => a - b)[Math.floor(share * first.length)]!.toFixed(3));
  console.log(
    `\nabsent: ${first.length} topics of which something is shown; score of the first: mean ${mean(first).toFixed(3)}, .5, .9 and .99 of them below ${quantiles.join(", ")}`,
  );
  // Nine of ten questions are about something that is here.
  const here = of("question").filter(({ odds }) => odds !== null);
  const line = fit(here);
  const share = here.length / (9 * absent.length);
  for (const present of [0, 1, 1.5, 2, 2.5, 3, 4]) {
    const told = scoredBy(line, here, present);
    const not = scoredBy(
      line,
      absent.filter(({ odds }) => odds !== null),
      present,
    );
    const heads = not.filter(({ rank }) => rank === 1).map(({ score }) => score);
    heads.sort((a, b) => a - b);
    console.log(
      `present ${present}: first of absent ${mean(heads).toFixed(3)}, .9 of them below ${heads[Math.floor(0.9 * heads.length)]!.toFixed(3)}; loss ${((loss(told) * 9 + (loss(not) * absent.length * share * 9) / here.length) / 10).toFixed(4)}, ECE ${ece(told).toFixed(4)}`,
    );
  }
}
