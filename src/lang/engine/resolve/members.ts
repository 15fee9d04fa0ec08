/** Members of places. */

import { languageFor } from "../language.ts";
import { type Effort, MOST_STEPS, STEPS_OF_SEVERAL } from "./effort.ts";
import type { Family } from "./family.ts";
import { accessor, FAILURE, heldType, isTransparent, ofContainer } from "./holders.ts";
import { hops } from "./imports.ts";
import { isDouble } from "./paths.ts";
import { type Found, type Place, several, type Value } from "./place.ts";
import type { Resolver } from "./resolver.ts";
import { EACH, PAYLOAD, splitTop } from "./text.ts";
import { type FieldNames, pick, type Tree } from "./tree.ts";
import { isCallable, isType, RESULT, RETURNED, type WorldSymbol } from "./world.ts";

/** The member of a function that is what it gives to a lambda. */
const LAMBDA = "@lambda";
/** What a loop goes through, where an index gives something else. */
const ELEMENT = "@element";
/** What gives a pair, of a map. */
const PAIRED: ReadonlySet<string> = new Set([ELEMENT, "begin", "cbegin", "rbegin", "find", "lower_bound", "upper_bound"]);

/** What does a name behind a value, a type, a module or an object mean? */
export class Members {
  /** By the number of a type: it and its supertypes, those that have typed fields. */
  private readonly owners = new Map<number, [WorldSymbol, FieldNames][]>();

  constructor(
    private readonly tree: Tree,
    private readonly family: Family,
    private readonly effort: Effort,
    /** Who answers what this asks. */
    private readonly ask: Pick<Resolver, "supertypes" | "values" | "types" | "imports" | "signatures">,
  ) {}

