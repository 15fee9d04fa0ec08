/**
 * How postings look in bytes.
 *
 * A *run* is the postings of one term: for every chunk that has it, ascending, an entry
 *
 *     head     varint of (gap << 2 | code); the gap is to the chunk before, in the first entry the chunk's own number
 *     payload  code 0 ONCE    nothing: once in the body (half of all entries)
 *              code 1 BODY    varint n: n times in the body
 *              code 2 SINGLE  varint (n << 3 | field): n times in one other field
 *              code 3 MIXED   a byte of field bits, then a varint for each bit set, lowest first
 *
 * Numbers stay below 2^29, so that heads fit 31-bit arithmetic.
 */

/** Fields of a chunk's words. The first four have a length and are normalised by it; the last three are names around the chunk. */
export const FIELDS = ["body", "comment", "import", "signature", "directory", "stem", "enclosing"] as const;
export type Field = (typeof FIELDS)[number];
export const FIELD_COUNT = FIELDS.length;
/** Fields from here on are not length-normalised. */
export const NORMALISED = 4;

export const ONCE = 0;
export const BODY = 1;
export const SINGLE = 2;
export const MIXED = 3;

/** Highest chunk number plus one that a head can carry. */
export const MAX_CHUNK = 2 ** 29;

/** A byte buffer that grows. */
export class Bytes {
  data: Uint8Array;
  length = 0;

  constructor(capacity = 256) {
    this.data = new Uint8Array(capacity);
  }

  /** Makes room for `more` bytes. */
  reserve(more: number): void {
    if (this.length + more <= this.data.length) return;
    const grown = new Uint8Array(Math.max(this.data.length * 2, this.length + more));
    grown.set(this.data.subarray(0, this.length));
    this.data = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.data[this.length++] = value;
  }

  /** Seven bits a byte, lowest first, the high bit marks that more follow. */
  varint(value: number): void {
    this.reserve(5);
    const data = this.data;
    let rest = value >>> 0;
    let at = this.length;
    while (rest > 127) {
      data[at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    data[at++] = rest;
    this.length = at;
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    if (to - from > 24) this.data.set(source.subarray(from, to), this.length);
    else for (let i = from, at = this.length; i < to; i++) this.data[at++] = source[i]!;
    this.length += to - from;
  }

  /** The bytes so far: a view, valid until the next write. */
  view(): Uint8Array {
    return this.data.subarray(0, this.length);
  }
}

/** Reads what `Bytes` wrote. */
export class Reader {
  at: number;

  constructor(
    readonly data: Uint8Array,
    from = 0,
    readonly end = data.length,
  ) {
    this.at = from;
  }

  get more(): boolean {
    return this.at < this.end;
  }

  byte(): number {
    if (this.at >= this.end) throw new RangeError("Postings end in the middle of a value.");
    return this.data[this.at++]!;
  }

  varint(): number {
    let result = 0;
    let shift = 0;
    let byte: number;
    do {
      if (shift > 28) throw new RangeError("Postings hold a value of more than 32 bits.");
      byte = this.byte();
      result |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return result >>> 0;
  }

  /** Passes over the payload of an entry. */
  skipPayload(code: number): void {
    if (code === ONCE) return;
    if (code !== MIXED) {
      this.varint();
      return;
    }
    for (let mask = this.byte(); mask; mask &= mask - 1) this.varint();
  }
}

/**
 * Writes the payload of one entry.
 * @param counts occurrences by field, starting at `from`
 * @returns the entry's code; -1 (and nothing written) when all counts are zero
 */
export function writePayload(out: Bytes, counts: Uint32Array, from: number): number {
  let mask = 0;
  for (let field = 0; field < FIELD_COUNT; field++) if (counts[from + field] !== 0) mask |= 1 << field;
  if (mask === 0) return -1;
  if (mask === 1) {
    const n = counts[from]!;
    if (n === 1) return ONCE;
    out.varint(n);
    return BODY;
  }
  if ((mask & (mask - 1)) === 0) {
    const field = 31 - Math.clz32(mask);
    out.varint((Math.min(counts[from + field]!, MAX_CHUNK - 1) << 3) | field);
    return SINGLE;
  }
  out.byte(mask);
  for (let field = 0; field < FIELD_COUNT; field++) if (mask & (1 << field)) out.varint(counts[from + field]!);
  return MIXED;
}

/** Reads the payload of one entry into `counts` (length `FIELD_COUNT`), which is cleared first. */
export function readPayload(reader: Reader, code: number, counts: Uint32Array): void {
  counts.fill(0);
  if (code === ONCE) counts[0] = 1;
  else if (code === BODY) counts[0] = reader.varint();
  else if (code === SINGLE) {
    const value = reader.varint();
    counts[value & 7] = value >>> 3;
  } else {
    const mask = reader.byte();
    for (let field = 0; field < FIELD_COUNT; field++) if (mask & (1 << field)) counts[field] = reader.varint();
  }
}

/**
 * Appends the entries of `run` to `out`, continuing from chunk `previous` (0 at the start of a run), without those that `drop` names.
 * @returns the last chunk number written, or `previous`
 */
export function appendRun(out: Bytes, previous: number, run: Uint8Array, drop: ((no: number) => boolean) | null): number {
  const reader = new Reader(run);
  let no = 0;
  let last = previous;
  while (reader.more) {
    const head = reader.varint();
    no += head >>> 2;
    const from = reader.at;
    reader.skipPayload(head & 3);
    if (drop?.(no)) continue;
    out.varint(((no - last) << 2) | (head & 3));
    out.copy(run, from, reader.at);
    last = no;
  }
  return last;
}

/** A run as several, each of at most `limit` bytes (or one entry), whose numbers ascend. The pieces are their receiver's. */
export function* splitRun(run: Uint8Array, limit: number): Generator<Uint8Array> {
  const reader = new Reader(run);
  let out = new Bytes(limit + 16);
  let no = 0;
  let last = 0;
  while (reader.more) {
    const head = reader.varint();
    no += head >>> 2;
    const from = reader.at;
    reader.skipPayload(head & 3);
    // A head takes at most 5 bytes.
    if (out.length > 0 && out.length + 5 + reader.at - from > limit) {
      yield out.view();
      out = new Bytes(limit + 16);
      last = 0;
    }
    out.varint(((no - last) << 2) | (head & 3));
    out.copy(run, from, reader.at);
    last = no;
  }
  if (out.length > 0) yield out.view();
}

/**
 * How many live chunks a run names, up to `limit`. Written out for an engine that has not compiled it yet.
 * @param dead a mark for each number of a chunk that is gone
 * @param numbers gets theirs, where somebody asks; those that it has count as well
 */
export function liveIn(
  data: Uint8Array,
  dead: Uint8Array | null,
  numbers: number[] | null = null,
  limit = Number.POSITIVE_INFINITY,
): number {
  const end = data.length;
  let count = numbers === null ? 0 : numbers.length;
  let no = 0;
  for (let at = 0; at < end && count < limit; ) {
    let byte = data[at++]!;
    let head = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = data[at++]!;
      head |= (byte & 127) << shift;
    }
    no += head >>> 2;
    if (dead === null || dead[no] !== 1) {
      numbers?.push(no);
      count++;
    }
    const code = head & 3;
    if (code === ONCE) continue;
    let values = 1;
    if (code === MIXED) {
      values = 0;
      for (let mask = data[at++]!; mask !== 0; mask &= mask - 1) values++;
    }
    while (values > 0 && at < end) if (data[at++]! < 128) values--;
  }
  return count;
}
