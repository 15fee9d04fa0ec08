#!/usr/bin/env bun
/**
 * What comes of an index on a disk that has blocks which cannot be read?
 *
 *   bun scripts/soak/blocks.ts [--manifold PATH] [--cuts 14]      (as root, on a machine with loop devices and mkfs.ext4)
 *
 * A real file system on a real block device: an ext4 in a file whose end is cut off under the mounted system, so that every block behind the cut gives a
 * read error by the kernel, for `read` as for what is mapped (which strace cannot make fail). The cut goes through the index; whatever else the
 * program needs is in the system's memory by then. Whatever happens: no signal, no `[unexpected]`; an answer is right, a refusal has words.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BLOCK = 4_096;
const COMMANDS = [
  ["callers", "isSecretName", "--json"],
  ["q", "how are secrets kept out of an answer", "--json"],
  ["impact", "isSecretName", "--json"],
  ["index", ".", "--json"],
  ["callers", "isSecretName", "--json", "--no-refresh"],
];

const flag = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const manifold = flag("manifold", join(import.meta.dir, `../../dist/manifold-linux-${process.arch}`));
const base = mkdtempSync(join(tmpdir(), "manifold-blocks-"));
const [whole, image, mount] = [join(base, "whole"), join(base, "image"), join(base, "mount")];
const root = join(mount, "tree");

function run(words: readonly string[], cwd = base): { exit: number | null; signal: string | number | undefined; out: string; err: string } {
  const env = { PATH: process.env.PATH ?? "", HOME: base };
  const ran = Bun.spawnSync([...words], { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe", timeout: 120_000 });
  return { exit: ran.exitCode, signal: ran.signalCode, out: ran.stdout.toString(), err: ran.stderr.toString() };
}
function must(...words: string[]): string {
  const { exit, out, err } = run(words);
  if (exit !== 0) throw new Error(`${words.join(" ")}: ${err}`);
  return out;
}
/** Places of an answer, whatever it warns of. */
const placesOf = (out: string): string => {
  const { results, graph_hash } = JSON.parse(out) as {
    results?: { path: string; line: number | null; start: number }[];
    graph_hash?: string;
  };
  return graph_hash ?? results!.map(({ path, line, start }) => `${path}:${line ?? start}`).join();
};

const found: Record<string, number> = {};
const wrong: string[] = [];
try {
  mkdirSync(mount);
  must("truncate", "-s", "300M", whole);
  must("mkfs.ext4", "-q", "-F", "-b", `${BLOCK}`, whole);
  must("mount", "-o", "loop", whole, mount);
  cpSync(join(import.meta.dir, "../../src/files"), root, { recursive: true });
  const expected = COMMANDS.map((words) => placesOf(run([manifold, ...words], root).out));
  must("sync");
  const extents = [...must("filefrag", "-v", join(root, ".manifold/index.db")).matchAll(/^ *\d+: *\d+\.\. *\d+: *(\d+)\.\. *(\d+):/gm)];
  const blocks = extents.flatMap(([, from, to]) => Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at));
  must("umount", mount);
  const cuts = Number(flag("cuts", "14"));
  for (let cut = 0; cut < cuts; cut++) {
    // More of them near the beginning, where the schema is.
    const at = blocks[Math.floor((blocks.length - 1) * (cut / (cuts - 1)) ** 3)]!;
    must("cp", "--sparse=always", whole, image);
    must("mount", "-o", "loop", image, mount);
    must("sh", "-c", `cd '${root}' && find . -type f ! -name index.db -exec cat {} + > /dev/null && ls -la .manifold`);
    truncateSync(image, at * BLOCK);
    for (const [no, words] of COMMANDS.entries()) {
      const { exit, signal, out, err } = run([manifold, ...words], root);
      const told = exit === 3 && /\[[a-z-]+\]/.test(err) && !err.includes("[unexpected]");
      const right = exit === 0 && placesOf(out) === expected[no];
      const what = signal !== undefined ? `${signal}` : right ? "right" : told ? (/\[[a-z-]+\]/.exec(err)?.[0] ?? "") : `exit ${exit}`;
      found[what] = (found[what] ?? 0) + 1;
      if (!right && !told) wrong.push(`cut at block ${at}, ${words.join(" ")}: ${what} ${err.slice(-300)}`);
    }
    must("umount", mount);
  }
} finally {
  run(["umount", mount]);
  rmSync(base, { recursive: true, force: true });
}
console.log(`${JSON.stringify(found)}; wrong: ${wrong.length}`);
for (const one of wrong.slice(0, 20)) console.log(`  ${one}`);
process.exit(wrong.length === 0 ? 0 : 1);
