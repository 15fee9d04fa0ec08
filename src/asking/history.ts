/**
 * Who changed what, when and why: what the history of a tree says of a definition, a file, a folder or the whole of it, as a report and as the answer to a
 * question.
 */

import type { Warning } from "../base/errors.ts";
import { TYPES_AND_CALLABLES } from "../base/kinds.ts";
import { past as limits } from "../base/limits.ts";
import type { HistoryReport } from "../base/schema.ts";
import { asking, history as settings } from "../base/settings.ts";
import { brief } from "../base/visible.ts";
import { GitFailure } from "../git/git.ts";
import { type CommitText, isShallow, textsOf, touching } from "../git/history.ts";
import { type Lineage, lineageOf } from "../git/lineage.ts";
import { openPast } from "../indexing/history.ts";
import { tagsOf } from "../lang/engine/chunk.ts";
import { followed } from "../query/past.ts";
import type { Plan } from "../query/plan.ts";
import type { Aside } from "../query/route/beside.ts";
import { findSymbol } from "../query/walk.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import type { Past, PastChange, PastCommit } from "../store/history.ts";
import { type Found, nothing, presented, retrieved, wantedOf } from "./find.ts";
import type { Session } from "./options.ts";
import type { Draft } from "./quote.ts";
import { plainHit, toDraft } from "./structural.ts";

/** Whose history it is: all of the tree, what lies below a folder, some files, or a definition. */
export type Subject =
  | { kind: "tree" }
  | { kind: "folder"; path: string }
  | { kind: "files"; paths: readonly string[] }
  | { kind: "symbol"; symbol: SymbolRow };

export interface HistoryOptions {
  /** Commits that are told; all are counted. */
  k: number;
  /** Tell authors' e-mail addresses. */
  email?: boolean;
  /** Tell messages behind their subjects. */
  messages?: boolean;
  /** What is to be known before it. */
  notes?: readonly string[];
}

/** What is gathered before it is told. */
interface Gathered {
  commits: PastCommit[];
  /** By commit: what it did to the file, if the subject is one. */
  changes: Map<number, PastChange>;
  former: string[];
  lineage: Lineage | null;
  notes: string[];
}

/** The history of something. @throws GitFailure */
export async function historyReport(store: Store, past: Past, subject: Subject, options: HistoryOptions): Promise<HistoryReport> {
  const { commits, changes, former, lineage, notes } = await gathered(store, past, subject);
  const shown = commits.slice(0, options.k);
  const texts =
    options.email || options.messages
      ? await textsOf(
          store.root,
          (options.email ? commits : shown).map(({ id }) => id),
        )
      : new Map();
  const touched = past.changesIn(shown.map(({ no }) => no));
  return {
    version: 1,
    root: store.root,
    subject: told(subject),
    former,
    commits: shown.map((commit) => {
      const text = texts.get(commit.id);
      const change = changes.get(commit.no);
      return {
        id: commit.id,
        date: commit.date,
        author: commit.author,
        email: options.email ? (text?.address ?? null) : null,
        subject: commit.subject,
        body: options.messages ? (text?.body ?? null) : null,
        merge: commit.merge,
        files: commit.files,
        change: change?.kind ?? null,
        was: change?.was ?? null,
        lines: lineage ? (lineage.touched.get(commit.id)?.length ?? 0) : null,
        tests: (touched.get(commit.no) ?? [])
          .flatMap(({ path, kind }) => (kind !== "deleted" && tagsOf(path).includes("test") ? path : []))
          .sort(),
      };
    }),
    more: commits.length - shown.length,
    authors: authorsOf(commits, lineage, options.email ? texts : null),
    lines: lineage && {
      total: linesOf(lineage) + lineage.uncommitted.length + lineage.older.length,
      uncommitted: lineage.uncommitted.length,
      older: lineage.older.length,
    },
    window: windowOf(past),
    notes: [...(options.notes ?? []), ...notes],
  };
}

/** What has been read of history at all. */
export function windowOf(past: Past): HistoryReport["window"] {
  const { commits, newest, oldest } = past.extent();
  return { commits, newest, oldest, whole: past.key.whole && !isShallow(past.key), shallow: isShallow(past.key), head: past.key.head };
}

