#!/usr/bin/env bun
/**
 * Is what is not there told so, and what is there not? And what the weights of `settings.presence` are made of.
 *
 *   bun scripts/bench/absent.ts --bench DIR --repos DIR [--trees DIR] [--only a,b] [--fit] [--worst N]
 *
 * Present: the questions of the public benchmark (see retrieval.ts) at their own trees, and those of questions/present.txt (`tree|question`) at the trees
 * of `--trees`, a folder each. Absent: the topics of questions/absent.txt (`question|expression|…`) at every tree whose text the first expression matches
 * nowhere; and the questions of trees of other domains ("foreign"), of which some have an answer all the same: those that no everyday word of
 * programming stands in are counted apart ("own words"). Told = the answer is marked as a fallback.
 *
 * `--fit` fits the weights, by logistic regression: twenty times on half of the trees, measured on the other half, then on all.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, PLAIN, type Session } from "../../src/asking.ts";
import { presence as settings } from "../../src/base/settings.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import type { Signs } from "../../src/query/presence.ts";
import { retrieve } from "../../src/query/retrieve.ts";
import { route } from "../../src/query/route.ts";
import { semanticsOf } from "../../src/query/semantic.ts";
import { publicTrees } from "./_asked.ts";
import { mean, table } from "./_measure.ts";

const flag = (name: string, fallback = ""): string => process.argv[process.argv.indexOf(`--${name}`) + 1 || -1] ?? fallback;
const has = (name: string): boolean => process.argv.includes(`--${name}`);
const only = has("only") ? flag("only").split(",") : [];
const HERE = join(import.meta.dir, "questions");
const rowsOf = (file: string): string[][] =>
  readFileSync(join(HERE, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("|"));

/** What trees are about: questions of trees that share a word are not asked at each other. */
const DOMAINS: Record<string, string> = Object.fromEntries(
  Object.entries({
    web: "flask express gin rack trpc ktor plug sinatra aiohttp chi phoenix jekyll framework caddy",
    http: "requests ktor alamofire axios aiohttp http guzzle retrofit jsoup okhttp",
    json: "gson nlohmann-json aeson jq zod",
    log: "monolog zap spdlog",
    async: "tokio libuv redis aiohttp",
    cli: "bats-core zig-clap click fzf bat ripgrep cobra tmux",
    editor: "telescope.nvim fzf ripgrep bat",
    data: "dapper redis framework",
    text: "commons-lang jq jsoup tinyxml2",
    machines: "ansible",
  }).flatMap(([domain, names]) => names.split(" ").map((name) => [`${name}\0${domain}`, domain])),
);
const domainsOf = (tree: string): string[] => Object.keys(DOMAINS).flatMap((key) => (key.startsWith(`${tree}\0`) ? [DOMAINS[key]!] : []));
/** Everyday words of programming: a question with one of them may well have an answer in a tree of another domain. */
const EVERYDAY =
  /error|exception|option|flag|config|argument|redirect|cookie|url|form\b|json|pars|format|filter|date|string|path|stream|signal|cancel|colou?r|print|theme|syntax|status|header|upload|multipart|hook|setting|util|helper|type|sort|serializ|middleware|route|template|static|log|complet|valid|http|request|response|test|plugin|handler|command|search|file|read|write|context|encod|build|map|value|field|key|mode|number|line|api|object|array/i;

interface Place {
  name: string;
  session: Session;
  questions: string[];
}

async function places(): Promise<Place[]> {
  const known = await publicTrees(flag("bench"), flag("repos", "repos"), only);
  const found: Place[] = known.map(({ name, session, questions }) => ({ name, session, questions: questions.map(({ text }) => text) }));
  if (!has("trees")) return found;
  const asked = rowsOf("present.txt");
  for (const name of readdirSync(flag("trees")).sort()) {
    if (only.length > 0 && !only.includes(name)) continue;
    const root = join(flag("trees"), name);
    if (!existsSync(root)) continue;
    const { store, behind, warnings } = await refresh(root, {});
    found.push({
      name,
      session: { root, store, behind, warnings },
      questions: asked.flatMap(([tree, question]) => (tree === name && question !== undefined ? [question] : [])),
    });
  }
  return found;
}

