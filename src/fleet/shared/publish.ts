/**
 * Publishing a member: pieces first, then what refers to them, last of all the one row that says which state is read. Whoever is killed in between leaves
 * rows of an epoch that nobody reads, which the next attempt goes on with; a reader finds the old state or the new one.
 *
 * The repository's row stays locked for as long as it takes, by a transaction that the server ends with its connection.
 */
import { Refusal, type Warning } from "../../base/errors.ts";
import { namesFromBytes } from "../../base/names.ts";
import { GitFailure, git } from "../../git/git.ts";
import { GitStatus } from "../../git/status.ts";
import type { Store } from "../../store/graph.ts";
import { shared as limits } from "../limits.ts";
import { type Database, numberArray, type Runner, textArray } from "./database.ts";
import { FORM, PIECES, type Piece, Pieces, sha256 } from "./pieces.ts";
import { checkVersion, identifier } from "./schema.ts";

export interface PublishOptions {
  /** What the repository is called there. */
  name: string;
  /** Whether redacted text is published too. */
  text: boolean;
  /** Roles that may read it; as before where nothing is said. */
  readers?: readonly string[] | undefined;
  /** States that are kept. */
  keep?: number | undefined;
  /** Uncommitted changes are published too. */
  dirty?: boolean | undefined;
  step?: (done: number, total: number) => void;
}

export interface Published {
  name: string;
  commit: string;
  epoch: number;
  /** Nothing was different. */
  same: boolean;
  files: number;
  chunks: number;
  /** Files whose pieces were sent, or that went. */
  changed: number;
  /** Pieces and their bytes that were sent; others were there. */
  pieces: number;
  bytes: number;
  ms: number;
  warnings: Warning[];
}

/** A row of `tree`. */
interface Row {
  path: string;
  kind: number;
  hash: Uint8Array;
}

const MARK = PIECES.indexOf("mark");

/**
 * Publishes an index as the next state of a repository.
 * @throws Refusal `tree-dirty`, `shared-busy`, and as `Database` and `checkVersion`
 */
export async function publish(database: Database, store: Store, options: PublishOptions): Promise<Published> {
  const started = performance.now();
  const { shown } = database.address;
  await checkVersion(database, shown);
  const commit = await commitOf(store, options);
  const repository = await repositoryOf(database, options.name, store.root);
  return database.transaction(async (holder) => {
    // As long as this transaction lives, nobody else publishes it. A reader waits for nothing.
    const [held] = (await holder.rows(
      "SELECT epoch, family FROM manifold.repository WHERE id = $1 FOR NO KEY UPDATE NOWAIT",
      repository.id,
    )) as [[unknown, unknown]];
    if (held === undefined) throw denied(options.name);
    const at: Place = { id: repository.id, family: String(held[1]), epoch: Number(held[0]) };
    const sent = await send(database, new Pieces(store, options.text), at, options);
    const flipped = await flip(holder, store, at, commit, sent, options);
    return {
      ...{ name: options.name, commit, epoch: flipped ? at.epoch + 1 : at.epoch, same: !flipped, files: store.counts().files },
      ...{ chunks: store.counts().chunks, changed: sent.changed, pieces: sent.pieces, bytes: sent.bytes },
      ...{ ms: performance.now() - started, warnings: sent.warnings },
    };
  });
}

interface Place {
  id: string;
  family: string;
  epoch: number;
}

interface Sent {
  changed: number;
  pieces: number;
  bytes: number;
  /** Rows of the next state that are not in this one, and places of this one that hold no longer. */
  added: Row[];
  ended: { path: string; kind: number }[];
  warnings: Warning[];
}

