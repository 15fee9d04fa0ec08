/** The cache by content: what it spares, that nobody notices it otherwise, and what of it is believed. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { verify } from "../../src/indexing/verify.ts";
import { type IndexOptions, index } from "../../src/indexing.ts";
import {
  type CachePlace,
  type CacheSettings,
  ContentCache,
  cachePlace,
  cacheStatus,
  pruneCache,
  setCache,
  verifyCache,
} from "../../src/store/cache.ts";
import { dump, opened, removeTemporary, temporary, write } from "../store/_tree.ts";

const quiet = { quiet: true } as const;
const FILES: Record<string, string> = {
  "a.py": '"""What the shop sells."""\nfrom lib.b import load\n\n\ndef first(x):\n    """See load."""\n    return load(x)\n',
  "lib/b.py": "def load(x):\n    # of the disk\n    return x + 1\n\n\nclass Store:\n    def save(self, y):\n        return load(y)\n",
  "c.ts":
    "// Copyright 2020 Somebody. All rights reserved.\n\nexport class Cart {\n  add(n: number): Cart { return this; }\n}\nexport const made = new Cart().add(1);\n",
  "d.md": "# Shop\n\nHow `load` works, and `Cart`.\n\n## More\n\nWords of nothing.\n",
  "e.go": "package main\n\nfunc load(a int) int { return a }\n\nfunc main() { load(2) }\n",
  "f.json": '{ "name": "shop", "password": "hunter2hunter2" }\n',
  "Tïtle é.rb": "# Grüße\nclass Äpfel\n  def größe = 1\nend\n",
};
const COUNT = Object.keys(FILES).length;

let folder: string;
let variables: Record<string, string | undefined>;

function use(settings: Partial<CacheSettings>): CachePlace {
  setCache(() => ({ enabled: true, dir: folder, ...settings }));
  // Children ask the environment.
  process.env.MANIFOLD_CACHE_DIR = folder;
  process.env.MANIFOLD_CACHE_MB = `${settings.megabytes ?? 1_000}`;
  return cachePlace() as CachePlace;
}

function off(): void {
  setCache(() => ({ enabled: false }));
  delete process.env.MANIFOLD_CACHE_DIR;
}

beforeEach(() => {
  const { XDG_STATE_HOME, MANIFOLD_INDEX_KEY, MANIFOLD_CACHE_DIR, MANIFOLD_CACHE_MB } = process.env;
  variables = { XDG_STATE_HOME, MANIFOLD_INDEX_KEY, MANIFOLD_CACHE_DIR, MANIFOLD_CACHE_MB };
  folder = join(temporary(), "content");
  use({});
});
afterEach(() => {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  off();
  removeTemporary();
});

function tree(files: Record<string, string> = FILES): string {
  const root = temporary();
  write(root, files);
  return root;
}

async function indexed(root: string, options: IndexOptions = {}): Promise<[parsed: number, reused: number]> {
  const { parsed, reused } = await index(root, { ...quiet, ...options });
  return [parsed, reused];
}

/** Everything in the index of a tree. */
function all(root: string): Record<string, unknown> {
  const store = opened(root);
  try {
    return dump(store);
  } finally {
    store.close();
  }
}

/** The same of one that is made without a cache. */
async function fresh(root: string): Promise<Record<string, unknown>> {
  const away = temporary();
  cpSync(root, away, { recursive: true, filter: (path) => !path.endsWith(".manifold") });
  off();
  await index(away, quiet);
  use({});
  return all(away);
}

const packs = (): string[] => readdirSync(folder).filter((name) => name.startsWith("pack-"));

