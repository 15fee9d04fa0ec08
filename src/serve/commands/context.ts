/** `manifold context`: what to read before a task, in one pack within a budget. */
import { type Pack, packFor } from "../../asking/context.ts";
import { EXIT, Refusal } from "../../base/errors.ts";
import { asking } from "../../base/settings.ts";
import { Recorded } from "../answer.ts";
import { command } from "../command.ts";
import { print, printed } from "../print.ts";
import { feedbackFlags, filterFlags, filtersOf, nowFlag, pagerFlag, rootFlags } from "../question.ts";
import { packObject, renderPack } from "../render/pack.ts";
import { asJson, renderJson } from "../report.ts";
import { withSession } from "../session.ts";

export default command({
  name: "context",
  about: 'Assemble a pack for a task: manifold context "add retries to the client" --budget 4000',
  flags: {
    task: { type: "positional", description: "The task, in quotes" },
    budget: {
      type: "string",
      valueHint: "N",
      description: `Most tokens of the whole pack; 0 means no limit (default ${asking.defaultBudget})`,
    },
    json: { type: "boolean", description: "Print one JSON object instead of Markdown" },
    jsonl: { type: "boolean", description: "Print the JSON object on one line" },
    ...filterFlags,
    ...rootFlags,
    ...pagerFlag,
    ...feedbackFlags,
    ...nowFlag,
  },
  async run(flags) {
    const task = flags.word("task")?.trim();
    if (!task)
      throw new Refusal("empty-question", "No task was given.", 'Write for example: manifold context "add retries to the client".');
    const budget = flags.number("budget", asking.defaultBudget, 0, 10_000_000);
    const form = (pack: Pack): string => {
      if (!asJson(flags)) return renderPack(pack);
      return renderJson(packObject(pack), flags.on("jsonl") || pack.answer.budget.limit > 0);
    };
    return withSession(flags, async (session) => {
      const pack = await packFor(session, task, { ...filtersOf(flags), budget }, form, asJson(flags));
      print(form(pack));
      await printed();
      await new Recorded("context", session.root, flags).flush([pack.answer]);
      return pack.answer.results.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});