/** Sends what the server does not have yet, in batches that each count once they are confirmed. */
async function send(database: Database, pieces: Pieces, at: Place, { step }: PublishOptions): Promise<Sent> {
  const next = at.epoch + 1;
  const own = `family = ${at.family} AND repository = $1`;
  const valid = `${own} AND since <= $2 AND (until IS NULL OR until > $2)`;
  const rowsOf = async (where: string, ...values: (string | number)[]): Promise<Row[]> =>
    ((await database.rows(`SELECT path, kind, hash FROM manifold.tree WHERE ${where}`, ...values)) as [string, number, Uint8Array][]).map(
      ([path, kind, hash]) => ({ path, kind, hash }),
    );
  const marks = pieces.marks();
  const known = new Map((await rowsOf(`${valid} AND kind = ${MARK}`, at.id, at.epoch)).map(({ path, hash }) => [path, hash]));
  const changed = [...marks].filter(([path, mark]) => !equal(known.get(path), mark)).map(([path]) => path);
  const removed = [...known.keys()].filter((path) => !marks.has(path));
  // What these had, and what an attempt before this one has sent already.
  const before = new Map<string, Row>();
  const touched = ["", ...changed, ...removed];
  for (let from = 0; from < touched.length; from += limits.batchRows)
    for (const row of await rowsOf(
      `${valid} AND path = ANY($3::text[])`,
      at.id,
      at.epoch,
      textArray(touched.slice(from, from + limits.batchRows)),
    ))
      before.set(placeOf(row), row);
  const pending = new Map((await rowsOf(`${own} AND since = $2`, at.id, next)).map((row) => [placeOf(row), row]));

  const sent: Sent = { changed: changed.length + removed.length, pieces: 0, bytes: 0, added: [], ended: [], warnings: [] };
  const kept = new Set<string>();
  let batch: { row: Row; bytes: Uint8Array }[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    await database.transaction((runner) => insert(runner, at, next, batch));
    [batch, size] = [[], 0];
  };
  const take = async (row: Row, bytes: Uint8Array | null): Promise<void> => {
    const place = placeOf(row);
    kept.add(place);
    if (equal(before.get(place)?.hash, row.hash)) return;
    sent.added.push(row);
    const sentBefore = pending.get(place);
    pending.delete(place);
    if (equal(sentBefore?.hash, row.hash)) return;
    if (bytes !== null) {
      sent.pieces++;
      sent.bytes += bytes.length;
    }
    batch.push({ row, bytes: bytes ?? new Uint8Array(0) });
    size += bytes?.length ?? 0;
    // Nothing more is made before the server has taken this: that is all the memory that a slow one costs.
    if (size >= limits.batchBytes || batch.length >= limits.batchRows) await flush();
  };
  let done = 0;
  let last = "";
  for (const piece of pieces.of(changed)) {
    if (piece.path !== last) {
      if (last !== "") await take({ path: last, kind: MARK, hash: marks.get(last)! }, null);
      step?.(done++, changed.length);
      last = piece.path;
    }
    await take(rowOf(piece), piece.bytes);
  }
  if (last !== "") await take({ path: last, kind: MARK, hash: marks.get(last)! }, null);
  for (const piece of pieces.whole()) {
    await take(rowOf(piece), piece.bytes);
  }
  await flush();
  // What an attempt before this one has sent of what is not there any more.
  const left = [...pending.values()];
  for (let from = 0; from < left.length; from += limits.batchRows)
    await withdraw(database, at, next, left.slice(from, from + limits.batchRows));
  const wanted = new Set(sent.added.map(placeOf));
  sent.ended = [...before.values()].filter((row) => !kept.has(placeOf(row)) || wanted.has(placeOf(row)));
  return sent;
}

/** Takes rows of a state out that is not read yet. */
async function withdraw(runner: Runner, { id, family }: Place, since: number, rows: readonly Row[]): Promise<void> {
  await runner.rows(
    `DELETE FROM manifold.tree USING unnest($3::text[], $4::smallint[]) AS gone(path, kind)
     WHERE family = ${family} AND repository = $1 AND since = $2 AND tree.path = gone.path AND tree.kind = gone.kind`,
    ...[id, since, textArray(rows.map(({ path }) => path)), numberArray(rows.map(({ kind }) => kind))],
  );
}

