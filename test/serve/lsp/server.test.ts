/** The language server in this process, asked by the official client. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CancellationTokenSource } from "vscode-languageserver-protocol/node";
import { Repository } from "../../asking/_repository.ts";
import { Editor } from "./_editor.ts";
import { OTHERS, PYTHON, TYPESCRIPT } from "./_trees.ts";

let tree: Repository;
let editor: Editor;
beforeAll(async () => {
  tree = new Repository({ ...PYTHON, ...TYPESCRIPT, ...OTHERS });
  editor = await Editor.here(tree.root);
});
afterAll(() => {
  editor[Symbol.dispose]();
  tree[Symbol.dispose]();
});

const at = (path: string, line: number, text: string, nth = 0) => editor.at(path, line, text, nth);

describe("definition", () => {
  test.each([
    ["a call", "db.py", 25, "helper", "db.py:32:5"],
    ["a method by its receiver's type", "db.py", 24, "save", "db.py:8:9"],
    ["a name that an import gives", "app.py", 7, "enter", "db.py:23:5"],
    ["the import itself, by either name", "app.py", 2, "login", "db.py:23:5"],
    ["the import itself, by either name", "app.py", 2, "enter", "db.py:23:5"],
    ["a class by its constructor", "app.py", 6, "Disk", "db.py:13:7"],
    ["a module before its member", "app.py", 8, "db", "db.py:1:1"],
    ["its own name, behind a decorator", "db.py", 23, "login", "db.py:23:5"],
    ["a supertype", "db.py", 13, "Base", "db.py:5:7"],
    ["a default import", "src/run.ts", 5, "Circle", "src/circle.ts:3:22"],
    ["the file that an import names", "src/run.ts", 1, "circle", "src/circle.ts:1:1"],
    ["an interface's method, not what implements it", "src/run.ts", 7, "area", "src/shape.ts:2:3"],
    ["what stands behind characters of two units", "src/run.ts", 6, 'h("x")', "src/shape.ts:6:17"],
    ["a prototype: what it declares", "c/m.h", 1, "add", "c/m.c:3:5"],
    ["Go", "go/main.go", 5, "help", "go/main.go:8:6"],
    ["Go's interface", "go/main.go", 4, "Save", "go/store.go:5:2"],
    ["a type before the name of its member", "go/store.go", 10, "Disk", "go/store.go:8:6"],
    ["a type in the head of a block of its members", "rust/src/main.rs", 6, "Dot", "rust/src/main.rs:4:8"],
    ["Java, inherited", "java/Dog.java", 7, "hello", "java/Animal.java:3:10"],
    ["Rust", "rust/src/main.rs", 11, "begin", "rust/src/store.rs:6:8"],
    ["PHP, behind its sign", "php/User.php", 3, "name", "php/User.php:3:18"],
    ["PHP's method", "php/User.php", 9, "hello", "php/User.php:5:12"],
    ["a constructor that has its type's name", "cs/Point.cs", 6, "Point", "cs/Point.cs:2:10"],
    ["an operator, on its own name", "swift/near.swift", 3, "≈", "swift/near.swift:3:6"],
    ["Ruby, with its sign", "ruby/cart.rb", 12, "empty?", "ruby/cart.rb:2:7"],
  ])("of %s: %s:%d %s", async (_, path, line, text, expected) => {
    expect(await editor.definition(at(path, line, text))).toEqual([expected]);
  });

  test("what stands at the end of a name, and at nothing", async () => {
    const { position, textDocument } = at("db.py", 25, "helper");
    const end = { textDocument, position: { ...position, character: position.character + "helper".length } };
    expect(await editor.definition(end)).toEqual(["db.py:32:5"]);
    expect(await editor.definition({ textDocument, position: { line: 25, character: 0 } })).toBeNull();
    expect(await editor.definition({ textDocument, position: { line: 9_999, character: 9_999 } })).toBeNull();
  });

  test("a parameter, a local and a package outside have none, whatever else has the name", async () => {
    expect(await editor.definition(at("db.py", 24, "user"))).toBeNull();
    expect(await editor.definition(at("src/run.ts", 5, "circle"))).toBeNull();
    expect(await editor.definition(at("db.py", 2, "os"))).toEqual([]);
  });

  test("what is open has its candidates, and no references or callers", async () => {
    const open = at("db.py", 29, "save");
    expect(await editor.definition(open)).toEqual(["db.py:8:9", "db.py:14:9"]);
    expect(await editor.references(open)).toEqual([]);
    expect((await editor.calls(open)).items).toEqual([]);
    expect(await editor.hover(open)).toContain("could not be established; it may be one of Base.save db.py:8, Disk.save db.py:14.");
  });
});

test("declaration, implementation", async () => {
  expect(await editor.places("declaration", at("c/m.c", 8, "add"))).toEqual(["c/m.h:1:5"]);
  expect(await editor.places("declaration", at("db.py", 25, "helper"))).toEqual(["db.py:32:5"]);
  expect(await editor.places("implementation", at("src/shape.ts", 1, "Shape"))).toEqual(["src/circle.ts:3:22"]);
  expect(await editor.places("implementation", at("src/run.ts", 7, "area"))).toEqual(["src/circle.ts:5:3"]);
  expect(await editor.places("implementation", at("db.py", 24, "save"))).toEqual(["db.py:8:9", "db.py:14:9"]);
  expect(await editor.places("implementation", at("go/store.go", 5, "Save"))).toEqual(["go/store.go:10:16"]);
  expect(await editor.places("implementation", at("rust/src/store.rs", 2, "draw"))).toEqual(["rust/src/main.rs:7:8"]);
});

test("references, with the name by which an import knows it", async () => {
  expect(await editor.references(at("db.py", 23, "login"))).toEqual(["app.py:2:16", "app.py:7:5"]);
  expect(await editor.references(at("db.py", 23, "login"), true)).toEqual(["db.py:23:5", "app.py:2:16", "app.py:7:5"]);
  expect(await editor.references(at("src/run.ts", 5, "Circle"))).toEqual(["src/run.ts:1:8", "src/run.ts:5:22"]);
});

test("in one line with a definition of the name, the use is the other place", async () => {
  expect(await editor.references(at("go/size.go", 3, "Size"))).toEqual(["go/size.go:7:21"]);
  expect(await editor.definition(at("go/size.go", 7, "Size", 1))).toEqual(["go/size.go:3:6"]);
  expect(await editor.definition(at("go/size.go", 7, "Size"))).toEqual(["go/size.go:7:14"]);
});

test("calls, upwards and downwards", async () => {
  expect(await editor.calls(at("db.py", 23, "login"))).toEqual({
    items: ["login db.py:23:5"],
    incoming: ["main app.py:7:5"],
    outgoing: ["save db.py:24:11", "other db.py:24:23", "helper db.py:25:12"],
  });
  expect((await editor.calls(at("java/Animal.java", 3, "hello"))).incoming).toEqual(["main java/Dog.java:7:15"]);
});

test("types, upwards and downwards", async () => {
  expect(await editor.types(at("db.py", 5, "Base"))).toEqual({ items: ["Base"], above: [], below: ["Disk"] });
  expect(await editor.types(at("src/run.ts", 5, "Circle"))).toEqual({ items: ["Circle"], above: ["Shape"], below: [] });
  // Nobody names Go's interfaces.
  expect(await editor.types(at("go/store.go", 4, "Saver"))).toEqual({ items: ["Saver"], above: [], below: ["Disk"] });
  expect((await editor.types(at("db.py", 32, "helper"))).items).toEqual([]);
});

test("definitions of a file and of the tree", async () => {
  expect(await editor.outline("db.py")).toEqual([
    "Base 5",
    "Base.save 8",
    "Disk 13",
    "Disk.save 14",
    "registered 18",
    "login 23",
    "other 28",
    "helper 32",
  ]);
  expect(await editor.symbols("sav")).toEqual([
    "save db.py:8:9",
    "save db.py:14:9",
    "Save go/store.go:5:2",
    "Save go/store.go:10:16",
    "Saver go/store.go:4:6",
  ]);
  expect(await editor.symbols("Disk.save")).toEqual(["save db.py:14:9", "Save go/store.go:10:16"]);
  expect(await editor.symbols("disk.sa")).toEqual(["save db.py:14:9", "Save go/store.go:10:16"]);
  expect(await editor.symbols("nothing_has_this")).toEqual([]);
});

test("hovers: signature, documentation as it is written, callers, risk; none of it rendered", async () => {
  const text = (await editor.hover(at("db.py", 24, "save")))!;
  expect(text).toContain("```python\ndef save(self, key)\n```");
  expect(text).toContain("Writes \\*it\\*, see !\\[x\\](http://evil/x.png) \\<b\\>.");
  expect(text).toContain("method Base.save, db.py:8");
  expect(text).toContain("2 callers (1 more possible) · risk unknown · no tests");
  expect(text).toContain("used by Disk.save db.py:14, login db.py:22");
  expect(text).toContain("- 1 reference named save could not be resolved and may mean Base.save");
  expect(await editor.hover(at("db.py", 2, "os"))).toBe("os: outside this tree");
  using plain = await Editor.here(tree.root, { capabilities: {} });
  expect(await plain.hover(at("db.py", 24, "save"))).toContain("see ![x](http://evil/x.png) <b>.");
});

test("lenses: what a change can reach, known or not", async () => {
  expect(await editor.lenses("db.py")).toEqual([
    "5 2 users · risk unknown · no tests",
    "8 2 callers (1 more possible) · risk unknown · no tests",
    "13 2 users · risk low · no tests",
    "14 1 caller (3 more possible) · risk unknown · no tests",
    "18 callers unknown · risk low · no tests",
    "23 1 caller · risk low · no tests",
    "28 1 caller · risk low · no tests",
    "32 2 callers · risk low · no tests",
  ]);
});

test("files outside, of other schemes and of other machines are answered with null", async () => {
  for (const uri of ["file:///etc/passwd", "file:///nowhere/at/all.py", "untitled:Untitled-1", "file://host/db.py", "git:/db.py?HEAD"]) {
    const textDocument = { uri };
    for (const method of ["definition", "hover", "prepareCallHierarchy", "documentSymbol", "codeLens"])
      expect([uri, await editor.ask(`textDocument/${method}`, { textDocument, position: { line: 0, character: 0 } })]).toEqual([uri, null]);
  }
  expect(
    await editor.ask("callHierarchy/incomingCalls", { item: { uri: editor.uri("db.py"), data: { key: "sym_0000000000000000" } } }),
  ).toBeNull();
  expect(await editor.ask("callHierarchy/incomingCalls", { item: { uri: editor.uri("db.py") } })).toBeNull();
});

test("a request that is cancelled ends as such, and the next one is answered", async () => {
  const source = new CancellationTokenSource();
  const asked = editor.ask("textDocument/hover", at("db.py", 24, "save"), source.token);
  source.cancel();
  await expect(asked).rejects.toMatchObject({ code: -32800 });
  expect(await editor.definition(at("db.py", 25, "helper"))).toEqual(["db.py:32:5"]);
});

describe("a buffer that was not saved", () => {
  const text = PYTHON["db.py"]!;

  test("positions are those of the buffer, in questions and in answers", async () => {
    using one = await Editor.here(tree.root);
    await one.open("db.py", `# new\n# lines\n${text}`);
    expect(await one.definition({ textDocument: { uri: one.uri("db.py") }, position: { line: 26, character: 11 } })).toEqual([
      "db.py:34:5",
    ]);
    expect(await one.references(at("app.py", 8, "helper"))).toEqual(["app.py:8:8", "db.py:27:12"]);
    expect((await one.outline("db.py"))[0]).toBe("Base 7");
    // The disk is as it was.
    expect(await editor.definition(at("db.py", 25, "helper"))).toEqual(["db.py:32:5"]);
  });

  test("a changed line counts as the one it was; a new one, and what is gone, have no answer", async () => {
    using one = await Editor.here(tree.root);
    const changed = text
      .replace("    return helper(user) + helper(1)\n", "    return 1 + helper(user)\n")
      .replace("def registered", "helper(7)\ndef registered")
      .replace("def other(u):\n    return u.save(1)\n", "");
    await one.open("db.py", changed);
    const lineOf = (start: string) => changed.split("\n").findIndex((row) => row.startsWith(start));
    const ask = (line: number, character: number) =>
      one.definition({ textDocument: { uri: one.uri("db.py") }, position: { line, character } });
    expect(await ask(lineOf("    return 1"), 16)).toEqual([`db.py:${lineOf("def helper") + 1}:5`]);
    expect(await ask(lineOf("helper(7)"), 2)).toBeNull();
    expect((await one.outline("db.py")).some((name) => name.startsWith("other"))).toBe(false);
    expect(await ask(lineOf("    store.save"), 22)).toEqual([]);
  });

  test("edits come in pieces, in the units that were agreed on", async () => {
    const capabilities = { general: { positionEncodings: ["utf-8", "utf-16"] } };
    using one = await Editor.here(tree.root, { capabilities });
    expect(one.provided.positionEncoding).toBe("utf-8");
    const source = readFileSync(join(tree.root, "src/run.ts"), "utf8");
    await one.open("src/run.ts", source);
    const textDocument = { uri: one.uri("src/run.ts") };
    // `  console.log("größe 😀", h("x"));`: the name stands behind 26 UTF-16 units and 30 bytes.
    expect(await one.definition({ textDocument, position: { line: 5, character: 30 } })).toEqual(["src/shape.ts:6:17"]);
    expect(await one.places("references", { ...at("src/shape.ts", 6, "hash"), context: { includeDeclaration: false } })).toEqual([
      "src/run.ts:2:10",
      "src/run.ts:6:31",
      "src/run.ts:7:10",
    ]);
    const start = { line: 5, character: 22 };
    await one.change(
      "src/run.ts",
      { range: { start, end: { line: 5, character: 27 } }, text: "" },
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "\n" },
    );
    expect(await one.definition({ textDocument, position: { line: 6, character: 25 } })).toEqual(["src/shape.ts:6:17"]);
  });

  test("a secret in it is no difference, and stands in no hover", async () => {
    const key = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    using other = new Repository({ "k.py": `def connect(token="${key}"):\n    """Uses ${key}."""\n    return token\n\n\nconnect()\n` });
    using one = await Editor.here(other.root);
    await one.open("k.py", readFileSync(join(other.root, "k.py"), "utf8"));
    const text = await one.hover(one.at("k.py", 6, "connect"));
    expect(text).toContain("def connect(token=");
    expect(text).not.toContain(key.slice(4, 20));
    expect(await one.references(one.at("k.py", 1, "connect"))).toEqual(["k.py:6:1"]);
  });
});

test("the negotiated units are the client's first that there are, UTF-16 unless it says something", async () => {
  for (const [offered, taken] of [
    [undefined, "utf-16"],
    [["utf-7", "utf-32", "utf-8"], "utf-32"],
    [["utf-16", "utf-8"], "utf-16"],
    [["utf-7"], "utf-16"],
  ] as const) {
    using one = await Editor.here(tree.root, { capabilities: offered ? { general: { positionEncodings: [...offered] } } : {} });
    expect(one.provided.positionEncoding).toBe(taken);
  }
});

test("a change on disk is known to the next question; lenses are shown anew after it", async () => {
  using other = new Repository({ "a.py": "def f():\n    pass\n\n\ndef g():\n    f()\n" });
  using one = await Editor.here(other.root);
  expect(await one.lenses("a.py")).toEqual(["1 1 caller · risk low · no tests", "5 no callers · risk unknown · no tests"]);
  other.write({ "a.py": "def f():\n    pass\n\n\ndef h():\n    f()\n\n\ndef g():\n    f()\n" });
  await one.save("a.py");
  expect(await one.lenses("a.py")).toEqual([
    "1 2 callers · risk low · no tests",
    "5 no callers · risk unknown · no tests",
    "9 no callers · risk unknown · no tests",
  ]);
  expect(one.refreshed).toBeGreaterThan(0);
  renameSync(join(other.root, "a.py"), join(other.root, "b.py"));
  expect(await one.symbols("g")).toEqual(["g b.py:9:5"]);
});

test("files by odd names, folders by links, several folders, and a repository inside one", async () => {
  using other = new Repository({
    "sp ace/100%#?.py": "def odd():\n    pass\n",
    "ünïcode/[x].py": "from outer import odd\nodd()\n",
    "outer.py": "def odd():\n    pass\n",
  });
  using inner = new Repository({ "in.py": "def within():\n    pass\n\n\nwithin()\n" });
  const link = join(dirname(other.root), `${other.root.split("/").pop()}-link`);
  symlinkSync(other.root, link);
  using one = await Editor.here(link, { folders: [link, inner.root] });
  expect(one.uri("sp ace/100%#?.py")).toEndWith("/sp%20ace/100%25%23%3F.py");
  expect(await one.symbols("odd")).toEqual(["odd outer.py:1:5", "odd sp ace/100%#?.py:1:5"]);
  expect(await one.definition(one.at("ünïcode/[x].py", 2, "odd"))).toEqual(["outer.py:1:5"]);
  expect(await one.definition({ textDocument: { uri: one.uri(join(inner.root, "in.py")) }, position: { line: 4, character: 0 } })).toEqual([
    `${one.uri(join(inner.root, "in.py"))}:1:5`,
  ]);
  mkdirSync(join(other.root, "nested/.git"), { recursive: true });
  writeFileSync(join(other.root, "nested/n.py"), "def n():\n    pass\n\n\nn()\n");
  await one.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
    event: { added: [], removed: [{ uri: one.uri(inner.root), name: "" }] },
  });
  expect(await one.symbols("within")).toEqual([]);
  expect(
    await one.definition({ textDocument: { uri: one.uri(join(inner.root, "in.py")) }, position: { line: 4, character: 0 } }),
  ).toBeNull();
});

test("clients that know no tree of definitions get a list", async () => {
  using one = await Editor.here(tree.root, { capabilities: {} });
  const found = await one.ask<{ name: string; containerName: string }[]>("textDocument/documentSymbol", {
    textDocument: { uri: one.uri("db.py") },
  });
  expect(found.map(({ name, containerName }) => `${containerName}.${name}`).slice(0, 3)).toEqual([".Base", "Base.save", ".Disk"]);
});
