/** The MCP server: what a client may ask for, whatever way it comes in. One process has one `Host`, and a `Server` of the SDK for each client. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializedNotificationSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  McpError,
  ReadResourceRequestSchema,
  type RequestId,
  RootsListChangedNotificationSchema,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { Session } from "../../asking.ts";
import { asRefusal, Refusal } from "../../base/errors.ts";
import { store as storeSettings } from "../../base/limits.ts";
import { VERSION } from "../../base/program.ts";
import { brief, visible, visibleLines } from "../../base/visible.ts";
import type { MemberOptions } from "../../fleet/member.ts";
import { recallNoted } from "../../notes/memory.ts";
import { remember, rememberShown } from "../feedback/record.ts";
import type { Several } from "../fleet/open.ts";
import { mcp } from "../limits.ts";
import { holdsOthers } from "../session.ts";
import { sessionNotes } from "../settings.ts";
import { ofOne } from "./asked.ts";
import type { Waiting } from "./live.ts";
import { PROMPTS, promptOf } from "./prompts.ts";
import type { Reply } from "./reply.ts";
import { CHUNK_TEMPLATE, RESOURCES, readerOf } from "./resources.ts";
import { asArguments, type Tool } from "./tool.ts";
import { graph } from "./tools/graph.ts";
import { impact } from "./tools/impact.ts";
import { note } from "./tools/note.ts";
import { queryKnowledge } from "./tools/query_knowledge.ts";
import { readChunk } from "./tools/read_chunk.ts";
import { search, searchChunks } from "./tools/search_chunks.ts";
import type { StdioTransport } from "./transport.ts";
import { OpenTrees, rootFolders, treeFor } from "./trees.ts";
import { Turns } from "./turns.ts";

/** Every tool that only reads, in the order in which a client lists them. */
export const TOOLS: readonly Tool[] = [search, graph, impact, readChunk, queryKnowledge, searchChunks];

const INSTRUCTIONS =
  "Manifold answers questions about the code of the open project from a local index that is brought up to date at every call. " +
  "Start with `search`; ask `graph` for exact relations of a known symbol, `impact` before changing one, and `read_chunk` to read a citation " +
  "in full. Cite code as `chunk_id path:start-end`. An answer says when it does not know: candidates are marked ambiguous, and a count of " +
  "unresolved uses means that the list may not be complete.";

export interface ServeOptions {
  /** The folder that the server stands for where the client has no roots. */
  folder: string;
  /** The folder was named: it counts more than the client's roots. */
  named: boolean;
  /** May the client write notes? Only the user's own settings or flags say so (commands/mcp.ts). */
  notes: boolean;
  /** Record what is asked (serve/feedback/record.ts). */
  record: boolean;
  /** The database whose published trees are the fleet; null for the user's own. Only the command line names one. */
  address?: string | null;
}

/** What all clients of a process share: open trees, turns, what is recorded. */
export class Host {
  readonly #trees = new OpenTrees();
  readonly #turns = new Turns();
  readonly #recorder: Recorder;
  readonly #tools: ReadonlyMap<string, Tool>;

  constructor(private readonly options: ServeOptions) {
    this.#recorder = new Recorder(options.record);
    this.#tools = new Map((options.notes ? [...TOOLS, note] : TOOLS).map((tool) => [tool.name, tool]));
  }

