/**
 * Who may call a function without a call of it standing in the tree: whoever it is handed to, a framework that a decorator registers it with, a type
 * outside the tree whose member it overrides, the language's runtime. `callers` says so instead of "none"; `unused` holds such definitions back.
 */
import { CALLABLES, HIERARCHY } from "../../base/kinds.ts";
import { readSourceSync } from "../../files/reader.ts";
import { languageFor } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { isConstructor, isType } from "../../store/symbols.ts";
import { spokenOf } from "./texts.ts";

/** One reason why a function without callers can be called all the same. */
export interface Elsewhere {
  code: "handed-over" | "framework" | "override" | "entry" | "named";
  message: string;
}

/** Types above one that are looked at. */
const MOST_ABOVE = 60;

/** Names that something calls without saying so: the runtime, a test runner, a serialiser. */
export const ENTRY =
  /^(?:main|Main|init|setup|teardown|constructor|initialize|handler|configure|register|activate|deactivate|toString|equals|hashCode|compareTo|clone|finalize|valueOf|toJSON|Dispose|ToString|Equals|GetHashCode|drop|fmt|default|new|up|down|__\w+__|__(?:invoke|call|callStatic|get|set|isset|unset|toString|clone|sleep|wakeup|serialize|unserialize|debugInfo)|test\w*|Test\w*|Benchmark\w*|Example\w*)$/;
/** Decorators and annotations that only change or describe what a definition is. */
export const PLAIN_DECORATORS: ReadonlySet<string> = new Set(
  (
    "property staticmethod classmethod cached_property lru_cache cache dataclass total_ordering wraps contextmanager asynccontextmanager final Deprecated " +
    "SuppressWarnings inline derive allow cfg must_use Override override Nullable NonNull NotNull Nonnull SafeVarargs FunctionalInterface VisibleForTesting " +
    "CheckReturnValue CanIgnoreReturnValue JvmStatic JvmOverloads JvmField JvmName Throws Suppress Obsolete MethodImpl abstractmethod overload typing.overload " +
    "discardableResult available objc MainActor inlinable doc cold track_caller deprecated non_exhaustive pragma immutable protected mustCallSuper " +
    "visibleForTesting Contract ApiStatus Pure Immutable ThreadSafe Generated"
  ).split(" "),
);
/** All reasons, surest first. @param symbol a function or method; of anything else there is none */
export function calledElsewhere(store: Store, symbol: SymbolRow): Elsewhere[] {
  if (!CALLABLES.has(symbol.kind) || symbol.file === null) return [];
  const out: Elsewhere[] = [];
  const name = symbol.qualified;
  const given = givenTo(store, symbol);
  if (given) out.push(given);
  const decorators = decoratorsOf(store, symbol.file).get(symbol.at) ?? [];
  if (decorators.length > 0) {
    const list = [...new Set(decorators)].map((one) => `@${one}`).join(", ");
    out.push({
      code: "framework",
      message: `${list} ${decorators.length === 1 ? "stands" : "stand"} before ${name}: a framework may call it through that.`,
    });
  }
  const parent = symbol.parent === null ? null : store.symbolById(symbol.parent);
  const above = parent && isType(parent) && !isConstructor(symbol, parent.name) ? overridden(store, symbol, parent) : null;
  if (above) out.push(above);
  if (out.length === 0) {
    const entry = entryOf(store, symbol);
    if (entry) out.push({ code: "entry", message: entry });
  }
  return out;
}

/** Said of what nothing else is known of: a class that is named where it is not made, a function whose name as text may be how it is found. */
export function calledByName(store: Store, symbol: SymbolRow): Elsewhere[] {
  if (symbol.kind === "class" || symbol.kind === "struct") return [givenTo(store, symbol) ?? []].flat();
  if (!CALLABLES.has(symbol.kind) || symbol.file === null) return [];
  const places = spokenOf(store, symbol);
  const first = places[0];
  if (!first) return [];
  const where = places.length === 1 ? `${first.path}:${first.line}` : `${places.length} lines (first: ${first.path}:${first.line})`;
  const what = first.begun ? `A name that begins as ${symbol.name} does is put together in` : `The name ${symbol.name} stands as text in`;
  return [{ code: "named", message: `${what} ${where}: what reads that may call ${symbol.qualified}.` }];
}

