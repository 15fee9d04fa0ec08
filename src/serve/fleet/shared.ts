/** The part of `manifold fleet` that speaks with a shared index in PostgreSQL, at an address that stands on the command line. */
import { basename } from "node:path";
import { EXIT, Refusal } from "../../base/errors.ts";
import { brief, say } from "../../base/visible.ts";
import { shared as limits } from "../../fleet/limits.ts";
import { registered } from "../../fleet/registry.ts";
import { addressOf, isAddress } from "../../fleet/shared/address.ts";
import { Database } from "../../fleet/shared/database.ts";
import { list } from "../../fleet/shared/open.ts";
import { type Published, publish } from "../../fleet/shared/publish.ts";
import { migrate, NEWEST, prepareShard, versionOf } from "../../fleet/shared/schema.ts";
import { metrics, prune, withdraw } from "../../fleet/shared/upkeep.ts";
import { type Verified, verifyPublished } from "../../fleet/shared/verify.ts";
import { refresh } from "../../indexing/refresh.ts";
import { namedRoot, rootFor } from "../../store/root.ts";
import type { Flags } from "../flags.ts";
import { print } from "../print.ts";
import { visible } from "../render/visible.ts";
import { asJson, atMost, printReport } from "../report.ts";
import { type SharedAction, sharedFlags } from "../shared_flags.ts";

/** Flags that mean something for each action. */
const TAKES: Record<SharedAction | "status", readonly string[]> = {
  publish: ["text", "readers", "dirty", "keep"],
  verify: [],
  withdraw: [],
  migrate: ["to", "servers", "shard", "writers"],
  prune: [],
  status: ["metrics"],
};

/**
 * Runs an action. @param words what follows it: the address, then trees
 * @throws Refusal `bad-value` without an address, `bad-flag` for a flag that the action does not take
 */
export async function runShared(action: SharedAction | "status", words: readonly string[], flags: Flags): Promise<number> {
  for (const name of Object.keys(sharedFlags))
    if (flags.has(name) && !TAKES[action].includes(name))
      throw new Refusal("bad-flag", `manifold fleet ${action} takes no --${name}.`, "manifold fleet --help says which action takes it.");
  const [first = "", ...rest] = words;
  if (!isAddress(first))
    throw new Refusal(
      "bad-value",
      `manifold fleet ${action} needs the address of a database first.`,
      `Write for example manifold fleet ${action} postgres://db.example.org/code.`,
    );
  const database = new Database(addressOf(first));
  const tell = (value: object, lines: readonly string[]): void =>
    printReport(flags, { address: database.address.shown, ...value }, () => lines);
  const named = (flag: string): string[] | undefined =>
    flags
      .text(flag)
      ?.split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "");
  try {
    switch (action) {
      case "publish": {
        // A database of one's own needs nothing to be prepared by hand.
        if ((await versionOf(database)) === null) await migrate(database);
        const trees = treesOf(rest, flags);
        const done: Published[] = [];
        for (const { name, root } of trees) {
          const { store, warnings } = await refresh(root);
          for (const { message } of warnings) say(`manifold: ${visible(message)}\n`);
          try {
            const published = await publish(database, store, {
              ...{ name, text: flags.on("text"), readers: named("readers"), dirty: flags.on("dirty") },
              keep: flags.number("keep", limits.keep, 1, 1_000_000),
            });
            done.push(published);
            if (!asJson(flags)) print(`${saidOf(published)}\n`);
          } finally {
            store.close();
          }
        }
        // Each was told of when it was done.
        tell({ published: done }, []);
        return EXIT.ok;
      }
      case "verify": {
        const done: (Verified | { name: string; missing: true })[] = [];
        for (const { name, root } of treesOf(rest, flags)) {
          const { store } = await refresh(root);
          try {
            done.push((await verifyPublished(database, store, name)) ?? { name, missing: true });
          } finally {
            store.close();
          }
        }
        tell({ verified: done }, done.flatMap(verifiedLines));
        return done.every((one) => !("missing" in one) && one.differences.length === 0 && one.damaged === 0) ? EXIT.ok : EXIT.cannot;
      }
      case "withdraw": {
        if (rest.length === 0)
          throw new Refusal("bad-value", "manifold fleet withdraw needs a name.", "Write the name under which it was published.");
        const gone: string[] = [];
        for (const name of rest) if (await withdraw(database, name)) gone.push(name);
        tell(
          { withdrawn: gone },
          rest.map((name) => `${visible(name)}: ${gone.includes(name) ? "withdrawn" : "nothing of that name is yours"}`),
        );
        return gone.length === rest.length ? EXIT.ok : EXIT.nothing;
      }
      case "migrate": {
        if (flags.on("shard")) {
          await prepareShard(database);
          tell({ shard: true }, ["This server can carry partitions for another."]);
          return EXIT.ok;
        }
        const { from, to } = await migrate(database, flags.number("to", NEWEST, 0, 1_000), named("servers") ?? [], flags.text("writers"));
        const before = from === to ? "" : `were of version ${from ?? "none"}, and `;
        tell({ from, to }, [`The tables ${before}are of version ${to}${from === to ? "" : " now"}.`]);
        return EXIT.ok;
      }
      case "prune": {
        const { abandoned, pieces } = await prune(database);
        const rows = abandoned > 0 ? `, and ${abandoned} rows of attempts that were given up` : "";
        tell({ abandoned, pieces }, [`${pieces} pieces that no state has are gone${rows}.`]);
        return EXIT.ok;
      }
      case "status": {
        if (flags.on("metrics")) {
          print(await metrics(database));
          return EXIT.ok;
        }
        const repositories = (await list(database)).map(({ name, commit, epoch, files, chunks, published }) => ({
          ...{ name, commit, epoch, files, chunks, published: published.toISOString() },
        }));
        tell(
          { repositories },
          repositories.map(
            ({ name, commit, files, chunks, published }) =>
              `${visible(name)}  ${commit.slice(0, 10) || "no commit"}  ${files} files, ${chunks} chunks, published ${published}`,
          ),
        );
        return repositories.length > 0 ? EXIT.ok : EXIT.nothing;
      }
    }
  } finally {
    await database.close();
  }
}

