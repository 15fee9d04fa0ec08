/** `manifold chunks`: the manifest of what can be cited, as data. */

import { EXIT } from "../../base/errors.ts";
import { say } from "../../base/terminal.ts";
import { CHUNK_KINDS } from "../../base/types.ts";
import { toJson } from "../../base/visible.ts";
import { fileFilter, tagged } from "../../query/filter.ts";
import type { ChunkRow } from "../../store/graph.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { print, printed } from "../print.ts";
import { filterFlags, filtersOf, rootFlags } from "../question.ts";
import { sayWarnings, withSession } from "../session.ts";

const { kind, ...shared } = filterFlags;

/** A chunk as the manifest has it. */
function row({ id, path, start, end, hash, tags, kind: what, name, qualified, language, tokens }: ChunkRow) {
  return { id, path, start, end, hash, tags, kind: what, name, qualified, language, tokens };
}

export default command({
  name: "chunks",
  about: "Export the manifest of chunks: one JSON object a line, by path and line",
  flags: {
    ...shared,
    kind: { ...kind, description: "Only chunks of this kind, as --chunk-kind (repeatable)" },
    json: { type: "boolean", description: "One JSON object {version, root, chunks} instead of lines" },
    jsonl: { type: "boolean", description: "One JSON object a line (the default)" },
    ...rootFlags,
  },
  async run(flags) {
    return withSession(flags, async (session) => {
      const filters = tagged(session.store, filtersOf(flags));
      const kinds = new Set(filters.kinds.map((name) => oneOf("--kind", name, CHUNK_KINDS)));
      const accepts = fileFilter(filters);
      const whole = flags.on("json");
      let count = 0;
      let pending = whole ? `{"version":1,"root":${toJson(session.root)},"chunks":[\n` : "";
      for (const chunk of session.store.chunks()) {
        if (!accepts(chunk.path, chunk.language) || (kinds.size > 0 && !kinds.has(chunk.kind))) continue;
        if (whole && count > 0) pending += ",\n";
        pending += `${toJson(row(chunk))}${whole ? "" : "\n"}`;
        count++;
        if (pending.length < 1 << 16) continue;
        // In pieces, waiting for the reader: a large manifest is never held as one text.
        print(pending);
        await printed();
        pending = "";
      }
      print(whole ? `${pending}\n]}\n` : pending);
      await printed();
      sayWarnings(session);
      if (count === 0) say("manifold: Nothing to cite: no file is indexed here, or the filters leave none.\n");
      return count > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});
