#!/usr/bin/env bun
/** Compiles `src/embed/kernel/kernel.as.ts` to WebAssembly and writes it as a module: `bun scripts/train/kernel.ts`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const top = join(import.meta.dir, "..", "..");
const folder = join(top, "src", "embed", "kernel");

/** The module's text for the kernel as it is now, with SIMD and without. */
export function compileKernel(): string {
  return `/** Made by scripts/train/kernel.ts from kernel.as.ts; WebAssembly, base64. */
export const KERNEL =
  "${compiled("--enable simd")}";

/** The same without SIMD: for engines that have none on their processor. */
export const PLAIN_KERNEL =
  "${compiled("--disable simd")}";
`;
}

function compiled(features: string): string {
  const into = mkdtempSync(join(tmpdir(), "kernel-"));
  try {
    const out = join(into, "kernel.wasm");
    const { exitCode, stderr } = Bun.spawnSync(
      [
        process.execPath,
        join(top, "node_modules/assemblyscript/bin/asc.js"),
        "kernel.as.ts",
        ...`${features} --runtime stub --importMemory --noAssert -O3 --outFile`.split(" "),
        out,
      ],
      { cwd: folder },
    );
    if (exitCode !== 0) throw new Error(stderr.toString());
    return readFileSync(out).toBase64();
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

if (import.meta.main) writeFileSync(join(folder, "kernel.wasm.ts"), compileKernel());
