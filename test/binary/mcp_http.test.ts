/** The MCP server over HTTP: who may speak to it, several clients at once, and its end. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { binary, Place, quoted, run, SMALL } from "./_binary.ts";
import { Agent, eventually, large, type WebServer, webServer } from "./_mcp.ts";

let place: Place;
let web: WebServer;
beforeAll(async () => {
  place = new Place(SMALL);
  place.git();
  web = await webServer(place);
});
afterAll(async () => {
  await web?.[Symbol.asyncDispose]();
  place?.[Symbol.dispose]();
});

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

/** A request as a client makes it, with something changed. */
function post(body: unknown, headers: Record<string, string | null> = {}, path = ""): Promise<Response> {
  const all: Record<string, string | null> = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    Authorization: `Bearer ${web.token}`,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  return fetch(web.url + path, { method: "POST", headers: given, body: typeof body === "string" ? body : JSON.stringify(body) });
}

/** A session by hand: its id. */
async function session(): Promise<string> {
  const response = await post(HELLO);
  expect(response.status).toBe(200);
  await response.text();
  const id = response.headers.get("mcp-session-id")!;
  expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" }, { "Mcp-Session-Id": id })).status).toBe(202);
  return id;
}

/** Status of a request that fetch would not send: its Host is another one. */
async function statusOf(headers: string[]): Promise<number> {
  const { port } = new URL(web.url);
  const body = JSON.stringify(HELLO);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(
        [
          "POST /mcp HTTP/1.1",
          ...headers,
          "Content-Type: application/json",
          "Accept: application/json, text/event-stream",
          `Authorization: Bearer ${web.token}`,
          `Content-Length: ${Buffer.byteLength(body)}`,
          "Connection: close",
          "",
          body,
        ].join("\r\n"),
      ),
    );
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString();
      const status = /^HTTP\/1\.1 (\d+)/.exec(text);
      if (status) resolve(Number(status[1]));
      socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(text)));
  });
}

describe("who may ask", () => {
  test("whoever has the token; it is 0600, random, and the same the next time", async () => {
    const path = join(place.home, ".local/state/manifold/mcp-token");
    expect(web.token).toMatch(/^[0-9a-f]{64}$/);
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual([web.token, 0o600]);
    expect(web.said).toContain(path);
    expect(web.said).not.toContain(web.token);
    await using again = await webServer(place);
    expect(again.token).toBe(web.token);
    using other = new Place(SMALL);
    await using another = await webServer(other);
    expect(another.token).not.toBe(web.token);
  });

  test("without it, or with another, nothing is answered, whatever is asked", async () => {
    const wrong = [
      null,
      "",
      web.token,
      `Bearer ${web.token}x`,
      `Bearer ${web.token.slice(1)}`,
      "Bearer ",
      `Basic ${btoa(`x:${web.token}`)}`,
    ];
    for (const given of wrong) {
      const response = await post(HELLO, { Authorization: given });
      expect([given, response.status]).toEqual([given, 401]);
      expect(response.headers.get("www-authenticate")).toStartWith("Bearer");
      expect(await response.text()).not.toContain("serverInfo");
    }
    const id = await session();
    for (const method of ["GET", "POST", "DELETE", "PUT"])
      expect((await fetch(web.url, { method, headers: { "Mcp-Session-Id": id, Accept: "text/event-stream" } })).status).toBe(401);
    // That of a session is none.
    expect((await post(HELLO, { Authorization: `Bearer ${id}` })).status).toBe(401);
  });

  test("a web page may not, whatever name leads here", async () => {
    const { host, port } = new URL(web.url);
    for (const origin of [
      "http://evil.example",
      "https://localhost",
      `http://localhost.evil.example:${port}`,
      "null",
      `http://evil.example:${port}`,
    ])
      expect([origin, (await post(HELLO, { Origin: origin })).status]).toEqual([origin, 403]);
    for (const own of [`http://${host}`, `http://localhost:${port}`])
      expect([own, (await post(HELLO, { Origin: own })).status]).toEqual([own, 200]);
    for (const name of ["evil.example", `evil.example:${port}`, "localhost", "127.0.0.1:1", `127.0.0.1.evil.example:${port}`])
      expect([name, await statusOf([`Host: ${name}`])]).toEqual([name, 403]);
    expect(await statusOf([`Host: LOCALHOST:${port}`])).toBe(200);
  });

  test("nobody from another machine: only 127.0.0.1 is listened on", async () => {
    const { port } = new URL(web.url);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => (list ?? []).map(({ address }) => address))
      .filter((one) => one !== "127.0.0.1");
    for (const address of [...others, "127.0.0.2"]) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ port: Number(port), host: address }, () => resolve(true));
        socket.on("error", () => resolve(false));
        socket.setTimeout(2_000, () => resolve(false));
      });
      expect([address, reached]).toEqual([address, false]);
    }
  });

  test("the environment's token counts, is handed to no child, and is refused where it could be guessed", async () => {
    const MANIFOLD_MCP_TOKEN = "a-token-of-my-own-0123456789";
    const bin = join(place.base, "bin");
    const seen = join(place.base, "seen");
    run(["mkdir", bin], place.base);
    writeFileSync(join(bin, "git"), `#!/bin/sh\nenv >> ${quoted(seen)}\nexec ${quoted(Bun.which("git")!)} "$@"\n`, { mode: 0o755 });
    await using own = await webServer(place, [], { MANIFOLD_MCP_TOKEN, PATH: `${bin}:${process.env.PATH}` });
    await using agent = await Agent.connect(own);
    expect((await agent.call("search", { query: "login" })).error).toBe(false);
    expect(own.said).not.toContain(MANIFOLD_MCP_TOKEN);
    expect(readFileSync(seen, "utf8")).toContain("PATH=");
    expect(readFileSync(seen, "utf8")).not.toContain("a-token-of-my-own");
    for (const token of ["short", "with blanks in it, and long enough"]) {
      const refused = place.manifold(["mcp", "--http", "0"], { env: { MANIFOLD_MCP_TOKEN: token } });
      expect([refused.exit, refused.err.includes("[bad-value]")]).toEqual([2, true]);
    }
  });

  test("a file of the token that others can read is not believed", () => {
    using open = new Place(SMALL);
    run(["mkdir", "-p", join(open.home, ".local/state/manifold")], open.base);
    const path = join(open.home, ".local/state/manifold/mcp-token");
    run(["sh", "-c", `printf %064d 0 > "$1"`, "sh", path], open.base);
    chmodSync(path, 0o644);
    const refused = open.manifold(["mcp", "--http", "0"]);
    expect([refused.exit, refused.err.includes("others can read"), refused.err.includes("MANIFOLD_MCP_TOKEN")]).toEqual([3, true, true]);
  });
});

