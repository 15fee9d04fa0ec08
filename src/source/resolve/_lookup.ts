/**
 * What a name means at a place in a file, what a member of something means, and what type a value has.
 *
 * Everything answers a `Place` or null; null is "nobody here knows", and nobody guesses.
 */
import { edges as edgeSettings } from "../../base/settings.ts";
import { containers, type Family, type Located, type Place } from "./_family.ts";
import { type Link, parseChain, parseType } from "./_names.ts";
import { pick, type Tree } from "./_tree.ts";
import { type ImportLike, importLike, isType, type WorldSymbol } from "./_world.ts";

const UNKNOWN: Place = { is: "unknown" };
const LOST: Place = { is: "unknown", imported: true };
const hops = edgeSettings.maxHops;

/** Type parameters by custom, and types that hold anything. */
const SAYS_NOTHING =
  /^(?:\p{Lu}\d*|\p{Lu}{2}|T\p{Lu}\w*|_\w*|any|Any|object|Object|unknown|dynamic|var|auto|val|let|mixed|id|interface|self|Self|this|static|callable|Callable|type|function|Function)$/u;

/** A place, and whether the type of some value had to be known to get there. */
export interface Found {
  place: Place;
  typed: boolean;
}

export class Lookup {
  constructor(
    readonly tree: Tree,
    readonly family: Family,
  ) {}

  // ------------------------------------------------------------------------------------------ names

  /** A name as seen from a symbol of this file (index `scope`), at a line. */
  name(name: string, scope: number, line: number, arity: number | null = null): Place | null {
    const { facts, here } = this.tree;
    for (let at = scope; at > 0; ) {
      const holder = facts.symbols[at]!;
      const typeLike = isType(holder.kind);
      if (!typeLike || at === scope || this.family.implicitSelf) {
        const child = pick(this.children(at, name), arity);
        if (child) return { is: "symbol", symbol: child };
      }
      const bound = typeLike ? null : this.binding(name, at, line);
      if (bound) return bound;
      const imported = this.importedIn(name, at);
      if (imported) return imported;
      const type = !this.family.implicitSelf ? null : typeLike ? here[at]! : this.ownerOf(at);
      if (type) {
        const inherited = this.typeMember(type, name, arity);
        if (inherited) return { is: "symbol", symbol: inherited };
        const field = this.field(type, name);
        if (field) return field;
      }
      if (at === holder.parent) break;
      at = holder.parent;
    }
    return this.topLevel(facts.path, name, arity, hops, containers(`${facts.symbols[scope]?.qualified ?? ""}.`), line);
  }

  private children(parent: number, name: string): WorldSymbol[] {
    const map = this.tree.memo(`children:${parent}`, () => {
      const out = new Map<string, WorldSymbol[]>();
      for (const [index, symbol] of this.tree.facts.symbols.entries()) {
        if (index === 0 || symbol.parent !== parent) continue;
        const list = out.get(symbol.name);
        if (list) list.push(this.tree.here[index]!);
        else out.set(symbol.name, [this.tree.here[index]!]);
      }
      return out;
    });
    return map.get(name) ?? [];
  }

  /** A parameter or local of the scope itself: the nearest one above the line. */
  private binding(name: string, scope: number, line: number): Place | null {
    const all = this.bindingsOf(scope).get(name);
    if (!all) return null;
    let best = all[0]!;
    for (const binding of all) if (binding.line <= line && (binding.type !== "" || best.line > line)) best = binding;
    return this.typeOf(best.type, best.from, this.tree.facts.path, scope, best.line) ?? UNKNOWN;
  }

  private bindingsOf(scope: number): Map<string, { name: string; type: string; from: string; line: number }[]> {
    const all = this.tree.memo("bindings", () => {
      const out = new Map<number, Map<string, { name: string; type: string; from: string; line: number }[]>>();
      for (const binding of this.tree.facts.bindings) {
        let map = out.get(binding.scope);
        if (!map) {
          map = new Map();
          out.set(binding.scope, map);
        }
        const list = map.get(binding.name);
        if (list) list.push(binding);
        else map.set(binding.name, [binding]);
      }
      return out;
    });
    return all.get(scope) ?? new Map();
  }

