/**
 * A workspace: a tree with other repositories in it. Its own index leaves those out and says so (`nested-repository`, `submodule`); each has an index of
 * its own, and they are members of it. Repositories in members are members as well.
 */
import { join } from "node:path";
import type { Session } from "../asking.ts";
import { gitTop } from "../git/git.ts";
import type { Store } from "../store/graph.ts";
import { fleet as limits } from "./limits.ts";
import { type Member, type MemberOptions, type Members, openMembers } from "./member.ts";

/** What the tree of a workspace itself is called. */
export const OWN_TREE = ".";

const HOLDING = ["nested-repository", "submodule"] as const;

/** Folders of a tree that hold another repository, as its index has found them, and that are checked out now. */
export function nestedIn(store: Store): { path: string; origin: Member["origin"] }[] {
  return store.skipped(HOLDING).flatMap(({ path, reason }) => {
    const folder = path.replace(/\/$/, "");
    const root = join(store.root, folder);
    // Through a link it would be a tree somewhere else.
    return gitTop(root) === root
      ? [{ path: folder, origin: reason === "submodule" ? ("submodule" as const) : ("workspace" as const) }]
      : [];
  });
}

/** The members of a workspace below its own tree. @param holder what the tree itself is called */
export const membersIn = ({ root, store }: Pick<Session, "root" | "store">, holder = OWN_TREE): Member[] =>
  nestedIn(store).map(({ path, origin }) => ({
    name: holder === OWN_TREE ? path : `${holder}/${path}`,
    root: join(root, path),
    origin,
  }));

/**
 * A workspace with all its members, opened; null for a tree that holds no other repository.
 * @param own the tree itself, which is open, and stays so when they are closed
 */
export async function openWorkspace(own: Session, options: MemberOptions = {}): Promise<Members | null> {
  const below = membersIn(own);
  if (below.length === 0) return null;
  const opened: Members["opened"] = [
    { member: { name: OWN_TREE, root: own.root, origin: "workspace" }, session: { ...own, warnings: [] } },
  ];
  const warnings = [...own.warnings];
  const closing: (() => void)[] = [];
  const close = (): void => {
    for (const one of closing) one();
  };
  try {
    for (let found = below; found.length > 0; ) {
      const made = await openMembers(found, options, Math.max(0, limits.members - opened.length));
      closing.push(made.close);
      opened.push(...made.opened);
      warnings.push(...made.warnings);
      found = made.opened.flatMap(({ member, session }) => membersIn(session, member.name));
    }
  } catch (error) {
    close();
    throw error;
  }
  opened.sort((a, b) => (a.member.name < b.member.name ? -1 : 1));
  return { opened, warnings, close };
}
