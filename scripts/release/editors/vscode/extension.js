/** Starts `manifold lsp` and hands it the files that are open: all there is to the extension. */
const { commands, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

/** A lens that is clicked lists the references. */
async function resolveCodeLens(lens, token, next) {
  const resolved = await next(lens, token);
  if (resolved?.command) {
    const { activeTextEditor } = window;
    const uri = activeTextEditor?.document.uri;
    if (uri) resolved.command = { title: resolved.command.title, command: "manifold.references", arguments: [uri, resolved.range.start] };
  }
  return resolved;
}

async function references(uri, position) {
  const found = await commands.executeCommand("vscode.executeReferenceProvider", uri, position);
  await commands.executeCommand("editor.action.showReferences", uri, position, found ?? []);
}

async function start() {
  // Set for the whole machine only: a folder does not say which program runs.
  const command = workspace.getConfiguration("manifold").get("path") || "manifold";
  client = new LanguageClient(
    "manifold",
    "Manifold",
    { command, args: ["lsp"], transport: TransportKind.stdio },
    { documentSelector: [{ scheme: "file" }], middleware: { resolveCodeLens } },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`Manifold: ${command} does not start (${error.message}). Install it, or name it in the setting manifold.path.`);
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand("manifold.references", references),
    commands.registerCommand("manifold.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
