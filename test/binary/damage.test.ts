/** What happens to the index from outside: full disks, read-only folders, noise, signals, a second indexer. The next command always works. */
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Answer, IndexReport } from "../../src/base/schema.ts";
import { openStore } from "../../src/store/open.ts";
import { lookForPlace } from "../../src/store/place.ts";
import { mayMount, Place, SMALL } from "./_binary.ts";

/** A tree whose index is in place. */
function indexed(files: Record<string, string> = SMALL): Place {
  const place = new Place(files);
  expect(place.manifold(["index", "."]).exit).toBe(0);
  return place;
}

const report = (text: string) => JSON.parse(text) as IndexReport;
const callers = (place: Place, ...flags: string[]) => {
  const { exit, out } = place.manifold(["callers", "authenticate", "--json", ...flags]);
  return exit > 1 ? { exit, found: [], warnings: [] } : { exit, ...read(JSON.parse(out) as Answer) };
};
const read = (answer: Answer) => ({
  found: answer.results.map((result) => `${result.path}:${result.line}`),
  warnings: answer.warnings.map((warning) => warning.code),
});
const RIGHT = { exit: 0, found: ["src/login.ts:4"] };

/** Files of the index folder that a command which has ended may leave there. */
const KEPT = new Set([".gitignore", "feedback.db", "notes.db", "index.db", "index.db-shm", "index.db-wal", "lock", "seal"]);
/** What should not be there. */
const leftovers = (place: Place) => readdirSync(`${place.tree}/.manifold`).filter((name) => !KEPT.has(name));

/** Python that its grammar does not get to the end of within a test: an indexer that meets it is busy. */
const ENDLESS = `${"if a: ".repeat(20)}\n`.repeat(6_000);

/** Waits until something is so; the limit is only there so that a broken test ends. */
async function until(so: () => boolean): Promise<void> {
  for (let i = 0; i < 1_200 && !so(); i++) await Bun.sleep(50);
  expect(so()).toBe(true);
}

/** Process ids whose parent is `pid`. */
function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, "latin1"))?.[1]) === pid;
      } catch {
        return false;
      }
    });
}
const alive = (pid: number) => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
};

