/** One file from its text to what is stored of it: read → extract → chunk → post. The same code runs in this process and in children. */
import { docLimit } from "../base/limits.ts";
import type { Chunk, FileFacts, ScannedFile, Spans } from "../base/types.ts";
import { splitIdentifier, stem } from "../base/words.ts";
import { type KnownContent, readUnlessKnown, type SkippedFile, type SourceText } from "../files/reader.ts";
import { chunk, tagsOf } from "../lang/engine/chunk.ts";
import { extract } from "../lang/engine/extract.ts";
import { isTrying } from "../lang/engine/monotony.ts";
import { type Language, languageOf } from "../lang/languages.ts";
import { encodeFacts, encodeNames } from "../store/facts.ts";
import type { FileRecord, SymbolRecord } from "../store/records.ts";
import { symbolKeys } from "../store/symbols.ts";
import { type Counter, withFewerPairs } from "./bags.ts";
import { nodesDigest } from "./keys.ts";

/** A file to parse. `plain`: its grammar took a process down, so it is only chunked. */
export interface ParseJob extends ScannedFile {
  plain: boolean;
  /** Of how many of its pairs in 2^16 the embedding wants to learn; -1 where nothing is embedded with the built-in model. */
  embed?: number;
}

/**
 * What became of a file: what is stored of it, with its spans where this process parsed it, or why it is left out after all (its content tells).
 * `reused`: it was not parsed, but known by its content.
 */
export type Parsed = (FileRecord & { spans?: Spans; reused?: true }) | SkippedFile;

export function isSkipped(parsed: Parsed): parsed is SkippedFile {
  return "reason" in parsed;
}

/** A batch of files after parsing: in the order asked; postings of all their chunks together. */
export interface ParsedBatch {
  files: { job: ParseJob; result: Parsed }[];
  postings: Uint8Array;
}

/** What was kept of a file, and its postings (`Poster.encodeLast`). */
export interface Kept {
  record: FileRecord;
  postings: Uint8Array;
}

/** Who knows what was made of files (reuse.ts). */
export interface Keeper {
  /** What was made of a file's bytes, with at least so many pairs (`ParseJob.embed`); null if that is not known. */
  recall(path: string, bytes: Uint8Array, pairs: number): Kept | null;
  /** How many pairs to pack of a file that is to be kept: enough for trees of other sizes. */
  pairsToKeep(pairs: number): number;
  /** Keeps what was made of a file that `recall` did not know. @param pairs of how many its bags have been packed */
  keep(kept: Kept, pairs: number): void;
}

/** How a process uses the cache: what is verified or built anew on purpose reads nothing from it. */
export type Reusing = "yes" | "write" | "no";

/** A file that this process must not parse: its grammar might take minutes, which cannot be interrupted. */
export class Doubtful extends Error {}

/** A file as it was read. */
type Read = SourceText | SkippedFile | KnownContent<Kept>;

function readOne(root: string, job: ParseJob, reuse: Keeper | null): Read {
  // What took a process down is not what its content alone says.
  return readUnlessKnown(root, job.path, (bytes) => (job.plain ? null : (reuse?.recall(job.path, bytes, job.embed ?? -1) ?? null)));
}

/**
 * Reads files that this process will parse one after the other.
 * @throws Doubtful if one of them is a text that a child should parse
 */
export function readAll(root: string, jobs: readonly ParseJob[], reuse: Keeper | null): Read[] {
  return jobs.map((job) => {
    const source = readOne(root, job, reuse);
    if ("reason" in source || "known" in source) return source;
    if (isTrying(source.text)) throw new Doubtful(job.path);
    return source;
  });
}

/** Parses one file and counts its words into `counter`, unless it is known by its content. */
export function parseFile(
  root: string,
  job: ParseJob,
  counter: Counter,
  reuse: Keeper | null = null,
  source: Read = readOne(root, job, reuse),
): Parsed {
  if ("reason" in source) return source;
  if ("known" in source) {
    const { known, hash, size, mtime } = source;
    counter.again(known.postings);
    return { ...known.record, hash, size, mtime, reused: true };
  }
  const { text } = source;
  const language = languageOfText(job.path, text);
  const facts: FileFacts = job.plain
    ? { ...extract(job.path, text, null), language: language?.name ?? null, damaged: true }
    : extract(job.path, text, language);
  const chunks = chunk(facts, text);
  const wanted = job.embed ?? -1;
  const keeps = reuse !== null && !job.plain;
  const pairs = keeps ? reuse.pairsToKeep(wanted) : wanted;
  const bags = counter.file(facts, text, chunks, pairs < 0 ? null : { pairs });
  const made = record(job.path, source, facts, chunks, bags);
  if (keeps) reuse.keep({ record: made, postings: counter.encodeLast() }, pairs);
  return pairs > wanted ? { ...made, bags: withFewerPairs(bags, wanted) } : made;
}

const languageOfText = (path: string, text: string): Language | null => languageOf(path, text.slice(0, Math.max(0, text.indexOf("\n"))));

function record(path: string, source: SourceText, facts: FileFacts, chunks: Chunk[], bags: Uint8Array): FileRecord & { spans: Spans } {
  const keys = symbolKeys(path, facts.symbols);
  // One literal: spreading takes five times as long.
  const symbols = facts.symbols.map(({ kind, name, qualified, parent, start, end, exported, arity, type, declares, signature, doc }) => {
    const symbol: SymbolRecord = { kind, name, qualified, parent, start, end, exported, arity, type, signature, doc: cut(doc, docLimit) };
    if (declares) symbol.declares = true;
    return symbol;
  });
  return {
    path,
    language: facts.language,
    size: source.size,
    mtime: source.mtime,
    hash: source.hash,
    lines: facts.lines,
    damaged: facts.damaged,
    redactions: source.redactions,
    tags: fileTags(path, chunks),
    names: encodeNames(definitionNames(facts)),
    symbols,
    keys,
    chunks,
    rules: facts.rules ?? [],
    facts: encodeFacts(facts),
    nodes: nodesDigest(path, symbols, keys),
    bags,
    spans: facts.spans,
  };
}

/** The start of a text, never half of a character. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Tags of a file: its path's, and what every chunk of it has (`generated` is told by the text). */
function fileTags(path: string, chunks: readonly Chunk[]): string[] {
  return chunks[0]?.tags ?? tagsOf(path);
}

/** One line a definition: stemmed parts joined by space, tab, kind, tab, name; each once, in order. */
function definitionNames(facts: FileFacts): string {
  const lines = new Set<string>();
  for (const { kind, name } of facts.symbols) {
    if (kind === "file" || kind === "import" || kind === "external") continue;
    const flat = name.replace(/\s+/g, " ");
    lines.add(`${splitIdentifier(flat).map(stem).join(" ")}\t${kind}\t${flat}`);
  }
  return [...lines].join("\n");
}
