/**
 * The tables of a shared index in PostgreSQL, step by step: each version has the statements that lead to it and those that lead back.
 *
 * Only tables, `bytea`, hash partitions and plain SQL: what carries PostgreSQL's wire protocol can carry them. Rows of a repository and of its forks have
 * the same `family` and lie in one partition, which may be a foreign table of another server. What is published is never changed: a row holds from one
 * epoch of its repository (`since`) to another (`until`), pieces are named by their hash, which the server itself computes, and a reader sees what its
 * repository's row says is the epoch.
 *
 * Who may see what, row-level security decides: a repository's owner (a role) and the roles that it names as readers; all else follows from the
 * repository. Partitions have no grants of their own. There are no sums over repositories: they would tell of those that one may not see.
 */
import { Refusal } from "../../base/errors.ts";
import { brief } from "../../base/visible.ts";
import { shared as limits } from "../limits.ts";
import { type Database, type Runner, unprepared } from "./database.ts";

/** Roles that whoever asks has. */
const MINE = "(SELECT rolname FROM pg_catalog.pg_roles WHERE pg_catalog.pg_has_role(oid, 'USAGE'))";
const SEEN = "(SELECT id FROM manifold.repository)";
const OWN = `(SELECT id FROM manifold.repository WHERE owner IN ${MINE})`;

interface Partitioned {
  name: string;
  columns: string;
  /** Of each partition. */
  keys: readonly string[];
}

const BASE: readonly Partitioned[] = [
  {
    name: "tree",
    columns:
      'family bigint NOT NULL, repository bigint NOT NULL, path text COLLATE "C" NOT NULL, kind smallint NOT NULL, hash bytea NOT NULL, since bigint NOT NULL, until bigint',
    keys: ["UNIQUE INDEX %_key ON ~ (repository, path, kind, since)", "INDEX %_hash ON ~ (hash)", "INDEX %_until ON ~ (repository, until)"],
  },
  {
    name: "piece",
    columns: "family bigint NOT NULL, hash bytea NOT NULL, bytes bytea NOT NULL, CHECK (hash = sha256(bytes))",
    keys: ["UNIQUE INDEX %_key ON ~ (hash, family)"],
  },
  {
    name: "term",
    columns:
      'family bigint NOT NULL, repository bigint NOT NULL, term text COLLATE "C" NOT NULL, chunks integer NOT NULL, since bigint NOT NULL, until bigint',
    keys: ["UNIQUE INDEX %_key ON ~ (repository, term, since)", "INDEX %_term ON ~ (term)"],
  },
];

const EXPORTS: readonly Partitioned[] = [];

/** Bytes of a row are compressed already. */
const STORAGE: Readonly<Record<string, string>> = { piece: "bytes" };

/** A table and its partitions: here, or one after the other on foreign servers. */
function partitioned({ name, columns, keys }: Partitioned, servers: readonly string[]): string[] {
  const plain = columns.replace(/, CHECK .*$/, "");
  const parts = Array.from({ length: limits.partitions }, (_, at) => {
    const part = `${name}_${at}`;
    const values = `FOR VALUES WITH (MODULUS ${limits.partitions}, REMAINDER ${at})`;
    const server = servers[at % Math.max(1, servers.length)];
    if (server !== undefined)
      return [
        `CREATE FOREIGN TABLE manifold.${part} PARTITION OF manifold.${name} ${values} SERVER ${identifier(server)} OPTIONS (schema_name 'manifold_shard', table_name '${part}', fetch_size '2000', batch_size '500')`,
      ];
    return [`CREATE TABLE manifold.${part} PARTITION OF manifold.${name} ${values}`, ...furnished("manifold", part, name, keys)];
  });
  const check = servers.length === 0 && plain !== columns ? `, ${/CHECK .*$/.exec(columns)![0]}` : "";
  return [`CREATE TABLE manifold.${name} (${plain}${check}) PARTITION BY HASH (family)`, ...parts.flat()];
}

