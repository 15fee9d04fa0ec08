/** C, Zig: what fields that hold functions hold, and what macros stand for. */
import { edges as edgeSettings } from "../../base/limits.ts";
import { containers, type Family } from "../engine/resolve/family.ts";
import { folderOf } from "../engine/resolve/paths.ts";
import type { Outcome } from "../engine/resolve/references.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import { EXPANDS, type WorldSymbol } from "../engine/resolve/world.ts";

interface Slot {
  path: string;
  given: string;
}

/**
 * A call through a field reaches the functions that this file puts into fields of that name, or into the field's place in an initialiser
 * of its type, and those that initialisers of the type hold in the folders of this file and of the type.
 * @returns null where none is known
 */
export function slotted(field: WorldSymbol, tree: Tree, family: Family): Outcome | null {
  const owner = containers(field.qualified)[0] ?? "";
  const order = (tree.outline(field.path)?.fields ?? []).filter(({ of }) => of === owner).map(({ name }) => name);
  const type = owner.slice(owner.lastIndexOf(".") + 1);
  const place = `#${[...new Set(order)].indexOf(field.name)}`;
  const typed = [`->${type}${place}`, `->${type}_t${place}`, `->${type}.${field.name}`, `->${type}_t.${field.name}`];
  const slots = new Set([`->${field.name}`, ...typed]);
  const { path } = tree.facts;
  const given: Slot[] = (tree.outline(path)?.fields ?? []).flatMap(({ of, name, type: given }) =>
    of === "" && slots.has(name) ? { path, given } : [],
  );
  if (type !== "")
    for (const folder of new Set([folderOf(path), folderOf(field.path)])) {
      const there = inFolder(folder, tree, family);
      for (const slot of typed) given.push(...(there.get(slot) ?? []).filter((one) => one.path !== path));
    }
  const found = new Map<string, WorldSymbol>();
  for (const one of given) {
    const [named] = tree
      .definitions(one.given, family)
      .filter((of) => of.path === one.path && (of.kind === "function" || of.kind === "method"));
    if (named) found.set(`${named.path}#${named.qualified}`, named);
  }
  const [first, ...more] = found.values();
  return first && found.size <= edgeSettings.dispatch.maxTargets ? { symbol: first, resolution: "dispatch", more } : null;
}

/** What initialisers in the files of a folder put into fields of known types, by type and field; looked for once for all files. */
function inFolder(folder: string, tree: Tree, family: Family): ReadonlyMap<string, Slot[]> {
  const { world } = tree;
  const make = (): Map<string, Slot[]> => {
    const slots = new Map<string, Slot[]>();
    for (const path of world.directory(folder)) {
      const outline = world.outline(path);
      if (!outline || tree.familyOf(outline.language) !== family) continue;
      for (const { of, name, type } of outline.fields) {
        if (of !== "" || !/^->.+[#.]/.test(name)) continue;
        const slot = slots.get(name);
        if (slot) slot.push({ path, given: type });
        else slots.set(name, [{ path, given: type }]);
      }
    }
    return slots;
  };
  return tree.memo("slots", folder, () => world.shared(`slots ${family.name} ${folder}`, make) ?? new Map<string, Slot[]>());
}

/** Names that the text of a macro calls, or the one that it stands for. */
export function expansionOf({ path, qualified, arity, type }: WorldSymbol, tree: Tree): string[] {
  if (arity === null) return type === null ? [] : [type];
  const text = tree.outline(path)?.fields.find(({ of, name }) => of === qualified && name === EXPANDS)?.type;
  return text === undefined ? [] : text.split(" ");
}
