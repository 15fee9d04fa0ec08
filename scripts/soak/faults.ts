#!/usr/bin/env bun
/**
 * What comes of an index when the disk is full or broken at any one of the calls that write it or read it?
 *
 *   bun scripts/soak/faults.ts [--manifold PATH] [--every 1] [--only "update, disk full"]
 *
 * strace makes one system call fail that the program makes of its own (`--inject`): the first, the second, and so on to the last, every one (`--every`
 * leaves out some). Full means that every later one fails too. Whatever happens then: the program ends by itself, with an answer or with words; nothing is
 * `[unexpected]`; and the next command, undisturbed, answers right, with an index like a fresh one's and nothing left behind.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const WRITES = "pwrite64,pwritev,ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat,link,linkat";

export const FAULTS = {
  "disk full": { calls: WRITES, error: "ENOSPC", on: true },
  "quota at once": { calls: WRITES, error: "EDQUOT", on: false },
  "write error": { calls: WRITES, error: "EIO", on: false },
  "read error": { calls: "pread64", error: "EIO", on: false },
} as const;
export type Fault = keyof typeof FAULTS;

export const WAYS = {
  build: ["index", ".", "--full"],
  update: ["index", "."],
  question: ["callers", "hash", "--json"],
} as const;
export type Way = keyof typeof WAYS;

export interface FaultReport {
  way: Way;
  fault: Fault;
  /** How many calls were made to fail, each in a run of its own. */
  tried: number;
  /** Exit codes of those runs. */
  exits: Record<string, number>;
  wrong: string[];
}

const FILES: Record<string, string> = {
  "src/hash.ts": "/** One-way digest. */\nexport function hash(text: string): string {\n  return text;\n}\n",
  "src/auth.ts":
    'import { hash } from "./hash";\n\nexport function authenticate(user: string): boolean {\n  return hash(user) === user;\n}\n',
  "tools/report.py":
    'def render(rows):\n    """Render rows."""\n    return [line(row) for row in rows]\n\n\ndef line(row):\n    return str(row)\n',
  "README.md": "# Small\n\nCall `authenticate`.\n",
};

/** What a command that has ended may leave in the index folder. */
const KEPT = /^(?:\.gitignore|feedback\.db(?:-shm|-wal)?|index\.db(?:-shm|-wal)?|lock|seal)$/;

/** Makes every `every`-th call fail, one a run. */
export function faults(manifold: string, way: Way, fault: Fault, every: number): FaultReport {
  const base = mkdtempSync(join(tmpdir(), "manifold-faults-"));
  const root = join(base, "tree");
  const { calls, error, on } = FAULTS[fault];
  const report: FaultReport = { way, fault, tried: 0, exits: {}, wrong: [] };
  const run = (words: readonly string[]) => {
    const env = { PATH: process.env.PATH ?? "", HOME: base };
    const ran = Bun.spawnSync([...words], { cwd: root, env, stdin: "ignore", stdout: "pipe", stderr: "pipe", timeout: 60_000 });
    return { exit: ran.exitCode, signal: ran.signalCode, out: ran.stdout.toString(), err: ran.stderr.toString() };
  };
  try {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    run([manifold, "index", "."]);
    for (let n = 1; ; n += every) {
      writeFileSync(join(root, "src/more.ts"), `import { hash } from "./hash";\n\nexport const more${n} = (): string => hash("${n}");\n`);
      const log = join(base, "calls");
      // Of the main thread alone, which is the one that writes the index; a look at all of them would fail the runtime's own wake-ups.
      const inject = `inject=${calls}:error=${error}:when=${n}${on ? "+" : ""}`;
      const { exit, signal, err } = run(["strace", "-qq", "-o", log, "-e", `trace=${calls}`, "-e", inject, manifold, ...WAYS[way]]);
      if (!readFileSync(log, "latin1").includes("(INJECTED)")) break;
      report.tried++;
      const code = exit === null ? `${signal}` : `${exit}`;
      report.exits[code] = (report.exits[code] ?? 0) + 1;
      const failed = (what: string): void => {
        report.wrong.push(`${way}, ${fault}, call ${n}: ${what}`);
      };
      // The system could not even load the program: nothing of ours ran.
      const unloaded = exit === 127 && err.includes("error while loading shared libraries");
      if (![0, 3].includes(exit ?? -1) && !unloaded) failed(`ended with ${code}: ${err.slice(-300)}`);
      if (err.includes("[unexpected]")) failed(err.slice(-300));
      if (exit === 3 && !/\[[a-z-]+\]/.test(err)) failed("no words");
      const after = run([manifold, "callers", "hash", "--json"]);
      const callers = after.exit === 0 ? (JSON.parse(after.out).results as { path: string; line: number }[]) : [];
      const found = callers.map((one) => `${one.path}:${one.line}`).sort();
      if (found.join() !== "src/auth.ts:4,src/more.ts:3")
        failed(`the next question answers ${after.exit} ${found.join()} ${after.err.slice(-200)}`);
      const left = readdirSync(join(root, ".manifold")).filter((name) => !KEPT.test(name));
      if (left.length > 0) failed(`left behind: ${left.join()}`);
      if (n % 5 !== 1) continue;
      const incremental = JSON.parse(run([manifold, "index", ".", "--json"]).out).graph_hash as string;
      const full = JSON.parse(run([manifold, "index", ".", "--full", "--json"]).out).graph_hash as string;
      if (incremental !== full) failed("not what a fresh index has");
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
  const manifold = flag("manifold", join(import.meta.dir, `../../dist/manifold-linux-${process.arch}`));
  let wrong = 0;
  for (const way of Object.keys(WAYS) as Way[])
    for (const fault of Object.keys(FAULTS) as Fault[]) {
      if (!`${way}, ${fault}`.includes(flag("only", ""))) continue;
      const report = faults(manifold, way, fault, Number(flag("every", "1")));
      wrong += report.wrong.length;
      console.log(`${way}, ${fault}: ${report.tried} calls failed, exits ${JSON.stringify(report.exits)}, ${report.wrong.length} wrong`);
      for (const one of report.wrong.slice(0, 20)) console.log(`  ${one}`);
    }
  process.exit(wrong === 0 ? 0 : 1);
}
