import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asRefusal } from "../../src/base/errors.ts";
import { openShared } from "../../src/fleet/shared/open.ts";
import { publish } from "../../src/fleet/shared/publish.ts";
import { migrate } from "../../src/fleet/shared/schema.ts";
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
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});
afterAll(() => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  rmSync(cache, { recursive: true, force: true });
});

/** Which round each file that is published speaks of: all of one, or it is a mixture. */
async function roundsRead(server: Server): Promise<Set<string>> {
  const members = await openShared(server.address());
  try {
    expect(members.warnings).toEqual([]);
    const { store } = members.opened[0]!.session;
    const rounds = new Set<string>();
    for (const { name } of store.files().flatMap((file) => store.symbolsOfFile(file.id))) {
      const round = /^of(\d+)$/.exec(name)?.[1];
      if (round !== undefined) rounds.add(round);
    }
    return rounds;
  } finally {
    members.close();
  }
}

describe.skipIf(PROGRAMS === null)("deaths", () => {
  test("a publisher that is killed leaves nothing that is read, and the next goes on", async () => {
    await using server = await Server.start();
    const database = server.database();
    await migrate(database);
    const repository = new Repository({ "a.ts": "export const a = 1;\n" });
    closing.push(() => repository[Symbol.dispose]());
    let round = 0;
    let dead = 0;
    for (let kill = 0; kill < 5; kill++) {
      const child = Bun.spawn(
        [process.execPath, join(import.meta.dir, "_publisher.ts"), repository.root, server.url(), kill === 0 ? "1" : "40", String(round)],
        { stdout: "pipe", stderr: "inherit", env: { ...process.env } },
      );
      // The first state is published whole; what follows is killed somewhere.
      const timer = kill === 0 ? null : setTimeout(() => child.kill("SIGKILL"), 350 + ((kill * 97) % 400));
      const said = (await new Response(child.stdout).text()).trim().split(/\s+/);
      await child.exited;
      if (timer !== null) clearTimeout(timer);
      if (child.signalCode === "SIGKILL") dead++;
      round += said.filter((word) => word !== "done").length;
      const read = await roundsRead(server);
      expect([...read].length).toBe(1);
      expect(Number([...read][0])).toBeLessThan(round);
    }
    expect(dead).toBeGreaterThan(2);
    const { store } = await refresh(repository.root, { quiet: true, terminal: false });
    closing.push(() => store.close());
    await publish(database, store, { name: "killed", text: true, dirty: true });
    expect(await verifyPublished(database, store, "killed")).toMatchObject({ differences: [], damaged: 0 });
    const members = await openShared(server.address());
    closing.push(() => members.close());
    expect(differencesOf(members.opened[0]!.session.store.db, store.db)).toEqual([]);
  }, 60_000);

  test("two publishers of one repository: the second is told, at once", async () => {
    await using server = await Server.start();
    const database = server.database();
    await migrate(database);
    const repository = new Repository({ "a.ts": "export const a = 1;\n" });
    closing.push(() => repository[Symbol.dispose]());
    const { store } = await refresh(repository.root, { quiet: true, terminal: false });
    closing.push(() => store.close());
    await publish(database, store, { name: "one", text: true });
    await database.transaction(async (runner) => {
      await runner.rows("SELECT 1 FROM manifold.repository FOR NO KEY UPDATE");
      const other = publish(server.database(), store, { name: "one", text: true }).catch(asRefusal);
      expect(await other).toMatchObject({ code: "shared-busy" });
    });
  });

  test("a server that dies: publishing is refused in words and goes on later; questions are answered from what was fetched, or refused", async () => {
    await using server = await Server.start();
    const database = server.database();
    await migrate(database);
    const repository = new Repository(
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a${at}.ts`, `export const a${at} = ${at};\n`])),
    );
    closing.push(() => repository[Symbol.dispose]());
    const { store } = await refresh(repository.root, { quiet: true, terminal: false });
    closing.push(() => store.close());
    for (const after of [0, 8, 20]) {
      const publishing = publish(server.database(), store, { name: "one", text: true }).catch(asRefusal);
      await Bun.sleep(after);
      await server.kill();
      const outcome = await publishing;
      if ("code" in outcome) expect(outcome.code).toBe("shared-unreachable");
      expect(asRefusal(await openShared(server.address()).catch((error: unknown) => error)).code).toBe("shared-unreachable");
      await server.up();
    }
    await publish(server.database(), store, { name: "one", text: true });
    expect(await verifyPublished(server.database(), store, "one")).toMatchObject({ differences: [], damaged: 0 });
    // In the middle of the first fetching: told, and the next time it goes on with what is here.
    const opening = openShared(server.address()).catch(asRefusal);
    await Bun.sleep(15);
    await server.kill();
    const opened = await opening;
    if ("opened" in opened) {
      if (opened.opened.length === 0) expect(opened.warnings[0]?.code).toBe("shared-unreachable");
      opened.close();
    } else expect(opened.code).toBe("shared-unreachable");
    await server.up();
    const members = await openShared(server.address());
    closing.push(() => members.close());
    expect(members.warnings).toEqual([]);
    expect(differencesOf(members.opened[0]!.session.store.db, store.db)).toEqual([]);
  }, 60_000);
});
