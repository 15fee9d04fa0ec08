#!/usr/bin/env bun
/** The citty root: a lazy map of commands. Nothing is loaded that the command does not need. */
import { slashed } from "./base/names.ts";
import { VERSION } from "./base/program.ts";
import type { CommandMap } from "./serve/command.ts";
import { run } from "./serve/run.ts";

const about = () => import("./serve/commands/about.ts");
const graph = () => import("./serve/commands/graph.ts");
const history = () => import("./serve/commands/history.ts");
const index = () => import("./serve/commands/index.ts");
const servers = () => import("./serve/commands/servers.ts");
const feedback = () => import("./serve/feedback/command.ts");
const children = () => import("./serve/commands/children.ts");
const sql = () => import("./serve/commands/sql.ts");
const structural = (name: string) => async () => (await import("./serve/commands/structural.ts")).structuralCommand(name);

/** Every command by name; `about` is one line of `manifold --help`. Sorted by how often people need them. */
export const commands: CommandMap = {
  q: { about: "Ask a question in words, names, or a pattern", load: () => import("./serve/commands/q.ts") },
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
    load: () => import("./serve/commands/impact.ts"),
  },
  hook: { about: "The commit gate as git hooks: install, uninstall, status", load: () => import("./serve/commands/hook.ts") },
  trace: { about: "Shortest call chain from A to B", load: structural("trace") },
  similar: { about: "Code like a symbol or a place", load: structural("similar") },
  show: { about: "Print a citation, a place or a symbol", load: () => import("./serve/commands/show.ts") },
  index: { about: "Build or update the index, or say why a file is not in it", load: async () => (await index()).indexCommand },
  watch: {
    about: "Keep the index fresh as files change; no question needs it",
    load: async () => (await import("./serve/commands/watch.ts")).watchCommand,
  },
  doctor: {
    about: "What is installed, how the index is, what is wrong and how to mend it",
    load: () => import("./serve/commands/doctor.ts"),
  },
  fleet: { about: "Trees anywhere on this machine that --fleet asks together", load: () => import("./serve/commands/fleet.ts") },
  graph: { about: "Print the graph, or the part around a symbol", load: async () => (await graph()).graphCommand },
  chunks: { about: "Export the manifest of chunks as JSON lines", load: () => import("./serve/commands/chunks.ts") },
  context: {
    about: "Assemble a pack for a task: entry points, definitions, callers, tests, documents",
    load: () => import("./serve/commands/context.ts"),
  },
  note: { about: "What a team learnt about its code: write, find and review notes", load: () => import("./serve/commands/note.ts") },
  feedback: { about: "Say which results of an answer were used", load: async () => (await feedback()).feedbackCommand },
  stats: { about: "What was asked here, what was used, how long it took", load: async () => (await feedback()).statsCommand },
  eval: { about: "Score your own questions, and compare with a baseline", load: () => import("./serve/eval/command.ts") },
  cycles: { about: "Files that import one another, symbols that call one another", load: async () => (await graph()).cyclesCommand },
  unused: { about: "Definitions that nothing here seems to use", load: async () => (await graph()).unusedCommand },
  history: {
    about: "Commits of a definition, a file or a folder: who, when, which tests",
    load: async () => (await history()).historyCommand,
  },
  hotspots: { about: "Files that change often and that much depends on", load: async () => (await history()).hotspotsCommand },
  sql: { about: "Ask the index in SQL, read-only", load: async () => (await sql()).default },
  communities: {
    about: "Files that belong together by what they use of one another",
    load: () => import("./serve/communities/command.ts"),
  },
  agents: { about: "Connect agents to the MCP server, in their own configuration files", load: () => import("./serve/commands/agents.ts") },
  mcp: {
    about: "Serve agents over the Model Context Protocol (stdio, or HTTP on this machine)",
    load: async () => (await servers()).mcpCommand,
  },
  lsp: { about: "Serve editors over the Language Server Protocol (stdio)", load: async () => (await servers()).lspCommand },
  trust: { about: "Believe an index that was not made here: a restored cache, a copy", load: async () => (await index()).trustCommand },
  cache: {
    about: "What is kept of files by their content: status, path, prune, clear, verify",
    load: () => import("./serve/commands/cache.ts"),
  },
  map: { about: "Write a map of the code as one HTML page", load: () => import("./serve/map/command.ts") },
  config: { about: "Every setting that holds here, and who says so", load: async () => (await about()).configCommand },
  languages: { about: "The languages understood and what is extracted from each", load: async () => (await about()).languagesCommand },
  models: { about: "The embedding models that are there: list, verify, measure", load: () => import("./serve/commands/models.ts") },
  schema: { about: "The JSON Schema of the output", load: async () => (await about()).schemaCommand },
  completion: { about: "Shell completion for bash, zsh or fish", load: () => import("./serve/commands/completion.ts") },
  licenses: { about: "Everything inside this program, with the texts of the licences", load: async () => (await about()).licensesCommand },
  __complete: { about: "", hidden: true, load: async () => (await import("./serve/commands/completion.ts")).completeCommand },
  __index: { about: "", hidden: true, load: async () => (await children()).indexChild },
  __build: { about: "", hidden: true, load: async () => (await children()).buildChild },
  __parse: { about: "", hidden: true, load: async () => (await children()).parseChild },
  __grammars: { about: "", hidden: true, load: async () => (await children()).grammarsChild },
  __sql: { about: "", hidden: true, load: async () => (await sql()).sqlChild },
  __resolve: { about: "", hidden: true, load: async () => (await children()).resolveChild },
};

// In a program for Windows that was built elsewhere the runtime does not know its entry again: it compares paths of either kind.
if (import.meta.main || slashed(import.meta.path) === slashed(Bun.main)) await run(commands, process.argv.slice(2), VERSION);
