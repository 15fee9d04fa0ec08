/**
 * What names of this file are bound to: by declarations and assignments in a scope, by what calls of the file pass to parameters.
 */
import type { Place } from "./_family.ts";
import { accessor } from "./_holders.ts";
import { type Found, UNKNOWN } from "./_imports.ts";
import { Members } from "./_members.ts";
import { EACH, type Link } from "./_names.ts";
import { several } from "./_values.ts";
import type { WorldSymbol } from "./_world.ts";

interface Binding {
  name: string;
  type: string;
  from: string;
  line: number;
  end?: number;
}

/** What is bound in a scope, by name. */
type Names = ReadonlyMap<string, Binding[]>;

const NO_NAMES: Names = new Map();

/** Bindings by scope: asked for at every step outwards of every name. */
function boundIn(bindings: readonly (Binding & { scope: number })[]): (Names | undefined)[] {
  const all: (Map<string, Binding[]> | undefined)[] = [];
  for (const binding of bindings) {
    let names = all[binding.scope];
    if (!names) {
      names = new Map();
      all[binding.scope] = names;
    }
    const list = names.get(binding.name);
    if (list) list.push(binding);
    else names.set(binding.name, [binding]);
  }
  return all;
}

/**
 * Those that hold on a line: of a function without a name only what is bound around it, and the innermost of such alone. On the line on which one
 * begins a name means what it meant before, if it meant anything (`r.Get("/", func(w, r) {`).
 */
function within(all: readonly Binding[], line: number): readonly Binding[] | null {
  if (all.every(({ end }) => end === undefined)) return all;
  const outer = all.filter(({ end }) => end === undefined);
  const short = outer.length > 0 ? null : all.findLast((one) => one.line === line && Math.abs(one.end ?? 0) === line);
  if (short) return [short];
  let inner: Binding | null = null;
  for (const one of all) {
    if (one.end === undefined || Math.floor(line) > Math.abs(one.end) || (one.end < 0 ? one.line >= line : one.line > line)) continue;
    if (inner === null || one.line >= inner.line) inner = one;
  }
  if (inner !== null) return [inner];
  if (outer.length > 0) return outer;
  const beside = all.filter((one) => one.line === line);
  return beside.length > 0 ? beside : null;
}

export abstract class Bindings extends Members {
  private bound: (Names | undefined)[] | null = null;

