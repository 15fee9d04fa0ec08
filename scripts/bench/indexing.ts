#!/usr/bin/env bun
/**
 * What indexing costs: wall time, CPU seconds and memory of the whole process tree, disk, one changed file, no change.
 *
 *   bun scripts/bench/indexing.ts [--files 10000] [--ruby DIR] [--only mixed,ruby] [--peers optave,colby] [--no-peers]
 *                                 [--runs 3] [--json FILE] [--manifold "CMD …"] [--cache DIR]
 *
 * Two trees, made once in the cache folder as git work trees (`_tree.ts` says how): 10,000 files of JavaScript, TypeScript,
 * Python, C++ and Java from the pinned npm packages, and 5,000 Ruby files made from the .rb files of --ruby DIR, or, without
 * it, of the Debian packages named below, where `apt-get download` and `dpkg-deb` are to be had. Each tool indexes each tree
 * from nothing; then one file gets a new function, and the time is taken until an answer cites it; then the same question is
 * asked again with nothing changed. Our binary does update and answer in one process; the peers need two.
 *
 * CPU seconds count every process that was waited for; "tree MB" is the highest sum over all processes alive at once (Linux), shared pages once,
 * "largest MB" the biggest single one. Budgets: 10,000 files < 25 s and < 600 MB, update and answer < 200 ms, index < 1 x the
 * source; 5,000 Ruby files at most 1.5 x the CPU seconds of @optave/codegraph with less memory.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Cost, cacheFolder, manifold, measure, must, quantile, table } from "./_measure.ts";
import { fetchPool, helper, POOLS, prepareHome } from "./_packages.ts";
import { type Peer, peerIndex, peers } from "./_peers.ts";
import { makeTree, type Source, sourcesIn } from "./_tree.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const runs = Number(flag("runs", "3"));
const only = flag("only").split(",").filter(Boolean);
const RUBY_FILES = 5_000;
/** Longer files are left out of the mixed tree, so that 10,000 files are about 50,000 chunks: the size the budgets are set for. */
const MIXED_MAX = 20_000;
/** Debian packages with plenty of Ruby, for machines without a checkout at hand. */
const RUBY_PACKAGES = [
  "ruby-activerecord",
  "ruby-activesupport",
  "ruby-actionpack",
  "ruby-railties",
  "ruby-rubygems",
  "ruby-sass",
  "asciidoctor",
];
prepareHome();

/** All kept files of the pinned packages, each package in a folder of its own. */
function packageSources(): Source[] {
  return POOLS.flatMap((pool) =>
    sourcesIn(fetchPool(pool), ["js", "mjs", "ts", "py", "cc", "h", "java"], MIXED_MAX).map(({ path, text }) => ({
      path: `${pool.name}/${path}`,
      text,
    })),
  );
}

function rubySources(): Source[] {
  if (flag("ruby")) return sourcesIn(resolve(flag("ruby")), ["rb"]);
  if (!Bun.which("apt-get") || !Bun.which("dpkg-deb")) return [];
  const work = join(cacheFolder(), "ruby");
  try {
    mkdirSync(work, { recursive: true });
    helper(["apt-get", "download", ...RUBY_PACKAGES], work);
    for (const deb of new Bun.Glob("*.deb").scanSync({ cwd: work })) helper(["dpkg-deb", "-x", deb, "unpacked"], work);
  } catch (error) {
    console.log(`Debian's Ruby packages could not be fetched: ${(error as Error).message.slice(0, 200)}`);
    return [];
  }
  return sourcesIn(join(work, "unpacked"), ["rb"]);
}

interface Result {
  tool: string;
  index: Cost;
  /** Megabytes on disk. */
  disk: number;
  update: number;
  same: number;
}

const megabytes = (folder: string): number => Number(helper(["du", "-sk", "--apparent-size", folder], ".").split("\t")[0]) / 1024;

/** A function's text in the language of a file. */
function definition(path: string, name: string): string {
  if (path.endsWith(".rb")) return `\ndef ${name}(value)\n  value\nend\n`;
  if (path.endsWith(".py")) return `\n\ndef ${name}(value):\n    return value\n`;
  return `\nexport function ${name}(value) {\n  return value;\n}\n`;
}

/** Appends a function to a file `runs` times, each time until `answer` cites it, and puts the file back. */
async function updates(tree: string, file: string, answer: (name: string) => Promise<{ wall: number; text: string }>): Promise<number> {
  const path = join(tree, file);
  const before = readFileSync(path, "utf8");
  const times: number[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      const name = `quicklyAddedFunction${"ABCDEFGHIJ"[run % 10]}`;
      writeFileSync(path, before + definition(file, name));
      const { wall, text } = await answer(name);
      if (!text.includes(file)) throw new Error(`The answer about ${name} does not cite ${file}: ${text.slice(0, 400)}`);
      times.push(wall);
    }
  } finally {
    writeFileSync(path, before);
  }
  return quantile(times, 0.5);
}

async function repeat(run: () => Promise<Cost>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) times.push((await run()).wall);
  return quantile(times, 0.5);
}

