/**
 * What anyone has without Manifold: whole files ranked by how often ripgrep finds the question's words in them, and by plain
 * BM25 (MiniSearch with its defaults). Both answer with whole files, so every target in a file they name counts as found:
 * the comparison favours them.
 */
import MiniSearch from "minisearch";
import type { Hit } from "./_questions.ts";

/** Words that say nothing about code. Short: the baselines are meant to be what people type. */
const STOP = new Set(
  "a an and are as at be by can do does find for from grep how i if in is it its lines containing of on one or that the their they to was what when where which who why with".split(
    " ",
  ),
);

const wordsOf = (question: string): string[] =>
  [...new Set(question.match(/[A-Za-z_$][\w$]*|\d+/g) ?? [])].filter((w) => !STOP.has(w.toLowerCase()));

const whole = (paths: readonly string[], files: ReadonlyMap<string, string>): Hit[] =>
  paths.slice(0, 10).map((path) => ({ path, start: 1, end: (files.get(path) ?? "").split("\n").length }));

/** Ranks by how many different words of the question a file has, then by how often; null where `rg` is missing. */
export function ripgrepRanker(folder: string, files: ReadonlyMap<string, string>): ((question: string) => Hit[]) | null {
  if (Bun.which("rg") === null) return null;
  const counts = (word: string): [string, number][] =>
    Bun.spawnSync(["rg", "--no-config", "--count-matches", "-i", "-F", "--sort=path", "-e", word, "."], { cwd: folder })
      .stdout.toString()
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((row) => [row.slice(2, row.lastIndexOf(":")), Number(row.slice(row.lastIndexOf(":") + 1))]);
  return (question) => {
    const totals = new Map<string, { words: number; times: number }>();
    for (const word of wordsOf(question))
      for (const [path, times] of counts(word)) {
        const one = totals.get(path) ?? { words: 0, times: 0 };
        totals.set(path, { words: one.words + 1, times: one.times + times });
      }
    const ranked = [...totals].sort(([p, a], [q, b]) => b.words - a.words || b.times - a.times || (p < q ? -1 : 1));
    return whole(
      ranked.map(([path]) => path),
      files,
    );
  };
}

/** Ranks by MiniSearch's BM25+ over path and text, words split where letters change case. */
export function bm25Ranker(files: ReadonlyMap<string, string>): (question: string) => Hit[] {
  const split = (text: string): string[] => text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const index = new MiniSearch<{ id: string; path: string; text: string }>({ fields: ["path", "text"], tokenize: split });
  index.addAll([...files].map(([path, text]) => ({ id: path, path, text })));
  return (question) => {
    const words = wordsOf(question).join(" ");
    const found = index.search(words || question, { tokenize: split });
    return whole(
      found.map((one) => String(one.id)),
      files,
    );
  };
}
