/**
 * What each reference of one file means.
 *
 * Order of evidence: the scope inside the file (nearest definition; locals and parameters shadow imports), import bindings, the same
 * package where the language has one (`exact`); the type of a receiver, known from self/this/super, an annotation, a constructor or a
 * declared return type, its members looked up through known supertypes (`typed`); for a plain call in a language whose plain names reach
 * across files, the only definition of that name (`unique`). What leaves the tree is `external`. A receiver that nobody knows never gives
 * an edge: the reference stays open, if the tree defines its name at all.
 */

import { edges as edgeSettings } from "../../../base/limits.ts";
import {
  type FileFacts,
  HANDED,
  OPERAND,
  OPERATOR,
  type RawBinding,
  type RawReference,
  READ,
  type Resolution,
} from "../../../base/types.ts";
import { familyOf, languageFor } from "../language.ts";
import type { Chains } from "./chains.ts";
import type { Family } from "./family.ts";
import type { Overloading } from "./overloads.ts";
import { folderOf, isDouble } from "./paths.ts";
import type { Found, Place } from "./place.ts";
import { type Passing, Resolver } from "./resolver.ts";
import { holdsFunction, isAbstract, isComputed } from "./supertypes.ts";
import { CALL, EACH, type Link, parseChain } from "./text.ts";
import { pick, type Tree } from "./tree.ts";
import { isCallable, isFunction, isType, type WorldSymbol } from "./world.ts";

/** Added to the line of what stands in a function without a name that begins there. */
const INSIDE = 0.25;
/** An alias of an alias of an alias is followed, no further. */
const MOST_ALIASES = 4;
/** A type by its name, and nothing around it. */
const ALIASED = /^(?:(?:struct|class|typename)\s+)?(?:::\s*)?([a-zA-Z_]\w*(?:\s*::\s*[a-zA-Z_]\w*)*)\s*(?:<[^*&]*>)?$/;
/** Kinds that are read. */
const READABLE = new Set(["constant", "variable", "field"]);
/** What is read by its name alone: a value, or where methods can be called so. */
const VALUE = { arity: null } as const;
const AS_CALL = { arity: null, kind: "call" } as const;

/** What a reference turned out to be; `more`: the other things it reaches by the same right (a class and its constructor, one of several functions). */
export type Outcome =
  | { symbol: WorldSymbol; resolution: Resolution; through?: WorldSymbol; more?: WorldSymbol[] }
  | { external: string }
  /** One of these, none more likely; what is known all the same (the class whose constructor is called) in `certain`. */
  | { among: WorldSymbol[]; certain?: { symbol: WorldSymbol; resolution: Resolution; more?: WorldSymbol[] } }
  | "open"
  | "nothing";

/** What a reference of these words means in a scope, by its name. */
type Settled = Pick<RawReference, "kind" | "arity" | "receiver" | "given" | "inside" | "language"> & { outcome: Outcome };

/** What does this reference mean? */
export class References {
  readonly resolver: Resolver;
  /** By scope and name: a key of all their words would be put together and hashed for each. */
  private readonly outcomes = new Map<number, Map<string, Settled[]>>();
  private readonly receivers: Receivers;
  /** Where functions of one name are told apart by their parameters. */
  private readonly overloads: Overloading | null;

  constructor(
    private readonly facts: FileFacts,
    private readonly tree: Tree,
    private readonly family: Family,
    steps: number,
  ) {
    this.resolver = new Resolver(tree, family, steps, family.flows ? (index) => this.callsOf(index) : undefined);
    this.receivers = new Receivers(facts, family, this.resolver.chains);
    this.overloads = tree.language.overloading?.(this.resolver) ?? null;
  }

  /** Calls in this file of a function of it that pass names. */
  private callsOf(index: number): Passing[] {
    const symbol = this.facts.symbols[index]!;
    const owner = symbol.name === this.family.initialiser ? symbol.parent : index;
    const name = this.facts.symbols[owner]!.name;
    const passing = this.tree.memo("passing", 0, () =>
      Map.groupBy(
        this.facts.references.filter(({ args }) => args !== undefined),
        (one) => (one.receiver === null && this.receivers.aliases.has(one.name) ? "" : one.name),
      ),
    );
    const called = name === "" ? [] : [...(passing.get(name) ?? []), ...(passing.get("") ?? [])];
    return called.flatMap((reference) => {
      const outcome = this.known(reference);
      const reaches =
        typeof outcome === "object" && "symbol" in outcome && [outcome.symbol, ...(outcome.more ?? [])].some(({ id }) => id === -1 - index);
      return reaches ? { scope: reference.scope, line: reference.line, args: reference.args ?? "" } : [];
    });
  }

