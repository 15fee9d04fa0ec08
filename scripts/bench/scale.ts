/**
 * What a shared index costs: `bun scripts/bench/scale.ts [--counts 1,10,100] [--simulate FILE] DIR…`.
 *
 * Starts a PostgreSQL of its own (the programs of the newest one below /usr/lib/postgresql, or of PATH) on a socket in a temporary folder, publishes copies of
 * the trees DIR under names of their own until there are as many as are counted, each in a family of its own, so that nothing is shared, and measures:
 * bytes there and here, the rate of publishing, one commit published, the first question (cold: everything is fetched) and further ones (warm).
 * With `--simulate` the sizes and times of processors that were measured (printed as JSON, read back from FILE) are carried on to 10,000 repositories.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { PLAIN } from "../../src/asking.ts";
import { askMembers } from "../../src/fleet/ask.ts";
import { openShared } from "../../src/fleet/shared/open.ts";
import { publish } from "../../src/fleet/shared/publish.ts";
import { migrate } from "../../src/fleet/shared/schema.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { PROGRAMS, Server } from "../../test/fleet/_postgres.ts";

const QUESTIONS = [
  "how are errors handled",
  "who calls parse",
  "where is a request read",
  "what extends Error",
  "how is a value converted to JSON",
];

const words = process.argv.slice(2);
const flag = (name: string): string | undefined => {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const simulated = flag("--simulate");
const counts = (flag("--counts") ?? "1,10,100").split(",").map(Number);

/** One row of what was measured. */
interface Row {
  repositories: number;
  files: number;
  chunks: number;
  source_mb: number;
  index_mb: number;
  sent_mb: number;
  database_mb: number;
  publish_s: number;
  publish_cpu_s: number;
  commit_ms_p50: number;
  commit_ms_max: number;
  cold_s: number;
  cold_cpu_s: number;
  cold_mb: number;
  copy_mb: number;
  open_ms_p50: number;
  open_cpu_ms: number;
  ask_ms_p50: number;
  ask_ms_p95: number;
  ask_cpu_ms: number;
  peak_mb: number;
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const share = (values: readonly number[], part: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(part * values.length))] ?? 0;
const round = (value: number): number => Number(value.toPrecision(3));
const cpu = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;

function bytesIn(folder: string, without: (name: string) => boolean = () => false): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (without(entry.name)) return sum;
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesIn(path, without) : entry.isFile() ? statSync(path).size : 0);
  }, 0);
}

