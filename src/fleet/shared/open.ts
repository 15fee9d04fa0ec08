/** The members of a shared index, opened for questions: what is visible there, each with its copy here. */
import { Refusal, type Warning } from "../../base/errors.ts";
import { brief } from "../../base/visible.ts";
import { type Member, type Members, openMembers } from "../member.ts";
import type { Address } from "./address.ts";
import { Copy, type Fetched, type Listed } from "./copy.ts";
import { Database, type Runner, SNAPSHOT, textArray } from "./database.ts";
import { checkVersion } from "./schema.ts";

/** Repositories that this user may see and that have a state, by name. @param names only these */
export async function list(runner: Runner, names?: readonly string[]): Promise<Listed[]> {
  const some = names === undefined ? "" : "AND name = ANY($1::text[])";
  const rows = (await runner.rows(
    `SELECT id, name, family, repository.epoch, commit, form, root, published, files, chunks FROM manifold.repository
     JOIN manifold.state ON state.repository = repository.id AND state.epoch = repository.epoch WHERE repository.epoch > 0 ${some} ORDER BY name`,
    ...(names === undefined ? [] : [textArray(names)]),
  )) as [string, string, string, unknown, string, string, Uint8Array, Date, unknown, unknown][];
  return rows.map(([id, name, family, epoch, commit, form, root, published, files, chunks]) => ({
    ...{ id: String(id), name, family: String(family), epoch: Number(epoch), commit, form, root, published },
    ...{ files: Number(files), chunks: Number(chunks) },
  }));
}

export interface SharedMembers extends Members {
  /** What was fetched for this question. */
  fetched: Fetched;
  /** Is the one that was not to be opened among those that are there? */
  passed: boolean;
}

/**
 * Opens the members of a shared index. All are seen as of one moment; what goes wrong with one of them is a warning.
 * @param names only these; all that are visible unless told
 * @param but not this one
 * @throws Refusal where the server cannot be asked at all, or none of the names is there
 */
export async function openShared(address: Address, names?: readonly string[], but?: string): Promise<SharedMembers> {
  const database = new Database(address);
  try {
    const listed = await database.transaction(async (runner) => {
      await checkVersion(runner, address.shown);
      return await list(runner, names);
    }, SNAPSHOT);
    const there = new Map(listed.map((one) => [one.name, one]));
    const missing = (names ?? []).filter((name) => !there.has(name));
    if (there.size === 0)
      throw new Refusal(
        "shared-denied",
        `${address.shown} has nothing that you may see${missing.length > 0 ? ` called ${brief(missing.join(", "))}` : ""}.`,
        "Publish something (manifold fleet publish), or ask its owner to let you read it (--readers).",
      );
    const fetched: Fetched = { pieces: 0, bytes: 0 };
    const members = listed
      .filter(({ name }) => name !== but)
      .map(({ name, id }): Member => ({ name, root: `${address.shown}/${id}`, origin: "fleet" }));
    const opened = await openMembers(members, {
      open: async ({ name }) => {
        const copy = Copy.of(database, there.get(name)!);
        try {
          const { store, warnings } = await copy.open();
          fetched.pieces += copy.fetched.pieces;
          fetched.bytes += copy.fetched.bytes;
          const close = (): void => {
            store.close();
            copy.close();
          };
          return { root: copy.root, store, behind: 0, frozen: true, warnings, close };
        } catch (error) {
          copy.close();
          throw error;
        }
      },
    });
    const absent = missing.map(
      (name): Warning => ({ code: "member-unknown", message: `${name}: nothing of that name is published there that you may see.` }),
    );
    return { ...opened, warnings: [...absent, ...opened.warnings], fetched, passed: but !== undefined && there.has(but) };
  } finally {
    await database.close();
  }
}
