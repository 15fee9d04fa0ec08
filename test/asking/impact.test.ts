import { afterAll, describe, expect, test } from "bun:test";
import { impactSchema } from "../../src/base/schema.ts";
import { plainChanges } from "../../src/query/impact/seeds.ts";
import { affectedLines, codes, Repository, seedLines } from "./_repository.ts";

const AUTH = `import { digest } from "./digest";

/** Checks a password. */
export function authenticate(user: string, password: string): boolean {
  return digest(password) === user;
}

export class Session {
  /** Saves. */
  save(amount: number): number {
    return amount + 1;
  }
  load(): number {
    return 2;
  }
}

export function obsolete(): number {
  return 1;
}
`;
const FILES: Record<string, string> = {
  "src/auth.ts": AUTH,
  "src/digest.ts": `/** One-way digest. */\nexport function digest(text: string): string {\n  return text.split("").reverse().join("");\n}\n`,
  "src/login.ts": `import { authenticate, obsolete } from "./auth";\n\nexport function login(user: string): boolean {\n  obsolete();\n  return authenticate(user, "x");\n}\n`,
  "src/store.ts": `import { Session } from "./auth";\n\nexport function persist(): number {\n  const session = new Session();\n  return session.save(1);\n}\n`,
  "test/login.test.ts": `import { login } from "../src/login";\n\ntest("login", () => {\n  login("a");\n});\n`,
  "docs/guide.md": "# Guide\n\nCall `authenticate` with a user.\n",
  "package.json": '{"name":"x"}\n',
};

const open: Repository[] = [];
const repository = (files: Record<string, string> = FILES): Repository => {
  const made = new Repository(files);
  open.push(made);
  return made;
};
afterAll(() => {
  for (const one of open) one[Symbol.dispose]();
});

describe("what changed", () => {
  test("a body, a signature, a comment, a deleted and an added definition are told apart", async () => {
    const repo = repository();
    repo.write({
      "src/auth.ts": AUTH.replace("=== user", "== user")
        .replace("save(amount: number)", "save(amount: number, twice = false)")
        .replace("/** Saves. */", "/** Saves it. */")
        .replace("load(): number {\n", "load(): number {\n    // loads\n")
        .replace(/export function obsolete[\s\S]*/, "export function fresh(): string {\n  return 'new'.repeat(3);\n}\n"),
    });
    const report = await repo.impact({ kind: "diff", of: "HEAD" });
    expect(seedLines(report)).toEqual([
      "body src/auth.ts authenticate",
      "comment src/auth.ts Session",
      "signature src/auth.ts Session.save",
      "comment src/auth.ts Session.load",
      "added src/auth.ts fresh",
      "deleted src/auth.ts obsolete",
    ]);
    expect(report.seeds.find((seed) => seed.qualified === "Session.save")?.before?.signature).toContain("amount: number)");
    impactSchema.parse(report);
  });

  test("a renamed function, a moved one, and a renamed file", async () => {
    const repo = repository();
    repo.git("mv", "src/digest.ts", "src/hashing.ts");
    repo.write({
      "src/auth.ts": AUTH.replace("./digest", "./hashing")
        .replace("function authenticate", "function verify")
        .replace(/\nexport function obsolete[\s\S]*/, ""),
      "src/old.ts": "export function obsolete(): number {\n  return 1;\n}\n",
    });
    const report = await repo.stage().impact({ kind: "staged" });
    expect(seedLines(report)).toEqual(["imports src/auth.ts (file)", "renamed src/auth.ts verify", "moved src/old.ts obsolete"]);
    expect(report.seeds.find((seed) => seed.change === "renamed")?.before?.qualified).toBe("authenticate");
    expect(report.seeds.find((seed) => seed.change === "moved")?.before?.path).toBe("src/auth.ts");
    expect(report.broken.map((one) => one.message)).toContain("src/login.ts:1 imports authenticate, which this change renames to verify");
  });

  test("lines, not files: a neighbour of the hunk is no seed, and only its users are reached", async () => {
    const repo = repository();
    repo.write({ "src/auth.ts": AUTH.replace("return amount + 1", "return amount + 2") });
    const report = await repo.impact({ kind: "diff", of: "HEAD" });
    expect(seedLines(report)).toEqual(["body src/auth.ts Session.save"]);
    expect(report.seeds.map((seed) => seed.change)).toEqual(["contains", "body"]);
    expect(affectedLines(report)).toEqual(["1 src/store.ts persist"]);
    expect(report.files.map((file) => `${file.role} ${file.path}`)).toEqual(["changed src/auth.ts", "affected src/store.ts"]);
  });

  test("only comments or documents changed: nothing follows, low", async () => {
    const repo = repository();
    repo.write({ "src/auth.ts": AUTH.replace("/** Saves. */", "/** Saves it all. */"), "docs/guide.md": "# Guide\n\nOther words.\n" });
    const report = await repo.impact({ kind: "diff", of: "HEAD" });
    expect(report.affected).toEqual([]);
    expect(report.risk.level).toBe("low");
    expect(report.counts.seeds).toBe(0);
  });
});