async function ours(tree: string, file: string): Promise<Result & { report: Record<string, unknown> }> {
  rmSync(join(tree, ".manifold"), { recursive: true, force: true });
  const product = manifold();
  const index = await measure([...product, "index", ".", "--json"], { cwd: tree, sample: true });
  if (index.code !== 0) throw new Error(`manifold index exited ${index.code}: ${index.stderr.slice(-800)}`);
  const disk = megabytes(join(tree, ".manifold"));
  const question = async (name: string) => {
    const cost = await measure([...product, "q", name], { cwd: tree });
    return { wall: cost.wall, text: cost.stdout };
  };
  const update = await updates(tree, file, question);
  await question("anything");
  const same = await repeat(() => must([...product, "q", "how are errors handled"], { cwd: tree }));
  return { tool: "manifold", index, disk, update, same, report: JSON.parse(index.stdout) as Record<string, unknown> };
}

async function theirs(peer: Peer, tree: string, file: string, known: string): Promise<Result | null> {
  const index = await peerIndex(peer, tree);
  try {
    if (index.code !== 0) throw new Error(`its index command exited ${index.code}: ${index.stderr.slice(-300)}`);
    const disk = megabytes(join(tree, peer.folder));
    const update = await updates(tree, file, async (name) => {
      const refreshed = await must(peer.update, { cwd: tree });
      const found = await must(peer.find(name), { cwd: tree });
      return { wall: refreshed.wall + found.wall, text: found.stdout };
    }).catch((error: Error) => {
      console.log(`${peer.name}: ${error.message.slice(0, 200)}`);
      return Number.NaN;
    });
    return { tool: peer.name, index, disk, update, same: await repeat(() => must(peer.find(known), { cwd: tree })) };
  } catch (error) {
    console.log(`SKIPPED ${peer.name}: ${(error as Error).message}`);
    return null;
  } finally {
    rmSync(join(tree, peer.folder), { recursive: true, force: true });
  }
}

const others = process.argv.includes("--no-peers") ? [] : await peers(flag("peers").split(",").filter(Boolean));
const output: unknown[] = [];
const trees: { name: string; sources: () => Source[]; files: number }[] = [
  { name: "mixed", sources: packageSources, files: Number(flag("files", "10000")) },
  { name: "ruby", sources: rubySources, files: RUBY_FILES },
];
for (const { name, sources, files } of trees) {
  if (only.length > 0 && !only.includes(name)) continue;
  const found = sources();
  if (found.length === 0) {
    console.log(`SKIPPED the ${name} tree: no sources (give --${name} DIR).`);
    continue;
  }
  const tree = makeTree(join(cacheFolder(), "trees", `${name}-${files}`), found, files);
  const paths = helper(["git", "ls-files"], tree).trim().split("\n");
  const bytes = paths.reduce((sum, path) => sum + Bun.file(join(tree, path)).size, 0);
  // A file of the first copy whose language takes a plain function at its end.
  const file = paths.find((path) => /^copy-000\/.*\.(rb|py|mjs|js)$/.test(path) && !/_?(test|spec)/.test(path))!;
  const known = /\b(?:def|function)\s+(\w{6,})/.exec(readFileSync(join(tree, file), "utf8"))?.[1] ?? "initialize";
  const mine = await ours(tree, file);
  const results: Result[] = [mine];
  for (const peer of others) {
    const result = await theirs(peer, tree, file, known);
    if (result) results.push(result);
  }
  const source = bytes / 2 ** 20;
  console.log(`\n${name}: ${paths.length} files, ${source.toFixed(1)} MB of source; ${JSON.stringify(pick(mine.report))}`);
  table(
    ["", "index s", "CPU s", "tree MB", "largest MB", "processes", "disk MB", "disk/source", "update+answer ms", "unchanged ms"],
    results.map(({ tool, index, disk, update, same }) => [
      tool,
      (index.wall / 1000).toFixed(1),
      index.cpu.toFixed(1),
      index.tree.toFixed(0),
      index.largest.toFixed(0),
      String(index.processes),
      disk.toFixed(1),
      (disk / source).toFixed(2),
      update.toFixed(0),
      same.toFixed(0),
    ]),
  );
  for (const { tool, index, disk, update, same } of results.slice(1))
    console.log(
      `manifold / ${tool}: wall ${ratio(mine.index.wall, index.wall)}, CPU ${ratio(mine.index.cpu, index.cpu)}, tree MB ${ratio(mine.index.tree, index.tree)}, ` +
        `disk ${ratio(mine.disk, disk)}, update+answer ${ratio(mine.update, update)}, unchanged ${ratio(mine.same, same)}`,
    );
  output.push({
    name,
    tree,
    files: paths.length,
    bytes,
    results: results.map(({ index, ...rest }) => ({ ...rest, ...withoutText(index) })),
  });
}
if (flag("json")) writeFileSync(flag("json"), JSON.stringify(output, null, 1));

function ratio(a: number, b: number): string {
  return (a / b).toFixed(2);
}
function pick(report: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(["indexed", "chunks", "symbols", "edges", "ms"].map((key) => [key, report[key]]));
}
function withoutText({ wall, cpu, largest, tree, processes }: Cost): Omit<Cost, "stdout" | "stderr" | "code"> {
  return { wall, cpu, largest, tree, processes };
}
