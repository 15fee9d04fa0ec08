/** Names between files: what an import leads to and binds, what a file exports through its re-exports, which edges its imports are. */
import { edges as edgeSettings } from "../../../base/limits.ts";
import type { FileFacts, Resolution } from "../../../base/types.ts";
import type { Effort } from "./effort.ts";
import type { Family } from "./family.ts";
import { type Located, type Place, UNKNOWN } from "./place.ts";
import type { Resolver } from "./resolver.ts";
import type { Link } from "./text.ts";
import { pick, push, type Tree } from "./tree.ts";
import {
  type EdgeTarget,
  type ImportLike,
  importLike,
  isType,
  type Outline,
  type ResolvedEdge,
  targetKey,
  type WorldSymbol,
} from "./world.ts";

const LOST: Place = { is: "unknown", imported: true };
export const hops = edgeSettings.maxHops;

interface Index {
  family: Family;
  bound: Map<string, { imported: ImportLike; name: string }[]>;
  packages: Set<string>;
  /** Wildcards and includes. */
  open: ImportLike[];
  /** Variables of the file whose type is known. */
  variables: Map<string, Outline["fields"][number]>;
}

/** Of each outline, as the family that asked last sees it: what many files import is taken apart once. */
const indexes = new WeakMap<Outline, Index>();

/** What does this import lead to, and what does a file have or export under a name? */
export class Imports {
  private readonly located = new Map<ImportLike, Located>();

  constructor(
    private readonly tree: Tree,
    private readonly family: Family,
    private readonly effort: Effort,
    /** Who answers what this asks. */
    private readonly ask: Pick<Resolver, "values" | "members">,
  ) {}

  /** Where an import of a file leads. */
  locate(path: string, imported: ImportLike): Located {
    let located = this.located.get(imported);
    if (!located) {
      located = this.family.locate(this.tree, path, imported);
      this.located.set(imported, located);
    }
    return located;
  }

  /** What the source of an import stands for as a whole. */
  whole(located: Located): Place | null {
    if (located.is === "external") return { is: "external", name: located.name };
    if (located.is === "space") return { is: "space", name: located.name };
    if (located.is === "nowhere") return null;
    let place: Place | null = { is: "module", files: located.files, folder: located.folder };
    for (const name of located.inner ?? []) place = (place && this.ask.members.member(place, name, null)?.place) ?? null;
    return place;
  }

  /** What one binding of an import stands for. */
  imported(path: string, imported: ImportLike, name: string, left: number): Place {
    const located = this.locate(path, imported);
    if (located.is === "external") return { is: "external", name: located.name };
    if (located.is === "nowhere") return LOST;
    if (located.is === "space") {
      const whole = this.inSpace(located.name, name);
      if (whole) return whole;
      return name === "*" || imported.form === "namespace" ? { is: "space", name: located.name } : LOST;
    }
    const place = this.whole(located);
    if (!place) return LOST;
    if (name === "*" || name === "self" || imported.form === "namespace" || imported.form === "package" || imported.form === "module")
      return place;
    if (located.inner || place.is !== "module")
      return this.ask.members.member(place, name, null)?.place ?? (located.inner?.at(-1) === name ? place : LOST);
    const found =
      this.exported(located.files, name, null, left) ??
      this.family.submodule?.(this.tree, place, name) ??
      // Rust: what a module brings in for itself is there for those inside it
      (this.family.inlineModules && /^(?:super|self)\b/.test(imported.source) && located.files.length === 1
        ? this.topLevel(located.files[0]!, name, null, left - 1)
        : null);
    // CommonJS seen through a default import: the module itself
    return found ?? (name === "default" && located.files.length > 0 ? place : LOST);
  }

  /** The names that an import binds, where it lists none those its language tells. */
  bindingNames(imported: ImportLike): ImportLike["names"] {
    return imported.names.length > 0 ? imported.names : (this.family.bindings?.(imported) ?? []);
  }

  /** What an import binds a name to; null when it does not bind it. */
  bindingOf(path: string, imported: ImportLike, name: string, left: number): Place | null {
    for (const binding of this.bindingNames(imported)) {
      if (binding.local === name) return this.imported(path, imported, binding.name, left);
      // `import a.b.c` binds `a`
      if (binding.local.startsWith(`${name}.`) && this.family.topPackage) return this.family.topPackage(this.tree, path, name);
    }
    return null;
  }

