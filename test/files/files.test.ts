import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withFile } from "../../src/files/files.ts";

describe("a file of the tree", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "manifold-test-")));
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "manifold-test-")));
  mkdirSync(join(root, "a/ü 漢"), { recursive: true });
  writeFileSync(join(root, "a/ü 漢/𝒳.txt"), "text\n");
  writeFileSync(join(root, "empty"), "");
  writeFileSync(join(root, "bytes"), Buffer.from([0, 255, 10, 0xc3]));
  writeFileSync(join(root, "\ufffd"), "the name is a replacement character");
  writeFileSync(join(outside, "secret"), "outside");
  symlinkSync(join(outside, "secret"), join(root, "link"));
  symlinkSync(outside, join(root, "folder"));
  symlinkSync("a", join(root, "inside"));
  symlinkSync(root, join(outside, "root"));
  Bun.spawnSync(["mkfifo", join(root, "fifo")]);

  const read = (from: string, path: string): unknown =>
    withFile(from, path, (file) => Buffer.from(file.read(file.size + 1)).toString("latin1"));

  test("has its bytes, also where the root is reached by a link", () => {
    const held: [string, string][] = [
      ["a/ü 漢/𝒳.txt", "text\n"],
      ["empty", ""],
      ["bytes", "\0\xff\n\xc3"],
      ["\ufffd", "the name is a replacement character"],
    ];
    for (const [path, text] of held)
      for (const from of [root, join(outside, "root")]) expect([path, read(from, path)]).toEqual([path, text]);
    expect(read("/", `${root.slice(1)}/bytes`)).toBe("\0\xff\n\xc3");
  });

  test("nothing else is read: links, folders, pipes, devices, what is not inside", () => {
    for (const path of ["a", "fifo", "missing"]) expect([path, read(root, path)]).toEqual([path, "unreadable"]);
    for (const path of ["link", "folder/secret", "", "../secret", "/etc/passwd", "a/./b", "x\0y"])
      expect([path, read(root, path)]).toEqual([path, "symlink-out-of-tree"]);
    // Through a link inside: it has its own name there.
    expect(read(root, "inside/ü 漢/𝒳.txt")).toBe("symlink-out-of-tree");
    for (const path of ["dev/zero", "dev/null"]) expect(read("/", path)).toBe("unreadable");
    expect(read(join(root, "nowhere"), "bytes")).toBe("unreadable");
    rmSync(root, { recursive: true });
    rmSync(outside, { recursive: true });
  });
});