  /** A member of a place. `typed` when it was reached through a value's type. */
  member(place: Place, name: string, arity: number | null, left: number = MOST_STEPS): Found | null {
    if (left <= 0) return null;
    this.effort.step();
    if (name === "@it" || name === this.family.awaited)
      return { place: { is: "gives", place: this.ask.values.settled(place) }, typed: true };
    if (name.startsWith(LAMBDA)) return this.handed(place, name);
    if (name.startsWith(RESULT)) {
      if (place.is !== "symbol") return null;
      const { path, qualified } = place.symbol;
      const text = this.tree.fieldsOf(path, qualified, `${RETURNED}~${name.slice(RESULT.length)}`)[0]?.type;
      const given = text ? this.ask.types.valued(text, (segments) => this.ask.types.typeIn(path, segments, qualified)) : null;
      return given && { place: { is: "gives", place: given }, typed: true };
    }
    if (name.startsWith(PAYLOAD) && place.is === "symbol" && !this.family.overloadsAccess)
      return this.payload(place.symbol, name.slice(PAYLOAD.length));
    if (name.startsWith(PAYLOAD) && this.family.overloadsAccess) {
      const part = this.partOf(this.ask.values.settled(place), Number(name.slice(PAYLOAD.length)));
      return part && { place: { is: "gives", place: part }, typed: true };
    }
    switch (place.is) {
      case "unknown":
        return null;
      case "gives":
        return this.member(place.place, name, arity, left - 1);
      case "record": {
        // a row of a table
        if (name === EACH && this.family.rowsByIndex) return { place: { is: "gives", place }, typed: true };
        const found = this.ask.values.recorded(place, name, arity);
        if (!found && this.family.sameList?.has(name)) return { place: { is: "gives", place }, typed: true };
        return found && { place: found, typed: true };
      }
      case "several": {
        const found = several(place.places.map((one) => this.member(one, name, arity, left - STEPS_OF_SEVERAL)?.place ?? null));
        return found && { place: found, typed: true };
      }
      case "held": {
        if (name === FAILURE) {
          const failed = place.failure?.();
          return failed ? { place: { is: "gives", place: failed }, typed: true } : null;
        }
        const added = this.added(place.name, name, arity);
        if (added) return added;
        // one of what an optional list holds, not the list
        if (name === EACH && this.family.flows && isTransparent(place.name)) {
          const inner = place.item();
          return inner && this.member(inner, name, arity, left - 1);
        }
        if (this.family.overloadsAccess && (name === "first" || name === "second")) {
          const part = place.name === "pair" || place.parts ? place.parts?.(name === "first" ? 0 : 1) : null;
          return { place: { is: "gives", place: part ?? place }, typed: true };
        }
        // what a map's loop and its iterators give is a pair
        if (place.parts && place.name !== "pair" && PAIRED.has(name))
          return { place: { is: "gives", place: { ...place, name: "pair" } }, typed: true };
        const gives = accessor(place.name, name);
        const { outer } = place;
        if (gives === "same") return { place: { is: "gives", place, outer }, typed: true };
        const item = gives === null ? null : place.item();
        if (item && gives === "through") return this.member(item, name, arity, left - 1);
        // what an accessor gives may be an option of it
        const given = item?.is === "value" && item.holder === undefined ? { ...item, holder: "option" } : item;
        return { place: given ? { is: "gives", place: given, outer } : outer, typed: true };
      }
      case "foreign": {
        const added = place.name === undefined ? null : this.added(place.name, name, arity);
        return added ?? { place, typed: false };
      }
      case "external":
        return { place, typed: false };
      case "module": {
        const found = this.ask.imports.exported(place.files, name, arity, hops) ?? this.family.submodule?.(this.tree, place, name);
        if (found) return { place: found, typed: false };
        const main = name === "default" ? null : this.ask.imports.exported(place.files, "default", null, hops);
        return main && main.is !== "module" ? this.member(main, name, arity, left - 1) : null;
      }
      case "space": {
        const found = this.ask.imports.inSpace(place.name, name);
        return found && { place: found, typed: false };
      }
      case "value": {
        const found = this.typeMember(place.type, name, arity, place.above ?? false);
        if (found) return { place: { is: "symbol", symbol: found, on: place }, typed: true };
        const field = this.field(place.type, name, place);
        if (field) return { place: field, typed: true };
        if (name === EACH && this.family.fieldsByIndex) return this.anyField(place);
        // what a map holds is reached through its pairs
        if (this.family.overloadsAccess && name === "second") return { place: { is: "gives", place }, typed: true };
        if (this.family.overloadsAccess) {
          const through = this.overloadedAccess(place, name, arity, left);
          if (through) return through;
        }
        const held = place.holder === undefined ? null : accessor(place.holder, name);
        if (held === "item") return { place: { is: "gives", place: { ...place, holder: undefined } }, typed: true };
        if (held === "same") return { place: { is: "gives", place }, typed: true };
        const embedded = this.family.embeds
          ? this.ask.supertypes.hierarchy(place.type).find((one, at) => at > 0 && one.name === name)
          : undefined;
        if (embedded) return { place: { is: "value", type: embedded }, typed: true };
        const gathered = this.gathers(place);
        const item = gathered && accessor(gathered.name, name);
        if (gathered && item !== null) return this.member(gathered, name, arity, left - 1);
        if (this.family.sameAgain?.has(name)) return { place: { is: "gives", place }, typed: true };
        const alias = place.type.kind === "type" ? this.ask.values.declared(place.type) : null;
        if (alias?.is === "value" && (this.family.flows || this.family.embeds) && alias.type.id !== place.type.id)
          return this.member(alias, name, arity, left - 1);
        if (alias?.is === "held" || (alias?.is === "several" && this.family.flows))
          return this.member(alias, name, arity, left - STEPS_OF_SEVERAL);
        // what no supertype in the tree has comes from one outside it
        const outside = place.self && this.family.dynamic ? null : this.ask.supertypes.outside(place.type);
        return outside && { place: outside, typed: true };
      }
      case "symbol": {
        const { symbol } = place;
        const { prototypes } = this.family;
        // `Foo.prototype.run.call(this)`
        if (prototypes && name === "prototype" && (isType(symbol.kind) || symbol.kind === "function"))
          return { place: { is: "value", type: symbol }, typed: true };
        if (isType(symbol.kind)) {
          // `Outer.this`, `Face.super`
          if (name === "this" && this.family.qualifiedSelf) return { place: { is: "value", type: symbol, self: true }, typed: true };
          if (name === "super" && this.family.qualifiedSelf)
            return { place: { is: "value", type: symbol, above: symbol.kind !== "interface" }, typed: true };
          if (this.family.constructors.includes(name)) {
            const own = this.typeMember(symbol, name, arity);
            return { place: { is: "symbol", symbol: own ?? symbol }, typed: false };
          }
          if (this.family.makes?.has(name) && !this.typeMember(symbol, name, arity))
            return { place: { is: "gives", place: { is: "value", type: symbol } }, typed: true };
          const found = this.typeMember(symbol, name, arity) ?? this.family.inside?.(this.tree, symbol, name);
          if (found) return { place: { is: "symbol", symbol: found }, typed: false };
          const alias = symbol.kind === "type" ? this.ask.values.declared(symbol) : null;
          const through = alias?.is === "value" && alias.type.id !== symbol.id ? this.member(alias, name, arity, left - 1) : null;
          const within = alias && this.family.overloadsAccess ? ofContainer(alias, name) : null;
          if (within) return { place: within, typed: false };
          return through && { place: through.place, typed: false };
        }
        const direct = pick(this.tree.members(symbol.path, `${symbol.qualified}.${name}`), arity);
        if (direct) return { place: { is: "symbol", symbol: direct }, typed: false };
        if (symbol.kind === "module" || symbol.kind === "namespace") {
          const wider = this.ask.imports.inSpace(symbol.qualified, name) ?? this.throughModule(symbol, name);
          return wider && { place: wider, typed: false };
        }
        // where a method without parameters is called by its name alone
        if (symbol.kind === "method" && languageFor(symbol.language).bareCalls && symbol.type !== null) {
          const given = this.ask.values.declared(symbol);
          return given && given.is !== "unknown" ? this.member(given, name, arity, left - 1) : null;
        }
        if (symbol.kind === "function" || symbol.kind === "macro" || (symbol.kind === "method" && !this.family.flows)) {
          const bound = this.family.flows ? this.tree.fieldsOf(symbol.path, "", `${symbol.qualified}.${name}`)[0] : undefined;
          if (!bound && name === "bind" && prototypes) return { place: { is: "gives", place }, typed: true };
          const own = bound && this.ask.values.typeOf(bound.type, bound.from, symbol.path, 0, Number.MAX_SAFE_INTEGER);
          return own ? { place: own, typed: true } : null;
        }
        const put = this.family.flows ? this.tree.fieldsOf(symbol.path, "", `${symbol.qualified}.${name}`)[0] : undefined;
        const given = put && this.ask.values.typeOf(put.type, put.from, symbol.path, 0, Number.MAX_SAFE_INTEGER);
        if (given) return { place: given, typed: true };
        // of a method that is not called only what a property gives can be asked
        const held =
          symbol.kind === "method"
            ? (this.ask.values.declaredOn(place) ?? this.ask.values.returned(symbol, null))
            : this.ask.values.declaredOn(place);
        const found = held && held.is !== "unknown" ? this.member(held, name, arity, left - 1) : null;
        const bound = prototypes && name === "bind" && symbol.kind === "method";
        return bound && (!found || found.place.is === "foreign") ? { place: { is: "gives", place }, typed: true } : found;
      }
    }
  }

