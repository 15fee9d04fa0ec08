/**
 * Which dependency keys an update changes: the twin of the questions a `World` answers.
 *
 * A key is named when the answer to its question may be another than before. Naming one too many only resolves a file once too often;
 * naming one too few would make an update differ from a full build.
 */
import type { FileFacts, RawSymbol } from "../base/types.ts";
import { fullName, namespacesOf, outlineOf, worldKey } from "../source/resolve/_world.ts";
import type { Writer } from "../store/write.ts";
import { definitionCount, folderOf, hashKey, isDefinition } from "./world.ts";

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
    this.#add(worldKey.text(path));
    if (!before || !after) {
      this.#add(worldKey.file(path));
      this.#add(worldKey.directory(folderOf(path)));
      this.#add(worldKey.named(path.slice(path.lastIndexOf("/") + 1)));
      for (const name of folderOf(path).split("/")) this.#add(worldKey.folders(name));
    }
    if (outline(before) !== outline(after)) this.#add(worldKey.outline(path));
    for (const name of differing(before, after, (s) => s.qualified)) this.#add(worldKey.members(path, name));
    for (const name of differing(before, after, (s) => (isDefinition(s.kind) ? s.name : null))) {
      this.#add(worldKey.definitions(name));
      const change = count(after, name) - count(before, name);
      if (change !== 0) this.#balance.set(name, (this.#balance.get(name) ?? 0) + change);
    }
  }

  /** All changed keys, hashed; asked once the files are written. */
  hashes(writer: Writer): ReadonlySet<number> {
    for (const [name, change] of this.#balance) {
      const now = definitionCount(writer, name);
      if (now > 0 !== now - change > 0) this.#add(worldKey.defined(name));
    }
    return this.#keys;
  }

  #add(key: string): void {
    this.#keys.add(hashKey(key));
  }
}

function outline(facts: FileFacts | null): string {
  return facts ? JSON.stringify(outlineOf(facts)) : "";
}

function count(facts: FileFacts | null, name: string): number {
  return facts ? facts.symbols.filter((symbol) => symbol.name === name && isDefinition(symbol.kind)).length : 0;
}

/** Names whose lists of symbols differ between the two, as other files see them. */
function differing(before: FileFacts | null, after: FileFacts | null, nameOf: (symbol: RawSymbol) => string | null): string[] {
  const old = described(before, nameOf);
  const now = described(after, nameOf);
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].filter((name) => old.get(name) !== now.get(name));
}

function described(facts: FileFacts | null, nameOf: (symbol: RawSymbol) => string | null): Map<string, string> {
  const out = new Map<string, string>();
  const namespaces = namespacesOf(facts?.symbols ?? []);
  for (const [at, symbol] of (facts?.symbols ?? []).entries()) {
    const name = at === 0 ? null : nameOf(symbol);
    if (name === null) continue;
    const { kind, qualified, exported, arity, type, parent } = symbol;
    const line = JSON.stringify([
      facts?.language,
      kind,
      symbol.name,
      qualified,
      exported,
      arity,
      type,
      facts?.symbols[parent]?.kind,
      fullName(qualified, namespaces),
    ]);
    out.set(name, `${out.get(name) ?? ""}${line}\n`);
  }
  return out;
}