/** Pieces as one value with their lengths: the server cuts it up and hashes the parts itself. */
async function insert(
  runner: Runner,
  { id, family }: Place,
  since: number,
  batch: readonly { row: Row; bytes: Uint8Array }[],
): Promise<void> {
  const at: Place = { id, family, epoch: since - 1 };
  // A row of an attempt before this one that the file does not have any more stands in its place.
  await withdraw(
    runner,
    at,
    since,
    batch.map(({ row }) => row),
  );
  const kinds = numberArray(batch.map(({ row }) => row.kind));
  const paths = textArray(batch.map(({ row }) => row.path));
  const hashes = Buffer.concat(batch.map(({ row }) => row.hash));
  await runner.rows(
    `INSERT INTO manifold.tree(family, repository, path, kind, hash, since)
     SELECT $1::text::bigint, $2::text::bigint, path, kind, substring($3::bytea FROM ((place - 1) * 32 + 1)::integer FOR 32), $4::text::bigint
     FROM unnest($5::text[], $6::smallint[]) WITH ORDINALITY AS rows(path, kind, place)
     ON CONFLICT DO NOTHING`,
    ...[family, id, hashes, String(since), paths, kinds],
  );
  const parts = batch.filter(({ bytes }) => bytes.length > 0);
  if (parts.length === 0) return;
  let end = 1;
  const starts = parts.map(({ bytes }) => {
    const start = end;
    end += bytes.length;
    return start;
  });
  await runner.rows(
    `INSERT INTO manifold.piece(family, hash, bytes)
     SELECT $1::text::bigint, sha256(bytes), bytes FROM (
       SELECT substring($2::bytea FROM start FOR size) AS bytes FROM unnest($3::integer[], $4::integer[]) AS parts(start, size)) AS cut
     ON CONFLICT DO NOTHING`,
    ...[family, Buffer.concat(parts.map(({ bytes }) => bytes)), numberArray(starts), numberArray(parts.map(({ bytes }) => bytes.length))],
  );
}

/**
 * Makes what was sent the state that is read, if it is complete.
 * @returns false where it is what was there already
 */
async function flip(holder: Runner, store: Store, at: Place, commit: string, sent: Sent, options: PublishOptions): Promise<boolean> {
  const { name, readers } = options;
  if (readers !== undefined) await grant(holder, at, readers);
  const [now] = (await holder.rows("SELECT commit, form FROM manifold.state WHERE repository = $1 AND epoch = $2", at.id, at.epoch)) as [
    [string, string] | undefined,
  ];
  if (now !== undefined && now[0] === commit && now[1] === FORM && sent.added.length === 0 && sent.ended.length === 0) return false;
  const next = at.epoch + 1;
  const own = `family = ${at.family} AND repository = $1`;
  // What an attempt before this one meant to end holds on.
  for (const table of ["tree", "term"])
    await holder.rows(`UPDATE manifold.${table} SET until = NULL WHERE ${own} AND until > $2`, at.id, at.epoch);
  for (let from = 0; from < sent.ended.length; from += limits.batchRows) {
    const some = sent.ended.slice(from, from + limits.batchRows);
    await holder.rows(
      `UPDATE manifold.tree SET until = $2 FROM unnest($3::text[], $4::smallint[]) AS ended(path, kind)
       WHERE ${own} AND until IS NULL AND since < $2 AND tree.path = ended.path AND tree.kind = ended.kind`,
      ...[at.id, next, textArray(some.map(({ path }) => path)), numberArray(some.map(({ kind }) => kind))],
    );
  }
  await terms(holder, store, at);
  const root = await complete(holder, at, name);
  const { files, chunks } = store.counts();
  await holder.rows(
    "INSERT INTO manifold.state(repository, epoch, commit, form, root, files, chunks) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    ...[at.id, next, commit, FORM, root, files, chunks],
  );
  await holder.rows("UPDATE manifold.repository SET epoch = $2 WHERE id = $1", at.id, next);
  await retain(holder, at, next, options.keep ?? limits.keep);
  return true;
}

