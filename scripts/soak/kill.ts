#!/usr/bin/env bun
/**
 * Is an index that is killed at any moment the old one or the new one, and does the next command get on with it?
 *
 *   bun scripts/soak/kill.ts [--kills 1000] [--files 300] [--seed 1] [--manifold "CMD …"]
 *
 * A tree of files that call one another changes at random (edits, new files, deletions, renames, now and then everything); an indexer is started, by full
 * build or update, and killed (SIGKILL, with all that it has started) at a random moment of the time that indexers here take. What is found on disk
 * then must be everything that was there before, or what a fresh index of the tree as it is now has: files, symbols, edges, references, chunks, postings
 * (vectors depend on the tree that the embedding was adapted to, and are compared with the old index only).
 * Where the log was going into the file, the seal vouches for neither: the index is put aside and built anew by the next command (`anew`). The dead
 * indexer's work is not made good in between: the next one starts from what it left. Now and then one is let to its end.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { index } from "../../src/indexing.ts";
import { openStore } from "../../src/store/open.ts";
import { dump, read, write } from "../../test/store/_tree.ts";

export interface KillReport {
  kills: number;
  /** What was found afterwards. */
  old: number;
  fresh: number;
  none: number;
  /** What is put aside and built anew by the next command: the log was going into the file, and no seal can vouch for that moment. */
  anew: number;
  /** Indexers that had ended before they could be killed, and those that were let. */
  ended: number;
  wrong: string[];
}

/** Numbers between 0 and 1, the same for the same seed. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const text = (i: number, count: number, version: number): string =>
  `from m${(i + 1) % count} import f${(i + 1) % count}\n\n\nclass C${i}:\n    def run(self, x):\n        """Version ${version} of number ${i}."""\n        return f${i}(x)\n\n\ndef f${i}(x):\n    return f${(i + 1 + version) % count}(x) + C${(i + version) % count}().run(x)\n`;

/** Changes some of the files; `all` = each of them. */
function change(root: string, count: number, version: number, random: () => number, all: boolean): void {
  for (let i = 0; i < count; i++) if (all || random() < 0.05) write(root, { [`m${i}.py`]: text(i, count, version) });
  const names = readdirSync(root).filter((name) => name.endsWith(".py"));
  const one = names[Math.floor(random() * names.length)]!;
  const fate = random();
  if (fate < 0.3) renameSync(join(root, one), join(root, `renamed${version}.py`));
  else if (fate < 0.5) write(root, { [one]: null });
  if (random() < 0.3)
    write(root, {
      [`extra${version}.ts`]: `export const extra${version} = () => ${version};\n`,
      "package.json": `{"version": "${version}"}\n`,
    });
}

/**
 * Kills at a random moment of the time that an indexer takes, or, every other time, at once with one of the changes that it makes to the index folder: that is
 * where little time is spent and most can go wrong.
 */
