/** Opening an index for questions: find the root, bring it up to date, open it for reading. */
import type { Session } from "../asking.ts";
import { refresh } from "../indexing.ts";
import { namedRoot, rootFor } from "../source/scan.ts";
import type { Flags } from "./flags.ts";

/**
 * The session for a command's flags (`--root`, `--no-refresh`), standing in `cwd`.
 * @throws Refusal when there is no tree, no index that can be made, or nothing that can be read
 */
export async function openSession(flags: Flags, cwd = process.cwd()): Promise<Session & { close(): void }> {
  const named = flags.text("root");
  const root = named === undefined ? rootFor(cwd) : namedRoot(named, cwd);
  const { store, behind, warnings } = await refresh(root, { skip: flags.on("no-refresh") });
  return { root, store, behind, warnings, close: () => store.close() };
}
