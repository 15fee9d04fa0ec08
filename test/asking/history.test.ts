/** Who changed what, when and why; what changes together; where change costs most. */
import { beforeAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { historyReport, subjectNamed } from "../../src/asking/history.ts";
import { hotspotsOf } from "../../src/asking/hotspots.ts";
import { impactOf } from "../../src/asking/impact.ts";
import { ask, PLAIN } from "../../src/asking.ts";
import { historySchema, hotspotsSchema, impactSchema } from "../../src/base/schema.ts";
import { keepHistory, openPast } from "../../src/indexing/history.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { followed, todaysNames, together } from "../../src/query/past.ts";
import { precedentScores, precedents } from "../../src/query/precedents.ts";
import type { Store } from "../../src/store/graph.ts";
import type { Past } from "../../src/store/history.ts";
import { temporary, write } from "../files/_tree.ts";
import { read, Told } from "../git/_history.ts";

const SAVE = "def save(row):\n    return write(row)\n\n\ndef write(row):\n    return len(row)\n";
const SERVER = "from store import save\n\n\ndef handle(request):\n    return save(request)\n";
const BOB = { name: "Bob", email: "bob@example.org" };

/** A tree with a history: `store.py` was `db.py`, `write` was changed by Bob with a test and a reason. */
function built() {
  const told = new Told();
  const ids = { begin: "", before: "", move: "", fix: "", other: "" };
  ids.begin = told.commit("Begin", { "src/db.py": SAVE, "src/server.py": SERVER.replace("store", "db"), "README.md": "# Rows\n" });
  ids.before = told.commit("Rows are counted twice", { "src/db.py": SAVE.replace("len(row)", "len(row) * 2") });
  told.git("mv", "src/db.py", "src/store.py");
  ids.move = told.commit("Move the store", { "src/server.py": SERVER });
  ids.fix = told.commit(
    "Count rows once\n\nReaders took the doubled length for bytes, and dropped every second row.\n\nSigned-off-by: Bob <bob@example.org>",
    {
      "src/store.py": SAVE.replace("len(row)", "sum(1 for _ in row)"),
      "tests/test_store.py": "from store import write\n\n\ndef test_write():\n    assert write([1]) == 1\n",
    },
    BOB,
  );
  ids.other = told.commit("Log requests", { "src/server.py": `${SERVER}\n\ndef log(request):\n    print(request)\n` });
  return { told, ids };
}

async function using<T>(root: string, work: (store: Store, past: Past) => Promise<T>): Promise<T> {
  const { store } = await refresh(root, { quiet: true, terminal: false });
  const past = await openPast(store);
  if ("why" in past) throw new Error(past.why);
  try {
    return await work(store, past);
  } finally {
    past.close();
    store.close();
  }
}

describe("a tree with a history", () => {
  let told: Told;
  let ids: Record<"begin" | "before" | "move" | "fix" | "other", string>;
  beforeAll(() => {
    ({ told, ids } = built());
  });
  const report = (about: string, options = {}) =>
    using(told.root, async (store, past) =>
      historySchema.parse(await historyReport(store, past, subjectNamed(store, about)!, { k: 10, ...options })),
    );
  const question = async (text: string) => {
    const { store, behind, warnings } = await refresh(told.root, { quiet: true, terminal: false });
    try {
      return await ask({ root: told.root, store, behind, warnings }, text, PLAIN);
    } finally {
      store.close();
    }
  };
  const messages = async (text: string) =>
    (await question(text)).warnings.filter(({ code }) => code === "history").map(({ message }) => message);

  test("a definition: the commits that touched its lines, through a rename, with the tests they touched", async () => {
    const { subject, commits, authors, lines, former, window, more } = await report("write");
    expect([subject.kind, subject.path, former, more]).toEqual(["symbol", "src/store.py", ["src/db.py"], 0]);
    expect(commits.map(({ id, lines: brought, tests }) => [id, brought, tests])).toEqual([
      [ids.fix, 1, ["tests/test_store.py"]],
      [ids.before, 0, []],
      [ids.begin, 1, []],
    ]);
    expect(authors.map(({ name, commits: count, lines: brought }) => [name, count, brought])).toEqual([
      ["Ada", 2, 1],
      ["Bob", 1, 1],
    ]);
    expect(lines).toEqual({ total: 2, uncommitted: 0, older: 0 });
    expect([window.commits, window.whole, window.shallow]).toEqual([5, true, false]);
  });

  test("a file is followed through its rename, a file that is gone has a history, a folder and a tree too", async () => {
    expect((await report("src/store.py")).commits.map(({ id, change, was }) => [id, change, was])).toEqual([
      [ids.fix, "modified", null],
      [ids.move, "renamed", "src/db.py"],
      [ids.before, "modified", null],
      [ids.begin, "added", null],
    ]);
    const gone = await using(told.root, (store, past) => historyReport(store, past, { kind: "files", paths: ["src/db.py"] }, { k: 10 }));
    expect(gone.commits.map(({ id }) => id)).toEqual([ids.before, ids.begin]);
    expect((await report("tests")).commits.map(({ id }) => id)).toEqual([ids.fix]);
    const all = await using(told.root, (store, past) => historyReport(store, past, { kind: "tree" }, { k: 2 }));
    expect([all.commits.length, all.more]).toEqual([2, 3]);
  });

  test("no address unless it is asked for, then the mapped one", async () => {
    const text = JSON.stringify(await report("write", { messages: true }));
    expect(text).not.toContain("@");
    expect(text).toContain("dropped every second row");
    const asked = await report("write", { email: true });
    expect([asked.commits[0]?.email, asked.authors.map(({ email }) => email)]).toEqual([
      "bob@example.org",
      ["ada@example.org", "bob@example.org"],
    ]);
    for (const text of ["who wrote write", "who knows src/store.py", "why is write like this"])
      expect([text, JSON.stringify(await question(text)).includes("example.org")]).toEqual([text, false]);
  });

  test("lines that are not committed are told, and those of others keep their history", async () => {
    const text = SAVE.replace("len(row)", "sum(1 for _ in row)");
    writeFileSync(join(told.root, "src/store.py"), `import os\n\n${text.replace("def write(row):\n", "def write(row):\n    os.sync()\n")}`);
    try {
      const { commits, lines } = await report("write");
      expect([commits.map(({ id }) => id), lines]).toEqual([[ids.fix, ids.before, ids.begin], { total: 3, uncommitted: 1, older: 0 }]);
    } finally {
      writeFileSync(join(told.root, "src/store.py"), text);
    }
  });

  test("questions: who knows, when, why, what changed, hotspots, what goes together", async () => {
    const who = await messages("who knows write");
    expect(who[0]).toBe(
      "All 3 commits of write (src/store.py:5) are by Ada (2, 1 of its lines), Bob (1, 1 of its lines); the first of these is of 2020-09-14, the last of 2020-09-17.",
    );
    const when = await messages("when did write change");
    expect(when[1]).toStartWith(`${ids.fix.slice(0, 10)} 2020-09-17 Bob: Count rows once (1 of its lines; tests tests/test_store.py)`);
    const why = await question("why is write like this");
    expect(why.warnings[1]?.message).toContain("— Readers took the doubled length for bytes, and dropped every second row.");
    expect([why.results[0]?.qualified, why.results[0]?.snippet.includes("sum(1")]).toEqual(["write", true]);
    expect((await messages("what changed recently in src"))[1]).toContain("Log requests");
    expect((await question("what are the hotspots")).results.map(({ path }) => path)).toEqual(["src/store.py"]);
    const none = await question("what usually changes together with src/store.py");
    expect([none.fallback, none.results]).toEqual([true, []]);
  });

  test("a folder by its name alone; the files that were changed there are its places", async () => {
    const told = new Told();
    told.commit("One", { "src/net/routing/map.py": "def bind():\n    return 1\n", "src/a.py": "def a():\n    return 1\n" });
    told.commit("Two", { "src/net/routing/rules.py": "def rule():\n    return 1\n" });
    const found = await using(told.root, async (store) => [
      subjectNamed(store, "routing"),
      subjectNamed(store, "net/routing"),
      subjectNamed(store, "bind")?.kind,
    ]);
    expect(found).toEqual([{ kind: "folder", path: "src/net/routing" }, { kind: "folder", path: "src/net/routing" }, "symbol"]);
    const { store, behind, warnings } = await refresh(told.root, { quiet: true, terminal: false });
    const answer = await ask({ root: told.root, store, behind, warnings }, "how often does routing change", PLAIN);
    store.close();
    expect(answer.results.map(({ path }) => path)).toEqual(["src/net/routing/rules.py", "src/net/routing/map.py"]);
    expect(answer.warnings[0]?.message).toStartWith("All 2 commits of src/net/routing/ are by Ada (2)");
  });

  test("hotspots: commits, under all names, times files that depend", async () => {
    const found = await using(told.root, async (store, past) => hotspotsOf(store, past, () => true));
    hotspotsSchema.shape.hotspots.parse(found);
    expect(found).toEqual([{ path: "src/store.py", score: 8, commits: 4, dependents: 2, authors: 2, last: "2020-09-17" }]);
    expect(await using(told.root, async (store, past) => hotspotsOf(store, past, (path) => !path.startsWith("src/")))).toEqual([]);
  });
});

describe("what changes together", () => {
  const pair = (told: Told, times: number, more: Record<string, string> = {}) => {
    for (let i = 0; i < times; i++)
      told.commit(`Both ${i}`, { "a.py": `def a():\n    return ${told.time}\n`, "b.py": `def b():\n    return ${told.time}\n`, ...more });
  };
  const impact = async (told: Told, source: Parameters<typeof impactOf>[1]) => {
    const { store, behind, warnings } = await refresh(told.root, { quiet: true, terminal: false });
    try {
      return impactSchema
        .pick({ co_changes: true, history: true })
        .parse(await impactOf({ root: told.root, store, behind, warnings }, source));
    } finally {
      store.close();
    }
  };

  test("told with support and confidence once history is read, and as unread before; what is touched too is not told", async () => {
    const told = new Told();
    pair(told, 3);
    told.commit("Alone", { "a.py": "def a():\n    return 0\n" });
    expect(await impact(told, { kind: "symbol", symbol: "a" })).toEqual({
      co_changes: [],
      history: { state: "unread", commits: 0, oldest: null },
    });
    await keepHistory(told.root, { quiet: true });
    // Three commits of two files weigh .63 each, the one of a single file 1.
    expect(await impact(told, { kind: "symbol", symbol: "a" })).toEqual({
      co_changes: [{ path: "b.py", with: "a.py", support: 3, confidence: 0.65 }],
      history: { state: "read", commits: 4, oldest: "2020-09-14" },
    });
    writeFileSync(join(told.root, "a.py"), "def a():\n    return 9\n");
    told.git("add", "-A");
    expect((await impact(told, { kind: "staged" })).co_changes.map(({ path }) => path)).toEqual(["b.py"]);
    writeFileSync(join(told.root, "b.py"), "def b():\n    return 9\n");
    told.git("add", "-A");
    expect((await impact(told, { kind: "staged" })).co_changes).toEqual([]);
    told.commit("More");
    expect((await impact(told, { kind: "symbol", symbol: "a" })).history.state).toBe("behind");
    const plain = temporary();
    write(plain, { "a.py": "def a():\n    return 1\n" });
    const { store, behind, warnings } = await refresh(plain, { quiet: true, terminal: false });
    expect((await impactOf({ root: plain, store, behind, warnings }, { kind: "symbol", symbol: "a" })).history.state).toBe("none");
    store.close();
  });

  test("merges count once, large commits say nothing, former names count, what is gone is not told", async () => {
    const told = new Told();
    pair(told, 2, { "old.py": "def o():\n    return 0\n" });
    told.git("checkout", "-q", "-b", "side");
    pair(told, 1, { "gone.py": "1\n" });
    told.git("checkout", "-q", "main");
    told.commit("Beside", { "c.py": "1\n" });
    told.as({}, "merge", "-q", "--no-ff", "-m", "Merge", "side");
    told.git("mv", "b.py", "moved.py");
    told.commit("Move", { "gone.py": null });
    const wide = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`w${i}.py`, "1\n"]));
    for (let i = 0; i < 5; i++)
      told.commit(`Wide ${i}`, {
        ...wide,
        "a.py": `def a():\n    return ${i}\n`,
        "w0.py": `${i}\n`,
        ...Object.fromEntries(Object.keys(wide).map((path) => [path, `${i}\n`])),
      });
    const past = await read(told.root);
    expect(together(past, ["a.py"], (path) => path !== "gone.py")).toEqual([{ path: "moved.py", with: "a.py", support: 3, confidence: 1 }]);
    expect(together(past, ["a.py", "moved.py"], () => true)).toEqual([]);
    expect(followed(past, "moved.py").former).toEqual(["b.py"]);
    past.close();
  });

  test("a name that is given to another file later leads nobody astray", async () => {
    const told = new Told();
    const text = (n: number) => Array.from({ length: 20 }, (_, i) => `line ${i} of ${n}`).join("\n");
    const first = told.commit("First", { "a.py": text(1) });
    told.git("mv", "a.py", "b.py");
    const move = told.commit("Move");
    const second = told.commit("Another", { "a.py": text(2) });
    const past = await read(told.root);
    const of = (path: string) => past.byNumber(followed(past, path).changes.map(({ no }) => no)).map(({ id }) => id);
    expect(of("b.py")).toEqual([move, first]);
    expect(of("a.py")).toEqual([second, first]);
    const today = todaysNames(past);
    expect([today("a.py", 2), today("a.py", 0), today("b.py", 0)]).toEqual(["b.py", "a.py", "b.py"]);
    past.close();
  });
});