describe("a damaged index is built anew, with a warning", () => {
  const damages: [string, (folder: string) => void][] = [
    ["index.db is empty", (folder) => truncateSync(`${folder}/index.db`, 0)],
    ["index.db is cut off", (folder) => truncateSync(`${folder}/index.db`, statSync(`${folder}/index.db`).size >> 1)],
    ["index.db is cut within a page", (folder) => truncateSync(`${folder}/index.db`, 5_000)],
    ["index.db is noise", (folder) => writeFileSync(`${folder}/index.db`, Buffer.alloc(50_000, "noise "))],
    [
      "index.db is a folder",
      (folder) => {
        rmSync(`${folder}/index.db`);
        mkdirSync(`${folder}/index.db/sub`, { recursive: true });
      },
    ],
    [
      "each page but the first is overwritten",
      (folder) => {
        const bytes = readFileSync(`${folder}/index.db`);
        bytes.fill(0xa5, 4_096);
        writeFileSync(`${folder}/index.db`, bytes);
      },
    ],
    ["the header's version is wrong", (folder) => overwrite(`${folder}/index.db`, 18, Buffer.from([9, 9]))],
  ];
  test.each(damages)("%s", (_, damage) => {
    using place = indexed();
    damage(`${place.tree}/.manifold`);
    const { warnings, ...answer } = callers(place);
    expect(answer).toEqual(RIGHT);
    expect(warnings).toContain("index-rebuilt");
    expect(callers(place)).toEqual({ ...RIGHT, warnings: [] });
    expect(leftovers(place)).toEqual([]);
  });

  test("noise in any single page: the answer is right, or the index is built anew", () => {
    using place = indexed();
    const path = `${place.tree}/.manifold/index.db`;
    const whole = readFileSync(path);
    for (let page = 0; page * 4_096 < whole.length; page += 6) {
      const bytes = Buffer.from(whole);
      bytes.fill(0x5a, page * 4_096 + (page === 0 ? 100 : 0), (page + 1) * 4_096);
      writeFileSync(path, bytes);
      const { exit, found } = callers(place);
      expect([page, exit, found]).toEqual([page, 0, RIGHT.found]);
    }
  });

  test("noise in what lies beside it (log, shared memory, seal, lock, a half-written build)", () => {
    for (const name of ["index.db-wal", "index.db-shm", "seal", "lock", "index.db.next", "writer", ".gitignore"]) {
      using place = indexed();
      writeFileSync(`${place.tree}/.manifold/${name}`, Buffer.alloc(9_000, "no\u0001ise"));
      const { exit, found } = callers(place);
      expect([name, exit, found]).toEqual([name, 0, RIGHT.found]);
      place.write("src/more.ts", 'import { authenticate } from "./auth";\nexport const again = () => authenticate("a", "b");\n');
      expect([name, callers(place).found]).toEqual([name, ["src/login.ts:4", "src/more.ts:2"]]);
    }
  });

  test("links in the index folder are never written through", () => {
    for (const name of [
      "index.db",
      "index.db-wal",
      "index.db-shm",
      "seal",
      "lock",
      "index.db.next",
      "index.db.ready",
      "writer",
      ".gitignore",
    ]) {
      using place = indexed();
      writeFileSync(`${place.base}/precious`, "precious\n");
      rmSync(`${place.tree}/.manifold/${name}`, { force: true });
      symlinkSync("../../precious", `${place.tree}/.manifold/${name}`);
      expect([name, callers(place).found]).toEqual([name, RIGHT.found]);
      place.write("src/more.ts", 'import { authenticate } from "./auth";\nexport const again = () => authenticate("a", "b");\n');
      expect([name, callers(place).found]).toEqual([name, ["src/login.ts:4", "src/more.ts:2"]]);
      expect([name, readFileSync(`${place.base}/precious`, "utf8")]).toEqual([name, "precious\n"]);
    }
  });

  test("a finished build of noise in waiting", () => {
    using place = indexed();
    writeFileSync(`${place.tree}/.manifold/index.db.ready`, Buffer.alloc(9_000, "noise"));
    const { exit, found } = callers(place);
    expect([exit, found]).toEqual([0, RIGHT.found]);
    expect(leftovers(place)).toEqual([]);
  });

  test("with --no-refresh it is said, not mended", () => {
    using place = indexed();
    truncateSync(`${place.tree}/.manifold/index.db`, 5_000);
    const { exit, err } = place.manifold(["q", "login", "--no-refresh"]);
    expect([exit, err.includes("[index-missing]")]).toEqual([3, true]);
    expect(statSync(`${place.tree}/.manifold/index.db`).size).toBe(5_000);
  });
});

function overwrite(path: string, at: number, bytes: Buffer): void {
  const all = readFileSync(path);
  bytes.copy(all, at);
  writeFileSync(path, all);
}

