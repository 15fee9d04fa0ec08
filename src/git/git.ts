/**
 * Running git so that nothing in a repository, its configuration or the environment can run.
 *
 * A hostile `.git/config` runs programs on the most harmless commands: `core.fsmonitor` on any that reads the index, `filter.*.clean` on
 * `diff-files` and `ls-files -m` whenever git must compare content (an entry as young as the index itself is enough: seen with 2.39), the same of a
 * submodule's configuration when submodules are looked into, a transport helper when a partial clone lacks an object. So: only listing
 * commands are used (never `status`), patches without drivers or text conversion, every one through `git()` below, which overrides what can name a program;
 * commands that compare content get the overrides of `filterOverrides()` too.
 */

import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { slashed } from "../base/names.ts";
import { doubtAbout, pointer } from "./repository.ts";

/** Why git could not answer. `missing`: no git on this machine; `refused`: it does not trust the folder; `failed`: damaged repository and all else. */
export type GitTrouble = "missing" | "refused" | "failed" | "timeout";

export class GitFailure extends Error {
  override readonly name = "GitFailure";
  constructor(
    readonly trouble: GitTrouble,
    message: string,
  ) {
    super(message);
  }
}

export interface GitOptions {
  /** Further `-c key=value` settings. */
  settings?: readonly string[];
  /** Exit codes that are answers, not errors; 0 always is. */
  accept?: readonly number[];
  /** Standard input; none otherwise. */
  input?: Uint8Array<ArrayBuffer>;
  /** Environment on top of the clean one: GIT_INDEX_FILE inside a commit hook. */
  environment?: Readonly<Record<string, string>>;
  /** Milliseconds after which git is killed, though it works. */
  timeout?: number;
  /** Gets standard output piece by piece; nothing of it is kept then. Says whether it wants more: else git is ended, and that is no failure. */
  each?: (piece: Uint8Array) => boolean;
}

export interface GitOutput {
  stdout: Uint8Array;
  /** Warnings, in English. */
  stderr: string;
  code: number;
}

const SETTINGS = [
  // Programs.
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.sshCommand=false",
  "protocol.allow=never",
  // A folder that merely looks like a bare repository (a test fixture) must not be taken for one: its config is content, not ours.
  "safe.bareRepository=explicit",
  // The same answer on every machine: a user's own excludes and attributes do not count.
  "core.excludesFile=/dev/null",
  "core.attributesFile=/dev/null",
  // Files outside that a repository's configuration may name, though they decide nothing here.
  "diff.orderFile=/dev/null",
  "log.mailmap=false",
  "core.untrackedCache=false",
  // Twenty threads that look at files only get in the way of the answer where there are two processors: 8 % of a cold question.
  `core.preloadIndex=${availableParallelism() > 2}`,
  "submodule.recurse=false",
].flatMap((setting) => ["-c", setting]);

