import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { declares, inSpace, membersOfSpace } from "../engine/resolve/packages.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Elixir: modules by their full names wherever they are declared; `alias`, `import` and `use` lead there, nested modules see their parents' aliases.

/** A module by its full name; `__MODULE__` is the one the text stands in. */
function moduleNamed(tree: Tree, source: string, within: string): Located {
  const name = source.replace(/^__MODULE__(?=\.|$)/, within);
  if (membersOf(tree, name) || declares(tree, family, name)) return { is: "space", name };
  return { is: "external", name: name.split(".")[0]! };
}

/** The module, protocol or implementation of that name. */
function membersOf(tree: Tree, name: string): Place | null {
  const cut = name.lastIndexOf(".");
  const found = membersOfSpace(tree, family, name.slice(0, Math.max(0, cut)), name.slice(cut + 1)).find(
    ({ kind }) => kind === "module" || kind === "interface" || kind === "class",
  );
  return found ? { is: "symbol", symbol: found } : null;
}

function ambient(tree: Tree, _path: string, name: string): Place | null {
  if (!/^\p{Lu}/u.test(name)) return null;
  return membersOf(tree, name) ?? { is: "space", name };
}

const family: Family = writtenFamily({
  name: "elixir",
  ecosystem: "mix",
  writtenNesting: true,
  importsFunctions: true,
  self: ["__MODULE__"],
  implicitSelf: true,
  namesApart: true,
  classFunctions: true,
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
      inSpace(tree, family, space, name) ??
      (/^\p{Lu}/u.test(name) ? { is: "space", name: `${space}.${name}` } : null)
    );
  },
});

export const syntax: Syntax = {
  names: words("is await elif while del typeof void delete return yield"),
  separators: ["."],
  quotes: '"',
  tripleQuotes: true,
  lineComments: ["#"],
  blockComments: [],
  identifier: "?!@",
};

export const elixir = language({
  name: "elixir",
  // what a module uses may bring a definition along
  demands: ({ signature, kind, name, rest, whole }) =>
    (kind === "interface"
      ? /^def\b/.test(signature) && !/^,?\s*do\b/.test(rest)
      : /^@(?:macro)?callback\b/.test(signature) && !new RegExp(`@optional_callbacks\\b[^\\n]*\\b${name}:`).test(whole)) && "perhaps",
  extensions: "ex exs",
  shebangs: "elixir",
  rules: async () => (await import("./rules.ts")).elixir,
  syntax,
  family,
  callsGiven: ({ name, receiver }) =>
    /^(?:Enum|Stream|Map|Keyword|List|Kernel)$/.test(receiver ?? "") || (receiver === null && (name === "then" || name === "tap")),
});
