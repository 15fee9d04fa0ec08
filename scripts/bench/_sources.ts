/**
 * Real source files of every language: packages pinned by version and hash, fetched into the cache folder, never committed.
 *
 * From npm (`npm pack`, checked against the integrity) and from Debian (the upstream tarball of a source package, checked against its
 * SHA-256). The Debian half needs `apt-get`; it reads the machine's own sources as source packages, with lists of its own, so
 * that nothing of the system changes. A newer Debian revision of the same upstream version is taken as well: its tarball is the same.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { languageOf } from "../../src/lang/languages.ts";
import { cacheFolder } from "./_measure.ts";
import { helper } from "./_packages.ts";
import { extensionsOf, SOURCES, type Source } from "./_pinned.ts";

/** Longer files are left out: amalgamations and tables, which say nothing that the others do not. */
const LONGEST = 400_000;

/** A real file. */
export interface RealFile {
  /** `package/path/in/it`. */
  path: string;
  /** Absolute. */
  file: string;
}

/**
 * Files of one language from its pinned packages (of one without any, the likes of JSON, from those of all languages), in order of path; of more than `most` an evenly spread selection.
 * A package that cannot be had is said and left out.
 * @param trees git work trees to read instead of the pinned packages
 */
export function realFiles(language: string, most = 300, trees: readonly string[] = []): RealFile[] {
  const found: RealFile[] = [];
  if (trees.length > 0) {
    for (const tree of trees) {
      const listed = helper(["git", "ls-files", "-z"], tree).split("\0");
      for (const path of listed.filter((one) => languageOf(one)?.name === language).sort()) {
        const file = join(tree, path);
        const size = existsSync(file) ? statSync(file).size : 0;
        if (size > 0 && size <= LONGEST && readFileSync(file).indexOf(0) < 0) found.push({ path: `${basename(tree)}/${path}`, file });
      }
    }
    return evenly(found, most);
  }
  const everywhere = [...new Map(Object.values(SOURCES).flatMap((list) => list.map((one) => [one.name, one]))).values()];
  for (const source of SOURCES[language] ?? everywhere) {
    try {
      const folder = fetchSource(source);
      const globs = (SOURCES[language] && source.keep) || extensionsOf(language).map((extension) => `**/*.${extension}`);
      for (const path of globs.flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd: folder })]).sort()) {
        const file = join(folder, path);
        const { size } = statSync(file);
        if (size > 0 && size <= LONGEST && !/(^|\/)(node_modules|\.git)\//.test(path)) found.push({ path: `${source.name}/${path}`, file });
      }
    } catch (error) {
      console.log(`SKIPPED ${source.name} ${source.version}: ${(error as Error).message.split("\n")[0]!.slice(0, 200)}`);
    }
  }
  return evenly(found, most);
}

/** At most so many, evenly spread. */
function evenly<T>(list: readonly T[], most: number): T[] {
  return list.length <= most ? [...list] : Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}

/**
 * A package's files, fetched once.
 * @returns its folder
 * @throws Error when it cannot be fetched, or its hash is not the pinned one
 */
export function fetchSource(source: Source): string {
  const folder = join(cacheFolder(), "sources", `${source.name.replaceAll(/[@/]+/g, "_")}-${source.version}`);
  if (existsSync(folder)) return folder;
  const work = join(cacheFolder(), "tarballs");
  mkdirSync(work, { recursive: true });
  const tarball = { npm: fromNpm, debian: fromDebian, deb: fromDeb }[source.from](source, work);
  const hash = createHash(source.from === "npm" ? "sha512" : "sha256").update(readFileSync(tarball));
  const text = source.from === "npm" ? `sha512-${hash.digest("base64")}` : hash.digest("hex");
  if (text !== source.hash) throw new Error(`its hash is ${text}, not the pinned one`);
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  if (source.from === "deb") helper(["dpkg-deb", "-x", tarball, made], work);
  else helper(["tar", "-xf", tarball, "-C", made, "--strip-components=1", "--no-same-owner"], work);
  renameSync(made, folder);
  return folder;
}

function fromNpm(source: Source, work: string): string {
  return join(
    work,
    helper(["npm", "pack", "--silent", `${source.name}@${source.version}`], work)
      .trim()
      .split("\n")
      .at(-1)!,
  );
}

function fromDebian(source: Source, work: string): string {
  const wanted = new RegExp(`_${RegExp.escape(source.version)}\\.orig\\.tar\\.(?:gz|xz|bz2)$`);
  const present = (): string | undefined => readdirSync(work).find((name) => name.startsWith(`${source.name}_`) && wanted.test(name));
  if (!present()) helper([...aptGet(), "source", "--download-only", "--tar-only", "-qq", source.name], work);
  const file = present();
  if (!file) throw new Error(`Debian has another version of it now`);
  return join(work, file);
}

function fromDeb(source: Source, work: string): string {
  const present = (): string | undefined => readdirSync(work).find((name) => name.startsWith(`${source.name}_`) && name.endsWith(".deb"));
  if (!present()) helper(["apt-get", "-o", "APT::Sandbox::User=root", "-qq", "download", `${source.name}=${source.version}`], work);
  return join(work, present()!);
}

let apt: string[] | null = null;

/** `apt-get` over the machine's own sources, read as source packages, with lists in the cache folder. */
function aptGet(): string[] {
  if (apt) return apt;
  if (Bun.which("apt-get") === null) throw new Error("there is no apt-get here");
  const home = join(cacheFolder(), "apt");
  const parts = join(home, "sources.d");
  for (const folder of ["lists/partial", "archives/partial", "sources.d"]) mkdirSync(join(home, folder), { recursive: true });
  const system = "/etc/apt/sources.list.d";
  const files = ["/etc/apt/sources.list", ...(existsSync(system) ? readdirSync(system).map((name) => join(system, name)) : [])].filter(
    (file) => existsSync(file) && /\.(?:list|sources)$/.test(file),
  );
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    if (!/debian/.test(text)) continue;
    const source = text.replace(/^Types:.*$/gm, "Types: deb-src").replace(/^deb(?=\s)/gm, "deb-src");
    writeFileSync(join(parts, file.slice(file.lastIndexOf("/") + 1)), source);
  }
  const options = [
    "Dir::Etc::sourcelist=/dev/null",
    `Dir::Etc::sourceparts=${parts}`,
    `Dir::State::Lists=${join(home, "lists")}`,
    `Dir::Cache=${home}`,
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option]);
  const command = ["apt-get", ...options];
  helper([...command, "update", "-qq"], home);
  apt = command;
  return command;
}