/** Where a function or class is named without being called. */
function givenTo(store: Store, symbol: SymbolRow): Elsewhere | null {
  const { visibility, properties } = languageFor(symbol.language);
  const places = store
    .edgesTo(symbol.id, ["uses"])
    .filter(
      ({ resolution, src, line }) =>
        resolution !== "ambiguous" &&
        resolution !== "external" &&
        src !== symbol.id &&
        !(visibility && src === symbol.parent && visibility.test(lineOf(store, symbol.path, line))),
    );
  const count = new Set(places.map(({ src, line }) => `${store.symbolById(src)?.path} ${line}`)).size;
  if (count === 0) return null;
  const { kind, arity, qualified } = symbol;
  const where = `in ${count} ${count === 1 ? "place" : "places"}`;
  const how = !CALLABLES.has(kind)
    ? `named ${where}: what gets it can make one.`
    : properties && kind === "method" && arity === null
      ? `read ${where}: reading it runs it.`
      : `handed over ${where}: what gets it can call it.`;
  return { code: "handed-over", message: `${qualified} is ${how} manifold refs ${qualified} lists them.` };
}

function lineOf(store: Store, path: string, line: number): string {
  const source = readSourceSync(store.root, path);
  return typeof source === "string" ? "" : (source.text.split("\n", line)[line - 1] ?? "");
}

/** Decorators that may hand a definition to something, by the position of what they stand before. */
export function decoratorsOf(store: Store, file: number): Map<number, string[]> {
  const out = new Map<number, string[]>();
  for (const { kind, name, receiver, scope } of store.referencesOf(file)) {
    if (kind !== "decorate" || PLAIN_DECORATORS.has(name)) continue;
    const list = out.get(scope) ?? [];
    list.push(receiver === null ? name : `${receiver}.${name}`);
    out.set(scope, list);
  }
  return out;
}

/** What stands above a type: types of the tree, and names of those outside it, resolved or not. */
export function typesAbove(store: Store, type: SymbolRow): { inside: SymbolRow[]; outside: string[] } {
  const inside: SymbolRow[] = [];
  const outside = new Set<string>();
  const queue = [type];
  const seen = new Set([type.id]);
  for (const one of queue) {
    const edges = store.edgesFrom(one.id, HIERARCHY);
    const named = new Set<string>();
    const packages: string[] = [];
    for (const { dst } of edges) {
      const above = store.symbolById(dst);
      if (!above) continue;
      if (above.file === null) packages.push(above.name);
      else {
        named.add(above.name);
        if (seen.has(above.id) || seen.size >= MOST_ABOVE) continue;
        seen.add(above.id);
        queue.push(above);
        inside.push(above);
      }
    }
    const written =
      one.file === null
        ? []
        : store.referencesOf(one.file).filter(({ kind, scope }) => (kind === "inherit" || kind === "implement") && scope === one.at);
    const before = outside.size;
    // a supertype may be written by the name that an import gives it
    const unnamed = new Set(written.flatMap(({ name }) => (named.has(name) ? [] : [name])));
    const aliased = [...named].filter((name) => !written.some((one) => one.name === name)).length;
    if (aliased < unnamed.size) for (const name of unnamed) outside.add(name);
    if (outside.size === before && written.length === 0) for (const name of packages) outside.add(name);
  }
  return { inside, outside: [...outside] };
}

/** Types above all others, and marks: nobody calls a member of something else through them. */
export const ROOTS: ReadonlySet<string> = new Set(
  "object Object Any AnyRef AnyVal ABC Protocol Generic NSObject Serializable Sendable".split(" "),
);

