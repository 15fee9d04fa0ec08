/** What is changed inside an index ends in a right answer, with words about it: noticed by the seal, by the rows' number, or by what they say. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { PLAIN } from "../../src/asking/options.ts";
import { ask } from "../../src/asking.ts";
import { Refusal } from "../../src/base/errors.ts";
import { verify } from "../../src/indexing/verify.ts";
import { index } from "../../src/indexing.ts";
import { Flags } from "../../src/serve/flags.ts";
import { withSession } from "../../src/serve/session.ts";
import { sealNow } from "../../src/store/seal.ts";
import { removeTemporary, temporary, write } from "../store/_tree.ts";

let root = "";
const QUESTIONS = ["who calls save", "what does run call", "where are things saved", "what breaks if I change Base.save"];

const TREE = {
  "a.py":
    'import os\n\nclass Base:\n    """Saves things."""\n    def save(self, x):\n        return os.getenv(x)\n\ndef run(b: Base):\n    b.save(1)\n    b.load(2)\n',
  "b.py":
    "from a import Base, run\n\nclass Child(Base):\n    def load(self):\n        pass\n\ndef main():\n    run(Child())\n    run(Base())\n",
  "lib/c.ts": "import { d } from './d';\nexport function c(): number { return d(1) + d(2); }\n",
  "lib/d.ts": "/** Doubles. */\nexport function d(x: number): number { return x * 2; }\n",
  "README.md": "# Things\n\n`Base.save` saves them.\n",
};

const TABLES = [
  "file",
  "symbol",
  "edge",
  "reference",
  "chunk",
  "fact",
  "dependency",
  "wording",
  "vector",
  "posting",
  "meta",
  "skipped",
  "derived",
];

/** Numbers that are the same for a seed. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Changes something in the tables; null where SQLite or chance let nothing change. */
function mutate(seed: number): string | null {
  const db = new Database(join(root, ".manifold", "index.db"));
  try {
    const random = generator(seed);
    for (let i = 0; i < 8; i++) random(2);
    const table = TABLES[random(TABLES.length)]!;
    const columns = (db.query(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name);
    const column = columns[random(columns.length)]!;
    const rows = (db.query(`SELECT count(*) FROM ${table}`).values()[0] as [number])[0];
    if (rows === 0) return null;
    const key = columns.slice(0, table === "edge" ? 5 : table === "posting" || table === "reference" ? 2 : 1);
    const at = `(${key.join(", ")}) IN (SELECT ${key.join(", ")} FROM ${table} LIMIT 1 OFFSET ${random(rows)})`;
    const values = ["NULL", "0", "-7", "999999", "'x'", "''", "x'00ff'", `(SELECT ${column} FROM ${table} LIMIT 1 OFFSET ${random(rows)})`];
    const value = values[random(values.length)]!;
    const statement = [
      `DELETE FROM ${table}`,
      `DELETE FROM ${table} WHERE ${at}`,
      `UPDATE ${table} SET ${column} = ${value}`,
      `UPDATE ${table} SET ${column} = ${value} WHERE ${at}`,
      `UPDATE ${table} SET ${column} = ${value} WHERE ${at}`,
    ][random(5)]!;
    try {
      return db.query(statement).run().changes > 0 ? statement : null;
    } catch {
      return null;
    }
  } finally {
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
  }
}

const flags = () => new Flags({ root }, {});
const told: string[] = [];

async function answers(): Promise<{ answers: unknown[]; warnings: string[] }> {
  const out: unknown[] = [];
  const warnings: string[] = [];
  for (const question of QUESTIONS) {
    const answer = await withSession(flags(), (session) => ask(session, question, PLAIN));
    warnings.push(...answer.warnings.map(({ code }) => code));
    const { timings_ms: _, warnings: __, budget: ___, ...rest } = answer;
    out.push(rest);
  }
  return { answers: out, warnings };
}

let right: unknown[] = [];

beforeAll(async () => {
  root = temporary();
  write(root, TREE);
  await index(root, { quiet: true });
  right = (await answers()).answers;
}, 60_000);

afterAll(removeTemporary);

test("what somebody else changed is noticed, told, and mended", async () => {
  let changed = 0;
  for (let seed = 1; seed <= 36; seed++) {
    const what = mutate(seed);
    if (what === null) continue;
    changed++;
    const after = await answers();
    expect(after.answers, what).toEqual(right);
    // A value that was there already is no change.
    if (!after.warnings.includes("index-rebuilt")) expect(await verify(root), what).toEqual([]);
  }
  expect(changed).toBeGreaterThan(15);
}, 300_000);

test("what the seal does not see never ends in an error without a name; rows that are gone are noticed; a comparison with a fresh index finds the rest", async () => {
  let [noticed, found, same] = [0, 0, 0];
  for (let seed = 1_001; seed <= 1_018; seed++) {
    const what = mutate(seed);
    if (what === null) continue;
    sealNow(root, join(root, ".manifold"));
    const differs = (await verify(root)).length > 0;
    try {
      const after = await answers();
      const rebuilt = after.warnings.includes("index-rebuilt");
      if (rebuilt) noticed++;
      if (rebuilt || JSON.stringify(after.answers) === JSON.stringify(right)) same++;
      else expect(differs, what).toBe(true);
      if (/^DELETE FROM (?:file|chunk|fact|wording|vector)\b/.test(what)) expect(rebuilt, what).toBe(true);
      if (rebuilt) expect(after.answers, what).toEqual(right);
    } catch (error) {
      if (!(error instanceof Refusal)) told.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
    }
    if (differs) found++;
    await index(root, { quiet: true, full: true });
  }
  expect(told).toEqual([]);
  expect(noticed).toBeGreaterThan(1);
  expect(found).toBeGreaterThan(5);
  expect(same).toBeGreaterThan(5);
}, 300_000);

test("an index that nobody changed is what a fresh one would be, after updates too", async () => {
  await index(root, { quiet: true, full: true });
  expect(await verify(root)).toEqual([]);
  write(root, {
    "a.py": TREE["a.py"].replace("def run", "def other():\n    pass\n\ndef run"),
    "lib/d.ts": null,
    "e.py": "import a\na.run(a.Base())\n",
  });
  await index(root, { quiet: true });
  expect(await verify(root)).toEqual([]);
  write(root, TREE);
  await index(root, { quiet: true });
}, 60_000);
