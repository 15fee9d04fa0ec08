/** What `manifold doctor` finds, that each finding is mended by --repair where it says so, and that a healthy tree has none. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type DoctorReport, doctorSchema } from "../../src/base/schema.ts";
import { removeTemporary, temporary, write } from "../store/_tree.ts";

let base: string;
let root: string;
let env: Record<string, string>;

beforeEach(() => {
  base = temporary();
  root = join(base, "tree");
  write(root, { "a.py": "def a():\n    return b()\n\n\ndef b():\n    return 1\n", "README.md": "# Read `a.py`\n" });
  env = {
    HOME: join(base, "home"),
    PATH: process.env.PATH ?? "",
    XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(base, "cache"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  mkdirSync(env.HOME!);
  for (const words of [
    ["init", "-q"],
    ["add", "."],
    ["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "x"],
  ])
    Bun.spawnSync(["git", ...words], { cwd: root, env });
});
afterEach(removeTemporary);

function manifold(...words: string[]): { exit: number; out: string; err: string } {
  const cmd = [process.execPath, join(import.meta.dir, "../../src/main.ts"), ...words];
  const { exitCode, stdout, stderr } = Bun.spawnSync({ cmd, cwd: root, env, stdin: "ignore" });
  return { exit: exitCode, out: stdout.toString(), err: stderr.toString() };
}

/** The report, and that its exit code and its schema say the same. */
function doctor(...words: string[]): DoctorReport {
  const { exit, out, err } = manifold("doctor", "--json", ...words);
  if (out === "") throw new Error(err);
  const report = z.strictObject(doctorSchema.shape).parse(JSON.parse(out));
  expect(exit).toBe(report.healthy ? 0 : 1);
  return report;
}
const codes = ({ findings }: DoctorReport): string[] => findings.map(({ code }) => code);
const folder = (): string => join(root, ".manifold");

test("a tree without an index, and one with: nothing is wrong, and every part is told", () => {
  const before = doctor();
  expect(before).toMatchObject({ healthy: true, findings: [], index: { state: "none", kind: "tree", files: null } });
  expect(existsSync(folder())).toBe(false);
  expect(before.grammars.length).toBeGreaterThan(20);
  expect(before.grammars.filter(({ loads, version }) => !loads || version === null)).toEqual([]);
  manifold("index");
  write(root, { "c.py": "def c():\n    pass\n" });
  const after = doctor();
  expect(after).toMatchObject({
    healthy: true,
    index: { state: "good", files: 2, behind: 1, history: "read", languages: { python: 1 }, verified: null },
  });
  expect(after.disk.every(({ free }) => free !== null && free > 0)).toBe(true);
  expect(doctor("--verify").index).toMatchObject({ verified: true, behind: 0, files: 3 });
  const { out, exit } = manifold("doctor");
  expect([exit, out.includes("Nothing is wrong."), out.includes("31 of 31") || / (\d+) of \1 load/.test(out)]).toEqual([0, true, true]);
});

