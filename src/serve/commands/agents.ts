/** `manifold agents`: tells the agents on this machine about the MCP server, in their own configuration files. */

import { createInterface } from "node:readline/promises";
import { asRefusal, EXIT, formatRefusal, Refusal } from "../../base/errors.ts";
import { say } from "../../base/terminal.ts";
import { namedRoot, rootFor } from "../../store/root.ts";
import { CLIENT_NAMES, CLIENTS, type Client, hereFrom, type Place, SCOPES, type Scope, type Start } from "../agents/clients.ts";
import {
  type Action,
  carryOut,
  diffOf,
  fileOf,
  instructionsFor,
  isUsed,
  ownProgram,
  Records,
  SNIPPET,
  type Step,
  stateOf,
  stepFor,
} from "../agents/plan.ts";
import { command } from "../command.ts";
import { type Flags, oneOf } from "../flags.ts";
import { print, printed } from "../print.ts";
import { renderJson } from "../render/json.ts";
import { styleOf } from "../render/links.ts";
import { type Style, visible } from "../render/visible.ts";

const ACTIONS = ["install", "uninstall", "status", "snippet"] as const;

export default command({
  name: "agents",
  about: `Connect agents to the MCP server: install, uninstall, status or snippet, for ${CLIENT_NAMES.join(", ")}`,
  flags: {
    action: {
      type: "positional",
      valueHint: "install|uninstall|status|snippet",
      description: "install, uninstall, status, or snippet (text for AGENTS.md and the like, printed only)",
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
    if (action === "snippet") {
      print(SNIPPET);
      return EXIT.ok;
    }
    const scope = flags.choice("scope", SCOPES) ?? "user";
    const place = hereFrom(projectOf(flags, scope));
    const start: Start = { command: flags.text("command") ?? ownProgram(), args: ["mcp"] };
    const paint = styleOf(flags);
    if (action === "status") return status(flags, named, place, start, paint);
    return change(action, flags, chosen(named, scope, place), { scope, place, start, paint });
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

function chosen(named: readonly string[], scope: Scope, place: Place): Client[] {
  if (named.length > 0) return CLIENTS.filter((client) => named.includes(client.name));
  return CLIENTS.filter((client) => isUsed(client, scope, place));
}

interface Situation {
  scope: Scope;
  place: Place;
  start: Start;
  paint: Style;
}

async function change(
  action: Action,
  flags: Flags,
  clients: readonly Client[],
  { scope, place, start, paint }: Situation,
): Promise<number> {
  const records = new Records(place);
  if (clients.length === 0) {
    print(`No client is configured here in ${scope} scope. Name one: ${CLIENT_NAMES.join(", ")}.\n`);
    return EXIT.nothing;
  }
  const steps: Step[] = [];
  let exit: number = EXIT.ok;
  const trying = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      const refusal = asRefusal(error);
      say(`${formatRefusal(refusal)}\n`);
      if (exit === EXIT.ok) exit = refusal.exit;
    }
  };
  for (const client of clients)
    trying(() => {
      const file = fileOf(client, scope, place);
      if (file === null)
        throw new Refusal("bad-value", `${client.title} has no configuration in ${scope} scope.`, `Leave --scope ${scope} out for it.`);
      steps.push(stepFor(action, client, file, start, records));
    });
  if (flags.on("instructions"))
    for (const name of new Set(clients.map((client) => client.instructions)))
      trying(() => {
        const client = clients.find((one) => one.instructions === name)!;
        steps.push(instructionsFor(action, client, place, records));
      });
  const changing = steps.filter((step) => step.after !== step.found.text);
  for (const step of steps)
    print(
      changing.includes(step)
        ? diffOf(step.found.path, step.found.text, step.after, paint)
        : `${visible(step.found.path)}: ${action === "install" ? "installed already" : "not installed"}\n`,
    );
  if (changing.length === 0 || flags.on("dry-run")) return exit;
  if (!flags.on("yes") && !(await confirmed(action, changing.length))) {
    print("Nothing was changed.\n");
    return exit === EXIT.ok ? EXIT.nothing : exit;
  }
  for (const step of changing)
    trying(() => {
      carryOut(step, records);
      print(
        `${paint.name(visible(step.found.path))}: ${action === "install" ? `${step.client.title} knows manifold now` : "manifold is taken out"}\n`,
      );
    });
  if (action === "install") print("Restart the agents, or let them reload their servers.\n");
  return exit;
}

/** @throws Refusal `not-confirmed` where nobody can be asked */
async function confirmed(action: Action, files: number): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true)
    throw new Refusal(
      "not-confirmed",
      "Nothing was changed: there is no terminal to ask on.",
      `Look at the change above, then run it with --yes.`,
    );
  await printed();
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await asking.question(
      `${action === "install" ? "Write" : "Change"} ${files === 1 ? "this file" : `these ${files} files`}? [y/N] `,
    );
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}

const STATES = {
  installed: "installed",
  other: "has an entry named manifold that starts something else",
  absent: "not installed",
  "no-config": "no configuration file",
  invalid: "cannot be read",
} as const;

function status(flags: Flags, named: readonly string[], place: Place, start: Start, paint: Style): number {
  const wanted = flags.choice("scope", SCOPES);
  const rows = CLIENTS.filter((client) => named.length === 0 || named.includes(client.name)).flatMap((client) =>
    SCOPES.filter((scope) => wanted === undefined || scope === wanted).flatMap((scope) => {
      const path = fileOf(client, scope, place);
      return path === null
        ? []
        : [{ client: client.name, scope, path, used: isUsed(client, scope, place), ...stateOf(client, path, start) }];
    }),
  );
  if (flags.on("json")) print(renderJson({ version: 1, command: [start.command, ...start.args], clients: rows }, false));
  else
    for (const { client, scope, path, state, why } of rows)
      print(
        `${client.padEnd(9)} ${scope.padEnd(8)} ${state === "installed" ? paint.name(STATES[state]) : STATES[state]}${why ? ` (${visible(why)})` : ""}  ${paint.dim(visible(path))}\n`,
      );
  return rows.some((row) => row.state === "installed") ? EXIT.ok : EXIT.nothing;
}