  /** A method or field symbol of a type, looked up in the type and then in its supertypes, nearest first. */
  typeMember(type: WorldSymbol, name: string, arity: number | null, above = false): WorldSymbol | null {
    for (const owner of this.ask.supertypes.hierarchy(type)) {
      if (above && (owner === type || (this.family.parts && owner.full === type.full))) continue;
      // What a type of this file has is at hand; who else has such a member may take many files to tell.
      if (owner.path !== this.tree.facts.path && !this.tree.holds(name, owner.name)) continue;
      const own = this.tree.members(owner.path, `${owner.qualified}.${name}`);
      const found = pick(own, arity) ?? pick(this.family.scattered?.(this.tree, owner, name) ?? [], arity);
      if (found) return found;
    }
    if (!this.family.extended || !this.tree.defined(name)) return null;
    for (const owner of this.ask.supertypes.hierarchy(type)) {
      const found = pick(
        this.family.extended(this.tree, owner.name, name),
        arity === null ? null : arity + (this.family.extensionReceivers ?? 0),
      );
      if (found) return found;
    }
    return null;
  }

  /** A member that the tree adds to a type outside it: `fun String.shout()`, `extension String { … }`. */
  added(type: string, name: string, arity: number | null): Found | null {
    if (this.family.extended && this.tree.defined(name)) {
      const found = pick(
        this.family.extended(this.tree, type, name),
        arity === null ? null : arity + (this.family.extensionReceivers ?? 0),
      );
      if (found) return { place: { is: "symbol", symbol: found }, typed: true };
    }
    if (!this.family.scattered) return null;
    const found = this.tree.holds(name, type) ? this.scattered(type, name, arity) : null;
    if (found) return { place: { is: "symbol", symbol: found }, typed: true };
    // Objective-C: a category on `NSArray` is there for `NSMutableArray` too
    return type.startsWith("NSMutable") ? this.added(type.replace("Mutable", ""), name, arity) : null;
  }

