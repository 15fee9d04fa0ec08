/** `manifold eval`: how well a team's own questions are answered, and whether that got worse. */

import { writeFileSync } from "node:fs";
import { ask, PLAIN } from "../../asking.ts";
import { EXIT, Refusal } from "../../base/errors.ts";
import { tuneForBatch } from "../../base/program.ts";
import type { EvalReport as Report } from "../../base/schema.ts";
import { asking } from "../../base/settings.ts";
import { STRATEGIES, type Strategy } from "../../base/types.ts";
import { brief, say, toJson } from "../../base/visible.ts";
import { command } from "../command.ts";
import { tableOf } from "../feedback/stats.ts";
import { INPUT, readInput } from "../input.ts";
import { rootFlags } from "../question.ts";
import { visible } from "../render/visible.ts";
import { printReport } from "../report.ts";
import { withSession } from "../session.ts";

interface Asked extends Score {
  line: number;
  question: string;
  strategy: string;
  intent: string;
  category: string | null;
  /** Rank of the first hit on an expected place, null where there is none. */
  first: number | null;
}

const MEASURES = ["mrr", "ndcg", "recall"] as const;

export default command({
  name: "eval",
  about: 'Score your own questions, one a line: {"question": "…", "expect": ["src/a.ts:10-40", "docs/b.md"], "category": "…"}',
  flags: {
    file: {
      type: "positional",
      description: "JSON lines; expect lists paths, path:line, path:start-end or citations. - reads standard input",
    },
    k: { type: "string", valueHint: "N", description: `How deep recall looks (default ${asking.defaultResults})` },
    baseline: {
      type: "string",
      valueHint: "FILE",
      description: "Compare with this report; exit 4 if anything is worse by more than --tolerance",
    },
    "write-baseline": { type: "string", valueHint: "FILE", description: "Write the report there, to compare with later" },
    tolerance: { type: "string", valueHint: "X", description: "How much worse a mean may be than in the baseline (default 0.01)" },
    worst: { type: "string", valueHint: "N", description: "List the N questions that were answered worst (default 5)" },
    json: { type: "boolean", description: "Print one JSON object, every question with its scores" },
    ...rootFlags,
  },
  async run(flags) {
    const file = flags.word("file");
    if (file === undefined)
      throw new Refusal(
        "bad-value",
        "manifold eval needs a file of questions.",
        'Each line: {"question": "…", "expect": ["path:start-end"]}.',
      );
    const k = flags.number("k", asking.defaultResults, 1, asking.maxResults);
    const tolerance = toleranceOf(flags.text("tolerance"));
    const worst = flags.number("worst", 5, 0, 1_000);
    const { questions, bad } = questionsOf(await textOf(file));
    for (const { line, why } of bad) say(`manifold: ${visible(file)}:${line}: ${visible(why)}\n`);
    if (questions.length === 0)
      throw new Refusal("bad-value", `There is no question in ${file}.`, 'Each line: {"question": "…", "expect": ["path"]}.');
    const baseline = flags.has("baseline") ? await baselineOf(flags.text("baseline")!) : null;
    return withSession(flags, async (session) => {
      tuneForBatch();
      const asked: Asked[] = [];
      for (const question of questions) asked.push(await answer(session, question, k));
      const report = reportOf(asked, k);
      const target = flags.text("write-baseline");
      if (target !== undefined) write(target, report);
      const drops = baseline ? dropsOf(report, baseline, tolerance) : [];
      const exit = bad.length > 0 ? EXIT.usage : drops.length > 0 ? EXIT.risky : EXIT.ok;
      printReport(flags, { ...report, root: session.root, questions: asked, bad, worse: drops, exit }, () =>
        reportLines(report, baseline, asked, drops, worst),
      );
      return exit;
    });
  },
});

async function textOf(file: string): Promise<string> {
  try {
    return (await readInput(file, INPUT.questions)).toString("utf8");
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal("file-unreadable", `${file} could not be read.`, "Give the path of a file of questions.", { cause });
  }
}

function toleranceOf(text: string | undefined): number {
  const value = text === undefined ? 0.01 : /^(?:\d|\.\d)[\d.]*$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1))
    throw new Refusal("bad-value", `--tolerance takes a number from 0 to 1, not "${text}".`, "Write for example --tolerance 0.02.");
  return value;
}

async function answer(
  session: Parameters<typeof ask>[0],
  { line, question, expect, category, strategy }: EvalQuestion,
  k: number,
): Promise<Asked> {
  const { route, results } = await ask(session, question, { ...PLAIN, k: Math.max(k, DEPTH), strategy });
  const scores = score(results, expect, k);
  const first = results.findIndex((hit) => score([hit], expect, 1).mrr > 0);
  return { line, question, strategy: route.strategy, intent: route.intent, category, ...scores, first: first < 0 ? null : first + 1 };
}

