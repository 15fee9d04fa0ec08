/** From what was found to numbered results: the text of each, read through the one redacting reader. */
import type { Warning } from "../base/errors.ts";
import type { Result } from "../base/schema.ts";
import { quoting } from "../base/settings.ts";
import { brief } from "../base/visible.ts";
import type { Store } from "../store/graph.ts";

/** A result without its rank and text, and the lines that it quotes. */
export interface Draft
  extends Omit<Result, "rank" | "snippet" | "lines" | "signature" | "definitions" | "truncated" | "duplicates" | "near"> {
  /** First and last line to quote, or null for nothing (external symbols). */
  quote: { from: number; to: number } | null;
  /** Near-duplicates that it stands for; 0 unless told. */
  duplicates?: number;
  /** It is merely among the nearest; not so unless told. */
  near?: boolean;
  signature?: string;
}

/** The files of one answer, each read once. */
export class Pages {
  readonly #lines = new Map<string, string[] | null>();
  /** Files that changed since they were indexed, or cannot be read any more. */
  readonly stale = new Set<string>();

  constructor(private readonly store: Store) {}

  /** Is it a tree that is not checked out here? */
  get elsewhere(): boolean {
    return this.store.texts !== null;
  }

  /** Lines of a file as indexed (redacted), or null where that text is not there any more. */
  lines(path: string): string[] | null {
    const known = this.#lines.get(path);
    if (known !== undefined) return known;
    const row = this.store.fileByPath(path);
    const source = row ? this.store.source(path, row) : null;
    const lines = source === null || typeof source === "string" || !source.fresh ? null : source.text.split(/\r\n|\n|\r/);
    if (lines === null) this.stale.add(path);
    this.#lines.set(path, lines);
    return lines;
  }

  /** The text of some lines, without the blank ones at its end; "" where the file is not as indexed. */
  text(path: string, from: number, to: number): string {
    const lines = this.lines(path);
    return lines === null
      ? ""
      : lines
          .slice(from - 1, to)
          .join("\n")
          .trimEnd();
  }
}

/** Results with rank and text, everything quoted. */
export function quoteAll(drafts: readonly Draft[], pages: Pages): Result[] {
  return drafts.map(({ quote, ...draft }, i) => {
    const snippet = quote ? clip(pages.text(draft.path, quote.from, quote.to)) : "";
    return {
      rank: i + 1,
      ...draft,
      near: draft.near ?? false,
      score: Math.round(draft.score * 1e4) / 1e4,
      signature: brief(draft.signature ?? "", quoting.signature),
      definitions: [],
      snippet,
      lines: quote && snippet !== "" ? [[quote.from, quote.from + snippet.split("\n").length - 1]] : [],
      truncated: false,
      duplicates: draft.duplicates ?? 0,
    };
  });
}

/** A single line of data can be megabytes long: no line is quoted beyond `settings.quoting.maxLine`. */
function clip(text: string): string {
  if (text.length <= quoting.maxLine) return text;
  return text
    .split("\n")
    .map((line) => (line.length > quoting.maxLine ? `${line.slice(0, quoting.maxLine)}…` : line))
    .join("\n");
}

/** One warning for all files whose text could not be quoted as indexed. */
export function staleWarning(pages: Pages): Warning[] {
  if (pages.stale.size === 0) return [];
  if (pages.elsewhere)
    return [{ code: "text-unpublished", message: "Its text is not published, so places and signatures stand here without their lines." }];
  const [first] = [...pages.stale].sort();
  const others = pages.stale.size - 1;
  return [
    {
      code: "file-changed",
      message: `${first}${others > 0 ? ` and ${others} more files` : ""} changed since the index was made, so their lines are not quoted; run the question without --no-refresh.`,
    },
  ];
}
