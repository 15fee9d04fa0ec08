/** The index's naive twin: BM25F over plain objects, written as the recipe reads, and files to try it on. */
import { Database } from "bun:sqlite";
import fc from "fast-check";
import { lexical } from "../../../src/base/settings.ts";
import { words } from "../../../src/base/words.ts";
import { FIELDS, type Field } from "../../../src/store/lexical/codec.ts";
import { LEXICAL_SCHEMA } from "../../../src/store/lexical.ts";

/** A file of made-up source: lines of names, each line with a role. */
export interface NaiveFile {
  path: string;
  lines: { role: "body" | "comment" | "import" | "signature"; text: string }[];
  /** Lines after which a chunk ends, ascending; the last line always ends one. */
  cuts: number[];
  licence: boolean;
  qualified: string;
}

const NAMES = [
  "format formatter formatting formatValue FORMAT config configuration configure conf auth authenticate authentication",
  "parse parser parseConfig parse_config HTTPServer server serve get getUser user users id i x 42 utf8 Überprüfung 用户认证 return const",
]
  .join(" ")
  .split(" ");

const name = fc.constantFrom(...NAMES);
const line = fc.record({
  role: fc.constantFrom("body" as const, "body" as const, "comment" as const, "import" as const, "signature" as const),
  text: fc.array(name, { maxLength: 7 }).map((names) => names.join(" ")),
});

export const anyFile: fc.Arbitrary<NaiveFile> = fc.record({
  path: fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `${names.join("/")}.ts`),
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  cuts: fc.uniqueArray(fc.nat(6), { maxLength: 3 }).map((cuts) => cuts.sort((a, b) => a - b)),
  licence: fc.boolean(),
  qualified: fc.array(name, { maxLength: 2 }).map((names) => names.join(".")),
});

export const anyQuestion = fc.uniqueArray(
  name.map((text) => words(text).at(-1)!),
  { minLength: 1, maxLength: 5 },
);

/** What the poster takes for a file. */
export function asFacts(file: NaiveFile) {
  const spans: Record<"comments" | "imports" | "signatures", [number, number][]> = { comments: [], imports: [], signatures: [] };
  let text = "";
  for (const { role, text: content } of file.lines) {
    const span: [number, number] = [text.length, text.length + content.length];
    if (role !== "body") spans[`${role}s`].push(span);
    text += `${content}\n`;
  }
  const ends = [...new Set([...file.cuts.map((cut) => cut + 1).filter((cut) => cut < file.lines.length), file.lines.length])];
  const chunks = ends.map((end, at) => ({
    start: (ends[at - 1] ?? 0) + 1,
    end,
    kind: file.licence && at === 0 ? ("licence" as const) : ("code" as const),
    qualified: file.qualified,
  }));
  return { facts: { path: file.path, spans }, text, chunks };
}

/** One chunk as the recipe sees it. */
export interface NaiveChunk {
  no: number;
  fields: Record<Field, string[]>;
}

/** Chunks of a file that have postings, numbered from `first`. */
export function naiveChunks(file: NaiveFile, first: number): NaiveChunk[] {
  const slash = file.path.lastIndexOf("/");
  return asFacts(file).chunks.flatMap((chunk, ordinal): NaiveChunk[] => {
    if (chunk.kind === "licence") return [];
    const fields: NaiveChunk["fields"] = {
      body: [],
      comment: [],
      import: [],
      signature: [],
      directory: slash < 0 ? [] : words(file.path.slice(0, slash)),
      stem: words(file.path.slice(slash + 1, -".ts".length)),
      enclosing: words(file.qualified),
    };
    for (const { role, text } of file.lines.slice(chunk.start - 1, chunk.end)) fields[role].push(...words(text));
    return [{ no: first + ordinal, fields }];
  });
}

/** RETRIEVAL.md: who counts as a relative of a query word. */
function related(word: string, term: string): boolean {
  if (term === word) return false;
  const extends_ = word.length >= 3 && term.startsWith(word) && term.length - word.length <= 6;
  const prefix = word.startsWith(term) && term.length >= 4 && term.length >= word.length / 2;
  const shared = word.slice(0, Math.max(5, word.length - 2));
  const shares = word.length >= 5 && term.startsWith(shared) && term.length <= word.length + 2 && !word.startsWith(term);
  return extends_ || prefix || shares;
}

/** Score of every chunk that a question finds. */
export function naiveScores(chunks: readonly NaiveChunk[], question: readonly string[]): Map<number, number> {
  const mean = (field: Field): number => chunks.reduce((sum, chunk) => sum + chunk.fields[field].length, 0) / chunks.length;
  const means = Object.fromEntries(FIELDS.map((field) => [field, mean(field)])) as Record<Field, number>;
  const frequency = (chunk: NaiveChunk, term: string): number => {
    let sum = 0;
    for (const field of FIELDS) {
      const times = chunk.fields[field].filter((word) => word === term).length;
      if (times === 0) continue;
      const normalised = field === "body" || field === "comment" || field === "import" || field === "signature";
      const norm = normalised ? 1 - 0.75 + (0.75 * chunk.fields[field].length) / means[field] : 1;
      sum += (lexical.weights[field] * times) / norm;
    }
    return sum;
  };
  const has = (chunk: NaiveChunk, term: string): boolean => FIELDS.some((field) => chunk.fields[field].includes(term));
  const terms = new Set(chunks.flatMap((chunk) => FIELDS.flatMap((field) => chunk.fields[field])));
  const scores = new Map<number, number>();
  for (const word of question) {
    const rarity = (term: string): number => {
      const matching = chunks.filter((chunk) => has(chunk, term)).length;
      return Math.log(1 + (chunks.length - matching + 0.5) / (matching + 0.5));
    };
    const variants = [...terms].filter((term) => term === word || related(word, term));
    for (const chunk of chunks) {
      let bestValue = 0;
      for (const term of variants) {
        if (!has(chunk, term)) continue;
        const idf = rarity(terms.has(word) ? word : term);
        const f = frequency(chunk, term);
        bestValue = Math.max(bestValue, ((term === word ? 1 : 0.5) * idf * f * (2.2 + 1)) / (f + 2.2));
      }
      if (bestValue > 0) scores.set(chunk.no, (scores.get(chunk.no) ?? 0) + bestValue);
    }
  }
  return scores;
}

/** An empty index in memory. */
export function emptyIndex(): Database {
  const db = new Database(":memory:");
  db.run(LEXICAL_SCHEMA);
  return db;
}
