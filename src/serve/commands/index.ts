/** `manifold index`: builds or updates the index, or explains why a file is not in it. `manifold trust`: believes one that was not made here. */
import { resolve } from "node:path";
import { EXIT } from "../../base/errors.ts";
import type { IndexReport } from "../../base/schema.ts";
import { brief, say } from "../../base/visible.ts";
import { adapting } from "../../embed/limits.ts";
import type { Indexed } from "../../fleet/indexing.ts";
import { explainSkip } from "../../git/scan.ts";
import { trust } from "../../indexing/trusting.ts";
import { type IndexOptions, index } from "../../indexing.ts";
import { namedRoot, rootFor } from "../../store/root.ts";
import { command } from "../command.ts";
import { embeddingOf, modelFlag } from "../embedding.ts";
import { indexFlag, outputFlags, toRoot } from "../question.ts";
import { type Style, visible } from "../render/visible.ts";
import { plural, printReport } from "../report.ts";

export const indexCommand = command({
  name: "index",
  about: "Build or update the index of a folder",
  flags: {
    folder: {
      type: "positional",
      description: "The folder, which becomes the root of the index (default: the tree around the current folder)",
    },
    full: { type: "boolean", description: "Build from nothing even if there is an index" },
    "no-adapt": { type: "boolean", description: "Do not adapt the built-in embedding to this tree" },
    "adapt-steps": { type: "string", valueHint: "N", description: `Steps of adaptation (default ${adapting.steps})` },
    ...modelFlag,
    "no-vectors": { type: "boolean", description: "Do not embed anything: words and the graph only" },
    from: {
      type: "string",
      valueHint: "DIR",
      description: "Begin with the index of another tree that you made, or trust (manifold trust), instead of from nothing",
    },
    verify: { type: "boolean", description: "Compare every table with those of a fresh index, and say what differs (exit 3)" },
    why: { type: "string", valueHint: "FILE", description: "Say whether FILE is in the index, and why not" },
    ...indexFlag,
    ...outputFlags,
  },
  async run(flags) {
    const cwd = process.cwd();
    const folder = flags.word("folder");
    const root = folder === undefined ? rootFor(cwd) : namedRoot(folder, cwd);
    const why = flags.text("why");
    if (why !== undefined) {
      const path = toRoot(why, root, cwd);
      const { reason, sentence } = await explainSkip(root, path);
      printReport(flags, { root, path, indexed: reason === null, reason, sentence }, () => [visible(sentence)]);
      return reason === null ? EXIT.ok : EXIT.nothing;
    }
    const from = flags.text("from");
    if (from !== undefined) {
      const { takeFrom } = await import("../../indexing/trusting.ts");
      await takeFrom(root, resolve(cwd, from));
    }
    if (flags.on("verify")) {
      const { verify } = await import("../../indexing/verify.ts");
      await index(root, {});
      const differences = await verify(root);
      printReport(flags, { root, same: differences.length === 0, differences }, (paint) => [
        ...(differences.length === 0 ? ["The index is what a fresh one would be."] : []),
        ...differences.map(
          ({ table, missing, surplus, example }) =>
            `${paint.warn(table)}  ${missing} missing, ${surplus} too many, for instance ${visible(brief(example))}`,
        ),
      ]);
      if (differences.length > 0)
        say("manifold: the index differs from a fresh one; manifold index --full puts a fresh one in its place.\n");
      return differences.length === 0 ? EXIT.ok : EXIT.cannot;
    }
    const options = { full: flags.on("full"), ...(await embeddingOf(flags)) };
    const report = await index(root, options);
    // Last: whoever asked meanwhile had the index already.
    const { keepHistory } = await import("../../indexing/history.ts");
    await keepHistory(root);
    const held = HOLDING.some((reason) => (report.skipped[reason] ?? 0) > 0) ? await repositoriesIn(root, options, keepHistory) : [];
    printReport(flags, { ...report, repositories: held.map(asRow) }, (paint) => {
      // Of a folder that only holds repositories there is nothing to say.
      const own = held.length === 0 || report.indexed > 0 ? reportLines({ ...report, skipped: leftOut(report, held) }, paint) : [];
      return [...own, ...(held.length > 0 ? indexedLines(held, paint) : [])];
    });
    return exitOf(held);
  },
});

