import { expect, test } from "bun:test";
import { flowsOf } from "../resolve/_tree.ts";

const LIB_PY = "def load(p):\n    return p\n\ndef clean(x):\n    return x\n\ndef store(x, y=None):\n    pass\n";

test("Python: arguments, assignments, copies and returns", () => {
  const flows = flowsOf({
    "lib.py": LIB_PY,
    "use.py": `from lib import load, clean, store

def direct(p):
    store(clean(load(p)), y=load(p))

def named(p):
    raw = load(p)
    copy = raw
    store(copy)
    return raw

def changed(p):
    raw = load(p)
    raw = 5
    store(raw)

def used(p):
    raw = load(p) + 1
    other = load(p).field
    store(raw, other)

def returned(p):
    return await_it(load(p))

def passed(p):
    return load(p)

load("at the top")
`,
  });
  expect(flows).toEqual([
    "lib.py:clean -> lib.py:store exact 4",
    "lib.py:load -> lib.py:clean exact 4",
    "lib.py:load -> lib.py:store exact 4",
    "lib.py:load -> lib.py:store exact 9",
    "lib.py:load -> use.py:named exact 7",
    "lib.py:load -> use.py:passed exact 26",
  ]);
});

test("TypeScript: const, await, arrows; a shadowing function in between is not the same scope", () => {
  const flows = flowsOf({
    "lib.ts": "export async function load(p: string) { return p; }\nexport function clean(x: string): string { return x; }\n",
    "use.ts": `import { load, clean } from "./lib";
export async function run(p: string) {
  const raw: string = await load(p);
  const text = clean(raw);
  if (text === "") return text;
  return text;
}
export const quick = (p: string) => clean(p);
`,
  });
  expect(flows).toEqual([
    "lib.ts:clean -> use.ts:quick exact 8",
    "lib.ts:clean -> use.ts:run exact 4",
    "lib.ts:load -> lib.ts:clean exact 4",
  ]);
});

test("Go, Rust, Ruby, Java, C: the forms of each", () => {
  expect(
    flowsOf({
      "main.go": `package main

func load(p string) (string, error) { return p, nil }

func clean(x string) string { return x }

func run(p string) string {
	raw, err := load(p)
	if err != nil {
		return ""
	}
	return clean(raw)
}
`,
    }),
  ).toEqual(["main.go:clean -> main.go:run exact 12", "main.go:load -> main.go:clean exact 12"]);
  expect(
    flowsOf({
      "a.rs":
        "fn load(p: u8) -> u8 { p }\nfn clean(x: u8) -> u8 { x }\nfn run(p: u8) -> u8 {\n    let raw = load(p)?;\n    clean(raw)\n}\n",
    }),
  ).toEqual(["a.rs:clean -> a.rs:run exact 5", "a.rs:load -> a.rs:clean exact 5"]);
  expect(
    flowsOf({ "a.rb": "def grab(p)\n  p\nend\n\ndef run(p)\n  raw = grab(p)\n  clean(raw)\nend\n\ndef clean(x)\n  x\nend\n" }),
  ).toEqual(["a.rb:clean -> a.rb:run exact 7", "a.rb:grab -> a.rb:clean exact 7"]);
  expect(
    flowsOf({
      "A.java":
        "class A {\n  static String load(String p) { return p; }\n  static String clean(String x) { return x; }\n  static String run(String p) {\n    String raw = load(p);\n    return clean(raw);\n  }\n}\n",
    }),
  ).toEqual(["A.java:A.clean -> A.java:A.run exact 6", "A.java:A.load -> A.java:A.clean exact 6"]);
  expect(
    flowsOf({
      "a.c":
        "int load(int p) { return p; }\nint clean(int x) { return x; }\nint run(int p) {\n  int raw = load(p);\n  return clean(raw);\n}\n",
    }),
  ).toEqual(["a.c:clean -> a.c:run exact 5", "a.c:load -> a.c:clean exact 5"]);
});
