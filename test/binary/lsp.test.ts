/** The compiled language server, asked by the official client over standard input and output. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { CancellationTokenSource } from "vscode-languageserver-protocol/node";
import { Editor, type EditorOptions } from "../serve/lsp/_editor.ts";
import { OTHERS, PYTHON, TYPESCRIPT } from "../serve/lsp/_trees.ts";
import { binary, Place, run } from "./_binary.ts";
import { eventually, large } from "./_mcp.ts";

const mayWatch = Bun.which("strace") !== null && run(["strace", "-o", "/dev/null", "true"], "/").exit === 0;

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** An editor and the server that it started. */
async function connected(
  place: Place,
  options: EditorOptions & { before?: string[]; words?: string[] } = {},
): Promise<{ editor: Editor; child: Child }> {
  const [program, ...words] = [...(options.before ?? []), binary(), "lsp", ...(options.words ?? [])] as [string, ...string[]];
  const child = spawn(program, words, {
    cwd: place.tree,
    env: { PATH: process.env.PATH ?? "", HOME: place.home },
    stdio: ["pipe", "pipe", "ignore"],
  });
  return { editor: await Editor.start(place.tree, child.stdout, child.stdin, options), child };
}

const exitOf = (child: Child): Promise<number | null> => new Promise((resolve) => child.on("exit", resolve));

interface Answer {
  results: { path: string; start: number; end: number; line: number | null; name: string; kind: string }[];
  symbol: { chosen: { id: string; qualified: string } | null };
}

describe("the same as the commands, of the same place", () => {
  let place: Place;
  let editor: Editor;
  let child: Child;
  beforeAll(async () => {
    place = new Place({ ...PYTHON, ...TYPESCRIPT, ...OTHERS });
    place.git();
    place.manifold(["index", "."]);
    ({ editor, child } = await connected(place, { words: ["--stdio"] }));
  });
  afterAll(() => {
    child?.kill();
    place?.[Symbol.dispose]();
  });
  const asked = (...words: string[]): Answer => JSON.parse(place.manifold([...words, "--json", "-k", "1000"]).out) as Answer;

  test("definition, references and calls of every use that the graph has", async () => {
    const sql =
      "SELECT DISTINCT edges.path, edges.line, symbols.name FROM edges JOIN symbols ON symbols.id = dst" +
      " WHERE edges.kind IN ('calls', 'inherits', 'implements', 'uses') AND resolution <> 'dispatch' AND symbols.path IS NOT NULL ORDER BY 1, 2, 3";
    const { rows } = JSON.parse(place.manifold(["sql", sql, "--json"]).out) as { rows: [path: string, line: number, name: string][] };
    const lines = (path: string) => readFileSync(join(place.tree, path), "utf8").split("\n");
    const uses = rows.filter(([path, line, name]) => new RegExp(`\\b${RegExp.escape(name)}(?!\\w)`).test(lines(path)[line - 1] ?? ""));
    expect(uses.length).toBeGreaterThan(15);
    const compared = new Set<string>();
    for (const [path, line, name] of uses) {
      const at = editor.at(path, line, name);
      const { results, symbol } = asked("def", name, "--at", `${path}:${line}`);
      const found = ((await editor.definition(at)) ?? []).map((one) => /^(.*):(\d+):\d+$/.exec(one)!.slice(1));
      const where = `${path}:${line} ${name}`;
      expect([where, found.length]).toEqual([where, results.length]);
      for (const [i, one] of results.entries()) {
        const [to, row] = found[i]!;
        expect([where, to, Number(row) >= one.start && Number(row) <= one.end]).toEqual([where, one.path, true]);
      }
      const { id } = symbol.chosen!;
      if (compared.has(id)) continue;
      compared.add(id);
      const used = asked("refs", id).results.flatMap((one) => (one.line === null ? [] : `${one.path}:${one.line}`));
      const references = ((await editor.references(at)) ?? []).map((one) => one.replace(/:\d+$/, ""));
      expect([where, references.sort()]).toEqual([where, [...new Set(used)].sort()]);
      const callers = asked("callers", id).results.map((one) => one.name);
      const { incoming, items } = await editor.calls(at);
      if (items.length > 0)
        expect([where, [...new Set(incoming.map((one) => one.split(" ")[0]))].sort()]).toEqual([where, [...new Set(callers)].sort()]);
    }
    expect(compared.size).toBeGreaterThan(10);
  }, 120_000);

  test("types below and above", async () => {
    for (const [path, line, name] of [
      ["db.py", 5, "Base"],
      ["src/shape.ts", 1, "Shape"],
      ["go/store.go", 4, "Saver"],
      ["java/Dog.java", 1, "Dog"],
      ["rust/src/store.rs", 1, "Draw"],
    ] as const) {
      const { above, below } = await editor.types(editor.at(path, line, name));
      const named = (command: string) => asked(command, "--at", `${path}:${line}`, "--depth", "1").results.map((one) => one.name);
      expect([name, below.sort(), above.sort()]).toEqual([name, named("subclasses").sort(), named("superclasses").sort()]);
    }
  });

  test("risk of a change and its tests", async () => {
    const { impact } = JSON.parse(place.manifold(["impact", "Base.save", "--json"]).out) as {
      impact: { risk: { level: string; reasons: string[] } };
    };
    const text = (await editor.hover(editor.at("db.py", 8, "save")))!;
    expect(text).toContain(`risk ${impact.risk.level}`);
    for (const reason of impact.risk.reasons) expect(text).toContain(`- ${reason}`);
  });
});

