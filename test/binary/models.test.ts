/** Local ONNX models in the compiled binary: no network, no native code, nothing of the folder it stands in. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { modelFiles, writeFiles } from "../embed/_model.ts";
import { binary, Place, run } from "./_binary.ts";

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
      ["broken", null],
      ["small", true],
    ]);
    expect(models[0]!.problem).toContain(join(folder, "broken", "onnx", "model.onnx"));
    expect(models[1]).toMatchObject({ dimensions: 32, hash: expect.stringMatching(/^[0-9a-f]{16}$/), problem: null });
    expect(models[1]!.speed!.query_ms).toBeGreaterThan(0);
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
    expect(place.manifold(["models"])).toMatchObject({ exit: 0, out: expect.stringContaining("No models.") });
  });
});
