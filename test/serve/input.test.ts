import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { linesOf, readInput } from "../../src/serve/input.ts";

async function* pieces(all: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* all;
}
async function linesIn(all: Iterable<Uint8Array>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(pieces(all))) lines.push(line);
  return lines;
}

test("lines are the same however the bytes come in", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), fc.integer({ min: 1, max: 9 }), async (parts, size) => {
      const text = parts.join("\n");
      const bytes = Buffer.from(text);
      const cut = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      const whole = text.split("\n").map((line, i, all) => (i < all.length - 1 ? line.replace(/\r$/, "") : line));
      if (whole.at(-1) === "") whole.pop();
      expect(await linesIn(cut)).toEqual(whole);
    }),
  );
});

test("a line without an end takes no more than its beginning, and the next line is whole again", async () => {
  function* endless(): Generator<Uint8Array> {
    const block = Buffer.alloc(65_536, "a");
    for (let i = 0; i < 8_000; i++) {
      // What is garbage does not count.
      if (i % 500 === 0) Bun.gc(true);
      yield block;
    }
    yield Buffer.from("\nnext\n");
  }
  const before = process.memoryUsage().rss;
  const [long, ...rest] = await linesIn(endless());
  expect([long!.length, rest]).toEqual([1_000_000, ["next"]]);
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

test("a file, a pipe and a device are read up to what they may have", async () => {
  const folder = mkdtempSync(join(tmpdir(), "manifold-test-"));
  try {
    writeFileSync(join(folder, "file"), "0123456789");
    expect((await readInput(join(folder, "file"), 10)).toString()).toBe("0123456789");
    await expect(readInput(join(folder, "file"), 9)).rejects.toMatchObject({ code: "bad-value" });
    await expect(readInput("/dev/zero", 1_000_000)).rejects.toMatchObject({ code: "bad-value" });
    await expect(readInput(join(folder, "none"), 9)).rejects.toMatchObject({ code: "ENOENT" });
    Bun.spawnSync(["mkfifo", join(folder, "pipe")]);
    const writer = Bun.spawn(["sh", "-c", 'printf piped > "$0"', join(folder, "pipe")]);
    expect((await readInput(join(folder, "pipe"), 10)).toString()).toBe("piped");
    await writer.exited;
  } finally {
    rmSync(folder, { recursive: true });
  }
});
