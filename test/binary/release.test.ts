/** A release of this machine's program: what is packed is installed, in empty folders, each way that can be run here. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../scripts/build.ts";
import { thisPlatform } from "../../scripts/platforms.ts";
import { VERSION } from "../../scripts/release/packaging.ts";
import { release, tarOf } from "../../scripts/release.ts";
import { binary, mayMount, run } from "./_binary.ts";

const platform = thisPlatform()!;
const base = mkdtempSync(join(tmpdir(), "manifold-release-"));
const out = join(base, "out");
const archive = `manifold-${VERSION}-${platform.id}`;
const sumOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

/** A folder with nothing in it, and a HOME. */
function empty(name: string): { at: string; env: Record<string, string> } {
  const at = join(base, name);
  mkdirSync(join(at, "home"), { recursive: true });
  return { at, env: { HOME: join(at, "home"), npm_config_cache: join(base, "npm-cache"), npm_config_update_notifier: "false" } };
}

/** The first answer of an installed program. */
function answers(command: string[], at: string, env: Record<string, string>): void {
  const tree = join(at, "tree");
  mkdirSync(tree, { recursive: true });
  writeFileSync(join(tree, "a.py"), "def a():\n    return b()\n\n\ndef b():\n    return 1\n");
  const { exit, out: said, err } = run([...command, "callers", "b"], tree, { env });
  expect([exit, said.includes("a.py:2"), err.includes("unexpected")]).toEqual([0, true, false]);
}

