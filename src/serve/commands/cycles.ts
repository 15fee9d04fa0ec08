/** `manifold cycles`: what depends on itself by way of others. */

import { join } from "node:path";
import { EXIT } from "../../base/errors.ts";
import { asking } from "../../base/settings.ts";
import { CYCLE_KINDS, cyclesOf } from "../../query/graph/cycles.ts";
import { toNode } from "../../query/subgraph.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { print } from "../print.ts";
import { fromRoot, outputFlags, rootFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { styleOf, visible } from "../render/visible.ts";
import { sayWarnings, withSession } from "../session.ts";

export default command({
  name: "cycles",
  about: "Files that import one another (strongly connected components), or symbols that call one another",
  flags: {
    kind: { type: "string", valueHint: CYCLE_KINDS.join("|"), description: "imports: between files (default); calls: between symbols" },
    k: { type: "string", valueHint: "N", description: `Number of cycles, largest first (default ${asking.defaultResults})` },
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const kind = oneOf("--kind", flags.text("kind") ?? "imports", CYCLE_KINDS);
    const k = flags.number("k", asking.defaultResults, 1, asking.maxResults);
    return withSession(flags, async (session) => {
      const { store, root } = session;
      const all = cyclesOf(store, kind);
      const cycles = all.slice(0, k);
      const more = all.length - cycles.length;
      sayWarnings(session);
      if (flags.on("json") || flags.on("jsonl")) {
        const shown = cycles.map(({ members, path }) => ({
          size: members.length,
          members: members.map(toNode),
          path: path.map(({ from, to, line }) => ({ from: from.key, to: to.key, file: from.path, line })),
        }));
        print(renderJson({ version: 1, root, kind, cycles: shown, more }, flags.on("jsonl")));
        return all.length > 0 ? EXIT.ok : EXIT.nothing;
      }
      const paint = styleOf(flags);
      if (all.length === 0)
        print(`No ${kind === "imports" ? "files import one another" : "symbols call one another"}, as far as could be resolved.\n`);
      for (const { members, path } of cycles) {
        print(`${paint.name(`${members.length} ${kind === "imports" ? "files" : "symbols"}`)}\n`);
        for (const { from, to, line } of path)
          print(
            `  ${paint.path(`${visible(fromRoot(from.path, root, process.cwd()))}:${line}`, { file: join(root, from.path), line })}  ${visible(from.qualified)} -> ${visible(to.qualified)}\n`,
          );
        const inPath = new Set(path.map(({ from }) => from.id));
        for (const { path: file, start, qualified } of members.filter((one) => !inPath.has(one.id)).slice(0, 8))
          print(paint.dim(`  also ${visible(fromRoot(file, root, process.cwd()))}:${start} ${visible(qualified)}\n`));
        const rest = members.length - path.length - 8;
        if (rest > 0) print(paint.dim(`  and ${rest} more (--json lists all)\n`));
      }
      if (more > 0) print(paint.dim(`${more} more; -k shows them.\n`));
      return all.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});
