/** `manifold impact`: what a change can reach, and whether it may pass. */

import { type ImpactOptions, type ImpactSource, impactOf, isRevision } from "../../asking/impact.ts";
import { impactAnswer } from "../../asking/impact_answer.ts";
import { ask, type Session } from "../../asking.ts";
import { EXIT, Refusal } from "../../base/errors.ts";
import type { Answer, ImpactReport } from "../../base/schema.ts";
import { asking } from "../../base/settings.ts";
import { FAIL_ON, type FailOn } from "../../base/types.ts";
import { loadChange, pathsOf } from "../../git/revisions.ts";
import { GitStatus } from "../../git/status.ts";
import { PreviousFacts } from "../../store/previous.ts";
import { formOf, onDisk, printAnswer } from "../answer.ts";
import { command } from "../command.ts";
import { type FlagDefs, type Flags, oneOf } from "../flags.ts";
import type { Several } from "../fleet/open.ts";
import { INPUT, readInput } from "../input.ts";
import { print } from "../print.ts";
import { answerFlags, askOptions, listForm, toRoot } from "../question.ts";
import { lookAtLines, renderImpact, togetherLines } from "../render/impact.ts";
import { renderMarkdown } from "../render/markdown.ts";
import { sarifOf } from "../render/sarif.ts";
import { styleOf } from "../render/visible.ts";
import { asJson, renderJson } from "../report.ts";
import { holdsOthers, openedFleet, severalAround, standingRoot, withSession } from "../session.ts";
import { changesSettings, projectSettings, relaxedBy, SETTINGS_CHANGED } from "../settings.ts";

const FORMATS = ["text", "json", "markdown", "sarif"] as const;
type Format = (typeof FORMATS)[number];

const changeFlags = {
  staged: { type: "boolean", description: "What git commit would commit now (git's index, not the work tree)" },
  diff: {
    type: "string",
    valueHint: "REV[..REV]",
    description: "The difference between a revision and the work tree, or between two revisions",
  },
  since: { type: "string", valueHint: "REV", description: "Everything since this branch parted from REV, uncommitted changes included" },
  stdin: { type: "boolean", description: "The patch on standard input (git diff, git format-patch, diff -u), applied or not" },
  "max-affected": { type: "string", valueHint: "N", description: "Exit 4 if more than N symbols outside tests are affected" },
  "fail-on": {
    type: "string",
    valueHint: "LIST",
    description: `Exit 4 or 5 on these, separated by commas: ${FAIL_ON.join(", ")} (risky = high)`,
  },
  format: {
    type: "string",
    valueHint: "text|json|markdown|sarif",
    description: "Markdown for a pull request, SARIF 2.1.0 for code scanning",
  },
} as const satisfies FlagDefs;

