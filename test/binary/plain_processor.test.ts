/** The x64 binary on a processor without AVX, under emulation, its children too: everything works, and gives what it gives elsewhere. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GrammarsLoaded } from "../../src/serve/commands/children.ts";
import { modelFiles, writeFiles } from "../embed/_model.ts";
import { besidesProgress, binary, emulated, indexed, ledgers, mayEmulate, Place, run } from "./_binary.ts";

const emulator = process.arch === "x64" ? (Bun.which("qemu-x86_64-static") ?? Bun.which("qemu-x86_64")) : null;

test.skipIf(emulator === null || !mayEmulate)(
  "without AVX: grammars load, files are parsed in children and in the process that is asked, index and questions, to the same bits (needs qemu-x86_64 and Linux 6.7)",
  () => {
    using place = new Place({
      ...ledgers(),
      "src/login.ts": `import { check } from "./check";\n\n/** Lets somebody in. */\nexport function login(name: string): boolean {\n  return check(name);\n}\n`,
      "src/check.ts": `/** Whether a name is known. */\nexport function check(name: string): boolean {\n  return name.length > 3;\n}\n`,
    });
    place.git();
    const env = { HOME: place.home };
    const log = join(place.base, "started");
    /** The last generation without AVX; small Celerons and Atoms were made like it for another decade. */
    const without = emulated(binary(), [emulator!, "-cpu", "Westmere"], log);
    const loaded = run([...without, "__grammars"], place.tree, { env });
    expect([loaded.exit, (JSON.parse(loaded.out) as GrammarsLoaded).grammars.every(({ loads }) => loads)]).toEqual([0, true]);
    const asked = (command: string[], question: string) => {
      const { exit, out, err } = run([...command, "q", question, "--json"], place.tree, { env });
      expect([exit, besidesProgress(err)]).toEqual([0, ""]);
      return (JSON.parse(out) as { results: { name: string }[] }).results;
    };
    const found = indexed(without, place, "--adapt-steps", "2");
    expect(readFileSync(log, "utf8")).toContain("__parse");
    expect(indexed([binary()], place, "--no-adapt").at(-1)).not.toBe(found.at(-1));
    expect(indexed([binary()], place, "--adapt-steps", "2")).toEqual(found);
    // A few files that are new are parsed by the process that is asked.
    place.write("a.py", "def a():\n    return b()\n\n\ndef b():\n    return 1\n");
    place.write("c.go", "package c\n\nfunc C() int { return D() }\n\nfunc D() int { return 1 }\n");
    place.write("e.cpp", "int f() { return 1; }\n\nint e() { return f(); }\n");
    place.write("g.rs", "fn h() -> u8 {\n    1\n}\n\nfn g() -> u8 {\n    h()\n}\n");
    const started = readFileSync(log, "utf8").length;
    const answer = asked(without, "who is let in");
    expect(answer.length).toBeGreaterThan(0);
    expect(asked([binary()], "who is let in")).toEqual(answer);
    expect(readFileSync(log, "utf8").slice(started)).not.toContain("__parse");
    for (const [callee, caller] of Object.entries({ b: "a", D: "C", f: "e", check: "login" }))
      expect([callee, asked([binary()], `who calls ${callee}()`).map(({ name }) => name)]).toEqual([callee, [caller]]);
    // ONNX models are the one thing that is not to be had there; the refusal says so and says what is.
    const model = writeFiles(join(place.base, "model"), modelFiles());
    const refused = run([...without, "index", ".", "--model", model], place.tree, { env });
    expect([refused.exit, refused.out]).toEqual([3, ""]);
    expect(refused.err).toContain("no SIMD where there is no AVX");
    expect(refused.err).toContain("[model-unusable]");
  },
  600_000,
);
