/** What an answer says next, as a client of the tools can do it. */
import { expect, test } from "bun:test";
import type { Answer } from "../../../src/base/schema.ts";
import { withCalls } from "../../../src/serve/mcp/tool.ts";

const said = (suggestions: string[], messages: string[] = [], k?: string) => {
  const warnings = messages.map((message) => ({ code: "note", message }));
  const { suggestions: next, warnings: told } = withCalls({ suggestions, warnings } as unknown as Answer, k);
  return [next, told.map(({ message }) => message)];
};

test("commands are calls, with both ends of a path; what no tool does stays a command; what only a flag makes another question is left out", () => {
  expect(
    said([
      'manifold q "grep for x"  (every line with that text)',
      "manifold callers 'a b' --include-possible",
      "manifold trace 'a.ts:f' 'b.ts:g'  (looks for a chain of unresolved calls, too)",
      "manifold show 'src/a.ts:1-2'  (among the nearest, but probably not it)",
      'manifold q "same words" --deep  (other readings of the question too)',
      'manifold q "same words" --strategy semantic',
      "manifold trace parse",
      "manifold index --json  (what is indexed, and what was left out)",
      "manifold history src/a.ts",
      "git log --stat",
    ])[0],
  ).toEqual([
    'search {"query":"grep for x"}  (every line with that text)',
    'graph {"operation":"callers","symbol":"a b","include_possible":true}',
    'graph {"operation":"path","symbol":"a.ts:f","target":"b.ts:g"}  (looks for a chain of unresolved calls, too)',
    'read_chunk {"citation":"src/a.ts:1-2"}  (among the nearest, but probably not it)',
    "manifold index --json  (what is indexed, and what was left out)",
    "manifold history src/a.ts",
    "git log --stat",
  ]);
});

test("warnings name arguments, as the tool has them", () => {
  const messages = [
    "43 results; the nearest 20 are shown, -k shows more.",
    "There are more than 3 matching lines; ask for more with -k.",
    "5 more uses of this name could not be resolved and may mean it; --include-possible lists them.",
    "Check the spelling, or ask for it: manifold q NAME.",
    "f is handed over in 2 places: what gets it can call it. manifold refs f lists them.",
  ];
  expect(said([], messages)[1]).toEqual([
    "43 results; the nearest 20 are shown, a larger top_k shows more.",
    "There are more than 3 matching lines; ask for more with a larger top_k.",
    "5 more uses of this name could not be resolved and may mean it; include_possible lists them.",
    "Check the spelling, or ask `search` for it.",
    'f is handed over in 2 places: what gets it can call it. graph {"operation":"references","symbol":"f"} lists them.',
  ]);
  expect(said([], messages.slice(0, 1), "k")[1]).toEqual(["43 results; the nearest 20 are shown, a larger k shows more."]);
});