  /** The same words in the same scope mean the same, unless a local changes its type on the way. */
  known(reference: RawReference): Outcome {
    const { kind, receiver, name, arity, scope } = reference;
    const root = receiver === null ? name : rootOf(receiver);
    if (root === "" || reference.subject !== undefined) return this.outcome(reference);
    const { rebound } = this.receivers;
    if (this.receivers.moves(root)) return this.outcome(reference);
    if (
      reference.given !== undefined &&
      (reference.given.match(/(?<=[.\t\u0001(]|^\.)[a-zA-Z_$][\w$]*/g) ?? []).some((name) => this.receivers.moves(name))
    )
      return this.outcome(reference);
    if (rebound.size > 0 && (rebound.has(root) || rebound.has(`${receiver}.${name}`))) return this.outcome(reference);
    let here = this.outcomes.get(scope);
    if (!here) {
      here = new Map();
      this.outcomes.set(scope, here);
    }
    let settled = here.get(name);
    if (!settled) {
      settled = [];
      here.set(name, settled);
    }
    const alike = (one: Settled): boolean =>
      one.kind === kind &&
      one.arity === arity &&
      one.receiver === receiver &&
      one.given === reference.given &&
      one.inside === reference.inside &&
      one.language === reference.language;
    const same = settled.find(alike);
    if (same) return same.outcome;
    const outcome = this.outcome(reference);
    // Finding out may have led here again, where less was known.
    const inner = settled.find(alike);
    if (inner) inner.outcome = outcome;
    else settled.push({ kind, arity, receiver, given: reference.given, inside: reference.inside, language: reference.language, outcome });
    return outcome;
  }

  private outcome(reference: RawReference): Outcome {
    this.receivers.depth++;
    const outcome = this.worked(reference);
    this.receivers.depth--;
    return outcome;
  }

  private worked(reference: RawReference): Outcome {
    const reads = reference.kind === "use" && reference.arity !== null && reference.arity >= READ;
    if (reference.kind === "use" && reference.arity === HANDED) return this.handed(reference);
    if (reads) return reference.arity! >= OPERATOR ? this.operated(reference) : this.read(reference);
    const { extensionNamed } = this.tree.language;
    if (reference.kind === "call" && reference.receiver !== null && extensionNamed) {
      const meant = this.meant(reference);
      const symbol = typeof meant === "string" ? extensionNamed(reference.name, reference.arity, this.tree) : null;
      return symbol ? { symbol, resolution: "typed" } : meant;
    }
    // `this[kRun]()` is the member under that name where there is one, else whatever is in there
    if (!/^\[.+\]$/.test(reference.name)) return this.meant(reference);
    const computed = this.meant(reference);
    if (typeof computed === "object") return computed;
    const any = this.meant({ ...reference, name: EACH });
    return typeof any === "object" || computed === "nothing" ? any : computed;
  }

  /** A member that is handed over must be known to be a function: of anything else others tell. A type of C has its word before it, or is no value. */
  private handed(reference: RawReference): Outcome {
    const reaches = reference.receiver === null && this.family.reach === "global";
    const meant = this.meant({ ...reference, ...(reaches ? AS_CALL : VALUE) });
    if (typeof meant !== "object" || !("symbol" in meant)) return "nothing";
    const type = isType(meant.symbol.kind) && (!this.tree.language.preprocessed || /^\p{Lu}/u.test(reference.name));
    return isFunction(meant.symbol) || type ? meant : "nothing";
  }

  /** What is read must be known to be a value: what nobody knows is not asked about, and a function or a type is told of where it is called or named. */
  private read(reference: RawReference): Outcome {
    const reads = reference.arity === READ;
    const properties = !reads && this.tree.language.properties === true;
    if (properties && !this.tree.definitions(reference.name, this.family).some(isComputed)) return "nothing";
    const meant = this.meant({ ...reference, ...(!reads && this.tree.language.plainCalls ? AS_CALL : VALUE) }, properties);
    if (typeof meant === "string" || !("symbol" in meant)) return "nothing";
    const { path, name, kind } = meant.symbol;
    if (reads) return READABLE.has(kind) ? meant : "nothing";
    return name === reference.name && (properties ? isComputed(meant.symbol) || meant.through : path === this.facts.path)
      ? meant
      : "nothing";
  }

  /** An operator is asked for only where some type of the tree defines it; of names in Python only properties: what else is named is passed on. */
  private operated(reference: RawReference): Outcome {
    if (!this.tree.defined(reference.name)) return "nothing";
    const meant =
      reference.arity === OPERAND ? "nothing" : this.meant({ ...reference, ...(this.family.operatorsCalled ? AS_CALL : VALUE) });
    const named = this.family.operatorName !== undefined && !this.family.operatorName.test(reference.name);
    if (typeof meant === "object" && "symbol" in meant && meant.resolution === "typed" && isFunction(meant.symbol))
      return meant.symbol.name === reference.name && (!named || meant.symbol.arity === null) ? meant : "nothing";
    return this.family.freeOperator?.(reference, this.resolver) ?? "nothing";
  }

  private meant(reference: RawReference, open = reference.kind === "call"): Outcome {
    if (reference.subject !== undefined) return "nothing";
    if (reference.language !== undefined) return this.foreign(reference.name, reference.language);
    const { name, arity } = reference;
    // behind the parameters of what begins on its line
    const line = reference.line + (reference.inside ? INSIDE : 0);
    const scope = this.scopeOf(reference);
    // `new A().b().c()`: what is constructed stands at the start of the chain, `c` is called on what b returned
    const receiver = reference.kind === "new" && reference.receiver?.includes("(") ? `new ${reference.receiver}` : reference.receiver;
    let place: Place | null;
    let typed = false;
    let through: WorldSymbol | null = null;
    // `::close(fd)` of C++
    const outermost = receiver === "" && this.family.overloadsAccess;
    if (receiver === null || outermost) {
      place = outermost
        ? this.resolver.imports.topLevel(this.facts.path, name, arity, edgeSettings.maxHops, [], line)
        : this.plain(reference, scope);
      if (place === null) return outermost ? this.openIf(name) : this.unbound(reference);
      if (place.is === "value" && this.family.invoked !== undefined && reference.kind === "call") return this.invoked(place.type, arity);
      // a local of unknown type is called or used: whatever it holds came from elsewhere
      if (place.is === "unknown" || place.is === "value" || place.is === "foreign" || place.is === "held" || place.is === "gives")
        return place.is === "unknown" && place.imported ? this.openIf(name) : "nothing";
    } else {
      const links = parseChain(receiver, this.family.flows || (this.tree.language.indexed === true && "each"));
      if (!links) {
        const added = /^(?:"[^"]*"|'[^']*')$/.test(receiver) ? this.resolver.members.ofLiteral("String", name, arity) : null;
        if (added) return this.settle(added, reference, true);
        return /^["'`[{\d/]/.test(receiver) ? "nothing" : this.openIf(name);
      }
      const found = this.receivers.chain(receiver, links, scope, line);
      const late = found
        ? null
        : (this.resolver.chains.assignedMember(links, name, scope, line) ?? this.resolver.chains.oneOf(links, name, scope, line));
      if (late) return this.settle(late.place, reference, true);
      if (!found) {
        const root = links[0]!.name;
        const free = links.length > 0 && this.family.globals.has(root) && !this.family.self.includes(root);
        return free ? "nothing" : this.openIf(name);
      }
      const again = this.receivers.rebound.has(`${receiver}.${name}`)
        ? this.resolver.chains.assignedMember(links, name, scope, line)
        : null;
      const member =
        again ??
        (reference.kind === "new" && name === "constructor" && found.place.is === "value" && this.family.prototypes
          ? { place: { is: "symbol" as const, symbol: found.place.type }, typed: true }
          : name === CALL
            ? { place: found.place, typed: true }
            : (this.resolver.members.member(found.place, name, arity) ??
              this.resolver.chains.assignedMember(links, name, scope, line) ??
              this.resolver.chains.oneOf(links, name, scope, line)));
      const argument = receiver === "arguments" && this.family.prototypes && /^\d+$/.test(name);
      const item = member?.place.is === "gives" && this.family.flows && (name === EACH || /^\d+$/.test(name));
      if (argument) place = this.resolver.bindings.passedAt(scope, Number(name)) ?? { is: "unknown" };
      else if (item) place = this.resolver.values.settled(member.place);
      else if (member) place = reference.kind === "call" ? this.resolver.chains.callable(member.place) : member.place;
      else if (this.family.prototypes && /^(?:call|apply)$/.test(name) && found.place.is === "symbol") place = found.place;
      else return this.openIf(name);
      typed = found.typed || member?.typed === true;
      const on = found.place.is === "value" ? found.place : this.resolver.values.settled(found.place);
      through = on.is === "value" && !on.above ? on.type : null;
    }
    const found = this.settle(place, reference, typed);
    const settled = this.overloads ? this.overloaded(found, reference, place, scope) : found;
    if (typeof settled === "string" || !("symbol" in settled) || !open) return settled;
    through ??= receiver === null && this.family.implicitSelf ? this.resolver.names.enclosingType(scope) : null;
    if (this.family.classFunctions && settled.symbol.parentKind === "interface") through = this.resolver.supertypes.holder(settled.symbol);
    return through && this.isOpen(through, settled.symbol) ? { ...settled, through } : settled;
  }

  /** Of the functions of one name the one whose parameters the arguments fit; of a class that is constructed its constructor. */
  private overloaded(found: Outcome, reference: RawReference, place: Place, scope: number): Outcome {
    if (typeof found === "string" || !("symbol" in found) || found.more || (reference.kind !== "call" && reference.kind !== "new"))
      return found;
    const { symbol, resolution } = found;
    if (isType(symbol.kind) || (symbol.kind === "constant" && symbol.parentKind === "enum")) {
      const type = isType(symbol.kind) ? (this.aliased(symbol) ?? symbol) : this.resolver.supertypes.holder(symbol);
      const made = type && this.overloads!.constructor_(reference, type, scope);
      // what is made is a pointer, and of nothing
      if (this.family.declarationsConstruct && type?.kind === "type" && type.type?.endsWith("*")) return "nothing";
      const classes = type?.kind !== "type" && symbol.kind === "type" ? [type!] : [];
      if (!made) return classes.length > 0 ? { symbol, resolution, more: classes } : found;
      if ("among" in made) return { among: made.among, certain: { symbol, resolution, more: classes } };
      return { symbol, resolution, more: [...classes, made.symbol] };
    }
    if (!isFunction(symbol)) return found;
    const on = place.is === "symbol" && place.on && !place.on.above ? place.on : null;
    const chosen = this.overloads!.chosen(reference, symbol, on, scope);
    return "among" in chosen ? { among: chosen.among } : { ...found, symbol: chosen.symbol };
  }

  /** C++: the class that an alias names, `using Text = lib::String`; null where it is a pointer to one, a holder of one, or none of the tree. */
  private aliased(symbol: WorldSymbol): WorldSymbol | null {
    if (!this.family.declarationsConstruct) return null;
    let at = symbol;
    for (let step = 0; at.kind === "type" && step < MOST_ALIASES; step++) {
      const path = at.type === null ? undefined : ALIASED.exec(at.type)?.[1];
      const place = path === undefined ? null : this.resolver.types.typeIn(at.path, path.split(/\s*::\s*/), `${at.qualified}.x`);
      if (place?.is !== "symbol" || place.symbol.id === at.id) return null;
      at = place.symbol;
    }
    return at.kind === "class" || at.kind === "struct" ? at : null;
  }

  /** Is a method called through this type made to be implemented below it? */
  private isOpen(type: WorldSymbol, method: WorldSymbol): boolean {
    if (method.kind !== "method" && method.kind !== "function" && (method.kind !== "field" || method.arity !== null)) return false;
    if (method.parentKind === "interface" || method.parentKind === "trait") return isAbstract(type);
    if (method.parentKind === "type") return holdsFunction(method);
    return this.tree.outline(method.path)?.abstract.includes(method.qualified) === true;
  }

  /** An object that is called. */
  private invoked(type: WorldSymbol, arity: number | null): Outcome {
    const method = this.resolver.members.typeMember(type, this.family.invoked!, arity);
    if (!method) return "nothing";
    return { symbol: method, resolution: "typed", ...(this.isOpen(type, method) ? { through: type } : {}) };
  }

  /** A name of another language: the one definition it has there, or nothing. A table is the same in every migration that creates it. */
  private foreign(name: string, language: string): Outcome {
    const named = this.tree.definitions(name, familyOf(language)).filter((symbol) => isCallable(symbol.kind));
    const all = this.tree.real(named);
    const places = new Set(all.map(({ path, qualified }) => (languageFor(language).tables ? qualified : `${path}#${qualified}`)));
    return places.size === 1 ? { symbol: all[0]!, resolution: "unique" } : "nothing";
  }

  private settle(place: Place, reference: RawReference, typed: boolean): Outcome {
    const outer = place.is === "gives" || place.is === "held" ? place.outer : undefined;
    if (outer?.is === "external") return { external: outer.name };
    if (place.is === "external") return { external: place.name };
    if (place.is === "several") {
      const all = place.places
        .map((one) => this.settle(one, reference, true))
        .flatMap((one) => (typeof one === "object" && "symbol" in one ? one : []));
      const symbols = all.flatMap(({ symbol, more }) => [symbol, ...(more ?? [])]);
      return symbols.length === 0 ? this.openIf(reference.name) : { symbol: symbols[0]!, resolution: "typed", more: symbols.slice(1) };
    }
    if (place.is === "module") {
      // a module that is called is its default export; used as a value it is an import, which has its edge
      const main =
        reference.kind === "use" ? null : this.resolver.imports.exported(place.files, "default", reference.arity, edgeSettings.maxHops);
      if (main?.is === "symbol") return { symbol: main.symbol, resolution: typed ? "typed" : "exact" };
      return "nothing";
    }
    if (place.is === "value" && this.family.invoked !== undefined && reference.kind === "call" && reference.name === CALL)
      return this.invoked(place.type, reference.arity);
    if (place.is === "space" || place.is === "foreign" || place.is === "held" || place.is === "gives" || place.is === "record")
      return "nothing";
    if (place.is !== "symbol") return this.openIf(reference.name);
    const { symbol } = place;
    const inheritance = reference.kind === "inherit" || reference.kind === "implement";
    const constructs = this.family.prototypes && symbol.kind === "function";
    if (inheritance && !constructs && !isType(symbol.kind) && !/^(?:module|variable|constant)$/.test(symbol.kind))
      return this.openIf(reference.name);
    if (symbol.kind === "file" || symbol.kind === "import" || symbol.kind === "section") return "nothing";
    // `Order order;` makes one; of what only stands for another type it is not known
    if (
      this.family.declarationsConstruct &&
      !(this.tree.language.madePlainly && (symbol.kind === "class" || symbol.kind === "struct" || this.aliased(symbol))) &&
      reference.kind === "new" &&
      reference.arity === null &&
      !this.resolver.members.typeMember(symbol, symbol.name, null)
    )
      return "nothing";
    // `a.b` calls b only where it is a method
    if (this.tree.language.dottedCalls && reference.kind === "call" && reference.arity === null && !isCallable(symbol.kind))
      return "nothing";
    const { applied: answer } = this.tree.language;
    if (answer !== undefined && reference.kind === "call" && !isFunction(symbol)) {
      if (reference.arity === null) return "nothing";
      // `Order(1)` is `Order.apply(1)`, where the companion says so; of a value it is what its type says
      const held = isType(symbol.kind) ? null : this.resolver.values.declared(symbol);
      const [applied] = this.tree.members(symbol.path, `${symbol.qualified}.${answer}`);
      if (isType(symbol.kind) && applied) return { symbol: applied, resolution: typed ? "typed" : "exact" };
      const method = held?.is === "value" ? this.resolver.members.typeMember(held.type, answer, reference.arity) : null;
      if (method) return { symbol: method, resolution: "typed" };
      if (!isType(symbol.kind)) return "nothing";
    }
    // `pin!(…)` means no function `pin`, `pin(…)` no macro: the extraction counts no arguments of macros
    if (this.family.macrosApart && reference.kind === "call" && (symbol.kind === "macro") !== (reference.arity === null))
      return this.openIf(reference.name);
    const calls = reference.kind === "call" || reference.kind === "new";
    if (calls && this.family.flows && (symbol.kind === "variable" || symbol.kind === "constant" || symbol.kind === "field")) {
      // a variable that holds a function, as far as anybody knows: the function is called
      const again = symbol.path === this.facts.path && symbol.qualified === symbol.name && this.receivers.rebound.has(symbol.name);
      const held =
        (again ? this.resolver.bindings.heldBy(symbol.name, reference.scope, reference.line) : null) ??
        this.resolver.values.declared(symbol);
      if (held?.is === "several" || (held?.is === "symbol" && held.symbol.id !== symbol.id)) return this.settle(held, reference, true);
      const method = held?.is === "value" && this.family.invoked !== undefined ? this.invoked(held.type, null) : "nothing";
      if (method !== "nothing") return method;
    }
    // `local insert = table.insert`: what the variable holds is called, and of what comes from elsewhere nothing of this file
    const alias = this.family.heldCalls && calls && symbol.kind === "variable" ? this.resolver.values.declared(symbol) : undefined;
    if (alias !== undefined) return alias?.is === "symbol" && isFunction(alias.symbol) ? this.settle(alias, reference, true) : "nothing";
    if (this.family.slotted && symbol.kind === "field" && reference.kind === "call")
      return this.family.slotted(symbol, this.tree) ?? this.openIf(symbol.name);
    const resolution = typed ? "typed" : "exact";
    if (symbol.kind === "macro" && this.family.expansion && reference.kind === "call") {
      const more = this.expanded(symbol, reference);
      return more.length > 0 ? { symbol, resolution, more } : { symbol, resolution };
    }
    const { initialiser } = this.family;
    if (calls && initialiser !== undefined && isType(symbol.kind)) {
      // its own: an inherited one belongs to the class it stands in, whose callers these are not
      const [initial] = this.tree.members(symbol.path, `${symbol.qualified}.${initialiser}`);
      if (initial) return { symbol, resolution, more: [initial] };
    }
    return { symbol, resolution };
  }

  /** What the text of a macro calls is called where the macro stands, and means what it means there. */
  private expanded(macro: WorldSymbol, reference: RawReference, left = 3): WorldSymbol[] {
    if (left <= 0) return [];
    return this.family.expansion!(macro, this.tree).flatMap((name) => {
      const meant = this.resolver.names.name(name, reference.scope, reference.line, null, true);
      const found =
        meant?.is === "symbol" ? { symbol: meant.symbol } : meant === null ? this.unbound({ ...reference, name, arity: null }) : "nothing";
      if (typeof found === "string" || !("symbol" in found) || !isCallable(found.symbol.kind) || isType(found.symbol.kind)) return [];
      const { symbol } = found;
      return symbol.kind === "macro" ? [symbol, ...this.expanded(symbol, reference, left - 1)] : [symbol];
    });
  }

  /** Supertypes and decorators are read where the thing stands, not inside it. */
  private scopeOf(reference: RawReference): number {
    const { scope, kind } = reference;
    const outside = kind === "decorate" || kind === "inherit" || kind === "implement";
    return outside && scope > 0 ? this.facts.symbols[scope]!.parent : scope;
  }

  /** A name without a receiver. */
  private plain(reference: RawReference, scope: number): Place | null {
    const { name, arity, kind } = reference;
    const line = reference.line + (reference.inside ? INSIDE : 0);
    if (kind === "call" && this.family.extendsOther?.(this.facts.symbols[scope]!, name)) return { is: "unknown" };
    if (kind === "call" && (this.family.parent.includes(name) || (name === "this" && this.family.self.includes("this")))) {
      const type = this.resolver.names.enclosingType(scope);
      if (!type) return { is: "unknown" };
      if (name === "this") return { is: "symbol", symbol: type };
      if (this.family.aboveCalled === "object") return { is: "unknown" };
      if (this.family.aboveCalled === "method") {
        const method = this.resolver.members.typeMember(type, this.facts.symbols[scope]?.name ?? "", null, true);
        return method ? { is: "symbol", symbol: method } : { is: "unknown" };
      }
      const supers = this.resolver.supertypes.supers(type);
      const above = this.overloads ? supers.find((place) => place.is !== "symbol" || place.symbol.kind !== "interface") : supers[0];
      return above ?? { is: "unknown" };
    }
    if (kind === "call" && name === "new" && this.family.plainNew) {
      const type = this.resolver.names.enclosingType(scope);
      const own = type && this.resolver.members.typeMember(type, "new", arity);
      // what a module is mixed into is made, never the module
      const made = own ?? (type?.kind === "module" ? null : type);
      return made && { is: "symbol", symbol: made };
    }
    if ((kind === "call" || kind === "new") && this.family.self.includes(name) && (name !== "self" || kind === "new")) {
      // `Self(…)`, `cls()`, `static`, `new self`
      const type = this.resolver.names.enclosingType(scope);
      if (type || name !== "cls") return type && { is: "symbol", symbol: type };
    }
    // a dotted name written as one (PHP `\A\B`)
    const place = this.resolver.names.name(name, scope, line, arity, kind === "call" && (arity !== null || !this.family.namesApart));
    // structures have a name space of their own: `struct option` beside `option()`
    if (place?.is === "symbol" && kind === "call" && this.tree.language.tagsApart && isType(place.symbol.kind)) {
      const called = this.tree.definitions(name, this.family).filter((one) => one.kind === "function" || one.kind === "macro");
      const function_ = pick(this.tree.real(called), arity);
      if (function_) return { is: "symbol", symbol: function_ };
    }
    if (place?.is !== "symbol" || kind !== "call" || isCallable(place.symbol.kind) || this.family.prototypes) return place;
    // where variables and functions have separate names (Ruby, Java), a call does not mean a field of the same name
    const { symbol } = place;
    if ((symbol.kind === "field" || symbol.kind === "namespace" || symbol.kind === "module") && this.family.implicitSelf) {
      const callable = this.tree.members(symbol.path, symbol.qualified).filter((one) => isCallable(one.kind));
      if (callable[0]) return { is: "symbol", symbol: pick(callable, arity)! };
      const above = this.resolver.chains.callable(place);
      return above === place ? null : above;
    }
    return place;
  }

  /** A plain name that nothing in sight defines. */
  private unbound(reference: RawReference): Outcome {
    const { name, kind, arity } = reference;
    if (kind === "use") return "nothing";
    if (this.family.plainMethods && kind === "call") {
      // in a reference class its methods are called by their plain names
      const type = this.resolver.names.enclosingType(this.scopeOf(reference));
      const method = type && this.resolver.members.typeMember(type, name, arity);
      if (method) return { symbol: method, resolution: "typed" };
    }
    const known = this.family.globals.has(name);
    if (this.family.reach === "global" && !known && (kind === "call" || kind === "new")) {
      const symbol = onlyVisible(name, arity, this.tree, this.family);
      if (symbol) return { symbol, resolution: "unique" };
    }
    return known ? "nothing" : this.openIf(name);
  }

  private openIf(name: string): Outcome {
    return this.tree.defined(name) ? "open" : "nothing";
  }
}

/** The only definition that a plain name can mean where plain names reach the whole tree (C's linker, Ruby, Bash). */
function onlyVisible(name: string, arity: number | null, tree: Tree, family: Family): WorldSymbol | null {
  const { path } = tree.facts;
  const double = isDouble(path);
  const visible = tree
    .definitions(name, family)
    .filter((symbol) => reachesPlainly(symbol) && (!family.topLevelOnly || symbol.qualified === symbol.name) && (double || !symbol.double));
  const definitions = visible.some(({ declares }) => declares) ? visible.filter(({ declares }) => !declares) : visible;
  return only(definitions.length > 0 ? definitions : visible, path, arity, family);
}

function only(visible: WorldSymbol[], path: string, arity: number | null, family: Family): WorldSymbol | null {
  const places = new Set(visible.map((symbol) => `${symbol.path}#${symbol.qualified}`));
  if (places.size === 1) return pick(visible, arity);
  // one definition a platform (src/unix, src/win): a file only ever meets those of its own folder
  const beside = family.platforms ? visible.filter((symbol) => folderOf(symbol.path) === folderOf(path)) : [];
  return beside.length > 0 && new Set(beside.map((symbol) => symbol.path)).size === 1 ? pick(beside, arity) : null;
}

/** Can a plain name in another file mean it? Methods need a receiver; `static` functions of C are not seen from outside. */
function reachesPlainly(symbol: WorldSymbol): boolean {
  return (symbol.kind === "function" || symbol.kind === "macro" || isType(symbol.kind)) && symbol.exported && !isType(symbol.parentKind);
}

// Receivers as a file writes them, each worked out once for all that is called on it in a scope, as long as it means the same on every line.

/** Names joined by dots: nothing is called or taken apart on the way. */
const PLAIN = /^[\w\x80-\u{10FFFF}$.]+$/u;

/** What is this receiver, and does that depend on the line? */
export class Receivers {
  /** Names bound more than once in one scope: what they are depends on the line. */
  readonly rebound = new Set<string>();
  /** Names that hold what another expression gives: a function perhaps. */
  readonly aliases = new Set<string>();
  /** References that are being worked out: what is found out for another's sake may be known in part only. */
  depth = 0;
  /** First names of what is bound more than once, or to something of its own name. */
  private readonly moving = new Set<string>();
  private readonly found = new Map<number, Map<string, Found | null>>();
  /** Does every name mean something else on another line? */
  private readonly byLine: boolean;

  constructor(
    { bindings }: FileFacts,
    private readonly family: Family,
    private readonly chains: Chains,
  ) {
    const bound = new Map<number, Set<string>>();
    for (const { name, scope, from, type, end } of bindings) {
      if (end !== undefined) this.moving.add(rootOf(name));
      if (from === "value" || from === "call") this.aliases.add(name);
      if (from === "call" && type.startsWith(name)) this.moving.add(rootOf(name));
      const names = bound.get(scope);
      if (!names) bound.set(scope, new Set([name]));
      else if (!names.has(name)) names.add(name);
      else {
        this.rebound.add(name);
        this.moving.add(rootOf(name));
      }
    }
    // what a lambda works on is there from its line on
    this.byLine = bindings.some(isReceiver);
  }

  /** Does what a name means depend on the line? */
  moves(root: string): boolean {
    return this.moving.has(root);
  }

  /** The value of a receiver, as `Chains.chain` finds it. */
  chain(receiver: string, links: Link[], scope: number, line: number): Found | null {
    if (this.byLine || !PLAIN.test(receiver)) return this.chains.chain(links, scope, line);
    const root = links[0]?.name ?? "";
    const own = this.family.flows && (this.family.self.includes(root) || this.family.parent.includes(root));
    if (own || this.moving.has(root)) return this.chains.chain(links, scope, line);
    let here = this.found.get(scope);
    if (!here) {
      here = new Map();
      this.found.set(scope, here);
    }
    let found = here.get(receiver);
    if (found === undefined) {
      found = this.chains.chain(links, scope, line);
      if (this.depth === 1) here.set(receiver, found);
    }
    return found;
  }
}

const isReceiver = ({ name }: RawBinding): boolean => name === "@receiver";

/** The name a receiver begins with, "" when it begins with something else. */
export function rootOf(receiver: string): string {
  let end = 0;
  for (; end < receiver.length; end++) {
    const code = receiver.charCodeAt(end);
    if (code >= 128) return /^[a-zA-Z\x80-\u{10FFFF}_$@][\w\x80-\u{10FFFF}$]*/u.exec(receiver)?.[0] ?? "";
    const letter = (code | 32) >= LOWER_A && (code | 32) <= LOWER_Z;
    if (!letter && code !== UNDERSCORE && code !== DOLLAR && !(end > 0 ? code >= ZERO && code <= NINE : code === AT)) break;
  }
  return end === receiver.length ? receiver : receiver.slice(0, end);
}

const LOWER_A = 97;
const LOWER_Z = 122;
const UNDERSCORE = 95;
const DOLLAR = 36;
const AT = 64;
const ZERO = 48;
const NINE = 57;