function told(subject: Subject): HistoryReport["subject"] {
  const none = { path: null, start: null, end: null };
  switch (subject.kind) {
    case "tree":
      return { kind: "tree", name: "this tree", ...none };
    case "folder":
      return { kind: "folder", name: `${subject.path}/`, ...none, path: subject.path };
    case "files":
      return { kind: "file", name: subject.paths.join(", "), ...none, path: subject.paths[0] ?? null };
    case "symbol": {
      const { qualified, path, start, end } = subject.symbol;
      return { kind: "symbol", name: qualified, path, start, end: Math.max(start, end) };
    }
  }
}

async function gathered(store: Store, past: Past, subject: Subject): Promise<Gathered> {
  const none = { changes: new Map<number, PastChange>(), former: [], lineage: null, notes: [] as string[] };
  if (subject.kind === "tree") return { ...none, commits: past.all() };
  if (subject.kind === "folder") {
    const touched = new Set(past.changesBelow(`${subject.path}/`).map(({ no }) => no));
    return { ...none, commits: await withWide(store, past, touched, [subject.path]) };
  }
  const paths = subject.kind === "symbol" ? [subject.symbol.path] : subject.paths;
  const found = paths.map((path) => followed(past, path));
  const former = [...new Set(found.flatMap((one) => one.former))];
  if (subject.kind === "symbol") {
    const { path, start, end } = subject.symbol;
    const hash = store.fileByPath(path)?.hash ?? "";
    const ends = new Set(past.edges().map(({ id }) => id));
    try {
      const lineage = await lineageOf(store.root, [path, ...former], hash, [start, Math.max(start, end)], past.extent().time, ends);
      const born = found[0]!.changes.filter(({ kind }) => kind === "added").map(({ no }) => no);
      const added = new Set(past.byNumber(born).map(({ id }) => id));
      return { ...none, commits: past.byId(lineage.touched.keys()), former, ...toldOf(past, lineage, added) };
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      none.notes.push(`Its lines could not be followed (${error.message}): these are the commits of its file.`);
    }
  }
  const changes = new Map(found.flatMap((one) => one.changes.map((change) => [change.no, change] as const)));
  return { ...none, changes, former, commits: await withWide(store, past, new Set(changes.keys()), [...paths, ...former]) };
}

/** Commits by number, with those of more files than are kept that touched one of some paths, as git says. */
async function withWide(store: Store, past: Past, numbers: ReadonlySet<number>, paths: readonly string[]): Promise<PastCommit[]> {
  const wide = past.wide(limits.files).filter(({ no }) => !numbers.has(no));
  const touched = await touching(
    store.root,
    wide.map(({ id }) => id),
    paths,
  );
  return past.byNumber([...numbers, ...wide.flatMap(({ id, no }) => (touched.has(id) ? no : []))]);
}

const linesOf = (lineage: Lineage): number => [...lineage.touched.values()].reduce((sum, lines) => sum + lines.length, 0);

/**
 * A lineage as far as its commits are among those that were read, and where it is not the whole story.
 * @param added commits that added the file: with them it all begins
 */
function toldOf(past: Past, found: Lineage, added: ReadonlySet<string>): { lineage: Lineage; notes: string[] } {
  const known = new Set(past.byId(found.touched.keys()).map(({ id }) => id));
  const lineage = { ...found, touched: new Map(found.touched), older: [...found.older] };
  for (const [id, lines] of found.touched)
    if (!known.has(id)) {
      lineage.touched.delete(id);
      lineage.older.push(...lines);
    }
  const notes: string[] = [];
  if (lineage.cut) notes.push("Its file has more patches than were read: what is older than these is not told.");
  if (lineage.began !== null && known.has(lineage.began) && !added.has(lineage.began))
    notes.push(`It begins with ${short(lineage.began)}: lines that came from another file have their history there.`);
  return { lineage, notes };
}

