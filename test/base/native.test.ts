import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "../../src/base/errors.ts";
import { loadAddon } from "../../src/base/native.ts";

const at = mkdtempSync(join(tmpdir(), "manifold-test-"));
afterAll(() => rmSync(at, { recursive: true, force: true }));

function refused(name: string): Refusal {
  try {
    loadAddon(join(at, name));
  } catch (error) {
    return error as Refusal;
  }
  throw new Error(`${name} was loaded`);
}

const compiler = Bun.which("cc");

test("a library that cannot be loaded is refused with the loader's own reason", () => {
  writeFileSync(join(at, "short.node"), "no library");
  const refusal = refused("short.node");
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal.message).toMatch(/short\.node could not be loaded: .*[a-z]{4}/);
});

test.skipIf(compiler === null || process.platform !== "linux")("one that lacks another names it, and says no word of noexec", () => {
  const compile = (output: string, source: string, ...more: string[]): void => {
    writeFileSync(join(at, `${output}.c`), source);
    const { success } = Bun.spawnSync([compiler!, "-shared", "-fPIC", "-o", join(at, output), join(at, `${output}.c`), ...more]);
    expect(success).toBe(true);
  };
  compile("libgone.so.1", "int gone(void) { return 1; }\n", "-Wl,-soname,libgone.so.1");
  compile("wants.node", "int gone(void);\nint wants(void) { return gone(); }\n", join(at, "libgone.so.1"));
  rmSync(join(at, "libgone.so.1"));
  const { message, fix } = refused("wants.node");
  expect(message).toContain("libgone.so.1: cannot open shared object file");
  expect(fix).toContain("has libgone.so.1");
  expect(fix).not.toContain("noexec");
});
