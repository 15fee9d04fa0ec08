/** `manifold agents`: tells the agents on this machine about the MCP server, in their own configuration files. */

import { EXIT } from "../../base/errors.ts";
import { namedRoot, rootFor } from "../../store/root.ts";
import { CLIENT_NAMES, CLIENTS, hereFrom, SCOPES, type Scope, type Start } from "../agents/clients.ts";
import { command } from "../command.ts";
import { type Flags, oneOf } from "../flags.ts";
import { print } from "../print.ts";
import { styleOf } from "../render/visible.ts";

const ACTIONS = ["install", "uninstall", "status", "snippet", "hint"] as const;

export default command({
  name: "agents",
  about: `Connect agents to the MCP server: install, uninstall, status or snippet, for ${CLIENT_NAMES.join(", ")}`,
  flags: {
    action: {
      type: "positional",
      valueHint: "install|uninstall|status|snippet|hint",
      description: "install, uninstall, status, snippet (text for AGENTS.md and the like, printed only), or hint (what the hook runs)",
    },
    client: {
      type: "positional",
      words: CLIENTS.length,
      valueHint: CLIENT_NAMES.join("|"),
      description: `${CLIENT_NAMES.join(", ")}; without one, those that are used here`,
    },
    scope: { type: "string", valueHint: SCOPES.join("|"), description: "The client's own configuration, or the project's (default user)" },
    root: { type: "string", valueHint: "DIR", description: "The project (default: the tree around the current folder)" },
    command: { type: "string", valueHint: "PATH", description: "The program to start (default: manifold, where PATH leads to this one)" },
    instructions: { type: "boolean", description: "Also put the snippet into, or take it out of, the project's instruction file" },
    "no-skill": { type: "boolean", description: "Leave the skill out, or where it is" },
    "no-hook": { type: "boolean", description: "Leave the hook out, or where it is" },
    yes: { type: "boolean", alias: "y", description: "Do not ask" },
    "dry-run": { type: "boolean", description: "Only show what would change" },
    json: { type: "boolean", description: "status: print one JSON object" },
    color: { type: "string", valueHint: "auto|always|never", description: "Colours; auto means on a terminal, unless NO_COLOR is set" },
  },
  async run(flags) {
    const action = oneOf("manifold agents", flags.word("action") ?? "", ACTIONS);
    const named = [...new Set(flags.list("client").flatMap((word) => word.split(",")))].map((name) =>
      oneOf("manifold agents", name, CLIENT_NAMES),
    );
    // Before every search of an agent: nothing else is loaded.
    if (action === "hint") return (await import("../agents/hint.ts")).hint();
    const { change, chosen, ownProgram, SNIPPET, status } = await import("../agents/install.ts");
    if (action === "snippet") {
      print(SNIPPET);
      return EXIT.ok;
    }
    const scope = flags.choice("scope", SCOPES) ?? "user";
    const place = hereFrom(projectOf(flags, scope));
    const start: Start = { command: flags.text("command") ?? ownProgram(), args: ["mcp"] };
    if (action === "status") return status(flags, named, place, start);
    return change(action, flags, chosen(named, scope, place), { scope, place, start, paint: styleOf(flags) });
  },
});

/** The project's folder; in user scope one is only needed for instruction files. */
function projectOf(flags: Flags, scope: Scope): string {
  const root = flags.text("root");
  if (root !== undefined) return namedRoot(root);
  if (scope === "project" || flags.on("instructions")) return rootFor(process.cwd());
  try {
    return rootFor(process.cwd());
  } catch {
    return process.cwd();
  }
}
