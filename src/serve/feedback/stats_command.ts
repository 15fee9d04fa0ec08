/** `manifold stats`: what was asked here, how it went, and what weights the use of answers speaks for. */
import { EXIT, Refusal } from "../../base/errors.ts";
import { brief } from "../../base/visible.ts";
import { command } from "../command.ts";
import type { Flags } from "../flags.ts";
import { print } from "../print.ts";
import { pagerFlag, rootFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { visible } from "../render/visible.ts";
import { standingRoot, withSession } from "../session.ts";
import { mayRecord } from "./record.ts";
import { statsOf, statsTable } from "./stats.ts";
import { forgetQueries, type RecordedQuery, recordedQueries } from "./store.ts";

export default command({
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
      print(flags.on("json") ? renderJson({ version: 1, root, forgotten }, false) : `${forgotten} questions forgotten\n`);
      return EXIT.ok;
    }
    const queries = recordedQueries(root);
    if (flags.has("queries")) return listed(root, queries.slice(-flags.number("queries", 10, 1, 100_000)).reverse(), flags.on("json"));
    if (flags.on("suggest")) return suggested(flags, root, queries);
    const stats = { version: 1, root, recording: mayRecord(root) && !flags.on("no-feedback"), ...statsOf(queries) };
    if (flags.on("json")) print(renderJson(stats, false));
    else if (queries.length === 0) print("Nothing is recorded here yet.\n");
    else {
      const head = `${stats.queries} questions since ${stats.since!.slice(0, 10)}, of ${stats.used} something was used\n`;
      print(
        [head, statsTable("strategy", stats.strategies), statsTable("intent", stats.intents), statsTable("asked by", stats.commands)].join(
          "\n",
        ),
      );
    }
    return EXIT.ok;
  },
});

function listed(root: string, queries: readonly RecordedQuery[], json: boolean): number {
  if (json) print(renderJson({ version: 1, root, queries: queries.map(({ no: _, ...query }) => query) }, false));
  else
    for (const { id, at, strategy, count, used, text } of queries)
      print(
        `${visible(id)}  ${new Date(at).toISOString().slice(0, 16)}  ${visible(strategy)}  ${count} results${used.length > 0 ? `, used ${used.join(", ")}` : ""}  ${visible(brief(text, 100))}\n`,
      );
  return queries.length > 0 ? EXIT.ok : EXIT.nothing;
}

async function suggested(flags: Flags, root: string, queries: readonly RecordedQuery[]): Promise<number> {
  const { replayable, suggest } = await import("./stats.ts");
  const past = replayable(queries);
  return withSession(flags, async (session) => {
    const { before, suggestions } = await suggest(session, past);
    if (flags.on("json")) {
      print(renderJson({ version: 1, root, replayed: past.length, mrr: before, suggestions }, false));
      return EXIT.ok;
    }
    print(`${past.length} past questions with something used were asked again: mean reciprocal rank ${before.toFixed(3)}\n`);
    if (suggestions.length === 0) print("No change of weights would have ranked higher what was used.\n");
    for (const one of suggestions)
      print(
        `${one.setting}: ${one.from} → ${one.to}  (${one.questions} questions: ${one.before.toFixed(3)} → ${one.after.toFixed(3)}; better ${one.better}, worse ${one.worse})\n`,
      );
    if (suggestions.length > 0) print("Nothing was changed.\n");
    return EXIT.ok;
  });
}
