/** The MCP server: tools over standard input and output until the client goes away. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  InitializedNotificationSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  McpError,
  RootsListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { asRefusal, Refusal } from "../../base/errors.ts";
import { VERSION } from "../../base/version.ts";
import { brief, visible, visibleLines } from "../../base/visible.ts";
import { recallNoted } from "../../notes/memory.ts";
import { remember, rememberShown } from "../feedback/record.ts";
import { mcp } from "../limits.ts";
import { sessionNotes } from "../settings.ts";
import type { Waiting } from "./live.ts";
import type { Reply } from "./reply.ts";
import type { Tool } from "./tool.ts";
import { graph } from "./tools/graph.ts";
import { impact } from "./tools/impact.ts";
import { note } from "./tools/note.ts";
import { queryKnowledge } from "./tools/query_knowledge.ts";
import { readChunk } from "./tools/read_chunk.ts";
import { search, searchChunks } from "./tools/search_chunks.ts";
import type { StdioTransport } from "./transport.ts";
import { rootFolders, Trees } from "./trees.ts";
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
}

/** Serves until the transport ends; resolves once every answer under way is out, or had its time. */
export async function serve(transport: StdioTransport, options: ServeOptions): Promise<void> {
  const server = new Server({ name: "manifold", version: VERSION }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  const roots = new ClientRoots(server, options.named);
  const trees = new Trees(() => roots.folders(), options.folder);
  const turns = new Turns();
  const recorder = new Recorder(options.record);
  const tools = options.notes ? [...TOOLS, note] : TOOLS;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map((tool) => tool.listed) }) as ListToolsResult);
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => roots.forget());
  server.setNotificationHandler(InitializedNotificationSchema, () => {});
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = byName.get(params.name);
    if (!tool)
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool ${brief(params.name)}; there are ${[...byName.keys()].join(", ")}.`);
    const token = params._meta?.progressToken;
    let told = 0;
    let last = Number.NEGATIVE_INFINITY;
    const waiting: Waiting = {
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
    try {
      return await turns.take(extra.signal, async () => called(tool, params.arguments, { trees, waiting, turns, recorder }));
    } catch (error) {
      return failed(error);
    }
  });
  const ended = new Promise<void>((resolve) => {
    transport.onend = resolve;
    server.onclose = resolve;
  });
  await server.connect(transport);
  await ended;
  await Promise.race([turns.idle(), Bun.sleep(mcp.lingerMs)]);
  recorder.flush();
  trees.close();
}

interface Around {
  trees: Trees;
  waiting: Waiting;
  turns: Turns;
  recorder: Recorder;
}

async function called(tool: Tool, args: unknown, { trees, waiting, turns, recorder }: Around): Promise<CallToolResult> {
  const { root, run } = tool.check(args);
  const tree = await trees.tree(root);
  const reply = await tree.use(
    waiting,
    async (session) => {
      await turns.next(waiting.signal);
      const { notes, warnings } = sessionNotes(session.root, Date.now());
      return run({ ...session, notes, warnings: [...session.warnings, ...warnings] });
    },
    (made) => made.stale === true,
  );
  recorder.add(tree.root, tool.name, reply);
  return { content: [{ type: "text", text: visibleLines(reply.text) }], structuredContent: reply.structured };
}

/** What went wrong as a result that a model can read and mend. */
function failed(error: unknown): CallToolResult {
  const { what, fix, code } = asRefusal(error);
  return { content: [{ type: "text", text: visible(`${brief(what, 600)} ${brief(fix, 400)} [${code}]`) }], isError: true };
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

  folders(): Promise<string[] | null> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<string[] | null> {
    if (this.named || !this.server.getClientCapabilities()?.roots) return null;
    try {
      const { roots } = await this.server.listRoots({}, { timeout: mcp.rootsMs });
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
