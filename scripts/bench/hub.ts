#!/usr/bin/env bun
/**
 * What a change of the most used symbol of a large tree can reach, three hops, from cold.
 *
 *   bun scripts/bench/hub.ts [--tree DIR] [--runs 9] [--files 10000] [--json FILE] [--manifold "CMD …"]
 *
 * The tree is made where --tree says, else in the temporary folder, the same at every run: 10,000 Python files of 20 functions, of which each
 * calls one before it and two of other files, few of them much more often than the rest (the fourth power of a random number). It is made once
 * and kept, with its index. Reading and walking is what asks the index for the edges, and counts what is reached: timed inside processes that
 * do nothing else, new for each run. Whole processes are timed beside the floor, a question about a symbol that is not there, turn by turn.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Graph } from "../../src/query/walk/graph.ts";
import { totalOf } from "../../src/query/walk/risk.ts";
import { type Spread, spread } from "../../src/query/walk/spread.ts";
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
else inside(child);

/** One reading and walking in this process, which has done nothing before; prints milliseconds and symbols. */
function inside(root: string): void {
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
  const started = performance.now();
  const { hits, total } = spread(new Graph(store), walked);
  const ms = performance.now() - started;
  console.log(JSON.stringify({ ms, ...(total ?? totalOf(hits)), listed: hits.length }));
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
    const inside = await must([process.execPath, import.meta.path, "--child", tree], { cwd: tree });
    const { ms, ...count } = JSON.parse(inside.stdout);
    reached = count;
    note("reading and walking", ms);
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
