/**
 * Writing what resolution made of files: edges, open references, dependency keys, digests.
 *
 * Edges lie in two forms: a file's own, from its symbols on, as one blob (links.ts), and `edge_in`, which files reach a symbol. A full
 * build keeps all rows aside and writes them sorted at the end: in the order of the files `edge_in` and `reference` would leave a third of their
 * pages empty, and another process may read the tables meanwhile.
 */
import { EDGE_KINDS } from "../base/types.ts";
import { encodeKeys, holdingKey } from "./depends.ts";
import { isEdge } from "./kin.ts";
import { decodeLinks, decodeOpen, encodeLinks, encodeOpen, encodePositions, type Link } from "./links.ts";
import type { EdgeRecord, OpenRecord } from "./records.ts";
import type { Writer } from "./write.ts";

/** What resolution made of a file, as it is written. */
export interface ResolutionRecord {
  file: number;
  /** Ids of its symbols by position. */
  ids: ArrayLike<number>;
  /** Each with a source in this file, without repetition, and what walks need of who contains whom (kin.ts); a target below 0 is `externals[-1 - dst]`. */
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
  #gathered = "";

  /**
   * @param gather keep rows aside until `finish`: for a full build
   */
  constructor(
    private readonly writer: Writer,
    gather: boolean,
  ) {
    if (!gather) return;
    this.#gathered = "gathered_";
    writer.db.run("CREATE TEMP TABLE gathered_edge_in(dst INTEGER, file INTEGER)");
    writer.db.run("CREATE TEMP TABLE gathered_reference(name TEXT, file INTEGER, positions BLOB)");
    writer.db.run("CREATE TEMP TABLE gathered_dependency(file INTEGER PRIMARY KEY, digest BLOB, links BLOB, keys BLOB)");
  }

  /** Replaces what resolution made of a file. */
  put(resolution: ResolutionRecord): void {
    const { file, ids, open, keys, digest } = resolution;
    if (this.#gathered === "") removeResolution(this.writer, file);
    const targets = resolution.externals.map((name) => this.writer.external(name, this.#gathered !== ""));
    const edges = resolution.edges.map((edge) => (edge.dst < 0 ? { ...edge, dst: targets[-1 - edge.dst]! } : edge));
    const position = new Map(Array.from(ids, (id, at) => [id, at]));
    // What flows inside a function of this file may begin in another: such edges come last.
    const place = ({ src }: Link): number => position.get(src) ?? ids.length + src;
    const links = edges.toSorted(
      (a, b) => place(a) - place(b) || EDGE_KINDS.indexOf(a.kind) - EDGE_KINDS.indexOf(b.kind) || a.dst - b.dst || a.line - b.line,
    );
    const leading = edges.filter(isEdge);
    for (const dst of new Set([...leading.map((edge) => edge.dst), ...calledBack(edges, (id) => position.has(id))])) {
      if (this.#gathered === "") this.writer.reach(dst, file, true);
      else this.writer.statement("INSERT INTO gathered_edge_in(dst, file) VALUES(?, ?)").run(dst, file);
    }
    const positions = new Map<string, Uint8Array>();
    for (const [name, list] of Map.groupBy(open, (reference) => reference.name.toWellFormed()))
      positions.set(name, encodeOpen(list.toSorted((a, b) => a.position - b.position)));
    if (this.#gathered === "") this.writer.open.put(file, positions);
    else {
      const refer = this.writer.statement("INSERT INTO gathered_reference(name, file, positions) VALUES(?, ?, ?)");
      for (const [name, data] of positions) refer.run(name, file, data);
    }
    this.writer
      .statement(`INSERT INTO ${this.#gathered}dependency(file, digest, links, keys) VALUES(?, ?, ?, ?)`)
      .run(file, digest, encodeLinks(links), keys instanceof Uint8Array ? keys : encodeKeys(file, keys));
    this.writer.counts.edges += leading.length;
  }

  /** Writes what was kept aside. */
  finish(): void {
    if (this.#gathered === "") {
      this.writer.writeReach();
      return;
    }
    const { db } = this.writer;
    this.writer.putExternals();
    db.run("INSERT INTO dependency SELECT file, digest, links, keys FROM gathered_dependency ORDER BY file");
    this.#reachAll();
    db.run("INSERT INTO reference SELECT name, file, positions FROM gathered_reference ORDER BY name, file");
  }

  /** A row a target. */
  #reachAll(): void {
    const insert = this.writer.statement("INSERT INTO edge_in(dst, files) VALUES(?, ?)");
    const lists = this.writer.statement("SELECT dst, json_group_array(file) FROM gathered_edge_in GROUP BY dst").values() as [
      number,
      string,
    ][];
    for (const [dst, files] of lists) insert.run(dst, encodePositions((JSON.parse(files) as number[]).sort((a, b) => a - b)));
  }
}

/** What resolution made of a file, as it is stored. */
export interface StoredResolution {
  /** Pairs of kin.ts among them. */
  links: Link[];
  open: OpenRecord[];
  /** As `encodeKeys` wrote them. */
  keys: Uint8Array;
}

/** What is stored of a file's resolution; null where there is nothing yet. */
export function storedResolution(writer: Writer, file: number): StoredResolution | null {
  const [row] = writer.statement("SELECT links, keys FROM dependency WHERE file = ?").values(file) as [Uint8Array, Uint8Array][];
  if (!row) return null;
  const open = [...writer.open.of(file, new Set(writer.references(file).map(({ name }) => name)))];
  return {
    links: decodeLinks(row[0]),
    open: open.flatMap(([name, positions]) => decodeOpen(positions).map((one) => ({ name, ...one }))),
    keys: row[1],
  };
}

/**
 * A function that calls what other files give it has those calls stored with them: under its id below zero `edge_in` has their files, or
 * every question about calls would unpack all files that reach a symbol.
 */
function calledBack(links: readonly Link[], own: (id: number) => boolean): number[] {
  return [...new Set(links.flatMap(({ kind, src }) => (kind === "calls" && !own(src) ? [-src] : [])))];
}

/** Takes out what resolution made of a file; before its symbols and facts go. */
export function removeResolution(writer: Writer, file: number): void {
  const row = writer.statement("SELECT links FROM dependency WHERE file = ?").values(file)[0] as [Uint8Array] | undefined;
  if (!row) return;
  const links = decodeLinks(row[0]).filter(isEdge);
  for (const { dst } of links) writer.reach(dst, file, false);
  for (const place of calledBack(links, (id) => writer.fileOfSymbol(id) === file)) writer.reach(place, file, false);
  writer.open.forget(file, new Set(writer.references(file).map((reference) => reference.name)));
  writer.statement("DELETE FROM dependency WHERE file = ?").run(file);
  writer.counts.edges -= links.length;
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
  writer.writeReach();
  writer.db.run("DELETE FROM external WHERE NOT EXISTS (SELECT 1 FROM edge_in WHERE dst = external.id)");
}

/**
 * SHA-256 over all files' digests, in the order of their paths (which stand in what a digest is of). They are put together by SQLite: of 10,000 files
 * 3.5 ms, with paths and in letters 7.5, of rows in JavaScript 12.
 */
export function graphHash(writer: Writer): string {
  const digests = "SELECT digest FROM file CROSS JOIN dependency ON file = file.id ORDER BY path";
  const [row] = writer.statement(`SELECT CAST(group_concat(digest, '') AS BLOB) FROM (${digests})`).values() as [[Uint8Array | null]];
  return Bun.SHA256.hash(row[0] ?? "", "hex");
}
