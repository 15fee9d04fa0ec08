#!/usr/bin/env bun
/**
 * Trains the built-in table from the lock list: fetches its packages, mines them, trains, writes `src/embed/manifold-static.bin`.
 *
 *   bun scripts/train/train.ts [--cache DIR] [--out FILE] [--words N] [--dimensions N] [--steps N] [--batch N] [--rate R] [--seed N]
 *
 * The same lock list and the same numbers give the same bytes. Needs apt with Debian's package sources, npm and tar. `--cache` keeps the
 * archives and the mined corpus between runs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BagBuilder } from "../../src/embed/adapt.ts";
import { packTable, Tokenizer } from "../../src/embed/table.ts";
import { lots, type PairSet, Trainer } from "../../src/embed/trainer.ts";
import { PAIR_KINDS } from "../../src/lang/engine/pairs.ts";
import { loadGrammars } from "../../src/lang/languages.ts";
import { Corpus, HEAD, minePackage, unpack } from "./_corpus.ts";
import { aptHome, fetchDebian, fetchNpm, type Locked, sha256 } from "./_packages.ts";

const flag = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const cache = resolve(flag("cache", ".cache/train"));
const out = flag("out", join(import.meta.dir, "../../src/embed/manifold-static.bin"));
const size = Number(flag("words", "16384"));
const dimensions = Number(flag("dimensions", "128"));
const steps = Number(flag("steps", "3000"));
const batch = Number(flag("batch", "512"));
const rate = Number(flag("rate", "0.015"));
const temperature = Number(flag("temperature", "0.08"));
const start = Number(flag("start", "0.1"));
const seed = Number(flag("seed", "1"));
/** Languages are drawn by their number of pairs to this power less than 1: the rare ones are heard (EMBEDDING.md). */
const TEMPER = 0.35;
/** Pairs of a batch that come from one package: they are each other's hard negatives. 16 and 64 were worse. */
const TOGETHER = 8;
/** A word of fewer packages than this is somebody's name. */
const LEAST_PACKAGES = 3;

/** The archives of the lock list, fetched where they are missing; throws where one is not what it was. */
function fetchAll(locked: readonly Locked[]): void {
  const missing = locked.filter((one) => !one.files.every((file) => existsSync(join(cache, one.registry, file.name))));
  if (missing.length > 0) {
    const env = aptHome(join(cache, "apt"));
    Bun.spawnSync(["apt-get", "update", "-qq"], { env: { ...process.env, ...env } });
    fetchDebian(
      missing.filter((one) => one.registry === "debian"),
      join(cache, "debian"),
      env,
    );
    for (const one of missing) if (one.registry === "npm") fetchNpm(`${one.name}@${one.version}`, join(cache, "npm"));
  }
  for (const one of locked)
    for (const file of one.files) {
      const path = join(cache, one.registry, file.name);
      if (!existsSync(path)) throw new Error(`${one.registry} has no ${file.name} of ${one.name} ${one.version} any more.`);
      if (sha256(path) !== file.sha256) throw new Error(`${file.name} is not what the lock list says.`);
    }
}

/** Mines every package, or reads what was mined before. */
async function mined(locked: readonly Locked[]): Promise<Corpus> {
  const corpus = new Corpus();
  const key = Bun.SHA256.hash(JSON.stringify(locked), "hex").slice(0, 16);
  const stem = join(cache, `corpus-${key}`);
  if (existsSync(`${stem}.json`)) {
    const { words, offsets, languages, packages } = JSON.parse(readFileSync(`${stem}.json`, "utf8")) as Corpus;
    corpus.words.push(...words);
    for (const offset of offsets) corpus.offsets.push(offset);
    corpus.languages.push(...languages);
    corpus.packages = packages;
    const bytes = readFileSync(`${stem}.bin`);
    corpus.data = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    corpus.used = corpus.data.length;
    return corpus;
  }
  await loadGrammars();
  const folder = join(cache, "unpacked");
  for (const [i, one] of locked.entries()) {
    unpack(
      one.files.map((file) => join(cache, one.registry, file.name)),
      folder,
    );
    await minePackage(corpus, folder, one.name, new Set(one.dropped));
    if (i % 50 === 49) console.error(`mined ${i + 1} of ${locked.length} packages, ${corpus.offsets.length} pairs`);
  }
  const { words, offsets, languages, packages } = corpus;
  writeFileSync(`${stem}.bin`, corpus.data.subarray(0, corpus.used));
  writeFileSync(`${stem}.json`, JSON.stringify({ words, offsets, languages, packages }));
  return corpus;
}

/** How much a pair of each language counts. */
function languageWeights(corpus: Corpus): number[] {
  const counts = corpus.languages.map(() => 0);
  for (const at of corpus.offsets) counts[corpus.data[at + 1]!]!++;
  return counts.map((count) => (count > 0 ? count ** -TEMPER : 0));
}

