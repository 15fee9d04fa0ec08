/**
 * How the facts of a file are stored: what resolution needs and the symbol table does not have, as compressed columns of JSON.
 *
 * Left out is what resolution never looks at: documentation, signatures, spans and offsets. Both a full build and an update resolve from
 * what is stored, so they cannot see different facts. Columns without their names are a third smaller than objects.
 */
import type { FileFacts, RawBinding, RawFlow, RawImport, RawMention, RawReference, RawSymbol } from "../base/types.ts";
import { fromColumns, type Layout, toColumns } from "./columns.ts";
import { DamagedIndex } from "./damage.ts";
import { deflate, inflate } from "./deflate.ts";

/** Columns of the lists. The types see to it that none is missing; another one changes the schema. */
const IMPORT: Layout<RawImport> = {
  form: "word",
  source: "text",
  names: "pairs",
  reexport: "flag",
  line: "rising",
  scope: "rising",
  relative: "flag",
};
const REFERENCE: Layout<RawReference> = {
  kind: "word",
  name: "text",
  receiver: "text",
  arity: "count",
  line: "rising",
  scope: "rising",
  subject: "text",
  language: "text",
  args: "text",
};
const BINDING: Layout<RawBinding> = { name: "text", type: "text", from: "word", scope: "rising", line: "rising" };

const MENTION: Layout<RawMention> = { form: "word", name: "text", line: "rising", scope: "rising" };
const FLOW: Layout<RawFlow> = { from: "rising", to: "count" };

/** What the form of stored facts depends on. */
export const FACT_SHAPE = JSON.stringify([IMPORT, REFERENCE, BINDING, MENTION, FLOW]);

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

/**
 * The facts as resolution sees them: `doc` and `signature` are "", offsets 0, spans empty.
 * @param symbols the file's, in their order
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeFacts(data: Uint8Array, { path, language, lines, damaged }: StoredFile, symbols: readonly StoredSymbol[]): FileFacts {
  return decoded(data, ([imports, references, bindings, mentions, flows]) => ({
    path,
    language,
    lines,
    damaged,
    symbols: symbols.map((symbol) => ({ ...symbol, doc: "", signature: "", from: 0, to: 0 })),
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

/** The part of a symbol that the table gives back. */
export function storedSymbol({ kind, name, qualified, parent, start, end, exported, arity, type }: StoredSymbol): StoredSymbol {
  return { kind, name, qualified, parent, start, end, exported, arity, type };
}
