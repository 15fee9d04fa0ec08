/** `manifold impact` over many trees: whose change it is, and what it reaches in all of them. */
import type { ImpactSource } from "../../asking/impact.ts";
import type { AskOptions } from "../../asking.ts";
import type { Answer } from "../../base/schema.ts";
import { askMembers } from "../../fleet/ask.ts";
import { type AnswerOptions, impactAcross } from "../../fleet/impact.ts";
import type { Several } from "./open.ts";

/**
 * The impact of a change: of a workspace that in any of its trees, of a fleet that in the tree where the user stands; of a symbol that of the tree which
 * defines it.
 * @param standing root of the tree that the user stands in
 * @param asking how a symbol is asked about
 * @returns an answer without a report where the symbol is not known
 */
export async function impactOfSeveral(
  { members, ground }: Several,
  standing: string,
  source: ImpactSource,
  options: AnswerOptions,
  asking: AskOptions,
): Promise<Answer> {
  const { opened } = members;
  if (source.kind !== "symbol") {
    const owners = ground.root === "" || source.kind === "patch" ? opened.filter(({ session }) => session.root === standing) : opened;
    return impactAcross(members, ground, owners, source, options);
  }
  const asked = {
    ...asking,
    operation: "blast_radius" as const,
    strategy: "structural" as const,
    command: "impact",
    symbol: source.symbol,
    at: source.at ?? asking.at,
  };
  const answer = await askMembers(members, ground, ["impact", source.symbol].filter(Boolean).join(" "), asked);
  const { chosen } = answer.symbol;
  if (chosen === null || chosen.external) return answer;
  const [id, name = "."] = chosen.id.split("@");
  const owners = opened.filter(({ member }) => member.name === name);
  const { impact, risk } = await impactAcross({ ...members, warnings: [] }, ground, owners, { kind: "symbol", symbol: id }, options);
  return { ...answer, risk, impact: impact && { ...impact, source: { ...impact.source, of: source.symbol ?? "" } } };
}
