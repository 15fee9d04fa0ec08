#!/usr/bin/env bun
/**
 * Draws the packages that the built-in table is trained on and writes `packages.json`, the lock list.
 *
 *   bun scripts/train/lock.ts --cache DIR [--benchmark DIR] [--offline]
 *
 * With `--offline` only what the cache has is considered. Needs apt (Debian's source packages) and npm. Only packages whose every licence is permissive are taken. With `--benchmark`, a folder
 * of checked-out benchmark repositories, files that share more than 30 % of their long lines with them are listed as dropped, so that
 * training never sees a copy of a benchmark project; the list in the repository was made that way.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { languageOf } from "../../src/lang/languages.ts";
import { EXCLUDED, FAMILIES, NAMED, NPM } from "./_candidates.ts";
import { filesOf, lot, unpack } from "./_corpus.ts";
import { aptHome, type DebianSource, debianSources, fetchDebian, fetchNpm, isFree, type Locked, lockDebian, lockNpm } from "./_packages.ts";

const flag = (name: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? "" : (process.argv[at + 1] ?? "");
};

const excluded = new Set(EXCLUDED);

/** Is a Debian package one of the excluded projects, or built around one? */
function isExcluded(name: string): boolean {
  return (
    excluded.has(name) ||
    name.split(/[-.]/).some((part) => excluded.has(part)) ||
    EXCLUDED.some((one) => one.includes("-") && name.includes(one))
  );
}

function draw(sources: readonly DebianSource[]): DebianSource[] {
  const chosen = new Map<string, DebianSource>();
  for (const { pattern, quota, bytes: [least, most] = [0, 5_000_000] } of FAMILIES)
    for (const one of sources
      .filter(({ name, size }) => pattern.test(name) && size >= least && size <= most && !isExcluded(name))
      .sort((a, b) => (lot(a.name) < lot(b.name) ? -1 : 1))
      .slice(0, quota))
      chosen.set(one.name, one);
  const named = new Set(Object.values(NAMED).flat());
  for (const one of sources) if (named.has(one.name) && !excluded.has(one.name) && one.size < 9_000_000) chosen.set(one.name, one);
  return [...chosen.values()];
}

/** Hashes of a text's long lines: those that two files do not share by chance. */
function longLines(text: string): number[] {
  return text.split("\n").flatMap((line) => {
    const plain = line.trim();
    return plain.length >= 30 ? [Bun.hash.xxHash32(plain)] : [];
  });
}

function readable(folder: string): string[] {
  return [...filesOf(folder)].filter((path) => languageOf(path) !== null && statSync(join(folder, path)).size < 500_000);
}

const cache = resolve(flag("cache") || ".cache/train");
const env = aptHome(join(cache, "apt"));
const offline = process.argv.includes("--offline");
if (!offline) Bun.spawnSync(["apt-get", "update", "-qq"], { env: { ...process.env, ...env } });
const drawn = draw(debianSources(env));
if (!offline) fetchDebian(drawn, join(cache, "debian"), env);
const licences = new Map<Locked, Parameters<typeof isFree>[1]>();
const locked: Locked[] = [];
for (const { name, version } of drawn) {
  const found = lockDebian({ name, version }, join(cache, "debian"));
  if (found) licences.set(found.entry, found.stanzas);
  if (found) locked.push(found.entry);
}
const npmNames = [...new Set(Object.values(NPM).flat())].filter((name) => !excluded.has(name));
const known = existsSync(join(cache, "npm")) ? readdirSync(join(cache, "npm")) : [];
for (const name of npmNames) {
  const stem = `${name.replace("/", "-").replace(/^@/, "")}-`;
  const file =
    known.find((one) => one.startsWith(stem) && /^\d/.test(one.slice(stem.length))) ??
    (offline ? undefined : fetchNpm(name, join(cache, "npm"))?.file);
  const entry = file ? lockNpm(file, join(cache, "npm")) : null;
  if (entry && entry.name === name) locked.push(entry);
}
const foreign = new Set<number>();
const benchmark = flag("benchmark");
if (benchmark)
  for (const path of readable(benchmark)) for (const line of longLines(readFileSync(join(benchmark, path), "utf8"))) foreign.add(line);
let files = 0;
let dropped = 0;
for (const one of locked) {
  const folder = join(cache, "unpacked");
  unpack(
    one.files.map((file) => join(cache, one.registry, file.name)),
    folder,
  );
  const stanzas = licences.get(one);
  const copies = readable(folder).filter((path) => {
    if (stanzas && !isFree(path.slice(path.indexOf("/") + 1), stanzas)) return true;
    const lines = longLines(readFileSync(join(folder, path), "utf8"));
    files++;
    return lines.length >= 5 && lines.filter((line) => foreign.has(line)).length > 0.3 * lines.length;
  });
  dropped += copies.length;
  if (copies.length > 0) one.dropped = copies;
}
locked.sort((a, b) => (`${a.registry} ${a.name}` < `${b.registry} ${b.name}` ? -1 : 1));
writeFileSync(join(import.meta.dir, "packages.json"), `[\n${locked.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
console.log(`${locked.length} packages; ${dropped} of ${files} files are dropped.`);