function reportOf(asked: readonly Asked[], k: number): Report {
  const by = (key: (one: Asked) => string | null): Record<string, Means> => {
    const names = [...new Set(asked.map(key))].filter((name) => name !== null).sort();
    return Object.fromEntries(names.map((name) => [name, meansOf(asked.filter((one) => key(one) === name))]));
  };
  return {
    version: 1,
    k,
    all: meansOf(asked),
    strategies: by((one) => one.strategy),
    intents: by((one) => one.intent),
    categories: by((one) => one.category),
  };
}

// ---------------------------------------------------------------------------------------------- the baseline

interface Drop {
  of: string;
  measure: (typeof MEASURES)[number];
  before: number;
  now: number;
}

/** @throws Refusal `file-unreadable`, `bad-value` */
async function baselineOf(path: string): Promise<Report> {
  let value: unknown;
  try {
    value = JSON.parse((await readInput(path, INPUT.plan)).toString("utf8"));
  } catch (cause) {
    throw new Refusal("file-unreadable", `The baseline ${path} could not be read as JSON.`, "Make one with --write-baseline FILE.", {
      cause,
    });
  }
  const report = value as Partial<Report> | null;
  const means = (one: unknown): boolean =>
    typeof one === "object" && one !== null && MEASURES.every((name) => typeof (one as Record<string, unknown>)[name] === "number");
  const groups = [report?.strategies, report?.intents, report?.categories ?? {}];
  if (report?.version !== 1 || !means(report.all) || groups.some((group) => !group || !Object.values(group).every(means)))
    throw new Refusal("bad-value", `${path} is not a report of manifold eval.`, "Make one with --write-baseline FILE.");
  return { ...(report as Report), categories: report.categories ?? {} };
}

function write(path: string, report: Report): void {
  try {
    writeFileSync(path, `${toJson(report, 2)}\n`);
  } catch (cause) {
    throw new Refusal("output-unwritable", `${path} could not be written.`, "Check the folder and its permissions.", { cause });
  }
}

/** Every mean that is worse than it was by more than the tolerance: of all questions, and of every group that both have. */
function dropsOf(now: Report, before: Report, tolerance: number): Drop[] {
  const drops: Drop[] = [];
  const compare = (of: string, current: Means, old: Means) => {
    // Recall of another depth says nothing.
    for (const measure of MEASURES)
      if (!(measure === "recall" && now.k !== before.k) && old[measure] - current[measure] > tolerance + 1e-9)
        drops.push({ of, measure, before: old[measure], now: current[measure] });
  };
  compare("all", now.all, before.all);
  for (const group of ["strategies", "intents", "categories"] as const)
    for (const [name, means] of Object.entries(now[group])) {
      const old = before[group][name];
      if (old) compare(`${group.replace(/ies$/, "y").replace(/s$/, "")} ${name}`, means, old);
    }
  return drops;
}

// ---------------------------------------------------------------------------------------------- text

function reportLines(report: Report, baseline: Report | null, asked: readonly Asked[], drops: readonly Drop[], worst: number): string[] {
  const heads = ["", "questions", "MRR@10", "NDCG@10", `recall@${report.k}`, ...(baseline ? ["NDCG before"] : [])];
  const cells = (name: string, means: Means, old: Means | undefined) => [
    name,
    String(means.questions),
    means.mrr.toFixed(3),
    means.ndcg.toFixed(3),
    means.recall.toFixed(3),
    ...(baseline ? [old ? old.ndcg.toFixed(3) : "–"] : []),
  ];
  const rows = [heads, cells("all", report.all, baseline?.all)];
  for (const group of ["strategies", "intents", "categories"] as const)
    for (const [name, means] of Object.entries(report[group]))
      rows.push(cells(`  ${visible(brief(name, 40))}`, means, baseline?.[group][name]));
  const bottom = [...asked]
    .filter((one) => one.ndcg < 1)
    .sort((a, b) => a.ndcg - b.ndcg || a.line - b.line)
    .slice(0, worst);
  const titled = (title: string, lines: readonly string[]): string[] => (lines.length > 0 ? ["", title, ...lines] : []);
  return [
    ...tableOf(rows),
    ...titled(
      "worst:",
      bottom.map((one) => `  ${one.ndcg.toFixed(2)}  line ${one.line}  ${visible(brief(one.question, 100))}`),
    ),
    ...titled(
      "worse than the baseline:",
      drops.map((drop) => `  ${visible(drop.of)}: ${drop.measure} ${drop.before.toFixed(3)} → ${drop.now.toFixed(3)}`),
    ),
  ];
}

// How good ranked answers are: MRR@10, NDCG@10 and recall@k of expected places.

/** A place that answers a question; without lines, anywhere in the file. */
export interface Expected {
  path: string;
  start: number | null;
  end: number | null;
}

export interface Hit {
  path: string;
  start: number;
  end: number;
}

type Means = Report["all"];
type Score = Omit<Means, "questions">;

/** How deep MRR and NDCG look. */
export const DEPTH = 10;

const covers = (hit: Hit, place: Expected): boolean =>
  hit.path === place.path && (place.start === null || (hit.start <= (place.end ?? place.start) && place.start <= hit.end));

