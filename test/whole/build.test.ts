/** A large full build, which a process of its own does: the same index as in this one, and nothing left of it when it ends early. */
import { afterEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { parsing } from "../../src/base/limits.ts";
import { index } from "../../src/indexing.ts";
import { dump, opened, removeTemporary, temporary, write } from "../store/_tree.ts";

afterEach(removeTemporary);

const quiet = { quiet: true } as const;
const indexer = join(import.meta.dir, "..", "store", "_indexer.ts");

/** Text files with words of their own, enough of them for a process apart, and a little code. */
function large(root: string): void {
  const size = 100_000;
  for (let i = 0; i * size <= parsing.apartBytes; i++) {
    const line = (at: number): string => `Paragraph ${at} of volume${i} is about topic${(i * 7 + at) % 911} and little else.\n`;
    let text = "";
    for (let at = 0; text.length < size; at++) text += line(at);
    write(root, { [`volumes/v${i}.txt`]: text });
  }
  write(root, { "a.py": "from b import g\n\ndef f():\n    return g()\n", "b.py": "def g():\n    return 1\n" });
}

function plain(root: string): Record<string, unknown> {
  const store = opened(root);
  const result = dump(store);
  store.close();
  return result;
}

/** Processes whose command line or working files name a folder. */
function processesAt(root: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => {
        try {
          return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(root);
        } catch {
          return false;
        }
      });
    } catch {
      return false;
    }
  });
}

/** Waits until something holds; the test's own time limit ends it otherwise. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(20);
}

const next = (root: string): boolean => readdirSync(join(root, ".manifold")).some((name) => name.includes("next"));

test("a process apart makes the same index as this one", async () => {
  const root = temporary();
  large(root);
  const steps: string[] = [];
  const apart = await index(root, { ...quiet, embedding: null, onProgress: (what) => steps.push(what) });
  const before = plain(root);
  expect(apart.parsed).toBe(apart.indexed);
  expect(steps.length).toBeGreaterThan(0);
  // Few changes at a time are worked in here, and lead to the same state.
  const other = temporary();
  write(other, { "a.py": "" });
  await index(other, { ...quiet, embedding: null });
  large(other);
  expect((await index(other, { ...quiet, embedding: null })).incremental).toBe(true);
  expect(plain(other)).toEqual(before);
  expect(next(root)).toBe(false);
});

test("Ctrl-C ends it and leaves nothing", async () => {
  const root = temporary();
  large(root);
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "..", "..", "src", "main.ts"), "index", root], {
    env: { ...process.env },
    stdout: "ignore",
    stderr: "pipe",
  });
  await until(() => existsSync(join(root, ".manifold")) && next(root));
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
  expect(await new Response(child.stderr).text()).toContain("interrupted");
  expect(next(root)).toBe(false);
  expect(existsSync(join(root, ".manifold", "index.db"))).toBe(false);
  await until(() => processesAt(root).length === 0);
});

test("an indexer killed while another process builds for it leaves neither that process nor half an index", async () => {
  const root = temporary();
  write(root, { "old.py": "def old():\n    pass\n" });
  await index(root, quiet);
  const old = readFileSync(join(root, ".manifold", "index.db"));
  large(root);
  const child = Bun.spawn([process.execPath, indexer, root, "full"], { env: { ...process.env }, stdout: "ignore", stderr: "ignore" });
  await until(() => next(root));
  child.kill("SIGKILL");
  await child.exited;
  await until(() => processesAt(root).length === 0);
  expect(readFileSync(join(root, ".manifold", "index.db")).equals(old)).toBe(true);
  const report = await index(root, quiet);
  expect(report.indexed).toBeGreaterThan(40);
  expect(next(root)).toBe(false);
});