const mayWatch = Bun.which("strace") !== null && run(["strace", "-o", "/dev/null", "true"], "/").exit === 0;

test.skipIf(!mayWatch)("without the flag no socket is opened, with it one, which is bound to 127.0.0.1 (strace)", async () => {
  const log = join(place.base, "calls");
  const watch = ["strace", "-f", "-qq", "-e", "trace=socket,bind,connect,listen", "-o", log, binary(), "mcp"];
  const env = { HOME: place.home };
  const input = [HELLO, { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "search", arguments: { query: "login" } } }];
  const stdio = run(watch, place.tree, { env, input: input.map((one) => `${JSON.stringify(one)}\n`).join("") });
  expect(stdio.out).toContain("src/login.ts");
  const calls = (): string[] =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => /\b(?:socket|bind|connect|listen)\(/.test(line));
  expect(calls()).toEqual([]);
  const child = Bun.spawn(["timeout", "-s", "INT", "20", ...watch, "--http", "0"], {
    cwd: place.tree,
    env: { ...env, PATH: process.env.PATH! },
    stderr: "pipe",
  });
  await child.stderr.getReader().read();
  child.kill("SIGINT");
  await child.exited;
  expect(calls().filter((line) => /\bsocket\(/.test(line))).toHaveLength(1);
  expect(
    calls()
      .filter((line) => /\b(?:bind|connect)\(/.test(line))
      .map((line) => /\b(\w+)\(.*inet_addr\("([^"]+)"\)/.exec(line)?.slice(1)),
  ).toEqual([["bind", "127.0.0.1"]]);
});

describe("what is asked", () => {
  test("answers are those of the other way in, to several clients at once, each about its own roots", async () => {
    using second = new Place({ "lib/other.py": "def only_here():\n    return 1\n" });
    second.git();
    await using a = await Agent.connect(web);
    await using b = await Agent.connect(web, [second.tree]);
    await using c = await Agent.start(place);
    const asked = { operation: "callers", symbol: "authenticate" };
    const [over, other, stdio] = await Promise.all([
      a.call("graph", asked),
      b.call("search", { query: "only_here" }),
      c.call("graph", asked),
    ]);
    expect(over.raw).toEqual(stdio.raw);
    expect(other.found.results[0]!.path).toBe("lib/other.py");
    expect((await a.call("search", { query: "only_here" })).found.root).toBe(place.tree);
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        (i % 2 ? a : b).call("graph", { operation: "definition", symbol: i % 2 ? "hash" : "only_here" }),
      ),
    );
    expect(new Set(many.map(({ found }) => found.results[0]?.path))).toEqual(new Set(["src/hash.ts", "lib/other.py"]));
    expect((await a.call("search", { query: "" })).error).toBe(true);
  });

  test("a first index tells its progress; a cancelled call ends, and the others go on", async () => {
    using fresh = large(250);
    await using server = await webServer(fresh);
    await using one = await Agent.connect(server);
    await using two = await Agent.connect(server);
    const cancel = new AbortController();
    const cancelled = one.call("search", { query: "step1Of1" }, cancel.signal).then(
      () => "answered",
      () => "cancelled",
    );
    const kept = two.call("search", { query: "step1Of2" });
    await eventually(() => one.progress.length > 0);
    cancel.abort();
    expect(await cancelled).toBe("cancelled");
    expect(await one.client.ping()).toEqual({});
    expect((await kept).found.results[0]!.path).toBe("src/part2/file2.ts");
  });

  test("what is no message, no session or too long is answered with a status, and the server goes on", async () => {
    const id = await session();
    const inSession = { "Mcp-Session-Id": id };
    const rows: [number, Promise<Response>][] = [
      [400, post("{", inSession)],
      [400, post({ jsonrpc: "1.0" }, inSession)],
      [415, post(HELLO, { "Content-Type": "text/plain" })],
      [406, post(HELLO, { Accept: "text/html" })],
      [400, post({ jsonrpc: "2.0", id: 2, method: "tools/list" })],
      [404, post({ jsonrpc: "2.0", id: 2, method: "tools/list" }, { "Mcp-Session-Id": crypto.randomUUID() })],
      [400, post({ jsonrpc: "2.0", id: 2, method: "tools/list" }, { ...inSession, "MCP-Protocol-Version": "1999-01-01" })],
      [404, post(HELLO, {}, "/../etc/passwd")],
      [413, post(`"${"x".repeat(17 * 2 ** 20)}"`, inSession)],
    ];
    for (const [status, response] of rows) expect((await response).status).toBe(status);
    const bad = await post({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: 5 } }, inSession);
    expect(await bad.text()).toContain("-32602");
    const ended = await fetch(web.url, { method: "DELETE", headers: { Authorization: `Bearer ${web.token}`, ...inSession } });
    expect(ended.status).toBe(200);
    expect((await post({ jsonrpc: "2.0", id: 4, method: "ping" }, inSession)).status).toBe(404);
    await using agent = await Agent.connect(web);
    expect((await agent.call("search", { query: "login" })).error).toBe(false);
  });

  test("more clients than it keeps: those that are silent make room, those that listen stay", async () => {
    await using server = await webServer(place);
    await using first = await Agent.connect(server);
    for (let i = 0; i < 70; i++) {
      const headers = {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${server.token}`,
      };
      const response = await fetch(server.url, { method: "POST", headers, body: JSON.stringify(HELLO) });
      expect(response.status).toBe(200);
      await response.text();
    }
    expect((await first.call("search", { query: "login" })).error).toBe(false);
  });
});

describe("its end", () => {
  test("Ctrl-C lets go of the port, with clients that listen and a call under way", async () => {
    using busy = large(300);
    const server = await webServer(busy);
    const agent = await Agent.connect(server);
    void agent.call("search", { query: "step1Of1" }).catch(() => null);
    await eventually(() => agent.progress.length > 0);
    server.child.kill("SIGINT");
    expect(await server.child.exited).toBe(0);
    await agent.client.close().catch(() => {});
    const { port } = new URL(server.url);
    await using next = await webServer(busy);
    expect(busy.manifold(["mcp", "--http", new URL(next.url).port]).err).toContain("[port-taken]");
    const again = busy.start(["mcp", "--http", port]);
    const { value } = await again.stderr.getReader().read();
    expect(new TextDecoder().decode(value)).toContain(`:${port}/mcp`);
    again.kill("SIGTERM");
    expect(await again.exited).toBe(0);
  });

  test("a port is a number, and for --http alone", () => {
    for (const words of [["8000"], ["--http", "70000"], ["--http", "x"]]) expect(place.manifold(["mcp", ...words]).exit).toBe(2);
  });
});
