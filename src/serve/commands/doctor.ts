/**
 * `manifold doctor`: what is installed, how the index is, what is wrong and how to mend it. `--docs`: what documents refer to that is not there.
 */
import { join } from "node:path";
import { EXIT } from "../../base/errors.ts";
import type { DoctorReport } from "../../base/schema.ts";
import { say } from "../../base/terminal.ts";
import { fileFilter } from "../../query/filter.ts";
import { type Gone, goneOf } from "../../query/graph/gone.ts";
import { command } from "../command.ts";
import {
  examineAgents,
  examineDisk,
  examineEmbedding,
  examineGrammars,
  examineHooks,
  examineIndex,
  examineProgram,
  examineSettings,
  Findings,
  megabytes,
  repair,
} from "../doctor/examine.ts";
import type { Flags } from "../flags.ts";
import { print } from "../print.ts";
import { filterFlags, flaggedSettings, fromRoot, outputFlags, rootFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { type Style, styleOf, visible } from "../render/visible.ts";
import { openSession, standingRoot } from "../session.ts";

const { path, exclude } = filterFlags;

export default command({
  name: "doctor",
  about: "What is installed, how the index is, what is wrong and how to mend it (exit 1 where anything is wrong)",
  flags: {
    verify: { type: "boolean", description: "Also compare every table of the index with those of a fresh one" },
    repair: { type: "boolean", description: "Mend what can be mended, and say what was done" },
    docs: { type: "boolean", description: "Only documents: links, headings, paths, qualified names and patterns that lead nowhere" },
    path: { ...path, description: `--docs: ${path.description}` },
    exclude: { ...exclude, description: `--docs: ${exclude.description}` },
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    if (flags.on("docs")) return documents(flags);
    const report = await examined(flags);
    if (flags.on("json") || flags.on("jsonl")) print(renderJson(report, flags.on("jsonl")));
    else print(renderDoctor(report, styleOf(flags)));
    return report.healthy ? EXIT.ok : EXIT.nothing;
  },
});

async function examined(flags: Flags): Promise<DoctorReport> {
  const root = standingRoot(flags);
  const found = new Findings();
  const program = examineProgram(found);
  const grammars = examineGrammars(found);
  const embedding = await examineEmbedding(found);
  const before = await examineIndex(root, flags.on("verify"), found);
  const hooks = await examineHooks(root, found);
  const agents = examineAgents(root, found);
  const settings = await examineSettings(root, flaggedSettings(flags), found);
  const disk = examineDisk(root, found);
  const findings: DoctorReport["findings"] = [];
  for (const finding of found.all) {
    const { code, message, fix } = finding;
    const { done, failed } = flags.on("repair") ? await repair(root, finding) : { done: null, failed: null };
    findings.push({ code, message, fix: failed === null ? fix : `${failed} ${fix}`, mended: done });
  }
  const changed = findings.some(({ mended }) => mended !== null);
  return {
    version: 1,
    root,
    healthy: findings.every(({ mended }) => mended !== null),
    program,
    grammars,
    embedding,
    index: changed ? await examineIndex(root, false, new Findings()) : before,
    hooks: changed ? await examineHooks(root, new Findings()) : hooks,
    agents,
    settings,
    disk,
    findings,
  };
}

/** A report as text, with its final newline. */
function renderDoctor(report: DoctorReport, paint: Style): string {
  const { program, grammars, embedding, index, hooks, agents, settings, disk, findings } = report;
  const loaded = grammars.filter(({ loads }) => loads).length;
  const said = settings.filter(({ from }) => from !== "default");
  const skipped = Object.entries(index.skipped);
  const rows: [string, string][] = [
    ["program", `manifold ${program.version}, ${program.platform}, ${visible(program.path)}${program.built ? "" : " (from source)"}`],
    ["grammars", `${loaded} of ${grammars.length} load`],
    [
      "embedding",
      `${embedding.model}, ${embedding.dimensions ?? "?"} dimensions${embedding.models.length > 0 ? `; ${embedding.models.length} local models` : ""}`,
    ],
    ["index", `${visible(index.folder)}: ${indexLine(index)}`],
    ...(index.outside === null ? [] : [["", `.manifold of the tree ${index.outside}`] as [string, string]]),
    ...(skipped.length === 0 ? [] : [["left out", skipped.map(([reason, count]) => `${reason} ${count}`).join(", ")] as [string, string]]),
    ...(index.history === null ? [] : [["history", visible(index.history)] as [string, string]]),
    [
      "settings",
      said.length === 0
        ? "all as they are by default"
        : said.map(({ key, value, from }) => `${key} = ${visible(JSON.stringify(value))} (${from})`).join(", "),
    ],
    [
      "hooks",
      hooks.length === 0
        ? "no git here"
        : hooks.map(({ hook, installed }) => `${hook} ${installed ? "installed" : "not installed"}`).join(", "),
    ],
    [
      "agents",
      agents
        .map(({ client, scope, state }) => `${client} (${scope}) ${state === "installed" ? "installed" : "not installed"}`)
        .join(", ") || "none is used here",
    ],
    ["disk", disk.map(({ what, free }) => `${what} ${free === null ? "?" : megabytes(free)} free`).join(", ")],
  ];
  const lines = rows.map(([name, text]) => `${paint.name(name.padEnd(10))} ${text}`);
  lines.push("");
  for (const { message, fix, mended } of findings)
    lines.push(paint.warn(`! ${visible(message)}`), mended === null ? `  ${visible(fix)}` : `  mended: ${visible(mended)}`);
  if (findings.length === 0) lines.push("Nothing is wrong.");
  return `${lines.join("\n")}\n`;
}

function indexLine(index: DoctorReport["index"]): string {
  if (index.state === "none") return "none yet; the first question makes one";
  if (index.state === "being written") return `process ${index.writer ?? "?"} is writing it`;
  if (index.state !== "good") return `not usable (${index.state})`;
  const behind = index.behind === 0 ? "up to date" : `${index.behind ?? "?"} changed files behind, which the next question reads`;
  const verified = index.verified === null ? "" : index.verified ? ", the same as a fresh one" : ", not what a fresh one would be";
  const watched = index.watcher === null ? "" : `, watched by process ${index.watcher}`;
  return `${index.files} files, ${index.chunks} chunks, ${index.symbols} symbols, ${index.edges} edges, ${megabytes(index.bytes)}, ${behind}${watched}${verified}`;
}

/** References of documents that lead nowhere. */
async function documents(flags: Flags): Promise<number> {
  const session = await openSession(flags);
  try {
    const { store, root } = session;
    const report = goneOf(store);
    const accept = fileFilter({ paths: flags.list("path"), excludes: flags.list("exclude"), languages: [], kinds: [] });
    const gone = report.gone.filter((one) => accept(one.path, null));
    for (const warning of session.warnings) say(`manifold: ${visible(warning.message)}\n`);
    if (flags.on("json") || flags.on("jsonl")) print(renderJson({ version: 1, root, docs: { ...report, gone } }, flags.on("jsonl")));
    else {
      const paint = styleOf(flags);
      for (const one of gone)
        print(
          `${paint.path(`${visible(fromRoot(one.path, root, process.cwd()))}:${one.line}`, { file: join(root, one.path), line: one.line })}  ${sentence(one)}\n`,
        );
      const { documents, references } = report;
      print(paint.dim(`${documents} documents, ${references} references looked at, ${gone.length} to what is not there\n`));
    }
    return gone.length > 0 ? EXIT.nothing : EXIT.ok;
  } finally {
    session.close();
  }
}

const WHAT: Record<Gone["kind"], string> = {
  file: "is not there",
  heading: "is no heading there",
  name: "is defined nowhere",
  pattern: "matches nothing",
};

const sentence = ({ kind, target, nearest }: Gone): string =>
  `${visible(target)} ${WHAT[kind]}${nearest === null ? "" : ` (nearest: ${visible(nearest)})`}`;
