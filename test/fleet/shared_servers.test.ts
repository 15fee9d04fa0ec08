import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chownSync, copyFileSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, PLAIN } from "../../src/asking.ts";
import { asRefusal } from "../../src/base/errors.ts";
import { addressOf } from "../../src/fleet/shared/address.ts";
import { Database } from "../../src/fleet/shared/database.ts";
import { openShared } from "../../src/fleet/shared/open.ts";
import { publish } from "../../src/fleet/shared/publish.ts";
import { migrate, NEWEST, prepareShard } from "../../src/fleet/shared/schema.ts";
import { prune } from "../../src/fleet/shared/upkeep.ts";
import { verifyPublished } from "../../src/fleet/shared/verify.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { differencesOf } from "../../src/indexing/verify.ts";
import { Repository } from "../asking/_repository.ts";
import { PROGRAMS, Server } from "./_postgres.ts";

const cache = realpathSync(mkdtempSync(join(tmpdir(), "mf-cache-")));
const before = process.env.XDG_CACHE_HOME;
beforeAll(() => {
  process.env.XDG_CACHE_HOME = cache;
});
afterAll(() => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  rmSync(cache, { recursive: true, force: true });
});

/** Repositories whose families fall into several partitions. */
const TREES = Array.from({ length: 5 }, (_, at) => ({
  name: `tree${at}`,
  files: {
    "lib.py": `def shared_name(x):\n    """What tree ${at} makes of it."""\n    return helper_${at}(x)\n\ndef helper_${at}(x):\n    return x + ${at}\n`,
    "use.py": `from lib import shared_name\n\ndef caller_${at}():\n    return shared_name(${at})\n`,
    "README.md": `# Tree ${at}\n\nWhat \`shared_name\` does for tree ${at}.\n`,
  },
}));
const QUESTIONS = [
  "who calls shared_name",
  "what tree 3 makes of it",
  "impact of helper_2",
  "caller_4",
  '"does for tree"',
  "who calls helper_1",
];

describe.skipIf(PROGRAMS === null)("several servers", () => {
  test("three servers joined by postgres_fdw, one server, and the trees here: the same tables and the same answers", async () => {
    await using front = await Server.start();
    await using second = await Server.start();
    await using third = await Server.start();
    await using single = await Server.start();
    const repositories = TREES.map(({ files }) => new Repository(files));
    try {
      await front.sql("CREATE ROLE friend LOGIN", "CREATE EXTENSION postgres_fdw");
      await single.sql("CREATE ROLE friend LOGIN");
      const servers = [front, second, third];
      for (const [at, server] of servers.entries()) {
        await prepareShard(server.database());
        await front.sql(
          `CREATE SERVER shard${at} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '${server.folder}', port '${server.port}', dbname 'postgres')`,
          `CREATE USER MAPPING FOR PUBLIC SERVER shard${at} OPTIONS (user 'keeper', password_required 'false')`,
        );
      }
      const sharded = front.database();
      await migrate(sharded, NEWEST, ["shard0", "shard1", "shard2"]);
      await migrate(single.database(), NEWEST);
      for (const [at, repository] of repositories.entries()) {
        const { store } = await refresh(repository.root, { quiet: true, terminal: false });
        for (const database of [sharded, single.database()])
          await publish(database, store, { name: TREES[at]!.name, text: true, readers: at === 4 ? [] : ["friend"] });
        expect(await verifyPublished(sharded, store, TREES[at]!.name)).toMatchObject({ differences: [], damaged: 0 });
        store.close();
      }
      // They really lie apart.
      const counts = await Promise.all(
        servers.map(async (server) => {
          const tables = await server.sql(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'manifold_shard' AND tablename LIKE 'piece%'",
          );
          const rows = await server.sql(tables.map(([table]) => `SELECT count(*) FROM manifold_shard.${table}`).join(" UNION ALL "));
          return rows.reduce((sum, [count]) => sum + Number(count), 0);
        }),
      );
      expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
      const members = await Promise.all([openShared(front.address()), openShared(single.address())]);
      try {
        for (const [at, repository] of repositories.entries()) {
          const { store } = await refresh(repository.root, { quiet: true, terminal: false });
          const sessions = [...members.map(({ opened }) => opened[at]!.session), { root: repository.root, store, behind: 0, warnings: [] }];
          expect(members.map(({ opened }) => opened[at]!.member.name)).toEqual([TREES[at]!.name, TREES[at]!.name]);
          for (const session of sessions.slice(0, 2)) expect(differencesOf(session.store.db, store.db)).toEqual([]);
          for (const question of QUESTIONS) {
            const [a, b, c] = await Promise.all(
              sessions.map(async (session) =>
                JSON.stringify({ ...(await ask(session, question, PLAIN)), root: "", id: "", timings_ms: null }),
              ),
            );
            expect(a).toBe(c!);
            expect(b).toBe(c!);
          }
          store.close();
        }
      } finally {
        for (const one of members) one.close();
      }
      // A commit, an old state gone, what nobody has taken out, and a role that sees less: as on one server.
      repositories[2]!.write({ "lib.py": "def shared_name(x):\n    return x\n" }).commit();
      const { store } = await refresh(repositories[2]!.root, { quiet: true, terminal: false });
      expect(await publish(sharded, store, { name: "tree2", text: true, keep: 1 })).toMatchObject({ epoch: 2, same: false });
      expect((await prune(sharded)).pieces).toBeGreaterThan(2);
      expect(await verifyPublished(sharded, store, "tree2")).toMatchObject({ differences: [], damaged: 0 });
      store.close();
      const friends = await openShared(front.address("friend"));
      expect(friends.warnings).toEqual([]);
      expect(friends.opened.map(({ member }) => member.name)).toEqual(["tree0", "tree1", "tree2", "tree3"]);
      friends.close();
      // One of the servers is gone: those that lie there are told, the others answer.
      await second.kill();
      const partial = await openShared(front.address(), undefined).catch(asRefusal);
      if ("opened" in partial) {
        for (const { code } of partial.warnings) expect(code).toMatch(/^shared-(unreachable|failed)$/);
        partial.close();
      } else expect(partial.code).toMatch(/^shared-(unreachable|failed)$/);
    } finally {
      for (const one of repositories) one[Symbol.dispose]();
    }
  }, 120_000);
});

