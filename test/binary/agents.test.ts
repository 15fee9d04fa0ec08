/** `manifold agents` against the files that clients really have: what is changed, what is kept, what is refused. */
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse as parseToml } from "@decimalturn/toml-patch";
import { parse as parseJson } from "jsonc-parser";
import { binary, maySwitch, Place, quoted, run, SMALL } from "./_binary.ts";

/** Where each client's file is, in user and in project scope, and how its entry is found. */
const FILES: Record<string, { user: string; project: string | null; keys: string[] }> = {
  claude: { user: ".claude.json", project: ".mcp.json", keys: ["mcpServers", "manifold"] },
  codex: { user: ".codex/config.toml", project: ".codex/config.toml", keys: ["mcp_servers", "manifold"] },
  cursor: { user: ".cursor/mcp.json", project: ".cursor/mcp.json", keys: ["mcpServers", "manifold"] },
  vscode: { user: ".config/Code/User/mcp.json", project: ".vscode/mcp.json", keys: ["servers", "manifold"] },
  gemini: { user: ".gemini/settings.json", project: ".gemini/settings.json", keys: ["mcpServers", "manifold"] },
  opencode: { user: ".config/opencode/opencode.json", project: "opencode.json", keys: ["mcp", "manifold"] },
  zed: { user: ".config/zed/settings.json", project: null, keys: ["context_servers", "manifold"] },
};

const put = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const entryIn = (path: string, keys: string[]): { command?: unknown; args?: unknown } | undefined => {
  const text = readFileSync(path, "utf8");
  let value: unknown = path.endsWith(".toml") ? parseToml(text) : parseJson(text);
  for (const key of keys) value = (value as Record<string, unknown> | undefined)?.[key];
  return value as { command?: unknown } | undefined;
};
/** Every file below a folder, our own record of edits apart. */
const listing = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((path) => !/^\.(local|cache)/.test(path)).sort();

const JSONC = `// my settings
{
\t"theme": "dark", // keep
\t/* servers */
\t"mcpServers": {
\t\t"other": { "command": "x", "args": [ ] }, // mine
\t},
\t"servers": {}, "context_servers": {},
\t"last": [1,
\t\t2]
}`;

const TOML = `# top
model = "o3"   # keep

[mcp_servers.other] # mine
command = "x"
args = ["a",
  "b", # two
]

[profiles.deep]
q = { z = 1 }`;

describe("every client", () => {
  for (const [client, { user, project, keys }] of Object.entries(FILES))
    for (const scope of project === null ? ["user"] : ["user", "project"])
      test(`${client}, ${scope}: installed, again, and out again to the byte; comments and layout stay`, () => {
        using place = new Place(SMALL);
        place.git();
        const base = scope === "user" ? place.home : place.tree;
        const path = join(base, scope === "user" ? user : project!);
        const words = (action: string, ...more: string[]) => place.manifold(["agents", action, client, "--scope", scope, ...more]);
        const texts =
          client === "codex"
            ? [TOML, `${TOML}\n`, TOML.replaceAll("\n", "\r\n"), "", "x = 1\n"]
            : [JSONC, `${JSONC}\n`, JSONC.replaceAll("\n", "\r\n"), "", "{}", "{}\n", `\uFEFF{"a":1}`];
        // One client of each format goes through all of them: the others differ in paths and keys only.
        for (const text of scope === "user" && (client === "claude" || client === "codex") ? texts : texts.slice(0, 1)) {
          put(path, text);
          const done = words("install", "--yes");
          expect([text, done.exit, done.err]).toEqual([text, 0, ""]);
          const after = readFileSync(path, "utf8");
          const entry = entryIn(path, keys)!;
          expect([entry.command].flat()[0]).toBe(binary());
          expect([entry.command, entry.args ?? []].flat(2)).toEqual([binary(), "mcp"]);
          // Every line that was there is there still, in order; only a comma may have come to the end of one, and empty braces have opened.
          const lines = after.replace("\uFEFF", "").split(/\r?\n/);
          let at = 0;
          for (const line of text.replace("\uFEFF", "").split(/\r?\n/)) {
            if (/\{ ?\}|^\{"a":1\}$/.test(line)) continue;
            at = lines.findIndex((one, i) => i >= at && (one === line || one === `${line},`)) + 1;
            expect([text, line, at > 0]).toEqual([text, line, true]);
          }
          const again = words("install", "--yes");
          expect([again.exit, again.out.includes("installed already"), readFileSync(path, "utf8")]).toEqual([0, true, after]);
          expect(words("status").exit).toBe(0);
          const out = words("uninstall", "--yes");
          expect([text, out.exit, readFileSync(path, "utf8")]).toEqual([text, 0, text]);
          expect(words("uninstall", "--yes").exit).toBe(0);
          expect(readFileSync(path, "utf8")).toBe(text);
        }
      });

  test("a client without a file gets one, with its folders, and loses both again", () => {
    using place = new Place(SMALL);
    place.git();
    const before = [listing(place.home), listing(place.tree)];
    for (const [client, { user, project }] of Object.entries(FILES))
      for (const scope of project === null ? ["user"] : ["user", "project"]) {
        const path = join(scope === "user" ? place.home : place.tree, scope === "user" ? user : project!);
        expect(place.manifold(["agents", "install", client, "--scope", scope, "--yes"]).exit).toBe(0);
        expect([client, scope, existsSync(path)]).toEqual([client, scope, true]);
        expect(place.manifold(["agents", "uninstall", client, "--scope", scope, "--yes"]).exit).toBe(0);
      }
    expect([listing(place.home), listing(place.tree)]).toEqual(before);
  });
});