  /** A server of its own for the client at the other end of a transport. */
  async connect(transport: Transport): Promise<Server> {
    const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {} };
    const server = new Server({ name: "manifold", version: VERSION }, { capabilities, instructions: INSTRUCTIONS });
    const roots = new ClientRoots(server, this.options.named);
    const client = (extra: Extra, token?: string | number): Asker => ({
      waiting: waitingOf(extra, token),
      roots: () => roots.folders(extra.requestId),
    });
    server.setNotificationHandler(RootsListChangedNotificationSchema, () => roots.forget());
    server.setNotificationHandler(InitializedNotificationSchema, () => {});
    this.#offerTools(server, client);
    this.#offerResources(server, client);
    this.#offerPrompts(server, client);
    await server.connect(transport);
    refuseBadCalls(transport);
    return server;
  }

  #offerTools(server: Server, client: Client): void {
    const tools = this.#tools;
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map((tool) => tool.listed) }) as ListToolsResult);
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const tool = tools.get(params.name);
      if (!tool)
        throw new McpError(ErrorCode.InvalidParams, `Unknown tool ${brief(params.name)}; there are ${[...tools.keys()].join(", ")}.`);
      try {
        const { root, fleet, run } = tool.check(params.arguments);
        const asker = client(extra, params._meta?.progressToken);
        const { tree, made } = await this.#ask(
          root,
          asker,
          async (session) => {
            const several =
              fleet !== undefined || holdsOthers(session) ? await this.#several(session, fleet, asker, tool.name === impact.name) : null;
            if (several === null) return run(ofOne(session));
            try {
              return await run((await import("../fleet/open.ts")).ofMany(several, session));
            } finally {
              several.members.close();
            }
          },
          (reply) => reply.stale === true,
        );
        this.#recorder.add(tree, tool.name, made);
        return { content: [{ type: "text", text: visibleLines(made.text) }], structuredContent: made.structured };
      } catch (error) {
        return failed(error);
      }
    });
  }

  #offerResources(server: Server, client: Client): void {
    server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: RESOURCES.map(({ listed }) => listed) }));
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [CHUNK_TEMPLATE] }));
    server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, extra) => {
      const read = readerOf(uri);
      if (!read) throw new McpError(RESOURCE_NOT_FOUND, `There is no resource ${visible(brief(uri))}.`);
      const { made } = await told(this.#ask(undefined, client(extra), read));
      return { contents: [{ uri, mimeType: CHUNK_TEMPLATE.mimeType, text: visibleLines(made) }] };
    });
  }

  #offerPrompts(server: Server, client: Client): void {
    server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: PROMPTS.map(({ listed }) => listed) }));
    server.setRequestHandler(GetPromptRequestSchema, async ({ params }, extra) => {
      const prompt = PROMPTS.find(({ listed }) => listed.name === params.name);
      if (!prompt)
        throw new McpError(
          ErrorCode.InvalidParams,
          `Unknown prompt ${brief(params.name)}; there are ${PROMPTS.map(({ listed }) => listed.name).join(", ")}.`,
        );
      const args = params.arguments ?? {};
      const missing = prompt.listed.arguments?.find(({ name, required }) => required === true && (args[name] ?? "").trim() === "");
      if (missing) throw new McpError(ErrorCode.InvalidParams, `The argument ${missing.name} is missing: ${missing.description}`);
      if (prompt.reads !== true) return promptOf(prompt, args, null);
      const { made } = await told(this.#ask(undefined, client(extra), async (session) => promptOf(prompt, args, session)));
      return made;
    });
    server.setRequestHandler(CompleteRequestSchema, async ({ params: { ref, argument } }, extra) => {
      if (ref.type !== "ref/prompt" || argument.name !== "symbol") return { completion: { values: [] } };
      const { made } = await told(
        this.#ask(undefined, client(extra), async ({ store }) => store.namesStarting(argument.value, MOST_COMPLETIONS + 1)),
      );
      return { completion: { values: made.slice(0, MOST_COMPLETIONS), hasMore: made.length > MOST_COMPLETIONS } };
    });
  }

  /** The trees of the fleet that are named with the one that is open, or the members of a workspace; null where there is no other. */
  async #several(session: Session, fleet: readonly string[] | undefined, { waiting }: Asker, always: boolean): Promise<Several | null> {
    const { openAround, openFleetWith } = await import("../fleet/open.ts");
    const options: MemberOptions = {
      beside: (root) => sessionNotes(root, Date.now()),
      // The others need not wait for one that somebody else writes.
      open: ({ root }) => this.#leased(root, { ...waiting, lockMs: storeSettings.refreshWaitMs }),
    };
    return fleet === undefined
      ? openAround(session, options)
      : openFleetWith({ address: this.options.address ?? null, names: [...fleet] }, session, options, always);
  }

  /** A tree's index as it is now, held until it is closed. */
  #leased(root: string, waiting: Waiting): Promise<Session & { close(): void }> {
    const tree = this.#trees.at(root, true);
    const { notes } = sessionNotes(root, Date.now());
    return new Promise((resolve, reject) => {
      tree.use(waiting, (session) => new Promise<void>((close) => resolve({ ...session, notes, close }))).catch(reject);
    });
  }

  /** Works something out on the index as it is now, in turn. */
  async #ask<T>(
    named: string | undefined,
    { waiting, roots }: Asker,
    work: (session: Session) => Promise<T>,
    isStale?: (made: T) => boolean,
  ): Promise<{ tree: string; made: T }> {
    return this.#turns.take(waiting.signal, async () => {
      const tree = this.#trees.at(treeFor(named, await roots(), this.options.folder));
      const made = await tree.use(
        waiting,
        async (session) => {
          await this.#turns.next(waiting.signal);
          const { notes, warnings } = sessionNotes(session.root, Date.now());
          return work({ ...session, notes, warnings: [...session.warnings, ...warnings] });
        },
        isStale,
      );
      return { tree: tree.root, made };
    });
  }

  /** Resolves once every answer under way is out, or had its time. */
  async close(): Promise<void> {
    await Promise.race([this.#turns.idle(), Bun.sleep(mcp.lingerMs)]);
    this.#recorder.flush();
    this.#trees.close();
  }
}

/** Serves one client until its input ends. */
export async function serve(transport: StdioTransport, options: ServeOptions): Promise<void> {
  const host = new Host(options);
  const ended = new Promise<void>((resolve) => {
    transport.onend = resolve;
  });
  const server = await host.connect(transport);
  await Promise.race([
    ended,
    new Promise<void>((resolve) => {
      server.onclose = resolve;
    }),
  ]);
  await host.close();
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Whoever asks: what it is told meanwhile, and what it lets us look into. */
interface Asker {
  waiting: Waiting;
  roots: () => Promise<string[] | null>;
}
type Client = (extra: Extra, token?: string | number) => Asker;

/** Of the protocol: no resource has that address. */
const RESOURCE_NOT_FOUND = -32_002;
/** As many as the protocol lets through. */
const MOST_COMPLETIONS = 100;

/** A refusal as an error of the protocol, where there is no result that could say it. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { what, fix, code } = asRefusal(error);
    throw new McpError(
      code === "citation-unknown" ? RESOURCE_NOT_FOUND : ErrorCode.InternalError,
      visible(`${brief(what, 600)} ${brief(fix, 400)} [${code}]`),
    );
  }
}

/** What a call tells of itself while it waits. @param token by which the client knows what progress is of; undefined if it wants none */
function waitingOf(extra: Extra, token: string | number | undefined): Waiting {
  let told = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    signal: extra.signal,
    onProgress:
      token === undefined
        ? null
        : (message, _done, total) => {
            const now = performance.now();
            if (now - last < mcp.progressMs) return;
            last = now;
            // Every step of the work counts from nothing; what a client is told must only grow.
            const progress = ++told;
            void extra
              .sendNotification({ method: "notifications/progress", params: { progressToken: token, progress, message } })
              .catch(() => total);
          },
  };
}

const CALL = 'tools/call takes {"name": "search", "arguments": {"query": "…"}}: a name, and an object of arguments.';

/** Answers a request to call a tool whose parameters have not even the form of one: the SDK would call that an error of the server's own. */
function refuseBadCalls(transport: Transport): void {
  const take = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (!isBadCall(message)) take?.(message, extra);
    else void transport.send({ jsonrpc: "2.0", id: message.id, error: { code: ErrorCode.InvalidParams, message: CALL } }).catch(() => {});
  };
}

