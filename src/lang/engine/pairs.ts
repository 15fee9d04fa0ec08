/**
 * Pairs of a description and the code it describes, as a file itself holds them: names and bodies, documentation and definitions,
 * comments and the lines below, headings and sections. Nobody labels anything.
 *
 * They teach the built-in embedding (scripts/train) and adapt it to the tree that is being indexed (embed/adapt.ts).
 */

import { pairing } from "../../base/limits.ts";
import type { Chunk, FileFacts, RawSymbol } from "../../base/types.ts";
import { isLicence } from "./comments.ts";
import { linesOf } from "./lines.ts";
import { words } from "./words.ts";

export const PAIR_KINDS = ["name", "doc", "comment", "path", "string", "module", "section", "test"] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

/** A description and where in the file's text the described stands: `[from, to)` without `[holeFrom, holeTo)` (equal if there is none). */
export interface Pair {
  kind: PairKind;
  query: string;
  from: number;
  to: number;
  holeFrom: number;
  holeTo: number;
}

const DEFINITIONS: ReadonlySet<string> = words("function method class struct interface trait enum macro module namespace");

/**
 * All pairs of a file, in the order of its symbols, comments and chunks.
 * @param text the same text that the facts were extracted from
 */
export function minePairs(facts: FileFacts, text: string, chunks: readonly Chunk[]): Pair[] {
  const pairs: Pair[] = [];
  const add = (kind: PairKind, query: string, from: number, to: number, holeFrom = from, holeTo = from): void => {
    const end = Math.min(to, from + pairing.maxDocument);
    if (end - from - (holeTo - holeFrom) >= pairing.minDocument) pairs.push({ kind, query, from, to: end, holeFrom, holeTo });
  };
  let firstDefinition = text.length;
  for (const [at, symbol] of facts.symbols.entries()) {
    if (at === 0) continue;
    if (symbol.kind === "section") {
      const body = text.indexOf("\n", symbol.from);
      if (body >= 0) add("section", symbol.name, body, symbol.to);
      continue;
    }
    if (!DEFINITIONS.has(symbol.kind) || symbol.to - symbol.from < pairing.minDocument) continue;
    firstDefinition = Math.min(firstDefinition, symbol.from);
    const signature = signatureEnd(facts, symbol);
    add("name", symbol.name, symbol.from, symbol.to, symbol.from, signature);
    if (isTelling(symbol.doc)) {
      const [holeFrom, holeTo] = docInside(facts, text, symbol, signature);
      add("doc", symbol.doc.slice(0, pairing.maxQuery), symbol.from, symbol.to, holeFrom, holeTo);
    }
    const said = telling(text, signature, Math.min(symbol.to, signature + pairing.maxDocument));
    if (said) add("string", said.text, symbol.from, symbol.to, said.from, said.to);
  }
  for (const { from, to, query } of comments(facts, text)) {
    // What stands right above the first definition is about that, not about the file.
    if (from < pairing.maxQuery && to <= firstDefinition && /\S/.test(text.slice(to, firstDefinition)))
      add("module", query, to, text.length);
    else add("comment", query, to, blockEnd(facts, text, to));
  }
  for (const match of text.matchAll(/\b(?:it|test|describe|context|specify|scenario|should)[\s(]+(["'`])([^"'`\n]{8,120})\1/g))
    add("test", match[2]!, match.index + match[0].length, match.index + match[0].length + pairing.maxBlock);
  const path = facts.path.split("/").slice(-2).join(" ");
  const lines = linesOf(text);
  for (const chunk of chunks) if (chunk.kind !== "licence") add("path", path, lines.from(chunk.start), lines.to(chunk.end));
  return pairs;
}

/** Where the body of a definition begins: after its signature. */
function signatureEnd(facts: FileFacts, symbol: RawSymbol): number {
  const { signatures } = facts.spans;
  const at = firstFrom(signatures, symbol.from);
  const span = signatures[at];
  return span !== undefined && span[0] < symbol.to ? Math.min(span[1], symbol.to) : symbol.from;
}

/** The documentation's own place where it stands inside the definition (docstrings); nothing where it stands before it. */
function docInside(facts: FileFacts, text: string, symbol: RawSymbol, signature: number): [number, number] {
  const span = facts.spans.comments[firstFrom(facts.spans.comments, signature)];
  if (span === undefined || span[0] >= symbol.to) return [symbol.from, symbol.from];
  const start = symbol.doc.slice(0, 24).split("\n", 1)[0]!;
  return text.slice(span[0], span[1]).includes(start) ? [span[0], span[1]] : [symbol.from, symbol.from];
}

/** Comments of several words, neighbouring lines taken together, licences left out. */
function* comments(facts: FileFacts, text: string): Generator<{ from: number; to: number; query: string }> {
  const spans = facts.spans.comments;
  for (let i = 0; i < spans.length; ) {
    const from = spans[i]![0];
    let to = spans[i]![1];
    for (
      i++;
      i < spans.length && /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(to, Math.min(spans[i]![0], to + 80))) && spans[i]![0] - to < 80;
      i++
    )
      to = spans[i]![1];
    const query = text.slice(from, Math.min(to, from + pairing.maxQuery));
    if (isTelling(query) && !isLicence(query)) yield { from, to, query };
  }
}

/** End of the lines that a comment stands above: the next blank line or comment. */
function blockEnd(facts: FileFacts, text: string, from: number): number {
  const blank = /\n[ \t]*\r?\n/g;
  blank.lastIndex = from + 1;
  const gap = blank.exec(text)?.index ?? text.length;
  const next = facts.spans.comments[firstFrom(facts.spans.comments, from)]?.[0] ?? text.length;
  return Math.min(gap, next, from + pairing.maxBlock);
}

/** The first quoted text of several words. */
function telling(text: string, from: number, to: number): { text: string; from: number; to: number } | null {
  for (const match of text.slice(from, to).matchAll(/(["'])((?:[A-Za-z]+[ ,.:;%]+){3,}[^"'\n]{0,100})\1/g))
    return { text: match[2]!, from: from + match.index, to: from + match.index + match[0].length };
  return null;
}

/** At least three words of letters. */
function isTelling(text: string): boolean {
  return /(?:[A-Za-z]{2,}[^A-Za-z]+){2}[A-Za-z]{2,}/.test(text);
}

/** Index of the first span that begins at or after an offset; spans ascend. */
function firstFrom(spans: readonly (readonly [number, number])[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]![0] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
