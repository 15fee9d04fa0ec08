/** Local ONNX models in the compiled binary: no network, no native code, nothing of the folder it stands in. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { modelFiles, writeFiles } from "../embed/_model.ts";
import { binary, Place, run, SMALL } from "./_binary.ts";

interface Listed {
  folder: string;
  models: {
    id: string;
    path: string;
    dimensions: number;
    hash: string | null;
    verified: boolean | null;
    problem: string | null;
    speed: { query_ms: number } | null;
  }[];
}

describe("manifold models", () => {
  test("lists, verifies and measures what is there, without a network, whatever lies around", () => {
    using place = new Place();
    const folder = join(place.home, ".local/share/manifold/models");
    writeFiles(join(folder, "small"), modelFiles());
    writeFiles(join(folder, "broken"), { "config.json": "{}" });
    // Whoever looks for a runtime from the current folder upwards would run this.
    const trap = `require("node:fs").writeFileSync(${JSON.stringify(join(place.base, "ran"))}, "");`;
    for (const name of ["onnxruntime-node", "onnxruntime-web", "onnxruntime-common", "sharp", "@huggingface/transformers"]) {
      place.write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" }));
      place.write(`node_modules/${name}/index.js`, trap);
    }
    const ran = run(["unshare", "-rn", binary(), "models", "--bench", "--json"], place.tree, { env: { HOME: place.home } });
    expect(ran.err).toBe("");
    expect(ran.exit).toBe(1);
    const { folder: where, models } = JSON.parse(ran.out) as Listed;
    expect(where).toBe(folder);
    expect(models.map(({ id, verified }) => [id, verified])).toEqual([
      ["manifold-static", true],
      ["broken", null],
      ["small", true],
    ]);
    expect(models[0]).toMatchObject({ path: "built in", dimensions: 128, bytes: expect.any(Number), problem: null });
    expect(models[0]!.speed!.query_ms).toBeGreaterThan(0);
    expect(models[1]!.problem).toContain(join(folder, "broken", "onnx", "model.onnx"));
    expect(models[2]).toMatchObject({ dimensions: 32, hash: expect.stringMatching(/^[0-9a-f]{16}$/), problem: null });
    expect(models[2]!.speed!.query_ms).toBeGreaterThan(0);
    expect(existsSync(join(place.base, "ran"))).toBe(false);
  });

  test("a model by path, by name, and one that is not there", () => {
    using place = new Place();
    const folder = writeFiles(join(place.base, "elsewhere"), modelFiles(3, "int8"));
    const named = place.manifold(["models", folder]);
    expect([named.exit, named.err]).toEqual([0, ""]);
    expect(named.out).toContain("elsewhere  32 dimensions, mean pooling, 64 tokens");
    expect(named.out).toContain("works");
    const missing = place.manifold(["models", "nothing-like-that"]);
    expect([missing.exit, missing.out]).toEqual([2, ""]);
    expect(missing.err).toContain(join(place.home, ".local/share/manifold/models/nothing-like-that"));
    mkdirSync(join(place.base, "empty"));
    expect(place.manifold(["models", join(place.base, "empty")]).out).toContain("onnx/model.onnx");
    expect(place.manifold(["models"])).toMatchObject({ exit: 0, out: expect.stringContaining("No other models.") });
    const own = place.manifold(["models", "manifold-static"]);
    expect(own).toMatchObject({ exit: 0, err: "", out: expect.stringMatching(/^manifold-static {2}128 dimensions, .*works\n/) });
  });
});

describe("an index of a local model", () => {
  interface Report {
    model: string | null;
    warnings: { code: string; message: string }[];
    results: { path: string; strategies: string[] }[];
  }
  const json = (text: string): Report => JSON.parse(text) as Report;

  // A dozen processes that each load the runtime: ten seconds on a machine of its own.
  test("is asked, updated and replaced; vectors of two models never mix", () => {
    using place = new Place(SMALL);
    place.git();
    const first = writeFiles(join(place.base, "first"), modelFiles(3));
    const second = writeFiles(join(place.base, "second"), modelFiles(4));
    const indexed = place.manifold(["index", "--model", first, "--json"]);
    expect([indexed.exit, json(indexed.out).model]).toEqual([0, "first"]);

    // Questions and updates find the model by themselves.
    const question = ["q", "how does login work", "--json"];
    expect(json(place.manifold(question).out).warnings).toEqual([]);
    place.write("src/more.ts", "export function logout(): void {}\n");
    const updated = place.manifold(["index", "--json"]);
    expect(json(updated.out)).toMatchObject({ model: "first", incremental: true, parsed: 1, warnings: [] });

    // Another model: everything anew, and said so.
    const asked = place.manifold([...question, "--model", second]);
    expect(asked.exit).toBe(0);
    expect(asked.err).toContain("The index was embedded with first; embedding everything with second.");
    expect(place.manifold([...question, "--model", second]).err).toBe("");
    const refused = place.manifold([...question, "--model", first, "--no-refresh"]);
    expect([refused.exit, refused.out]).toEqual([2, ""]);
    const back = json(place.manifold(["index", "--model", first, "--json"]).out);
    expect(back).toMatchObject({ model: "first", incremental: false });
    expect(back.warnings[0]).toMatchObject({ code: "other-model", message: expect.stringContaining("embedded with second") });

    // The model is gone: a question is answered without it and says where it belongs; an update needs it.
    renameSync(first, `${first}.away`);
    const without = json(place.manifold(question).out);
    expect(without.warnings).toMatchObject([{ code: "model-missing", message: expect.stringContaining(first) }]);
    expect(without.results.length).toBeGreaterThan(0);
    place.write("src/more.ts", "export function logout(): number {\n  return 1;\n}\n");
    const stuck = place.manifold(["index"]);
    expect(stuck.exit).toBe(2);
    expect(stuck.err).toContain(first);
    // It has moved: the same model in another place is the same model.
    const moved = json(place.manifold(["index", "--model", `${first}.away`, "--json"]).out);
    expect(moved).toMatchObject({ incremental: true, warnings: [] });
    expect(json(place.manifold(question).out).warnings).toEqual([]);
    // And back to the built-in one.
    expect(json(place.manifold(["index", "--model", "manifold-static", "--json"]).out).model).toBe("manifold-static");
  }, 400_000);
});