  /** A name through `import *` and its kin; null when it is not there. */
  through(path: string, imported: ImportLike, name: string, arity: number | null, left: number): Place | null {
    // Haskell: `import M hiding (f)`
    if (imported.names.some((one) => one.name === `-${name}`)) return null;
    // `import` and `use` bring functions, no modules
    if (this.family.importsFunctions && /^\p{Lu}/u.test(name)) return null;
    const located = this.locate(path, imported);
    let place: Place | null = null;
    // a part sees what its library sees
    if (imported.form === "include" && this.family.partsSee && !imported.reexport && located.is === "files")
      return this.topLevel(located.files[0]!, name, arity, left);
    if (located.is === "space") {
      place = this.inSpace(located.name, name);
      // a name space that nobody declares may be one all the same, but not by way of this import
      if (place?.is === "space" && this.tree.full(place.name, this.family).length === 0) place = null;
    } else if (located.is === "files" && !located.inner) place = this.exported(located.files, name, arity, left);
    else if (located.is === "files") {
      const whole = this.whole(located);
      place = (whole && this.ask.members.member(whole, name, arity)?.place) ?? null;
    }
    return place && place.is !== "unknown" && place.is !== "external" ? place : null;
  }

  /** A name that files export, re-exports followed; the first file that has it answers. */
  exported(files: string[], name: string, arity: number | null, left: number): Place | null {
    if (left <= 0) return null;
    const key = files.length === 1 ? files[0]! : files.join("|");
    return this.effort.guarded(arity === null ? `export ${name}` : `export ${name} ${arity}`, key, () => {
      const mine = pick(
        files.flatMap((path) => this.own(path, name)),
        arity,
      );
      if (mine) return { is: "symbol", symbol: mine };
      let unknown: Place | null = null;
      for (const path of files) {
        const outline = this.tree.outline(path);
        if (!outline) continue;
        const family = this.tree.familyOf(outline.language);
        if (family !== this.family) continue;
        const index = this.indexOf(outline);
        for (const { imported, name: there } of index.bound.get(name) ?? []) {
          if (!imported.reexport && !family.reexportsAll) continue;
          const again = there === name && this.tree.members(path, name).length === 0;
          const place =
            imported.source !== ""
              ? this.imported(path, imported, there, left - 1)
              : again
                ? this.topLevel(path, name, arity, left - 1)
                : this.local(path, there, arity, left - 1);
          if (place && place.is !== "unknown") return place;
          unknown = place;
        }
        const main = name === "default" ? index.variables.get(name) : undefined;
        if (main) return this.ask.values.typeOf(main.type, main.from, path, 0, Number.MAX_SAFE_INTEGER);
        for (const imported of index.open) {
          if (imported.form === "include" || (imported.form === "wildcard" && (imported.reexport || family.reexportsAll))) {
            if (name === "default") continue;
            const place = this.through(path, imported, name, arity, left - 1);
            if (place) return place;
          }
        }
      }
      return unknown;
    });
  }

  private local(path: string, name: string, arity: number | null, left: number): Place | null {
    const direct = pick(this.tree.members(path, name), arity);
    return direct ? { is: "symbol", symbol: direct } : this.topLevel(path, name, arity, left);
  }

  /** A name at the top level of a file: its own symbols, its imports, what is visible without import, wildcards. */
  topLevel(path: string, name: string, arity: number | null, left: number, enclosing: string[] = [], line = 0): Place | null {
    if (left <= 0) return null;
    const own = pick(this.own(path, name), arity);
    if (own) return { is: "symbol", symbol: own };
    const outline = this.tree.outline(path);
    if (!outline) return null;
    const index = this.indexOf(outline);
    const first = index.bound.get(name)?.find(({ imported }) => imported.source !== "");
    if (first) return this.imported(path, first.imported, first.name, left - 1);
    if (index.packages.has(name) && this.family.topPackage) return this.family.topPackage(this.tree, path, name);
    const field = index.variables.get(name);
    if (field) return this.ask.values.typeOf(field.type, field.from, path, 0, line) ?? UNKNOWN;
    const scope = enclosing[0] ?? "";
    const ambient = this.family.ambient?.(this.tree, path, name, scope, arity) ?? this.ofPackage(path, name);
    if (ambient) return ambient;
    for (const imported of index.open) {
      if (imported.form === "include" && this.family.ambient) continue;
      // what one module of a file uses, another beside it does not
      if (this.family.writtenNesting && imported.within !== "" && enclosing.length > 0 && !enclosing.includes(imported.within)) continue;
      const place = this.through(path, imported, name, arity, left - 1);
      if (place) return place;
    }
    return null;
  }