describe("what is not parsed again", () => {
  test.each([1, 2])("a second clone elsewhere, with the same index to the last row (%d children)", async (children) => {
    const one = tree();
    // Not in this process.
    write(one, { "large.py": "def large():\n    return 1\n\n\n".repeat(3_000) });
    const more = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`m${i}.py`, `def f${i}():\n    return """${"some words of it\n".repeat(2_500)}"""\n`]),
    );
    write(one, more);
    const count = COUNT + 31;
    expect(await indexed(one, { children })).toEqual([count, 0]);
    const two = tree({ ...FILES, ...more, "large.py": readFileSync(join(one, "large.py"), "utf8") });
    expect(await indexed(two, { children })).toEqual([0, count]);
    expect(all(two)).toEqual(await fresh(two));
  });

  test("a branch that is switched to and fro", async () => {
    const root = tree();
    await index(root, quiet);
    write(root, { "a.py": "def first():\n    return 2\n", "c.ts": "export const made = 2;\n", "e.go": null, "new.py": "import a\n" });
    expect(await indexed(root)).toEqual([3, 0]);
    write(root, { ...FILES, "new.py": null });
    expect(await indexed(root)).toEqual([0, 3]);
    expect(all(root)).toEqual(await fresh(root));
    write(root, { "a.py": "def first():\n    return 2\n" });
    expect(await indexed(root)).toEqual([0, 1]);
  });

  test("trees of other sizes, which learn from other shares of what a file describes", async () => {
    await index(tree(), quiet);
    const large = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [
        `n${i}.py`,
        `def g${i}():\n    """What it does with ${i} and the shop."""\n    return """${"some words of it\n".repeat(5_000)}"""\n`,
      ]),
    );
    const two = tree({ ...FILES, ...large });
    expect((await indexed(two))[1]).toBe(COUNT);
    expect(all(two)).toEqual(await fresh(two));
    const three = tree({ ...FILES, "n1.py": large["n1.py"]! });
    await index(three, quiet);
    expect(all(three)).toEqual(await fresh(three));
  });
});

describe("what is parsed all the same", () => {
  test("another path, other bytes, what is asked for from nothing, what is verified, and all where it is switched off", async () => {
    const root = tree();
    await index(root, quiet);
    expect(await indexed(tree({ "b.py": FILES["a.py"]!, "lib/b.py": `${FILES["lib/b.py"]!}\n` }))).toEqual([2, 0]);
    expect(await indexed(root, { full: true })).toEqual([COUNT, 0]);
    off();
    expect(await indexed(tree())).toEqual([COUNT, 0]);
    use({});
    expect(await verify(root)).toEqual([]);
  });
});

describe("what is believed", () => {
  /** A pack with its entries' bytes put together, and where their rows begin. */
  const rowsOf = (pack: Buffer): number => pack.length - 12 - pack.readUInt32LE(pack.length - 12) * 40;

  test("nothing that another key made; with a shared key, what others made with it", async () => {
    await index(tree(), quiet);
    process.env.XDG_STATE_HOME = join(temporary(), "state");
    expect(await indexed(tree())).toEqual([COUNT, 0]);
    process.env.MANIFOLD_INDEX_KEY = "a key of tests, as long as it must be";
    expect(await indexed(tree())).toEqual([COUNT, 0]);
    process.env.XDG_STATE_HOME = join(temporary(), "state");
    expect(await indexed(tree())).toEqual([0, COUNT]);
    expect(verifyCache(cachePlace() as CachePlace, false)).toMatchObject({ entries: 3 * COUNT, bad: 2 * COUNT });
    expect(verifyCache(cachePlace() as CachePlace, true).packs.length).toBe(2);
    expect(verifyCache(cachePlace() as CachePlace, false)).toEqual({ entries: COUNT, bad: 0, packs: [] });
  });

  test("no entry under another's key, and none with another byte, wherever it is", async () => {
    await index(tree(), quiet);
    const path = join(folder, packs()[0]!);
    const whole = readFileSync(path);
    const rows = rowsOf(whole);
    const put = (bytes: Uint8Array): void => writeFileSync(path, bytes);
    // The rows of two files say each other's place.
    const swapped = Buffer.from(whole);
    swapped.set(whole.subarray(rows + 16, rows + 40), rows + 40 + 16);
    swapped.set(whole.subarray(rows + 56, rows + 80), rows + 16);
    put(swapped);
    expect(await indexed(tree())).toEqual([2, COUNT - 2]);
    for (const name of packs()) if (!path.endsWith(name)) rmSync(join(folder, name));
    const wanted = await fresh(tree());
    for (let at = 0; at < whole.length; at += 397) {
      const other = Buffer.from(whole);
      other[at]! ^= 1 << (at % 8);
      put(other);
      const root = tree();
      const [parsed, reused] = await indexed(root);
      expect(parsed + reused).toBe(COUNT);
      expect(reused).toBeLessThan(at < 8 ? COUNT + 1 : COUNT);
      expect(all(root)).toEqual(wanted);
      for (const name of packs()) if (!path.endsWith(name)) rmSync(join(folder, name));
    }
    put(whole.subarray(0, whole.length - 5));
    expect(await indexed(tree())).toEqual([COUNT, 0]);
  }, 60_000);

  test("no link, folder or FIFO in the place of a pack", async () => {
    await index(tree(), quiet);
    const [name] = packs();
    const away = join(temporary(), "away");
    cpSync(join(folder, name!), away);
    rmSync(join(folder, name!));
    symlinkSync(away, join(folder, name!));
    mkdirSync(join(folder, `pack-${"0".repeat(32)}`));
    Bun.spawnSync(["mkfifo", join(folder, `pack-${"1".repeat(32)}`)]);
    expect(await indexed(tree())).toEqual([COUNT, 0]);
  });

  test("a folder that cannot be written is read", async () => {
    const key = Buffer.alloc(16, 7);
    const own = new ContentCache(use({}));
    own.put(key, Buffer.from("kept"));
    own.close();
    const before = packs();
    chmodSync(folder, 0o500);
    // To root every folder can be written, whatever its permissions say.
    const place = use({});
    const root = process.getuid?.() === 0;
    expect(place.writable).toBe(root);
    const others = new ContentCache({ ...place, writable: false });
    others.put(Buffer.alloc(16, 8), Buffer.from("not kept"));
    expect(others.get(key)?.toString()).toBe("kept");
    others.close();
    chmodSync(folder, 0o700);
    expect(packs()).toEqual(before);
    expect(new ContentCache(use({})).get(Buffer.alloc(16, 8))).toBeNull();
  });
});