/** Why a tree leaves out what another repository is in. */
const HOLDING = ["nested-repository", "submodule"];

/** How many files of a tree are left out by reason, but for the repositories in it that have an index of their own. */
const leftOut = ({ skipped }: IndexReport, held: readonly Indexed[]): IndexReport["skipped"] =>
  Object.fromEntries(
    Object.entries(skipped).map(([reason, count]) => {
      const origin = reason === "submodule" ? reason : "workspace";
      const members = HOLDING.includes(reason) ? held.filter(({ member }) => member.origin === origin).length : 0;
      return [reason, Math.max(0, count - members)];
    }),
  );

/** Indexes the repositories that a tree holds. */
async function repositoriesIn(root: string, options: IndexOptions, after: (root: string) => Promise<unknown>): Promise<Indexed[]> {
  const [{ indexMembers, membersOf }, { OWN_TREE }] = await Promise.all([
    import("../../fleet/indexing.ts"),
    import("../../fleet/workspace.ts"),
  ]);
  return indexMembers(membersOf({ name: OWN_TREE, root }), options, after);
}

/** Trees of several as JSON has them. */
export const asRow = ({ member, report, failed }: Indexed) => ({ ...member, report, failed });

export const exitOf = (indexed: readonly Indexed[]): number => (indexed.some(({ failed }) => failed !== null) ? EXIT.cannot : EXIT.ok);

/** Says of each of several trees what became of it: one that failed first of all. */
export function indexedLines(indexed: readonly Indexed[], paint: Style): string[] {
  const made = indexed.filter(({ report }) => report !== null).length;
  return [
    ...indexed.flatMap(({ failed }) => (failed ? [paint.warn(`! ${visible(failed.message)}`)] : [])),
    ...indexed.flatMap(({ report }) => (report ? reportLines(report, paint) : [])),
    `${plural(made, "repository", "repositories")} of ${indexed.length}, each with an index of its own; questions here ask them together`,
  ];
}

/** A report for people. */
function reportLines(report: IndexReport, paint: Style): string[] {
  const skipped = Object.entries(report.skipped).filter(([, count]) => count > 0);
  return [
    ...report.warnings.map((warning) => paint.warn(`! ${visible(warning.message)}`)),
    `${paint.name(visible(report.root))}: ${report.indexed} files, ${report.chunks} chunks, ${report.symbols} symbols, ${report.edges} edges` +
      `  (${report.incremental ? `${report.parsed + report.reused} changed` : "built"}${report.reused > 0 ? `, ${report.reused} known to the cache,` : ""} in ${(report.ms / 1000).toFixed(2)} s)`,
    ...(Object.keys(report.languages).length > 0
      ? [
          `languages  ${Object.entries(report.languages)
            .map(([name, files]) => `${name} ${files}`)
            .join(", ")}`,
        ]
      : []),
    ...(skipped.length > 0
      ? [`left out   ${skipped.map(([reason, count]) => `${reason} ${count}`).join(", ")}  (manifold index --why FILE explains)`]
      : []),
    ...(report.model === null ? [] : [`embedding  ${report.model}`]),
    `graph hash ${report.graph_hash}`,
  ];
}

// `manifold trust`: believes an index that was not made here.

export const trustCommand = command({
  name: "trust",
  about:
    "Believe the index that lies in a folder although it was not made here: a restored cache, a copy. Only for one that you know: what it says " +
    "of the code is answered as it is. To keep one that was put aside, move it back from .manifold/foreign first",
  flags: {
    folder: { type: "positional", description: "The folder whose .manifold is meant (default: the current one)" },
    ...indexFlag,
    ...outputFlags,
  },
  async run(flags) {
    const root = namedRoot(flags.word("folder") ?? ".", process.cwd());
    const found = await trust(root);
    printReport(flags, { root, trusted: true, own: found === "own" }, () => [
      `${visible(root)}: ${found === "own" ? "the index was made here, and is believed anyway" : "the index is believed from now on"}`,
    ]);
    return EXIT.ok;
  },
});
