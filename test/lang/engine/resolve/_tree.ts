/** A small tree in memory: real extraction, a World over a Map, and edges as readable lines. */
import type { FileFacts } from "../../../../src/base/types.ts";
import { extract } from "../../../../src/lang/engine/extract.ts";
import { isDouble } from "../../../../src/lang/engine/resolve/paths.ts";
import { resolve } from "../../../../src/lang/engine/resolve/resolve.ts";
import {
  clausesOf,
  type EdgeTarget,
  fullName,
  holdersOf,
  type Outline,
  outlineOf,
  type Resolved,
  type World,
  type WorldSymbol,
  worldKey,
} from "../../../../src/lang/engine/resolve/world.ts";
import { languageOf, loadGrammars } from "../../../../src/lang/languages.ts";

await loadGrammars();

export interface Memory {
  world: World;
  facts: Map<string, FileFacts>;
  /** Keys asked since the last `asked.clear()`. */
  asked: Set<string>;
  symbols: WorldSymbol[];
}

/** A World over files in memory. */
export function memoryOf(files: Record<string, string>): Memory {
  const facts = new Map<string, FileFacts>();
  const outlines = new Map<string, Outline>();
  const symbols: WorldSymbol[] = [];
  for (const path of Object.keys(files).sort()) {
    const one = extract(path, files[path]!, languageOf(path));
    facts.set(path, one);
    outlines.set(path, outlineOf(one));
    const namespaces = clausesOf(one.symbols);
    one.symbols.forEach((symbol) => {
      const { kind, name, qualified, exported, arity, type, declares = false } = symbol;
      const parentKind = one.symbols[symbol.parent]?.kind ?? "file";
      symbols.push({
        id: symbols.length,
        path,
        language: one.language,
        double: isDouble(path),
        kind,
        name,
        qualified,
        exported,
        arity,
        type,
        declares,
        parentKind,
        full: fullName(qualified, namespaces),
      });
    });
  }
  const real = symbols.filter((symbol) => symbol.kind !== "file" && symbol.kind !== "import");
  const asked = new Set<string>();
  const ask = <T>(key: string, value: T): T => {
    asked.add(key);
    return value;
  };
  const paths = [...facts.keys()];
  const folders = new Set<string>();
  for (const path of paths) for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) folders.add(path.slice(0, at));
  const last = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  const world: World = {
    file: (path) => ask(worldKey.file(path), facts.has(path)),
    extended: (path) =>
      ask(
        worldKey.extended(path),
        paths.filter((one) => one === path || (one.startsWith(`${path}.`) && !one.slice(path.length).includes("/"))).sort(),
      ),
    directory: (folder) =>
      ask(
        worldKey.directory(folder),
        paths.filter((path) => path === (folder === "" ? last(path) : `${folder}/${last(path)}`)),
      ),
    named: (base) =>
      ask(
        worldKey.named(base),
        paths.filter((path) => last(path) === base),
      ),
    folders: (name) => ask(worldKey.folders(name), [...folders].filter((folder) => last(folder) === name).sort()),
    text: (path) => ask(worldKey.text(path), files[path] ?? null),
    texts: (base) =>
      ask(
        worldKey.texts(base),
        paths.filter((path) => last(path) === base).flatMap((path) => (files[path] === undefined ? [] : [{ path, text: files[path] }])),
      ),
    members: (path, qualified) =>
      ask(
        worldKey.members(path, qualified),
        real.filter((symbol) => symbol.path === path && symbol.qualified === qualified),
      ),
    outline: (path) => ask(worldKey.outline(path), outlines.get(path) ?? null),
    definitions: (name) =>
      ask(
        worldKey.definitions(name),
        real.filter((symbol) => symbol.name === name),
      ),
    full: (name) =>
      ask(
        worldKey.full(name),
        real.filter((symbol) => symbol.full === name && symbol.name === last(name.replaceAll(".", "/"))),
      ),
    holds: (name, holder) => ask(worldKey.holds(name, holder), holdersOf(real.filter((symbol) => symbol.name === name)).has(holder)),
    shared: (_what, make) => make(),
    defined: (name) =>
      ask(
        worldKey.defined(name),
        real.some((symbol) => symbol.name === name),
      ),
  };
  return { world, facts, asked, symbols };
}

/** Edges of a whole tree as `path:qualified kind path:qualified resolution`, sorted; a file is its path, a package `@name`. No `dataflow`. */
export function edgesOf(files: Record<string, string>): string[] {
  return allEdgesOf(files).filter((line) => !/ dataflow /.test(line));
}

/** Only what flows, as `path:qualified -> path:qualified resolution line`. */
export function flowsOf(files: Record<string, string>): string[] {
  return allEdgesOf(files, true).flatMap((line) => (/ dataflow /.test(line) ? [line.replace("dataflow", "->")] : []));
}

function allEdgesOf(files: Record<string, string>, lines = false): string[] {
  const memory = memoryOf(files);
  const out: string[] = [];
  for (const facts of memory.facts.values()) out.push(...linesOf(memory, facts, resolve(facts, memory.world), lines));
  return [...new Set(out)].sort();
}

/** Calls, uses and inheritance only; `calls(files, from)` only those of one path or symbol. */
export function linksOf(files: Record<string, string>, from = ""): string[] {
  return edgesOf(files).filter((line) => line.startsWith(from) && !/ imports /.test(line) && !/ external$/.test(line));
}

/** Import edges between files only. */
export function importsOf(files: Record<string, string>): string[] {
  return edgesOf(files).filter((line) => / imports [^:]+$/.test(line));
}

/** Open references of one file: `receiver.name` or `name`. */
export function openOf(files: Record<string, string>, path: string): string[] {
  const memory = memoryOf(files);
  return resolve(memory.facts.get(path)!, memory.world).open.map((one) =>
    one.receiver === null ? one.name : `${one.receiver}.${one.name}`,
  );
}

function linesOf(memory: Memory, facts: FileFacts, resolved: Resolved, lines: boolean): string[] {
  const name = (path: string, qualified: string): string => (qualified === path ? path : `${path}:${qualified}`);
  const target = (to: EdgeTarget): string => {
    switch (to.at) {
      case "here":
        return name(facts.path, facts.symbols[to.symbol]!.qualified);
      case "there":
        return name(memory.symbols[to.id]!.path, memory.symbols[to.id]!.qualified);
      case "file":
        return to.path;
      case "external":
        return `@${to.name}`;
    }
  };
  return resolved.edges.map(({ from, source = { at: "here", symbol: from }, to, kind, resolution, line }) =>
    [target(source), kind, target(to), resolution, ...(lines ? [line] : [])].join(" "),
  );
}

/** What one file's symbols stand in: `qualified in container`, in the file's order. */
export function containsOf(files: Record<string, string>, path: string): string[] {
  const { symbols } = memoryOf(files).facts.get(path)!;
  return symbols.slice(1).map((symbol) => `${symbol.kind} ${symbol.qualified} in ${symbols[symbol.parent]!.qualified}`);
}
