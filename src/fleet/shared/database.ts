/**
 * A connection to the database of a shared index, by Bun's own client. It is opened for an address that the user has typed, for one command, and closed with
 * it. What goes wrong is told in words, without anything that was sent.
 */
import { SQL } from "bun";
import { Refusal, type RefusalCode } from "../../base/errors.ts";
import { brief } from "../../base/visible.ts";
import { shared as limits } from "../limits.ts";
import type { Address } from "./address.ts";

export type Value = string | number | bigint | boolean | Uint8Array | null;

/** What statements are run on: a connection, or a transaction on one. */
export interface Runner {
  /** Rows as arrays of values. Numbers of 64 bits come as text. */
  rows(sql: string, ...values: Value[]): Promise<unknown[][]>;
}

export class Database implements Runner {
  readonly #sql: SQL;
  constructor(readonly address: Address) {
    const { host, port, database, user, tls } = address;
    const password = address.password();
    this.#sql = new SQL({
      adapter: "postgres",
      ...(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { hostname: host, port }),
      username: user,
      database,
      ...(password === undefined ? {} : { password }),
      // A certificate that does not name this host, or no TLS at all, ends the connection before anything is sent.
      ...(tls === null ? {} : { tls: { ...tls, rejectUnauthorized: true } }),
      max: limits.connections,
      connectionTimeout: limits.connectSeconds,
      // A pooler between here and the server keeps no statements.
      prepare: false,
      connection: {
        application_name: "manifold",
        statement_timeout: limits.statementMs,
        lock_timeout: limits.lockMs,
        idle_in_transaction_session_timeout: 0,
        ...(host.startsWith("/") ? {} : { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 }),
      },
    } as unknown as SQL.Options);
  }

  async rows(sql: string, ...values: Value[]): Promise<unknown[][]> {
    return run(this.#sql, sql, values, this.address);
  }

  /**
   * Work in one transaction.
   * @param begin how it begins, `BEGIN` unless told
   */
  async transaction<T>(work: (runner: Runner) => Promise<T>, begin = "BEGIN"): Promise<T> {
    const reserved = await within(this.#sql.reserve(), this.address);
    const runner: Runner = { rows: (sql, ...values) => run(reserved, sql, values, this.address) };
    try {
      await runner.rows(begin);
      const made = await work(runner);
      await runner.rows("COMMIT");
      return made;
    } catch (error) {
      await runner.rows("ROLLBACK").catch(() => {});
      throw error;
    } finally {
      reserved.release();
    }
  }

  async close(): Promise<void> {
    // What is half done is the server's to take back.
    await this.#sql.close({ timeout: 0 }).catch(() => {});
  }
}

/** For readers: everything as of one moment. */
export const SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

async function run(sql: Pick<SQL, "unsafe">, text: string, values: readonly Value[], address: Address): Promise<unknown[][]> {
  return (await within(
    sql.unsafe(text, values.map((value) => (typeof value === "bigint" ? String(value) : value)) as never[]).values(),
    address,
  )) as unknown[][];
}

/** Waits no longer than a server may take that still answers, and says what went wrong in words. */
async function within<T>(asked: Promise<T>, address: Address): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject({ code: "LATE" }), limits.statementMs + limits.patienceMs);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    throw toldOf(error, address);
  } finally {
    clearTimeout(timer);
    asked.catch(() => {});
  }
}

/** SQLSTATE classes and the client's own codes, as refusals. */
function toldOf(error: unknown, { shown }: Address): Refusal {
  if (error instanceof Refusal) return error;
  const { code = "", errno = "", message = "" } = error as { code?: string; errno?: string | number; message?: string };
  const state = code === "ERR_POSTGRES_SERVER_ERROR" ? String(errno) : "";
  const told = (refusal: RefusalCode, what: string, fix: string): Refusal => new Refusal(refusal, what, fix, { cause: error });
  if (/^28|^3D000/.test(state))
    return told(
      "shared-denied",
      `${shown} lets nobody in as that (${brief(message)}).`,
      "Check the user, and the password in PGPASSWORD or ~/.pgpass.",
    );
  if (state === "42501")
    return told(
      "shared-denied",
      `You may not do that in ${shown} (${brief(message)}).`,
      "Ask whoever keeps it (manifold fleet migrate --writers ROLE).",
    );
  if (state === "3F000" || state === "42P01") return unprepared(shown);
  if (state === "55P03")
    return told("shared-busy", "Another process publishes the same repository this moment.", "Try again when it is done.");
  if (state === "57014")
    return told(
      "shared-failed",
      `${shown} took longer than ${limits.statementMs / 1000} s for one statement.`,
      "Ask fewer members at once (--fleet ADDRESS NAME).",
    );
  if (state === "53100")
    return told("shared-failed", `The disk of ${shown} is full.`, "Free some space there; what was published before is as it was.");
  if (/TLS|CERT|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code))
    return told(
      "shared-unreachable",
      `${shown} could not be verified (${brief(message || code)}): nothing was sent.`,
      "Name its authority in sslrootcert or PGSSLROOTCERT, and the host as its certificate does.",
    );
  // What no server has said is about the way there.
  if (state === "" || /^(?:57P0|08|53300)/.test(state))
    return told(
      "shared-unreachable",
      `${shown} does not answer (${brief(message || code)}).`,
      "Check that the server runs and can be reached, then ask again.",
    );
  return told("shared-failed", `${shown} refused (${brief(message || code)}).`, "Set MANIFOLD_DEBUG=1 to see where, and please report it.");
}

export const unprepared = (shown: string): Refusal =>
  new Refusal(
    "shared-unprepared",
    `${shown} has no shared index, or you may not see it.`,
    "Prepare it with manifold fleet migrate ADDRESS, or ask whoever keeps it.",
  );

/** A list of texts as PostgreSQL writes an array. */
export const textArray = (texts: Iterable<string>): string =>
  `{${[...texts].map((one) => `"${one.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
export const numberArray = (numbers: Iterable<number>): string => `{${[...numbers].join(",")}}`;
