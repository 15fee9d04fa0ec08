/** One query over the index: what it may ask, and all that it may not (../../src/store/select.ts). */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../../src/base/errors.ts";
import { select } from "../../src/store/select.ts";
import { VIEWS } from "../../src/store/views.ts";
import { indexed } from "../_indexed.ts";
import { temporary } from "./_tree.ts";

const tree = indexed({
  "a.py":
    'import os\n\nclass Base:\n    """Saves; things."""\n    def save(self, x):\n        return os.getenv(x)\n\ndef run(b: Base):\n    b.save(1)\n    b.load(2)\n',
  "b.py":
    "from a import Base, run\n\nclass Child(Base):\n    def load(self):\n        pass\n\ndef main():\n    run(Child())\n    run(Base())\n",
});

const ask = (sql: string, limit = 100) => select(tree.store.db, sql, limit);
const refused = (sql: string): string => {
  try {
    ask(sql);
  } catch (error) {
    if (error instanceof Refusal && error.code === "bad-query") return error.what;
    throw error;
  }
  throw new Error(`${sql} was answered.`);
};

describe("views", () => {
  test("have the columns that are promised", () => {
    const columns = Object.fromEntries(Object.keys(VIEWS).map((view) => [view, ask(`SELECT * FROM ${view} LIMIT 0`).columns.join(" ")]));
    expect(columns).toEqual({
      files: "id path language size lines hash damaged tags redactions",
      symbols: "id key kind name qualified path line end_line language parent exported arity type signature doc file",
      edges: "src src_name dst dst_name kind path line resolution confidence",
      open_references: "name kind path line symbol receiver",
      rules: "pattern path line governed_by",
      chunks: "id path line end_line kind symbol tokens tags",
      commits: "place id date author subject merge files",
      changes: "commit path was kind",
      left_out: "path reason",
    });
  });

  test("say what the program says", () => {
    expect(ask("SELECT count(*) FROM files").rows).toEqual([[tree.store.counts().files]]);
    expect(ask("SELECT count(*) FROM chunks").rows).toEqual([[tree.store.counts().chunks]]);
    expect(ask("SELECT count(*) FROM edges").rows).toEqual([[tree.store.counts().edges]]);
    for (const file of tree.store.files())
      for (const { id, key, kind, name, qualified, path, start, end, parent, signature, doc } of tree.store.symbolsOfFile(file.id))
        expect(
          ask(`SELECT key, kind, name, qualified, path, line, end_line, parent, signature, doc FROM symbols WHERE id = ${id}`).rows,
        ).toEqual([[key, kind, name, qualified, path, start, end, parent, signature, doc]]);
    for (const file of tree.store.files()) {
      const said = tree.store
        .edgesOfFile(file.id)
        .map(({ src, dst, kind, line, resolution, confidence }) => [src, dst, kind, line, resolution, confidence].join(" "));
      const rows = ask(`SELECT src, dst, kind, line, resolution, confidence FROM edges WHERE path = '${file.path}'`).rows.map((row) =>
        row.join(" "),
      );
      expect(rows.sort()).toEqual(said.sort());
    }
    expect(ask("SELECT name, path, line FROM open_references").rows).toEqual([["load", "a.py", 10]]);
    const chunk = tree.store.chunksOfFile(tree.store.fileByPath("a.py")!.id)[0]!;
    expect(ask(`SELECT path, line, end_line, kind, symbol FROM chunks WHERE id = '${chunk.id}'`).rows).toEqual([
      ["a.py", chunk.start, chunk.end, chunk.kind, chunk.symbol],
    ]);
  });

  test("questions nobody thought of: who reaches a function, by recursion", () => {
    const rows = ask(`WITH RECURSIVE up(id, depth) AS (
        SELECT id, 0 FROM symbols WHERE qualified = 'Base.save' UNION SELECT src, depth + 1 FROM up JOIN edges ON dst = up.id WHERE kind = 'calls' AND depth < 3)
      SELECT qualified, min(depth) FROM up JOIN symbols USING(id) GROUP BY 1 ORDER BY 2, 1`).rows;
    expect(rows).toEqual([
      ["Base.save", 0],
      ["run", 1],
      ["main", 2],
    ]);
  });

  test("a limit that is told; bytes as digits; nothing found", () => {
    expect(ask("SELECT id FROM symbols", 2)).toMatchObject({ more: true, rows: [[expect.any(Number)], [expect.any(Number)]] });
    expect(ask("SELECT id FROM files", 2)).toMatchObject({ more: false });
    expect(ask("VALUES (x'0aff', NULL, 'a;b')").rows).toEqual([["0aff", null, "a;b"]]);
    expect(ask("SELECT 1 AS a, 2 AS a")).toEqual({ columns: ["a", "a"], rows: [[1, 2]], more: false });
    expect(ask("SELECT path FROM files ORDER BY path DESC", 1).rows).toEqual([["b.py"]]);
    expect(ask("SELECT * FROM files WHERE path = 'none'")).toEqual({ columns: expect.any(Array), rows: [], more: false });
  });

  test("comments, quotes and a last semicolon are no second statement", () => {
    for (const sql of ["SELECT 1;", "  -- a; b\nSELECT 1 /* ; */ ; -- end", 'SELECT 1 AS "a;b"', "SELECT 1 AS [a;b]", "SELECT 1 AS `;`"])
      expect(ask(sql).rows).toEqual([[1]]);
  });
});

