/**
 * Which dependency keys an update changes: the twin of the questions a `World` answers.
 *
 * A key is named when the answer to its question may be another than before. Naming one too many only resolves a file once too often;
 * naming one too few would make an update differ from a full build.
 */
import type { FileFacts, SymbolKind } from "../base/types.ts";
import { folderOf } from "../lang/engine/resolve/paths.ts";
import { clausesOf, fullName, holdersOf, isManifest, outlineOf, RETURNED, worldKey } from "../lang/engine/resolve/world.ts";
import { holdingKey } from "../store/depends.ts";
import { type ResolutionRecord, type StoredResolution, storedResolution } from "../store/resolution.ts";
import { definitionsNamed, externalKey } from "../store/symbols.ts";
import type { Writer } from "../store/write.ts";
import { fileDigest } from "./keys.ts";
import { shortened } from "./known.ts";
import { hashKey, isDefinition, type StoredWorld } from "./world.ts";

export class ChangedKeys {
  #keys = new Set<number>();
  /** Definitions of a name that this update adds (below 0: takes away). */
  #balance = new Map<string, number>();

  /**
   * Notes what differs in one file.
   * @param before its stored facts, null if it is new
   * @param after its new facts as stored, null if it is gone
   */
  file(path: string, before: FileFacts | null, after: FileFacts | null): void {
    if (isManifest(path)) {
      this.#add(worldKey.text(path));
      this.#add(worldKey.texts(path.slice(path.lastIndexOf("/") + 1)));
    }
    if (!before || !after) {
      this.#add(worldKey.file(path));
      for (const shorter of shortened(path)) this.#add(worldKey.extended(shorter));
      this.#add(worldKey.directory(folderOf(path)));
      this.#add(worldKey.named(path.slice(path.lastIndexOf("/") + 1)));
      for (const name of folderOf(path).split("/")) this.#add(worldKey.folders(name));
    }
    if (outline(before, after) !== outline(after, before)) this.#add(worldKey.outline(path));
    if (before && after && before.language === after.language && sameSymbols(before.symbols, after.symbols)) return;
    const [old, now] = [before ? seen(before) : [], after ? seen(after) : []];
    for (const name of differing(old, now, (one) => one.qualified)) this.#add(worldKey.members(path, name));
    const [oldDefinitions, newDefinitions] = [old.filter(isNamed), now.filter(isNamed)];
    for (const full of differing(oldDefinitions, newDefinitions, (one) => one.full)) this.#add(worldKey.full(full));
    const [oldNamed, newNamed] = [Map.groupBy(oldDefinitions, ({ name }) => name), Map.groupBy(newDefinitions, ({ name }) => name)];
    const [oldCounts, newCounts] = [counts(before), counts(after)];
    for (const name of differing(oldDefinitions, newDefinitions, (one) => one.name)) {
      this.#add(worldKey.definitions(name));
      const before = holdersOf(oldNamed.get(name) ?? []);
      for (const holder of holdersOf(newNamed.get(name) ?? [])) if (!before.has(holder)) this.#add(worldKey.holds(name, holder));
      const change = (newCounts.get(name) ?? 0) - (oldCounts.get(name) ?? 0);
      if (change !== 0) this.#balance.set(name, (this.#balance.get(name) ?? 0) + change);
    }
  }

  /** All changed keys, hashed; asked once the files are written. */
  hashes(writer: Writer): ReadonlySet<number> {
    for (const [name, change] of this.#balance) {
      const now = definitionsNamed((sql) => writer.statement(sql), name);
      if (now > 0 !== now - change > 0) this.#add(worldKey.defined(name));
    }
    return this.#keys;
  }

  #add(key: string): void {
    this.#keys.add(hashKey(key));
  }
}

/**
 * What others see of a file, as text. What functions give counts only where the other side has them too: whoever asks for it has asked for the
 * function by its name, and that key changes as the function comes or goes. (A new function whose result can be told had everybody who imports its
 * file resolved again: 23 files instead of 10.)
 */
function outline(facts: FileFacts | null, other: FileFacts | null): string {
  if (!facts) return "";
  const whole = outlineOf(facts);
  if (!other) return JSON.stringify(whole);
  const there = new Set(other.symbols.map(({ qualified }) => qualified));
  return JSON.stringify({
    ...whole,
    fields: whole.fields.filter(({ of, name }) => of === "" || !name.startsWith(RETURNED) || there.has(of)),
  });
}

/** How many definitions a file has of each name. */
function counts(facts: FileFacts | null): Map<string, number> {
  const out = new Map<string, number>();
  for (const { name, kind } of facts?.symbols ?? []) if (isDefinition(kind)) out.set(name, (out.get(name) ?? 0) + 1);
  return out;
}

/** Is nothing of the symbols of a file another but their lines? Most changes are of that kind. */
export function sameSymbols(before: FileFacts["symbols"], after: FileFacts["symbols"]): boolean {
  if (before.length !== after.length) return false;
  for (let at = 0; at < before.length; at++) {
    const [a, b] = [before[at]!, after[at]!];
    if (a.name !== b.name || a.qualified !== b.qualified || a.kind !== b.kind || a.parent !== b.parent) return false;
    if (a.exported !== b.exported || a.arity !== b.arity || a.type !== b.type || a.declares !== b.declares) return false;
  }
  return true;
}