  /** A member that stands elsewhere than its type, which is outside the tree. */
  private scattered(type: string, name: string, arity: number | null): WorldSymbol | null {
    const stranger: WorldSymbol = {
      id: Number.MIN_SAFE_INTEGER,
      path: this.tree.facts.path,
      language: this.tree.facts.language,
      double: isDouble(this.tree.facts.path),
      kind: "class",
      name: type,
      qualified: type,
      exported: true,
      arity: null,
      type: null,
      declares: false,
      parentKind: "file",
      full: type,
    };
    return pick(this.family.scattered?.(this.tree, stranger, name) ?? [], arity);
  }

  /** A method that the tree adds to the type of a literal. */
  ofLiteral(type: string, name: string, arity: number | null): Place | null {
    return this.added(type, name, arity)?.place ?? null;
  }

  /** A typed field of a type or of its supertypes, as the value it holds. */
  field(type: WorldSymbol, name: string, on?: Value): Place | null {
    for (const [owner, names] of this.fielded(type)) {
      const fields = names.get(name);
      if (!fields) continue;
      const places: Place[] = [];
      for (const field of fields) {
        if (field.type === "") continue;
        const place = (on && this.fieldOn(owner, field, on)) ?? this.typeFromType(owner, field.type, field.from);
        if (!this.family.flows) return place;
        if (place) places.push(place);
      }
      // one function or another: `this.state = this.idle`
      if (places.length > 1 && places.every((place) => place.is === "symbol" && isCallable(place.symbol.kind))) return several(places);
      if (places[0]) return places[0];
    }
    return null;
  }

  /** A type and its supertypes, those that have typed fields, with them. */
  private fielded(type: WorldSymbol): [WorldSymbol, FieldNames][] {
    let owners = this.owners.get(type.id);
    if (!owners) {
      owners = [];
      for (const owner of this.ask.supertypes.hierarchy(type)) {
        const names = this.tree.fieldsIn(owner.path, owner.qualified);
        if (names) owners.push([owner, names]);
      }
      this.owners.set(type.id, owners);
    }
    return owners;
  }

