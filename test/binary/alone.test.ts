/** The binary needs nothing of the machine: no HOME content, no node_modules, no network. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { answerSchema, indexReportSchema } from "../../src/base/schema.ts";
import { binary, Place, run, SMALL } from "./_binary.ts";

describe("the binary on its own", () => {
  test("indexes and answers without a network, in an empty HOME", () => {
    using place = new Place(SMALL);
    place.git();
    const env = { HOME: place.home };
    const indexed = run(["unshare", "-rn", binary(), "index", ".", "--json"], place.tree, { env });
    expect(indexed.err).toMatch(/^(?:manifold: indexing .*\n)?$/);
    expect(indexed.exit).toBe(0);
    const report = indexReportSchema.parse(JSON.parse(indexed.out));
    expect([report.indexed, report.parsed]).toEqual([5, 5]);
    const asked = run(["unshare", "-rn", binary(), "q", "what calls authenticate()", "--json"], place.tree, { env });
    expect(asked.exit).toBe(0);
    const answer = answerSchema.parse(JSON.parse(asked.out));
    expect(answer.route.operation).toBe("callers");
    expect(answer.results.map((result) => `${result.path} ${result.qualified} ${result.line} ${result.resolution}`)).toEqual([
      "src/login.ts login 4 exact",
    ]);
  });

  test("answers a question in words, from a subfolder, with paths as seen from there", () => {
    using place = new Place(SMALL);
    place.git();
    const { exit, out } = place.manifold(["q", "how is a report table rendered", "-k", "1"], { cwd: `${place.tree}/src` });
    expect(exit).toBe(0);
    expect(out).toContain("../tools/report.py:");
    expect(out).toContain("render_report");
  });

  test("an index folder ignores itself and lies only there", () => {
    using place = new Place(SMALL);
    place.git();
    expect(place.manifold(["index", "."]).exit).toBe(0);
    expect(readFileSync(`${place.tree}/.manifold/.gitignore`, "utf8").trim()).toBe("*");
    expect(run(["git", "status", "--porcelain"], place.tree, { env: { HOME: place.home } }).out).toBe("");
    expect(existsSync(`${place.tree}/src/.manifold`)).toBe(false);
  });

  test("an answer worked out before a change was seen is not given", () => {
    using place = new Place(SMALL);
    place.git();
    const callers = () =>
      (JSON.parse(place.manifold(["callers", "authenticate", "--json"]).out) as { results: { qualified: string }[] }).results.map(
        (result) => result.qualified,
      );
    expect(callers()).toEqual(["login"]);
    // Once file times can be trusted, a question on the unchanged tree leaves its state behind, and the next one answers ahead of git.
    for (let i = 0; i < 200 && !existsSync(`${place.tree}/.manifold/tree`); i++) callers();
    expect(existsSync(`${place.tree}/.manifold/tree`)).toBe(true);
    expect(callers()).toEqual(["login"]);
    place.write("src/login.ts", SMALL["src/login.ts"]!.replace("function login", "function enter"));
    expect(callers()).toEqual(["enter"]);
    place.write("src/again.ts", 'import { authenticate } from "./auth";\nexport const again = () => authenticate("", "");\n');
    expect(callers().sort()).toEqual(["again", "enter"]);
  });

  test("works outside git too", () => {
    using place = new Place(SMALL);
    expect(place.manifold(["index", "."]).exit).toBe(0);
    expect(place.manifold(["def", "authenticate"]).out).toContain("src/auth.ts:");
  });

  test("--version, --help, no arguments", () => {
    using place = new Place();
    expect(place.manifold(["--version"]).out).toMatch(/^manifold \d+\.\d+\.\d+\n$/);
    expect(place.manifold(["--help"])).toMatchObject({ exit: 0 });
    expect(place.manifold([])).toMatchObject({ exit: 2, out: "" });
    expect(place.manifold(["q", "--help"]).out).toContain("--budget");
  });
});