/** Absolute entries of PATH only: with `.` or an empty entry in it, the repository could bring its own `git`. */
export function safePath(): string {
  return (process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin")
    .split(delimiter)
    .filter((entry) => isAbsolute(entry))
    .join(delimiter);
}

const programs = new Map<string, string>();

/** Where git is, looked for once: a look through PATH takes up to two milliseconds, and an answer about a change starts seven commands. */
function gitProgram(path: string): string | null {
  const program = programs.get(path) ?? Bun.which("git", { PATH: path });
  if (program !== null) programs.set(path, program);
  return program;
}

/** What programs need to start there, and git to find the user's own configuration. */
const OF_WINDOWS = ["SYSTEMROOT", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "TEMP", "TMP"];

/** The whole environment of git. HOME stays, so that git itself judges `safe.directory` by the user's own configuration. */
function cleanEnvironment(top: string | null): Record<string, string> {
  const environment: Record<string, string> = {
    PATH: safePath(),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_PAGER: "cat",
    GIT_DISCOVERY_ACROSS_FILESYSTEM: "1",
  };
  for (const name of ["HOME", "XDG_CONFIG_HOME", "SUDO_UID", ...(process.platform === "win32" ? OF_WINDOWS : [])]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  if (top !== null) {
    // `core.worktree` could point the repository at any folder of the machine; and git must find the same repository that gitTop() found.
    environment.GIT_WORK_TREE = top;
    environment.GIT_CEILING_DIRECTORIES = dirname(top);
  }
  return environment;
}

/**
 * Top of the git work tree that contains `folder`: the nearest folder upwards with a `.git` that is a repository or points to one; null outside git.
 *
 * No process is started. A bare repository has no work tree: null.
 * @param folder absolute
 * @returns absolute, symbolic links resolved
 */
export function gitTop(folder: string): string | null {
  let real: string;
  try {
    real = slashed(realpathSync(folder));
  } catch {
    return null;
  }
  for (let at = real; ; at = dirname(at)) {
    if (isRepository(join(at, ".git"))) return at;
    if (dirname(at) === at) return null;
  }
}

function isRepository(path: string): boolean {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return statSync(join(path, "HEAD"), { throwIfNoEntry: false }) !== undefined;
    return stat.isFile() && pointer(path) !== null;
  } catch {
    return false;
  }
}

/**
 * Runs a git command in `folder` and gives what it printed.
 *
 * @param folder absolute; git answers for the work tree that contains it
 * @param args subcommand and arguments; ask for `-z` and decode with base/names.ts; paths of the user go to `input`, where nothing is a pattern
 * A git that waits for something that does not come is killed within seconds (guard.ts), and not asked about the same work tree again for a while.
 * @throws GitFailure
 */
export async function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitOutput> {
  const top = gitTop(folder);
  const doubt = top === null ? null : doubtAbout(top);
  if (doubt !== null) throw new GitFailure("refused", doubt);
  const place = top ?? folder;
  const before = waited.get(place);
  if (before !== undefined && performance.now() < before.until) throw before.failure;
  const program = gitProgram(safePath());
  if (program === null) throw new GitFailure("missing", "git is not installed");
  const settings = (options.settings ?? []).flatMap((setting) => ["-c", setting]);
  let stopped = null as GitFailure | null;
  let guard: Guard | undefined;
  try {
    const child = Bun.spawn([program, "--no-pager", ...SETTINGS, ...settings, ...args], {
      cwd: folder,
      env: { ...cleanEnvironment(top), ...options.environment },
      stdin: options.input === undefined ? "ignore" : new Blob([options.input]),
      stdout: "pipe",
      stderr: "pipe",
    });
    guard = new Guard(child, options.timeout ?? 60_000, (why) => {
      stopped = new GitFailure("timeout", `git ${args[0]} ${why}`);
      waited.set(place, { until: performance.now() + AGAIN, failure: stopped });
    });
    const { each } = options;
    const output = each === undefined ? new Response(child.stdout).bytes() : handedOn(child, each);
    const [stdout, stderr, code] = await Promise.all([output, new Response(child.stderr).text(), child.exited]);
    if (stopped !== null) throw stopped;
    if (stdout !== ENDED && code !== 0 && !options.accept?.includes(code)) {
      const reason = stderr.trim().split("\n")[0] ?? "";
      throw new GitFailure(
        /dubious ownership|unsafe repository|safe\.\w+/.test(stderr) ? "refused" : "failed",
        reason || `git ${args[0]} ended with ${code}`,
      );
    }
    return { stdout, stderr, code };
  } catch (error) {
    if (error instanceof GitFailure) throw error;
    throw new GitFailure("failed", `git could not be run: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    guard?.end();
  }
}

const NOTHING = new Uint8Array();
/** What stands for the output of a git that was ended because nobody wanted more of it. */
const ENDED = new Uint8Array();

/** Hands on what a git prints as it comes; whoever takes it decides how long. */
async function handedOn(child: { stdout: ReadableStream<Uint8Array>; kill(): void }, each: (piece: Uint8Array) => boolean) {
  let wanted = false;
  try {
    for await (const piece of child.stdout) {
      wanted = each(piece);
      if (!wanted) return ENDED;
    }
    wanted = true;
    return NOTHING;
  } finally {
    if (!wanted) child.kill();
  }
}

/** Milliseconds for which a git that did not answer is not asked again. */
const AGAIN = 60_000;
const waited = new Map<string, { until: number; failure: GitFailure }>();

/** `runGit`, its standard output only. */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<Uint8Array> {
  return (await runGit(folder, args, options)).stdout;
}

/**
 * Settings that switch off every content filter that the configuration defines, for commands that may compare content.
 *
 * Attributes cannot be switched off as a whole (`.git/info/attributes` has no option), but a filter only exists where the configuration names a program
 * for it, so emptying each named one is complete.
 * @throws GitFailure `refused` where a filter's name contains `=`: `-c` cannot name it
 */
export async function filterOverrides(folder: string): Promise<string[]> {
  const { stdout } = await runGit(folder, ["config", "-z", "--name-only", "--get-regexp", "^filter\\."], { accept: [1] });
  const drivers = new Set<string>();
  for (const key of new TextDecoder().decode(stdout).split("\0")) {
    const end = key.lastIndexOf(".");
    if (end > "filter.".length) drivers.add(key.slice("filter.".length, end));
  }
  const settings: string[] = [];
  for (const driver of drivers) {
    if (driver.includes("=") || driver.includes("\uFFFD"))
      throw new GitFailure("refused", "a content filter with an unusual name cannot be switched off");
    settings.push(`filter.${driver}.clean=`, `filter.${driver}.smudge=`, `filter.${driver}.process=`, `filter.${driver}.required=false`);
  }
  return settings;
}

// That a process which was started ends: after a time, sooner where it waits for something that does not come, and with the one that started it.

/** Milliseconds without any work after which a process waits in vain: what waits for a disk counts as working. */
const STILL = 2_000;
/** Milliseconds between two looks. */
const LOOKS = 250;
/** Kilobytes of memory of its own that a git may take: the index of four million files has as many. A file without an end would take all there is. */
const MOST_MEMORY = 1_000_000;

const running = new Set<number>();
let watching = false;

/** Watches one child from its start to `end()`. */
export class Guard {
  readonly #hard: Timer;
  readonly #looks: Timer;
  readonly #pid: number;

  /**
   * @param limit milliseconds that it may take at all
   * @param stopped told the end of a sentence before the child is killed, with all that it has started
   */
  constructor(child: { pid: number }, limit: number, stopped: (why: string) => void) {
    this.#pid = child.pid;
    running.add(child.pid);
    if (!watching) {
      watching = true;
      process.on("exit", () => {
        for (const pid of running) killTree(pid);
      });
    }
    const stop = (why: string): void => {
      stopped(why);
      killTree(this.#pid);
    };
    this.#hard = setTimeout(() => stop(`did not finish within ${limit / 1000} s`), limit);
    let before = "";
    let still = 0;
    this.#looks = setInterval(() => {
      if (memoryOf(this.#pid) > MOST_MEMORY) return stop("takes more memory than any repository needs (a device or a file without an end)");
      const now = workOf(this.#pid);
      // Looks are counted, not seconds: while this process itself was busy, nobody may have read what the child wrote.
      still = now !== null && now === before ? still + LOOKS : 0;
      before = now ?? "";
      if (still >= STILL) stop("waits for something that does not come (a pipe or a device in the place of a file)");
    }, LOOKS);
  }

  /** The child has ended. */
  end(): void {
    clearTimeout(this.#hard);
    clearInterval(this.#looks);
    running.delete(this.#pid);
  }
}

/** What a process has done so far (processor time, bytes read and written); null while it works or waits for a disk, and where that cannot be told. */
function workOf(pid: number): string | null {
  try {
    let work = "";
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "latin1");
      // The name stands in brackets and may hold anything. State, then user and system time 11 and 12 further on.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] !== "S") return null;
      work += `${fields[11]} ${fields[12]} `;
    }
    return work + bytesOf(pid);
  } catch {
    return null;
  }
}

/** Kilobytes of memory that are no file's; 0 where the kernel does not tell. */
function memoryOf(pid: number): number {
  try {
    return Number(/^RssAnon:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function bytesOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/io`, "latin1");
  } catch {
    // Not every kernel tells.
    return "";
  }
}

function killTree(pid: number): void {
  let children: string[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean);
  } catch {
    // It has ended, or the kernel does not tell.
  }
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
  for (const child of children) killTree(Number(child));
}
