/** What history says of files: their commits under all the names they had, and what is usually changed together with them. */
import { history as settings } from "../base/settings.ts";
import type { Past, PastChange } from "../store/history.ts";

/** The changes of a file, newest first, one a commit. */
export interface Followed {
  changes: PastChange[];
  /** Names that it had before, the latest first. */
  former: string[];
}

/**
 * Follows a file through its renames. A former name counts for what is older than the rename, and for what is newer on another branch, until something else
 * gets that name.
 */
export function followed(past: Past, path: string): Followed {
  const changes = new Map<number, PastChange>();
  const former: string[] = [];
  const seen = new Set<string>();
  const open: { name: string; until: number }[] = [{ name: path, until: -1 }];
  for (let at = 0; at < open.length && at < settings.renames; at++) {
    const { name, until } = open[at]!;
    const all = past.changesOf([name]);
    let reborn = -1;
    if (until >= 0) for (const one of all) if (one.place < until && (one.kind === "added" || one.was !== null)) reborn = one.place;
    for (const one of all) {
      if (one.place <= reborn) continue;
      // In the rename itself the old name is a deletion for who does not see it as one.
      if (one.place === until) continue;
      if (!changes.has(one.no)) changes.set(one.no, one);
      if (one.was === null || seen.has(`${one.was} ${one.place}`)) continue;
      seen.add(`${one.was} ${one.place}`);
      open.push({ name: one.was, until: one.place });
      if (one.was !== path && !former.includes(one.was)) former.push(one.was);
    }
  }
  return { changes: [...changes.values()].sort((a, b) => a.place - b.place), former };
}

/** Leads a name that a file had in a commit (its place) to that of today, as far as renames are known. */
export function todaysNames(past: Past): (path: string, place: number) => string {
  const renames = Map.groupBy(past.renames(), ({ was }) => was!);
  return (path, place) => {
    let [name, at] = [path, place];
    for (let step = 0; step < settings.renames; step++) {
      // Newest first: the last that is newer is the first that followed.
      const next = renames.get(name)?.findLast((one) => one.place < at);
      if (next === undefined) break;
      [name, at] = [next.path, next.place];
    }
    return name;
  };
}

/** A file that is usually changed together with another. */
export interface Together {
  path: string;
  /** Which of the changed files it goes with. */
  with: string;
  /** Commits that changed both. */
  support: number;
  /** Share of the commits of `with` that changed it too; commits count less the more files they changed. */
  confidence: number;
}

/**
 * What is usually changed together with some files and is not among them.
 * @param isHere is there such a file today?
 */
export function together(past: Past, paths: readonly string[], isHere: (path: string) => boolean): Together[] {
  const today = todaysNames(past);
  const given = new Set(paths);
  const best = new Map<string, Together>();
  for (const path of paths.slice(0, settings.together.seeds)) {
    const commits = past.sizesOf(followed(past, path).changes.map(({ no }) => no)).filter(({ files }) => files <= settings.together.files);
    const all = commits.reduce((sum, { files }) => sum + weightOf(files), 0);
    const others = new Map<string, { support: number; weight: number }>();
    for (const { path: name, place, files, count } of past.companions(commits.map(({ no }) => no))) {
      const other = today(name, place);
      if (given.has(other)) continue;
      const sum = others.get(other) ?? { support: 0, weight: 0 };
      sum.support += count;
      sum.weight += count * weightOf(files);
      others.set(other, sum);
    }
    for (const [other, { support, weight }] of others) {
      const confidence = Math.round((100 * weight) / all) / 100;
      if (support < settings.together.support || confidence < settings.together.confidence) continue;
      const known = best.get(other);
      if (known && (known.confidence > confidence || (known.confidence === confidence && known.support >= support))) continue;
      best.set(other, { path: other, with: path, support, confidence });
    }
  }
  return [...best.values()]
    .filter(({ path }) => isHere(path))
    .sort((a, b) => b.confidence - a.confidence || b.support - a.support || (a.path < b.path ? -1 : 1))
    .slice(0, settings.together.shown);
}

/** What a commit of so many files says of any two of them. */
const weightOf = (files: number): number => 1 / Math.log2(1 + Math.max(1, files));