function isBadCall(message: JSONRPCMessage): message is JSONRPCRequest {
  if (!("method" in message) || message.method !== "tools/call" || !("id" in message)) return false;
  const { name, arguments: given = {} } = (message.params ?? {}) as { name?: unknown; arguments?: unknown };
  return typeof name !== "string" || typeof given !== "object" || given === null || Array.isArray(given);
}

/** What went wrong as a result that a model can read and mend. */
function failed(error: unknown): CallToolResult {
  const { what, fix, code } = asRefusal(error);
  return { content: [{ type: "text", text: visible(`${brief(what, 600)} ${brief(asArguments(fix), 400)} [${code}]`) }], isError: true };
}

/** What the client lets us look into, asked once and again when it says that it changed. */
class ClientRoots {
  #asked: Promise<string[] | null> | null = null;
  /** It has named one: an empty list now means that everything was closed. */
  #had = false;

  constructor(
    private readonly server: Server,
    private readonly named: boolean,
  ) {}

  forget(): void {
    this.#asked = null;
  }

  /** @param asker the request that wants to know: over HTTP the question goes out with its answer */
  folders(asker: RequestId): Promise<string[] | null> {
    this.#asked ??= this.#ask(asker);
    return this.#asked;
  }

  async #ask(asker: RequestId): Promise<string[] | null> {
    if (this.named || !this.server.getClientCapabilities()?.roots) return null;
    try {
      const { roots } = await this.server.listRoots({}, { timeout: mcp.rootsMs, relatedRequestId: asker });
      // It could name some and never did (the inspector, say): nothing is said about folders.
      if (roots.length === 0 && !this.#had) return null;
      this.#had = true;
      return rootFolders(roots.map((root) => root.uri));
    } catch (error) {
      // It said that it has roots, and then would not name them.
      if (error instanceof McpError) return null;
      throw new Refusal("unexpected", "The client's roots cannot be asked for.", "Name the folder with --root.", { cause: error });
    }
  }
}

