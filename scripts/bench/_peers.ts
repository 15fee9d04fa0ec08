/**
 * The two code-graph tools from npm that we are measured beside, installed by exact version into the cache folder.
 *
 * Neither is asked for anything that needs a network: no embeddings, no daemon (CODEGRAPH_NO_DAEMON), telemetry off and a
 * home folder of its own (`environment()`). `@optave/codegraph` needs better-sqlite3, whose install compiles C++ where no
 * ready-made library is to be had (minutes, once); `@colbymchenry/codegraph` brings its own Node.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cost, cacheFolder, measure, must } from "./_measure.ts";
import { helper } from "./_packages.ts";

export interface Peer {
  name: string;
  version: string;
  /** Builds the index of the current folder from nothing. */
  index: string[];
  /** Brings it up to date; null where a question does not answer from the present files without it. */
  update: string[];
  /** Questions about a symbol: where it is, who calls it. */
  find(symbol: string): string[];
  callers(symbol: string): string[];
  /** Its folder in the indexed tree. */
  folder: string;
}

const PEERS: (Omit<Peer, "index" | "update" | "find" | "callers"> & {
  scripts: boolean;
  verbs: { index: string[]; update: string[]; find: string[]; callers: string[] };
})[] = [
  {
    name: "@optave/codegraph",
    version: "3.11.2",
    scripts: true,
    folder: ".codegraph",
    verbs: { index: ["build", "."], update: ["build", "."], find: ["where"], callers: ["query"] },
  },
  {
    name: "@colbymchenry/codegraph",
    version: "1.6.1",
    scripts: false,
    folder: ".codegraph",
    verbs: { index: ["init", "."], update: ["sync", "."], find: ["query"], callers: ["callers"] },
  },
];

/** The peers that run on this machine; for the others a line is printed that says why not. */
export async function peers(only: readonly string[] = []): Promise<Peer[]> {
  const ready: Peer[] = [];
  for (const { name, version, scripts, verbs, folder } of PEERS) {
    if (only.length > 0 && !only.some((one) => name.includes(one))) continue;
    const home = join(cacheFolder(), "peers", `${name.replaceAll(/[@/]+/g, "_")}-${version}`);
    const bin = join(home, "node_modules", ".bin", "codegraph");
    try {
      if (Bun.which("node") === null) throw new Error("node is not installed");
      if (!existsSync(bin)) {
        mkdirSync(home, { recursive: true });
        writeFileSync(join(home, "package.json"), '{"private":true}\n');
        console.error(`installing ${name} ${version} …`);
        helper(["npm", "install", "--no-audit", "--no-fund", ...(scripts ? [] : ["--ignore-scripts"]), `${name}@${version}`], home);
      }
      await must([bin, "--version"], { cwd: home });
      ready.push({
        name,
        version,
        folder,
        index: [bin, ...verbs.index],
        update: [bin, ...verbs.update],
        find: (symbol) => [bin, ...verbs.find, symbol],
        callers: (symbol) => [bin, ...verbs.callers, symbol],
      });
    } catch (error) {
      console.log(`SKIPPED ${name} ${version}: it does not run here (${(error as Error).message.split("\n")[0]!.slice(0, 200)}).`);
    }
  }
  return ready;
}

/** Indexes a tree with a peer, from nothing. Its folder is left in the tree. */
export async function peerIndex(peer: Peer, tree: string): Promise<Cost> {
  rmSync(join(tree, peer.folder), { recursive: true, force: true });
  return measure(peer.index, { cwd: tree, sample: true });
}
