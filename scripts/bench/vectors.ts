#!/usr/bin/env bun
/**
 * Nearest vectors: exact search, HNSW graphs and a two-stage search over reduced vectors, at growing numbers of real chunks.
 *
 *   bun scripts/bench/vectors.ts FOLDER… [--chunks 200000] [--lines 16] [--queries 200] [--sizes 10000,50000,200000]
 *     [--only exact,hnsw,reduced,umap]
 *
 * Chunks are windows of lines of the source files below the folders, embedded with the built-in table as it is shipped. Questions are comment
 * lines from files of their own. Truth is the exact cosine of the vectors in single precision; recall@10 is what share of its ten nearest is found.
 * Every time is of one thread.
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UMAP } from "umap-js";
import { embedQuestion } from "../../src/embed/static.ts";
import { principalAxes, project, seeded } from "../../src/serve/map/layout.ts";
import { type EmbeddingState, setEmbeddingState } from "../../src/store/embedding.ts";
import { createTables } from "../../src/store/schema.ts";
import { type CompiledGraph, type Usearch, usearch } from "../../src/store/vectors/graph.ts";
import { scan } from "../../src/store/vectors/scan.ts";
import { openVectors, writeVectors } from "../../src/store/vectors/table.ts";
import { quantise, VectorIndex } from "../../src/store/vectors.ts";
import { Writer } from "../../src/store/write.ts";

const flag = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const folders = process.argv.slice(2).filter((word, at, all) => !word.startsWith("--") && !all[at - 1]?.startsWith("--"));
if (folders.length === 0) {
  console.error("usage: bun scripts/bench/vectors.ts FOLDER… [--chunks N] [--lines N] [--queries N] [--only exact,hnsw,reduced]");
  process.exit(2);
}
const most = Number(flag("chunks", "200000"));
const lines = Number(flag("lines", "16"));
const queryCount = Number(flag("queries", "200"));
const only = flag("only", "exact,hnsw,reduced,umap").split(",");
const K = 10;
const DIMENSIONS = 128;
const SOURCE = "c,cc,clj,cpp,cs,ex,exs,go,h,hpp,hs,java,js,jsx,kt,lua,md,mjs,php,py,rb,rs,scala,sh,swift,ts,tsx,zig";

const library: Usearch = usearch() ?? fail("usearch cannot be loaded here");
function fail(why: string): never {
  console.error(`vectors: ${why}`);
  process.exit(1);
}
const line = (name: string, value: string): void => console.log(`${name.padEnd(44)} ${value}`);
const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;

// ---------------------------------------------------------------------------------------------- texts

const chunks: string[] = [];
const questions: string[] = [];
for (const folder of folders)
  for (const path of [...new Bun.Glob(`**/*.{${SOURCE}}`).scanSync({ cwd: folder })].sort()) {
    const file = join(folder, path);
    if (chunks.length >= most || statSync(file).size > 500_000) continue;
    const rows = readFileSync(file, "utf8").split("\n");
    const asks = Bun.hash(path) % 50n === 0n;
    for (let at = 0; at < rows.length; at += lines) {
      const text = rows.slice(at, at + lines);
      if (asks) questions.push(...text.filter((row) => /^\s*(#|\/\/|\*|--|"""|\/\*\*) ?\w+( \w+){4,}/.test(row)));
      else if (text.join("").length >= 100) chunks.push(`${path}\n${text.join("\n")}`);
    }
  }
const step = Math.max(1, Math.floor(questions.length / queryCount));
const asked = questions.filter((_, at) => at % step === 0).slice(0, queryCount);
line("chunks, questions", `${chunks.length}, ${asked.length}`);
const shipped = (text: string): Float32Array => embedQuestion(text, () => null);
const vectors = chunks.map(shipped);
const queries = asked.map(shipped);
chunks.length = 0;

// ---------------------------------------------------------------------------------------------- measuring

const flat = (rows: readonly Float32Array[]): Float32Array => {
  const out = new Float32Array(rows.length * DIMENSIONS);
  for (const [at, row] of rows.entries()) out.set(row, at * DIMENSIONS);
  return out;
};

/** The rows as whole numbers, one after the other. */
function whole8(rows: readonly Float32Array[], width: number): Int8Array {
  const out = new Int8Array(rows.length * width);
  for (const [at, row] of rows.entries()) out.set(quantise(row), at * width);
  return out;
}

interface Asked {
  first: number;
  times: number[];
  recall: number;
}

function ask(truth: readonly (readonly number[])[], search: (query: Float32Array, at: number) => number[]): Asked {
  const times: number[] = [];
  let found = 0;
  for (const [at, query] of queries.slice(0, truth.length).entries()) {
    const started = performance.now();
    const rows = search(query, at);
    times.push(performance.now() - started);
    found += rows.filter((row) => truth[at]!.includes(row)).length;
  }
  return { first: times[0]!, times: times.slice(1), recall: found / (K * truth.length) };
}

const shown = ({ first, times, recall }: Asked): string =>
  `first ${first.toFixed(1)} ms, p50 ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms, recall@10 ${recall.toFixed(3)}`;
const toNumbers = (keys: BigUint64Array): number[] => Array.from(keys, Number);
const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++) sum += a[i]! * b[i]!;
  return sum;
};
const rerank = (rows: readonly number[], query: Float32Array): number[] =>
  rows
    .map((row) => ({ row, score: cosine(vectors[row]!, query) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, K)
    .map(({ row }) => row);

const folder = mkdtempSync(join(tmpdir(), "vectors-bench-"));
const sizes = flag("sizes", "10000,50000,200000,400000").split(",").map(Number);
for (const size of [...new Set(sizes.map((wanted) => Math.min(wanted, vectors.length)))]) {
  console.log(`\n== ${size} chunks`);
  const part = vectors.slice(0, size);
  const whole = flat(part);
  const truth = queries.map((query) => toNumbers(library.exactSearch(whole, query, DIMENSIONS, K, "cos", 1)[0]));
  if (only.includes("exact")) {
    line("exact, f32, usearch", shown(ask(truth, (query) => toNumbers(library.exactSearch(whole, query, DIMENSIONS, K, "cos", 1)[0]))));
    const db = new Database(join(folder, `v${size}`));
    db.run("PRAGMA page_size = 16384");
    createTables(db);
    const writer = new Writer(db);
    setEmbeddingState(writer, { dimensions: DIMENSIONS } as EmbeddingState);
    const numbers = part.map((_, at) => at);
    const started = performance.now();
    writeVectors(writer, [], VectorIndex.of(DIMENSIONS, numbers, part));
    line("table of whole numbers", `written in ${(performance.now() - started).toFixed(0)} ms`);
    const opening = performance.now();
    const index = openVectors(folder, writer)!;
    line("  opened", `${(performance.now() - opening).toFixed(2)} ms`);
    line("  exact (the default)", shown(ask(truth, (query) => index.search(query, K).map(({ id }) => id))));
    line(
      "  100 exact, then full vectors",
      shown(
        ask(truth, (query) =>
          rerank(
            index.search(query, 100).map(({ id }) => id),
            query,
          ),
        ),
      ),
    );
    const half = ask(truth, (query) => index.search(query, K, (id) => (id >> 4) % 2 === 0).map(({ id }) => id));
    line("  half filtered away", shown(half).replace(/, recall.*/, ""));
    const rows = whole8(part, DIMENSIONS);
    line("  plain TypeScript", shown(ask(truth, (query) => scan(rows, size, quantise(query), K).map(({ row }) => row))));
    const update = performance.now();
    writeVectors(
      writer,
      Array.from({ length: 20 }, (_, i) => i * 7),
      VectorIndex.of(
        DIMENSIONS,
        Array.from({ length: 20 }, (_, i) => size + i),
        part.slice(0, 20),
      ),
    );
    line("  20 removed, 20 added, written", `${(performance.now() - update).toFixed(1)} ms`);
    db.close(false);
  }
  if (only.includes("hnsw"))
    for (const scalar of ["f16", "i8"]) {
      const build = new library.CompiledIndex(DIMENSIONS, "cos", scalar, 16, 128, 64, false);
      const started = performance.now();
      build.add(
        BigUint64Array.from(part, (_, at) => BigInt(at)),
        whole,
        1,
      );
      const path = join(folder, `${scalar}${size}`);
      const made = performance.now() - started;
      build.save(path);
      line(`HNSW ${scalar}`, `built in ${(made / 1000).toFixed(1)} s, ${(statSync(path).size / size).toFixed(0)} bytes a chunk`);
      for (const expansion of [64, 256, 512]) {
        const graph: CompiledGraph = new library.CompiledIndex(DIMENSIONS, "cos", scalar, 16, 128, expansion, false);
        const opening = performance.now();
        graph.view(path);
        const opened = performance.now() - opening;
        line(`  ef ${expansion}, opened in ${opened.toFixed(0)} ms`, shown(ask(truth, (query) => toNumbers(graph.search(query, K, 1)[0]))));
      }
    }
  if (only.includes("reduced")) {
    for (const width of [12, 32, 64]) {
      const started = performance.now();
      const axes = principalAxes(part, width);
      const reduced = whole8(
        part.map((row) => Float32Array.from(project(axes, row))),
        width,
      );
      const made = performance.now() - started;
      for (const candidates of [100, 400, 1_600])
        line(
          `PCA to ${width} (${(made / 1000).toFixed(0)} s), ${candidates} re-ranked`,
          shown(
            ask(truth, (query) => {
              const small = quantise(Float32Array.from(project(axes, query)));
              return rerank(toNumbers(library.exactSearch(reduced, small, width, Math.min(size, candidates), "cos", 1)[0]), query);
            }),
          ),
        );
    }
  }
  // UMAP's transformation of a question is a search and an optimisation of its own, and its fit grows with the square root of patience.
  if (only.includes("umap") && size <= 10_000) {
    const width = 12;
    const umap = new UMAP({ nComponents: width, nNeighbors: 15, random: seeded(3), distanceFn: (a, b) => 1 - cosine(a, b) });
    const started = performance.now();
    const reduced = umap.fit(part.map((row) => [...row]));
    const made = performance.now() - started;
    for (const candidates of [100, 400, 1_600])
      line(
        `UMAP to ${width} (${(made / 1000).toFixed(0)} s), ${candidates} re-ranked`,
        shown(
          ask(truth.slice(0, 20), (query) => {
            const place = umap.transform([[...query]])[0]!;
            const near = reduced
              .map((other, row) => ({ row, far: other.reduce((sum, value, i) => sum + (value - place[i]!) ** 2, 0) }))
              .sort((a, b) => a.far - b.far)
              .slice(0, candidates);
            return rerank(
              near.map(({ row }) => row),
              query,
            );
          }),
        ),
      );
  }
}
rmSync(folder, { recursive: true });
