/** Finding a citation of an answer of many trees again: in the tree that its path names, else wherever it is. */
import { Refusal } from "../base/errors.ts";
import { parseCitation, type Shown, type ShowOptions, show } from "../query/show.ts";
import type { Ground } from "./ask.ts";
import type { Members, OpenedMember } from "./member.ts";
import { homeOf, mountOf } from "./places.ts";

/**
 * @returns as `show`, paths as the answers of many trees have them
 * @throws Refusal as `show`, where no tree has it
 */
export function showAcross(members: Members, { from }: Ground, citation: string, options: ShowOptions): Shown[] {
  const { path, symbol } = parseCitation(citation);
  // What is no place is a path or a name: a file of a member, `api/src/a.ts:login`, or a name that any of them may define.
  const named = path ?? (symbol?.includes("/") ? symbol : null);
  const home = named === null ? null : homeOf(members, from, named);
  const shownIn = ({ member, session }: OpenedMember, text: string): Shown[] =>
    show(session.store, text, options).map((one) => ({
      ...one,
      path: mountOf(member) + one.path,
      citation: one.citation.replace(/^(chunk_\S+ )?(?=\S)/, (chunk) => chunk + mountOf(member)),
    }));
  if (home)
    return shownIn(
      home.of,
      citation.replace(named!, () => home.path),
    );
  const found: Shown[] = [];
  let refused: Refusal | null = null;
  for (const one of members.opened) {
    try {
      found.push(...shownIn(one, citation));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused ??= error;
    }
  }
  if (found.length > 0) return found;
  throw refused ?? new Refusal("citation-unknown", "No tree that is asked is open.", "See what is said of them.");
}
