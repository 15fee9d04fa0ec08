/** The arm64 binary, on such a machine or under emulation: indexes and answers a small repository in every grammar it carries. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { binary, Place, run, SMALL } from "./_binary.ts";

const SYSROOT = "/usr/aarch64-linux-gnu";
const emulator = Bun.which("qemu-aarch64-static") ?? Bun.which("qemu-aarch64");
const runner: string[] | null =
  process.arch === "arm64" ? [] : emulator && existsSync(`${SYSROOT}/lib/libstdc++.so.6`) ? [emulator, "-L", SYSROOT] : null;

test.skipIf(runner === null)(
  "arm64: index and ask (needs qemu-aarch64 and an arm64 C library)",
  () => {
    using place = new Place({
      ...SMALL,
      "Main.hs":
        "module Main where\n\n-- | Greets.\ngreet :: String -> String\ngreet name = shout name\n\nshout :: String -> String\nshout = id\n",
      "lib/a.rb":
        "class Greeter\n  def greet(name)\n    format_name(name)\n  end\n\n  def format_name(name)\n    name.upcase\n  end\nend\n",
    });
    place.git();
    const env = { HOME: place.home };
    const indexed = run([...runner!, binary("arm64"), "index", ".", "--json"], place.tree, { env });
    expect(indexed.exit).toBe(0);
    const report = JSON.parse(indexed.out) as {
      indexed: number;
      languages: Record<string, number>;
      graph_hash: string;
      grammars: string[];
      warnings: unknown[];
    };
    expect(report.indexed).toBe(7);
    expect(report.warnings).toEqual([]);
    expect(Object.keys(report.languages).sort()).toEqual(["haskell", "markdown", "python", "ruby", "typescript"]);
    const asked = run([...runner!, binary("arm64"), "q", "what calls authenticate()", "--json"], place.tree, { env });
    expect((JSON.parse(asked.out) as { results: { qualified: string }[] }).results.map((result) => result.qualified)).toEqual(["login"]);
    if (process.arch === "arm64") return;
    // The same tree has the same graph on every machine.
    const here = run([binary(), "index", ".", "--full", "--json"], place.tree, { env });
    const native = JSON.parse(here.out) as { graph_hash: string; grammars: string[] };
    expect([native.graph_hash, native.grammars]).toEqual([report.graph_hash, report.grammars]);
  },
  120_000,
);

test.skipIf(runner === null || process.arch === "arm64")(
  "arm64: the embedding adapts to the same bits",
  () => {
    // Of many shapes: what goes on and on alike is parsed in a child, which no emulator would start.
    const shapes = (file: number, one: number, k: number) => [
      `total_of_what_the_ledger_of_this_book_holds = add_${file}(total_of_what_the_ledger_of_this_book_holds, ${one}, "row ${k} of the ledger")`,
      `if total_of_what_the_ledger_of_this_book_holds > ${one} and not closed[${k}]: return total_of_what_the_ledger_of_this_book_holds`,
      `for row in rows_${file}[${k}:]: total_of_what_the_ledger_of_this_book_holds += row.amount * ${k}`,
      `names = {"book": total_of_what_the_ledger_of_this_book_holds, "ledger ${one}": [${k}, ${one}]}`,
      `print(f"number {total_of_what_the_ledger_of_this_book_holds:>8} of {len(names)} books", end="")`,
      `values_that_are_left_when_it_is_closed = [-x ^ ${k} for x in total_of_what_the_ledger_of_this_book_holds if x != ${one} | 1]`,
      `assert total_of_what_the_ledger_of_this_book_holds <= ${one} ** 2 // ${k + 1}, "too much @ ledger; book?"`,
      `what_comes_later_in_the_ledger_of_books = lambda a, *rest, b=~${k}: a % b - rest[0] << 2`,
    ];
    const lines = (file: number, one: number) =>
      Array.from({ length: 8 }, (_, k) => `    ${shapes(file, one, k)[(k * 3 + one) % 8]}`).join("\n");
    const source = (file: number) =>
      Array.from(
        { length: 12 },
        (_, one) =>
          `def count_${file}_${one}(total_of_what_the_ledger_of_this_book_holds):\n    """Counts what ledger ${one} of book ${file} holds."""\n${lines(file, one)}\n`,
      );
    using place = new Place(Object.fromEntries(Array.from({ length: 10 }, (_, file) => [`books/book${file}.py`, source(file).join("\n")])));
    place.git();
    const env = { HOME: place.home };
    const vectors = (command: string[]) => {
      const { exit, out } = run([...command, "index", ".", "--full", "--adapt-steps", "4", "--json"], place.tree, { env });
      expect(exit).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ model: "manifold-static", chunks: expect.any(Number) });
      const folder = join(place.tree, ".manifold");
      const newest = readdirSync(folder)
        .filter((name) => name.startsWith("vectors"))
        .sort()
        .at(-1)!;
      return readFileSync(join(folder, newest)).toBase64();
    };
    const there = vectors([...runner!, binary("arm64")]);
    expect(there.length).toBeGreaterThan(100 * 128);
    expect(vectors([binary()])).toBe(there);
  },
  120_000,
);
