import { z } from "zod";
import { Refusal } from "../../../base/errors.ts";
import { asking } from "../../../base/settings.ts";
import { brief, visible } from "../../../base/visible.ts";
import type { Shown } from "../../../query/show.ts";
import { most, type Reply, tokensOf } from "../reply.ts";
import { budget, type ChunkOutput, chunkSchema, fleet, root } from "../schema.ts";
import { tool } from "../tool.ts";

/** The text of a citation as it is on disk now. */
export const readChunk = tool({
  name: "read_chunk",
  title: "Read a citation",
  description:
    "The source of a citation, from disk: `chunk_… path:start-end` as a tool printed it, also after edits, `path:line`, " +
    "`path:start-end`, a path, or a symbol.",
  input: z.strictObject({
    citation: z.string().min(1).max(asking.maxQuestion).describe('For example "src/auth.ts:10-42".'),
    context: z.number().int().min(0).max(500).default(0).describe("Lines around."),
    budget,
    root,
    fleet,
  }),
  output: chunkSchema,
  async run(asked, args) {
    if (args.citation.trim() === "") throw new Refusal("bad-value", "The citation is empty.", "Give one that another tool printed.");
    const found = asked.show(args.citation, args.context);
    const told = asked.session.warnings.map((warning) => warning.message);
    return { ...fitted(found, asked.root, args.budget, told), shown: found };
  },
});

/** As many of the places, and of their lines, as the budget holds. */
function fitted(found: readonly Shown[], tree: string, limit: number, warnings: readonly string[]): Reply<ChunkOutput> {
  const made = (places: number, lines: number): Reply<ChunkOutput> => {
    const shown = found.slice(0, places).map((one) => cut(one, lines));
    const omitted = found.length - shown.length;
    const told = warnings.slice(0, 3).map((warning) => brief(warning, 200));
    const text = [
      ...told.map((warning) => `! ${visible(warning)}`),
      ...shown.map(({ note, rest, text: quoted, ...one }) =>
        [
          `${one.citation}  ${[one.kind, visible(one.name)].filter(Boolean).join(" ")}${one.sameness === "unchecked" ? "" : ` (${one.sameness})`}`,
          ...(note === null ? [] : [`! ${visible(note)}`]),
          ...quoted.split("\n").map((line, i) => `${one.first + i}  ${visible(line)}`),
          ...(rest === null ? [] : [`… cut to the budget; go on with read_chunk ${JSON.stringify({ citation: rest })}`]),
        ].join("\n"),
      ),
      ...(omitted > 0 ? [`${omitted} more places are not shown.`] : []),
    ].join("\n\n");
    return { text, structured: { root: tree, warnings: told, shown, omitted } };
  };
  const longest = Math.max(1, ...found.map((one) => one.lines.length));
  for (let places = found.length; places > 1; places = Math.ceil(places / 2)) {
    const lines = most(1, longest, (n) => tokensOf(made(places, n)) <= limit);
    if (lines !== null && lines >= Math.min(longest, 5)) return made(places, lines);
  }
  const lines = most(1, longest, (n) => tokensOf(made(1, n)) <= limit);
  return made(1, lines ?? 0);
}

/** A line longer than this is data or minified code. */
const LONG_LINE = 2_000;

function cut(one: Shown, lines: number): ChunkOutput["shown"][number] {
  const kept = one.lines.slice(0, lines).map((line) => brief(line, lines === 0 ? 200 : LONG_LINE));
  const last = one.first + kept.length;
  return {
    citation: one.citation,
    path: one.path,
    start: one.start,
    end: one.end,
    kind: one.kind,
    name: one.qualified,
    sameness: one.sameness,
    first: one.first,
    text: kept.join("\n"),
    rest: kept.length < one.lines.length ? `${one.path}:${last}-${one.first + one.lines.length - 1}` : null,
    note: one.note,
  };
}
