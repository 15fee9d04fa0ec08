/** Questions of many trees at the command line: the members of a workspace where the user stands in one, or those of the fleet that `--fleet` names. */
import { resolve } from "node:path";
import type { ImpactSource } from "../../asking/impact.ts";
import { type AskOptions, PLAIN, type Session } from "../../asking.ts";
import { Refusal } from "../../base/errors.ts";
import type { Answer } from "../../base/schema.ts";
import { askMembers, type Ground } from "../../fleet/ask.ts";
import { type AnswerOptions, impactAcross } from "../../fleet/impact.ts";
import { type MemberOptions, type Members, ofMember, openMembers } from "../../fleet/member.ts";
import { passagesAcross } from "../../fleet/passages.ts";
import { homeOf } from "../../fleet/places.ts";
import { fleetMembers, nameFor, registered } from "../../fleet/registry.ts";
import { addressOf, isAddress } from "../../fleet/shared/address.ts";
import type { SharedMembers } from "../../fleet/shared/open.ts";
import { showAcross } from "../../fleet/show.ts";
import { openWorkspace } from "../../fleet/workspace.ts";
import type { Shown } from "../../query/show.ts";
import type { Flags } from "../flags.ts";
import type { Asked } from "../mcp/asked.ts";

/**
 * Words with what stands behind `--fleet` put into its value: names of registered trees, with commas between where that is wanted. Other words are what
 * they would be without it, so that a question may follow.
 */
export function withNames(words: readonly string[]): string[] {
  const known = new Set(registered().map(({ name }) => name));
  const isName = (word: string): boolean => isAddress(word) || word.split(",").every((one) => known.has(one));
  const out: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === "--") return [...out, ...words.slice(at)];
    if (word !== "--fleet") {
      out.push(word);
      continue;
    }
    const names: string[] = [];
    while (words[at + 1] !== undefined && !words[at + 1]!.startsWith("-") && isName(words[at + 1]!)) names.push(words[++at]!);
    out.push(`--fleet=${names.join(",")}`);
  }
  return out;
}

/** What stands behind `--fleet`: names of registered trees, or, behind the address of a database, of some of those that are published there. */
export interface Named {
  /** Only the user names one: on the command line. */
  address: string | null;
  names: string[];
}

/** @throws Refusal `bad-value` */
export function namedBy(flags: Flags): Named {
  const text = flags.text("fleet") ?? "";
  if (flags.has("root")) throw new Refusal("bad-value", "--root names one tree, --fleet several.", "Give one of them.");
  const shared = isAddress(text);
  const [first = "", ...rest] = shared ? text.split(/[#,]/) : ["", ...text.split(",")];
  return { address: shared ? first : null, names: rest.filter((name) => name !== "") };
}

/** Members that are open, and where a question of them stands. */
export interface Several {
  members: Members;
  ground: Ground;
}

const inFleet = (members: Members): Several => ({ members, ground: { root: "", from: process.cwd() } });

/** What is published at an address. @param but a tree that is open already, under its own name */
async function openPublished(address: string, names: readonly string[], but?: string): Promise<SharedMembers> {
  const { openShared } = await import("../../fleet/shared/open.ts");
  return openShared(addressOf(address), names.length > 0 ? names : undefined, but);
}

/** The members that `--fleet` names, opened. @throws Refusal `bad-value` */
export async function openFleet(flags: Flags, options: MemberOptions): Promise<Several> {
  const { address, names } = namedBy(flags);
  return inFleet(address === null ? await openMembers(fleetMembers(names), options) : await openPublished(address, names));
}

/**
 * The members that are named, with a tree that is open already: as the member that it is, or beside them under its folder's name. What is published
 * under that name is the same tree, and older.
 * @param always also where it is none of those that are named: a change in it is asked about
 * @throws Refusal `bad-value`
 */
export async function openFleetWith({ address, names }: Named, session: Session, options: MemberOptions, always = true): Promise<Several> {
  const named = address === null ? fleetMembers(names) : [];
  const own = registered().find(({ root }) => root === session.root);
  const others = named.filter(({ root }) => root !== session.root);
  const name = own?.name ?? nameFor(session.root, new Set(others.map((one) => one.name)));
  const members = address === null ? await openMembers(others, options) : await openPublished(address, names, name);
  const isNamed = "passed" in members ? members.passed : others.length < named.length;
  if (!always && !isNamed) return inFleet(members);
  const member = { name, root: session.root, origin: "fleet" as const };
  const opened = [...members.opened, { member, session: { ...session, warnings: [] } }].sort((a, b) =>
    a.member.name < b.member.name ? -1 : 1,
  );
  const warnings = [...members.warnings, ...session.warnings.map((one) => ofMember(member, one))];
  return inFleet({ ...members, opened, warnings });
}

/** The members of a workspace; null where the tree holds no other repository. */
export async function openAround(session: Session, options: MemberOptions): Promise<Several | null> {
  const members = await openWorkspace(session, options);
  return members && { members, ground: { root: session.root, from: session.root } };
}

/** Asks members, and closes them. @param optionsFor the options of a question whose paths are relative to a folder */
export async function askSeveral(
  { members, ground }: Several,
  question: string,
  optionsFor: (root: string) => Promise<AskOptions> | AskOptions,
): Promise<Answer> {
  try {
    return await askMembers(members, ground, question, await optionsFor(resolve(ground.from)));
  } finally {
    members.close();
  }
}

/** What a citation means in the members of a workspace; closes them. @throws Refusal as `show` */
export function showSeveral({ members, ground }: Several, citation: string, context: number): Shown[] {
  try {
    return showAcross(members, ground, citation, { context });
  } finally {
    members.close();
  }
}

// Several trees as a tool asks them.

/** @param session the tree where the server stands */
export function ofMany({ members, ground }: Several, session: Session): Asked {
  return {
    session,
    root: ground.root,
    ask: (question, options: AskOptions) => askMembers(members, ground, question, options),
    impact: (source, options) => impactOfSeveral({ members, ground }, session.root, source, options, PLAIN),
    show: (citation, context) => showAcross(members, ground, citation, { context }),
    passages: (question, results) => passagesAcross(members, question, results),
    chunkAt(path, line) {
      const home = homeOf(members, ground.from, path);
      return home?.of.session.store.chunkAt(home.path, line)?.id ?? "";
    },
  };
}

// `manifold impact` over many trees: whose change it is, and what it reaches in all of them.

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
