/** `manifold q`: one question, or one a line from standard input. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AskOptions, ask, emptyAnswer, type Session } from "../../asking.ts";
import { asRefusal, EXIT, formatRefusal, Refusal } from "../../base/errors.ts";
import { tuneForBatch } from "../../base/program.ts";
import type { Answer } from "../../base/schema.ts";
import { brief, say } from "../../base/visible.ts";
import { readQuestion } from "../../query/route.ts";
import { answered, formOf, printAnswer, Recorded } from "../answer.ts";
import { command } from "../command.ts";
import { embedForQuestion, modelFlag } from "../embedding.ts";
import type { Flags } from "../flags.ts";
import type { Several } from "../fleet/open.ts";
import { INPUT, linesOf, readInput } from "../input.ts";
import { print, streamed } from "../print.ts";
import { answerFlags, askOptions, listForm, llmFlag, routeFlags, searchFlags, thickFlags } from "../question.ts";
import { styleOf, visible } from "../render/visible.ts";
import { asJson } from "../report.ts";
import { answerOf, holdsOthers, mended, openedAround, openedFleet, openSession } from "../session.ts";
import { localModel, projectWarnings, userFile } from "../settings.ts";

export default command({
  name: "q",
  about: 'Ask a question: manifold q "what calls authenticate()?"',
  flags: {
    question: { type: "positional", description: "The question, in quotes; - reads one question a line from standard input" },
    paste: { type: "boolean", description: "Take all of standard input as one question: a log, a snippet, a stack trace" },
    ...answerFlags,
    ...routeFlags,
    ...thickFlags,
    ...llmFlag,
    ...searchFlags,
    ...modelFlag,
  },
  async run(flags) {
    const question = flags.on("paste") ? await pasted(flags.word("question")) : flags.word("question");
    const filtered = flags.has("regex") || flags.has("keyword");
    if (question === undefined && !flags.has("plan") && !filtered && !(flags.has("op") && flags.has("at")))
      throw new Refusal(
        "empty-question",
        "No question was given.",
        'Write for example: manifold q "how does login work?"; one that begins with a dash goes behind --: manifold q -- "-k flag".',
      );
    if (question !== undefined && flags.has("plan"))
      throw new Refusal("stray-word", "A plan has its question already.", "Leave out the question, or --plan.");
    if (flags.has("model")) await embedForQuestion(flags);
    if (question !== "-" || flags.on("paste")) {
      const plan = flags.has("plan") ? await readPlan(flags.text("plan")!) : undefined;
      const local = await localFor(flags);
      const history = asksHistory(question ?? "");
      const answer = await answerOf(
        flags,
        () => question ?? "",
        (root) => ({ ...askOptions(flags, root), form: formOf(flags), plan, local }),
        { history, told },
      );
      return answered("q", answer, flags);
    }
    return batch(flags, await localFor(flags));
  },
});

/** Is a question about the tree's history? It alone waits for that to be read. */
const asksHistory = (question: string): boolean => readQuestion(question).aside?.kind === "history";

/** The local model that may be asked; only where a flag or the user's own settings may say so is anything loaded. */
async function localFor(flags: Flags): Promise<AskOptions["local"]> {
  if (!flags.on("llm") && !process.env.MANIFOLD_LLM_ENABLED && !existsSync(userFile() ?? "")) return undefined;
  return localModel(flags.on("llm"));
}

/** The session with what of the project's settings is not followed among its warnings. */
function told(session: Session): Session {
  if (!existsSync(join(session.root, "manifold.json"))) return session;
  return { ...session, warnings: [...session.warnings, ...projectWarnings(session.root)] };
}

/** What was pasted, as one question, its line breaks kept. */
async function pasted(word: string | undefined): Promise<string> {
  if (word !== undefined && word !== "-")
    throw new Refusal("stray-word", "--paste takes the question from standard input.", "Leave out the question, or --paste.");
  return (await Bun.stdin.text()).trimEnd();
}

async function readPlan(file: string): Promise<string> {
  try {
    return (await readInput(file, INPUT.plan)).toString("utf8");
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      "file-unreadable",
      `The plan ${file} could not be read.`,
      "Give the path of a file printed by manifold q --explain --json.",
      { cause: error },
    );
  }
}

/** One answer a line of input. A line that cannot be answered still yields its object, with the reason as a warning. */
async function batch(flags: Flags, local: AskOptions["local"]): Promise<number> {
  tuneForBatch();
  streamed();
  const asked = flags.has("fleet") ? await fleetAsker(flags, local) : await treeAsker(flags, local);
  let exit: number = EXIT.ok;
  let before = "";
  const forPeople = !asJson(flags) && !listForm(flags);
  const paint = styleOf(flags);
  const recorded = new Recorded("q", asked.root, flags);
  for await (const line of linesOf(Bun.stdin.stream())) {
    if (line.trim() === "") continue;
    if (forPeople) print(`${before}${paint.name(`> ${visible(brief(line))}`)}\n\n`);
    before = "\n";
    try {
      const answer = await asked.answer(line);
      const code = printAnswer(answer, flags);
      await recorded.add(answer);
      if (code !== EXIT.ok && exit === EXIT.ok) exit = code;
    } catch (error) {
      const refusal = asRefusal(error);
      if (!asJson(flags)) say(`${formatRefusal(refusal)}\n`);
      else printAnswer(asked.refused(line, refusal), flags);
      if (exit <= EXIT.nothing) exit = refusal.exit;
    }
  }
  asked.close();
  await recorded.flush();
  return exit;
}

/** What answers line by line. */
interface Asker {
  root: string;
  answer(line: string): Promise<Answer>;
  refused(line: string, refusal: Refusal): Answer;
  close(): void;
}

/** The tree that the flags name, with its members where it is a workspace. */
async function treeAsker(flags: Flags, local: AskOptions["local"]): Promise<Asker> {
  let session = await openSession(flags);
  const options: AskOptions = { ...askOptions(flags, session.root), form: formOf(flags), local };
  const several = holdsOthers(session) ? await openedAround(flags, told(session)) : null;
  if (several !== null) return severalAsker(several, options, () => session.close());
  return {
    root: session.root,
    async answer(line) {
      try {
        return await ask(told(session), line, options);
      } catch (error) {
        session = await mended(session, error, flags);
        return await ask(told(session), line, options);
      }
    },
    refused: (line, refusal) => emptyAnswer(session, line, refusal),
    close: () => session.close(),
  };
}

async function fleetAsker(flags: Flags, local: AskOptions["local"]): Promise<Asker> {
  const several = await openedFleet(flags);
  return severalAsker(several, { ...askOptions(flags, several.ground.from), form: formOf(flags), local });
}

async function severalAsker({ members, ground }: Several, options: AskOptions, closed: () => void = () => {}): Promise<Asker> {
  const { askMembers } = await import("../../fleet/ask.ts");
  return {
    root: ground.root,
    answer: (line) => askMembers(members, ground, line, options),
    refused: (line, refusal) =>
      emptyAnswer({ root: ground.root, behind: 0, warnings: members.warnings, store: { meta: () => null } }, line, refusal),
    close() {
      members.close();
      closed();
    },
  };
}