  /** A field whose type names a parameter of the type it is in. */
  private fieldOn(owner: WorldSymbol, { type, from }: { type: string; from: string }, on: Value): Place | null {
    if (from !== "annotation" && from !== "constructor") return null;
    const parameters = this.ask.types.parametersOf(owner);
    if (parameters.length === 0 || !parameters.some((name) => type.includes(name))) return null;
    const args = this.ask.types.argumentsOf(on, owner);
    if (!args) return null;
    return this.ask.types.valued(type, (segments) => {
      const at = segments.length === 1 ? parameters.indexOf(segments[0]!) : -1;
      return (at < 0 ? null : args(at)) ?? this.ask.types.typeIn(owner.path, segments, `${owner.qualified}.x`);
    });
  }

  /** What a field of a type holds. */
  typeFromType(owner: WorldSymbol, type: string, from: string): Place | null {
    if (from === "call" || from === "value")
      return this.ask.values.typeOf(type, from, owner.path, owner.id < 0 ? -1 - owner.id : 0, Number.MAX_SAFE_INTEGER, owner.qualified);
    if (from === "parameter") return null;
    return this.ask.types.valued(type, (segments) => this.ask.types.typeIn(owner.path, segments, `${owner.qualified}.x`));
  }

  /** What a function gives to a lambda that is its argument: `@lambda0_1` is the second parameter of the first. */
  private handed(place: Place, name: string): Found | null {
    const [argument, parameter] = name.slice(LAMBDA.length).split("_") as [string, string];
    if (place.is !== "symbol") return null;
    const initial = isType(place.symbol.kind) ? this.typeMember(place.symbol, this.family.initialiser ?? place.symbol.name, null) : null;
    const given =
      this.ask.signatures.lambdaParameter(place.symbol, argument, parameter, place.on) ??
      (initial && this.ask.signatures.lambdaParameter(initial, argument, parameter, place.on));
    return given && { place: { is: "gives", place: given }, typed: true };
  }

  /** What a case of an enumeration carries, by position or name; of a case class the field that its parameter of that position is. */
  private payload(symbol: WorldSymbol, which: string): Found | null {
    const type = isType(symbol.kind) ? symbol : this.ask.supertypes.holder(symbol);
    if (!type) return null;
    const fields = this.tree.outline(symbol.path)?.fields.filter(({ of }) => of === type.qualified) ?? [];
    const text =
      symbol === type
        ? fields.filter(({ name }) => /^[a-zA-Z\x80-\u{10FFFF}_]/u.test(name) && !name.endsWith("()"))[Number(which)]?.type
        : part(fields.find(({ name }) => name === `${symbol.name}()`)?.type ?? "", which);
    const held = text ? this.ask.types.valued(text, (segments) => this.ask.types.typeIn(type.path, segments, `${type.qualified}.x`)) : null;
    return held && { place: { is: "gives", place: held }, typed: true };
  }

  /** What a type holds that inherits from a list or map outside the tree: `class Lines extends ArrayList<Line>`. */
  private gathers(on: Value): (Place & { is: "held" }) | null {
    if (this.family.flows) return null;
    for (const owner of this.ask.supertypes.hierarchy(on.type)) {
      for (const { of, name } of this.tree.outline(owner.path)?.supertypes ?? []) {
        if (of !== owner.qualified) continue;
        const text = this.tree.fieldsOf(owner.path, owner.qualified, `<>${name}`)[0]?.type;
        const held = text === undefined || this.tree.defined(name) ? null : heldType(`${name}<${text}>`);
        if (!held) continue;
        const own = this.ask.types.parametersOf(owner);
        const args = own.length > 0 ? this.ask.types.argumentsOf(on, owner) : undefined;
        const item = (): Place | null =>
          this.ask.types.valued(held.item, (segments) => {
            const at = segments.length === 1 ? own.indexOf(segments[0]!) : -1;
            return at >= 0 ? (args?.(at) ?? null) : this.ask.types.typeIn(owner.path, segments, `${owner.qualified}.x`);
          });
        return { is: "held", name: held.name, item, outer: { is: "foreign" } };
      }
    }
    return null;
  }

