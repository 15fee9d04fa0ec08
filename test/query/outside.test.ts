/** Uses of what nothing in a tree defines. */
import { afterEach, describe, expect, test } from "bun:test";
import type { Operation } from "../../src/base/types.ts";
import { index } from "../../src/indexing.ts";
import { outsideUses } from "../../src/query/walk/outside.ts";
import { walk } from "../../src/query/walk.ts";
import { opened, removeTemporary, temporary, write } from "../store/_tree.ts";

afterEach(removeTemporary);

async function asker(files: Record<string, string>) {
  const root = temporary();
  write(root, files);
  await index(root, { quiet: true, embedding: null });
  const store = opened(root);
  return (operation: Operation, name: string) => {
    const found = outsideUses(store, operation, name, walk(store, operation, name));
    return found?.hits.map(({ symbol, path, line, kind }) => `${path}:${line} ${symbol.name} ${kind}`);
  };
}

describe("who calls what is outside", () => {
  test("by its name; text in comments and strings is no call, an import neither", async () => {
    const ask = await asker({
      "a.py":
        'import os\nfrom os.path import join\n\ndef one():\n    # join(a)\n    return join("a", "join(b)")\n\ndef two(x):\n    return ",".join(x)\n\ndef three():\n    return os.path.join("a")\n\ndef four(join_all):\n    return join_all(1)\n',
    });
    expect(ask("callers", "join")).toEqual(["a.py:6 one calls", "a.py:9 two calls", "a.py:12 three calls"]);
    // Of `os.path` it is where that is written, or where the file has it from there.
    expect(ask("callers", "os.path.join")).toEqual(["a.py:6 one calls", "a.py:12 three calls"]);
    expect(ask("callers", "nothing_at_all")).toBeUndefined();
    expect(ask("imports", "join")).toBeUndefined();
  });

  test("where a call needs no brackets it is one without them", async () => {
    const ask = await asker({
      "a.rb": "def draw(list)\n  render list\nend\n\ndef other(list)\n  list.render(1)\nend\n",
      "a.hs": "module A where\n\nshowAll xs = mapM_ print xs\n",
    });
    expect(ask("callers", "render")).toEqual(["a.rb:2 draw calls", "a.rb:6 other calls"]);
    expect(ask("callers", "mapM_")).toEqual(["a.hs:3 showAll calls"]);
  });
});

describe("what inherits from what is outside", () => {
  const heads: [string, string, string[]][] = [
    [
      "a.py",
      "class A(Base, metaclass=Meta):\n    pass\n\nclass B:\n    def f(self) -> Base:\n        return Base()\n",
      ["a.py:1 A inherits"],
    ],
    [
      "A.java",
      "class A implements Base, Other<Wrong> {}\nclass B extends C<Base> {}\nclass D { Base field; }\n",
      ["A.java:1 A implements"],
    ],
    [
      "a.ts",
      "export class A extends Base<string> {}\nclass B implements Base {}\nclass C { f(x: Base) {} }\n",
      ["a.ts:1 A inherits", "a.ts:2 B implements"],
    ],
    ["a.cs", "class A : Base\n{\n}\nclass B : List<Base> {}\nrecord C(Base Inner);\n", ["a.cs:1 A inherits"]],
    ["a.kt", "class A(val x: Base) : Other()\nclass B : Base()\n", ["a.kt:2 B inherits"]],
    ["a.swift", "class A: Base {}\nstruct B { let x: Base }\n", ["a.swift:1 A inherits"]],
    ["a.rb", "class A < Base\nend\n\nclass B\n  include Base\nend\n", ["a.rb:1 A inherits", "a.rb:5 B implements"]],
    [
      "a.rs",
      "struct A;\nstruct B(Base);\n#[derive(Base)]\nstruct C;\nimpl<T> fmt::Base for A {\n}\n",
      ["a.rs:3 C implements", "a.rs:5 A implements"],
    ],
    [
      "a.cpp",
      "class A : public ns::Base {\n};\nclass B :\n  Base {\n};\nclass C { Base b; };\n",
      ["a.cpp:1 A inherits", "a.cpp:4 B inherits"],
    ],
    ["a.php", "<?php\nclass A extends Base {}\nclass B { function f(Base $b) {} }\n", ["a.php:2 A inherits"]],
    ["a.scala", "class A(x: Base) extends Other with Base\nclass B(y: Base)\n", ["a.scala:1 A inherits"]],
    ["a.dart", "class A extends Other implements Base {}\nclass B { Base? b; }\n", ["a.dart:1 A implements"]],
  ];
  for (const [path, text, expected] of heads)
    test(path, async () => {
      const ask = await asker({ [path]: text });
      expect(ask("subclasses", "Base")).toEqual(expected);
    });
});

test("every line that names it is a use, but for what brings it in", async () => {
  const ask = await asker({
    "a.py": "from collections import OrderedDict\n\nCACHE: OrderedDict = OrderedDict()\n\ndef f():\n    return OrderedDict\n",
  });
  expect(ask("references", "OrderedDict")).toEqual(["a.py:3 CACHE uses", "a.py:6 f uses"]);
});