describe("its size", () => {
  test("what was used least recently goes first, and what a killed writer left after a day", async () => {
    const place = use({});
    await index(tree({ "a.py": FILES["a.py"]! }), quiet);
    const [old] = packs();
    await index(tree({ "lib/b.py": FILES["lib/b.py"]! }), quiet);
    const [young] = packs().filter((name) => name !== old);
    utimesSync(join(folder, old!), 1_000, 1_000);
    utimesSync(join(folder, young!), 2_000, 2_000);
    expect(await indexed(tree({ "a.py": FILES["a.py"]! }))).toEqual([0, 1]);
    expect(statSync(join(folder, old!)).mtimeMs).toBeGreaterThan(1_000_000_000_000);
    const [left, growing] = ["2", "3"].map((digit) => join(folder, `new-${digit.repeat(32)}`)) as [string, string];
    for (const path of [left, growing]) writeFileSync(path, "half");
    utimesSync(left, 1_000, 1_000);
    pruneCache(place, statSync(join(folder, old!)).size);
    expect([packs(), existsSync(left), existsSync(growing)]).toEqual([[old!], false, true]);
    pruneCache(place, 0);
    expect(readdirSync(folder)).toEqual([]);
    expect(cacheStatus(place)).toEqual({ packs: 0, entries: 0, bytes: 0, oldest: null });
  });

  test("stays below the limit, whatever is indexed", async () => {
    use({ megabytes: 1 });
    const noise = (i: number): string =>
      Array.from({ length: 1_500 }, (_, n) => `def f${Bun.hash(`${i} ${n}`).toString(36)}():\n    return ${n}\n`).join("\n");
    for (let round = 0; round < 5; round++) {
      await index(tree({ "one.py": noise(2 * round), "two.py": noise(2 * round + 1) }), quiet);
      expect(cacheStatus(cachePlace() as CachePlace).bytes).toBeLessThanOrEqual(1_000_000);
    }
    expect(packs().length).toBeGreaterThan(0);
  });

  test("many small packs become one", async () => {
    const root = tree();
    for (let i = 0; i < 40; i++) {
      write(root, { "a.py": `x = ${i}\n` });
      await index(root, quiet);
    }
    expect(packs().length).toBeLessThan(33);
    write(root, { "a.py": "x = 3\n" });
    expect(await indexed(root)).toEqual([0, 1]);
  });
});

