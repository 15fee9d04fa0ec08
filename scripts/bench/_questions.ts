/**
 * The questions of our own benchmark and how an answer is scored.
 *
 * `questions/<pool>.jsonl` has one object a line: {category, question, expect | lines}. `expect` lists the places that answer it,
 * `path` or `path@text`: the path may be cut at the front where it stays unique, the text is on the line that must be covered
 * (the first line that holds it). `lines` is for keyword questions: every line with this text (or `/regex/flags`) is expected.
 * A place that cannot be found is an error, so questions cannot rot silently. Written by reading the sources, before the
 * product's answers were seen.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const CATEGORIES = ["symbol", "semantic", "how", "structural", "keyword"] as const;
export type Category = (typeof CATEGORIES)[number];

/** A place that answers a question; line 0 is the whole file. */
export interface Target {
  path: string;
  line: number;
}
export interface Question {
  category: Category;
  text: string;
  targets: Target[];
}
/** A ranked place in an answer, lines inclusive. */
export interface Hit {
  path: string;
  start: number;
  end: number;
}

interface Row {
  category: Category;
  question: string;
  expect?: string[];
  lines?: string;
}

/** The text files of a folder by path, in order. */
export function readTree(folder: string): Map<string, string> {
  const paths = [...new Bun.Glob("**/*").scanSync({ cwd: folder })].sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/**
 * Questions of a pool with their places resolved against its files.
 * @throws Error for a path that is not unique or a text that is not there
 */
export function questionsOf(pool: string, files: ReadonlyMap<string, string>): Question[] {
  const rows = readFileSync(join(import.meta.dir, "questions", `${pool}.jsonl`), "utf8")
    .trim()
    .split("\n");
  return rows.map((row) => {
    const { category, question, expect = [], lines } = JSON.parse(row) as Row;
    const targets = lines === undefined ? expect.map((place) => resolvePlace(place, files)) : linesWith(lines, files);
    if (targets.length === 0) throw new Error(`${pool}: nothing is expected of "${question}".`);
    return { category, text: question, targets };
  });
}

function resolvePlace(place: string, files: ReadonlyMap<string, string>): Target {
  const cut = place.indexOf("@");
  const tail = cut < 0 ? place : place.slice(0, cut);
  const found = [...files.keys()].filter((path) => path === tail || path.endsWith(`/${tail}`));
  if (found.length !== 1) throw new Error(`"${place}" names ${found.length} files.`);
  if (cut < 0) return { path: found[0]!, line: 0 };
  const text = files.get(found[0]!)!;
  const at = text.indexOf(place.slice(cut + 1));
  if (at < 0) throw new Error(`"${place}": no such text.`);
  return { path: found[0]!, line: text.slice(0, at).split("\n").length };
}

function linesWith(pattern: string, files: ReadonlyMap<string, string>): Target[] {
  const parts = /^\/(.+)\/(i?)$/.exec(pattern);
  const matches = parts ? (line: string) => new RegExp(parts[1]!, parts[2]).test(line) : (line: string) => line.includes(pattern);
  return [...files].flatMap(([path, text]) => text.split("\n").flatMap((line, i) => (matches(line) ? [{ path, line: i + 1 }] : [])));
}

/** Scores of one ranked list, each 0 to 1. */
export interface Score {
  ndcg: number;
  mrr: number;
  recall: number;
}

/**
 * NDCG@10, MRR@10 and recall@10 of an answer, by places. By files: give the targets with line 0, each file once.
 *
 * A target is found at the first hit that covers it. Targets covered by the same hit count as one, so that an answer that
 * quotes two callers in one piece is not worse than one that repeats itself; what is missed counts singly (up to 10 in all).
 */
export function score(hits: readonly Hit[], targets: readonly Target[], k = 10): Score {
  const ranks = targets.map((target) =>
    hits
      .slice(0, k)
      .findIndex((hit) => hit.path === target.path && (target.line === 0 || (hit.start <= target.line && target.line <= hit.end))),
  );
  const found = [...new Set(ranks.filter((rank) => rank >= 0))].sort((a, b) => a - b);
  const missed = ranks.filter((rank) => rank < 0).length;
  const gain = (positions: readonly number[]): number => positions.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
  const ideal = Math.min(k, found.length + missed);
  return {
    ndcg: gain(found) / gain(Array.from({ length: ideal }, (_, i) => i)),
    mrr: found.length ? 1 / (found[0]! + 1) : 0,
    recall: Math.min(1, found.length / ideal),
  };
}

/** The files of these places, as targets. */
export const filesOf = (targets: readonly Target[]): Target[] =>
  [...new Set(targets.map((target) => target.path))].map((path) => ({ path, line: 0 }));
