/** An impact report as Markdown for a pull request: short above, everything else folded away. */

import type { ImpactReport } from "../../base/schema.ts";
import { rendering } from "../limits.ts";
import { changeLine, decisionLine, formerly, reachLine, tellingSeeds, togetherLine, toLookAt } from "./impact.ts";
import { visible } from "./visible.ts";

const SIGN = { low: "🟢", medium: "🟡", high: "🔴", unknown: "⚪" } as const;

/** A name as code: nothing in it can end the code, a table's cell, or start a tag or a mention. */
function code(text: string): string {
  const safe = visible(text).replaceAll("|", "\\|");
  const ticks = "`".repeat(Math.max(0, ...[...safe.matchAll(/`+/g)].map((run) => run[0].length)) + 1);
  const pad = safe.startsWith("`") || safe.endsWith("`") ? " " : "";
  return `${ticks}${pad}${safe}${pad}${ticks}`;
}

/** A sentence of ours that quotes names: as text, with what Markdown or HTML would act on escaped. */
const prose = (text: string): string => visible(text).replace(/[\\`*_[\]<>|#@&~]/g, (character) => `\\${character}`);

/** The summary, with its final newline. */
export function renderMarkdown(report: ImpactReport): string {
  const { risk, gate } = report;
  const verdict = gate.verdict === "pass" ? "" : ` · gate: **${gate.verdict}**`;
  const lines = [
    `### ${SIGN[risk.level]} Impact: risk ${risk.level}${verdict}`,
    "",
    ...report.warnings.flatMap((warning) => [`> ${prose(warning.message)}`, ""]),
    `${prose(changeLine(report))}: ${prose(reachLine(report))}.`,
    "",
    ...[
      ...gate.reasons.map((reason) => `**${prose(reason)}**`),
      ...risk.reasons.filter((reason) => !gate.reasons.includes(reason)).map(prose),
    ].map((reason) => `- ${reason}`),
  ];
  table(
    lines,
    "Breaks",
    ["where", "what"],
    report.broken.map((one) => [code(`${one.path}:${one.line}`), prose(one.message)]),
  );
  table(
    lines,
    "Changed",
    ["definition", "change", "where"],
    tellingSeeds(report).map((seed) => [
      code(seed.qualified),
      `${seed.change}${formerly(seed) === "" ? "" : ` ${code(formerly(seed).trim())}`}`,
      code(`${seed.path}:${seed.start}`),
    ]),
  );
  table(
    lines,
    "Affected",
    ["symbol", "because it", "where", "depth"],
    report.affected
      .filter((hit) => !hit.test)
      .map((hit) => [
        code(hit.kind === "file" ? hit.name : hit.qualified),
        `${hit.by.kind} ${code(hit.by.to)}`,
        code(`${hit.path}:${hit.by.line ?? hit.start}`),
        String(hit.depth),
      ]),
  );
  table(
    lines,
    "May be affected (could not be established)",
    ["symbol", "may use", "where"],
    report.possible.map((hit) => [code(hit.qualified), code(hit.by.to), code(`${hit.path}:${hit.by.line ?? hit.start}`)]),
  );
  table(
    lines,
    "Not known",
    ["what", "where"],
    report.unknowns.map((one) => [
      prose(one.message),
      one.path === null ? "" : code(`${one.path}${one.line === null ? "" : `:${one.line}`}`),
    ]),
  );
  table(
    lines,
    "Tests that reach it",
    ["test", "how"],
    report.tests.map((test) => [code(test.path), test.how === "reaches" ? `depth ${test.depth}` : test.how]),
  );
  table(
    lines,
    "Usually changed together, not touched here",
    ["file", "how often", "with"],
    report.co_changes.map((one) => [code(one.path), togetherLine(one), code(one.with)]),
  );
  if (report.packages.length > 1)
    table(
      lines,
      "Packages",
      ["package", "files"],
      report.packages.map((one) => [code(one.path), String(one.files)]),
    );
  const { decisions, documents } = toLookAt(report);
  table(
    lines,
    "Documents and decisions to look at",
    ["document", ""],
    [
      ...decisions.map((one) => [code(`${one.path}:${one.line}`), prose(decisionLine(one))]),
      ...documents.map((one) => [code(`${one.path}:${one.line}`), `speaks of ${one.mentions.map(code).join(", ")}`]),
    ],
  );
  return `${lines.join("\n")}\n`;
}

function table(lines: string[], title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  lines.push(
    "",
    `<details><summary>${title} (${rows.length})</summary>`,
    "",
    `| ${head.join(" | ")} |`,
    `|${head.map(() => "---").join("|")}|`,
  );
  for (const row of rows.slice(0, rendering.markdownRows)) lines.push(`| ${row.join(" | ")} |`);
  if (rows.length > rendering.markdownRows) lines.push("", `and ${rows.length - rendering.markdownRows} more`);
  lines.push("", "</details>");
}
