import { z } from "zod";
import type { ImpactSource } from "../../../asking/impact.ts";
import { Refusal } from "../../../base/errors.ts";
import type { ImpactHit, ImpactReport } from "../../../base/schema.ts";
import { asking } from "../../../base/settings.ts";
import { brief, visible } from "../../../base/visible.ts";
import { feedback } from "../../limits.ts";
import { changeLine, HISTORY_UNREAD, isNothing, reachLine, tellingSeeds, togetherLine, toLookAt } from "../../render/impact.ts";
import type { Asked } from "../asked.ts";
import { most, type Reply, tokensOf } from "../reply.ts";
import { budget, fleet, type ImpactOutput, impactOutputSchema, place, root, symbol, topK } from "../schema.ts";
import { tool } from "../tool.ts";

const revision = z.string().min(1).max(1_000);

/** What a change can reach, and how risky that is. */
export const impact = tool({
  name: "impact",
  title: "Impact of a change",
  description:
    "What a change can reach: affected symbols by distance, tests that reach it, documents to look at, and a risk (low, medium, high, unknown) " +
    "with its reasons and what could not be established. Name exactly one change: a `symbol` before you edit it, or a diff after it.",
  input: z.strictObject({
    symbol: symbol.describe("What is to be changed, as `graph` takes it.").optional(),
    at: place("The symbol at a line.").optional(),
    staged: z.literal(true).optional().describe("What git would commit now."),
    diff: revision.optional().describe('"HEAD" against the work tree, or "main..HEAD".'),
    since: revision.optional().describe('All since this branch parted from "main", say.'),
    patch: z.string().min(1).max(8_000_000).optional().describe("A unified diff, applied or not."),
    depth: z.number().int().min(1).max(asking.maxDepth).optional().describe("Hops to follow."),
    top_k: topK(20),
    budget,
    root,
    fleet,
  }),
  output: impactOutputSchema,
  async run(asked, args) {
    const source = sourceOf(args);
    const answer = await asked.impact(source, { depth: args.depth, ...RECORDED, question: asText(source) });
    return { ...fitted(asked, answer.impact!, args.top_k, args.budget), answer };
  },
});

/** Of the answer only what is recorded is needed; the reply is made of the report. */
const RECORDED = { k: feedback.maxResults, budget: 1, includePossible: false };

function asText(source: ImpactSource): string {
  if (source.kind === "symbol") return `impact ${source.symbol ?? (source.at ? `${source.at.path}:${source.at.line}` : "")}`;
  return source.kind === "diff" || source.kind === "since" ? `impact --${source.kind} ${source.of}` : `impact --${source.kind}`;
}

type Args = { [name in "symbol" | "diff" | "since" | "patch"]?: string | undefined } & {
  at?: { path: string; line: number } | undefined;
  staged?: true | undefined;
};

/** The one change that is named. */
function sourceOf({ symbol: name, at, staged, diff, since, patch }: Args): ImpactSource {
  const sources: ImpactSource[] = [];
  if (name !== undefined || at !== undefined) sources.push({ kind: "symbol", symbol: name, at });
  if (staged) sources.push({ kind: "staged" });
  if (diff !== undefined) sources.push({ kind: "diff", of: diff });
  if (since !== undefined) sources.push({ kind: "since", of: since });
  if (patch !== undefined) sources.push({ kind: "patch", patch: new TextEncoder().encode(patch) });
  if (sources.length !== 1)
    throw new Refusal(
      "bad-value",
      sources.length === 0 ? "impact needs a change." : "impact takes one change, not several.",
      'For example {"symbol": "Session.save"}, {"staged": true} or {"diff": "HEAD"}.',
    );
  return sources[0]!;
}

function fitted(asked: Asked, report: ImpactReport, k: number, limit: number): Reply<ImpactOutput> {
  const made = (entries: number): Reply<ImpactOutput> => {
    const structured = shortened(asked, report, entries);
    return { text: textOf(report, structured), structured };
  };
  return made(most(0, k, (entries) => tokensOf(made(entries)) <= limit) ?? 0);
}