type Set = "present" | "topic" | "foreign" | "foreign, own words";
interface Row {
  tree: string;
  text: string;
  set: Set;
  told: boolean;
  empty: boolean;
  signs: Signs | null;
}

/** Is the first expression in the text of a tree? */
const stands = (root: string, expression: string): boolean =>
  Bun.spawnSync(["grep", "-rqiE", "--exclude-dir=.manifold", "--exclude-dir=.git", expression, "."], { cwd: root }).exitCode === 0;

async function measured({ name, session }: Place, text: string, set: Set): Promise<Row> {
  const answer = await ask(session, text, { ...PLAIN, budget: 1 });
  const { strategy, intent } = answer.route;
  const filters = { paths: [], excludes: [], languages: [], kinds: [] };
  const searched = strategy === "semantic" || strategy === "hybrid";
  const { presence } = retrieve(session.store, text, { k: 15, filters, semantics: semanticsOf(session.store), intent });
  return {
    tree: name,
    text,
    set,
    told: answer.fallback,
    empty: answer.results.length === 0,
    signs: searched ? (presence?.signs ?? null) : null,
  };
}

/** The same every time: a linear congruential generator (Numerical Recipes). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const FOREIGN = 60;
const all = await places();
const rows: Row[] = [];
for (const place of all) {
  for (const text of place.questions) rows.push(await measured(place, text, "present"));
  const mine = domainsOf(place.name);
  const pool = all
    .filter((other) => other !== place && !domainsOf(other.name).some((one) => mine.includes(one)))
    .flatMap((other) => other.questions);
  const next = random(7);
  for (let i = 0; i < FOREIGN && pool.length > 0; i++) {
    const [text] = pool.splice(Math.floor(next() * pool.length), 1) as [string];
    rows.push(await measured(place, text, EVERYDAY.test(text) ? "foreign" : "foreign, own words"));
  }
  for (const [text, expression] of rowsOf("absent.txt") as [string, string][])
    if (route(text).operation === "search" && !stands(place.session.root, expression)) rows.push(await measured(place, text, "topic"));
  console.error(place.name);
}

const SETS: Set[] = ["present", "topic", "foreign", "foreign, own words"];
const share = (some: readonly Row[], of: (row: Row) => boolean): string =>
  some.length === 0 ? "" : mean(some.map((row) => Number(of(row)))).toFixed(3);
const inSet = (set: Set, tree?: string): Row[] => rows.filter((row) => row.set === set && (tree === undefined || row.tree === tree));
table(
  ["tree", "chunks", ...SETS.map((set) => `${set}: told`), "topic: nothing shown"],
  [
    ...all.map(({ name, session }) => [
      name,
      session.store.counts().chunks,
      ...SETS.map((set) => share(inSet(set, name), (row) => row.told)),
      share(inSet("topic", name), (row) => row.empty),
    ]),
    ["all", "", ...SETS.map((set) => share(inSet(set), (row) => row.told)), share(inSet("topic"), (row) => row.empty)],
    ["questions", "", ...SETS.map((set) => inSet(set).length), ""],
  ],
);
const worst = has("worst") ? Number(flag("worst")) : 0;
for (const row of inSet("present")
  .filter(({ told }) => told)
  .slice(0, worst))
  console.log(`told, but there: ${row.tree}: ${row.text}`);
for (const row of inSet("topic")
  .filter(({ told }) => !told)
  .slice(0, worst))
  console.log(`not told: ${row.tree}: ${row.text}`);

// ---------------------------------------------------------------------------------------------- fitting

type Columns = (signs: Signs) => number[];
const sizeOf = ({ chunks }: Signs): number => Math.log(Math.min(settings.chunks.most, Math.max(settings.chunks.least, chunks)));
const COLUMNS: Record<string, Columns> = {
  "covered, cosine, path, names, size": (s) => [s.covered, s.cosine ?? 0, s.path, s.names, sizeOf(s), 1],
  "covered, words, path, names, size": (s) => [s.covered, Math.log(s.words), s.path, s.names, sizeOf(s), 1],
};
/** Questions that may have an answer all the same weigh less. */
const DOUBT = 0.3;
const RIDGE = 1e-3;

