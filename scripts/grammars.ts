/**
 * Libraries of the grammars that the npm packages lack, or have for another machine only: compiled from the C sources in the packages.
 *
 * `bun run grammars` does so for this machine, into `dist/grammars/`, where `bun src/main.ts` and the tests find them; `scripts/build.ts`
 * for every target. What is there already is kept as long as the package's version and the compiler's flags stay the same.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { elfMachine } from "../src/base/native.ts";
import { type GrammarSource, grammarSources } from "../src/lang/grammars.ts";

export type Arch = "x64" | "arm64";

const top = join(import.meta.dir, "..");

/**
 * -O1: the parsers are tables and one long function, which -O2 takes three times as long for without parsing faster.
 * -fno-ident and -s: nothing of this machine in the library.
 */
const FLAGS = ["-shared", "-fPIC", "-O1", "-fno-ident", "-s"];

/** Is this file a library for that machine? By its ELF header: some packages carry one of another. */
export function isFor(path: string, arch: Arch): boolean {
  return existsSync(path) && elfMachine(readFileSync(path).subarray(0, 20)) === arch;
}

const compilers = new Map<Arch, string | null>();

/** A C compiler that makes code for that machine, or null: one that lacks the C library's headers (Debian only recommends them) is none. */
export function compilerFor(arch: Arch): string | null {
  const known = compilers.get(arch);
  if (known !== undefined) return known;
  const names = process.arch === arch ? ["cc", "gcc", "clang"] : [arch === "arm64" ? "aarch64-linux-gnu-gcc" : "x86_64-linux-gnu-gcc"];
  const works = (path: string | null): boolean =>
    path !== null && Bun.spawnSync([path, "-E", "-x", "c", "-"], { stdin: Buffer.from("#include <stdlib.h>\n"), stderr: "ignore" }).success;
  const found = names.map((name) => Bun.which(name)).find(works) ?? null;
  compilers.set(arch, found);
  return found;
}

/** The library as the package has it, or null. */
function prebuilt(source: GrammarSource, modules: string, arch: Arch): string | null {
  const path = join(modules, source.packageName, "prebuilds", `prebuild-Linux-${arch === "arm64" ? "ARM64" : "X64"}`, "parser.so");
  return isFor(path, arch) ? path : null;
}

/**
 * Compiles C sources to a library in `dist/grammars/<arch>/`, unless it was made of the same before; null without a compiler.
 * @param made what it is made of: with another, it is made again
 * @throws Error when a compiler is here and fails: broken sources are no reason to go on without
 */
async function compiled(
  name: string,
  arch: Arch,
  made: string,
  flags: readonly string[],
  files: readonly string[],
): Promise<string | null> {
  const folder = join(top, "dist", "grammars", arch);
  const library = join(folder, name);
  const stamp = `${library}.from`;
  if (isFor(library, arch) && existsSync(stamp) && readFileSync(stamp, "utf8") === made) return library;
  const compiler = compilerFor(arch);
  if (!compiler) return null;
  mkdirSync(folder, { recursive: true });
  const temporary = `${library}.${process.pid}.tmp`;
  const child = Bun.spawn([compiler, ...flags, "-o", temporary, ...files], { cwd: top, stdout: "ignore", stderr: "pipe" });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${name} could not be compiled: ${said.slice(-2000)}`);
  if (!isFor(temporary, arch)) throw new Error(`${compiler} makes no code for ${arch}.`);
  renameSync(temporary, library);
  writeFileSync(stamp, made);
  return library;
}

/** Version of an installed package. */
function versionOf(modules: string, packageName: string): string {
  return (JSON.parse(readFileSync(join(modules, packageName, "package.json"), "utf8")) as { version: string }).version;
}

/**
 * Path of a grammar's library for a machine, compiled if need be; null when the package has none and no compiler is here.
 * @param modules the `node_modules` folder with the packages
 * @throws Error when a compiler is here and fails: broken sources are no reason to go on without
 */
export async function grammarLibrary(source: GrammarSource, modules: string, arch: Arch): Promise<string | null> {
  const ready = prebuilt(source, modules, arch);
  if (ready) return ready;
  const made = `${source.packageName}@${versionOf(modules, source.packageName)} ${FLAGS.join(" ")}\n`;
  const from = join(modules, source.packageName, source.folder);
  const files = ["parser.c", "scanner.c"].map((file) => join(from, file)).filter((file) => existsSync(file));
  return compiled(`${source.grammar}.so`, arch, made, [...FLAGS, "-I", from], files);
}

/** Libraries of all grammars for a machine, two compilers at a time; those that cannot be had are null. Sorted by grammar. */
export async function grammarLibraries(modules: string, arch: Arch): Promise<{ grammar: string; path: string | null }[]> {
  const sources = grammarSources();
  const found: { grammar: string; path: string | null }[] = new Array(sources.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < sources.length; i = next++)
      found[i] = { grammar: sources[i]!.grammar, path: await grammarLibrary(sources[i]!, modules, arch) };
  };
  await Promise.all([work(), work()]);
  return found;
}

/** What to say when grammars are missing. */
export function missingGrammars(missing: string[], arch: Arch): string {
  return `SKIPPED for ${arch}, no library in the package and no C compiler for it: ${missing.join(", ")}. Those files will be searched as plain text.`;
}

if (import.meta.main) {
  const arch = process.arch === "arm64" ? "arm64" : "x64";
  const found = await grammarLibraries(join(top, "node_modules"), arch);
  const missing = found.filter(({ path }) => path === null).map(({ grammar }) => grammar);
  if (missing.length > 0) {
    console.error(`grammars: ${missingGrammars(missing, arch)}`);
    if (process.argv.includes("--strict")) process.exit(1);
  }
}
