/**
 * Running git so that nothing in a repository, its configuration or the environment can run.
 *
 * A hostile `.git/config` runs programs on the most harmless commands: `core.fsmonitor` on any that reads the index, `filter.*.clean` on
 * `diff-files` and `ls-files -m` whenever git must compare content (an entry as young as the index itself is enough: seen with 2.39), the same of a
 * submodule's configuration when submodules are looked into, a transport helper when a partial clone lacks an object. So: only listing
 * commands are used (never `status`, never a patch), every one through `git()` below, which overrides what can name a program;
 * commands that compare content get the overrides of `filterOverrides()` too.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";

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
  /** Milliseconds after which git is killed: a FIFO in the place of a config file would block it for ever. */
  timeout?: number;
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
  "core.untrackedCache=false",
  // Twenty threads that look at files only get in the way of the answer where there are two processors: 8 % of a cold question.
  `core.preloadIndex=${availableParallelism() > 2}`,
  "submodule.recurse=false",
].flatMap((setting) => ["-c", setting]);

/** Absolute entries of PATH only: with `.` or an empty entry in it, the repository could bring its own `git`. */
function safePath(): string {
  return (process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin")
    .split(":")
    .filter((entry) => isAbsolute(entry))
    .join(":");
}

const programs = new Map<string, string>();

/** Where git is, looked for once: a look through PATH takes up to two milliseconds, and an answer about a change starts seven commands. */
function gitProgram(path: string): string | null {
  const program = programs.get(path) ?? Bun.which("git", { PATH: path });
  if (program !== null) programs.set(path, program);
  return program;
}

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
  for (const name of ["HOME", "XDG_CONFIG_HOME", "SUDO_UID"]) {
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
    real = realpathSync(folder);
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
    return stat.isFile() && stat.size < 10_000 && readFileSync(path, "latin1").startsWith("gitdir:");
  } catch {
    return false;
  }
}

/**
 * Runs a git command in `folder` and gives what it printed.
 *
 * @param folder absolute; git answers for the work tree that contains it
 * @param args subcommand and arguments; ask for `-z` and decode with base/names.ts; paths of the user go to `input`, where nothing is a pattern
 * @throws GitFailure
 */
export async function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitOutput> {
  if (stuck.has(folder)) throw new GitFailure("timeout", STUCK);
  const odd = oddFile(gitTop(folder));
  if (odd !== null) throw new GitFailure("refused", odd);
  const program = gitProgram(safePath());
  if (program === null) throw new GitFailure("missing", "git is not installed");
  const settings = (options.settings ?? []).flatMap((setting) => ["-c", setting]);
  const timeout = options.timeout ?? 60_000;
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), timeout);
  let stop: (() => void) | undefined;
  try {
    const child = Bun.spawn([program, "--no-pager", ...SETTINGS, ...settings, ...args], {
      cwd: folder,
      env: { ...cleanEnvironment(gitTop(folder)), ...options.environment },
      stdin: options.input === undefined ? "ignore" : new Blob([options.input]),
      stdout: "pipe",
      stderr: "pipe",
      signal: aborter.signal,
      killSignal: "SIGKILL",
    });
    stop = whenStuck(child.pid, () => {
      stuck.add(folder);
      aborter.abort();
    });
    const [stdout, stderr, code] = await Promise.all([new Response(child.stdout).bytes(), new Response(child.stderr).text(), child.exited]);
    if (stuck.has(folder)) throw new GitFailure("timeout", STUCK);
    const odd = oddFile(gitTop(folder));
    if (odd !== null) throw new GitFailure("refused", odd);
    if (aborter.signal.aborted) throw new GitFailure("timeout", `git ${args[0]} did not finish within ${timeout / 1000} s`);
    if (code !== 0 && !options.accept?.includes(code)) {
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
    clearTimeout(timer);
    stop?.();
  }
}

/** Files of a repository that git reads whole, whatever they are: a device in the place of one would fill the memory. The largest of each in bytes. */
const READ_WHOLE: readonly (readonly [name: string, most: number])[] = [
  ["HEAD", 64 << 10],
  ["commondir", 64 << 10],
  ["gitdir", 64 << 10],
  ["config", 16 << 20],
  ["config.worktree", 16 << 20],
  ["index", 2 ** 32],
  ["packed-refs", 2 ** 30],
  ["shallow", 256 << 20],
  ["info/exclude", 16 << 20],
  ["info/attributes", 16 << 20],
  ["info/sparse-checkout", 16 << 20],
  ["objects/info/alternates", 1 << 20],
];

const looked = new Map<string, string | null>();

/** What of the repository of a work tree is no plain file, or too large to be read whole, as a sentence; null where nothing is. Looked at once. */
function oddFile(top: string | null): string | null {
  if (top === null) return null;
  let odd = looked.get(top);
  if (odd === undefined) {
    odd = findOddFile(join(top, ".git"));
    looked.set(top, odd);
  }
  return odd;
}

function findOddFile(start: string): string | null {
  let folder = start;
  try {
    if (statSync(folder).isFile())
      folder = resolve(
        dirname(start),
        readFileSync(start, "utf8")
          .replace(/^gitdir:\s*/, "")
          .trimEnd(),
      );
    const folders = [folder];
    for (const at of folders)
      for (const [name, most] of READ_WHOLE) {
        const path = join(at, name);
        const there = statSync(path, { throwIfNoEntry: false });
        if (!there) continue;
        if (!there.isFile()) return `${path} is not a plain file`;
        if (there.size > most) return `${path} is larger than git could read`;
        // What several work trees share.
        if (name === "commondir" && folders.length === 1) folders.push(resolve(at, readFileSync(path, "utf8").trimEnd()));
      }
  } catch {
    // What cannot be looked at git cannot read either, and says so.
  }
  return null;
}

/** Folders in which git waits for something that does not come: it is not asked there again, or each of its commands would wait anew. */
const stuck = new Set<string>();
const STUCK = "git waits for something that does not come (a pipe or a device in the place of one of its files)";

/** Milliseconds between two looks at a process, and how many looks in a row must find it asleep with no more processor time used. */
const LOOK = 250;
const LOOKS = 12;

/**
 * Calls back once a process sleeps and does not go on: an archive can bring a FIFO in the place of any file that git reads, and opening it never ends.
 * Reading from a disk is no such sleep (the kernel's state D), computing is none either. Without `/proc` only the timeout counts.
 * @returns ends the watch
 */
function whenStuck(pid: number, then: () => void): () => void {
  let before = "";
  let same = 0;
  const timer = setInterval(() => {
    const now = asleep(pid);
    same = now !== null && now === before ? same + 1 : 0;
    before = now ?? "";
    if (same < LOOKS) return;
    clearInterval(timer);
    then();
  }, LOOK);
  return () => clearInterval(timer);
}

/** Processor time used by a process that sleeps waiting for something else than a disk; null for any other. */
function asleep(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name stands in brackets and may hold anything: fields are counted from the last one. State, then user and system time 11 and 12 further on.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "S" ? `${fields[11]} ${fields[12]}` : null;
  } catch {
    return null;
  }
}

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
