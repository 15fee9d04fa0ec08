/**
 * Values on their way: what expressions written in the form of lang/engine/flow.ts hold, what functions give that declare no type, what is
 * passed to a parameter.
 *
 * Everything known about another file comes from its outline, so an answer depends on nothing that the dependency keys do not tell.
 */
import { containers, type Place } from "./_family.ts";
import { type Found, Imports } from "./_imports.ts";
import { ALSO, EACH, type Link, parseChain, splitTop } from "./_names.ts";
import { pick } from "./_tree.ts";
import { isType, type Outline, RETURNED, type WorldSymbol } from "./_world.ts";

/** Where an expression is written: in this file (a symbol's index and a line), or in what is called `of` of another file. */
export interface Site {
  path: string;
  of: string;
  /** -1 in other files. */
  scope: number;
  line: number;
}

/** More possible values than this are no knowledge. */
const MOST = 12;

/** The name of an object that has none, as seen from one of its methods. */
export const BESIDE = "@beside";

type Field = Outline["fields"][number];

const NO_FIELDS: readonly Field[] = [];

export type FieldNames = ReadonlyMap<string, readonly Field[]>;

/** Fields of an outline by what they are fields of and by name; of other files' outlines many files ask. */
const fieldIndexes = new WeakMap<Outline, Map<string, Map<string, Field[]>>>();

/** Expressions inside expressions that are followed: values that hold one another in a circle end here before the stack does. */
const MOST_WITHIN = 40;

export abstract class Values extends Imports {
  private within = 0;
  abstract chain(links: Link[], scope: number, line: number): Found | null;
  protected abstract chainIn(links: Link[], path: string, of: string): Found | null;
  /** What the arguments of the calls in this file put into a parameter of one of its functions. */
  protected abstract passed(scope: number, position: number, fallback: string | null, onwards?: boolean): Place | null;
  /** What the default of a parameter holds. */
  protected abstract defaulted(value: string, scope: number): Place | null;

  /** Fields of an outline by what they are fields of and by name. */
  fieldsOf(path: string, of: string, name: string): readonly Field[] {
    return this.fieldsIn(path, of)?.get(name) ?? NO_FIELDS;
  }

  /** Fields of one thing in an outline, by name. */
  protected fieldsIn(path: string, of: string): FieldNames | undefined {
    const outline = this.tree.outline(path);
    if (!outline || outline.fields.length === 0) return undefined;
    let index = fieldIndexes.get(outline);
    if (!index) {
      index = new Map();
      for (const field of outline.fields) {
        let names = index.get(field.of);
        if (!names) {
          names = new Map();
          index.set(field.of, names);
        }
        const list = names.get(field.name);
        if (list) list.push(field);
        else names.set(field.name, [field]);
      }
      fieldIndexes.set(outline, index);
    }
    return index.get(of);
  }

  /** The site inside a symbol. */
  protected siteOf(symbol: WorldSymbol): Site {
    const here = symbol.path === this.tree.facts.path;
    return { path: symbol.path, of: symbol.qualified, scope: here ? -1 - symbol.id : -1, line: Number.MAX_SAFE_INTEGER };
  }

  /**
   * What an expression holds.
   * @param caller where the call stands whose arguments `$0` and so on are, and those arguments
   */
  protected evaluate(value: string, site: Site, caller: { site: Site; args: string } | null = null): Place | null {
    this.step();
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
    const found = links && (site.scope >= 0 ? this.chain(links, site.scope, site.line) : this.chainIn(links, site.path, site.of));
    return found && this.settled(found.place);
  }

  /** `$0.b` in what a function returns, of one call of it. */
  private argument(value: string, { site, args }: { site: Site; args: string }): Place | null {
    const [whole, position] = /^\$(\d+)/.exec(value)!;
    const written = splitTop(args, ",")[Number(position)]?.trim();
    if (!written || !/^[a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$.]*$/u.test(written)) return null;
    return this.evaluate(written + value.slice(whole.length), site);
  }