describe("what is wrong, and mended", () => {
  beforeEach(() => void manifold("index"));

  test("an index that somebody else made, and one that is damaged", () => {
    cpSync(folder(), join(base, "copy"), { recursive: true });
    rmSync(folder(), { recursive: true });
    cpSync(join(base, "copy"), folder(), { recursive: true });
    writeFileSync(join(folder(), "seal"), "forged\n{}");
    const found = doctor();
    expect([codes(found), found.index.state, found.findings[0]!.mended]).toEqual([["index-foreign"], "foreign", null]);
    const mended = doctor("--repair");
    expect(mended).toMatchObject({ healthy: true, index: { state: "good", files: 2 }, findings: [{ mended: "built anew: 2 files" }] });
    writeFileSync(join(folder(), "index.db"), "noise");
    const damaged = doctor();
    expect([codes(damaged), damaged.findings[0]!.message]).toEqual([["index-foreign"], expect.not.stringContaining("anew")]);
    doctor("--repair");
    doctor("--repair");
    expect(doctor()).toMatchObject({ healthy: true, findings: [] });
  });

  test("tables that are not those of a fresh index: only --verify looks", () => {
    const { key } = { key: "MANIFOLD_INDEX_KEY" };
    env[key] = "a key of tests, as long as it must be";
    manifold("index", "--full");
    const vouched = (sql: string): void => {
      const db = new Database(join(folder(), "index.db"));
      db.run(sql);
      db.close();
      // Whoever may say so vouches for it; what it says is wrong all the same.
      manifold("trust");
    };
    vouched("UPDATE vector SET rows = x'00'");
    expect(codes(doctor("--repair"))).toEqual(["vectors-damaged"]);
    vouched("UPDATE edge SET line = line + 7");
    expect(doctor()).toMatchObject({ healthy: true });
    const found = doctor("--verify");
    expect([codes(found), found.index.verified]).toEqual([["index-differs"], false]);
    expect(doctor("--verify", "--repair")).toMatchObject({ healthy: true, index: { state: "good" } });
    expect(doctor("--verify")).toMatchObject({ healthy: true, index: { verified: true } });
  });

  test("what killed processes left: a half build, temporary files, the note of a writer", () => {
    for (const name of ["index.db.next", "index.db.next-packed", "seal.4711.tmp", "lock.4711.0a1b2c3d"])
      writeFileSync(join(folder(), name), "x");
    writeFileSync(join(folder(), "writer"), JSON.stringify({ pid: 4711, started: "2026-01-01T00:00:00Z" }));
    const found = doctor();
    expect(codes(found)).toEqual(["leftovers", "writer-died"]);
    expect(doctor("--repair")).toMatchObject({ healthy: true, findings: [{ mended: "removed" }, { mended: "its note is removed" }] });
    expect(doctor()).toMatchObject({ healthy: true, findings: [] });
    expect(existsSync(join(folder(), "seal.4711.tmp"))).toBe(false);
  });

  test("a hook whose program moved is installed again, with the flags that it had", () => {
    manifold("hook", "install", "--max-affected=7", "--fail-on=risky,unknown");
    const check = join(root, ".git/manifold/pre-commit");
    const before = readFileSync(check, "utf8");
    for (const hook of ["pre-commit", "pre-push"]) {
      const file = join(root, ".git/manifold", hook);
      writeFileSync(file, readFileSync(file, "utf8").replace(/^program='.*'$/m, "program='/gone/manifold'"));
    }
    expect(codes(doctor())).toEqual(["hook", "hook"]);
    const mended = doctor("--repair");
    expect(mended.hooks).toMatchObject([
      { hook: "pre-commit", installed: true },
      { hook: "pre-push", installed: true },
    ]);
    expect(readFileSync(check, "utf8")).toBe(before);
    chmodSync(join(root, ".git/hooks/pre-commit"), 0o644);
    expect(codes(doctor())).toEqual(["hook"]);
    expect(doctor("--repair").healthy).toBe(true);
  });

  test("what only a person can mend stays, with what to do, and exit 1", () => {
    write(root, { "manifold.json": JSON.stringify({ gate: { depth: 2 }, llm: { enabled: true } }) });
    mkdirSync(join(env.HOME!, ".claude"));
    writeFileSync(
      join(env.HOME!, ".claude.json"),
      JSON.stringify({ mcpServers: { manifold: { type: "stdio", command: "/gone/manifold", args: ["mcp"] } } }),
    );
    const found = doctor("--repair");
    expect(codes(found).sort()).toEqual(["agent", "setting-ignored"]);
    expect(found.findings.map(({ mended }) => mended)).toEqual([null, null]);
    expect(found.findings.find(({ code }) => code === "agent")!.fix).toBe("manifold agents install claude --scope user");
    expect(found.settings.find(({ key }) => key === "gate.depth")).toMatchObject({ value: 2, from: "repository" });
    write(root, { "manifold.json": "{" });
    expect(codes(doctor())).toContain("bad-settings");
  });

  test("in a folder for indexes: what belongs to trees that are gone is told", () => {
    env.MANIFOLD_INDEX_DIR = join(base, "indexes");
    manifold("index");
    renameSync(root, `${root}-moved`);
    root = `${root}-moved`;
    const found = doctor();
    expect([codes(found), found.index.kind]).toEqual([["orphans"], "chosen"]);
    expect(found.findings[0]!.fix).toContain(join(base, "indexes"));
  });
});