/** Weights by Newton's method, both classes weighing alike. */
function fit(some: readonly Row[], columns: Columns): number[] {
  const x = some.map(({ signs }) => columns(signs!));
  const y = some.map(({ set }) => (set === "present" ? 1 : 0));
  const ones = y.reduce((sum: number, one) => sum + one, 0);
  const w = some.map(({ set }, i) => (y[i] === 1 ? (y.length - ones) / ones : set === "foreign" ? DOUBT : 1));
  const size = x[0]!.length;
  const weights = new Array<number>(size).fill(0);
  for (let round = 0; round < 30; round++) {
    const matrix = Array.from({ length: size }, (_, i) => Array.from({ length: size + 1 }, (__, j) => (i === j ? RIDGE * x.length : 0)));
    for (const [i, values] of x.entries()) {
      const p = 1 / (1 + Math.exp(-values.reduce((sum, value, k) => sum + value * weights[k]!, 0)));
      for (let a = 0; a < size; a++) {
        matrix[a]![size]! += w[i]! * (p - y[i]!) * values[a]!;
        for (let b = 0; b < size; b++) matrix[a]![b]! += w[i]! * p * (1 - p) * values[a]! * values[b]!;
      }
    }
    for (let a = 0; a < size - 1; a++) matrix[a]![size]! += RIDGE * x.length * weights[a]!;
    for (const [k, step] of solved(matrix).entries()) weights[k]! -= step;
  }
  return weights;
}

/** Gauss and Jordan's elimination with pivots. */
function solved(matrix: number[][]): number[] {
  const size = matrix.length;
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let row = at + 1; row < size; row++) if (Math.abs(matrix[row]![at]!) > Math.abs(matrix[pivot]![at]!)) pivot = row;
    [matrix[at], matrix[pivot]] = [matrix[pivot]!, matrix[at]!];
    for (let row = 0; row < size; row++) {
      if (row === at) continue;
      const factor = matrix[row]![at]! / matrix[at]![at]!;
      for (let column = at; column <= size; column++) matrix[row]![column]! -= factor * matrix[at]![column]!;
    }
  }
  return matrix.map((row, i) => row[size]! / row[i]!);
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(share * values.length)]!;

if (has("fit"))
  for (const [name, columns] of Object.entries(COLUMNS)) {
    const usable = rows.filter(({ signs }) => signs !== null);
    const next = random(1);
    const score = (weights: readonly number[]) => (row: Row) => columns(row.signs!).reduce((sum, value, i) => sum + value * weights[i]!, 0);
    for (const allowed of [0.01, 0.015, 0.02, 0.03]) {
      const found: number[][] = [];
      for (let round = 0; round < 20; round++) {
        const half = new Set(
          [...all]
            .map((place) => ({ name: place.name, order: next() }))
            .sort((a, b) => a.order - b.order)
            .slice(0, all.length / 2)
            .map((place) => place.name),
        );
        const train = usable.filter((row) => half.has(row.tree));
        const of = score(fit(train, columns));
        const border = quantile(train.filter(({ set }) => set === "present").map(of), allowed);
        const rest = usable.filter((row) => !half.has(row.tree));
        found.push(SETS.map((set) => mean(rest.filter((row) => row.set === set).map((row) => Number(of(row) < border)))));
      }
      console.log(
        `${name}; ${allowed} allowed: ${SETS.map((set, i) => `${set} ${mean(found.map((one) => one[i]!)).toFixed(3)}`).join(", ")}`,
      );
    }
    const weights = fit(usable, columns);
    const present = usable.filter(({ set }) => set === "present").map(score(weights));
    console.log(`${name}: ${weights.map((one) => one.toFixed(2)).join(" ")}; threshold at 1 %: ${quantile(present, 0.01).toFixed(2)}`);
  }
