/** C, Zig: what fields that hold functions hold, and what macros stand for. */
import { containers, type Family } from "./_family.ts";
import type { Outcome } from "./_references.ts";
import type { Tree } from "./_tree.ts";
import { EXPANDS, type WorldSymbol } from "./_world.ts";

/**
 * A call through a field reaches the functions that this file puts into fields of that name, or into the field's place in an initialiser
 * of its type.
 * @returns null where it puts none
 */
export function slotted(field: WorldSymbol, tree: Tree, family: Family): Outcome | null {
  const owner = containers(field.qualified)[0] ?? "";
  const order = (tree.outline(field.path)?.fields ?? []).filter(({ of }) => of === owner).map(({ name }) => name);
  const type = owner.slice(owner.lastIndexOf(".") + 1);
  const place = `#${[...new Set(order)].indexOf(field.name)}`;
  const slots = new Set([`->${field.name}`, `->${type}${place}`, `->${type}_t${place}`]);
  const { path } = tree.facts;
  const found = (tree.outline(path)?.fields ?? [])
    .filter(({ of, name }) => of === "" && slots.has(name))
    .flatMap(
      ({ type: given }) =>
        tree.definitions(given, family).filter((one) => one.path === path && (one.kind === "function" || one.kind === "method"))[0] ?? [],
    );
  return found[0] ? { symbol: found[0], resolution: "dispatch", more: found.slice(1) } : null;
}

/** Names that the text of a macro calls. */
export function expansionOf({ path, qualified }: WorldSymbol, tree: Tree): string[] {
  const text = tree.outline(path)?.fields.find(({ of, name }) => of === qualified && name === EXPANDS)?.type;
  return text === undefined ? [] : text.split(" ");
}
