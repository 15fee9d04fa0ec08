/** Files that are no source, or that are made to hurt: indexed, or left out for a reason that is counted, and the rest is answered. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import type { IndexReport } from "../../src/base/schema.ts";
import { besidesProgress, Place, quoted, SMALL } from "./_binary.ts";

/** Noise that is the same in every run (xorshift). */
function noise(bytes: number): Buffer {
  const out = Buffer.alloc(bytes);
  let state = 2_463_534_242;
  for (let i = 0; i < bytes; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    out[i] = state & 0xff;
  }
  return out;
}

const report = (text: string) => JSON.parse(text) as IndexReport;

describe("what is no source", () => {
  let place: Place;
  let indexed: IndexReport;
  beforeAll(() => {
    place = new Place(SMALL);
    place.write("random.py", noise(20_000));
    place.write("line.js", "var a=1;".repeat(50 * 131_072));
    place.write("latin1.py", Buffer.from(`# caf\xe9 cr\xe8me\n${"def brew_coffee():\n    return 1\n".repeat(5)}`, "latin1"));
    place.write("broken.py", Buffer.concat([Buffer.from("x = 1\n"), Buffer.alloc(500, 0xfe)]));
    place.write("wide.py", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("def sixteen_bits():\n    return 16\n", "utf16le")]));
    place.write("big.py", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from("def big_end():\n    return 16\n", "utf16le").swap16()]));
    place.write("marked.py", "\ufeffdef with_mark():\n    return 8\n");
    place.write("data.b64", noise(2_250_000).toString("base64"));
    place.write("blob.py", `def before_blob():\n    pass\n\nBLOB = "${noise(750_000).toString("base64")}"\n`);
    place.write("nothing.py", "");
    place.write("crlf.py", "def windows_lines():\r\n    return 1\r\n");
    place.write("mac.py", "def old_mac_lines():\r    return 1\r");
    for (const [to, from] of [
      ["loop-b", "loop-a"],
      ["loop-a", "loop-b"],
      [".", "self"],
      ["/etc/passwd", "out"],
      ["gone", "dangling"],
      ["src/auth.ts", "alias.ts"],
    ] as const)
      symlinkSync(to, `${place.tree}/${from}`);
    Bun.spawnSync(["mkfifo", `${place.tree}/pipe.py`]);
    const { exit, out, err } = place.manifold(["index", ".", "--json"]);
    expect([exit, besidesProgress(err)]).toEqual([0, ""]);
    indexed = report(out);
  });
  afterAll(() => place?.[Symbol.dispose]());

  test("is left out, each for its reason, and the reasons add up", () => {
    const { skipped, files, indexed: count, warnings } = indexed;
    expect(warnings).toEqual([]);
    expect(Object.values(skipped).reduce((a, b) => a + b, 0)).toBe(files - count);
    const why = (file: string) =>
      JSON.parse(place.manifold(["index", "--why", file, "--json"]).out) as { reason: string | null; sentence: string };
    for (const [file, reason] of [
      ["random.py", "binary"],
      ["line.js", "too-large"],
      ["broken.py", "bad-encoding"],
      ["data.b64", "too-large"],
      ["blob.py", "minified"],
      ["loop-a", "unreadable"],
      ["self", "symlink"],
      ["alias.ts", "symlink"],
      ["out", "symlink-out-of-tree"],
      ["dangling", "unreadable"],
      ["pipe.py", "unreadable"],
      ["latin1.py", null],
      ["nothing.py", null],
    ] as const) {
      const { reason: told, sentence } = why(file);
      expect([file, told, sentence.includes(file)]).toEqual([file, reason, true]);
    }
  });

  test("what can be read in some way is read", () => {
    for (const name of ["brew_coffee", "sixteen_bits", "big_end", "with_mark", "windows_lines", "old_mac_lines", "authenticate"])
      expect([name, place.manifold(["def", name]).exit]).toEqual([name, 0]);
    expect(place.manifold(["q", "grep for sixteen_bits"]).out).toContain("wide.py:1");
    expect(place.manifold(["q", "grep for root:"]).exit).toBe(1);
  });

  test("nothing is indexed again while it stays the same", () => {
    expect(report(place.manifold(["index", ".", "--json"]).out)).toMatchObject({
      parsed: 0,
      incremental: true,
      graph_hash: indexed.graph_hash,
    });
  });
});