const openssl = Bun.which("openssl");

describe.skipIf(PROGRAMS === null || openssl === null)("who it is that answers", () => {
  test("a server whose certificate names another host, is by nobody known, or that has none: nothing is sent", async () => {
    await using server = await Server.start();
    const made = (name: string) => join(server.folder, name);
    const { exitCode } = Bun.spawnSync(
      [openssl!, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", made("key"), "-out", made("crt"), "-days", "36500"].concat([
        ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
      ]),
      { stdout: "ignore", stderr: "ignore" },
    );
    expect(exitCode).toBe(0);
    const { uid, gid } = statSync(join(server.folder, "data"));
    copyFileSync(made("key"), join(server.folder, "data", "server.key"));
    copyFileSync(made("crt"), join(server.folder, "data", "server.crt"));
    for (const name of ["server.key", "server.crt"]) chownSync(join(server.folder, "data", name), uid, gid);
    Bun.spawnSync(["chmod", "600", join(server.folder, "data", "server.key")]);
    const told = async (text: string): Promise<string> => {
      const database = new Database(addressOf(text, { HOME: server.folder }));
      try {
        const [[ssl]] = (await database.rows("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) as [[boolean]];
        return `answered ${ssl}`;
      } catch (error) {
        return asRefusal(error).code;
      } finally {
        await database.close();
      }
    };
    const at = (host: string, more: string) => `postgres://keeper@${host}:${server.port}/postgres?sslmode=verify-full${more}`;
    // Without TLS: it is not gone on with in plain text.
    expect(await told(at("localhost", `&sslrootcert=${made("crt")}`))).toBe("shared-unreachable");
    await server.sql("ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()");
    for (let left = 40; left > 0 && (await told(at("localhost", `&sslrootcert=${made("crt")}`))) !== "answered true"; left--)
      await Bun.sleep(50);
    expect(await told(at("localhost", `&sslrootcert=${made("crt")}`))).toBe("answered true");
    expect(await told(at("localhost", ""))).toBe("shared-unreachable");
    expect(await told(at("127.0.0.1", `&sslrootcert=${made("crt")}`))).toBe("shared-unreachable");
  });
});
