#!/usr/bin/env bun
/**
 * Are the edges right? The call graph of Manifold beside what compilers say: the TypeScript compiler and Sourcegraph's indexers.
 *
 *   bun scripts/bench/accuracy.ts [--only rxjs,jinja2] [--show 20] [--markdown FILE] [--json FILE]
 *
 * Truth: for TypeScript and JavaScript the compiler's checker (`truth/tsc.mjs`) or scip-typescript, for Python scip-python (a build of
 * Pyright); all three are installed from npm into the cache folder. A call is a reference that is called (`f(`, `new F`, a tag, an element),
 * whose definition is a function, method or class of the package with a body or signature of its own.
 *
 * A caller is the innermost function or method of ours around the line, else the file: the same for both sides, so that only what is called
 * is judged. A class and its constructor count as one. Claims are edges `exact`, `typed` and `unique`; `ambiguous` and `external` are none.
 *
 * Two readings: by edge (caller → called), in all and by resolution; and as somebody asks: the callers of each of the 100 functions with the most callers,
 * recall and precision a function, averaged; the same for those of them whose name is defined more than once.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, manifold, table } from "./_measure.ts";
import { helper } from "./_packages.ts";
import { PACKAGES, type Truthful } from "./truth/_pinned.ts";
import { scipDocuments } from "./truth/_scip.ts";
import { treeOf } from "./truth/_trees.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const only = flag("only").split(",").filter(Boolean);
const show = Number(flag("show", "0"));
const MOST_CALLED = 100;
/** What the compilers are, as npm names them. */
const TOOLS = ["typescript@5.9.3", "@sourcegraph/scip-typescript@0.4.0", "@sourcegraph/scip-python@0.6.6"];

/** A call as a compiler sees it; lines are 1-based. */
interface Site {
  path: string;
  line: number;
  name: string;
  toPath: string;
  toLine: number;
  toName: string;
}
interface Node {
  id: string;
  kind: string;
  name: string;
  qualified: string;
  path: string;
  start: number;
  end: number;
  external: boolean;
}
interface Edge {
  from: string;
  to: string;
  kind: string;
  line: number;
  resolution: string;
}

