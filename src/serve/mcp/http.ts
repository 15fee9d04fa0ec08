/**
 * The MCP server over streamable HTTP, for clients that connect instead of starting a program: on this machine's loopback only, with a token.
 *
 * A port on loopback is open to every user and every web page of the machine, so nothing is read of a request before its `Host` and `Origin` are ours
 * (a page whose name was made to lead here has its own) and it has shown the token. The protocol itself is the SDK's.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { Refusal } from "../../base/errors.ts";
import { ownSecret } from "../../store/seal.ts";
import { mcp } from "../limits.ts";
import type { Host } from "./server.ts";

const ADDRESS = "127.0.0.1";
const PATH = "/mcp";
/** The environment variable that has the token. */
export const TOKEN_VARIABLE = "MANIFOLD_MCP_TOKEN";

/** What clients must show, and where it stands. */
export interface Token {
  value: string;
  /** The file that holds it; null where it came from the environment. */
  path: string | null;
}

/**
 * The token of the environment, else that of the state folder, made once so that the settings of a client can hold it.
 * @throws Refusal `bad-value` for one that is too short, `output-unwritable` where none can be kept
 */
export function tokenOf(env: Record<string, string | undefined>): Token {
  const given = env[TOKEN_VARIABLE];
  if (given !== undefined && given !== "") {
    // What git and others are started with is no business of theirs.
    delete env[TOKEN_VARIABLE];
    if (given.length < mcp.leastToken || !/^[\x21-\x7e]+$/.test(given))
      throw new Refusal(
        "bad-value",
        `${TOKEN_VARIABLE} must have at least ${mcp.leastToken} characters, none of them a blank.`,
        "Give it a long random value (openssl rand -hex 32), or unset it.",
      );
    return { value: given, path: null };
  }
  try {
    const { path, bytes } = ownSecret("mcp-token", 64, () =>
      Buffer.from(Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")),
    );
    return { value: Buffer.from(bytes).toString("latin1"), path };
  } catch (error) {
    throw new Refusal(
      "output-unwritable",
      `The token cannot be kept (${error instanceof Error ? error.message : String(error)}).`,
      `Set ${TOKEN_VARIABLE} to a long random value.`,
      { cause: error },
    );
  }
}

/** One client. */
interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  /** When it last sent something. */
  heard: number;
  /** Streams on which it listens. */
  streams: number;
}

export interface Listening {
  url: string;
  /** Ends all sessions and lets go of the port. */
  close(): Promise<void>;
}

/**
 * Listens until it is closed.
 * @param port 0 for any that is free
 * @param patience milliseconds after which a silent session ends, and between two looks for such
 * @throws Refusal `port-taken`
 */
export function listen(
  host: Host,
  port: number,
  token: string,
  patience: { idleMs: number; sweepMs: number } = { idleMs: mcp.sessionIdleMs, sweepMs: mcp.sweepMs },
): Listening {
  const sessions = new Map<string, Session>();
  const wanted = digest(`Bearer ${token}`);
  let names: ReadonlySet<string> = new Set();

  const begin = async (request: Request): Promise<Response> => {
    if (!makeRoom(sessions)) return refusal(503, "Too many clients are connected.");
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      maxRequestBodySize: mcp.maxMessageBytes,
      onsessioninitialized: (id) => void sessions.set(id, { transport, heard: performance.now(), streams: 0 }),
    });
    const server = await host.connect(transport);
    server.onclose = () => void sessions.delete(transport.sessionId ?? "");
    const response = await transport.handleRequest(request);
    // It did not begin with a handshake: nobody can ever speak to this one again.
    if (transport.sessionId === undefined) await server.close();
    return response;
  };

  const answer = async (request: Request, forever: () => void): Promise<Response> => {
    const trouble = stranger(request, names);
    if (trouble) return refusal(403, trouble);
    if (new URL(request.url).pathname !== PATH) return refusal(404, `There is nothing here but ${PATH}.`);
    if (!timingSafeEqual(digest(request.headers.get("authorization") ?? ""), wanted))
      return refusal(401, "The token is missing or wrong.", { "WWW-Authenticate": 'Bearer realm="manifold"' });
    forever();
    const id = request.headers.get("mcp-session-id");
    if (id === null) return begin(request);
    const session = sessions.get(id);
    if (!session) return refusal(404, "There is no such session (any more): begin anew.");
    session.heard = performance.now();
    if (request.method !== "GET") return session.transport.handleRequest(request);
    session.streams++;
    request.signal.addEventListener("abort", () => {
      session.streams--;
      session.heard = performance.now();
    });
    const response = await session.transport.handleRequest(request);
    return response.ok && response.body ? new Response(response.body.pipeThrough(begun()), response) : response;
  };

  const web = bound(port, async (request, server) => answer(request, () => server.timeout(request, 0)));
  names = new Set([ADDRESS, "localhost"].flatMap((name) => [`${name}:${web.port}`, ...(web.port === 80 ? [name] : [])]));
  const sweep = setInterval(() => {
    for (const session of sessions.values()) if (silence(session) > patience.idleMs) void session.transport.close();
  }, patience.sweepMs);
  return {
    url: `http://${ADDRESS}:${web.port}${PATH}`,
    async close() {
      clearInterval(sweep);
      const stopped = web.stop(false);
      // Whoever listens would go on doing so.
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      await web.stop(true);
      await stopped;
    },
  };
}

type Web = Bun.Server<undefined>;

/** @throws Refusal `port-taken` */
function bound(port: number, fetch: (request: Request, server: Web) => Promise<Response>): Web {
  try {
    return Bun.serve({
      hostname: ADDRESS,
      port,
      fetch,
      maxRequestBodySize: mcp.maxMessageBytes,
      development: false,
      // Unless it is said, two servers would share the port, and clients reach now one, now the other.
      reusePort: false,
      error: () => refusal(500, "Something went wrong."),
    });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new Refusal(
      "port-taken",
      `Nothing can listen on ${ADDRESS}:${port} (${code ?? "unknown reason"}).`,
      "Name another port: manifold mcp --http PORT.",
      {
        cause: error,
      },
    );
  }
}

/** Why a request is none of a client on this machine; null if it may be one. */
function stranger({ headers }: Request, names: ReadonlySet<string>): string | null {
  if (!names.has(headers.get("host")?.toLowerCase() ?? "")) return "The Host is not this machine.";
  const origin = headers.get("origin");
  return origin === null || (origin.startsWith("http://") && names.has(origin.slice("http://".length).toLowerCase()))
    ? null
    : "Web pages may not ask.";
}

/** Milliseconds since a client was heard; one that listens is there. */
const silence = ({ heard, streams }: Session): number => (streams > 0 ? 0 : performance.now() - heard);

/** Is there room for one more? Of those that do not listen, the one that was silent for longest goes. */
function makeRoom(sessions: ReadonlyMap<string, Session>): boolean {
  if (sessions.size < mcp.maxSessions) return true;
  const [longest] = [...sessions.values()].filter(({ streams }) => streams === 0).sort((a, b) => a.heard - b.heard);
  void longest?.transport.close();
  return longest !== undefined;
}

/** Events behind a comment: the head of an answer is sent with its first bytes, and a client waits for it. */
const begun = (): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(": listening\n\n")) });

const digest = (text: string): Uint8Array => createHash("sha256").update(text).digest();

const refusal = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status, headers });