function furnished(schema: string, part: string, name: string, keys: readonly string[]): string[] {
  return [
    ...keys.map((key) => `CREATE ${key.replace("%", part).replace("~", `${schema}.${part}`)}`),
    ...(STORAGE[name] === undefined ? [] : [`ALTER TABLE ${schema}.${part} ALTER COLUMN ${STORAGE[name]} SET STORAGE EXTERNAL`]),
  ];
}

/** What a server has that carries partitions for another one: the tables themselves, without anybody's rights. */
export function shardStatements(): string[] {
  const tables = [...BASE, ...EXPORTS].flatMap(({ name, columns, keys }) =>
    Array.from({ length: limits.partitions }, (_, at) => [
      `CREATE TABLE IF NOT EXISTS manifold_shard.${name}_${at} (${columns})`,
      ...furnished("manifold_shard", `${name}_${at}`, name, keys).map((sql) => sql.replace(/INDEX (?=\w)/, "INDEX IF NOT EXISTS ")),
    ]).flat(),
  );
  return ["CREATE SCHEMA IF NOT EXISTS manifold_shard", ...tables];
}

const secured = (table: string, seen: string, owned: string | null, insert = owned): string[] => [
  `ALTER TABLE manifold.${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY seen ON manifold.${table} FOR SELECT USING (${seen})`,
  ...(insert === null ? [] : [`CREATE POLICY added ON manifold.${table} FOR INSERT WITH CHECK (${insert})`]),
  ...(owned === null
    ? []
    : [
        `CREATE POLICY changed ON manifold.${table} FOR UPDATE USING (${owned}) WITH CHECK (${owned})`,
        `CREATE POLICY removed ON manifold.${table} FOR DELETE USING (${owned})`,
      ]),
  `GRANT SELECT ON manifold.${table} TO PUBLIC`,
];

interface Version {
  about: string;
  up: (servers: readonly string[]) => string[];
  down: () => string[];
}

/** Versions of the tables, the first being 1. They only grow at their end. */
const VERSIONS: readonly Version[] = [
  {
    about: "Repositories, their readers and states, trees, pieces, and how many chunks have a term.",
    up: (servers) => [
      "CREATE TABLE manifold.setting(name text PRIMARY KEY, value text NOT NULL)",
      "GRANT SELECT ON manifold.setting TO PUBLIC",
      `CREATE TABLE manifold.repository(id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, family bigint NOT NULL,
         epoch bigint NOT NULL DEFAULT 0, owner text NOT NULL DEFAULT current_user)`,
      "CREATE TABLE manifold.reader(repository bigint NOT NULL, role text NOT NULL, owner text NOT NULL, PRIMARY KEY(repository, role))",
      `CREATE TABLE manifold.state(repository bigint NOT NULL, epoch bigint NOT NULL, commit text NOT NULL, form text NOT NULL, root bytea NOT NULL,
         files integer NOT NULL, chunks integer NOT NULL, published timestamptz NOT NULL DEFAULT now(), PRIMARY KEY(repository, epoch))`,
      ...BASE.flatMap((table) => partitioned(table, servers)),
      ...secured(
        "repository",
        `owner IN ${MINE} OR id IN (SELECT repository FROM manifold.reader WHERE role = 'public' OR role IN ${MINE})`,
        `owner IN ${MINE}`,
      ),
      ...secured("reader", `role = 'public' OR role IN ${MINE} OR owner IN ${MINE}`, `owner IN ${MINE}`),
      ...secured("state", `repository IN ${SEEN}`, `repository IN ${OWN}`),
      ...secured("tree", `repository IN ${SEEN}`, `repository IN ${OWN}`),
      ...secured("term", `repository IN ${SEEN}`, `repository IN ${OWN}`),
      // Whoever publishes may add pieces: they are what their hash says. Only those of trees that one sees can be read.
      ...secured("piece", "EXISTS (SELECT 1 FROM manifold.tree WHERE tree.family = piece.family AND tree.hash = piece.hash)", null, "true"),
    ],
    down: () =>
      ["piece", "term", "tree", "state", "reader", "repository", "setting"].map((table) => `DROP TABLE manifold.${table} CASCADE`),
  },
];

