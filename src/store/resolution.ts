/**
 * Writing what resolution made of files: edges, open references, dependency keys, digests.
 *
 * A full build keeps all rows aside and writes them sorted at the end: in the order of the files they would leave a third of their pages empty, and
 * another process may read the tables meanwhile.
 */
import { encodeKeys, holdingKey } from "./depends.ts";
import { EDGE_INSERT, edgeValues, OPEN_INSERT, openValues, toEdge, toOpen } from "./edges.ts";
import type { EdgeRecord, OpenRecord } from "./records.ts";
import { createGraphIndexes } from "./schema.ts";
import type { Writer } from "./write.ts";

/** What resolution made of a file, as it is written. */
export interface ResolutionRecord {
  file: number;
  /** Ids of its symbols by position. */
  ids: ArrayLike<number>;
  /** Without repetition, each with a source in this file but for flows and calls of what it hands over; a target below 0 is `externals[-1 - dst]`. */
  edges: readonly EdgeRecord[];
  /** Names of packages outside the tree. */
  externals: readonly string[];
  open: readonly OpenRecord[];
  /** Sorted hashes of the dependency keys it asked for, or those as they are stored. */
  keys: Uint32Array | Uint8Array;
  /** Of its canonical nodes and edges. */
  digest: Uint8Array;
}

export class ResolutionWriter {
  /**
   * @param gather keep rows aside until `finish`: for a full build
   */
  constructor(
    private readonly writer: Writer,
    private readonly gather: boolean,
  ) {
    if (!gather) return;
    for (const table of GATHERED) writer.db.run(`CREATE TEMP TABLE gathered_${table} AS SELECT * FROM ${table} WHERE 0`);
  }

  /** Replaces what resolution made of a file. */
  put(resolution: ResolutionRecord): void {
    const { file, ids, open, keys, digest } = resolution;
    const { writer, gather } = this;
    if (!gather) removeResolution(writer, file);
    const targets = resolution.externals.map((name) => writer.external(name, gather));
    const own = new Set(Array.from(ids));
    const edges = resolution.edges.map((edge) => {
      const dst = edge.dst < 0 ? targets[-1 - edge.dst]! : edge.dst;
      return edgeValues({ ...edge, dst }, file, own.has(edge.src));
    });
    const references = open.map((one) => openValues(file, one));
    if (gather) {
      const put = writer.statement(`INSERT INTO gathered_${EDGE_INSERT}`);
      for (const edge of edges) put.run(...edge);
      const refer = writer.statement(`INSERT INTO gathered_${OPEN_INSERT}`);
      for (const reference of references) refer.run(...reference);
    } else {
      writer.edges.put(file, edges);
      writer.open.put(file, references);
    }
    writer
      .statement(`INSERT INTO ${gather ? "gathered_" : ""}dependency(file, digest, keys) VALUES(?, ?, ?)`)
      .run(file, digest, keys instanceof Uint8Array ? keys : encodeKeys(file, keys));
    writer.counts.edges += edges.length;
  }

  /** Writes what was kept aside. */
  finish(): void {
    if (!this.gather) {
      this.writer.edges.flush();
      return;
    }
    const { db } = this.writer;
    this.writer.putExternals();
    db.run("INSERT INTO dependency SELECT * FROM gathered_dependency ORDER BY file");
    db.run("INSERT INTO edge SELECT * FROM gathered_edge ORDER BY dst, kind, src, line, giver");
    db.run("INSERT INTO reference SELECT * FROM gathered_reference ORDER BY file, position");
    createGraphIndexes(db);
  }
}

const GATHERED = ["edge", "reference", "dependency"] as const;

/** What resolution made of a file, as it is stored. */
export interface StoredResolution {
  edges: EdgeRecord[];
  open: OpenRecord[];
  /** As `encodeKeys` wrote them. */
  keys: Uint8Array;
}

/** What is stored of a file's resolution; null where there is nothing yet. */
export function storedResolution(writer: Writer, file: number): StoredResolution | null {
  const [row] = writer.statement("SELECT keys FROM dependency WHERE file = ?").values(file) as [Uint8Array][];
  if (!row) return null;
  const edges = writer.edges.of(file).map(([dst, kind, src, line, , how, confidence]) => toEdge([src, kind, dst, line, how, confidence]));
  return { edges, open: writer.open.of(file).map(toOpen), keys: row[0] };
}

/** Takes out what resolution made of a file; before its symbols and facts go. */
export function removeResolution(writer: Writer, file: number): void {
  if (writer.statement("DELETE FROM dependency WHERE file = ?").run(file).changes === 0) return;
  writer.counts.edges -= writer.edges.forget(file);
  writer.open.forget(file);
}

/** Files whose resolution asked for one of these keys. */
export function dependents(writer: Writer, changed: ReadonlySet<number>): number[] {
  if (changed.size === 0) return [];
  // One value instead of 10,000: an object a row takes twice as long as looking at its bytes.
  const [row] = writer.statement("SELECT CAST(group_concat(keys, '') AS BLOB) FROM dependency").values() as [[Uint8Array | null]];
  return row[0] === null
    ? []
    : holdingKey(
        row[0],
        [...changed].sort((a, b) => a - b),
      );
}

/** Takes out the nodes of packages that nothing imports any more. */
export function dropUnusedExternals(writer: Writer): void {
  writer.db.run("DELETE FROM symbol WHERE file IS NULL AND NOT EXISTS (SELECT 1 FROM edge WHERE dst = symbol.id)");
}

/**
 * SHA-256 over all files' digests, in the order of their paths (which stand in what a digest is of). They are put together by SQLite, which is
 * sooner done than row by row.
 */
export function graphHash(writer: Writer): string {
  const digests = "SELECT digest FROM file CROSS JOIN dependency ON file = file.id ORDER BY path";
  const [row] = writer.statement(`SELECT CAST(group_concat(digest, '') AS BLOB) FROM (${digests})`).values() as [[Uint8Array | null]];
  return Bun.SHA256.hash(row[0] ?? "", "hex");
}
