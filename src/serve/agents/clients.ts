/**
 * Where each agent keeps its MCP servers and what an entry looks like there. One row a client; the page that says so beside it.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import type { FieldPath } from "./json.ts";

export const SCOPES = ["user", "project"] as const;
export type Scope = (typeof SCOPES)[number];

/** The program as an agent starts it. */
export interface Start {
  command: string;
  args: string[];
}

export interface Client {
  name: string;
  title: string;
  format: "json" | "toml";
  /** Candidates in order of preference: the first that exists, else the first. Null where the client has no such scope. */
  files: Record<Scope, ((place: Place) => string[]) | null>;
  /** Folders that show that the client is used here, where it has no file yet. */
  folders: Record<Scope, (place: Place) => string[]>;
  /** Keys that lead to the entry, given what the file holds already. */
  path: (config: unknown) => FieldPath;
  entry: (start: Start) => Record<string, unknown>;
  /** The file of instructions that the client reads in a project. */
  instructions: string;
  /** Folders in which it looks for skills (https://agentskills.io). */
  skills: Record<Scope, (place: Place) => string>;
  /** What it runs around a text search; null where it has no such thing that stays as it is. */
  hook: Hook | null;
}

/** A program that a client runs around the calls of some of its tools. */
export interface Hook {
  files: Record<Scope, (place: Place) => string>;
  /** Keys that lead to the list of hooks. */
  list: FieldPath;
  entry: (command: string) => Record<string, unknown>;
  /** Beside the list. */
  version?: number;
  /** What the user has to do besides. */
  note?: string;
}

/** Where things are: the user's home, the project, the environment. */
export interface Place {
  home: string;
  project: string;
  env: Record<string, string | undefined>;
}

export const hereFrom = (project: string): Place => ({ home: process.env.HOME ?? homedir(), project, env: process.env });

const NAME = "manifold";
const stdio = ({ command, args }: Start) => ({ type: "stdio", command, args });
const plain = ({ command, args }: Start) => ({ command, args });
/** Where all but Claude Code look: one copy of a skill serves them. */
const SHARED: Client["skills"] = {
  user: ({ home }) => join(home, ".agents/skills"),
  project: ({ project }) => join(project, ".agents/skills"),
};
const claudeFolder = ({ home, env }: Place) => env.CLAUDE_CONFIG_DIR || join(home, ".claude");
const codexFolder = ({ home, env }: Place) => env.CODEX_HOME || join(home, ".codex");
/** A hook as Claude Code has it and others took it over. */
const group = (matcher: string, timeout: number) => (command: string) => ({ matcher, hooks: [{ type: "command", command, timeout }] });
const under = (key: string) => () => [key, NAME];
const xdg = ({ home, env }: Place) => env.XDG_CONFIG_HOME || join(home, ".config");

function vscodeUser({ home, env }: Place): string {
  if (process.platform === "darwin") return join(home, "Library/Application Support/Code/User");
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), "Code/User");
}

/** OpenCode 2 nests its servers one level deeper than OpenCode 1; a file that does so already is kept to. */
function opencodePath(config: unknown): FieldPath {
  const mcp = (config as { mcp?: { servers?: unknown } } | null)?.mcp;
  const servers = mcp?.servers;
  const nested =
    typeof servers === "object" && servers !== null && !Array.isArray(servers) && !("type" in servers) && !("command" in servers);
  return nested ? ["mcp", "servers", NAME] : ["mcp", NAME];
}