function killing(root: string, kill: () => void, random: () => number, took: number): () => void {
  const folder = join(root, ".manifold");
  if (random() < 0.5 || !existsSync(folder)) {
    const timer = setTimeout(kill, random() * took * 1.1);
    return () => clearTimeout(timer);
  }
  let left = Math.floor(random() * 40);
  const watcher = watch(folder, () => {
    if (left-- === 0) kill();
  });
  return () => watcher.close();
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** The bytes of the index that are there: the same bytes are the same index. */
function bytesOf(root: string): string {
  return ["index.db", "index.db-wal"]
    .map((name) => join(root, ".manifold", name))
    .map((path) => (existsSync(path) ? `${Bun.hash(readFileSync(path))}` : "-"))
    .join(" ");
}

/** The index as plain data; a word or two where there is none to read. */
function found(root: string): Record<string, unknown> | string {
  const state = openStore(root);
  if (state.state !== "open") return JSON.stringify(state);
  const all = dump(state.store);
  state.store.close();
  return all;
}

/** What the next command finds of an index that nobody can vouch for. */
const CHANGED = JSON.stringify({ state: "foreign", why: "changed", from: null });

/** Does the index open, and does a statement read it? */
function openable(root: string): boolean {
  const state = openStore(root);
  if (state.state !== "open") return false;
  const { files } = state.store.counts();
  state.store.close();
  return files > 0;
}

/**
 * @param command the indexer's words before the folder: `manifold index`
 * @param told of each kill
 */
export async function soak(
  command: readonly string[],
  { kills, files, seed }: { kills: number; files: number; seed: number },
  told: (report: KillReport) => void = () => {},
): Promise<KillReport> {
  const base = mkdtempSync(join(tmpdir(), "manifold-soak-"));
  const [root, mirror] = [join(base, "tree"), join(base, "mirror")];
  const random = randoms(seed);
  const report: KillReport = { kills: 0, old: 0, fresh: 0, none: 0, anew: 0, ended: 0, wrong: [] };
  try {
    for (let i = 0; i < files; i++) write(root, { [`m${i}.py`]: text(i, files, 0) });
    // What an indexer takes here and now: measured, and again with each that is let to its end.
    let took = 1_000;
    let before: Record<string, unknown> | null = null;
    let bytes = "";
    for (let version = 1; report.kills < kills; version++) {
      const full = random() < 0.15;
      change(root, files, version, random, random() < 0.05);
      const started = performance.now();
      const child = Bun.spawn([...command, root, ...(full ? ["--full"] : [])], {
        stdout: "ignore",
        stderr: "ignore",
        stdin: "ignore",
        detached: true,
      });
      // The first is let to its end, and tells how long indexers take.
      const live = version % 25 !== 1;
      const stop = live ? killing(root, () => killGroup(child.pid), random, took) : () => {};
      await child.exited;
      stop();
      const killed = child.signalCode === "SIGKILL";
      if (killed) report.kills++;
      else {
        report.ended++;
        took = report.ended === 1 ? performance.now() - started : took * 0.8 + (performance.now() - started) * 0.2;
        if (child.exitCode !== 0) report.wrong.push(`version ${version}: an indexer ended with ${child.exitCode}`);
      }
      const same: boolean = killed && before !== null && bytesOf(root) === bytes && openable(root);
      const there: Record<string, unknown> | string = same ? before! : found(root);
      const now: Record<string, unknown> | null = typeof there === "string" ? null : there;
      if (same) report.old++;
      else if (now === null) {
        if (there === CHANGED) report.anew++;
        else report.none++;
        // A first index may not be there yet; one that was there is there.
        if (before !== null && there !== CHANGED) report.wrong.push(`version ${version}: the index is gone: ${there as string}`);
      } else if (killed && before !== null && isDeepStrictEqual(now, before)) report.old++;
      else {
        rmSync(mirror, { recursive: true, force: true });
        write(mirror, read(root));
        await index(mirror, { quiet: true });
        if (isDeepStrictEqual({ ...now, vectors: 0, ranks: 0 }, { ...(found(mirror) as object), vectors: 0, ranks: 0 })) report.fresh++;
        else {
          report.wrong.push(`version ${version}: neither the old index nor the new one`);
          writeFileSync(join(tmpdir(), `manifold-soak-${seed}-${version}.json`), JSON.stringify({ before, now, fresh: found(mirror) }));
        }
      }
      before = now;
      bytes = bytesOf(root);
      told(report);
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  return report;
}

if (import.meta.main) {
  const flag = (name: string, fallback: string): string => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
  };
  const command = flag("manifold", `${process.execPath} ${join(import.meta.dir, "../../src/main.ts")}`).split(" ");
  const wanted = { kills: Number(flag("kills", "1000")), files: Number(flag("files", "300")), seed: Number(flag("seed", "1")) };
  const cpu = (): number => Number(readFileSync("/proc/self/stat", "latin1").split(" ")[15] ?? 0);
  let said = 0;
  const { wrong, ...counts } = await soak([...command, "index"], wanted, ({ kills, old, fresh, none, anew, ended, wrong }) => {
    for (const one of wrong.slice(said)) process.stderr.write(`\n${one}\n`);
    said = wrong.length;
    if (kills % 50 === 0)
      process.stderr.write(`\r${kills} kills: ${old} old, ${fresh} new, ${none} none, ${anew} anew, ${ended} ended, ${wrong.length} wrong`);
  });
  process.stderr.write("\n");
  console.log(JSON.stringify({ ...wanted, ...counts, wrong: wrong.length, childCpuTicks: cpu() }, null, 1));
  for (const one of wrong) console.log(one);
  process.exit(wrong.length === 0 ? 0 : 1);
}