async function measured(trees: readonly string[]): Promise<Row[]> {
  if (PROGRAMS === null) throw new Error("PostgreSQL is not installed.");
  const work = realpathSync(mkdtempSync(join(tmpdir(), "mf-scale-")));
  process.env.XDG_CACHE_HOME = join(work, "cache");
  const rows: Row[] = [];
  await using server = await Server.start({ shared_buffers: "256MB", fsync: "on", full_page_writes: "on", max_wal_size: "2GB" });
  try {
    const roots = trees.map((tree) => {
      const root = join(work, "trees", basename(tree));
      cpSync(tree, root, { recursive: true, filter: (path) => ![".git", ".manifold"].includes(basename(path)) });
      return root;
    });
    for (const root of roots) (await refresh(root, { quiet: true })).store.close();
    const database = server.database();
    await migrate(database);
    let published = 0;
    let [files, chunks, source, index, sent, seconds, processor] = [0, 0, 0, 0, 0, 0, 0];
    for (const count of sorted(counts)) {
      for (; published < count; published++) {
        const root = roots[published % roots.length]!;
        const { store } = await refresh(root, { quiet: true });
        const [from, used] = [performance.now(), cpu()];
        const done = await publish(database, store, { name: `${basename(root)}-${published}`, text: true });
        seconds += (performance.now() - from) / 1000;
        processor += cpu() - used;
        files += done.files;
        chunks += done.chunks;
        sent += done.bytes;
        source += bytesIn(root, (name) => name === ".manifold");
        index += bytesIn(join(root, ".manifold"));
        store.close();
      }
      // A commit of five files, or all there are, in the largest of them.
      const commits: number[] = [];
      const largest = roots.slice(0, count).sort((a, b) => bytesIn(b) - bytesIn(a))[0]!;
      const name = `${basename(largest)}-${roots.indexOf(largest)}`;
      const before = await refresh(largest, { quiet: true });
      const paths = before.store
        .files()
        .filter(({ language }) => language !== null && language !== "markdown" && language !== "json")
        .map(({ path }) => path)
        .slice(0, 5);
      before.store.close();
      for (let round = 0; round < 5; round++) {
        for (const path of paths) writeFileSync(join(largest, path), `${readFileSync(join(largest, path), "utf8")}\n`);
        const { store } = await refresh(largest, { quiet: true });
        const from = performance.now();
        await publish(database, store, { name, text: true });
        commits.push(performance.now() - from);
        store.close();
      }
      rmSync(join(work, "cache"), { recursive: true, force: true });
      const [from, used] = [performance.now(), cpu()];
      const first = await openShared(server.address());
      const cold = { s: (performance.now() - from) / 1000, cpu: cpu() - used, mb: first.fetched.bytes / 1e6 };
      first.close();
      const opens: number[] = [];
      const asks: number[] = [];
      let [opening, asking] = [0, 0];
      for (let round = 0; round < 2; round++) {
        const [started, processed] = [performance.now(), cpu()];
        const members = await openShared(server.address());
        opens.push(performance.now() - started);
        opening += cpu() - processed;
        const ready = cpu();
        for (const question of QUESTIONS) {
          const began = performance.now();
          await askMembers(members, { root: "", from: "/" }, question, PLAIN);
          asks.push(performance.now() - began);
        }
        asking += cpu() - ready;
        members.close();
      }
      const [[size]] = (await database.rows("SELECT pg_database_size(current_database())")) as [[unknown]];
      rows.push({
        ...{ repositories: count, files, chunks, source_mb: round(source / 1e6), index_mb: round(index / 1e6), sent_mb: round(sent / 1e6) },
        ...{ database_mb: round(Number(size) / 1e6), publish_s: round(seconds), publish_cpu_s: round(processor) },
        ...{
          commit_ms_p50: round(share(commits, 0.5)),
          commit_ms_max: round(Math.max(...commits)),
          cold_s: round(cold.s),
          cold_cpu_s: round(cold.cpu),
        },
        ...{
          cold_mb: round(cold.mb),
          copy_mb: round(bytesIn(join(work, "cache")) / 1e6),
          open_ms_p50: round(share(opens, 0.5)),
          open_cpu_ms: round((1000 * opening) / opens.length),
        },
        ...{
          ask_ms_p50: round(share(asks, 0.5)),
          ask_ms_p95: round(share(asks, 0.95)),
          ask_cpu_ms: round((1000 * asking) / asks.length),
          peak_mb: Math.round(process.memoryUsage.rss() / 1e6),
        },
      });
      console.error(JSON.stringify(rows.at(-1)));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return rows;
}

/** What is assumed of servers that were not there to measure. */
const ASSUMED = {
  /** Chunks of a repository, as 100 million in 10,000 are. */
  chunks: 10_000,
  /** A virtual machine of 8 processors and 64 GB with 2 TB of SSD, a month, in US dollars: the order of what the large providers ask, discounts aside. */
  machine: 420,
  disk: 0.1,
  memory: 4,
  copies: 2,
  /** Bytes a second that one server hands out, and requests that it serves at once. */
  bandwidth: 500e6,
  servers: 8,
  /** Log-normal spread of one server's time beside its median: p99 is 3.2 times that. */
  spread: 0.5,
  /** Questions: how many a second all people ask, and in how many members that they have a copy of something changed since. */
  askers: 2_000,
  questions: 30,
  stale: 0.05,
} as const;

/** A generator of numbers that is the same every time (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function simulate(rows: readonly Row[]): void {
  const last = rows.at(-1)!;
  const per = (value: number): number => value / last.chunks;
  const random = numbers(1);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const slow = (): number => Math.exp(ASSUMED.spread * normal());
  console.log(
    "| repositories | chunks (M) | database (TB) | servers | publish all (h) | one fetched cold (s) | list, p50 (ms) | list, p99 (ms) | 20 members warm, p50 / p99 (ms) | load of the servers | a month ($) |",
  );
  console.log("| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
  for (const repositories of [100, 1_000, 10_000]) {
    const chunks = repositories * ASSUMED.chunks;
    const terabytes = (per(last.database_mb) * chunks) / 1e6;
    const machines = Math.max(1, Math.ceil(terabytes / 1.5));
    const publishing = (per(last.publish_cpu_s) * chunks) / 3600 / machines;
    const bytes = per(last.cold_mb) * ASSUMED.chunks;
    const fetching = per(last.cold_cpu_s) * ASSUMED.chunks;
    const list = last.open_cpu_ms / last.repositories;
    const lists: number[] = [];
    const warm: number[] = [];
    for (let run = 0; run < 20_000; run++) {
      // Every server that holds one of the members is asked, and the slowest is waited for.
      const fan = Math.min(machines, 20);
      const slowest = Math.max(...Array.from({ length: fan }, slow));
      lists.push(2 + slowest * 3);
      let changed = 0;
      for (let member = 0; member < 20; member++) if (random() < ASSUMED.stale) changed++;
      warm.push(2 + slowest * 3 + 20 * list + changed * fetching * 1000 * slow() + (last.ask_cpu_ms / last.chunks) * ASSUMED.chunks * 20);
    }
    const load = (ASSUMED.askers * ASSUMED.questions) / 8 / 3600;
    const used = (load * (0.003 + 20 * ASSUMED.stale * ((bytes * 1e6 * 0.05) / ASSUMED.bandwidth))) / (machines * ASSUMED.servers);
    const dollars = machines * ASSUMED.copies * ASSUMED.machine + terabytes * 1000 * ASSUMED.disk * ASSUMED.copies;
    console.log(
      `| ${repositories} | ${round(chunks / 1e6)} | ${round(terabytes)} | ${machines} x ${ASSUMED.copies} | ${round(publishing)} | ${round(fetching)} | ${round(share(lists, 0.5))} | ${round(share(lists, 0.99))} | ${round(share(warm, 0.5))} / ${round(share(warm, 0.99))} | ${(100 * used).toFixed(2)} % | ${Math.round(dollars)} |`,
    );
  }
}

if (simulated !== undefined) simulate(JSON.parse(readFileSync(simulated, "utf8")) as Row[]);
else console.log(JSON.stringify(await measured(words), null, 1));
// A connection that is idle keeps nobody.
process.exit(0);