export const NEWEST = VERSIONS.length;

/** The version of the tables that are there; null for none. */
export async function versionOf(runner: Runner): Promise<number | null> {
  const [[there]] = (await runner.rows(
    "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = 'manifold' AND tablename = 'setting'",
  )) as [[unknown]];
  if (Number(there) === 0) return null;
  const [row] = await runner.rows("SELECT value FROM manifold.setting WHERE name = 'version'");
  return row === undefined ? null : Number(row[0]);
}

/** @throws Refusal `shared-unprepared` for tables that are not there, or are of another version */
export async function checkVersion(runner: Runner, shown: string): Promise<void> {
  const version = await versionOf(runner);
  if (version === null) throw unprepared(shown);
  if (version !== NEWEST)
    throw new Refusal(
      "shared-unprepared",
      `The tables of ${shown} are of version ${version}; this program reads and writes version ${NEWEST}.`,
      version < NEWEST
        ? "Bring them up to date: manifold fleet migrate ADDRESS."
        : "Use the newer program, or lead them back with it (fleet migrate --to).",
    );
}

export interface Migration {
  from: number | null;
  to: number;
}

/**
 * Leads the tables to a version, forwards or back, in one transaction each way.
 * @param servers names of foreign servers (CREATE SERVER) that carry the partitions; those of this one where there are none
 * @throws Refusal `bad-value` for a version that there is not
 */
export async function migrate(
  database: Database,
  to: number = NEWEST,
  servers: readonly string[] = [],
  writers?: string,
): Promise<Migration> {
  if (to < 0 || to > NEWEST)
    throw new Refusal("bad-value", `There is no version ${to} of the tables.`, `This program knows 0 (none) to ${NEWEST}.`);
  return database.transaction(async (runner) => {
    const from = await versionOf(runner);
    if (from !== null && from > NEWEST)
      throw new Refusal("bad-value", `The tables are of version ${from}, which this program does not know.`, "Use the newer program.");
    if (from === null) await runner.rows("CREATE SCHEMA IF NOT EXISTS manifold");
    for (let version = from ?? 0; version < to; version++) for (const sql of VERSIONS[version]!.up(servers)) await runner.rows(sql);
    for (let version = from ?? 0; version > to; version--) for (const sql of VERSIONS[version - 1]!.down()) await runner.rows(sql);
    if (to === 0) {
      if (from !== null) await runner.rows("DROP SCHEMA manifold CASCADE");
      return { from, to };
    }
    await runner.rows("GRANT USAGE ON SCHEMA manifold TO PUBLIC");
    await runner.rows(
      "INSERT INTO manifold.setting(name, value) VALUES ('version', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      String(to),
    );
    if (writers !== undefined)
      await runner
        .rows(
          `GRANT INSERT, UPDATE, DELETE ON manifold.repository, manifold.reader, manifold.state, manifold.tree, manifold.term TO ${identifier(writers)}`,
        )
        .then(() => runner.rows(`GRANT INSERT ON manifold.piece TO ${identifier(writers)}`));
    return { from, to };
  });
}

/** Prepares a server that carries partitions for another. */
export async function prepareShard(database: Database): Promise<void> {
  await database.transaction(async (runner) => {
    for (const sql of shardStatements()) await runner.rows(sql);
  });
}

/** A name as an identifier. @throws Refusal `bad-value` for what nobody calls a role or a server */
export function identifier(name: string): string {
  if (!/^[\p{L}_][\p{L}\p{N}_$-]{0,62}$/u.test(name))
    throw new Refusal("bad-value", `"${brief(name)}" is no name of a role or a server.`, "Write it as in CREATE ROLE.");
  return `"${name}"`;
}
