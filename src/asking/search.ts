/** The retrieved part of an answer: ranked chunks, and exact matches, as results. */
import type { Strategy } from "../base/types.ts";
import type { KeywordAnswer } from "../query/keyword.ts";
import type { RankedChunk } from "../query/retrieve.ts";
import type { ChunkRow, Store } from "../store/graph.ts";
import { type Draft, Pages } from "./quote.ts";

/** The texts of ranked chunks, each read through its own index. */
export function textsOf(chunks: readonly RankedChunk[]): string[] {
  const pages = new Map<Store, Pages>();
  return chunks.map(({ chunk, part: { store } }) => {
    const own = pages.get(store) ?? new Pages(store);
    pages.set(store, own);
    return own.text(chunk.path, chunk.start, chunk.end);
  });
}

/** A ranked chunk as a result. */
export function chunkDraft({ chunk, likelihood: score }: Pick<RankedChunk, "chunk" | "likelihood">, strategy: Strategy): Draft {
  return {
    ...placeOf(chunk),
    score,
    strategies: [strategy],
    depth: 0,
    line: null,
    confidence: 1,
    resolution: null,
    repository: null,
    quote: { from: chunk.start, to: chunk.end },
  };
}

function placeOf(chunk: ChunkRow) {
  return {
    chunk: chunk.id,
    path: chunk.path,
    start: chunk.start,
    end: chunk.end,
    kind: chunk.kind,
    name: chunk.name,
    qualified: chunk.qualified,
    language: chunk.language,
  };
}

/** A line as a result: the span is that of the chunk it stands in. It holds what was asked for, unless who made it knows better. */
export function lineDraft(chunk: ChunkRow | null, path: string, line: number, language: string | null): Draft {
  const place = { chunk: "", path, start: line, end: line, kind: "text", name: "", qualified: "", language };
  return {
    ...(chunk ? placeOf(chunk) : place),
    score: 1,
    strategies: ["keyword"],
    depth: 0,
    line,
    confidence: 1,
    resolution: null,
    repository: null,
    quote: { from: line, to: line },
  };
}

/**
 * Every matching line as a result: `line` is its own, the span that of the chunk it stands in.
 * @param kinds only lines in a chunk or directly in a symbol of one of these kinds; [] for all
 */
export function keywordDrafts(store: Store, answer: KeywordAnswer, k: number, kinds: readonly string[] = []): Draft[] {
  const drafts: Draft[] = [];
  for (const file of answer.files)
    for (const found of file.lines) {
      if (drafts.length >= k) return drafts;
      const chunk = store.chunkAt(file.path, found.line);
      if (kinds.length > 0 && !kinds.includes(chunk?.kind ?? "text")) {
        const symbol = store.symbolAt(file.path, found.line);
        if (!symbol || !kinds.includes(symbol.kind)) continue;
      }
      drafts.push(lineDraft(chunk, file.path, found.line, file.language));
    }
  return drafts;
}