/** The trees that are meant, and what each is called there. */
function treesOf(words: readonly string[], flags: Flags): { name: string; root: string }[] {
  const cwd = process.cwd();
  const fleet = registered();
  const trees =
    words.length === 0
      ? [rootFor(cwd)].map((root) => ({ name: basename(root), root }))
      : words.map((word) => {
          const known = fleet.find(({ name }) => name === word);
          if (known !== undefined) return known;
          const root = namedRoot(word, cwd);
          return { name: basename(root), root };
        });
  const as = flags.text("name");
  if (as === undefined) return trees;
  if (trees.length > 1)
    throw new Refusal("bad-value", "--name is the name of one tree, and several are given.", "Publish them one by one, or leave it out.");
  if (!/^[^\p{C}\s]{1,100}$/u.test(as))
    throw new Refusal("bad-value", `"${brief(as)}" is no name.`, "A name has no white space and 100 characters at most.");
  return trees.map(({ root }) => ({ name: as, root }));
}

function saidOf({ name, commit, epoch, same, files, chunks, changed, pieces, bytes, ms }: Published): string {
  const at = `${visible(name)}: ${files} files, ${chunks} chunks at ${commit === "" ? "no commit" : commit.slice(0, 10)}`;
  if (same) return `${at} are there already (state ${epoch}).`;
  return `${at} are published as state ${epoch}: ${changed} files differed, ${pieces} pieces (${(bytes / 1e6).toFixed(2)} MB) were sent in ${(ms / 1000).toFixed(2)} s.`;
}

function verifiedLines(one: Verified | { name: string; missing: true }): string[] {
  if ("missing" in one) return [`${visible(one.name)}: nothing of that name is published that you may see.`];
  const { name, epoch, commit, same, differences, damaged } = one;
  const head = `${visible(name)}: state ${epoch} (${commit === "" ? "no commit" : commit.slice(0, 10)}), ${same} pieces are the same`;
  const { shown, more } = atMost(differences, 20);
  return [
    `${head}${differences.length > 0 ? `, ${differences.length} differ` : ""}${damaged > 0 ? `, ${damaged} are damaged or missing there` : ""}.`,
    ...shown.map(({ path, kind, how }) => `  ${how}  ${kind} of ${path === "" ? "the tree" : visible(path)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
