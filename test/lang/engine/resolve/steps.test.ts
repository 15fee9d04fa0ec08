/** Resolution takes a counted number of steps: what is left when they end is unresolved, and the same every time. */
import { expect, test } from "bun:test";
import { resolve } from "../../../../src/lang/engine/resolve/resolve.ts";
import { memoryOf } from "./_tree.ts";

const PROGRAM = {
  "main.js": `import { far } from "./far.js";
function near() {}
class A { run() { return this; } }
near();
${"new A().run().run();\n".repeat(1)}${Array.from({ length: 40 }, (_, i) => `const a${i} = new A(); a${i}.run().run();`).join("\n")}
far();
`,
  "far.js": "export function far() {}\n",
};

test("without a limit that matters everything is resolved", () => {
  const { facts, world } = memoryOf(PROGRAM);
  expect(resolve(facts.get("main.js")!, world).open).toEqual([]);
});

test("what is left when the steps end stays open, imports are still told", () => {
  const { facts, world } = memoryOf(PROGRAM);
  const one = resolve(facts.get("main.js")!, world, 60);
  const again = resolve(facts.get("main.js")!, world, 60);
  expect(again).toEqual(one);
  expect(one.edges.filter(({ kind }) => kind === "imports").length).toBe(2);
  const calls = one.edges.filter(({ kind }) => kind === "calls");
  expect(calls.length).toBeGreaterThan(0);
  expect(one.open.at(-1)?.name).toBe("far");
  expect(one.open.length).toBeGreaterThan(20);
});

test("objects that hold one another come to an end", () => {
  const { facts, world } = memoryOf({
    "main.js": `let a = { ...b, x() {} };
let b = { ...a, y() {} };
a = { ...a, ...b };
b = { ...b, ...a };
a.z();
b.x();
function f(o) { o = { ...o, g: o.g }; return o.g(); }
f(f(a));
function up(o) { return down({ o }); }
function down(o) { up({ o }); return o.o.run(); }
up({ a });
down({ o: a });
`,
  });
  expect(() => resolve(facts.get("main.js")!, world)).not.toThrow();
});
