/**
 * How the facts of a file are stored: what resolution needs, as JSON of columns, compressed.
 *
 * Left out is what resolution never looks at and the tables or the source have anyway: documentation, signatures, spans and offsets. Both
 * a full build and an update resolve from what is stored, so they cannot see different facts.
 */
import type { FileFacts, ImportForm, RawBinding, RawImport, ReferenceKind, SymbolKind } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";

/** Level 1: 3 is a tenth smaller and twice as slow on JSON of this kind. */
const LEVEL = 1;

interface Packed {
  path: string;
  language: string | null;
  lines: number;
  damaged: boolean;
  symbols: [SymbolKind, string, string | 0, number, number, number, 0 | 1, number | null, string | null][];
  imports: [ImportForm, string, string[], 0 | 1, number, number, 0 | 1][];
  references: [ReferenceKind, string, string | null, number | null, number, number][];
  bindings: [string, string, RawBinding["from"], number, number][];
}

export function encodeFacts(facts: FileFacts): Uint8Array {
  const packed: Packed = {
    path: facts.path,
    language: facts.language,
    lines: facts.lines,
    damaged: facts.damaged,
    symbols: facts.symbols.map((s) => [
      s.kind,
      s.name,
      s.qualified === s.name ? 0 : s.qualified,
      s.parent,
      s.start,
      s.end,
      s.exported ? 1 : 0,
      s.arity,
      s.type,
    ]),
    imports: facts.imports.map((i) => [
      i.form,
      i.source,
      i.names.flatMap(({ name, local }) => [name, local]),
      i.reexport ? 1 : 0,
      i.line,
      i.scope,
      i.relative ? 1 : 0,
    ]),
    references: facts.references.map((r) => [r.kind, r.name, r.receiver, r.arity, r.line, r.scope]),
    bindings: facts.bindings.map((b) => [b.name, b.type, b.from, b.scope, b.line]),
  };
  return Bun.zstdCompressSync(JSON.stringify(packed), { level: LEVEL });
}

/**
 * The facts as resolution sees them: `doc` and `signature` are "", offsets 0, spans empty.
 * @throws DamagedIndex when the bytes are not ours
 */
export function decodeFacts(data: Uint8Array): FileFacts {
  let packed: Packed;
  try {
    packed = JSON.parse(Bun.zstdDecompressSync(data).toString()) as Packed;
  } catch {
    throw new DamagedIndex("facts of a file cannot be read");
  }
  return {
    path: packed.path,
    language: packed.language,
    lines: packed.lines,
    damaged: packed.damaged,
    symbols: packed.symbols.map(([kind, name, qualified, parent, start, end, exported, arity, type]) => ({
      kind,
      name,
      qualified: qualified === 0 ? name : qualified,
      parent,
      signature: "",
      doc: "",
      start,
      end,
      from: 0,
      to: 0,
      exported: exported === 1,
      arity,
      type,
    })),
    imports: packed.imports.map(([form, source, names, reexport, line, scope, relative]) => ({
      form,
      source,
      names: pairs(names),
      reexport: reexport === 1,
      line,
      scope,
      relative: relative === 1,
    })),
    references: packed.references.map(([kind, name, receiver, arity, line, scope]) => ({ kind, name, receiver, arity, line, scope })),
    bindings: packed.bindings.map(([name, type, from, scope, line]) => ({ name, type, from, scope, line })),
    spans: { comments: [], imports: [], signatures: [] },
  };
}

function pairs(names: string[]): RawImport["names"] {
  const out: RawImport["names"] = [];
  for (let i = 0; i + 1 < names.length; i += 2) out.push({ name: names[i] ?? "", local: names[i + 1] ?? "" });
  return out;
}
