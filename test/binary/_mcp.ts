/** Talking to the compiled MCP server with the official client, or line by line. Not a test file. */
import { afterAll, beforeAll } from "bun:test";
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type CallToolResult, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { TOOLS } from "../../src/serve/mcp/server.ts";
import { binary, Place, SMALL } from "./_binary.ts";

/** What `manifold schema mcp` promises of each tool: every result is held to it. */
const OUTPUTS = new Map(TOOLS.map((tool) => [tool.name, tool.output]));

/** What every finding tool answers. */
export interface Found {
  root: string;
  results: {
    chunk: string;
    path: string;
    start: number;
    end: number;
    kind: string;
    name: string;
    lines: [number, number][];
    depth?: number;
  }[];
  omitted: number;
  risk?: { level: string; reasons: string[] };
  graph?: { nodes: { id: string; qualified: string }[]; edges: { from: string; to: string; kind: string }[]; omitted: number };
  symbol?: { chosen: { qualified: string; path: string }; possible: number; unresolved: number };
  warnings: string[];
  next: string[];
}

export interface Called {
  text: string;
  error: boolean;
  found: Found;
  raw: CallToolResult;
}

/** The official client, connected to a server of its own. */
export class Agent implements AsyncDisposable {
  readonly progress: string[] = [];
  private constructor(
    readonly client: Client,
    /** Of the server; null where that is not the client's own. */
    readonly pid: number | null,
    private readonly folders: string[],
  ) {}

  /** @param roots folders that the client says it has open; null for a client without roots */
  static async start(place: Place, options: { roots?: string[] | null; words?: string[]; cwd?: string } = {}): Promise<Agent> {
    const transport = new StdioClientTransport({
      command: binary(),
      args: ["mcp", ...(options.words ?? [])],
      cwd: options.cwd ?? place.tree,
      env: { PATH: process.env.PATH ?? "", HOME: place.home },
      stderr: "inherit",
    });
    return Agent.#over(transport, options.roots ?? null, () => transport.pid);
  }

  /** One of several at a server that listens. */
  static connect(web: WebServer, roots: string[] | null = null): Promise<Agent> {
    const headers = { Authorization: `Bearer ${web.token}` };
    return Agent.#over(new StreamableHTTPClientTransport(new URL(web.url), { requestInit: { headers } }) as Transport, roots, () => null);
  }

  static async #over(transport: Transport, roots: string[] | null, pid: () => number | null): Promise<Agent> {
    const client = new Client({ name: "test", version: "1" }, { capabilities: roots ? { roots: { listChanged: true } } : {} });
    const folders = [...(roots ?? [])];
    if (roots) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: folders.map((folder) => ({ uri: `file://${folder}` })) }));
    await client.connect(transport);
    await client.listTools();
    return new Agent(client, pid(), folders);
  }

  async call(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<Called> {
    const options = {
      timeout: 100_000,
      onprogress: (step: { message?: string | undefined }) => void this.progress.push(step.message ?? ""),
      ...(signal ? { signal } : {}),
    };
    const raw = (await this.client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
    if (raw.isError !== true) OUTPUTS.get(name)!.parse(raw.structuredContent);
    const [first] = raw.content;
    return {
      text: first?.type === "text" ? first.text : "",
      error: raw.isError === true,
      found: raw.structuredContent as unknown as Found,
      raw,
    };
  }

  /** The paths that a question finds. */
  async paths(query: string, more: Record<string, unknown> = {}): Promise<string[]> {
    const { found } = await this.call("search", { query, top_k: 50, budget: 20_000, ...more });
    return [...new Set(found.results.map((result) => result.path))].sort();
  }

  async open(folders: string[]): Promise<void> {
    this.folders.splice(0, this.folders.length, ...folders);
    await this.client.sendRootsListChanged();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

/** A small project and an agent that is connected to a server for it, for all tests of a file. */
export function connected(): { readonly place: Place; readonly agent: Agent } {
  let place: Place | undefined;
  let agent: Agent | undefined;
  beforeAll(async () => {
    place = new Place(SMALL);
    place.git();
    agent = await Agent.start(place);
  });
  afterAll(async () => {
    await agent?.[Symbol.asyncDispose]();
    place?.[Symbol.dispose]();
  });
  return {
    get place() {
      return place!;
    },
    get agent() {
      return agent!;
    },
  };
}

/** A server that listens on a port of its own. */
export interface WebServer extends AsyncDisposable {
  url: string;
  token: string;
  /** What it said when it began. */
  said: string;
  child: Bun.Subprocess<"ignore", "pipe", "pipe">;
}

export async function webServer(place: Place, words: string[] = [], env: Record<string, string> = {}): Promise<WebServer> {
  const child = place.start(["mcp", "--http", "0", ...words], { env });
  const reader = child.stderr.getReader();
  let said = "";
  while (!said.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The server ended: ${said}`);
    said += new TextDecoder().decode(value);
  }
  const url = /http:\/\/\S+\/mcp/.exec(said)![0];
  const token = env.MANIFOLD_MCP_TOKEN ?? readFileSync(/token in (\S+)\.\n/.exec(said)![1]!, "utf8");
  return {
    url,
    token,
    said,
    child,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/** A server that is spoken to line by line. */
export function rawServer(place: Place) {
  const child = Bun.spawn([binary(), "mcp"], {
    cwd: place.tree,
    env: { PATH: process.env.PATH ?? "", HOME: place.home },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines: Record<string, unknown>[] = [];
  let wake = (): void => {};
  const reading = (async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) lines.push(JSON.parse(part) as Record<string, unknown>);
      wake();
    }
    wake();
  })();
  return {
    child,
    lines,
    ended: reading,
    send(line: string): void {
      child.stdin.write(`${line}\n`);
      child.stdin.flush();
    },
    /** The next message that passes. */
    async until(passes: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
      for (let at = 0; ; ) {
        for (; at < lines.length; at++) if (passes(lines[at]!)) return lines[at]!;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (child.exitCode !== null && at >= lines.length) throw new Error("The server ended.");
      }
    },
  };
}

/** A project of many files, so that an index takes a moment. */
export function large(files: number): Place {
  const made = new Place();
  for (let i = 0; i < files; i++) {
    const body = Array.from(
      { length: 20 },
      (_, n) => `export function step${n}Of${i}(value: number): number {\n  return step${n}Of${(i + 1) % files}(value) + ${n};\n}\n`,
    );
    made.write(`src/part${i % 40}/file${i}.ts`, body.join("\n"));
  }
  made.git();
  return made;
}

export const HELLO = [
  '{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
].join("\n");

/** A call as a line. */
export const callLine = (id: number | string, name: string, args: unknown): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

/** Waits until something holds; a test that waits for ever is ended by its own timeout. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(20);
}

/** Is a process still there (a zombie is not)? */
export function alive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
