/** What `manifold agents` does to the files of clients, and what it says of them. */
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { asRefusal, EXIT, formatRefusal, Refusal } from "../../base/errors.ts";
import { say } from "../../base/visible.ts";
import type { Flags } from "../flags.ts";
import { print, printed } from "../print.ts";
import { type Style, visible } from "../render/visible.ts";
import { printReport } from "../report.ts";
import { CLIENT_NAMES, CLIENTS, type Client, type Place, SCOPES, type Scope, type Start } from "./clients.ts";
import { type Edit, hookEdit, serverEdit, skillEdit, snippetEdit } from "./edits.ts";
import { type Action, carryOut, diffOf, fileOf, isUsed, Records, readConfig, type Step, stateOf, stepFor } from "./plan.ts";

export { SNIPPET } from "./edits.ts";
export { ownProgram } from "./plan.ts";

/** The clients that are named, else those that are used here. */
export function chosen(named: readonly string[], scope: Scope, place: Place): Client[] {
  if (named.length > 0) return CLIENTS.filter((client) => named.includes(client.name));
  return CLIENTS.filter((client) => isUsed(client, scope, place));
}

interface Situation {
  scope: Scope;
  place: Place;
  start: Start;
  paint: Style;
}

export async function change(
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
  const parts: Part[] = [];
  for (const client of clients) trying(() => void parts.push(...partsOf(client, scope, place, start)));
  const spoken = parts.filter(({ what, client }) =>
    what === "snippet"
      ? flags.on("instructions")
      : what === "server" || (!flags.on(`no-${what}`) && (action === "install" || isFree(what, client, clients, scope, place, start))),
  );
  // Folders go once they are empty: what was made last is taken away first.
  const paths = [...new Set(spoken.map(({ path }) => path))];
  for (const path of action === "install" ? paths : paths.reverse())
    trying(() => {
      const here = spoken.filter((part) => part.path === path);
      const others = parts.filter((part) => part.path === path && !spoken.includes(part));
      const titles = [...new Set(here.map(({ client }) => client.title))];
      steps.push(stepFor(action, titles, path, unique(here), unique(others), records));
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
        `${paint.name(visible(step.found.path))}: ${action === "install" ? `${step.titles.join(", ")} ${step.titles.length > 1 ? "know" : "knows"} manifold now` : "manifold is taken out"}\n`,
      );
    });
  if (action === "install") {
    print("Restart the agents, or let them reload their servers.\n");
    for (const { hook } of clients) if (hook?.note !== undefined && !flags.on("no-hook")) print(`${hook.note}\n`);
  }
  return exit;
}

/** One thing of ours in one file of a client. */
interface Part {
  what: "server" | "hook" | "skill" | "snippet";
  client: Client;
  path: string;
  edit: Edit;
}

/** Everything of ours that a client has in a scope. @throws Refusal `bad-value` where it has no such scope */
function partsOf(client: Client, scope: Scope, place: Place, start: Start): Part[] {
  const file = fileOf(client, scope, place);
  if (file === null)
    throw new Refusal("bad-value", `${client.title} has no configuration in ${scope} scope.`, `Leave --scope ${scope} out for it.`);
  const part = (what: Part["what"], path: string, edit: Edit): Part => ({ what, client, path, edit });
  return [
    part("server", file, serverEdit(client, start)),
    ...(client.hook ? [part("hook", client.hook.files[scope](place), hookEdit(client.hook, start))] : []),
    part("skill", skillOf(client, scope, place), skillEdit),
    part("snippet", join(place.project, client.instructions), snippetEdit),
  ];
}

const skillOf = (client: Client, scope: Scope, place: Place): string => join(client.skills[scope](place), "manifold", "SKILL.md");

/** May it be taken out? A skill that another client reads too stays while that one has the server. */
function isFree(what: Part["what"], client: Client, going: readonly Client[], scope: Scope, place: Place, start: Start): boolean {
  if (what !== "skill") return true;
  const path = skillOf(client, scope, place);
  return !CLIENTS.some((other) => {
    const file = going.includes(other) || skillOf(other, scope, place) !== path ? null : fileOf(other, scope, place);
    return file !== null && ["installed", "other"].includes(stateOf(other, file, start).state);
  });
}

/** Edits of a file, each once: several clients may share it. */
const unique = (parts: readonly Part[]): Edit[] => [...new Map(parts.map((part) => [part.what, part.edit])).values()];

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

export function status(flags: Flags, named: readonly string[], place: Place, start: Start): number {
  const wanted = flags.choice("scope", SCOPES);
  const rows = CLIENTS.filter((client) => named.length === 0 || named.includes(client.name)).flatMap((client) =>
    SCOPES.filter((scope) => wanted === undefined || scope === wanted).flatMap((scope) => {
      const path = fileOf(client, scope, place);
      return path === null
        ? []
        : [
            {
              client: client.name,
              scope,
              path,
              used: isUsed(client, scope, place),
              ...stateOf(client, path, start),
              skill: stands(skillOf(client, scope, place), skillEdit),
              hook: client.hook ? stands(client.hook.files[scope](place), hookEdit(client.hook, start)) : null,
            },
          ];
    }),
  );
  printReport(flags, { command: [start.command, ...start.args], clients: rows }, (paint) =>
    rows.map(({ client, scope, path, state, why, skill, hook }) => {
      const how = state === "installed" ? paint.name(STATES[state]) : STATES[state];
      return `${client.padEnd(9)} ${scope.padEnd(8)} ${how}${besides(skill, hook)}${why ? ` (${visible(why)})` : ""}  ${paint.dim(visible(path))}`;
    }),
  );
  return rows.some((row) => row.state === "installed") ? EXIT.ok : EXIT.nothing;
}

/** Is it in the file as it would be put in? */
function stands(path: string, edit: Edit): boolean {
  try {
    const { text } = readConfig(path);
    return text !== null && edit.isCurrent(text);
  } catch {
    return false;
  }
}

const besides = (skill: boolean, hook: boolean | null): string =>
  [...(skill ? [", skill"] : []), ...(hook === true ? [", hook"] : [])].join("");
