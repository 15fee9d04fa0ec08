/** The index after everything that can happen to a process, a disk and a file. */
import { afterEach, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSkipped } from "../../src/indexing/parse.ts";
import { parseFiles } from "../../src/indexing/pool.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { lockForWriting } from "../../src/store/lock.ts";
import { openStore } from "../../src/store/open.ts";
import { sealNow, sealReady } from "../../src/store/seal.ts";
import { openVectors } from "../../src/store/vectors/table.ts";
import { dump, opened, read, removeTemporary, sharedKey, temporary, write } from "../store/_tree.ts";

afterEach(removeTemporary);

const quiet = { quiet: true } as const;
const indexer = join(import.meta.dir, "..", "store", "_indexer.ts");

/** A tree of Python files that call each other. */
function tree(root: string, count: number, version = 1): void {
  for (let i = 0; i < count; i++)
    write(root, {
      [`m${i}.py`]: `from m${(i + 1) % count} import f${(i + 1) % count}\n\ndef f${i}(x):\n    """Version ${version}."""\n    return f${(i + 1) % count}(x)\n`,
    });
}

function plainDump(root: string): Record<string, unknown> {
  const store = opened(root);
  const result = dump(store);
  store.close();
  return result;
}

/** Deterministic numbers between 0 and 1. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

async function killed(root: string, after: number, ...more: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, indexer, root, ...more], { env: { ...process.env }, stdout: "ignore", stderr: "ignore" });
  const timer = setTimeout(() => child.kill("SIGKILL"), after);
  await child.exited;
  clearTimeout(timer);
}

describe("kill −9", () => {
  test("an update: the old index or the new one", async () => {
    const root = temporary();
    tree(root, 60);
    // What is put back has other inodes and times: believed by its bytes, with a shared key.
    using _ = sharedKey();
    await index(root, quiet);
    const old = plainDump(root);
    const saved = temporary();
    cpSync(join(root, ".manifold"), saved, { recursive: true });
    tree(root, 70, 2);
    const copy = temporary();
    write(copy, read(root));
    await index(copy, quiet);
    const fresh = plainDump(copy);
    const random = randoms(1);
    for (let point = 0; point < 8; point++) {
      rmSync(join(root, ".manifold"), { recursive: true });
      cpSync(saved, join(root, ".manifold"), { recursive: true });
      await killed(root, 20 + random() * 500);
      const state = openStore(root);
      if (state.state === "open") {
        state.store.close();
        expect([old, fresh]).toContainEqual(plainDump(root));
        continue;
      }
      // While the log goes into the file no seal can vouch for either: nothing is read, and the next command makes the new one.
      expect(state).toMatchObject({ state: "foreign", why: "changed" });
      await index(root, quiet);
      expect(plainDump(root)).toEqual(fresh);
    }
    await index(root, quiet);
    expect(plainDump(root)).toEqual(fresh);
  }, 120_000);

  test("a full build: nothing, the old index or the new one", async () => {
    const root = temporary();
    tree(root, 60);
    const random = randoms(2);
    const built = temporary();
    write(built, read(root));
    await index(built, quiet);
    const fresh = plainDump(built);
    for (let point = 0; point < 6; point++) {
      if (point === 3) await index(root, quiet);
      await killed(root, 20 + random() * 500, "full");
      const state = openStore(root);
      if (state.state === "open") {
        expect(dump(state.store)).toEqual(fresh);
        state.store.close();
      } else {
        expect(state.state).toBe("missing");
        expect(point).toBeLessThan(3);
      }
    }
    await index(root, quiet);
    expect(plainDump(root)).toEqual(fresh);
  }, 120_000);

  test("between a finished build and its putting in place", async () => {
    const root = temporary();
    tree(root, 5);
    await index(root, quiet);
    const fresh = plainDump(root);
    const folder = join(root, ".manifold");
    cpSync(join(folder, "index.db"), join(folder, "index.db.ready"));
    sealReady(root, folder, join(folder, "index.db.ready"));
    // What an interrupted exchange leaves: the old file, perhaps with a log that belongs to it.
    writeFileSync(join(folder, "index.db"), "old");
    writeFileSync(join(folder, "index.db-wal"), "old log");
    expect(plainDump(root)).toEqual(fresh);
    expect(existsSync(join(folder, "index.db.ready"))).toBe(false);
  });
});

describe("several writers", () => {
  test("indexers at once wait for each other and agree", async () => {
    const root = temporary();
    tree(root, 40);
    const children = [0, 1, 2].map(() =>
      Bun.spawn([process.execPath, indexer, root], { env: { ...process.env }, stdout: "pipe", stderr: "ignore" }),
    );
    const hashes = await Promise.all(children.map(async (child) => `${await child.exited} ${await new Response(child.stdout).text()}`));
    expect(new Set(hashes).size).toBe(1);
    expect(hashes[0]).toStartWith("0 ");
  }, 60_000);

  test("readers beside a writer are never alarmed, wherever it stands still", async () => {
    const root = temporary();
    tree(root, 20);
    await index(root, quiet);
    const child = Bun.spawn([process.execPath, indexer, root, "again"], { env: { ...process.env }, stdout: "ignore", stderr: "ignore" });
    const random = randoms(3);
    const states = new Set<string>();
    let read = 0;
    while (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGSTOP");
      const found = openStore(root);
      states.add(found.state === "open" ? `${found.store.counts().files}` : found.state);
      if (found.state === "open") {
        openVectors(root, found.store);
        found.store.close();
      }
      child.kill("SIGCONT");
      read++;
      await Bun.sleep(random() * 8);
    }
    expect(await child.exited).toBe(0);
    // Stopped while it holds SQLite's own locks, it holds readers off too: that is said as what it is.
    states.delete("locked");
    expect([[...states], read > 20]).toEqual([["20"], true]);
    expect((await refresh(root, quiet)).warnings).toEqual([]);
  }, 60_000);

  test("a held lock is explained; questions are answered from what is there", async () => {
    const root = temporary();
    tree(root, 3);
    await index(root, quiet);
    write(root, { "new.py": "def added():\n    pass\n" });
    const lock = await lockForWriting(root, { wait: 0 });
    await expect(index(root, { ...quiet, wait: 0 })).rejects.toMatchObject({
      code: "index-locked",
      what: expect.stringContaining(`${process.pid}`),
    });
    const { store, behind, warnings } = await refresh(root, { ...quiet, wait: 0 });
    expect(behind).toBe(1);
    expect(warnings.map((warning) => warning.code)).toEqual(["index-locked"]);
    expect(store.symbolsByName("f1")).toHaveLength(1);
    store.close();
    lock.release();
    expect(await index(root, quiet)).toMatchObject({ parsed: 1 });
  });

  test("the note of a writer that died blocks nobody", async () => {
    const root = temporary();
    tree(root, 3);
    mkdirSync(join(root, ".manifold"));
    writeFileSync(join(root, ".manifold/writer"), JSON.stringify({ pid: 1, started: "2020-01-01T00:00:00.000Z" }));
    expect(await index(root, { ...quiet, wait: 0 })).toMatchObject({ indexed: 3 });
    expect(existsSync(join(root, ".manifold/writer"))).toBe(false);
  });

  test("a reader keeps its snapshot while a writer commits, and a full build replaces the file", async () => {
    const root = temporary();
    tree(root, 3);
    await index(root, quiet);
    const reader = opened(root);
    write(root, { "new.py": "def added():\n    pass\n" });
    await index(root, quiet);
    expect(reader.symbolsByName("added")).toEqual([]);
    reader.renew();
    expect(reader.symbolsByName("added")).toHaveLength(1);
    await index(root, { ...quiet, full: true });
    expect(reader.symbolsByName("added")).toHaveLength(1);
    reader.close();
    const again = opened(root);
    expect(again.symbolsByName("added")).toHaveLength(1);
    again.close();
  });
});

describe("damage", () => {
  const damages: Record<string, (file: string) => void> = {
    "cut in half": (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    "cut to nothing": (file) => truncateSync(file, 0),
    "noise all over": (file) => writeFileSync(file, noise(statSync(file).size)),
    "noise in the middle": (file) => {
      const bytes = readFileSync(file);
      bytes.set(noise(16_384), Math.floor(bytes.length / 3));
      writeFileSync(file, bytes);
    },
    "another program's database": (file) => {
      const bytes = readFileSync(file);
      bytes.set(noise(bytes.length - 100), 100);
      writeFileSync(file, bytes);
    },
  };
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name}: built anew with a warning`, async () => {
      const root = temporary();
      tree(root, 30);
      await index(root, quiet);
      const fresh = plainDump(root);
      damage(join(root, ".manifold/index.db"));
      const { store, warnings } = await refresh(root, quiet);
      expect(warnings.map((warning) => warning.code)).toContain("index-rebuilt");
      expect(dump(store)).toEqual(fresh);
      store.close();
    });
  }

  // As a disk does whose blocks rot: no time changes, so the seal still holds.
  test.each([0, 0.1, 0.25, 0.5, 0.75])(
    "noise under a seal that is right: built anew, by a question and by index (from %d of the file on)",
    async (share) => {
      const root = temporary();
      tree(root, 30);
      await index(root, quiet);
      const fresh = plainDump(root);
      for (const ask of [refresh, index]) {
        const file = join(root, ".manifold/index.db");
        const bytes = readFileSync(file);
        const from = Math.max(16_384, Math.floor(bytes.length * share));
        bytes.set(noise(bytes.length - from), from);
        writeFileSync(file, bytes);
        sealNow(root, join(root, ".manifold"));
        const asked = await ask(root, quiet);
        // Where nothing damaged was met there was nothing to mend yet; the whole is read by whoever asks for all of it.
        if (asked.warnings.length > 0) expect(asked.warnings.map(({ code }) => code)).toEqual(["index-rebuilt"]);
        if ("store" in asked) asked.store.close();
        if (share <= 0.1) expect(plainDump(root)).toEqual(fresh);
        await index(root, { ...quiet, full: true });
      }
    },
  );

  test("a noisy log is ignored", async () => {
    const root = temporary();
    tree(root, 5);
    await index(root, quiet);
    const fresh = plainDump(root);
    rmSync(join(root, ".manifold/index.db-shm"), { force: true });
    writeFileSync(join(root, ".manifold/index.db-wal"), noise(9_000));
    const { store } = await refresh(root, quiet);
    expect(dump(store)).toEqual(fresh);
    store.close();
  });

  test("a foreign version is built anew with a warning", async () => {
    const root = temporary();
    tree(root, 3);
    await index(root, quiet);
    const { Database } = await import("bun:sqlite");
    const db = new Database(join(root, ".manifold/index.db"));
    db.run("UPDATE meta SET value = 999 WHERE key = 'version'");
    db.close();
    expect(openStore(root)).toMatchObject({ state: "foreign", why: "changed" });
    sealNow(root, join(root, ".manifold"));
    expect(openStore(root).state).toBe("version");
    expect((await index(root, quiet)).warnings).toMatchObject([{ code: "index-rebuilt", message: expect.stringContaining("999") }]);
  });
});

describe("folders and disks", () => {
  test("a read-only mount still answers", async () => {
    const root = temporary();
    tree(root, 4);
    await index(root, quiet);
    opened(root).close();
    for (const file of ["index.db-wal", "index.db-shm"]) rmSync(join(root, ".manifold", file), { force: true });
    const seen = temporary();
    if (!mounted("--bind", root, seen)) return;
    try {
      Bun.spawnSync(["mount", "-o", "remount,bind,ro", seen]);
      const { store, behind } = await refresh(seen, quiet);
      expect(behind).toBe(0);
      expect(store.symbolsByName("f1")).toHaveLength(1);
      store.close();
      write(root, { "new.py": "def added():\n    pass\n" });
      const late = await refresh(seen, quiet);
      expect(late.behind).toBe(1);
      expect(late.warnings.map((warning) => warning.code)).toEqual(["index-unwritable"]);
      late.store.close();
      await expect(index(seen, quiet)).rejects.toMatchObject({ code: "index-unwritable" });
    } finally {
      Bun.spawnSync(["umount", seen]);
    }
  });

  test("a full disk: refused, the index as it was", async () => {
    const root = temporary();
    if (!mounted("-t", "tmpfs", "-o", "size=3m", "tmpfs", root)) return;
    try {
      tree(root, 10);
      await index(root, quiet);
      const old = plainDump(root);
      const names = (): string[] => readdirSync(join(root, ".manifold")).filter((name) => !/-(?:wal|shm)$/.test(name));
      const before = names();
      tree(root, 40, 2);
      // One-byte pieces at the end, so that really nothing is left.
      for (const size of [4_000_000, 65_536, 4_096, 512]) fill(join(root, `filler${size}.bin`), size);
      for (const full of [false, true]) await expect(index(root, { ...quiet, full })).rejects.toMatchObject({ code: "disk-full" });
      expect(names()).toEqual(before);
      const { store, warnings, behind } = await refresh(root, quiet);
      expect(warnings.map((warning) => warning.code)).toEqual(["disk-full"]);
      expect(behind).toBeGreaterThan(0);
      expect(dump(store)).toEqual(old);
      store.close();
      for (const size of [4_000_000, 65_536, 4_096, 512]) rmSync(join(root, `filler${size}.bin`), { force: true });
      expect(await index(root, quiet)).toMatchObject({ indexed: 40 });
    } finally {
      Bun.spawnSync(["umount", root]);
    }
  });
});

describe("parsers that die", () => {
  test("the file is indexed as text, all others as ever", async () => {
    const root = temporary();
    tree(root, 12);
    write(root, { "killer.py": "def deadly():\n    pass\n", "poison.py": "def worse():\n    pass\n" });
    const files = Object.keys(read(root))
      .sort()
      .map((path) => ({ path, size: 100, mtime: 0, hash: "" }));
    const command = [process.execPath, join(import.meta.dir, "..", "store", "_mortal.ts")];
    const found = new Map<string, string>();
    for await (const batch of parseFiles(root, files, { isolate: true, children: 2, command }))
      for (const { job, result } of batch.files)
        found.set(job.path, isSkipped(result) ? result.reason : `${result.damaged} ${result.symbols.length} ${result.chunks.length}`);
    expect([...found.keys()]).toEqual(files.map((file) => file.path));
    expect(found.get("m1.py")).toBe("false 2 1");
    expect(found.get("killer.py")).toBe("true 1 1");
    expect(found.get("poison.py")).toBe("unreadable");
  }, 60_000);
});

describe("a child that takes memory or time without end is given up, the file is text only, the others are parsed", () => {
  for (const [name, lost] of [
    ["memory", ["eater.py"]],
    ["time", ["sleeper.py"]],
  ] as const)
    test.skipIf(!existsSync("/proc/self/stat"))(
      name,
      async () => {
        const root = temporary();
        tree(root, 3);
        write(root, Object.fromEntries(lost.map((path) => [path, "def eaten():\n    pass\n"])));
        const files = [...lost, "m0.py", "m1.py", "m2.py"].map((path) => ({ path, size: 100, mtime: 0, hash: "" }));
        const command = [process.execPath, join(import.meta.dir, "..", "store", "_mortal.ts")];
        const found = new Map<string, boolean>();
        for await (const batch of parseFiles(root, files, { isolate: true, children: 1, command }))
          for (const { job, result } of batch.files) found.set(job.path, !isSkipped(result) && result.damaged);
        expect([...found]).toEqual([
          ...lost.map((path): [string, boolean] => [path, true]),
          ["m0.py", false],
          ["m1.py", false],
          ["m2.py", false],
        ]);
      },
      120_000,
    );
});

function noise(length: number): Uint8Array {
  const random = randoms(7);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

/** Mounts, or says loudly that it cannot (then the test has nothing to look at). */
function mounted(...args: string[]): boolean {
  const { exitCode } = Bun.spawnSync(["mount", ...args], { stdout: "ignore", stderr: "ignore" });
  if (exitCode !== 0) console.warn(`SKIPPED: this machine does not let tests mount (${args.join(" ")}).`);
  return exitCode === 0;
}

function fill(path: string, size: number): void {
  for (;;) {
    try {
      writeFileSync(path, new Uint8Array(size).fill(65), { flag: "a" });
    } catch {
      return;
    }
  }
}