test("the same repository says the same, whenever it is asked", async () => {
  const { told } = built();
  const once = () =>
    using(told.root, (store, past) => historyReport(store, past, subjectNamed(store, "write")!, { k: 10, messages: true, email: true }));
  const before = JSON.stringify(await once());
  expect(JSON.stringify(await once())).toBe(before);
});

describe("names that several files have, and paths that are not here", () => {
  let told: Told;
  beforeAll(() => {
    told = new Told();
    told.commit("Begin", {
      "one/row.py": "def one():\n    pass\n",
      "two/row.py": "def two():\n    pass\n",
      "README.md": "# Root\n",
      "docs/README.md": "# Docs\n",
    });
    told.commit("Docs", { "docs/README.md": "# Docs\n\nMore.\n" }, BOB);
    told.commit("Gone", { "old/gone.py": "x = 1\n" });
    told.git("rm", "-q", "old/gone.py");
    told.git("commit", "-q", "-m", "Take it away");
    // as a sparse checkout leaves it
    told.git("update-index", "--skip-worktree", "README.md");
    rmSync(join(told.root, "README.md"));
  });
  const asked = async (question: string) => {
    const { store, behind, warnings } = await refresh(told.root, { quiet: true, terminal: false });
    try {
      return await ask({ root: told.root, store, behind, warnings }, question, PLAIN);
    } finally {
      store.close();
    }
  };
  test("the candidates are named", async () => {
    const answer = await asked("who wrote row.py");
    expect(answer.warnings[0]).toEqual({
      code: "several-definitions",
      message: "2 have the name row.py; taken was one/row.py, not two/row.py: name its path to choose.",
    });
    expect((await asked("who wrote two/row.py")).warnings.map(({ code }) => code)).not.toContain("several-definitions");
  });
  test("a file that git has and the checkout leaves out is itself, not another of its base name", async () => {
    await using(told.root, async (store, past) => {
      expect(subjectNamed(store, "README.md", past)).toEqual({ kind: "files", paths: ["README.md"] });
      expect(subjectNamed(store, "gone.py", past)).toBeNull();
    });
    expect((await asked("who wrote README.md")).warnings[0]!.message).toStartWith("The only commit of README.md is by ");
  });
  test("a path that is gone has its history; one that never was has none, and is no topic", async () => {
    expect((await asked("who wrote old/gone.py")).warnings[0]!.message).toStartWith("All 2 commits of old/gone.py are by ");
    expect((await asked("who wrote one/nowhere.py")).warnings[0]!.message).toBe(
      "The history of one/nowhere.py is not known here: no file or folder has that path, and no commit that was looked at changed one of that name.",
    );
    for (const name of ["count_nowhere!", "countNowhere", "Store::nowhere"])
      expect((await asked(`who introduced ${name}`)).warnings[0]!.message).toContain("nothing is defined here under that name");
  });
});

