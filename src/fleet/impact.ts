/**
 * What a change in one tree, or in several, can reach in all of them: each tree's own report, and from what it changes on the uses in other trees, with
 * what reaches those there. What was deleted or is called otherwise now leads nowhere: trees that import the package and still name it are told as not known.
 */
import { type ImpactOptions, type ImpactSource, type Judged, judged, toBroken, toHit } from "../asking/impact.ts";
import { impactAnswer } from "../asking/impact_answer.ts";
import { movedReport } from "../asking/places.ts";
import { Refusal, type Warning } from "../base/errors.ts";
import type { Answer, ImpactHit, ImpactReport } from "../base/schema.ts";
import { asking, walking } from "../base/settings.ts";
import type { FileFacts, Unknown } from "../base/types.ts";
import { languageFor } from "../lang/languages.ts";
import { type Broken, brokenSentence } from "../query/impact/broken.ts";
import { factsOf } from "../query/impact/definitions.ts";
import { gateOf } from "../query/impact/judgement.ts";
import { type Demand, demands, referencesAt, SURE } from "../query/impact/misfits.ts";
import { Reach } from "../query/impact/reached.ts";
import { count, isWalked, type Seed } from "../query/impact/seeds.ts";
import { filesNaming } from "../query/walk/texts.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import { Across, type Crossing, nodeIn, placed } from "./across.ts";
import { frameOf, type Ground } from "./ask.ts";
import { stitching as stitchLimits } from "./limits.ts";
import { each, type Members, type OpenedMember, ofMember } from "./member.ts";
import { mountOf, placesIn } from "./places.ts";
import type { Gone } from "./stitch/stitch.ts";

export type AnswerOptions = ImpactOptions & { question: string; k: number; budget: number; includePossible: boolean };

/** A tree with a change, and what it makes of it. */
interface Owner {
  of: OpenedMember;
  made: Judged;
}

/**
 * The impact of a change over many trees, as an answer with the report.
 * @param owners the trees that the change is in: those whose index or revisions are compared
 * @throws Refusal as `impactOf`, where no tree has such a change
 */
export async function impactAcross(
  members: Members,
  { root }: Ground,
  owners: readonly OpenedMember[],
  source: ImpactSource,
  options: AnswerOptions,
): Promise<Answer> {
  const among: Members = { ...members, opened: [...owners] };
  let refusal: Refusal | null = null;
  const done: Owner[] = [];
  for (const { of, made } of await each(among, async ({ session }) => {
    try {
      return await judged(session, source, { ...options, change: undefined });
    } catch (error) {
      // A revision that one tree has another need not have; outside git nothing is staged.
      if (!(error instanceof Refusal) || owners.length === 1 || !NOT_HERE.has(error.code)) throw error;
      refusal = error;
      return null;
    }
  }))
    if (made !== null) done.push({ of, made });
  if (done.length === 0)
    throw refusal ?? new Refusal("not-git", "No tree that is asked has such a change.", "Stand in one of them, or name a symbol.");
  const across = new Across(members);
  try {
    return await united(members, root, done, source, options, across);
  } finally {
    across.close();
  }
}

const NOT_HERE: ReadonlySet<string> = new Set(["not-git", "bad-revision", "bad-patch"]);

