/**
 * Values on their way: what definitions hold, what expressions written in the form of lang/engine/flow.ts hold, what functions give that declare no
 * type.
 *
 * Everything known about another file comes from its outline, so an answer depends on nothing that the dependency keys do not tell.
 */

import { DOTTED$, re } from "../words.ts";
import type { Effort } from "./effort.ts";
import { containers, type Family } from "./family.ts";
import { hops } from "./imports.ts";
import { BESIDE, FOREIGN, MOST_PLACES, type Place, type Site, several, UNKNOWN } from "./place.ts";
import type { Resolver } from "./resolver.ts";
import { ALSO, EACH, parseChain, splitTop } from "./text.ts";
import { pick, type Tree } from "./tree.ts";
import { RETURNED, type WorldSymbol } from "./world.ts";

/** Expressions inside expressions that are followed: values that hold one another in a circle end here before the stack does. */
const MOST_WITHIN = 40;

/** What does this definition, binding or expression hold? */
export class Values {
  private within = 0;

  constructor(
    private readonly tree: Tree,
    private readonly family: Family,
    private readonly effort: Effort,
    /** Who answers what this asks. */
    private readonly ask: Pick<Resolver, "chains" | "bindings" | "members" | "types" | "imports" | "supertypes">,
  ) {}

  /** The instance that a symbol's declared type names: what a function returns, what a variable holds. */
  declared(symbol: WorldSymbol): Place | null {
    return this.effort.guarded("declared", symbol.id, () => {
      // a member of an enumeration is a value of it
      if (symbol.kind === "constant" && symbol.parentKind === "enum" && symbol.type === null) {
        const type = this.tree.members(symbol.path, containers(symbol.qualified)[0] ?? "").find(({ kind }) => kind === "enum");
        return type ? { is: "value", type } : null;
      }
      if (symbol.type?.endsWith(")") && !symbol.type.startsWith("(")) {
        // told by what its body returns: `Order.build(items)`
        const links = parseChain(symbol.type);
        const found = links && this.ask.chains.chainIn(links, symbol.path, symbol.qualified);
        if (found) return found.place;
      } else if (symbol.type !== null) {
        const local = symbol.id < 0 && (symbol.parentKind === "function" || symbol.parentKind === "method");
        // an alias in a function sees what that brings in
        const { parent, start } = local ? this.tree.facts.symbols[-1 - symbol.id]! : { parent: 0, start: 0 };
        const value = this.ask.types.valued(
          symbol.type,
          (segments) =>
            this.ask.types.typeIn(symbol.path, segments, symbol.qualified) ??
            (local ? this.ask.types.typeHere(segments, parent, start) : null),
        );
        if (value) return value;
      }
      if (symbol.kind === "function" || symbol.kind === "method") return null;
      const of = containers(symbol.qualified)[0] ?? "";
      const [field] = this.tree.fieldsOf(symbol.path, of, symbol.name);
      // what a template hides where the field is written stays hidden
      if (!field || (this.family.overloadsAccess && field.type === symbol.type)) return null;
      const holder = field.from === "call" && symbol.path === this.tree.facts.path ? this.ask.supertypes.holder(symbol) : null;
      return this.typeOf(field.type, field.from, symbol.path, holder && holder.id < 0 ? -1 - holder.id : 0, Number.MAX_SAFE_INTEGER, of);
    });
  }

  /** The same as `declared`, for a member of a value whose type arguments are known. */
  declaredOn(
    { symbol, on }: Place & { is: "symbol" },
    types?: { text: string; look: (segments: string[]) => Place | null },
    deduced?: (parameter: string) => Place | null,
  ): Place | null {
    const { type } = symbol;
    const told =
      (on || types || deduced) && type !== null && !(type.endsWith(")") && !type.startsWith("("))
        ? this.ask.types.specialised(symbol, type, on, types, deduced)
        : null;
    return told ?? this.declared(symbol);
  }