describe("folders that cannot be written", () => {
  const readOnly = (place: Place, script: string) =>
    place.shell(`mount --bind . . && mount -o remount,bind,ro . && cd . && cd "$PWD" && { ${script}; }`, ["unshare", "-rm"]);

  test.skipIf(!mayMount)("read-only without an index: answered from the cache folder, nothing made (needs mounts in a namespace)", () => {
    using place = new Place(SMALL);
    for (const words of ["index . --json", "q login --json", "callers authenticate --json"]) {
      const { exit, out } = readOnly(place, `"$M" ${words}`);
      const codes = (JSON.parse(out) as { warnings: { code: string }[] }).warnings.map(({ code }) => code);
      expect([words, exit, codes]).toEqual([words, 0, ["index-outside"]]);
    }
    expect(existsSync(`${place.tree}/.manifold`)).toBe(false);
    expect(callers(place)).toMatchObject(RIGHT);
  });

  test.skipIf(!mayMount)("read-only with an index: answered, with a warning where it is behind (needs mounts in a namespace)", () => {
    using place = indexed();
    const fresh = readOnly(place, '"$M" callers authenticate --json');
    expect([fresh.exit, fresh.err, read(JSON.parse(fresh.out))]).toEqual([0, "", { found: RIGHT.found, warnings: [] }]);
    expect(readOnly(place, '"$M" show login').exit).toBe(0);
    place.write("src/hash.ts", `${SMALL["src/hash.ts"]}// changed\n`);
    const behind = readOnly(place, '"$M" callers authenticate --json');
    expect([behind.exit, read(JSON.parse(behind.out))]).toEqual([0, { found: RIGHT.found, warnings: ["index-unwritable"] }]);
    expect(JSON.parse(behind.out).freshness.behind).toBe(1);
    expect(readOnly(place, '"$M" index .').exit).toBe(3);
    expect(report(place.manifold(["index", ".", "--json"]).out)).toMatchObject({ parsed: 1, incremental: true });
  });

  test("an index of another user is left to them", () => {
    using place = indexed();
    const folder = join(place.tree, ".manifold");
    // Permissions do not bind root: somebody else asks.
    const wasRoot = process.getuid?.() === 0;
    const nobody = 65_534;
    let gone: string | null = null;
    if (!wasRoot) chmodSync(folder, 0);
    if (wasRoot) process.seteuid?.(nobody);
    try {
      const seen = lookForPlace(place.tree);
      expect([seen.outside === null, seen.folder.startsWith(place.tree)]).toEqual([false, false]);
      if (wasRoot) gone = dirname(dirname(seen.folder));
      expect(openStore(place.tree).state).toBe("missing");
    } finally {
      if (wasRoot) process.seteuid?.(0);
      chmodSync(folder, 0o700);
      lookForPlace(place.tree);
      if (gone !== null) rmSync(gone, { recursive: true, force: true });
    }
    expect(callers(place)).toEqual({ ...RIGHT, warnings: [] });
  });

  test("an index folder that is something else is left alone", () => {
    using place = new Place(SMALL);
    place.write(".manifold", "mine\n");
    expect(callers(place)).toEqual({ ...RIGHT, warnings: ["index-outside"] });
    expect(readFileSync(`${place.tree}/.manifold`, "utf8")).toBe("mine\n");
  });

  test.skipIf(!mayMount)("a full disk: said so, no damage, and no leftovers that keep it full (needs mounts in a namespace)", () => {
    using place = new Place(SMALL);
    for (let i = 0; i < 300; i++)
      place.write(`many/f${i}.py`, `def function_${i}(argument):\n    """Number ${i}."""\n    return argument + ${i}\n`);
    const { exit, out, err } = place.shell(
      `mkdir ../disk && mount -t tmpfs -o size=2600k none ../disk && cp -r . ../disk/tree && cd ../disk/tree && mv many ..
       "$M" index . > /dev/null || exit 91
       mv ../many . && dd if=/dev/zero of=../filler bs=1k 2> /dev/null
       "$M" index . ; echo "update $?"
       "$M" index . --full ; echo "full $?"
       "$M" callers authenticate --json > "$HOME/answer.json"; echo "question $?"
       ls -A .manifold
       rm ../filler && mount -o remount,size=30m ../../disk && "$M" index . --json > "$HOME/report.json" ; echo "after $?"`,
      ["unshare", "-rm"],
    );
    expect([exit, out]).toEqual([0, expect.stringMatching(/^update 3\nfull 3\nquestion 0\n[\s\S]*after 0\n$/)]);
    expect(err.match(/\[disk-full\]/g)?.length).toBe(2);
    expect(out).not.toContain("index.db.next");
    expect(read(JSON.parse(readFileSync(`${place.home}/answer.json`, "utf8")))).toEqual({ found: RIGHT.found, warnings: ["disk-full"] });
    expect(report(readFileSync(`${place.home}/report.json`, "utf8"))).toMatchObject({ indexed: 305, incremental: true });
  });
});

