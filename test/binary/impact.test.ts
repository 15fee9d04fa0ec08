/** `manifold impact` as a user runs it: exit codes, forms of output, settings, and that git runs nothing of the repository's. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import Ajv from "ajv6";
import { answerSchema } from "../../src/base/schema.ts";
import { Place, run, SMALL } from "./_binary.ts";

let place: Place;

beforeAll(() => {
  place = new Place({
    ...SMALL,
    "src/odd`name|<b>.ts": 'import { hash } from "./hash";\n\nexport function odd(): string {\n  return hash("x");\n}\n',
  });
  place.git();
  place.write("src/hash.ts", SMALL["src/hash.ts"]!.replace('split("")', 'trim().split("")'));
  run(["git", "add", "-A"], place.tree, { env: { HOME: place.home } });
});
afterAll(() => place?.[Symbol.dispose]());

const impact = (...words: string[]) => place.manifold(["impact", ...words]);

describe("exit codes", () => {
  test("0 without a gate and inside its limits, 4 over a limit, 5 for what is not known", () => {
    expect(impact("--staged").exit).toBe(0);
    expect(impact("--staged", "--max-affected", "3", "--fail-on", "risky").exit).toBe(0);
    expect(impact("--staged", "--max-affected", "2").exit).toBe(4);
    expect(impact("--staged", "--fail-on", "risky,unknown").exit).toBe(0);
    expect(impact("login", "--fail-on", "unknown").exit).toBe(5);
    expect(impact("hash", "--max-affected", "0").exit).toBe(4);
    expect(impact("--diff", "HEAD..HEAD").exit).toBe(0);
  });
  test("2 for what cannot be meant, with a sentence that says what can", () => {
    for (const words of [
      [],
      ["--staged", "--since", "HEAD"],
      ["hash", "--staged"],
      ["--diff", "nowhere"],
      ["--staged", "--fail-on", "everything"],
      ["--staged", "--json", "--format", "sarif"],
      ["--staged", "--max-affected", "-1"],
    ]) {
      const { exit, err } = impact(...words);
      expect([words, exit, err.split("\n").length > 1]).toEqual([words, 2, true]);
    }
    expect(place.manifold(["impact", "--stdin"], { input: "hello\n" }).exit).toBe(2);
    expect(impact("nothingOfThatName").exit).toBe(1);
  });
});

describe("output", () => {
  test("JSON is the answer of every command, with the report as impact", () => {
    for (const words of [["--staged"], ["hash"]]) {
      const answer = answerSchema.parse(JSON.parse(impact(...words, "--json").out));
      expect(answer.impact?.affected.map((hit) => hit.qualified).sort()).toEqual(["authenticate", "login", "odd"]);
      expect(answer.risk).toEqual(answer.impact!.risk);
      expect(answer.results.length).toBeGreaterThan(0);
    }
  });
  test("a patch on standard input says what --staged says", () => {
    const patch = run(["git", "diff", "--cached"], place.tree, { env: { HOME: place.home } }).out;
    const piped = JSON.parse(place.manifold(["impact", "--stdin", "--json"], { input: patch }).out);
    const staged = JSON.parse(impact("--staged", "--json").out);
    expect(piped.impact.affected).toEqual(staged.impact.affected);
  });
  test("text and Markdown name what is reached; names cannot break out of a table", () => {
    expect(impact("--staged").out).toContain("src/login.ts:4");
    const markdown = impact("--staged", "--format", "markdown").out;
    expect(markdown).toStartWith("### ");
    expect(markdown).toContain("`authenticate`");
    expect(markdown).toContain("``src/odd`name\\|<b>.ts:4``");
    for (const line of markdown.split("\n"))
      if (line.startsWith("| ")) expect(line.replaceAll("\\|", "").split("|").length).toBeGreaterThan(3);
  });
  test("SARIF 2.1.0 by its schema", () => {
    const ajv = new Ajv({ schemaId: "auto", validateSchema: false, unknownFormats: "ignore", logger: false });
    const valid = ajv.compile(schema as object);
    for (const words of [["--staged"], ["--diff", "HEAD..HEAD"], ["login"]]) {
      const log = JSON.parse(impact(...words, "--format", "sarif").out);
      expect([valid(log), valid.errors]).toEqual([true, null]);
      expect(log.version).toBe("2.1.0");
    }
    expect(valid({ version: "2.1.0" })).toBe(false);
    const [result] = JSON.parse(impact("--staged", "--format", "sarif").out).runs[0].results;
    expect(result.locations[0].physicalLocation).toMatchObject({ artifactLocation: { uri: "src/hash.ts" }, region: { startLine: 2 } });
    expect(
      result.relatedLocations.map(
        (one: { physicalLocation: { artifactLocation: { uri: string } } }) => one.physicalLocation.artifactLocation.uri,
      ),
    ).toContain("src/odd%60name%7C%3Cb%3E.ts");
  });
});

test("manifold.json: defaults of the gate; what it does not know is refused by name", () => {
  place.write("manifold.json", '{"gate": {"max_affected": 1}}');
  expect(impact("--staged").exit).toBe(4);
  expect(impact("--staged", "--max-affected", "9").exit).toBe(0);
  for (const [text, named] of [
    ['{"gate": {"max_afected": 1}}', "max_afected"],
    ['{"gates": {}}', "gates"],
    ['{"gate": {"fail_on": ["sometimes"]}}', "fail_on"],
    ["{", "JSON"],
  ]) {
    place.write("manifold.json", text!);
    const { exit, err } = impact("--staged");
    expect([exit, err.includes(named!)]).toEqual([2, true]);
  }
  // What opens a connection or names a program or a file is the user's own to say.
  for (const key of ["models", "rerank", "program"]) {
    place.write("manifold.json", JSON.stringify({ [key]: "/bin/evil" }));
    const { exit, err } = impact("--staged");
    expect([exit, err.includes(key), err.includes(".config/manifold/config.json")]).toEqual([2, true, true]);
  }
  place.write("manifold.json", "{}");
  expect(impact("--staged").exit).toBe(0);
});

test("manifold.json: what of it relaxes the gate stands in every form of the report, and nothing does where a flag decides", () => {
  place.write("manifold.json", '{"gate": {"depth": 1}, "llm": {"enabled": true}}');
  for (const form of [[], ["--json"], ["--format", "markdown"], ["--format", "sarif"]]) {
    const { out } = impact("--staged", ...form);
    expect([form, /depth.{0,6}: 1 instead of 3/.test(out), out.includes("llm")]).toEqual([form, true, true]);
  }
  expect(impact("--staged", "--depth", "1").out).not.toContain("instead of 3");
  place.write("manifold.json", "{}");
  expect(impact("--staged").out).not.toContain("manifold.json");
  run(["git", "add", "manifold.json"], place.tree, { env: { HOME: place.home } });
  expect(impact("--staged").out).toContain("touches manifold.json, by which it is judged");
  run(["git", "rm", "-q", "--cached", "manifold.json"], place.tree, { env: { HOME: place.home } });
});

test("the recipe for CI: a restored index parses only what changed, the branch is judged from where it parted", () => {
  using ci = new Place(SMALL);
  ci.git();
  // What a cache brings is believed by a key that the runners share.
  const env = { MANIFOLD_INDEX_KEY: "a key that is long enough for a test" };
  const git = (words: string[], cwd = ci.tree) =>
    expect(run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", ...words], cwd, { env: { HOME: ci.home } }).exit).toBe(0);
  git(["branch", "-M", "main"]);
  expect(ci.manifold(["index"], { env }).exit).toBe(0);
  git(["checkout", "-q", "-b", "side"]);
  ci.write("src/hash.ts", SMALL["src/hash.ts"]!.replace('split("")', 'trim().split("")'));
  git(["commit", "-q", "-a", "-m", "x"]);
  const runner = join(ci.base, "runner");
  git(["clone", "-q", ci.tree, runner]);
  run(["cp", "-r", join(ci.tree, ".manifold"), runner], ci.base);
  const index = JSON.parse(ci.manifold(["index", "--json"], { cwd: runner, env }).out);
  expect([index.parsed, index.incremental]).toEqual([1, true]);
  expect(ci.manifold(["impact", "--since", "origin/main", "--format", "markdown"], { cwd: runner, env }).out).toContain("authenticate");
  expect(ci.manifold(["impact", "--since", "origin/main", "--max-affected", "1"], { cwd: runner, env }).exit).toBe(4);
  git(["clone", "-q", "--depth=1", `file://${ci.tree}`, join(ci.base, "shallow")]);
  const shallow = ci.manifold(["impact", "--since", "HEAD~1"], { cwd: join(ci.base, "shallow") });
  expect([shallow.exit, shallow.err.includes("fetch more history")]).toEqual([2, true]);
});

test("git's patches run nothing that the repository's configuration names", () => {
  using hostile = new Place(SMALL);
  hostile.write("evil.sh", `#!/bin/sh\necho "$0 $*" >> ${hostile.base}/sprung\ncat "$1" 2>/dev/null\n`);
  chmodSync(join(hostile.tree, "evil.sh"), 0o755);
  hostile.git();
  const evil = join(hostile.tree, "evil.sh");
  hostile.write(".gitattributes", "* filter=evil diff=evil merge=evil\n");
  for (const key of [
    "diff.external",
    "diff.evil.command",
    "diff.evil.textconv",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
    "core.fsmonitor",
    "core.pager",
    "core.sshCommand",
    "uploadpack.packObjectsHook",
  ])
    run(["git", "config", key, evil], hostile.tree, { env: { HOME: hostile.home } });
  hostile.write("src/hash.ts", `${SMALL["src/hash.ts"]}\nexport const more = 1;\n`);
  const patch = "--- a/src/hash.ts\n+++ b/src/hash.ts\n@@ -1 +1 @@\n-nothing\n+that fits\n";
  for (const words of [["--staged"], ["--diff", "HEAD"], ["--diff", "HEAD..HEAD"], ["--since", "HEAD"]])
    expect(hostile.manifold(["impact", ...words]).exit).toBe(0);
  expect(hostile.manifold(["impact", "--stdin"], { input: patch }).exit).toBe(0);
  expect(hostile.manifold(["hook", "install"]).exit).toBe(0);
  expect(hostile.manifold(["hook", "status"]).exit).toBe(0);
  expect(existsSync(join(hostile.base, "sprung"))).toBe(false);
});
