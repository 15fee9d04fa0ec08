/**
 * The commit gate's time: `manifold impact --staged` with ten changed files, the index update included, whole process from the shell.
 *
 *   bun scripts/bench/impact.ts --tree DIR [--binary FILE] [--rounds N] [--files N] [--edit comment|body|call|function]
 *
 * DIR is a git work tree that may be changed (a copy of the indexing benchmark's tree of 10,000 files). Each round edits one function body in
 * each of N files that lie apart (a comment, a new local or a call more; of a comment nothing is resolved again), or adds a function to each, stages
 * them, and asks twice: with the edits still to be indexed, and again with nothing left to do; then they are committed and a question is asked, which
 * writes the words that the gate leaves to it. The baseline in the same run is what git itself needs to name the changes, and a question about one
 * symbol.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    tree: { type: "string" },
    binary: { type: "string", default: join(import.meta.dir, "..", "..", "dist", `manifold-linux-${process.arch}`) },
    rounds: { type: "string", default: "7" },
    files: { type: "string", default: "10" },
    edit: { type: "string", default: "body" },
  },
});
const EDITS = ["comment", "body", "call", "function"];
if (!EDITS.includes(values.edit)) throw new Error(`--edit is one of ${EDITS.join(", ")}.`);
if (!values.tree) throw new Error("--tree DIR is needed: a git work tree that may be changed.");
const { tree, binary } = values as { tree: string; binary: string };

function timed(words: readonly string[], ok: readonly number[] = [0, 4, 5]): { ms: number; out: string } {
  const from = performance.now();
  const { exitCode, stdout, stderr } = Bun.spawnSync([...words], { cwd: tree, stdin: "ignore", maxBuffer: 1 << 28 });
  if (!ok.includes(exitCode ?? -1)) throw new Error(`${words.join(" ")} ended with ${exitCode}: ${stderr.toString()}`);
  return { ms: performance.now() - from, out: stdout.toString() };
}

/** Files with a function body of their own to edit, spread over the tree; always the same. */
function chosen(count: number): string[] {
  const all = timed(["git", "ls-files", "-z"])
    .out.split("\0")
    .filter((path) => /\.(js|ts|py|java)$/.test(path) && !/test|spec/.test(path));
  const out: string[] = [];
  const step = Math.floor(all.length / (count * 3));
  for (let i = 0; i < all.length && out.length < count; i += step)
    if (/^\s+return [^;\n]+;?$/m.test(readFileSync(join(tree, all[i]!), "utf8"))) out.push(all[i]!);
  return out;
}

/** A line more in the body that is first to return something; locals have another name each round, so that no round finds what the last one left. */
function edited(text: string, path: string, round: number): string {
  const python = path.endsWith(".py");
  const lines: Record<string, string> = {
    comment: `${python ? "#" : "//"} round ${round}`,
    body: python ? `round${round} = ${round}` : `var round${round} = ${round};`,
    call: `parse(${round})${python ? "" : ";"}`,
  };
  return text.replace(
    /^(\s+)return /m,
    (_, indent: string) => `${indent}${lines[values.edit!]}${indent.includes("\n") ? "" : `\n${indent}`}return `,
  );
}

/** A function more, that nobody calls yet. */
function grown(text: string, path: string, name: string): string {
  if (path.endsWith(".py")) return `${text}\n\ndef ${name}(value):\n    return value + 1\n`;
  if (!path.endsWith(".java")) return `${text}\nfunction ${name}(value) {\n  return value + 1;\n}\n`;
  const end = text.lastIndexOf("}");
  return `${text.slice(0, end)}\n  public int ${name}(int value) {\n    return value + 1;\n  }\n${text.slice(end)}`;
}

const percentile = (numbers: number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]!;

timed(["git", "checkout", "-q", "-f", "HEAD"]);
const head = timed(["git", "rev-parse", "HEAD"]).out.trim();
timed([binary, "index"]);
const files = chosen(Number(values.files));
const changed: number[] = [];
const again: number[] = [];
const git: number[] = [];
const symbol: number[] = [];
let report = { seeds: 0, affected: 0, risk: "" };
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [at, path] of files.entries()) {
    const text = readFileSync(join(tree, path), "utf8");
    const name = `added_${round}_${at}`;
    writeFileSync(join(tree, path), values.edit === "function" ? grown(text, path, name) : edited(text, path, round));
  }
  timed(["git", "add", "-A"]);
  const first = timed([binary, "impact", "--staged", "--json"]);
  changed.push(first.ms);
  const { impact } = JSON.parse(first.out) as {
    impact: { counts: { seeds: number; affected: number }; risk: { level: string }; affected: unknown[] };
  };
  report = { seeds: impact.counts.seeds, affected: impact.counts.affected, risk: impact.risk.level };
  again.push(timed([binary, "impact", "--staged"]).ms);
  git.push(timed(["git", "diff", "--cached", "-U0"]).ms);
  symbol.push(timed([binary, "callers", "parse"], [0, 1]).ms);
  timed(["git", "-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-q", "--no-verify", "-m", `round ${round}`]);
  timed([binary, "q", "how are errors handled"], [0, 1]);
}
timed(["git", "reset", "-q", "--hard", head]);
const line = (name: string, list: number[]): string =>
  `${name.padEnd(46)} p50 ${percentile(list, 0.5).toFixed(0).padStart(5)} ms   p95 ${percentile(list, 0.95).toFixed(0).padStart(5)} ms   best ${Math.min(
    ...list,
  )
    .toFixed(0)
    .padStart(5)} ms`;
console.log(
  `${files.length} files changed, ${report.seeds} seeds, ${report.affected} affected, risk ${report.risk}; ${values.rounds} rounds`,
);
console.log(line("impact --staged, index update included", changed));
console.log(line("impact --staged, index up to date", again));
console.log(line("callers of one symbol, index up to date", symbol));
console.log(line("git diff --cached -U0", git));