describe("an index that begins with that of another tree", () => {
  let cache: string | undefined;
  beforeEach(() => {
    cache = process.env.XDG_CACHE_HOME;
    process.env.XDG_CACHE_HOME = join(temporary(), "cache");
    setCache(() => ({ enabled: true }));
  });
  afterEach(() => {
    if (cache === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = cache;
  });

  test("a second clone elsewhere: nothing is parsed, and it is what a fresh one would be", async () => {
    const one = tree();
    expect(await index(one, quiet)).toMatchObject({ begun_from: null });
    const two = tree();
    expect(await index(two, quiet)).toMatchObject({ begun_from: one, parsed: 0, reused: 0, indexed: COUNT });
    expect(all(two)).toEqual(await fresh(two));
  });

  test("the one with the most of the same files; none that has little of it", async () => {
    const { "a.py": _, "c.ts": __, "e.go": ___, ...some } = FILES;
    const far = tree(some);
    await index(far, quiet);
    const near = tree(FILES);
    await index(near, quiet);
    utimesSync(join(far, ".manifold", "seal"), 4_000_000_000, 4_000_000_000);
    const three = tree({ ...FILES, "new.py": "import a\n" });
    setCache(() => ({ enabled: true }));
    expect(await index(three, quiet)).toMatchObject({ begun_from: near, parsed: 1 });
    expect(await index(tree({ "x.py": "x = 1\n", "y.py": "y = 1\n", "a.py": FILES["a.py"]! }), quiet)).toMatchObject({ begun_from: null });
  });

  test("what it says of other bytes is not used, whatever times and git say", async () => {
    const one = tree();
    await index(one, quiet);
    const two = temporary();
    cpSync(one, two, { recursive: true, preserveTimestamps: true, filter: (path) => !path.endsWith(".manifold") });
    const { atime, mtime } = statSync(join(two, "lib/b.py"));
    // As long, and of the same moment.
    write(two, { "lib/b.py": FILES["lib/b.py"]!.replace("class Store", "class Stove") });
    utimesSync(join(two, "lib/b.py"), atime, mtime);
    expect(await index(two, quiet)).toMatchObject({ begun_from: one, parsed: 1 });
    expect(all(two)).toEqual(await fresh(two));
    setCache(() => ({ enabled: true }));
    const git = (root: string, ...args: string[]): void => {
      const done = Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root });
      if (done.exitCode !== 0) throw new Error(done.stderr.toString());
    };
    const plain = tree();
    git(plain, "init", "-q");
    git(plain, "add", ".");
    git(plain, "commit", "-qm", "one");
    await index(plain, quiet);
    const other = join(temporary(), "other");
    // The same blobs, other bytes in the files.
    git(plain, "clone", "-q", "-c", "core.autocrlf=true", plain, other);
    expect(readFileSync(join(other, "e.go"), "utf8")).toContain("\r\n");
    expect(await index(other, quiet)).toMatchObject({ begun_from: expect.any(String), parsed: COUNT });
    expect(all(other)).toEqual(await fresh(other));
  });

  test("none that this user did not seal, though it is named", async () => {
    const one = tree();
    await index(one, quiet);
    writeFileSync(join(one, ".manifold", "seal"), "forged\n{}");
    expect(await index(tree(), quiet)).toMatchObject({ begun_from: null, parsed: 0, reused: COUNT });
  });
});

test("many writers, some of which are killed: every entry that has a name is whole", async () => {
  const script = join(import.meta.dir, "..", "..", "src", "main.ts");
  const env = { ...process.env, MANIFOLD_CACHE: "on", MANIFOLD_CACHE_DIR: folder };
  const run = (root: string) => Bun.spawn([process.execPath, script, "index", root], { env, stdout: "ignore", stderr: "ignore", cwd: "/" });
  const roots = Array.from({ length: 4 }, (_, i) =>
    tree({
      ...FILES,
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`w${n}.py`, `def w${n}_${n % 2 ? i : ""}():\n    return ${n}\n`.repeat(50)]),
      ),
    }),
  );
  const children = roots.map(run);
  await Bun.sleep(300);
  children[0]!.kill("SIGKILL");
  await Promise.all(children.map((child) => child.exited));
  expect(verifyCache(cachePlace() as CachePlace, false).bad).toBe(0);
  expect(await run(roots[0]!).exited).toBe(0);
  for (const root of roots) expect(all(root)).toEqual(await fresh(root));
}, 120_000);

test("whatever came before, an index made with the cache is the one that is made without", async () => {
  const texts = fc.constantFrom(...Object.values(FILES), "", "x = 1\n", "def load():\n    pass\n");
  const state = fc.dictionary(fc.constantFrom(...Object.keys(FILES), "lib/x.py", "y.ts"), fc.option(texts), { maxKeys: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 4 }), async (states) => {
      const root = tree({});
      for (const files of states) {
        write(root, files);
        await index(root, quiet);
      }
      const again = temporary();
      cpSync(root, again, { recursive: true, filter: (path) => !path.endsWith(".manifold") });
      await index(again, quiet);
      const wanted = await fresh(root);
      expect([all(root), all(again)]).toEqual([wanted, wanted]);
    }),
    { numRuns: 3 },
  );
}, 120_000);
