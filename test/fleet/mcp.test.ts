import { expect, test } from "bun:test";
import { join } from "node:path";
import { add } from "../../src/fleet/registry.ts";
import { calling } from "./_calling.ts";
import { Workspace } from "./_workspace.ts";

const LIB = {
  "package.json": '{"name":"@acme/lib","version":"1.0.0","main":"src/hash.ts"}\n',
  "src/hash.ts": "/** Makes a digest of a text. */\nexport function hash(text: string) {\n  return text;\n}\n",
};
const API = {
  "package.json": '{"name":"@acme/api","dependencies":{"@acme/lib":"^1.0.0"}}\n',
  "login.ts": 'import { hash } from "@acme/lib";\nexport function login(name: string) {\n  return hash(name);\n}\n',
};

test("a workspace is asked as a whole, and its citations are read", async () => {
  using space = new Workspace({ lib: LIB, api: API });
  await calling(space.root, async (call) => {
    const found = await call("search", { query: "digest of a text" });
    expect(found.structuredContent.results![0]).toMatchObject({ repository: "lib", path: "lib/src/hash.ts" });
    const callers = await call("graph", { operation: "callers", symbol: "hash" });
    expect(callers.structuredContent.results).toMatchObject([{ repository: "api", path: "api/login.ts", line: 3 }]);
    const read = await call("read_chunk", { citation: "api/login.ts:2-3" });
    expect(read.structuredContent.shown).toMatchObject([{ path: "api/login.ts" }]);
    expect(read.content[0]!.text).toContain("return hash(name)");
    const impact = await call("impact", { symbol: "hash" });
    expect(impact.structuredContent.affected!.map(({ path }) => path)).toContain("api/login.ts");
    expect(impact.structuredContent.affected!.every(({ chunk }) => chunk.startsWith("chunk_"))).toBe(true);
    // The same again, on indexes that are open.
    expect((await call("graph", { operation: "callers", symbol: "hash" })).structuredContent).toEqual(callers.structuredContent);
  });
});

test("trees of the fleet are asked by name, or all of them; one that nobody registered is refused", async () => {
  using space = new Workspace({ lib: LIB, api: API, elsewhere: { "x.ts": "export const x = 1;\n" } });
  process.env.XDG_CONFIG_HOME = join(space.root, "config");
  add(join(space.root, "lib"), null);
  add(join(space.root, "api"), "backend");
  await calling(join(space.root, "elsewhere"), async (call) => {
    const all = await call("graph", { operation: "callers", symbol: "hash", fleet: "*" });
    expect(all.structuredContent.results).toMatchObject([{ repository: "backend", path: "backend/login.ts", line: 3 }]);
    expect((await call("graph", { operation: "callers", symbol: "hash", fleet: [] })).structuredContent.results).toHaveLength(1);
    expect((await call("graph", { operation: "callers", symbol: "hash", fleet: "lib" })).structuredContent.results).toHaveLength(0);
    expect(await call("search", { query: "hash", fleet: "nobody" })).toMatchObject({ isError: true });
    const own = await call("search", { query: "hash" });
    expect(own.structuredContent.root).toBe(join(space.root, "elsewhere"));
  });
});