function tools(): string {
  const folder = join(cacheFolder(), "compilers");
  if (existsSync(join(folder, "node_modules", "typescript"))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  helper(["npm", "install", "--silent", "--no-audit", "--no-fund", ...TOOLS], folder);
  return folder;
}

// ---------------------------------------------------------------------------------------------- truth

function compilerSites(root: string, files: readonly string[]): Site[] {
  const run = Bun.spawnSync(["node", "--max-old-space-size=4096", join(import.meta.dir, "truth", "tsc.mjs"), tools(), root], {
    stdin: Buffer.from(files.join("\n")),
    stdout: "pipe",
    stderr: "pipe",
  });
  if (run.exitCode !== 0) throw new Error(`the compiler failed: ${run.stderr.toString().slice(-500)}`);
  const lines = run.stdout.toString().split("\n").filter(Boolean);
  return lines.map((line) => {
    const [path, at, , name, toPath, toLine, toName] = JSON.parse(line) as [string, number, number, string, string, number, string];
    return { path, line: at, name, toPath, toLine, toName };
  });
}

function scipSites(indexer: "scip-python" | "scip-typescript", name: string, root: string, files: readonly string[]): Site[] {
  const out = join(cacheFolder(), `${name}.${indexer}.scip`);
  if (!existsSync(out)) {
    const node = ["node", join(tools(), "node_modules", ".bin", indexer), "index", "--cwd", root, "--output", out];
    if (indexer === "scip-python") {
      const environment = join(cacheFolder(), "environment.json");
      writeFileSync(environment, "[]");
      helper([...node, "--project-name", name, "--project-version", "1", "--environment", environment], root);
    } else helper([...node, "--infer-tsconfig"], root);
  }
  const documents = scipDocuments(readFileSync(out));
  const texts = new Map(files.map((path) => [path, readFileSync(join(root, path), "utf8").split("\n")]));
  const definitions = new Map<string, { path: string; line: number; name: string }>();
  for (const { path, occurrences } of documents) {
    const lines = texts.get(path);
    if (!lines) continue;
    for (const { symbol, definition, line, column, end } of occurrences) {
      if (!definition || symbol.startsWith("local ") || definitions.has(symbol)) continue;
      const name = lines[line]?.slice(column, end) ?? "";
      const callable =
        /(?:\(\)\.|#)$/.test(symbol) ||
        /^\s*(?::[^=]*)?=\s*(?:async\s*)?(?:lambda\b|function\b|\(?[^()]*\)?\s*=>|\()/.test(lines[line]!.slice(end));
      if (name && callable) definitions.set(symbol, { path, line: line + 1, name });
    }
  }
  const sites: Site[] = [];
  for (const { path, occurrences } of documents) {
    const lines = texts.get(path);
    if (!lines) continue;
    for (const { symbol, definition, line, column, end } of occurrences) {
      const to = definitions.get(symbol);
      if (!to || definition) continue;
      const text = lines[line] ?? "";
      const after = text.slice(end) + (lines[line + 1] ?? "");
      const before = text.slice(0, column);
      if (!/^(?:\?\.)?(?:<[^<>()]*>)?\s*\(/.test(after) && !/\bnew\s+(?:[\w.]+\.)?$/.test(before)) continue;
      // A decorator is called by the interpreter, a base class with its brackets closed here is not called at all.
      if (/@\s*[\w.]*$/.test(before) || /^\s*(?:def|class)\s+$/.test(before)) continue;
      sites.push({ path, line: line + 1, name: text.slice(column, end), toPath: to.path, toLine: to.line, toName: to.name });
    }
  }
  return sites;
}

// ---------------------------------------------------------------------------------------------- ours

function graphOf(root: string): { nodes: Node[]; edges: Edge[] } {
  rmSync(join(root, ".manifold"), { recursive: true, force: true });
  helper([...manifold(), "index", ".", "--json"], root);
  return JSON.parse(helper([...manifold(), "graph", "--format", "json"], root)) as { nodes: Node[]; edges: Edge[] };
}

const FUNCTIONS = new Set(["function", "method"]);
const CONSTRUCTORS = new Set(["constructor", "__init__", "__new__"]);

class Ours {
  private readonly byPath: Map<string, Node[]>;
  readonly byId: Map<string, Node>;

  constructor(readonly nodes: Node[]) {
    this.byPath = Map.groupBy(
      nodes.filter((node) => !node.external && node.kind !== "file"),
      (node) => node.path,
    );
    this.byId = new Map(nodes.map((node) => [node.id, node]));
  }

  /** The innermost function around a line, else the file. */
  caller(path: string, line: number): string {
    let best: Node | null = null;
    for (const node of this.byPath.get(path) ?? [])
      if (FUNCTIONS.has(node.kind) && node.start <= line && line <= node.end && (!best || node.start >= best.start)) best = node;
    return best ? `${path}#${best.qualified}@${best.start}` : path;
  }

  /** What counts as the target: constructors are their class. */
  target(node: Node): string {
    const owner = CONSTRUCTORS.has(node.name) ? this.around(node) : null;
    const { path, qualified, start } = owner ?? node;
    return `${path}#${qualified}@${start}`;
  }

  private around(node: Node): Node | null {
    let best: Node | null = null;
    for (const one of this.byPath.get(node.path) ?? [])
      if (one.kind === "class" && one.start <= node.start && node.end <= one.end && (!best || one.start > best.start)) best = one;
    return best;
  }

  /** Our symbol of a definition. */
  definition(path: string, line: number, name: string): Node | null {
    let best: Node | null = null;
    for (const node of this.byPath.get(path) ?? []) {
      if ((node.name !== name && !(name === "default" && node.start === line)) || node.start > line || line > node.end) continue;
      if (!best || node.start > best.start || (node.start === best.start && FUNCTIONS.has(node.kind))) best = node;
    }
    return best;
  }
}

// ---------------------------------------------------------------------------------------------- comparison

interface Reading {
  recall: number;
  precision: number;
  functions: number;
}
interface Result {
  name: string;
  truth: string;
  files: number;
  edges: number;
  recall: number;
  precision: number;
  /** Claims and right ones by resolution. */
  classes: Record<string, { claimed: number; right: number }>;
  most: Reading;
  twice: Reading;
}

const mean = (list: readonly number[]): number => (list.length === 0 ? 1 : list.reduce((a, b) => a + b, 0) / list.length);

function compare(one: Truthful): Result {
  const root = treeOf(one);
  const files = [...new Bun.Glob("**/*").scanSync({ cwd: root })].filter((path) => /\.(?:[cm]?[jt]sx?|py)$/.test(path)).sort();
  const sites = one.truth === "tsc" ? compilerSites(root, files) : scipSites(one.truth, one.name, root, files);
  const { nodes, edges } = graphOf(root);
  const ours = new Ours(nodes);

  const truth = new Map<string, Set<string>>();
  const lines = new Map<string, Site>();
  const names = new Map<string, string>();
  for (const site of sites) {
    const node = ours.definition(site.toPath, site.toLine, site.toName);
    const target = node ? ours.target(node) : `${site.toPath}#${site.toName}@${site.toLine} (no symbol)`;
    const caller = ours.caller(site.path, site.line);
    names.set(target, node && CONSTRUCTORS.has(node.name) ? target.replace(/^.*#(?:.*\.)?|@\d+$/g, "") : (node?.name ?? site.toName));
    truth.set(target, (truth.get(target) ?? new Set()).add(caller));
    lines.set(`${caller} → ${target}`, site);
  }
  const claims = new Map<string, Set<string>>();
  const classes: Result["classes"] = {};
  const classOf = new Map<string, string>();
  const at = new Map<string, number>();
  for (const edge of edges) {
    if (edge.kind !== "calls" || edge.resolution === "ambiguous" || edge.resolution === "external") continue;
    const from = ours.byId.get(edge.from)!;
    const to = ours.byId.get(edge.to)!;
    if (!files.includes(from.path) || to.external) continue;
    const target = ours.target(to);
    const caller = ours.caller(from.path, edge.line);
    claims.set(target, (claims.get(target) ?? new Set()).add(caller));
    classOf.set(`${caller} → ${target}`, edge.resolution);
    at.set(`${caller} → ${target}`, edge.line);
  }
  // What no compiler can tell apart from a call is no claim to judge: functions that the truth knows as none.
  let right = 0;
  let claimed = 0;
  const missed: string[] = [];
  const wrong: string[] = [];
  for (const [target, callers] of claims)
    for (const caller of callers) {
      const edge = `${caller} → ${target}`;
      const is = truth.get(target)?.has(caller) === true;
      const row = classes[classOf.get(edge)!] ?? { claimed: 0, right: 0 };
      classes[classOf.get(edge)!] = row;
      row.claimed++;
      claimed++;
      if (is) {
        row.right++;
        right++;
      } else wrong.push(`${classOf.get(edge)} ${edge} line ${at.get(edge)}`);
    }
  let total = 0;
  for (const [target, callers] of truth)
    for (const caller of callers) {
      total++;
      if (!claims.get(target)?.has(caller)) missed.push(`${caller} → ${target} line ${lines.get(`${caller} → ${target}`)!.line}`);
    }
  const defined = new Map<string, number>();
  for (const node of nodes)
    if (FUNCTIONS.has(node.kind) || node.kind === "class") defined.set(node.name, (defined.get(node.name) ?? 0) + 1);
  const ranked = [...truth].sort(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1)).slice(0, MOST_CALLED);
  const reading = (list: typeof ranked): Reading => {
    const each = list.map(([target, callers]) => {
      const mine = claims.get(target) ?? new Set();
      const both = [...callers].filter((caller) => mine.has(caller)).length;
      return { target, recall: both / callers.size, precision: mine.size === 0 ? null : both / mine.size };
    });
    if (show > 0 && list === ranked)
      for (const row of each.filter(({ recall, precision }) => recall < 0.8 || (precision ?? 1) < 0.95).slice(0, show))
        console.log(`FUNCTION ${row.target} recall ${row.recall.toFixed(2)} precision ${row.precision?.toFixed(2)}`);
    return {
      functions: list.length,
      recall: mean(each.map(({ recall }) => recall)),
      precision: mean(each.flatMap(({ precision }) => precision ?? [])),
    };
  };
  const twice = ranked.filter(([target]) => (defined.get(names.get(target)!) ?? 0) > 1);
  if (show > 0)
    for (const [target, callers] of twice)
      for (const caller of callers)
        if (!claims.get(target)?.has(caller)) console.log(`TWICE ${caller} → ${target} line ${lines.get(`${caller} → ${target}`)!.line}`);
  for (const line of sample(missed, show)) console.log(`MISSED ${line}`);
  for (const line of sample(wrong, show)) console.log(`WRONG ${line}`);
  return {
    name: one.name,
    truth: one.truth,
    files: files.length,
    edges: total,
    recall: right / Math.max(1, total),
    precision: right / Math.max(1, claimed),
    classes,
    most: reading(ranked),
    twice: reading(twice),
  };
}

/** Evenly spread. */
function sample<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}

const results: Result[] = [];
for (const one of PACKAGES) {
  if (only.length > 0 && !only.includes(one.name)) continue;
  try {
    results.push(compare(one));
  } catch (error) {
    console.log(`SKIPPED ${one.name}: ${(error as Error).message.split("\n")[0]!.slice(0, 300)}`);
  }
}
const share = ({ claimed, right }: { claimed: number; right: number } = { claimed: 0, right: 0 }): string =>
  claimed === 0 ? "–" : `${(right / claimed).toFixed(3)} of ${claimed}`;
const heads = [
  "",
  "truth",
  "edges",
  "recall",
  "precision",
  "exact",
  "typed",
  "unique",
  "top 100 recall",
  "precision",
  "same names",
  "recall",
  "precision",
];
const rows = results.map((one) => [
  one.name,
  one.truth,
  String(one.edges),
  one.recall.toFixed(3),
  one.precision.toFixed(3),
  share(one.classes.exact),
  share(one.classes.typed),
  share(one.classes.unique),
  one.most.recall.toFixed(3),
  one.most.precision.toFixed(3),
  String(one.twice.functions),
  one.twice.recall.toFixed(3),
  one.twice.precision.toFixed(3),
]);
table(heads, rows);
const overall = (pick: (one: Result) => number): string => mean(results.map(pick)).toFixed(3);
const means =
  `mean of the most called: recall ${overall((one) => one.most.recall)}, precision ${overall((one) => one.most.precision)}; ` +
  `of names defined more than once: recall ${overall((one) => one.twice.recall)}, precision ${overall((one) => one.twice.precision)}`;
console.log(means);
if (flag("markdown")) writeFileSync(flag("markdown"), report());
if (flag("json")) writeFileSync(flag("json"), JSON.stringify(results, null, 1));

/** The same as a committed page. */
function report(): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return `${[
    "# Call edges beside compilers",
    "",
    `${new Date().toISOString().slice(0, 10)}, \`bun scripts/bench/accuracy.ts\` (${TOOLS.join(", ")}). Edges are (caller, called) pairs; precision by resolution class; "top 100": callers of`,
    'the 100 functions with the most callers, a function at a time, averaged; "same names": those of them whose name is defined more than once.',
    "",
    line(heads.map((head) => head || "package")),
    line(heads.map((_, i) => (i < 2 ? "---" : "--:"))),
    ...rows.map(line),
    "",
    `${means[0]!.toUpperCase()}${means.slice(1)}.`,
    "",
    "## Packages",
    "",
    ...PACKAGES.map(({ source, name }) => `- ${name}: ${source.name} ${source.version} (${source.from})`),
  ].join("\n")}\n`;
}