/**
 * The member of another type that a method stands for, or may stand for.
 * @param gone it is not there any more: how it was marked is only known from its signature
 */
export function overridden(store: Store, symbol: SymbolRow, parent: SymbolRow, gone = false): Elsewhere | null {
  const { name, qualified } = symbol;
  const above = typesAbove(store, parent);
  const member = above.inside.find((type) => store.childrenOf(type.id).some((one) => one.name === name && CALLABLES.has(one.kind)));
  if (member && !gone)
    return { code: "override", message: `${qualified} stands for ${member.qualified}.${name}: calls of that may arrive here.` };
  return calledFromOutside(store, symbol, parent, gone, above);
}

/** The member of a type outside the tree that a method stands for, or may stand for. */
export function calledFromOutside(
  store: Store,
  symbol: SymbolRow,
  parent: SymbolRow,
  gone = false,
  above = typesAbove(store, parent),
): Elsewhere | null {
  const { language, name, signature, qualified } = symbol;
  const outside = above.outside.filter((one) => !ROOTS.has(one));
  const { askedFor, overrides: marker, implementsUnmarked, blanket } = languageFor(language);
  if (askedFor) {
    const asked = askedFor[name];
    return asked === undefined
      ? null
      : { code: "override", message: `${name} is what ${asked} asks for: whoever takes one may call ${qualified}.` };
  }
  if (outside.length === 0 || /^_(?!_)|^#/.test(name) || /\b(?:private|fileprivate|static)\b/.test(signature)) return null;
  // what implements a trait is never said to be public
  if (blanket && /^pub\b/.test(signature)) return null;
  const marked = marker?.test(`${signature} ${markersOf(store, symbol)}`) === true;
  if (marker && !marked && !implementsUnmarked && !(gone && marker.source.startsWith("@"))) return null;
  const list = outside.slice(0, 3).join(", ");
  return {
    code: "override",
    message: marked
      ? `${qualified} overrides a member of a type that is not in this tree (${list}): its callers are there.`
      : `${parent.name} stands below ${list}, which ${outside.length === 1 ? "is" : "are"} not in this tree and may call ${qualified}.`,
  };
}

/** Plain decorators of a definition, as written. */
function markersOf(store: Store, symbol: SymbolRow): string {
  const names = store.referencesOf(symbol.file!).filter(({ kind, scope }) => kind === "decorate" && scope === symbol.at);
  return names.map(({ name }) => `@${name}`).join(" ");
}

/** Is it where a program begins? */
export const isBeginning = ({ name, language }: Pick<SymbolRow, "name" | "language">): boolean =>
  /^(?:main|Main)$/.test(name) || languageFor(language).entry?.test(name) === true;

/** `ENDPOINT("GET", "/orders", orders) {`: what stands in the place of a function's type and name. */
const MADE = /^([A-Z][A-Z0-9_]{2,})\s*\(/;

function entryOf(store: Store, symbol: SymbolRow): string | null {
  const { name, qualified, language } = symbol;
  const { entry, unspoken, preprocessed } = languageFor(language);
  const macro = preprocessed ? MADE.exec(symbol.signature)?.[1] : undefined;
  if (macro !== undefined) return `${qualified} is made by the macro ${macro}: what else that makes may call it.`;
  if (symbol.kind === "method" && unspoken?.test(name))
    return `${name} is called without its name: by a loop, a pattern, an index or an operator, or by a framework.`;
  if (!ENTRY.test(name) && !entry?.test(name)) return null;
  if (/^[tT]est|^Benchmark|^Example/.test(name))
    return store.fileById(symbol.file!)?.tags.includes("test") ? `${qualified} is a test: its runner calls it.` : null;
  if (isBeginning(symbol)) return `${qualified} is where a program begins: its runtime calls it.`;
  return `${name} is a name that runtimes and frameworks call without a call that stands anywhere.`;
}
