#!/usr/bin/env bun
/**
 * Who calls this function, beside what Java's and Go's own compilers say, for each function of a tree that has callers.
 *
 *   bun scripts/bench/callers.ts java:DIR go:DIR … [--show 20] [--ask 100] [--only WORD]
 *
 * Truth: javac's attributed trees (`truth/Calls.java`) and go/types (`truth/calls.go`), of the tree's own files without what it depends on.
 * An edge `dispatch` says that a call of what is only promised may arrive: it is no claim of a direct call, and counts where the compiler says that one is.
 * A caller is the innermost function or method of ours around the line, else the file: the same for both sides. Claims are the edges `exact`,
 * `typed` and `unique`. Three readings:
 *
 * - most called: callers of the 100 functions with the most callers, recall and precision a function, averaged; and of those whose name is
 *   defined more than once;
 * - told none: of all functions that have callers, those for which there is no claim, those for which there is not even a candidate, and those
 *   of which the command says that there is none;
 * - asked (`--ask N`): the N most called, by `callers --at FILE:LINE`, as a script would ask.
 *
 * Constructors are listed as functions (`new`); a class without one stands for it.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { cacheFolder, manifold, table, toldNone } from "./_measure.ts";
import { helper } from "./_packages.ts";

const MOST_CALLED = 100;
const flags = new Map<string, string>();
const trees: { language: string; root: string }[] = [];
for (let i = 2; i < process.argv.length; i++) {
  const one = process.argv[i]!;
  if (one.startsWith("--")) flags.set(one.slice(2), process.argv[++i] ?? "");
  else trees.push({ language: one.slice(0, one.indexOf(":")), root: resolve(one.slice(one.indexOf(":") + 1)) });
}
const show = Number(flags.get("show") ?? 0);
const ask = Number(flags.get("ask") ?? 0);

type Call = [string, number, number, string, string, number, string, string, number, string];
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

/** Of all trees: edges to functions of ours by how they were established, and those that the compiler has too (`likelihood.resolution`). */
const byClass: Record<string, { claims: number; right: number }> = {};

/** What the compiler says, remembered for a commit of the tree. */
function truthOf(language: string, root: string): Call[] {
  const folder = join(cacheFolder(), "calls");
  mkdirSync(folder, { recursive: true });
  const program = join(import.meta.dir, "truth", language === "java" ? "Calls.java" : "calls.go");
  const version = Bun.hash(readFileSync(program)).toString(36);
  const head = helper(["git", "rev-parse", "--short", "HEAD"], root).trim();
  const file = join(folder, `${basename(root)}-${head}-${version}.jsonl`);
  if (!existsSync(file)) {
    const files = helper(["git", "ls-files", `*.${language}`], root);
    const exports = ["tree", "code"].flatMap((one) => ["--add-exports", `jdk.compiler/com.sun.tools.javac.${one}=ALL-UNNAMED`]);
    const command = language === "java" ? ["java", "-Xmx2g", ...exports, program, root] : ["go", "run", program, root];
    const run = Bun.spawnSync(command, { stdin: Buffer.from(files), env: { ...process.env, CGO_ENABLED: "0" } });
    if (run.exitCode !== 0) throw new Error(`${command.join(" ")}: ${run.stderr.toString().slice(-800)}`);
    writeFileSync(file, run.stdout);
  }
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Call);
}

const FUNCTIONS = new Set(["function", "method"]);
const mean = (list: readonly number[]): number => (list.length === 0 ? 1 : list.reduce((a, b) => a + b, 0) / list.length);
const rows: string[][] = [];

