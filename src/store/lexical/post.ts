/**
 * Postings of chunks, as the parse children make them: words are counted by field and packed into a *batch*.
 *
 * A batch knows its chunks only by ordinal (0, 1, 2 … in the order given); the parent adds the number of the first one.
 */

import { doubled, ListsByName, NumberedNames } from "../../base/numbered.ts";
import type { Chunk, FileFacts } from "../../base/types.ts";
import { words, wordsOfParts } from "../../base/words.ts";
import { Bytes, FIELD_COUNT, NORMALISED, Reader, writePayload } from "./codec.ts";

/** Words of one chunk before counting. Offsets are into the file's text. */
interface ChunkFields {
  from: number;
  to: number;
  /** Spans of the file, ascending and not overlapping; a word belongs to the first kind that holds its start, else to the body. */
  spans: FileFacts["spans"];
  /** Terms of the names around the chunk. */
  directory: readonly number[];
  stem: readonly number[];
  enclosing: readonly number[];
}

/** Lengths are kept in 16 bits: above 65,535 words a chunk is a data line, for which the exact length changes nothing. */
export const MAX_LENGTH = 0xffff;
/** Terms a poster remembers before it forgets them all at the next batch; bounds a child's memory. */
const MAX_TERMS = 400_000;
/** Fields of words in the text; the order is the codec's. */
const BODY = 0;
const COMMENT = 1;
const IMPORT = 2;
const SIGNATURE = 3;

/** Bounds of a file's lines: `[offset of line 1, …, offset after the last line]`. */
function lineOffsets(text: string): number[] {
  const offsets = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) offsets.push(at + 1);
  offsets.push(text.length);
  return offsets;
}

/** Of a path what the fields `directory` and `stem` (the file's name without its last extension) have the words of. */
export function pathTexts(path: string): { directory: string; stem: string } {
  const cut = path.lastIndexOf("/");
  const name = path.slice(cut + 1);
  const dot = name.lastIndexOf(".");
  return { directory: cut < 0 ? "" : path.slice(0, cut), stem: dot > 0 ? name.slice(0, dot) : name };
}

/** Words of a path for these fields. */
export function pathWords(path: string): { directory: string[]; stem: string[] } {
  const { directory, stem } = pathTexts(path);
  return { directory: words(directory), stem: words(stem) };
}

/** Counts the words of chunks and packs them into batches. One a process: what it learnt about names serves the next batch. */
export class Poster {
  #ids = new Map<string, number>();
  #terms: string[] = [];
  /** Term ids of every name met. */
  #termsOf = this.#noTerms();
  /** For each term: the chunk (by serial number) it was last seen in, and its place among the terms of that chunk. */
  #seen = new Uint32Array(2 * 4096);
  #serial = 0;
  /** Terms of the current chunk, and occurrences at `place * FIELD_COUNT + field`: few, so that counting stays in the processor's cache. */
  #touched = new Uint32Array(256);
  #distinct = 0;
  #counts = new Uint32Array(256 * FIELD_COUNT);

  /** Entries of the batch in the order made: term, ordinal << 2 | code, start of the payload. */
  #entryTerm = new Uint32Array(1 << 14);
  #entryHead = new Uint32Array(1 << 14);
  #entryAt = new Uint32Array(1 << 14);
  #entries = 0;
  #payloads = new Bytes(1 << 14);
  #chunks = 0;
  /** Ordinal and lengths of every chunk that has postings. */
  #documents = new Bytes(1 << 10);
  #posted = 0;

  /** Where what the file that was added last has begins among the entries, chunks, and bytes of documents. */
  #begin = { entries: 0, chunks: 0, posted: 0, documents: 0 };

  /** The names of the file that was added last. */
  readonly names = new NumberedNames();