describe("where something is to be mended", () => {
  test("files changed lately, and those whose commits spoke of it, under the names of today", async () => {
    const { told } = built();
    await using(told.root, async (_, past) => {
      const found = precedents(past, "rows are counted wrong again");
      const [store, server, readme] = ["src/store.py", "src/server.py", "README.md"].map((path) => found.get(path)!);
      // Two of its four commits speak of counted rows, one of them under its former name; the newest commit is the server's.
      expect(store!.alike).toBeGreaterThan(0);
      expect(server!.alike).toBe(0);
      expect(server!.lately).toBeGreaterThan(readme!.lately);
      expect(found.has("src/db.py")).toBe(false);
      const scores = precedentScores(["src/store.py", "src/server.py", "never/there.py"], found);
      expect(scores.get("src/store.py")!).toBeGreaterThan(scores.get("src/server.py")!);
      expect(scores.has("never/there.py")).toBe(false);
      expect(precedentScores([], found).size).toBe(0);
    });
  });

  test("two files alike to the last word: the one that the commits are about comes first in a report, and only there", async () => {
    const told = new Told();
    const twin = (name: string) =>
      `def flush_${name}(buffer):\n    """Writes the buffer to the socket."""\n    return buffer.drain(socket)\n`;
    told.commit("Begin", { "src/alpha.py": twin("buffer"), "src/zeta.py": twin("buffer"), "src/other.py": "def other():\n    return 1\n" });
    told.commit("Flushing the buffer twice loses the last block", { "src/zeta.py": `${twin("buffer")}\n` });
    const { store } = await refresh(told.root, { quiet: true, terminal: false });
    const first = async (question: string, frozen: boolean) =>
      (await ask({ root: told.root, store, behind: 0, frozen, warnings: [] }, question, { ...PLAIN, k: 2 })).results[0]!.path;
    const report = "Fix the last block is lost when the buffer is flushed twice";
    // Nothing has read the history yet, and nothing may be written: as without one.
    expect(await first(report, true)).toBe("src/alpha.py");
    expect(await first(report, false)).toBe("src/zeta.py");
    expect(await first("where is the buffer flushed", false)).toBe("src/alpha.py");
    store.close();
  });
});
