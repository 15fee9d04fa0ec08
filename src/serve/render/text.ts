/** Answers for people: a heading, one block a result with its citation and quoted lines, then what to know and try next. */
import { join } from "node:path";
import { isVerdict } from "../../asking/confidence.ts";
import { certain, type Lists, listsOf } from "../../asking/lists.ts";
import { CALLABLES } from "../../base/kinds.ts";
import type { Answer, GraphNode, Result } from "../../base/schema.ts";
import { brief } from "../../base/visible.ts";
import { type Relation, relationAsText } from "../../query/relation.ts";
import { rendering } from "../limits.ts";
import { fromRoot } from "../question.ts";
import { plural } from "../report.ts";
import { type Marker, markerOf, partsOf, pathsTold, titleAbove, whatOf } from "./parts.ts";
import { type Style, visible } from "./visible.ts";

export interface TextOptions {
  /** Where the user stands: paths are shown relative to it. */
  cwd: string;
  style: Style;
  explain: boolean;
  /** What answers the question stands out in quoted lines; without colours that shows nothing and takes milliseconds. */
  marked?: boolean;
  /** Name the id of each result's chunk. */
  ids?: boolean;
  /** List the nodes and edges around the results. */
  subgraph?: boolean;
}

/** An answer as text, with its final newline. */
export function renderText(answer: Answer, options: TextOptions): string {
  const { style } = options;
  const lines: string[] = [];
  if (options.explain) lines.push(...explained(answer, style), "");
  // A warning stands before what it warns of; what history says is the answer itself, and warns of nothing.
  const history = answer.warnings.filter(isHistory);
  const warnings = answer.warnings.filter((one) => !isHistory(one));
  for (const { message } of warnings) lines.push(style.warn(`! ${visible(message)}`));
  if (warnings.length > 0) lines.push("");
  const lists = listsOf(answer, answer.results);
  const heading = lists && headingOf(answer, lists, options);
  // Paths have titles of their own.
  if (heading && (answer.paths.length === 0 || heading.includes("\n"))) lines.push(heading, "");
  lines.push(...walked(answer, options));
  const marker = options.marked ? markerOf(answer) : () => [];
  let bare = false;
  // What the heading says is true of the first list alone; the members of a path are told step by step.
  const steps = new Set(
    answer.paths.flatMap((path) => path.steps.map(({ qualified, path: file, start }) => `${file}:${start} ${qualified}`)),
  );
  const told = ({ path, start, qualified }: Result): boolean => steps.has(`${path}:${start} ${qualified}`);
  const [members, found] =
    lists && heading
      ? [lists.members.filter((result) => !told(result)), lists.found]
      : [[], answer.results.filter((one) => one.strategies.length > 1 || one.strategies[0] !== "structural" || !told(one))];
  for (const result of [...members, ...found]) {
    if (heading && result === found[0]) {
      lines.push(style.dim("found by the words:"), "");
      bare = false;
    }
    // Places without text stand close together, everything else by itself.
    if (isBare(result) && bare) lines.pop();
    bare = isBare(result);
    lines.push(...block(result, answer, marker, options), "");
  }
  const verdict = answer.warnings.some(({ code }) => isVerdict(code, answer.fallback));
  if (answer.results.length === 0 && !heading && !verdict && answer.notes.length === 0 && history.length === 0)
    lines.push(`Nothing found for ${visible(JSON.stringify(brief(answer.query)))}.`, "");
  if (options.subgraph) lines.push(...subgraph(answer, options));
  if (answer.notes.length > 0) lines.push(...noted(answer, options), "");
  if (answer.risk) lines.push(`risk: ${style.name(answer.risk.level)}  ${answer.risk.reasons.map(visible).join("; ")}`, "");
  for (const { message } of history) lines.push(visible(message));
  if (answer.suggestions.length > 0) {
    lines.push("try next:");
    for (const suggestion of answer.suggestions) lines.push(`  ${visible(suggestion)}`);
  }
  while (lines.at(-1) === "") lines.pop();
  return `${lines.join("\n")}\n`;
}

/** The paths of an answer, step by step. */
function walked(answer: Answer, { style, cwd }: TextOptions): string[] {
  return pathsTold(answer, cwd, rendering.paths).flatMap(({ title, steps }) => [
    style.name(title),
    ...steps.map(({ place, told, doubt, text }) =>
      [
        `  ${style.path(place)}`,
        told,
        ...(doubt === "" ? [] : [style.warn(doubt)]),
        ...(text === "" ? [] : [style.dim(brief(text, rendering.use))]),
      ].join("  "),
    ),
    "",
  ]);
}

const isHistory = ({ code }: Answer["warnings"][number]): boolean => code === "history";

