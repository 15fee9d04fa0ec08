/**
 * Files in whose facts nothing but lines is another: a comment, a literal, a condition changed. Of 2,404 files changed by commits of seven
 * public repositories a quarter are such. What they refer to means what it meant, so their edges are moved with their lines instead of
 * resolving them again, which is a fifth of an update.
 *
 * Resolution knows of lines only which comes first and which are the same: it says the same of facts whose lines were renumbered in order, as long as the
 * world answers what it asked as before.
 */
import type { FileFacts } from "../base/types.ts";
import { holdingKey } from "../store/depends.ts";
import { type ResolutionRecord, type StoredResolution, storedResolution } from "../store/resolution.ts";
import { externalKey } from "../store/symbols.ts";
import type { Writer } from "../store/write.ts";
import { sameSymbols } from "./changes.ts";
import { fileDigest } from "./keys.ts";
import type { StoredWorld } from "./world.ts";

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
