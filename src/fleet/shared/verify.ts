/** Is what is published of a tree what its index has here, and is every piece of it what its hash says? */
import type { Store } from "../../store/graph.ts";
import type { Database } from "./database.ts";
import { list } from "./open.ts";
import { isNeeded, PIECES, type PieceKind, Pieces } from "./pieces.ts";
import { checkVersion } from "./schema.ts";

export interface Verified {
  name: string;
  epoch: number;
  commit: string;
  /** Pieces that are the same on both sides. */
  same: number;
  /** Places whose pieces are here only, there only, or differ, sorted. */
  differences: { path: string; kind: PieceKind; how: "missing" | "surplus" | "other" }[];
  /** Pieces that are not there, or are not what their hash says. */
  damaged: number;
}

/**
 * Compares an index with what is published under a name, piece by piece: everything is made anew, not looked up.
 * @returns null where nothing of that name is published
 */
export async function verifyPublished(database: Database, store: Store, name: string): Promise<Verified | null> {
  await checkVersion(database, database.address.shown);
  const [listed] = await list(database, [name]);
  if (listed === undefined) return null;
  const { id, family, epoch, commit } = listed;
  const own = `tree.family = ${family} AND repository = $1 AND since <= $2 AND (until IS NULL OR until > $2) AND kind <> 0`;
  const rows = (await database.rows(`SELECT path, kind, hash FROM manifold.tree WHERE ${own}`, id, epoch)) as [
    string,
    number,
    Uint8Array,
  ][];
  const there = new Map(rows.map(([path, kind, hash]) => [`${PIECES[kind]} ${path}`, hash.toHex()]));
  const [[sound]] = (await database.rows(
    `SELECT count(*) FROM manifold.tree JOIN manifold.piece ON piece.family = ${family} AND piece.hash = tree.hash
     WHERE ${own} AND sha256(bytes) = piece.hash`,
    id,
    epoch,
  )) as [[unknown]];
  const pieces = new Pieces(
    store,
    rows.some(([path, kind]) => PIECES[kind] === "text" && !isNeeded(path)),
  );
  const differences: Verified["differences"] = [];
  let same = 0;
  for (const all of [pieces.of([...pieces.marks().keys()]), pieces.whole()])
    for (const { path, kind, hash } of all) {
      const place = `${kind} ${path}`;
      const other = there.get(place);
      there.delete(place);
      if (other === hash.toHex()) same++;
      else differences.push({ path, kind, how: other === undefined ? "missing" : "other" });
    }
  for (const place of there.keys()) {
    const [kind = "", path = ""] = [place.slice(0, place.indexOf(" ")), place.slice(place.indexOf(" ") + 1)];
    differences.push({ path, kind: kind as PieceKind, how: "surplus" });
  }
  differences.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.kind < b.kind ? -1 : 1));
  return { name, epoch, commit, same, differences, damaged: rows.length - Number(sound) };
}
