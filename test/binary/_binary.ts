/** Running the compiled binary in throw-away folders. Not a test file. */
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const top = join(import.meta.dir, "..", "..");

/** Path of the binary for an architecture; MANIFOLD_TEST_BINARY names another one for this machine. @throws when it has not been built */
export function binary(arch: string = process.arch): string {
  const path = (arch === process.arch && process.env.MANIFOLD_TEST_BINARY) || join(top, "dist", `manifold-linux-${arch}`);
  if (!existsSync(path)) throw new Error(`${path} is not there: run "bun run build" first.`);
  return path;
}

export interface Ran {
  exit: number;
  out: string;
  err: string;
}

/** Runs a command to its end. The environment is what is given, and PATH: nothing of the machine's own. */
export function run(
  command: string[],
  cwd: string,
  options: { env?: Record<string, string>; input?: string | Uint8Array; timeout?: number } = {},
): Ran {
  const result = Bun.spawnSync(command, {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...options.env },
    stdin: options.input === undefined ? "ignore" : Buffer.from(options.input),
    stdout: "pipe",
    stderr: "pipe",
    timeout: options.timeout ?? 110_000,
  });
  return { exit: result.exitCode ?? -1, out: result.stdout.toString(), err: result.stderr.toString() };
}

/** What stands on standard error besides how far an index is. */
export const besidesProgress = (err: string): string =>
  err.replace(/^manifold: (?:indexing \/|looking at|(?:reading|resolving|adapting|embedding|writing|ranking|putting) ).*\n/gm, "");

/** Whether this machine lets us mount things in a namespace of our own; tests that need it say so in their name and are skipped where not. */
export const mayMount: boolean =
  Bun.which("unshare") !== null && run(["unshare", "-rm", "sh", "-c", "mount -t tmpfs none /mnt"], "/").exit === 0;

const EMULATED = `set -e
mount -t tmpfs none /mnt
printf '#!/bin/sh\\necho "$*" >>%s\\nexec %s "$@"\\n' "$1" "$2" >/mnt/emulator
chmod +x /mnt/emulator
: >/mnt/manifold.emulated
mount --bind "$3" /mnt/manifold.emulated
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
echo ':manifold:E::emulated::/mnt/emulator:' >/proc/sys/fs/binfmt_misc/register
shift 3
exec /mnt/manifold.emulated "$@"`;

/**
 * The command line of a program under an emulator, and with it of every child that the program starts of itself: an emulator alone leaves those to this
 * machine's own processor. In a namespace of our own the kernel hands the program, by its name's ending, to the emulator (Linux 6.7 and later).
 * @param log a file that gets a line with the words of each that was started
 */
export const emulated = (program: string, emulator: readonly string[], log: string): string[] => [
  ...["unshare", "-rm", "sh", "-c", EMULATED, "sh"],
  ...[log, emulator.join(" "), program],
];

/** Whether a program's children can be emulated too. */
export const mayEmulate: boolean =
  mayMount && run(["unshare", "-rm", "sh", "-c", "mount -t binfmt_misc none /proc/sys/fs/binfmt_misc"], "/").exit === 0;

/** Enough descriptions of code, and chapters, that the embedding adapts to them; of one shape on and on, so that a child parses them. */
export function ledgers(): Record<string, string> {
  const of = (length: number, text: (at: number) => string): string => Array.from({ length }, (_, at) => text(at)).join("\n");
  const counted = (book: number, at: number): string =>
    `def count_${book}_${at}(total):\n    """Counts what ledger ${at} of book ${book} holds."""\n    return add_${book}(total, ${at})\n`;
  const chapter = `${"The ledger holds what is counted and when it was closed. ".repeat(16)}\n`;
  return {
    "books/first.py": of(64, (at) => counted(1, at)),
    "books/second.py": of(64, (at) => counted(2, at)),
    "docs/books.md": `# Books\n\n${of(104, (at) => `## Chapter ${at} of the books\n\n${chapter}`)}`,
  };
}

