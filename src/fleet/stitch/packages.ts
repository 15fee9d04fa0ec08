/** What one member offers and asks for, read from its manifests and its index once, when somebody asks. */

import { SYMBOL_KINDS } from "../../base/types.ts";
import { tagsOf } from "../../lang/engine/chunk/_tags.ts";
import { dotted } from "../../lang/engine/resolve/world.ts";
import { familyOf } from "../../lang/languages.ts";
import type { Store } from "../../store/graph.ts";
import { isManifest, manifestsOf } from "./manifests.ts";
import { BY_SPACE, type Dependency, type Ecosystem, type Package, type Said } from "./package.ts";

/** A package outside a tree as its code names it. */
export interface Outside {
  /** The symbol that stands for it. */
  symbol: number;
  name: string;
  ecosystem: Ecosystem;
}

/** What a member says of packages. */
export class Packages {
  readonly said: Said;
  #outside: Outside[] | null = null;

  constructor(private readonly store: Store) {
    const paths = (store.statement("SELECT path FROM file ORDER BY path").values() as [string][]).map(([path]) => path);
    const texts = new Map<string, string | null>();
    const known = new Set(paths);
    const text = (path: string): string | null => {
      let one = texts.get(path);
      if (one === undefined) {
        const source = known.has(path) ? store.source(path) : "ignored";
        one = typeof source === "string" ? null : source.text;
        texts.set(path, one);
      }
      return one;
    };
    this.said = manifestsOf({ paths, text });
    for (const { path, reason } of store.skipped(["too-large", "minified", "unreadable", "bad-encoding", "binary"]))
      if (isManifest(path)) this.said.unread.push({ path, reason });
    if (this.said.packages.some(({ ecosystem }) => BY_SPACE.has(ecosystem))) this.#spaces();
  }

  get packages(): readonly Package[] {
    return this.said.packages;
  }

  get dependencies(): readonly Dependency[] {
    return this.said.dependencies;
  }

  /** Gives each package the name spaces that its own sources declare. */
  #spaces(): void {
    const kinds = JSON.stringify([SYMBOL_KINDS.indexOf("namespace"), SYMBOL_KINDS.indexOf("module")]);
    const rows = this.store
      .statement(
        "SELECT DISTINCT qualified, path, language FROM symbol JOIN file ON file.id = symbol.file WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY path, at",
      )
      .values(kinds) as [string, string, string | null][];
    const spaces = new Map<Package, Map<string, string>>();
    for (const [qualified, path, language] of rows) {
      const { ecosystem } = familyOf(language);
      if (ecosystem === undefined || !BY_SPACE.has(ecosystem) || tagsOf(path).includes("test")) continue;
      const owner = this.ownerOf(path, ecosystem);
      if (!owner) continue;
      const own = spaces.get(owner) ?? new Map<string, string>();
      spaces.set(owner, own);
      const name = dotted(qualified);
      if (name !== "" && !own.has(name)) own.set(name, path);
    }
    for (const [owner, own] of spaces) owner.modules = [...own].map(([name, path]) => ({ name, path }));
  }

  /** The package of an ecosystem that a file belongs to: the innermost whose folder, or one of whose modules, it lies in. */
  ownerOf(path: string, ecosystem: Ecosystem): Package | null {
    let found: Package | null = null;
    let depth = -1;
    for (const one of this.said.packages) {
      if (one.ecosystem !== ecosystem) continue;
      const within =
        BY_SPACE.has(ecosystem) || ecosystem === "npm" || ecosystem === "go" ? [one.folder] : one.modules.map(({ path: at }) => at);
      for (const at of within)
        if ((at === "" || path === at || path.startsWith(`${at}/`)) && at.length > depth) {
          found = one;
          depth = at.length;
        }
    }
    return found;
  }

  /** Packages outside the tree, with the ecosystems of the languages that name them. */
  get outside(): readonly Outside[] {
    if (this.#outside === null) {
      const rows = this.store
        .statement(
          "SELECT DISTINCT outer.id, outer.name, file.language FROM symbol AS outer CROSS JOIN edge ON dst = outer.id JOIN symbol AS inner ON inner.id = src JOIN file ON file.id = inner.file WHERE outer.file IS NULL ORDER BY outer.name",
        )
        .values() as [number, string, string | null][];
      const seen = new Set<string>();
      this.#outside = rows.flatMap(([symbol, name, language]) => {
        const { ecosystem } = familyOf(language);
        const key = `${symbol} ${ecosystem}`;
        if (ecosystem === undefined || seen.has(key)) return [];
        seen.add(key);
        return [{ symbol, name, ecosystem }];
      });
    }
    return this.#outside;
  }
}
