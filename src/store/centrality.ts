/** What was worked out from the whole graph, stored with the hash of the graph it belongs to: after a hurried update it is that of another. */
import type { Tables } from "./adjacency.ts";

const OPTIONS = { level: 6, library: "libdeflate" } as const;

/** The bytes stored under a name for exactly this graph; null if there are none. */
export function readDerived(tables: Tables, name: string, graph: string): Uint8Array | null {
  const row = tables.statement("SELECT data FROM derived WHERE name = ? AND graph = ?").values(name, graph)[0] as [Uint8Array] | undefined;
  return row ? Bun.inflateSync(row[0] as Uint8Array<ArrayBuffer>, OPTIONS) : null;
}

/** Stores bytes in place of those of an earlier graph. */
export function writeDerived(tables: Tables, name: string, graph: string, data: Uint8Array): void {
  tables
    .statement("INSERT OR REPLACE INTO derived(name, graph, data) VALUES(?, ?, ?)")
    .run(name, graph, Bun.deflateSync(data as Uint8Array<ArrayBuffer>, OPTIONS));
}
