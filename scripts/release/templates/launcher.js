#!/usr/bin/env node
// Starts the program from the package for this platform, which npm, pnpm, yarn and bun install beside this one because its os, cpu and libc fit.

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const PLATFORMS = JSON.parse("@PLATFORMS@");

const report = typeof process.report?.getReport === "function" ? process.report.getReport() : null;
const libc = process.platform !== "linux" ? null : report?.header?.glibcVersionRuntime ? "glibc" : "musl";
const wanted = PLATFORMS.find((one) => one.os === process.platform && one.cpu === process.arch && one.libc === libc);
if (wanted === undefined) {
  console.error(
    `manifold: there is no build for ${process.platform} ${process.arch}. Builds: ${PLATFORMS.map(({ id }) => id).join(", ")}.`,
  );
  process.exit(3);
}
let program;
try {
  program = require.resolve(`${wanted.package}/bin/${wanted.program}`);
} catch {
  console.error(
    `manifold: the package ${wanted.package}, which holds the program for this machine, is not installed.\n` +
      "  It is an optional dependency: install again without --omit=optional (or --no-optional), on the machine that will run it,\n" +
      `  or install it by name: npm install ${wanted.package}@@VERSION@`,
  );
  process.exit(3);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
// What the terminal sends goes to both; what is sent to this process alone is handed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
child.on("error", (error) => {
  console.error(`manifold: ${program} could not be started: ${error.message}`);
  process.exit(3);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
