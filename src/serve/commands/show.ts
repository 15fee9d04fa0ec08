/** `manifold show`: a citation, a place or a symbol, as it stands on disk now. */

import { join } from "node:path";
import type { Session } from "../../asking.ts";
import { EXIT, Refusal } from "../../base/errors.ts";
import { parseCitation, type Shown, show } from "../../query/show.ts";
import { diskOf } from "../answer.ts";
import { command } from "../command.ts";
import type { Flags } from "../flags.ts";
import { printed } from "../print.ts";
import { feedbackFlags, fleetFlag, fromRoot, outputFlags, rootFlags, toRoot } from "../question.ts";
import { type Style, visible } from "../render/visible.ts";
import { asJson, printReport } from "../report.ts";
import { holdsOthers, openedAround, openedFleet, sayWarnings, withSession } from "../session.ts";

export default command({
  name: "show",
  about: "Print what a citation means: chunk_… [path:start-end], FILE:LINE, FILE:START-END, or a symbol",
  flags: {
    citation: { type: "positional", valueHint: "SYMBOL", description: "The citation, in quotes if it has several words" },
    context: { type: "string", valueHint: "N", description: "Lines before and after (default 0; 5 around a single line)" },
    ...outputFlags,
    ...rootFlags,
    ...fleetFlag,
    ...feedbackFlags,
  },
  async run(flags) {
    const citation = flags.word("citation")?.trim();
    if (!citation) throw new Refusal("bad-value", "Nothing to show was named.", "Write for example: manifold show src/main.ts:10.");
    if (flags.has("fleet")) {
      const several = await openedFleet(flags);
      const { opened, warnings } = several.members;
      const disk = diskOf(opened.map(({ member }) => member));
      const found = (await import("../fleet/open.ts")).showSeveral(several, citation, contextOf(flags, citation));
      const onDisk = disk === null || asJson(flags) ? found : found.map((one) => ({ ...one, path: disk(one.path) }));
      printShown(flags, { root: onDisk === found ? "" : "/", warnings }, onDisk);
      return EXIT.ok;
    }
    return withSession(flags, async (session) => {
      const parsed = parseCitation(citation);
      // A path is typed as seen from where the user stands; a chunk's own path comes from an answer and may be relative to the root.
      const asked =
        parsed.path === null ? citation : citation.replace(parsed.path, () => toRoot(parsed.path!, session.root, process.cwd()));
      const context = contextOf(flags, citation);
      const several = holdsOthers(session) ? await openedAround(flags, session) : null;
      const found =
        several === null
          ? show(session.store, asked, { context })
          : (await import("../fleet/open.ts")).showSeveral(several, asked, context);
      printShown(flags, session, found);
      await printed();
      if (!flags.on("no-feedback")) {
        const { rememberShown } = await import("../feedback/record.ts");
        for (const one of found) rememberShown(session.root, one);
      }
      return EXIT.ok;
    });
  },
});

/** Lines around what is shown; around a single line some. */
function contextOf(flags: Flags, citation: string): number {
  const { chunk, start, end } = parseCitation(citation);
  return flags.number("context", chunk === null && start !== null && start === end ? 5 : 0, 0, 10_000);
}

function printShown(flags: Flags, of: Pick<Session, "root" | "warnings">, found: readonly Shown[]): void {
  if (!asJson(flags)) sayWarnings(of);
  printReport(flags, { root: of.root, warnings: of.warnings, shown: found }, (paint) =>
    found.flatMap((one, at) => [...(at > 0 ? [""] : []), ...shownLines(one, of.root, process.cwd(), paint)]),
  );
}

function shownLines(one: Shown, root: string, cwd: string, paint: Style): string[] {
  const head = `${paint.path(`${visible(fromRoot(one.path, root, cwd))}:${one.start}-${one.end}`, { file: join(root, one.path), line: one.start })}  ${paint.name([one.kind, visible(one.qualified)].filter(Boolean).join(" "))}`;
  const about = [one.chunk ?? "", one.sameness === "unchecked" ? "" : one.sameness].filter((part) => part !== "");
  const width = String(one.first + one.lines.length - 1).length;
  const lines = one.lines.map((line, i) => {
    const number = one.first + i;
    const sign = number === one.mark ? paint.mark(">") : " ";
    return `${sign} ${paint.dim(String(number).padStart(width))}  ${visible(line)}`;
  });
  const note = one.note === null ? [] : [paint.warn(`! ${visible(one.note)}`)];
  return [head, ...(about.length > 0 ? [paint.dim(`  ${about.join(" · ")}`)] : []), ...note, ...lines];
}
