import { describe, expect, test } from "bun:test";
import { edgesOf, importsOf, linksOf, openOf } from "./_tree.ts";

describe("imports", () => {
  test("relative paths, extension swaps, index files; what is missing leads nowhere", () => {
    const files = {
      "src/a.ts": `import { one } from "./one.js";\nimport two from "./two";\nimport "./missing";\nimport x from "../outside";\nimport fs from "node:fs/promises";\nimport { z } from "@scope/pkg/deep";\n`,
      "src/one.ts": "export function one() {}\n",
      "src/two/index.tsx": "export default function two() {}\n",
    };
    expect(importsOf(files)).toEqual([
      "src/a.ts imports @@scope/pkg external",
      "src/a.ts imports @fs external",
      "src/a.ts imports src/one.ts exact",
      "src/a.ts imports src/two/index.tsx exact",
    ]);
  });

  test("tsconfig paths and baseUrl, with comments, trailing commas and extends", () => {
    const files = {
      "tsconfig.base.json": '{ /* base */ "compilerOptions": { "paths": { "@lib/*": ["lib/*"], "exact": ["lib/b.ts"] } } }',
      "app/tsconfig.json": '{ "extends": "../tsconfig.base.json", // here\n "compilerOptions": { "baseUrl": "./src", }, }',
      "app/src/main.ts": `import { b } from "@lib/b";\nimport { b as again } from "exact";\nimport { c } from "deep/c";\nb(); again(); c();\n`,
      "app/src/deep/c.ts": "export const c = () => 1;\n",
      "lib/b.ts": "export function b() {}\n",
    };
    expect(linksOf(files)).toEqual(["app/src/main.ts calls app/src/deep/c.ts:c exact", "app/src/main.ts calls lib/b.ts:b exact"]);
  });

  test("workspace packages by name: the source that a built entry is made from", () => {
    const files = {
      "packages/core/package.json": '{ "name": "@x/core", "main": "./dist/index.js", "exports": { "./sub/*": "./dist/sub/*.js" } }',
      "packages/core/src/index.ts": "export { run } from './run';\n",
      "packages/core/src/run.ts": "export function run() {}\n",
      "packages/core/src/sub/deep.ts": "export function deep() {}\n",
      "packages/app/a.ts": `import { run } from "@x/core";\nimport { deep } from "@x/core/sub/deep";\nrun(); deep();\n`,
    };
    expect(linksOf(files, "packages/app")).toEqual([
      "packages/app/a.ts calls packages/core/src/run.ts:run exact",
      "packages/app/a.ts calls packages/core/src/sub/deep.ts:deep exact",
    ]);
  });

  test("re-export chains, barrels, renames, namespaces, default", () => {
    const files = {
      "a.ts": `import { foo, renamed, ns, D } from "./barrel";\nimport * as all from "./barrel";\nfoo(); renamed(); ns.foo(); all.foo(); all.ns.foo(); D.make();\n`,
      "barrel.ts": `export * from "./middle";\nexport { bar as renamed } from "./end";\nexport * as ns from "./end";\nexport { default as D } from "./end";\n`,
      "middle.ts": `export * from "./end";\n`,
      "end.ts": "export function foo() {}\nexport function bar() {}\nexport default class Thing { static make() {} }\n",
    };
    expect(linksOf(files)).toEqual(["a.ts calls end.ts:Thing.make exact", "a.ts calls end.ts:bar exact", "a.ts calls end.ts:foo exact"]);
  });

  test("a cycle of re-exports ends, with nothing found", () => {
    const files = {
      "a.ts": `import { ghost } from "./b";\nghost();\n`,
      "b.ts": `export * from "./c";\n`,
      "c.ts": `export * from "./b";\n`,
    };
    expect(linksOf(files)).toEqual([]);
  });

  test("require: modules, destructuring, module.exports as function and constructor", () => {
    const files = {
      "a.js": `const util = require("./util");\nconst { helper: h } = require("./util");\nconst Foo = require("./foo");\nfunction go() { util.helper(); h(); const f = new Foo(); f.bar(); util.nothing(); }\n`,
      "util.js": "exports.helper = function helper() {};\n",
      "foo.js":
        "function Foo() {}\nFoo.prototype.bar = function () { this.baz(); };\nFoo.prototype.baz = function () {};\nmodule.exports = Foo;\n",
    };
    expect(linksOf(files)).toEqual([
      "a.js:go calls foo.js:Foo exact",
      "a.js:go calls foo.js:Foo.bar typed",
      "a.js:go calls util.js:helper exact",
      "foo.js:Foo.bar calls foo.js:Foo.baz typed",
    ]);
  });
});

describe("module.exports", () => {
  test("as a class and as a function, under whatever name they are required", () => {
    const files = {
      "a.js": `const Foo = require("./foo");\nconst make = require("./make");\nfunction go() { const f = new Foo(); f.bar(); make(); }\nclass B extends Foo {}\n`,
      "foo.js": "module.exports = class Base {\n  bar() { this.baz(); }\n  baz() {}\n};\n",
      "make.js": "module.exports = function () {};\n",
    };
    expect(linksOf(files)).toEqual([
      "a.js:B inherits foo.js:Base exact",
      "a.js:go calls foo.js:Base exact",
      "a.js:go calls foo.js:Base.bar typed",
      "a.js:go calls make.js:exports exact",
      "foo.js:Base.bar calls foo.js:Base.baz typed",
    ]);
  });
});

