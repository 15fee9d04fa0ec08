/**
 * Everything that names the version, the scope or the platforms outside the program: made from package.json, project.json and the table of platforms.
 *
 * `bun scripts/release/packaging.ts` writes the files that a format wants in the repository itself (a test compares them); `scripts/release.ts` makes those
 * that belong to a release.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pkg from "../../package.json" with { type: "json" };
import { CLIENTS } from "../../src/serve/agents/clients.ts";
import { npmFields, PLATFORMS, type Platform, programOf } from "../platforms.ts";
import project from "./project.json" with { type: "json" };

export const VERSION = pkg.version;
export const SCOPE = project.scope;
export const PROJECT = project;
const top = join(import.meta.dir, "..", "..");
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A template with what only the table knows put in. @throws Error for a word that nothing is known for */
export function filled(name: string, more: Readonly<Record<string, string>> = {}): string {
  const known: Record<string, string> = {
    VERSION,
    DESCRIPTION: pkg.description,
    REPOSITORY: project.repository,
    DOWNLOADS: project.downloads,
    ...more,
  };
  return readFileSync(join(import.meta.dir, "templates", name), "utf8").replace(/@([A-Z]+(?::[\w-]+)?)@/g, (_, word: string) => {
    const value = known[word];
    if (value === undefined) throw new Error(`${name}: nothing is known for @${word}@.`);
    return value;
  });
}

// ---------------------------------------------------------------------------------------------- npm

export const packageOf = ({ id }: Platform): string => `${SCOPE}/cli-${id}`;

const common = {
  version: VERSION,
  license: pkg.license,
  homepage: project.repository,
  repository: { type: "git", url: `git+${project.repository}.git` },
};

/** package.json of the package that people install: no scripts, one optional dependency a platform. */
export const mainPackage = (platforms: readonly Platform[]): string =>
  json({
    name: `${SCOPE}/cli`,
    description: pkg.description,
    ...common,
    mcpName: project.registryName,
    keywords: ["code-search", "code-intelligence", "mcp", "call-graph", "impact-analysis"],
    bin: { manifold: "bin/manifold.js" },
    files: ["bin"],
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(platforms.map((one) => [packageOf(one), VERSION])),
  });

/** package.json of one platform's package. */
export const platformPackage = (platform: Platform): string =>
  json({
    name: packageOf(platform),
    description: `Manifold's program for ${platform.id}`,
    ...common,
    ...npmFields(platform),
    files: ["bin"],
    preferUnplugged: true,
  });

export const launcher = (platforms: readonly Platform[]): string =>
  filled("launcher.js", {
    // Within a text of JavaScript.
    PLATFORMS: JSON.stringify(
      JSON.stringify(
        platforms.map((one) => ({
          id: one.id,
          os: npmFields(one).os[0],
          cpu: one.arch,
          libc: one.libc,
          package: packageOf(one),
          program: programOf(one),
        })),
      ),
    ).slice(1, -1),
  });

// ---------------------------------------------------------------------------------------------- agents

const about = {
  name: "manifold",
  version: VERSION,
  description: pkg.description,
  author: { name: project.owner, url: project.repository },
  homepage: project.repository,
  repository: project.repository,
  license: pkg.license,
};
const server = { command: "manifold", args: ["mcp"] };

const claude = CLIENTS.find(({ name }) => name === "claude");

/** The plugin's folder: Claude Code, Codex and Gemini each find what is theirs in it. The skill in it is written by hand, and is the program's own too. */
function plugin(): Record<string, string> {
  return {
    ".claude-plugin/plugin.json": json({ ...about, keywords: ["code-search", "mcp"] }),
    ".codex-plugin/plugin.json": json({ ...about, skills: "./skills/", mcpServers: "./.mcp.json" }),
    "gemini-extension.json": json({
      name: about.name,
      version: VERSION,
      description: about.description,
      mcpServers: { manifold: server },
      contextFileName: "skills/manifold/SKILL.md",
    }),
    ".mcp.json": json({ mcpServers: { manifold: server } }),
    "hooks/hooks.json": json({ hooks: { PreToolUse: [claude!.hook!.entry("manifold agents hint")] } }),
  };
}

const FOLDER = "scripts/release/plugin";

// ---------------------------------------------------------------------------------------------- the repository's files