describe("the short way through a change inside one body", () => {
  const BODY =
    "export function outer(a: number): number {\n  const b = a + 1;\n  const c = b * 2;\n  return b + c;\n}\n\nexport function next(): number {\n  return outer(1);\n}\n";
  test("says what comparing both sides says", async () => {
    for (const [from, to] of [
      ["  return b + c;\n", "  b;\n  return b - c;\n"],
      ["  const c = b * 2;\n  return b + c;", "  return b;"],
      ["outer(a: number)", "outer(a: number, z = 1)"],
      ["  const b = a + 1;", "  const b = () => a + 1;"],
      ["  return b + c;\n}\n\nexport function next(): number {\n", "  return b + c;\n"],
      ["  return b + c;\n", ""],
      ["  return outer(1);\n", "  return outer(2) + 1;\n"],
    ] as const) {
      const repo = repository({ "a.ts": BODY });
      repo.write({ "a.ts": BODY.replace(from, to) });
      const short = await repo.impact({ kind: "diff", of: "HEAD" });
      // Judged as a revision that is not in the work tree, the same change takes the long way.
      repo.commit().write({ "a.ts": BODY.replace(from, `${to}// no\n`) });
      const long = await repo.impact({ kind: "diff", of: "HEAD^..HEAD" });
      const plain = (report: typeof short) => report.seeds.map(({ id: _, ...seed }) => seed);
      expect(plain(short)).toEqual(plain(long));
    }
  });
});

describe("a line that is gone", () => {
  const definition = { name: "f", qualified: "f", parent: 0, signature: "", exported: true, arity: 0, type: null, row: null } as const;
  const lines = ["function f() {", "  a", "  b", "}"];
  const short = (removed: string): boolean =>
    plainChanges(
      [
        { ...definition, kind: "file", parent: -1, start: 1, end: 4 },
        { ...definition, kind: "function", start: 1, end: 4 },
      ],
      lines,
      [{ oldStart: 3, oldLines: 1, newStart: 2, newLines: 0, body: [`-${removed}`] }],
    ) !== null;

  test("may have been the head of a definition, unless it left a body", () => {
    expect(short("  total = a + b;")).toBe(true);
    expect(short("  return g(a)")).toBe(true);
    expect(short("  raise Wrong(a)")).toBe(true);
    expect(short("  g(a)")).toBe(false);
    expect(short("  returned(a)")).toBe(false);
    expect(short("  return function (a)")).toBe(false);
    expect(short("  return { a: g(a)")).toBe(false);
  });
});

describe("what it reaches", () => {
  test("by depth, with tests, files, and the limit of a gate", async () => {
    const repo = repository();
    repo.write({ "src/digest.ts": FILES["src/digest.ts"]!.replace("text.split", "text.trim().split") });
    const report = await repo.stage().impact({ kind: "staged" }, { maxAffected: 1, failOn: ["risky"] });
    expect(affectedLines(report)).toEqual(["1 src/auth.ts authenticate", "2 src/login.ts login", "3 test/login.test.ts (file)"]);
    expect(report.tests).toEqual([{ path: "test/login.test.ts", how: "reaches", depth: 3, symbols: [] }]);
    expect(report.risk.level).toBe("low");
    expect(report.gate).toMatchObject({ verdict: "risky", exit: 4, reasons: ["2 symbols affected, more than the 1 allowed"] });
    expect(affectedLines(await repo.impact({ kind: "staged" }, { depth: 1 }))).toEqual(["1 src/auth.ts authenticate"]);
  });

  test("documents that speak of what changed, unless they changed too", async () => {
    const repo = repository();
    repo.write({ "src/auth.ts": AUTH.replace("=== user", "== user") });
    const before = await repo.impact({ kind: "diff", of: "HEAD" });
    expect(before.documents).toEqual([{ path: "docs/guide.md", line: 3, mentions: ["authenticate"] }]);
    repo.write({ "docs/guide.md": "# Guide\n\nNow: call `authenticate` twice.\n" });
    expect((await repo.impact({ kind: "diff", of: "HEAD" })).documents).toEqual([]);
  });

  test("something still imports what was deleted: high, with the place", async () => {
    const repo = repository();
    repo.write({ "src/auth.ts": AUTH.replace(/\nexport function obsolete[\s\S]*/, "") });
    const report = await repo.impact({ kind: "diff", of: "HEAD" });
    expect(report.risk.level).toBe("high");
    expect(report.broken.map((one) => one.message)).toEqual([
      "src/login.ts:1 imports obsolete, which this change deletes",
      "src/login.ts:4 calls obsolete, which this change deletes",
    ]);
    expect(affectedLines(report)).toEqual(["1 src/login.ts login", "2 test/login.test.ts (file)"]);
  });
});