/** Where each client looks for skills, and what runs the hook. */
const BESIDES: Record<string, { skill: string; hook: { user: string; project: string; list: string[] } | null }> = {
  claude: { skill: ".claude", hook: { user: ".claude/settings.json", project: ".claude/settings.json", list: ["hooks", "PreToolUse"] } },
  codex: { skill: ".agents", hook: { user: ".codex/hooks.json", project: ".codex/hooks.json", list: ["hooks", "PreToolUse"] } },
  cursor: { skill: ".agents", hook: { user: ".cursor/hooks.json", project: ".cursor/hooks.json", list: ["hooks", "postToolUse"] } },
  vscode: { skill: ".agents", hook: null },
  gemini: { skill: ".agents", hook: { user: ".gemini/settings.json", project: ".gemini/settings.json", list: ["hooks", "AfterTool"] } },
  opencode: { skill: ".agents", hook: null },
  zed: { skill: ".agents", hook: null },
};
const hooksIn = (path: string, keys: string[]): unknown[] => {
  let value: unknown = parseJson(readFileSync(path, "utf8"));
  for (const key of keys) value = (value as Record<string, unknown> | undefined)?.[key];
  return (value ?? []) as unknown[];
};

describe("the skill and the hook", () => {
  const skill = readFileSync(join(import.meta.dir, "../../scripts/release/plugin/skills/manifold/SKILL.md"), "utf8");
  const HOOKS = `{
  // mine
  "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [ { "type": "command", "command": "./mine.sh" } ] } ], "Stop": [] },
  "model": "x"
}
`;

  for (const [client, { skill: folder, hook }] of Object.entries(BESIDES))
    for (const scope of client === "zed" ? ["user"] : ["user", "project"])
      test(`${client}, ${scope}: shown, written, told, left out where that is said, and out again to the byte`, () => {
        using place = new Place(SMALL);
        place.git();
        const base = scope === "user" ? place.home : place.tree;
        const path = join(base, folder, "skills/manifold/SKILL.md");
        const hooks = hook && join(base, hook[scope as "user" | "project"]);
        if (hooks) put(hooks, HOOKS);
        const before = [listing(place.home), listing(place.tree)];
        const words = (action: string, ...more: string[]) => place.manifold(["agents", action, client, "--scope", scope, ...more]);
        const shown = words("install", "--dry-run");
        expect([shown.exit, shown.out.includes("+# Asking the code with Manifold"), shown.out.includes("agents hint")]).toEqual([
          0,
          true,
          hook !== null,
        ]);
        expect([listing(place.home), listing(place.tree)]).toEqual(before);
        expect(words("install", "--yes", "--no-skill", "--no-hook").exit).toBe(0);
        expect([existsSync(path), hooks === null || readFileSync(hooks, "utf8").includes("agents hint")]).toEqual([false, hooks === null]);
        expect(words("install", "--yes").err).toBe("");
        expect(readFileSync(path, "utf8")).toBe(skill);
        if (hooks) {
          const list = hooksIn(hooks, hook!.list);
          expect(JSON.stringify(list.at(-1))).toContain(JSON.stringify(`${binary()} agents hint`));
          expect(list).toHaveLength(hook!.list[1] === "PreToolUse" ? 2 : 1);
          expect(readFileSync(hooks, "utf8")).toContain("// mine");
        }
        expect(words("install", "--yes").out).not.toContain("+++");
        const status = words("status");
        expect([status.exit, status.out.includes(hook ? "installed, skill, hook" : "installed, skill")]).toEqual([0, true]);
        expect(words("uninstall", "--yes").exit).toBe(0);
        expect([listing(place.home), listing(place.tree)]).toEqual(before);
        if (hooks) expect(readFileSync(hooks, "utf8")).toBe(HOOKS);
      });

  test("a shared skill stays while another client that reads it has the server", () => {
    using place = new Place(SMALL);
    const path = join(place.home, ".agents/skills/manifold/SKILL.md");
    place.manifold(["agents", "install", "codex", "gemini", "--yes"]);
    expect(place.manifold(["agents", "uninstall", "codex", "--yes"]).exit).toBe(0);
    expect(existsSync(path)).toBe(true);
    expect(place.manifold(["agents", "uninstall", "gemini", "--yes"]).exit).toBe(0);
    expect(listing(place.home)).toEqual([]);
  });

  test("what others changed meanwhile stays: hooks beside ours, a skill that was rewritten", () => {
    using place = new Place(SMALL);
    const path = join(place.home, ".claude/skills/manifold/SKILL.md");
    const settings = join(place.home, ".claude/settings.json");
    place.manifold(["agents", "install", "claude", "--yes"]);
    put(path, `${skill}\nOurs: ask twice.\n`);
    const list = JSON.parse(readFileSync(settings, "utf8")) as { hooks: { PreToolUse: unknown[] } };
    list.hooks.PreToolUse.unshift({ matcher: "Write", hooks: [{ type: "command", command: "x" }] });
    put(settings, JSON.stringify(list, null, 2));
    expect(place.manifold(["agents", "uninstall", "claude", "--yes"]).exit).toBe(0);
    expect(readFileSync(path, "utf8")).toContain("ask twice");
    expect(hooksIn(settings, ["hooks", "PreToolUse"])).toEqual([{ matcher: "Write", hooks: [{ type: "command", command: "x" }] }]);
  });

  test("hooks that are no list are refused, and the rest is done", () => {
    using place = new Place(SMALL);
    put(join(place.home, ".claude/settings.json"), '{"hooks": {"PreToolUse": 5}}\n');
    const done = place.manifold(["agents", "install", "claude", "--yes"]);
    expect([done.exit, done.err.includes("hooks.PreToolUse is not a list")]).toEqual([3, true]);
    expect(readFileSync(join(place.home, ".claude/settings.json"), "utf8")).toBe('{"hooks": {"PreToolUse": 5}}\n');
    expect(existsSync(join(place.home, ".claude.json"))).toBe(true);
  });

  test("hint: as each client wants it, once in a while a conversation, only in a tree, never an error", () => {
    using place = new Place(SMALL);
    place.git();
    let conversations = 0;
    const call = (event: string | undefined, more: Record<string, unknown> = {}) => ({
      ...(event === undefined ? {} : { hook_event_name: event }),
      session_id: `s${conversations++}`,
      cwd: place.tree,
      tool_name: "Grep",
      tool_input: { pattern: "authenticate(" },
      ...more,
    });
    const said = (input: unknown, env: Record<string, string> = {}): string => {
      const { exit, out, err } = place.manifold(["agents", "hint"], {
        input: typeof input === "string" ? input : JSON.stringify(input),
        env,
      });
      expect([exit, err]).toEqual([0, ""]);
      return out;
    };
    for (const event of ["PreToolUse", "AfterTool"]) {
      const { hookSpecificOutput, ...rest } = JSON.parse(said(call(event))) as { hookSpecificOutput: Record<string, string> };
      expect([Object.keys(hookSpecificOutput!), hookSpecificOutput!.hookEventName, rest]).toEqual([
        ["hookEventName", "additionalContext"],
        event,
        {},
      ]);
      expect(hookSpecificOutput!.additionalContext).toContain("manifold callers authenticate");
    }
    expect(Object.keys(JSON.parse(said(call("postToolUse"))) as object)).toEqual(["additional_context"]);
    const again = call("PreToolUse");
    expect([said(again) !== "", said(again), said({ ...again, session_id: "another" }) !== ""]).toEqual([true, "", true]);
    expect(said(call("PreToolUse", { tool_input: { pattern: "TODO" } }))).toBe("");
    expect(said(call("postToolUse", { tool_input: { pattern: "TODO" } }))).toBe("{}\n");
    expect(said(call("PreToolUse", { cwd: place.base }))).toBe("");
    // Where it could not remember that it has said it, it would say it every time.
    expect(said(call("PreToolUse"), { XDG_STATE_HOME: "/dev/null" })).toBe("");
    for (const input of ["", "{", "5", "null", "[]", '{"tool_input": {"command": ["x", 5]}}', "x".repeat(9_000_000)])
      expect(said(input)).toBe("");
    expect(statSync(join(place.home, ".local/state/manifold/hints.json")).mode & 0o777).toBe(0o600);
  });
});