  /** A name used as a value: a variable is what it holds, a function itself. */
  settled(place: Place): Place {
    if (place.is === "gives") return place.place;
    if (place.is !== "symbol") return place;
    const { kind } = place.symbol;
    const holds = kind === "variable" || kind === "constant" || kind === "field";
    return holds ? (this.declaredOn(place) ?? UNKNOWN) : place;
  }

  /** The value a binding holds: an instance of a named type, or what a call returns. */
  typeOf(type: string, from: string, path: string, scope: number, line: number, of = ""): Place | null {
    if (type === "" || from === "unknown") return null;
    const own = path === this.tree.facts.path;
    if (from === "value") {
      // what a name held before it was bound here: `x = x or X()`
      const site = { path, of, scope: own ? scope : -1, line: line - 0.5 };
      return this.effort.guarded(`value ${line} ${type}`, own ? scope : `${path} ${of}`, () => this.evaluate(type, site));
    }
    if (from === "parameter") {
      return own ? this.effort.guarded(`passed ${type}`, scope, () => this.parameter(type, scope)) : null;
    }
    // what a name in a chain is can depend on the line
    return this.effort.guarded(`${from} ${type}`, !own ? path : from === "call" ? `${scope} ${line}` : scope, () => {
      if (from === "call") {
        if (type.includes(" | ")) {
          for (const one of type.split(" | ")) {
            const place = this.typeOf(one, from, path, scope, line, of);
            if (place && place.is !== "unknown" && !(place.is === "foreign" && place.name === undefined)) return place;
          }
          return null;
        }
        const chain = parseChain(type.endsWith(")") ? type : `${type}()`, this.family.flows);
        const found = chain && (own ? this.ask.chains.chain(chain, scope, line) : this.ask.chains.chainIn(chain, path, of));
        return found?.place ?? null;
      }
      return this.ask.types.valued(type, (segments) => {
        const named =
          path === this.tree.facts.path ? this.ask.types.typeHere(segments, scope, line) : this.ask.types.typeIn(path, segments, "");
        // `const Foo = require("./foo")`: the module stands for what it exports as a whole
        if (named?.is === "module" && this.family.moduleTypes) return named;
        const symbol = named?.is === "module" ? this.ask.imports.exported(named.files, "default", null, hops) : named;
        // before classes, JavaScript's constructors were functions
        if (symbol?.is === "symbol" && symbol.symbol.kind === "function" && from === "constructor")
          return { is: "value", type: symbol.symbol };
        return symbol;
      });
    });
  }

  /** What calls of this file put into a parameter: `0`, `0=default`, `0*` (it gathers the others), `0.a.b=default` (a part of it). */
  private parameter(type: string, scope: number): Place | null {
    const [, position, gathers, path, fallback = null] = /^(\d+)(\*)?(\.[^=]*)?(?:=(.*))?$/s.exec(type) ?? [];
    if (position === undefined) return null;
    if (gathers)
      return { is: "held", name: "[]", item: () => this.ask.bindings.passed(scope, Number(position), null, true), outer: FOREIGN };
    if (path === undefined) return this.ask.bindings.passed(scope, Number(position), fallback);
    let place = this.ask.bindings.passed(scope, Number(position), null);
    for (const name of path.slice(1).split(".")) place = place && (this.ask.members.member(place, name, null)?.place ?? null);
    return several([place && this.settled(place), fallback === null ? null : this.ask.bindings.defaulted(fallback, scope)]);
  }

  /** What calling a function gives that does not declare it. */
  returned(symbol: WorldSymbol, caller: { site: Site; args: string } | null): Place | null {
    const fields = this.tree.fieldsOf(symbol.path, symbol.qualified, RETURNED);
    if (fields.length === 0) return null;
    const site = this.siteOf(symbol);
    const asked = caller && fields.some(({ type }) => type.includes("$")) ? `${caller.site.scope} ${caller.site.line} ${caller.args}` : "";
    return this.effort.guarded(`returned ${asked}`, symbol.id, () =>
      several(
        fields.map(({ type, from }) =>
          from === "constructor" || from === "annotation"
            ? this.evaluate(`<${type}>`, site)
            : this.evaluate(from === "call" ? `${type}()` : type, site, caller),
        ),
      ),
    );
  }