/**
 * Looks at the next state as a reader will: is every piece of it there?
 * @returns its hash
 */
async function complete(holder: Runner, at: Place, name: string): Promise<Uint8Array> {
  const next = at.epoch + 1;
  const [[missing]] = (await holder.rows(
    `SELECT count(*) FROM manifold.tree WHERE family = ${at.family} AND repository = $1 AND since = $2 AND kind <> ${MARK}
     AND NOT EXISTS (SELECT 1 FROM manifold.piece WHERE piece.family = ${at.family} AND piece.hash = tree.hash)`,
    at.id,
    next,
  )) as [[unknown]];
  if (Number(missing) > 0)
    throw new Refusal(
      "shared-failed",
      `${missing} pieces of ${name} did not arrive; what was published before is what is read.`,
      "Publish again: what has arrived is not sent twice.",
    );
  const [[root]] = (await holder.rows(
    `SELECT sha256(string_agg(hash || int2send(kind) || convert_to(path, 'UTF8'), ''::bytea ORDER BY path COLLATE "C", kind)) FROM manifold.tree
     WHERE family = ${at.family} AND repository = $1 AND since <= $2 AND (until IS NULL OR until > $2) AND kind <> ${MARK}`,
    at.id,
    next,
  )) as [[Uint8Array]];
  return root;
}

/** Brings the table of terms to the next state: only what differs is written. */
async function terms(holder: Runner, store: Store, at: Place): Promise<void> {
  const next = at.epoch + 1;
  const own = `family = ${at.family} AND repository = $1`;
  await holder.rows(`DELETE FROM manifold.term WHERE ${own} AND since > $2`, at.id, at.epoch);
  const now = new Pieces(store, false).frequencies();
  const before = (await holder.rows(`SELECT term, chunks FROM manifold.term WHERE ${own} AND until IS NULL`, at.id)) as [string, number][];
  const ended: string[] = [];
  for (const [term, chunks] of before)
    if (now.get(term) === Number(chunks)) now.delete(term);
    else ended.push(term);
  for (let from = 0; from < ended.length; from += limits.batchRows)
    await holder.rows(
      `UPDATE manifold.term SET until = $2 WHERE ${own} AND until IS NULL AND term = ANY($3::text[])`,
      ...[at.id, next, textArray(ended.slice(from, from + limits.batchRows))],
    );
  const added = [...now];
  for (let from = 0; from < added.length; from += 10 * limits.batchRows) {
    const some = added.slice(from, from + 10 * limits.batchRows);
    await holder.rows(
      `INSERT INTO manifold.term(family, repository, term, chunks, since)
       SELECT $1::text::bigint, $2::text::bigint, term, chunks, $3::text::bigint FROM unnest($4::text[], $5::integer[]) AS rows(term, chunks)`,
      ...[at.family, at.id, String(next), textArray(some.map(([term]) => term)), numberArray(some.map(([, chunks]) => chunks))],
    );
  }
}

/** Makes these the roles that may read a repository, besides its owner. */
async function grant(holder: Runner, at: Place, readers: readonly string[]): Promise<void> {
  for (const role of readers) identifier(role);
  await holder.rows("DELETE FROM manifold.reader WHERE repository = $1", at.id);
  for (const role of readers)
    await holder.rows(
      "INSERT INTO manifold.reader(repository, role, owner) SELECT id, $2, owner FROM manifold.repository WHERE id = $1",
      at.id,
      role,
    );
}

