/** Elixir: modules by their full names wherever they are declared; `alias`, `import` and `use` lead there, nested modules see their parents' aliases. */

import type { Family } from "../engine/resolve/family.ts";
import { declares, inSpace, membersOfSpace } from "../engine/resolve/packages.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";

/** A module by its full name; `__MODULE__` is the one the text stands in. */
function moduleNamed(tree: Tree, source: string, within: string): Located {
  const name = source.replace(/^__MODULE__(?=\.|$)/, within);
  if (membersOf(tree, name) || declares(tree, elixir, name)) return { is: "space", name };
  return { is: "external", name: name.split(".")[0]! };
}

/** The module, protocol or implementation of that name. */
function membersOf(tree: Tree, name: string): Place | null {
  const cut = name.lastIndexOf(".");
  const found = membersOfSpace(tree, elixir, name.slice(0, Math.max(0, cut)), name.slice(cut + 1)).find(
    ({ kind }) => kind === "module" || kind === "interface" || kind === "class",
  );
  return found ? { is: "symbol", symbol: found } : null;
}

function ambient(tree: Tree, _path: string, name: string): Place | null {
  if (!/^\p{Lu}/u.test(name)) return null;
  return membersOf(tree, name) ?? { is: "space", name };
}

export const elixir: Family = {
  name: "elixir",
  ecosystem: "mix",
  writtenNesting: true,
  importsFunctions: true,
  self: ["__MODULE__"],
  parent: [],
  implicitSelf: true,
  namesApart: true,
  classFunctions: true,
  reach: "imported",
  dynamic: false,
  constructors: [],
  globals:
    wordSet(`abs div elem hd tl is_nil is_atom is_binary is_list is_map is_integer length map_size node not rem round self send spawn to_string inspect
    put_elem raise reraise throw exit apply max min then tap put_in get_in update_in struct struct! binary_part byte_size tuple_size function_exported?
    Enum List Map Keyword String Integer Float IO File Path System Process GenServer Agent Task Supervisor Registry Logger Application Stream Regex Date
    DateTime NaiveDateTime Time Atom Tuple MapSet Range Access Kernel Module Macro Code Exception ExUnit Mix`),
  locate: (tree: Tree, _from: string, imported: ImportLike) => moduleNamed(tree, imported.source, imported.within),
  ambient,
  inSpace: (tree, space, name) => {
    if (name === "*") return membersOf(tree, space);
    return (
      membersOf(tree, `${space}.${name}`) ??
      inSpace(tree, elixir, space, name) ??
      (/^\p{Lu}/u.test(name) ? { is: "space", name: `${space}.${name}` } : null)
    );
  },
};
