/** One file from its text to what is stored of it: read → extract → chunk → post. The same code runs in this process and in children. */
import { docLimit } from "../base/limits.ts";
import type { Chunk, FileFacts, ScannedFile, Spans } from "../base/types.ts";
import { splitIdentifier, stem } from "../base/words.ts";
import { readFileOf, type SkippedFile, type SourceText } from "../files/reader.ts";
import { chunk, tagsOf } from "../lang/engine/chunk.ts";
import { extract } from "../lang/engine/extract.ts";
import { isTrying } from "../lang/engine/monotony.ts";
import { type Language, languageOf } from "../lang/languages.ts";
import { encodeFacts } from "../store/facts.ts";
import { symbolKeys } from "../store/keys.ts";
import type { FileRecord, SymbolRecord } from "../store/records.ts";
import { encodeNames } from "../store/wording.ts";
import type { Counter } from "./bags.ts";
import { nodesDigest } from "./keys.ts";

/** A file to parse. `plain`: its grammar took a process down, so it is only chunked. */
export interface ParseJob extends ScannedFile {
  plain: boolean;
  /** Of how many of its pairs in 2^16 the embedding wants to learn; -1 where nothing is embedded with the built-in model. */
  embed?: number;
}

/** What became of a file: what is stored of it, with its spans where this process parsed it, or why it is left out after all (its content tells). */
export type Parsed = (FileRecord & { spans?: Spans }) | SkippedFile;

export function isSkipped(parsed: Parsed): parsed is SkippedFile {
  return "reason" in parsed;
}

/** A batch of files after parsing: in the order asked; postings of all their chunks together. */
export interface ParsedBatch {
  files: { job: ParseJob; result: Parsed }[];
  postings: Uint8Array;
}

/** A file that this process must not parse: its grammar might take minutes, which cannot be interrupted. */
export class Doubtful extends Error {}

/** A file as it was read. */
type Read = SourceText | SkippedFile;

/**
 * Reads files that this process will parse one after the other.
 * @throws Doubtful if one of them is a text that a child should parse
 */
export function readAll(root: string, jobs: readonly ParseJob[]): Read[] {
  return jobs.map((job) => {
    const source = readFileOf(root, job.path);
    if ("reason" in source) return source;
    if (isTrying(source.text)) throw new Doubtful(job.path);
    return source;
  });
}

/** Parses one file and counts its words into `counter`. */
export function parseFile(root: string, job: ParseJob, counter: Counter, source: Read = readFileOf(root, job.path)): Parsed {
  if ("reason" in source) return source;
  const { text } = source;
  const language = languageOfText(job.path, text);
  const facts: FileFacts = job.plain
    ? { ...extract(job.path, text, null), language: language?.name ?? null, damaged: true }
    : extract(job.path, text, language);
  const chunks = chunk(facts, text);
  const pairs = job.embed ?? -1;
  const bags = counter.file(facts, text, chunks, pairs < 0 ? null : { pairs });
  return record(job.path, source, facts, chunks, bags);
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
