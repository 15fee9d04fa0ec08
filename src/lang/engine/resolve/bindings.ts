/** What names of this file are bound to: by declarations and assignments in a scope, by what calls of the file pass to parameters. */

import { type Place, several, UNKNOWN } from "./place.ts";
import type { Passing, Resolver } from "./resolver.ts";
import type { Tree } from "./tree.ts";
import { isType } from "./world.ts";

interface Binding {
  name: string;
  type: string;
  from: string;
  line: number;
  end?: number;
}

/** What is bound in a scope, by name. */
type BoundNames = ReadonlyMap<string, Binding[]>;
const NO_NAMES: BoundNames = new Map();

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

/** What is a name bound to in a scope of this file? */
export class Bindings {
  /** By scope: asked for at every step outwards of every name. */
  private bound: BoundNames[] | null = null;

  constructor(
    private readonly tree: Tree,
    /** Who answers what this asks. */
    private readonly ask: Pick<Resolver, "values">,
    /** The calls of a function of this file that pass something. */
    private readonly callsOf: (index: number) => Passing[],
  ) {}

  /** All that is bound in a scope. */
  bindingsOf(scope: number): BoundNames {
    if (!this.bound) {
      this.bound = [];
      for (const [at, all] of Map.groupBy(this.tree.facts.bindings, (one) => one.scope))
        this.bound[at] = Map.groupBy(all, ({ name }) => name);
    }
    return this.bound[scope] ?? NO_NAMES;
  }

  /** A parameter or local of the scope itself: the nearest one above the line. */
  binding(name: string, scope: number, line: number, called = false): Place | null {
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
    return this.ask.values.typeOf(best.type, best.from, this.tree.facts.path, scope, again(best) ? best.line - 0.5 : best.line) ?? UNKNOWN;
  }

  /** Of what a name is bound to the last above a line. */
  private bindingAt(all: readonly Binding[], line: number): Binding | null {
    const here = within(all, line);
    return here?.findLast((one) => one.line <= line) ?? here?.[0] ?? null;
  }

  /** What an exact name is bound to last in a scope. */
  boundTo(name: string, scope: number): { type: string; from: string } | null {
    const all = this.bindingsOf(scope).get(name);
    return all?.at(-1) ?? null;
  }

  /** What a name is bound to in the functions around, the nearest above a line. */
  private local(name: string, scope: number, line: number): Binding | null {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0 && !isType(symbols[at]!.kind); at = symbols[at]!.parent) {
      const best = this.bindingAt(this.bindingsOf(at).get(name) ?? [], line);
      if (best) return best;
    }
    return null;
  }

  /** The declared type of a local or parameter, as written: "=" where it has that of its value, "" where nothing tells, null for what is no local. */
  boundText(name: string, scope: number, line: number): string | null {
    const best = this.local(name, scope, line);
    if (!best) return null;
    return best.from === "annotation" || best.from === "constructor" ? best.type : best.from === "unknown" ? "" : "=";
  }

  /** The call whose value a local has, where it is bound to one. */
  boundCall(name: string, scope: number, line: number): string | null {
    const best = this.local(name, scope, line);
    return best?.from === "call" && best.line <= line ? best.type : null;
  }

  /** Does a function around bind a name? */
  isBound(name: string, scope: number): boolean {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0 && !isType(symbols[at]!.kind); at = symbols[at]!.parent) if (this.bindingsOf(at).has(name)) return true;
    return false;
  }

  /** What a variable of the file that is assigned more than once holds: at a line of the file's own code the last, inside functions any. */
  heldBy(name: string, scope: number, line: number): Place | null {
    if (scope === 0) return this.binding(name, 0, line);
    const all = this.bindingsOf(0).get(name) ?? [];
    return several(all.map((one) => this.ask.values.typeOf(one.type, one.from, this.tree.facts.path, 0, one.line)));
  }

  /** What the calls in this file put into a parameter of one of its functions; `onwards`: into all from there on. */
  passed(scope: number, position: number, fallback: string | null, onwards = false): Place | null {
    const { symbols, bindings, path } = this.tree.facts;
    const parameter = bindings.find((one) => one.scope === scope && one.from === "parameter" && Number.parseInt(one.type, 10) === position);
    const name = parameter?.name;
    const standing = fallback ?? (onwards ? null : (/^\d+=([\s\S]+)$/.exec(parameter?.type ?? "")?.[1] ?? null));
    const places = this.callsOf(scope).flatMap(({ scope: at, line, args }) => {
      const list = args.split(",");
      const site = { path, of: at === 0 ? "" : symbols[at]!.qualified, scope: at, line };
      const spread = list.findIndex((one) => one.startsWith("..."));
      if (spread >= 0 && spread <= position && !onwards)
        return this.ask.values.evaluate(`${list[spread]!.slice(3)}["${position - spread}"]`, site);
      const named = list.find((one) => one.startsWith(`${name}=`))?.slice(`${name}=`.length);
      const given = onwards ? list.slice(position) : [named ?? (list[position]?.includes("=") ? "" : (list[position] ?? ""))];
      return given.map((one) => (one === "" ? null : this.ask.values.evaluate(one.startsWith("...") ? `${one.slice(3)}[]` : one, site)));
    });
    const instead = standing === null ? null : this.defaulted(standing, scope);
    // objects of what types a function happens to be given here says nothing about the others
    const told = places.map((place) => (place?.is === "symbol" || place?.is === "several" || place?.is === "record" ? place : null));
    return several([...told, instead]);
  }

  /** What the calls of this file pass to a function that asks for it by position: `arguments[0]`. */
  passedAt(scope: number, position: number): Place | null {
    return this.passed(scope, position, null);
  }

  /** What the default of a parameter holds. */
  defaulted(value: string, scope: number): Place | null {
    const { symbols, path } = this.tree.facts;
    return this.ask.values.evaluate(value, { path, of: "", scope: symbols[scope]!.parent, line: Number.MAX_SAFE_INTEGER });
  }
}