/**
 * Scores of one ranked list, each 0 to 1. A place counts at the first hit that overlaps it; NDCG has binary gains (Järvelin, Kekäläinen:
 * Cumulated gain-based evaluation of IR techniques, TOIS 2002), the ideal list having every place at its head.
 * @param k how deep recall looks
 */
export function score(hits: readonly Hit[], places: readonly Expected[], k: number): Score {
  const ranks = places.map((place) => hits.findIndex((hit) => covers(hit, place))).filter((rank) => rank >= 0);
  const first = Math.min(...ranks, DEPTH);
  // Two places in one hit are found at one rank: it gains once, and the ideal has room for it once less.
  const gains = [...new Set(ranks)].filter((rank) => rank < DEPTH);
  const distinct = places.length - (ranks.length - new Set(ranks).size);
  const discounted = (at: readonly number[]) => at.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
  const ideal = discounted(Array.from({ length: Math.min(distinct, DEPTH) }, (_, i) => i));
  return {
    mrr: first < DEPTH ? 1 / (first + 1) : 0,
    ndcg: ideal === 0 ? 0 : discounted(gains) / ideal,
    recall: ranks.filter((rank) => rank < k).length / places.length,
  };
}

/** Mean scores of some questions, rounded to four digits. */
export function meansOf(scores: readonly Score[]): Means {
  const mean = (key: keyof Score) => Math.round((scores.reduce((sum, one) => sum + one[key], 0) / Math.max(1, scores.length)) * 1e4) / 1e4;
  return { questions: scores.length, mrr: mean("mrr"), ndcg: mean("ndcg"), recall: mean("recall") };
}

// The questions of `manifold eval`: one JSON object a line.
//
//     {"question": "how does login work", "expect": ["src/auth.ts:10-40", "docs/login.md"]}
//
// A place is a path, `path:line`, `path:start-end`, a citation `chunk_… path:start-end`, or `{"path", "start", "end"}`. Optional: `category`
// (reported by), `strategy` (asked with). Empty lines and lines that begin with `#` or `//` are passed over.

export interface EvalQuestion {
  line: number;
  question: string;
  expect: Expected[];
  category: string | null;
  strategy: Strategy | undefined;
}

/** The questions of a file's text, and what is wrong with the lines that are none. */
export function questionsOf(text: string): { questions: EvalQuestion[]; bad: { line: number; why: string }[] } {
  const questions: EvalQuestion[] = [];
  const bad: { line: number; why: string }[] = [];
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .forEach((row, i) => {
      if (/^\s*(?:#|\/\/|$)/.test(row)) return;
      try {
        questions.push(read(row, i + 1));
      } catch (error) {
        bad.push({ line: i + 1, why: error instanceof Refusal ? error.what : "it is not JSON" });
      }
    });
  return { questions, bad };
}

const wrong = (why: string) => new Refusal("bad-value", why, "");

function read(row: string, line: number): EvalQuestion {
  const value: unknown = JSON.parse(row);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong("it is no object");
  const { question, query, expect, expected, category, strategy } = value as Record<string, unknown>;
  const words = question ?? query;
  if (typeof words !== "string" || words.trim() === "") throw wrong('"question" is missing or no text');
  if (words.length > asking.maxQuestion) throw wrong('"question" is too long');
  const places = expect ?? expected;
  if (!Array.isArray(places) || places.length === 0) throw wrong('"expect" is missing or no list of places');
  if (category !== undefined && typeof category !== "string") throw wrong('"category" is no text');
  if (strategy !== undefined && !STRATEGIES.includes(strategy as Strategy)) throw wrong(`"strategy" is none of ${STRATEGIES.join(", ")}`);
  return { line, question: words, expect: places.map(place), category: category ?? null, strategy: strategy as Strategy | undefined };
}

function place(value: unknown): Expected {
  if (typeof value === "string") {
    const [, path = "", start, end] = /^(?:chunk_[0-9a-f]{16}\s+)?(.+?)(?::(\d{1,9})(?:-(\d{1,9}))?)?$/.exec(value.trim()) ?? [];
    return checked(path, start === undefined ? null : Number(start), end === undefined ? null : Number(end));
  }
  if (typeof value !== "object" || value === null) throw wrong('a place in "expect" is neither text nor an object');
  const { path, start, end, line } = value as Record<string, unknown>;
  const number = (one: unknown): number | null => {
    if (one === undefined || one === null) return null;
    if (typeof one !== "number" || !Number.isInteger(one))
      throw wrong(`the place ${brief(JSON.stringify(value))} has lines that are no numbers`);
    return one;
  };
  return checked(typeof path === "string" ? path : "", number(start ?? line), number(end));
}

function checked(path: string, start: number | null, end: number | null): Expected {
  const bare = path.replace(/^(?:\.?\/)+/, "");
  if (bare === "") throw wrong("a place has no path");
  const last = end ?? start;
  if (start !== null && (start < 1 || last! < start)) throw wrong(`lines ${start}-${last} of ${brief(bare)} cannot be`);
  return { path: bare, start, end: last };
}
