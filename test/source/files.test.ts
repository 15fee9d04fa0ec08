import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carriesLibrary, QUICK } from "../../src/base/native.ts";
import { quick } from "../../src/base/quick.ts";
import { readWhole, withFile } from "../../src/source/files.ts";

const here = process.env.CI === "true" || carriesLibrary(QUICK);
const LIMIT = 100_000;

describe.skipIf(!here)("a file in one native call", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "manifold-test-")));
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "manifold-test-")));
  mkdirSync(join(root, "a/ü 漢"), { recursive: true });
  writeFileSync(join(root, "a/ü 漢/𝒳.txt"), "text\n");
  writeFileSync(join(root, "empty"), "");
  writeFileSync(join(root, "bytes"), Buffer.from([0, 255, 10, 0xc3]));
  writeFileSync(join(root, "limit"), Buffer.alloc(LIMIT, 65));
  writeFileSync(join(root, "large"), Buffer.alloc(LIMIT + 1, 65));
  writeFileSync(join(root, "\ufffd"), "the name is a replacement character");
  writeFileSync(join(outside, "secret"), "outside");
  symlinkSync(join(outside, "secret"), join(root, "link"));
  symlinkSync(outside, join(root, "folder"));
  symlinkSync("a", join(root, "inside"));
  symlinkSync(root, join(outside, "root"));
  Bun.spawnSync(["mkfifo", join(root, "fifo")]);

  const byTypeScript = (from: string, path: string): unknown =>
    withFile(from, path, (file) => ({ size: file.size, stamp: file.stamp, bytes: file.read(file.size + 1), changed: file.changed() }));

  test("has what opening it in TypeScript has", () => {
    for (const path of ["a/ü 漢/𝒳.txt", "empty", "bytes", "limit", "\ufffd"]) {
      const whole: unknown = readWhole(root, path, LIMIT);
      expect(whole).toEqual(byTypeScript(root, path));
      expect(whole).not.toBeNull();
      // A root that is itself reached by a link.
      expect(readWhole(join(outside, "root"), path, LIMIT) as unknown).toEqual(whole);
    }
    expect(readWhole("/", `${root.slice(1)}/bytes`, LIMIT)?.size).toBe(4);
  });

  test("nothing else is read: links, folders, pipes, devices, what is too large or not inside", () => {
    const others = [
      "link",
      "folder/secret",
      "inside/ü 漢/𝒳.txt",
      "a",
      "fifo",
      "large",
      "missing",
      "",
      "../secret",
      "/etc/passwd",
      "a/./b",
      "\ud800",
      "x\0y",
    ];
    for (const path of others) expect(readWhole(root, path, LIMIT)).toBeNull();
    for (const path of ["dev/zero", "dev/null"]) expect(readWhole("/", path, LIMIT)).toBeNull();
    expect(readWhole(join(root, "nowhere"), "bytes", LIMIT)).toBeNull();
    const addon = quick()!;
    const about = new Float64Array(3);
    for (const path of [
      join(root, "link"),
      join(root, "folder/secret"),
      `${root}/./bytes`,
      `${root}//bytes`,
      "bytes",
      "",
      "/".repeat(9_000),
    ])
      expect(addon.contentOf(path, LIMIT, about)).toBeNull();
    expect(addon.contentOf(join(root, "bytes"), LIMIT, new Float64Array(2))).toBeNull();
    expect(addon.contentOf(join(root, "bytes"), -1, about)).toBeNull();
    expect(addon.contentOf(join(root, "bytes"), LIMIT, about)?.byteLength).toBe(4);
    rmSync(root, { recursive: true });
    rmSync(outside, { recursive: true });
  });
});
