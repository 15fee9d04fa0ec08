#!/usr/bin/env bun
/**
 * How good the answers are: NDCG@10, MRR@10 and recall@10 by category, beside two baselines in the same run.
 *
 *   bun scripts/bench/retrieval.ts [--pools a,b] [--worst N] [--check] [--json FILE] [--manifold "CMD …"] [--cache DIR]
 *   bun scripts/bench/retrieval.ts --bench DIR --repos DIR [--only a,b] [--worst N]
 *
 * By files: an answer counts when it names the right file, as in most published benchmarks and as the baselines, which rank
 * whole files, can do. By places: the lines it cites must cover the expected one.
 *
 * The first form asks our own questions (questions/*.jsonl) about the pinned npm packages of `_packages.ts`, which it fetches
 * with npm into `.cache/bench` (ignored by git; nothing fetched is committed). Anyone with npm, git and tar can run it. With
 * `--check` it exits 1 below the committed floor.
 *
 * The second form drives the public benchmark: DIR is the folder with its `run.ts` and annotations, which stands beside this
 * repository in our workplace (`../shared/bench`) and is not part of it; `--repos` is the folder its checkout.sh made. Its
 * `run.ts` prints its own tables.
 *
 * The product is `dist/manifold-linux-*` when built, else the source with this Bun.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bm25Ranker, ripgrepRanker } from "./_baselines.ts";
import { manifold, mean, measure, must, table } from "./_measure.ts";
import { fetchPool, POOLS, prepareHome } from "./_packages.ts";
import { CATEGORIES, filesOf, type Hit, type Question, questionsOf, readTree, type Score, score } from "./_questions.ts";

/** Below this mean NDCG@10 over all questions `--check` fails: .91 was measured with the first release, less .03 for rules that trade places. */
const FLOOR = 0.88;

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};

interface Asked {
  pool: string;
  question: Question;
  hits: Hit[];
  scores: Record<string, Score>;
}

/** Every question of one pool asked of the product and of the baselines. */
async function ask(pool: (typeof POOLS)[number]): Promise<Asked[]> {
  const folder = fetchPool(pool);
  rmSync(join(folder, ".manifold"), { recursive: true, force: true });
  const files = readTree(folder);
  const questions = questionsOf(pool.name, files);
  const index = await must([...manifold(), "index", ".", "--json"], { cwd: folder });
  const asked = await measure([...manifold(), "q", "-", "--jsonl", "-k", "10"], {
    cwd: folder,
    stdin: `${questions.map((question) => question.text).join("\n")}\n`,
  });
  // Exit 1 only says that some question found nothing.
  if (asked.code > 1) throw new Error(`q - exited ${asked.code} in ${folder}: ${asked.stderr.slice(-1000)}`);
  const answers = asked.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { results: Hit[] }).results);
  if (answers.length !== questions.length) throw new Error(`${pool.name}: ${questions.length} questions, ${answers.length} answers.`);
  const rg = ripgrepRanker(folder, files);
  const bm25 = bm25Ranker(files);
  console.error(
    `${pool.name}: ${files.size} files, index ${index.wall.toFixed(0)} ms, ${questions.length} questions at ${(asked.wall / questions.length).toFixed(1)} ms`,
  );
  return questions.map((question, i) => ({
    pool: pool.name,
    question,
    hits: answers[i]!,
    scores: {
      manifold: score(answers[i]!, filesOf(question.targets)),
      places: score(answers[i]!, question.targets),
      bm25: score(bm25(question.text), filesOf(question.targets)),
      ...(rg ? { ripgrep: score(rg(question.text), filesOf(question.targets)) } : {}),
    },
  }));
}

/** Mean scores of a tool over some questions, as cells of a table. */
function cells(asked: readonly Asked[], tool: string): number[] {
  const scores = asked.flatMap((one) => one.scores[tool] ?? []);
  return [mean(scores.map((s) => s.ndcg)), mean(scores.map((s) => s.mrr)), mean(scores.map((s) => s.recall))];
}

async function own(): Promise<number> {
  prepareHome();
  const wanted = flag("pools").split(",").filter(Boolean);
  const asked: Asked[] = [];
  for (const pool of POOLS) if (wanted.length === 0 || wanted.includes(pool.name)) asked.push(...(await ask(pool)));
  const tools = ["manifold", "bm25", "ripgrep"].filter((tool) => asked.some((one) => tool in one.scores));
  if (!tools.includes("ripgrep")) console.log("SKIPPED the ripgrep baseline: rg is not installed.");
  const heads = ["", "questions", ...tools.flatMap((tool) => [`${tool} NDCG@10`, "MRR@10", "recall@10"]), "places NDCG@10"];
  const row = (name: string, some: readonly Asked[]) => [
    name,
    String(some.length),
    ...tools.flatMap((tool) => cells(some, tool)),
    cells(some, "places")[0]!,
  ];
  table(
    heads,
    [
      ...CATEGORIES.map((category) =>
        row(
          category,
          asked.filter((one) => one.question.category === category),
        ),
      ),
      row("all", asked),
      ...[...new Set(asked.map((one) => one.pool))].map((pool) =>
        row(
          `  ${pool}`,
          asked.filter((one) => one.pool === pool),
        ),
      ),
    ],
    3,
  );
  const ndcg = cells(asked, "manifold")[0]!;
  const best = Math.max(...tools.slice(1).map((tool) => cells(asked, tool)[0]!));
  console.log(`NDCG@10 ${ndcg.toFixed(3)}, ${(ndcg / best).toFixed(2)} x the better baseline`);
  const byScore = [...asked].sort(
    (a, b) => a.scores.manifold!.ndcg - b.scores.manifold!.ndcg || a.scores.places!.ndcg - b.scores.places!.ndcg,
  );
  for (const { pool, question, hits, scores } of byScore.slice(0, Number(flag("worst", "0"))))
    console.log(
      `${scores.manifold!.ndcg.toFixed(2)} (places ${scores.places!.ndcg.toFixed(2)}) ${pool} (${question.category}): ${question.text}\n` +
        `     got  ${hits
          .slice(0, 5)
          .map((hit) => `${hit.path}:${hit.start}-${hit.end}`)
          .join("  ")}\n     want ${question.targets.map((target) => `${target.path}:${target.line || ""}`).join("  ")}`,
    );
  if (flag("json")) writeFileSync(flag("json"), JSON.stringify({ ndcg, asked }, null, 1));
  if (!process.argv.includes("--check") || ndcg >= FLOOR) return 0;
  console.error(`retrieval: NDCG@10 ${ndcg.toFixed(3)} is below the floor of ${FLOOR}.`);
  return 1;
}

/** The public benchmark's own driver, with our product as its tool. */
function published(bench: string): number {
  const driver = join(resolve(bench), "run.ts");
  if (!existsSync(driver)) {
    console.error(`retrieval: there is no ${driver}; --bench takes the folder of the public benchmark (see the head of this file).`);
    return 2;
  }
  const passed = ["only", "worst", "json", "args"].flatMap((name) => (flag(name) ? [`--${name}`, flag(name)] : []));
  const command = [process.execPath, driver, "--manifold", manifold().join(" "), "--repos", resolve(flag("repos", "repos")), ...passed];
  return Bun.spawnSync(command, { stdio: ["ignore", "inherit", "inherit"] }).exitCode ?? 1;
}

process.exitCode = flag("bench") ? published(flag("bench")) : await own();
