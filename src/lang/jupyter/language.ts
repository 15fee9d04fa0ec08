import type { Node as Json } from "jsonc-parser";
import type { RawSymbol } from "../../base/types.ts";
import { Lines } from "../engine/lines.ts";
import { blanked, type Parts } from "../engine/parts/_parts.ts";
import { symbolOf } from "../engine/symbol.ts";
import { language } from "../engine/written.ts";
import { type Heading, headings, sections } from "../markdown/reader.ts";
import { python } from "../python/language.ts";

// Jupyter notebooks: the code cells as one program in the kernel's language, the markdown cells as sections.
//
// A cell's source is JSON strings, one a line as nbformat writes them. A part puts each string's decoded characters where the string
// stands, so that offsets stay inside their line of the file; what decoding saves is blank at the line's end.

/** Languages of kernels that are read; their grammars are made ready for every notebook. */
const KERNELS: Record<string, string> = { python: "python", ipython: "python", r: "r", ir: "r", julia: "julia", javascript: "javascript" };
/** Cells kept of one notebook. */
const LIMIT = 5_000;

/** The parser, loaded with the first notebook: few trees have one. Its other form asks for files that a binary does not have. */
const parser = () => require("jsonc-parser/lib/esm/main.js") as typeof import("jsonc-parser");

const child = (node: Json | undefined, name: string): Json | undefined =>
  node?.children?.find((property) => property.children?.[0]?.value === name)?.children?.[1];

/** Parts of a notebook; none where it is no JSON. */
export function notebookParts(text: string): Parts {
  const root = parser().parseTree(text, [], { allowTrailingComma: true });
  const cells = child(root, "cells")?.children?.slice(0, LIMIT) ?? [];
  const metadata = child(root, "metadata");
  const named = [child(child(metadata, "kernelspec"), "language"), child(child(metadata, "language_info"), "name")];
  const written = String(named.find((node) => typeof node?.value === "string")?.value ?? "python").toLowerCase();
  const language = KERNELS[written.replace(/\d+$/, "")] ?? null;
  const lines = new Lines(text);
  const code: string[] = [];
  let at = 0;
  const found: Heading[] = [];
  for (const cell of cells) {
    const kind = child(cell, "cell_type")?.value;
    const source = child(cell, "source");
    const strings = source?.type === "array" ? (source.children ?? []) : source ? [source] : [];
    const pieces = strings.filter((node) => node.type === "string").map((node) => piece(text, node));
    if (pieces.length === 0) continue;
    if (kind === "markdown") found.push(...headingsOf(pieces, lines));
    if (kind !== "code" || language === null) continue;
    const first = pieces.map((one) => one.decoded).join("");
    // `%%bash` and its kin: the cell is in another language.
    if (/^\s*%%(?!time|timeit|capture)/.test(first)) continue;
    for (const { from, to, decoded } of pieces) {
      if (from < at) continue;
      code.push(blanked(text.slice(at, from)), laidOut(text, language === "python" ? withoutMagic(decoded) : decoded, from, to));
      at = to;
    }
  }
  code.push(blanked(text.slice(at)));
  const part = code.join("");
  const symbols = sections(found, text, fileOf(text, lines)).symbols.slice(1);
  if (language === null || part.trim() === "") return { parts: [], symbols };
  const own = new Lines(part);
  return { parts: [{ language, text: part, line: (line) => lines.at(own.start(line)), fragments: false }], symbols };
}

interface Piece {
  /** Span of the string's content in the file. */
  from: number;
  to: number;
  decoded: string;
}

function piece(text: string, node: Json): Piece {
  const from = node.offset + 1;
  const to = Math.max(from, node.offset + node.length - 1);
  return { from, to: Math.min(to, text.length), decoded: typeof node.value === "string" ? node.value : "" };
}

/** `%matplotlib inline`, `!pip install x`, `x?`: lines that are for the notebook. */
const withoutMagic = (code: string): string =>
  code.replace(/^[ \t]*(?:[%!?][^\n]*|[\w.]+\?{1,2}[ \t]*)$/gm, (line) => " ".repeat(line.length));

/** The decoded text in as many characters as the encoded one has: line ends in it stay line ends, blanks fill each line. */
function laidOut(text: string, decoded: string, from: number, to: number): string {
  const width = to - from;
  const own = decoded.split("\n");
  // The line end that closes a string is the file's own, where the next string stands on the next line.
  if (own.at(-1) === "" && own.length > 1 && /^"\s*,?\s*\n/.test(text.slice(to, to + 200))) own.pop();
  const bare = own.join("\n");
  const missing = width - bare.length;
  if (missing < 0) return bare.slice(0, width);
  // Blanks before the first line end keep every following line's columns; without one they stand at the end.
  const end = bare.indexOf("\n");
  return end < 0 ? bare + " ".repeat(missing) : bare.slice(0, end) + " ".repeat(missing) + bare.slice(end);
}

/** Headings of a markdown cell, at their lines of the file. */
function headingsOf(pieces: readonly Piece[], lines: Lines): Heading[] {
  const text = pieces.map((one) => one.decoded).join("");
  // Offset in the file of each line of the cell.
  const starts: [number, number][] = [];
  let fresh = true;
  for (const { from, to, decoded } of pieces) {
    const parts = decoded.split("\n");
    for (const [i] of parts.entries()) {
      if (i === parts.length - 1 && parts[i] === "") break;
      if (fresh || i > 0) starts.push([from, to]);
    }
    fresh = decoded.endsWith("\n");
  }
  return headings(text).flatMap((heading) => {
    const place = starts[heading.line - 1];
    if (!place || place[1] <= place[0]) return [];
    return [
      { ...heading, line: lines.at(place[0]), from: place[0], to: place[1], signature: `${"#".repeat(heading.level)} ${heading.name}` },
    ];
  });
}

function fileOf(text: string, lines: Lines): RawSymbol {
  const end = lines.at(Math.max(0, text.length - 1));
  return symbolOf({ kind: "file", name: "", parent: -1, start: 1, end, from: 0, to: text.length });
}

export const jupyter = language({
  name: "jupyter",
  noModules: true,
  noUses: true,
  extensions: "ipynb",
  parts: notebookParts,
  holds: "julia markdown python r",
  family: python.family,
  documents: true,
});
