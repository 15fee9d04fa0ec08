/**
 * Impact on real commits: is what a commit's own tests exercise inside the radius, and how small is the radius?
 *
 *   bun scripts/bench/commits.ts --mirrors DIR [--repos NAME,NAME] [--commits N] [--depth D] [--verbose]
 *
 * DIR holds one bare or working clone a repository (DIR/NAME, or DIR/NAME/repo). For each of the newest N commits that change both code and
 * a test, the commit is checked out in a clone of our own, indexed incrementally, and asked about with `REV^..REV`. Measured are
 *  - seeds: definitions that git's hunks touch, by a parser that is not ours (Python's `ast`), which are among the seeds;
 *  - recall: files outside tests that the commit's changed tests import or exercise (by their text, `_exercised.ts`), which are in the radius
 *    (changed and affected files up to a depth);
 *  - radius: files in it, share of all code files; precision: share of it that those tests exercise.
 * The baseline in the same run is the whole package: every file that imports, directly or not, a changed file.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { impactOf } from "../../src/asking/impact.ts";
import type { ImpactReport } from "../../src/base/schema.ts";
import { asking } from "../../src/base/settings.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { isCode } from "../../src/query/impact/definitions.ts";
import type { Store } from "../../src/store/graph.ts";
import { importedBy, importedFromOutside, namesUsed, uniqueNames, workspaceOf } from "./_exercised.ts";

const { values } = parseArgs({
  options: {
    mirrors: { type: "string" },
    repos: { type: "string", default: "pallets+flask,google+gson,trpc+trpc" },
    commits: { type: "string", default: "40" },
    depth: { type: "string", default: "5" },
    verbose: { type: "boolean", default: false },
  },
});

function git(at: string, ...words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", "-C", at, ...words], { maxBuffer: 1 << 30 });
  if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr.toString()}`);
  return stdout.toString();
}

/** One commit's measurements. */
interface Row {
  repo: string;
  commit: string;
  files: number;
  truth: Set<string>;
  /** Files of the radius by depth (index), tests left out; `exercised` and `possible` beside. */
  radius: Set<string>[];
  exercised: Set<string>;
  possible: Set<string>;
  changed: Set<string>;
  baseline: Set<string>;
  risk: string;
  unknown: string[];
  definitions: number;
  seeded: number;
  missing: string[];
  ms: number;
}

function manifests(at: string): [string, string][] {
  return git(at, "ls-files", "-z", "package.json", "*/package.json")
    .split("\0")
    .filter((path) => path !== "" && !path.includes("node_modules/"))
    .map((path) => [path, readFileSync(join(at, path), "utf8")]);
}

/** Functions and classes of Python files that hunks touch, told by Python itself. */
function pythonDefinitions(at: string, commit: string, path: string): string[] {
  const script = `
import ast, re, subprocess, sys
at, commit, path = sys.argv[1:]
text = subprocess.run(["git", "-C", at, "show", commit + ":" + path], capture_output=True).stdout
diff = subprocess.run(["git", "-C", at, "diff", "-U0", "-M", commit + "^", commit], capture_output=True).stdout.decode("utf8", "replace")
diff = "".join(part for part in re.split(r"(?m)^(?=diff --git )", diff) if ("+++ b/" + path) in part.split("\\n"))
lines = set()
for m in re.finditer(r"^@@ -\\S+ \\+(\\d+)(?:,(\\d+))? @@", diff, re.M):
    lines.update(range(int(m[1]), int(m[1]) + int(m[2] if m[2] is not None else 1)))
try: tree = ast.parse(text)
except SyntaxError: sys.exit()
def walk(node, prefix, nested):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = prefix + child.name
            start = min([child.lineno] + [d.lineno for d in child.decorator_list])
            if any(start <= n <= child.end_lineno for n in lines): print(name)
            walk(child, name + ".", True)
        else: walk(child, prefix, nested)
walk(tree, "", False)
`;
  const { stdout } = Bun.spawnSync(["python3", "-c", script, at, commit, path]);
  return [...new Set(stdout.toString().split("\n").filter(Boolean))];
}

