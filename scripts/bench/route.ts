/**
 * How long the router takes: `bun scripts/bench/route.ts`.
 *
 * Prints microseconds a question (first question of the process, then warm median, 95th percentile and maximum over the golden questions)
 * and the time of long and hostile ones, with their ratio to a short one: the router looks at a fixed number of characters.
 * Budget: below 200 µs a question, warm.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const golden = readFileSync(join(import.meta.dir, "../../test/golden/routes.jsonl"), "utf8")
  .trim()
  .split("\n");
const questions = golden.map((line) => (JSON.parse(line) as { question: string }).question);

const loading = Bun.nanoseconds();
const { route } = await import("../../src/query/route.ts");
const loaded = Bun.nanoseconds();
route("where is the retry logic and what calls it?");
const first = Bun.nanoseconds();

/** Microseconds of one call. */
function time(question: string): number {
  // The last question is remembered.
  route("");
  const start = Bun.nanoseconds();
  route(question);
  return (Bun.nanoseconds() - start) / 1e3;
}
/** Median over `rounds` calls. */
function median(question: string, rounds: number): number {
  const all = Array.from({ length: rounds }, () => time(question)).sort((a, b) => a - b);
  return all[rounds >> 1] ?? 0;
}

for (let round = 0; round < 20; round++) for (const question of questions) route(question);
const warm = questions.map((question) => median(question, 9)).sort((a, b) => a - b);
const at = (share: number) => warm[Math.min(warm.length - 1, Math.floor(warm.length * share))] ?? 0;

console.log(`load ${((loaded - loading) / 1e6).toFixed(1)} ms, first question ${((first - loaded) / 1e6).toFixed(2)} ms`);
console.log(`warm, ${warm.length} questions: p50 ${at(0.5).toFixed(0)} µs, p95 ${at(0.95).toFixed(0)} µs, max ${at(1).toFixed(0)} µs`);

const long = 100_000;
const hostile: Record<string, string> = {
  words: "what calls the function that writes ".repeat(long / 36),
  letters: "a".repeat(long),
  blanks: `${" ".repeat(long)}x`,
  ands: `find ${"and its ".repeat(long / 8)}`,
  hows: "how does ".repeat(long / 9),
  dots: "a.".repeat(long / 2),
  underscores: "_".repeat(long),
  quotes: '"'.repeat(long),
  slashes: "/".repeat(long),
  parentheses: `what calls f${"(".repeat(long)}`,
  polite: "please can you ".repeat(long / 15),
  fillers: `what ${"will would could ".repeat(long / 17)}break`,
  todos: "TODO and ".repeat(long / 9),
  adverbs: `who ${"directly or indirectly ".repeat(long / 23)}calls`,
  prose: "The quick brown fox reads the config, and then it uses Session.save from src/a.ts. ".repeat(long / 84),
};
for (const [name, question] of Object.entries(hostile)) {
  const taken = median(question, 15);
  console.log(
    `${name.padEnd(12)} ${question.length} characters: ${taken.toFixed(0)} µs, ${(taken / at(0.5)).toFixed(1)} x the median question`,
  );
}
