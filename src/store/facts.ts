/**
 * How the facts of a file are stored: what resolution needs and the symbol table does not have, as compressed columns of JSON.
 *
 * Left out is what resolution never looks at: documentation, signatures, spans and offsets. Both a full build and an update resolve from
 * what is stored, so they cannot see different facts. Columns without their names are a third smaller than objects.
 */
import type { FileFacts, RawBinding, RawFlow, RawImport, RawMention, RawReference, RawSymbol } from "../base/types.ts";
import { fromColumns, type Table, toColumns } from "./columns.ts";
import { DamagedIndex } from "./damage.ts";
import { deflate, inflate } from "./deflate.ts";

/** Columns of the lists. The types see to it that none is missing; another one changes the schema. */
const IMPORT: Table<RawImport> = {
  layout: { form: "word", source: "text", names: "pairs", reexport: "flag", line: "rising", scope: "rising", relative: "flag" },
  rows: ([form, source, names, reexport, line, scope, relative]) =>
    rowOf<RawImport>((row) => ({
      form: form![row],
      source: source![row],
      names: names![row],
      reexport: reexport![row],
      line: line![row],
      scope: scope![row],
      relative: relative![row],
    })),
};
const REFERENCE: Table<RawReference> = {
  layout: {
    kind: "word",
    name: "text",
    receiver: "text",
    arity: "count",
    line: "rising",
    scope: "rising",
    subject: "text",
    language: "text",
    args: "text",
    given: "text",
    inside: "flag",
  },
  rows: ([kind, name, receiver, arity, line, scope, subject, language, args, given, inside]) =>
    rowOf<RawReference>((row) => ({
      kind: kind![row],
      name: name![row],
      receiver: receiver![row],
      arity: arity![row],
      line: line![row],
      scope: scope![row],
      subject: subject![row],
      language: language![row],
      args: args![row],
      given: given![row],
      inside: inside![row],
    })),
};
const BINDING: Table<RawBinding> = {
  layout: { name: "text", type: "text", from: "word", scope: "rising", line: "rising", end: "rising" },
  rows: ([name, type, from, scope, line, end]) =>
    rowOf<RawBinding>((row) => ({
      name: name![row],
      type: type![row],
      from: from![row],
      scope: scope![row],
      line: line![row],
      end: end![row],
    })),
};
const MENTION: Table<RawMention> = {
  layout: { form: "word", name: "text", line: "rising", scope: "rising" },
  rows: ([form, name, line, scope]) =>
    rowOf<RawMention>((row) => ({ form: form![row], name: name![row], line: line![row], scope: scope![row] })),
};
const FLOW: Table<RawFlow> = {
  layout: { from: "rising", to: "count" },
  rows: ([from, to]) => rowOf<RawFlow>((row) => ({ from: from![row], to: to![row] })),
};

/** Rows of a table: what a column holds is as its layout says. */
function rowOf<T>(make: (row: number) => { [K in keyof Required<T>]: unknown }): (row: number) => T {
  return make as (row: number) => T;
}

/** What the form of stored facts depends on. */
export const FACT_SHAPE = JSON.stringify([IMPORT, REFERENCE, BINDING, MENTION, FLOW].map(({ layout }) => layout));

/** The last two are left out where both are empty. */
type Stored = [imports: unknown[], references: unknown[], bindings: unknown[], mentions?: unknown[], flows?: unknown[]];

/** What the file table has of a file for resolution. */
export type StoredFile = Pick<FileFacts, "path" | "language" | "lines" | "damaged">;

export function encodeFacts(facts: FileFacts): Uint8Array {
  const { mentions = [], flows = [] } = facts;
  const stored: Stored = [toColumns(facts.imports, IMPORT), toColumns(facts.references, REFERENCE), toColumns(facts.bindings, BINDING)];
  if (mentions.length + flows.length > 0) stored.push(toColumns(mentions, MENTION), toColumns(flows, FLOW));
  return deflate(JSON.stringify(stored));
}

/** A symbol as resolution sees it: `doc` and `signature` are "", offsets 0. One literal, as the rows of a table are. */
export function bareSymbol({ kind, name, qualified, parent, start, end, exported, arity, type, declares }: StoredSymbol): RawSymbol {
  const symbol: RawSymbol = { kind, name, qualified, parent, start, end, exported, arity, type, doc: "", signature: "", from: 0, to: 0 };
  if (declares) symbol.declares = true;
  return symbol;
}

/**
 * The facts as resolution sees them: spans empty.
 * @param symbols the file's, in their order, each a `bareSymbol`
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeFacts(data: Uint8Array, { path, language, lines, damaged }: StoredFile, symbols: RawSymbol[]): FileFacts {
  return decoded(data, ([imports, references, bindings, mentions, flows]) => ({
    path,
    language,
    lines,
    damaged,
    symbols,
    imports: fromColumns(imports, IMPORT),
    references: fromColumns(references, REFERENCE),
    bindings: fromColumns(bindings, BINDING),
    mentions: mentions ? fromColumns(mentions, MENTION) : [],
    flows: flows ? fromColumns(flows, FLOW) : [],
    spans: { comments: [], imports: [], signatures: [] },
  }));
}

/**
 * Only the references of stored facts.
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeReferences(data: Uint8Array): RawReference[] {
  return decoded(data, ([, references]) => fromColumns(references, REFERENCE));
}

/**
 * Only the imports of stored facts.
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeImports(data: Uint8Array): RawImport[] {
  return decoded(data, ([imports]) => fromColumns(imports, IMPORT));
}

function decoded<T>(data: Uint8Array, read: (stored: Stored) => T): T {
  try {
    return read(JSON.parse(inflate(data)) as Stored);
  } catch (error) {
    throw new DamagedIndex("facts of a file cannot be read", { cause: error });
  }
}

/** What the symbol table has of a symbol for resolution. */
export type StoredSymbol = Omit<RawSymbol, "doc" | "signature" | "from" | "to">;
