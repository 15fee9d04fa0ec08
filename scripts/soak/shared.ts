#!/usr/bin/env bun
/**
 * Is what is read of a shared index always one state, whoever dies while it is published and asked?
 *
 *   bun scripts/soak/shared.ts [--kills 200] [--seed 1]
 *
 * A publisher changes all files of a tree and publishes them, round after round; at a random moment the server, the publisher or whoever fetches is killed
 * (SIGKILL). Whatever is read afterwards must be whole and of one round, no older than what was read before; in the end everything must be what a fresh
 * publishing has. Killed servers come up again by themselves.
 */
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
import { Repository } from "../../test/asking/_repository.ts";
import { Server } from "../../test/fleet/_postgres.ts";

const words = process.argv.slice(2);
const number = (name: string, fallback: number): number => (words.includes(name) ? Number(words[words.indexOf(name) + 1]) : fallback);
const kills = number("--kills", 200);
let state = number("--seed", 1);
const random = (): number => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
};

// As a process of its own: one that fetches, to be killed.
if (words[0] === "--read") {
  const { addressOf } = await import("../../src/fleet/shared/address.ts");
  (await openShared(addressOf(`postgres://keeper@/postgres?host=${words[1]}&port=${words[2]}`, {}))).close();
  process.exit(0);
}

const work = realpathSync(mkdtempSync(join(tmpdir(), "mf-soak-")));
process.env.XDG_CACHE_HOME = work;
const publisher = join(import.meta.dir, "../../test/fleet/_publisher.ts");
const report = { kills: 0, server: 0, publisher: 0, reader: 0, whole: 0, refused: 0, wrong: [] as string[] };

/** The round that is read; null where it was refused in words. */
async function read(server: Server): Promise<number | null> {
  try {
    const members = await openShared(server.address());
    try {
      if (members.opened.length === 0) {
        for (const { code } of members.warnings) if (!/^shared-(?:unreachable|failed)$/.test(code)) report.wrong.push(`told ${code}`);
        return null;
      }
      const { store } = members.opened[0]!.session;
      const rounds = new Set(
        store
          .files()
          .flatMap((file) => store.symbolsOfFile(file.id))
          .flatMap(({ name }) => /^of(\d+)$/.exec(name)?.[1] ?? []),
      );
      if (rounds.size !== 1) report.wrong.push(`rounds ${[...rounds].join(", ")} in one state`);
      return Number([...rounds][0]);
    } finally {
      members.close();
    }
  } catch (error) {
    const { code } = asRefusal(error);
    if (!/^shared-(?:unreachable|failed|busy)$/.test(code)) report.wrong.push(`refused with ${code}`);
    return null;
  }
}

const repository = new Repository({ "a.ts": "export const a = 1;\n" });
{
  await using server = await Server.start();
  await migrate(server.database());
  let round = 0;
  let last = -1;
  const start = (rounds: number) =>
    Bun.spawn([process.execPath, publisher, repository.root, server.url(), String(rounds), String(round)], {
      stdout: "pipe",
      stderr: "ignore",
      env: { ...process.env },
    });
  const first = start(1);
  await first.exited;
  round = 1;
  while (report.kills < kills) {
    const child = start(50);
    const said = new Response(child.stdout).text();
    await Bun.sleep(200 + random() * 900);
    const which = (["server", "publisher", "reader"] as const)[Math.floor(random() * 3)]!;
    report.kills++;
    report[which]++;
    if (which === "server") {
      await server.kill();
      if ((await read(server)) !== null) report.wrong.push("answered for a server that is dead");
      await child.exited;
      await server.up();
    } else if (which === "reader") {
      const reader = Bun.spawn([process.execPath, import.meta.path, "--read", server.folder, String(server.port)], {
        stdout: "ignore",
        stderr: "ignore",
        env: { ...process.env },
      });
      await Bun.sleep(random() * 700);
      reader.kill("SIGKILL");
      await reader.exited;
    }
    child.kill("SIGKILL");
    await child.exited;
    round += (await said).split(/\s+/).filter((word) => /^\d+$/.test(word)).length;
    const now = await read(server);
    if (now === null) report.refused++;
    else {
      report.whole++;
      if (now < last) report.wrong.push(`round ${now} after ${last}`);
      last = now;
    }
    if (report.kills % 20 === 0) console.error(JSON.stringify({ ...report, wrong: report.wrong.length }));
  }
  const { store } = await refresh(repository.root, { quiet: true, terminal: false });
  await publish(server.database(), store, { name: "killed", text: true, dirty: true });
  const verified = await verifyPublished(server.database(), store, "killed");
  if (verified === null || verified.differences.length + verified.damaged > 0) report.wrong.push("the last state is not what is here");
  const members = await openShared(server.address());
  if (differencesOf(members.opened[0]!.session.store.db, store.db).length > 0) report.wrong.push("the last copy is not what is here");
  members.close();
  store.close();
}
repository[Symbol.dispose]();
rmSync(work, { recursive: true, force: true });
console.log(JSON.stringify(report, null, 1));
process.exit(report.wrong.length === 0 ? 0 : 1);
