/**
 * Code of one language inside a file of another: a part is the whole file with everything else blanked, so that offsets and lines in it are the
 * file's own.
 */
import type { RawImport, RawReference, RawSymbol } from "../../../base/types.ts";

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
