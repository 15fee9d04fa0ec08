/** An impact report for people: what changed, what it reaches, what to run and read, the risk, the verdict. */

import type { ImpactHit, ImpactReport, ImpactSeed } from "../../base/schema.ts";
import { rendering } from "../limits.ts";
import { fromRoot } from "../question.ts";
import { placesIn, plural } from "../report.ts";
import { type Style, visible } from "./visible.ts";

export interface ImpactTextOptions {
  root: string;
  cwd: string;
  style: Style;
}

/** Seeds that say something by themselves: containers of others, comments and import lines only fill the list. */
export function tellingSeeds(report: ImpactReport): ImpactSeed[] {
  return report.seeds.filter((seed) => seed.change !== "contains" && seed.change !== "comment" && seed.change !== "imports");
}

/** One line on what the change is: `3 definitions changed in 2 files (1 signature, 2 body)`. */
export function changeLine(report: ImpactReport): string {
  const seeds = tellingSeeds(report);
  if (report.source.kind === "symbol") return `A change to ${seeds[0]?.qualified ?? report.source.of}`;
  if (report.counts.changed_files === 0) return "Nothing changed";
  const kinds = new Map<string, number>();
  for (const seed of seeds) kinds.set(seed.change, (kinds.get(seed.change) ?? 0) + 1);
  const list = [...kinds].map(([kind, n]) => `${n} ${kind}`).join(", ");
  return `${plural(seeds.length, "definition")} changed in ${plural(report.counts.changed_files, "file")}${list === "" ? "" : ` (${list})`}`;
}

/** Is there no change of which anything could be said? */
export const isNothing = ({ source, counts, unknowns, gate }: ImpactReport): boolean =>
  source.kind !== "symbol" && counts.changed_files === 0 && unknowns.length === 0 && gate.verdict === "pass";

/** One line on what it reaches. */
export function reachLine(report: ImpactReport): string {
  const { affected, affected_files, tests, possible } = report.counts;
  const more = possible > 0 ? `, ${possible} more may be affected` : "";
  return `${plural(affected, "symbol")} outside tests affected in ${plural(affected_files, "further file")}, ${plural(tests, "test file")}${more}`;
}

const SIGNS: Record<string, string> = { added: "+", deleted: "-", renamed: ">", moved: ">" };

/** Decisions, and the other documents that speak of what changed. */
export function toLookAt({ decisions, documents }: ImpactReport): Pick<ImpactReport, "decisions" | "documents"> {
  const told = new Set(decisions.map(({ path }) => path));
  return { decisions, documents: documents.filter(({ path }) => !told.has(path)) };
}

/** The section of a report that lists them; nothing where there is none. @param most entries of each kind */
export function lookAtLines(report: ImpactReport, { root, cwd, style }: ImpactTextOptions, most: number): string[] {
  const { decisions, documents } = toLookAt(report);
  const entries = [
    ...decisions.slice(0, most).map((one) => ({ ...one, says: visible(decisionLine(one)) })),
    ...documents
      .slice(0, most)
      .map((one) => ({ ...one, says: style.dim(`speaks of ${one.mentions.slice(0, most).map(visible).join(", ")}`) })),
  ];
  if (entries.length === 0) return [];
  const rest = decisions.length + documents.length - entries.length;
  return [
    "",
    "documents and decisions to look at",
    ...entries.map(({ path, line, says }) => `  ${visible(fromRoot(path, root, cwd))}:${line}  ${says}`),
    ...(rest > 0 ? [style.dim(`  and ${rest} more (--json has all)`)] : []),
  ];
}

/** “7. Keep tokens in memory” (accepted) governs TokenStore. */
export function decisionLine({ title, status, governs, about }: ImpactReport["decisions"][number]): string {
  const rest = about.length > 4 ? ` and ${about.length - 4} more` : "";
  return `“${title}”${status === null || status === "unknown" ? "" : ` (${status})`} ${governs ? "governs" : "speaks of"} ${about.slice(0, 4).join(", ")}${rest}`;
}

/** What a seed was before, where its name or place changed. */
export function formerly(seed: ImpactSeed): string {
  if (!seed.before || (seed.change !== "renamed" && seed.change !== "moved")) return "";
  const place = seed.before.path === seed.path ? "" : `${seed.before.path}:`;
  return ` (was ${place}${seed.before.qualified})`;
}

