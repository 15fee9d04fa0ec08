/** Retrieval by words: chunks from the lexical index, files by structural evidence, one chunk a file first. */
import { ranking } from "../base/settings.ts";
import type { SymbolKind } from "../base/types.ts";
import { queryWords, splitIdentifier, stem } from "../base/words.ts";
import type { ChunkRow, Store, SymbolRow } from "../store/graph.ts";
import { idf, search } from "../store/lexical.ts";
import { chunkNumbers, chunkPlaces, type FileEvidence, fileEvidence, filesForFilter } from "../store/ranking.ts";
import {
  asSymbol,
  embeddedIdentifiers,
  foldName,
  kindWeight,
  nameOverlap,
  penalty,
  type QueryWeights,
  queryWeights,
  softStemOverlap,
  stemOverlap,
  stemParts,
} from "./evidence.ts";
import { type Filters, fileFilter, filtersFiles } from "./filter.ts";

/** A chunk with its place in the ranking. */
export interface RankedChunk {
  chunk: ChunkRow;
  score: number;
}

export interface RetrieveOptions {
  /** How many chunks are wanted. */
  k: number;
  filters: Filters;
}

interface FileScore {
  file: FileEvidence;
  score: number;
  /** Its chunks that the words hit: number and score as a share of the best chunk's. */
  chunks: { no: number; score: number }[];
}

/**
 * The chunks that answer a text best, best first; ties by path and line.
 *
 * File score = (best chunk + shares of the next three) / best of all + .5 D + .4 S + S' + symbol terms, times penalties
 * (RETRIEVAL.md). The best files give one chunk each, then their further chunks follow.
 */
export function retrieveText(store: Store, text: string, options: RetrieveOptions): RankedChunk[] {
  const words = queryWords(text);
  const accept = options.filters;
  const allows = fileFilter(accept);
  const allowed = filtersFiles(accept)
    ? new Set(
        chunkNumbers(
          store,
          filesForFilter(store)
            .filter((file) => allows(file.path, file.language))
            .map((file) => file.id),
        ),
      )
    : undefined;
  const hits = search(store.db, words, { limit: ranking.candidates, ...(allowed ? { filter: (no: number) => allowed.has(no) } : {}) });
  const symbol = asSymbol(text);
  const named = symbol ? symbolFiles(store, symbol) : new Map<number, number>();
  const best = hits[0]?.score ?? 0;
  const places = chunkPlaces(
    store,
    hits.map((hit) => hit.no),
  );
  const byFile = new Map<number, { no: number; score: number }[]>();
  for (const hit of hits) {
    const place = places.get(hit.no);
    if (!place) continue;
    const list = byFile.get(place.file);
    const row = { no: hit.no, score: hit.score / best };
    if (list) list.push(row);
    else byFile.set(place.file, [row]);
  }
  for (const file of named.keys()) if (!byFile.has(file)) byFile.set(file, []);
  const whole = wholeIdentifiers(text);
  const parts = words.filter((word) => !whole.has(word));
  const stems = new Set(parts.length > 0 ? parts : words);
  const files = fileEvidence(store, [...byFile.keys()])
    .filter((file) => allows(file.path, file.language))
    .map((file) => ({ file, names: relevantNames(file.names, stems), stem: stemParts(file.path) }));
  const query = queryWeights([...stems], idf(store.db, stems), store.counts().chunks);
  const identifiers = symbol ? [] : embeddedIdentifiers(text);
  const asked = new Set(words);
  const scored: FileScore[] = files.map((known) => {
    const chunks = byFile.get(known.file.id)!;
    return { file: known.file, chunks, score: fileScore(known, chunks, { query, symbol, named, identifiers, asked }) };
  });
  scored.sort((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1));
  return arrange(store, scored, { query, symbol, identifiers, options });
}

interface Evidence {
  query: QueryWeights;
  symbol: string | null;
  /** Files that define the asked symbol: how exactly. */
  named: Map<number, number>;
  identifiers: string[];
  asked: ReadonlySet<string>;
}

/** A file with the names and the stem that the question is compared with. */
interface KnownFile {
  file: FileEvidence;
  names: DefinedName[];
  stem: string[];
}

function fileScore({ file, names, stem: parts }: KnownFile, chunks: readonly { score: number }[], evidence: Evidence): number {
  const { query } = evidence;
  let score = chunks[0]?.score ?? 0;
  for (let i = 0; i < ranking.nextChunks.length; i++) score += ranking.nextChunks[i]! * (chunks[i + 1]?.score ?? 0);
  let overlap = 0;
  for (const name of names) if (!isValue(name.kind)) overlap = Math.max(overlap, nameOverlap(name.parts, query));
  score += ranking.definitions * overlap + ranking.fileStem * stemOverlap(parts, query) + ranking.softStem * softStemOverlap(parts, query);
  const stemName = foldName(baseName(file.path));
  if (evidence.symbol) {
    const exact = evidence.named.get(file.id) ?? 0;
    score += ranking.symbol * exact;
    if (exact > 0 && stemName === foldName(lastSegment(evidence.symbol))) score += ranking.symbolStem;
  }
  let defines = 0;
  let equals = 0;
  for (const identifier of evidence.identifiers) {
    if (names.some((name) => name.name === identifier)) defines = 1;
    if (foldName(identifier) === stemName) equals = 1;
  }
  score += ranking.embedded * defines + ranking.embeddedStem * equals;
  return score * penalty(file.path, file.tags, evidence.asked);
}