describe("deep nesting", () => {
  /** Lines of at most 120 characters: longer ones would be taken for minified code and never be parsed. */
  const wrapped = (text: string) => text.replace(/.{1,118}(?:[^\w]|$)|.{119}/g, "$&\n");
  const n = 100_000;
  const pair = (open: string, close: string, depth = n) => wrapped(open.repeat(depth) + close.repeat(depth));

  test("100,000 levels of it, in many languages and forms, hurt nothing and nobody", () => {
    using place = new Place(SMALL);
    for (const extension of ["py", "ts", "c", "rb", "php"])
      place.write(`paren.${extension}`, (extension === "php" ? "<?php\n" : "") + pair("(", ")"));
    place.write("square.py", pair("[", "]"));
    place.write("square.json", pair("[", "]"));
    place.write("curly.js", pair("{", "}"));
    place.write("chain.js", wrapped(`a${".b".repeat(n)}`));
    place.write("calls.py", wrapped(`a${".b()".repeat(n / 10)}`));
    place.write("ifs.c", `void f() {\n${wrapped("if(a)".repeat(n))};}\n`);
    place.write("sum.py", `x = ${wrapped("1+".repeat(n)).replaceAll("\n", "\\\n")}1\n`);
    place.write("functions.js", wrapped("function a(){".repeat(n / 10) + "}".repeat(n / 10)));
    place.write("classes.java", wrapped("class A{".repeat(n / 10) + "}".repeat(n / 10)));
    place.write("quotes.md", `${">".repeat(2_000)} deep\n`);
    place.write("list.md", Array.from({ length: 300 }, (_, i) => `${" ".repeat(i * 2)}- item`).join("\n"));
    place.write("map.yaml", Array.from({ length: 800 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"));
    const { exit, out } = place.manifold(["index", ".", "--json"]);
    expect(exit).toBe(0);
    const { files, indexed, skipped } = report(out);
    expect([files - indexed, skipped]).toEqual([0, {}]);
    expect(place.manifold(["callers", "authenticate"]).out).toContain("src/login.ts:4");
    expect(place.manifold(["members", "functions.js", "-k", "3"]).exit).toBe(0);
    expect(place.manifold(["q", "grep for ((((((", "-k", "20", "--json"]).exit).toBe(0);
    expect(place.manifold(["graph"]).exit).toBe(0);
  });
});

describe("made for a grammar", () => {
  /** Pieces with words between them that are never the same, in lines of usual length. */
  const among = (pieces: readonly string[], length: number) => {
    let text = "";
    for (let n = 0; text.length < length; n++) {
      const word = `v${((n * 7_919) % 99_991).toString(36)}`;
      text += `${pieces[Math.floor((text.length / length) * pieces.length)]}${word}${n % 12 === 11 ? "\n" : ""}`;
    }
    return text;
  };

  test("what takes a grammar minutes and gigabytes is given up, named and searched as text; an update does it too", () => {
    using place = new Place(SMALL);
    place.write("deep.py", among(["if a: "], 149_000));
    place.write("open.c", among(["=>", "[{"], 149_000));
    const { exit, out } = place.manifold(["index", ".", "--json"]);
    const { indexed, files, skipped, warnings } = report(out);
    // Where machines are fast some of them are parsed after all; the worst never is.
    expect([exit, files - indexed, skipped]).toEqual([0, 0, {}]);
    expect(warnings.filter(({ code, message }) => code === "parser-died" && message.startsWith("open.c "))).toHaveLength(1);
    place.write("more.c", among(["=>", "? \t", "[{"], 60_000));
    const asked = place.manifold(["callers", "authenticate", "--json"]);
    expect([asked.exit, asked.out.includes("src/login.ts")]).toEqual([0, true]);
    const again = place.manifold(["q", "grep for v63z", "--json"]);
    expect([again.exit, again.out.includes("more.c")]).toEqual([0, true]);
  }, 120_000);
});

describe("names", () => {
  const hostile = "\u001b[31mred\u001b]0;title\u0007";
  const names = [
    "with space.py",
    'quote".py',
    "apostrophe'.py",
    "new\nline.py",
    "tab\t.py",
    "-dash.py",
    "--json.py",
    "back\\slash.py",
    "überraschung.py",
    "数据.py",
    "emoji😀.py",
    `${hostile}.py`,
    "colon:12:3.py",
    "star*[a]?.py",
    "$(touch pwned).py",
    "right\u202eto-left.py",
    "e\u0301.py",
    "é.py",
  ];

  test.each([["git"], ["no git"]])("of every kind (%s) are found again, and send nothing to a terminal", (kind) => {
    using place = new Place();
    names.forEach((name, i) => {
      place.write(name, `def callee_${i}():\n    return "${hostile}"\n\n\ndef caller_${i}():\n    return callee_${i}()\n`);
    });
    // Bytes that are no UTF-8.
    place.shell("printf 'def callee_bytes():\\n    pass\\n' > \"$(printf 'b\\377d.py')\"");
    if (kind === "git") place.git();
    const indexed = place.manifold(["index", ".", "--json"]);
    expect([indexed.exit, report(indexed.out).indexed]).toEqual([0, names.length + 1]);
    const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u;
    names.forEach((name, i) => {
      const { exit, out } = place.manifold(["callers", `callee_${i}`, "--json"]);
      expect([name, exit]).toEqual([name, 0]);
      const [result] = JSON.parse(out).results;
      expect([result.path, result.qualified, result.line]).toEqual([name, `caller_${i}`, 6]);
    });
    for (const words of [
      ["q", "callee", "-k", "50"],
      ["q", "grep for return", "-k", "100"],
      ["q", "/return.*red/", "--vimgrep", "-k", "100"],
      ["show", "callee_11"],
      ["q", hostile],
      ["def", hostile],
      ["show", hostile],
      ["index", "--why", `${hostile}.py`],
      ["q", "callee", "--explain"],
      ["q", "callee", hostile],
      ["index", hostile],
    ]) {
      const { out, err } = place.manifold(words);
      expect([words, control.test(out), control.test(err)]).toEqual([words, false, false]);
    }
    // A path as it is printed leads back to its file.
    for (const name of ["with space.py", "-dash.py", "数据.py", "colon:12:3.py", "back\\slash.py"]) {
      const shown = place.manifold(["show", "--json", "--", `${name}:1-2`]);
      expect([name, shown.exit === 0 && JSON.parse(shown.out).shown[0].path]).toEqual([name, name]);
    }
    expect(place.shell(`"$M" def --json --at ${quoted("with space.py:1")}`).exit).toBe(0);
    expect(place.shell("ls -a").out).not.toContain("\npwned");
    const git = kind === "git" ? place.shell("git status --porcelain").out : "";
    expect(git).toBe("");
  });
});