/** The most frequent words, languages balanced, and every ASCII letter and digit; most frequent first. */
function vocabularyOf(corpus: Corpus): string[] {
  const weights = languageWeights(corpus);
  const frequency = new Float64Array(corpus.words.length);
  const packages = new Uint32Array(corpus.words.length);
  const last = new Int32Array(corpus.words.length).fill(-1);
  const { data } = corpus;
  for (const at of corpus.offsets) {
    const pack = data[at]!;
    const weight = weights[data[at + 1]!]!;
    const end = at + HEAD + data[at + 4]! + data[at + 5]!;
    for (let i = at + HEAD; i < end; i++) {
      const word = data[i]!;
      frequency[word]! += weight;
      if (last[word] === pack) continue;
      last[word] = pack;
      packages[word]!++;
    }
  }
  const single = (word: string): boolean => /^[a-z0-9]$/.test(word);
  const order = [...corpus.words.keys()].sort((a, b) => frequency[b]! - frequency[a]! || (corpus.words[a]! < corpus.words[b]! ? -1 : 1));
  const chosen = order.filter(
    (word) => single(corpus.words[word]!) || (packages[word]! >= LEAST_PACKAGES && corpus.words[word]!.length <= 24),
  );
  const letters = chosen.filter((word) => single(corpus.words[word]!));
  const kept = new Set([...letters, ...chosen.filter((word) => !single(corpus.words[word]!)).slice(0, size - letters.length)]);
  return order.filter((word) => kept.has(word)).map((word) => corpus.words[word]!);
}

/** The corpus in tokens. */
function pairsOf(corpus: Corpus, vocabulary: readonly string[]): PairSet {
  const numbers = new Map(vocabulary.map((word, i) => [word, i]));
  const tokenizer = new Tokenizer((word) => numbers.get(word) ?? -1);
  const tokens = corpus.words.map((word) => tokenizer.ofWord(word));
  const sides = [new BagBuilder(vocabulary.length), new BagBuilder(vocabulary.length)] as const;
  const groups = new Uint32Array(corpus.offsets.length);
  const { data } = corpus;
  for (const [pair, at] of corpus.offsets.entries()) {
    groups[pair] = data[at + 3]!;
    let from = at + HEAD;
    for (const [side, builder] of sides.entries()) {
      const to = from + data[at + 4 + side]!;
      for (let i = from; i < to; i++) builder.put(tokens[data[i]!]!);
      builder.close();
      from = to;
    }
  }
  return { queries: sides[0].bags(), documents: sides[1].bags(), groups };
}

/** Draws batches: languages tempered, then a package of that language by its pairs, then pairs of both. */
function sampler(corpus: Corpus): (chosen: Uint32Array) => void {
  const lot = lots(seed);
  const byPackage = new Map<number, number[]>();
  const { data } = corpus;
  for (const [pair, at] of corpus.offsets.entries()) {
    const key = data[at]! * corpus.languages.length + data[at + 1]!;
    const known = byPackage.get(key);
    if (known) known.push(pair);
    else byPackage.set(key, [pair]);
  }
  const weights = languageWeights(corpus);
  const groups = [...byPackage].map(([key, pairs]) => ({ pairs, weight: pairs.length * weights[key % corpus.languages.length]! }));
  const sums = new Float64Array(groups.length);
  let total = 0;
  for (const [i, group] of groups.entries()) sums[i] = total += group.weight;
  return (chosen) => {
    for (let i = 0; i < chosen.length; i += TOGETHER) {
      const at = (lot() / 2 ** 32) * total;
      let low = 0;
      let high = sums.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sums[middle]! <= at) low = middle + 1;
        else high = middle;
      }
      const { pairs } = groups[low]!;
      for (let j = 0; j < TOGETHER; j++) chosen[i + j] = pairs[lot() % pairs.length]!;
    }
  };
}

/** Rows to start from: sums of four uniform numbers, close enough to normal and the same everywhere. */
function randomRows(count: number): Float32Array {
  const lot = lots(seed + 1);
  const rows = new Float32Array(count);
  for (let i = 0; i < count; i++) rows[i] = start * ((lot() + lot() + lot() + lot()) / 2 ** 32 - 2) * Math.sqrt(3);
  return rows;
}

mkdirSync(cache, { recursive: true });
const locked = JSON.parse(readFileSync(join(import.meta.dir, "packages.json"), "utf8")) as Locked[];
fetchAll(locked);
const corpus = await mined(locked);
const counts = corpus.languages.map((name, at) => `${name} ${corpus.offsets.filter((one) => corpus.data[one + 1] === at).length}`);
const kinds = PAIR_KINDS.map((name, at) => `${name} ${corpus.offsets.filter((one) => corpus.data[one + 2] === at).length}`);
console.error(`${corpus.packages} packages, ${corpus.offsets.length} pairs: ${kinds.join(", ")}\n${counts.join(", ")}`);
const vocabulary = vocabularyOf(corpus);
const pairs = pairsOf(corpus, vocabulary);
const draw = sampler(corpus);
const trainer = new Trainer(randomRows(vocabulary.length * dimensions), { dimensions, batch, temperature, rate });
const chosen = new Uint32Array(batch);
let loss = 0;
for (let step = 1; step <= steps; step++) {
  draw(chosen);
  loss += trainer.step(pairs, chosen);
  if (step % 200 > 0) continue;
  console.error(`step ${step}: loss ${(loss / 200).toFixed(4)}, ${(process.cpuUsage().user / 1e6).toFixed(0)} CPU-s`);
  loss = 0;
}
const bytes = packTable(vocabulary, trainer.rows(), dimensions);
writeFileSync(out, bytes);
console.log(`${out}: ${vocabulary.length} tokens × ${dimensions}, ${bytes.length} bytes, SHA-256 ${Bun.SHA256.hash(bytes, "hex")}`);