/** What an index of everything holds: the graph's hash, the grammars, the chunks and the bytes of the vectors. */
export function indexed(command: readonly string[], place: Place, ...words: string[]): unknown[] {
  // Emulated, with its children, on a machine that does other things too: a minute and more.
  const options = { env: { HOME: place.home }, timeout: 300_000 };
  const { exit, out, err } = run([...command, "index", ".", "--full", "--json", ...words], place.tree, options);
  if (exit !== 0) throw new Error(`index: exit ${exit}, ${err}`);
  const index = new Database(join(place.tree, ".manifold", "index.db"), { readonly: true });
  const vectors = index.query("SELECT block, hex(ids), hex(rows) FROM vector ORDER BY block").values();
  index.close();
  if (vectors.length === 0) throw new Error("index: no vectors");
  const { graph_hash, grammars, model, chunks, warnings } = JSON.parse(out) as Record<string, unknown>;
  return [graph_hash, grammars, model, chunks, warnings, vectors];
}

/** Whether we can become another user. */
export const maySwitch: boolean = process.getuid?.() === 0 && run(["setpriv", "--reuid=65534", "--clear-groups", "true"], "/").exit === 0;

/** A word in single quotes for a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A folder with an empty HOME beside it; `dispose` takes both away. */
export class Place {
  readonly base = mkdtempSync(join(tmpdir(), "manifold-test-"));
  readonly tree = join(this.base, "tree");
  readonly home = join(this.base, "home");
  constructor(files: Record<string, string | Uint8Array> = {}) {
    mkdirSync(this.tree);
    mkdirSync(this.home);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }
  write(path: string, content: string | Uint8Array): void {
    const full = join(this.tree, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }
  git(): void {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main", "-c", "core.autocrlf=false"];
    for (const words of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-q", "--allow-empty", "-m", "t"],
    ]) {
      const { exit, err } = run(["git", ...identity, ...words], this.tree, { env: { HOME: this.home, GIT_CONFIG_NOSYSTEM: "1" } });
      if (exit !== 0) throw new Error(`git ${words[0]}: ${err}`);
    }
  }
  /** Runs manifold in the tree. */
  manifold(words: string[], options: { env?: Record<string, string>; input?: string | Uint8Array; cwd?: string } = {}): Ran {
    return run([binary(), ...words], options.cwd ?? this.tree, { ...options, env: { HOME: this.home, ...options.env } });
  }
  /** Starts manifold in the tree and does not wait for it. */
  start(words: string[], options: { env?: Record<string, string> } = {}): Bun.Subprocess<"ignore", "pipe", "pipe"> {
    return Bun.spawn([binary(), ...words], {
      cwd: this.tree,
      env: { PATH: process.env.PATH ?? "", HOME: this.home, ...options.env },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  }
  /** Runs a script in the tree with `$M` as the binary and `$HOME` as the empty home. */
  shell(script: string, before: string[] = []): Ran {
    return run([...before, "sh", "-c", script], this.tree, { env: { HOME: this.home, M: binary() } });
  }
  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** A small project in three languages with known relations. */
export const SMALL: Record<string, string> = {
  "src/auth.ts": `import { hash } from "./hash";\n\n/** Checks a password against the stored hash. */\nexport function authenticate(user: string, password: string): boolean {\n  return hash(password) === user;\n}\n`,
  "src/hash.ts": `/** One-way digest of a text. */\nexport function hash(text: string): string {\n  return text.split("").reverse().join("");\n}\n`,
  "src/login.ts": `import { authenticate } from "./auth";\n\nexport function login(form: { user: string; password: string }): string {\n  if (!authenticate(form.user, form.password)) throw new Error("login failed");\n  return "welcome";\n}\n`,
  "tools/report.py": `"""Reports."""\n\n\ndef render_report(rows):\n    """Render rows as a table."""\n    return "\\n".join(format_row(row) for row in rows)\n\n\ndef format_row(row):\n    return ", ".join(row)\n`,
  "README.md": `# Small\n\nA project to ask about.\n\n## Logging in\n\nCall \`login\` with a form.\n`,
};