describe("scope", () => {
  test("parameters and locals shadow imports and outer functions", () => {
    const files = {
      "a.ts": `import { run } from "./b";
function byParameter(run: () => void) { run(); }
function byLocal() { const run = make(); run(); }
function inner() { function run() {} run(); }
function outer() { run(); }
`,
      "b.ts": "export function run() {}\n",
    };
    expect(linksOf(files)).toEqual(["a.ts:inner calls a.ts:inner.run exact", "a.ts:outer calls b.ts:run exact"]);
  });

  test("the same name in two files stays apart; what nobody imported is no edge", () => {
    const files = {
      "a.ts": "function save() {}\nfunction go() { save(); }\n",
      "b.ts": "function save() {}\nfunction go() { save(); }\n",
      "c.ts": "export function go() { save(); }\n",
    };
    expect(linksOf(files)).toEqual(["a.ts:go calls a.ts:save exact", "b.ts:go calls b.ts:save exact"]);
    expect(openOf(files, "c.ts")).toEqual(["save"]);
  });

  test("globals of the language are neither edges nor open, though the tree has methods of those names", () => {
    const files = {
      "a.ts": `console.log(1); JSON.parse("x"); parseInt("1"); [1].map(String); "x".split(",");\n`,
      "b.ts": "class T { log() {} parse() {} map() {} split() {} }\n",
    };
    expect(linksOf(files)).toEqual([]);
    expect(openOf(files, "a.ts")).toEqual([]);
  });
});

describe("receivers", () => {
  const base = {
    "base.ts": "export class Base { stop() {} static make(): Base { return new Base(); } }\n",
    "pool.ts": `import { Base } from "./base";\nexport class Pool extends Base { get(): Pool { return this; } }\nexport const make = (): Pool => new Pool();\n`,
  };

  test("this, super, annotations, constructors, factories, chains, inherited members", () => {
    const files = {
      ...base,
      "a.ts": `import { Pool, make } from "./pool";
class Service extends Pool {
  private pool: Pool = new Pool();
  run(p: Pool) {
    this.own();
    this.pool.get();
    p.stop();
    super.get();
    make().get().stop();
    const q = new Pool();
    q.get();
    const r = make();
    r.stop();
    Pool.make();
  }
  own() {}
}
`,
    };
    expect(linksOf(files, "a.ts:Service.run").filter((line) => line.includes(" calls "))).toEqual([
      "a.ts:Service.run calls a.ts:Service.own typed",
      "a.ts:Service.run calls base.ts:Base.make exact",
      "a.ts:Service.run calls base.ts:Base.stop typed",
      "a.ts:Service.run calls pool.ts:Pool exact",
      "a.ts:Service.run calls pool.ts:Pool.get typed",
      "a.ts:Service.run calls pool.ts:make exact",
    ]);
  });

  test("an unknown receiver never gives an edge, not even to the only method of that name", () => {
    const files = { ...base, "a.ts": "export function go(x: any, y) { x.get(); y.stop(); x.y.get(); z().stop(); a[0].get(); }\n" };
    expect(linksOf(files, "a.ts")).toEqual([]);
    expect(openOf(files, "a.ts")).toEqual(["x.get", "y.stop", "x.y.get", "z().stop", "a[0].get"]);
  });

  test("a value of a type outside the tree has none of our methods", () => {
    const files = {
      ...base,
      "a.ts": `import { Client } from "ext";\nexport function go(u: URL, c: Client) { u.get(); c.stop(); const d = new Client(); d.get(); }\n`,
    };
    expect(linksOf(files, "a.ts")).toEqual([]);
    expect(openOf(files, "a.ts")).toEqual([]);
    expect(edgesOf(files)).toContain("a.ts:go calls @ext external");
  });

  test("what a package returns may be ours: open, no claim", () => {
    const files = { ...base, "a.ts": `import ext from "ext";\nexport function go() { ext.load().get(); }\n` };
    expect(openOf(files, "a.ts")).toEqual(["ext.load().get"]);
  });

  test("type parameters say nothing", () => {
    const files = { ...base, "a.ts": "export function go<T, TPool>(x: T, y: TPool) { x.get(); y.get(); }\n" };
    expect(openOf(files, "a.ts")).toEqual(["x.get", "y.get"]);
  });
});

test("callbacks and JSX by name are uses and calls of what they name", () => {
  const files = {
    "a.tsx": `import { handler } from "./h";\nfunction Widget() { return null; }\nexport function App() { list.forEach(handler); return <Widget onClick={handler} />; }\n`,
    "h.ts": "export function handler() {}\n",
  };
  expect(linksOf(files, "a.tsx:App")).toEqual([
    "a.tsx:App calls a.tsx:Widget exact",
    "a.tsx:App calls h.ts:handler exact",
    "a.tsx:App uses h.ts:handler exact",
  ]);
});

test("values that hold one another come to an end", () => {
  const files = {
    "a.ts": `import { Server } from "ws";
let server = new Server();
const options = { get server() { return server; } };
export function port() { return options.server.address().port; }
let a = b;
let b = a;
export function turn() { a.run(); a().run(); return b.run(); }
class Box { get held() { return held; } }
const held = new Box().held;
export const opened = held.open();
`,
  };
  expect(linksOf(files, "a.ts:turn")).toEqual(["a.ts:turn uses a.ts:a exact"]);
});
