#!/usr/bin/env bun
/**
 * Are the calls of C and C++ right? The call graph of Manifold beside clang's.
 *
 *   bun scripts/bench/native.ts DIR... [--truth FOLDER] [--show 20] [--ask 100] [--keep]
 *
 * DIR: a git work tree; it needs no build. Truth: `truth/libclang.py` (Debian: clang, python3-clang), kept in FOLDER. A call is judged where clang
 * saw the function around it and knew what is called; the called name must stand in the line (`--macros`: calls that only a macro wrote count too).
 * Readings: callers of each of the 100 functions with the most callers, averaged; those of them whose name clang knows more than once;
 * functions with callers that have none here ("no claim"), and those of them of which the command says that there is none ("told none").
 * `--ask N` asks the command itself for the first N, by name and at each of their places.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { cacheFolder, manifold, mean, table, toldNone } from "./_measure.ts";
import { helper } from "./_packages.ts";

const VALUED = new Set(["--truth", "--show", "--ask", "--manifold", "--cache"]);
const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const given = process.argv.slice(2);
const folders = given.filter((one, i) => !one.startsWith("--") && !VALUED.has(given[i - 1] ?? "")).map((one) => resolve(one));
const show = Number(flag("show", "0"));
const asked = Number(flag("ask", "0"));
const macros = given.includes("--macros");
const MOST_CALLED = 100;

interface FunctionRow {
  t: "f";
  usr: string;
  name: string;
  path: string;
  line: number;
  start: number;
  end: number;
  def: boolean;
}
interface CallRow {
  t: "c" | "o";
  usr: string;
  name: string;
  path: string;
  line: number;
  in: string;
  inLine: number;
  plain: boolean;
}
interface ErrorRow {
  t: "e";
  path: string;
  line: number;
}
interface SkippedRow {
  t: "s";
  path: string;
  line: number;
  end: number;
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

function truthOf(root: string): (FunctionRow | CallRow | ErrorRow | SkippedRow)[] {
  const folder = flag("truth") || join(cacheFolder(), "clang");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${basename(root)}.jsonl`);
  if (!existsSync(file)) writeFileSync(file, helper(["/usr/bin/python3", join(import.meta.dir, "truth", "libclang.py"), root], root));
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FunctionRow | CallRow | ErrorRow | SkippedRow);
}

const TYPES = new Set(["class", "struct"]);
const stem = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
/** Of the name that clang gives what stands in a template. */
const DEPENDS = /@FT@|@ST>|@SP>/;
const CALLABLE = new Set(["function", "method"]);

class Ours {
  readonly byPath: Map<string, Node[]>;
  readonly byId: Map<string, Node>;
  constructor(nodes: Node[]) {
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
      if (CALLABLE.has(node.kind) && node.start <= line && line <= node.end && (!best || node.start >= best.start)) best = node;
    return best ? `${path}#${best.qualified}@${best.start}` : path;
  }
  typeAround(path: string, line: number, name: string): Node | null {
    let best: Node | null = null;
    for (const node of this.byPath.get(path) ?? [])
      if (TYPES.has(node.kind) && node.name === name && node.start <= line && line <= node.end && (!best || node.start > best.start))
        best = node;
    return best;
  }
  /** A type around a line, or of a name that stands there outside it (`Foo::Foo()`): a class and its constructors count as one. */
  type(path: string, line: number, name: string): Node | null {
    const best = this.typeAround(path, line, name);
    if (best) return best;
    const types = [...this.byId.values()].filter((node) => TYPES.has(node.kind) && node.name === name);
    return types.length === 1 ? types[0]! : (types.find((node) => stem(node.path) === stem(path)) ?? null);
  }
  /** A constructor's class. */
  whole(node: Node): Node {
    const owner =
      CALLABLE.has(node.kind) &&
      new RegExp(`(?:^|\\.)${node.name.replace(/\W/g, "\\$&")}\\.${node.name.replace(/\W/g, "\\$&")}$`).test(node.qualified);
    return owner ? (this.type(node.path, node.start, node.name) ?? node) : node;
  }
  definition(path: string, line: number, name: string): Node | null {
    let best: Node | null = null;
    for (const node of this.byPath.get(path) ?? [])
      if (node.name === name && CALLABLE.has(node.kind) && node.start <= line && line <= node.end && (!best || node.start > best.start))
        best = node;
    return best;
  }
}

interface Target {
  name: string;
  places: FunctionRow[];
  node: Node | null;
  callers: Set<string>;
  /** Who calls which of a class's constructors: a place means one of them, the class's name all. */
  each: Map<string, Set<string>>;
}