/** One chunk a file down the ranking, then, after the first files, their further chunks. */
function arrange(
  store: Store,
  files: readonly FileScore[],
  context: { query: QueryWeights; symbol: string | null; identifiers: string[]; options: RetrieveOptions },
): RankedChunk[] {
  const { k, filters } = context.options;
  const first: RankedChunk[] = [];
  const further: RankedChunk[] = [];
  const wanted = new Set(filters.kinds);
  for (const { file, score, chunks } of files) {
    if (first.length >= k) break;
    const rows = store.chunksOfFile(file.id);
    const symbols = store.symbolsOfFile(file.id);
    const hit = new Map(chunks.map((chunk) => [chunk.no, chunk.score]));
    const ranked = rows
      .filter((chunk) => wanted.size === 0 || wanted.has(chunk.kind) || starting(symbols, chunk).some((symbol) => wanted.has(symbol.kind)))
      .map((chunk) => ({ chunk, score: (hit.get(chunk.no) ?? 0) + chunkEvidence(chunk, symbols, context) }))
      .sort((a, b) => b.score - a.score || a.chunk.start - b.chunk.start);
    const [head, ...rest] = ranked;
    if (!head) continue;
    first.push({ chunk: head.chunk, score });
    for (const other of rest)
      if (hit.has(other.chunk.no))
        further.push({ chunk: other.chunk, score: (score * other.score) / Math.max(head.score, other.score, 1e-9) });
  }
  const head = first.slice(0, Math.min(k, ranking.oneAFile));
  const tail = [...first.slice(head.length), ...further].sort(
    (a, b) => b.score - a.score || (a.chunk.path < b.chunk.path ? -1 : a.chunk.path > b.chunk.path ? 1 : a.chunk.start - b.chunk.start),
  );
  return [...head, ...tail].slice(0, k);
}

/** How much a chunk's own definitions speak for it within its file. */
function chunkEvidence(
  chunk: ChunkRow,
  symbols: readonly SymbolRow[],
  context: { query: QueryWeights; symbol: string | null; identifiers: string[] },
): number {
  const wanted = context.symbol ? lastSegment(context.symbol) : null;
  let overlap = 0;
  let defines = 0;
  for (const symbol of starting(symbols, chunk)) {
    overlap = Math.max(overlap, nameOverlap(splitIdentifier(symbol.name).map(stem), context.query));
    if (wanted !== null && symbol.name === wanted) defines = Math.max(defines, 1);
    else if (wanted !== null && foldName(symbol.name) === foldName(wanted)) defines = Math.max(defines, ranking.folded);
    else if (context.identifiers.includes(symbol.name)) defines = Math.max(defines, 0.5);
  }
  return ranking.chunkDefinitions * overlap + ranking.chunkSymbol * defines;
}

/** Definitions that start in a chunk, the file itself left out. */
function starting(symbols: readonly SymbolRow[], chunk: ChunkRow): SymbolRow[] {
  return symbols.filter((symbol) => symbol.at > 0 && symbol.start >= chunk.start && symbol.start <= chunk.end);
}

/** Files that define a symbol and how exactly: 1 for the very name, less when only the letters agree, by what it is. */
function symbolFiles(store: Store, symbol: string): Map<number, number> {
  const found = new Map<number, number>();
  const name = lastSegment(symbol);
  const rows = symbol === name ? store.symbolsByName(name, true) : store.symbolsByQualified(symbol, true);
  for (const row of rows.length > 0 ? rows : store.symbolsByName(name, true)) {
    if (row.file === null || row.kind === "import" || row.at === 0) continue;
    const likeness = (row.name === name ? 1 : ranking.folded) * kindWeight(row.kind);
    found.set(row.file, Math.max(found.get(row.file) ?? 0, likeness));
  }
  return found;
}

interface DefinedName {
  parts: string[];
  kind: SymbolKind;
  name: string;
}

/** The names of a file's definitions that share a part with the question; the others can add nothing. */
function relevantNames(names: string, stems: ReadonlySet<string>): DefinedName[] {
  const found: DefinedName[] = [];
  if (names === "") return found;
  for (const line of names.split("\n")) {
    const tab = line.indexOf("\t");
    const parts = line.slice(0, tab).split(" ");
    if (!parts.some((part) => stems.has(part))) continue;
    const [kind, name] = line.slice(tab + 1).split("\t") as [SymbolKind, string];
    found.push({ parts, kind, name });
  }
  return found;
}

/** Fields, variables and constants are named after everything: as definitions of a topic they mislead (dev .8873 with, .8896 without). */
const isValue = (kind: SymbolKind) => kind === "field" || kind === "variable" || kind === "constant";

const lastSegment = (symbol: string) => symbol.split(/\.|::|#|->|\//).at(-1)!;
const baseName = (path: string) => (path.split("/").at(-1) ?? "").replace(/(?<=.)\.[^.]*$/, "");

/** Whole identifiers of several parts, as words.ts keeps them beside their parts (`parseconfig` of `parseConfig`). */
function wholeIdentifiers(text: string): Set<string> {
  const whole = new Set<string>();
  for (const match of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
    const parts = splitIdentifier(match[0]);
    if (parts.length > 1) whole.add(parts.join(""));
  }
  return whole;
}
