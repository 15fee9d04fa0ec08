/** Bad folders, bad questions, bad flags, a bad environment: a clear message, the right exit code, and the next command works. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { besidesProgress, mayMount, maySwitch, Place, SMALL } from "./_binary.ts";

let place: Place;
beforeAll(() => {
  place = new Place(SMALL);
  place.git();
  expect(place.manifold(["index", "."]).exit).toBe(0);
});
afterAll(() => place?.[Symbol.dispose]());

/** What was refused: exit code, the code in brackets, and nothing on standard output. */
function refused(words: string[], options: Parameters<Place["manifold"]>[1] = {}, at: Place = place): string {
  const { exit, out, err } = at.manifold(words, options);
  const lines = err.trimEnd().split("\n");
  expect([out, lines.length, lines[0]?.startsWith("manifold: "), lines[1]?.startsWith("  ")]).toEqual(["", 2, true, true]);
  return `${exit} ${/\[([a-z-]+)\]$/.exec(err.trim())?.[1]}`;
}

describe("folders", () => {
  test("one that is not there is refused, and never created", () => {
    for (const words of [
      ["index", "nowhere"],
      ["q", "login", "--root", "nowhere/deep"],
      ["def", "login", "--root", "nowhere"],
      ["graph", "--root", "nowhere"],
      ["index", "--why", "x", "nowhere"],
    ])
      expect(refused(words)).toBe("2 path-missing");
    expect(existsSync(`${place.tree}/nowhere`)).toBe(false);
  });

  test("a file instead of a folder is refused", () => {
    expect(refused(["index", "README.md"])).toBe("2 not-a-folder");
    expect(refused(["q", "login", "--root", "README.md"])).toBe("2 not-a-folder");
    expect(existsSync(`${place.tree}/README.md/.manifold`)).toBe(false);
  });

  test("an empty folder and an empty repository are indexed; every question says that there is nothing", () => {
    for (const git of [false, true]) {
      using empty = new Place();
      if (git) empty.git();
      const indexed = empty.manifold(["index", ".", "--json"]);
      expect([indexed.exit, JSON.parse(indexed.out).files, besidesProgress(indexed.err)]).toEqual([0, 0, ""]);
      for (const words of [
        ["q", "how does login work"],
        ["q", "grep for x"],
        ["q", "who calls login"],
        ["def", "login"],
        ["callers", "login"],
      ]) {
        const { exit, out, err } = empty.manifold(words);
        expect([exit, err, /^! /m.test(out), /^try next:\n {2}\S/m.test(out)]).toEqual([1, "", true, true]);
      }
      expect(JSON.parse(empty.manifold(["graph"]).out)).toEqual({ version: 1, nodes: [], edges: [] });
    }
  });

  test("a folder that was deleted under us is said so", () => {
    const { exit, err } = place.shell('mkdir gone && cd gone && rmdir ../gone && "$M" q login');
    expect(exit).not.toBe(0);
    expect(err).toContain("directory was deleted");
  });

  test("very many files in one folder, and folders nested deeper than a path may be long", () => {
    using deep = new Place();
    for (let i = 0; i < 3_000; i++) deep.write(`flat/f${i}.txt`, `word${i}\n`);
    const levels = Array.from({ length: 120 }, () => "d".repeat(30)).join("/");
    deep.write(`${levels}/here.py`, "def found_far_down():\n    pass\n");
    // The rest of the way only relative to where one stands: the whole path has 4,600 characters.
    expect(
      deep.shell(
        `cd ${levels} && i=0; while [ $i -lt 30 ]; do mkdir ${"e".repeat(30)} && cd -P ${"e".repeat(30)} || exit 9; i=$((i+1)); done; echo x > y.py`,
      ).exit,
    ).toBe(0);
    const { exit, out } = deep.manifold(["index", ".", "--json"]);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ indexed: 3_001 });
    expect(deep.manifold(["def", "found_far_down"]).exit).toBe(0);
    expect(deep.manifold(["q", "grep for word2999"]).out).toContain("flat/f2999.txt:1");
    expect(deep.shell(`cd ${levels} && rm -rf ${"e".repeat(30)}`).exit).toBe(0);
  });
});

