/**
 * Where a shared index is: an address that the user has typed, completed from the environment as PostgreSQL's own programs do (PGHOST, PGSERVICE,
 * PGPASSWORD, ~/.pgpass, PGSSLROOTCERT). Nothing of it is kept, and no password is ever part of what is printed: an address may not even hold one.
 */
import { readFileSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { Refusal } from "../../base/errors.ts";
import { brief } from "../../base/visible.ts";
import { readOwnOrNull } from "../../store/own.ts";

export interface Address {
  /** Host name, or the folder of a socket. */
  host: string;
  port: number;
  database: string;
  user: string;
  /** null: the server is on this machine, and what goes to it stays here. */
  tls: { ca?: string; cert?: string; key?: string } | null;
  /** What it is called in answers: without a password. */
  shown: string;
  /** Read at the last moment, and kept nowhere else. */
  password(): string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Is this the address of a database, not the name of a member? */
export const isAddress = (text: string): boolean => /^postgres(?:ql)?:\/\//i.test(text);

/**
 * Reads an address.
 * @throws Refusal `bad-value` for one that cannot be read, holds a password, or asks for a connection that is not verified
 */
export function addressOf(text: string, environment: Environment = process.env): Address {
  const bad = (what: string, fix: string): Refusal => new Refusal("bad-value", what, fix);
  // What stands before the last @ may be a password: it is not repeated in a refusal.
  const quoted = brief(text.replace(/\/\/.*@/, "//…@"));
  const parts = SHAPE.exec(text);
  const [, named = "", secret, place = "", portText = "", path = "", query = ""] = parts ?? [];
  if (parts === null) throw bad(`"${quoted}" is no address of a database.`, "Write for example postgres://manifold@db.example.org/code.");
  const parameters = new URLSearchParams(query);
  if ((secret ?? "") !== "" || parameters.has("password"))
    throw bad(
      "The address holds a password, which everybody on this machine can read in the list of processes.",
      "Leave it out, and give it in PGPASSWORD or ~/.pgpass.",
    );
  const known = new Set(["host", "port", "dbname", "user", "service", "sslmode", "sslrootcert", "sslcert", "sslkey"]);
  for (const name of parameters.keys())
    if (!known.has(name))
      throw bad(`The address has a parameter "${brief(name)}" that is not known here.`, `Known are ${[...known].join(", ")}.`);
  const service = serviceOf(parameters.get("service") ?? environment.PGSERVICE, environment);
  const value = (parameter: string, variable: string, inUrl = ""): string | undefined =>
    parameters.get(parameter) || inUrl || service[parameter] || environment[variable] || undefined;

  const host = value("host", "PGHOST", decoded(place)) ?? defaultHost();
  const user = value("user", "PGUSER", decoded(named)) ?? userInfo().username;
  const database = value("dbname", "PGDATABASE", decoded(path)) ?? user;
  const port = Number(value("port", "PGPORT", portText) ?? 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw bad("The address has no port that there is.", "Write a number below 65536.");
  const mode = value("sslmode", "PGSSLMODE");
  const here = isHere(host);
  if (mode !== undefined && !["verify-full", "verify-ca", ...(here ? ["disable", "allow", "prefer"] : [])].includes(mode))
    throw bad(
      `sslmode=${brief(mode)} does not verify that ${brief(host)} is the server that it says it is.`,
      "Leave it out (verify-full is the default), and name the authority in sslrootcert where it is your own.",
    );
  const read = (parameter: string, variable: string, usual: string): string | undefined => {
    const named = value(parameter, variable);
    const path = named === undefined || named === "system" ? undefined : named;
    try {
      if (path !== undefined) return readFileSync(path, "utf8");
      return named === "system" ? undefined : readFileSync(join(homeOf(environment), ".postgresql", usual), "utf8");
    } catch {
      if (path === undefined) return undefined;
      throw bad(`${brief(path)} (${parameter}) cannot be read.`, "Name a file in PEM form.");
    }
  };
  const secure = !here || mode?.startsWith("verify") === true;
  const present = <T extends object>(object: T) => Object.fromEntries(Object.entries(object).filter(([, one]) => one !== undefined)) as T;
  const tls = secure
    ? present({
        ca: read("sslrootcert", "PGSSLROOTCERT", "root.crt"),
        cert: read("sslcert", "PGSSLCERT", "postgresql.crt"),
        key: read("sslkey", "PGSSLKEY", "postgresql.key"),
      })
    : null;
  return {
    ...{ host, port, database, user, tls: tls as Address["tls"] },
    shown: `postgres://${user}@${host.startsWith("/") ? "" : host}:${port}/${database}${host.startsWith("/") ? `?host=${host}` : ""}`,
    password: () =>
      environment.PGPASSWORD ||
      service.password ||
      passwordIn(environment, [host.startsWith("/") ? "localhost" : host, String(port), database, user]),
  };
}

/** user, password, host (a socket's folder percent-encoded), port, database, parameters */
const SHAPE = /^postgres(?:ql)?:\/\/(?:([^:@/?#]*)(:[^@/?#]*)?@)?(\[[^\]/?#]*\]|[^:/?#@]*)(?::(\d*))?(?:\/([^?#/]*))?(?:\?([^#]*))?$/i;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replace(/^\[(.*)\]$/, "$1");
  } catch {
    return part;
  }
}

const homeOf = (environment: Environment): string => environment.HOME || homedir();

/** Debian's place for the socket of a server on this machine. */
const defaultHost = (): string => (process.platform === "win32" ? "localhost" : "/var/run/postgresql");

/** What goes to this machine's own addresses never meets a wire. */
export const isHere = (host: string): boolean => host.startsWith("/") || /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);

/** The parameters of a service: `[name]`, then `key=value` lines, in the user's file. */
function serviceOf(name: string | undefined, environment: Environment): Record<string, string> {
  if (!name) return {};
  const path = environment.PGSERVICEFILE || join(homeOf(environment), ".pg_service.conf");
  const found: Record<string, string> = {};
  let inside = false;
  for (const line of (readOwnOrNull(path, 1_000_000)?.toString() ?? "").split(/\r?\n/)) {
    const section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) inside = section === name;
    const [, key, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (inside && key !== undefined && value !== undefined) found[key] = value;
  }
  if (Object.keys(found).length === 0)
    throw new Refusal(
      "bad-value",
      `There is no service "${brief(name)}" in ${path}.`,
      "Name one that stands there, or write the address in full.",
    );
  return found;
}

/** The password of the first line that fits: `host:port:database:user:password`, `*` for any. As with PostgreSQL, others may not be able to read it. */
function passwordIn(environment: Environment, wanted: readonly string[]): string | undefined {
  const path = environment.PGPASSFILE || join(homeOf(environment), ".pgpass");
  try {
    if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) return undefined;
  } catch {
    return undefined;
  }
  for (const line of (readOwnOrNull(path, 1_000_000)?.toString() ?? "").split(/\r?\n/)) {
    if (line.startsWith("#")) continue;
    const parts = [...line.matchAll(/((?:\\.|[^:\\])*)(:|$)/g)].map(([, part = ""]) => part.replace(/\\(.)/g, "$1"));
    if (parts.length >= 5 && wanted.every((one, at) => parts[at] === "*" || parts[at] === one)) return parts[4];
  }
  return undefined;
}
