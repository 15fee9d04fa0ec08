/** `manifold hotspots`: files that change often and that much depends on. */

import { join } from "node:path";
import { bounds, windowOf } from "../../asking/history.ts";
import { hotspotsOf } from "../../asking/hotspots.ts";
import { EXIT } from "../../base/errors.ts";
import type { Hotspots } from "../../base/schema.ts";
import { asking } from "../../base/settings.ts";
import { fileFilter } from "../../query/filter.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { filterFlags, fromRoot, outputFlags, rootFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { styleOf, visible } from "../render/visible.ts";
import { sayWarnings } from "../session.ts";
import { withPast } from "./history.ts";

const { path, exclude, lang } = filterFlags;

export default command({
  name: "hotspots",
  about: "Files by how often they change times how many files depend on them",
  flags: {
    k: { type: "string", valueHint: "N", description: `Number of files (default ${asking.defaultResults})` },
    path,
    exclude,
    lang,
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const k = flags.number("k", asking.defaultResults, 1, asking.maxResults);
    return withPast(flags, async (session, past) => {
      const { store, root } = session;
      const accept = fileFilter({ paths: flags.list("path"), excludes: flags.list("exclude"), languages: flags.list("lang"), kinds: [] });
      const all = hotspotsOf(store, past, accept);
      const hotspots = all.slice(0, k);
      const report: Hotspots = { version: 1, root, hotspots, more: all.length - hotspots.length, window: windowOf(past) };
      sayWarnings(session);
      if (flags.on("json") || flags.on("jsonl")) print(renderJson(report, flags.on("jsonl")));
      else {
        const paint = styleOf(flags);
        for (const { path: file, score, commits, dependents, authors, last } of hotspots)
          print(
            `${String(score).padStart(String(hotspots[0]!.score).length)}  ${paint.path(visible(fromRoot(file, root, process.cwd())), { file: join(root, file) })}  ${paint.dim(`${commits} ${commits === 1 ? "commit" : "commits"} × ${dependents} dependent ${dependents === 1 ? "file" : "files"}, ${authors} ${authors === 1 ? "author" : "authors"}, last ${last}`)}\n`,
          );
        if (report.more > 0) print(paint.dim(`${report.more} more; -k shows them.\n`));
        if (all.length === 0) print("No file here was changed that another one depends on, as far as was looked.\n");
        for (const said of bounds({ window: report.window, lines: null })) print(paint.dim(`${visible(said)}\n`));
      }
      return all.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});
