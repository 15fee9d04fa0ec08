/** `manifold unused`: definitions that nothing in the tree seems to use. */

import { join } from "node:path";
import { EXIT } from "../../base/errors.ts";
import { asking, unused as settings } from "../../base/settings.ts";
import { fileFilter } from "../../query/filter.ts";
import { unusedOf } from "../../query/graph/unused.ts";
import { toNode } from "../../query/subgraph.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { filterFlags, fromRoot, outputFlags, rootFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { styleOf, visible } from "../render/visible.ts";
import { sayWarnings, withSession } from "../session.ts";

const { path, exclude, lang, kind } = filterFlags;

export default command({
  name: "unused",
  about: "Definitions that nothing in this tree seems to use, with how sure that is; what may be used is held back and counted",
  flags: {
    "min-confidence": {
      type: "string",
      valueHint: "N",
      description: `Percent from which a definition is listed (default ${settings.least * 100})`,
    },
    k: { type: "string", valueHint: "N", description: "Number of definitions, surest first (default 50)" },
    path,
    exclude,
    lang,
    kind,
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const least = flags.number("min-confidence", settings.least * 100, 0, 100) / 100;
    const k = flags.number("k", 50, 1, asking.maxResults);
    return withSession(flags, async (session) => {
      const { store, root } = session;
      const report = unusedOf(store, least);
      const kinds = new Set(flags.list("kind"));
      const accept = fileFilter({ paths: flags.list("path"), excludes: flags.list("exclude"), languages: flags.list("lang"), kinds: [] });
      const all = report.candidates.filter(
        ({ symbol }) => accept(symbol.path, symbol.language) && (kinds.size === 0 || kinds.has(symbol.kind)),
      );
      const candidates = all.slice(0, k);
      const more = all.length - candidates.length;
      sayWarnings(session);
      if (flags.on("json") || flags.on("jsonl")) {
        const shown = candidates.map(({ symbol, confidence, reason }) => ({ symbol: toNode(symbol), confidence, reason }));
        print(renderJson({ version: 1, root, candidates: shown, more, held: report.held }, flags.on("jsonl")));
        return all.length > 0 ? EXIT.ok : EXIT.nothing;
      }
      const paint = styleOf(flags);
      for (const { symbol, confidence, reason } of candidates) {
        const place = `${visible(fromRoot(symbol.path, root, process.cwd()))}:${symbol.start}`;
        print(
          `${paint.path(place, { file: join(root, symbol.path), line: symbol.start })}  ${paint.name(`${symbol.kind} ${visible(symbol.qualified)}`)}  ${confidence.toFixed(2)}  ${paint.dim(reason)}\n`,
        );
      }
      if (more > 0) print(paint.dim(`${more} more; -k shows them.\n`));
      if (all.length === 0) print("Nothing here is unused, as far as could be told.\n");
      const { open, mentioned, entry, override, published, unsure } = report.held;
      print(
        paint.dim(
          `held back: ${open} that an unresolved reference may mean, ${mentioned} whose name stands elsewhere, ${entry} entry points, ${override} that supertypes may call, ${published} published, ${unsure} too unsure (--min-confidence)\n`,
        ),
      );
      return all.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});
