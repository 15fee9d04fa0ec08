/** `manifold communities`: how the tree falls apart by what its files use of one another. */

import { EXIT } from "../../base/errors.ts";
import { asking } from "../../base/settings.ts";
import { toNode } from "../../query/subgraph.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { outputFlags, rootFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { styleOf, visible } from "../render/visible.ts";
import { sayWarnings, withSession } from "../session.ts";
import { communitiesOf } from "./louvain.ts";

export default command({
  name: "communities",
  about: "Files that belong together by what they use of one another (Louvain), with the symbols they are used by",
  flags: {
    k: { type: "string", valueHint: "N", description: `Number of communities, largest first (default ${asking.defaultResults})` },
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const k = flags.number("k", asking.defaultResults, 1, asking.maxResults);
    return withSession(flags, async (session) => {
      const { store, root } = session;
      const all = communitiesOf(store);
      const shown = all.slice(0, k);
      const more = all.length - shown.length;
      sayWarnings(session);
      if (flags.on("json") || flags.on("jsonl")) {
        const communities = shown.map(({ name, files, symbols, cohesion }) => ({
          name,
          size: files.length,
          cohesion,
          files: files.map(({ path }) => path),
          symbols: symbols.map(toNode),
        }));
        print(renderJson({ version: 1, root, communities, more }, flags.on("jsonl")));
        return all.length > 0 ? EXIT.ok : EXIT.nothing;
      }
      const paint = styleOf(flags);
      if (all.length === 0) print("No file here uses another, as far as could be resolved.\n");
      for (const { name, files, symbols, cohesion } of shown) {
        print(`${paint.name(visible(name))}  ${files.length} files, ${Math.round(cohesion * 100)} % of their edges stay inside\n`);
        print(paint.dim(`  ${symbols.map((symbol) => visible(symbol.qualified)).join(", ")}\n`));
      }
      if (more > 0) print(paint.dim(`${more} more; -k shows them.\n`));
      return all.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});
