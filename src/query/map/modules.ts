/** Which part of the tree a file belongs to, for colouring: folders, split where most of the code is. */

/** A folder is no module of its own with a smaller share of all chunks than this, where there is not room for every folder. */
const LEAST_SHARE = 0.01;

/**
 * Modules of a tree: path prefixes such that each path belongs to the longest that it begins with.
 * The module with most chunks is split into its folders as long as there are no more than `most`; where there are too many folders, the
 * largest are split off and the others stay together.
 * @param counts chunks by path
 * @returns prefixes (`""` for what lies at the top, else with a `/` at the end), most chunks first
 */
export function modulesOf(counts: ReadonlyMap<string, number>, most: number): string[] {
  const modules = new Map<string, string[]>([["", [...counts.keys()]]]);
  const weight = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + counts.get(path)!, 0);
  const heaviest = (groups: Iterable<[string, string[]]>): [string, string[]][] =>
    [...groups].sort(([p, a], [q, b]) => weight(b) - weight(a) || (p < q ? -1 : 1));
  const total = weight([...counts.keys()]);
  // First leave room to split what is large further down; what room is left then goes to the others.
  for (const share of [0.6, 1]) {
    const done = new Set<string>();
    for (;;) {
      const [next] = heaviest([...modules].filter(([prefix]) => !done.has(prefix)));
      if (!next) break;
      const [prefix, paths] = next;
      done.add(prefix);
      // Files right in the folder have no slash after its own: their part is the prefix itself.
      const parts = Map.groupBy(paths, (path) => path.slice(0, path.indexOf("/", prefix.length) + 1) || prefix);
      const folders = heaviest([...parts].filter(([part]) => part.length > prefix.length));
      const rest = [...parts].filter(([part]) => part.length <= prefix.length).flatMap(([, own]) => own);
      const left = most - modules.size;
      const whole = folders.length <= left + (rest.length === 0 ? 1 : 0);
      const split = whole ? folders : folders.slice(0, Math.floor(left * share)).filter(([, own]) => weight(own) >= LEAST_SHARE * total);
      for (const [part, own] of split) modules.set(part, own);
      const kept = [...rest, ...folders.filter((folder) => !split.includes(folder)).flatMap(([, own]) => own)];
      if (kept.length > 0) modules.set(prefix, kept);
      else modules.delete(prefix);
    }
  }
  return heaviest(modules).map(([prefix]) => prefix);
}

/** The module of a path: its longest prefix among them. */
export function moduleOf(path: string, modules: readonly string[]): string {
  return modules.filter((prefix) => path.startsWith(prefix)).reduce((best, prefix) => (prefix.length > best.length ? prefix : best), "");
}
