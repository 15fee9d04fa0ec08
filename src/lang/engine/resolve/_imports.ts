/**
 * Names between files: what an import binds, what a file exports through its re-exports, what stands at the top level of a file.
 */
import { edges as edgeSettings, unforeseen } from "../../../base/limits.ts";
import type { Family, Located, Place } from "./_family.ts";
import type { Link } from "./_names.ts";
import { pick, type Tree } from "./_tree.ts";
import type { ImportLike, Outline, WorldSymbol } from "./_world.ts";

export const UNKNOWN: Place = { is: "unknown" };
const LOST: Place = { is: "unknown", imported: true };
export const hops = edgeSettings.maxHops;

/** A place, and whether the type of some value had to be known to get there. */
export interface Found {
  place: Place;
  typed: boolean;
}

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

/** Thrown when the resolution of one file has taken more steps than it may (base/limits.ts): what is left of it stays unresolved. */
export class Exhausted extends Error {}

/** Does this end the resolution of one file? Its steps are used up, or something in it was not foreseen: no file may cost a tree its index. */
export const endsFile = (error: unknown): boolean =>
  error instanceof Exhausted || (!unforeseen.rethrows && (error instanceof TypeError || error instanceof RangeError));

/** What a computation finds, nothing if the steps end on the way. */
export function orNothing<T>(make: () => T[]): T[] {
  try {
    return make();
  } catch (error) {
    if (endsFile(error)) return [];
    throw error;
  }
}

export abstract class Imports {
  private depth = 0;
  /** What is being found out, by its kind. */
  private readonly active = new Map<string, Set<string | number>>();
  private steps = 0;
  private readonly located = new Map<ImportLike, Located>();

  /** Counts a step. Steps, not time: what stays unresolved is the same on every machine. */
  protected step(): void {
    if (++this.steps > this.most) throw new Exhausted();
  }

  constructor(
    readonly tree: Tree,
    readonly family: Family,
    private readonly most: number = edgeSettings.maxSteps,
  ) {}

  /** A member of a place. `typed` when it was reached through a value's type. */
  abstract member(place: Place, name: string, arity: number | null): Found | null;
  /** The value a binding holds: an instance of a named type, or what a call returns. */
  protected abstract typeOf(type: string, from: string, path: string, scope: number, line: number): Place | null;

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
    if (field) return this.typeOf(field.type, field.from, path, 0, line) ?? UNKNOWN;
    const scope = enclosing[0] ?? "";
    const ambient = this.family.ambient?.(this.tree, path, name, scope, arity);
    if (ambient) return ambient;
    for (const imported of index.open) {
      if (imported.form === "include" && this.family.ambient) continue;
      const place = this.through(path, imported, name, arity, left - 1);
      if (place) return place;
    }
    return null;
  }

  /** Top-level symbols of a file by name. */
  protected own(path: string, name: string): WorldSymbol[] {
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
        const list = index.bound.get(local);
        if (list) list.push({ imported, name });
        else index.bound.set(local, [{ imported, name }]);
        // `import a.b.c` binds `a`
        if (local.includes(".")) index.packages.add(local.slice(0, local.indexOf(".")));
      }
    }
    for (const field of outline.fields)
      if (field.of === "" && field.type !== "" && !index.variables.has(field.name)) index.variables.set(field.name, field);
    indexes.set(outline, index);
    return index;
  }

  /** What an import binds a name to; null when it does not bind it. */
  protected bindingOf(path: string, imported: ImportLike, name: string, left: number): Place | null {
    for (const binding of this.bindingNames(imported)) {
      if (binding.local === name) return this.imported(path, imported, binding.name, left);
      // `import a.b.c` binds `a`
      if (binding.local.startsWith(`${name}.`) && this.family.topPackage) return this.family.topPackage(this.tree, path, name);
    }
    return null;
  }

  bindingNames(imported: ImportLike): ImportLike["names"] {
    return imported.names.length > 0 ? imported.names : (this.family.bindings?.(imported) ?? []);
  }

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
    for (const name of located.inner ?? []) place = (place && this.member(place, name, null)?.place) ?? null;
    return place;
  }

  /** A name through `import *` and its kin; null when it is not there. */
  protected through(path: string, imported: ImportLike, name: string, arity: number | null, left: number): Place | null {
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
      place = (whole && this.member(whole, name, arity)?.place) ?? null;
    }
    return place && place.is !== "unknown" && place.is !== "external" ? place : null;
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
      return this.member(place, name, null)?.place ?? (located.inner?.at(-1) === name ? place : LOST);
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

  /** `require("./math").add()`, `import("./late.js")`: a module named where it is used. */
  protected required({ name, called, args }: Link): Place | null {
    const source = called && /^(?:require|import)$/.test(name) ? /^\s*(["'])([^"'\n]+)\1\s*$/.exec(args ?? "")?.[2] : undefined;
    if (source === undefined) return null;
    const imported: ImportLike = { form: "namespace", source, names: [], reexport: false, relative: source.startsWith("."), within: "" };
    const place = this.imported(this.tree.facts.path, imported, "*", edgeSettings.maxHops);
    return place === LOST ? null : place;
  }

  protected inSpace(space: string, name: string): Place | null {
    return this.family.inSpace?.(this.tree, space, name) ?? null;
  }

  /** A name that files export, re-exports followed; the first file that has it answers. */
  exported(files: string[], name: string, arity: number | null, left: number): Place | null {
    if (left <= 0) return null;
    const key = files.length === 1 ? files[0]! : files.join("|");
    return this.guarded(arity === null ? `export ${name}` : `export ${name} ${arity}`, key, () => {
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
        if (main) return this.typeOf(main.type, main.from, path, 0, Number.MAX_SAFE_INTEGER);
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

  protected local(path: string, name: string, arity: number | null, left: number): Place | null {
    const direct = pick(this.tree.members(path, name), arity);
    return direct ? { is: "symbol", symbol: direct } : this.topLevel(path, name, arity, left);
  }

  /** Runs once a key; a computation that needs itself (x = x.y()) knows nothing. */
  protected guarded(kind: string, key: string | number, make: () => Place | null): Place | null {
    this.step();
    let active = this.active.get(kind);
    if (!active) {
      active = new Set();
      this.active.set(kind, active);
    }
    if (active.has(key) || this.depth > 60) return null;
    return this.tree.memo(kind, key, () => {
      active.add(key);
      this.depth++;
      const value = make();
      this.depth--;
      active.delete(key);
      return value;
    });
  }
}
