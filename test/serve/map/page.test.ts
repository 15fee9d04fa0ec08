import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { MapData } from "../../../src/serve/map/map.ts";
import { makeModel, type PageData } from "../../../src/serve/map/model.ts";
import { mapPage } from "../../../src/serve/map/page.ts";

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(2)>'"&\u2028`;

function data(names: string[] = ["login", "logout", "hash"]): MapData {
  return {
    modules: ["src/", "docs/"],
    points: names.map((name, at) => ({
      chunk: `chunk_${`${at}`.padStart(16, "0")}`,
      path: at === 0 ? "docs/a.md" : `src/${name}.ts`,
      start: 1 + at,
      end: 9 + at,
      kind: at === 0 ? "section" : "function",
      name,
      module: at === 0 ? 1 : 0,
      x: at / 10,
      y: 0.5,
    })),
    edges: [
      { from: 0, to: 1, kind: "documents" },
      { from: 1, to: 2, kind: "calls" },
    ],
    clusters: [{ x: 0.1, y: 0.5, size: 2, folder: "src", words: ["logout"] }],
    total: names.length,
  };
}

function dataOf(page: string): PageData {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]!) as PageData;
}

const scriptOf = (page: string): string => /<script>(.*?)<\/script>/s.exec(page)![1]!;

describe("the page of the map", () => {
  const page = mapPage("shop", data(), ["# Login", "function logout() {}", "x"]);

  test("holds everything, in columns", () => {
    const held = dataOf(page);
    expect(held).toMatchObject({
      root: "shop",
      shown: 3,
      files: ["docs/a.md", "src/logout.ts", "src/hash.ts"],
      kinds: ["section", "function"],
      edgeKinds: ["calls", "documents"],
      file: [0, 1, 2],
      module: [1, 0, 0],
      snippet: ["# Login", "function logout() {}", "x"],
      edges: [0, 1, 1, 1, 2, 0],
    });
  });

  test("needs and sends nothing: its policy lets only its own script and style run", () => {
    const policy = /content="(default-src[^"]*)"/.exec(page)![1]!.replaceAll("&#39;", "'");
    const hash = (text: string): string => createHash("sha256").update(text).digest("base64");
    const style = /<style>(.*?)<\/style>/s.exec(page)![1]!;
    expect(policy).toBe(
      `default-src 'none'; script-src 'sha256-${hash(scriptOf(page))}'; style-src 'sha256-${hash(style)}'; base-uri 'none'; form-action 'none'`,
    );
    expect(page).not.toMatch(/https?:|\bsrc=|\bhref=|@import|url\(|fetch\(|XMLHttp|\son\w+=/);
  });

  test("its script is whole: it stands alone and is in order", () => {
    const script = scriptOf(page);
    expect(() => new Function(script)).not.toThrow();
    expect(script).not.toContain("</");
    // Without a document it stops at its first look at one, and at nothing else before.
    expect(() => new Function(script)()).toThrow(/document/);
  });

  test("what a repository's authors wrote is text and nothing else", () => {
    const hostile = mapPage(HOSTILE, { ...data([HOSTILE, "b"]), edges: [], modules: [HOSTILE, "x"] }, [HOSTILE, HOSTILE]);
    expect(hostile.match(/<script/g)!.length).toBe(2);
    expect(hostile.match(/<\/script>/g)!.length).toBe(2);
    expect(hostile).not.toContain("<img");
    const held = dataOf(hostile);
    // What a browser would reorder or hide is shown as an escape.
    const shown = HOSTILE.replace("\u2028", "\\u{2028}");
    expect([held.name[0], held.snippet[0], held.modules[0], held.root]).toEqual([shown, shown, shown, shown]);
    expect(scriptOf(hostile)).toBe(scriptOf(page));
    // The page never makes markup out of text.
    expect(scriptOf(page)).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/);
  });

  test("says when not everything is shown", () => {
    expect(mapPage("a", { ...data(), total: 5_000 }, ["", "", ""])).toContain("3 of 5,000 chunks");
  });
});

describe("what the page knows", () => {
  const held = dataOf(mapPage("shop", data(), ["", "", ""]));
  const model = makeModel(held);

  test("search: every word in name or path, names first", () => {
    expect(model.search("  ")).toBeNull();
    expect(model.search("LOG")).toEqual([0, 1]);
    expect(model.search("src log")).toEqual([1]);
    expect(model.search("nothing")).toEqual([]);
  });

  test("the point under the pointer, unless its module is hidden", () => {
    const view = model.fit(1_000, 500);
    const x = held.x[1]! * view.scale + view.left;
    const y = held.y[1]! * view.scale + view.top;
    expect(model.hit(view, x + 3, y - 3, 10, new Set())).toBe(1);
    expect(model.hit(view, x + 30, y, 10, new Set())).toBe(-1);
    expect(model.hit(view, x, y, 10, new Set([0]))).toBe(-1);
    const near = model.zoom(view, 5, x, y);
    expect(model.hit(near, x, y, 1, new Set())).toBe(1);
    expect(held.x[1]! * near.scale + near.left).toBeCloseTo(x, 6);
  });

  test("citations and edges", () => {
    expect(model.citation(1)).toBe("chunk_0000000000000001 src/logout.ts:2-10");
    expect(model.find(model.citation(1))).toBe(1);
    expect(model.find("chunk_ffffffffffffffff")).toBe(-1);
    expect(model.links(1)).toEqual([
      { other: 0, kind: "documents", out: false },
      { other: 2, kind: "calls", out: true },
    ]);
    expect(model.sizes()).toEqual([2, 1]);
  });
});
