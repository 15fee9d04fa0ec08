/** Names of relations as people and agents write them. */
import { EDGE_KINDS, type EdgeKind } from "../base/types.ts";

/** What other graphs of code call them; both directions of a relation are one kind of edge, which is followed both ways. */
const OTHER_NAMES: Readonly<Record<string, EdgeKind>> = {
  parent_of: "contains",
  child_of: "contains",
  has: "contains",
  contained_in: "contains",
  contained_by: "contains",
  member_of: "contains",
  call: "calls",
  called_by: "calls",
  invokes: "calls",
  import: "imports",
  imported_by: "imports",
  extends: "inherits",
  inherits_from: "inherits",
  inherited_by: "inherits",
  extended_by: "inherits",
  subclass_of: "inherits",
  superclass_of: "inherits",
  implemented_by: "implements",
  defined_in: "defines",
  defined_by: "defines",
  used_by: "uses",
  reads: "uses",
  refers_to: "references",
  referenced_by: "references",
  mentions: "references",
  data_flow: "dataflow",
  flows_to: "dataflow",
  flows_from: "dataflow",
  documented_by: "documents",
  describes: "documents",
  governs: "governed_by",
  depends: "depends_on",
  dependency_of: "depends_on",
};

/** The kind of edge that a name means, in any case and with any separator; null for none. */
export function edgeKindOf(name: string): EdgeKind | null {
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  return EDGE_KINDS.find((kind) => kind === folded) ?? OTHER_NAMES[folded] ?? null;
}
