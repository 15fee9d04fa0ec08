/** The flags that every question shares, and their translation into what `ask` takes. */
import { join, relative, resolve, sep } from "node:path";
import type { AskOptions } from "../asking.ts";
import { Refusal } from "../base/errors.ts";
import { slashed } from "../base/names.ts";
import { asking, keywords } from "../base/settings.ts";
import {
  CHUNK_KINDS,
  EDGE_KINDS,
  type EdgeKind,
  ENGINES,
  OPERATIONS,
  STRATEGIES,
  SYMBOL_KINDS,
  CHUNK_TAGS as TAGS,
} from "../base/types.ts";
import { edgeKindOf } from "../query/edges.ts";
import { INDEX_DIR } from "../store/place.ts";
import { type FlagDefs, type Flags, oneOf } from "./flags.ts";

/** The settings that flags of a call decide on any command that has them. */
export function flaggedSettings(flags: Flags): Map<string, unknown> {
  const said: [string, unknown][] = [
    ["index.dir", process.env[INDEX_DIR]],
    ["output.hyperlink", flags.text("hyperlink")],
    ["output.pager", "cat"],
  ];
  const by: Record<string, string> = { "index.dir": "index-dir", "output.hyperlink": "hyperlink", "output.pager": "no-pager" };
  return new Map(said.filter(([key]) => flags.has(by[key]!)));
}

/** Commands that have it are shown through a pager where they are long. */
export const pagerFlag = {
  "no-pager": { type: "boolean", description: "Print what is longer than the screen as it is (see manifold help settings)" },
} as const satisfies FlagDefs;

/** How results are printed; the same on every command that answers. */
export const outputFlags = {
  json: { type: "boolean", description: "Print one JSON object (see manifold schema)" },
  jsonl: { type: "boolean", description: "Print the JSON object on one line" },
  color: { type: "string", valueHint: "auto|always|never", description: "Colours; auto means on a terminal, unless NO_COLOR is set" },
  hyperlink: {
    type: "string",
    valueHint: "auto|always|never",
    description: "Links on places; auto means on a terminal that is known to open them",
  },
  ...pagerFlag,
} as const satisfies FlagDefs;

export const indexFlag = {
  "index-dir": {
    type: "string",
    valueHint: "DIR",
    description: "Keep the index in a folder of DIR, and write nothing into the tree (also MANIFOLD_INDEX_DIR, or your own settings)",
  },
} as const satisfies FlagDefs;

export const rootFlags = {
  ...indexFlag,
  root: { type: "string", valueHint: "DIR", description: "Answer about the tree at DIR instead of the one around the current folder" },
  "no-refresh": { type: "boolean", description: "Answer from the index as it is, without looking for changed files" },
} as const satisfies FlagDefs;

export const feedbackFlags = {
  "no-feedback": { type: "boolean", description: "Do not record this question (see manifold stats)" },
} as const satisfies FlagDefs;

export const nowFlag = {
  now: {
    type: "string",
    valueHint: "DATE",
    description: "The time by which notes fade, UTC unless it says otherwise (default: the present)",
  },
} as const satisfies FlagDefs;

export const filterFlags = {
  path: {
    type: "string",
    valueHint: "GLOB",
    multiple: true,
    description: "Only files matching this .gitignore-style pattern (repeatable)",
  },
  exclude: { type: "string", valueHint: "GLOB", multiple: true, description: "No files matching this pattern (repeatable)" },
  lang: { type: "string", valueHint: "NAME", multiple: true, description: "Only files of this language (repeatable)" },
  kind: {
    type: "string",
    valueHint: "KIND",
    multiple: true,
    description: "Only symbols or chunks of this kind, such as function or section (repeatable)",
  },
  "path-prefix": { type: "string", valueHint: "PREFIX", multiple: true, description: "Only files whose path begins so (repeatable)" },
  "file-type": {
    type: "string",
    valueHint: "TYPE",
    multiple: true,
    description: "Only files with this ending (md, .ts) or of this language (repeatable)",
  },
  "chunk-kind": {
    type: "string",
    valueHint: "KIND",
    multiple: true,
    description: `Only chunks of this kind: ${CHUNK_KINDS.join(", ")} (repeatable)`,
  },
  tag: { type: "string", valueHint: "TAG", multiple: true, description: `Only files with this tag: ${TAGS.join(", ")} (repeatable, all)` },
} as const satisfies FlagDefs;

/** Trees that are registered in the user's fleet (commands/fleet.ts). What stands behind it is put into its value before flags are parsed. */
export const fleetFlag = {
  fleet: {
    type: "string",
    valueHint: "[NAME…]",
    description: "Ask all trees of your fleet together, those named, or what is published at postgres://… (see manifold fleet)",
  },
} as const satisfies FlagDefs;

