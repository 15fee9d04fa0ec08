/** Disks that are full or broken at one call of many (all of them: `bun scripts/soak/faults.ts`), and memory that is short. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fault, faults, type Way } from "../../scripts/soak/faults.ts";
import type { IndexReport } from "../../src/base/schema.ts";
import { binary, Place, run } from "./_binary.ts";

const mayInject =
  Bun.which("strace") !== null && run(["strace", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "true"], "/").exit === 0;

describe.skipIf(!mayInject)("one call after the other fails (strace): an answer or words, and the next command is right", () => {
  for (const [way, fault, every] of [
    ["build", "disk full", 60],
    ["build", "write error", 97],
    ["update", "disk full", 23],
    ["update", "write error", 41],
    ["question", "disk full", 41],
    ["question", "quota at once", 41],
    ["question", "read error", 23],
  ] as [Way, Fault, number][])
    test(`${way}, ${fault}`, () => {
      const report = faults(binary(), way, fault, every);
      expect(report.wrong).toEqual([]);
      expect(report.tried).toBeGreaterThan(0);
    });
});

/** A memory controller that may be used: version 2 or 1, in a group of our own below ours. */
function group(): { limit(bytes: number): void; join: string; peak(): number; end(): void } | null {
  for (const [base, limit, peak] of [
    ["/sys/fs/cgroup", "memory.max", "memory.peak"],
    ["/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes"],
  ] as const) {
    const folder = join(base, `manifold-test-${process.pid}`);
    try {
      mkdirSync(folder);
      if (existsSync(join(folder, limit)))
        return {
          limit: (bytes) => writeFileSync(join(folder, limit), `${bytes}`),
          join: join(folder, "cgroup.procs"),
          peak: () => Number(readFileSync(join(folder, peak), "latin1")),
          end: () => rmdirSync(folder),
        };
      rmdirSync(folder);
    } catch {
      // Not ours to make.
    }
  }
  return null;
}

/** None where there is no controller of ours: the limit is set by process then. */
const GROUP = process.getuid?.() === 0 ? group() : null;
GROUP?.end();

describe("memory that is really limited", () => {
  const files = (count: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `m${i % 20}/f${i}.ts`,
        `import { f${i + 1} } from "../m${(i + 1) % 20}/f${i + 1}";\n\n/** Number ${i}. */\n${Array.from({ length: 60 }, (_, k) => `export function ${k === 0 ? `f${i}` : `g${i}_${k}`}(x: number): number {\n  return ${k === 0 ? `f${i + 1}` : `g${i}_${k - 1}`}(x + ${k});\n}\n`).join("\n")}`,
      ]),
    );

  test("a gigabyte, all processes together (or two of addresses each, where no control group may be made): a tree is indexed and asked", () => {
    using place = new Place(files(60));
    const limited = GROUP && group();
    if (limited === null) {
      const { exit, err } = place.shell('ulimit -v 2000000 && "$M" index . && exec "$M" callers f7 > /dev/null');
      expect([exit, err.includes("[unexpected]")]).toEqual([0, false]);
      return;
    }
    try {
      limited.limit(1_000_000_000);
      const shell = (words: string) => place.shell(`echo $$ > ${limited.join} && exec "$M" ${words}`);
      const { exit, out, err } = shell("index . --json");
      expect([exit, err.includes("[unexpected]")]).toEqual([0, false]);
      expect((JSON.parse(out) as IndexReport).indexed).toBe(60);
      expect(shell("callers f7 --json").exit).toBe(0);
      expect(limited.peak()).toBeLessThan(1_000_000_000);
      // The kernel kills what needs more: the index stays the old one, and the next command answers.
      limited.limit(25_000_000);
      const killed = shell("index . --full --json");
      expect(killed.exit).not.toBe(0);
      expect(place.manifold(["callers", "f7", "--json"]).exit).toBe(0);
      expect((JSON.parse(place.manifold(["index", ".", "--json"]).out) as IndexReport).parsed).toBe(0);
    } finally {
      limited.end();
    }
  });

  test("eight gigabytes of addresses (ulimit -v): a tree is indexed and asked", () => {
    using place = new Place(files(20));
    const { exit, err } = place.shell('ulimit -v 8000000 && "$M" index . && exec "$M" callers f7 > /dev/null');
    expect([exit, err.includes("[unexpected]")]).toEqual([0, false]);
  });
});
