/**
 * `bun run check`: installs, lints, type-checks, builds both binaries and runs every test, the compiled binaries' included.
 * Each step is the script of package.json that people run, so that none of them can be broken unseen.
 * What this machine lacks (a cross compiler, an emulator) is skipped with a loud line; in CI a skip is a failure.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { step } from "./steps.ts";

const top = join(import.meta.dir, "..");
const ci = process.env.CI === "true";
const skipped: string[] = [];

/** The emulator and the C library that the arm64 binary's tests need. */
function arm64Runner(): boolean {
  if (process.arch === "arm64") return true;
  const emulator = Bun.which("qemu-aarch64-static") ?? Bun.which("qemu-aarch64");
  return emulator !== null && existsSync("/usr/aarch64-linux-gnu/lib/libstdc++.so.6");
}

step("install", ["bun", "install", "--frozen-lockfile"]);
step("lint and format", ["bun", "run", "lint", "--colors=off"]);
step("type-check", ["bun", "run", "types"]);

// What it imports is there only now.
const { crossCompiler, ownCompiler } = await import("./grammars.ts");
if (!ownCompiler())
  skipped.push("No C compiler with a C library is here: this machine's binary and tests lack the grammars that must be compiled.");
if (!crossCompiler())
  skipped.push("The cross compiler cannot be had here: the other machine's binary lacks the grammars that must be compiled.");
if (!arm64Runner()) skipped.push("qemu-aarch64 or an arm64 C library is not here: the arm64 binary is built but not run.");
step("build the binaries", ["bun", "run", "build", ...(ci ? ["--strict"] : [])]);

const report = join(top, "dist", "tests.xml");
// Three at once on two processors, for much of a test is waiting; each in one process as without: a native library is loaded once a process, so a new global object for every file would go without it.
const code = step("tests", ["bun", "run", "test", "--parallel=3", "--no-isolate", "--reporter=junit", `--reporter-outfile=${report}`], {
  tolerate: true,
});
const totals = existsSync(report)
  ? /<testsuites[^>]*\btests="(\d+)"[^>]*\bfailures="(\d+)"[^>]*\bskipped="(\d+)"/.exec(readFileSync(report, "utf8"))
  : null;
if (totals) {
  const [tests, failures, skips] = totals.slice(1).map(Number) as [number, number, number];
  console.log(`\n${tests - failures - skips} passed, ${failures} failed, ${skips} skipped`);
  if (skips > 0) skipped.push(`${skips} tests were skipped by a condition of this machine; their names say which.`);
}
for (const line of skipped) console.error(`\n!!! SKIPPED: ${line}`);
if (code !== 0) process.exit(code);
if (ci && skipped.length > 0) {
  console.error("\nIn CI a skip is a failure.");
  process.exit(1);
}
console.error("\nAll checks passed.");