describe("revisions", () => {
  test("ranges, merge bases, what HEAD and the work tree have", async () => {
    const repo = repository();
    repo.git("checkout", "-q", "-b", "side");
    repo.write({ "src/digest.ts": FILES["src/digest.ts"]!.replace('""', '"-"') }).commit();
    repo.git("checkout", "-q", "main");
    repo.write({ "src/store.ts": FILES["src/store.ts"]!.replace("save(1)", "save(2)") }).commit();
    repo.git("checkout", "-q", "side");
    expect(seedLines(await repo.impact({ kind: "diff", of: "main...side" }))).toEqual(["body src/digest.ts digest"]);
    expect(seedLines(await repo.impact({ kind: "since", of: "main" }))).toEqual(["body src/digest.ts digest"]);
    expect(seedLines(await repo.impact({ kind: "diff", of: "main" }))).toEqual(["body src/digest.ts digest", "body src/store.ts persist"]);
    expect(seedLines(await repo.impact({ kind: "diff", of: "HEAD^..HEAD" }))).toEqual(["body src/digest.ts digest"]);
    expect((await repo.impact({ kind: "staged" })).seeds).toEqual([]);
    for (const of of ["nowhere", "--output=/tmp/x", "main..nowhere"])
      await expect(repo.impact({ kind: "diff", of })).rejects.toMatchObject({ code: "bad-revision" });
  });

  test("the first commit of all", async () => {
    const repo = repository({});
    repo.git("update-ref", "-d", "HEAD");
    repo.write({ "a.py": "def first():\n    return 1\n" }).stage();
    const report = await repo.impact({ kind: "staged" });
    expect(seedLines(report)).toEqual(["added a.py first"]);
    expect(report.risk.level).toBe("low");
  });
});

describe("what is judged is what is staged", () => {
  test("the staged text decides, not the work tree's", async () => {
    const repo = repository();
    repo.write({ "src/digest.ts": FILES["src/digest.ts"]!.replace('""', '"-"') }).stage();
    // The work tree has that change taken back and another one made, neither of them staged.
    repo.write({ "src/digest.ts": FILES["src/digest.ts"]!, "src/auth.ts": AUTH.replace("return 2", "return 3") });
    expect(seedLines(await repo.impact({ kind: "staged" }))).toEqual(["body src/digest.ts digest"]);
  });

  test("a staged caller that the work tree lacks is a doubt; one that only the work tree has is none", async () => {
    const caller = "import { obsolete } from './auth';\nexport function uses() {\n  return obsolete();\n}\n";
    const none = "export function uses() {\n  return 0;\n}\n";
    const repo = repository();
    repo.write({ "src/auth.ts": AUTH.replace("return 1;", "return 5;"), "src/other.ts": caller }).stage();
    repo.write({ "src/other.ts": none });
    const report = await repo.impact({ kind: "staged" });
    expect(report.unknowns.find((one) => one.code === "other-tree")?.path).toBe("src/other.ts");
    const twin = repository();
    twin.write({ "src/other.ts": none }).commit();
    twin.write({ "src/auth.ts": AUTH.replace("return 1;", "return 5;") }).stage();
    twin.write({ "src/other.ts": caller });
    expect(affectedLines(await twin.impact({ kind: "staged" }))).not.toContain("1 src/other.ts uses");
    expect(affectedLines(await twin.impact({ kind: "diff", of: "HEAD" }))).toContain("1 src/login.ts login");
  });
});