for (const { language, root } of trees) {
  const told = truthOf(language, root).filter(([, , , , , , , how]) => how !== "reference");
  const calls = told.filter(([, , , , , , , how]) => how !== "open");
  const seen = new Set(calls.map(([path]) => path));
  // what the compiler does not read: other languages, what Go's tools leave out, files for other systems and versions
  const leftOut = (path: string): boolean =>
    !path.endsWith(`.${language}`) ||
    (language === "go" &&
      (/(?:^|\/)(?:[_.]|(?:testdata|vendor)\/)/.test(path) ||
        (!seen.has(path) && /^\/\/go:build /m.test(readFileSync(join(root, path), "utf8")))));
  rmSync(join(root, ".manifold"), { recursive: true, force: true });
  helper([...manifold(), "index", ".", "--json"], root);
  const { nodes, edges } = JSON.parse(helper([...manifold(), "graph", "--format", "json"], root)) as { nodes: Node[]; edges: Edge[] };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const byPath = Map.groupBy(
    nodes.filter((node) => !node.external && node.kind !== "file"),
    (node) => node.path,
  );
  const around = (path: string, line: number): string => {
    let best: Node | null = null;
    for (const node of byPath.get(path) ?? [])
      if (FUNCTIONS.has(node.kind) && node.start <= line && line <= node.end && (!best || node.start >= best.start)) best = node;
    return best ? `${path}#${best.qualified}@${best.start}` : path;
  };
  const definition = (path: string, line: number, name: string): Node | null => {
    let best: Node | null = null;
    for (const node of byPath.get(path) ?? []) {
      if (node.name !== name || node.start > line || line > node.end || node.kind === "import") continue;
      if (!best || node.start > best.start || (node.start === best.start && FUNCTIONS.has(node.kind))) best = node;
    }
    return best;
  };
  // of these the compiler knows nothing: no claim is right or wrong there
  const unknown = new Set(told.flatMap(([path, line, , name, , , , how]) => (how === "open" ? `${path}:${line} ${name}` : [])));
  const truth = new Map<string, { name: string; path: string; line: number; how: string; callers: Map<string, string> }>();
  const known = new Map<string, string>();
  // what the index leaves out (generated, binary) is told of as such
  const indexed = new Set(nodes.flatMap(({ kind, path }) => (kind === "file" ? path : [])));
  for (const [path, line, , , toPath, toLine, toName, how] of calls) {
    if (!indexed.has(path) || !indexed.has(toPath)) continue;
    const place = `${toPath}:${toLine}:${toName}`;
    const node = definition(toPath, toLine, toName);
    const target = node?.id ?? place;
    known.set(target, place);
    const row = truth.get(target) ?? { name: toName, path: toPath, line: toLine, how, callers: new Map<string, string>() };
    truth.set(target, row);
    const caller = around(path, line);
    if (!row.callers.has(caller)) row.callers.set(caller, `${path}:${line}`);
  }
  const claims = new Map<string, Map<string, string>>();
  const possible = new Set<string>();
  for (const edge of edges) {
    if (edge.kind !== "calls") continue;
    if (edge.resolution === "ambiguous") possible.add(edge.to);
    if (edge.resolution === "ambiguous" || edge.resolution === "external") continue;
    const from = byId.get(edge.from)!;
    if (leftOut(from.path) || unknown.has(`${from.path}:${edge.line} ${byId.get(edge.to)?.name}`)) continue;
    if (FUNCTIONS.has(byId.get(edge.to)?.kind ?? "")) {
      const row = byClass[edge.resolution] ?? { claims: 0, right: 0 };
      byClass[edge.resolution] = row;
      row.claims++;
      if (truth.get(edge.to)?.callers.has(around(from.path, edge.line))) row.right++;
    }
    if (edge.resolution === "dispatch" && !truth.get(edge.to)?.callers.has(around(from.path, edge.line))) continue;
    const list = claims.get(edge.to) ?? new Map<string, string>();
    claims.set(edge.to, list.set(around(from.path, edge.line), `${edge.resolution} ${from.path}:${edge.line}`));
  }
  const open = new Map(
    Object.entries(
      Object.groupBy(
        edges.filter((edge) => edge.kind === "calls" && edge.resolution === "ambiguous"),
        (edge) => `${byId.get(edge.from)!.path}:${edge.line}`,
      ),
    ),
  );
  const count = new Map<string, number>();
  for (const node of nodes) if (FUNCTIONS.has(node.kind)) count.set(node.name, (count.get(node.name) ?? 0) + 1);
  const ranked = [...truth].sort(([a, x], [b, y]) => y.callers.size - x.callers.size || (a < b ? -1 : 1));
  const reading = (list: typeof ranked, mine: (target: string) => ReadonlyMap<string, string>) => {
    const each = list.map(([target, { callers }]) => {
      const own = mine(target);
      const both = [...callers.keys()].filter((caller) => own.has(caller)).length;
      return { recall: both / callers.size, precision: own.size === 0 ? null : both / own.size };
    });
    return { recall: mean(each.map(({ recall }) => recall)), precision: mean(each.flatMap(({ precision }) => precision ?? [])) };
  };
  const none = new Map<string, string>();
  const mine = (target: string): ReadonlyMap<string, string> => claims.get(target) ?? none;
  const methods = ranked.filter(([, { how }]) => how === "call");
  const most = reading(methods.slice(0, MOST_CALLED), mine);
  const twiceList = methods.filter(([, { name }]) => (count.get(name) ?? 0) > 1);
  const twice = reading(twiceList.slice(0, MOST_CALLED), mine);
  const made = ranked.filter(([, { how }]) => how === "new").slice(0, MOST_CALLED);
  const news = reading(made, mine);
  const all = reading(methods, mine);
  const without = ranked.filter(([target]) => mine(target).size === 0);
  const silent = without.filter(([target]) => !possible.has(target));
  const silenced = toldNone(
    root,
    without.map(([, row]) => row),
  );
  const asked = new Map<string, Map<string, string>>();
  if (ask > 0)
    for (const [target, { path, line }] of methods.slice(0, ask)) {
      const run = Bun.spawnSync(
        [...manifold(), "callers", "--at", `${path}:${line}`, "-k", "1000", "--budget", "0", "--no-refresh", "--jsonl"],
        { cwd: root },
      );
      const answer = JSON.parse(run.stdout.toString() || "{}") as {
        results?: { path: string; line: number | null; start: number; depth: number; resolution: string | null }[];
      };
      const list = new Map<string, string>();
      for (const one of answer.results ?? [])
        if (one.depth === 1 && one.resolution !== "ambiguous" && one.resolution !== "dispatch")
          list.set(around(one.path, one.line ?? one.start), `${one.path}:${one.line}`);
      asked.set(target, list);
    }
  const byAsking = ask > 0 ? reading(methods.slice(0, ask), (target) => asked.get(target) ?? none) : null;
  if (show > 0) {
    const only = flags.get("only");
    const shown = (
      only
        ? ranked.filter(([, { path, name }]) => `${path} ${name}`.includes(only))
        : methods.slice(0, flags.has("all") ? undefined : MOST_CALLED)
    ).flatMap(([target, row]) => {
      const own = mine(target);
      const missed = [...row.callers]
        .filter(([caller]) => !own.has(caller))
        .map(([, at]) => {
          const candidates = (open.get(at) ?? []).map((edge) => byId.get(edge.to)!).filter(({ name }) => name === row.name);
          return `MISSED ${at} → ${row.name} ${row.path}:${row.line}${candidates.length > 0 ? ` ambiguous among ${candidates.length}` : ""}`;
        });
      const wrong = [...own]
        .filter(([caller]) => !row.callers.has(caller))
        .map(([, at]) => `WRONG ${at} → ${row.name} ${row.path}:${row.line}`);
      return [...missed, ...wrong];
    });
    const source = new Map<string, string[]>();
    const lineAt = (at: string): string => {
      const [, path, line] = /([^ ]+):(\d+)/.exec(at) ?? [];
      if (path === undefined) return "";
      if (!source.has(path)) source.set(path, readFileSync(join(root, path), "utf8").split("\n"));
      return source.get(path)![Number(line) - 1]?.trim().slice(0, 110) ?? "";
    };
    const step = Math.max(1, shown.length / show);
    for (let i = 0; i < shown.length; i += step) console.log(`${shown[Math.floor(i)]}\n      ${lineAt(shown[Math.floor(i)]!)}`);
    console.log(`(${shown.length} in all)`);
    for (const one of silenced.which.slice(0, show)) console.log(`TOLD NONE ${one}`);
    for (const [, row] of silent.slice(0, show))
      console.log(`SILENT ${row.name} ${row.path}:${row.line} ${row.how}, called at ${[...row.callers.values()][0]}`);
  }
  const share = (n: number): string => `${((100 * n) / Math.max(1, ranked.length)).toFixed(1)} %`;
  rows.push([
    `${language} ${basename(root)}`,
    String(ranked.length),
    most.recall.toFixed(3),
    most.precision.toFixed(3),
    twice.recall.toFixed(3),
    twice.precision.toFixed(3),
    all.recall.toFixed(3),
    all.precision.toFixed(3),
    made.length === 0 ? "–" : news.recall.toFixed(3),
    made.length === 0 ? "–" : news.precision.toFixed(3),
    share(without.length),
    share(silent.length),
    share(silenced.count),
    byAsking ? byAsking.recall.toFixed(3) : "–",
    byAsking ? byAsking.precision.toFixed(3) : "–",
  ]);
}
table(
  [
    "",
    "called",
    "top recall",
    "precision",
    "same name",
    "precision",
    "all",
    "precision",
    "new",
    "precision",
    "no claim",
    "none at all",
    "told none",
    "asked",
    "precision",
  ],
  rows,
);
table(
  ["edges", "claims", "precision"],
  Object.entries(byClass).map(([name, { claims, right }]) => [name, String(claims), (right / claims).toFixed(3)]),
);
