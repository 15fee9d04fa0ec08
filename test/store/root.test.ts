import { expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Refusal } from "../../src/base/errors.ts";
import { namedRoot, rootFor } from "../../src/store/root.ts";
import { sealNow } from "../../src/store/seal.ts";
import { repository, temporary, write } from "../files/_tree.ts";

const refusal = (action: () => unknown): string => {
  try {
    action();
    return "none";
  } catch (error) {
    return (error as Refusal).code;
  }
};

test("nearest index, else git's top, else the folder", () => {
  const home = temporary();
  const root = repository({ "a/b/c.ts": "c\n" });
  expect(rootFor(join(root, "a/b"), home)).toBe(root);
  // A folder that came with the repository narrows nothing; one that we made an index in does.
  mkdirSync(join(root, "a/.manifold"));
  expect(rootFor(join(root, "a/b"), home)).toBe(root);
  sealNow(join(root, "a"), join(root, "a/.manifold"));
  expect(rootFor(join(root, "a/b"), home)).toBe(join(root, "a"));
  expect(rootFor(root, home)).toBe(root);
  symlinkSync(join(root, "a/b"), join(root, "link"));
  expect(rootFor(join(root, "link"), home)).toBe(join(root, "a"));
  const plain = temporary();
  mkdirSync(join(plain, "x/y"), { recursive: true });
  expect(rootFor(join(plain, "x/y"), home)).toBe(join(plain, "x/y"));
  mkdirSync(join(plain, ".manifold"));
  expect(rootFor(join(plain, "x/y"), home)).toBe(plain);
});

test("an index above another repository does not cover it", () => {
  const outer = temporary();
  mkdirSync(join(outer, ".manifold"));
  write(outer, { "repo/.git/HEAD": "ref: refs/heads/main\n", "repo/src/a.ts": "a" });
  expect(rootFor(join(outer, "repo/src"), temporary())).toBe(join(outer, "repo"));
});

test("the home folder, what is above it and / are only roots when named", () => {
  const above = temporary();
  const home = join(above, "me");
  write(home, { "notes/a.md": "a", ".git/HEAD": "ref: refs/heads/main\n" });
  expect(refusal(() => rootFor(home, home))).toBe("root-refused");
  expect(refusal(() => rootFor(above, home))).toBe("root-refused");
  expect(refusal(() => rootFor("/", home))).toBe("root-refused");
  // A repository of dotfiles in the home folder does not make it the root of everything below.
  expect(rootFor(join(home, "notes"), home)).toBe(join(home, "notes"));
  expect(namedRoot(home)).toBe(home);
  mkdirSync(join(home, ".manifold"));
  expect(refusal(() => rootFor(home, home))).toBe("root-refused");
  sealNow(home, join(home, ".manifold"));
  expect(rootFor(home, home)).toBe(home);
});

test("bad names are refused, and nothing is created", () => {
  const base = temporary();
  write(base, { "file.ts": "x" });
  symlinkSync("loop", join(base, "loop"));
  expect(refusal(() => namedRoot("missing", base))).toBe("path-missing");
  expect(refusal(() => namedRoot("file.ts", base))).toBe("not-a-folder");
  expect(refusal(() => namedRoot("file.ts/x", base))).toBe("path-missing");
  expect(refusal(() => namedRoot("loop", base))).toBe("path-missing");
  expect(refusal(() => namedRoot("nul\0", base))).toBe("path-missing");
  expect(existsSync(join(base, "missing"))).toBe(false);
  expect(namedRoot(".", base)).toBe(base);
});
