/**
 * The npm packages whose sources are searched, fetched by exact version and checked against the integrity written here.
 *
 * They were chosen because their tarballs hold real source (not bundles), in several languages, and because none is in the
 * well-known retrieval benchmarks: a tool tuned on those has not seen them. Nothing of them is committed.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder, environment } from "./_measure.ts";

/** One package: what is fetched and which of its files make the searched tree. */
export interface Pool {
  /** Name of the questions' file and of the folder. */
  name: string;
  package: string;
  version: string;
  integrity: string;
  language: string;
  /** Globs of the files kept. */
  keep: string[];
}

export const POOLS: Pool[] = [
  {
    name: "undici",
    package: "undici",
    version: "8.12.4",
    integrity: "sha512-8Mx+uNKKER2bA4AdtedkqRbwUCIJFr2nJckXRe5yrDqzePqwLP7VNcctN8/XdmDSbF7mS+jJKIszlL+vbam1VA==",
    language: "javascript",
    keep: ["lib/**/*.js", "index.js"],
  },
  {
    name: "query-core",
    package: "@tanstack/query-core",
    version: "5.108.0",
    integrity: "sha512-X9zJUtEV/0D2q9pmGS/Bza8S4bNovSBhZOtdhtu0fzsHwizC6C+Eh/q5CX3MQBchsRMrirWVQmv7Fp4OStzV9g==",
    language: "typescript",
    keep: ["src/**/*.ts"],
  },
  {
    name: "knex",
    package: "knex",
    version: "3.3.0",
    integrity: "sha512-LgWl031hNuLv9Lhxdd9093zULa2aNcoP04Bk29e5NidgRcEr/T0rAr2WYi4BhjTiCDoQiRU56meUE5rppLKZzQ==",
    language: "javascript",
    keep: ["lib/**/*.js", "bin/**/*.js"],
  },
  {
    name: "node-gyp",
    package: "node-gyp",
    version: "13.1.0",
    integrity: "sha512-FpNzOLFACKG0oRBYbZ5WOeWD1EqRTIWX90MaRIWTO18lVYPx8fqIjrdS3pihjnCkSmgop6zVGkSqg1vXZLksuw==",
    language: "python",
    keep: ["lib/**", "bin/**", "src/**", "gyp/**/*.py"],
  },
  {
    name: "sharp",
    package: "sharp",
    version: "0.35.5",
    integrity: "sha512-Ywn4OnzGukp7CDMrp08RQ50YKmuwG47brZgIVPTvBaaAfQlRlygrRqSrxdCiL9M+LlzLBiJ68IR1QqvzHyjC7g==",
    language: "cpp",
    keep: ["src/**", "dist/*.mjs", "lib/index.d.ts", "install/**"],
  },
  {
    name: "capacitor",
    package: "@capacitor/android",
    version: "8.5.2",
    integrity: "sha512-rtiaz78egCcS+vs29wkWCL3C+RhazKMSygXcjutwWP8NmO6r5UBxOvGf3Wjz5+ahobyQ723tn9gCePwRwcNDZQ==",
    language: "java",
    keep: ["capacitor/src/main/**/*.java", "capacitor/src/main/**/*.xml"],
  },
];

/** Runs a helper command (npm, git, tar); its output on failure is the error. */
export function helper(command: string[], cwd: string): string {
  const run = Bun.spawnSync(command, { cwd, env: { ...process.env, npm_config_loglevel: "error" }, stdout: "pipe", stderr: "pipe" });
  if (run.exitCode !== 0) throw new Error(`${command.join(" ")} failed (exit ${run.exitCode}): ${run.stderr.toString().slice(-1000)}`);
  return run.stdout.toString();
}

/**
 * A package's kept files as a git work tree of its own, made once.
 * @returns its folder
 * @throws Error when the tarball's hash is not the one in `POOLS`
 */
export function fetchPool(pool: Pool): string {
  const folder = join(cacheFolder(), "pools", `${pool.name}-${pool.version}`);
  if (existsSync(join(folder, ".git"))) return folder;
  const work = join(cacheFolder(), "tarballs");
  mkdirSync(work, { recursive: true });
  // npm's own output names the file it wrote: the last line.
  const file = helper(["npm", "pack", `${pool.package}@${pool.version}`], work)
    .trim()
    .split("\n")
    .at(-1)!;
  const hash = `sha512-${createHash("sha512")
    .update(readFileSync(join(work, file)))
    .digest("base64")}`;
  if (hash !== pool.integrity) throw new Error(`${pool.package}@${pool.version} has the integrity ${hash}, not the pinned one.`);
  const unpacked = join(work, pool.name);
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked);
  helper(["tar", "-xzf", join(work, file), "-C", unpacked, "--strip-components=1"], work);
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  for (const glob of pool.keep)
    for (const path of new Bun.Glob(glob).scanSync({ cwd: unpacked })) {
      mkdirSync(join(made, dirname(path)), { recursive: true });
      cpSync(join(unpacked, path), join(made, path));
    }
  commitTree(made);
  renameSync(made, folder);
  return folder;
}

/** Makes a folder a git work tree with everything committed, whatever the machine's git settings are. */
export function commitTree(folder: string): void {
  const git = [
    "git",
    "-c",
    "user.name=bench",
    "-c",
    "user.email=bench@localhost",
    "-c",
    "commit.gpgsign=false",
    "-c",
    "core.autocrlf=false",
  ];
  helper(["git", "init", "-q"], folder);
  helper([...git, "add", "-A", "-f"], folder);
  helper([...git, "commit", "-q", "-m", "tree", "--no-verify"], folder);
  // Files as young as git's index are compared by content at every question until the index is written anew, a second later.
  Bun.sleepSync(1_100);
  helper(["git", "read-tree", "HEAD"], folder);
  helper(["git", "update-index", "-q", "--refresh"], folder);
}

/** The home folder measured tools see must exist. */
export function prepareHome(): void {
  mkdirSync(environment().HOME!, { recursive: true });
}
