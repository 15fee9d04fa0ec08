/** One side of a changed file as definitions: from the index where it has exactly this content, else extracted anew. */
import { monotony } from "../../base/limits.ts";
import { isBrief } from "../../base/program.ts";
import type { FileFacts, Spans, SymbolKind } from "../../base/types.ts";
import type { Side } from "../../git/revisions.ts";
import { extract } from "../../lang/engine/extract.ts";
import { lineStarts } from "../../lang/engine/lines.ts";
import { repetition } from "../../lang/engine/monotony.ts";
import { languageFor, languageOf, loadGrammars } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import type { PreviousFacts, PreviousFile } from "../../store/previous.ts";

/** A definition on one side of a change; index 0 of a side is the file itself. */
export interface Definition {
  kind: SymbolKind;
  name: string;
  qualified: string;
  /** Index of the container on the same side; -1 for the file. */
  parent: number;
  signature: string;
  start: number;
  end: number;
  exported: boolean;
  arity: number | null;
  type: string | null;
  /** Its node in the graph, where the graph has it. */
  row: SymbolRow | null;
}

/** Sections and keys of data, prose and markup are no code that anything depends on. */
export function isCode(language: string | null): boolean {
  const { content, markup } = languageFor(language);
  return language !== null && content === undefined && !markup;
}

/** What one side of a file defines, with the text that it was read from. */
export class SideFacts {
  private lineList: string[] | null = null;
  private starts: readonly number[] | null = null;
  private constructor(
    readonly path: string,
    readonly text: string,
    readonly definitions: Definition[],
    readonly language: string | null,
    /** Syntax errors, or no parser for it: definitions may be missing. */
    readonly damaged: boolean,
    private readonly among: readonly string[],
    private known: Spans | null,
  ) {}

  /**
   * @param side with text
   * @param store the index; its rows are used where the side is what it has
   * @param among paths of all files of the change
   * @param previous what an update that was just made has seen of the file
   * @param blob of its content, where the index may have had it
   */
  static async of(
    side: Side & { text: string },
    store: Store,
    among: readonly string[],
    previous: PreviousFacts | null = null,
    blob: string | null = null,
  ): Promise<SideFacts> {
    const file = store.fileByPath(side.path);
    const rows = file ? store.symbolsOfFile(file.id) : [];
    if (side.here && file && rows.length > 0) {
      const place = new Map(rows.map((row, i) => [row.id, i]));
      const definitions = rows.map((row): Definition => {
        const { kind, name, qualified, start, end, exported, arity, type } = row;
        const parent = row.parent === null ? -1 : (place.get(row.parent) ?? 0);
        return { kind, name, qualified, parent, signature: row.signature, start, end, exported, arity, type, row };
      });
      return new SideFacts(
        side.path,
        side.text,
        definitions,
        file.language,
        file.damaged,
        among,
        previous?.spansOf(side.path, file.hash) ?? null,
      );
    }
    const was = blob === null ? null : (previous?.at(side.path, blob) ?? null);
    if (was) return new SideFacts(side.path, side.text, definitionsOf(was, rows), was.language, was.damaged, among, null);
    const facts = await factsOf(side.path, side.text, among);
    return new SideFacts(side.path, side.text, definitionsOf(facts, rows), facts.language, facts.damaged, among, facts.spans);
  }

  /** Where comments and imports stand; the text is parsed for it, unless somebody just did. */
  async spans(): Promise<Spans> {
    this.known ??= (await factsOf(this.path, this.text, this.among)).spans;
    return this.known;
  }

  /** Lines as git counts them. */
  get lines(): string[] {
    this.lineList ??= this.text.split("\n");
    return this.lineList;
  }

  line(number: number): string {
    return this.lines[number - 1] ?? "";
  }

  /** Text of a definition, its own name blanked, for comparing it with one of another name. */
  body(definition: Definition): string[] {
    return this.lines
      .slice(definition.start - 1, definition.end)
      .map((line) => line.trim().replaceAll(definition.name, "\u0001"))
      .filter((line) => line !== "");
  }

  /** Whether a line stands wholly in some spans (comments, imports), white space aside. */
  inside(spans: readonly (readonly [number, number])[]): (line: number) => boolean {
    return (line) => this.within(line, spans);
  }

  private within(line: number, spans: readonly (readonly [number, number])[]): boolean {
    this.starts ??= lineStarts(this.text);
    const from = this.starts[line - 1];
    if (from === undefined) return true;
    const text = this.line(line);
    const first = from + (text.length - text.trimStart().length);
    const last = from + text.trimEnd().length;
    if (first >= last) return true;
    // A comment, then code, or the other way round, needs two spans or more: each character must be covered.
    let at = first;
    for (const [start, end] of spans) {
      if (end <= at) continue;
      if (start > at && this.text.slice(at, start).trim() !== "") return false;
      at = end;
      if (at >= last) return true;
    }
    return false;
  }
}

/**
 * Facts of a text that is not (or not with this content) in the index.
 * @param among paths of all files that may be asked for: grammars cannot always be loaded later, and all of them take a process for one answer
 *   longer than it needs them
 */
export async function factsOf(path: string, text: string, among: readonly string[]): Promise<FileFacts> {
  const language = languageOf(path, text.slice(0, Math.max(0, text.indexOf("\n"))));
  const named = [language, ...among.map((one) => languageOf(one))].flatMap((one) => one?.name ?? []);
  // What a grammar may take long over is not parsed here, where nothing can end it: it counts as a file with syntax errors does.
  if (repetition(text, monotony.wary)) return { ...extract(path, text, null), language: language?.name ?? null, damaged: true };
  await loadGrammars(isBrief() && !among.some(isSilent) ? named : undefined);
  return extract(path, text, language);
}

/** Does a path leave it to the first line what language it is? */
function isSilent(path: string): boolean {
  return languageOf(path) === null && !path.slice(path.lastIndexOf("/") + 1).includes(".", 1);
}

/** @param rows what the index has under the same path: the definition of the same kind and qualified name, in order, is the same node */
function definitionsOf(facts: Pick<PreviousFile, "symbols">, rows: readonly SymbolRow[]): Definition[] {
  const known = Map.groupBy(rows, (row) => `${row.kind} ${row.at === 0 ? "" : row.qualified}`);
  const taken = new Map<string, number>();
  return facts.symbols.map((symbol, at): Definition => {
    const { kind, name, qualified, parent, signature, start, end, exported, arity, type } = symbol;
    const key = `${kind} ${at === 0 ? "" : qualified}`;
    const nth = taken.get(key) ?? 0;
    taken.set(key, nth + 1);
    return { kind, name, qualified, parent, signature, start, end, exported, arity, type, row: known.get(key)?.[nth] ?? null };
  });
}