/** A symbol as other files see it. */
interface Seen {
  name: string;
  qualified: string;
  full: string;
  kind: SymbolKind;
  /** All that a `WorldSymbol` tells of it. */
  line: string;
}

function seen(facts: FileFacts): Seen[] {
  const namespaces = clausesOf(facts.symbols);
  return facts.symbols.slice(1).map(({ kind, name, qualified, exported, arity, type, declares = false, parent }) => {
    const full = fullName(qualified, namespaces);
    const line = JSON.stringify([
      facts.language,
      kind,
      name,
      qualified,
      exported,
      arity,
      type,
      declares,
      facts.symbols[parent]?.kind,
      full,
    ]);
    return { name, qualified, full, kind, line };
  });
}

const isNamed = (one: Seen): boolean => isDefinition(one.kind);

/** Names whose lists of symbols differ between the two. */
function differing(before: readonly Seen[], after: readonly Seen[], nameOf: (symbol: Seen) => string): string[] {
  const lists = (symbols: readonly Seen[]): Map<string, string> => {
    const out = new Map<string, string>();
    for (const one of symbols) out.set(nameOf(one), `${out.get(nameOf(one)) ?? ""}${one.line}\n`);
    return out;
  };
  const [old, now] = [lists(before), lists(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
}

// Files in whose facts nothing but lines is another: a comment, a literal, a condition changed. Of 2,404 files changed by commits of seven
// public repositories a quarter are such. What they refer to means what it meant, so their edges are moved with their lines instead of
// resolving them again, which is a fifth of an update.
//
// Resolution knows of lines only which comes first and which are the same: it says the same of facts whose lines were renumbered in order, as long as the
// world answers what it asked as before.

/** What resolution made of a file before only its lines changed. */
export interface Moved extends StoredResolution {
  /** New lines by old ones. */
  lines: ReadonlyMap<number, number>;
}

/**
 * To be called before the new facts are written.
 * @param before the file's stored facts, `after` as they will be stored
 * @returns null where more than lines changed
 */
export function movedLines(writer: Writer, file: number, before: FileFacts, after: FileFacts): Moved | null {
  const lines = renumbered(before, after);
  const stored = lines && storedResolution(writer, file);
  if (!lines || !stored || stored.edges.some(({ line }) => !lines.has(line)) || stored.open.some(({ line }) => !lines.has(line)))
    return null;
  return { ...stored, lines };
}

/** Has something changed that the file asked the world about? */
export function hasAsked({ keys }: Moved, changed: ReadonlySet<number>): boolean {
  return (
    changed.size > 0 &&
    holdingKey(
      keys,
      [...changed].sort((a, b) => a - b),
    ).length > 0
  );
}

/** What `resolveFile` would say: what it said before, at the new lines. */
export function resolveMoved(
  world: StoredWorld,
  writer: Writer,
  file: number,
  { edges: before, open, keys, lines }: Moved,
): ResolutionRecord {
  const { nodes, ids } = world.facts(file);
  const edges = before.map((edge) => ({ ...edge, line: lines.get(edge.line)! }));
  const packages = new Set(before.flatMap(({ resolution, dst }) => (resolution === "external" ? [dst] : [])));
  const nameOf = writer.statement("SELECT name FROM symbol WHERE id = ?");
  const names = new Map([...packages].map((id) => [id, externalKey((nameOf.values(id)[0] as [string])[0])]));
  return {
    file,
    ids,
    edges,
    externals: [],
    open: open.map((one) => ({ ...one, line: lines.get(one.line)! })),
    keys,
    digest: fileDigest(nodes, edges, (id) => names.get(id) ?? world.keyOf(id)),
  };
}

/** Lists of facts whose rows have lines. */
const LISTS = ["imports", "references", "bindings", "mentions"] as const;

/** New lines by old ones where nothing else of the facts differs and their order is the same; else null. */
function renumbered(before: FileFacts, after: FileFacts): Map<number, number> | null {
  if (before.language !== after.language || before.damaged !== after.damaged || !sameSymbols(before.symbols, after.symbols)) return null;
  if (JSON.stringify(before.flows ?? []) !== JSON.stringify(after.flows ?? [])) return null;
  const lines = new Map<number, number>();
  for (const list of LISTS) {
    const [old, now] = [before[list] ?? [], after[list] ?? []];
    if (old.length !== now.length) return null;
    for (let at = 0; at < old.length; at++) {
      const [{ line, ...one }, { line: moved, ...other }] = [old[at]!, now[at]!];
      if ((lines.get(line) ?? moved) !== moved || JSON.stringify(one) !== JSON.stringify(other)) return null;
      lines.set(line, moved);
    }
  }
  let last = 0;
  for (const line of [...lines.keys()].sort((a, b) => a - b)) {
    const moved = lines.get(line)!;
    if (moved <= last) return null;
    last = moved;
  }
  return lines;
}
