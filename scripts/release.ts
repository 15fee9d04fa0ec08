/**
 * Makes a release: `bun scripts/release.ts [--target <platform>|all …] [--out DIR] [--built] [--level N]`.
 *
 * For each platform the program is built (unless --built: what lies in dist/ is taken), its contents are compared with what the list says, and packed with
 * licence, manual page and completions as tar.gz and tar.zst; a bill of materials (CycloneDX) lies beside. Then the npm packages, Debian's packages
 * where dpkg-deb is, the extension for VS Code, the folder that a container is built from, the formula, install.sh, and SHA256SUMS over all of it. Nothing is uploaded.
 *
 * The same commit gives the same bytes: times are the commit's, owners 0, names sorted, and the compilers leave nothing of the machine in what they make.
 */
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, builtFor, contentsBeside } from "./build.ts";
import { type Contents, cyclonedx } from "./contents.ts";
import { PLATFORMS, type Platform, platformsNamed, programOf } from "./platforms.ts";
import { debian } from "./release/deb.ts";
import { manualPage } from "./release/manpage.ts";
import { launcher, mainPackage, PROJECT, platformPackage, released, VERSION } from "./release/packaging.ts";
import { differences } from "./release/verify.ts";
import { EXTENSION, vsix } from "./release/vscode.ts";

const top = join(import.meta.dir, "..");

/** How hard archives are packed: at 19 a zstd is a tenth smaller than at 10. */
const LEVEL = 19;

interface Options {
  platforms: readonly Platform[];
  out: string;
  /** Take the programs as they are in dist/. */
  built: boolean;
  level: number;
}

/** Runs a tool, and its words are the error where it fails. */
export function run(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd, env: { ...process.env, ...env } });
  if (exitCode !== 0) throw new Error(`${command.slice(0, 3).join(" ")} failed (exit ${exitCode}): ${stderr.toString().slice(-1000)}`);
  return stdout.toString();
}

/** Seconds since 1970 of everything in a release: SOURCE_DATE_EPOCH, else the commit's. */
export const releasedAt = (): string => process.env.SOURCE_DATE_EPOCH ?? run(["git", "log", "-1", "--format=%ct"], top).trim();

const write = (path: string, content: string | Uint8Array, mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
};

/** A platform's program, copied to a path. */
function program(platform: Platform, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(builtFor(platform), path);
  chmodSync(path, 0o755);
}

const gzipped = (bytes: Uint8Array, level: number): Uint8Array =>
  Bun.gzipSync(bytes as Uint8Array<ArrayBuffer>, { level: Math.min(level, 9) as 9 });

/** A folder as a tar, the same bytes wherever and whenever it is made. */
export function tarOf(folder: string, name: string, at: string): Uint8Array {
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [
      "tar",
      "--sort=name",
      "--format=ustar",
      `--mtime=@${at}`,
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      "--mode=u=rwX,go=rX",
      "-cf",
      "-",
      name,
    ],
    { cwd: folder },
  );
  if (exitCode !== 0) throw new Error(`tar failed: ${stderr.toString().slice(-500)}`);
  return stdout;
}

/** What every archive and package holds beside the program: by path below a prefix. */
export async function shared(): Promise<Record<string, string>> {
  const completion = (shell: string): string => run([process.execPath, join(top, "src", "main.ts"), "completion", shell], top);
  return {
    "share/man/man1/manifold.1": await manualPage(VERSION),
    "share/bash-completion/completions/manifold": completion("bash"),
    "share/zsh/site-functions/_manifold": completion("zsh"),
    "share/fish/vendor_completions.d/manifold.fish": completion("fish"),
  };
}

function contentsFor(platform: Platform): Contents {
  return JSON.parse(readFileSync(contentsBeside(platform), "utf8")) as Contents;
}

/** Every licence in one file, as `manifold licenses` prints them. */
const licences = ({ components }: Contents): string =>
  [...Map.groupBy(components, (one) => one.text)]
    .map(([text, under]) => `${under.map(({ name, version }) => `${name} ${version}`).join(", ")}\n${"-".repeat(72)}\n\n${text}\n`)
    .join("\n");

/** The archives of one platform and its bill of materials. @returns the sum of the tar.gz */
function archives(platform: Platform, files: Readonly<Record<string, string>>, { out, level }: Options, at: string): string {
  const contents = contentsFor(platform);
  const wrong = differences(builtFor(platform), contents, top);
  if (wrong.length > 0) throw new Error(`${platform.id}: ${wrong.join("; ")}.`);
  const name = `manifold-${VERSION}-${platform.id}`;
  const work = join(out, ".work", platform.id);
  rmSync(work, { recursive: true, force: true });
  program(platform, join(work, name, "bin", programOf(platform)));
  for (const [path, text] of Object.entries(platform.system === "windows" ? {} : files)) write(join(work, name, path), text);
  write(join(work, name, "LICENSE"), readFileSync(join(top, "LICENSE")));
  write(join(work, name, "LICENSES.txt"), licences(contents));
  const tar = tarOf(work, name, at);
  const zipped = gzipped(tar, level);
  write(join(out, `${name}.tar.gz`), zipped);
  write(join(out, `${name}.tar.zst`), Bun.zstdCompressSync(tar, { level }));
  write(join(out, `${name}.cdx.json`), cyclonedx(contents));
  rmSync(join(out, ".work"), { recursive: true, force: true });
  return createHash("sha256").update(zipped).digest("hex");
}

