/** SQL: one name space a tree; a name that one definition has is that definition. */

import type { Family } from "../engine/resolve/family.ts";
import type { Place } from "../engine/resolve/place.ts";
import { pick, type Tree } from "../engine/resolve/tree.ts";
import type { WorldSymbol } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";

/** What a name of a table, view or function stands for: a later definition in another migration is the same thing. */
export function defined(tree: Tree, name: string): WorldSymbol | null {
  const all = tree.real(tree.definitions(name, sql).filter((symbol) => symbol.parentKind === "file"));
  const full = new Set(all.map((symbol) => symbol.qualified));
  return full.size === 1 ? pick(all, null) : null;
}

function ambient(tree: Tree, _path: string, name: string): Place | null {
  const symbol = defined(tree, name);
  return symbol && { is: "symbol", symbol };
}

export const sql: Family = {
  name: "sql",
  self: [],
  parent: [],
  implicitSelf: false,
  reach: "global",
  dynamic: false,
  constructors: [],
  globals: wordSet("count sum min max avg coalesce lower upper now length substring cast concat round abs nullif row_number rank"),
  locate: () => ({ is: "nowhere" }),
  ambient,
  /** `shop.users`: a schema is a space. */
  inSpace(tree, space, name) {
    if (space === "") return { is: "space", name };
    const all = tree.full(`${space}.${name}`, sql);
    const found = pick(all, null) ?? defined(tree, name);
    return found && { is: "symbol", symbol: found };
  },
};
