/** Editing one entry of a JSON file: what is put in comes out again, and nothing else moves. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { toml } from "../../../src/serve/agents/edits.ts";
import { json } from "../../../src/serve/agents/json.ts";
import { inverseOf } from "../../../src/serve/agents/plan.ts";

const PATH = ["mcpServers", "manifold"];
const ENTRY = { command: "manifold", args: ["mcp"] };

describe("json", () => {
  test("a comment stays at the entry that it is about", () => {
    const text = '{\n  "mcpServers": {\n    "a": {}, // one\n    "b": {} // two\n    // end\n  }\n}\n';
    const after = json.put(text, PATH, ENTRY);
    expect(after).toBe(
      '{\n  "mcpServers": {\n    "a": {}, // one\n    "b": {}, // two\n    // end\n    "manifold": {\n      "command": "manifold",\n      "args": [\n        "mcp"\n      ]\n    }\n  }\n}\n',
    );
    expect(json.drop(after, PATH)).toBe(text);
  });

  test("the first, a middle and the last of several are taken out with one comma and their own line", () => {
    const text = '{ "mcpServers": {\n\t"a": 1, // x\n\t"manifold": { "command": "m" }, // y\n\t"b": 2\n} }';
    expect(json.drop(text, PATH)).toBe('{ "mcpServers": {\n\t"a": 1, // x // y\n\t"b": 2\n} }');
    expect(json.drop('{"mcpServers":{"manifold":{}},"z":[1]}', PATH)).toBe('{"mcpServers":{},"z":[1]}');
    expect(json.drop('{"mcpServers":{"manifold":{},"a":1}}', PATH)).toBe('{"mcpServers":{"a":1}}');
    expect(json.drop('{"mcpServers":{"a":1,"manifold":{}}}', PATH)).toBe('{"mcpServers":{"a":1}}');
  });

  test("any object, however laid out: the entry is added, all else is equal, and taking it out gives the same value", () => {
    const layout = fc.constantFrom(0, 1, 2, 4, "\t");
    // The parser that the comparison is made with takes such a key for the object's prototype.
    const key = fc.string().filter((one) => one !== "__proto__");
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.jsonValue()),
        fc.dictionary(key, fc.jsonValue()),
        fc.boolean(),
        layout,
        fc.boolean(),
        (top, servers, nested, space, crlf) => {
          const value: Record<string, unknown> = { ...top };
          delete value.mcpServers;
          delete servers.manifold;
          if (nested) value.mcpServers = servers;
          const text = JSON.stringify(value, null, space).replaceAll("\n", crlf ? "\r\n" : "\n");
          const after = json.put(text, PATH, ENTRY);
          expect(parse(after)).toEqual({
            ...(parse(text) as object),
            mcpServers: { ...(nested ? (parse(text) as { mcpServers: object }).mcpServers : {}), manifold: ENTRY },
          });
          expect(json.put(after, PATH, ENTRY)).toBe(after);
          const { from, length, text: was } = inverseOf(text, after);
          expect(after.slice(0, from) + was + after.slice(from + length)).toBe(text);
          expect(parse(json.drop(after, PATH))).toEqual({
            ...(parse(text) as object),
            mcpServers: nested ? (parse(text) as { mcpServers: object }).mcpServers : {},
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("toml", () => {
  test("servers in an inline table or as dotted keys are edited where they are", () => {
    for (const text of [
      'mcp_servers = { a = { command = "x" } }\n',
      'mcp_servers.a.command = "x" # c\n',
      '[mcp_servers]\na = { command = "x" }\n[z]\n',
    ]) {
      const after = toml.put(text, ["mcp_servers", "manifold"], ENTRY);
      expect(toml.value(after)).toMatchObject({ mcp_servers: { a: { command: "x" }, manifold: ENTRY } });
      expect(toml.value(toml.drop(after, ["mcp_servers", "manifold"]))).toEqual(toml.value(text));
    }
  });

  test("a table with more in it, and tables below it, go as a whole; comments of others stay", () => {
    const text = '# head\n[mcp_servers.manifold]\ncommand = "m"\n\n[mcp_servers.manifold.env]\nA = "1"\n\n# next\n[next]\na = 1\n';
    const after = toml.drop(text, ["mcp_servers", "manifold"]);
    expect(toml.value(after)).toEqual({ next: { a: 1 } });
    expect(after).toContain("# next\n[next]\na = 1\n");
  });
});
