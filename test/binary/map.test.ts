/** The map of a tree as the compiled binary writes it. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { besidesProgress, Place, SMALL } from "./_binary.ts";

const dataOf = (page: string) =>
  JSON.parse(/id="data">(.*?)<\/script>/s.exec(page)![1]!) as {
    files: string[];
    name: string[];
    edges: number[];
    chunk: string[];
    snippet: string[];
  };

describe("manifold map", () => {
  test("one page with every chunk, its source, and the edges between them", () => {
    using place = new Place(SMALL);
    const hostile = "src/<img src=x onerror=alert(1)>.ts";
    place.write(hostile, 'export const evil = "</script><script>alert(1)</script>";\nexport function call() {\n  return evil;\n}\n');
    place.git();
    const ran = place.manifold(["map"]);
    expect(besidesProgress(ran.err)).toBe("");
    expect(ran.exit).toBe(0);
    const path = join(place.tree, ".manifold/map.html");
    expect(ran.out).toContain(path);
    const page = readFileSync(path, "utf8");
    expect(page).not.toMatch(/<img|<script>alert/);
    const { files, name, edges, chunk, snippet } = dataOf(page);
    expect(files).toEqual(expect.arrayContaining([hostile, "src/login.ts", "README.md"]));
    expect(chunk.length).toBe(snippet.length);
    const at = (wanted: string): number => name.indexOf(wanted);
    const pairs = Array.from({ length: edges.length / 3 }, (_, i) => [edges[3 * i], edges[3 * i + 1]]);
    expect(pairs).toContainEqual([at("login"), at("authenticate")]);
    expect(snippet[at("login")]).toContain("welcome");
    // The same tree has the same map, wherever it is written to.
    expect(place.manifold(["map", "--out", "-"]).out).toBe(page);
  });

  test("refuses what cannot be drawn or written", () => {
    using place = new Place({ "notes.bin": new Uint8Array([0, 1, 2]) });
    expect(place.manifold(["map"])).toMatchObject({ exit: 3, err: expect.stringContaining("[no-vectors]") });
    place.write("a.ts", "export const a = 1;\n");
    expect(place.manifold(["map", "--out", "/proc/nothing/map.html"])).toMatchObject({
      exit: 3,
      err: expect.stringContaining("[output-unwritable]"),
    });
    expect(place.manifold(["map", "--points", "0"])).toMatchObject({ exit: 2 });
  });
});
