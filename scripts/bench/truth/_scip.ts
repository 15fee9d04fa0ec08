/**
 * Reading an index in Sourcegraph's SCIP format (scip.proto of scip-code/scip): documents with occurrences of symbols. Only the fields that
 * tell who refers to what are decoded; the wire format is that of protocol buffers.
 */

/** One occurrence of a symbol. Lines and columns are 0-based. */
export interface Occurrence {
  line: number;
  column: number;
  end: number;
  symbol: string;
  definition: boolean;
}

export interface ScipDocument {
  path: string;
  occurrences: Occurrence[];
}

const DOCUMENT = 2;
const PATH = 1;
const OCCURRENCE = 2;
const RANGE = 1;
const SYMBOL = 2;
const ROLES = 3;
const DEFINITION = 1;

class Wire {
  constructor(
    private readonly bytes: Uint8Array,
    private at = 0,
    private readonly end = bytes.length,
  ) {}

  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError("The index ends inside a number.");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** Fields in order: numbers as such, everything else as a reader of its bytes. */
  *fields(): Generator<{ field: number; value: number; inner: Wire }> {
    while (this.at < this.end) {
      const tag = this.varint();
      const field = tag >>> 3;
      switch (tag & 7) {
        case 0:
          yield { field, value: this.varint(), inner: this };
          break;
        case 1:
          this.at += 8;
          break;
        case 2: {
          const length = this.varint();
          const inner = new Wire(this.bytes, this.at, this.at + length);
          this.at += length;
          yield { field, value: 0, inner };
          break;
        }
        case 5:
          this.at += 4;
          break;
        default:
          throw new RangeError(`Wire type ${tag & 7} is none of SCIP's.`);
      }
    }
  }

  text(): string {
    return Buffer.from(this.bytes.subarray(this.at, this.end)).toString();
  }

  numbers(): number[] {
    const list: number[] = [];
    while (this.at < this.end) list.push(this.varint());
    return list;
  }
}

/** Documents of an index. Throws RangeError when the bytes are none. */
export function scipDocuments(bytes: Uint8Array): ScipDocument[] {
  const found: ScipDocument[] = [];
  for (const { field, inner } of new Wire(bytes).fields()) {
    if (field !== DOCUMENT) continue;
    const document: ScipDocument = { path: "", occurrences: [] };
    for (const part of inner.fields()) {
      if (part.field === PATH) document.path = part.inner.text();
      if (part.field === OCCURRENCE) document.occurrences.push(occurrence(part.inner));
    }
    found.push(document);
  }
  return found;
}

function occurrence(wire: Wire): Occurrence {
  const one: Occurrence = { line: 0, column: 0, end: 0, symbol: "", definition: false };
  for (const { field, value, inner } of wire.fields()) {
    if (field === RANGE) {
      // [line, column, end column] or [line, column, end line, end column]
      const range = inner.numbers();
      one.line = range[0] ?? 0;
      one.column = range[1] ?? 0;
      one.end = range.at(-1) ?? 0;
    } else if (field === SYMBOL) one.symbol = inner.text();
    else if (field === ROLES) one.definition = (value & DEFINITION) !== 0;
  }
  return one;
}
