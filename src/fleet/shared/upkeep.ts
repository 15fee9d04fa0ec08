/** What keeps a shared index in order: taking out what nobody refers to, withdrawing a repository, and numbers for whoever watches it. */
import { Refusal } from "../../base/errors.ts";
import { brief } from "../../base/visible.ts";
import type { Database } from "./database.ts";
import { list } from "./open.ts";
import { checkVersion, versionOf } from "./schema.ts";

export interface Pruned {
  /** Rows of attempts to publish that were given up. */
  abandoned: number;
  pieces: number;
}

/**
 * Takes out pieces that no state has any more, and what attempts left behind that were given up. Nobody publishes meanwhile; who asks is not disturbed.
 * @throws Refusal `shared-denied` for anybody but the tables' owner: others do not see every tree, and would take what they do not see for unused
 */
export async function prune(database: Database): Promise<Pruned> {
  await checkVersion(database, database.address.shown);
  return database.transaction(async (runner) => {
    const [[hidden]] = (await runner.rows("SELECT row_security_active('manifold.tree')")) as [[boolean]];
    if (hidden)
      throw new Refusal(
        "shared-denied",
        "Only the owner of the tables sees everything that refers to a piece.",
        "Prune as the role that prepared them.",
      );
    await runner.rows("LOCK TABLE manifold.repository IN EXCLUSIVE MODE NOWAIT");
    const [[abandoned]] = (await runner.rows(
      `WITH gone AS (DELETE FROM manifold.tree USING manifold.repository WHERE repository.id = tree.repository AND since > epoch RETURNING 1)
       SELECT count(*) FROM gone`,
    )) as [[unknown]];
    const [[pieces]] = (await runner.rows(
      `WITH gone AS (DELETE FROM manifold.piece WHERE NOT EXISTS
         (SELECT 1 FROM manifold.tree WHERE tree.family = piece.family AND tree.hash = piece.hash) RETURNING 1) SELECT count(*) FROM gone`,
    )) as [[unknown]];
    return { abandoned: Number(abandoned), pieces: Number(pieces) };
  });
}

/** Withdraws a repository with all its states. @returns false where there is none of that name that may be withdrawn */
export async function withdraw(database: Database, name: string): Promise<boolean> {
  await checkVersion(database, database.address.shown);
  return database.transaction(async (runner) => {
    const [row] = await runner.rows("SELECT id, family FROM manifold.repository WHERE name = $1 FOR UPDATE NOWAIT", name);
    if (row === undefined) return false;
    for (const table of ["tree", "term"])
      await runner.rows(`DELETE FROM manifold.${table} WHERE family = ${row[1]} AND repository = $1`, String(row[0]));
    for (const table of ["state", "reader"]) await runner.rows(`DELETE FROM manifold.${table} WHERE repository = $1`, String(row[0]));
    await runner.rows("DELETE FROM manifold.repository WHERE id = $1", String(row[0]));
    return true;
  });
}

/** One number of the metrics. */
interface Metric {
  name: string;
  help: string;
  /** Label text and value. */
  values: [labels: string, value: number][];
}

/** What whoever watches it may want to know, of what the asker may see, as OpenMetrics text (1.0). */
export async function metrics(database: Database): Promise<string> {
  await checkVersion(database, database.address.shown);
  const listed = await list(database);
  const [[pieces, bytes]] = (await database.rows("SELECT count(*), coalesce(sum(length(bytes)), 0) FROM manifold.piece")) as [
    [unknown, unknown],
  ];
  const [[pending]] = (await database.rows(
    "SELECT count(*) FROM manifold.tree JOIN manifold.repository ON repository.id = tree.repository WHERE since > epoch",
  )) as [[unknown]];
  const of = (value: (one: (typeof listed)[number]) => number): Metric["values"] =>
    listed.map((one) => [`{repository="${one.name.replace(/[\\"\n]/g, (c) => (c === "\n" ? "\\n" : `\\${c}`))}"}`, value(one)]);
  const all: Metric[] = [
    { name: "manifold_schema_version", help: "Version of the tables.", values: [["", (await versionOf(database)) ?? 0]] },
    { name: "manifold_repositories", help: "Published repositories.", values: [["", listed.length]] },
    { name: "manifold_files", help: "Files of the newest state.", values: of(({ files }) => files) },
    { name: "manifold_chunks", help: "Chunks of the newest state.", values: of(({ chunks }) => chunks) },
    { name: "manifold_epoch", help: "Number of the newest state.", values: of(({ epoch }) => epoch) },
    {
      name: "manifold_published_timestamp_seconds",
      help: "When the newest state was published.",
      values: of(({ published }) => Math.floor(published.getTime() / 1000)),
    },
    { name: "manifold_pieces", help: "Pieces that are stored.", values: [["", Number(pieces)]] },
    { name: "manifold_piece_bytes", help: "Bytes of them.", values: [["", Number(bytes)]] },
    { name: "manifold_pending_rows", help: "Rows of states that nobody reads yet.", values: [["", Number(pending)]] },
  ];
  const lines = all.flatMap(({ name, help, values }) => [
    `# TYPE ${name} gauge`,
    `# HELP ${name} ${brief(help)}`,
    ...values.map(([labels, value]) => `${name}${labels} ${value}`),
  ]);
  return `${lines.join("\n")}\n# EOF\n`;
}
