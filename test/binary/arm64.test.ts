/** The arm64 binary, on such a machine or under emulation, its children too: indexes and answers a small repository, and gives what it gives elsewhere. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { binary, emulated, indexed, ledgers, mayEmulate, Place, run, SMALL } from "./_binary.ts";

const SYSROOT = "/usr/aarch64-linux-gnu";
const emulator = Bun.which("qemu-aarch64-static") ?? Bun.which("qemu-aarch64");
const native = process.arch === "arm64";
const possible = native || (emulator !== null && mayEmulate && existsSync(`${SYSROOT}/lib/libstdc++.so.6`));

test.skipIf(!possible)(
  "arm64: index and ask, the embedding adapts to the same bits (needs qemu-aarch64, an arm64 C library and Linux 6.7)",
  () => {
    using place = new Place({
      ...SMALL,
      "Main.hs":
        "module Main where\n\n-- | Greets.\ngreet :: String -> String\ngreet name = shout name\n\nshout :: String -> String\nshout = id\n",
      "lib/a.rb":
        "class Greeter\n  def greet(name)\n    format_name(name)\n  end\n\n  def format_name(name)\n    name.upcase\n  end\nend\n",
      ...ledgers(),
    });
    place.git();
    const log = join(place.base, "started");
    const there = native ? [binary()] : emulated(binary("arm64"), [emulator!, "-L", SYSROOT], log);
    const found = indexed(there, place, "--adapt-steps", "2");
    const [, grammars, , , warnings] = found as [string, string[], string, number, unknown[]];
    expect([grammars.toSorted(), warnings]).toEqual([["haskell", "python", "ruby", "typescript"], []]);
    const asked = run([...there, "q", "what calls authenticate()", "--json"], place.tree, { env: { HOME: place.home } });
    expect((JSON.parse(asked.out) as { results: { qualified: string }[] }).results.map((result) => result.qualified)).toEqual(["login"]);
    if (native) return;
    expect(readFileSync(log, "utf8")).toContain("__parse");
    // The same tree has the same graph and the same vectors on every machine.
    expect(indexed([binary()], place, "--adapt-steps", "2")).toEqual(found);
    expect(indexed([binary()], place, "--no-adapt").at(-1)).not.toBe(found.at(-1));
  },
  600_000,
);
