/**
 * What history says of where something is to be mended: files changed lately are changed again, and what a report describes was spoken of before by those
 * who changed its place. Both are usual in bug localisation: past reports alike (Zhou et al., "Where should the bugs be fixed?", ICSE 2012) and recent
 * changes (Wang and Lo, "Version history, similar report, and structure", ICPC 2014).
 */
import { ranking } from "../base/settings.ts";
import { queryWords } from "../base/words.ts";
import type { Past } from "../store/history.ts";
import { todaysNames } from "./past.ts";

/** Of one file, each compared with others only. */
export interface Precedent {
  /** How lately it was changed: commits count the less the more came after them. */
  lately: number;
  /** How much the subjects of the commits that changed it have of the text. */
  alike: number;
}

/**
 * Files that history speaks for, by the paths of today.
 * @param text the report
 */
export function precedents(past: Past, text: string): Map<string, Precedent> {
  const { span, unknown } = ranking.precedents;
  const commits = past.all().filter(({ merge }) => !merge);
  const asked = new Set(queryWords(text));
  const said = commits.map(({ subject }) => new Set(queryWords(subject)));
  const holding = new Map<string, number>();
  for (const words of said) for (const word of words) if (asked.has(word)) holding.set(word, (holding.get(word) ?? 0) + 1);
  const idf = (having: number) => Math.log(1 + commits.length / (1 + having));
  // What a subject says beside the text weighs as a word that three commits have: counting them all gives the same places.
  const other = idf(unknown) ** 2;
  const weights = new Map<number, Precedent>();
  for (const [at, { no, files }] of commits.entries()) {
    let shared = 0;
    let rest = 0;
    for (const word of said[at]!) {
      const having = holding.get(word);
      if (having === undefined) rest++;
      else shared += idf(having) ** 2;
    }
    const damped = 1 / Math.sqrt(Math.max(1, files));
    const lately = at < span * 10 ? Math.exp(-at / span) * damped : 0;
    const alike = shared > 0 ? (shared ** 2 / (shared + rest * other)) * damped : 0;
    if (lately > 0 || alike > 0) weights.set(no, { lately, alike });
  }
  const today = todaysNames(past);
  const found = new Map<string, Precedent>();
  for (const [no, changes] of past.changesIn(weights.keys()))
    for (const { path, place } of changes) {
      const { lately, alike } = weights.get(no)!;
      const name = today(path, place);
      const sum = found.get(name) ?? { lately: 0, alike: 0 };
      found.set(name, { lately: sum.lately + lately, alike: sum.alike + alike });
    }
  return found;
}

/** What precedents add to each of some files, by path: shares of the most that one of them has. */
export function precedentScores(paths: readonly string[], found: ReadonlyMap<string, Precedent>): Map<string, number> {
  const { lately, alike } = ranking.precedents;
  const own = paths.flatMap((path) => found.get(path) ?? []);
  const latest = Math.log1p(Math.max(0, ...own.map((one) => one.lately))) || 1;
  const likest = Math.max(0, ...own.map((one) => one.alike)) || 1;
  return new Map(
    paths.flatMap((path) => {
      const one = found.get(path);
      return one ? [[path, (lately * Math.log1p(one.lately)) / latest + (alike * one.alike) / likest] as const] : [];
    }),
  );
}