/** Everything that imports a changed file, directly or through others: what a tool without hunks and names would say. */
function importClosure(store: Store, changed: ReadonlySet<string>, sources: ReadonlySet<string>): Set<string> {
  const out = new Set([...changed].filter((path) => sources.has(path)));
  const byFile = new Map<number, Set<number>>();
  const all = store.files();
  const owner = new Map(all.flatMap(({ id }) => store.symbolsOfFile(id).map((symbol) => [symbol.id, id] as const)));
  const rows = all.flatMap(({ id }) => store.edgesOfFile(id).map(({ dst }) => [id, owner.get(dst)] as const));
  for (const [from, to] of rows) if (to !== undefined && to !== from) byFile.set(to, (byFile.get(to) ?? new Set()).add(from));
  const paths = new Map(store.files().map((file) => [file.id, file.path]));
  const ids = new Map([...paths].map(([id, path]) => [path, id]));
  const queue = [...out].map((path) => ids.get(path)).filter((id) => id !== undefined);
  const seen = new Set(queue);
  for (const id of queue)
    for (const from of byFile.get(id) ?? []) {
      if (seen.has(from)) continue;
      queue.push(from);
      seen.add(from);
    }
  for (const id of seen) if (sources.has(paths.get(id) ?? "")) out.add(paths.get(id)!);
  return out;
}

async function measure(repo: string, at: string, commit: string, depth: number): Promise<Row | null> {
  git(at, "checkout", "-q", "-f", commit);
  const { store, behind, warnings } = await refresh(at, { quiet: true, terminal: false });
  try {
    const started = performance.now();
    const report: ImpactReport = await impactOf(
      { root: at, store, behind, warnings },
      { kind: "diff", of: `${commit}^..${commit}` },
      { depth },
    );
    const ms = performance.now() - started;
    const files = store.files().filter((file) => isCode(file.language));
    const aside = new Set(
      files.filter((file) => file.tags.some((tag) => tag === "test" || tag === "example" || tag === "docs")).map((file) => file.path),
    );
    const sources = new Set(files.filter((file) => !aside.has(file.path)).map((file) => file.path));
    const changedPaths = git(at, "diff", "--name-only", "--no-renames", `${commit}^`, commit).split("\n").filter(Boolean);
    const tests = changedPaths.filter((path) => files.some((file) => file.path === path && file.tags.includes("test")));
    const changed = new Set(changedPaths.filter((path) => sources.has(path)));
    if (tests.length === 0 || changed.size === 0) return null;
    const unique = uniqueNames(store, sources);
    const workspace = workspaceOf(sources, manifests(at), (path) => readFileSync(join(at, path), "utf8"));
    const truth = new Set<string>();
    for (const test of tests.filter((path) => existsSync(join(at, path)))) {
      const text = git(at, "show", `${commit}:${test}`);
      for (const path of importedBy(test, text, workspace)) truth.add(path);
      const outside = importedFromOutside(test, text, workspace);
      for (const name of namesUsed(test, text, git(at, "diff", "-U0", `${commit}^`, commit, "--", test))) {
        const path = unique.get(name);
        if (path !== undefined && !outside.has(name)) truth.add(path);
      }
    }
    if (truth.size === 0) return null;
    const inside = (paths: Iterable<string>): Set<string> => new Set([...paths].filter((path) => sources.has(path)));
    const radius = Array.from({ length: depth + 1 }, (_, d) =>
      inside([...changed, ...report.affected.filter((hit) => hit.depth <= d).map((hit) => hit.path)]),
    );
    const definitions = changedPaths
      .filter((path) => path.endsWith(".py") && existsSync(join(at, path)))
      .flatMap((path) => pythonDefinitions(at, commit, path).map((name) => `${path} ${name}`));
    const seeds = new Set(report.seeds.map((seed) => `${seed.path} ${seed.qualified}`));
    const missing = definitions.filter((one) => !seeds.has(one));
    return {
      repo,
      commit,
      files: sources.size,
      truth,
      radius,
      exercised: inside(report.files.filter((file) => file.role === "exercised").map((file) => file.path)),
      possible: inside(report.possible.map((hit) => hit.path)),
      changed,
      baseline: importClosure(store, changed, sources),
      risk: report.risk.level,
      unknown: [...new Set(report.unknowns.map((one) => one.code))],
      definitions: definitions.length,
      seeded: definitions.length - missing.length,
      missing,
      ms,
    };
  } finally {
    store.close();
  }
}

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const mean = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0) / Math.max(1, numbers.length);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function line(name: string, rows: readonly Row[], radiusOf: (row: Row) => Set<string>): string {
  const recall = rows.map((row) => [...row.truth].filter((path) => radiusOf(row).has(path)).length / row.truth.size);
  const beyond = rows
    .map((row) => [...row.truth].filter((path) => !row.changed.has(path)))
    .map((rest, i) => [rest.length, rest.filter((path) => radiusOf(rows[i]!).has(path)).length] as const);
  const precision = rows.map((row) => [...radiusOf(row)].filter((path) => row.truth.has(path)).length / Math.max(1, radiusOf(row).size));
  const sizes = rows.map((row) => radiusOf(row).size);
  const shares = rows.map((row) => radiusOf(row).size / row.files);
  const all = beyond.reduce((sum, [n]) => sum + n, 0);
  return `${name.padEnd(26)} recall ${percent(mean(recall)).padStart(7)}  beyond the changed files ${percent(beyond.reduce((sum, [, n]) => sum + n, 0) / Math.max(1, all)).padStart(7)} of ${all}  radius median ${String(median(sizes)).padStart(3)} mean ${mean(sizes).toFixed(1).padStart(5)} files, ${percent(median(shares)).padStart(6)} of the code  precision ${percent(mean(precision)).padStart(7)}`;
}

