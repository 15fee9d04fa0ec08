/** What is told of a definition beside the code: hovers, and the line above it with what a change of it can reach. */

import { type Hover, type MarkupContent, MarkupKind } from "vscode-languageserver/node";
import { impactOf } from "../../asking/impact.ts";
import { CALLABLES } from "../../base/kinds.ts";
import type { ImpactReport } from "../../base/schema.ts";
import { brief, visible, visibleLines } from "../../base/visible.ts";
import { languageFor } from "../../lang/languages.ts";
import { type StructuralAnswer, walk } from "../../query/walk.ts";
import type { SymbolRow } from "../../store/graph.ts";
import { isType } from "../../store/symbols.ts";
import { lsp } from "../limits.ts";
import { projectSettings } from "../settings.ts";
import { isDefinition, type Pointed, type View } from "./view.ts";

/** Does anything of code depend on it? */
export const isTold = (symbol: SymbolRow): boolean => isDefinition(symbol) && languageFor(symbol.language).content === undefined;

/** Definitions that get a line above them: what has a body. */
export const hasLens = (symbol: SymbolRow): boolean =>
  isTold(symbol) && !symbol.declares && (isType(symbol) || CALLABLES.has(symbol.kind) || symbol.kind === "module");

/** Who uses it, the risk of a change, and the tests that reach it: "12 callers · risk medium · 3 tests". */
export async function blast(view: View, symbol: SymbolRow): Promise<string> {
  return (await reach(view, symbol)).line;
}

async function reach(view: View, symbol: SymbolRow): Promise<{ line: string; by: SymbolRow[]; risk: ImpactReport["risk"] }> {
  const calls = symbol.kind === "function" || symbol.kind === "method" || symbol.kind === "macro";
  const answer = walk(view.store, calls ? "callers" : "references", symbol.key);
  const { gate } = await projectSettings(view.session.root);
  const { risk, tests } = await impactOf(view.session, { kind: "symbol", symbol: symbol.key }, { depth: gate.depth, open: true });
  const parts = [users(answer, calls ? "caller" : "user"), `risk ${risk.level}`, counted(tests.length, "test", "no tests")];
  const by = new Map(answer.hits.map(({ symbol }) => [symbol.id, symbol]));
  return { line: parts.join(" · "), by: [...by.values()], risk };
}

/** How many use it, as far as that is known: none and not known are different answers. */
function users({ hits, counts, beyond, total, truncated }: StructuralAnswer, what: string): string {
  const known = total ? total.symbols + total.tests : new Set(hits.map(({ symbol }) => symbol.id)).size;
  const open = counts.possible + counts.unresolved;
  const possible = open > 0 ? ` (${open} more possible)` : "";
  if (known > 0) return `${truncated ? "more than " : ""}${counted(known, what, "")}${possible}`;
  if (open > 0) return `${what}s unknown (${open} possible)`;
  return beyond.length > 0 ? `${what}s unknown` : `no ${what}s`;
}

const counted = (n: number, what: string, none: string): string => (n === 0 ? none : `${n} ${what}${n === 1 ? "" : "s"}`);

/** What a name means: its signature, documentation, and what a change of it can reach. */
export async function hover(view: View, { name, range, symbols, candidates }: Pointed, markdown: boolean): Promise<Hover> {
  const paper = new Paper(markdown);
  const [symbol, ...others] = symbols;
  if (symbol) {
    if (symbol.file === null) paper.line(`${symbol.qualified}: outside this tree`);
    else {
      if (symbol.signature !== "" && symbol.kind !== "section") paper.code(symbol.signature, symbol.language);
      if (symbol.doc !== "") paper.text(symbol.doc);
      paper.line(`${symbol.kind} ${symbol.qualified}, ${symbol.path}:${symbol.start}`);
      if (isTold(symbol)) {
        const { line, by, risk } = await reach(view, symbol);
        paper.line(line);
        if (by.length > 0) paper.line(`used by ${places(by)}`);
        paper.list(risk.reasons);
      }
    }
    if (others.length > 0) paper.line(`or one of ${counted(others.length, "other", "")}: ${places(others)}`);
  } else
    paper.line(
      `What ${name} means here could not be established; it may be ${candidates.length === 1 ? "" : "one of "}${places(candidates)}`,
    );
  return { contents: paper.made(), range };
}

function places(symbols: readonly SymbolRow[]): string {
  const shown = symbols.slice(0, lsp.candidates).map(({ qualified, path, start }) => `${qualified} ${path}:${start}`);
  return `${shown.join(", ")}${symbols.length > shown.length ? `, and ${symbols.length - shown.length} more` : ""}.`;
}

/** Text for a hover. What the code says is shown, never rendered: a picture or a link of a comment must not be loaded by looking at it. */
class Paper {
  readonly #blocks: string[] = [];

  constructor(private readonly markdown: boolean) {}

  code(text: string, language: string | null): void {
    const safe = visibleLines(brief(text, lsp.signature));
    const fence = "`".repeat(Math.max(3, ...[...safe.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    this.#blocks.push(this.markdown ? `${fence}${/^[\w+#-]+$/.test(language ?? "") ? language : ""}\n${safe}\n${fence}` : safe);
  }

  text(text: string): void {
    this.#blocks.push(this.#plain(visibleLines(brief(text.trim(), lsp.documentation))).replaceAll("\n", this.markdown ? "  \n" : "\n"));
  }

  line(text: string): void {
    this.#blocks.push(this.#plain(visible(text)));
  }

  list(items: readonly string[]): void {
    this.#blocks.push(items.map((one) => `- ${this.#plain(visible(one))}`).join("\n"));
  }

  #plain(text: string): string {
    if (!this.markdown) return text;
    const inside = text.replace(/[\\`*{}[\]<>|~&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&");
    return inside.replace(
      /^(\s*)([#+=-]|\d+(?=[.)]))/gm,
      (_, blank: string, sign: string) => `${blank}${/\d/.test(sign) ? `${sign}\\` : `\\${sign}`}`,
    );
  }

  made(): MarkupContent {
    return { kind: this.markdown ? MarkupKind.Markdown : MarkupKind.PlainText, value: this.#blocks.join("\n\n") };
  }
}
