/** Edges of a file's imports: to the files they lead to, and to what they bind. One edge a target, at its first import. */
import { edges as edgeSettings } from "../../../base/limits.ts";
import type { FileFacts, Resolution } from "../../../base/types.ts";
import type { Family } from "./_family.ts";
import type { Lookup } from "./_lookup.ts";
import type { Tree } from "./_tree.ts";
import { type EdgeTarget, importLike, type ResolvedEdge, targetKey } from "./_world.ts";

const { confidence } = edgeSettings;

/** @param used other files that references of this one lead to: a whole package or namespace is imported as those of its files */
export function importEdges(facts: FileFacts, tree: Tree, family: Family, lookup: Lookup, used: ReadonlySet<string>): ResolvedEdge[] {
  return new Importing(facts, tree, family, lookup, used).run();
}

class Importing {
  private readonly edges: ResolvedEdge[] = [];
  private readonly seen = new Set<string>();

  constructor(
    private readonly facts: FileFacts,
    private readonly tree: Tree,
    private readonly family: Family,
    private readonly lookup: Lookup,
    private readonly used: ReadonlySet<string>,
  ) {}

  run(): ResolvedEdge[] {
    for (const raw of this.facts.imports) {
      if (raw.source === "") continue;
      const { line } = raw;
      const imported = this.tree.memo("import", raw, () => importLike(this.facts, raw));
      const located = this.lookup.locate(this.facts.path, imported);
      if (located.is === "external") this.imported({ at: "external", name: located.name }, line, "external");
      if (located.is === "files") {
        const used = located.whole ? located.files.filter((path) => this.used.has(path)) : located.files;
        for (const path of used.length > 0 ? used : located.files.slice(0, 1)) this.importedFile(path, line);
      }
      const names = this.lookup.bindingNames(imported);
      let bound = 0;
      for (const { name } of names) {
        if (located.is === "external") break;
        const place = this.lookup.imported(this.facts.path, imported, name, edgeSettings.maxHops);
        if (place.is === "symbol") {
          bound++;
          this.importedFile(place.symbol.path, line, located.is === "space");
          if (imported.form !== "namespace" || name !== "*") this.imported(this.tree.target(place.symbol), line, "exact");
        } else if (place.is === "module" && !(located.is === "files" && located.whole))
          for (const path of place.files) this.importedFile(path, line);
      }
      // a namespace as a whole: the files of it that this one really uses
      if (located.is === "space" && bound === 0 && !this.family.headers)
        for (const path of [...this.used].sort()) if (this.inNamespace(path, located.name)) this.importedFile(path, line);
    }
    return this.edges;
  }

  private inNamespace(path: string, space: string): boolean {
    return (this.tree.outline(path)?.namespaces ?? []).some((one) => one.replace(/\\|::/g, ".") === space);
  }

  private importedFile(path: string, line: number, allowed = true): void {
    if (path !== this.facts.path && allowed) this.imported({ at: "file", path }, line, "exact");
  }

  private imported(to: EdgeTarget, line: number, resolution: Resolution): void {
    // a name of this very file imported into one of its modules is no import of the file
    if (to.at === "here") return;
    const identity = targetKey(to);
    if (this.seen.has(identity)) return;
    this.seen.add(identity);
    this.edges.push({ kind: "imports", from: 0, to, line, resolution, confidence: confidence[resolution] });
  }
}