if (!values.mirrors) throw new Error("--mirrors DIR is needed: clones of public repositories.");
const depth = Number(values.depth);
const everything: Row[] = [];
for (const repo of values.repos.split(",")) {
  const mirror = [join(values.mirrors, repo, "repo"), join(values.mirrors, repo)].find((path) => existsSync(path));
  if (!mirror) throw new Error(`There is no clone of ${repo}.`);
  const at = mkdtempSync(join(tmpdir(), "manifold-commits-"));
  try {
    git(tmpdir(), "clone", "-q", "--no-checkout", "--shared", mirror, at);
    const commits = git(at, "log", "--no-merges", "--format=%H", "-n", "3000").split("\n").filter(Boolean);
    const chosen: string[] = [];
    for (const commit of commits) {
      if (chosen.length >= Number(values.commits)) break;
      const paths = git(at, "diff-tree", "-r", "--name-only", "--no-commit-id", commit).split("\n").filter(Boolean);
      const test = paths.some((path) => /(^|\/)(tests?|spec|__tests__)\/|[._-](test|spec)\.|Test\.java$|_test\./.test(path));
      const code = paths.some(
        (path) =>
          /\.(py|rb|go|java|[jt]sx?|rs|php)$/.test(path) &&
          !/(^|\/)(tests?|spec|__tests__|docs?|examples?)\/|[._-](test|spec)\.|Test\.java$|_test\./.test(path),
      );
      if (test && code && paths.length <= 60) chosen.push(commit);
    }
    const rows: Row[] = [];
    for (const commit of chosen.reverse()) {
      const row = await measure(repo, at, commit, depth);
      if (!row) continue;
      rows.push(row);
      if (values.verbose) {
        const missed = [...row.truth].filter((path) => !row.radius[asking.defaultDepth]!.has(path) && !row.exercised.has(path));
        const beside = [...row.exercised].filter((path) => !row.truth.has(path));
        console.log(
          `${commit.slice(0, 10)} risk ${row.risk} [${row.unknown.join(" ")}] truth ${row.truth.size} radius ${row.radius.map((set) => set.size).join("/")} of ${row.files}  missed ${missed.join(" ")}  beside ${beside.join(" ")}  ${row.ms.toFixed(0)} ms`,
        );
      }
    }
    report(`${repo}: ${rows.length} commits`, rows);
    everything.push(...rows);
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}
if (values.repos.includes(",")) report(`all: ${everything.length} commits`, everything);

function report(title: string, rows: Row[]): void {
  console.log(`\n${title}`);
  const definitions = rows.reduce((sum, row) => sum + row.definitions, 0);
  if (definitions > 0) {
    const seeded = rows.reduce((sum, row) => sum + row.seeded, 0);
    console.log(`seeds: ${seeded} of ${definitions} definitions that hunks touch (by Python's ast)`);
    for (const missing of rows.flatMap((row) => row.missing.map((one) => `${row.commit.slice(0, 10)} ${one}`)).slice(0, 10))
      console.log(`  not a seed: ${missing}`);
  }
  for (let d = 0; d <= depth; d++) console.log(line(`depth ${d}`, rows, (row) => row.radius[d]!));
  const variants: [string, (row: Row) => Set<string>][] = [
    ["exercised", (row) => row.exercised],
    ["possible", (row) => row.possible],
  ];
  for (const [name, more] of variants)
    console.log(
      line(`depth ${asking.defaultDepth} + ${name}`, rows, (row) => new Set([...row.radius[asking.defaultDepth]!, ...more(row)])),
    );
  console.log(line("baseline: import closure", rows, (row) => row.baseline));
  const risks = Map.groupBy(rows, (row) => row.risk);
  console.log(
    `risk: ${[...risks].map(([risk, list]) => `${risk} ${list.length}`).join(", ")}; impact alone median ${median(rows.map((row) => row.ms)).toFixed(0)} ms`,
  );
  const codes = new Map<string, number>();
  for (const row of rows) for (const code of row.unknown) codes.set(code, (codes.get(code) ?? 0) + 1);
  console.log(`unknowns: ${[...codes].map(([code, n]) => `${code} ${n}`).join(", ")}`);
}