export const answerFlags = {
  ...fleetFlag,
  k: { type: "string", valueHint: "N", description: `Number of results (default ${asking.defaultResults})` },
  budget: {
    type: "string",
    valueHint: "N",
    description: `Most tokens of the whole output; 0 means no limit (default ${asking.defaultBudget} of text, no limit for programs: --json, --jsonl, --vimgrep)`,
  },
  ...filterFlags,
  depth: { type: "string", valueHint: "N", description: "How many hops to follow in the graph" },
  at: { type: "string", valueHint: "FILE:LINE", description: "The symbol defined there" },
  "include-possible": { type: "boolean", description: "List candidates that could not be resolved among the results, marked ambiguous" },
  ids: { type: "boolean", description: "Name the id of each result's chunk below its place, to cite by" },
  explain: { type: "boolean", description: "Say how the question was understood and what fired" },
  vimgrep: { type: "boolean", description: "One line a result: path:line:column:text, for editors" },
  files: { type: "boolean", description: "Only the paths of the results, one a line" },
  null: { type: "boolean", alias: "0", description: "With --files: end each path with a NUL byte, as xargs -0 wants it" },
  ...outputFlags,
  ...rootFlags,
  ...nowFlag,
  ...feedbackFlags,
} as const satisfies FlagDefs;

export const routeFlags = {
  strategy: { type: "string", valueHint: STRATEGIES.join("|"), description: "Use this strategy whatever the question looks like" },
  op: { type: "string", valueHint: "OPERATION", description: `Use this operation: ${OPERATIONS.join(", ")}` },
  engines: { type: "string", valueHint: ENGINES.join(","), description: "Ask only these engines" },
  plan: { type: "string", valueHint: "FILE", description: "Run a plan printed by --explain --json (- reads it from standard input)" },
} as const satisfies FlagDefs;

/** How the words of a question are searched for. */
export const searchFlags = {
  deep: { type: "boolean", description: "Ask in up to three readings: synonyms and this repository's own words too" },
  diversity: {
    type: "string",
    valueHint: "0..1",
    description: "How much results should differ from each other (default: little, by what the question is after)",
  },
  rerank: {
    type: "string",
    valueHint: "DIR",
    description: "Order the first 20 results of a search by the cross-encoder (ONNX) in this folder",
  },
} as const satisfies FlagDefs;

/** What makes a question thick: conditions on what is found, and the subgraph around it. */
export const thickFlags = {
  regex: { type: "string", valueHint: "EXPRESSION", description: "Only results whose path matches this expression (RE2 syntax)" },
  "regex-in": { type: "string", valueHint: "path|content", description: "What --regex is matched with: the path (default) or the lines" },
  keyword: {
    type: "string",
    valueHint: "TEXT",
    multiple: true,
    description: "Only results that hold this text; lower case matches any case (repeatable, all must be there)",
  },
  edges: {
    type: "string",
    valueHint: "KINDS",
    description:
      "Relations that the subgraph follows, with commas between: calls,imports,inherits,contains,documents,governed_by and others",
  },
} as const satisfies FlagDefs;

export const llmFlag = {
  llm: {
    type: "boolean",
    description: "Let the Ollama model of your own settings, on this machine, compile the question where the router is unsure of it",
  },
} as const satisfies FlagDefs;

const KINDS = [...new Set<string>([...SYMBOL_KINDS, ...CHUNK_KINDS])];

/** Forms that list places, each a flag of its own; answer.ts renders them. */
export const LIST_FORMS = ["vimgrep", "files"] as const;
export type ListForm = (typeof LIST_FORMS)[number];
const FORMS = ["json", "jsonl", ...LIST_FORMS] as const;

/** The list of places that is asked for; undefined for other forms. */
export const listForm = (flags: Flags): ListForm | undefined => LIST_FORMS.find((name) => flags.on(name));

/** Is the output read by a program? Those take all there is unless they ask for less. */
const forPrograms = (flags: Flags): boolean => FORMS.some((name) => flags.on(name));

/** @throws Refusal `bad-value` for forms of output that exclude each other */
function checkForms(flags: Flags): void {
  const forms = FORMS.filter((name) => flags.on(name) && !(name === "jsonl" && flags.on("json")));
  if (forms.length > 1) throw new Refusal("bad-value", `--${forms[0]} and --${forms[1]} are two forms of output.`, "Give one of them.");
  if (flags.on("null") && !flags.on("files"))
    throw new Refusal("bad-value", "-0 says how --files ends a path, but there is no --files.", "Write --files -0.");
}

