/** The output contract end to end: every answer fits the printed schema, paths, filters, exit codes, editors' lines, colours, citations. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import {
  type Answer,
  agentsSchema,
  answerSchema,
  graphSchema,
  historySchema,
  hookSchema,
  hotspotsSchema,
  indexReportSchema,
  languagesSchema,
  modelsSchema,
  showSchema,
  trustSchema,
} from "../../src/base/schema.ts";
import { Place, quoted, run, SMALL } from "./_binary.ts";

let place: Place;
beforeAll(() => {
  place = new Place({
    ...SMALL,
    "src/shape.ts": `export interface Shape {\n  area(): number;\n}\n\nexport class Square implements Shape {\n  constructor(readonly side: number) {}\n  area(): number {\n    return this.side * this.side;\n  }\n}\n\nexport class Cube extends Square {\n  volume(): number {\n    return this.area() * this.side;\n  }\n}\n`,
    "lib/util.py": `def save(path):\n    """Save a report to a path."""\n    return path\n\n\nclass Store:\n    def save(self, row):\n        return row\n\n\nclass Cache:\n    def save(self, row):\n        return Store().save(row)\n`,
    "lib/use.py":
      "from util import save\n\n\ndef report_all(paths):\n    # TODO: save in parallel\n    return [save(path) for path in paths]\n",
  });
  place.git();
  expect(place.manifold(["index", "."]).exit).toBe(0);
});
afterAll(() => place?.[Symbol.dispose]());

const ask = (...words: string[]): Answer & { exit: number } => {
  const { exit, out, err } = place.manifold([...words, "--json"]);
  expect([words, err]).toEqual([words, ""]);
  return { exit, ...answerSchema.strict().parse(JSON.parse(out)) };
};
const paths = (answer: Answer) => [...new Set(answer.results.map((result) => result.path))].sort();

describe("schema", () => {
  test("every strategy and operation prints every key of the schema, and nothing else", () => {
    const questions: string[][] = [
      ["q", "how does login work"],
      ["q", "find the auth code and what depends on it"],
      ["q", "grep for return"],
      ["q", "/pass\\w+/"],
      ["q", "what calls authenticate()"],
      ["q", "authenticate"],
      ["q", "authenticate", "--explain"],
      ["q", "nothing_like_this_anywhere"],
      ["q", "login", "--engines", "graph"],
      ["q", "login", "--engines", "lexical"],
      ["q", "login", "--engines", "vectors"],
      ["q", "check a password", "--regex", "^src/", "--keyword", "hash", "--depth", "2"],
      ["q", "--keyword", "hash"],
      ["q", "what calls the function that hashes the password", "--explain"],
      ["q", "nothing that anybody knows", "--llm"],
      ["def", "save"],
      ["refs", "authenticate"],
      ["callers", "hash"],
      ["callees", "login"],
      ["members", "Square"],
      ["subclasses", "Shape"],
      ["superclasses", "Cube"],
      ["imports", "src/auth.ts"],
      ["importers", "src/auth.ts"],
      ["impact", "hash"],
      ["trace", "login", "hash"],
      ["trace", "login", "--to-at", "src/auth.ts:5"],
      ["similar", "authenticate"],
      ["callers", "nobody_here"],
      ["def", "--at", "src/auth.ts:5"],
      ...["semantic", "structural", "hybrid", "keyword"].map((strategy) => ["q", "save", "--strategy", strategy]),
      ...[
        "search",
        "definition",
        "references",
        "callers",
        "callees",
        "subclasses",
        "superclasses",
        "imports",
        "importers",
        "members",
        "blast_radius",
        "similar",
        "related",
      ].map((operation) => ["q", "Square", "--op", operation]),
    ];
    const input = questions.filter(([command]) => command === "q" && true).length;
    expect(input).toBeGreaterThan(20);
    for (const words of questions) {
      const answer = ask(...words);
      expect([words, answer.exit]).toEqual([words, answer.results.length > 0 ? 0 : 1]);
      expect(answer.root).toBe(place.tree);
      expect(answer.results.map((result) => result.rank)).toEqual(answer.results.map((_, i) => i + 1));
      for (const { path, start, end } of answer.results)
        expect([words, path.startsWith("/"), path.includes(".."), start <= end]).toEqual([words, false, false, true]);
      if (answer.exit === 1) expect([words, answer.warnings.length > 0]).toEqual([words, true]);
    }
  });

  test("manifold schema prints what the answers are checked against", () => {
    const printed = (...words: string[]) => JSON.parse(place.manifold(["schema", ...words]).out);
    expect(printed()).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(answerSchema))));
    expect(printed("index")).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(indexReportSchema))));
    expect(printed("history")).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(historySchema))));
    expect(printed("hotspots")).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(hotspotsSchema))));
    expect(Object.keys(printed().properties).sort()).toEqual(printed().required.sort());
    const { out } = place.manifold(["index", ".", "--json"]);
    indexReportSchema.strict().parse(JSON.parse(out));
  });

  test.each([
    ["show", showSchema, ["show", "authenticate", "--json"]],
    ["graph", graphSchema, ["graph", "authenticate"]],
    ["languages", languagesSchema, ["languages", "--json"]],
    ["models", modelsSchema, ["models", "--json"]],
    ["hook", hookSchema, ["hook", "status", "--json"]],
    ["trust", trustSchema, ["trust", "--json"]],
    ["agents", agentsSchema, ["agents", "status", "--json"]],
  ] as const)("what %s prints is as its schema says", (name, schema, words) => {
    expect(JSON.parse(place.manifold(["schema", name]).out)).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(schema))));
    const { out, exit } = place.manifold([...words]);
    expect(exit).toBeLessThan(2);
    schema.strict().parse(JSON.parse(out));
  });

  test("one line a question with --jsonl; the same question has the same answer", () => {
    const { out } = place.manifold(["q", "-", "--jsonl"], { input: "how does login work\nhow does login work\n" });
    const [a, b] = out
      .trimEnd()
      .split("\n")
      .map((line) => ({ ...JSON.parse(line), timings_ms: {} }));
    expect(a).toEqual(b);
    expect(out.split("\n").length).toBe(3);
  });

  test("the graph as data: every edge joins nodes that are there", () => {
    for (const words of [["graph"], ["graph", "authenticate", "--depth", "2"]]) {
      const { nodes, edges } = JSON.parse(place.manifold(words).out) as Answer["graph"];
      const ids = new Set(nodes.map((node) => node.id));
      expect(edges.length).toBeGreaterThan(0);
      expect(edges.filter((edge) => !ids.has(edge.from) || !ids.has(edge.to))).toEqual([]);
    }
    const lines = place.manifold(["graph", "--format", "jsonl"]).out.trimEnd().split("\n");
    expect(new Set(lines.map((line) => JSON.parse(line).type))).toEqual(new Set(["node", "edge"]));
  });
});

describe("names, places and filters", () => {
  test("several definitions of one name are all listed, and the choice is explained", () => {
    const answer = ask("def", "save");
    expect(answer.symbol.candidates.map((node) => node.qualified).sort()).toEqual(["Cache.save", "Store.save", "save"]);
    expect(answer.warnings.find((warning) => warning.code === "several-definitions")?.message).toMatch(
      /^3 definitions have this name\. \S/,
    );
    const { out } = place.manifold(["callers", "save"]);
    for (const name of ["save", "Store.save", "Cache.save"]) expect(out).toContain(name);
    expect(ask("def", "Store.save").symbol.candidates.length).toBe(1);
  });

  test("--at means the symbol defined there, from wherever one stands", () => {
    expect(ask("callers", "--at", "lib/util.py:7").symbol.chosen?.qualified).toBe("Store.save");
    const { out } = place.manifold(["def", "--at", "util.py:12", "--json"], { cwd: `${place.tree}/lib` });
    expect(JSON.parse(out).symbol.chosen.qualified).toBe("Cache.save");
    expect(ask("q", "--op", "callers", "--at", "src/auth.ts:4").results.map((result) => result.qualified)).toEqual(["login"]);
  });

  test("filters work inside every search, and repeated ones add up", () => {
    const questions = [
      ["q", "save the report", "--strategy", "semantic"],
      ["q", "save the report and what calls it", "--strategy", "hybrid"],
      ["q", "grep for save"],
      ["refs", "save", "--include-possible"],
    ];
    for (const words of questions) {
      const all = paths(ask(...words, "-k", "50"));
      expect([words, all.includes("lib/use.py"), all.length > 1]).toEqual([words, true, words[0] === "q"]);
      // -k 1: a filter after the search would leave nothing.
      expect(paths(ask(...words, "--path", "lib/use.py", "-k", "1"))).toEqual(["lib/use.py"]);
      expect(paths(ask(...words, "--exclude", "util.py", "-k", "50"))).not.toContain("lib/util.py");
      expect(paths(ask(...words, "--lang", "python", "-k", "50")).filter((path) => !path.endsWith(".py"))).toEqual([]);
      expect(
        ask(...words, "--path", "lib/use.py", "--path", "lib/util.py", "--lang", "python", "--lang", "markdown", "-k", "50").exit,
      ).toBe(0);
      expect(ask(...words, "--exclude", "lib", "--exclude", "*.py", "--exclude", "*.ts", "--exclude", "*.md").results).toEqual([]);
      const kinds = ask(...words, "--kind", "function", "-k", "50");
      expect([words, kinds.results.length > 0]).toEqual([words, true]);
      expect([words, ask(...words, "--kind", "macro").results]).toEqual([words, []]);
    }
    expect(ask("q", "login", "--lang", "cobol").warnings.map((warning) => warning.code)).toContain("no-language");
  });

  test("a thick query combines a question, an expression, keywords and the graph, and its plan asks the same again", () => {
    const words = ["check a password", "--regex", "^src/.*", "--keyword", "hash", "--depth", "2", "-k", "5"];
    const answer = ask("q", ...words, "--explain");
    expect(paths(answer)).toContain("src/auth.ts");
    for (const path of paths(answer)) expect(path).toStartWith("src/");
    const ids = answer.graph.nodes.map((node) => node.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(answer.graph.nodes.map((node) => node.name)).toEqual(expect.arrayContaining(["hash", "authenticate", "login"]));
    place.write("plan.json", JSON.stringify(answer.plan));
    const again = ask("q", "--plan", "plan.json");
    expect([again.results, again.graph]).toEqual([answer.results, answer.graph]);
    const calls = ask("q", "check a password", "--edges", "calls").graph.edges.map((edge) => edge.kind);
    expect(calls.filter((kind) => kind !== "contains" && kind !== "calls")).toEqual([]);
    expect(paths(ask("q", "--regex", "^tools/"))).toEqual(["tools/report.py"]);
    expect(place.manifold(["q", "check a password", "--keyword", "hash"]).out).toMatch(/^subgraph: \d+ nodes, \d+ edges$/m);
    for (const bad of [
      ["--regex", "("],
      ["--edges", "marries"],
      ["--keyword", ""],
      ["--regex-in", "path"],
    ])
      expect([bad, place.manifold(["q", "login", ...bad]).exit]).toEqual([bad, 2]);
  });

  test("a relation of something described is answered by the graph, and the text says what was taken for it", () => {
    const { exit, out } = place.manifold(["q", "what calls the function that hashes the password", "--explain"]);
    expect(exit).toBe(0);
    expect(out).toMatch(/^plan callers of “hashes the password” = hash src\/hash\.ts:\d+$/m);
    expect(out).toContain("authenticate");
  });

  test("the budget cuts quotations, never citations; -k cuts citations", () => {
    const whole = ask("q", "area of a square", "--budget", "0", "-k", "5");
    const cut = ask("q", "area of a square", "--budget", "70", "-k", "5");
    expect(cut.results.map((result) => result.chunk)).toEqual(whole.results.map((result) => result.chunk));
    expect(cut.budget.tokens).toBeLessThan(whole.budget.tokens);
    expect(ask("q", "grep for return", "-k", "2").results.length).toBe(2);
  });
});

describe("forms of output", () => {
  test("text paths are relative to where one stands, JSON paths to the root", () => {
    const cwd = `${place.tree}/src`;
    expect(place.manifold(["def", "render_report"], { cwd }).out).toContain("../tools/report.py:4");
    expect(JSON.parse(place.manifold(["def", "render_report", "--json"], { cwd }).out).results[0].path).toBe("tools/report.py");
    expect(place.manifold(["def", "login"], { cwd }).out).toContain("\nlogin.ts:3");
    expect(place.manifold(["importers", "auth.ts"], { cwd }).exit).toBe(0);
    expect(place.manifold(["q", "login", "--root", "..", "--json"], { cwd }).exit).toBe(0);
    expect(place.manifold(["def", "login", "--root", place.tree], { cwd: "/" }).out).toContain(`${place.tree.slice(1)}/src/login.ts:3`);
  });

  test("--vimgrep prints path:line:column:text, and the line is there", () => {
    for (const words of [
      ["q", "grep for return"],
      ["callers", "authenticate"],
      ["q", "how does login work"],
      ["q", "/h.sh\\(/"],
    ]) {
      const { exit, out } = place.manifold([...words, "--vimgrep"]);
      expect(exit).toBe(0);
      for (const line of out.trimEnd().split("\n")) {
        const match = /^([^:]+):(\d+):(\d+):(.*)$/.exec(line);
        expect([line, match !== null]).toEqual([line, true]);
        const source = run(["sed", "-n", `${match![2]}p`, match![1]!], place.tree).out;
        expect([line, source.trim().includes(match![4]!.trim())]).toEqual([line, true]);
      }
    }
    const { out } = place.manifold(["q", 'grep for "authenticate(form"', "--vimgrep"]);
    expect(out).toMatch(/^src\/login\.ts:4:8:/);
  });

  test("--vimgrep: the whole line and the byte where it matters, nothing else that reads as a place; --files: paths and nothing else", () => {
    using wide = new Place({
      "a.ts": "export function größe(länge: number): number {\n  return länge;\n}\n",
      "b.ts": `import { größe } from "./a";\n\nexport function rufe(): number {\n  const straße = "äöü"; return größe(1) + straße.length;\n}\n`,
      "c d.ts": `import { größe } from "./a";\n\nexport const zwei = () => größe(2);\n`,
    });
    wide.git();
    const lines = ["callers", "größe", "--vimgrep"];
    const { out } = wide.manifold([...lines, "-k", "50"]);
    for (const [path, line, text] of [
      ["b.ts", 4, '  const straße = "äöü"; return größe(1) + straße.length;'],
      ["c d.ts", 3, "export const zwei = () => größe(2);"],
    ] as const)
      expect(out.split("\n")).toContain(`${path}:${line}:${Buffer.byteLength(text.slice(0, text.indexOf("größe"))) + 1}:${text}`);
    // A place that is defined is told where its name stands.
    expect(wide.manifold(["def", "rufe", "--vimgrep"]).out).toBe("b.ts:3:17:export function rufe(): number {\n");
    const quiet = wide.manifold(["callers", "zwei", "--vimgrep"]);
    expect([quiet.exit, quiet.out, /:\s*\d/.test(quiet.err)]).toEqual([1, "", false]);
    expect(wide.manifold(["callers", "größe", "--files"]).out.split("\n").toSorted()).toEqual(["", "b.ts", "c d.ts"]);
    expect(wide.manifold(["callers", "größe", "--files", "-0"]).out.split("\0").toSorted()).toEqual(["", "b.ts", "c d.ts"]);
    expect(wide.shell(`"$M" callers größe --files --null | xargs -0 ls`).out.split("\n").toSorted()).toEqual(["", "b.ts", "c d.ts"]);
    for (const words of [["--files", "--json"], ["--vimgrep", "--jsonl"], ["-0"]])
      expect(wide.manifold(["q", "größe", ...words]).exit).toBe(2);
  });

  test("programs get everything unless they ask for less; a budget takes text, never a result", () => {
    const all = ask("q", "save the report", "--strategy", "semantic", "-k", "50");
    expect([all.budget.limit, all.results.some(({ truncated, snippet }) => truncated || snippet === "")]).toEqual([0, false]);
    const little = ask("q", "save the report", "--strategy", "semantic", "-k", "50", "--budget", "300");
    expect(little.results.map(({ chunk }) => chunk)).toEqual(all.results.map(({ chunk }) => chunk));
    expect(little.results.every(({ snippet }) => snippet === "")).toBe(true);
    const explained = ask("q", "save the report", "--strategy", "semantic", "-k", "50", "--explain");
    expect(explained.results.length).toBe(all.results.length);
    // What a relation leads to is quoted too.
    for (const words of [
      ["callers", "authenticate"],
      ["q", "find the code that checks passwords and what calls authenticate"],
    ]) {
      const { results } = ask(...words);
      expect([words, results.length > 0, results.every(({ snippet }) => snippet !== "")]).toEqual([words, true, true]);
    }
  });

  test("a reader that has seen enough is no error; a full disk is", () => {
    for (const words of ["q return --json", "q 'grep for e' -k 500", "graph", "schema", "--help", "languages"]) {
      const { exit, out, err } = place.shell(`{ "$M" ${words}; echo "exit $?" >&2; } | head -1`);
      expect([words, exit, out !== "", err]).toEqual([words, 0, true, "exit 0\n"]);
      const full = place.shell(`"$M" ${words} > /dev/full`);
      expect([words, full.exit, full.err.includes("[output-unwritable]")]).toEqual([words, 3, true]);
    }
    expect(place.shell('"$M" q login >&-').exit).toBe(0);
    expect(place.shell('"$M" q login <&- 2>&-').exit).toBe(0);
    expect(place.manifold(["index", ".", "--json"]).exit).toBe(0);
  });

  test.skipIf(!Bun.which("script"))("colours on a terminal, none in a pipe or where they are not wanted (needs script)", () => {
    const terminal = (command: string, env: Record<string, string> = {}) =>
      run(["script", "-qec", command, "/dev/null"], place.tree, {
        env: { HOME: place.home, M: `${quoted(process.env.MANIFOLD_TEST_BINARY ?? "")}`, TERM: "xterm", ...env },
      }).out;
    const M = quoted(place.shell('printf %s "$M"').out);
    const coloured = (text: string) => text.includes("\u001b[");
    expect(coloured(terminal(`${M} q login`))).toBe(true);
    expect(coloured(terminal(`${M} show login`))).toBe(true);
    expect(coloured(terminal(`${M} q login`, { NO_COLOR: "1" }))).toBe(false);
    expect(coloured(terminal(`${M} q login`, { TERM: "dumb" }))).toBe(false);
    expect(coloured(terminal(`${M} q login --color never`))).toBe(false);
    expect(coloured(terminal(`${M} q login --json`))).toBe(false);
    expect(coloured(terminal(`${M} q login --vimgrep`))).toBe(false);
    expect(coloured(terminal(`${M} --help; ${M} q --help`, { NO_COLOR: "1" }))).toBe(false);
    expect(coloured(place.manifold(["q", "login"]).out)).toBe(false);
    expect(coloured(place.manifold(["q", "login", "--color", "always"]).out)).toBe(true);
    expect(coloured(place.manifold(["q", "login", "--color", "always"], { env: { NO_COLOR: "1" } }).out)).toBe(true);
    expect(place.manifold(["q", "login", "--color", "sometimes"]).exit).toBe(2);
  });

  for (const shell of ["bash", "zsh", "fish"])
    test.skipIf(!Bun.which(shell))(`completion for ${shell} is a script that it accepts, and knows every command (needs ${shell})`, () => {
      const { exit, out } = place.manifold(["completion", shell]);
      expect(exit).toBe(0);
      for (const word of ["callers", "superclasses", "show", "index"]) expect(out).toContain(word);
      expect(out).not.toContain("__parse");
      expect(run([shell, "-n", "/dev/stdin"], place.tree, { input: out })).toEqual({ exit: 0, out: "", err: "" });
    });

  test("completion in bash offers flags", () => {
    const script = `. ../c; COMP_WORDS=(manifold q --ex); COMP_CWORD=2; _manifold; echo "\${COMPREPLY[*]}"`;
    const { out } = place.shell(`"$M" completion bash > ../c && bash -c ${quoted(script)}`);
    expect(out.trim().split(/\s+/)).toEqual(expect.arrayContaining(["--exclude", "--explain"]));
    const offered = (...words: string[]) => {
      const line = `. ../c; COMP_WORDS=(manifold ${words.join(" ")} ""); COMP_CWORD=${words.length + 1}; _manifold; echo "\${COMPREPLY[*]}"`;
      return place.shell(`bash -c ${quoted(line)}`).out.trim();
    };
    expect(offered("q", "--strategy")).toBe("semantic structural hybrid keyword");
    expect(offered("hook")).toBe("install uninstall status pre-commit pre-push");
    expect(offered("completion")).toBe("bash zsh fish");
    // A path is a file again, and so is what no list is known of.
    expect([offered("index", "--why"), offered("hook", "--wait")]).toEqual([offered("show"), offered("show")]);
  });

  test("completion knows the index: symbols by their beginning, members behind their type, files besides; and is quiet without one", () => {
    const complete = (word: string, cwd = place.tree) => {
      const { exit, out, err } = place.manifold(["__complete", "--", word], { cwd });
      expect([exit, err]).toEqual([0, ""]);
      return out.split("\n").filter(Boolean);
    };
    expect(complete("auth")).toEqual(["authenticate"]);
    expect(complete("S")).toEqual(["Shape", "Square", "Store"]);
    expect(complete("Store.")).toEqual(["Store.save"]);
    expect(complete("s")).toEqual(expect.arrayContaining(["save", "Square"]));
    for (const nothing of ["", "no such", "$(touch x)", "--help", "%", "'"]) expect(complete(nothing)).toEqual([]);
    using bare = new Place(SMALL);
    expect(bare.manifold(["__complete", "--", "auth"])).toEqual({ exit: 0, out: "", err: "" });
    expect(existsSync(join(bare.tree, ".manifold"))).toBe(false);
    const path = `mkdir -p ../bin && ln -sf "$M" ../bin/manifold && PATH="$(cd ../bin && pwd):$PATH"`;
    const script = `. ../c; COMP_WORDS=(manifold callers auth); COMP_CWORD=2; _manifold; echo "\${COMPREPLY[*]}"; COMP_WORDS=(manifold importers sr); _manifold; echo "\${COMPREPLY[*]}"; COMP_WORDS=(manifold members s); _manifold; echo "\${COMPREPLY[*]}"`;
    const { out } = place.shell(`${path}; "$M" completion bash > ../c && bash -c ${quoted(script)}`);
    const [callers, importers, members] = out.split("\n");
    expect([callers, importers]).toEqual(["authenticate", "src"]);
    expect(members!.split(" ")).toEqual(expect.arrayContaining(["save", "src"]));
  });

  test.skipIf(!Bun.which("fish"))("completion in fish asks the index (needs fish)", () => {
    const path = `mkdir -p ../bin && ln -sf "$M" ../bin/manifold && PATH="$(cd ../bin && pwd):$PATH"`;
    const { out } = place.shell(
      `${path}; "$M" completion fish > ../f && fish -c ${quoted('source ../f; complete -C "manifold callers auth"')}`,
    );
    expect(out.trim()).toBe("authenticate");
  });

  test("help is as wide as the terminal, or as COLUMNS says", () => {
    const longest = (text: string) => Math.max(...text.split(/\r?\n/).map((line) => line.length));
    for (const words of [["--help"], ["q", "--help"], ["help", "callers"]]) {
      expect(longest(place.manifold(words, { env: { COLUMNS: "50" } }).out)).toBeLessThanOrEqual(50);
      expect(longest(place.manifold(words).out)).toBeLessThanOrEqual(80);
    }
    const wide = place.manifold(["q", "--help"], { env: { COLUMNS: "200" } }).out;
    expect(longest(wide)).toBeGreaterThan(80);
  });

  test("a question that begins with a dash is asked behind --; without it, that is said", () => {
    for (const question of ["--json output", "-k", "--help", "-0 what", "--"]) {
      const { exit, out, err } = place.manifold(["q", "--json", "--", question]);
      expect([question, err]).toEqual([question, ""]);
      expect([question, exit < 2, JSON.parse(out).query]).toEqual([question, true, question]);
    }
    const refused = place.manifold(["q", "--strange flag of it"]);
    expect([refused.exit, refused.err.includes("goes behind --")]).toEqual([2, true]);
    const { err } = place.manifold(["callers", "--", "--x"]);
    expect(err).toBe("");
  });

  test("every command explains itself, and knows no other flags than it names", () => {
    for (const command of [
      "q",
      "def",
      "callers",
      "trace",
      "show",
      "index",
      "graph",
      "languages",
      "schema",
      "completion",
      "mcp",
      "agents",
    ]) {
      const help = place.manifold([command, "--help"]);
      expect([command, help.exit, help.err]).toEqual([command, 0, ""]);
      // A topic of the manual is its page.
      const { out } = place.manifold(["help", command]);
      if (["index", "languages", "agents"].includes(command)) expect(out).toStartWith("# ");
      else expect(out).toBe(help.out);
      expect([command, place.manifold([command, "--unheard-of"]).exit]).toEqual([command, 2]);
    }
  });
});

describe("citations", () => {
  test("what q prints, show finds: as it is, after edits above, after moves, and says when it is not the same text", () => {
    using moving = new Place(SMALL);
    moving.git();
    const { out } = moving.manifold(["q", "render a report table", "-k", "1", "--json"]);
    const [result] = (JSON.parse(out) as Answer).results;
    const citation = `${result!.chunk} ${result!.path}:${result!.start}-${result!.end}`;
    const shown = (words: string) => {
      const { exit, out: text } = moving.manifold(["show", words, "--json"]);
      const [one] = exit === 0 ? (JSON.parse(text).shown as { path: string; start: number; lines: string[]; sameness: string }[]) : [];
      return {
        exit,
        path: one?.path,
        start: one?.start,
        has: one?.lines.some((line) => line.includes("def render_report")),
        sameness: one?.sameness,
      };
    };
    const first = shown(citation);
    expect(first).toMatchObject({ exit: 0, path: "tools/report.py", has: true });
    expect(shown(result!.chunk)).toEqual(first);
    const text = moving.manifold(["q", "render a report table", "-k", "1"]).out;
    const printed = /^(\S+:\d+-\d+) {2}/m.exec(text)![1]!;
    expect(shown(printed)).toMatchObject({ exit: 0, has: true });
    moving.write("tools/report.py", `# one\n# more\n# line\n${SMALL["tools/report.py"]}`);
    expect(shown(citation)).toMatchObject({ exit: 0, path: "tools/report.py", has: true });
    moving.write("tools/report.py", SMALL["tools/report.py"]!);
    mkdirSync(`${moving.tree}/moved`);
    renameSync(`${moving.tree}/tools/report.py`, `${moving.tree}/moved/report.py`);
    expect(shown(citation)).toMatchObject({ exit: 0, path: "moved/report.py", has: true });
    moving.write(
      "moved/report.py",
      SMALL["tools/report.py"]!.replace("Render rows", "Draw all the rows").replace('"\\n".join', '"; ".join'),
    );
    const changed = shown(citation);
    expect([changed.exit, changed.exit === 1 || changed.sameness !== first.sameness]).toEqual([changed.exit, true]);
    expect(moving.manifold(["show", "render_report", "--context", "2"]).out).toContain("format_row");
    expect(moving.manifold(["show", "src/auth.ts:4"]).out).toMatch(/> +4 {2}export function authenticate/);
    expect(moving.manifold(["show", "src/auth.ts:400"]).exit).toBe(1);
    expect(moving.manifold(["show", "src/none.ts:4"]).exit).toBe(1);
  });
});
