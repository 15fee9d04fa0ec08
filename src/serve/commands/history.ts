/** The commits of a definition, a file, a folder or the whole tree (`manifold history`), and the files that change often (`manifold hotspots`). */
import { join } from "node:path";
import { bounds, elsewhereSaid, historyReport, othersCalled, type Subject, short, subjectNamed, windowOf } from "../../asking/history.ts";
import { hotspotsOf } from "../../asking/hotspots.ts";
import type { Session } from "../../asking.ts";
import { EXIT, Refusal } from "../../base/errors.ts";
import type { HistoryReport, Hotspots } from "../../base/schema.ts";
import { asking, history as settings } from "../../base/settings.ts";
import { GitFailure } from "../../git/git.ts";
import { openPast } from "../../indexing/history.ts";
import { fileFilter } from "../../query/filter.ts";
import { findSymbol } from "../../query/walk.ts";
import type { Store } from "../../store/graph.ts";
import type { Past } from "../../store/history.ts";
import { command } from "../command.ts";
import type { Flags } from "../flags.ts";
import { filterFlags, fromRoot, outputFlags, place, rootFlags, toRoot } from "../question.ts";
import { type Style, visible } from "../render/visible.ts";
import { atMost, moreLines, placesIn, plural, printReport } from "../report.ts";
import { sayWarnings, withSession } from "../session.ts";