describe("questions", () => {
  const long = "how does login work? ".repeat(5_000);
  test.each([
    ["nothing at all", ["q"], "2 empty-question"],
    ["an empty one", ["q", ""], "2 empty-question"],
    ["a blank one", ["q", " \t\n "], "2 empty-question"],
    ["more than 100,000 characters", ["q", `${long}!`], "2 question-too-long"],
    ["a regex that does not parse", ["q", "/(login/"], "2 bad-pattern"],
    ["a path pattern that is none", ["q", "login", "--path", "!"], "2 bad-pattern"],
    ["an unknown flag", ["q", "login", "--colour", "never"], "2 bad-flag"],
    ["a flag without its value", ["q", "login", "--path"], "2 bad-flag"],
    ["a value for a switch", ["q", "login", "--json=yes"], "2 bad-flag"],
    ["a stray word", ["q", "login", "form"], "2 stray-word"],
    ["a stray word for index", ["index", ".", "src"], "2 stray-word"],
    ["no number", ["q", "login", "-k", "many"], "2 bad-value"],
    ["a number out of bounds", ["q", "login", "-k", "0"], "2 bad-value"],
    ["a negative budget", ["q", "login", "--budget", "-5"], "2 bad-flag"],
    ["an unknown strategy", ["q", "login", "--strategy", "magic"], "2 bad-value"],
    ["an unknown operation", ["q", "login", "--op", "magic"], "2 bad-value"],
    ["an unknown kind", ["q", "login", "--kind", "thing"], "2 bad-value"],
    ["an unknown engine", ["q", "login", "--engines", "lexical,magic"], "2 bad-value"],
    ["a place that is none", ["def", "--at", "src/auth.ts"], "2 bad-value"],
    ["an unknown command", ["ask", "login"], "2 unknown-command"],
    ["a page that the manual does not have", ["help", "nonsense"], "2 unknown-command"],
    ["a question without q", ["how does login work"], "2 unknown-command"],
    ["a structural command without a name", ["callers"], "2 bad-value"],
    ["a path with one end", ["trace", "login"], "2 bad-value"],
    ["nothing to show", ["show", " "], "2 bad-value"],
    ["a citation that means nothing", ["show", "chunk_0123456789abcdef"], "1 citation-unknown"],
    ["a shell that there is not", ["completion", "tcsh"], "2 bad-value"],
    ["a plan that is none", ["q", "--plan", "README.md"], "2 bad-plan"],
    ["a plan and a question", ["q", "--plan", "plan.json", "login"], "2 stray-word"],
    ["a number below zero", ["q", "-k", "-1", "login"], "2 bad-flag"],
    ["a plan that is not there", ["q", "--plan", "plan.json"], "3 file-unreadable"],
  ] as [string, string[], string][])("%s is refused", (_, words, code) => {
    expect(refused(words)).toBe(code);
  });

  test("who asks for a page that is not there is told which are", () => {
    const { err } = place.manifold(["help", "nonsense"]);
    for (const page of ["asking", "relations", "gate", "troubleshooting"]) expect(err).toContain(page);
  });

  test("100,000 characters are answered", () => {
    const { exit, out } = place.manifold(["q", long.slice(0, 100_000), "-k", "3"]);
    expect([exit, out.includes("src/login.ts")]).toEqual([0, true]);
    const word = place.manifold(["q", "a".repeat(100_000)]);
    expect([word.exit, word.out.length < 2_000]).toEqual([1, true]);
  });

  test("a regex that backtracks for ever elsewhere is matched in linear time, and right", () => {
    using evil = new Place({ "a.txt": `${"a".repeat(4_000)}b\n`, "b.py": "def aaa():\n    pass\n" });
    for (const pattern of ["/(a+)+$/", "/(a|aa)*c/", "/^(([a-z])+.)+[A-Z]([a-z])+$/", "/(.*a){20}x/"])
      expect(evil.manifold(["q", pattern]).exit).toBe(1);
    expect(evil.manifold(["q", "/(a+)+b$/"]).out).toContain("a.txt:1");
  });

  test("questions from standard input: each gets its object, the exit code is that of the first error", () => {
    const input = "what calls authenticate()\n\n  \n/(/\nwhere is the zyxwv_uvwxyz\ngrep for nothing_like_this_here\n/[/\n";
    const { exit, out, err } = place.manifold(["q", "-", "--jsonl"], { input });
    const answers = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(
      answers.map(({ query, results, warnings }) => [
        query,
        results.length > 0,
        warnings.some((w: { code: string }) => w.code === "bad-pattern"),
      ]),
    ).toEqual([
      ["what calls authenticate()", true, false],
      ["/(/", false, true],
      ["where is the zyxwv_uvwxyz", false, false],
      ["grep for nothing_like_this_here", false, false],
      ["/[/", false, true],
    ]);
    expect([exit, err]).toEqual([2, ""]);
    expect(place.manifold(["q", "-"], { input: "login\nnothing_like_this_here\n" }).exit).toBe(1);
    const both = place.manifold(["q", "-"], { input: "login\r\nauthenticate" });
    expect([both.exit, both.out.match(/^> .*$/gm)]).toEqual([0, ["> login", "> authenticate"]]);
    expect(place.manifold(["q", "-"], { input: "" })).toEqual({ exit: 0, out: "", err: "" });
    expect(place.shell('"$M" q - <&-').exit).toBe(0);
    expect(place.manifold(["q", "-", "--jsonl"], { input: Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x0a]) }).exit).toBeLessThan(3);
  });

  test("an unknown name: the nearest names, and something to try", () => {
    const { exit, out } = place.manifold(["def", "authentcate"]);
    expect(exit).toBe(1);
    expect(out).toContain("Nearest names: authenticate");
    expect(out).toContain("manifold def authenticate");
    expect(place.manifold(["show", "authentcate"]).err).toContain("Nearest names: authenticate");
    const far = place.manifold(["callers", "zyxwv_uvwxyz", "--json"]);
    expect([far.exit, JSON.parse(far.out).warnings[0].code]).toEqual([1, "symbol-unknown"]);
    expect(place.manifold(["def", "--at", "src/auth.ts:400"]).out).toContain("has 6 lines");
    expect(place.manifold(["def", "--at", "src/none.ts:4"]).out).toContain("src/none.ts is not in the index");
  });
});

