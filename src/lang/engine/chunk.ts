/**
 * A file as chunks: contiguous ranges of whole lines that partition it. Code by definitions, Markdown by heading, other prose by
 * paragraph, everything else by size at blank lines (RETRIEVAL.md: the shape hardly matters; that names and places are right does).
 *
 * The address of a chunk is its content: the id is a hash of path, enclosing symbol, text and the ordinal among equals, so that lines
 * moving above it do not change it. Blank lines at its end do not count as content.
 */
import { chunking } from "../../base/limits.ts";
import type { Chunk, ChunkKind, FileFacts } from "../../base/types.ts";
import { codeUnits } from "./chunk/_code.ts";
import { type Piece, plan } from "./chunk/_plan.ts";
import { markdownUnits, paragraphUnits } from "./chunk/_prose.ts";
import { saysGenerated, tagsOf } from "./chunk/_tags.ts";
import { languageFor } from "./language.ts";
import { type Lines, linesOf } from "./lines.ts";

export { tagsOf } from "./chunk/_tags.ts";

type Content = "markdown" | "prose" | "data" | "code";

const PROSE_EXTENSIONS =
  /\.(txt|rst|adoc|asciidoc|org|tex|texi|rdoc|pod|textile|wiki)$|(^|\/)(LICEN[CS]E|COPYING|NOTICE|README|AUTHORS|CHANGELOG|CHANGES|NEWS|TODO|HISTORY|CONTRIBUTING)$/i;
const DATA_EXTENSIONS = /\.(jsonc?|json5|ya?ml|toml|ini|cfg|conf|properties|csv|tsv|xml|svg|plist|po|pot|strings|lst|dat|snap)$/i;

/**
 * The chunks of a file, in order; every line is in exactly one.
 *
 * No chunk has more than `maxLines` lines, nor more than `maxCharacters` characters (blank lines at its end aside) unless it is one
 * single line; a line of more than `longLine` characters is alone.
 * @param text the same redacted text that the facts were extracted from
 * @returns [] for a file without lines; never throws
 */
export function chunk(facts: FileFacts, text: string): Chunk[] {
  if (text === "") return [];
  const lines = linesOf(text);
  const content = contentOf(facts);
  const pieces = piecesOf(facts, lines, content);
  const told = [...(saysGenerated(text) ? ["generated"] : []), ...(isDecision(facts) ? ["decision"] : [])];
  const tags: string[] = told.length === 0 ? tagsOf(facts.path) : [...new Set([...tagsOf(facts.path), ...told])].sort();
  const comments = facts.spans.comments;
  const seen = new Map<string, number>();
  const chunks: Chunk[] = [];
  let nextComment = 0;
  for (const piece of pieces) {
    const body = trimmed(lines.slice(piece.start, piece.end));
    const index = content === "markdown" || isWritten(facts, content) ? enclosing(facts, piece) : piece.symbol;
    const symbol = facts.symbols[index];
    const qualified = index === 0 ? "" : (symbol?.qualified ?? "");
    const hash = contentHash(body);
    const key = `${facts.path}\0${qualified}\0${hash}`;
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    // Comment characters inside the piece; both lists ascend, so one pass serves the whole file.
    const from = lines.from(piece.start);
    const to = lines.to(piece.end);
    while (nextComment < comments.length && comments[nextComment]![1] <= from) nextComment++;
    let comment = 0;
    for (let i = nextComment; i < comments.length && comments[i]![0] < to; i++)
      comment += Math.min(comments[i]![1], to) - Math.max(comments[i]![0], from);
    chunks.push({
      id: chunkId(facts.path, qualified, hash, ordinal),
      path: facts.path,
      start: piece.start,
      end: piece.end,
      kind: piece.kind,
      symbol: index,
      name: index === 0 ? "" : (symbol?.name ?? ""),
      qualified,
      language: facts.language,
      hash,
      tokens: estimate(body, ratioOf(content, piece.kind, body, comment)),
      doc: index === 0 ? "" : firstSentence(symbol?.doc ?? ""),
      tags,
    });
  }
  return chunks;
}