async function united(
  members: Members,
  root: string,
  owners: readonly Owner[],
  source: ImpactSource,
  options: AnswerOptions,
  across: Across,
): Promise<Answer> {
  const depth = Math.max(1, Math.min(asking.maxDepth, options.depth ?? asking.defaultDepth));
  const reports = owners.map(({ of, made }) => movedReport(made.report, placesIn(of.member)));
  const crossings = new Map<string, Crossing>();
  const used = new Set<Seed>();
  const unknowns: Unknown[] = [];
  const broken: Broken[] = [];
  for (const { of, made } of owners) {
    const left = await leftBehind(members, of, made, across);
    broken.push(...left.map(({ breaks }) => breaks));
    for (const seed of made.seeds) {
      if (!isWalked(seed)) continue;
      const row = seed.after?.row;
      const found = row && seed.change !== "added" ? across.related(of, row, "blast_radius", depth) : [];
      if (found.length > 0) used.add(seed);
      for (const one of found) {
        const key = `${one.of.member.name} ${one.hit.symbol.id}`;
        const before = crossings.get(key);
        if (!before || before.hit.depth > one.hit.depth) crossings.set(key, one);
      }
      const sure = new Set(left.flatMap((one) => (one.seed === seed ? one.user.member.name : [])));
      unknowns.push(
        ...stillNamed(members, of, seed, across)
          .filter(({ member }) => !sure.has(member))
          .map(({ unknown }) => unknown),
      );
    }
  }
  // A tree with a change of its own has told what is affected there.
  const told = new Set(reports.flatMap((report) => report.affected.map(({ id }) => id)));
  const further = [...crossings.values()].filter(({ of, hit }) => !told.has(nodeIn(of, hit.symbol).id));
  const report = together(owners, reports, further, [...across.warnings, ...members.warnings], unknowns, broken, used, options);
  const answers = await Promise.all(owners.map(({ of, made }) => impactAnswer(of.session, source, { ...options, budget: 0 }, made)));
  const own = answers.flatMap((answer, at) => answer.results.map((result) => placed(owners[at]!.of, result)));
  const results = [...own, ...across.results(further)].sort((a, b) => a.depth - b.depth).slice(0, options.k);
  const [first] = answers;
  const shown = results.map((result, at) => ({ ...result, rank: at + 1 }));
  return {
    ...frameOf(members, root, options.question, { route: first!.route, budget: options.budget }),
    results: shown,
    symbol: { ...first!.symbol, resolved: report.affected.filter((one) => one.depth === 1).length, possible: report.possible.length },
    risk: report.risk,
    warnings: report.warnings,
    impact: report,
  };
}

/** One report of several. */
function together(
  owners: readonly Owner[],
  reports: readonly ImpactReport[],
  crossings: readonly Crossing[],
  warnings: readonly Warning[],
  more: readonly Unknown[],
  broken: readonly Broken[],
  used: ReadonlySet<Seed>,
  options: AnswerOptions,
): ImpactReport {
  const [first] = reports as [ImpactReport];
  const hits = crossings.map((one) => ({ ...hitIn(one), of: one.of }));
  const all = <T>(of: (report: ImpactReport) => readonly T[]): T[] => reports.flatMap(of);
  // That users outside the tree are not seen is no longer so where they are.
  const seen = new Set(
    owners.flatMap(({ of, made }) => made.seeds.filter((seed) => used.has(seed)).map((seed) => mountOf(of.member) + seed.path)),
  );
  const isSeen = ({ code, path }: Unknown): boolean => code === "exported-unused" && seen.has(path ?? "");
  const doubts = all((report) => report.unknowns);
  const unknowns = [...doubts.filter((one) => !isSeen(one)), ...more];
  const settled = new Set(doubts.filter(isSeen).map(({ message }) => message));
  const byDepth = (a: ImpactHit, b: ImpactHit): number =>
    a.depth - b.depth || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start);
  const affected = [...all((report) => report.affected), ...hits.map(({ of: _, ...hit }) => hit)].sort(byDepth);
  const outside = hits.filter((hit) => !hit.test);
  const files = new Map<string, typeof hits>();
  for (const hit of hits) files.set(hit.path, [...(files.get(hit.path) ?? []), hit]);
  const sum = (of: keyof ImpactReport["counts"]): number => reports.reduce((all, { counts: one }) => all + one[of], 0);
  const counts = {
    changed_files: sum("changed_files"),
    seeds: sum("seeds"),
    affected: sum("affected") + outside.length,
    affected_files: sum("affected_files") + new Set(outside.map(({ path }) => path)).size,
    tests: sum("tests") + [...files.values()].filter(([hit]) => hit!.test).length,
    possible: sum("possible"),
  };
  const reach = new Reach();
  reach.unknowns.push(...unknowns);
  reach.broken = [...owners.flatMap(({ made }) => made.reached.broken), ...broken];
  const risk = riskTogether(owners, reports, outside, unknowns, broken, used, counts, settled);
  return {
    ...first,
    warnings: [...warnings, ...owners.flatMap(({ of, made }) => made.report.warnings.map((one) => ofMember(of.member, one)))],
    seeds: all((report) => report.seeds),
    affected,
    possible: all((report) => report.possible),
    tests: [
      ...all((report) => report.tests),
      ...[...files]
        .filter(([, [hit]]) => hit!.test)
        .map(([path, own]) => ({
          path,
          how: "reaches" as const,
          depth: Math.min(...own.map((hit) => hit.depth)),
          symbols: own.map((hit) => hit.qualified),
        })),
    ],
    files: [
      ...all((report) => report.files),
      ...[...files].map(([path, own]) => ({
        path,
        role: "affected" as const,
        depth: Math.min(...own.map((hit) => hit.depth)),
        symbols: own.length,
        test: own[0]!.test,
        package: own[0]!.of.member.name,
      })),
    ],
    packages: [
      ...all((report) => report.packages),
      ...[...new Set(hits.map((hit) => hit.of.member.name))].map((path) => ({
        path,
        files: new Set(hits.filter((hit) => hit.of.member.name === path).map((hit) => hit.path)).size,
        symbols: hits.filter((hit) => hit.of.member.name === path).length,
      })),
    ],
    documents: all((report) => report.documents),
    decisions: all((report) => report.decisions),
    co_changes: all((report) => report.co_changes),
    counts,
    risk,
    broken: [...all((report) => report.broken), ...broken.map(inTree)],
    unknowns,
    gate: gateOf(risk, reach, counts.affected, options.maxAffected ?? null, options.failOn ?? []),
    truncated: reports.some(({ truncated }) => truncated),
  };
}