/** Notes as what they are: quoted, under a heading of their own. */
function noted({ notes, root }: Answer, { style, cwd }: TextOptions): string[] {
  const blocks = notes.map((note) => {
    const { id, tier, created, path, about, text, truncated, in_place_of: old } = note;
    const title = titleAbove(note);
    const of = about.map(({ target, state }) => `${brief(target)}${state === "changed" || state === "gone" ? ` (${state} since)` : ""}`);
    const said = [
      tier,
      ...(created === null ? [] : [created.slice(0, 10)]),
      ...(old.length > 0 ? [`in place of ${old.join(", ")}`] : []),
      ...(of.length > 0 ? [`about ${of.slice(0, 3).join(", ")}${of.length > 3 ? ` and ${of.length - 3} more` : ""}`] : []),
    ];
    const head = `note ${id}${title === "" ? "" : `  ${style.name(visible(title))}`}  ${style.dim(visible(`(${said.join("; ")})`))}`;
    const body = (text === "" ? [] : text.split("\n")).map((line) => `${style.dim(">")} ${visible(line)}`);
    const more = truncated ? [style.dim(`  … ${visible(fromRoot(path, root, cwd))} has the rest`)] : [];
    return [head, ...body, ...more].join("\n");
  });
  return [style.dim("notes that people wrote (quoted, not checked against the code):"), ...blocks];
}

function explained(answer: Answer, style: Style): string[] {
  const { route, plan } = answer;
  const parts = [
    `${style.name(route.strategy)} / ${route.operation}`,
    `intent ${route.intent}`,
    `confidence ${route.confidence.toFixed(2)}`,
    ...(route.symbol ? [`symbol ${visible(route.symbol)}`] : []),
    ...(route.target ? [`target ${visible(route.target)}`] : []),
    ...(route.keyword ? [`keyword ${visible(route.keyword)}`] : []),
  ];
  // The printed plan's own form (query/plan.ts); a plan of another shape has none.
  const relation = (plan as { relation?: Relation | null } | null)?.relation ?? null;
  return [
    parts.join(" · "),
    ...(relation ? [`plan ${visible(relationAsText(relation))}`] : []),
    style.dim(`because ${visible(route.reason)}`),
    style.dim(`signals ${route.signals.join(", ") || "none"}`),
    style.dim(
      `milliseconds ${Object.entries(answer.timings_ms)
        .map(([name, ms]) => `${name} ${ms.toFixed(1)}`)
        .join(" · ")}`,
    ),
  ];
}

const HEADINGS: Partial<Record<Answer["route"]["operation"], (count: number) => string>> = {
  definition: (n) => (n === 1 ? "definition of" : `${n} definitions of`),
  references: (n) => `${plural(n, "use")} of`,
  callers: (n) => `${plural(n, "caller")} of`,
  callees: (n) => `${plural(n, "callee")} of`,
  subclasses: (n) => `${plural(n, "subtype")} of`,
  superclasses: (n) => `${plural(n, "supertype")} of`,
  imports: (n) => `${plural(n, "import")} of`,
  importers: (n) => `${plural(n, "importer")} of`,
  members: (n) => `${plural(n, "member")} of`,
  blast_radius: (n) => `${n} affected by a change to`,
  // A chain of two symbols is one step.
  path: (n) => (n === 0 ? "no call chain from" : `${plural(n - 1, "step")} from`),
  documents: (n) => `${plural(n, "place")} in documents that ${n === 1 ? "speaks" : "speak"} of`,
  decisions: (n) => `${plural(n, "decision")} on`,
  owners: (n) => `${plural(n, "owner")} of`,
  governed_by: (n) => `${n} that ${n === 1 ? "governs" : "govern"}`,
  governs: (n) => `${n} governed or named by`,
};

/** What stands below a method. */
const overrides = (n: number): string => `${plural(n, "override")} of`;

/** For a structural answer: what was asked of which symbol, and how much of it is certain. */
function headingOf(answer: Answer, { members }: Lists, options: TextOptions): string | null {
  const { chosen, candidates, possible, unresolved } = answer.symbol;
  const below = answer.route.operation === "subclasses" && chosen !== null && CALLABLES.has(chosen.kind);
  const phrase = below ? overrides : HEADINGS[answer.route.operation];
  if (!chosen || !phrase) return null;
  const { pagerank } = answer.symbol;
  const counts = [
    ...(pagerank === null ? [] : [`PageRank ${pagerank.toFixed(2)} × mean`]),
    ...(possible > 0 ? [`${possible} possible`] : []),
    ...(unresolved > 0 ? [`${unresolved} unresolved`] : []),
  ];
  const { only, together } = answer.symbol;
  const named = (node: GraphNode) => `${visible(node.qualified)} ${options.style.dim(`(${placeOf(node, answer, options)})`)}`;
  const of = together ? `any of ${candidates.map(named).join(", ")}` : named(chosen);
  const cut = answer.warnings.some((warning) => warning.code === "more-results") ? "the nearest " : "";
  const n = certain(members);
  const tests = only === "tests" && answer.route.operation === "blast_radius";
  const what = tests
    ? `${n} ${n === 1 ? "test that reaches" : "tests that reach"}`
    : `${phrase(n)}${only === null ? "" : ` (${only} only)`}`;
  const head = `${cut}${what} ${of}${counts.length > 0 ? ` · ${counts.join(" · ")}` : ""}`;
  const others = together ? [] : candidates.filter((node) => node.id !== chosen.id);
  if (others.length === 0) return head;
  const list = others.slice(0, 8).map((node) => `  ${visible(node.qualified)} ${options.style.dim(placeOf(node, answer, options))}`);
  const more = others.length > list.length ? [`  and ${others.length - list.length} more`] : [];
  return [head, options.style.warn(`also defined (choose one with --at FILE:LINE):`), ...list, ...more].join("\n");
}