describe("a server and its editor", () => {
  test("a tree that was never indexed: requests wait for the index, and its progress is told", async () => {
    using place = large(600);
    const { editor, child } = await connected(place);
    const at = editor.at("src/part0/file0.ts", 2, "step0Of1(");
    // One that nobody waits for any more does not end the work that others need.
    const source = new CancellationTokenSource();
    const cancelled = editor.ask("textDocument/definition", at, source.token);
    source.cancel();
    await expect(cancelled).rejects.toMatchObject({ code: -32800 });
    expect(existsSync(join(place.tree, ".manifold", "index.db"))).toBe(false);
    expect(await editor.definition(at)).toEqual(["src/part1/file1.ts:1:17"]);
    await eventually(() => editor.progress.at(-1) === "end");
    expect(editor.progress[0]).toStartWith(`begin Manifold: indexing ${place.tree}`);
    expect(editor.progress.filter((line) => line.startsWith("report")).length).toBeGreaterThan(0);
    expect(existsSync(join(place.tree, ".manifold", "index.db"))).toBe(true);
    child.kill();
  });

  test("it ends when it is told to, with its input, and with the code that the protocol has", async () => {
    using place = new Place(PYTHON);
    const told = await connected(place);
    const ended = exitOf(told.child);
    expect(await told.editor.ask("shutdown", undefined)).toBeNull();
    await told.editor.connection.sendNotification("exit");
    expect(await ended).toBe(0);
    const rude = await connected(place);
    const left = exitOf(rude.child);
    await rude.editor.connection.sendNotification("exit");
    expect(await left).toBe(1);
    const gone = await connected(place);
    const closed = exitOf(gone.child);
    gone.child.stdin.end();
    expect(await closed).toBe(0);
  });

  test("without a folder it stands for the one that it was started in, and what is no file of it is null", async () => {
    using place = new Place(PYTHON);
    place.git();
    const { editor, child } = await connected(place, { folders: null });
    expect(await editor.definition(editor.at("db.py", 25, "helper"))).toEqual(["db.py:32:5"]);
    expect(await editor.hover({ textDocument: { uri: "file:///etc/hostname" }, position: { line: 0, character: 0 } })).toBeNull();
    child.kill();
  });

  test("what is no request of the protocol's is refused, and what is asked in a wrong form does not end it", async () => {
    using place = new Place(PYTHON);
    const { editor, child } = await connected(place);
    await expect(editor.ask("textDocument/unheardOf", {})).rejects.toMatchObject({ code: -32601 });
    for (const params of [
      {},
      { textDocument: {} },
      { textDocument: { uri: 7 }, position: "x" },
      { textDocument: { uri: editor.uri("db.py") } },
    ])
      await editor.ask("textDocument/definition", params).catch(() => null);
    expect(await editor.definition(editor.at("db.py", 25, "helper"))).toEqual(["db.py:32:5"]);
    child.kill();
  });

  test.skipIf(!mayWatch)("opens no socket, and writes nothing but its index, cache and state (strace)", async () => {
    using place = new Place({ ...PYTHON, ...OTHERS });
    place.git();
    const log = join(place.base, "calls");
    const { editor, child } = await connected(place, {
      before: ["strace", "-f", "-qq", "-y", "-s", "4096", "-e", "trace=socket,connect,bind,openat,rename,mkdir", "-o", log],
    });
    await editor.hover(editor.at("db.py", 25, "helper"));
    await editor.lenses("go/main.go");
    await editor.symbols("a");
    const ended = exitOf(child);
    child.stdin.end();
    await ended;
    const lines = readFileSync(log, "latin1").split("\n");
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => /\b(?:connect|bind)\(|\bsocket\((?!AF_UNIX)/.test(line))).toEqual([]);
    const written = lines.filter((line) => /O_CREAT|\b(?:rename|mkdir)\(/.test(line) && !line.includes(" = -1 "));
    const path = (line: string) => /"([^"]*)"/.exec(line)?.[1] ?? "";
    expect(
      written.map(path).filter((one) => one.startsWith("/") && !one.startsWith(place.base) && !/^\/(?:dev|proc|tmp\/\.bun)/.test(one)),
    ).toEqual([]);
    expect(written.map(path).filter((one) => one.startsWith(place.tree) && !one.startsWith(join(place.tree, ".manifold")))).toEqual([]);
  });
});
