/** How good ranked answers are: MRR@10, NDCG@10 and recall@k of expected places. */
import { Refusal } from "../../base/errors.ts";
import { asking } from "../../base/settings.ts";
import { STRATEGIES, type Strategy } from "../../base/types.ts";
import { brief } from "../../base/visible.ts";

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

export interface Score {
  mrr: number;
  ndcg: number;
  recall: number;
}

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
export interface Means extends Score {
  questions: number;
}

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
