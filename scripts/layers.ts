/**
 * `bun scripts/layers.ts`, part of `bun run lint`: imports between the rooms of `src` go one way, and none goes in a circle. With `--rooms`, how many
 * files and lines each room has.
 *
 * A room is a folder below `src`, with the file of the same name beside it. Imports of types count as well: of two files that name
 * each other neither can be read first.
 */
import { dirname, join } from "node:path";

/** What each room may import, itself aside. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  manual: [],
  files: ["base"],
  git: ["base", "files"],
  embed: ["base"],
  lang: ["base", "files"],
  store: ["base", "files", "git"],
  query: ["base", "files", "git", "embed", "lang", "store"],
  notes: ["base", "files", "embed", "lang", "store", "query"],
  indexing: ["base", "files", "git", "embed", "lang", "store", "query"],
  asking: ["base", "files", "git", "embed", "lang", "store", "query", "notes", "indexing"],
  fleet: ["base", "files", "git", "embed", "lang", "store", "query", "notes", "indexing", "asking"],
  serve: ["base", "files", "git", "embed", "lang", "store", "query", "notes", "indexing", "asking", "fleet", "manual"],
  main: ["base", "serve"],
};

/** Files that may name each other's types: a language and the resolver that asks it, a writer and what it hands itself to. */
const TOGETHER = [/^src\/lang\/engine\//, /^src\/store\/(?:write|resolution)\.ts$/];

/** What one command or flag is for: loaded there, when it is asked for, and by nobody beforehand (`models` is a command of its own). */
const LATER = /^src\/(?:fleet\/|serve\/(?:fleet|map|eval|communities|lsp)\/|embed\/onnx\/(?!opened\.ts)|asking\/ollama\.ts)/;

/** Files that only questions of many trees load. */
const OF_MANY = /^src\/(?:serve\/)?fleet\//;

const roomOf = (path: string): string => path.split("/")[1]!.replace(/\.ts$/, "");

/** The files that each file imports, written `src/…`. */
async function imports(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const path of [...new Bun.Glob("src/**/*.ts").scanSync()].sort()) {
    if (path.endsWith(".d.ts") || path.endsWith(".as.ts")) continue;
    const text = await Bun.file(path).text();
    const said = text.matchAll(/^(?:import|export)\b[^"';()=]*"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm);
    found.set(path, [...new Set([...said].map(([, one, later]) => join(dirname(path), (one ?? later)!)))]);
  }
  return found;
}

/** Sets of files that import each other (Tarjan's strongly connected components of more than one). */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file)!);
    open.push(file);
    for (const next of graph.get(file)!) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

const graph = await imports();
const faults: string[] = [];
for (const path of graph.keys()) {
  const text = await Bun.file(path).text();
  for (const [, from] of text.matchAll(/^import (?!type )[^"';()=]*"(\.[^"]+)"/gm)) {
    const target = join(dirname(path), from!);
    const together = dirname(path) === dirname(target) || [path, target].every((one) => OF_MANY.test(one));
    if (LATER.test(target) && !together && path !== "src/serve/commands/models.ts")
      faults.push(`${path} loads ${target} before anybody asks for it.`);
  }
}
for (const [file, targets] of graph)
  for (const target of targets) {
    if (!target.startsWith("src/")) continue;
    const [from, to] = [roomOf(file), roomOf(target)];
    if (from !== to && !MAY_IMPORT[from]?.includes(to))
      faults.push(`${file} imports ${target}: ${from} may import ${MAY_IMPORT[from]?.join(", ") || "nothing"}.`);
  }
/** The engine of `lang` knows no language: folders of languages import it, not the other way round. */
for (const [file, targets] of graph)
  if (file.startsWith("src/lang/engine/"))
    for (const target of targets)
      if (target.startsWith("src/lang/") && !target.startsWith("src/lang/engine/"))
        faults.push(`${file} imports ${target}: the engine knows no language.`);
/** A language names its rules, which are read when a file of it is parsed and know what it says of itself. */
const atOnce = new Map(
  [...graph].map(([file, targets]) => [
    file,
    /^src\/lang\/\w+\/language\.ts$/.test(file) ? targets.filter((target) => target !== join(dirname(file), "rules.ts")) : targets,
  ]),
);
for (const circle of circles(atOnce))
  if (!TOGETHER.some((alike) => circle.every((file) => alike.test(file)))) faults.push(`These import each other: ${circle.join(", ")}.`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
if (process.argv.includes("--rooms")) {
  const rooms = new Map<string, { files: number; lines: number }>();
  for (const path of graph.keys()) {
    const lines = (await Bun.file(path).text()).split("\n").length - 1;
    for (const room of [roomOf(path), "all"]) {
      const sum = rooms.get(room) ?? { files: 0, lines: 0 };
      rooms.set(room, { files: sum.files + 1, lines: sum.lines + lines });
    }
  }
  console.table(Object.fromEntries(rooms));
}