function authorsOf(
  commits: readonly PastCommit[],
  lineage: Lineage | null,
  texts: ReadonlyMap<string, CommitText> | null,
): HistoryReport["authors"] {
  const by = new Map<string, HistoryReport["authors"][number]>();
  // Newest first.
  for (const { id, author, date } of commits) {
    const known = by.get(author) ?? {
      name: author,
      email: texts?.get(id)?.address ?? null,
      commits: 0,
      lines: lineage ? 0 : null,
      first: date,
      last: date,
    };
    known.commits++;
    if (date < known.first) known.first = date;
    if (date > known.last) known.last = date;
    if (known.lines !== null) known.lines += lineage?.touched.get(id)?.length ?? 0;
    by.set(author, known);
  }
  // What a program commits, it does not know.
  const isBot = ({ name }: { name: string }): number => Number(/\[bot\]$|\bbot$/i.test(name));
  return [...by.values()].sort(
    (a, b) =>
      isBot(a) - isBot(b) ||
      b.commits - a.commits ||
      (b.lines ?? 0) - (a.lines ?? 0) ||
      (a.last < b.last ? 1 : a.last > b.last ? -1 : a.name < b.name ? -1 : 1),
  );
}

export const short = (id: string): string => id.slice(0, 10);

/** What a reader must know of how far this history goes. */
export function bounds({ window, lines }: Pick<HistoryReport, "window" | "lines">): string[] {
  const said: string[] = [];
  if (window.shallow)
    said.push(
      `This clone is shallow: its history begins ${window.oldest} (${window.commits} commits); git fetch --unshallow brings the rest.`,
    );
  else if (!window.whole) said.push(`Looked at: the newest ${window.commits} commits, back to ${window.oldest}.`);
  if (lines && lines.older > 0) said.push(`${lines.older} of its ${lines.total} lines are older than that.`);
  if (lines && lines.uncommitted > 0) said.push(`${lines.uncommitted} of its ${lines.total} lines are not committed.`);
  return said;
}

// ---------------------------------------------------------------------------------------------- questions

/** The history of what a question is about, and its places; where there is none, that. */
export async function historyOf({ store, frozen }: Session, plan: Plan, aside: Aside): Promise<Found> {
  const why = aside.row.startsWith("history:why");
  const past = await openPast(store, frozen);
  const asked = subjectOf(store, plan, aside, { why, past: "why" in past ? null : past });
  if (asked.missing) {
    if (!("why" in past)) past.close();
    return asked.missing;
  }
  const found: Found = {
    ...nothing(),
    drafts: asked.drafts.slice(0, plan.k),
    suggestions: suggestionsFor(asked.subject),
    warnings: [...asked.others],
    fallback: asked.drafts.length > 0 && asked.drafts.every(({ near }) => near),
  };
  const unknown = (why: string): Found => {
    found.warnings.push({ code: "history-unknown", message: `The history of ${asked.name} is not known here: ${why}.` });
    for (const draft of found.drafts) draft.near = true;
    return { ...found, fallback: true };
  };
  if ("why" in past) return unknown(past.why);
  try {
    const report = await historyReport(store, past, asked.subject, { k: settings.shown, messages: why });
    if (report.commits.length === 0) {
      const { commits, oldest } = report.window;
      const none = unknown(
        report.lines?.uncommitted
          ? "it is not committed yet"
          : `none of the ${commits} commits that were looked at touched it, back to ${oldest}`,
      );
      const told = bounds(report).map((message) => ({ code: "history", message }));
      return { ...none, warnings: [...none.warnings, ...told] };
    }
    found.warnings.push(...sentences(report, asked.name, why));
    // A folder and a tree are no places to go to: the files that these commits changed are.
    if (found.drafts.length === 0) found.drafts = touchedBy(store, past, report, plan.k);
    return found;
  } catch (error) {
    if (error instanceof GitFailure) return unknown(`git could not be asked (${error.message})`);
    throw error;
  } finally {
    past.close();
  }
}

/** The files of today that the commits of a report changed, the latest first. */
function touchedBy(store: Store, past: Past, { subject, commits }: HistoryReport, most: number): Draft[] {
  const within = subject.path === null ? "" : `${subject.path}/`;
  const shown = past.byId(commits.map(({ id }) => id));
  const changes = past.changesIn(shown.map(({ no }) => no));
  const paths = new Set(
    shown.flatMap(({ no }) => (changes.get(no) ?? []).map(({ path }) => path)).filter((path) => path.startsWith(within)),
  );
  return [...paths].flatMap((path) => fileDraft(store, path) ?? []).slice(0, most);
}