test("nothing is written, attached, loaded, or read from elsewhere", () => {
  const file = join(tree.root, ".manifold", "index.db");
  const before = Bun.hash(readFileSync(file));
  const other = join(temporary(), "other.db");
  for (const sql of [
    "DELETE FROM edge",
    "UPDATE symbol SET name = 'x'",
    "INSERT INTO meta VALUES('a', 1)",
    "REPLACE INTO meta VALUES('a', 1)",
    "DROP TABLE edge",
    "CREATE TABLE t(a)",
    "CREATE TEMP TABLE t(a)",
    "ALTER TABLE edge ADD COLUMN a",
    `ATTACH '${other}' AS other`,
    `VACUUM INTO '${other}'`,
    "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON",
    "BEGIN IMMEDIATE",
    "COMMIT",
    "EXPLAIN DELETE FROM edge",
    "ANALYZE",
    "",
    "  -- nothing",
    "SELECT 1; DELETE FROM edge",
    "SELECT 1;;SELECT 2",
    "/* */ DELETE FROM edge",
    "WITH x AS (SELECT 1) DELETE FROM edge",
    "WITH x AS (SELECT 1) INSERT INTO meta SELECT 'a', 1",
    "SELECT load_extension('/tmp/x.so')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT zeroblob(1000000000)",
    "SELECT length(randomblob(1000000000))",
    "SELECT printf('%999999999d', 1)",
    "SELECT format('%999999999d', 1)",
    "SELECT facts FROM fact",
    "SELECT hex(facts) FROM files JOIN fact ON fact.file = files.id",
    "SELECT (SELECT names FROM wording LIMIT 1)",
    "SELECT * FROM token",
    "SELECT * FROM derived WHERE name IN (SELECT name FROM derived)",
    "SELECT * FROM pragma_table_info('edge')",
    "SELECT * FROM pragma_database_list",
    "SELECT * FROM dbstat",
    "SELECT * FROM nothing",
    "SELECT",
    "SELECT * FROM files WHERE",
    "SELECT 'open",
    "SELECT \u0000",
  ])
    expect(refused(sql).length, sql).toBeGreaterThan(10);
  expect(Bun.file(other).size).toBe(0);
  expect(Bun.hash(readFileSync(file))).toBe(before);
  expect(ask("SELECT count(*) FROM edges").rows).toEqual([[tree.store.counts().edges]]);
});
