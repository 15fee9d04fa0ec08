/**
 * The tools that are measured beside Manifold, installed by exact version into the cache folder or taken from Debian.
 *
 * Only what runs offline is asked: no embeddings from a hub, no daemon, telemetry off (`environment()`), a home folder of its own.
 * gitnexus is not run: its licence (PolyForm Noncommercial 1.0.0) permits noncommercial purposes only, and whether that is whoever runs
 * this script a script cannot know. Its table row says so.
 */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, manifold } from "../_measure.ts";
import { helper } from "../_packages.ts";
import { peers } from "../_peers.ts";

export interface Tool {
  name: string;
  version: string;
  licence: string;
  /** Languages it says it understands, and where it says so. */
  languages: string;
  /** Builds the index of the current folder from nothing; null where there is none. */
  index: string[] | null;
  /** Brings it up to date; null where a question does that itself, or nothing needs it. */
  update: string[] | null;
  /** What it leaves in the tree. */
  leaves: string[];
  /** Where a symbol is defined, who calls it, lines with a literal, and a question in words; null where it has no such command. */
  find: ((symbol: string) => string[]) | null;
  callers: ((symbol: string) => string[]) | null;
  literal: ((text: string) => string[]) | null;
  words: ((question: string) => string[]) | null;
  /** Name of its adapter in `answer.ts`, for NDCG; null where it does not answer questions in words. */
  answers: string | null;
}

const PROBE = { name: "@probelabs/probe", version: "0.6.0-rc325" };

/**
 * Probe's binary, out of its npm package. The package itself cannot be installed offline (one of its dependencies is a git address), its binary can.
 * @throws Error where the package holds none for this machine
 */
function probeBinary(): string {
  const home = join(cacheFolder(), "peers", `probelabs_probe-${PROBE.version}`);
  const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
  const folder = join(home, `probe-v${PROBE.version}-${machine}-unknown-linux-musl`);
  const binary = join(folder, "probe");
  if (existsSync(binary)) return binary;
  mkdirSync(home, { recursive: true });
  const tarball = helper(["npm", "pack", "--silent", `${PROBE.name}@${PROBE.version}`], home)
    .trim()
    .split("\n")
    .at(-1)!;
  helper(["tar", "-xzf", tarball], home);
  helper(["tar", "-xzf", `package/bin/binaries/probe-v${PROBE.version}-${machine}-unknown-linux-musl.tar.gz`], home);
  rmSync(join(home, tarball));
  return binary;
}

const firstLine = (command: string[]): string => helper(command, ".").trim().split("\n")[0]!;
const numbers = (text: string): string => /\d+(?:\.\d+)+/.exec(text)?.[0] ?? text;

/** Every tool that runs here, Manifold first; for the others a line says why not. */
export async function tools(): Promise<Tool[]> {
  const product = manifold();
  const rows = (JSON.parse(helper([...product, "languages", "--json"], ".")) as { languages: unknown[] }).languages.length;
  const found: Tool[] = [
    {
      name: "manifold",
      version: numbers(firstLine([...product, "--version"])),
      licence: "MIT",
      languages: `${rows} (\`manifold languages\`)`,
      index: [...product, "index", "."],
      update: null,
      leaves: [".manifold"],
      find: (symbol) => [...product, "def", symbol],
      callers: (symbol) => [...product, "callers", symbol],
      literal: (text) => [...product, "q", `'${text}'`],
      words: (question) => [...product, "q", question],
      answers: "manifold",
    },
  ];
  for (const peer of await peers()) {
    const colby = peer.name.startsWith("@colby");
    found.push({
      name: peer.name,
      version: peer.version,
      licence: colby ? "MIT" : "Apache-2.0",
      languages: `${colby ? "34" : "34"} (its README)`,
      index: peer.index,
      update: peer.update,
      leaves: [peer.folder],
      find: peer.find,
      callers: peer.callers,
      literal: null,
      words: colby ? (question) => [...peer.find(question)] : null,
      answers: colby ? "colby" : null,
    });
  }
  try {
    const probe = probeBinary();
    found.push({
      name: PROBE.name,
      version: numbers(firstLine([probe, "--version"])),
      licence: "ISC",
      languages: "16 (its README)",
      index: null,
      update: null,
      leaves: [],
      find: (symbol) => [probe, "search", symbol, ".", "--exact", "--max-results", "10"],
      callers: null,
      literal: null,
      words: (question) => [probe, "search", question, ".", "--max-results", "10"],
      answers: "probe",
    });
  } catch (error) {
    console.log(`SKIPPED ${PROBE.name}: ${(error as Error).message.split("\n")[0]}`);
  }
  if (Bun.which("ctags") && Bun.which("readtags"))
    found.push({
      name: "universal-ctags",
      version: numbers(firstLine(["ctags", "--version"])),
      licence: "GPL-2.0+",
      languages: `${helper(["ctags", "--list-languages"], ".").trim().split("\n").length} (\`--list-languages\`)`,
      index: ["ctags", "--options=NONE", "--quiet=yes", "-R", "-f", "tags", "."],
      update: ["ctags", "--options=NONE", "--quiet=yes", "-R", "-f", "tags", "."],
      leaves: ["tags"],
      find: (symbol) => ["readtags", "-t", "tags", "-e", "-n", symbol],
      callers: null,
      literal: null,
      words: null,
      answers: null,
    });
  else console.log("SKIPPED universal-ctags: it is not installed.");
  // By itself it knows no JavaScript.
  const config = "/etc/gtags/gtags.conf";
  const plugin = existsSync(config) ? ["env", `GTAGSCONF=${config}`, "GTAGSLABEL=new-ctags"] : [];
  if (Bun.which("global") && Bun.which("gtags"))
    found.push({
      name: "GNU global",
      version: numbers(firstLine(["global", "--version"])),
      licence: "GPL-3.0+",
      languages: "6, and universal-ctags' as its plug-in",
      index: [...plugin, "gtags"],
      update: [...plugin, "global", "-u"],
      leaves: ["GTAGS", "GRTAGS", "GPATH"],
      find: (symbol) => ["global", "-x", symbol],
      callers: (symbol) => ["global", "-xr", symbol],
      literal: (text) => ["global", "-xg", text],
      words: null,
      answers: null,
    });
  else console.log("SKIPPED GNU global: it is not installed.");
  if (Bun.which("rg"))
    found.push({
      name: "ripgrep",
      version: numbers(firstLine(["rg", "--version"])),
      licence: "MIT or Unlicense",
      languages: "any text",
      index: null,
      update: null,
      leaves: [],
      find: null,
      callers: null,
      literal: (text) => ["rg", "--no-config", "-n", "-S", "-F", "-e", text, "."],
      words: null,
      answers: "ripgrep",
    });
  else console.log("SKIPPED ripgrep: it is not installed.");
  return found;
}

/** Takes out of a tree what a tool has left there. */
export function clean(tree: string, tool: Tool): void {
  for (const name of tool.leaves) rmSync(join(tree, name), { recursive: true, force: true });
}
