/** History in the index: adding to it is reading it anew, whatever became of branches meanwhile; kept under the seal, compared by --verify. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { past as limits } from "../../src/base/limits.ts";
import { isKept, keepHistory, openPast } from "../../src/indexing/history.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { verify } from "../../src/indexing/verify.ts";
import { index } from "../../src/indexing.ts";
import { isDamagedBy } from "../../src/store/damage.ts";
import { lockForWriting } from "../../src/store/lock.ts";
import { closeAfterUpdate, openForUpdate, openStore, sealWriting } from "../../src/store/open.ts";
import { temporary, write } from "../files/_tree.ts";
import { DAY, dump, read, Told, tables } from "../git/_history.ts";

const opened = (root: string) => {
  const found = openStore(root);
  if (found.state !== "open") throw new Error(found.state);
  return found.store;
};

const name = fc.constantFrom("a.py", "b.py", "c.py", "d/e.py");
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("edit" as const), name, text: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("move" as const), name, to: name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("branch" as const), from: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("merge" as const), with: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reset" as const), back: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("amend" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rebase" as const), onto: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("mailmap" as const), who: fc.constantFrom("Ada L", "A. Lovelace") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("old" as const) }) },
);

test("incremental ≡ full: edits, moves, branches, merges, resets, amended and rebased commits, another mailmap, clocks that go back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 3, maxLength: 12 }), async (steps) => {
      const told = new Told();
      const lines = (n: number) => Array.from({ length: 12 }, (_, i) => `line ${i} ${i % (n + 1) === 0 ? n : ""}`).join("\n");
      told.commit("begin", { "a.py": lines(0), "b.py": lines(1) });
      const kept = tables();
      const attempt = (...words: string[]): boolean => {
        const { exitCode } = Bun.spawnSync(["git", "-c", "user.name=Bob", "-c", "user.email=ada@example.org", ...words], {
          cwd: told.root,
        });
        return exitCode === 0;
      };
      const branches = ["main"];
      let number = 0;
      for (const [one, look] of steps) {
        if (one.kind === "edit") told.commit(`edit ${number++}`, { [one.name]: lines(one.text) });
        else if (one.kind === "move") {
          if (one.name !== one.to && existsSync(join(told.root, one.name)) && !existsSync(join(told.root, one.to))) {
            write(told.root, { "d/.keep": "" });
            told.git("mv", one.name, one.to);
            told.commit(`move ${number++}`);
          }
        } else if (one.kind === "remove") told.commit(`remove ${number++}`, { [one.name]: null });
        else if (one.kind === "branch") {
          const branch = `b${number++}`;
          if (attempt("checkout", "-q", "-b", branch, `HEAD~${one.from}`)) branches.push(branch);
        } else if (one.kind === "merge") {
          if (!attempt("merge", "-q", "-m", `merge ${number++}`, branches[one.with % branches.length]!)) attempt("merge", "--abort");
        } else if (one.kind === "reset") attempt("reset", "-q", "--hard", `HEAD~${one.back}`);
        else if (one.kind === "amend") told.as({}, "commit", "-q", "--amend", "--allow-empty", "-m", `amended ${number++}`);
        else if (one.kind === "rebase") {
          if (!attempt("rebase", "-q", branches[one.onto % branches.length]!)) attempt("rebase", "--abort");
        } else if (one.kind === "mailmap") writeFileSync(join(told.root, ".mailmap"), `${one.who} <ada@example.org>\n`);
        else told.commit(`old ${number++}`, { "c.py": lines(number % 5) }, { time: told.time - 900 * DAY });
        if (look) await read(told.root, kept);
      }
      await read(told.root, kept);
      const fresh = await read(told.root);
      expect(dump(kept)).toEqual(dump(fresh.db));
      fresh.close();
      kept.close(false);
    }),
    { numRuns: 18, seed: 11 },
  );
}, 300_000);

test("a clone that is deepened, follows a forced push and is made whole, with objects replaced and files repacked, has what a fresh reading gives", async () => {
  const origin = new Told();
  for (let i = 0; i < 14; i++)
    origin.commit(`Commit ${i}`, { [`f${i % 4}.py`]: `line ${i}\n`.repeat(9), ...(i % 5 === 4 ? { [`f${(i - 1) % 4}.py`]: null } : {}) });
  const folder = temporary();
  rmSync(folder, { recursive: true });
  origin.git("clone", "-q", "--depth", "3", `file://${origin.root}`, folder);
  const clone = new Told(folder);
  const kept = tables();
  const seen: number[] = [];
  const same = async (): Promise<void> => {
    const past = await read(folder, kept);
    const fresh = await read(folder);
    expect(dump(kept)).toEqual(dump(fresh.db));
    seen.push(past.extent().commits);
    fresh.close();
  };
  const pull = (...depth: string[]): void => {
    clone.git("fetch", "-q", ...depth, "origin", "+main:refs/remotes/origin/main");
    clone.git("reset", "-q", "--hard", "origin/main");
  };
  await same();
  pull("--depth", "6");
  await same();
  origin.git("reset", "-q", "--hard", "HEAD~5");
  origin.git("mv", "f0.py", "moved.py");
  origin.commit("Written anew");
  pull("--depth", "6");
  await same();
  pull("--unshallow");
  await same();
  origin.git("rebase", "-q", "--root", "--exec", "git commit -q --amend --no-edit --author='Eve <eve@example.org>'");
  pull();
  await same();
  const [newest = "", older = ""] = clone.git("rev-list", "--max-count=4", "HEAD").split("\n").filter(Boolean).toReversed();
  clone.git("replace", newest, older);
  await same();
  clone.git("gc", "-q", "--prune=now");
  await same();
  expect(seen).toEqual([3, 6, 6, 10, 10, 10, 10]);
  kept.close(false);
}, 120_000);

test("what is older than the window, beside the newest, is left out, and that is told", async () => {
  const told = new Told();
  told.commit("Ancient", { "a.py": "1\n" });
  told.time += limits.seconds;
  told.commit("Younger", { "a.py": "2\n" });
  told.commit("Newest", { "a.py": "3\n" });
  const past = await read(told.root);
  expect(past.all().map(({ subject }) => subject)).toEqual(["Newest", "Younger"]);
  expect(past.key.whole).toBe(false);
  past.close();
});

describe("in the index", () => {
  const indexed = async () => {
    const told = new Told();
    told.commit("One", { "a.py": "def f():\n    return 1\n" });
    told.commit("Two", { "a.py": "def f():\n    return 2\n" });
    await index(told.root, { quiet: true });
    return told;
  };

  test("an index has none until it is asked for, keeps it through updates, and reads what was committed since", async () => {
    const told = await indexed();
    let store = opened(told.root);
    expect([await isKept(store), await openPast(store, true)]).toEqual([
      false,
      { why: "it has not been read yet; manifold index reads it" },
    ]);
    store.close();
    expect(await keepHistory(told.root, { quiet: true })).toBeNull();
    store = opened(told.root);
    expect(await isKept(store)).toBe(true);
    const identity = store.identity();
    store.close();
    told.commit("Three", { "b.py": "def g():\n    return 3\n" });
    const refreshed = await refresh(told.root, { quiet: true, terminal: false });
    expect([refreshed.warnings, refreshed.store.identity() === identity]).toEqual([[], false]);
    expect(await isKept(refreshed.store)).toBe(false);
    // Beside a reader.
    const past = await openPast(refreshed.store);
    if ("why" in past) throw new Error(past.why);
    expect(past.all().map(({ subject }) => subject)).toEqual(["Three", "Two", "One"]);
    past.close();
    refreshed.store.close();
    store = opened(told.root);
    expect(await isKept(store)).toBe(true);
    store.close();
    expect(await verify(told.root)).toEqual([]);
  });

  test("--verify tells rows that are gone and rows that say something else", async () => {
    const told = await indexed();
    await keepHistory(told.root, { quiet: true });
    const lock = await lockForWriting(told.root, { wait: 1_000 });
    const db = openForUpdate(told.root);
    sealWriting(told.root);
    db.run("DELETE FROM revised WHERE revision = 1");
    db.run("UPDATE revision SET subject = 'Forged' WHERE no = 2");
    closeAfterUpdate(told.root, db, false);
    lock.release();
    expect((await verify(told.root)).map(({ table, missing, surplus }) => [table, missing, surplus])).toEqual([
      ["past", 1, 1],
      ["revised", 1, 0],
    ]);
  });

  test("what somebody else wrote is not believed, and rows that lead nowhere are damage", async () => {
    const told = await indexed();
    await keepHistory(told.root, { quiet: true });
    const path = join(told.root, ".manifold", "index.db");
    const db = new Database(path);
    db.run("UPDATE revision SET subject = 'Forged' WHERE no = 2");
    db.close();
    expect(openStore(told.root).state).toBe("foreign");
    const broken = new Database(path);
    expect(isDamagedBy(new Error("x"), broken)).toBe(false);
    broken.run("UPDATE revised SET path = 99");
    expect(isDamagedBy(new Error("x"), broken)).toBe(true);
    broken.close();
  });

  test("an index that cannot be written is answered for from memory", async () => {
    const told = await indexed();
    const lock = new Database(join(told.root, ".manifold", "lock"));
    lock.run("BEGIN EXCLUSIVE");
    const store = opened(told.root);
    const past = await openPast(store);
    if ("why" in past) throw new Error(past.why);
    expect(past.all().map(({ subject }) => subject)).toEqual(["Two", "One"]);
    past.close();
    expect(await isKept(store)).toBe(false);
    store.close();
    lock.close();
  }, 30_000);

  test("outside git, and where there is no commit yet, the index is as ever", async () => {
    const plain = temporary();
    write(plain, { "a.py": "def f():\n    return 1\n" });
    await index(plain, { quiet: true });
    expect(await keepHistory(plain, { quiet: true })).toBe("this is no git work tree");
    expect(await verify(plain)).toEqual([]);
    const none = new Told();
    write(none.root, { "a.py": "def f():\n    return 1\n" });
    await index(none.root, { quiet: true });
    expect(await keepHistory(none.root, { quiet: true })).toBe("git has no commit here yet");
    const store = opened(none.root);
    expect(store.counts().files).toBe(1);
    store.close();
  });

  test("a clone that lacks contents of old files has its commits all the same", async () => {
    const told = new Told();
    const text = (n: number) => Array.from({ length: 30 }, (_, i) => `line ${i} ${i === n ? "x" : ""}`).join("\n");
    told.commit("One", { "a.py": text(1) });
    told.commit("Two", { "a.py": null, "b.py": text(2) });
    told.git("mv", "b.py", "c.py");
    told.commit("Three");
    const blob = told.git("rev-parse", "HEAD~2:a.py").trim();
    rmSync(join(told.root, ".git", "objects", blob.slice(0, 2), blob.slice(2)));
    const past = await read(told.root);
    expect(past.all().map(({ subject }) => subject)).toEqual(["Three", "Two", "One"]);
    // By their whole content only.
    expect(past.renames().map(({ was, path }) => [was, path])).toEqual([["b.py", "c.py"]]);
    told.commit("Four", { "c.py": text(3) });
    const more = await read(told.root, past.db);
    const fresh = await read(told.root);
    expect(dump(more.db)).toEqual(dump(fresh.db));
    for (const one of [more, fresh]) one.close();
  });
});
