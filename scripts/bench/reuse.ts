#!/usr/bin/env bun
/**
 * What is spared where the same content is met again, in CPU of the first index: a second work tree, one some commits away, a second clone elsewhere, the same
 * from the cache by content alone, and branches switched to and fro.
 *
 *   bun scripts/bench/reuse.ts --repo DIR [--away 20] [--manifold "CMD …"] [--fresh]
 *
 * DIR is a git repository (bare or not) with a history; nothing is written there. CPU seconds count every process that was waited for. With --fresh each index
 * is compared with one that is built from nothing (`index --verify`), which takes as long as the first.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifold, must, table } from "./_measure.ts";
import { helper } from "./_packages.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const repository = flag("repo");
if (repository === "") throw new Error("Name a repository: --repo DIR");
const away = `HEAD~${flag("away", "20")}`;
const fresh = process.argv.includes("--fresh");
const base = mkdtempSync(join(tmpdir(), "manifold-reuse-"));
const env: Record<string, string> = { MANIFOLD_CACHE: "on", MANIFOLD_CACHE_DIR: "" };
for (const [name, folder] of [
  ["HOME", "home"],
  ["XDG_STATE_HOME", "state"],
  ["XDG_CACHE_HOME", "cache"],
  ["XDG_CONFIG_HOME", "config"],
] as const) {
  env[name] = join(base, folder);
  mkdirSync(env[name]!);
}
Object.assign(process.env, env);

const tree = (name: string): string => join(base, name);
const git = (root: string, ...args: string[]): void => void helper(["git", ...args], root);
const megabytes = (folder: string): number => Number(helper(["du", "-sk", folder], base).split("\t")[0]) / 1024;
const rows: string[][] = [];
let first = 0;

async function measured(what: string, root: string): Promise<void> {
  const { cpu, stdout } = await must([...manifold(), "index", ".", "--json"], { cwd: root, env: process.env as Record<string, string> });
  const report = JSON.parse(stdout) as Record<"indexed" | "parsed" | "reused", number> & { begun_from: string | null };
  first ||= cpu;
  console.error(`${what}: ${cpu.toFixed(1)} s`);
  let same = "";
  if (fresh)
    same = (await must([...manifold(), "index", "--verify"], { cwd: root, env: process.env as Record<string, string> })).stdout.startsWith(
      "The index is",
    )
      ? "same"
      : "OTHER";
  const { indexed, parsed, reused, begun_from } = report;
  const row = [what, cpu.toFixed(1), `${((100 * cpu) / first).toFixed(1)} %`, ...[indexed, parsed, reused].map(String)];
  rows.push([...row, begun_from === null ? "" : "yes", megabytes(join(root, ".manifold")).toFixed(1), same]);
}

try {
  git(base, "clone", "-q", repository, tree("one"));
  await measured("first", tree("one"));
  git(tree("one"), "worktree", "add", "-q", "--detach", tree("two"), "HEAD");
  await measured("second work tree", tree("two"));
  git(tree("one"), "worktree", "add", "-q", "--detach", tree("three"), away);
  await measured(`work tree, ${away}`, tree("three"));
  git(base, "clone", "-q", repository, tree("four"));
  await measured("second clone", tree("four"));
  for (const [what, revision] of [
    ["switch", away],
    ["back", "-"],
    ["to", "-"],
    ["and fro", "-"],
  ] as const) {
    git(tree("one"), "checkout", "-q", ...(revision === "-" ? ["-"] : ["--detach", revision]));
    await measured(what, tree("one"));
  }
  const cache = join(env.XDG_CACHE_HOME!, "manifold", "content");
  const kept = megabytes(cache);
  for (const name of ["one", "two", "three", "four"]) rmSync(join(tree(name), ".manifold"), { recursive: true });
  await measured("from the cache alone", tree("four"));
  table(["", "CPU s", "of first", "files", "parsed", "reused", "begun", "index MB", "fresh"], rows);
  console.log(`cache ${kept.toFixed(1)} MB`);
} finally {
  rmSync(base, { recursive: true, force: true });
}