  /** `$0@set.b` in a field: what this file's calls of the method pass that wrote it. */
  private written(value: string, { path, of, scope }: Site): Place | null {
    const [whole, position, name] = /^\$(\d+)@([^.[(]+)/.exec(value) ?? [];
    if (whole === undefined || scope < 0) return null;
    const around = of === "" && scope > 0 ? this.tree.facts.symbols[scope]!.qualified : of;
    const method = pick(this.tree.members(path, around === "" ? name! : `${around}.${name}`), null);
    const place = method && method.id < 0 ? this.passed(-1 - method.id, Number(position), null) : null;
    return value === whole ? place : null;
  }

  /** A name used as a value: a variable is what it holds, a function itself. */
  protected abstract settled(place: Place): Place;

  /** What calling a function gives that does not declare it. */
  protected returned(symbol: WorldSymbol, caller: { site: Site; args: string } | null): Place | null {
    const fields = this.fieldsOf(symbol.path, symbol.qualified, RETURNED);
    if (fields.length === 0) return null;
    const site = this.siteOf(symbol);
    const asked = caller && fields.some(({ type }) => type.includes("$")) ? `${caller.site.scope} ${caller.site.line} ${caller.args}` : "";
    return this.guarded(`returned ${asked}`, symbol.id, () =>
      several(
        fields.map(({ type, from }) =>
          from === "constructor" || from === "annotation"
            ? this.evaluate(`<${type}>`, site)
            : this.evaluate(from === "call" ? `${type}()` : type, site, caller),
        ),
      ),
    );
  }

  /** A member of an object that is written out. */
  protected recorded(record: Place & { is: "record" }, name: string, arity: number | null): Place | null {
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
        : this.guarded(`inside ${record.name} ${name} ${of}`, scope >= 0 ? scope : path, () =>
            this.evaluate(written.slice(name.length + 1), { path, of, scope, line: Number.MAX_SAFE_INTEGER }),
          );
    }
    if (name === EACH) {
      const items: (Place | null)[] = [];
      for (let i = 0; i <= MOST; i++) {
        const item = this.recorded(record, String(i), null);
        if (!item) break;
        items.push(item);
      }
      if (items.length > 0) return several(items);
      // what a generator yields
      const yielded = record.name === RETURNED ? this.fieldsOf(path, of, `${RETURNED}.${EACH}`) : NO_FIELDS;
      if (yielded.length === 0) return this.anyOf(record);
      return this.guarded(`yields ${of}`, scope >= 0 ? scope : path, () =>
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
    const local = scope >= 0 ? this.boundTo(full, scope) : null;
    const field = local ?? this.fieldsOf(path, of, full)[0];
    if (field) {
      const value =
        field.from === "constructor" || field.from === "annotation"
          ? `<${field.type}>`
          : field.from === "call"
            ? `${field.type}()`
            : field.type;
      return this.guarded(`member ${of} ${full}`, scope >= 0 ? scope : path, () => this.evaluate(value, site));
    }
    // an object may be spread into itself: `options = { ...options, a }`
    const inherited =
      name === ALSO
        ? null
        : this.guarded(`also ${of} ${full}`, scope >= 0 ? scope : path, () => {
            const also = this.recorded(record, ALSO, null);
            return (also && this.member(also, name, arity)?.place) || null;
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
    if (names.length > MOST) return null;
    const record: Place & { is: "record" } = { is: "record", path, of, name, scope };
    return several(names.map((one) => this.recorded(record, one, null) ?? ownMethod(methods, one)));
  }

  /** A binding of this file by its exact name. */
  protected abstract boundTo(name: string, scope: number): { type: string; from: string } | null;

  /** The innermost type around a qualified name of another file. */
  protected typeAround(path: string, of: string): WorldSymbol | null {
    for (const outer of containers(`${of}.`)) {
      const type = this.tree.members(path, outer).find((symbol) => isType(symbol.kind));
      if (type) return type;
      const method = this.tree.members(path, outer)[0];
      // `Foo.prototype.bar`, `Foo.bar`: before classes, JavaScript's types were functions
      if (method?.kind === "method" && this.family.prototypes) {
        const owner = this.tree.members(path, containers(outer)[0] ?? "").find((symbol) => symbol.kind === "function");
        if (owner) return owner;
      }
    }
    return null;
  }
}

function ownMethod(methods: readonly WorldSymbol[], name: string): Place | null {
  const symbol = methods.find((one) => one.name === name);
  return symbol ? { is: "symbol", symbol } : null;
}

/** Tells places apart; "" of what is not known. Symbols go round in circles, so that only their numbers are taken. */
function keyOf(place: Place): string {
  switch (place.is) {
    case "symbol":
      return `s${place.symbol.id}`;
    case "value":
      return `v${place.type.id}`;
    case "unknown":
      return "";
    case "held":
      return `h${place.name} ${keyOf(place.outer)}`;
    case "gives":
      return `g${keyOf(place.place)}`;
    case "several":
      return `m${place.places.map(keyOf).join(" ")}`;
    default:
      return JSON.stringify(place);
  }
}

/** Distinct places of several as one; null when there is none, or too many. */
export function several(places: readonly (Place | null)[]): Place | null {
  const out: Place[] = [];
  const seen = new Set<string>();
  for (const place of places.flatMap((one) => (one?.is === "several" ? one.places : one ? [one] : []))) {
    const key = keyOf(place);
    if (key === "" || seen.has(key)) continue;
    seen.add(key);
    out.push(place);
  }
  if (out.length === 0 || out.length > MOST) return null;
  return out.length === 1 ? out[0]! : { is: "several", places: out };
}
