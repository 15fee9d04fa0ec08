/** What every printed form says of a result: what it is headed by, and its lines with the gaps between them. */
import type { Answer, Noted, Result } from "../../base/schema.ts";
import { quoting } from "../../base/settings.ts";
import type { EdgeKind } from "../../base/types.ts";
import { brief, visible } from "../../base/visible.ts";
import { queryWords, scanNames, words } from "../../base/words.ts";
import { repeats } from "../../notes/note.ts";
import { parsePattern, type Stretch } from "../../query/pattern.ts";
import { fromRoot } from "../question.ts";
import { plural } from "../report.ts";

/** What a result is headed by, and what else begins in it and is not to be seen in its text. */
export function whatOf(result: Result): string {
  const { kind, qualified, name, signature, definitions, snippet, line } = result;
  const seen = snippet !== "" && line === null;
  const own = qualified || name;
  const kinds = PLAIN_KINDS.has(kind) ? "" : `${kind} `;
  // A signature says what the name does; where its line is quoted, that says it.
  const at = seen ? -1 : placeOf(name, signature);
  const takes =
    at < 0 || name === ""
      ? ""
      : brief(
          signature
            .slice(at + name.length)
            .replace(QUOTED_KEY, "")
            .replace(COMMENT, ""),
          quoting.takes,
        );
  const head = `${kinds}${own}${takes}`;
  const others = definitions
    .filter((one) => !`${own}.`.startsWith(`${one}.`) && !snippet.includes(one.slice(one.lastIndexOf(".") + 1)))
    .map((one) => beside(own, one));
  const listed = others.slice(0, quoting.named).join(", ");
  const rest = others.length > quoting.named ? ` and ${others.length - quoting.named} more` : "";
  if (listed === "") return visible(head.trim());
  return visible(own === "" ? `${head}${listed}${rest}` : `${head}; also ${listed}${rest}`);
}

/** Where a name stands in its signature: as a word of its own, which a part of another is not (`Refund` in `func (r *Refunder) Refund()`). */
function placeOf(name: string, signature: string): number {
  const first = signature.indexOf(name);
  for (let at = first; at >= 0; at = signature.indexOf(name, at + 1))
    if (!PART.test(signature[at - 1] ?? "") && !PART.test(signature[at + name.length] ?? "")) return at;
  return first;
}

/** What goes on with a name. */
const PART = /[\p{L}\p{N}_]/u;

/** What ends a name that is a key in quotes (`"/login": (body)`). */
const QUOTED_KEY = /^["'`]\]?(?=[:(\s])/;

/** The title of a note above its text; "" where the text begins with it. */
export const titleAbove = (note: Noted): string => (repeats(note) ? "" : note.title);

/** A definition's name without what holds both it and another that is named before it. */
function beside(named: string, other: string): string {
  const [around, parts] = [named.split("."), other.split(".")];
  let shared = 0;
  while (shared < parts.length - 1 && parts[shared] === around[shared]) shared++;
  return parts.slice(shared).join(".");
}

/** A path in words: what it is, and a line for each of its symbols with the place and the text of what leads there. */
export interface ToldPath {
  title: string;
  steps: { place: string; told: string; doubt: string; text: string }[];
}

/** The paths of an answer in words, the first of those that were asked for without saying so again. */
export function pathsTold({ paths, root }: Pick<Answer, "paths" | "root">, cwd: string, most: number): ToldPath[] {
  const place = (path: string, line: number | null): string => `${visible(fromRoot(path, root, cwd))}${line === null ? "" : `:${line}`}`;
  return paths.slice(0, most).map(({ kind, certain, steps }, at) => {
    const names = `${visible(steps[0]!.qualified)} to ${visible(steps.at(-1)!.qualified)}`;
    const which =
      kind === "reverse" ? "the other way round" : kind === "meeting" ? "from what reaches both" : at === 0 ? "path" : "another path";
    const count = steps.length - 1;
    return {
      title: `${which}, ${plural(count, "step")}${certain ? "" : ", not all of them certain"}: ${names}`,
      steps: steps.map(({ kind: sort, qualified, path, start, by }) => {
        const own = `${visible(qualified)}`;
        if (by === null) return { place: place(path, start), told: own, doubt: "", text: "" };
        const { resolution, confidence } = by;
        return {
          place: place(by.path, by.line),
          told: `${by.kind === "uses" && /^(?:function|method)$/.test(sort) ? "hands over" : (VERBS[by.kind] ?? by.kind)} ${own} (${path === "" ? "outside this tree" : place(path, start)})`,
          doubt: resolution === "exact" ? "" : `[${resolution} ${confidence.toFixed(2)}]`,
          text: by.kind === "contains" ? "" : visible(by.text),
        };
      }),
    };
  });
}

/** What a symbol does to the next one of a path. */
const VERBS: Partial<Record<EdgeKind, string>> = {
  calls: "calls",
  contains: "runs, inside it,",
  dataflow: "gives its value to",
  inherits: "extends",
  implements: "implements",
  imports: "imports",
};

/** Documentation within a signature. */
const COMMENT = /\s+(?:\/\*|\/\/|--\s|#\s).*$/s;

/** Kinds of chunks that say nothing. */
const PLAIN_KINDS: ReadonlySet<string> = new Set(["code", "text"]);

/** The lines of a result's text, with what says that some were left out. */
export function partsOf(result: Result): { text: string; gap: boolean }[] {
  if (result.snippet === "") return [];
  const lines = result.snippet.split("\n");
  const out: { text: string; gap: boolean }[] = [];
  let next = result.line ?? result.start;
  let at = 0;
  for (const [from, to] of result.lines) {
    if (from !== next) out.push({ text: `… ${from}`, gap: true });
    for (let n = from; n <= to; n++) out.push({ text: lines[at++]!, gap: false });
    next = to + 1;
  }
  if (result.truncated && next <= result.end && result.line === null) out.push({ text: "…", gap: true });
  return out;
}

// The files of an answer and nothing else: for xargs and its like.

/** Paths of the results as the user standing in `cwd` would type them, each once, best first. */
export function pathsOf(answer: Pick<Answer, "results" | "root">, cwd: string): string[] {
  const paths = answer.results.map(({ path }) => path).filter((path) => path !== "");
  return [...new Set(paths)].map((path) => fromRoot(path, answer.root, cwd));
}

/** One path a line. */
export const renderPaths = (paths: readonly string[]): string => paths.map((path) => `${visible(path)}\n`).join("");

// Which stretches of a quoted line answer the question: they stand out in text, and give the column for editors.

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
