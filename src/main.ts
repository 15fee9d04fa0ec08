#!/usr/bin/env bun
/** The citty root: a lazy map of commands. Nothing is loaded that the command does not need. */
import { slashed } from "./base/names.ts";
import { VERSION } from "./base/version.ts";
import type { CommandMap } from "./serve/command.ts";
import { run } from "./serve/run.ts";

const structural = (name: string) => async () => (await import("./serve/commands/structural.ts")).structuralCommand(name);

/** Every command by name; `about` is one line of `manifold --help`. Sorted by how often people need them. */
export const commands: CommandMap = {
  q: { about: "Ask a question in words, names, or a pattern", load: async () => (await import("./serve/commands/q.ts")).default },
  def: { about: "Where a symbol is defined", load: structural("def") },
  refs: { about: "Every use of a symbol", load: structural("refs") },
  callers: { about: "What calls it", load: structural("callers") },
  callees: { about: "What it calls", load: structural("callees") },
  members: { about: "What a class, module or file contains", load: structural("members") },
  subclasses: { about: "What inherits from it or implements it", load: structural("subclasses") },
  superclasses: { about: "What it inherits from or implements", load: structural("superclasses") },
  imports: { about: "What a file or module imports", load: structural("imports") },
  importers: { about: "What imports a file or module", load: structural("importers") },
  docs: { about: "Documents that describe or mention it", load: structural("docs") },
  decisions: { about: "Decisions (ADRs) that govern or concern it", load: structural("decisions") },
  owners: { about: "Who owns it (CODEOWNERS)", load: structural("owners") },
  "governed-by": { about: "Decisions, documents and owners that govern it", load: structural("governed-by") },
  governs: { about: "What a decision, document or owner governs", load: structural("governs") },
  impact: {
    about: "What a change can reach: to a symbol, staged, since a revision, or of a patch",
    load: async () => (await import("./serve/commands/impact.ts")).default,
  },
  hook: {
    about: "The commit gate as git hooks: install, uninstall, status",
    load: async () => (await import("./serve/commands/hook.ts")).default,
  },
  trace: { about: "Shortest call chain from A to B", load: structural("trace") },
  similar: { about: "Code like a symbol or a place", load: structural("similar") },
  show: { about: "Print a citation, a place or a symbol", load: async () => (await import("./serve/commands/show.ts")).default },
  index: {
    about: "Build or update the index, or say why a file is not in it",
    load: async () => (await import("./serve/commands/index.ts")).default,
  },
  watch: {
    about: "Keep the index fresh as files change; no question needs it",
    load: async () => (await import("./serve/commands/watch.ts")).default,
  },
  doctor: {
    about: "What is installed, how the index is, what is wrong and how to mend it",
    load: async () => (await import("./serve/commands/doctor.ts")).default,
  },
  fleet: {
    about: "Trees anywhere on this machine that --fleet asks together",
    load: async () => (await import("./serve/commands/fleet.ts")).default,
  },
  graph: { about: "Print the graph, or the part around a symbol", load: async () => (await import("./serve/commands/graph.ts")).default },
  chunks: {
    about: "Export the manifest of chunks as JSON lines",
    load: async () => (await import("./serve/commands/chunks.ts")).default,
  },
  context: {
    about: "Assemble a pack for a task: entry points, definitions, callers, tests, documents",
    load: async () => (await import("./serve/commands/context.ts")).default,
  },
  note: {
    about: "What a team learnt about its code: write, find and review notes",
    load: async () => (await import("./serve/commands/note.ts")).default,
  },
  feedback: {
    about: "Say which results of an answer were used",
    load: async () => (await import("./serve/feedback/command.ts")).default,
  },
  stats: {
    about: "What was asked here, what was used, how long it took",
    load: async () => (await import("./serve/feedback/stats_command.ts")).default,
  },
  eval: {
    about: "Score your own questions, and compare with a baseline",
    load: async () => (await import("./serve/eval/command.ts")).default,
  },
  cycles: {
    about: "Files that import one another, symbols that call one another",
    load: async () => (await import("./serve/commands/cycles.ts")).default,
  },
  unused: {
    about: "Definitions that nothing here seems to use",
    load: async () => (await import("./serve/commands/unused.ts")).default,
  },
  history: {
    about: "Commits of a definition, a file or a folder: who, when, which tests",
    load: async () => (await import("./serve/commands/history.ts")).default,
  },
  hotspots: {
    about: "Files that change often and that much depends on",
    load: async () => (await import("./serve/commands/hotspots.ts")).default,
  },
  sql: { about: "Ask the index in SQL, read-only", load: async () => (await import("./serve/commands/sql.ts")).default },
  communities: {
    about: "Files that belong together by what they use of one another",
    load: async () => (await import("./serve/communities/command.ts")).default,
  },
  agents: {
    about: "Connect agents to the MCP server, in their own configuration files",
    load: async () => (await import("./serve/commands/agents.ts")).default,
  },
  mcp: {
    about: "Serve agents over the Model Context Protocol (stdio, or HTTP on this machine)",
    load: async () => (await import("./serve/commands/mcp.ts")).default,
  },
  lsp: {
    about: "Serve editors over the Language Server Protocol (stdio)",
    load: async () => (await import("./serve/commands/lsp.ts")).default,
  },
  trust: {
    about: "Believe an index that was not made here: a restored cache, a copy",
    load: async () => (await import("./serve/commands/trust.ts")).default,
  },
  cache: {
    about: "What is kept of files by their content: status, path, prune, clear, verify",
    load: async () => (await import("./serve/commands/cache.ts")).default,
  },
  map: { about: "Write a map of the code as one HTML page", load: async () => (await import("./serve/map/command.ts")).default },
  config: {
    about: "Every setting that holds here, and who says so",
    load: async () => (await import("./serve/commands/config.ts")).default,
  },
  languages: {
    about: "The languages understood and what is extracted from each",
    load: async () => (await import("./serve/commands/languages.ts")).default,
  },
  models: {
    about: "The embedding models that are there: list, verify, measure",
    load: async () => (await import("./serve/commands/models.ts")).default,
  },
  schema: { about: "The JSON Schema of the output", load: async () => (await import("./serve/commands/schema.ts")).default },
  completion: {
    about: "Shell completion for bash, zsh or fish",
    load: async () => (await import("./serve/commands/completion.ts")).default,
  },
  licenses: {
    about: "Everything inside this program, with the texts of the licences",
    load: async () => (await import("./serve/commands/licenses.ts")).default,
  },
  __complete: { about: "", hidden: true, load: async () => (await import("./serve/commands/complete.ts")).default },
  __index: { about: "", hidden: true, load: async () => (await import("./serve/commands/children.ts")).indexChild },
  __build: { about: "", hidden: true, load: async () => (await import("./serve/commands/children.ts")).buildChild },
  __parse: { about: "", hidden: true, load: async () => (await import("./serve/commands/children.ts")).parseChild },
  __grammars: { about: "", hidden: true, load: async () => (await import("./serve/commands/children.ts")).grammarsChild },
  __sql: { about: "", hidden: true, load: async () => (await import("./serve/commands/sql.ts")).sqlChild },
  __resolve: { about: "", hidden: true, load: async () => (await import("./serve/commands/children.ts")).resolveChild },
};

// In a program for Windows that was built elsewhere the runtime does not know its entry again: it compares paths of either kind.
if (import.meta.main || slashed(import.meta.path) === slashed(Bun.main)) await run(commands, process.argv.slice(2), VERSION);