export const historyCommand = command({
  name: "history",
  about: "Commits that touched a definition or a file, through its renames: who made them, when, and the tests they touched",
  flags: {
    what: { type: "positional", valueHint: "SYMBOL|PATH", description: "Symbol, file or folder (default: the whole tree)" },
    at: { type: "string", valueHint: "FILE:LINE", description: "The symbol defined there" },
    k: { type: "string", valueHint: "N", description: `Number of commits, newest first (default ${asking.defaultResults})` },
    messages: { type: "boolean", description: "Print messages, not their subjects alone" },
    email: { type: "boolean", description: "Print authors' e-mail addresses" },
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const k = flags.number("k", asking.defaultResults, 1, asking.maxResults);
    return withPast(flags, async (session, past) => {
      const { store, root } = session;
      const notes: string[] = [];
      const subject = subjectOf(flags, store, past, notes);
      const report = await asked(store, past, subject, { k, email: flags.on("email"), messages: flags.on("messages"), notes });
      sayWarnings(session);
      printReport(flags, report, (style) => historyLines(report, { root, cwd: process.cwd(), style }));
      return report.commits.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});

/** What a command makes of an index with its history. @throws Refusal `git-failed` where there is none */
export function withPast(flags: Flags, work: (session: Session, past: Past) => Promise<number>): Promise<number> {
  const onPast = async (session: Session): Promise<number> => {
    const past = await openPast(session.store, flags.on("no-refresh"));
    if ("why" in past) throw unknownHistory(past.why);
    try {
      return await work(session, past);
    } finally {
      past.close();
    }
  };
  return withSession(flags, onPast, { history: true });
}

const unknownHistory = (why: string): Refusal =>
  new Refusal("git-failed", `The history of this tree is not known: ${why}.`, "Everything else works without it.");

async function asked(...given: Parameters<typeof historyReport>): Promise<HistoryReport> {
  try {
    return await historyReport(...given);
  } catch (error) {
    if (error instanceof GitFailure) throw unknownHistory(`git could not be asked (${error.message})`);
    throw error;
  }
}

/**
 * @param notes is told what else has the name
 * @throws Refusal `symbol-unknown`
 */
function subjectOf(flags: Flags, store: Store, past: Past, notes: string[]): Subject {
  const word = flags.word("what");
  const at = flags.has("at") ? place(flags.text("at")!, store.root, process.cwd()) : undefined;
  if (at !== undefined) {
    if (word !== undefined) throw new Refusal("bad-value", "--at names what is asked about already.", "Leave out one of them.");
    const symbol = store.symbolAt(at.path, at.line);
    if (symbol === null) throw new Refusal("symbol-unknown", `${at.path} is not in the index.`, "manifold index --why FILE explains.");
    return symbol.kind === "file" ? { kind: "files", paths: [symbol.path] } : { kind: "symbol", symbol };
  }
  if (word === undefined || word.trim() === "" || word === ".") return { kind: "tree" };
  const path = toRoot(word, store.root, process.cwd()).replace(/\/$/, "");
  if (path === "") return { kind: "tree" };
  const subject = subjectNamed(store, path, past) ?? subjectNamed(store, word, past);
  if (subject !== null) {
    notes.push(...othersCalled(store, word, subject).map(({ message }) => message));
    return subject;
  }
  // A file that is gone, or is not indexed, has a history all the same.
  for (const name of [path, word])
    if (past.has(name)) return past.isFolder(name) ? { kind: "folder", path: name } : { kind: "files", paths: [name] };
  const { suggestions } = findSymbol(store, { name: word });
  throw new Refusal(
    "symbol-unknown",
    `Nothing here is called ${word}: ${elsewhereSaid(store, path)}.`,
    suggestions.length > 0 ? `Nearest names: ${suggestions.join(", ")}.` : "Check the spelling.",
  );
}

/** A report for people. */
function historyLines(report: HistoryReport, { root, cwd, style: paint }: { root: string; cwd: string; style: Style }): string[] {
  const { subject, commits, authors, more, former } = report;
  const all = commits.length + more;
  const where =
    subject.path === null
      ? ""
      : `${visible(fromRoot(subject.path, root, cwd))}${subject.start === null ? (subject.kind === "folder" ? "/" : "") : `:${subject.start}-${subject.end}`}`;
  const name =
    subject.kind === "symbol"
      ? `${paint.name(visible(subject.name))}  ${paint.path(where, { file: join(root, subject.path ?? ""), line: subject.start })}`
      : paint.name(where || "this tree");
  const lines = [`${name}  ${plural(all, "commit")}${all > 0 ? ` by ${plural(authors.length, "author")}` : ""}`];
  for (const note of [...bounds(report), ...report.notes]) lines.push(paint.dim(visible(note)));
  if (former.length > 0) lines.push(paint.dim(`formerly ${former.map(visible).join(", ")}`));
  lines.push("");
  for (const commit of commits) {
    const facts = [
      ...(commit.change !== null && commit.change !== "modified"
        ? [commit.was === null ? commit.change : `renamed from ${visible(commit.was)}`]
        : []),
      ...(commit.lines ? [`${commit.lines} of its lines`] : []),
      ...(commit.files > settings.churn ? [`${commit.files} files`] : []),
    ];
    const who = `${visible(commit.author)}${commit.email === null ? "" : ` <${visible(commit.email)}>`}`;
    lines.push(
      `${paint.path(short(commit.id))}  ${commit.date}  ${paint.name(who)}  ${visible(commit.subject)}${facts.length > 0 ? paint.dim(`  (${facts.join(", ")})`) : ""}`,
    );
    if (commit.body) for (const line of commit.body.split("\n")) lines.push(`    ${visible(line.trimEnd())}`.trimEnd());
    if (commit.tests.length > 0) {
      const tests = commit.tests.map((path) => visible(fromRoot(path, root, cwd)));
      lines.push(paint.dim(`    tests ${firstOf(tests, settings.tests, ", ")}`));
    }
  }
  lines.push(...moreLines(more, paint));
  if (authors.length > 0) {
    const known = authors.map((one) => {
      const count = `${plural(one.commits, "commit")}${one.lines ? `, ${plural(one.lines, "line")}` : ""}`;
      return `${visible(one.name)}${one.email === null ? "" : ` <${visible(one.email)}>`} (${count}, last ${one.last})`;
    });
    lines.push("", `known by ${firstOf(known, settings.authors, "; ")}`);
  } else lines.push(report.lines?.uncommitted ? "It is not committed yet." : "No commit that was looked at touched it.");
  return lines;
}

/** The first so many of a list in a sentence, and how many there are besides. */
function firstOf(all: readonly string[], k: number, separator: string): string {
  const { shown, more } = atMost(all, k);
  return `${shown.join(separator)}${more > 0 ? ` and ${more} more` : ""}`;
}

// `manifold hotspots`: files that change often and that much depends on.

const { path, exclude, lang } = filterFlags;

export const hotspotsCommand = command({
  name: "hotspots",
  about: "Files by how often they change times how many files depend on them",
  flags: {
    k: { type: "string", valueHint: "N", description: `Number of files (default ${asking.defaultResults})` },
    path,
    exclude,
    lang,
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const k = flags.number("k", asking.defaultResults, 1, asking.maxResults);
    return withPast(flags, async (session, past) => {
      const { store, root } = session;
      const accept = fileFilter({ paths: flags.list("path"), excludes: flags.list("exclude"), languages: flags.list("lang"), kinds: [] });
      const all = hotspotsOf(store, past, accept);
      const { shown: hotspots, more } = atMost(all, k);
      const report: Hotspots = { version: 1, root, hotspots, more, window: windowOf(past) };
      sayWarnings(session);
      printReport(flags, report, (paint) => {
        const place = placesIn(root, paint);
        const width = String(hotspots[0]?.score ?? "").length;
        return [
          ...hotspots.map(
            ({ path: file, score, commits, dependents, authors, last }) =>
              `${String(score).padStart(width)}  ${place(file)}  ${paint.dim(`${plural(commits, "commit")} × ${plural(dependents, "dependent file")}, ${plural(authors, "author")}, last ${last}`)}`,
          ),
          ...moreLines(more, paint),
          ...(all.length === 0 ? ["No file here was changed that another one depends on, as far as was looked."] : []),
          ...bounds({ window: report.window, lines: null }).map((said) => paint.dim(visible(said))),
        ];
      });
      return all.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});
