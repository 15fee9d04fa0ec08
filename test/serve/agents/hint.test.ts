/** When an agent's text search is after code, and when it is after text. */
import { expect, test } from "bun:test";
import { hintFor } from "../../../src/serve/agents/hint.ts";

const shell = (command: string) => hintFor({ tool_name: "Bash", tool_input: { command } });
const grep = (pattern: string, more: Record<string, unknown> = {}) => hintFor({ tool_name: "Grep", tool_input: { pattern, ...more } });

test("names, definitions and calls are told the question that answers them", () => {
  const rows: [string | null, string][] = [
    [grep("class SessionStore"), '{"operation":"definition","symbol":"SessionStore"}, or the command manifold def SessionStore'],
    [grep("def\\s+render_report"), "manifold def render_report"],
    [grep("^export async function logIn\\b"), "manifold def logIn"],
    [grep("func \\(s \\*Store\\)"), ""],
    [grep("authenticate\\("), "manifold callers authenticate"],
    [grep("\\.save\\(\\)"), "manifold callers save"],
    [grep("\\brenderReport\\b"), "manifold refs renderReport"],
    [grep("token_bucket"), "manifold refs token_bucket"],
    [grep("Session::renew"), "manifold refs Session::renew"],
    [grep("(getUser|get_user)"), "MCP tool search"],
    [grep("login|session|cookie"), "MCP tool search"],
    [shell("rg -n renderReport src"), "manifold refs renderReport"],
    [shell('cd src && grep -rn "authenticate(" .'), "manifold callers authenticate"],
    [shell("git grep -n 'class TokenBucket'"), "manifold def TokenBucket"],
    [shell("rg -t ts -A 3 -e parseFlags | head -20"), "manifold refs parseFlags"],
    [shell('grep -rnE "fooBar|barFoo" --include=*.py lib'), "MCP tool search"],
    [hintFor({ tool_input: { command: ["rg", "parseFlags"] } }), "manifold refs parseFlags"],
  ];
  for (const [said, wanted] of rows) {
    if (wanted === "") expect(said).toBeNull();
    else expect([wanted, said?.includes(wanted), said?.includes("\n")]).toEqual([wanted, true, false]);
  }
});

test("literal text, texts, known files, filters of other programs and all else pass in silence", () => {
  const silent = [
    grep("TODO"),
    grep("TODO|FIXME"),
    grep("connection refused by peer"),
    grep('"use strict"'),
    grep("login"),
    grep("https://example.org/a"),
    grep("DATABASE_URL"),
    grep("v1\\.2\\.3"),
    grep("^\\s*$"),
    grep("foo.*bar[0-9]+"),
    grep("parseFlags", { path: "src/flags.ts" }),
    grep("parseFlags", { glob: "*.md" }),
    grep("parseFlags", { path: "docs" }),
    grep("config.json"),
    shell("cat server.log | grep requestFailed"),
    shell("ps aux | grep renderReport"),
    shell("grep requestFailed server.log"),
    shell("rg -F 'a.b(c)' src"),
    shell("rg --files | rg fooBar"),
    shell("rg fooBar src/one.ts"),
    shell("rg -t md fooBar"),
    shell("grep -rn 'not found' ."),
    shell("grep"),
    shell("echo 'rg fooBar'"),
    shell("git commit -m 'rg fooBar src'"),
    shell("npm test && ls"),
    hintFor({}),
    hintFor({ tool_input: null }),
    hintFor({ tool_input: { command: 5 } }),
  ];
  expect(silent.map((said, at) => [at, said])).toEqual(silent.map((_, at) => [at, null]));
});

test("nothing that a pattern says gets into the line but a name", () => {
  for (const name of ['a"b', "x;rm", "y`z`", "q\nq", "$(id)", "a b"]) {
    expect(grep(`class ${name}`)).toBeNull();
    expect(grep(`${name}(`)).toBeNull();
  }
});
