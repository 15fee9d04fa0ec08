/** Documents that govern what changed, and decisions that concern it: whoever changes it should know what was decided. */
import type { ImpactReport } from "../../base/schema.ts";
import { impact as settings } from "../../base/settings.ts";
import { NOT_IN_FORCE } from "../../lang/engine/governing.ts";
import type { SymbolRow } from "../../store/graph.ts";
import { governorsOf } from "../walk/governance.ts";
import type { Graph } from "../walk/graph.ts";
import type { StructuralHit } from "../walk/types.ts";
import { isWalked, type Seed } from "./seeds.ts";

type Decisions = ImpactReport["decisions"];
interface Gathered {
  file: SymbolRow;
  about: Set<string>;
  line: number;
  governs: boolean;
}

/** One entry a document that did not change itself: in force before what is not, what governs before what only speaks of it. */
export function decisionsOf(graph: Graph, changed: readonly string[], seeds: readonly Seed[]): Decisions {
  const { store } = graph;
  const found = new Map<number, Gathered>();
  const add = (hit: StructuralHit, about: string): void => {
    const file = hit.symbol.file === null ? undefined : store.symbolsOfFile(hit.symbol.file)[0];
    if (!file || changed.includes(file.path)) return;
    const governs = hit.kind === "governed_by";
    const known = found.get(file.id);
    if (!known) found.set(file.id, { file, about: new Set([about]), line: hit.line ?? hit.symbol.start, governs });
    else {
      known.about.add(about);
      if (governs && !known.governs) Object.assign(known, { governs, line: hit.line ?? hit.symbol.start });
    }
  };
  for (const path of changed.slice(0, settings.maxDocumentNames)) for (const hit of governorsOf(graph, path)) add(hit, path);
  const walked = seeds.filter((seed) => isWalked(seed) && seed.after?.row).slice(0, settings.maxDocumentNames);
  for (const { after } of walked) {
    const row = after!.row!;
    // what holds for the whole file is told of the file
    if (row.kind !== "file") for (const hit of governorsOf(graph, row, changed.includes(row.path))) add(hit, row.qualified);
    else if (!changed.includes(row.path)) for (const hit of governorsOf(graph, row)) add(hit, row.path);
  }
  const entries = [...found.values()].map(({ file, about, line, governs }) => ({
    path: file.path,
    line,
    title: store.symbolsOfFile(file.file!).find(({ kind }) => kind === "section")?.name ?? file.name,
    status: file.type,
    governs,
    about: [...about].sort(),
  }));
  const rank = (one: Decisions[number]): number => (NOT_IN_FORCE.has(one.status ?? "") ? 2 : 0) + (one.governs ? 0 : 1);
  entries.sort((a, b) => rank(a) - rank(b) || b.about.length - a.about.length || (a.path < b.path ? -1 : 1));
  return entries.slice(0, settings.maxDocuments);
}
