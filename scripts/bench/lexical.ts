#!/usr/bin/env bun
/**
 * The lexical index on a tree: build time, size, update cost, live query latency, beside a whole MiniSearch in the same run.
 *
 *   bun scripts/bench/lexical.ts TREE [--max-mb 88] [--full-chunks 10000] [--questions 200]
 *
 * Files are cut into 40-line windows; comments, imports and signatures are told apart by line patterns (the product asks a
 * parser). Questions are comment lines of 4 to 6 words from the tree itself, and the same number drawn from its 200 most
 * frequent words. `--full-chunks` bounds the MiniSearch baseline, which takes seconds and gigabytes (0 leaves it out).
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { queryWords, words } from "../../src/base/words.ts";
import { chunkCount, idf, LEXICAL_SCHEMA, Poster, PostingBuilder, search, updatePostings } from "../../src/store/lexical.ts";

const flag = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const tree = process.argv[2];
if (!tree) {
  console.error("usage: bun scripts/bench/lexical.ts TREE [--max-mb N] [--full-chunks N] [--questions N]");
  process.exit(2);
}
const maxBytes = flag("max-mb", 88) * 1e6;
const questionCount = flag("questions", 200);
const SOURCE = "c,cc,cpp,cs,css,go,h,hpp,hs,java,js,json,jsx,kt,lua,md,mjs,php,py,pyi,rb,rs,rst,scala,sh,swift,toml,ts,tsx,txt,yaml,yml";
const BATCH = 1_000_000;
const WINDOW = 40;

interface Source {
  path: string;
  text: string;
  spans: { comments: [number, number][]; imports: [number, number][]; signatures: [number, number][] };
  chunks: { start: number; end: number; kind: "code"; qualified: string }[];
}

/** A file with windows for chunks and spans by line patterns. */
function read(path: string): Source | null {
  const text = readFileSync(join(tree!, path), "utf8");
  if (text.length > 2_000_000 || text.includes("\0")) return null;
  const spans: Source["spans"] = { comments: [], imports: [], signatures: [] };
  let at = 0;
  let lines = 0;
  for (const line of text.split("\n")) {
    lines++;
    const span: [number, number] = [at, at + line.length];
    if (/^\s*(#|\/\/|\/?\*|--|;)/.test(line)) spans.comments.push(span);
    else if (/^\s*(import|from|use|require|#include|using)\b/.test(line)) spans.imports.push(span);
    else if (/^\s*(export |public |private |static |async |pub )*(def|class|function|fn|func|interface|struct|trait|type)\b/.test(line))
      spans.signatures.push(span);
    at += line.length + 1;
  }
  const chunks: Source["chunks"] = [];
  for (let start = 1; start <= lines; start += WINDOW)
    chunks.push({ start, end: Math.min(lines, start + WINDOW - 1), kind: "code", qualified: "" });
  return { path, text, spans, chunks };
}

let seed = 7;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed % below;
};
const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
const line = (name: string, value: string): void => console.log(`${name.padEnd(46)} ${value}`);
const timed = <T>(run: () => T): [T, number] => {
  const from = performance.now();
  const value = run();
  return [value, performance.now() - from];
};

// ---------------------------------------------------------------------------------------------- the tree

const files: Source[] = [];
let bytes = 0;
for (const path of [...new Bun.Glob(`**/*.{${SOURCE}}`).scanSync({ cwd: tree, dot: false })].sort()) {
  const file = read(path);
  if (file === null) continue;
  files.push(file);
  bytes += Buffer.byteLength(file.text);
  if (bytes > maxBytes) break;
}
const chunks = files.reduce((sum, file) => sum + file.chunks.length, 0);
line("source", `${(bytes / 1e6).toFixed(1)} MB, ${files.length} files, ${chunks} chunks`);

// ---------------------------------------------------------------------------------------------- building

const poster = new Poster();
const batches: { data: Uint8Array; first: number }[] = [];
let next = 1;
const [, postMs] = timed(() => {
  let size = 0;
  let first = next;
  const flush = (): void => {
    batches.push({ data: poster.encodePostings(), first });
    first = next;
    size = 0;
  };
  for (const file of files) {
    poster.file(file, file.text, file.chunks);
    next += file.chunks.length;
    size += file.text.length;
    if (size > BATCH) flush();
  }
  flush();
});
const batchBytes = batches.reduce((sum, batch) => sum + batch.data.length, 0);
line(
  "words counted and packed (child side)",
  `${postMs.toFixed(0)} ms, ${(bytes / 1e3 / postMs).toFixed(1)} MB/s, batches ${(batchBytes / bytes).toFixed(3)} of the source`,
);

const before = process.memoryUsage().rss;
const builder = new PostingBuilder();
const [, mergeMs] = timed(() => {
  for (const { data, first } of batches) builder.mergeInto(data, first);
});
line(
  "batches merged (parent side)",
  `${mergeMs.toFixed(0)} ms, ${builder.terms} terms, + ${((process.memoryUsage().rss - before) / 1e6).toFixed(0)} MB resident`,
);

const folder = mkdtempSync(join(tmpdir(), "lexical-bench-"));
const file = join(folder, "index.db");
const db = new Database(file);
db.run("PRAGMA journal_mode = WAL");
db.run("PRAGMA synchronous = NORMAL");
db.run(LEXICAL_SCHEMA);
const [, insertMs] = timed(() => db.transaction(() => updatePostings(db, builder, []))());
db.run("PRAGMA wal_checkpoint(TRUNCATE)");
line("rows written", `${insertMs.toFixed(0)} ms`);
line(
  "size on disk",
  `${(statSync(file).size / 1e6).toFixed(1)} MB = ${(statSync(file).size / bytes).toFixed(3)} of the source (postings ${(builder.bytes / bytes).toFixed(3)})`,
);

// ---------------------------------------------------------------------------------------------- questions

const frequency = new Map<string, number>();
for (const { text } of files.filter((_, at) => at % 20 === 0))
  for (const word of new Set(words(text))) frequency.set(word, (frequency.get(word) ?? 0) + 1);
const frequent = [...frequency]
  .sort((a, b) => b[1] - a[1])
  .slice(0, 200)
  .map(([word]) => word);
const prose: string[][] = [];
while (prose.length < questionCount) {
  const source = files[random(files.length)]!;
  const span = source.spans.comments[random(source.spans.comments.length || 1)];
  const asked = span ? queryWords(source.text.slice(...span)) : [];
  if (asked.length >= 4) prose.push(asked.slice(0, 6));
}
const common = prose.map(() => Array.from({ length: 5 }, () => frequent[random(frequent.length)]!));

function report(name: string, ask: (question: string[]) => void, questions: string[][]): number {
  for (const question of questions.slice(0, 20)) ask(question);
  const times = questions.map((question) => timed(() => ask(question))[1]);
  line(
    name,
    `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms`,
  );
  return quantile(times, 0.5);
}

const [, firstMs] = timed(() => search(db, prose[0]!, { limit: 400 }));
line("first question of a process", `${firstMs.toFixed(1)} ms`);
const own = report("live, 4-6 words of prose, limit 400", (question) => search(db, question, { limit: 400 }), prose);
report("live, 5 of the 200 most frequent words", (question) => search(db, question, { limit: 400 }), common);
report("live, limit 50", (question) => search(db, question, { limit: 50 }), prose);
const whole = report("every chunk a hit", (question) => search(db, question, { limit: chunks }), prose.slice(0, 30));
line("  ratio to the selection", `${(whole / own).toFixed(1)} x`);

const some = [...frequency.keys()].filter((_, at) => at % 7 === 0);
const [, togetherMs] = timed(() => idf(db, some.slice(0, 1_000)));
const weigh = idf(db);
const [, singlyMs] = timed(() => some.slice(1_000, 2_000).map(weigh));
line("idf of 1,000 terms, together and one by one", `${togetherMs.toFixed(1)} ms, ${singlyMs.toFixed(1)} ms`);

// ---------------------------------------------------------------------------------------------- updates

const updates: number[] = [];
const rows: number[] = [];
let firstOfFile = 1;
for (const source of files.slice(0, 100)) {
  const fresh = new Poster();
  const old = source.chunks.map((_, at) => firstOfFile + at);
  firstOfFile += source.chunks.length;
  const [update, ms] = timed(() => {
    fresh.file(source, source.text, source.chunks);
    const one = new PostingBuilder();
    one.mergeInto(fresh.encodePostings(), next);
    return db.transaction(() => updatePostings(db, one, old))();
  });
  next += source.chunks.length;
  updates.push(ms);
  rows.push(update.rows);
}
line(
  "one file replaced, 100 times",
  `p50 ${quantile(updates, 0.5).toFixed(1)} ms, p95 ${quantile(updates, 0.95).toFixed(1)} ms; rows p50 ${quantile(rows, 0.5)}, p95 ${quantile(rows, 0.95)}`,
);
report("live after that", (question) => search(db, question, { limit: 400 }), prose);
line("chunks", `${chunkCount(db)} (was ${chunks})`);

// ---------------------------------------------------------------------------------------------- a whole MiniSearch

const fullChunks = Math.min(flag("full-chunks", 10_000), chunks);
if (fullChunks > 0) {
  const part: Source[] = [];
  let count = 0;
  for (const source of files) {
    if (count >= fullChunks) break;
    part.push(source);
    count += source.chunks.length;
  }
  const ours = new Database(":memory:");
  ours.run(LEXICAL_SCHEMA);
  const [, oursMs] = timed(() => {
    const packer = new Poster();
    for (const source of part) packer.file(source, source.text, source.chunks);
    const one = new PostingBuilder();
    one.mergeInto(packer.encodePostings(), 1);
    updatePostings(ours, one, []);
  });
  const oursP50 = report(`ours on ${count} chunks`, (question) => search(ours, question, { limit: 400 }), prose.slice(0, 100));
  const rss = process.memoryUsage().rss;
  const full = new MiniSearch({ fields: ["text", "path"], tokenize: words, processTerm: (term) => term });
  const [, fullMs] = timed(() => {
    let id = 0;
    for (const source of part) {
      const all = source.text.split("\n");
      for (const chunk of source.chunks) full.add({ id: id++, text: all.slice(chunk.start - 1, chunk.end).join("\n"), path: source.path });
    }
  });
  line(
    `whole MiniSearch of ${count} chunks`,
    `${fullMs.toFixed(0)} ms, + ${((process.memoryUsage().rss - rss) / 1e6).toFixed(0)} MB resident; ours ${oursMs.toFixed(0)} ms (${(fullMs / oursMs).toFixed(1)} x)`,
  );
  const [json, saveMs] = timed(() => JSON.stringify(full));
  const [, loadMs] = timed(() => MiniSearch.loadJSON(json, { fields: ["text", "path"], tokenize: words, processTerm: (term) => term }));
  line("  saved and loaded", `${(json.length / 1e6).toFixed(0)} MB, ${saveMs.toFixed(0)} ms and ${loadMs.toFixed(0)} ms`);
  const fullP50 = report(
    "  whole MiniSearch, prefixes",
    (question) => full.search(question.join(" "), { tokenize: () => question, prefix: (term) => term.length > 3 }),
    prose.slice(0, 100),
  );
  line("  ratio", `${(fullP50 / oursP50).toFixed(1)} x`);
}
db.close();
rmSync(folder, { recursive: true });
