import { afterEach, expect, test } from "bun:test";
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { privateFolder } from "../../src/base/private.ts";

const made: string[] = [];
function base(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "manifold-test-")));
  made.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test("a folder that is not there is made for its owner alone, with those above it; one that is there is closed", () => {
  const at = base();
  const path = join(at, "a/b/c");
  expect(privateFolder(path)).toBe(path);
  for (const one of ["a", "a/b", "a/b/c"]) expect(lstatSync(join(at, one)).mode & 0o777).toBe(0o700);
  chmodSync(path, 0o755);
  expect(privateFolder(path)).toBe(path);
  expect(lstatSync(path).mode & 0o777).toBe(0o700);
});

test("a folder above that everybody may write is no place, unless it is sticky", () => {
  const at = base();
  mkdirSync(join(at, "open"));
  chmodSync(join(at, "open"), 0o777);
  expect(privateFolder(join(at, "open/cache"))).toBeNull();
  mkdirSync(join(at, "open/mine"), { mode: 0o700 });
  expect(privateFolder(join(at, "open/mine"))).toBeNull();
  chmodSync(join(at, "open"), 0o1777);
  expect(privateFolder(join(at, "open/mine"))).toBe(join(at, "open/mine"));
});

test("a link counts as what it leads to; one that leads nowhere makes nothing there, and a loop ends", () => {
  const at = base();
  mkdirSync(join(at, "real"), { mode: 0o700 });
  symlinkSync("real", join(at, "link"));
  expect(privateFolder(join(at, "link/cache"))).toBe(join(at, "real/cache"));
  symlinkSync(join(at, "nowhere"), join(at, "dangling"));
  expect(() => privateFolder(join(at, "dangling/cache"))).toThrow();
  expect(lstatSync(join(at, "nowhere"), { throwIfNoEntry: false })).toBeUndefined();
  symlinkSync("loop", join(at, "loop"));
  expect(() => privateFolder(join(at, "loop"))).toThrow();
  writeFileSync(join(at, "file"), "");
  expect(privateFolder(join(at, "file"))).toBeNull();
});

test.skipIf(process.getuid?.() !== 0)(
  "a folder of another user is no place, nor is one below it, nor a link that is theirs (as root)",
  () => {
    const at = base();
    for (const name of ["theirs", "outer"]) mkdirSync(join(at, name), { mode: 0o755 });
    mkdirSync(join(at, "outer/inner"), { mode: 0o700 });
    mkdirSync(join(at, "mine"), { mode: 0o700 });
    symlinkSync("mine", join(at, "planted"));
    chownSync(join(at, "theirs"), 65534, 65534);
    chownSync(join(at, "outer"), 65534, 65534);
    Bun.spawnSync(["chown", "-h", "65534:65534", join(at, "planted")]);
    for (const name of ["theirs", "outer/inner", "planted/cache"]) expect([name, privateFolder(join(at, name))]).toEqual([name, null]);
  },
);