export default command({
  name: "impact",
  about: "What a change can reach: to a symbol, staged, since a revision, or of a patch",
  flags: {
    symbol: { type: "positional", valueHint: "SYMBOL", description: "Symbol: name, Class.method, file:name" },
    ...changeFlags,
    ...answerFlags,
  },
  async run(flags) {
    const format = formatOf(flags);
    const failOn = flags.has("fail-on") ? failOnOf(flags.text("fail-on") ?? "") : null;
    const source = await sourceOf(flags);
    const asked = {
      depth: flags.has("depth") ? flags.number("depth", asking.defaultDepth, 1, asking.maxDepth) : undefined,
      maxAffected: flags.has("max-affected") ? flags.number("max-affected", 0, 0, 999_999_999) : undefined,
      failOn: failOn ?? undefined,
    };
    // A symbol is that of whichever tree defines it: nobody need stand in one.
    if (flags.has("fleet") && source.kind === "symbol") return overSeveral(flags, await openedFleet(flags), "", source, asked, format);
    const root = standingRoot(flags);
    const indexFile = process.env.GIT_INDEX_FILE;
    const status = new GitStatus(root);
    const previous = new PreviousFacts();
    // A folder of repositories need be none itself.
    const loaded = isRevision(source) ? await loadChange(root, source, { indexFile, status }).catch(unlessNotGit) : undefined;
    const change = loaded instanceof Refusal ? undefined : loaded;
    return withSession(
      flags,
      async (session) => {
        const project = await projectSettings(root);
        const options: ImpactOptions = {
          depth: asked.depth ?? project.gate.depth,
          maxAffected: asked.maxAffected ?? project.gate.max_affected,
          failOn: asked.failOn ?? project.gate.fail_on ?? [],
          indexFile,
          change,
          previous,
        };
        const { depth, failOn: lets } = relaxedBy(project, { depth: flags.has("depth"), failOn: failOn !== null }, []);
        const loose = [depth, lets, change && changesSettings(pathsOf(change)) ? SETTINGS_CHANGED : null].filter((one) => one !== null);
        session.warnings.push(...project.warnings, ...loose.map((message) => ({ code: "gate-relaxed", message: `${message}.` })));
        if (flags.has("fleet") || (source.kind !== "patch" && holdsOthers(session))) {
          const several = await severalAround(flags, session);
          if (several !== null) return overSeveral(flags, several, session.root, source, options, format);
        }
        if (loaded instanceof Refusal) throw loaded;
        // People and code scanning read the report alone; an answer is more: quotes, counted in tokens.
        const quoted = source.kind === "symbol" || format === "json" || listForm(flags) !== undefined;
        if (!quoted) return output(await impactOf(session, source, { ...options, open: true }), format, flags, root);
        const { k, budget, includePossible } = askOptions(flags, root);
        const question = `impact ${asText(source)}`;
        const answer =
          source.kind === "symbol"
            ? await aboutSymbol(flags, session, source, options)
            : await impactAnswer(session, source, { ...options, question, k, budget, includePossible });
        return answer.impact === null ? printAnswer(answer, flags) : output(answer.impact, format, flags, root, answer);
      },
      // The newest commits are few (limits), and what usually changes together is a part of the answer.
      { terminal: false, previous, status, history: "once" },
    );
  },
});

function unlessNotGit(error: unknown): Refusal {
  if (error instanceof Refusal && error.code === "not-git") return error;
  throw error;
}

/** The report over many trees: those of the fleet with the one that the user stands in, or the members of a workspace. */
/** @param root the tree that the user stands in; "" where that does not matter */
async function overSeveral(
  flags: Flags,
  several: Several,
  root: string,
  source: ImpactSource,
  options: ImpactOptions,
  format: Format,
): Promise<number> {
  const { impactOfSeveral } = await import("../fleet/open.ts");
  const { k, budget, includePossible } = askOptions(flags, several.ground.from);
  const asked = { ...options, question: `impact ${asText(source)}`, k, budget, includePossible };
  try {
    const answer = await impactOfSeveral(several, root, source, asked, {
      ...askOptions(flags, several.ground.from),
      form: undefined,
    });
    if (answer.impact === null) return printAnswer(answer, flags);
    if (format === "json") return output(answer.impact, format, flags, root, answer);
    const shown = onDisk(answer);
    return output(shown.impact!, format, flags, shown.root, source.kind === "symbol" || listForm(flags) ? shown : undefined);
  } finally {
    several.members.close();
  }
}

/** An answer about a symbol is that of every structural command, with the report beside it. */
async function aboutSymbol(
  flags: Flags,
  session: Session,
  source: ImpactSource & { kind: "symbol" },
  options: ImpactOptions,
): Promise<Answer> {
  const asked = {
    ...askOptions(flags, session.root),
    form: formOf(flags),
    operation: "blast_radius" as const,
    strategy: "structural" as const,
  };
  const symbol = source.symbol?.includes("/") ? toRoot(source.symbol, session.root, process.cwd()) : source.symbol;
  const answer = await ask(session, ["impact", symbol].filter((word) => word !== undefined).join(" "), {
    ...asked,
    command: "impact",
    symbol,
  });
  if (answer.symbol.chosen === null) return answer;
  const report = await impactOf(
    session,
    { kind: "symbol", symbol: answer.symbol.chosen.id },
    { ...options, open: true, keyed: asJson(flags) },
  );
  report.source = { ...report.source, of: symbol ?? "" };
  return { ...answer, risk: report.risk, impact: report };
}