/** The report with at most so many entries a list. */
function shortened(asked: Asked, report: ImpactReport, entries: number): ImpactOutput {
  const { root: tree } = asked;
  let omitted = 0;
  const looked = toLookAt(report);
  const some = <T, R>(list: readonly T[], of: (one: T) => R): R[] => {
    omitted += Math.max(0, list.length - entries);
    return list.slice(0, entries).map(of);
  };
  const hit = (one: ImpactHit): ImpactOutput["affected"][number] => ({
    chunk: asked.chunkAt(one.path, one.start),
    path: one.path,
    start: one.start,
    end: one.end,
    kind: one.kind,
    name: one.kind === "file" ? one.name : one.qualified,
    depth: one.depth,
    by: { kind: one.by.kind, to: one.by.to, line: one.by.line, resolution: one.by.resolution },
  });
  return {
    root: tree,
    warnings: report.warnings.slice(0, 3).map((warning) => brief(warning.message, entries === 0 ? 80 : 200)),
    risk: { level: report.risk.level, reasons: report.risk.reasons.slice(0, 8).map((reason) => brief(reason, entries === 0 ? 80 : 200)) },
    counts: report.counts,
    changed: some(report.source.kind === "symbol" ? report.seeds : tellingSeeds(report), (seed) => ({
      change: seed.change,
      kind: seed.kind,
      name: seed.qualified,
      path: seed.path,
      start: seed.start,
      end: seed.end,
      ...(seed.before && (seed.change === "renamed" || seed.change === "moved")
        ? { was: `${seed.before.path}:${seed.before.qualified}` }
        : {}),
    })),
    affected: some(report.affected, hit),
    possible: some(report.possible, hit),
    tests: some(report.tests, ({ path, how }) => ({ path, how })),
    documents: some(
      [...looked.decisions.map(({ path, line, about }) => ({ path, line, mentions: about })), ...looked.documents],
      ({ path, line, mentions }) => ({ path, line, mentions: mentions.slice(0, 5) }),
    ),
    co_changes: some(report.co_changes, (one) => one),
    unknowns: some(report.unknowns, ({ code, message }) => ({ code, message: brief(message, 200) })),
    omitted,
    truncated: report.truncated,
  };
}

function textOf(report: ImpactReport, shown: ImpactOutput): string {
  const warnings = shown.warnings.map((warning) => `! ${visible(warning)}`);
  if (isNothing(report)) return [...warnings, "Nothing changed."].join("\n");
  const lines = [
    ...warnings,
    `risk: ${shown.risk.level}`,
    ...shown.risk.reasons.map((reason) => `- ${visible(reason)}`),
    `${visible(brief(changeLine(report), 300))}: ${reachLine(report)}.`,
  ];
  const list = <T>(title: string, items: readonly T[], line: (item: T) => string): void => {
    if (items.length > 0) lines.push("", `${title}:`, ...items.map((item) => `- ${line(item)}`));
  };
  const hit = (one: ImpactOutput["affected"][number]): string =>
    `${one.chunk} ${visible(one.path)}:${one.start}-${one.end}  ${one.kind} ${visible(one.name)} (${one.by.kind} ${visible(one.by.to)}${one.by.line === null ? "" : ` at line ${one.by.line}`}${one.depth > 1 ? `, depth ${one.depth}` : ""}${one.by.resolution === "exact" ? "" : `, ${one.by.resolution}`})`;
  if (report.source.kind !== "symbol")
    list(
      "Changed",
      shown.changed,
      (one) => `${visible(one.path)}:${one.start}-${one.end}  ${one.kind} ${visible(one.name)} (${one.change})`,
    );
  list("Affected", shown.affected, hit);
  list("May be affected, could not be established", shown.possible, hit);
  list("Tests that reach it", shown.tests, (one) => `${visible(one.path)} (${one.how})`);
  list(
    "Documents to look at",
    shown.documents,
    (one) => `${visible(one.path)}:${one.line} speaks of ${one.mentions.map(visible).join(", ")}`,
  );
  list(
    "Usually changed together, not touched here",
    shown.co_changes,
    (one) => `${visible(one.path)} (${togetherLine(one)}, with ${visible(one.with)})`,
  );
  if (report.history.state === "unread" && report.seeds.length > 0) lines.push("", HISTORY_UNREAD);
  list("Not known", shown.unknowns, (one) => visible(one.message));
  if (shown.omitted > 0) lines.push("", `${shown.omitted} more entries are not shown: raise top_k or the budget.`);
  if (shown.truncated) lines.push("The graph was not followed to its end: it reaches more.");
  return lines.join("\n");
}