/** Options of a question from its flags; `cwd` is where the user stands, `root` the index's. */
export function askOptions(flags: Flags, root: string, cwd = process.cwd()): AskOptions {
  const at = flags.text("at");
  const toAt = flags.text("to-at");
  checkForms(flags);
  const budget = flags.number("budget", forPrograms(flags) ? 0 : asking.defaultBudget, 0, 10_000_000);
  return {
    operation: flags.choice("op", OPERATIONS),
    strategy: flags.choice("strategy", STRATEGIES),
    at: at === undefined ? undefined : place(at, root, cwd),
    toAt: toAt === undefined ? undefined : place(toAt, root, cwd),
    depth: flags.has("depth") ? flags.number("depth", asking.defaultDepth, 1, asking.maxDepth) : undefined,
    k: flags.number("k", asking.defaultResults, 1, asking.maxResults),
    open: !flags.has("k") && !forPrograms(flags) && budget > 0,
    budget,
    ...filtersOf(flags),
    engines: flags
      .text("engines")
      ?.split(",")
      .map((name) => oneOf("--engines", name.trim(), ENGINES)),
    explain: flags.on("explain"),
    includePossible: flags.on("include-possible"),
    deep: flags.on("deep"),
    diversity: shareOf(flags, "diversity"),
    rerank: flags.has("rerank") ? resolve(cwd, flags.text("rerank")!) : undefined,
    ...thickOptions(flags),
  };
}

/** A number from 0 to 1, if the flag was given. */
function shareOf(flags: Flags, name: string): number | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  const value = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1))
    throw new Refusal("bad-value", `--${name} takes a number from 0 to 1, not "${text}".`, `Write for example --${name} 0.3.`);
  return value;
}

/** The filters of a question, or of the chunks, from their flags. */
export function filtersOf(flags: Flags) {
  const kinds = [
    ...flags.list("kind").map((kind) => oneOf("--kind", kind, KINDS)),
    ...flags.list("chunk-kind").map((kind) => oneOf("--chunk-kind", kind, CHUNK_KINDS)),
  ];
  const texts = (name: string): string[] => {
    const list = flags.list(name);
    if (list.some((text) => text.trim() === ""))
      throw new Refusal("bad-value", `--${name} was given no text.`, "Give it one, or leave it out.");
    return list;
  };
  return {
    paths: flags.list("path"),
    excludes: flags.list("exclude"),
    languages: flags.list("lang"),
    kinds,
    prefixes: texts("path-prefix"),
    types: texts("file-type"),
    tags: flags.list("tag").map((tag) => oneOf("--tag", tag, TAGS)),
  };
}

function thickOptions(flags: Flags): Pick<AskOptions, "regex" | "keywords" | "edges"> {
  const source = flags.text("regex");
  const where = flags.choice("regex-in", ["path", "content"]);
  if (source === undefined && where !== undefined)
    throw new Refusal(
      "bad-value",
      "--regex-in says where --regex is looked for, but there is no --regex.",
      "Give it one: --regex EXPRESSION.",
    );
  const longest = keywords.maxLength - 2;
  if (source === "" || (source?.length ?? 0) > longest)
    throw new Refusal(
      "bad-value",
      `--regex takes an expression of 1 to ${longest} characters.`,
      "Write for example --regex '^src/server/'.",
    );
  const texts = flags.list("keyword");
  if (texts.length > asking.maxKeywords)
    throw new Refusal("bad-value", `--keyword may be given ${asking.maxKeywords} times at most.`, "Ask for the rarest of them.");
  if (texts.some((text) => text.trim() === ""))
    throw new Refusal("bad-value", "--keyword was given no text.", "Write for example --keyword JWT.");
  return {
    ...(source === undefined ? {} : { regex: { source, in: where ?? "path" } }),
    ...(texts.length === 0 ? {} : { keywords: texts }),
    ...(flags.has("edges") ? { edges: edgeKinds(flags.text("edges")!) } : {}),
  };
}

function edgeKinds(text: string): EdgeKind[] {
  return [...new Set(text.split(",").map((name) => edgeKindOf(name) ?? oneOf("--edges", name.trim(), EDGE_KINDS)))];
}

/** `FILE:LINE` as typed by someone standing in `cwd`, as a path relative to the root. */
export function place(text: string, root: string, cwd: string): { path: string; line: number } {
  const match = /^(.+?):(\d{1,9})(?::\d+|-\d+)?$/s.exec(text);
  if (!match) throw new Refusal("bad-value", `"${text}" is not FILE:LINE.`, "Write for example --at src/auth.ts:42.");
  return { path: toRoot(match[1]!, root, cwd), line: Number(match[2]) };
}

/** A path as the user typed it, relative to the root; a path that only exists from the root is taken as such. */
export function toRoot(path: string, root: string, cwd: string): string {
  const inside = relative(root, resolve(cwd, path));
  return inside.startsWith("..") ? path : inside.split(sep).join("/");
}

/** A path relative to the root, as the user standing in `cwd` would type it. */
export function fromRoot(path: string, root: string, cwd: string): string {
  const shown = slashed(relative(cwd, join(root, path)));
  return shown === "" ? path : shown;
}
