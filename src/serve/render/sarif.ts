/**
 * An impact report as SARIF 2.1.0 (OASIS), for code scanning: one result a changed definition, at its place, with what depends on it as
 * related locations; one a thing that could not be established.
 */
import { createHash } from "node:crypto";
import { VERSION } from "../../base/program.ts";
import type { ImpactReport, ImpactSeed } from "../../base/schema.ts";
import { UNKNOWN_CODES } from "../../base/types.ts";
import { rendering } from "../limits.ts";
import { formerly, tellingSeeds } from "./impact.ts";

const LEVELS = { low: "note", medium: "warning", high: "error", unknown: "warning" } as const;

const ABOUT: Record<(typeof UNKNOWN_CODES)[number], string> = {
  "open-references": "References that could not be resolved may mean a changed definition",
  "dangling-references": "Something still names what was deleted or renamed",
  "dynamic-dispatch": "Calls of a supertype's method may arrive at a changed override",
  "exported-unused": "An exported definition changed that nothing here uses",
  "parse-errors": "Syntax errors: uses may be missed",
  "file-skipped": "A file that matters is not in the index",
  "stale-index": "The index is behind the tree",
  "other-tree": "The judged content differs from the work tree",
  "unreadable-change": "A part of the change could not be read",
};

/** The SARIF log as one JSON object. */
export function sarifOf(report: ImpactReport): Record<string, unknown> {
  const rules = [
    rule("changed", "ChangedDefinition", "A definition changed that other code may depend on"),
    rule("broken-use", "BrokenUse", "A use is left behind of what the change deletes, renames, moves or narrows"),
    ...UNKNOWN_CODES.map((code) =>
      rule(
        code,
        code.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
        ABOUT[code],
      ),
    ),
  ];
  const place = new Map(rules.map((one, i) => [one.id, i]));
  const results = [
    ...tellingSeeds(report)
      .filter((seed) => !seed.test)
      .map((seed) => ({ ...changed(seed, report), ruleIndex: place.get("changed")! })),
    ...report.broken.map((one) => ({
      ruleId: "broken-use",
      ruleIndex: place.get("broken-use")!,
      level: "error",
      message: { text: `${one.message}.` },
      locations: [location(one.path, one.line)],
      partialFingerprints: { "manifold/v1": print("broken-use", one.path, one.qualified, one.what) },
    })),
    ...report.unknowns.map((one) => ({
      ruleId: one.code,
      ruleIndex: place.get(one.code)!,
      level: "warning",
      message: { text: `${one.message[0]!.toUpperCase()}${one.message.slice(1)}.` },
      locations: one.path === null ? [] : [location(one.path, one.line)],
      partialFingerprints: { "manifold/v1": print(one.code, one.path ?? "", one.message.replace(/:\d+/g, "")) },
    })),
  ];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Manifold", version: VERSION, semanticVersion: VERSION, rules } },
        invocations: [
          {
            executionSuccessful: true,
            exitCode: report.gate.exit,
            toolExecutionNotifications: report.warnings.map(({ code, message }) => ({
              level: "warning",
              descriptor: { id: code },
              message: { text: message },
            })),
          },
        ],
        columnKind: "utf16CodeUnits",
        results,
        properties: { risk: report.risk, gate: report.gate, counts: report.counts },
      },
    ],
  };
}

interface Rule {
  id: string;
  name: string;
  shortDescription: { text: string };
}

const rule = (id: string, name: string, text: string): Rule => ({ id, name, shortDescription: { text } });

function changed(seed: ImpactSeed, report: ImpactReport): Record<string, unknown> {
  const users = [...report.affected, ...report.possible].filter((hit) => hit.depth === 1 && hit.by.to === seed.qualified);
  const what = {
    added: "was added",
    deleted: "was deleted",
    renamed: "was renamed",
    moved: "was moved",
    signature: "has another signature",
    body: "changed",
  }[seed.change as string];
  return {
    ruleId: "changed",
    level: seed.change === "added" ? "note" : LEVELS[report.risk.level],
    message: {
      text: `${seed.qualified} ${what ?? "changed"}${formerly(seed)}: ${users.length} ${users.length === 1 ? "symbol uses" : "symbols use"} it directly. Risk of the whole change: ${report.risk.level}.`,
    },
    locations: [location(seed.path, seed.start, seed.change === "deleted" ? null : seed.end)],
    relatedLocations: users.slice(0, rendering.listed).map((hit, i) => ({
      id: i + 1,
      ...location(hit.path, hit.by.line ?? hit.start),
      message: { text: `${hit.qualified} ${hit.by.kind} ${hit.by.to} (${hit.by.resolution})` },
    })),
    partialFingerprints: { "manifold/v1": print(seed.change, seed.path, seed.qualified) },
  };
}

function location(path: string, line: number | null, end: number | null = null): { physicalLocation: Record<string, unknown> } {
  const uri = path.split("/").map(encodeURIComponent).join("/");
  const region = line === null ? {} : { region: { startLine: line, ...(end !== null && end > line ? { endLine: end } : {}) } };
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, ...region } };
}

const print = (...parts: string[]): string => createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 32);