describe("a patch", () => {
  test("applied or not, it means the same", async () => {
    const repo = repository();
    repo.write({ "src/auth.ts": AUTH.replace("=== user", "== user").replace(/\nexport function obsolete[\s\S]*/, "") });
    const patch = Buffer.from(repo.git("diff"));
    const applied = await repo.impact({ kind: "patch", patch });
    expect(seedLines(applied)).toEqual(["body src/auth.ts authenticate", "deleted src/auth.ts obsolete"]);
    repo.git("checkout", "-q", ".");
    expect(seedLines(await repo.impact({ kind: "patch", patch }))).toEqual(seedLines(applied));
  });

  test("one that fits nothing is unknown, and what is no patch is refused", async () => {
    const repo = repository();
    const patch = Buffer.from("--- a/src/auth.ts\n+++ b/src/auth.ts\n@@ -1 +1 @@\n-never there\n+nor here\n");
    const report = await repo.impact({ kind: "patch", patch });
    expect([report.risk.level, codes(report)]).toEqual(["unknown", ["unreadable-change"]]);
    await expect(repo.impact({ kind: "patch", patch: Buffer.from("hello\n") })).rejects.toMatchObject({ code: "bad-patch" });
    expect((await repo.impact({ kind: "patch", patch: new Uint8Array() })).risk.level).toBe("low");
    const outside = Buffer.from("--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n");
    expect((await repo.impact({ kind: "patch", patch: outside })).risk.level).toBe("unknown");
  });
});