/** @param answer what the report is a part of, where one is printed */
function output(report: ImpactReport, format: Format, flags: Flags, root: string, answer?: Answer): number {
  const symbol = report.source.kind === "symbol";
  if (format === "markdown") print(renderMarkdown(report));
  else if (format === "sarif") print(renderJson(sarifOf(report), flags.on("jsonl")));
  else if (answer && format === "json") print(renderJson(answer, flags.on("jsonl")));
  else if (answer && symbol) {
    const exit = printAnswer(answer, flags);
    if (format === "text" && !listForm(flags)) {
      const options = { root, cwd: process.cwd(), style: styleOf(flags) };
      const beside = [...lookAtLines(report, options, MOST_DOCUMENTS), ...togetherLines(report, options)];
      if (beside.length > 0) print(`${beside.join("\n")}\n`);
    }
    return report.gate.exit === EXIT.ok ? exit : report.gate.exit;
  } else if (answer && listForm(flags)) printAnswer(answer, flags);
  else print(renderImpact(report, { root, cwd: process.cwd(), style: styleOf(flags) }));
  return report.gate.exit;
}

/** Documents and decisions of each kind that are listed below what a symbol reaches. */
const MOST_DOCUMENTS = 5;

function formatOf(flags: Flags): Format {
  const format = flags.choice("format", FORMATS);
  const json = asJson(flags);
  if (json && format !== undefined && format !== "json" && !(format === "sarif" && flags.on("jsonl")))
    throw new Refusal("bad-value", `--json and --format ${format} contradict each other.`, "Give one of them.");
  return format ?? (json ? "json" : "text");
}

/** @throws Refusal `bad-value` naming what there is */
export function failOnOf(text: string): FailOn[] {
  const words = text.split(",").map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== "").map((word) => oneOf("--fail-on", word === "high" ? "risky" : word, FAIL_ON)))];
}

async function sourceOf(flags: Flags): Promise<ImpactSource> {
  const symbol = flags.word("symbol");
  const given = [
    ...(symbol !== undefined || flags.has("at") ? ["a symbol"] : []),
    ...(["staged", "diff", "since", "stdin"] as const).filter((name) => flags.has(name)).map((name) => `--${name}`),
  ];
  if (given.length !== 1)
    throw new Refusal(
      "bad-value",
      given.length === 0 ? "manifold impact needs a change." : `manifold impact takes one change, not ${given.join(" and ")}.`,
      "Write for example: manifold impact Session.save, or --staged, --diff HEAD, --since main, --stdin.",
    );
  if (flags.on("staged")) return { kind: "staged" };
  if (flags.has("diff")) return { kind: "diff", of: flags.text("diff") ?? "" };
  if (flags.has("since")) return { kind: "since", of: flags.text("since") ?? "" };
  if (flags.on("stdin")) return { kind: "patch", patch: await readInput("-", INPUT.patch) };
  if (symbol?.trim() === "" && !flags.has("at"))
    throw new Refusal("bad-value", "manifold impact needs a symbol.", "Write for example: manifold impact Session.save.");
  return { kind: "symbol", symbol };
}

function asText(source: ImpactSource): string {
  switch (source.kind) {
    case "symbol":
      return source.symbol ?? "";
    case "staged":
      return "--staged";
    case "diff":
      return `--diff ${source.of}`;
    case "since":
      return `--since ${source.of}`;
    case "patch":
      return "--stdin";
  }
}
