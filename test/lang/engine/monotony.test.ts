import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { monotony } from "../../../src/base/limits.ts";
import type { ParsedBatch } from "../../../src/indexing/parse.ts";
import { parseFiles } from "../../../src/indexing/pool.ts";
import { isFlood, repetition } from "../../../src/lang/engine/monotony.ts";
import { temporary } from "../../files/_tree.ts";

describe("repetition", () => {
  test("finds every run that is long enough, and only runs", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        fc.string({ minLength: 1, maxLength: 20 }).filter((piece) => /\S/.test(piece)),
        fc.integer({ min: 0, max: 400 }),
        fc.string({ maxLength: 300 }),
        (before, piece, times, after) => {
          const run = piece.repeat(times);
          const text = before + run + after;
          const found = repetition(text, 200);
          // Half a run is looked at in one piece only if the run is one and a half times as long.
          if (run.length >= 300) expect(found).not.toBeNull();
          if (found === null) return;
          expect(found.length).toBeGreaterThanOrEqual(200);
          const at = text.indexOf(found.piece.repeat(Math.floor(100 / found.piece.length)));
          expect(at).toBeGreaterThanOrEqual(0);
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });

  test.each([
    ["white space", " ".repeat(5_000)],
    ["a period that is too long", "a long line of words that never ends in the same way, 0123456789\n".repeat(100)],
    ["nothing", ""],
  ])("not %s", (_, text) => {
    expect(repetition(text, 200)).toBeNull();
  });
});

describe("floods", () => {
  test.each([")*", "<-", "}.#else-", "=pod\n", "\n*/-}", "(", "[[ ]] ", "+class", "---class=end", "}+,", '/*defR"(', "``-`"])(
    "%j is one",
    (piece) => {
      expect(isFlood(`int a;\n${piece.repeat(1_000)}`)).toBe(true);
    },
  );

  test.each(["0x00, ", "a();\n", "\\0", "AAA", "{ 0 }, ", '"",'])("%j is none", (piece) => {
    expect(isFlood(`int a;\n${piece.repeat(2_000)}`)).toBe(false);
  });

  test("a ruler is one only when it is endless", () => {
    expect(["=---".repeat(500), "=- ".repeat(500), "# =-=-=\n".repeat(50)].map(isFlood)).toEqual([true, true, false]);
    expect(["-".repeat(2_000), "=-".repeat(1_000), "-".repeat(12_000)].map(isFlood)).toEqual([false, false, true]);
  });
});

describe("a file that repeats itself is parsed where it can be interrupted", () => {
  const batches = async (text: string): Promise<ParsedBatch[]> => {
    const root = temporary();
    writeFileSync(join(root, "a.c"), "int a(void) { return 1; }\n");
    writeFileSync(join(root, "b.c"), text);
    const files = ["a.c", "b.c"].map((path) => ({ path, size: Bun.file(join(root, path)).size, mtime: 0, hash: "" }));
    // A child that ends at once: whoever needs one learns that there is none.
    return Array.fromAsync(parseFiles(root, files, { isolate: false, command: ["false"] }));
  };

  test("in a child", async () => {
    const text = `char a[] = "${"xy".repeat(monotony.wary)}";\n`;
    await expect(batches(text)).rejects.toThrow("The parsing process does not start.");
  });

  test("others are not", async () => {
    expect((await batches('char a[] = "xyxyxyxy";\n')).flatMap(({ files }) => files.map(({ job }) => job.path))).toEqual(["a.c", "b.c"]);
  });
});
