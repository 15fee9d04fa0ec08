/**
 * Libraries that the npm packages lack, or have for another machine only: compiled from the C and C++ sources in the packages.
 *
 * `bun run grammars` makes the grammars of this machine with its own C compiler, into `dist/grammars/`, where `bun src/main.ts` and the tests find
 * them. For any other machine, and for every release, the compiler is Zig's from npm (`scripts/release/toolchain/`): one program that has the
 * headers of every platform and can be held to an old C library. What is there already is kept as long as its sources, the compiler and the flags stay the same.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GrammarSource, grammarSources } from "../src/lang/grammars.ts";
import { isFor, lacking } from "./libraries.ts";
import { type Platform, thisPlatform } from "./platforms.ts";

const top = join(import.meta.dir, "..");

/**
 * -O1: the parsers are tables and one long function, which -O2 takes three times as long for without parsing faster.
 * -fno-ident and -s: nothing of this machine in the library.
 */
const FLAGS = ["-shared", "-fPIC", "-O1", "-fno-ident", "-s"];

/** How a platform's libraries are had. */
export interface Kit {
  platform: Platform;
  /** The `node_modules` folder with the packages. */
  modules: string;
  /** For a release: no library that needs more than the oldest supported system has, and none made by this machine's own compiler. */
  release: boolean;
}

let own: string | null | undefined;

/** This machine's C compiler, or null: one that lacks the C library's headers (Debian only recommends them) is none. */
export function ownCompiler(): string | null {
  if (own !== undefined) return own;
  const works = (path: string | null): boolean =>
    path !== null && Bun.spawnSync([path, "-E", "-x", "c", "-"], { stdin: Buffer.from("#include <stdlib.h>\n"), stderr: "ignore" }).success;
  own = ["cc", "gcc", "clang"].map((name) => Bun.which(name)).find(works) ?? null;
  return own;
}

let cross: string | null | undefined;

/** The compiler for other machines, installed when first asked for; null where it does not run or cannot be had. */
export function crossCompiler(): string | null {
  if (cross !== undefined) return cross;
  cross = null;
  if (process.platform !== "linux" || process.arch !== "x64") return cross;
  const folder = join(top, "dist", "packages", "toolchain");
  const path = join(folder, "node_modules", "@ryoppippi", "zig-linux-x64", "zig");
  if (!installOnce(join(top, "scripts", "release", "toolchain"), folder, [])) return cross;
  if (existsSync(path)) cross = path;
  return cross;
}

/**
 * Installs what a folder's lock file names into another folder, unless that was done with the same lock file before. No script of a package runs.
 * @returns whether it is there
 */
export function installOnce(from: string, into: string, flags: readonly string[]): boolean {
  const lock = readFileSync(join(from, "bun.lock"), "utf8");
  const mark = join(into, ".installed");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return true;
  mkdirSync(into, { recursive: true });
  for (const file of ["package.json", "bun.lock", "bunfig.toml"])
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(into, file));
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile", "--ignore-scripts", ...flags], {
    cwd: into,
    stdout: "ignore",
    stderr: "pipe",
  });
  if (exitCode !== 0) {
    console.error(`install in ${into}: ${stderr.toString().slice(-1000)}`);
    return false;
  }
  writeFileSync(mark, lock);
  return true;
}

/** Whether a library that a package ships will do. */
const fits = (path: string, kit: Kit): boolean =>
  kit.release ? lacking(path, kit.platform, crossCompiler()).length === 0 : isFor(path, kit.platform);

const zigFlags = (platform: Platform): string[] => ["-target", platform.zig, "-fno-sanitize=undefined"];

/**
 * Compiles sources to a library, unless it was made of the same before; null without a compiler.
 * @param from folder that the compiler runs in: the sources' names in it are all that a library can hold of this machine
 * @param made what it is made of: with another, it is made again
 * @throws Error when a compiler is here and fails: broken sources are no reason to go on without
 */
