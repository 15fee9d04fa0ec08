/**
 * Whether a workspace, a fleet and what is published of it on one and on three servers give the same answers.
 *
 *   bun scripts/bench/same.ts FOLDER [--each N] [--servers one|three|none] [--show]
 *
 * FOLDER holds repositories that import one another; PostgreSQL is installed. Asked are relations, impact and chains of N symbols (3 unless told) of each pair of
 * trees of which one uses the other, and searches; an answer counts as the same with every byte but names of folders, times and history, which is not published.
 */
import { basename, resolve } from "node:path";
import { PLAIN } from "../../src/asking.ts";
import type { Answer } from "../../src/base/schema.ts";
import { askMembers } from "../../src/fleet/ask.ts";
import { type Member, type Members, openMembers } from "../../src/fleet/member.ts";
import { openShared } from "../../src/fleet/shared/open.ts";
import { publish } from "../../src/fleet/shared/publish.ts";
import { migrate, NEWEST, prepareShard } from "../../src/fleet/shared/schema.ts";
import { Stitching } from "../../src/fleet/stitch/stitch.ts";
import { openWorkspace } from "../../src/fleet/workspace.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { impactOfSeveral } from "../../src/serve/fleet/open.ts";
import { Server } from "../../test/fleet/_postgres.ts";

const folder = resolve(process.argv[2]!);
const flag = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
};
const quiet = { quiet: true, terminal: false };

const { store } = await refresh(folder, quiet);
const workspace = (await openWorkspace({ root: folder, store, behind: 0, warnings: [] }, quiet))!;
const named = workspace.opened
  .map(({ member }) => member)
  .filter(({ name }) => name !== ".")
  .map(({ root }): Member => ({ name: basename(root), root, origin: "fleet" }));
const fleet = await openMembers(named, quiet);

const symbols: { name: string; from: string }[] = [];
const stitching = new Stitching(fleet.opened);
const pairs = Map.groupBy([...stitching.stitches()], ({ from, to }) => `${from.member} ${to.member}`);
for (const uses of pairs.values()) {
  const own = new Map(uses.map(({ from, to }) => [to.symbol.qualified, { name: to.symbol.qualified, from: from.symbol.qualified }]));
  symbols.push(...[...own.values()].slice(0, Number(flag("each", "3"))));
}
stitching.close();
console.log([...pairs].map(([pair, uses]) => `${pair}: ${uses.length} uses`).join("\n"));

/** An answer without what tells where the trees lie. */
const plain = (answer: Answer): string =>
  JSON.stringify({
    ...{ ...answer, id: "", root: "", timings_ms: null },
    impact: answer.impact && { ...answer.impact, history: null },
    repositories: answer.repositories.filter(({ name }) => name !== ".").map(({ name, behind }) => ({ name, behind })),
  });

const RELATIONS = [
  "callers",
  "callees",
  "references",
  "subclasses",
  "superclasses",
  "importers",
  "imports",
  "blast_radius",
  "definition",
  "documents",
] as const;
const SEARCHES = [
  "how is an error wrapped",
  "retry a request with a backoff",
  "open a connection through a proxy",
  "walk all nodes of a tree",
  "parse tokens",
  "timeouts",
];

async function answers(members: Members, from: string): Promise<[question: string, answer: string][]> {
  const ground = { root: "", from };
  const made: [string, string][] = [];
  const ask = async (question: string, more: object = {}): Promise<void> => {
    made.push([question, plain(await askMembers(members, ground, question, { ...PLAIN, ...more }))]);
  };
  for (const { name, from: user } of symbols) {
    for (const operation of RELATIONS)
      await ask(`${operation} ${name}`, {
        operation,
        strategy: "structural",
        command: operation,
        symbol: name,
        k: 50,
        includePossible: operation === "references",
      });
    await ask(`path ${user} ${name}`, { operation: "path", strategy: "structural", command: "trace", symbol: user, target: name });
    await ask(`who calls ${name}`);
    await ask(name);
    const options = { question: "impact", k: 50, budget: 0, includePossible: false };
    made.push([
      `impact ${name}`,
      plain(await impactOfSeveral({ members, ground }, from, { kind: "symbol", symbol: name }, options, PLAIN)),
    ]);
  }
  for (const question of SEARCHES) await ask(question);
  return made;
}

const wanted = await answers(fleet, folder);
function compared(way: string, got: [string, string][]): void {
  const other = wanted.filter(([, answer], at) => answer !== got[at]![1]);
  console.log(`${way}: ${wanted.length - other.length} of ${wanted.length} answers are those of the fleet`);
  for (const [question] of other.slice(0, 20)) console.log(`  not: ${question}`);
  if (process.argv.includes("--show"))
    for (const [question, answer] of other.slice(0, 3))
      console.log(question, "\n", answer.slice(0, 4000), "\n", got.find(([one]) => one === question)![1].slice(0, 4000));
}
console.log(`${named.length} trees, ${symbols.length} symbols`);
compared("workspace", await answers(workspace, folder));

const servers = flag("servers", "three");
const counts = servers === "none" ? [] : servers === "one" ? [1] : [1, 3];
for (const count of counts) {
  const [front, ...others] = await Promise.all(Array.from({ length: count }, () => Server.start()));
  const all = [front!, ...others];
  if (count > 1) {
    await front!.sql("CREATE EXTENSION postgres_fdw");
    for (const [at, server] of all.entries()) {
      await prepareShard(server.database());
      await front!.sql(
        `CREATE SERVER shard${at} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '${server.folder}', port '${server.port}', dbname 'postgres')`,
        `CREATE USER MAPPING FOR PUBLIC SERVER shard${at} OPTIONS (user 'keeper', password_required 'false')`,
      );
    }
  }
  const database = front!.database();
  await migrate(database, NEWEST, count > 1 ? all.map((_, at) => `shard${at}`) : undefined);
  for (const { member, session } of fleet.opened) await publish(database, session.store, { name: member.name, text: true });
  const shared = await openShared(front!.address());
  for (const { message } of shared.warnings) console.log(message);
  compared(`${count} ${count === 1 ? "server" : "servers"}`, await answers(shared, folder));
  shared.close();
  await Promise.all(all.map((one) => one[Symbol.asyncDispose]()));
}
fleet.close();
workspace.close();
store.close();
process.exit(0);