describe("never low where something could not be established", () => {
  const level = async (files: Record<string, string>, edit: Record<string, string>): Promise<[string, string[]]> => {
    const report = await repository(files).write(edit).impact({ kind: "diff", of: "HEAD" });
    return [report.risk.level, codes(report)];
  };
  const BEE = "export function busyBee() {\n  return 1;\n}\nbusyBee();\n";
  const BEE_EDITED = BEE.replace("return 1", "return 2");

  test("calls that could not be resolved", async () => {
    const store = "class Store:\n    def persist(self, x):\n        return x\n";
    const files = { "store.py": store, "use.py": "def handle(thing):\n    return thing.persist(1)\n" };
    const [risk, why] = await level(files, { "store.py": store.replace("return x", "return x + 1") });
    expect(risk).toBe("unknown");
    expect(why).toContain("open-references");
    // With too few arguments, or from a script that is run before the tree is compiled, it is another one.
    const push =
      "class Queue {\n  fun persist(a: Int, b: Int): Int = a\n\n  private fun keep(a: Int): Int = a\n}\n\nfun make() = Queue()\n";
    const others = {
      "Queue.kt": push,
      "Use.kt": "fun use() = given().persist(1)\n\nfun other() = given().keep(1)\n",
      "build.gradle.kts": "given().persist(1, 2)\n",
    };
    expect((await level(others, { "Queue.kt": push.replace("Int): Int = a\n\n", "Int): Int = b\n\n") }))[1]).toEqual(["exported-unused"]);
    expect(await level(others, { "Queue.kt": push.replace("Int = a\n}", "Int = 2\n}") })).toEqual(["low", []]);
  });

  test("calls of what was deleted, in languages whose names need no import", async () => {
    const users: Record<string, [string, string][]> = {
      go: [
        ["go/lib.go", "package m\n\nfunc Area(x int) int {\n\treturn x\n}\n"],
        ["go/use.go", "package m\n\nfunc Make() int {\n\treturn Area(1)\n}\n"],
      ],
      java: [
        ["p/Lib.java", "package p;\n\nclass Lib {\n  static int area(int x) {\n    return x;\n  }\n}\n"],
        ["q/Use.java", "package q;\n\nclass Use {\n  int make() {\n    return Lib.area(1);\n  }\n}\n"],
      ],
      c: [
        ["c/lib.c", '#include "lib.h"\n\nint area(int x) {\n  return x;\n}\n'],
        ["c/lib.h", "int area(int x);\n"],
        ["c/use.c", '#include "lib.h"\n\nint make(void) {\n  return area(1);\n}\n'],
      ],
      kotlin: [
        ["k/Shape.kt", "package k\n\nclass Shape(val a: Int)\n"],
        ["k/Use.kt", "package k\n\nfun make() = Shape(1)\n"],
      ],
      swift: [
        ["s/Lib.swift", "func area(x: Int) -> Int {\n    return x\n}\n"],
        ["t/Use.swift", "func make() -> Int {\n    return area(x: 1)\n}\n"],
      ],
      elixir: [
        ["lib/lib.ex", "defmodule Lib do\n  def area(x) do\n    x\n  end\nend\n"],
        ["other/use.ex", "defmodule Use do\n  def make do\n    Lib.area(1)\n  end\nend\n"],
      ],
    };
    for (const [language, files] of Object.entries(users)) {
      const repo = repository(Object.fromEntries(files));
      repo.git("rm", "-q", files[0]![0]);
      const report = await repo.impact({ kind: "staged" });
      // What nothing imports and lies in another package was never resolved: it is not known what it meant.
      const level = language === "java" ? "unknown" : "high";
      expect([language, report.risk.level, report.broken.length > 0]).toEqual([language, level, level === "high"]);
      expect([...report.affected, ...report.possible].map((hit) => hit.name.toLowerCase())).toContain("make");
    }
  });
  test("a parameter of a constructor that is a member as well: the signature of its class", async () => {
    const repo = repository({
      "k/Shape.kt": "package k\n\ndata class Shape(val a: Int)\n",
      "k/Use.kt": "package k\n\nfun make() = Shape(1)\n",
    });
    repo.write({ "k/Shape.kt": "package k\n\ndata class Shape(val a: Int, val b: Int)\n" });
    const report = await repo.impact({ kind: "diff", of: "HEAD" });
    expect(seedLines(report)).toContain("signature k/Shape.kt Shape");
    expect(affectedLines(report)).toEqual(["1 k/Use.kt make"]);
  });
  test("an exported function that nothing here uses; without that doubt it is low", async () => {
    const text = "export function api() {\n  return 1;\n}\n";
    expect(await level({ "a.ts": text }, { "a.ts": text.replace("return 1;", "return 2;") })).toEqual(["unknown", ["exported-unused"]]);
    expect(await level({ "a.ts": BEE }, { "a.ts": BEE_EDITED })).toEqual(["low", []]);
  });

  test("calls of the method that a changed one overrides are followed, where they may arrive at it", async () => {
    const text =
      "class Base {\n  run(): number {\n    return 0;\n  }\n}\nclass Special extends Base {\n  run(): number {\n    return 1;\n  }\n}\n" +
      "class Other extends Base {\n  run(): number {\n    return super.run();\n  }\n\n  twice(): number {\n    return this.run();\n  }\n}\n" +
      "export function go(base: Base): number {\n  return base.run();\n}\nexport function on(): number {\n  return go(new Other());\n}\non();\n";
    const report = await repository({ "a.ts": text })
      .write({ "a.ts": text.replace("return 1", "return 2") })
      .impact({ kind: "diff", of: "HEAD" });
    expect([report.risk.level, codes(report)]).toEqual(["low", []]);
    expect(report.affected.map(({ depth, qualified, by }) => `${depth} ${qualified} ${by.resolution}`)).toEqual([
      "1 go dispatch",
      "2 on exact",
      "3 a.ts exact",
    ]);
  });

  test("syntax errors in what changed, or in what names it", async () => {
    const broken = "export function other() {\n  if (((( busyBee(;\n}\n}}}\n";
    expect((await level({ "a.ts": BEE }, { "a.ts": `${BEE_EDITED}\n)))) broken ((((\n` }))[1]).toContain("parse-errors");
    expect((await level({ "a.ts": BEE, "b.ts": broken }, { "a.ts": BEE_EDITED }))[0]).toBe("unknown");
  });

  test("a file that is left out and names what changed", async () => {
    const generated = "// Code generated by x. DO NOT EDIT.\nimport { busyBee } from './a';\nbusyBee();\n";
    expect(await level({ "a.ts": BEE, "b.ts": generated }, { "a.ts": BEE_EDITED })).toEqual(["unknown", ["file-skipped"]]);
  });

  test("a changed file that is too large to be read", async () => {
    const big = (n: number) => `export const x = ${n};\n${"// filler\n".repeat(250_000)}`;
    expect(await level({ "src/big.ts": big(1) }, { "src/big.ts": big(2) })).toEqual(["unknown", ["file-skipped"]]);
  });
});