/** npm's packages: by our own tar, since what npm packs depends on its version. */
function npmPackages(platforms: readonly Platform[], { out, level }: Options, at: string): void {
  const work = join(out, ".npm");
  rmSync(work, { recursive: true, force: true });
  const folder = join(work, "package");
  const pack = (manifest: string): void => {
    write(join(folder, "package.json"), manifest);
    write(join(folder, "LICENSE"), readFileSync(join(top, "LICENSE")));
    const { name } = JSON.parse(manifest) as { name: string };
    write(join(out, "npm", `${name.slice(1).replace("/", "-")}-${VERSION}.tgz`), gzipped(tarOf(work, "package", at), level));
    rmSync(folder, { recursive: true });
  };
  for (const platform of platforms) {
    write(join(folder, "README.md"), `The program of [Manifold](${PROJECT.repository}) for ${platform.id}.\n`);
    program(platform, join(folder, "bin", programOf(platform)));
    pack(platformPackage(platform));
  }
  write(join(folder, "README.md"), readFileSync(join(top, "README.md")));
  write(join(folder, "bin", "manifold.js"), launcher(platforms), 0o755);
  pack(mainPackage(platforms));
  rmSync(work, { recursive: true, force: true });
}

/** Makes everything into a folder. */
export async function release(options: Options): Promise<void> {
  const { platforms, out, built, level } = options;
  const at = releasedAt();
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const files = await shared();
  const sums = new Map<string, string>();
  for (const platform of platforms) {
    if (!built) await build(platform, { release: true, strict: true });
    if (!existsSync(builtFor(platform))) throw new Error(`${builtFor(platform)} is not there: build it, or leave --built out.`);
    sums.set(platform.id, archives(platform, files, options, at));
    console.error(`release: ${platform.id}`);
  }
  npmPackages(platforms, options, at);
  write(join(out, EXTENSION), await vsix());
  for (const platform of platforms)
    if (platform.libc === "glibc" && Bun.which("dpkg-deb") !== null)
      debian(platform, { program: builtFor(platform), files, licences: licences(contentsFor(platform)), out, at, level });
  const container = platforms.filter(({ libc }) => libc === "musl");
  for (const platform of container) {
    const folder = join(out, "docker", platform.arch === "x64" ? "amd64" : "arm64");
    program(platform, join(folder, "bin", "manifold"));
    for (const [path, text] of Object.entries(files)) write(join(folder, path), text);
  }
  for (const [path, text] of Object.entries(released(sums)))
    if (!path.startsWith("docker/") || container.length > 0) write(join(out, path), text, path.endsWith(".sh") ? 0o755 : 0o644);
  writeSums(out);
}

/** SHA256SUMS over every file of a release but itself, in the form that sha256sum -c reads. */
function writeSums(out: string): void {
  const files = (readdirSync(out, { recursive: true, withFileTypes: true }) as { name: string; parentPath: string; isFile(): boolean }[])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(out, join(entry.parentPath, entry.name)))
    .filter((path) => path !== "SHA256SUMS")
    .sort();
  const lines = files.map(
    (path) =>
      `${createHash("sha256")
        .update(readFileSync(join(out, path)))
        .digest("hex")}  ${path}\n`,
  );
  write(join(out, "SHA256SUMS"), lines.join(""));
  console.error(
    `release: ${files.length} files, ${(files.reduce((sum, path) => sum + statSync(join(out, path)).size, 0) / 2 ** 20).toFixed(0)} MB in ${out}`,
  );
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const after = (flag: string): string[] =>
    words.flatMap((word, i) => (word === flag && words[i + 1] !== undefined ? [words[i + 1]!] : []));
  const named = after("--target");
  const platforms = named.length === 0 ? PLATFORMS : named.flatMap((word) => platformsNamed(word) ?? []);
  const level = Number(after("--level")[0] ?? LEVEL);
  const flags = new Set(["--target", "--out", "--built", "--level"]);
  if (
    platforms.length === 0 ||
    named.some((word) => platformsNamed(word) === null) ||
    !(level >= 1 && level <= 22) ||
    words.some((word) => word.startsWith("--") && !flags.has(word))
  ) {
    console.error(
      `release: --target takes all or ${PLATFORMS.map(({ id }) => id).join(", ")} and may be repeated; --out DIR; --built; --level 1 to 22.`,
    );
    process.exit(2);
  }
  await release({ platforms, out: resolve(after("--out")[0] ?? join(top, "dist", "release")), built: words.includes("--built"), level });
}