describe("the environment", () => {
  test("no HOME, no usable cache, no TMPDIR: answered all the same where anything can be unpacked", () => {
    const environments: Record<string, string>[] = [
      { HOME: "" },
      { HOME: "/nonexistent" },
      { HOME: "/dev/null", XDG_CACHE_HOME: "/dev/null/x" },
      { XDG_CACHE_HOME: "relative" },
      { TMPDIR: "/nonexistent" },
      { PATH: "" },
      { LANG: "C", LC_ALL: "C" },
    ];
    for (const env of environments) {
      const { exit, out } = place.manifold(["index", ".", "--full", "--json"], { env });
      expect([exit, exit === 0 && JSON.parse(out).indexed]).toEqual([0, 5]);
    }
    expect(readdirSync(place.tree)).not.toContain("relative");
  });

  test.skipIf(!mayMount)("a cache where nothing may run, or with no room, is said so (needs mounts in a namespace)", () => {
    for (const options of ["noexec", "size=100k"]) {
      const script = `mount -t tmpfs -o ${options} none "$HOME" && XDG_CACHE_HOME="$HOME" TMPDIR="$HOME" "$M" index . --full`;
      const { exit, err } = place.shell(script, ["unshare", "-rm"]);
      expect([options, exit, err.includes("[platform-unsupported]"), err.includes("XDG_CACHE_HOME")]).toEqual([options, 3, true, true]);
    }
    expect(place.manifold(["q", "login"]).exit).toBe(0);
  });

  test.skipIf(!maySwitch)("what may not be read is left out and counted (needs root and setpriv)", () => {
    using other = new Place({ ...SMALL, "locked.py": "def locked():\n    pass\n", "closed/in.py": "def inside():\n    pass\n" });
    mkdirSync(`${other.tree}/.manifold`);
    expect(other.shell('cp "$M" ../m && chmod 755 .. . ../m && chmod 0 locked.py closed && chown 65534 .manifold "$HOME"').exit).toBe(0);
    const asOther = (words: string) => other.shell(`../m ${words}`, ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]);
    const indexed = asOther("index . --json");
    expect([indexed.exit, JSON.parse(indexed.out).skipped, JSON.parse(indexed.out).indexed]).toEqual([0, { unreadable: 2 }, 5]);
    expect(asOther("index --why locked.py").out).toContain("locked.py");
    expect(asOther("def authenticate").exit).toBe(0);
    // A folder that cannot be entered at all.
    other.shell("mkdir shut && chmod 0 shut");
    const shut = asOther("index shut");
    expect([shut.exit, shut.err.includes("shut")]).toEqual([3, true]);
  });
});