beforeAll(async () => {
  process.env.SOURCE_DATE_EPOCH = "1700000000";
  await release({ platforms: [platform], out, built: true, level: 1 });
}, 300_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

test("SHA256SUMS names every file of the release with its sum", () => {
  const rows = readFileSync(join(out, "SHA256SUMS"), "utf8").trim().split("\n");
  const files = (readdirSync(out, { recursive: true }) as string[]).filter(
    (path) => statSync(join(out, path)).isFile() && path !== "SHA256SUMS",
  );
  expect(rows.map((row) => row.slice(66)).sort()).toEqual(files.sort());
  for (const row of rows) expect(row.slice(0, 64)).toBe(sumOf(join(out, row.slice(66))));
  for (const name of [`${archive}.tar.gz`, `${archive}.tar.zst`, `${archive}.cdx.json`, "install.sh", "server.json"])
    expect(files).toContain(name);
});

test("the same program is built of the same commit twice, and packed to the same bytes", async () => {
  const again = join(base, "again");
  mkdirSync(join(again, "x"), { recursive: true });
  expect(sumOf(await build(platform, { release: false, strict: false, into: again }))).toBe(sumOf(binary()));
  writeFileSync(join(again, "x", "b"), "1");
  const first = tarOf(again, "x", "1700000000");
  rmSync(join(again, "x"), { recursive: true });
  mkdirSync(join(again, "x"), { mode: 0o700 });
  writeFileSync(join(again, "x", "b"), "1", { mode: 0o600 });
  expect(Buffer.from(tarOf(again, "x", "1700000000")).equals(Buffer.from(first))).toBe(true);
}, 120_000);

const SHARED = ["share/man/man1/manifold.1", "share/bash-completion/completions/manifold", "share/zsh/site-functions/_manifold"];

/** A release of one archive whose program is a script: what install.sh does with a program needs no large one. */
function scripted(at: string, script: string): string {
  const name = join(at, archive);
  mkdirSync(join(name, "bin"), { recursive: true });
  for (const file of SHARED) {
    mkdirSync(join(name, file, ".."), { recursive: true });
    writeFileSync(join(name, file), "");
  }
  writeFileSync(join(name, "bin", "manifold"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  writeFileSync(join(at, `${archive}.tar.gz`), Bun.gzipSync(tarOf(at, archive, "1700000000") as Uint8Array<ArrayBuffer>));
  writeFileSync(join(at, "SHA256SUMS"), `${sumOf(join(at, `${archive}.tar.gz`))}  ${archive}.tar.gz\n`);
  return at;
}

/** Shells of their own: on Debian sh is dash. */
const shells = ["sh", "busybox"].filter((shell) => Bun.which(shell) !== null);

test.each(shells)("install.sh in %s: into a folder of one's own, from a folder and an address", (shell) => {
  const command = shell === "busybox" ? ["busybox", "sh"] : [shell];
  const { at, env } = empty(`sh-${shell}`);
  // The whole program once: what else a shell might do otherwise shows with one that only starts it.
  const from = shell === shells[0] ? out : `file://${scripted(at, `exec ${binary()} "$@"`)}`;
  const dry = run([...command, join(out, "install.sh"), "--from", from, "--dry-run"], at, { env });
  expect([dry.exit, dry.out.includes(`platform   ${platform.id}`), existsSync(join(at, "home", ".local"))]).toEqual([0, true, false]);
  const { exit, out: said, err } = run([...command, join(out, "install.sh"), "--from", from], at, { env });
  expect([exit, err]).toEqual([0, ""]);
  // It asked a question itself, in a folder of its own.
  expect(said).toContain(`installed  manifold ${VERSION}, and it answers`);
  expect(said).toContain("is not on your PATH");
  const local = join(at, "home", ".local");
  // What it asked to know that is gone, and was no question of this user's.
  expect([readdirSync(local).sort(), readdirSync(join(at, "home"))]).toEqual([["bin", "share"], [".local"]]);
  for (const file of SHARED) expect(existsSync(join(local, file))).toBe(true);
  if (shell === shells[0]) answers([join(local, "bin", "manifold")], at, env);
});

test("install.sh over http from this machine; where the processor is too old it says so", async () => {
  const { at, env } = empty("sh-http");
  scripted(at, "kill -ILL $$");
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => new Response(Bun.file(join(at, new URL(request.url).pathname))),
  });
  try {
    const child = Bun.spawn(["sh", join(out, "install.sh"), "--from", `http://127.0.0.1:${server.port}`, "--dir", join(at, "d")], {
      env: { PATH: process.env.PATH ?? "", ...env },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [said, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect(await child.exited).toBe(1);
    // Without curl and wget it says that one is needed.
    if (Bun.which("curl") === null && Bun.which("wget") === null) expect(err).toContain("curl or wget is needed");
    else expect([said.includes(", as listed"), said.includes("SSE4.2 and POPCNT")]).toEqual([true, true]);
  } finally {
    await server.stop(true);
  }
});

test("install.sh installs nothing that has another sum, is not listed, or has no place to go", () => {
  const { at, env } = empty("sh-bad");
  const bad = join(at, "bad");
  mkdirSync(bad);
  cpSync(join(out, "SHA256SUMS"), join(bad, "SHA256SUMS"));
  const install = (...words: string[]) => run(["sh", join(out, "install.sh"), "--dir", join(at, "d"), ...words], at, { env });
  writeFileSync(join(bad, `${archive}.tar.gz`), "another thing");
  expect(install("--from", bad).err).toContain(`not ${sumOf(join(out, `${archive}.tar.gz`))}: nothing was installed`);
  writeFileSync(join(bad, "SHA256SUMS"), "");
  expect(install("--from", bad).err).toContain("is not in SHA256SUMS");
  expect(install("--from", join(at, "nowhere")).exit).toBe(1);
  expect(install("--from", "http://example.org").err).toContain("use https");
  expect(install("--version", "../../etc").err).toContain("is no version");
  expect(install("--dir", "relative").err).toContain("absolute");
  expect(install("--what").exit).toBe(2);
  expect(existsSync(join(at, "d"))).toBe(false);
});

const libgcc = "/usr/lib/x86_64-linux-gnu/libgcc_s.so.1";

test.skipIf(!mayMount || !existsSync(libgcc))(
  "install.sh and doctor where a library is missing: what it is, and which package has it (needs unshare)",
  () => {
    const { at, env } = empty("sh-library");
    const without = (script: string) => run(["unshare", "-rm", "sh", "-c", `mount --bind /dev/null ${libgcc} && ${script}`], at, { env });
    const installed = without(`sh ${join(out, "install.sh")} --from ${scripted(at, `exec ${binary()} "$@"`)}`);
    expect(installed.exit).toBe(1);
    expect(installed.err).toContain("bin/manifold is there and cannot answer a question (exit 3)");
    expect(installed.err).toContain("libgcc_s.so.1");
    expect(readdirSync(join(at, "home", ".local")).sort()).toEqual(["bin", "share"]);
    mkdirSync(join(at, "tree"));
    const examined = without(`cd tree && ${binary()} doctor`);
    expect([examined.exit, /! The library .*libgcc_s\.so\.1/.test(examined.out)]).toEqual([1, true]);
  },
);

const tarballs = (): string[] => readdirSync(join(out, "npm")).map((name) => join(out, "npm", name));
const cli = (): string => tarballs().find((path) => /-cli-\d/.test(path))!;

test("npm: the two tarballs in an empty folder, with scripts off", () => {
  const { at, env } = empty("npm");
  writeFileSync(join(at, "package.json"), JSON.stringify({ name: "x", private: true, version: "1.0.0" }));
  // The other platforms' packages are in no registry yet: they are optional.
  const installed = run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--offline", ...tarballs()], at, { env });
  expect([installed.exit, installed.err]).toEqual([0, ""]);
  const program = join(at, "node_modules", ".bin", "manifold");
  answers([program], at, env);
  // Its exit codes and its end by a signal are those of the program.
  expect(run([program, "no-such-command"], at, { env }).exit).toBe(2);
  expect(run(["npx", "--offline", "manifold", "--version"], at, { env }).out).toBe(`manifold ${VERSION}\n`);
}, 120_000);

test("npm pack of the two folders: npm's own tarballs hold the files of ours, and install in an empty folder", () => {
  const { at, env } = empty("npm-pack");
  const packed = tarballs().map((path) => {
    const folder = join(at, path === cli() ? "main" : "platform", "package");
    mkdirSync(folder, { recursive: true });
    run(["tar", "-xzf", path, "-C", join(folder, "..")], at);
    const { scripts, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { scripts?: unknown; version: string };
    expect([scripts, version]).toEqual([undefined, VERSION]);
    // What npm does with a program does not hang on its size, and this size takes long.
    const program = join(folder, "bin", "manifold");
    if (path !== cli()) writeFileSync(program, `#!/bin/sh\nexec ${binary()} "$@"\n`, { mode: 0o755 });
    const { out: said } = run(["npm", "pack", "--json", "--offline", "--pack-destination", at], folder, { env });
    const [{ filename, files }] = JSON.parse(said) as [{ filename: string; files: { path: string }[] }];
    const ours = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => statSync(join(folder, name)).isFile());
    expect(files.map((file) => file.path).sort()).toEqual(ours.sort());
    return join(at, filename);
  });
  const tree = join(at, "tree");
  mkdirSync(tree);
  writeFileSync(join(tree, "package.json"), "{}");
  const installed = run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--offline", ...packed], tree, { env });
  expect([installed.exit, installed.err]).toEqual([0, ""]);
  answers([join(tree, "node_modules", ".bin", "manifold")], at, env);
}, 300_000);

test("npm: without the platform's package the launcher says what to do", () => {
  const { at, env } = empty("npm-alone");
  run(["tar", "-xzf", cli()], at);
  const { exit, err } = run(["node", join(at, "package", "bin", "manifold.js"), "--version"], at, { env });
  expect(exit).toBe(3);
  expect(err).toContain(`the package @manifold-code/cli-${platform.id}, which holds the program for this machine, is not installed`);
  expect(err).toContain("--omit=optional");
});

test.skipIf(Bun.which("dpkg-deb") === null)(
  "Debian: program, manual page and completions, and it installs where root may (needs dpkg)",
  () => {
    const { at, env } = empty("deb");
    const path = readdirSync(out).find((name) => name.endsWith(".deb"))!;
    const root = join(at, "root");
    const usr = join(root, "usr");
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      // Into a root of its own, with a list of packages of its own.
      for (const folder of ["updates", "info"]) mkdirSync(join(root, "var/lib/dpkg", folder), { recursive: true });
      for (const file of ["status", "available"]) writeFileSync(join(root, "var/lib/dpkg", file), "");
      const words = [`--root=${root}`, "--force-depends", "--force-not-root", "--install", join(out, path)];
      expect(run(["dpkg", ...words], at, { env: { ...env, DEBIAN_FRONTEND: "noninteractive" } }).exit).toBe(0);
    } else expect(run(["dpkg-deb", "-x", join(out, path), root], at).exit).toBe(0);
    answers([join(usr, "bin", "manifold")], at, env);
    for (const file of [
      "share/man/man1/manifold.1.gz",
      "share/bash-completion/completions/manifold",
      "share/zsh/vendor-completions/_manifold",
      "share/fish/vendor_completions.d/manifold.fish",
      // Where the policy wants it: below the name of the package.
      "share/doc/manifold-code/copyright",
    ])
      expect([file, existsSync(join(usr, file))]).toEqual([file, true]);
    const control = run(["dpkg-deb", "-f", join(out, path)], at).out;
    expect(control).toContain(`Version: ${VERSION}`);
    expect(control).toContain("Depends: libc6 (>= 2.17)");
    if (!isRoot) return;
    expect(run(["dpkg-query", `--admindir=${join(root, "var/lib/dpkg")}`, "-W", "-f", `\${Status}`, "manifold-code"], at).out).toBe(
      "install ok installed",
    );
    expect(run(["dpkg", `--root=${root}`, "--remove", "manifold-code"], at, { env }).exit).toBe(0);
    expect(existsSync(join(root, "usr/bin/manifold"))).toBe(false);
  },
);

test("the manual page has every command, and man can read it", () => {
  const { at } = empty("man");
  const page = run(["tar", "-xzOf", join(out, `${archive}.tar.gz`), `${archive}/share/man/man1/manifold.1`], at).out;
  for (const [, name] of run([binary(), "--help"], at).out.matchAll(/^ {2}([a-z]+) {2}/gm)) expect(page).toContain(`manifold ${name}`);
  if (Bun.which("man") === null || Bun.which("groff") === null) return;
  writeFileSync(join(at, "manifold.1"), page);
  for (const locale of ["C.UTF-8", "C"]) {
    const { exit, err } = run(["man", "--warnings", "-l", join(at, "manifold.1")], at, {
      env: { MANPAGER: "cat", MANWIDTH: "100", LC_ALL: locale },
    });
    expect([locale, exit, err]).toEqual([locale, 0, ""]);
  }
});
