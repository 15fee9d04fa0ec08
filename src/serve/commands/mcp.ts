/** `manifold mcp`: the tools for agents, over the Model Context Protocol on standard input and output. */

import { EXIT } from "../../base/errors.ts";
import { tuneForBatch } from "../../base/pace.ts";
import { say } from "../../base/terminal.ts";
import { namedRoot } from "../../store/root.ts";
import { command } from "../command.ts";
import { leaveWithParent } from "../parent.ts";
import { guardOutput } from "../print.ts";
import { indexFlag } from "../question.ts";
import { userSettings } from "../settings.ts";

export default command({
  name: "mcp",
  about: "Serve agents over the Model Context Protocol (stdio)",
  flags: {
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
    ...indexFlag,
    "no-feedback": { type: "boolean", description: "Do not record what is asked (see manifold stats)" },
  },
  async run(flags) {
    const named = flags.text("root");
    const folder = named === undefined ? process.cwd() : namedRoot(named);
    tuneForBatch();
    const [{ serve }, { StdioTransport }] = await Promise.all([import("../mcp/server.ts"), import("../mcp/transport.ts")]);
    leaveWithParent();
    if (process.stdin.isTTY)
      say("manifold: waiting for an MCP client on standard input; manifold agents install connects those on this machine.\n");
    guardOutput();
    await serve(new StdioTransport(process.stdin, process.stdout), {
      folder,
      named: named !== undefined,
      notes: flags.on("write-notes") || (await userSettings()).notes.write,
      record: !flags.on("no-feedback"),
    });
    return EXIT.ok;
  },
});
