/** Names, code and questions that would act on a terminal, reorder what is read or hide it: in no output of any command do they arrive as they are. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Place } from "./_binary.ts";

/** Everything but tab and line feed that acts, reorders or hides. */
const HOSTILE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const MARKS = "\u001b[31m\u202e\u2066\u200f\u061c\u2028\u009b\u0007\u007f\ufeff\u{e0041}";
const name = `na${MARKS}me.py`;
const code = `"""Title ${MARKS} of it."""\nimport oth\u200eer\n\n\ndef callee():\n    return "${MARKS}"  # ${MARKS}\n\n\ndef caller():\n    return callee()\n`;

let place: Place;
beforeAll(() => {
  place = new Place({
    [name]: code,
    [`second${MARKS}/${name}`]: code.replaceAll("calle", "colle"),
    [`.manifold-notes/n${MARKS}.md`]: `---\nid: hostile\ntitle: ${JSON.stringify(`title ${MARKS}`)}\ntier: ${MARKS}\ntriggers: [callee]\nabout: [${JSON.stringify(name)}, ${JSON.stringify(`x${MARKS}@0123456789abcdef`)}]\nsupersedes: [${JSON.stringify(MARKS)}]\n---\ncallee ${MARKS}\n`,
    [`.manifold-notes/c${MARKS}.md`]: `<<<<<<< ${MARKS}\n=======\n>>>>>>> ${MARKS}\n`,
    [`t${MARKS}.md`]: `# A ${MARKS} b\n\nSee \`callee\`.\n`,
  });
  place.write("package.json", JSON.stringify({ name: `p${MARKS}`, scripts: { [`s${MARKS}`]: MARKS } }));
  place.git();
  place.write(name, code.replace("def callee():", "def callee(a):"));
  place.shell("git add -A");
  expect(place.manifold(["index", "."]).exit).toBe(0);
});
afterAll(() => place?.[Symbol.dispose]());

const q = `what calls ${MARKS} callee`;
const COMMANDS: string[][] = [
  ["q", q],
  ["q", q, "--json"],
  ["q", q, "--jsonl"],
  ["q", q, "--vimgrep"],
  ["q", q, "--explain"],
  ["q", "title", "--color", "never", "--regex", "na.*", "--depth", "2"],
  ["q", "grep for return", "--json"],
  ["q", `'${MARKS}'`, "--vimgrep"],
  ["q", "title", "--path", `**/${name}`],
  ["def", "callee"],
  ["def", `x${MARKS}`],
  ["callers", "callee", "--json"],
  ["imports", name],
  ["members", name],
  ["impact", "callee"],
  ["impact", "--staged"],
  ["impact", "--staged", "--json"],
  ["impact", "--staged", "--format", "markdown"],
  ["impact", "--staged", "--format", "sarif"],
  ["impact", "--diff", MARKS],
  ["show", "callee"],
  ["show", "callee", "--json"],
  ["show", `${name}:1`],
  ["index", "--why", name],
  ["index", ".", "--json"],
  ["index", MARKS],
  ["context", q],
  ["context", q, "--json"],
  ["chunks"],
  ["chunks", "--json"],
  ["graph"],
  ["graph", "callee", "--format", "jsonl"],
  ["graph", "--format", "dot"],
  ["graph", "--format", "graphml"],
  ["graph", "--format", "mermaid"],
  ["map", "--out", "-"],
  ["note", "list"],
  ["note", "list", "--json"],
  ["note", "show", "hostile"],
  ["note", "search", `callee ${MARKS}`],
  ["note", "search", "callee", "--json"],
  ["note", "review"],
  ["note", "show", MARKS],
  ["note", "add", "callee", "--about", MARKS],
  ["q", "what does the callee do", "--budget", "4000"],
  ["__complete", "--", "", "notes"],
  ["stats", "--queries", "50"],
  ["stats", "--queries", "50", "--json"],
  ["eval", MARKS],
  ["unused"],
  ["history"],
  ["hotspots"],
  ["sql", "SELECT * FROM symbols"],
  ["sql", "SELECT * FROM symbols", "--json"],
  ["sql", `SELECT ${MARKS}`],
  ["cycles"],
  ["communities"],
  [MARKS],
  ["q", "x", `--${MARKS}`],
  ["agents", "install", MARKS],
  ["completion", "bash"],
  ["hook", "install", MARKS],
];

describe("nothing that acts on a terminal comes out of", () => {
  test.each(COMMANDS.map((words) => [JSON.stringify(words.map((word) => word.replaceAll(MARKS, "…"))), words] as const))(
    "%s",
    (_, words) => {
      const { out, err, exit } = place.manifold(words);
      expect(err).not.toContain("[unexpected]");
      expect([exit, HOSTILE.exec(out)?.[0], HOSTILE.exec(err)?.[0]]).toEqual([exit, undefined, undefined]);
      expect(`${out}${err}`).not.toBe("");
    },
  );

  test("JSON, which means the same all the same", () => {
    const { results } = JSON.parse(place.manifold(["callers", "callee", "--json"]).out) as { results: { path: string; snippet: string }[] };
    expect(results.map((one) => one.path)).toEqual([name]);
    const { shown } = JSON.parse(place.manifold(["show", "callee", "--json"]).out) as { shown: { lines: string[] }[] };
    expect(shown[0]!.lines.join("\n")).toContain(MARKS);
    const nodes = (JSON.parse(place.manifold(["graph"]).out) as { nodes: { path: string }[] }).nodes.map((node) => node.path);
    expect(nodes).toContain(name);
  });

  test("the MCP server", () => {
    const calls = [
      { method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: MARKS, version: "1" } } },
      { method: "tools/call", params: { name: "search", arguments: { query: q } } },
      { method: "tools/call", params: { name: "search_chunks", arguments: { query: "callee", filters: { path_prefix: name } } } },
      { method: "tools/call", params: { name: "graph", arguments: { operation: "callers", symbol: "callee" } } },
      { method: "tools/call", params: { name: "impact", arguments: { symbol: `callee${MARKS}` } } },
      { method: "tools/call", params: { name: MARKS, arguments: {} } },
      { method: MARKS },
    ];
    const input = calls.map((call, id) => `${JSON.stringify({ jsonrpc: "2.0", id, ...call })}\n`);
    const { out, err } = place.manifold(["mcp"], { input: input.join("") });
    const replies = out.trimEnd().split("\n");
    expect(replies).toHaveLength(calls.length);
    expect([HOSTILE.exec(out)?.[0], HOSTILE.exec(err)?.[0]]).toEqual([undefined, undefined]);
    for (const reply of replies) {
      const content = (JSON.parse(reply) as { result?: { content?: { text: string }[] } }).result?.content ?? [];
      for (const { text } of content) expect(HOSTILE.exec(text)?.[0]).toBeUndefined();
    }
  });

  test("the page that a browser shows", () => {
    expect(place.manifold(["map"]).exit).toBe(0);
    const page = readFileSync(join(place.tree, ".manifold/map.html"), "utf8");
    expect(HOSTILE.exec(page)?.[0]).toBeUndefined();
    const data = /<script type="application\/json" id="data">(.*)<\/script>/.exec(page)![1]!;
    JSON.parse(data, (_, part: unknown) => {
      if (typeof part === "string") expect(HOSTILE.exec(part)?.[0]).toBeUndefined();
      return part;
    });
  });
});
