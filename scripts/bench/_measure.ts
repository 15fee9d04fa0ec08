/**
 * What a process and everything it starts cost: wall time, CPU seconds, memory.
 *
 * CPU time and the largest single process come from the kernel's accounting of a child (`wait4`), which includes every
 * descendant that was waited for, on Linux and macOS alike. On Linux `/proc` is also sampled, because memory must be summed
 * over the processes of the tree to be comparable between a tool with threads and a tool with children.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One finished command. */
export interface Cost {
  code: number;
  stdout: string;
  stderr: string;
  /** Milliseconds from start to exit. */
  wall: number;
  /** User and system seconds of the process and its descendants. */
  cpu: number;
  /** Peak memory of the largest single process, MB. */
  largest: number;
  /** Peak of the sum over the whole tree, MB, shared pages (a program's own code) counted once; equals `largest` where it cannot be sampled. */
  tree: number;
  /** Most processes alive at once, by sampling. */
  processes: number;
}

/** The kernel walks all pages of a process for its share of them: 5 ms for 500 MB. */
const SAMPLE_MS = 100;

/** A process and its descendants that live now. */
function family(pid: number): number[] {
  const found = [pid];
  for (let i = 0; i < found.length; i++) {
    const tasks = `/proc/${found[i]}/task`;
    try {
      // Children hang off the thread that started them.
      for (const task of new Bun.Glob("*").scanSync({ cwd: tasks, onlyFiles: false }))
        for (const child of readFileSync(`${tasks}/${task}/children`, "utf8").split(" ")) if (child) found.push(Number(child));
    } catch {
      // Gone between two reads.
    }
  }
  return found;
}

/** Megabytes that these processes have together: resident pages, those that several share in equal parts (proportional set size). */
function resident(pids: readonly number[]): number {
  let kb = 0;
  for (const pid of pids) {
    try {
      kb += Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // Gone between two reads.
    }
  }
  return kb / 1024;
}

/**
 * Runs a command to its end.
 * @param options.sample watch the tree's memory (Linux); off for short runs whose time matters
 */
export async function measure(
  command: readonly string[],
  options: { cwd: string; env?: Record<string, string>; stdin?: string; sample?: boolean } = { cwd: "." },
): Promise<Cost> {
  const from = performance.now();
  const child = Bun.spawn([...command], {
    cwd: options.cwd,
    env: options.env ?? environment(),
    stdin: options.stdin === undefined ? "ignore" : Buffer.from(options.stdin),
    stdout: "pipe",
    stderr: "pipe",
  });
  let tree = 0;
  let processes = 1;
  const timer =
    options.sample && existsSync("/proc/self/smaps_rollup")
      ? setInterval(() => {
          const pids = family(child.pid);
          tree = Math.max(tree, resident(pids));
          processes = Math.max(processes, pids.length);
        }, SAMPLE_MS)
      : null;
  const [stdout, stderr, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited]);
  const wall = performance.now() - from;
  if (timer) clearInterval(timer);
  const usage = child.resourceUsage();
  const largest = (usage?.maxRSS ?? 0) / 2 ** 20;
  return {
    code,
    stdout,
    stderr,
    wall,
    cpu: Number(usage?.cpuTime.total ?? 0) / 1e6,
    largest,
    tree: tree > 0 ? tree : largest,
    processes,
  };
}

/** The same, and an error with what the command printed when it fails. */
export async function must(...[command, options]: Parameters<typeof measure>): Promise<Cost> {
  const cost = await measure(command, options);
  if (cost.code !== 0) throw new Error(`${command.join(" ")} exited ${cost.code}: ${(cost.stderr || cost.stdout).slice(-1500)}`);
  return cost;
}

/**
 * The environment every measured tool gets: a home folder of its own, so that nobody's settings or caches count and nothing
 * is left behind, and each tool's switches against reporting home.
 */
export function environment(extra: Record<string, string> = {}): Record<string, string> {
  const home = join(cacheFolder(), "home");
  return {
    ...(process.env as Record<string, string>),
    HOME: home,
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_CONFIG_HOME: join(home, ".config"),
    DO_NOT_TRACK: "1",
    CODEGRAPH_TELEMETRY: "0",
    CODEGRAPH_NO_DAEMON: "1",
    NO_COLOR: "1",
    ...extra,
  };
}

/** Where fetched and made things live: `.cache/bench` of the repository, which git ignores, or `--cache DIR`. */
export function cacheFolder(): string {
  const at = process.argv.indexOf("--cache");
  return at > 0 && process.argv[at + 1] ? join(process.argv[at + 1]!) : join(import.meta.dir, "../../.cache/bench");
}

/** The product as a command: `--manifold "CMD …"`, else the binary in dist/ when it is built, else the source. */
export function manifold(): string[] {
  const at = process.argv.indexOf("--manifold");
  if (at > 0) return process.argv[at + 1]!.split(" ");
  const binary = join(import.meta.dir, `../../dist/manifold-linux-${process.arch}`);
  return existsSync(binary) ? [binary] : [process.execPath, join(import.meta.dir, "../../src/main.ts")];
}

/** A value of the sorted list at a share of its length: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Prints rows under heads, the first column left and the others right, a number with `digits` places. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[], digits = 0): void {
  const text = [heads, ...rows].map((row) => row.map((cell) => (typeof cell === "number" ? format(cell, digits) : cell)));
  const widths = heads.map((_, i) => Math.max(...text.map((row) => row[i]?.length ?? 0)));
  for (const row of text) console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  "));
}

const format = (value: number, digits: number): string => (Number.isNaN(value) ? "–" : value.toFixed(digits));

/** What the command is asked about one by one is a sample of this many. */
const MOST_ASKED = 150;

/** Of functions that have callers: how many the command says have none (or says do not exist), asked at their place. */
export function toldNone(
  root: string,
  functions: readonly { name: string; path: string; line: number }[],
): { count: number; which: string[] } {
  const step = Math.max(1, functions.length / MOST_ASKED);
  const which: string[] = [];
  let questions = 0;
  for (let i = 0; i < functions.length; i += step) {
    const { name, path, line } = functions[Math.floor(i)]!;
    questions++;
    const ask = (
      args: string[],
    ): { results?: unknown[]; warnings?: { code: string; message: string }[]; symbol?: { chosen: { name: string } | null } } =>
      JSON.parse(
        Bun.spawnSync([...manifold(), "callers", ...args, "--json", "--budget", "0", "--no-refresh"], {
          cwd: root,
        }).stdout.toString() || "{}",
      );
    let answer = ask(["--at", `${path}:${line}`]);
    if (answer.symbol?.chosen?.name !== name) answer = ask([name]);
    const codes = new Set(answer.warnings?.map(({ code }) => code));
    const unread = answer.warnings?.some(({ message }) => message.includes("as far as it can be read")) === true;
    if (codes.has("none-known") || ((answer.symbol?.chosen ?? null) === null && !unread)) which.push(`${name} ${path}:${line}`);
  }
  return { count: (which.length * functions.length) / Math.max(1, questions), which };
}