/** The risk by the rules of one tree (query/impact/judgement.ts), over all of them. */
function riskTogether(
  owners: readonly Owner[],
  reports: readonly ImpactReport[],
  outside: readonly (ImpactHit & { of: OpenedMember })[],
  unknowns: readonly Unknown[],
  broken: readonly Broken[],
  used: ReadonlySet<Seed>,
  counts: ImpactReport["counts"],
  settled: ReadonlySet<string>,
): ImpactReport["risk"] {
  const trees = new Set(outside.map(({ of }) => of.member.name));
  const signatures = owners.flatMap(({ made }) => made.seeds.filter((seed) => seed.change === "signature" && used.has(seed))).length;
  const reasons = [
    ...broken.slice(0, NAMED).map(brokenSentence),
    ...(broken.length > NAMED ? [`and ${count(broken.length - NAMED, "more use")} in other trees`] : []),
    ...(outside.length > 0
      ? [`${count(outside.length, "symbol")} in ${[...trees].join(", ")} ${outside.length === 1 ? "depends" : "depend"} on it`]
      : []),
    ...(signatures > 0 ? [`${count(signatures, "signature")} changed of something that other trees use`] : []),
    ...owners.flatMap(({ of, made }) =>
      made.report.risk.reasons.filter((one) => !settled.has(one)).map((one) => `${of.member.name}: ${one}`),
    ),
    ...unknowns.slice(-3).map(({ message }) => message),
  ];
  const { medium } = walking.risk;
  const level =
    broken.length > 0 || reports.some(({ risk }) => risk.level === "high")
      ? "high"
      : unknowns.length > 0
        ? "unknown"
        : signatures > 0 ||
            counts.affected >= medium.symbols ||
            counts.affected_files >= medium.files ||
            reports.some(({ risk }) => risk.level === "medium")
          ? "medium"
          : "low";
  return { level, reasons: [...new Set(reasons)] };
}

/** Uses in other trees that are named among the reasons. */
const NAMED = 3;

/** Is it private now? */
const isHidden = ({ change, before, after, language }: Seed): boolean =>
  change === "signature" && before?.exported === true && after?.exported === false && languageFor(language).hides === true;

/** Is it not there any more for others, or called otherwise? Of several of one name another may be meant. */
const isGone = (store: Store, seed: Seed): boolean => {
  const { change, before, after, path } = seed;
  if (before?.exported !== true) return false;
  if (change === "deleted") return !store.symbolsByQualified(before.qualified).some((row) => row.path === path);
  return isHidden(seed) || ((change === "renamed" || change === "moved") && before.qualified !== after?.qualified);
};

