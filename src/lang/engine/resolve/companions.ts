import type { Tree } from "./tree.ts";
import type { WorldSymbol } from "./world.ts";

/** The ending of a file that declares, and those of the files that may define. */
const COMPANIONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.mli$/, [".ml"]],
  [/\.pyi$/, [".py", "/__init__.py"]],
  [/\.d\.[cm]?ts$/, [".js", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".jsx"]],
];

/** Does a file only declare, by its name? */
export function isDeclaring(path: string): boolean {
  return COMPANIONS.some(([ending]) => ending.test(path));
}

/** The definition of what such a file declares; null where there is none beside it. */
export function companionOf(tree: Tree, symbol: WorldSymbol): WorldSymbol | null {
  if (!symbol.declares) return null;
  return tree.memo("companion", symbol.id, () => {
    for (const [ending, others] of COMPANIONS) {
      if (!ending.test(symbol.path)) continue;
      for (const other of others) {
        const path = symbol.path.replace(ending, other);
        const [found] = tree.file(path) ? tree.members(path, symbol.qualified).filter(({ declares }) => !declares) : [];
        if (found) return { one: found };
      }
    }
    return { one: null };
  }).one;
}