describe("ended half way", () => {
  for (const [signal, full] of [
    ["SIGINT", true],
    ["SIGINT", false],
    ["SIGTERM", false],
    ["SIGKILL", false],
  ] as const)
    test(`${signal} while ${full ? "building" : "updating"}: the old index stays, nothing is left behind`, async () => {
      using place = indexed();
      const before = readFileSync(`${place.tree}/.manifold/index.db`);
      place.write("endless.py", ENDLESS);
      const indexer = place.start(["index", ".", ...(full ? ["--full"] : [])]);
      await until(() => childrenOf(indexer.pid).length > 0 && existsSync(`${place.tree}/.manifold/writer`));
      const children = childrenOf(indexer.pid);
      indexer.kill(signal);
      const code = await indexer.exited;
      const err = await new Response(indexer.stderr).text();
      if (signal !== "SIGKILL") expect([code, err.includes("[interrupted]")]).toEqual([130, true]);
      // However we end: a child that is busy with a text whose parser never ends must not compute for ever.
      await until(() => children.every((child) => !alive(child)));
      rmSync(`${place.tree}/endless.py`);
      if (signal === "SIGKILL") expect(callers(place, "--no-refresh")).toEqual({ ...RIGHT, warnings: [] });
      else {
        expect(leftovers(place)).toEqual([]);
        expect(readFileSync(`${place.tree}/.manifold/index.db`).equals(before)).toBe(true);
      }
      expect(callers(place)).toEqual({ ...RIGHT, warnings: [] });
      expect(place.manifold(["index", "."]).exit).toBe(0);
      expect(leftovers(place)).toEqual([]);
    });

  test("a question meanwhile is answered from the old index; a second indexer waits, and can be stopped", async () => {
    using place = indexed();
    place.write("endless.py", ENDLESS);
    const indexer = place.start(["index", "."]);
    try {
      await until(() => childrenOf(indexer.pid).length > 0 && existsSync(`${place.tree}/.manifold/writer`));
      expect(callers(place, "--no-refresh")).toEqual({ ...RIGHT, warnings: [] });
      expect(callers(place)).toEqual({ ...RIGHT, warnings: ["index-locked"] });
      const second = place.start(["index", "."]);
      const reader = second.stderr.getReader();
      const { value } = await reader.read();
      expect(new TextDecoder().decode(value)).toContain(`waiting for process ${indexer.pid}`);
      second.kill("SIGINT");
      expect(await second.exited).toBe(130);
      expect(alive(indexer.pid)).toBe(true);
    } finally {
      indexer.kill("SIGINT");
      expect(await indexer.exited).toBe(130);
    }
  });

  test("two indexers at once: both succeed, and the index is whole", async () => {
    using place = new Place(SMALL);
    for (let i = 0; i < 200; i++)
      place.write(`many/f${i}.py`, `def function_${i}(argument):\n    return function_${(i + 1) % 200}(argument)\n`);
    const both = [
      place.start(["index", ".", "--json"]),
      place.start(["index", ".", "--json", "--full"]),
      place.start(["q", "login", "--json"]),
    ];
    const exits = await Promise.all(both.map((one) => one.exited));
    expect(exits).toEqual([0, 0, 0]);
    const [a, b] = await Promise.all(both.map((one) => new Response(one.stdout).json() as Promise<IndexReport>));
    expect(a!.graph_hash).toBe(b!.graph_hash);
    const again = report(place.manifold(["index", ".", "--json"]).out);
    expect([again.parsed, again.indexed, again.graph_hash]).toEqual([0, 205, a!.graph_hash]);
    expect(leftovers(place)).toEqual([]);
  });

  test("nothing is written but .manifold, the cache and the key", () => {
    using place = indexed();
    place.manifold(["q", "how does login work"]);
    chmodSync(place.home, 0o755);
    expect(readdirSync(place.base).sort()).toEqual(["home", "tree"]);
    expect(readdirSync(place.home).sort()).toEqual([".cache", ".local"]);
    expect(readdirSync(`${place.home}/.local/state/manifold`)).toEqual(["key"]);
    expect(readdirSync(place.tree).sort()).toEqual([".manifold", "README.md", "src", "tools"]);
    expect(statSync(`${place.tree}/.manifold`).mode & 0o777).toBe(0o700);
  });
});
