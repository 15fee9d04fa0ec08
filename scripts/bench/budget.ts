#!/usr/bin/env bun
/**
 * How well budgets are kept: the tokens of everything printed, by the library `gpt-tokenizer`, against `--budget`.
 *
 *   bun scripts/bench/budget.ts DIR QUESTIONS [--manifold "CMD …"] [--check]
 *
 * DIR is a folder to ask about (indexed if it is not), QUESTIONS a file with one a line. Each is asked as text, `--json` and `--jsonl` with
 * several budgets. "over" is the share of answers above the limit by more than 3 %, those whose citations alone are above it left out and
 * counted as "citations"; "used" is the share of the limit that answers take which had to leave something out; "error" the largest difference
 * between `budget.tokens` and the real count. `--check` exits 1 if any is over.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { encode as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as o200k } from "gpt-tokenizer/encoding/o200k_base";
import type { Answer } from "../../src/base/schema.ts";
import { manifold, measure, table } from "./_measure.ts";

const [folder, file] = process.argv.slice(2);
if (!folder || !file) {
  console.error("budget: needs a folder and a file of questions.");
  process.exit(2);
}
const cwd = resolve(folder);
const questions = readFileSync(file, "utf8").split("\n").filter(Boolean);
const plain = { disallowedSpecial: new Set<string>() };
const LIMITS = [300, 500, 700, 1_000, 2_000, 4_000, 8_000];

interface Taken {
  tokens: number;
  other: number;
  /** As the answer itself says; null in text. */
  said: Answer["budget"] | null;
  warned: boolean;
}

/** One process a question for what is printed over several lines; all of them at once for lines of JSON. */
async function asked(form: string, limit: number): Promise<Taken[]> {
  const flags = ["--budget", String(limit), "--no-refresh", "--no-feedback"];
  if (form === "--jsonl") {
    const { stdout } = await measure([...manifold(), "q", "-", "--jsonl", ...flags], { cwd, stdin: `${questions.join("\n")}\n` });
    return stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => taken(`${line}\n`));
  }
  const found: Taken[] = [];
  for (const question of questions) {
    const { stdout } = await measure([...manifold(), "q", ...(form === "" ? [] : [form]), ...flags, "--", question], { cwd });
    found.push(taken(stdout));
  }
  return found;
}

function taken(text: string): Taken {
  const answer = text.startsWith("{") ? (JSON.parse(text) as Answer) : null;
  return {
    tokens: o200k(text, plain).length,
    other: cl100k(text, plain).length,
    said: answer?.budget ?? null,
    warned: answer ? answer.warnings.some(({ code }) => code === "over-budget") : text.includes("The citations alone take"),
  };
}

await measure([...manifold(), "q", "anything"], { cwd });
const rows: (string | number)[][] = [];
let over = 0;
for (const form of ["", "--json", "--jsonl"])
  for (const limit of LIMITS) {
    const all = await asked(form, limit);
    const kept = all.filter((one) => !one.warned);
    const ratios = kept.map(({ tokens }) => tokens / limit).sort((a, b) => a - b);
    const above = kept.filter(({ tokens }) => tokens > 1.03 * limit).length;
    over += above;
    const cut = kept.filter(({ said, tokens }) => (said ? said.truncated : tokens > 0.75 * limit)).map(({ tokens }) => tokens / limit);
    const errors = kept.flatMap(({ said, tokens }) => (said ? [Math.abs(said.tokens - tokens) / tokens] : []));
    rows.push([
      form || "text",
      String(limit),
      String(all.length),
      String(all.length - kept.length),
      kept.length === 0 ? "–" : (above / kept.length).toFixed(3),
      ratios.length === 0 ? "–" : ratios.at(-1)!.toFixed(3),
      kept.length === 0 ? "–" : Math.max(...kept.map(({ other }) => other / limit)).toFixed(3),
      cut.length === 0 ? "–" : (cut.reduce((a, b) => a + b, 0) / cut.length).toFixed(3),
      cut.length === 0 ? "–" : Math.min(...cut).toFixed(3),
      errors.length === 0 ? "–" : Math.max(...errors).toFixed(4),
    ]);
  }
table(["form", "budget", "answers", "citations", "over 3 %", "most (o200k)", "most (cl100k)", "used, mean", "least", "error"], rows, 3);
if (process.argv.includes("--check") && over > 0) process.exitCode = 1;