  /** A parameter or local of the scope itself: the nearest one above the line. */
  protected binding(name: string, scope: number, line: number, called = false): Place | null {
    const whole = this.bindingsOf(scope).get(name);
    const all = whole && within(whole, line);
    if (!all) return null;
    let best = all[0]!;
    // `let x = x.next()`: the value speaks of the x before
    const again = ({ from, type }: { from: string; type: string }): boolean =>
      from === "call" && type.startsWith(name) && /^[.:(]/.test(type.slice(name.length));
    // `val cart = cart { … }`: what the value names is what lies further out
    if (all.every((one) => again(one) && one.type[name.length] === "(" && (one.line - 0.5 === line || (called && one.line === line))))
      return null;
    for (const binding of all) {
      if (binding.line > line || (binding.line === line && best.line < line && again(binding))) continue;
      if (binding.type !== "" || best.line > line) best = binding;
    }
    return this.typeOf(best.type, best.from, this.tree.facts.path, scope, again(best) ? best.line - 0.5 : best.line) ?? UNKNOWN;
  }

  /** Of what a name is bound to the last above a line. */
  protected bindingAt(all: readonly Binding[], line: number): Binding | null {
    const here = within(all, line);
    return here?.findLast((one) => one.line <= line) ?? here?.[0] ?? null;
  }

  protected boundTo(name: string, scope: number): { type: string; from: string } | null {
    const all = this.bindingsOf(scope).get(name);
    return all?.at(-1) ?? null;
  }

  /** What calls of a function look like that pass something: set by who resolves the references. */
  arguments: ((index: number) => { scope: number; line: number; args: string }[]) | null = null;

  protected passed(scope: number, position: number, fallback: string | null, onwards = false): Place | null {
    const { symbols, bindings, path } = this.tree.facts;
    const parameter = bindings.find((one) => one.scope === scope && one.from === "parameter" && Number.parseInt(one.type, 10) === position);
    const name = parameter?.name;
    const standing = fallback ?? (onwards ? null : (/^\d+=([\s\S]+)$/.exec(parameter?.type ?? "")?.[1] ?? null));
    const places = (this.arguments?.(scope) ?? []).flatMap(({ scope: at, line, args }) => {
      const list = args.split(",");
      const site = { path, of: at === 0 ? "" : symbols[at]!.qualified, scope: at, line };
      const spread = list.findIndex((one) => one.startsWith("..."));
      if (spread >= 0 && spread <= position && !onwards) return this.evaluate(`${list[spread]!.slice(3)}["${position - spread}"]`, site);
      const named = list.find((one) => one.startsWith(`${name}=`))?.slice(`${name}=`.length);
      const given = onwards ? list.slice(position) : [named ?? (list[position]?.includes("=") ? "" : (list[position] ?? ""))];
      return given.map((one) => (one === "" ? null : this.evaluate(one.startsWith("...") ? `${one.slice(3)}[]` : one, site)));
    });
    const instead = standing === null ? null : this.defaulted(standing, scope);
    // objects of what types a function happens to be given here says nothing about the others
    const told = places.map((place) => (place?.is === "symbol" || place?.is === "several" || place?.is === "record" ? place : null));
    return several([...told, instead]);
  }

  protected defaulted(value: string, scope: number): Place | null {
    const { symbols, path } = this.tree.facts;
    return this.evaluate(value, { path, of: "", scope: symbols[scope]!.parent, line: Number.MAX_SAFE_INTEGER });
  }

  protected bindingsOf(scope: number): Names {
    this.bound ??= boundIn(this.tree.facts.bindings);
    return this.bound[scope] ?? NO_NAMES;
  }

  /** What a variable of the file that is assigned more than once holds: at a line of the file's own code the last, inside functions any. */
  heldBy(name: string, scope: number, line: number): Place | null {
    if (scope === 0) return this.binding(name, 0, line);
    const all = this.bindingsOf(0).get(name) ?? [];
    return several(all.map((one) => this.typeOf(one.type, one.from, this.tree.facts.path, 0, one.line)));
  }

  /** One of what was put into a list or map by its name: `queue.push(f)` and `queue[i]`, `this.handlers[key] = f` and `this.handlers.get(key)`. */
  kept(links: Link[], scope: number, line: number): Found | null {
    for (let i = 1; i < links.length && i <= 3; i++) {
      const { name, called } = links[i]!;
      const gives = name === EACH || /^\d+$/.test(name) ? "item" : called ? accessor("[]", name) : null;
      if (gives === "item") {
        const place = this.putInto(
          links.slice(0, i).flatMap((link) => (!link.called ? link.name : accessor("[]", link.name) === "item" ? EACH : [])),
          scope,
        );
        // lists in a map: `this.events[key].push(f)`
        if (!place) continue;
        const link: Link = called && gives === "item" && name === EACH ? { ...links[i]!, called: true } : { ...links[i]!, called: false };
        const found = this.called({ place, typed: true }, link, { path: this.tree.facts.path, of: "", scope, line });
        return found && this.rest(found, links.slice(i + 1));
      }
      if (called && gives !== "same") return null;
    }
    return null;
  }

  private putInto(names: readonly string[], scope: number): Place | null {
    const type = this.family.self.includes(names[0]!) ? this.typeOfSelf(scope) : null;
    if (type)
      return several(
        this.hierarchy(type).flatMap((owner) =>
          this.fieldsOf(owner.path, owner.qualified, `${names.slice(1).join(".")}.${EACH}`).map((one) =>
            this.typeFromType(owner, one.type, one.from),
          ),
        ),
      );
    const full = `${names.join(".")}.${EACH}`;
    for (let at = scope; ; at = this.tree.facts.symbols[at]!.parent) {
      const put = this.bindingsOf(at).get(full);
      if (put) return several(put.map((one) => this.typeOf(one.type, one.from, this.tree.facts.path, at, one.line)));
      if (at === 0 || this.bindingsOf(at).has(names[0]!)) return null;
    }
  }

  /** The innermost type around a symbol of this file. */
  protected abstract typeOfSelf(scope: number): WorldSymbol | null;

  /** `o.a` where `o.a = f` was written in the same scope: the longest such start of the chain. */
  assigned(links: Link[], scope: number, line: number): Found | null {
    const names: string[] = [];
    for (const link of links) {
      names.push(link.name);
      if (link.called || link.fresh) break;
    }
    const site = { path: this.tree.facts.path, of: "", scope, line };
    for (let length = names.length; length > 1; length--) {
      if (names[length - 1] === EACH) continue;
      const full = names.slice(0, length).join(".");
      for (let at = scope; ; at = this.tree.facts.symbols[at]!.parent) {
        const place = this.bindingsOf(at).has(full) ? this.binding(full, at, line) : null;
        if (place && place.is !== "unknown") {
          const found = this.called({ place, typed: true }, links[length - 1]!, site);
          return found && this.rest(found, links.slice(length), site);
        }
        // the object itself is of this scope
        if (at === 0 || this.bindingsOf(at).has(names[0]!)) break;
      }
    }
    return null;
  }

  /** `o.a()` after `o.a = f` in the same scope, whatever o is. */
  assignedMember(links: readonly Link[], name: string, scope: number, line: number): Found | null {
    if (!this.family.flows || links.some((link) => link.called || link.fresh)) return null;
    return this.assigned([...links, { name, called: false, fresh: false }], scope, line);
  }

  /** `queue[i]()`: one of what was put into it. */
  oneOf(links: readonly Link[], name: string, scope: number, line: number): Found | null {
    return this.family.flows && (name === EACH || /^\d+$/.test(name))
      ? this.kept([...links, { name, called: false, fresh: false }], scope, line)
      : null;
  }
}
