/** The table of platforms, and what is said of a library by its header and its needs: on the libraries that the packages ship for other machines. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crossCompiler } from "../../scripts/grammars.ts";
import { isFor, lacking, needsOf } from "../../scripts/libraries.ts";
import { npmFields, PLATFORMS, platformsNamed, thisPlatform } from "../../scripts/platforms.ts";
import { machineOf } from "../../src/base/native.ts";

const modules = join(import.meta.dir, "..", "..", "node_modules");
const lock = readFileSync(join(modules, "..", "bun.lock"), "utf8");
const of = (id: string) => PLATFORMS.find((one) => one.id === id)!;

test("every package that a platform is built from is in the lock file, with its sum", () => {
  const addons = JSON.parse(readFileSync(join(modules, "@ast-grep", "napi", "package.json"), "utf8")) as { version: string };
  for (const { bun, addon } of PLATFORMS) {
    expect(lock).toMatch(new RegExp(`"${bun}": \\["${bun}@[\\d.]+", .*"sha512-[\\w+/=]+"\\]`));
    const name = `@ast-grep/napi-${addon}`;
    expect(lock).toMatch(new RegExp(`"${name}": \\["${name}@${addons.version}", .*"sha512-[\\w+/=]+"\\]`));
  }
});

test("this machine is one of the platforms, and words name them", () => {
  expect(thisPlatform()).not.toBeNull();
  expect(platformsNamed(process.arch)).toEqual([thisPlatform()!]);
  expect(platformsNamed("all")).toEqual(PLATFORMS);
  expect(platformsNamed("plan9-x64")).toBeNull();
  expect(npmFields(of("windows-x64"))).toEqual({ os: ["win32"], cpu: ["x64"] });
  expect(npmFields(of("linux-arm64-musl"))).toEqual({ os: ["linux"], cpu: ["arm64"], libc: ["musl"] });
});

test("a header says which machines a library is for, in ELF, Mach-O (of several machines too) and PE", () => {
  const bash = (folder: string) => join(modules, "@ast-grep", "lang-bash", "prebuilds", `prebuild-${folder}`, "parser.so");
  for (const platform of PLATFORMS) {
    const path = bash(platform.grammars);
    const others = PLATFORMS.filter((one) => isFor(path, one)).map(({ system, arch }) => `${system}-${arch}`);
    expect([...new Set(others)]).toEqual([`${platform.system}-${platform.arch}`]);
  }
  const both = readFileSync(join(modules, "usearch", "prebuilds", "darwin-arm64+x64", "usearch.node"));
  expect(
    machineOf(both)
      .map(({ arch }) => arch)
      .sort(),
  ).toEqual(["arm64", "x64"]);
  expect(machineOf(both.subarray(0, 12))).toEqual([]);
  expect(machineOf(new TextEncoder().encode("#!/bin/sh\necho no library at all\n"))).toEqual([]);
  expect(machineOf(new Uint8Array())).toEqual([]);
  expect(isFor(join(modules, "no such file"), of("linux-x64"))).toBe(false);
});

test.skipIf(Bun.which("llvm-readobj") === null)("what an old system lacks of a library is named (needs llvm-readobj)", () => {
  const vectors = join(modules, "usearch", "prebuilds", "linux-x64", "usearch.node");
  expect(needsOf(vectors).libraries).toContain("libstdc++.so.6");
  // The package's own needs glibc 2.34 and a C++ library; for that reason a release compiles it.
  const lacks = lacking(vectors, of("linux-x64"), null);
  expect(lacks).toContain("libstdc++.so.6");
  expect(lacks.some((one) => one.endsWith("@GLIBC_2.34"))).toBe(true);
  expect(lacking(vectors, of("linux-arm64"), null)).toEqual(["a library for this machine"]);
  const addon = join(modules, `@ast-grep/napi-linux-${process.arch}-gnu/ast-grep-napi.linux-${process.arch}-gnu.node`);
  if (existsSync(addon)) expect(lacking(addon, of(`linux-${process.arch}`), null)).toEqual([]);
  // usearch's for Windows needs nothing but the system, and Node's functions of the program that loads it.
  expect(lacking(join(modules, "usearch", "prebuilds", "win32-x64", "usearch.node"), of("windows-x64"), null)).toEqual([]);
});

test.skipIf(Bun.which("llvm-readobj") === null || crossCompiler() === null)(
  "musl and macOS: symbols are looked up in their C libraries' lists (needs llvm-readobj and the cross compiler)",
  () => {
    const path = (language: string, folder: string) =>
      join(modules, "@ast-grep", `lang-${language}`, "prebuilds", `prebuild-${folder}`, "parser.so");
    // One that needs nothing at all, one that musl has everything for, and one that wants glibc's own loader.
    expect(lacking(path("go", "Linux-X64"), of("linux-x64-musl"), crossCompiler())).toEqual([]);
    expect(lacking(path("bash", "Linux-X64"), of("linux-x64-musl"), crossCompiler())).toEqual([]);
    expect(lacking(path("javascript", "Linux-ARM64"), of("linux-arm64-musl"), crossCompiler())).toEqual(["ld-linux-aarch64.so.1"]);
    for (const language of readdirSync(join(modules, "@ast-grep")).filter((name) => name.startsWith("lang-")))
      for (const id of ["darwin-arm64", "darwin-x64"]) {
        const library = path(language.slice(5), of(id).grammars);
        if (existsSync(library)) expect([language, lacking(library, of(id), crossCompiler())]).toEqual([language, []]);
      }
  },
  60_000,
);
