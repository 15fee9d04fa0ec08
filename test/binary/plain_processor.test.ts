/** The x64 binary on a processor without AVX, under emulation: everything works, and gives what it gives elsewhere. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GrammarsLoaded } from "../../src/serve/commands/children.ts";
import { modelFiles, writeFiles } from "../embed/_model.ts";
import { binary, Place, run } from "./_binary.ts";

const emulator = process.arch === "x64" ? (Bun.which("qemu-x86_64-static") ?? Bun.which("qemu-x86_64")) : null;
/** The last generation without AVX; small Celerons and Atoms were made like it for another decade. */
const without = emulator ? [emulator, "-cpu", "Westmere", binary()] : [];

/** Enough pairs of descriptions and code that the embedding adapts to them. */
function ledgers(): Record<string, string> {
  const source = (file: number) =>
    Array.from(
      { length: 40 },
      (_, one) =>
        `def count_${file}_${one}(total):\n    """Counts what ledger ${one} of book ${file} holds."""\n    return add_${file}(total, ${one})\n`,
    ).join("\n");
  return Object.fromEntries(Array.from({ length: 8 }, (_, file) => [`books/book${file}.py`, source(file)]));
}

test.skipIf(emulator === null)(
  "without AVX: every grammar loads, and a few files are parsed in the process that is asked (needs qemu-x86_64)",
  () => {
    // Where many files are parsed children do it, and those run on this machine's own processor: few show what the addon's code needs.
    using place = new Place({
      "a.py": "def a():\n    return b()\n\n\ndef b():\n    return 1\n",
      "c.go": "package c\n\nfunc C() int { return D() }\n\nfunc D() int { return 1 }\n",
      "e.cpp": "int f() { return 1; }\n\nint e() { return f(); }\n",
      "g.rs": "fn h() -> u8 {\n    1\n}\n\nfn g() -> u8 {\n    h()\n}\n",
    });
    const env = { HOME: place.home };
    const loaded = run([...without, "__grammars"], place.tree, { env });
    expect([loaded.exit, (JSON.parse(loaded.out) as GrammarsLoaded).grammars.every(({ loads }) => loads)]).toEqual([0, true]);
    for (const [asked, answered] of Object.entries({ b: "a.py:2", D: "c.go:3", f: "e.cpp:3", h: "g.rs:6" })) {
      const { exit, out } = run([...without, "callers", asked], place.tree, { env });
      expect([asked, exit, out.includes(answered)]).toEqual([asked, 0, true]);
    }
  },
  120_000,
);

test.skipIf(emulator === null)(
  "without AVX: index, --no-adapt and questions, to the same bits (needs qemu-x86_64)",
  () => {
    using place = new Place({
      ...ledgers(),
      "src/login.ts": `import { check } from "./check";\n\n/** Lets somebody in. */\nexport function login(name: string): boolean {\n  return check(name);\n}\n`,
      "src/check.ts": `/** Whether a name is known. */\nexport function check(name: string): boolean {\n  return name.length > 3;\n}\n`,
    });
    place.git();
    const env = { HOME: place.home };
    const indexed = (command: string[], ...words: string[]) => {
      const { exit, out, err } = run([...command, "index", ".", "--full", "--json", ...words], place.tree, { env });
      expect([exit, err.includes("unexpected")]).toEqual([0, false]);
      const folder = join(place.tree, ".manifold");
      const vectors = readdirSync(folder)
        .filter((name) => name.startsWith("vectors"))
        .sort()
        .at(-1)!;
      const { graph_hash, model, chunks } = JSON.parse(out) as Record<string, unknown>;
      return [graph_hash, model, chunks, readFileSync(join(folder, vectors)).toBase64()];
    };
    const asked = (command: string[]) => {
      const { exit, out, err } = run([...command, "q", "who is let in", "--json"], place.tree, { env });
      expect([exit, err]).toEqual([0, ""]);
      const { results } = JSON.parse(out) as { results: unknown[] };
      expect(results.length).toBeGreaterThan(0);
      return results;
    };
    expect(indexed(without, "--no-adapt")).toEqual(indexed([binary()], "--no-adapt"));
    const there = indexed(without, "--adapt-steps", "3");
    expect(asked(without)).toEqual(asked([binary()]));
    const related = run([...without, "callers", "check", "--json"], place.tree, { env });
    expect((JSON.parse(related.out) as { results: { name: string }[] }).results.map(({ name }) => name)).toEqual(["login"]);
    expect(indexed([binary()], "--adapt-steps", "3")).toEqual(there);
    // ONNX models are the one thing that is not to be had there; the refusal says so and says what is.
    const model = writeFiles(join(place.base, "model"), modelFiles());
    const refused = run([...without, "index", ".", "--model", model], place.tree, { env });
    expect([refused.exit, refused.out]).toEqual([3, ""]);
    expect(refused.err).toContain("no SIMD where there is no AVX");
    expect(refused.err).toContain("[model-unusable]");
  },
  240_000,
);