  /**
   * What an expression holds.
   * @param caller where the call stands whose arguments `$0` and so on are, and those arguments
   */
  evaluate(value: string, site: Site, caller: { site: Site; args: string } | null = null): Place | null {
    this.effort.step();
    if (this.within >= MOST_WITHIN) return null;
    this.within++;
    try {
      return this.evaluated(value, site, caller);
    } finally {
      this.within--;
    }
  }

  private evaluated(value: string, site: Site, caller: { site: Site; args: string } | null): Place | null {
    if (value.includes(" | ")) return several(value.split(" | ").map((part) => this.evaluate(part, site, caller)));
    if (value[0] === "{" && value.includes(":")) return { is: "record", path: site.path, of: site.of, name: value, scope: site.scope };
    if (value[0] === "{") return { is: "record", path: site.path, of: site.of, name: value.slice(1, -1), scope: site.scope };
    if (value[0] === ".") {
      const at = (name: string): WorldSymbol | null =>
        pick(this.tree.members(site.path, site.of === "" ? name.slice(1) : `${site.of}${name}`), null);
      const own = at(value) ?? at(value.slice(value.lastIndexOf(".")));
      return own && { is: "symbol", symbol: own };
    }
    // `$el` is a name like any other.
    if (/^\$\d/.test(value)) return value.includes("@") ? this.written(value, site) : caller && this.argument(value, caller);
    const links = parseChain(value, true);
    const found =
      links && (site.scope >= 0 ? this.ask.chains.chain(links, site.scope, site.line) : this.ask.chains.chainIn(links, site.path, site.of));
    return found && this.settled(found.place);
  }

  /** `$0.b` in what a function returns, of one call of it. */
  private argument(value: string, { site, args }: { site: Site; args: string }): Place | null {
    const [whole, position] = /^\$(\d+)/.exec(value)!;
    const written = splitTop(args, ",")[Number(position)]?.trim();
    if (!written || !re`^${DOTTED$}$`.test(written)) return null;
    return this.evaluate(written + value.slice(whole.length), site);
  }