/** A file as a place that is cited and not quoted; null where it is not in the index. */
export function fileDraft(store: Store, path: string): Draft | null {
  const file = store.fileByPath(path);
  const symbol = file && store.symbolsOfFile(file.id)[0];
  if (!symbol) return null;
  return { ...toDraft(store, plainHit(symbol), "structural"), quote: null };
}

/** Commands that say more of a subject. */
function suggestionsFor(subject: Subject): string[] {
  const word = (text: string): string => (/^[\w./:@+-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const paths =
    subject.kind === "tree"
      ? []
      : subject.kind === "folder"
        ? [`${subject.path}/`]
        : subject.kind === "files"
          ? subject.paths
          : [subject.symbol.path];
  const named = subject.kind === "symbol" ? `${subject.symbol.path}:${subject.symbol.qualified}` : (paths[0] ?? "");
  return [
    `manifold history ${word(named)}`.trim(),
    `git log --stat${paths.length > 0 ? ` -- ${paths.map(word).join(" ")}` : ""}`,
    ...(subject.kind === "symbol"
      ? [`git log -L${subject.symbol.start},${Math.max(subject.symbol.start, subject.symbol.end)}:${word(subject.symbol.path)}`]
      : []),
    ...(paths.length === 1 && subject.kind !== "folder" ? [`git blame ${word(paths[0]!)}`] : []),
  ];
}

/** Lines of a message that say who vouches for it, not why. */
const TRAILERS = /^(?:[A-Z][\w-]*-by|Cc|Change-Id|Link): .*$/gm;

/** A report in sentences: who and how often, the commits, how far all this goes. */
function sentences(report: HistoryReport, name: string, why: boolean): Warning[] {
  const { commits, authors, more } = report;
  const all = commits.length + more;
  const rest = authors.length - settings.authors;
  const by = authors
    .slice(0, settings.authors)
    .map((author) => `${brief(author.name)} (${author.commits}${author.lines ? `, ${author.lines} of its lines` : ""})`)
    .join(", ");
  const first = authors.map((author) => author.first).sort()[0]!;
  const last = authors
    .map((author) => author.last)
    .sort()
    .at(-1)!;
  // No date says where the newest end: their order is that of commits, what is printed are the days on which they were written.
  const which = report.window.whole
    ? `${all === 1 ? "The only commit" : `All ${all} commits`} of ${name}`
    : `The ${all === 1 ? "commit" : `${all} commits`} of ${name} among the newest ${report.window.commits}`;
  const dates = all === 1 ? `it is of ${first}` : `the first of these is of ${first}, the last of ${last}`;
  const told = commits.map(({ id, date, author, subject, body, tests, lines }) => {
    const more = [
      ...(lines ? [`${lines} of its lines`] : []),
      ...(tests.length > 0
        ? [
            `tests ${tests.slice(0, settings.tests).join(", ")}${tests.length > settings.tests ? ` and ${tests.length - settings.tests} more` : ""}`,
          ]
        : []),
    ];
    const message = why && body ? ` — ${brief(body.replace(TRAILERS, "").replace(/\s+/g, " ").trim(), settings.why)}` : "";
    return `${short(id)} ${date} ${brief(author)}: ${brief(subject)}${message}${more.length > 0 ? ` (${more.join("; ")})` : ""}`;
  });
  const notes = [
    ...bounds(report),
    ...(report.former.length > 0
      ? [`Followed through its former ${report.former.length === 1 ? "name" : "names"} ${report.former.slice(0, 3).join(", ")}.`]
      : []),
    ...report.notes,
  ];
  return [`${which} ${all === 1 ? "is" : "are"} by ${by}${rest > 0 ? ` and ${rest} more` : ""}; ${dates}.`, ...told, ...notes].map(
    (message) => ({
      code: "history",
      message,
    }),
  );
}

/** What a question is about, the places that it is, and its name in the answer. */
interface Asked {
  subject: Subject;
  drafts: Draft[];
  name: string;
  missing: Found | null;
  /** What else is called so. */
  others: Warning[];
}

const ASIDE: ReadonlySet<string> = new Set(["test", "docs", "example", "config", "generated", "vendored"]);

/** A name of code that no text has as a word; products (GitHub, jQuery, gRPC) are written otherwise. */
const NAME = /^(?:[\w$.:#]*[\p{L}\d]_\w+|\p{Ll}{2,}\p{Lu}\p{Ll}[\p{L}\d]*|\w+(?:(?:::|#)\w+|(?:\.\w+){2,}))[!?]?(?:\(\))?$/u;

/** @param why is the text of a definition asked about, too? */
export function subjectOf(
  store: Store,
  plan: Plan,
  { about, thing }: Aside,
  { why = false, past = null }: { why?: boolean; past?: Past | null } = {},
): Asked {
  if (about === "") return { subject: { kind: "tree" }, drafts: [], name: "this tree", missing: null, others: [] };
  const named = subjectNamed(store, about, past) ?? subjectGone(about, past);
  if (named?.kind === "folder") return { subject: named, drafts: [], name: `${named.path}/`, missing: null, others: [] };
  // A path or a name that is not there is no topic: what has its words is something else.
  const apart =
    named !== null
      ? null
      : /^[^\s]*[\w-]\/[^\s]+$/.test(about)
        ? elsewhereSaid(store, about)
        : NAME.test(about)
          ? "nothing is defined here under that name"
          : null;
  if (apart !== null) {
    const message = `The history of ${about} is not known here: ${apart}.`;
    const missing: Found = { ...nothing(), fallback: true, warnings: [{ code: "history-unknown", message }] };
    return { subject: { kind: "tree" }, drafts: [], name: about, missing, others: [] };
  }
  const searched = presented(store, plan, retrieved(store, plan, about, wantedOf(plan)), "semantic");
  // A plain word is a topic unless a function or a type is called so: another thing of that name may be no more than a local of a test.
  const plain =
    /^\p{Ll}+$/u.test(about) &&
    !(named?.kind === "symbol" && !thing && TYPES_AND_CALLABLES.has(named.symbol.kind) && named.symbol.name === about);
  const topic = plain && !searched.weak && searched.drafts.length > 0;
  if (named !== null && !topic) {
    const draft =
      named.kind === "symbol"
        ? toDraft(store, plainHit(named.symbol), "structural")
        : named.kind === "files"
          ? fileDraft(store, named.paths[0]!)
          : null;
    const name =
      named.kind === "symbol"
        ? `${named.symbol.qualified} (${named.symbol.path}:${named.symbol.start})`
        : named.kind === "files"
          ? named.paths[0]!
          : about;
    // Text is no part of git's answer and is only cited, unless it is what is asked about.
    return {
      subject: named,
      drafts: draft ? [named.kind === "symbol" && why ? draft : { ...draft, quote: null }] : [],
      name,
      missing: null,
      others: othersCalled(store, about, named),
    };
  }
  if (searched.weak || searched.drafts.length === 0)
    return { subject: { kind: "tree" }, drafts: [], name: about, missing: searched, others: [] };
  const near = [...new Set(searched.drafts.slice(0, asking.anchors).map(({ path }) => path))];
  // Tests, documents and settings that speak of a topic are changed for other reasons as well.
  const source = near.filter((path) => !tagsOf(path).some((tag) => ASIDE.has(tag)));
  const likely = (source.length > 0 ? source : near).map((path) => searched.drafts.find((draft) => draft.path === path)!);
  const sure = likely.filter(({ score }) => score >= settings.sure).slice(0, settings.files);
  // What was found only says whose history it is.
  const drafts = (sure.length > 0 ? sure : likely.slice(0, 1)).map((draft) => ({ ...draft, quote: null, near: sure.length === 0 }));
  const paths = drafts.map(({ path }) => path);
  const name = paths.join(", ");
  const unsure = { code: "weak-match", message: `Nothing here is surely “${brief(about)}”: ${name} is only the nearest to the words.` };
  return { subject: { kind: "files", paths }, drafts, name, missing: null, others: sure.length > 0 ? [] : [unsure] };
}

/** That other files or definitions have the name, where it was no whole path; which of them is meant nobody can tell. */
export function othersCalled(store: Store, about: string, subject: Subject): Warning[] {
  const chosen = subject.kind === "symbol" ? subject.symbol.path : subject.kind === "files" ? subject.paths[0]! : null;
  if (chosen === null || chosen === about.replace(/^\.\//, "")) return [];
  const { candidates } = findSymbol(store, { name: about });
  const at = ({ kind, path, start }: SymbolRow): string => (kind === "file" ? path : `${path}:${start}`);
  const others = candidates.flatMap((one) =>
    one.file === null || (subject.kind === "symbol" ? one.id === subject.symbol.id : one.path === chosen) ? [] : at(one),
  );
  if (others.length === 0) return [];
  const rest = others.length - NAMED_OTHERS;
  const list = `${others.slice(0, NAMED_OTHERS).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  const how = subject.kind === "symbol" ? "choose with PATH:NAME" : "name its path to choose";
  return [
    {
      code: "several-definitions",
      message: `${others.length + 1} have the name ${about}; taken was ${chosen}${subject.kind === "symbol" ? `:${subject.symbol.start}` : ""}, not ${list}: ${how}.`,
    },
  ];
}
const NAMED_OTHERS = 5;

/** Why a path is not among the files of this tree. */
export function elsewhereSaid(store: Store, path: string): string {
  const parts = path.replace(/^\.\//, "").split("/");
  for (let length = parts.length; length > 0; length--) {
    const above = parts.slice(0, length).join("/");
    const reason = store.skipReason(above) ?? store.skipReason(`${above}/`);
    if (reason === "submodule" || reason === "nested-repository")
      return `${above} is ${reason === "submodule" ? "a submodule" : "a repository of its own"}, which has a history of its own`;
  }
  return "no file or folder has that path, and no commit that was looked at changed one of that name";
}

/** A file or folder that is not there any more, or is not in the index, by its whole path. */
function subjectGone(about: string, past: Past | null): Subject | null {
  const path = about.replace(/^\.\//, "").replace(/\/$/, "");
  if (past === null || !path.includes("/") || /\s/.test(path) || !past.has(path)) return null;
  return past.isFolder(path) ? { kind: "folder", path } : { kind: "files", paths: [path] };
}

/** Has git a file of that path today, though it is not in the index: one that a sparse checkout leaves out? */
function isCommitted(past: Past, path: string): boolean {
  const [last] = past.changesOf([path]);
  return last !== undefined && last.kind !== "deleted" && !past.renames().some(({ was, place }) => was === path && place < last.place);
}

/**
 * What a name means that is one: a folder, a file, a definition; null for words, and what is not here.
 * @param past what is committed and not here is meant before another file of the same base name
 */
export function subjectNamed(store: Store, about: string, past: Past | null = null): Subject | null {
  const path = about.replace(/^\.\//, "").replace(/\/$/, "");
  if (path === "") return null;
  const below = store.statement("SELECT 1 FROM file WHERE substr(path, 1, ?) = ? LIMIT 1");
  if (below.get(path.length + 1, `${path}/`) !== null) return { kind: "folder", path };
  if (store.fileByPath(path) || (past !== null && isCommitted(past, path))) return { kind: "files", paths: [path] };
  const symbol = /\s/.test(about) ? null : findSymbol(store, { name: about }).chosen;
  const exact =
    symbol !== null &&
    symbol.file !== null &&
    (symbol.kind === "file" || (TYPES_AND_CALLABLES.has(symbol.kind) && about.endsWith(symbol.name)));
  const folder = exact ? null : folderCalled(store, path);
  if (folder !== null) return { kind: "folder", path: folder };
  if (!symbol || symbol.file === null) return null;
  return symbol.kind === "file" ? { kind: "files", paths: [symbol.path] } : { kind: "symbol", symbol };
}

/** The one folder whose path ends with some names; null where there is none, or more than one. */
function folderCalled(store: Store, name: string): string | null {
  if (/\s/.test(name)) return null;
  const rows = store
    .statement("SELECT DISTINCT substr(path, 1, instr(path, ?1) + length(?1) - 2) AS folder FROM file WHERE instr(path, ?1) > 0 LIMIT 2")
    .values(`/${name}/`) as [string][];
  return rows.length === 1 ? rows[0]![0] : null;
}
