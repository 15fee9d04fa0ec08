/** Who changed what, and when: answered by git as far as it is asked, or said not to be known. The tree's text has no answer to it. */

import { asking, history as settings } from "../base/settings.ts";
import { brief } from "../base/visible.ts";
import { redact } from "../files/secrets.ts";
import { GitFailure, git } from "../git/git.ts";
import type { Plan } from "../query/plan.ts";
import type { Aside } from "../query/route/beside.ts";
import { findSymbol } from "../query/walk.ts";
import type { Store } from "../store/graph.ts";
import { type Found, nothing, presented, retrieved, wantedOf } from "./find.ts";
import type { Draft } from "./quote.ts";
import { toDraft } from "./structural.ts";

interface Commit {
  id: string;
  author: string;
  date: string;
  subject: string;
}

/** What a question is about: paths that git is asked of, and the places that they are. */
interface Subject {
  paths: string[];
  drafts: Draft[];
  /** As it is named in the answer. */
  name: string;
  missing: Found | null;
}

/** The last commits of what is asked about, who made them, and its places; where git has none, that. */
export async function historyOf(store: Store, plan: Plan, { about }: Aside): Promise<Found> {
  const { paths, drafts, name, missing } = subjectOf(store, plan, about);
  if (missing) return missing;
  const found: Found = { ...nothing(), drafts: drafts.slice(0, plan.k) };
  const quoted = paths.map((path) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)).join(" ");
  const after = paths.length > 0 ? ` -- ${quoted}` : "";
  found.suggestions.push(`git log --stat${after}`, `git shortlog -sn HEAD${after}`, ...(paths.length === 1 ? [`git blame ${quoted}`] : []));
  const commits = await commitsOf(store.root, paths);
  if (commits === null || commits.length === 0) {
    const why = commits === null ? "git could not be asked" : "git has no commit of it";
    found.warnings.push({ code: "history-unknown", message: `The history of ${name} is not known here: ${why}.` });
    for (const draft of found.drafts) draft.near = true;
    return { ...found, fallback: true };
  }
  const many = commits.length >= settings.commits;
  const by = new Map<string, number>();
  for (const { author } of commits) by.set(author, (by.get(author) ?? 0) + 1);
  const authors = [...by].sort((a, b) => b[1] - a[1]).slice(0, settings.authors);
  const rest = by.size - authors.length;
  found.warnings.push(
    {
      code: "history",
      message: `${many ? `The last ${commits.length}` : `All ${commits.length}`} commits of ${name} are by ${authors.map(([author, count]) => `${brief(author)} (${count})`).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}; the first of these is of ${commits.at(-1)!.date}, the last of ${commits[0]!.date}.`,
    },
    ...commits.slice(0, settings.shown).map(({ id, author, date, subject }) => ({
      code: "history",
      message: `${id} ${date} ${brief(author)}: ${brief(subject)}`,
    })),
  );
  return found;
}

function subjectOf(store: Store, plan: Plan, about: string): Subject {
  if (about === "") return { paths: [], drafts: [], name: "this tree", missing: null };
  const folder = `${about.replace(/^\.\//, "").replace(/\/$/, "")}/`;
  if (store.files().some(({ path }) => path.startsWith(folder)))
    return { paths: [folder.slice(0, -1)], drafts: [], name: folder, missing: null };
  const symbol = /\s/.test(about) ? null : findSymbol(store, { name: about }).chosen;
  const searched = presented(store, plan, retrieved(store, plan, about, wantedOf(plan)), "semantic");
  // A plain word is a topic: what happens to be called so may be no more than a local of a test.
  const topic = /^\p{Ll}+$/u.test(about) && !searched.weak && searched.drafts.length > 0;
  if (symbol && symbol.file !== null && !topic) {
    const hit = {
      symbol,
      depth: 0,
      path: symbol.path,
      line: null,
      kind: null,
      resolution: "exact",
      confidence: 1,
      via: null,
      test: false,
    } as const;
    const name = symbol.kind === "file" ? symbol.path : `${symbol.path}, where ${symbol.qualified} is defined,`;
    const draft = toDraft(store, hit, "structural");
    // The head of a file is no part of git's answer: it is only cited.
    return { paths: [symbol.path], drafts: [symbol.kind === "file" ? { ...draft, quote: null } : draft], name, missing: null };
  }
  if (searched.weak || searched.drafts.length === 0) return { paths: [], drafts: [], name: about, missing: searched };
  const paths = [...new Set(searched.drafts.slice(0, asking.anchors).map(({ path }) => path))].slice(0, settings.files);
  // What was found only says whose history it is.
  const drafts = searched.drafts.filter(({ path }) => paths.includes(path)).map((draft) => ({ ...draft, quote: null }));
  return { paths, drafts, name: paths.join(", "), missing: null };
}

/** The last commits that touch some paths, newest first, names and subjects without secrets (they are no text of the reader's); null where git cannot tell. Nothing of the repository's configuration runs: no patch, no signature. */
async function commitsOf(root: string, paths: readonly string[]): Promise<Commit[] | null> {
  const format = "--format=%h%x1f%an%x1f%ad%x1f%s%x1e";
  const limits = [
    "-n",
    String(settings.commits),
    "--no-show-signature",
    "--no-patch",
    "--no-ext-diff",
    "--no-textconv",
    "--no-renames",
    "--date=short",
  ];
  try {
    const bytes = await git(root, ["--literal-pathspecs", "log", ...limits, format, "--", ...paths], {
      settings: ["log.showSignature=false", "log.follow=false"],
      timeout: settings.timeout,
    });
    return new TextDecoder()
      .decode(bytes)
      .split("\x1e")
      .flatMap((line) => {
        const [id, author, date, subject] = line.trim().split("\x1f");
        return id && author !== undefined && date !== undefined && subject !== undefined
          ? [{ id, author: redact(author).text, date, subject: redact(subject).text }]
          : [];
      });
  } catch (error) {
    if (error instanceof GitFailure) return null;
    throw error;
  }
}
