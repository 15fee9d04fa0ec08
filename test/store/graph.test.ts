/** The read side: every question the query helpers ask, over one small tree. */
import { describe, expect, test } from "bun:test";
import { asRefusal } from "../../src/base/errors.ts";
import { DamagedIndex } from "../../src/store/damage.ts";
import { openStore } from "../../src/store/open.ts";
import { fold } from "../../src/store/schema.ts";
import { indexed } from "../_indexed.ts";
import { temporary, write } from "./_tree.ts";

const tree = indexed({
  "lib/store.py":
    'import os\n\nclass Base:\n    """The base."""\n    def save(self, row):\n        return self.check(row)\n\n    def check(self, row):\n        return row\n',
  "lib/app.py":
    "from lib.store import Base\n\nclass SaveAll(Base):\n    def save_all(self, rows):\n        for row in rows:\n            self.save(row)\n            rows.save(row)\n",
  "notes.txt": "hello\n",
  "data.bin": "\0\0",
});

describe("files", () => {
  test("by path, in order; what is left out and why", () => {
    expect(tree.store.files().map((file) => file.path)).toEqual(["lib/app.py", "lib/store.py", "notes.txt"]);
    const file = tree.store.fileByPath("lib/store.py");
    expect(file).toMatchObject({ language: "python", lines: 9, damaged: false });
    expect(tree.store.fileById(file!.id)).toEqual(file);
    expect(tree.store.fileByPath("none")).toBeNull();
    expect(tree.store.skipped()).toEqual([{ path: "data.bin", reason: "binary" }]);
    expect(tree.store.skipReason("data.bin")).toBe("binary");
    expect(tree.store.languages()).toEqual({ python: 2 });
    expect([...tree.store.known().keys()].sort()).toEqual(["data.bin", "lib/app.py", "lib/store.py", "notes.txt"]);
  });
});

describe("symbols", () => {
  test("by name: exact, folded, qualified", () => {
    expect(tree.store.symbolsByName("save_all").map((s) => s.qualified)).toEqual(["SaveAll.save_all"]);
    expect(tree.store.symbolsByName("saveall")).toEqual([]);
    expect(
      tree.store
        .symbolsByName("saveall", true)
        .map((s) => s.name)
        .sort(),
    ).toEqual(["SaveAll", "save_all"]);
    expect(tree.store.symbolsByQualified("Base.save").map((s) => s.path)).toEqual(["lib/store.py"]);
    expect(tree.store.symbolsByQualified("Base::save")).toHaveLength(1);
    expect(tree.store.symbolsByQualified("base#SAVE")).toEqual([]);
    expect(tree.store.symbolsByQualified("base#SAVE", true)).toHaveLength(1);
    expect(tree.store.symbolsByQualified("Other.save")).toEqual([]);
    for (const typo of ["save_al", "sava_all", "saveall", "all_save_all_now"])
      expect(tree.store.namesLike(typo, 3, (folded) => folded)).toContain("save_all");
    expect(tree.store.namesLike("zzzzqqq", 2, (folded) => folded)).toEqual([]);
  });

  test("by id, key and place; parents and children", () => {
    const [base] = tree.store.symbolsByName("Base").filter((s) => s.kind === "class");
    expect(base).toMatchObject({ doc: "The base.", start: 3, end: 9, path: "lib/store.py" });
    expect(tree.store.symbolById(base!.id)).toEqual(base!);
    expect(tree.store.symbolByKey(base!.key)).toEqual(base!);
    expect(tree.store.symbolByKey("sym_none")).toBeNull();
    expect(tree.store.symbolAt("lib/store.py", 6)).toMatchObject({ qualified: "Base.save" });
    expect(tree.store.symbolAt("lib/store.py", 1)).toMatchObject({ kind: "file" });
    expect(tree.store.symbolAt("none", 1)).toBeNull();
    expect(tree.store.childrenOf(base!.id).map((s) => s.name)).toEqual(["save", "check"]);
    expect(tree.store.symbolsOfFile(base!.file!)[0]).toMatchObject({ kind: "file", at: 0 });
  });
});

