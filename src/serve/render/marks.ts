/** Which stretches of a quoted line answer the question: they stand out in text, and give the column for editors. */
import type { Answer } from "../../base/schema.ts";
import { queryWords, scanNames, words } from "../../base/words.ts";
import { parsePattern, type Stretch } from "../../query/pattern.ts";

/** Stretches of one line, ascending, not overlapping; offsets in UTF-16 units. */
export type Marker = (line: string) => Stretch[];

/** The marker of an answer: exact matches of a keyword, the name of a symbol, else the names that share a word with the question. */
export function markerOf(answer: Answer): Marker {
  const { strategy, keyword, symbol } = answer.route;
  if (strategy === "keyword" && keyword) {
    const pattern = parsePattern(keyword);
    return (line) => pattern.stretches(line);
  }
  const name = answer.symbol.chosen?.name ?? symbol?.split(/\.|::|#|->|\//).at(-1);
  const asked = name && strategy === "structural" ? null : new Set(queryWords(answer.query));
  return (line) => {
    const found: Stretch[] = [];
    scanNames(line, 0, line.length, (from, to) => {
      const text = line.slice(from, to);
      if (asked === null ? text === name : words(text).some((word) => asked.has(word))) found.push([from, to]);
    });
    return found;
  };
}
