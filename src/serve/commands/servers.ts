/** What lives as long as its client: `manifold mcp` for agents (Model Context Protocol), `manifold lsp` for editors (Language Server Protocol). */
import { EXIT, Refusal } from "../../base/errors.ts";
import { tuneForBatch } from "../../base/program.ts";
import { say } from "../../base/visible.ts";
import { namedRoot } from "../../store/root.ts";
import { command } from "../command.ts";
import { mcp } from "../limits.ts";
import type { ServeOptions } from "../mcp/server.ts";
import { guardOutput } from "../print.ts";
import { indexFlag } from "../question.ts";
import { userSettings } from "../settings.ts";

export const mcpCommand = command({
  name: "mcp",
  about: "Serve agents over the Model Context Protocol: on standard input and output, or over HTTP on this machine",
  flags: {
    port: {
      type: "positional",
      valueHint: "PORT",
      description: `With --http: where to listen (default ${mcp.port}; 0 for any that is free)`,
    },
    http: {
      type: "boolean",
      description: "Listen on 127.0.0.1 for clients that have the token (MANIFOLD_MCP_TOKEN, else one that is made and kept) instead",
    },
    root: {
      type: "string",
      valueHint: "DIR",
      description:
        "Answer about the tree at DIR, whatever folders the client has open (default: the client's roots, else the current folder)",
    },
    "write-notes": {
      type: "boolean",
      description:
        'Offer the tool `note`, with which agents write notes (manifold note); your own settings can: {"notes": {"write": true}}',
    },
    fleet: {
      type: "string",
      valueHint: "ADDRESS",
      description: "Where a tool is asked about the fleet: what is published at postgres://… (default: your own fleet, see manifold fleet)",
    },
    ...indexFlag,
    "no-feedback": { type: "boolean", description: "Do not record what is asked (see manifold stats)" },
  },
  async run(flags) {
    const named = flags.text("root");
    const port = flags.word("port");
    if (port !== undefined && !flags.on("http"))
      throw new Refusal(
        "stray-word",
        `manifold mcp does not know what to do with "${port}".`,
        "A port is for --http: manifold mcp --http PORT.",
      );
    if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
      throw new Refusal("bad-value", `"${port}" is no port.`, "Give a number from 0 to 65535.");
    const address = flags.text("fleet") ?? null;
    if (address !== null && !(await import("../../fleet/shared/address.ts")).isAddress(address))
      throw new Refusal(
        "bad-value",
        "--fleet of manifold mcp names a database.",
        "Write for example --fleet postgres://db.example.org/code.",
      );
    const options: ServeOptions = {
      address,
      folder: named === undefined ? process.cwd() : namedRoot(named),
      named: named !== undefined,
      notes: flags.on("write-notes") || (await userSettings()).notes.write,
      record: !flags.on("no-feedback"),
    };
    tuneForBatch();
    if (flags.on("http")) await overHttp(options, port === undefined ? mcp.port : Number(port));
    else await overStdio(options);
    return EXIT.ok;
  },
});

async function overStdio(options: ServeOptions): Promise<void> {
  const [{ serve }, { StdioTransport }] = await Promise.all([import("../mcp/server.ts"), import("../mcp/transport.ts")]);
  leaveWithParent();
  if (process.stdin.isTTY)
    say("manifold: waiting for an MCP client on standard input; manifold agents install connects those on this machine.\n");
  guardOutput();
  await serve(new StdioTransport(process.stdin, process.stdout), options);
}

/** Until somebody ends it: it was started by hand, and belongs to no client. */
async function overHttp(options: ServeOptions, port: number): Promise<void> {
  const [{ Host }, { listen, tokenOf, TOKEN_VARIABLE }] = await Promise.all([import("../mcp/server.ts"), import("../mcp/http.ts")]);
  const token = tokenOf(process.env);
  const host = new Host(options);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
  const listening = listen(host, port, token.value);
  say(
    `manifold: MCP at ${listening.url} until Ctrl-C; clients send "Authorization: Bearer" and the token in ${token.path ?? TOKEN_VARIABLE}.\n`,
  );
  await stopped;
  await listening.close();
  await host.close();
}

// `manifold lsp`: editors, over the Language Server Protocol on standard input and output.

export const lspCommand = command({
  name: "lsp",
  about: "Serve editors over the Language Server Protocol (stdio)",
  flags: {
    root: {
      type: "string",
      valueHint: "DIR",
      description: "Answer about the tree at DIR where the editor has no folder open (default: the current folder)",
    },
    ...indexFlag,
    stdio: { type: "boolean", description: "Speak on standard input and output, as it does anyway: some editors add this" },
  },
  async run(flags) {
    const named = flags.text("root");
    const folder = named === undefined ? process.cwd() : namedRoot(named);
    tuneForBatch();
    const [{ serve }, node] = await Promise.all([import("../lsp/server.ts"), import("vscode-languageserver/node")]);
    leaveWithParent();
    if (process.stdin.isTTY) say("manifold: waiting for an editor on standard input; manifold help editors says how to connect one.\n");
    const reader = new node.StreamMessageReader(process.stdin);
    const connection = node.createConnection(reader, new node.StreamMessageWriter(process.stdout));
    const close = serve(connection, folder);
    const ended = new Promise<void>((resolve) => {
      reader.onClose(() => resolve());
      process.stdin.on("end", () => resolve());
    });
    connection.listen();
    await ended;
    close();
    return EXIT.ok;
  },
});

// A server ends with whoever started it.

/** A client that was killed closes our input; where something else holds that open, its death is seen by our parent being another one. */
export function leaveWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(EXIT.ok);
  }, mcp.parentMs).unref();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(EXIT.ok));
}