// Without stages: their names changed with pre-commit 3.2, and neither name is read by every version in use.
// What pre-commit calls `language: node` would install the repository that this file lies in, with all that its development needs.
const PRE_COMMIT = `# For https://pre-commit.com: the gate over what is staged. Exit 4 stops the commit where a change is risky.
- id: manifold
  name: manifold (impact of what is staged)
  description: Stops a commit whose change can break what depends on it (needs Node's npx)
  language: system
  entry: npx --yes ${SCOPE}/cli@${VERSION} impact --staged --fail-on risky
  pass_filenames: false
  always_run: true
- id: manifold-system
  name: manifold (impact of what is staged, the program on the PATH)
  description: The same with a manifold that is installed already
  language: system
  entry: manifold impact --staged --fail-on risky
  pass_filenames: false
  always_run: true
`;

const ACTION = `name: Manifold gate
description: What a change can break, as a summary, as SARIF and as a gate
author: ${project.owner}
branding: { icon: git-merge, color: blue }
inputs:
  base: { description: The revision that the change parted from; of a pull request its base, default: "" }
  fail-on: { description: "What stops the job: risky, medium, unknown, separated by commas; none lets everything pass", default: risky }
  max-affected: { description: Stop when more symbols outside tests are affected, default: "" }
  sarif: { description: Where to write SARIF 2.1.0; nowhere if empty, default: "" }
  version: { description: The version of Manifold, default: "${VERSION}" }
  from: { description: Where the release is instead of GitHub (a folder or an https address), default: "" }
outputs:
  verdict: { description: "low, medium, high or unknown", value: "\${{ steps.gate.outputs.verdict }}" }
runs:
  using: composite
  steps:
    - name: Install
      shell: sh
      env: { VERSION: "\${{ inputs.version }}", FROM: "\${{ inputs.from }}", HERE: "\${{ github.action_path }}" }
      run: |
        sh "$HERE/scripts/release/action/install.sh" --version "$VERSION" --dir "$RUNNER_TEMP/manifold" --from "$FROM"
        echo "$RUNNER_TEMP/manifold/bin" >> "$GITHUB_PATH"
    - name: Gate
      id: gate
      shell: sh
      env:
        BASE: "\${{ inputs.base || (github.base_ref && format('origin/{0}', github.base_ref)) || github.event.before }}"
        FAIL_ON: "\${{ inputs.fail-on }}"
        MAX_AFFECTED: "\${{ inputs.max-affected }}"
        SARIF: "\${{ inputs.sarif }}"
        HERE: "\${{ github.action_path }}"
      run: sh "$HERE/scripts/release/action/gate.sh"
`;

/** For the MCP registry. */
const SERVER = json({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: project.registryName,
  title: "Manifold",
  description: "Answers questions about a code base, locally, with citations; says what a change can break",
  repository: { url: project.repository, source: "github" },
  version: VERSION,
  packages: [
    {
      registryType: "npm",
      identifier: `${SCOPE}/cli`,
      version: VERSION,
      runtimeHint: "npx",
      packageArguments: [{ type: "positional", value: "mcp" }],
      transport: { type: "stdio" },
    },
  ],
});

/** Files that lie in the repository because a format looks for them there, by path. */
export function committed(): Record<string, string> {
  return {
    ".pre-commit-hooks.yaml": PRE_COMMIT,
    "action.yml": ACTION,
    "scripts/release/action/install.sh": filled("install.sh"),
    ".claude-plugin/marketplace.json": json({
      name: project.owner,
      owner: { name: project.owner, url: project.repository },
      plugins: [{ name: about.name, source: `./${FOLDER}`, description: about.description, version: VERSION }],
    }),
    ".agents/plugins/marketplace.json": json({
      name: project.owner,
      interface: { displayName: "Manifold" },
      plugins: [
        {
          name: about.name,
          source: { source: "local", path: `./${FOLDER}` },
          policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
          category: "Developer Tools",
        },
      ],
    }),
    ...Object.fromEntries(Object.entries(plugin()).map(([path, text]) => [`${FOLDER}/${path}`, text])),
  };
}

/** A release's own files of text, by their path in it. @param sums SHA-256 of the archives, by platform */
export function released(sums: ReadonlyMap<string, string>): Record<string, string> {
  const known = Object.fromEntries(PLATFORMS.map(({ id }) => [`SUM:${id}`, sums.get(id) ?? ""]));
  const formula = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"].every((id) => sums.has(id));
  return {
    "install.sh": filled("install.sh"),
    "docker/Dockerfile": filled("Dockerfile"),
    "server.json": SERVER,
    ...(formula ? { "manifold.rb": filled("formula.rb", known) } : {}),
  };
}

if (import.meta.main)
  for (const [path, text] of Object.entries(committed())) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
