/** Sessions of the server over HTTP that nobody speaks in any more. */
import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { listen } from "../../../src/serve/mcp/http.ts";
import { Host } from "../../../src/serve/mcp/server.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";
const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

test("a session that sends nothing ends, one that listens stays until it goes, and the next one begins anew", async () => {
  const host = new Host({ folder: tmpdir(), named: true, notes: false, record: false });
  const web = listen(host, 0, TOKEN, { idleMs: 1_000, sweepMs: 50 });
  const send = (method: string, body: unknown, id?: string, signal?: AbortSignal): Promise<Response> =>
    fetch(web.url, {
      method,
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${TOKEN}`,
        ...(id === undefined ? {} : { "Mcp-Session-Id": id }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  const begun = async (): Promise<string> => {
    const response = await send("POST", HELLO);
    expect(response.status).toBe(200);
    await response.text();
    return response.headers.get("mcp-session-id")!;
  };
  /** Closing is told by a session's stream: it ends. */
  const isThere = async (id: string): Promise<boolean> => {
    const response = await send("DELETE", null, id);
    await response.text();
    return response.status === 200;
  };
  try {
    const leaves = new AbortController();
    const listening = await begun();
    // Its answer begins at once, though there is no event.
    const stream = await send("GET", null, listening, leaves.signal);
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const reader = stream.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(": listening\n\n");
    const silent = await Promise.all([begun(), begun()]);
    // Nothing is asked of them meanwhile: to ask is to be heard.
    await Bun.sleep(3_000);
    for (const id of silent) expect((await send("POST", { jsonrpc: "2.0", id: 2, method: "ping" }, id)).status).toBe(404);
    const answered = await send("POST", { jsonrpc: "2.0", id: 2, method: "ping" }, listening);
    expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('"result":{}')]);
    leaves.abort();
    await expect(reader.read()).rejects.toThrow();
    await Bun.sleep(3_000);
    expect(await isThere(listening)).toBe(false);
    await begun();
  } finally {
    await web.close();
    await host.close();
  }
}, 30_000);