  /** `$0@set.b` in a field: what this file's calls of the method pass that wrote it. */
  private written(value: string, { path, of, scope }: Site): Place | null {
    const [whole, position, name] = /^\$(\d+)@([^.[(]+)/.exec(value) ?? [];
    if (whole === undefined || scope < 0) return null;
    const around = of === "" && scope > 0 ? this.tree.facts.symbols[scope]!.qualified : of;
    const method = pick(this.tree.members(path, around === "" ? name! : `${around}.${name}`), null);
    const place = method && method.id < 0 ? this.ask.bindings.passed(-1 - method.id, Number(position), null) : null;
    return value === whole ? place : null;
  }

  /** The site inside a symbol. */
  private siteOf(symbol: WorldSymbol): Site {
    const here = symbol.path === this.tree.facts.path;
    return { path: symbol.path, of: symbol.qualified, scope: here ? -1 - symbol.id : -1, line: Number.MAX_SAFE_INTEGER };
  }

  /** A member of an object that is written out. */
  recorded(record: Place & { is: "record" }, name: string, arity: number | null): Place | null {
    const { path, of, scope } = record;
    if (record.name === BESIDE) {
      const methods = this.tree.members(path, of === "" ? name : `${of}.${name}`).filter(({ kind }) => kind === "method");
      return methods.length === 1 ? { is: "symbol", symbol: methods[0]! } : null;
    }
    if (record.name[0] === "{") {
      const written = record.name
        .slice(1, -1)
        .split(";")
        .find((one) => one.startsWith(`${name}:`));
      // an object may be handed on inside itself: `f({ options })`
      return written === undefined
        ? null
        : this.effort.guarded(`inside ${record.name} ${name} ${of}`, scope >= 0 ? scope : path, () =>
            this.evaluate(written.slice(name.length + 1), { path, of, scope, line: Number.MAX_SAFE_INTEGER }),
          );
    }
    if (name === EACH) {
      const items: (Place | null)[] = [];
      for (let i = 0; i <= MOST_PLACES; i++) {
        const item = this.recorded(record, String(i), null);
        if (!item) break;
        items.push(item);
      }
      if (items.length > 0) return several(items);
      // what a generator yields
      const yielded = record.name === RETURNED ? this.tree.fieldsOf(path, of, `${RETURNED}.${EACH}`) : [];
      if (yielded.length === 0) return this.anyOf(record);
      return this.effort.guarded(`yields ${of}`, scope >= 0 ? scope : path, () =>
        several(
          yielded.map(({ type, from }) =>
            this.evaluate(from === "call" ? `${type}()` : from === "value" ? type : `<${type}>`, {
              path,
              of,
              scope,
              line: Number.MAX_SAFE_INTEGER,
            }),
          ),
        ),
      );
    }
    const full = `${record.name}.${name}`;
    const site = { path, of, scope, line: Number.MAX_SAFE_INTEGER };
    const local = scope >= 0 ? this.ask.bindings.boundTo(full, scope) : null;
    const field = local ?? this.tree.fieldsOf(path, of, full)[0];
    if (field) {
      const value =
        field.from === "constructor" || field.from === "annotation"
          ? `<${field.type}>`
          : field.from === "call"
            ? `${field.type}()`
            : field.type;
      return this.effort.guarded(`member ${of} ${full}`, scope >= 0 ? scope : path, () => this.evaluate(value, site));
    }
    // an object may be spread into itself: `options = { ...options, a }`
    const inherited =
      name === ALSO
        ? null
        : this.effort.guarded(`also ${of} ${full}`, scope >= 0 ? scope : path, () => {
            const also = this.recorded(record, ALSO, null);
            return (also && this.ask.members.member(also, name, arity)?.place) || null;
          });
    if (inherited) return this.settled(inherited);
    // what a function defines inside and returns by name, a method of the object it returns
    if (record.name !== RETURNED && of !== "") return null;
    const own = pick(this.tree.members(path, record.name === RETURNED ? `${of}.${name}` : full), arity);
    return own && { is: "symbol", symbol: own };
  }

  /** One of the members of an object that is written out, whichever: a table of functions. */
  private anyOf({ path, of, name, scope }: Place & { is: "record" }): Place | null {
    const start = `${name}.`;
    const isMember = (full: string): boolean => full.startsWith(start) && !full.includes(".", start.length) && full[start.length] !== "@";
    const local = scope >= 0 ? this.tree.facts.bindings.filter((one) => one.scope === scope && isMember(one.name)) : [];
    const fields = local.length > 0 ? local : (this.tree.outline(path)?.fields ?? []).filter((one) => one.of === of && isMember(one.name));
    const methods =
      of === "" && path === this.tree.facts.path
        ? this.tree.here.filter(({ qualified, kind }) => kind === "method" && isMember(qualified))
        : [];
    const names = [...new Set([...fields.map((one) => one.name.slice(start.length)), ...methods.map((one) => one.name)])];
    if (names.length > MOST_PLACES) return null;
    const record: Place & { is: "record" } = { is: "record", path, of, name, scope };
    return several(names.map((one) => this.recorded(record, one, null) ?? ownMethod(methods, one)));
  }
}

function ownMethod(methods: readonly WorldSymbol[], name: string): Place | null {
  const symbol = methods.find((one) => one.name === name);
  return symbol ? { is: "symbol", symbol } : null;
}
