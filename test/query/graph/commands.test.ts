/** Cycles, unused definitions and communities over real indexes. */
import { afterEach, expect, test } from "bun:test";
import { index } from "../../../src/indexing.ts";
import { cyclesOf } from "../../../src/query/graph/cycles.ts";
import { unusedOf } from "../../../src/query/graph/unused.ts";
import { communitiesOf } from "../../../src/serve/communities/command.ts";
import { opened, removeTemporary, temporary, write } from "../../store/_tree.ts";

afterEach(removeTemporary);

async function storeOf(files: Record<string, string>) {
  const root = temporary();
  write(root, files);
  await index(root, { quiet: true, embedding: null });
  return opened(root);
}

test("files that import one another, and functions that call one another, with lines", async () => {
  const store = await storeOf({
    "a.py": "from b import g\n\ndef f():\n    g()\n\ndef alone():\n    alone()\n",
    "b.py": "\nfrom c import h\n\ndef g():\n    h()\n",
    "c.py": "from a import f\n\ndef h():\n    f()\n",
    "d.py": "from a import f\n",
  });
  const [imports, ...others] = cyclesOf(store, "imports");
  expect(others).toEqual([]);
  expect(imports!.members.map(({ path }) => path)).toEqual(["a.py", "b.py", "c.py"]);
  expect(imports!.path.map(({ from, to, line }) => `${from.path}:${line} ${to.path}`)).toEqual([
    "a.py:1 b.py",
    "b.py:2 c.py",
    "c.py:1 a.py",
  ]);
  const calls = cyclesOf(store, "calls");
  expect(calls.map(({ members }) => members.map(({ name }) => name))).toEqual([["f", "g", "h"]]);
  store.close();
});

test("what nothing uses; entry points, decorated, overrides, published, named and possibly called ones are held back", async () => {
  const store = await storeOf({
    "app.py": `import web
from lib import used, Base

@web.route("/")
def registered():
    used()

def main():
    registered_by_name = {"key": looked_up}
    unknown.maybe_called()

def looked_up():
    pass

def forgotten():
    forgotten()

class Child(Base):
    def hook(self):
        pass

class Loose:
    def maybe_called(self):
        pass
    def _private_leftover(self):
        pass

if __name__ == "__main__":
    main()
    Child()
    Loose()
`,
    "lib.py": "class Base:\n    def hook(self):\n        pass\n\ndef used():\n    pass\n",
    "test_app.py": "def helper_of_tests():\n    pass\n",
    "package.json": '{"name":"x","main":"dist/index.js"}',
    "src/index.ts": 'export * from "./api";\nexport function published() {}\n',
    "src/api.ts": "export function alsoPublished() {}\nfunction hiddenLeftover() {}\n",
    "src/inner.ts": "export function exportedLeftover() {}\n",
  });
  const { candidates, held } = unusedOf(store, 0.5);
  expect(candidates.map(({ symbol, confidence }) => `${symbol.path}:${symbol.qualified} ${confidence}`)).toEqual([
    "app.py:Loose._private_leftover 0.95",
    "src/api.ts:hiddenLeftover 0.95",
    "app.py:forgotten 0.7",
    "src/inner.ts:exportedLeftover 0.7",
  ]);
  expect(held).toMatchObject({ open: 1, published: 2 });
  expect(held.entry).toBeGreaterThan(0);
  expect(held.override).toBeGreaterThan(0);
  store.close();
});

test("communities follow the edges, not the folders, and have names and symbols", async () => {
  const files: Record<string, string> = {};
  for (const group of ["auth", "shop"])
    for (let i = 0; i < 4; i++) {
      const imports = [0, 1, 2, 3].filter((j) => j !== i).map((j) => `from ${group}.m${j} import ${group}_${j}`);
      files[`${group}/m${i}.py`] = `${imports.join("\n")}\n\ndef ${group}_${i}():\n${[0, 1, 2, 3]
        .filter((j) => j !== i)
        .map((j) => `    ${group}_${j}()\n`)
        .join("")}`;
    }
  files["shop/m9.py"] = "from auth.m0 import auth_0\nfrom auth.m1 import auth_1\n\ndef odd():\n    auth_0()\n    auth_1()\n";
  const store = await storeOf(files);
  const found = communitiesOf(store);
  expect(found.map(({ name, files: own }) => [name, own.map(({ path }) => path)])).toEqual([
    ["auth", ["auth/m0.py", "auth/m1.py", "auth/m2.py", "auth/m3.py", "shop/m9.py"]],
    ["shop", ["shop/m0.py", "shop/m1.py", "shop/m2.py", "shop/m3.py"]],
  ]);
  expect(found[0]!.symbols[0]!.name).toStartWith("auth_");
  expect(found[0]!.cohesion).toBe(1);
  store.close();
});

test("functions that are values where they stand, members of written-out objects and what is said of another module are not called unused", async () => {
  const store = await storeOf({
    "a.ts": `export const transform = (node: Node) => {
  return function postTransform() {
    return node;
  };
};
export const wait = (run: (f: () => void) => void) => run(function onceDone() {});
export const Made = class MadeUp {};
function gone() {}
export function install(map: object) {
  return Object.assign(map, { _self: (i: object) => i });
}
declare module "vitest" {
  interface Assertion {
    toHaveWarned(): void;
  }
}
`,
    "b.ts": `import { install, Made, transform, wait } from "./a";\ninstall({}); transform(wait as never); new Made();\n`,
  });
  const { candidates } = unusedOf(store, 0.5);
  expect(candidates.map(({ symbol, confidence }) => [symbol.name, confidence])).toEqual([
    ["gone", 0.95],
    ["_self", 0.6],
  ]);
  store.close();
});

test("what the language or a framework calls without a name is held back: signs, loops, patterns, where a program begins", async () => {
  const store = await storeOf({
    "V.kt":
      "package a\n\nclass Money(val cents: Int) {\n    operator fun plus(other: Money): Money = Money(cents + other.cents)\n    operator fun iterator(): Iterator<Int> = listOf(1).iterator()\n    fun forsaken(): Int = 3\n}\n\noperator fun String.div(o: String): String = this\n\nfun main() {\n    println(Money(1))\n}\n",
    "Program.cs":
      "namespace App;\n\npublic class Program\n{\n    public static void Main(string[] args) { new Temp(1).Shown(); }\n}\n\npublic class Startup\n{\n    public void ConfigureServices(object s) { }\n}\n\npublic class Temp\n{\n    public Temp(int n) { }\n    public void Shown() { }\n    public System.Collections.Generic.IEnumerator<int> GetEnumerator() { yield break; }\n    public void Deconstruct(out int a, out int b) { a = 1; b = 2; }\n    public int Unneeded() => 1;\n}\n",
    "S.swift":
      "struct Grid {\n    subscript(i: Int) -> Int { i }\n    func callAsFunction() -> Int { 1 }\n    func idle() {}\n}\n\nfunc top() {\n    print(Grid()[1])\n}\ntop()\n",
  });
  expect(unusedOf(store, 0.5).candidates.map(({ symbol }) => symbol.qualified)).toEqual([
    "App.Temp.Unneeded",
    "Grid.idle",
    "Money.forsaken",
  ]);
  store.close();
});