  /** The value a binding holds: an instance of a named type, or what a call returns. */
  private typeOf(type: string, from: string, path: string, scope: number, line: number): Place | null {
    if (type === "" || from === "unknown") return null;
    const key = `type:${path}:${scope}:${from}:${type}`;
    return this.guarded(key, () => {
      if (from === "call") {
        const chain = parseChain(type.endsWith(")") ? type : `${type}()`);
        const found = chain && (path === this.tree.facts.path ? this.chain(chain, scope, line) : this.chainIn(chain, path));
        return found?.place ?? null;
      }
      const segments = parseType(type);
      const symbol = segments && (path === this.tree.facts.path ? this.typeHere(segments, scope, line) : this.typeIn(path, segments, ""));
      // before classes, JavaScript's constructors were functions
      if (symbol?.is === "symbol" && symbol.symbol.kind === "function" && from === "constructor")
        return { is: "value", type: symbol.symbol };
      return symbol ? instance(symbol) : this.foreign(segments);
    });
  }

  /** A type named in full that the tree nowhere defines is the language's own; type parameters and the like say nothing. */
  private foreign(segments: string[] | null): Place | null {
    const name = segments?.at(-1);
    if (name === undefined || SAYS_NOTHING.test(name) || this.tree.defined(name)) return null;
    return { is: "foreign" };
  }

  /** Runs once a key; a computation that needs itself (x = x.y()) knows nothing. */
  private guarded(key: string, make: () => Place | null): Place | null {
    const active = this.tree.memo("active", () => new Set<string>());
    if (active.has(key) || active.size > 60) return null;
    return this.tree.memo(key, () => {
      active.add(key);
      const value = make();
      active.delete(key);
      return value;
    });
  }

  /** A type path written in this file. */
  private typeHere(segments: string[], scope: number, line: number): Place | null {
    let place =
      this.selfType(segments[0]!, scope) ??
      this.name(segments[0]!, scope, line) ??
      this.family.root?.(this.tree, this.tree.facts.path, segments[0]!) ??
      null;
    for (const segment of segments.slice(1)) place = (place && this.member(place, segment, null)?.place) || null;
    return place;
  }

  /** A type path written at the top level, or inside `enclosing`, of another file. */
  typeIn(path: string, segments: string[], enclosing: string): Place | null {
    const own = containers(`${enclosing}.`).slice(0, 1)[0];
    let place: Place | null = null;
    if ((segments[0] === "Self" || segments[0] === "self" || segments[0] === "this" || segments[0] === "static") && own) {
      for (const outer of containers(`${enclosing}.`)) {
        const type = this.tree.members(path, outer).find((symbol) => isType(symbol.kind));
        if (type) {
          place = { is: "symbol", symbol: type };
          break;
        }
      }
    }
    for (const outer of containers(`${enclosing}.`)) {
      if (place) break;
      const nested = this.tree.members(path, `${outer}.${segments[0]}`).find((symbol) => isType(symbol.kind));
      if (nested) place = { is: "symbol", symbol: nested };
    }
    place ??=
      this.topLevel(path, segments[0]!, null, hops, containers(`${enclosing}.`)) ??
      this.family.root?.(this.tree, path, segments[0]!) ??
      null;
    for (const segment of segments.slice(1)) place = (place && this.member(place, segment, null)?.place) || null;
    return place;
  }

  private selfType(word: string, scope: number): Place | null {
    if (word !== "Self" && word !== "self" && word !== "this" && word !== "static") return null;
    const type = this.enclosingType(scope);
    return type ? { is: "symbol", symbol: type } : null;
  }

