/** Where change costs most: files that change often and that much depends on. */
import { DEPENDING } from "../base/kinds.ts";
import type { Hotspots } from "../base/schema.ts";
import { history as settings } from "../base/settings.ts";
import { EDGE_KINDS } from "../base/types.ts";
import { openPast } from "../indexing/history.ts";
import { fileFilter } from "../query/filter.ts";
import { todaysNames, together } from "../query/past.ts";
import type { Plan } from "../query/plan.ts";
import type { Aside } from "../query/route/beside.ts";
import type { Store } from "../store/graph.ts";
import type { Past } from "../store/history.ts";
import { type Found, nothing } from "./find.ts";
import { bounds, fileDraft, subjectOf, windowOf } from "./history.ts";
import type { Session } from "./options.ts";

/** Kinds of edges by which a file depends on another: text that names something depends on nothing. */

export interface Churn {
  commits: number;
  authors: number;
  last: string;
}

/** How often each file of today was changed, whatever it was called then; commits that changed a great many say nothing of any one. */
export function churnOf(past: Past): Map<string, Churn> {
  const today = todaysNames(past);
  const found = new Map<string, { commits: number; authors: Set<string>; last: string }>();
  for (const { path, place, author, date } of past.churn(settings.churn)) {
    const name = today(path, place);
    const known = found.get(name) ?? { commits: 0, authors: new Set<string>(), last: date };
    known.commits++;
    known.authors.add(author);
    if (date > known.last) known.last = date;
    found.set(name, known);
  }
  return new Map([...found].map(([name, { commits, authors, last }]) => [name, { commits, authors: authors.size, last }]));
}

/**
 * Files by churn times dependents, highest first; those without either are none.
 * @param accept which files count
 */
export function hotspotsOf(store: Store, past: Past, accept: (path: string, language: string | null) => boolean): Hotspots["hotspots"] {
  const churn = churnOf(past);
  const files = store.files().filter(({ path, language }) => churn.has(path) && accept(path, language));
  const rows = store
    .statement(
      `SELECT own.file, count(DISTINCT iif(giver = 0, user.file, giver)) FROM json_each(?1) CROSS JOIN symbol AS own ON own.file = value
        CROSS JOIN edge ON dst = own.id CROSS JOIN symbol AS user ON user.id = src
        WHERE edge.kind IN (SELECT value FROM json_each(?2)) AND iif(giver = 0, user.file, giver) <> own.file GROUP BY own.file`,
    )
    .values(JSON.stringify(files.map(({ id }) => id)), JSON.stringify(DEPENDING.map((kind) => EDGE_KINDS.indexOf(kind)))) as [
    number,
    number,
  ][];
  const dependents = new Map(rows);
  return files
    .flatMap(({ id, path }) => {
      const { commits, authors, last } = churn.get(path)!;
      const using = dependents.get(id) ?? 0;
      return using === 0 ? [] : [{ path, score: commits * using, commits, dependents: using, authors, last }];
    })
    .sort((a, b) => b.score - a.score || b.commits - a.commits || (a.path < b.path ? -1 : 1));
}

const counted = (n: number, one: string): string => `${n} ${one}${n === 1 ? "" : "s"}`;

/** The answer to a question for them. @param about a folder or file; "" for the whole tree */
export async function hotspotsFor({ store, frozen }: Session, plan: Plan, about: string): Promise<Found> {
  const within = about.replace(/^\.\//, "").replace(/\/$/, "");
  const filtered = fileFilter(plan.filters);
  const accept = (path: string, language: string | null): boolean =>
    filtered(path, language) && (within === "" || path === within || path.startsWith(`${within}/`));
  return listed({ store, frozen }, "What changes often", `manifold hotspots${within === "" ? "" : ` --path ${within}`}`, (past) =>
    hotspotsOf(store, past, accept)
      .slice(0, plan.k)
      .map(({ path, score, commits, dependents }) => [
        path,
        `${path}: ${counted(commits, "commit")} × ${counted(dependents, "dependent file")} = ${score}.`,
      ]),
  );
}

/** The answer to what is usually changed together with something. */
export async function togetherFor({ store, frozen }: Session, plan: Plan, aside: Aside): Promise<Found> {
  const { subject, name, missing, others } = subjectOf(store, plan, aside);
  if (missing) return missing;
  const paths = subject.kind === "files" ? subject.paths : subject.kind === "symbol" ? [subject.symbol.path] : [];
  const found = await listed(
    { store, frozen },
    `What is changed together with ${name}`,
    `manifold history ${paths[0] ?? ""}`.trim(),
    (past) =>
      together(past, paths, (path) => store.fileByPath(path) !== null)
        .slice(0, plan.k)
        .map(({ path, with: other, support, confidence }) => [
          path,
          `${path}: ${counted(support, "commit")} together with ${other}, ${Math.round(100 * confidence)} % of that one's.`,
        ]),
  );
  return { ...found, warnings: [...others, ...found.warnings] };
}

/** Files with a sentence each, as an answer; or that nothing is known of it. */
async function listed(
  { store, frozen }: Pick<Session, "store" | "frozen">,
  what: string,
  suggestion: string,
  of: (past: Past) => [path: string, sentence: string][],
): Promise<Found> {
  const found = nothing();
  const past = await openPast(store, frozen);
  if ("why" in past) {
    found.warnings.push({ code: "history-unknown", message: `${what} is not known here: ${past.why}.` });
    return { ...found, fallback: true };
  }
  try {
    const window = windowOf(past);
    for (const [path, message] of of(past)) {
      const draft = fileDraft(store, path);
      if (draft === null) continue;
      found.drafts.push(draft);
      found.warnings.push({ code: "history", message });
    }
    if (found.drafts.length === 0)
      found.warnings.push({ code: "history-unknown", message: `${what}: nothing, by ${counted(window.commits, "commit")}.` });
    found.warnings.push(...bounds({ window, lines: null }).map((message) => ({ code: "history", message })));
    found.suggestions.push(suggestion);
    return { ...found, fallback: found.drafts.length === 0 };
  } finally {
    past.close();
  }
}
