/**
 * Code of one language inside a file of another: a part is the whole file with everything else blanked, so that offsets and lines in it are the
 * file's own.
 */

import type { FileFacts, RawImport, RawReference, RawSymbol, Spans } from "../../../base/types.ts";
import { Lines } from "../lines.ts";

export interface Part {
  /** Row of languages.ts. */
  language: string;
  /** As long as the file. */
  text: string;
  /** What does not parse here says nothing about the file: fragments. */
  fragments?: boolean;
  /** Line in the file of a line of `text`, where they differ. */
  line?: (line: number) => number;
}

/** What a file holds besides what its own rules see. */
export interface Parts {
  /** The text as the file's own grammar should see it, same length. */
  outer?: string;
  parts: Part[];
  /** Told by the host's lexer; scopes are 0. */
  references?: RawReference[];
  imports?: RawImport[];
  symbols?: RawSymbol[];
  /** The first of these is what the file is (a component): methods at the top of a part are its, and the template sees its members. */
  component?: boolean;
}

/** A text of blanks and the line ends of another, into which stretches are copied. */
export class Blank {
  private readonly pieces: [number, number, string?][] = [];

  constructor(private readonly text: string) {}

  /** Keeps a stretch; `as` (of the same length) instead of what stands there. Stretches come in order and do not overlap. */
  keep(from: number, to: number, as?: string): void {
    if (to > from) this.pieces.push([from, to, as]);
  }

  get empty(): boolean {
    return this.pieces.length === 0;
  }

  toString(): string {
    const out: string[] = [];
    let at = 0;
    for (const [from, to, as] of this.pieces.sort((a, b) => a[0] - b[0])) {
      if (from < at) continue;
      out.push(blanked(this.text.slice(at, from)), as ?? this.text.slice(from, to));
      at = to;
    }
    out.push(blanked(this.text.slice(at)));
    return out.join("");
  }
}

/** The text with everything but line ends turned into `fill`. */
export function blanked(text: string, fill = " "): string {
  return text.replace(/[^\r\n]/g, fill);
}

/** A reference that the host's lexer tells, from the file as a whole. */
export function reference(kind: RawReference["kind"], path: string, line: number): RawReference {
  const dot = path.lastIndexOf(".");
  return { kind, name: path.slice(dot + 1), receiver: dot > 0 ? path.slice(0, dot) : null, arity: null, line, scope: 0 };
}

// The facts of a file and of the code of other languages inside it, as one.

/**
 * Facts of the host with those of its parts behind them; what stands at the top of a part belongs to the file.
 * @param read facts of one part, null where its language is unknown
 */
export function withParts(host: FileFacts, text: string, held: Parts, read: (part: Part) => FileFacts | null): FileFacts {
  const facts: FileFacts = {
    ...host,
    symbols: [...host.symbols, ...(held.symbols ?? [])],
    imports: [...host.imports, ...(held.imports ?? [])],
    references: [...host.references],
    bindings: [...host.bindings],
    mentions: [...(host.mentions ?? [])],
    flows: [...(host.flows ?? [])],
  };
  const spans: Spans = { comments: [...host.spans.comments], imports: [...host.spans.imports], signatures: [...host.spans.signatures] };
  const lines = new Lines(text);
  const scope = held.component && held.symbols?.[0] ? host.symbols.length : 0;
  for (const part of held.parts) {
    const found = read(part);
    if (found) add(facts, spans, found, part, lines, scope);
  }
  for (const one of held.references ?? []) facts.references.push({ ...one, scope });
  facts.spans = { comments: disjoint(spans.comments), imports: disjoint(spans.imports), signatures: disjoint(spans.signatures) };
  return facts;
}

function add(facts: FileFacts, spans: Spans, found: FileFacts, part: Part, lines: Lines, component: number): void {
  const before = facts.symbols.length - 1;
  const place = (index: number): number => (index <= 0 ? 0 : index + before);
  const line = part.line ?? ((at: number): number => at);
  // Fragments define nothing: `{ a: function () {} }` in a template is a value.
  if (part.fragments) {
    for (const one of found.references)
      if (one.kind !== "inherit" && one.kind !== "implement") facts.references.push({ ...one, line: line(one.line), scope: component });
    return;
  }
  const file = facts.symbols[0]!;
  if (!file.doc && found.symbols[0]?.doc) facts.symbols[0] = { ...file, doc: found.symbols[0].doc };
  for (const symbol of found.symbols.slice(1)) {
    const moved: RawSymbol = { ...symbol, parent: place(symbol.parent) };
    if (component > 0 && moved.parent === 0 && symbol.kind === "method") moved.parent = component;
    const outer = facts.symbols[moved.parent]!;
    if (component > 0 && moved.parent > 0) moved.qualified = `${outer.qualified}.${symbol.name}`;
    if (part.line) {
      moved.start = lines.at(symbol.from);
      moved.end = lines.at(Math.max(symbol.from, symbol.to - 1));
    }
    facts.symbols.push(moved);
  }
  const references = facts.references.length;
  for (const { from, to } of found.flows ?? []) facts.flows?.push({ from: from + references, to: to === null ? null : to + references });
  for (const one of found.mentions ?? []) facts.mentions?.push({ ...one, line: line(one.line), scope: place(one.scope) });
  for (const one of found.imports) facts.imports.push({ ...one, line: line(one.line), scope: place(one.scope) });
  for (const one of found.references) facts.references.push({ ...one, line: line(one.line), scope: place(one.scope) });
  for (const one of found.bindings) facts.bindings.push({ ...one, line: line(one.line), scope: place(one.scope) });
  spans.comments.push(...found.spans.comments);
  spans.imports.push(...found.spans.imports);
  spans.signatures.push(...found.spans.signatures);
  if (found.damaged) facts.damaged = true;
}

/** Sorted, overlaps cut off. */
export function disjoint(list: readonly [number, number][]): [number, number][] {
  const sorted = [...list].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const out: [number, number][] = [];
  let end = 0;
  for (const [from, to] of sorted) {
    const start = Math.max(from, end);
    if (to > start) {
      out.push([start, to]);
      end = to;
    }
  }
  return out;
}