/** Is it a document whose titles are known, cut by paragraph? */
const isWritten = ({ language }: FileFacts, content: Content): boolean => content === "prose" && languageFor(language).documents === true;

/** Does the file record a decision (lang/engine/governing.ts)? */
const isDecision = ({ symbols, language }: FileFacts): boolean => symbols[0]?.type != null && languageFor(language).documents === true;

/**
 * The id of a chunk: `chunk_` and 16 hex digits of SHA-256 over path, qualified name of the enclosing symbol, content and ordinal.
 * @param qualified "" for the file's own chunks
 * @param hash `contentHash` of its text
 * @param ordinal 0 for the first of equals from the top
 */
export function chunkId(path: string, qualified: string, hash: string, ordinal: number): string {
  return `chunk_${sha256(`${path}\0${qualified}\0${hash}\0${ordinal}`).slice(0, 16)}`;
}

/** First 16 hex digits of the SHA-256 of a chunk's text without the white space at its end. */
export function contentHash(text: string): string {
  return sha256(trimmed(text)).slice(0, 16);
}

function contentOf(facts: FileFacts): Content {
  const { content } = languageFor(facts.language);
  if (content === "document" || /\.(md|mdx|markdown)$/i.test(facts.path)) return "markdown";
  if (facts.language !== null) return content ?? "code";
  if (PROSE_EXTENSIONS.test(facts.path)) return "prose";
  return DATA_EXTENSIONS.test(facts.path) ? "data" : "code";
}

function piecesOf(facts: FileFacts, lines: Lines, content: Content): Piece[] {
  const kind: ChunkKind = content === "markdown" ? "section" : content === "prose" ? "text" : content;
  if (content === "markdown") return plan(lines, markdownUnits(lines), { symbol: 0, kind });
  const units =
    content === "prose" && (facts.symbols.length <= 1 || isWritten(facts, content))
      ? paragraphUnits(lines, kind)
      : codeUnits(facts, lines, kind);
  return plan(lines, units, { symbol: 0, kind });
}

/** Innermost symbol whose lines contain the piece, as far as it is not front matter or the like. */
function enclosing(facts: FileFacts, piece: Piece): number {
  let best = 0;
  let size = Number.POSITIVE_INFINITY;
  for (const [index, symbol] of facts.symbols.entries()) {
    if (index === 0 || symbol.start > piece.anchor || symbol.end < piece.end || symbol.end - symbol.start >= size) continue;
    best = index;
    size = symbol.end - symbol.start;
  }
  return best;
}

/** The text that counts as content: blank lines at the end belong to no one. */
function trimmed(text: string): string {
  return text.trimEnd();
}

function sha256(text: string): string {
  return Bun.SHA256.hash(text, "hex");
}

/** Characters a token for a piece: prose, code, or both when a good part of one stands in the other. */
function ratioOf(content: Content, kind: ChunkKind, body: string, comment: number): number {
  const { prose, code, mixed } = chunking.charactersPerToken;
  if (content === "markdown") return /^\s*(```|~~~|\|)/m.test(body) ? mixed : prose;
  if (content === "prose" || kind === "licence" || kind === "comment") return prose;
  return comment * 3 > body.length ? mixed : code;
}

/** Estimated tokens; Chinese, Japanese and Korean characters count as one each. */
function estimate(body: string, ratio: number): number {
  let wide = 0;
  if (/[\u1100-\u{3ffff}]/u.test(body)) wide = body.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return Math.max(1, Math.ceil((body.length - wide) / ratio + wide));
}

/** The first sentence of a documentation comment, folded to one line, at most 200 characters. */
export function firstSentence(doc: string): string {
  const paragraph = doc.trim().split(/\r?\n\s*\r?\n/, 1)[0]!;
  const folded = paragraph.replace(/\s+/g, " ").trim();
  // A full stop ends it when white space and no lower-case letter follows: "e.g. this" and "v1.2" do not.
  const end = /[.!?。](?=\s+[^\p{Ll}]|$)|。/u.exec(folded);
  const sentence = end === null ? folded : folded.slice(0, end.index + 1);
  return sentence.length <= 200 ? sentence : `${sentence.slice(0, 199).trimEnd()}…`;
}