  /** Chunks in the batch so far, licences included. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Adds all chunks of one file, in order. */
  file(
    facts: Pick<FileFacts, "path" | "spans">,
    text: string,
    chunks: readonly Pick<Chunk, "start" | "end" | "kind" | "qualified">[],
  ): void {
    this.#begin = { entries: this.#entries, chunks: this.#chunks, posted: this.#posted, documents: this.#documents.length };
    const offsets = lineOffsets(text);
    const last = offsets.length - 1;
    const ids = (list: readonly string[]): number[] => list.map((word) => this.#id(word));
    const around = pathWords(facts.path);
    const directory = ids(around.directory);
    const stem = ids(around.stem);
    this.#termsOf.learn(this.names.read(text));
    for (const chunk of chunks) {
      if (chunk.kind === "licence") {
        this.skip();
        continue;
      }
      const from = offsets[Math.min(chunk.start - 1, last)]!;
      const to = offsets[Math.min(chunk.end, last)]!;
      this.#postChunk({ from, to, spans: facts.spans, directory, stem, enclosing: ids(words(chunk.qualified)) });
    }
  }

  /** Adds a chunk without postings (a licence header): it has an ordinal and nothing else. */
  skip(): void {
    this.#chunks++;
  }

  #postChunk(fields: ChunkFields): void {
    const { from, to, spans } = fields;
    const ordinal = this.#chunks++;
    this.#serial++;
    const lengths = [0, 0, 0, 0];
    const { numbers, starts, count } = this.names;
    const { first, values } = this.#termsOf;
    const comments = new SpanCursor(spans.comments, from);
    const imports = new SpanCursor(spans.imports, from);
    const signatures = new SpanCursor(spans.signatures, from);
    let field = BODY;
    let until = from;
    for (let at = this.names.at(from); at < count; at++) {
      const start = starts[at]!;
      if (start >= to) break;
      if (start >= until) {
        field = comments.holds(start) ? COMMENT : imports.holds(start) ? IMPORT : signatures.holds(start) ? SIGNATURE : BODY;
        until = Math.min(comments.until(start), imports.until(start), signatures.until(start));
      }
      const name = numbers[at]!;
      const end = first[name + 1]!;
      lengths[field]! += end - first[name]!;
      for (let term = first[name]!; term < end; term++) this.#count(values[term]!, field);
    }
    for (const term of fields.directory) this.#count(term, 4);
    for (const term of fields.stem) this.#count(term, 5);
    for (const term of fields.enclosing) this.#count(term, 6);
    this.#close(ordinal, lengths);
  }

  /** Writes the current chunk's entries and clears the counters. */
  #close(ordinal: number, lengths: readonly number[]): void {
    for (let place = 0; place < this.#distinct; place++) {
      const payload = this.#payloads.length;
      const code = writePayload(this.#payloads, this.#counts, place * FIELD_COUNT);
      this.#entry(this.#touched[place]!, (ordinal << 2) | code, payload);
    }
    this.#counts.fill(0, 0, this.#distinct * FIELD_COUNT);
    this.#distinct = 0;
    this.#documents.varint(ordinal);
    for (const length of lengths) this.#documents.varint(Math.min(length, MAX_LENGTH));
    this.#posted++;
  }