  /** `mod x { pub use … }`, Ruby modules with mixins. */
  private throughModule(symbol: WorldSymbol, name: string): Place | null {
    const inherited = this.typeMember(symbol, name, null);
    if (inherited) return { is: "symbol", symbol: inherited };
    if (!this.family.inlineModules) return null;
    for (const imported of this.tree.outline(symbol.path)?.imports ?? []) {
      // what a module of Julia includes is inside it
      const included = imported.form === "include";
      if ((!imported.reexport && !included) || imported.within !== symbol.qualified) continue;
      const place =
        this.ask.imports.bindingOf(symbol.path, imported, name, hops) ??
        (imported.form === "wildcard" || included ? this.ask.imports.through(symbol.path, imported, name, null, hops) : null);
      if (place) return place;
    }
    return null;
  }

  /** Zig: what any of the cases of a union carries (`inline else`). */
  private anyField(on: Value): Found | null {
    const { path, qualified } = on.type;
    const names = [...(this.tree.fieldsIn(path, qualified)?.keys() ?? [])].filter((name) => /^[a-zA-Z\x80-\u{10FFFF}_]/u.test(name));
    const found = several(names.map((name) => this.field(on.type, name, on)));
    return found && { place: { is: "gives", place: found }, typed: true };
  }

  /** C++: an element by `operator[]` or of a loop, of a pointer or array the thing itself; a member behind `operator->`. */
  private overloadedAccess(on: Value, name: string, arity: number | null, left: number): Found | null {
    if (name !== EACH && name !== ELEMENT) {
      const behind = isOperated(on, name) ? this.typeMember(on.type, "operator->", null) : null;
      const given = behind
        ? this.ask.values.declaredOn({ is: "symbol", symbol: behind, on })
        : isOperated(on, name)
          ? this.pointedAt(on)
          : null;
      return given && given.is !== "unknown" && !(given.is === "value" && given.type.id === on.type.id)
        ? this.member(given, name, arity, left - 1)
        : null;
    }
    const index = name === ELEMENT ? null : this.typeMember(on.type, "operator[]", null);
    const element = index ?? this.typeMember(on.type, "begin", null);
    if (!element) return { place: { is: "gives", place: on }, typed: true };
    // of several the first whose type is told
    const given = this.tree
      .members(element.path, element.qualified)
      .reduce<Place | null>((told, symbol) => told ?? this.ask.values.declaredOn({ is: "symbol", symbol, on }), null);
    const at = index || given?.is !== "value" ? null : this.pointedAt(given);
    return given && { place: { is: "gives", place: at ?? given }, typed: true };
  }

  /** C++: what `*it` of an iterator is. */
  private pointedAt(on: Value): Place | null {
    const operator = this.typeMember(on.type, "operator*", 0);
    return operator?.arity === 0 ? this.ask.values.declaredOn({ is: "symbol", symbol: operator, on }) : null;
  }

  /** C++: one of several things beside one another: of a pair, of what a map's loop gives, of the fields of a structure. */
  private partOf(place: Place, position: number): Place | null {
    if (place.is === "held") return place.parts?.(position) ?? null;
    if (place.is !== "value") return null;
    const { path, qualified } = place.type;
    const start = `${qualified}.`;
    const fields = (this.tree.outline(path)?.fields ?? []).filter(
      ({ of, name }) => of === qualified && /^[a-zA-Z_]\w*$/.test(name) && this.tree.members(path, start + name)[0]?.kind === "field",
    );
    return fields[position] ? this.field(place.type, fields[position].name, place) : null;
  }
}

/** Can a member of that name be one of what `operator->` gives? */
const isOperated = ({ above }: Value, name: string): boolean => !above && !name.startsWith("operator") && !name.startsWith("@");

/** One of the types that a case carries, by position or by name. */
function part(types: string, which: string): string | undefined {
  const all = splitTop(types, ",");
  return /^\d+$/.test(which) ? all[Number(which)] : all.find((one) => one.startsWith(`${which}:`))?.slice(which.length + 1);
}
