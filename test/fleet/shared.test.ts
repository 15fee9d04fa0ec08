import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, PLAIN } from "../../src/asking.ts";
import { asRefusal, type Refusal } from "../../src/base/errors.ts";
import type { Database } from "../../src/fleet/shared/database.ts";
import { openShared } from "../../src/fleet/shared/open.ts";
import { PIECES, pack, sha256, unpack } from "../../src/fleet/shared/pieces.ts";
import { type PublishOptions, publish } from "../../src/fleet/shared/publish.ts";
import { migrate, NEWEST, versionOf } from "../../src/fleet/shared/schema.ts";
import { metrics, prune, withdraw } from "../../src/fleet/shared/upkeep.ts";
import { verifyPublished } from "../../src/fleet/shared/verify.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { differencesOf } from "../../src/indexing/verify.ts";
import type { Store } from "../../src/store/graph.ts";
import { Repository } from "../asking/_repository.ts";
import { PROGRAMS, run, Server } from "./_postgres.ts";

const SHOP = {
  "src/cart.ts": `import { priceOf } from "./price";\n/** What somebody means to buy. */\nexport class Cart {\n  total(): number { return priceOf("tea") + 1; }\n}\n`,
  "src/price.ts": `/** What an article costs, in cents. */\nexport function priceOf(article: string): number { return article.length * 100; }\n`,
  "src/pay.py": `from shop import Cart\n\ndef pay(cart):\n    """Takes the money."""\n    return cart.total()\n`,
  "README.md": "# Shop\n\nThe `Cart` adds prices up by `priceOf`.\n",
};
const QUESTIONS = [
  "what does an article cost",
  "who calls priceOf",
  "Cart.total",
  "what extends Cart",
  '"adds prices up"',
  "which files import src/price.ts",
  "impact of priceOf",
  "takes money",
];

const cache = realpathSync(mkdtempSync(join(tmpdir(), "mf-cache-")));
const before = process.env.XDG_CACHE_HOME;
beforeAll(() => {
  process.env.XDG_CACHE_HOME = cache;
});
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(() => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  rmSync(cache, { recursive: true, force: true });
});

async function indexed(repository: Repository): Promise<Store> {
  const { store } = await refresh(repository.root, { quiet: true, terminal: false });
  closing.push(() => store.close());
  return store;
}

function shop(files: Record<string, string> = SHOP): Repository {
  const repository = new Repository(files);
  closing.push(() => repository[Symbol.dispose]());
  return repository;
}

async function published(database: Database, repository: Repository, options: Partial<PublishOptions> = {}) {
  return publish(database, await indexed(repository), { name: "shop", text: true, ...options });
}

async function opened(server: Server, user = "keeper", names?: string[]) {
  const members = await openShared(server.address(user), names);
  closing.push(() => members.close());
  return members;
}

async function answers(session: { root: string; store: Store; frozen?: boolean }): Promise<string[]> {
  const made: string[] = [];
  for (const question of QUESTIONS) {
    const answer = await ask({ behind: 0, warnings: [], ...session }, question, PLAIN);
    made.push(JSON.stringify({ ...answer, root: "", id: "", timings_ms: null }));
  }
  return made;
}

async function refused(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    return asRefusal(error);
  }
  throw new Error("It was not refused.");
}