  #count(term: number, field: number): void {
    const at = 2 * term;
    if (this.#seen[at] !== this.#serial) {
      this.#seen[at] = this.#serial;
      this.#seen[at + 1] = this.#distinct;
      if (this.#distinct === this.#touched.length) {
        this.#touched = doubled(this.#touched);
        this.#counts = doubled(this.#counts);
      }
      this.#touched[this.#distinct++] = term;
    }
    this.#counts[this.#seen[at + 1]! * FIELD_COUNT + field]!++;
  }

  #noTerms(): ListsByName {
    return new ListsByName((parts, list) => {
      for (const word of wordsOfParts(parts)) list.push(this.#id(word));
    });
  }

  #id(word: string): number {
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.#terms.length;
      this.#ids.set(word, id);
      this.#terms.push(word);
      if (2 * id >= this.#seen.length) this.#seen = doubled(this.#seen);
    }
    return id;
  }

  /**
   * What the file that was added last has, chunk by chunk, as bytes for `again`.
   *
   *     varint chunks, varint posted chunks, for each: varint ordinal, 4 × varint length, varint entries
   *     varint terms, varint bytes, the terms (UTF-8), a zero byte after each
   *     for each entry: varint (place among the terms << 2 | code), payload
   */
  encodeLast(): Uint8Array {
    const { entries, chunks, posted, documents } = this.#begin;
    const out = new Bytes(4096);
    out.varint(this.#chunks - chunks);
    out.varint(this.#posted - posted);
    const reader = new Reader(this.#documents.data, documents, this.#documents.length);
    for (let at = entries; reader.more; ) {
      const ordinal = reader.varint();
      out.varint(ordinal - chunks);
      for (let field = 0; field < NORMALISED; field++) out.varint(reader.varint());
      const from = at;
      while (at < this.#entries && this.#entryHead[at]! >>> 2 === ordinal) at++;
      out.varint(at - from);
    }
    const places = new Map<number, number>();
    let terms = "";
    const body = new Bytes(4096);
    for (let entry = entries; entry < this.#entries; entry++) {
      const term = this.#entryTerm[entry]!;
      let place = places.get(term);
      if (place === undefined) {
        place = places.size;
        places.set(term, place);
        terms += `${this.#terms[term]!}\0`;
      }
      body.varint((place << 2) | (this.#entryHead[entry]! & 3));
      const end = entry + 1 < this.#entries ? this.#entryAt[entry + 1]! : this.#payloads.length;
      body.copy(this.#payloads.data, this.#entryAt[entry]!, end);
    }
    const text = new TextEncoder().encode(terms);
    out.varint(places.size);
    out.varint(text.length);
    out.copy(text, 0, text.length);
    out.copy(body.data, 0, body.length);
    return out.data.slice(0, out.length);
  }

  /**
   * Adds a file again of which `encodeLast` told, by this poster or another.
   * @throws RangeError for bytes that are not its
   */
  again(data: Uint8Array): void {
    const reader = new Reader(data);
    const first = this.#chunks;
    const chunks = reader.varint();
    const counts: number[] = [];
    for (let left = reader.varint(); left > 0; left--) {
      const ordinal = first + reader.varint();
      this.#documents.varint(ordinal);
      for (let field = 0; field < NORMALISED; field++) this.#documents.varint(reader.varint());
      this.#posted++;
      counts.push(ordinal, reader.varint());
    }
    const many = reader.varint();
    const size = reader.varint();
    const text = Buffer.from(data.buffer, data.byteOffset + reader.at, size).toString();
    reader.at += size;
    const ids = text
      .split("\0")
      .slice(0, many)
      .map((term) => this.#id(term));
    for (let i = 0; i < counts.length; i += 2)
      for (let left = counts[i + 1]!; left > 0; left--) {
        const head = reader.varint();
        const from = reader.at;
        reader.skipPayload(head & 3);
        this.#entry(ids[head >>> 2]!, (counts[i]! << 2) | (head & 3), this.#payloads.length);
        this.#payloads.copy(data, from, reader.at);
      }
    this.#chunks = first + chunks;
  }

  /** Notes that a term's payload, which begins at a place, is that of a chunk. */
  #entry(term: number, head: number, payload: number): void {
    if (this.#entries === this.#entryTerm.length) {
      this.#entryTerm = doubled(this.#entryTerm);
      this.#entryHead = doubled(this.#entryHead);
      this.#entryAt = doubled(this.#entryAt);
    }
    this.#entryTerm[this.#entries] = term;
    this.#entryHead[this.#entries] = head;
    this.#entryAt[this.#entries++] = payload;
  }

  /**
   * The batch so far as bytes, and an empty poster again.
   *
   *     varint chunks, varint posted chunks, for each: varint ordinal, 4 × varint length
   *     for each term, in no order: varint bytes, term (UTF-8), varint last ordinal, varint run bytes, run
   */
  encodePostings(): Uint8Array {
    const out = new Bytes(this.#payloads.length * 3 + 1024);
    out.varint(this.#chunks);
    out.varint(this.#posted);
    out.copy(this.#documents.data, 0, this.#documents.length);

    const starts = new Uint32Array(this.#terms.length + 1);
    for (let i = 0; i < this.#entries; i++) starts[this.#entryTerm[i]! + 1]!++;
    const used: number[] = [];
    for (let term = 0; term < this.#terms.length; term++) {
      if (starts[term + 1]! > 0) used.push(term);
      starts[term + 1]! += starts[term]!;
    }
    const order = new Uint32Array(this.#entries);
    const next = starts.slice();
    for (let i = 0; i < this.#entries; i++) order[next[this.#entryTerm[i]!]!++] = i;

    const encoder = new TextEncoder();
    const run = new Bytes(1024);
    for (const term of used) {
      run.length = 0;
      let last = 0;
      for (let at = starts[term]!; at < starts[term + 1]!; at++) {
        const entry = order[at]!;
        const head = this.#entryHead[entry]!;
        run.varint((((head >>> 2) - last) << 2) | (head & 3));
        last = head >>> 2;
        const payload = this.#entryAt[entry]!;
        const end = entry + 1 < this.#entries ? this.#entryAt[entry + 1]! : this.#payloads.length;
        run.copy(this.#payloads.data, payload, end);
      }
      const name = encoder.encode(this.#terms[term]!);
      out.varint(name.length);
      out.copy(name, 0, name.length);
      out.varint(last);
      out.varint(run.length);
      out.copy(run.data, 0, run.length);
    }
    this.#reset();
    return out.data.slice(0, out.length);
  }

  #reset(): void {
    this.#entries = 0;
    this.#payloads.length = 0;
    this.#documents.length = 0;
    this.#chunks = 0;
    this.#posted = 0;
    if (this.#terms.length <= MAX_TERMS) return;
    this.#ids.clear();
    this.#termsOf = this.#noTerms();
    this.#terms = [];
    this.#seen.fill(0);
    this.#serial = 0;
  }
}

/** Tells whether ascending offsets lie in ascending spans, each span passed once. */
class SpanCursor {
  #at: number;

  constructor(
    readonly spans: readonly (readonly [number, number])[],
    from: number,
  ) {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (spans[middle]![1] <= from) low = middle + 1;
      else high = middle;
    }
    this.#at = low;
  }

  holds(offset: number): boolean {
    const span = this.#span(offset);
    return span !== undefined && span[0] <= offset;
  }

  /** Up to where the answer of `holds` stays what it is at an offset. */
  until(offset: number): number {
    const span = this.#span(offset);
    return span === undefined ? Number.POSITIVE_INFINITY : span[0] <= offset ? span[1] : span[0];
  }

  #span(offset: number): readonly [number, number] | undefined {
    let span = this.spans[this.#at];
    while (span !== undefined && span[1] <= offset) span = this.spans[++this.#at];
    return span;
  }
}

// ---------------------------------------------------------------------------------------------- the parent's side

/** Number and lengths (body, comment, import, signature) of one chunk that has postings. */
export interface PostedChunk {
  no: number;
  lengths: [number, number, number, number];
}

/** Collects batches and gives every term's run over all of them. */
export class PostingBuilder {
  #runs = new Map<string, { bytes: Bytes; last: number }>();
  #next = 0;
  /** Chunks with postings, ascending. */
  readonly posted: PostedChunk[] = [];
  /** Bytes of all runs. */
  bytes = 0;

  /** Distinct terms so far. */
  get terms(): number {
    return this.#runs.size;
  }

  /**
   * Adds a batch.
   * @param first number of the batch's first chunk; its chunks are numbered on from there, and batches are added in ascending order
   * @throws RangeError when numbers go back or the batch is cut short
   */
  mergeInto(batch: Uint8Array, first: number): void {
    if (first < this.#next) throw new RangeError(`Postings of chunk ${first} come after those of chunk ${this.#next - 1}.`);
    const reader = new Reader(batch);
    this.#next = first + reader.varint();
    for (let left = reader.varint(); left > 0; left--) {
      const no = first + reader.varint();
      const lengths: PostedChunk["lengths"] = [0, 0, 0, 0];
      for (let field = 0; field < NORMALISED; field++) lengths[field] = reader.varint();
      this.posted.push({ no, lengths });
    }
    const text = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength);
    while (reader.more) {
      const size = reader.varint();
      const term = text.toString("utf8", reader.at, reader.at + size);
      reader.at += size;
      const last = first + reader.varint();
      const end = reader.varint() + reader.at;
      if (end > batch.length) throw new RangeError("Postings end in the middle of a run.");
      let run = this.#runs.get(term);
      if (run === undefined) {
        run = { bytes: new Bytes(end - reader.at + 8), last: 0 };
        this.#runs.set(term, run);
      }
      const before = run.bytes.length;
      const head = reader.varint();
      run.bytes.varint(((first + (head >>> 2) - run.last) << 2) | (head & 3));
      run.bytes.copy(batch, reader.at, end);
      run.last = last;
      this.bytes += run.bytes.length - before;
      reader.at = end;
    }
  }

  /** The run of a term, or null: a view. */
  run(term: string): Uint8Array | null {
    return this.#runs.get(term)?.bytes.view() ?? null;
  }

  /** Every term with its run, in code-unit order. The runs are views: copy what must outlive the builder. */
  *runs(): Generator<[term: string, run: Uint8Array]> {
    for (const term of [...this.#runs.keys()].sort()) yield [term, this.#runs.get(term)!.bytes.view()];
  }
}