describe("edges", () => {
  test("from and to, by kind, contains included", () => {
    const [save] = tree.store.symbolsByQualified("Base.save");
    const [check] = tree.store.symbolsByQualified("Base.check");
    const [base] = tree.store.symbolsByName("Base").filter((s) => s.kind === "class");
    expect(tree.store.edgesFrom(save!.id, ["calls"])).toMatchObject([{ dst: check!.id, line: 6, kind: "calls" }]);
    expect(tree.store.edgesTo(check!.id, ["calls"])).toMatchObject([{ src: save!.id }]);
    expect(tree.store.edgesTo(save!.id, ["contains"])).toEqual([
      { src: base!.id, kind: "contains", dst: save!.id, line: save!.start, resolution: "exact", confidence: 1 },
    ]);
    expect(tree.store.edgesFrom(base!.id).filter((edge) => edge.kind === "contains")).toHaveLength(2);
    expect(tree.store.edgesTo(base!.id, ["inherits"])).toHaveLength(1);
  });

  test("what a file defines and depends on follows from the rest, both ways, with lines", () => {
    const [save] = tree.store.symbolsByQualified("Base.save");
    const own = tree.store.symbolsOfFile(save!.file!)[0]!;
    expect(tree.store.edgesTo(save!.id, ["defines"])).toEqual([
      { src: own.id, kind: "defines", dst: save!.id, line: save!.start, resolution: "exact", confidence: 1 },
    ]);
    const defined = tree.store.edgesFrom(own.id, ["defines"]).map((edge) => tree.store.symbolById(edge.dst)!.kind);
    expect(defined).not.toContain("file");
    expect(defined.length).toBeGreaterThan(2);
    for (const file of tree.store.files()) {
      const [from] = tree.store.symbolsOfFile(file.id);
      for (const edge of tree.store.edgesFrom(from!.id, ["depends_on"])) {
        expect(tree.store.symbolById(edge.dst)).toMatchObject({ kind: "file" });
        expect(edge.dst).not.toBe(from!.id);
        expect(edge.line).toBeGreaterThan(0);
        expect(tree.store.edgesTo(edge.dst, ["depends_on"])).toContainEqual(edge);
      }
    }
    expect(
      tree.store.files().flatMap(({ id }) => tree.store.edgesFrom(tree.store.symbolsOfFile(id)[0]!.id, ["depends_on"])).length,
    ).toBeGreaterThan(0);
  });

  test("a package outside is a node without a file", () => {
    const external = tree.store.symbolsByName("os").find((s) => s.kind === "external");
    expect(external).toMatchObject({ file: null, path: "", start: 0, end: 0, qualified: "os" });
  });

  test("references that stay open", () => {
    const [scope] = tree.store.symbolsByName("save_all");
    expect(tree.store.unresolvedByName("save")).toMatchObject([
      { path: "lib/app.py", line: 7, receiver: "rows", scope: scope!.id, kind: "call" },
    ]);
    expect(tree.store.unresolvedIn(scope!.id)).toEqual(tree.store.unresolvedByName("save"));
    expect(tree.store.unresolvedByName("none")).toEqual([]);
    const [open] = tree.store.openFiles("save", 1);
    expect(open).toMatchObject({ path: "lib/app.py", language: "python", tags: ["entry"] });
    expect(open!.references).toEqual(tree.store.unresolvedByName("save"));
    expect(tree.store.openFiles("save", 0)).toEqual([]);
  });

  test("definitions are counted by name, files and packages left out", () => {
    for (const name of ["save", "save_all", "os", "app.py", "none"]) {
      const all = tree.store.symbolsByName(name).filter((one) => one.file !== null && one.kind !== "file");
      expect(tree.store.definitionsNamed(name)).toBe(all.length);
    }
    expect(tree.store.definitionsNamed("save")).toBeGreaterThan(0);
  });

  test("files that reach a file are those that reach its symbols", () => {
    let found = 0;
    for (const { id } of tree.store.files()) {
      const each = new Set(tree.store.symbolsOfFile(id).flatMap((one) => tree.store.filesReaching(one.id)));
      expect(tree.store.filesReachingFile(id)).toEqual(each);
      found += each.size;
    }
    expect(found).toBeGreaterThan(0);
  });
});

describe("chunks", () => {
  test("by file, place, id and number", () => {
    const file = tree.store.fileByPath("lib/store.py")!;
    const chunks = tree.store.chunksOfFile(file.id);
    expect(chunks.at(-1)!.end).toBe(9);
    const at = tree.store.chunkAt("lib/store.py", 5)!;
    expect(chunks).toContainEqual(at);
    expect(tree.store.chunkById(at.id)).toEqual(at);
    expect(tree.store.chunkByNo(at.no)).toEqual(at);
    expect(tree.store.chunkAt("lib/store.py", 99)).toBeNull();
    expect([...tree.store.chunks()]).toHaveLength(tree.store.counts().chunks);
  });
});

test("a file in the place of the index's folder is no index, not a crash", () => {
  const root = temporary();
  write(root, { ".manifold": "hello" });
  expect(openStore(root)).toEqual({ state: "missing" });
});

test("damage found while the graph is being printed names itself and what to do", () => {
  const { code, fix } = asRefusal(new DamagedIndex("symbols of a file cannot be read"));
  expect([code, fix]).toEqual(["index-damaged", "Build it anew: manifold index --full."]);
});

test("folding is the same here and in SQL", () => {
  for (const name of ["parse_Config", "ÄÖ_x", "__init__", "_"])
    expect(fold(name)).toBe((tree.store.db.query("SELECT lower(replace(?, '_', ''))").values(name)[0] as [string])[0]);
});