describe.skipIf(PROGRAMS === null)("a shared index", () => {
  let server: Server;
  beforeAll(async () => {
    server = await Server.start();
    await server.sql("CREATE ROLE friend LOGIN", "CREATE ROLE stranger LOGIN", "CREATE ROLE writer LOGIN");
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  /** An empty shared index of its own. */
  async function fresh(): Promise<Database> {
    const database = server.database();
    await migrate(database, 0);
    await migrate(database, NEWEST, [], "writer");
    return database;
  }

  test("what is published and opened has the tables of the index here, and gives the same answers", async () => {
    const database = await fresh();
    const repository = shop();
    const done = await published(database, repository);
    expect(done).toMatchObject({ epoch: 1, same: false, files: 4, changed: 4 });
    const { opened: members, warnings, fetched } = await opened(server);
    expect(warnings).toEqual([]);
    expect(members.map(({ member }) => member.name)).toEqual(["shop"]);
    expect(fetched.pieces).toBe(done.pieces);
    const local = await indexed(repository);
    const { session } = members[0]!;
    expect(differencesOf(session.store.db, local.db)).toEqual([]);
    expect(await answers(session)).toEqual(await answers({ root: repository.root, store: local }));
  });

  test("publishing again sends nothing; a commit sends what it changed, and copies are as a fresh one", async () => {
    const database = await fresh();
    const repository = shop();
    await published(database, repository);
    expect(await published(database, repository)).toMatchObject({ same: true, epoch: 1, pieces: 0 });
    await opened(server);
    const edits: Record<string, string>[] = [
      { "src/price.ts": `${SHOP["src/price.ts"]}export const currency = "EUR";\n` },
      { "src/new.ts": `import { priceOf } from "./price";\nexport const free = () => priceOf("") === 0;\n` },
      { "src/price.ts": `export function priceOf(article: string, more = 0): number { return article.length + more; }\n` },
    ];
    for (const [at, files] of edits.entries()) {
      repository.write(files);
      if (at === 2) repository.git("rm", "-q", "src/pay.py");
      repository.commit();
      const done = await published(database, repository);
      expect(done).toMatchObject({ same: false, epoch: at + 2 });
      expect(done.pieces).toBeLessThan(14);
      const { opened: members, fetched } = await opened(server);
      expect(fetched.pieces).toBe(done.pieces);
      const { store } = members[0]!.session;
      expect(differencesOf(store.db, (await indexed(repository)).db)).toEqual([]);
      expect(await verifyPublished(database, await indexed(repository), "shop")).toMatchObject({ differences: [], damaged: 0 });
    }
    const terms = await database.rows("SELECT term, chunks FROM manifold.term WHERE until IS NULL ORDER BY term");
    await migrate(database, 0);
    await migrate(database);
    await published(database, repository);
    expect(terms).toEqual(await database.rows("SELECT term, chunks FROM manifold.term WHERE until IS NULL ORDER BY term"));
  });

  test("a fork shares what is the same, and uncommitted changes are not published unasked", async () => {
    const database = await fresh();
    const repository = shop();
    await published(database, repository);
    const fork = shop();
    fork.git("fetch", "-q", repository.root, "main");
    fork.git("reset", "-q", "--hard", "FETCH_HEAD");
    const [[count]] = (await database.rows("SELECT count(*) FROM manifold.piece")) as [[string]];
    await published(database, fork, { name: "fork" });
    expect(await database.rows("SELECT count(*) FROM manifold.piece")).toEqual([[count]]);
    // Another time is no change; the name of a file that is left out is something new.
    utimesSync(join(fork.root, "src/cart.ts"), 1, 1);
    expect(await published(database, fork, { name: "fork" })).toMatchObject({ same: true });
    fork.write({ "notes.bin": "\0\0" });
    expect((await refused(published(database, fork, { name: "fork" }))).code).toBe("tree-dirty");
    fork.git("clean", "-q", "-f");
    fork.write({ "src/cart.ts": `${SHOP["src/cart.ts"]}\n` });
    expect((await refused(published(database, fork, { name: "fork" }))).code).toBe("tree-dirty");
    fork.git("checkout", "-q", "src/cart.ts");
    fork.write({ "src/secret_plan.ts": "export const plan = 1;\n" });
    expect((await refused(published(database, fork, { name: "fork" }))).code).toBe("tree-dirty");
    expect((await published(database, fork, { name: "fork", dirty: true })).commit).toEndWith("+");
  });

  test("without text no line leaves this machine, and answers say so", async () => {
    const database = await fresh();
    await published(database, shop(), { text: false });
    expect(await database.rows("SELECT count(*) FROM manifold.tree WHERE kind = $1", PIECES.indexOf("text"))).toEqual([["0"]]);
    const { opened: members } = await opened(server);
    const answer = await ask(members[0]!.session, "who calls priceOf", PLAIN);
    expect(answer.results.map(({ path }) => path)).toContain("src/cart.ts");
    expect(answer.results.every(({ snippet }) => snippet === "")).toBe(true);
    expect(answer.warnings.map(({ code }) => code)).toContain("text-unpublished");
  });

  test("a role sees what it was let read, and nothing of the rest by whatever it tries", async () => {
    const database = await fresh();
    const writer = server.database("writer");
    const repository = shop();
    const secret = shop({ ...SHOP, "src/hidden.ts": "export function hiddenThing(): number { return 42; }\n" });
    await published(writer, repository, { name: "open", readers: ["friend"] });
    await published(writer, secret, { name: "closed" });
    expect((await opened(server, "friend")).opened.map(({ member }) => member.name)).toEqual(["open"]);
    expect((await refused(openShared(server.address("stranger")))).code).toBe("shared-denied");
    expect((await refused(openShared(server.address("friend"), ["closed"]))).code).toBe("shared-denied");

    const friend = server.database("friend");
    const [[closed, hash]] = (await database.rows(
      "SELECT repository, hash FROM manifold.tree WHERE path = 'src/hidden.ts' AND kind = 1",
    )) as [[string, Uint8Array]];
    const nothing = async (sql: string, ...values: (string | Uint8Array)[]) => expect(await friend.rows(sql, ...values)).toEqual([["0"]]);
    await nothing("SELECT count(*) FROM manifold.tree WHERE repository = $1", closed);
    await nothing("SELECT count(*) FROM manifold.state WHERE repository = $1", closed);
    await nothing("SELECT count(*) FROM manifold.piece WHERE hash = $1", hash);
    await nothing("SELECT count(*) FROM manifold.term WHERE term = 'hiddenth'");
    await nothing("SELECT count(*) FROM manifold.term WHERE term LIKE 'hidden%'");
    await nothing("SELECT count(*) FROM manifold.repository WHERE name = 'closed'");
    const tries = [
      "SELECT * FROM manifold.tree_0",
      "SELECT * FROM manifold.piece_0",
      `INSERT INTO manifold.reader(repository, role, owner) VALUES (${closed}, 'friend', 'friend')`,
      `INSERT INTO manifold.reader(repository, role, owner) VALUES (${closed}, 'friend', 'writer')`,
      `UPDATE manifold.repository SET owner = 'friend'`,
      "DELETE FROM manifold.tree",
      "ALTER TABLE manifold.tree DISABLE ROW LEVEL SECURITY",
      "SET ROLE writer",
      "SET SESSION AUTHORIZATION keeper",
      `INSERT INTO manifold.tree(family, repository, path, kind, hash, since) SELECT family, id, 'x', 1, '\\x00', 1 FROM manifold.repository`,
    ];
    for (const sql of tries) expect((await refused(friend.rows(sql))).code, sql).toMatch(/^shared-(denied|failed)$/);
    // The owner of a repository cannot make another's look like its own, nor read it by naming its pieces.
    await server.sql(
      "CREATE ROLE rival LOGIN IN ROLE friend",
      "GRANT INSERT, UPDATE, DELETE ON manifold.repository, manifold.reader, manifold.state, manifold.tree, manifold.term TO rival",
      "GRANT INSERT ON manifold.piece TO rival",
    );
    const rival = server.database("rival");
    expect((await refused(published(rival, repository, { name: "open" }))).code).toBe("shared-denied");
    expect((await refused(published(rival, repository, { name: "closed" }))).code).toBe("shared-denied");
    expect(await rival.rows(`UPDATE manifold.reader SET role = 'friend' WHERE repository = ${closed} RETURNING 1`)).toEqual([]);
    expect(await rival.rows("UPDATE manifold.repository SET epoch = 0 RETURNING 1")).toEqual([]);
    expect(await rival.rows("DELETE FROM manifold.tree RETURNING 1")).toEqual([]);
  });

  test("a piece that is not what its hash says, or that no publisher of ours wrote, has no part in an answer", async () => {
    const database = await fresh();
    const repository = shop();
    await published(database, repository);
    // The server itself refuses bytes of another hash.
    expect((await refused(database.rows("UPDATE manifold.piece SET bytes = '\\x00'"))).code).toBe("shared-failed");
    const [[family, hash, bytes]] = (await database.rows(
      "SELECT piece.family, piece.hash, bytes FROM manifold.tree JOIN manifold.piece ON piece.hash = tree.hash WHERE path = 'src/cart.ts' AND kind = 1",
    )) as [[string, Uint8Array, Uint8Array]];
    type Facts = { symbols: unknown[][]; chunks: unknown[][]; facts: string; words: string };
    const evil: ((facts: Facts) => void)[] = [
      (facts) => facts.symbols.push([9_999_999, 3, "x", "x", 1, 1, 1, 0, null, null, "", "", "0123456789abcdef"]),
      (facts) => Object.assign(facts.symbols[1]!, { 1: 9_999 }),
      (facts) => Object.assign(facts.symbols[1]!, { 2: { toString: 1 } }),
      (facts) => Object.assign(facts.chunks[0]!, { 0: "zz" }),
      (facts) => Object.assign(facts, { facts: "AAAA" }),
      (facts) => Object.assign(facts, { words: "////" }),
      (facts) => Object.assign(facts, { facts: Buffer.from(Bun.deflateSync(new Uint8Array(100_000_000))).toString("base64") }),
    ];
    for (const [at, spoil] of evil.entries()) {
      const facts = unpack(bytes) as Facts;
      spoil(facts);
      const packed = pack(facts);
      await database.rows(
        "INSERT INTO manifold.piece(family, hash, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        family,
        sha256(packed),
        packed,
      );
      await database.rows("UPDATE manifold.tree SET hash = $1 WHERE path = 'src/cart.ts' AND kind = 1", sha256(packed));
      // A hostile publisher says the right hash of the whole, too.
      await database.rows(
        `UPDATE manifold.state SET root = (SELECT sha256(string_agg(hash || int2send(kind) || convert_to(path, 'UTF8'), ''::bytea ORDER BY path COLLATE "C", kind))
           FROM manifold.tree WHERE kind <> 0)`,
      );
      const { opened: members, warnings } = await opened(server);
      expect(members, String(at)).toEqual([]);
      expect(
        warnings.map(({ code }) => code),
        String(at),
      ).toEqual(["shared-failed"]);
    }
    await database.rows("UPDATE manifold.tree SET hash = $1 WHERE path = 'src/cart.ts' AND kind = 1", hash);
    await database.rows("UPDATE manifold.tree SET path = '../../etc/cart.ts' WHERE path = 'src/cart.ts'");
    await database.rows(
      `UPDATE manifold.state SET root = (SELECT sha256(string_agg(hash || int2send(kind) || convert_to(path, 'UTF8'), ''::bytea ORDER BY path COLLATE "C", kind))
         FROM manifold.tree WHERE kind <> 0)`,
    );
    expect((await opened(server)).warnings.map(({ code }) => code)).toEqual(["shared-failed"]);
    expect((await verifyPublished(database, await indexed(repository), "shop"))!.differences.map(({ how }) => how)).toContain("surplus");
  });

  test("old states go, pieces that nobody has go with prune, and a repository can be withdrawn", async () => {
    const database = await fresh();
    const repository = shop();
    for (let round = 0; round < 4; round++) {
      repository.write({ "src/price.ts": `export function priceOf(a: string): number { return ${round}; }\n` }).commit();
      await published(database, repository, { keep: 2 });
    }
    expect(await database.rows("SELECT epoch FROM manifold.state ORDER BY epoch")).toEqual([["3"], ["4"]]);
    expect((await prune(database)).pieces).toBeGreaterThan(3);
    expect(await prune(database)).toEqual({ abandoned: 0, pieces: 0 });
    expect(differencesOf((await opened(server)).opened[0]!.session.store.db, (await indexed(repository)).db)).toEqual([]);
    expect((await refused(prune(server.database("writer")))).code).toBe("shared-denied");
    expect(await withdraw(server.database("writer"), "shop")).toBe(false);
    expect(await withdraw(database, "shop")).toBe(true);
    await prune(database);
    for (const table of ["repository", "reader", "state", "tree", "piece", "term"])
      expect(await database.rows(`SELECT count(*) FROM manifold.${table}`), table).toEqual([["0"]]);
  });

  test("the tables lead from each version to each other, and a program of another version refuses them", async () => {
    const database = await fresh();
    for (let version = NEWEST; version >= 0; version--) {
      await migrate(database, version);
      expect(await versionOf(database)).toBe(version === 0 ? null : version);
      if (version < NEWEST) expect((await refused(openShared(server.address()))).code).toBe("shared-unprepared");
    }
    for (let version = 1; version <= NEWEST; version++) expect(await migrate(database, version)).toMatchObject({ to: version });
    // Nobody has a copy of this one.
    await published(database, shop({ ...SHOP, "only.ts": "export const onlyHere = 1;\n" }));
    await database.rows("UPDATE manifold.state SET form = 'other'");
    expect((await opened(server)).warnings.map(({ code }) => code)).toEqual(["shared-unprepared"]);
  });

  test("what was dumped and restored elsewhere answers as before", async () => {
    const database = await fresh();
    const repository = shop();
    await published(database, repository);
    const dump = join(server.folder, "dump");
    run("pg_dump", "-h", server.folder, "-p", String(server.port), "-U", "keeper", "-Fc", "-n", "manifold", "-f", dump, "postgres");
    await server.sql("CREATE DATABASE restored");
    run("pg_restore", "-h", server.folder, "-p", String(server.port), "-U", "keeper", "-d", "restored", dump);
    const members = await openShared(server.address("keeper", "restored"));
    closing.push(() => members.close());
    const local = await indexed(repository);
    expect(members.warnings).toEqual([]);
    expect(await answers(members.opened[0]!.session)).toEqual(await answers({ root: repository.root, store: local }));
    expect(await verifyPublished(server.database("keeper", "restored"), local, "shop")).toMatchObject({ differences: [], damaged: 0 });
  });

  test("numbers for whoever watches it are OpenMetrics text", async () => {
    const database = await fresh();
    await published(database, shop(), { name: 'a"b\\c' });
    const text = await metrics(database);
    expect(text).toEndWith("\n# EOF\n");
    expect(text).toContain('manifold_files{repository="a\\"b\\\\c"} 4\n');
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^(?:# (?:TYPE [a-z_]+ gauge|HELP [a-z_]+ .+|EOF)|[a-z_]+(?:\{repository="(?:[^"\\]|\\.)*"\})? \d+)$/);
  });
});