function judge(root: string): string[] {
  if (!given.includes("--keep")) {
    rmSync(join(root, ".manifold"), { recursive: true, force: true });
    helper([...manifold(), "index", ".", "--json"], root);
  }
  const { nodes, edges } = JSON.parse(helper([...manifold(), "graph", "--format", "json"], root)) as { nodes: Node[]; edges: Edge[] };
  const ours = new Ours(nodes);
  // a file that the index leaves out (generated, binary) is told of as such
  const indexed = new Set(nodes.flatMap(({ kind, path }) => (kind === "file" ? path : [])));
  const rows = truthOf(root).filter(({ path }) => indexed.has(path));
  // where clang saw no definition: what the declaration leads to here
  const leads = new Map<string, Node>();
  for (const { from, to, kind } of edges) {
    const [one, other] = [ours.byId.get(from), ours.byId.get(to)];
    if (kind === "references" && one && other && one.name === other.name && !leads.has(from)) leads.set(from, other);
  }
  const functions = new Map<string, FunctionRow[]>();
  // what a template is made for is told of as a declaration, where the template stands
  const defined = new Set(rows.flatMap((row) => (row.t === "f" && row.def ? `${row.path}:${row.line}` : [])));
  const parsed = new Set<string>();
  // what depends on a template, and where a missing header hides the code, clang has no call to tell of
  const vague = new Set<string>();
  for (const row of rows) {
    if (row.t !== "f") continue;
    functions.set(row.usr, [...(functions.get(row.usr) ?? []), row]);
    if (!row.def) continue;
    parsed.add(ours.caller(row.path, row.line));
    if (DEPENDS.test(row.usr)) vague.add(ours.caller(row.path, row.line));
  }
  // a class and its constructors are one thing; operators and destructors have no name that stands at the call
  const targets = new Map<string, Target>();
  const keyOf = new Map<string, string>();
  const constructors = new Set<string>();
  const named = new Map<string, Set<string>>();
  for (const [usr, places] of functions) {
    const name = places[0]!.name;
    // a lambda
    if (name === "") continue;
    const definition = places.find(({ def }) => def) ?? places[0]!;
    const found = ours.definition(definition.path, definition.line, name);
    const constructs =
      usr.includes(`@${name}@F@${name}#`) ||
      new RegExp(`@${name.replace(/\W/g, "\\$&")}@FT@>[^@]*${name.replace(/\W/g, "\\$&")}#`).test(usr) ||
      (found !== null && ours.whole(found) !== found);
    if (constructs) constructors.add(usr);
    const around = constructs ? (places.map(({ path, line }) => ours.typeAround(path, line, name)).find(Boolean) ?? null) : null;
    let node = constructs ? (around ?? ours.type(definition.path, definition.line, name)) : found;
    // what a macro defines has no symbol here but its declaration
    if (!node && !constructs) for (const { path, line } of places) node ??= ours.definition(path, line, name);
    if (node && !definition.def && !defined.has(`${definition.path}:${definition.line}`)) node = leads.get(node.id) ?? node;
    // called without a declaration in sight: nothing of this tree
    if (!node && !places.some(({ def }) => def)) continue;
    const key = node ? node.id : usr;
    keyOf.set(usr, key);
    const known = targets.get(key);
    if (known) known.places.push(...places);
    else targets.set(key, { name, places: [...places], node, callers: new Set(), each: new Map() });
    named.set(name, (named.get(name) ?? new Set()).add(key));
  }
  // a function that clang did not understand as a whole: of some of its calls nothing is told
  for (const row of rows) if (row.t === "e") vague.add(ours.caller(row.path, row.line));
  const skipped = new Set<string>();
  for (const row of rows) if (row.t === "s") for (let line = row.line; line <= row.end; line++) skipped.add(`${row.path}:${line}`);
  const open = new Set<string>();
  const lineOf = new Map<string, string>();
  const lax = new Map<string, Set<string>>();
  const told = new Set<string>();
  for (const row of rows) {
    if (row.t === "f" || row.t === "e" || row.t === "s") continue;
    const caller = ours.caller(row.path, row.line);
    told.add(`${row.path}:${row.line}`).add(`${row.path}:${row.line} ${row.name}`);
    if (row.in === "" || DEPENDS.test(row.in)) vague.add(caller);
    if (row.t === "o") {
      open.add(`${caller} ${row.name}`);
      continue;
    }
    if (row.name.startsWith("~") || row.name.startsWith("operator")) continue;
    if (row.in !== "") parsed.add(caller);
    const key = keyOf.get(row.usr);
    if (key === undefined) continue;
    lax.set(key, (lax.get(key) ?? new Set()).add(caller));
    if (constructors.has(row.usr)) lax.set(row.usr, (lax.get(row.usr) ?? new Set()).add(caller));
    if (!row.plain && !macros) continue;
    // a conversion stands in no line by its name
    if (constructors.has(row.usr) && !macros && !said(root, row)) continue;
    const target = targets.get(key)!;
    target.callers.add(caller);
    if (constructors.has(row.usr)) target.each.set(row.usr, (target.each.get(row.usr) ?? new Set()).add(caller));
    lineOf.set(`${caller} → ${key}`, `${row.path}:${row.line}`);
  }
  const claims = new Map<string, Map<string, string>>();
  for (const edge of edges) {
    if (edge.kind !== "calls" || edge.resolution === "ambiguous" || edge.resolution === "external" || edge.resolution === "dispatch")
      continue;
    const from = ours.byId.get(edge.from)!;
    const caller = ours.caller(from.path, edge.line);
    const to = ours.whole(ours.byId.get(edge.to)!);
    if (caller.includes("#") && !parsed.has(caller)) continue;
    const at = `${from.path}:${edge.line}`;
    if (((vague.has(caller) || skipped.has(at)) && !told.has(`${at} ${to.name}`)) || (!caller.includes("#") && !told.has(at))) continue;
    // the constructor stands in the template's own body, outside the tree
    if (new RegExp(`\\bmake_(?:unique|shared)\\s*<[^;]*\\b${to.name}\\b`).test(lineText(root, at))) continue;
    if (open.has(`${caller} ${to.name}`) && !lax.get(to.id)?.has(caller)) continue;
    const mine = claims.get(to.id) ?? new Map<string, string>();
    claims.set(to.id, mine);
    mine.set(caller, `${edge.resolution} ${from.path}:${edge.line}`);
  }
  const called = [...targets].filter(([, { callers }]) => callers.size > 0);
  const ranked = called.sort(([, a], [, b]) => b.callers.size - a.callers.size || (a.name < b.name ? -1 : 1));
  const most = ranked.slice(0, MOST_CALLED);
  /** What is said here of a line where clang sees a call of a name. */
  const heard = (at: string, name: string): string => {
    byPlace ??= Map.groupBy(
      edges.filter(({ kind }) => kind === "calls"),
      (edge) => `${ours.byId.get(edge.from)!.path}:${edge.line}`,
    );
    const all = (byPlace.get(at) ?? []).flatMap((edge) => {
      const to = ours.byId.get(edge.to)!;
      return to.name === name ? `${edge.resolution} ${to.path}:${to.start}` : [];
    });
    return ` [${all.length > 4 ? `${all.length} ${all[0]}` : all.join(", ")}]`;
  };
  let byPlace: Map<string, Edge[]> | undefined;
  const missed: string[] = [];
  const wrong: string[] = [];
  const reading = (list: typeof ranked, note = false): { recall: number; precision: number } => {
    const each = list.map(([key, target]) => {
      const mine = claims.get(target.node?.id ?? key) ?? new Map<string, string>();
      const right = [...target.callers].filter((caller) => mine.has(caller)).length;
      const fine = [...mine.keys()].filter((caller) => lax.get(key)?.has(caller)).length;
      if (note) {
        const { path, line } = target.places.find(({ def }) => def) ?? target.places[0]!;
        if (right < target.callers.size || fine < mine.size)
          if (show > 0)
            console.log(
              `FUNCTION ${target.name} ${path}:${line} ${target.node ? "" : "(no symbol) "}callers ${target.callers.size} found ${right} wrong ${mine.size - fine}`,
            );
        for (const caller of target.callers)
          if (!mine.has(caller)) {
            const at = lineOf.get(`${caller} → ${key}`)!;
            missed.push(`${target.name} (${path}:${line}) at ${at} in ${caller}${heard(at, target.name)}\n      ${lineText(root, at)}`);
          }
        for (const [caller, how] of mine)
          if (!lax.get(key)?.has(caller)) wrong.push(`${how} → ${target.name} (${path}:${line}) in ${caller}`);
      }
      return { recall: right / target.callers.size, precision: mine.size === 0 ? null : fine / mine.size };
    });
    return { recall: mean(each.map(({ recall }) => recall)), precision: mean(each.flatMap(({ precision }) => precision ?? [])) };
  };
  const first = reading(most, true);
  const all = reading(ranked);
  const twice = ranked.filter(([, { name }]) => named.get(name)!.size > 1);
  const doubled = reading(twice.slice(0, MOST_CALLED));
  const none = ranked.filter(([key, target]) => (claims.get(target.node?.id ?? key)?.size ?? 0) === 0);
  const silent = toldNone(
    root,
    none.map(([, { places }]) => places.find(({ def }) => def) ?? places[0]!),
  );
  if (show > 0) {
    for (const one of sample(silent.which, show)) console.log(`TOLD NONE ${one}`);
    for (const one of sample(missed, show)) console.log(`MISSED ${one}`);
    for (const one of sample(wrong, show)) console.log(`WRONG ${one}`);
    for (const [key, { name, places, callers }] of sample(none, show))
      console.log(
        `NONE ${name} ${places[0]!.path}:${places[0]!.line} callers ${callers.size}, e.g. ${lineOf.get(`${[...callers][0]} → ${key}`)}`,
      );
  }
  const cells = [
    basename(root),
    called.length,
    first.recall,
    first.precision,
    all.recall,
    all.precision,
    twice.length,
    doubled.recall,
    doubled.precision,
    none.length / Math.max(1, called.length),
    silent.count / Math.max(1, called.length),
  ];
  if (asked > 0) cells.push(...ask(root, most.slice(0, asked), named, parsed, open, lax, ours));
  return cells.map((cell) => (typeof cell === "number" && !Number.isInteger(cell) ? cell.toFixed(3) : String(cell)));
}

