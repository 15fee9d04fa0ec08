/** Throw-away PostgreSQL servers on sockets in temporary folders, for tests of the shared index. Not a test file. */
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, addressOf } from "../../src/fleet/shared/address.ts";
import { Database } from "../../src/fleet/shared/database.ts";

/** The programs of a server; null where none is installed. */
export const PROGRAMS: string | null = (() => {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a)) : [];
  const debian = versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  const own = Bun.which("postgres");
  return [...debian, ...(own ? [join(own, "..")] : [])].find((folder) => existsSync(join(folder, "initdb"))) ?? null;
})();
if (PROGRAMS === null) console.warn("PostgreSQL is not installed here: the tests of the shared index are skipped.");

/** PostgreSQL refuses to run as root: it runs as whoever may be nobody. */
const other: { uid: number; gid: number } | null = (() => {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const line = users.find((user) => user.startsWith("postgres:")) ?? users.find((user) => user.startsWith("nobody:")) ?? "";
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
})();

const wrapped = (command: string[]): string[] =>
  other === null ? command : ["setpriv", `--reuid=${other.uid}`, `--regid=${other.gid}`, "--clear-groups", ...command];

export function run(program: string, ...words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(wrapped([join(PROGRAMS!, program), ...words]), {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
  });
  if (exitCode !== 0) throw new Error(`${program} ${words.join(" ")}: ${stderr}`);
  return stdout.toString();
}

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "mf-pg-")));
  if (other !== null) chownSync(made, other.uid, other.gid);
  return made;
}

/** One empty cluster, kept for the next run: copying it is quicker than making another. */
function template(): string {
  const kept = join(tmpdir(), `mf-pg-kept-${PROGRAMS!.replace(/\W+/g, "-")}-${process.getuid?.() ?? 0}`);
  const owner = other?.uid ?? process.getuid?.() ?? 0;
  if (!existsSync(kept)) {
    const made = folder();
    run("initdb", "-D", join(made, "data"), "-U", "keeper", "-A", "trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8");
    try {
      renameSync(made, kept);
    } catch {
      // Another run was first.
      rmSync(made, { recursive: true, force: true });
    }
  }
  if (statSync(kept).uid !== owner) throw new Error(`${kept} is somebody else's.`);
  return kept;
}

function cluster(): string {
  const from = template();
  const made = folder();
  cpSync(join(from, "data"), join(made, "data"), { recursive: true, preserveTimestamps: true });
  if (other !== null) Bun.spawnSync(["chown", "-R", `${other.uid}:${other.gid}`, made]);
  Bun.spawnSync(["chmod", "700", join(made, "data")]);
  return made;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

export class Server {
  readonly folder = cluster();
  #child: Bun.Subprocess | null = null;
  #databases: Database[] = [];

  private constructor(readonly port: number) {}

  /** @param settings more of `postgresql.conf` */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Server> {
    const server = new Server(await freePort());
    const all = {
      ...{ listen_addresses: "127.0.0.1", port: String(server.port), unix_socket_directories: server.folder, fsync: "off" },
      ...{ full_page_writes: "off", synchronous_commit: "on", shared_buffers: "32MB", max_connections: "60", logging_collector: "off" },
      ...settings,
    };
    writeFileSync(
      join(server.folder, "data", "postgresql.auto.conf"),
      Object.entries(all)
        .map(([name, value]) => `${name} = '${value}'\n`)
        .join(""),
    );
    await server.up();
    return server;
  }

  async up(): Promise<void> {
    rmSync(join(this.folder, "data", "postmaster.pid"), { force: true });
    this.#child = Bun.spawn(wrapped([join(PROGRAMS!, "postgres"), "-D", join(this.folder, "data")]), {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
      stdout: "ignore",
      stderr: Bun.file(join(this.folder, "log")),
    });
    for (let left = 800; ; left--) {
      const database = new Database(this.address());
      try {
        await database.rows("SELECT 1");
        return;
      } catch (error) {
        if (left === 0) throw new Error(`${error}\n${readFileSync(join(this.folder, "log"), "utf8")}`);
        await Bun.sleep(50);
      } finally {
        await database.close();
      }
    }
  }

  /** Ends it at once, in the middle of whatever it does. */
  async kill(): Promise<void> {
    // Its other processes notice that it is gone, and end: whoever comes next waits for the memory that they share.
    this.#child?.kill("SIGKILL");
    await this.#child?.exited;
    this.#child = null;
  }

  url(user = "keeper", database = "postgres"): string {
    return `postgres://${user}@/${database}?host=${this.folder}&port=${this.port}`;
  }

  address(user = "keeper", database = "postgres"): Address {
    return addressOf(this.url(user, database), {});
  }

  /** A connection that is closed with the server. */
  database(user?: string, name?: string): Database {
    const database = new Database(this.address(user, name));
    this.#databases.push(database);
    return database;
  }

  async sql(...statements: string[]): Promise<unknown[][]> {
    const database = new Database(this.address());
    try {
      let rows: unknown[][] = [];
      for (const statement of statements) rows = await database.rows(statement);
      return rows;
    } finally {
      await database.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#databases.map((one) => one.close()));
    const child = this.#child;
    child?.kill("SIGQUIT");
    await child?.exited;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
