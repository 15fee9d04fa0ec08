/** Fetching source packages with the registries' ordinary clients, and reading their licences. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One package of the lock list. */
export interface Locked {
  registry: "npm" | "debian";
  name: string;
  version: string;
  /** Every licence named by the package, as it writes them. */
  licence: string;
  /** Archives to unpack, in this order. */
  files: { name: string; sha256: string }[];
  /** Files (path inside the unpacked package) that are not learnt from: too much in common with the benchmark. */
  dropped?: string[];
}

export const sha256 = (path: string): string => new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");

/** Settings for apt that read the system's Debian sources as source packages and keep everything in `folder`. */
export function aptHome(folder: string): { APT_CONFIG: string } {
  const parts = join(folder, "parts");
  for (const path of [parts, join(folder, "state/lists/partial"), join(folder, "cache/archives/partial")])
    mkdirSync(path, { recursive: true });
  for (const file of readdirSync("/etc/apt/sources.list.d").filter((name) => /^debian.*\.sources$/.test(name)))
    writeFileSync(join(parts, file), readFileSync(join("/etc/apt/sources.list.d", file), "utf8").replace(/^Types:.*$/gm, "Types: deb-src"));
  const config = join(folder, "apt.conf");
  writeFileSync(
    config,
    `Dir::State "${join(folder, "state")}";\nDir::Cache "${join(folder, "cache")}";\nDir::Etc::SourceList "/dev/null";\nDir::Etc::SourceParts "${parts}";\nAcquire::Languages "none";\n`,
  );
  return { APT_CONFIG: config };
}

/** A package of Debian's source index. */
export interface DebianSource {
  name: string;
  version: string;
  /** Bytes of its upstream archives. */
  size: number;
}

/** All source packages that apt knows after `apt-get update`. */
export function debianSources(env: { APT_CONFIG: string }): DebianSource[] {
  const lists = join(env.APT_CONFIG, "..", "state/lists");
  const found = new Map<string, DebianSource>();
  for (const file of readdirSync(lists)
    .filter((name) => /_source_Sources/.test(name))
    .sort()) {
    const text = Bun.spawnSync(["/usr/lib/apt/apt-helper", "cat-file", join(lists, file)], { maxBuffer: 1 << 28 }).stdout.toString();
    for (const block of text.split("\n\n")) {
      const name = /^Package: (.*)$/m.exec(block)?.[1];
      const version = /^Version: (.*)$/m.exec(block)?.[1];
      const sums = /^Checksums-Sha256:\s*\n((?: .*\n?)*)/m.exec(block)?.[1] ?? "";
      if (!name || !version) continue;
      const sizes = sums.split("\n").flatMap((line) => {
        const [, size, path] = line.trim().split(/\s+/);
        return path && !/\.(dsc|asc)$|\.debian\.tar|\.diff\./.test(path) ? [Number(size)] : [];
      });
      found.set(name, { name, version, size: sizes.reduce((a, b) => a + b, 0) });
    }
  }
  return [...found.values()];
}

/** Fetches source packages with apt; what cannot be had is left out. */
export function fetchDebian(packages: readonly { name: string; version: string }[], cache: string, env: { APT_CONFIG: string }): void {
  mkdirSync(cache, { recursive: true });
  const missing = packages.filter((one) => dscOf(one, cache) === null);
  for (let at = 0; at < missing.length; at += 12)
    Bun.spawnSync(
      [
        "apt-get",
        "source",
        "--download-only",
        "-qq",
        "--ignore-missing",
        ...missing.slice(at, at + 12).map((one) => `${one.name}=${one.version}`),
      ],
      { cwd: cache, env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "ignore"] },
    );
}

/** Path of a package's description; null if it or one of its files is not there. */
function dscOf({ name, version }: { name: string; version: string }, cache: string): string | null {
  const path = join(cache, `${name}_${version.replace(/^\d+:/, "")}.dsc`);
  if (!existsSync(path)) return null;
  return archivesOf(path).every((file) => existsSync(join(cache, file.name))) ? path : null;
}

function archivesOf(dsc: string): { name: string; sha256: string }[] {
  const sums = /^Checksums-Sha256:\s*\n((?: .*\n?)*)/m.exec(readFileSync(dsc, "utf8"))?.[1] ?? "";
  return sums
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [sum, , name] = line.trim().split(/\s+/);
      return sum && name && !name.endsWith(".asc") ? [{ name, sha256: sum }] : [];
    });
}

