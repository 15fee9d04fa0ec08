/**
 * Retrieval questions with their expected places, asked in this process: what the ablations share.
 *
 * Two sets: the public benchmark (`--bench`, `--repos`, see retrieval.ts) and our own questions about pinned packages.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AskOptions, ask, PLAIN, type Session } from "../../src/asking.ts";
import * as limits from "../../src/base/limits.ts";
import type { Answer } from "../../src/base/schema.ts";
import * as settings from "../../src/base/settings.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { mean } from "./_measure.ts";
import { fetchPool, POOLS, prepareHome } from "./_packages.ts";
import { type Hit, questionsOf, readTree } from "./_questions.ts";

/** A place that answers a question; without lines, the file as a whole. */
export interface Expected {
  path: string;
  from?: number | undefined;
  to?: number | undefined;
}

export interface Asked {
  text: string;
  category: string;
  expected: Expected[];
}

/** A code base with its questions and its open index. */
export interface Tree {
  name: string;
  language: string;
  session: Session;
  questions: Asked[];
}

interface Annotation {
  query: string;
  category?: string;
  relevant?: (string | { path: string; start_line?: number; end_line?: number })[];
  secondary?: Annotation["relevant"];
}

/** The trees of the public benchmark; an index that is missing or behind is made. */
export async function publicTrees(bench: string, repos: string, only: readonly string[] = []): Promise<Tree[]> {
  const rows = JSON.parse(readFileSync(join(bench, "repos.json"), "utf8")) as { name: string; language: string; root: string }[];
  const trees: Tree[] = [];
  for (const { name, language, root } of rows) {
    const folder = join(repos, name, root === "." ? "" : root);
    if ((only.length > 0 && !only.includes(name)) || !existsSync(folder)) continue;
    const annotations = JSON.parse(readFileSync(join(bench, "annotations", `${name}.json`), "utf8")) as Annotation[];
    trees.push({ name, language, session: await sessionOf(folder), questions: annotations.map(questionOf) });
  }
  return trees;
}

function questionOf({ query, category, relevant = [], secondary = [] }: Annotation): Asked {
  const kind = category ?? (!query.trim().includes(" ") ? "symbol" : query.toLowerCase().startsWith("how ") ? "architecture" : "semantic");
  const expected = [...relevant, ...secondary].map((target) =>
    typeof target === "string" ? { path: target } : { path: target.path, from: target.start_line, to: target.end_line },
  );
  return { text: query.replaceAll("\n", " "), category: kind, expected };
}

/** The trees of our own questions, those of retrieval alone: symbols, topics, "how". Right is the right file. */
export async function ownTrees(only: readonly string[] = []): Promise<Tree[]> {
  prepareHome();
  const trees: Tree[] = [];
  for (const pool of POOLS) {
    if (only.length > 0 && !only.includes(pool.name)) continue;
    const folder = fetchPool(pool);
    const questions = questionsOf(pool.name, readTree(folder))
      .filter(({ category }) => category !== "keyword" && category !== "structural")
      .map(({ text, category, targets }) => ({
        text,
        category,
        expected: [...new Set(targets.map((target) => target.path))].map((path) => ({ path })),
      }));
    trees.push({ name: pool.name, language: pool.name, session: await sessionOf(folder), questions });
  }
  return trees;
}

async function sessionOf(root: string): Promise<Session> {
  const { store, behind, warnings } = await refresh(root, {});
  return { root, store, behind, warnings };
}

/** One question as `q -k 10` answers it. */
export function askOne(tree: Tree, question: Asked, options: Partial<AskOptions> = {}): Promise<Answer> {
  return ask(tree.session, question.text, { ...PLAIN, budget: 1, ...options });
}

export interface Figures {
  ndcg: number;
  mrr: number;
  recall: number;
}

const samePath = (a: string, b: string) => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);

/** The public benchmark's own metric: a target is found at the first hit of its file that meets its lines; binary gain over ten ranks. */
export function figuresOf(hits: readonly Hit[], expected: readonly Expected[], k = 10): Figures {
  const gain = new Array<number>(k).fill(0);
  let found = 0;
  for (const { path, from, to } of expected) {
    const at = hits.findIndex((hit) => samePath(hit.path, path) && (from == null || to == null || (hit.end >= from && hit.start <= to)));
    if (at < 0 || at >= k) continue;
    gain[at] = 1;
    found++;
  }
  const sum = (list: readonly number[]) => list.reduce((total, one, i) => total + one / Math.log2(i + 2), 0);
  const first = gain.indexOf(1);
  return {
    ndcg: sum(gain) / sum(new Array<number>(Math.min(k, expected.length)).fill(1)),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    recall: found / expected.length,
  };
}

/** Mean over languages of the mean over their trees. */
export function overLanguages(trees: readonly Tree[], value: (tree: Tree) => number): number {
  const languages = [...new Set(trees.map((tree) => tree.language))];
  return mean(languages.map((language) => mean(trees.filter((tree) => tree.language === language).map(value))));
}

/** Sets tunables by their path ("ranking.meaning") and returns what puts the old values back. @throws Error for an unknown path */
export function override(values: Readonly<Record<string, unknown>>): () => void {
  const undo = Object.entries(values).map(([path, value]) => {
    const keys = path.split(".");
    const last = keys.pop()!;
    let at: Record<string, unknown> = { ...limits, ...settings };
    for (const key of keys) at = at[key] as Record<string, unknown>;
    if (at === undefined || !(last in at)) throw new Error(`settings has no ${path}.`);
    const old = at[last];
    at[last] = value;
    return () => {
      at[last] = old;
    };
  });
  return () => {
    for (const one of undo.reverse()) one();
  };
}