export const CLIENTS: readonly Client[] = [
  {
    // https://code.claude.com/docs/en/mcp: user scope in ~/.claude.json, project scope in .mcp.json at the project's root.
    name: "claude",
    title: "Claude Code",
    format: "json",
    files: {
      user: ({ home, env }) => [env.CLAUDE_CONFIG_DIR ? join(env.CLAUDE_CONFIG_DIR, ".claude.json") : join(home, ".claude.json")],
      project: ({ project }) => [join(project, ".mcp.json")],
    },
    folders: {
      user: (place) => [claudeFolder(place)],
      project: ({ project }) => [join(project, ".claude")],
    },
    path: under("mcpServers"),
    entry: stdio,
    instructions: "CLAUDE.md",
    // https://code.claude.com/docs/en/skills and /hooks: ~/.claude/skills, and hooks in settings.json; seconds.
    skills: { user: (place) => join(claudeFolder(place), "skills"), project: ({ project }) => join(project, ".claude/skills") },
    hook: {
      files: {
        user: (place) => join(claudeFolder(place), "settings.json"),
        project: ({ project }) => join(project, ".claude/settings.json"),
      },
      list: ["hooks", "PreToolUse"],
      entry: group("Grep|Bash", 5),
    },
  },
  {
    // https://developers.openai.com/codex/mcp: ~/.codex/config.toml, or .codex/config.toml in a trusted project.
    name: "codex",
    title: "Codex",
    format: "toml",
    files: {
      user: (place) => [join(codexFolder(place), "config.toml")],
      project: ({ project }) => [join(project, ".codex/config.toml")],
    },
    folders: { user: (place) => [codexFolder(place)], project: ({ project }) => [join(project, ".codex")] },
    path: under("mcp_servers"),
    entry: plain,
    instructions: "AGENTS.md",
    // https://developers.openai.com/codex/skills and /codex/hooks: hooks.json beside config.toml; seconds.
    skills: SHARED,
    hook: {
      files: { user: (place) => join(codexFolder(place), "hooks.json"), project: ({ project }) => join(project, ".codex/hooks.json") },
      list: ["hooks", "PreToolUse"],
      entry: group("Bash", 5),
      note: "Codex runs a new hook once you have trusted it: /hooks.",
    },
  },
  {
    // https://cursor.com/docs/mcp: ~/.cursor/mcp.json, or .cursor/mcp.json in a project.
    name: "cursor",
    title: "Cursor",
    format: "json",
    files: { user: ({ home }) => [join(home, ".cursor/mcp.json")], project: ({ project }) => [join(project, ".cursor/mcp.json")] },
    folders: { user: ({ home }) => [join(home, ".cursor")], project: ({ project }) => [join(project, ".cursor")] },
    path: under("mcpServers"),
    entry: stdio,
    instructions: "AGENTS.md",
    // https://cursor.com/docs/skills and /docs/hooks: hooks.json; what is to be added to the conversation is heard after a tool only.
    skills: SHARED,
    hook: {
      files: { user: ({ home }) => join(home, ".cursor/hooks.json"), project: ({ project }) => join(project, ".cursor/hooks.json") },
      list: ["hooks", "postToolUse"],
      entry: (command) => ({ command, matcher: "Grep|Shell", timeout: 5 }),
      version: 1,
    },
  },
  {
    // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration: mcp.json in the user profile, or .vscode/mcp.json.
    name: "vscode",
    title: "VS Code",
    format: "json",
    files: { user: (place) => [join(vscodeUser(place), "mcp.json")], project: ({ project }) => [join(project, ".vscode/mcp.json")] },
    folders: { user: (place) => [vscodeUser(place)], project: ({ project }) => [join(project, ".vscode")] },
    path: under("servers"),
    entry: stdio,
    instructions: "AGENTS.md",
    // https://code.visualstudio.com/docs/agent-customization/agent-skills. Its hooks are a preview whose form may change, and run at every tool.
    skills: SHARED,
    hook: null,
  },
  {
    // https://geminicli.com/docs/tools/mcp-server: mcpServers in ~/.gemini/settings.json, or .gemini/settings.json in a project.
    name: "gemini",
    title: "Gemini CLI",
    format: "json",
    files: {
      user: ({ home }) => [join(home, ".gemini/settings.json")],
      project: ({ project }) => [join(project, ".gemini/settings.json")],
    },
    folders: { user: ({ home }) => [join(home, ".gemini")], project: ({ project }) => [join(project, ".gemini")] },
    path: under("mcpServers"),
    entry: plain,
    instructions: "GEMINI.md",
    // https://geminicli.com/docs/cli/using-agent-skills and /docs/hooks/reference: text is added after a tool only; milliseconds.
    skills: SHARED,
    hook: {
      files: { user: ({ home }) => join(home, ".gemini/settings.json"), project: ({ project }) => join(project, ".gemini/settings.json") },
      list: ["hooks", "AfterTool"],
      entry: group("grep_search|search_file_content|run_shell_command", 5_000),
    },
  },
  {
    // https://opencode.ai/docs/config and /docs/mcp-servers: ~/.config/opencode/opencode.json(c), or opencode.json(c) in a project.
    name: "opencode",
    title: "OpenCode",
    format: "json",
    files: {
      user: (place) => ["opencode.json", "opencode.jsonc"].map((name) => join(xdg(place), "opencode", name)),
      project: ({ project }) => ["opencode.json", "opencode.jsonc"].map((name) => join(project, name)),
    },
    folders: { user: (place) => [join(xdg(place), "opencode")], project: ({ project }) => [join(project, ".opencode")] },
    path: opencodePath,
    entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
    instructions: "AGENTS.md",
    // https://opencode.ai/docs/skills. Its hooks are plugins in JavaScript.
    skills: SHARED,
    hook: null,
  },
  {
    // https://zed.dev/docs/ai/mcp: context_servers in the user's settings.
    name: "zed",
    title: "Zed",
    format: "json",
    files: { user: (place) => [join(xdg(place), "zed/settings.json")], project: null },
    folders: { user: (place) => [join(xdg(place), "zed")], project: () => [] },
    path: under("context_servers"),
    entry: plain,
    instructions: "AGENTS.md",
    // https://zed.dev/docs/ai/skills.
    skills: SHARED,
    hook: null,
  },
];

export const CLIENT_NAMES: readonly string[] = CLIENTS.map((client) => client.name);
