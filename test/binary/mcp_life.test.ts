/** The MCP server's life: first indexes, many calls, what is no message, and clients that go away. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { binary, Place, quoted, SMALL } from "./_binary.ts";
import { Agent, alive, callLine, connected, eventually, HELLO, large, rawServer } from "./_mcp.ts";

const here = connected();

describe("life", () => {
  test("a first index tells its progress; a cancelled call ends, and the server goes on", async () => {
    using fresh = large(300);
    await using other = await Agent.start(fresh);
    const cancel = new AbortController();
    const cancelled = other.call("search", { query: "step1Of1" }, cancel.signal).then(
      () => "answered",
      () => "cancelled",
    );
    const kept = other.call("search", { query: "step1Of2" });
    await eventually(() => other.progress.length > 0);
    cancel.abort();
    expect(await cancelled).toBe("cancelled");
    expect(await other.client.ping()).toEqual({});
    expect((await kept).found.results[0]!.path).toBe("src/part2/file2.ts");
    expect(other.progress[0]).toMatch(/\w/);
  });

  test("a thousand calls at once are all answered, each with its own answer", async () => {
    const asked = Array.from({ length: 1_000 }, (_, i) => ["authenticate", "hash", "login", "render_report"][i % 4]!);
    const answers = await Promise.all(asked.map((symbol) => here.agent.call("graph", { operation: "definition", symbol, budget: 1_000 })));
    expect(answers.map((answer) => answer.found.results[0]?.name)).toEqual(asked);
  });

  test("what is no message is answered as JSON-RPC says, and nothing more", async () => {
    using quiet = new Place(SMALL);
    const server = rawServer(quiet);
    const errorOf = (message: Record<string, unknown>) => (message.error as { code: number } | undefined)?.code;
    server.send("this is not JSON");
    expect(errorOf(await server.until((message) => message.id === null))).toBe(-32_700);
    server.send(HELLO);
    await server.until((message) => message.id === "hello");
    server.send("");
    server.send('{"jsonrpc":"1.0","id":4,"method":"ping"}');
    expect(errorOf(await server.until((message) => message.id === 4))).toBe(-32_600);
    server.send("[1,2]");
    server.send('{"jsonrpc":"2.0","id":5,"method":"no/such"}');
    expect(errorOf(await server.until((message) => message.id === 5))).toBe(-32_601);
    server.send(callLine(6, "no_such_tool", {}));
    expect(errorOf(await server.until((message) => message.id === 6))).toBe(-32_602);
    server.send('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":5}}');
    expect(errorOf(await server.until((message) => message.id === 7))).toBe(-32_602);
    server.send(callLine(8, "search", "words"));
    expect(errorOf(await server.until((message) => message.id === 8))).toBe(-32_602);
    // Longer than a message may be: refused, its end thrown away, the next one understood.
    server.send(`{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":"${"y".repeat(17 * 2 ** 20)}"}}`);
    await server.until((message) => message.id === null && errorOf(message) === -32_600 && /longer/.test(JSON.stringify(message)));
    server.send(callLine(10, "search", { query: "login", budget: 1_000 }));
    const { result } = (await server.until((message) => message.id === 10)) as { result: { isError?: boolean } };
    expect(result.isError).toBeUndefined();
    server.child.stdin.end();
    expect(await server.child.exited).toBe(0);
  });

  test("requests in a pipe are all answered before the server ends with its input", () => {
    const input = [HELLO, ...[1, 2, 3].map((id) => callLine(id, "search", { query: "login", budget: 1_000 }))].join("\n");
    const { exit, out, err } = here.place.manifold(["mcp"], { input });
    expect([exit, err]).toEqual([0, ""]);
    const ids = out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: unknown }).id);
    expect(new Set(ids)).toEqual(new Set(["hello", 1, 2, 3]));
  });

  test("a client that is killed leaves no process behind: not the server, not what it was building with", async () => {
    using busy = large(250);
    // Its input is held open by others, so only the death of its parent tells.
    const script = `mkfifo ../in; exec 3<>../in; ${quoted(binary())} mcp <../in >../out & echo $!; printf '%s\\n' "$1" >&3; sleep 100 3>&-`;
    const input = [HELLO, callLine(1, "search", { query: "step1Of1" })].join("\n");
    const holder = Bun.spawn(["sh", "-c", script, "sh", input], {
      cwd: busy.tree,
      env: { PATH: process.env.PATH ?? "", HOME: busy.home },
      stdout: "pipe",
    });
    const { value } = await holder.stdout.getReader().read();
    const pid = Number(new TextDecoder().decode(value).trim());
    const children = (): number[] =>
      readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((one) => {
          try {
            return readFileSync(`/proc/${one}/cmdline`, "utf8").includes(busy.tree);
          } catch {
            return false;
          }
        });
    await eventually(() => children().length > 0);
    const workers = children();
    holder.kill("SIGKILL");
    await eventually(() => !alive(pid) && workers.every((one) => !alive(one)));
    // What was begun did not harm the index.
    expect(busy.manifold(["q", "step1Of1", "--json"]).exit).toBe(0);
  });

  test("a client that closes its end while an index is built is not waited for", async () => {
    using busy = large(250);
    const server = rawServer(busy);
    server.send(HELLO);
    server.send(callLine(1, "search", { query: "step1Of1" }));
    await server.until((message) => message.id === "hello");
    server.child.kill("SIGKILL");
    await server.child.exited;
    const again = rawServer(busy);
    again.send(HELLO);
    again.send(callLine(1, "search", { query: "step1Of1" }));
    again.child.stdin.end();
    expect(await again.child.exited).toBe(0);
  });

  test("nothing is written but the index and the cache of the program", async () => {
    const listing = (folder: string): string[] =>
      (readdirSync(folder, { recursive: true }) as string[]).filter(
        (path) => !path.startsWith(".manifold") && !/^\.(?:cache|local)(?:\/|$)/.test(path),
      );
    using clean = new Place(SMALL);
    const before = [listing(clean.tree), listing(clean.home)];
    {
      await using other = await Agent.start(clean);
      await other.call("search", { query: "login" });
      await other.call("impact", { symbol: "hash" });
    }
    expect([listing(clean.tree), listing(clean.home)]).toEqual(before);
  });

  test("memory stays where it is over many calls", async () => {
    const resident = (): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${here.agent.pid!}/status`, "utf8"))![1]) / 1024;
    const round = async (calls: number): Promise<void> => {
      for (let i = 0; i < calls; i++)
        await here.agent.call(
          i % 2 === 0 ? "search" : "graph",
          i % 2 === 0 ? { query: `how does login ${i % 7}` } : { operation: "callers", symbol: "hash" },
        );
    };
    await round(150);
    const before = resident();
    await round(150);
    expect(resident() - before).toBeLessThan(40);
  });
});