/** What is usually changed together, or that this is not known yet. */
export function togetherLines(report: ImpactReport, { root, cwd, style }: ImpactTextOptions): string[] {
  const { co_changes: all, history } = report;
  if (history.state === "unread") return report.seeds.length === 0 ? [] : ["", style.dim(HISTORY_UNREAD)];
  if (all.length === 0) return [];
  const several = all.some((other) => other.with !== all[0]!.with);
  const place = placesIn(root, style, cwd);
  return [
    "",
    "usually changed together, not touched here",
    ...all.map((one) => `  ${place(one.path)}  ${style.dim(`${togetherLine(one)}${several ? ` of those of ${visible(one.with)}` : ""}`)}`),
  ];
}

/** How often a file was changed together with another. */
export const togetherLine = ({ support, confidence }: ImpactReport["co_changes"][number]): string =>
  `in ${plural(support, "commit")}, ${Math.round(100 * confidence)} %`;

/** What is said where nothing can be told of what changes together. */
export const HISTORY_UNREAD = "history is not read yet: manifold index reads it, and what is usually changed together is told";

/** The report as text, with its final newline. */
export function renderImpact(report: ImpactReport, options: ImpactTextOptions): string {
  const { style } = options;
  const at = placesIn(options.root, style, options.cwd);
  const lines = [
    ...report.warnings.map((warning) => style.warn(`! ${visible(warning.message)}`)),
    isNothing(report) ? "Nothing changed." : `${visible(changeLine(report))}: ${reachLine(report)}`,
  ];
  if (isNothing(report)) return `${lines.join("\n")}\n`;
  const list = <T>(items: readonly T[], line: (item: T) => string): void => {
    for (const item of items.slice(0, rendering.listed)) lines.push(line(item));
    if (items.length > rendering.listed) lines.push(style.dim(`  and ${items.length - rendering.listed} more (--json has all)`));
  };
  const section = (title: string): void => {
    lines.push("", title);
  };
  if (report.source.kind !== "symbol" && tellingSeeds(report).length > 0) {
    section("changed");
    list(
      tellingSeeds(report),
      (seed) =>
        `  ${SIGNS[seed.change] ?? "~"} ${at(seed.path, seed.start)}  ${style.name(`${seed.kind} ${visible(seed.qualified)}`)} ${style.dim(seed.change)}${style.dim(visible(formerly(seed)))}`,
    );
  }
  if (report.broken.length > 0) {
    section("breaks");
    list(report.broken, (one) => `  ${style.warn("!")} ${visible(one.message)}`);
  }
  const hit = (one: ImpactHit): string =>
    `  ${at(one.path, one.by.line ?? one.start)}  ${style.name(`${one.kind} ${visible(one.kind === "file" ? one.path : one.qualified)}`)} ${style.dim(`${one.by.kind} ${visible(one.by.to)}${one.depth > 1 ? `, depth ${one.depth}` : ""}`)}${one.by.resolution === "exact" ? "" : style.warn(` [${one.by.resolution} ${one.by.confidence.toFixed(2)}]`)}`;
  const outside = report.affected.filter((one) => !one.test);
  if (outside.length > 0) {
    section("affected");
    list(outside, hit);
  }
  if (report.possible.length > 0) {
    section("may be affected (could not be established)");
    list(report.possible, hit);
  }
  if (report.tests.length > 0) {
    section("tests");
    list(
      report.tests,
      (test) =>
        `  ${at(test.path)}  ${style.dim(test.how === "reaches" ? `reaches it, depth ${test.depth}` : test.how === "changed" ? "changed" : "by its name")}`,
    );
  }
  const packages = report.packages.filter((one) => one.path !== ".");
  if (packages.length > 0) {
    section("packages");
    list(packages, (one) => `  ${visible(one.path)}  ${style.dim(plural(one.files, "file"))}`);
  }
  lines.push(...lookAtLines(report, options, rendering.listed));
  lines.push(...togetherLines(report, options));
  lines.push("", `risk: ${style.name(report.risk.level)}  ${report.risk.reasons.map(visible).join("; ")}`);
  if (report.gate.verdict !== "pass")
    lines.push(style.warn(`gate: ${report.gate.verdict}  ${report.gate.reasons.map(visible).join("; ")}`));
  return `${lines.join("\n")}\n`;
}
