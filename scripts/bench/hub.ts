#!/usr/bin/env bun
/**
 * What a change of the most used symbol of a large tree can reach, three hops, from cold.
 *
 *   bun scripts/bench/hub.ts [--tree DIR] [--runs 9] [--files 10000] [--json FILE] [--manifold "CMD …"]
 *
 * The tree is made where --tree says, else in the temporary folder, the same at every run: 10,000 Python files of 20 functions, of which each
 * calls one before it and two of other files, few of them much more often than the rest (the fourth power of a random number). It is made once
 * and kept, with its index. Reading and walking is what asks the index for the edges, and counts what is reached: timed inside processes that
 * do nothing else, new for each run, with the native addon and without it.
 * Whole processes are timed beside the floor, a question about a symbol that is not there, turn by turn. Budget: reading and walking < 50 ms.
 *
 * Medians, two shared cores whose speed changes by half and more with what others do, 110,473 symbols reached through 1.2 million edges: reading and
 * walking natively 49 to 53 ms, where it took 89 to 92 in the same minutes while every step unpacked the stored bytes anew (84 and 128 with both
 * cores busy); 16 to 20 of it are reading and unpacking (with large pages 5 less, but for one walk in five that had to wait 70 to 150 ms for them).
 * By the answer's own clock, which also finds the symbol and judges: 67 to 70. Noting the edges of the first step while they are read has shown no
 * difference from cold yet.
 * By the answer's own clock, of a built binary, in a fifth to two fifths less time since two threads unpack and walk and less is looked up one by one
 * (four runs of 14 to 20: 80 → 65, 84 → 62, 82 → 49, 75 → 47 ms); with one of the cores busy 89 → 68, with both 136 → 94. Processes that run from sources
 * compile on the second core meanwhile, and show nothing of it. Asking the kernel in advance for the memory that is filled made no difference.
 * Over arrays it takes five to six times as long. Whole process 177 ms of CPU and 99 MB (219 and 88 before), floor 110.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { quick } from "../../src/base/quick.ts";
import { walking } from "../../src/base/settings.ts";
import type { Spread } from "../../src/query/walk/arrays.ts";
import { openStore } from "../../src/store/open.ts";
import { manifold, measure, must, quantile } from "./_measure.ts";
import { commitTree, prepareHome } from "./_packages.ts";
import { generator } from "./_tree.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};

const HUB = "f0_0";
const FUNCTIONS = 20;
const FOLDERS = 100;

const child = flag("child");
if (child === "") await bench();
else inside(child, flag("way") as Way);

type Way = "native" | "arrays";

/** One reading and walking in this process, which has done nothing before; prints milliseconds and symbols. */
function inside(root: string, way: Way): void {
  const opened = openStore(root);
  if (opened.state !== "open") throw new Error(`The index of ${root} is ${opened.state}.`);
  const { store } = opened;
  const hub = store.symbolsByName(HUB)[0]!;
  const walked: Spread = {
    seeds: [hub.id],
    kinds: ["calls", "inherits", "implements", "imports", "uses"],
    depth: 3,
    files: false,
    around: true,
  };
  const { compactHits } = require("../../src/query/walk/compact.ts") as typeof import("../../src/query/walk/compact.ts");
  const { arrayHits } = require("../../src/query/walk/wide.ts") as typeof import("../../src/query/walk/wide.ts");
  // Whoever asks has loaded it for other things.
  quick();
  const started = performance.now();
  const reached = way === "native" ? compactHits(store, walked, 10) : arrayHits(store, walked);
  const ms = performance.now() - started;
  if (reached === null) throw new Error("There is no native addon here.");
  console.log(JSON.stringify({ ms, ...reached.count, listed: Math.min(walking.maxVisited, reached.ids.length) }));
}

/** The files of the tree: path and text. */
function* sources(files: number): Generator<[path: string, text: string]> {
  const random = generator(1);
  const folder = (file: number): string => `p${String(file % FOLDERS).padStart(3, "0")}`;
  for (let at = 0; at < FOLDERS; at++) yield [`${folder(at)}/__init__.py`, ""];
  for (let file = 0; file < files; file++) {
    const imported = new Set<number>();
    const body: string[] = [];
    for (let at = 0; at < FUNCTIONS; at++) {
      const terms: string[] = [];
      for (let call = 0; call < 2; call++) {
        const other = Math.floor(random() ** 4 * files);
        if (other === file) continue;
        imported.add(other);
        terms.push(`m${other}.f${other}_${Math.floor(random() ** 4 * FUNCTIONS)}(x)`);
      }
      if (at > 0) terms.push(`f${file}_${Math.floor(random() * at)}(x)`);
      body.push(`def f${file}_${at}(x):\n    return ${terms.join(" + ") || "x"}\n`);
    }
    const imports = [...imported].sort((a, b) => a - b).map((other) => `from ${folder(other)} import m${other}\n`);
    yield [`${folder(file)}/m${file}.py`, `${imports.join("")}\n${body.join("\n")}`];
  }
}

async function bench(): Promise<void> {
  prepareHome();
  const runs = Number(flag("runs", "9"));
  const files = Number(flag("files", "10000"));
  const tree = resolve(flag("tree", join(tmpdir(), `manifold-hub-${files}`)));
  const product = manifold();
  if (!existsSync(join(tree, ".git"))) {
    for (let at = 0; at < FOLDERS; at++) mkdirSync(join(tree, `p${String(at).padStart(3, "0")}`), { recursive: true });
    for (const [path, text] of sources(files)) writeFileSync(join(tree, path), text);
    commitTree(tree);
  }
  await must([...product, "index", "."], { cwd: tree });
  const told: Record<string, number[]> = {};
  const note = (what: string, value: number): void => {
    told[what] ??= [];
    told[what].push(value);
  };
  let reached = { symbols: 0, files: 0, tests: 0 };
  for (let run = 0; run < runs; run++) {
    for (const way of ["native", "arrays"] as const) {
      const { stdout } = await must([process.execPath, import.meta.path, "--child", tree, "--way", way], { cwd: tree });
      const { ms, ...count } = JSON.parse(stdout);
      reached = count;
      note(`reading and walking, ${way}`, ms);
    }
    for (const [what, symbol, code] of [
      ["whole process", HUB, 0],
      ["floor: no such symbol", "no_such_symbol_here", 1],
    ] as const) {
      const cost = await measure([...product, "impact", symbol, "--depth", "3"], { cwd: tree });
      if (cost.code !== code) throw new Error(`${what}: exit ${cost.code}\n${cost.stderr}`);
      note(`${what}, ms`, cost.wall);
      note(`${what}, CPU ms`, cost.cpu * 1_000);
      note(`${what}, MB`, cost.largest);
    }
    const { stdout } = await must([...product, "impact", HUB, "--depth", "3", "--json"], { cwd: tree });
    note("retrieval by the answer's own clock, ms", JSON.parse(stdout).timings_ms.retrieve);
  }
  console.log(`${reached.symbols + reached.tests} symbols in ${reached.files} files of ${tree} reach ${HUB} within three hops`);
  for (const [what, values] of Object.entries(told))
    console.log(`${what.padEnd(36)} ${quantile(values, 0.5).toFixed(1).padStart(8)}   fastest ${Math.min(...values).toFixed(1)}`);
  if (flag("json")) writeFileSync(flag("json"), `${JSON.stringify({ reached, told }, null, 2)}\n`);
}