/** Uses in other trees that a change breaks: of what it takes away, and of what takes other arguments now. */
async function leftBehind(
  members: Members,
  { member, session }: OpenedMember,
  { seeds, change }: Judged,
  across: Across,
): Promise<{ seed: Seed; user: OpenedMember; breaks: Broken }[]> {
  const demanding = demands(
    session.store,
    seeds.filter((seed) => !isHidden(seed)),
  );
  const cases: { seed: Seed; demand: Demand | null }[] = [
    ...seeds.flatMap((seed) => (isGone(session.store, seed) ? [{ seed, demand: null }] : [])),
    ...demanding.map((demand) => ({ seed: demand.seeds[0]!, demand })),
  ];
  if (cases.length === 0) return [];
  const sides = change.files.flatMap(({ before }) => (before?.text == null ? [] : [{ path: before.path, text: before.text }]));
  const among = sides.map(({ path }) => path);
  const before = new Map<string, FileFacts | null>();
  for (const { path, text } of sides) before.set(path, await factsOf(path, text, among));
  const goneOf = ({ before: then, oldPath, path, language }: Seed): Gone => {
    const { qualified, name } = then!;
    return { path: oldPath ?? path, qualified, name, language };
  };
  const { uses } = across.stitching.usesOfGone(
    member.name,
    before,
    cases.map(({ seed }) => goneOf(seed)),
  );
  return cases.flatMap(({ seed, demand }) => {
    const { path, qualified, name } = goneOf(seed);
    return uses.flatMap(({ from, to, kind, resolution, confidence }) => {
      if (to.symbol.path !== path || to.symbol.qualified !== qualified) return [];
      const user = members.opened.find((one) => one.member.name === from.member)!;
      const { store } = user.session;
      const misfit =
        demand && SURE.has(resolution) && kind === "calls" ? demand.breaks(referencesAt(store, from.symbol, from.line, name)) : null;
      if (demand && misfit === null) return [];
      const at = mountOf(user.member) + from.path;
      const breaks: Broken = {
        // The row of a tree, its place as the whole has it.
        symbol: Object.create(from.symbol, { path: { value: at, enumerable: true } }) as SymbolRow,
        line: Math.max(1, from.line),
        kind,
        resolution,
        confidence,
        test: store.fileByPath(from.path)?.tags.includes("test") ?? false,
        what: qualified,
        path: mountOf(member) + path,
        why: demand ? "signature" : isHidden(seed) ? "hidden" : (seed.change as "deleted" | "renamed" | "moved"),
        now: misfit ?? (seed.change === "renamed" || seed.change === "moved" ? (seed.after?.qualified ?? null) : null),
      };
      return [{ seed, user, breaks }];
    });
  });
}

/** A file goes by its name: its path is that of the whole. */
const inTree = (one: Broken): ImpactReport["broken"][number] => ({
  ...toBroken(one),
  ...(one.symbol.at === 0 ? { qualified: one.symbol.name } : {}),
});

/** Where trees that import the package of what is gone still name it: what they name leads nowhere now. */
function stillNamed(
  members: Members,
  owner: OpenedMember,
  { change, before, after }: Seed,
  across: Across,
): { member: string; unknown: Unknown }[] {
  if (before === null || !before.exported || !(change === "deleted" || (change === "renamed" && before.name !== after?.name))) return [];
  const { stitching } = across;
  const to = stitching.numberOf(owner.member.name);
  return members.opened.flatMap(({ member, session }): { member: string; unknown: Unknown }[] => {
    const from = stitching.numberOf(member.name);
    if (from === to || !stitching.links.closure(from, stitchLimits.maxChain).has(to)) return [];
    const files = filesNaming(session.store, before.name).flatMap((id) => session.store.fileById(id)?.path ?? []);
    if (files.length === 0) return [];
    return [
      {
        member: member.name,
        unknown: {
          code: "dangling-references",
          message: `${member.name}: ${files[0]}${files.length > 1 ? ` and ${files.length - 1} more` : ""} may still name ${before.qualified}, which ${owner.member.name} has no longer`,
          path: mountOf(member) + files[0]!,
          line: null,
        },
      },
    ];
  });
}

function hitIn({ of, hit, by }: Crossing): ImpactHit {
  const { symbol, kind, line, resolution, confidence } = hit;
  const via = hit.via === null ? null : of.session.store.symbolById(hit.via);
  const made = toHit({
    ...{ symbol, line, confidence, kind: kind ?? "uses", resolution: resolution ?? "exact", depth: Math.max(1, hit.depth) },
    test: hit.test || (of.session.store.fileByPath(symbol.path)?.tags.includes("test") ?? false),
    to: by ? `${by.to.member}: ${by.to.symbol.qualified}` : (via?.qualified ?? ""),
  });
  const { id, path } = nodeIn(of, symbol);
  return { ...made, id, path };
}