  /** A name at the top level of a file: its own symbols, its imports, what is visible without import, wildcards. */
  topLevel(path: string, name: string, arity: number | null, left: number, enclosing: string[] = [], line = 0): Place | null {
    if (left <= 0) return null;
    const own = pick(this.own(path, name), arity);
    if (own) return { is: "symbol", symbol: own };
    const outline = this.tree.outline(path);
    if (!outline) return null;
    const mine = this.family.inlineModules ? outline.imports.filter((one) => one.within === "") : outline.imports;
    for (const imported of mine) {
      if (imported.source === "") continue;
      const bound = this.bindingOf(path, imported, name, left - 1);
      if (bound) return bound;
    }
    for (const field of outline.fields)
      if (field.of === "" && field.name === name) return this.typeOf(field.type, field.from, path, 0, line) ?? UNKNOWN;
    const scope = enclosing[0] ?? "";
    const ambient = this.family.ambient?.(this.tree, path, name, scope);
    if (ambient) return ambient;
    for (const imported of mine) {
      if (imported.form !== "wildcard" && imported.form !== "include") continue;
      if (imported.form === "include" && this.family.ambient) continue;
      const place = this.through(path, imported, name, arity, left - 1);
      if (place) return place;
    }
    return null;
  }

  /** A name through `import *` and its kin; null when it is not there. */
  private through(path: string, imported: ImportLike, name: string, arity: number | null, left: number): Place | null {
    const located = this.locate(path, imported);
    let place: Place | null = null;
    if (located.is === "space") place = this.inSpace(located.name, name);
    else if (located.is === "files" && !located.inner) place = this.exported(located.files, name, arity, left);
    else if (located.is === "files") {
      const whole = this.whole(located);
      place = (whole && this.member(whole, name, arity)?.place) ?? null;
    }
    return place && place.is !== "unknown" && place.is !== "external" ? place : null;
  }

  /** Top-level symbols of a file by name. */
  private own(path: string, name: string): WorldSymbol[] {
    return this.tree
      .members(path, name)
      .filter((symbol) => symbol.kind !== "section" && !(this.family.packageSymbols && symbol.kind === "namespace"));
  }

  private importedIn(name: string, scope: number): Place | null {
    const { facts } = this.tree;
    for (const raw of facts.imports) {
      if (raw.scope !== scope || raw.source === "") continue;
      const imported = importLike(facts, raw);
      const bound = this.bindingOf(facts.path, imported, name, hops);
      if (bound) return bound;
      const place = imported.form === "wildcard" ? this.through(facts.path, imported, name, null, hops) : null;
      if (place) return place;
    }
    return null;
  }

  /** What an import binds a name to; null when it does not bind it. */
  private bindingOf(path: string, imported: ImportLike, name: string, left: number): Place | null {
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
    return this.tree.memo(`at:${path}:${imported.form}:${imported.relative}:${imported.source}`, () =>
      this.family.locate(this.tree, path, imported),
    );
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
    const found = this.exported(located.files, name, null, left) ?? this.family.submodule?.(this.tree, place, name);
    // CommonJS seen through a default import: the module itself
    return found ?? (name === "default" && located.files.length > 0 ? place : LOST);
  }

  private inSpace(space: string, name: string): Place | null {
    return this.family.inSpace?.(this.tree, space, name) ?? null;
  }