async function compiled(
  name: string,
  kit: Kit,
  made: string,
  language: "c" | "c++",
  flags: readonly string[],
  includes: readonly string[],
  from: string,
  files: readonly string[],
): Promise<string | null> {
  const here = !kit.release && kit.platform === thisPlatform();
  const folder = here ? join(top, "dist", "grammars", process.arch) : join(top, "dist", "libraries", kit.platform.id);
  const library = join(folder, name);
  const stamp = `${library}.from`;
  // A library of macOS holds its own name: by default where it was made.
  const called = kit.platform.system === "darwin" ? [`-Wl,-install_name,@rpath/${name}`] : [];
  const how = here ? flags : [...zigFlags(kit.platform), ...flags, ...called];
  const text = `${made} ${how.join(" ")}\n`;
  const words = [...how, ...includes.flatMap((path) => ["-I", path]), "-o"];
  if (isFor(library, kit.platform) && existsSync(stamp) && readFileSync(stamp, "utf8") === text) return library;
  const compiler = here ? ownCompiler() : crossCompiler();
  if (!compiler) return null;
  mkdirSync(folder, { recursive: true });
  // A folder for what the linkers of some systems leave beside the library.
  const work = mkdtempSync(join(folder, "making-"));
  try {
    const caches = join(top, "dist", "zig");
    const child = Bun.spawn([compiler, ...(here ? [] : [language === "c" ? "cc" : "c++"]), ...words, join(work, name), ...files], {
      cwd: from,
      env: { ...process.env, ZIG_GLOBAL_CACHE_DIR: caches, ZIG_LOCAL_CACHE_DIR: caches },
      stdout: "ignore",
      stderr: "pipe",
    });
    const said = await new Response(child.stderr).text();
    if ((await child.exited) !== 0) throw new Error(`${name} for ${kit.platform.id} could not be compiled: ${said.slice(-2000)}`);
    if (!isFor(join(work, name), kit.platform)) throw new Error(`${compiler} makes no code for ${kit.platform.id}.`);
    renameSync(join(work, name), library);
    writeFileSync(stamp, text);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return library;
}

/** Version of an installed package. */
function versionOf(modules: string, packageName: string): string {
  return (JSON.parse(readFileSync(join(modules, packageName, "package.json"), "utf8")) as { version: string }).version;
}

const named = (modules: string, packages: readonly string[]): string =>
  packages.map((one) => `${one}@${versionOf(modules, one)}`).join(" ");

/** Path of a grammar's library, compiled if need be; null when the package has none and no compiler is here. */
async function grammarLibrary(source: GrammarSource, kit: Kit): Promise<string | null> {
  const shipped = join(kit.modules, source.packageName, "prebuilds", `prebuild-${kit.platform.grammars}`, "parser.so");
  if (existsSync(shipped) && fits(shipped, kit)) return shipped;
  const from = join(kit.modules, source.packageName, source.folder);
  const files = ["parser.c", "scanner.c"].filter((file) => existsSync(join(from, file)));
  return compiled(`${source.grammar}.so`, kit, named(kit.modules, [source.packageName]), "c", FLAGS, ["."], from, files);
}

/**
 * Path of usearch's addon, compiled for releases where the package's own needs too new a system; null when there is none.
 *
 * NumKong's kernels for each processor are left out of a compiled one: it is used from a million chunks on, and its distances are only a choice of what is scored again.
 */
export async function vectorLibrary(kit: Kit): Promise<string | null> {
  const { vectors } = kit.platform;
  const shipped = vectors === null ? null : join(kit.modules, "usearch", "prebuilds", vectors, "usearch.node");
  if (shipped !== null && existsSync(shipped) && fits(shipped, kit)) return shipped;
  if (!kit.release && kit.platform === thisPlatform()) return null;
  const headers = ["node-addon-api", "node-api-headers/include", "usearch/include", "usearch/numkong/include"];
  const flags = [
    ...["-shared", "-fPIC", "-O2", "-fno-ident", "-s", "-std=c++17", "-fexceptions", "-w"],
    ...["-DUSEARCH_USE_NUMKONG=0", "-DUSEARCH_USE_OPENMP=0", "-DBUILDING_NODE_EXTENSION"],
  ];
  const made = named(kit.modules, ["usearch", "node-addon-api", "node-api-headers"]);
  return compiled("usearch.node", kit, made, "c++", flags, headers, kit.modules, ["usearch/javascript/lib.cpp"]);
}

/** Libraries of all grammars for a platform, two compilers at a time; those that cannot be had are null. Sorted by grammar. */
export async function grammarLibraries(kit: Kit): Promise<{ grammar: string; packageName: string; path: string | null }[]> {
  const sources = grammarSources();
  const found: { grammar: string; packageName: string; path: string | null }[] = new Array(sources.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < sources.length; i = next++)
      found[i] = { grammar: sources[i]!.grammar, packageName: sources[i]!.packageName, path: await grammarLibrary(sources[i]!, kit) };
  };
  await Promise.all([work(), work()]);
  return found;
}

/** What a development build for this machine is made with. @throws Error on a machine that has no row in the table */
export function ownKit(): Kit {
  const platform = thisPlatform();
  if (platform === null) throw new Error(`Manifold is not built for ${process.platform} ${process.arch}.`);
  return { platform, modules: join(top, "node_modules"), release: false };
}

/** What to say when grammars are missing. */
export function missingGrammars(missing: string[], { id }: Platform): string {
  return `SKIPPED for ${id}, no library in the package and no C compiler for it: ${missing.join(", ")}. Those files will be searched as plain text.`;
}

if (import.meta.main) {
  const kit = ownKit();
  const missing = (await grammarLibraries(kit)).filter(({ path }) => path === null).map(({ grammar }) => grammar);
  if (missing.length > 0) {
    console.error(`grammars: ${missingGrammars(missing, kit.platform)}`);
    if (process.argv.includes("--strict")) process.exit(1);
  }
}
