/** `manifold lsp`: editors, over the Language Server Protocol on standard input and output. */
import { EXIT } from "../../base/errors.ts";
import { tuneForBatch } from "../../base/pace.ts";
import { say } from "../../base/terminal.ts";
import { namedRoot } from "../../store/root.ts";
import { command } from "../command.ts";
import { leaveWithParent } from "../parent.ts";
import { indexFlag } from "../question.ts";

export default command({
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