describe("care", () => {
  test("the change is shown first; without a terminal or --yes nothing is written", () => {
    using place = new Place(SMALL);
    const path = join(place.home, ".cursor/mcp.json");
    put(path, '{\n  "mcpServers": {\n    "other": { "env": { "KEY": "ghp_0123456789abcdefghijABCDEFGHIJ456789" } }\n  }\n}\n');
    const text = readFileSync(path, "utf8");
    const asked = place.manifold(["agents", "install", "cursor"]);
    expect([asked.exit, asked.err.includes("[not-confirmed]"), readFileSync(path, "utf8")]).toEqual([2, true, text]);
    expect(asked.out).toMatch(/^\+ {4}"manifold": \{$/m);
    expect(asked.out).toContain(`--- ${path}`);
    expect(asked.out).not.toContain("ghp_0123456789");
    expect(place.manifold(["agents", "install", "cursor", "--dry-run"]).exit).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test.skipIf(!Bun.which("script"))("on a terminal it asks, and takes anything but yes for no (needs script)", () => {
    using place = new Place(SMALL);
    const path = join(place.home, ".cursor/mcp.json");
    put(path, "{}\n");
    const asked = (answer: string) =>
      run(["script", "-qec", `${quoted(binary())} agents install cursor`, "/dev/null"], place.tree, {
        env: { HOME: place.home, TERM: "xterm" },
        input: answer,
      }).out;
    expect(asked("n\n")).toContain("Nothing was changed");
    expect(readFileSync(path, "utf8")).toBe("{}\n");
    expect(asked("y\n")).toContain("[y/N]");
    expect(entryIn(path, ["mcpServers", "manifold"])).toBeDefined();
  });

  test("without a name only clients that are used here are changed", () => {
    using place = new Place(SMALL);
    expect(place.manifold(["agents", "install", "--yes"]).exit).toBe(1);
    put(join(place.home, ".gemini/settings.json"), "{}\n");
    mkdirSync(join(place.home, ".codex"));
    expect(place.manifold(["agents", "install", "--yes"]).exit).toBe(0);
    expect(listing(place.home).filter((path) => !path.startsWith(".agents/"))).toEqual([
      ".agents",
      ".codex",
      ".codex/config.toml",
      ".codex/hooks.json",
      ".gemini",
      ".gemini/settings.json",
    ]);
    const { clients } = JSON.parse(place.manifold(["agents", "status", "--json"]).out) as {
      clients: { client: string; scope: string; state: string }[];
    };
    expect(clients.filter((one) => one.state === "installed").map((one) => `${one.client} ${one.scope}`)).toEqual([
      "codex user",
      "gemini user",
    ]);
  });

  test("what others changed meanwhile stays; what is taken out is our entry alone", () => {
    using place = new Place(SMALL);
    const files = { cursor: join(place.home, ".cursor/mcp.json"), codex: join(place.home, ".codex/config.toml") };
    put(files.cursor, '{ "mcpServers": { "a": { "command": "x" } } }\n');
    put(files.codex, TOML);
    expect(place.manifold(["agents", "install", "cursor", "codex", "--yes"]).exit).toBe(0);
    put(files.cursor, readFileSync(files.cursor, "utf8").replace('"x"', '"changed"'));
    put(files.codex, `${readFileSync(files.codex, "utf8")}\n[later]\nkey = 1 # kept\n`);
    expect(place.manifold(["agents", "uninstall", "cursor,codex", "--yes"]).exit).toBe(0);
    expect(parseJson(readFileSync(files.cursor, "utf8"))).toEqual({ mcpServers: { a: { command: "changed" } } });
    // The newline that our table needed after the last line without one stays: others have written after it.
    expect(readFileSync(files.codex, "utf8")).toBe(`${TOML}\n\n[later]\nkey = 1 # kept\n`);
  });

  test("an entry of that name that starts something else is told, and changed with what the user added to it kept", () => {
    using place = new Place(SMALL);
    const files = { cursor: join(place.home, ".cursor/mcp.json"), codex: join(place.home, ".codex/config.toml") };
    put(files.cursor, '{"mcpServers":{"manifold":{"command":"old","args":["serve"],"env":{"A":"1"}}}}');
    put(files.codex, '[mcp_servers.manifold]\ncommand = "old" # mine\nargs = ["serve"]\nstartup_timeout_sec = 20\n');
    expect(place.manifold(["agents", "status", "cursor"]).out).toContain("starts something else");
    const texts = [readFileSync(files.cursor, "utf8"), readFileSync(files.codex, "utf8")];
    expect(place.manifold(["agents", "install", "cursor", "codex", "--yes", "--command", "/opt/my manifold"]).exit).toBe(0);
    expect(entryIn(files.cursor, ["mcpServers", "manifold"])).toMatchObject({
      command: "/opt/my manifold",
      args: ["mcp"],
      env: { A: "1" },
    });
    expect(entryIn(files.codex, ["mcp_servers", "manifold"])).toEqual({
      command: "/opt/my manifold",
      args: ["mcp"],
      startup_timeout_sec: 20,
    } as never);
    expect(readFileSync(files.codex, "utf8")).toContain("# mine");
    expect(place.manifold(["agents", "uninstall", "cursor", "codex", "--yes"]).exit).toBe(0);
    expect([readFileSync(files.cursor, "utf8"), readFileSync(files.codex, "utf8")]).toEqual(texts);
  });

  test("files that cannot be understood are refused and left alone", () => {
    using place = new Place(SMALL);
    const cursor = join(place.home, ".cursor/mcp.json");
    const codex = join(place.home, ".codex/config.toml");
    for (const text of ['{"mcpServers": ', "[]", '"text"', '{"mcpServers": []}', '{"mcpServers": 7}', "{} {}", "<<<<<<< HEAD\n{}\n"]) {
      put(cursor, text);
      const { exit, err } = place.manifold(["agents", "install", "cursor", "--yes"]);
      expect([text, exit, err.includes("[config-invalid]"), readFileSync(cursor, "utf8")]).toEqual([text, 3, true, text]);
      place.manifold(["agents", "uninstall", "cursor", "--yes"]);
      expect(readFileSync(cursor, "utf8")).toBe(text);
    }
    for (const text of ["a = ", "[x\n", "mcp_servers = 7\n", 'a = "1"\na = "2"\n']) {
      put(codex, text);
      const { exit, err } = place.manifold(["agents", "install", "codex", "--yes"]);
      expect([text, exit, err.includes("[config-invalid]"), readFileSync(codex, "utf8")]).toEqual([text, 3, true, text]);
    }
    put(cursor, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]));
    expect(place.manifold(["agents", "install", "cursor", "--yes"]).exit).toBe(3);
    // One bad file does not keep the others from being done.
    put(codex, "");
    const both = place.manifold(["agents", "install", "cursor", "codex", "--yes"]);
    expect([both.exit, entryIn(codex, ["mcp_servers", "manifold"]) !== undefined]).toEqual([3, true]);
  });

  test("links are followed and stay links; broken ones, read-only files and folders are refused; mode and neighbours stay", () => {
    using place = new Place(SMALL);
    const path = join(place.home, ".cursor/mcp.json");
    put(join(place.home, "dotfiles/mcp.json"), "{}\n");
    chmodSync(join(place.home, "dotfiles/mcp.json"), 0o640);
    mkdirSync(dirname(path));
    symlinkSync("../dotfiles/mcp.json", path);
    expect(place.manifold(["agents", "install", "cursor", "--yes"]).exit).toBe(0);
    expect(readlinkSync(path)).toBe("../dotfiles/mcp.json");
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(place.home, "dotfiles"))).toEqual(["mcp.json"]);
    expect(place.manifold(["agents", "uninstall", "cursor", "--yes"]).exit).toBe(0);
    expect(readFileSync(path, "utf8")).toBe("{}\n");
    const gemini = join(place.home, ".gemini/settings.json");
    mkdirSync(dirname(gemini));
    symlinkSync("nowhere.json", gemini);
    const broken = place.manifold(["agents", "install", "gemini", "--yes"]);
    expect([broken.exit, broken.err.includes("[config-unwritable]"), readdirSync(dirname(gemini))]).toEqual([3, true, ["settings.json"]]);
    const zed = join(place.home, ".config/zed/settings.json");
    put(zed, "{}");
    chmodSync(zed, 0o444);
    const readOnly = place.manifold(["agents", "install", "zed", "--yes"]);
    expect([readOnly.exit, readOnly.err.includes("[config-unwritable]"), readFileSync(zed, "utf8")]).toEqual([3, true, "{}"]);
    mkdirSync(join(place.home, ".codex/config.toml"), { recursive: true });
    expect(place.manifold(["agents", "install", "codex", "--yes"]).exit).toBe(3);
  });

  test.skipIf(!maySwitch)("a folder that cannot be written is refused (needs another user)", () => {
    using place = new Place(SMALL);
    const path = join(place.home, ".cursor/mcp.json");
    put(path, "{}");
    chmodSync(place.base, 0o755);
    const { exit, err } = place.shell('"$M" agents install cursor --yes', ["setpriv", "--reuid=65534", "--clear-groups"]);
    expect([exit, err.includes("[config-unwritable]"), readFileSync(path, "utf8")]).toEqual([3, true, "{}"]);
    expect(readdirSync(dirname(path))).toEqual(["mcp.json"]);
  });

  test("instruction files are touched only when asked, and given back as they were; the snippet is printed on demand", () => {
    using place = new Place({ ...SMALL, "CLAUDE.md": "# Rules\n\nBe kind." });
    place.git();
    put(join(place.home, ".claude.json"), "{}");
    expect(place.manifold(["agents", "install", "claude", "--yes"]).exit).toBe(0);
    expect(readFileSync(join(place.tree, "CLAUDE.md"), "utf8")).toBe("# Rules\n\nBe kind.");
    const snippet = place.manifold(["agents", "snippet"]);
    expect([snippet.exit, snippet.out.includes("impact")]).toEqual([0, true]);
    expect(place.manifold(["agents", "install", "claude", "codex", "--instructions", "--yes"]).exit).toBe(0);
    expect(readFileSync(join(place.tree, "CLAUDE.md"), "utf8")).toBe(`# Rules\n\nBe kind.\n\n${snippet.out}`);
    expect(readFileSync(join(place.tree, "AGENTS.md"), "utf8")).toBe(snippet.out);
    expect(place.manifold(["agents", "uninstall", "claude", "codex", "--instructions", "--yes"]).exit).toBe(0);
    expect(readFileSync(join(place.tree, "CLAUDE.md"), "utf8")).toBe("# Rules\n\nBe kind.");
    expect(existsSync(join(place.tree, "AGENTS.md"))).toBe(false);
  });

  test("nested servers of OpenCode 2 and its .jsonc file are kept to; folders from the environment count", () => {
    using place = new Place(SMALL);
    const jsonc = join(place.home, ".config/opencode/opencode.jsonc");
    put(jsonc, '{ "mcp": { "servers": { "x": { "type": "local", "command": ["x"] } } } } // mine\n');
    expect(place.manifold(["agents", "install", "opencode", "--yes"]).exit).toBe(0);
    expect(entryIn(jsonc, ["mcp", "servers", "manifold"])).toMatchObject({ type: "local", command: [binary(), "mcp"] });
    const env = { CODEX_HOME: join(place.home, "elsewhere"), CLAUDE_CONFIG_DIR: join(place.home, "c") };
    expect(place.manifold(["agents", "install", "codex", "claude", "--yes"], { env }).exit).toBe(0);
    expect([existsSync(join(env.CODEX_HOME, "config.toml")), existsSync(join(env.CLAUDE_CONFIG_DIR, ".claude.json"))]).toEqual([
      true,
      true,
    ]);
  });

  test("unknown words and contradictions are usage errors; completion knows the commands", () => {
    using place = new Place(SMALL);
    for (const words of [
      [],
      ["remove"],
      ["install", "emacs"],
      ["install", "zed", "--scope", "project", "--yes"],
      ["status", "--scope", "world"],
    ])
      expect([words, place.manifold(["agents", ...words]).exit]).toEqual([words, 2]);
    for (const shell of ["bash", "zsh", "fish"]) expect(place.manifold(["completion", shell]).out).toMatch(/\bagents\b[\s\S]*\bmcp\b/);
  });
});