/** Callers as the command lists them: by name where clang knows one function of it, at the definition and at every declaration. */
function ask(
  root: string,
  list: [string, Target][],
  named: Map<string, Set<string>>,
  parsed: Set<string>,
  open: Set<string>,
  lax: Map<string, Set<string>>,
  ours: Ours,
): number[] {
  const sums = { name: [] as number[], right: [] as number[], place: [] as number[], sure: [] as number[], none: 0, questions: 0 };
  for (const [key, target] of list) {
    const of = (args: string[], callers = target.callers, fair = lax.get(key)): { recall: number; precision: number | null } => {
      const run = Bun.spawnSync([...manifold(), "callers", ...args, "--json", "-k", "1000", "--budget", "0", "--no-refresh"], {
        cwd: root,
        stdout: "pipe",
        stderr: "pipe",
      });
      const answer = JSON.parse(run.stdout.toString() || '{"results":[]}') as {
        results: { path: string; start: number; line: number | null; depth: number; resolution: string }[];
      };
      const mine = new Set(
        answer.results
          .filter(({ resolution, depth }) => resolution !== "ambiguous" && resolution !== "dispatch" && depth === 1)
          .map(({ path, start, line }) => ours.caller(path, line ?? start))
          .filter((caller) => (!caller.includes("#") || parsed.has(caller)) && !open.has(`${caller} ${target.name}`)),
      );
      const right = [...callers].filter((caller) => mine.has(caller)).length;
      const fine = [...mine].filter((caller) => fair?.has(caller)).length;
      sums.questions++;
      if (mine.size === 0) {
        sums.none++;
        if (show > 0) console.log(`ASKED ${args.join(" ")}: none of ${callers.size}`);
      } else if (show > 0 && (right < 0.9 * callers.size || fine < 0.9 * mine.size))
        console.log(`ASKED ${args.join(" ")}: ${right} of ${callers.size}, ${mine.size - fine} wrong`);
      return { recall: right / callers.size, precision: mine.size === 0 ? null : fine / mine.size };
    };
    if (named.get(target.name)!.size === 1) {
      const { recall, precision } = of([target.name]);
      sums.name.push(recall);
      if (precision !== null) sums.right.push(precision);
    }
    const places = target.each.size === 0 ? target.places : target.places.filter(({ usr }) => target.each.has(usr));
    for (const { path, line, usr } of places.slice(0, 3)) {
      // a constructor that nobody wrote stands where its class does
      const one = target.each.has(usr) && line !== target.node?.start;
      const { recall, precision } = one
        ? of(["--at", `${path}:${line}`], target.each.get(usr), lax.get(usr))
        : of(["--at", `${path}:${line}`]);
      sums.place.push(recall);
      if (precision !== null) sums.sure.push(precision);
    }
  }
  return [mean(sums.name), mean(sums.right), mean(sums.place), mean(sums.sure), sums.none / Math.max(1, sums.questions)];
}

const lineText = (root: string, at: string): string => {
  const [, path, line] = /^(.*):(\d+)$/.exec(at)!;
  return readFileSync(join(root, path!), "utf8").split("\n")[Number(line) - 1]?.trim().slice(0, 150) ?? "";
};

const texts = new Map<string, string[]>();
/** Does a line name a class by itself, not only as what something else is in? */
function said(root: string, { path, line, name }: CallRow): boolean {
  const lines = texts.get(path) ?? readFileSync(join(root, path), "utf8").split("\n");
  texts.set(path, lines);
  return new RegExp(`\\b${name}\\b(?!\\s*::)`).test(lines[line - 1] ?? "");
}

/** Evenly spread. */
function sample<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!);
}

const heads = [
  "",
  "functions",
  "top 100 recall",
  "precision",
  "all recall",
  "precision",
  "same names",
  "recall",
  "precision",
  "no claim",
  "told none",
];
if (asked > 0) heads.push("by name", "precision", "at places", "precision", "none");
table(heads, folders.map(judge));
