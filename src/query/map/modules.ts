/** Which part of the tree a file belongs to, for colouring: folders, split where most of the code is. */

/**
 * Modules of a tree: path prefixes such that each path belongs to the longest that it begins with.
 * The module with most chunks is split into its folders as long as there are no more than `most`.
 * @param counts chunks by path
 * @returns prefixes (`""` for what lies at the top, else with a `/` at the end), most chunks first
 */
export function modulesOf(counts: ReadonlyMap<string, number>, most: number): string[] {
  let modules = new Map<string, string[]>([["", [...counts.keys()]]]);
  const done = new Set<string>();
  const weight = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + counts.get(path)!, 0);
  for (;;) {
    const open = [...modules].filter(([prefix]) => !done.has(prefix)).sort(([p, a], [q, b]) => weight(b) - weight(a) || (p < q ? -1 : 1));
    const [prefix, paths] = open[0] ?? [];
    if (prefix === undefined || paths === undefined) break;
    const parts = Map.groupBy(paths, (path) => {
      const end = path.indexOf("/", prefix.length);
      return end < 0 ? prefix : path.slice(0, end + 1);
    });
    if (parts.size === 1 && parts.has(prefix)) done.add(prefix);
    else if (modules.size - 1 + parts.size <= most) {
      modules = new Map([...modules].filter(([other]) => other !== prefix));
      for (const [part, own] of parts) modules.set(part, own);
      if (parts.has(prefix)) done.add(prefix);
    } else done.add(prefix);
  }
  return [...modules].sort(([p, a], [q, b]) => weight(b) - weight(a) || (p < q ? -1 : 1)).map(([prefix]) => prefix);
}

/** The module of a path: its longest prefix among them. */
export function moduleOf(path: string, modules: readonly string[]): string {
  return modules.filter((prefix) => path.startsWith(prefix)).reduce((best, prefix) => (prefix.length > best.length ? prefix : best), "");
}