  /** Top-level symbols of a file by name. */
  private own(path: string, name: string): WorldSymbol[] {
    const mine = this.tree
      .members(path, name)
      .filter((symbol) => symbol.kind !== "section" && !(this.family.packageSymbols && symbol.kind === "namespace"));
    return mine.length > 0 ? mine : (this.family.inFile?.(this.tree, path, name) ?? mine);
  }

  /** The names an outline binds, by name; made once a file. */
  private indexOf(outline: Outline): Index {
    const known = indexes.get(outline);
    if (known?.family === this.family) return known;
    const index: Index = { family: this.family, bound: new Map(), packages: new Set(), open: [], variables: new Map() };
    for (const imported of outline.imports) {
      if (this.family.inlineModules && imported.within !== "") continue;
      if (imported.form === "wildcard" || imported.form === "include") index.open.push(imported);
      for (const { name, local } of this.bindingNames(imported)) {
        push(index.bound, local, { imported, name });
        // `import a.b.c` binds `a`
        if (local.includes(".")) index.packages.add(local.slice(0, local.indexOf(".")));
      }
    }
    for (const field of outline.fields)
      if (field.of === "" && field.type !== "" && !index.variables.has(field.name)) index.variables.set(field.name, field);
    indexes.set(outline, index);
    return index;
  }

  /** `require("./math").add()`, `import("./late.js")`: a module named where it is used. */
  required({ name, called, args }: Link): Place | null {
    const source = called && /^(?:require|import)$/.test(name) ? /^\s*(["'])([^"'\n]+)\1\s*$/.exec(args ?? "")?.[2] : undefined;
    if (source === undefined) return null;
    const imported: ImportLike = { form: "namespace", source, names: [], reexport: false, relative: source.startsWith("."), within: "" };
    const place = this.imported(this.tree.facts.path, imported, "*", edgeSettings.maxHops);
    return place === LOST ? null : place;
  }

  /** A name that the object of a package around inherits. */
  private ofPackage(path: string, name: string): Place | null {
    for (const space of this.family.packageObjects?.(this.tree, path) ?? []) {
      const found = this.inSpace(space, name);
      if (found) return found;
    }
    return null;
  }

  /** A name in a package or namespace. */
  inSpace(space: string, name: string): Place | null {
    const found = this.family.inSpace?.(this.tree, space, name) ?? null;
    if (found || !this.family.spacesInherit || !this.family.inSpace || name === "*") return found;
    // what a type of that name inherits: `import static a.B.f`, a package object that extends a trait
    for (const holder of this.tree.full(space, this.family)) {
      if (!isType(holder.kind) || !this.tree.outline(holder.path)?.supertypes.some(({ of }) => of === holder.qualified)) continue;
      const member = this.ask.members.member({ is: "symbol", symbol: holder }, name, null)?.place;
      if (member) return member;
    }
    return null;
  }
}

/** @param used other files that references of this one lead to: a whole package or namespace is imported as those of its files */
export function importEdges(facts: FileFacts, tree: Tree, family: Family, resolver: Resolver, used: ReadonlySet<string>): ResolvedEdge[] {
  return new Importing(facts, tree, family, resolver, used).run();
}

class Importing {
  private readonly edges: ResolvedEdge[] = [];
  private readonly seen = new Set<string>();

  constructor(
    private readonly facts: FileFacts,
    private readonly tree: Tree,
    private readonly family: Family,
    private readonly resolver: Resolver,
    private readonly used: ReadonlySet<string>,
  ) {}

  run(): ResolvedEdge[] {
    for (const raw of this.facts.imports) {
      if (raw.source === "") continue;
      const { line } = raw;
      const imported = this.tree.memo("import", raw, () => importLike(this.facts, raw));
      const located = this.resolver.imports.locate(this.facts.path, imported);
      if (located.is === "external") this.imported({ at: "external", name: located.name }, line, "external");
      if (located.is === "files") {
        const used = located.whole ? located.files.filter((path) => this.used.has(path)) : located.files;
        for (const path of used.length > 0 ? used : located.files.slice(0, 1)) this.importedFile(path, line);
      }
      const names = this.resolver.imports.bindingNames(imported);
      let bound = 0;
      for (const { name } of names) {
        if (located.is === "external") break;
        const place = this.resolver.imports.imported(this.facts.path, imported, name, edgeSettings.maxHops);
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
    this.edges.push({ kind: "imports", from: 0, to, line, resolution, confidence: edgeSettings.confidence[resolution] });
  }
}