/** Forgets states beyond the newest so many, and what was only theirs. Pieces go with `prune`: another repository may have the same. */
async function retain(holder: Runner, { id, family }: Place, epoch: number, keep: number): Promise<void> {
  const oldest = epoch - keep + 1;
  if (oldest <= 1) return;
  for (const table of ["tree", "term"])
    await holder.rows(`DELETE FROM manifold.${table} WHERE family = ${family} AND repository = $1 AND until <= $2`, id, oldest);
  await holder.rows("DELETE FROM manifold.state WHERE repository = $1 AND epoch < $2", id, oldest);
}

// ---------------------------------------------------------------------------------------------- who it is

/** The repository's row, made where there is none; it is not read before its first state is complete. */
async function repositoryOf(database: Database, name: string, root: string): Promise<{ id: string }> {
  const find = () => database.rows("SELECT id FROM manifold.repository WHERE name = $1", name);
  let [row] = await find();
  if (row === undefined) {
    try {
      await database.rows("INSERT INTO manifold.repository(name, family) VALUES ($1, $2::text::bigint)", name, await familyOf(root, name));
    } catch (error) {
      // Somebody else's, which may not be seen, or made this moment.
      if (String(((error as Refusal).cause as { errno?: unknown } | undefined)?.errno) !== "23505") throw error;
    }
    [row] = await find();
  }
  if (row === undefined) throw denied(name);
  return { id: String(row[0]) };
}

const denied = (name: string): Refusal =>
  new Refusal(
    "shared-denied",
    `There is a repository called ${name} that is not yours to publish.`,
    "Choose another name (--name NAME), or ask its owner.",
  );

const words = async (root: string, ...args: string[]) => new TextDecoder().decode(await git(root, args)).trim();

/**
 * The commit that is published; none outside git. With changes that are in no commit it ends with "+".
 * @throws Refusal `tree-dirty` where these were not to be published
 */
async function commitOf(store: Store, { name, dirty }: PublishOptions): Promise<string> {
  const { root } = store;
  try {
    const commit = await words(root, "rev-parse", "--verify", "HEAD");
    const status = new GitStatus(root);
    const [differing, others, staged] = await Promise.all([
      status.differing(),
      status.others(),
      git(root, ["diff-index", "--cached", "--relative", "--name-only", "-z", "HEAD", "--"]),
    ]);
    const records = namesFromBytes(differing);
    // Git names files too that merely have another time: a copied or restored tree is full of them.
    const isOther = records.some((record, at) => {
      const path = records[at + 1];
      if (at % 2 === 1 || path === undefined) return false;
      const [, , blob, , letter] = record.split(" ");
      const row = store.fileByPath(path);
      return letter === "D" || (row !== null && row.hash !== blob);
    });
    // Of what is left out its name is published.
    const isNew = namesFromBytes(others.stdout).some((path) => store.fileByPath(path) !== null || store.skipReason(path) !== null);
    if (!isOther && !isNew && staged.length === 0) return commit;
    if (dirty) return `${commit}+`;
    throw new Refusal(
      "tree-dirty",
      `${name} has changes that are not in commit ${commit.slice(0, 10)}, and would be published as if they were.`,
      "Commit them, or publish them as they are with --dirty.",
    );
  } catch (error) {
    if (error instanceof GitFailure) return "";
    throw error;
  }
}

/** Forks and clones have the same first commits: their pieces lie together. Outside git everything is a family of its own. */
async function familyOf(root: string, name: string): Promise<string> {
  let first = `\0${name}`;
  try {
    first = (await words(root, "rev-list", "--max-parents=0", "HEAD")).split("\n").sort().join(" ");
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
  }
  return Buffer.from(sha256(first)).readBigInt64BE(0).toString();
}

// ---------------------------------------------------------------------------------------------- small things

const placeOf = ({ path, kind }: { path: string; kind: number }): string => `${kind} ${path}`;
const rowOf = ({ path, kind, hash }: Piece): Row => ({ path, kind: PIECES.indexOf(kind), hash });
const equal = (a: Uint8Array | undefined, b: Uint8Array): boolean => a !== undefined && Buffer.compare(a, b) === 0;
