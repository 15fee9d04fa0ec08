import type { RawSymbol } from "../../base/types.ts";

/** A symbol of which only what it does not share with most is said: those are of the file, visible, undocumented, called by their name and nothing else. */
export function symbolOf(own: Pick<RawSymbol, "kind" | "name" | "start" | "end" | "from" | "to"> & Partial<RawSymbol>): RawSymbol {
  const { kind, name, qualified = name, parent = 0, signature = name, doc = "", start, end, from, to } = own;
  const { exported = true, arity = null, type = null } = own;
  return { kind, name, qualified, parent, signature, doc, start, end, from, to, exported, arity, type };
}
