/** Which tree a path belongs to, and how paths of a tree are said among others. */

import { resolve } from "node:path";
import { moved } from "../asking/places.ts";
import type { Worked } from "../asking.ts";
import type { Answer } from "../base/schema.ts";
import type { Member, Members, OpenedMember } from "./member.ts";
import { OWN_TREE } from "./workspace.ts";

/** What the paths of a member begin with. */
export const mountOf = ({ name }: Member): string => (name === OWN_TREE ? "" : `${name}/`);

/**
 * The member that a path lies in, and the path there. It may begin with the member's name, or be one of the file system.
 * @param path as typed, relative to `from`; more may follow it (`:12`, `:login`)
 */
export function homeOf({ opened }: Members, from: string, path: string): { of: OpenedMember; path: string } | null {
  const inside = (full: string, folder: string): string | null =>
    full === folder
      ? ""
      : full.startsWith(folder.endsWith("/") ? folder : `${folder}/`)
        ? full.slice(folder.length).replace(/^\//, "")
        : null;
  const full = resolve(from, path);
  const found = opened.flatMap((of) => {
    const named = mountOf(of.member) === "" ? null : inside(path.replace(/^\.\//, ""), of.member.name);
    const rest = named ?? inside(full, of.member.root);
    return rest === null ? [] : [{ of, path: rest }];
  });
  // The innermost: a tree may lie in another.
  return found.sort((a, b) => b.of.member.root.length - a.of.member.root.length)[0] ?? null;
}

// What one member answered, as the others can stand beside it.

export interface Outcome {
  of: OpenedMember;
  /** Its places are those of the whole. */
  answer: Answer;
  worked: Worked;
}

/** How the places of a member's answer are said in that of the whole. */
export const placesIn = (member: Member) => ({
  path: (path: string): string => mountOf(member) + path,
  id: (id: string): string => (member.name === OWN_TREE ? id : `${id}@${member.name}`),
  repository: member.name,
});

export const outcomeOf = (of: OpenedMember, worked: Worked): Outcome => ({ of, answer: moved(worked.answer, placesIn(of.member)), worked });

/** What to try next, places in it as the answer has them. */
export function suggestionsOf({ of: { member }, answer }: Outcome): string[] {
  const mount = mountOf(member);
  return answer.suggestions.map((one) => (mount === "" ? one : one.replace(/^(manifold show '?)(?!chunk_|')/, `$1${mount}`)));
}