/** The edges of the subgraph, the nearest to the results first, then how many there are besides. */
function subgraph({ graph, root }: Answer, { style, cwd }: TextOptions): string[] {
  if (graph.nodes.length === 0) return [];
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const name = (id: string): string => visible(nodes.get(id)?.qualified ?? "");
  const shown = graph.edges.slice(0, rendering.listed).map(({ from, to, kind, line, resolution }) => {
    const path = nodes.get(from)?.path ?? "";
    const place = line > 0 && path !== "" ? style.dim(`  ${visible(fromRoot(path, root, cwd))}:${line}`) : "";
    return `  ${name(from)} ${style.dim(kind)} ${name(to)}${place}${resolution === "exact" ? "" : style.warn(` [${resolution}]`)}`;
  });
  const rest = graph.edges.length - shown.length;
  return [
    `subgraph: ${graph.nodes.length} nodes, ${graph.edges.length} edges`,
    ...shown,
    ...(rest > 0 ? [style.dim(`  and ${rest} more edges (--json has all)`)] : []),
    "",
  ];
}

function placeOf(node: GraphNode, answer: Answer, options: TextOptions): string {
  if (node.external) return "outside this tree";
  return `${visible(fromRoot(node.path, answer.root, options.cwd))}:${node.start}`;
}

/**
 * A result: its place and what it is headed by, then its text as it stands in the file. `… 58` says that the next line is the 58th, `…` that there is
 * more; a use stands below the signature of what it stands in.
 */
function block(result: Result, answer: Answer, marker: Marker, options: TextOptions): string[] {
  const { style } = options;
  const path = visible(fromRoot(result.path, answer.root, options.cwd));
  const place =
    result.path === ""
      ? style.dim("(outside this tree)")
      : style.path(`${path}:${spanOf(result)}`, { file: join(answer.root, result.path), line: result.line ?? result.start });
  if (isMatch(result)) return [`${place}  ${mark(result.snippet.trim(), marker, style)}`];
  const doubt = result.resolution && result.resolution !== "exact" ? ` [${result.resolution} ${result.score.toFixed(2)}]` : "";
  const depth = result.depth > 1 ? style.dim(` depth ${result.depth}`) : "";
  const twice = result.duplicates > 0 ? style.dim(` (${result.duplicates} more nearly the same)`) : "";
  const of = answer.root === "/" && result.repository !== null ? style.dim(` in ${visible(result.repository)}`) : "";
  const score = options.explain ? ` ${style.dim(`score ${result.score.toFixed(2)}`)}` : "";
  const what = whatOf(result);
  const out = [
    `${place}  ${style.name(what)}${what === "" ? score.trimStart() : score}${depth}${doubt ? style.warn(doubt) : ""}${twice}${of}`.trimEnd(),
  ];
  if (options.ids && result.chunk) out.push(style.dim(`${result.chunk} ${path}:${result.start}-${result.end}`));
  return [...out, ...quoted(result, marker, options)];
}

/** Is a result one line that holds what was searched for? It says itself what it is. */
const isMatch = ({ line, strategies, snippet }: Result): boolean =>
  line !== null && strategies.length === 1 && strategies[0] === "keyword" && snippet !== "" && !snippet.includes("\n");

const spanOf = ({ line, start, end }: Result): string => (line !== null ? `${line}` : end > start ? `${start}-${end}` : `${start}`);

/** There is nothing below its heading. */
const isBare = (result: Result): boolean => result.snippet === "" || isMatch(result);

/** The text of a result, the marked words standing out, with what was left out between. */
function quoted(result: Result, marker: Marker, { style }: TextOptions): string[] {
  if (result.snippet === "") return [];
  const out = partsOf(result).map(({ text, gap }) => (gap ? style.dim(text) : mark(text, marker, style)));
  return out.length === 1 && result.line !== null ? out.map((line) => `  ${brief(line.trim(), rendering.use)}`) : out;
}

/** A line made harmless, with what answers the question standing out. Marked before it is escaped: escaping moves offsets. */
function mark(line: string, marker: Marker, style: Style): string {
  let out = "";
  let at = 0;
  for (const [from, to] of marker(line)) {
    out += visible(line.slice(at, from)) + style.mark(visible(line.slice(from, to)));
    at = to;
  }
  return out + visible(line.slice(at));
}
