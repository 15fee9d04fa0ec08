/** What asks for something to be mended, and what only looks like it. */
import { describe, expect, test } from "bun:test";
import { mendPenalty } from "../../src/query/evidence.ts";
import { mends, reportWeights } from "../../src/query/mend.ts";

describe("reports and tasks", () => {
  for (const text of [
    "Prevent scientific notation being used for floats",
    "fix typo",
    "Could you please add retries to the client",
    "NO_PROXY should support IPv4 and localhost",
    "parser: don't swallow the last token of a line",
    "Why does the upload fail when the name has a space?",
    "join_ref can be set on other messages\nWe still drop messages with a stale join_ref, as they belong to another channel.",
    "crash on empty input with --json",
    "Do not leak the path when nothing is found",
    "-Improved error handling at the end of the content",
    "Always show possible values as a list",
    "automatically update packages when editing their file",
    "connection reset issue in the pool with keep-alive on",
    "can not read the context in an error handler",
    "validate the search address without placeholders, which will make links invalid in some cases",
  ])
    test(text, () => expect(mends(text)).toBe(true));
});

describe("questions and topics", () => {
  for (const text of [
    "how does the router match a path",
    "where is the session closed?",
    "do retries wait longer each time",
    "can a plug halt the pipeline",
    "automatically reloaded templates",
    "how skip aborts a test without marking it as a failure",
    "splitting multipart/form-data bodies into individual fields",
    "JSON response helpers",
    "RouterGroup",
    "please show me where tokens are refreshed when they fail",
    "I'm about to change Token.refresh, what could break",
    "validate is about to change, which tests cover it",
    "fix",
    "parse config",
    "",
  ])
    test(`"${text}"`, () => expect(mends(text)).toBe(false));
});

test("a source that is called like a document is no document; tests, benchmarks and data step back", () => {
  expect(mendPenalty("lib/cmd/install.lua", ["docs"], "lua", false)).toBe(1);
  for (const [path, tags, language] of [
    ["lib/login_test.go", ["test"], "go"],
    ["CHANGES.md", ["docs"], "markdown"],
    ["package.json", [], "json"],
    ["benches/parse.rs", [], "rust"],
    ["priv/static/app.js", [], "javascript"],
    ["extras/catch_amalgamated.cpp", [], "cpp"],
  ] as const)
    expect(mendPenalty(path, tags, language, false)).toBeLessThan(0.5);
});

test("words of any report count less, those that come back more", () => {
  const weigh = reportWeights("Fix the tokenizer: it drops the last quote. A quote at the end is no token.");
  const [fix, tokenizer, quote, last] = ["fix", "token", "quot", "last"].map(weigh);
  expect(fix).toBeLessThan(last!);
  expect(quote).toBeGreaterThan(last!);
  expect(weigh("unheard")).toBe(1);
  expect(tokenizer).toBeGreaterThanOrEqual(1);
});
