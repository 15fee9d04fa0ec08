/** What one member answered, as the others can stand beside it. */
import { moved } from "../asking/places.ts";
import type { Worked } from "../asking.ts";
import type { Answer } from "../base/schema.ts";
import type { Member, OpenedMember } from "./member.ts";
import { mountOf } from "./places.ts";
import { OWN_TREE } from "./workspace.ts";

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
