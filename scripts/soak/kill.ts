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
 * The dead indexer's work is not made good in between: the next one starts from what it left. Now and then one is let to its end.
 */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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

/** The index as plain data; null where there is none. */
function found(root: string): Record<string, unknown> | null {
  const state = openStore(root);
  if (state.state !== "open") return null;
  const all = dump(state.store);
  state.store.close();
  return all;
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
  const report: KillReport = { kills: 0, old: 0, fresh: 0, none: 0, ended: 0, wrong: [] };
  try {
    for (let i = 0; i < files; i++) write(root, { [`m${i}.py`]: text(i, files, 0) });
    // What an indexer takes here and now: measured, and again with each that is let to its end.
    let took = 1_000;
    let before: Record<string, unknown> | null = null;
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
      const timer = live ? setTimeout(() => process.kill(-child.pid, "SIGKILL"), random() * took * 1.1) : undefined;
      await child.exited;
      clearTimeout(timer);
      const killed = child.signalCode === "SIGKILL";
      if (killed) report.kills++;
      else {
        report.ended++;
        took = report.ended === 1 ? performance.now() - started : took * 0.8 + (performance.now() - started) * 0.2;
        if (child.exitCode !== 0) report.wrong.push(`version ${version}: an indexer ended with ${child.exitCode}`);
      }
      const now = found(root);
      if (now === null) {
        report.none++;
        // A first index may not be there yet; one that was there is there.
        if (before !== null) report.wrong.push(`version ${version}: the index is gone`);
      } else if (killed && before !== null && isDeepStrictEqual(now, before)) report.old++;
      else {
        rmSync(mirror, { recursive: true, force: true });
        write(mirror, read(root));
        await index(mirror, { quiet: true });
        if (isDeepStrictEqual({ ...now, vectors: 0, ranks: 0 }, { ...found(mirror), vectors: 0, ranks: 0 })) report.fresh++;
        else {
          report.wrong.push(`version ${version}: neither the old index nor the new one`);
          writeFileSync(join(tmpdir(), `manifold-soak-${seed}-${version}.json`), JSON.stringify({ before, now, fresh: found(mirror) }));
        }
      }
      before = now;
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
  const { wrong, ...counts } = await soak([...command, "index"], wanted, ({ kills, old, fresh, none, ended, wrong }) => {
    if (kills % 50 === 0)
      process.stderr.write(`\r${kills} kills: ${old} old, ${fresh} new, ${none} none, ${ended} ended, ${wrong.length} wrong`);
  });
  process.stderr.write("\n");
  console.log(JSON.stringify({ ...wanted, ...counts, wrong: wrong.length, childCpuTicks: cpu() }, null, 1));
  for (const one of wrong) console.log(one);
  process.exit(wrong.length === 0 ? 0 : 1);
}
