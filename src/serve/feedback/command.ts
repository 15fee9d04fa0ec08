/** `manifold feedback`: says which results of an earlier answer were used. `manifold stats`: what was asked, and how it went. */
import { EXIT, Refusal } from "../../base/errors.ts";
import { brief } from "../../base/visible.ts";
import { command } from "../command.ts";
import type { Flags } from "../flags.ts";
import { pagerFlag, rootFlags } from "../question.ts";
import { visible } from "../render/visible.ts";
import { printReport } from "../report.ts";
import { standingRoot, withSession } from "../session.ts";
import { mayRecord } from "../settings.ts";
import { forgetQueries, markUsed, type RecordedQuery, recordedQueries } from "./record.ts";
import { statsOf, statsTable } from "./stats.ts";

const { root, "index-dir": dir } = rootFlags;

export const feedbackCommand = command({
  name: "feedback",
  about: "Say which results of an answer were used: manifold feedback q_… --used 1,3",
  flags: {
    id: { type: "positional", description: "The answer's id (see --json, or manifold stats --queries), or last" },
    used: { type: "string", valueHint: "RANKS", description: "Ranks of the results that were used, with commas between" },
    json: { type: "boolean", description: "Print the record as JSON" },
    root,
    "index-dir": dir,
  },
  async run(flags) {
    const id = flags.word("id")?.trim();
    const used = flags.text("used");
    if (!id || used === undefined)
      throw new Refusal(
        "bad-value",
        "manifold feedback needs an answer and what was used.",
        "Write for example: manifold feedback last --used 1,3.",
      );
    const folder = standingRoot(flags);
    const queries = recordedQueries(folder);
    const found = id === "last" ? queries.at(-1) : queries.findLast((query) => query.id === id);
    if (found === undefined)
      throw new Refusal(
        "bad-value",
        id === "last" ? "No answer is recorded here." : `No answer ${id} is recorded here.`,
        "manifold stats --queries 10 lists the latest; recording may be off.",
      );
    const ranks = ranksOf(used, found);
    if (!markUsed(folder, found.no, ranks))
      throw new Refusal("index-unwritable", "The record could not be written.", "Check the permissions of .manifold, or try again.");
    const marked: RecordedQuery = { ...found, used: [...new Set([...found.used, ...ranks])].sort((a, b) => a - b) };
    printReport(flags, { root: folder, id: marked.id, query: marked.text, used: marked.used }, () => [
      `${marked.id}: used ${marked.used.join(", ")} of ${marked.count}`,
    ]);
    return EXIT.ok;
  },
});

/** @throws Refusal `bad-value` for what is no rank of that answer */
function ranksOf(text: string, query: RecordedQuery): number[] {
  return text.split(",").map((part) => {
    const rank = /^\s*\d{1,6}\s*$/.test(part) ? Number(part) : 0;
    if (rank < 1 || rank > query.count)
      throw new Refusal(
        "bad-value",
        `"${part.trim()}" is no rank of that answer, which has ${query.count} results.`,
        "Give numbers from 1, with commas between.",
      );
    return rank;
  });
}

// `manifold stats`: what was asked here, how it went, and what weights the use of answers speaks for.

export const statsCommand = command({
  name: "stats",
  about:
    "What was asked here: confidence, use, empty answers, latency. Recorded in .manifold only; --no-feedback, MANIFOLD_FEEDBACK=0 turn it off",
  flags: {
    queries: { type: "string", valueHint: "N", description: "List the latest N questions with their ids instead" },
    suggest: { type: "boolean", description: "Propose weights from what was used, with their effect on past questions; changes nothing" },
    forget: { type: "boolean", description: "Delete everything that was recorded" },
    json: { type: "boolean", description: "Print one JSON object" },
    ...rootFlags,
    ...pagerFlag,
  },
  async run(flags) {
    const root = standingRoot(flags);
    if ([flags.has("queries"), flags.on("suggest"), flags.on("forget")].filter(Boolean).length > 1)
      throw new Refusal("bad-flag", "--queries, --suggest and --forget are three commands.", "Give one of them.");
    if (flags.on("forget")) {
      const forgotten = forgetQueries(root);
      printReport(flags, { root, forgotten }, () => [`${forgotten} questions forgotten`]);
      return EXIT.ok;
    }
    const queries = recordedQueries(root);
    if (flags.has("queries")) return listed(flags, root, queries.slice(-flags.number("queries", 10, 1, 100_000)).reverse());
    if (flags.on("suggest")) return suggested(flags, root, queries);
    const stats = { root, recording: mayRecord(root) && !flags.on("no-feedback"), ...statsOf(queries) };
    printReport(flags, stats, () => {
      if (queries.length === 0) return ["Nothing is recorded here yet."];
      const tables = [["strategy", stats.strategies] as const, ["intent", stats.intents] as const, ["asked by", stats.commands] as const];
      return [
        `${stats.queries} questions since ${stats.since!.slice(0, 10)}, of ${stats.used} something was used`,
        ...tables.flatMap(([title, rows]) => ["", ...statsTable(title, rows)]),
      ];
    });
    return EXIT.ok;
  },
});

function listed(flags: Flags, root: string, queries: readonly RecordedQuery[]): number {
  printReport(flags, { root, queries: queries.map(({ no: _, ...query }) => query) }, () =>
    queries.map(({ id, at, strategy, count, used, text }) => {
      const results = `${count} results${used.length > 0 ? `, used ${used.join(", ")}` : ""}`;
      return `${visible(id)}  ${new Date(at).toISOString().slice(0, 16)}  ${visible(strategy)}  ${results}  ${visible(brief(text, 100))}`;
    }),
  );
  return queries.length > 0 ? EXIT.ok : EXIT.nothing;
}

async function suggested(flags: Flags, root: string, queries: readonly RecordedQuery[]): Promise<number> {
  const { replayable, suggest } = await import("./stats.ts");
  const past = replayable(queries);
  return withSession(flags, async (session) => {
    const { before, suggestions } = await suggest(session, past);
    printReport(flags, { root, replayed: past.length, mrr: before, suggestions }, () => [
      `${past.length} past questions with something used were asked again: mean reciprocal rank ${before.toFixed(3)}`,
      ...suggestions.map(
        (one) =>
          `${one.setting}: ${one.from} → ${one.to}  (${one.questions} questions: ${one.before.toFixed(3)} → ${one.after.toFixed(3)}; better ${one.better}, worse ${one.worse})`,
      ),
      suggestions.length > 0 ? "Nothing was changed." : "No change of weights would have ranked higher what was used.",
    ]);
    return EXIT.ok;
  });
}