  /** A name that files export, re-exports followed; the first file that has it answers. */
  exported(files: string[], name: string, arity: number | null, left: number): Place | null {
    if (left <= 0) return null;
    return this.guarded(`export:${name}:${arity}:${files.length === 1 ? files[0] : files.join("|")}`, () => {
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
        const theirs = family.inlineModules ? outline.imports.filter((one) => one.within === "") : outline.imports;
        for (const imported of theirs) {
          if (!imported.reexport && !family.reexportsAll && imported.form !== "include") continue;
          for (const binding of this.bindingNames(imported)) {
            if (binding.local !== name) continue;
            const place =
              imported.source === ""
                ? binding.name === name && this.tree.members(path, name).length === 0
                  ? this.topLevel(path, name, arity, left - 1)
                  : this.local(path, binding.name, arity, left - 1)
                : this.imported(path, imported, binding.name, left - 1);
            if (place && place.is !== "unknown") return place;
            unknown = place;
          }
        }
        for (const imported of theirs) {
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

  // ------------------------------------------------------------------------------------------ chains

  /** The innermost type around a symbol of this file. */
  enclosingType(scope: number): WorldSymbol | null {
    const { facts, here } = this.tree;
    for (let at = scope; at > 0; at = facts.symbols[at]!.parent) {
      const { kind } = facts.symbols[at]!;
      if (isType(kind) || (kind === "module" && this.family.implicitSelf)) return here[at]!;
      const owner = this.ownerOf(at);
      if (owner) return owner;
    }
    return null;
  }

  /** `func (s *T) f`, `void T::f()`: the type of a method outside its body stands in its qualified name. */
  private ownerOf(index: number): WorldSymbol | null {
    const { facts, here } = this.tree;
    const symbol = facts.symbols[index]!;
    const parent = facts.symbols[symbol.parent];
    const outer = containers(symbol.qualified)[0];
    if (
      !outer ||
      !parent ||
      (parent.kind !== "file" && parent.qualified === outer) ||
      (symbol.kind !== "method" && symbol.kind !== "function")
    )
      return null;
    return this.tree.memo(`owner:${index}`, () => {
      const type = this.typeIn(facts.path, outer.split("."), "");
      return type?.is === "symbol" && isType(type.symbol.kind) ? type.symbol : null;
    });
  }

  /** The innermost inline module around a symbol. */
  private inlineModule(scope: number): { index: number; parent: number } | null {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0; at = symbols[at]!.parent)
      if (symbols[at]!.kind === "module") return { index: at, parent: symbols[at]!.parent };
    return null;
  }

  /** The value of a receiver written in this file. */
  chain(links: Link[], scope: number, line: number): Found | null {
    const first = links[0];
    if (!first) return null;
    let found: Found | null = null;
    let from = 1;
    if (first.name[0] === "@") {
      // Ruby: `@pool` is a field of self
      const type = this.enclosingType(scope);
      const field = type && this.field(type, first.name.replace(/^@@?/, ""));
      return field && this.rest({ place: field, typed: true }, links.slice(1));
    }
    if (this.family.self.includes(first.name) || this.family.parent.includes(first.name)) {
      const type = this.enclosingType(scope);
      const above = this.family.parent.includes(first.name);
      if (type) found = { place: { is: "value", type, above, self: !above }, typed: true };
    }
    if (!found && this.family.inlineModules && (first.name === "super" || first.name === "self")) {
      // inside an inline module these mean the modules of this file first
      const outer = this.inlineModule(scope);
      const up = first.name === "self" ? outer : outer && outer.parent > 0 ? outer : null;
      if (outer && first.name === "super" && outer.parent === 0)
        found = { place: { is: "module", files: [this.tree.facts.path], folder: null }, typed: false };
      else if (up) found = { place: { is: "symbol", symbol: this.tree.here[first.name === "self" ? up.index : up.parent]! }, typed: false };
    }
    if (!found) {
      const place = this.name(first.name, scope, line) ?? this.family.root?.(this.tree, this.tree.facts.path, first.name) ?? null;
      if (!place && links.every((link, i) => i === links.length - 1 || !link.called)) {
        const spaced = this.spaced(links);
        if (spaced) {
          found = { place: spaced, typed: false };
          from = links.length;
          return this.called(found, links[links.length - 1]!);
        }
      }
      if (!place) return null;
      found = this.called({ place, typed: false }, first);
    }
    return found && this.rest(found, links.slice(from));
  }

  /** The links after the first. */
  private rest(start: Found, links: Link[]): Found | null {
    let found: Found | null = start;
    for (const link of links) {
      const member: Found | null = found && this.member(found.place, link.name, null);
      if (!member || !found) return null;
      found = this.called({ place: member.place, typed: found.typed || member.typed }, link);
    }
    return found;
  }

  /** A namespace path nobody imported by name: `App.Models` → a space. */
  private spaced(links: Link[]): Place | null {
    if (!this.family.inSpace || links.length === 0) return null;
    const names = links.map((link) => link.name);
    const last = names.pop()!;
    return this.inSpace(names.join("."), last);
  }

  /** The same from the top level of another file. */
  private chainIn(links: Link[], path: string): Found | null {
    const first = links[0]!;
    const place = this.topLevel(path, first.name, null, hops);
    const found = place && this.called({ place, typed: false }, first);
    return found && this.rest(found, links.slice(1));
  }

  /** What calling (or constructing) a place gives; the place itself when the link is not a call. */
  private called(found: Found, link: Link): Found | null {
    const { place } = found;
    if (!link.called && !link.fresh) return found;
    if (place.is === "unknown") return found;
    // what a call out of the tree returns can be anything, one of our own objects too; what it constructs is its own
    if (place.is === "external") return link.fresh || /^\p{Lu}/u.test(link.name) ? found : { place: UNKNOWN, typed: true };
    if (place.is === "foreign") return { place: UNKNOWN, typed: true };
    if (place.is === "value") return place.above ? found : null;
    if (place.is === "module") {
      const main = this.exported(place.files, "default", null, hops);
      return main && main.is !== "module" ? this.called({ place: main, typed: found.typed }, link) : null;
    }
    if (place.is !== "symbol") return null;
    if (link.fresh && place.symbol.kind === "function") return { place: { is: "value", type: place.symbol }, typed: true };
    if (isType(place.symbol.kind)) return { place: instance({ is: "symbol", symbol: place.symbol }) ?? UNKNOWN, typed: true };
    const returned = this.declared(place.symbol);
    return returned ? { place: returned, typed: true } : null;
  }

  /** The instance that a symbol's declared type names: what a function returns, what a variable holds. */
  declared(symbol: WorldSymbol): Place | null {
    return this.guarded(`declared:${symbol.id}`, () => {
      if (symbol.type !== null) {
        const segments = parseType(symbol.type);
        const type = segments && this.typeIn(symbol.path, segments, symbol.qualified);
        const value = type ? instance(type) : this.foreign(segments);
        if (value) return value;
      }
      const of = containers(symbol.qualified)[0] ?? "";
      for (const field of this.tree.outline(symbol.path)?.fields ?? [])
        if (field.of === of && field.name === symbol.name && symbol.kind !== "function" && symbol.kind !== "method")
          return this.typeOf(field.type, field.from, symbol.path, 0, 0);
      return null;
    });
  }

  /** A member of a place. `typed` when it was reached through a value's type. */
  member(place: Place, name: string, arity: number | null): Found | null {
    switch (place.is) {
      case "unknown":
        return null;
      case "external":
      case "foreign":
        return { place, typed: false };
      case "module": {
        const found = this.exported(place.files, name, arity, hops) ?? this.family.submodule?.(this.tree, place, name);
        if (found) return { place: found, typed: false };
        const main = name === "default" ? null : this.exported(place.files, "default", null, hops);
        return main && main.is !== "module" ? this.member(main, name, arity) : null;
      }
      case "space": {
        const found = this.inSpace(place.name, name);
        return found && { place: found, typed: false };
      }
      case "value": {
        const found = this.typeMember(place.type, name, arity, place.above ?? false);
        if (found) return { place: { is: "symbol", symbol: found }, typed: true };
        const field = this.field(place.type, name);
        if (field) return { place: field, typed: true };
        // what no supertype in the tree has comes from one outside it
        const outside = place.self && this.family.dynamic ? null : this.outside(place.type);
        return outside && { place: outside, typed: true };
      }
      case "symbol": {
        const { symbol } = place;
        if (isType(symbol.kind)) {
          if (this.family.constructors.includes(name)) {
            const own = this.typeMember(symbol, name, arity);
            return { place: { is: "symbol", symbol: own ?? symbol }, typed: false };
          }
          const found = this.typeMember(symbol, name, arity);
          if (found) return { place: { is: "symbol", symbol: found }, typed: false };
          const alias = symbol.kind === "type" ? this.declared(symbol) : null;
          const through = alias?.is === "value" && alias.type.id !== symbol.id ? this.member(alias, name, arity) : null;
          return through && { place: through.place, typed: false };
        }
        const direct = pick(this.tree.members(symbol.path, `${symbol.qualified}.${name}`), arity);
        if (direct) return { place: { is: "symbol", symbol: direct }, typed: false };
        if (symbol.kind === "module" || symbol.kind === "namespace") {
          const wider = this.inSpace(symbol.qualified, name) ?? this.throughModule(symbol, name);
          return wider && { place: wider, typed: false };
        }
        if (symbol.kind === "function" || symbol.kind === "method" || symbol.kind === "macro") return null;
        const held = this.declared(symbol);
        return held && held.is !== "unknown" ? this.member(held, name, arity) : null;
      }
    }
  }

  /** `mod x { pub use … }`, Ruby modules with mixins. */
  private throughModule(symbol: WorldSymbol, name: string): Place | null {
    const inherited = this.typeMember(symbol, name, null);
    if (inherited) return { is: "symbol", symbol: inherited };
    if (!this.family.inlineModules) return null;
    for (const imported of this.tree.outline(symbol.path)?.imports ?? []) {
      if (!imported.reexport || imported.within !== symbol.qualified) continue;
      const place =
        this.bindingOf(symbol.path, imported, name, hops) ??
        (imported.form === "wildcard" ? this.through(symbol.path, imported, name, null, hops) : null);
      if (place) return place;
    }
    return null;
  }

  /** A typed field of a type or of its supertypes, as the value it holds. */
  private field(type: WorldSymbol, name: string): Place | null {
    for (const owner of this.hierarchy(type)) {
      for (const field of this.tree.outline(owner.path)?.fields ?? []) {
        if (field.of !== owner.qualified || field.name !== name || field.type === "") continue;
        return this.typeFromType(owner, field.type, field.from);
      }
    }
    return null;
  }

  private typeFromType(owner: WorldSymbol, type: string, from: string): Place | null {
    if (from === "call") return this.typeOf(type, from, owner.path, owner.id < 0 ? -1 - owner.id : 0, Number.MAX_SAFE_INTEGER);
    const segments = parseType(type);
    const place = segments && this.typeIn(owner.path, segments, `${owner.qualified}.x`);
    return place ? instance(place) : this.foreign(segments);
  }

  /** A method or field symbol of a type, looked up in the type and then in its supertypes, nearest first. */
  typeMember(type: WorldSymbol, name: string, arity: number | null, above = false): WorldSymbol | null {
    for (const owner of this.hierarchy(type)) {
      if (above && owner === type) continue;
      const own = this.tree.members(owner.path, `${owner.qualified}.${name}`);
      const found = pick(own, arity) ?? pick(this.family.scattered?.(this.tree, owner, name) ?? [], arity);
      if (found) return found;
    }
    return null;
  }

  /** The package outside the tree that a type inherits from, if any. */
  private outside(type: WorldSymbol): Place | null {
    for (const owner of this.hierarchy(type)) for (const place of this.supers(owner)) if (place.is === "external") return place;
    return null;
  }

  /** A type and its known supertypes, breadth first, each once. */
  hierarchy(type: WorldSymbol): WorldSymbol[] {
    return this.tree.memo(`above:${type.id}`, () => {
      const out = [type];
      const seen = new Set([type.id]);
      for (let i = 0; i < out.length && out.length < 200; i++) {
        for (const place of this.supers(out[i]!)) {
          if (place.is !== "symbol" || seen.has(place.symbol.id)) continue;
          seen.add(place.symbol.id);
          out.push(place.symbol);
        }
      }
      return out;
    });
  }

  /** The supertypes a type names. */
  supers(type: WorldSymbol): Place[] {
    const key = `supers:${type.id}`;
    const active = this.tree.memo("rising", () => new Set<string>());
    if (active.has(key)) return [];
    return this.tree.memo(key, () => {
      active.add(key);
      const out: Place[] = [];
      for (const above of this.tree.outline(type.path)?.supertypes ?? []) {
        if (above.of !== type.qualified) continue;
        const segments = parseType(above.receiver === null ? above.name : `${above.receiver}.${above.name}`);
        const place =
          segments && this.typeIn(type.path, segments, containers(type.qualified)[0] ? `${containers(type.qualified)[0]}.x` : "");
        if (place?.is === "symbol" && place.symbol.id === type.id) continue;
        if (place) out.push(place);
      }
      active.delete(key);
      return out;
    });
  }
}

/** An instance of the type a place is; itself where it already is a value or leaves the tree. */
function instance(place: Place): Place | null {
  if (place.is === "symbol") return isType(place.symbol.kind) ? { is: "value", type: place.symbol } : null;
  return place.is === "value" || place.is === "external" ? place : null;
}
