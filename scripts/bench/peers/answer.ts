#!/usr/bin/env bun
/**
 * Another tool behind the two commands that the retrieval benchmark asks of Manifold, so that its own scorer scores them all:
 *
 *   answer.ts TOOL index . --json              builds the tool's index, if it has one
 *   answer.ts TOOL q - --jsonl -k 10 < FILE    one question a line in, one `{"results": [{path, start, end}]}` a line out
 *
 * TOOL is `colby` (@colbymchenry/codegraph: `query`), `probe` (`search`) or `ripgrep` (whole files, ranked by the question's words in them).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ripgrepRanker } from "../_baselines.ts";
import { environment } from "../_measure.ts";
import type { Hit } from "../_questions.ts";
import { tools } from "./_tools.ts";

const [name, verb] = process.argv.slice(2);
const tool = (await tools()).find(({ answers }) => answers === name);
if (!tool) throw new Error(`There is no tool ${name} here.`);

function run(command: readonly string[]): string {
  return Bun.spawnSync([...command], { env: environment(), stdout: "pipe", stderr: "ignore", maxBuffer: 2 ** 28 }).stdout.toString();
}

/** The first JSON value in what a tool prints among other lines. */
function json(text: string): unknown {
  const at = text.search(/^[[{]/m);
  const end = Math.max(text.lastIndexOf("\n]"), text.lastIndexOf("\n}"));
  try {
    return at < 0 ? null : JSON.parse(text.slice(at, end < at ? undefined : end + 2));
  } catch {
    return null;
  }
}

const here = process.cwd();

function ask(question: string): Hit[] {
  const command = tool!.words!(question);
  if (name === "colby") {
    const found = (json(run([...command, "--json", "--limit", "10"])) ?? []) as {
      node: { filePath: string; startLine: number; endLine: number };
    }[];
    return found.map(({ node }) => ({ path: node.filePath, start: node.startLine, end: node.endLine }));
  }
  const found = json(run([...command, "--format", "json"])) as { results?: { file: string; lines: [number, number] }[] } | null;
  return (found?.results ?? []).map(({ file, lines }) => ({ path: relative(here, file), start: lines[0], end: lines[1] }));
}

if (verb === "index") {
  if (tool.index) run(tool.index);
  console.log("{}");
} else {
  const questions = (await Bun.stdin.text()).split("\n").filter(Boolean);
  let answer: (question: string) => Hit[] = ask;
  if (name === "ripgrep") {
    const files = new Map<string, string>();
    for (const entry of readdirSync(".", { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.parentPath.includes(".git")) {
        const path = relative(here, join(entry.parentPath, entry.name));
        files.set(path, readFileSync(path, "utf8"));
      }
    answer = ripgrepRanker(here, files)!;
  }
  for (const question of questions) console.log(JSON.stringify({ results: answer(question).slice(0, 10) }));
}
