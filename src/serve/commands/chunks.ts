/** `manifold chunks`: the manifest of what can be cited, as data. */

import type { Session } from "../../asking.ts";
import { EXIT } from "../../base/errors.ts";
import { CALLABLES } from "../../base/kinds.ts";
import { OUTPUT_VERSION } from "../../base/limits.ts";
import type { ChunkStats } from "../../base/schema.ts";
import { CHUNK_KINDS } from "../../base/types.ts";
import { say, toJson } from "../../base/visible.ts";
import { fileFilter, tagged } from "../../query/filter.ts";
import type { ChunkRow, Store } from "../../store/graph.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { print, printed } from "../print.ts";
import { filterFlags, filtersOf, rootFlags } from "../question.ts";
import { printReport } from "../report.ts";
import { sayWarnings, withSession } from "../session.ts";
import { aligned } from "./sql.ts";

const { kind, ...shared } = filterFlags;

/** A chunk as the manifest has it. */
function row(
  store: Store,
  { id, path, start, end, hash, tags, kind: what, name, qualified, language, tokens, symbol: of }: ChunkRow,
  part: Part,
) {
  const symbol = store.symbolById(of);
  const own = symbol && symbol.at > 0 ? symbol : null;
  const parameters = own && CALLABLES.has(own.kind) ? parametersIn(own.signature) : null;
  return { id, path, start, end, hash, tags, kind: what, name, qualified, language, tokens, doc: own?.doc ?? "", parameters, part };
}

interface Part {
  number: number;
  of: number;
}

/** The first list in brackets of a signature, at its commas outside other brackets; null where there is none, or it was cut. */
export function parametersIn(signature: string): string[] | null {
  const from = signature.indexOf("(");
  if (from < 0) return null;
  const found: string[] = [];
  let depth = 0;
  let start = from + 1;
  for (let at = from; at < signature.length; at++) {
    const sign = signature[at]!;
    if ("([{<".includes(sign)) depth++;
    else if (")]}".includes(sign) || (sign === ">" && !/[-=]/.test(signature[at - 1]!))) depth--;
    if (depth > 0 && !(sign === "," && depth === 1)) continue;
    const one = signature.slice(start, at).trim();
    if (one !== "") found.push(one);
    start = at + 1;
    if (depth <= 0) return found;
  }
  return null;
}

/** Chunks of a tree in numbers. */
function statsOf({ store, root, warnings }: Session, accepts: (chunk: ChunkRow) => boolean): ChunkStats {
  const chunks = [...store.chunks()].filter(accepts);
  const sizes = (some: readonly ChunkRow[]): ChunkStats["all"] => {
    const tokens = some.map((chunk) => chunk.tokens).sort((a, b) => a - b);
    const at = (share: number) => tokens[Math.min(tokens.length - 1, Math.floor(share * tokens.length))] ?? 0;
    return { chunks: some.length, tokens: tokens.reduce((a, b) => a + b, 0), p50: at(0.5), p95: at(0.95), most: tokens.at(-1) ?? 0 };
  };
  const by = (key: (chunk: ChunkRow) => string): ChunkStats["kinds"] =>
    [...Map.groupBy(chunks, key)]
      .map(([name, some]) => ({ name, ...sizes(some) }))
      .sort((a, b) => b.chunks - a.chunks || (a.name < b.name ? -1 : 1));
  const functions = { all: 0, whole: 0 };
  for (const [path, some] of Map.groupBy(chunks, ({ path }) => path))
    for (const { kind, start, end } of store.symbolsOfFile(store.fileByPath(path)!.id)) {
      const first = CALLABLES.has(kind) ? some.find((chunk) => chunk.start <= start && start <= chunk.end) : undefined;
      if (!first) continue;
      functions.all++;
      if (end <= first.end) functions.whole++;
    }
  const languages = by(({ language }) => language ?? "none");
  return { version: OUTPUT_VERSION, root, warnings, all: sizes(chunks), functions, languages, kinds: by((chunk) => chunk.kind) };
}

function statsLines({ all, functions, languages, kinds }: ChunkStats): string[] {
  const share =
    functions.all === 0 ? "no functions" : `${((100 * functions.whole) / functions.all).toFixed(1)} % of ${functions.all} functions whole`;
  const rows = [{ name: "all", ...all }, ...languages, ...kinds.map((one) => ({ ...one, name: `  ${one.name}` }))];
  const cells = rows.map(({ name, chunks, tokens, p50, p95, most }) => [name, chunks, tokens, p50, p95, most]);
  return [share, ...aligned([["", "chunks", "tokens", "p50", "p95", "most"], ...cells])];
}

/** How many chunks each symbol has. */
function partsOf(store: Store): Map<number, number> {
  const parts = new Map<number, number>();
  for (const { symbol } of store.chunks()) parts.set(symbol, (parts.get(symbol) ?? 0) + 1);
  return parts;
}

export default command({
  name: "chunks",
  about: "Export the manifest of chunks: one JSON object a line, by path and line",
  flags: {
    ...shared,
    kind: { ...kind, description: "Only chunks of this kind, as --chunk-kind (repeatable)" },
    json: { type: "boolean", description: "One JSON object {version, root, chunks} instead of lines" },
    jsonl: { type: "boolean", description: "One JSON object a line (the default)" },
    stats: {
      type: "boolean",
      description: "How many there are by language and kind instead, their sizes, and how many functions are whole",
    },
    ...rootFlags,
  },
  async run(flags) {
    return withSession(flags, async (session) => {
      sayWarnings(session);
      const filters = tagged(session.store, filtersOf(flags));
      const kinds = new Set(filters.kinds.map((name) => oneOf("--kind", name, CHUNK_KINDS)));
      const accepts = fileFilter(filters);
      if (flags.on("stats")) {
        const stats = statsOf(session, (chunk) => accepts(chunk.path, chunk.language) && (kinds.size === 0 || kinds.has(chunk.kind)));
        printReport(flags, stats, () => statsLines(stats));
        return stats.all.chunks > 0 ? EXIT.ok : EXIT.nothing;
      }
      const whole = flags.on("json");
      let count = 0;
      let pending = whole ? `{"version":1,"root":${toJson(session.root)},"chunks":[\n` : "";
      const parts = partsOf(session.store);
      const seen = new Map<number, number>();
      for (const chunk of session.store.chunks()) {
        const number = (seen.get(chunk.symbol) ?? 0) + 1;
        seen.set(chunk.symbol, number);
        if (!accepts(chunk.path, chunk.language) || (kinds.size > 0 && !kinds.has(chunk.kind))) continue;
        if (whole && count > 0) pending += ",\n";
        pending += `${toJson(row(session.store, chunk, { number, of: parts.get(chunk.symbol)! }))}${whole ? "" : "\n"}`;
        count++;
        if (pending.length < 1 << 16) continue;
        // In pieces, waiting for the reader: a large manifest is never held as one text.
        print(pending);
        await printed();
        pending = "";
      }
      print(whole ? `${pending}\n]}\n` : pending);
      await printed();
      if (count === 0) say("manifold: Nothing to cite: no file is indexed here, or the filters leave none.\n");
      return count > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});