// What the tools answered, recorded as `q` does (serve/feedback/record.ts): after the answer is out, many at a time.

interface Asked {
  root: string;
  tool: string;
  reply: Reply;
}

/** Records of one server. */
export class Recorder {
  #waiting: Asked[] = [];
  #timer: Timer | null = null;

  /** @param enabled false where the server was told not to record */
  constructor(private readonly enabled: boolean) {}

  /** Records the answer that a reply was made of, or the places that it shows, once the client has it. */
  add(root: string, tool: string, reply: Reply): void {
    if (!this.enabled || (reply.answer === undefined && reply.shown === undefined)) return;
    this.#waiting.push({ root, tool, reply: { text: "", structured: {}, answer: reply.answer, shown: reply.shown } });
    this.#timer ??= setTimeout(() => this.flush(), mcp.recordMs);
  }

  /** Writes down what waits. In order: a place that is read now was named by an answer before. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const waiting = this.#waiting.splice(0);
    for (let at = 0; at < waiting.length; ) {
      const { root, tool, reply } = waiting[at]!;
      for (const place of reply.shown ?? []) rememberShown(root, place);
      let end = at + 1;
      if (reply.answer === undefined) at = end;
      else {
        while (end < waiting.length && waiting[end]!.root === root && waiting[end]!.tool === tool && waiting[end]!.reply.answer) end++;
        const answers = waiting.slice(at, end).flatMap((one) => one.reply.answer ?? []);
        remember(root, `mcp:${tool}`, answers);
        recallNoted(
          root,
          answers.flatMap((answer) => answer.notes),
          Date.now(),
        );
        at = end;
      }
    }
  }
}