/** A fetched Debian package as a lock entry; null if it is not there or the licence of most of its files is not permissive. */
export function lockDebian(
  one: { name: string; version: string },
  cache: string,
): { entry: Locked; stanzas: { patterns: string[]; permissive: boolean }[] } | null {
  const dsc = dscOf(one, cache);
  if (dsc === null) return null;
  const files = archivesOf(dsc);
  const packaging = files.find((file) => /\.debian\.tar\./.test(file.name)) ?? files[0];
  if (!packaging) return null;
  const pattern = /\.debian\.tar\./.test(packaging.name) ? "debian/copyright" : "*/debian/copyright";
  const { stdout } = Bun.spawnSync(["tar", "-xOf", join(cache, packaging.name), "--wildcards", pattern]);
  const told = debianLicence(stdout.toString());
  const sources = files.filter((file) => /\.orig.*\.tar\.|^[^-]*\.tar\./.test(file.name));
  if (told === null || sources.length === 0) return null;
  return { entry: { registry: "debian", ...one, licence: told.licence, files: sources }, stanzas: told.stanzas };
}

/** Names of licences that allow any use with at most attribution. */
const PERMISSIVE =
  /^(mit|expat|x11|isc|0bsd|bsd|bsd-?[1-4](-?clause.*|-.*)?|bsd-like|bsd-style|apache(-| )?(license)?(-| )?(v)?\.?2(\.0)?|asl-?2(\.0)?|zlib(-libpng)?|unlicense|cc0(-1\.0)?|public-domain|pd|bsl-?1(\.0)?|boost(-1\.0)?|psf(-2)?|python(-2\.0)?|ncsa|mit-0|wtfpl(-2(\.0)?)?|postgresql|php-3(\.01?)?|permissive|ofl-1\.1|blueoak-1\.0\.0|ruby's|artistic-2\.0|mit-.*|expat-.*|apache-2\.0-with-.*|fsfap|permissive-.*)\+?$/i;

/** Is a licence expression (`A or B`, `A and B`, `A | B`) permissive: one of the alternatives, all of the parts? */
export function isPermissive(expression: string): boolean {
  const plain = expression.replace(/[()]/g, " ").trim();
  return plain
    .split(/\s*(?:\bor\b|\||\/)\s*/i)
    .some((choice) => choice.split(/\s*(?:\band\b|,|&)\s*/i).every((name) => PERMISSIVE.test(name.trim().split(/\s+with\s+/i)[0] ?? "")));
}

/**
 * Licence of most files by a machine-readable debian/copyright, and patterns of the files under it and under others, in their order (the
 * last that matches a file decides); null if that licence is not permissive or not told.
 */
export function debianLicence(text: string): { licence: string; stanzas: { patterns: string[]; permissive: boolean }[] } | null {
  if (!/^Format:/m.test(text)) return null;
  let main: string | null = null;
  const stanzas: { patterns: string[]; permissive: boolean }[] = [];
  for (const stanza of text.split(/\n[ \t]*\n/)) {
    const files = /^Files:((?:[^\n]*\n)(?:[ \t]+[^\n]*\n?)*)/m.exec(`${stanza}\n`)?.[1];
    const licence = /^License:[ \t]*([^\n]+)/m.exec(stanza)?.[1]?.trim();
    if (files === undefined || licence === undefined) continue;
    const patterns = files.trim().split(/\s+/);
    const permissive = isPermissive(licence);
    if (patterns.includes("*")) main = permissive ? licence : null;
    stanzas.push({ patterns, permissive });
  }
  return main === null ? null : { licence: main, stanzas };
}

/** Does a file stand under a permissive licence? */
export function isFree(path: string, stanzas: readonly { patterns: readonly string[]; permissive: boolean }[]): boolean {
  return (
    stanzas.findLast(({ patterns }) => patterns.some((one) => one === "*" || new Bun.Glob(one.replaceAll("*", "**")).match(path)))
      ?.permissive ?? false
  );
}

/** Fetches one npm package; null if it cannot be had. @param spec `name` or `name@version` */
export function fetchNpm(spec: string, cache: string): { file: string; name: string; version: string } | null {
  mkdirSync(cache, { recursive: true });
  const { exitCode, stdout } = Bun.spawnSync(["npm", "pack", "--json", "--silent", spec], { cwd: cache, stderr: "ignore" });
  if (exitCode !== 0) return null;
  const [packed] = JSON.parse(stdout.toString()) as { filename: string; name: string; version: string }[];
  return packed ? { file: packed.filename.replace("/", "-").replace(/^@/, ""), name: packed.name, version: packed.version } : null;
}

/** A fetched npm package as a lock entry; null if its licence is not permissive. */
export function lockNpm(file: string, cache: string): Locked | null {
  const { stdout } = Bun.spawnSync(["tar", "-xOf", join(cache, file), "--no-wildcards-match-slash", "--wildcards", "*/package.json"]);
  let manifest: { name?: string; version?: string; license?: unknown };
  try {
    manifest = JSON.parse(stdout.toString()) as typeof manifest;
  } catch {
    return null;
  }
  const { name, version, license } = manifest;
  if (!name || !version || typeof license !== "string" || !isPermissive(license)) return null;
  return { registry: "npm", name, version, licence: license, files: [{ name: file, sha256: sha256(join(cache, file)) }] };
}
