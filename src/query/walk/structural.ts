/**
 * Types below and above others that nobody names: Go's interfaces are met by whoever has their methods, protocols of Python too. Worked out when they
 * are asked for, from names and numbers of parameters. Where a language has relations of that kind that are not worked out, that is said.
 */
import { HIERARCHY } from "../../base/kinds.ts";
import { familyOf, languageFor } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { isType } from "../../store/symbols.ts";
import { typesAbove } from "./elsewhere.ts";
import { filesNaming } from "./texts.ts";

/** Types that have a method are looked at up to this many: more say nothing. */
const MOST_OWNERS = 3_000;
/** Types that are named in one sentence. */
const MOST_NAMED = 6;
/** Files that are looked through for implementations that no edge has. */
const MOST_FILES = 300;

/** A method that is asked for: its name, and how many parameters it has where that is known. */
export interface Demand {
  name: string;
  arity: number | null;
}

export interface Structural {
  types: SymbolRow[];
  beyond: { code: string; message: string }[];
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
const NOTHING: Structural = { types: [], beyond: [] };

/** Types that have what another asks for without naming it. @param anew what it asks for since a moment ago: they need not have that */
export function structuralSubtypes(store: Store, chosen: SymbolRow, anew: Demand | null = null): Structural {
  if (chosen.file === null) return NOTHING;
  const { kind, qualified } = chosen;
  const language = languageFor(chosen.language);
  if (language.family.structural && kind === "interface") {
    const { demands: all, unknown } = demandsOf(store, chosen);
    const demands = all.filter(({ name }) => name !== anew?.name);
    const beyond =
      unknown.length > 0
        ? [
            note(
              `${qualified} asks for what ${unknown.join(", ")} ${unknown.length === 1 ? "has" : "have"}, which stands outside this tree: types are listed that have the rest.`,
            ),
          ]
        : [];
    return { types: demands.length === 0 ? [] : having(store, demands, ownersIn).filter((type) => type.kind !== "interface"), beyond };
  }
  if (anew) return NOTHING;
  if (isProtocol(store, chosen)) {
    const demands = store
      .childrenOf(chosen.id)
      .flatMap(({ name, kind: is }) => (/^(?:function|method)$/.test(is) && name !== "__init__" ? [{ name, arity: null }] : []));
    const named = new Set(store.edgesTo(chosen.id, HIERARCHY).map(({ src }) => src));
    const types = demands.length === 0 ? [] : having(store, demands, ownOwners(chosen.language));
    return {
      types: types.filter((type) => type.id !== chosen.id && !named.has(type.id) && !isProtocol(store, type)),
      beyond: [
        note(
          `${qualified} is a protocol: classes are listed that have its methods; functions, modules and types outside this tree may fit as well.`,
        ),
      ],
    };
  }
  if (language.structuralTypes !== undefined && (kind === "interface" || kind === "type"))
    return {
      types: [],
      beyond: [note(`Types of ${language.structuralTypes} are structural: what fits ${qualified} without naming it is not worked out.`)],
    };
  return { types: [], beyond: given(store, chosen) };
}

/** Interfaces of the tree that a type meets, where none names them. @param lost a method that it had: only those that ask for it */
export function structuralSupertypes(store: Store, chosen: SymbolRow, lost: Demand | null = null): Structural {
  const fitting = (language: string | null): boolean =>
    familyOf(language).structural === true || (lost !== null && languageFor(language).structuralTypes !== undefined);
  if (chosen.file === null || !fitting(chosen.language) || chosen.kind === "interface" || !isType(chosen)) return NOTHING;
  const own = [...methodsOf(store, chosen), ...(lost ? [lost] : [])];
  const seen = new Map<number, SymbolRow>();
  for (const { name } of lost ? [lost] : own)
    for (const method of store.symbolsByName(name)) {
      const parent = method.parent === null || !fitting(method.language) ? null : store.symbolById(method.parent);
      if (parent?.kind === "interface" || parent?.kind === "type") seen.set(parent.id, parent);
    }
  const types = [...seen.values()].filter((type) => {
    const { demands } = demandsOf(store, type);
    return demands.length > 0 && demands.every((demand) => own.some((one) => fits(one, demand)));
  });
  return { types, beyond: [] };
}

const note = (message: string): { code: string; message: string } => ({ code: "structural-types", message });
const fits = (one: Demand, demand: Demand): boolean =>
  one.name === demand.name && (one.arity === null || demand.arity === null || one.arity === demand.arity);

/** What an interface asks for, with what it embeds; `unknown`: embedded ones outside the tree whose methods nobody knows. */
function demandsOf(store: Store, type: SymbolRow): { demands: Demand[]; unknown: string[] } {
  const { inside, outside } = typesAbove(store, type);
  const demands = [type, ...inside].flatMap((one) =>
    store.childrenOf(one.id).flatMap(({ kind, name, arity }) => (kind === "method" ? [{ name, arity }] : [])),
  );
  const unknown: string[] = [];
  for (const name of outside) {
    const last = name.replace(/^.*[./]/, "");
    const methods = languageFor(type.language).standardInterfaces?.[last];
    if (methods) demands.push(...methods.map((method) => ({ name: method, arity: null })));
    else unknown.push(name);
  }
  return { demands, unknown };
}

/** Types that have all of some methods, of their own or through what they embed or inherit. */
function having(store: Store, demands: readonly Demand[], ownersOf: (store: Store, demand: Demand) => SymbolRow[] | null): SymbolRow[] {
  let left: Map<number, SymbolRow> | null = null as Map<number, SymbolRow> | null;
  const rare = demands.toSorted((a, b) => store.definitionsNamed(a.name) - store.definitionsNamed(b.name));
  for (const demand of rare) {
    const owners = ownersOf(store, demand);
    if (owners === null) continue;
    const all = new Map(owners.map((type) => [type.id, type]));
    for (const type of all.values())
      for (const { src } of store.edgesTo(type.id, HIERARCHY)) {
        const below = store.symbolById(src);
        if (below && below.file !== null && isType(below) && all.size < MOST_OWNERS) all.set(below.id, below);
      }
    const before: Map<number, SymbolRow> = left ?? all;
    left = new Map([...before].filter(([id]) => all.has(id)));
    if (left.size === 0) return [];
  }
  return left === null ? [] : [...left.values()];
}

/** Types with a method of their own; their methods may stand in other files of the package. */
function ownersIn(store: Store, demand: Demand): SymbolRow[] | null {
  const methods = store
    .symbolsByName(demand.name)
    .filter((one) => familyOf(one.language).structural && one.kind === "method" && fits(one, demand));
  if (methods.length > MOST_OWNERS) return null;
  return methods.flatMap((method) => {
    const owner = method.qualified.slice(0, method.qualified.lastIndexOf("."));
    const parent = method.parent === null ? null : store.symbolById(method.parent);
    if (parent && isType(parent)) return [parent];
    return store
      .symbolsByName(owner)
      .filter(
        (type) =>
          isType(type) && type.language === method.language && type.qualified === owner && folderOf(type.path) === folderOf(method.path),
      );
  });
}

function ownOwners(language: string | null): (store: Store, demand: Demand) => SymbolRow[] | null {
  return (store, demand) => {
    const methods = store.symbolsByName(demand.name).filter((one) => one.language === language && /^(?:function|method)$/.test(one.kind));
    if (methods.length > MOST_OWNERS) return null;
    return methods.flatMap((method) => {
      const parent = method.parent === null ? null : store.symbolById(method.parent);
      return parent && isType(parent) ? [parent] : [];
    });
  };
}

/** Methods of a type, those of what it embeds too. */
function methodsOf(store: Store, type: SymbolRow): Demand[] {
  const out: Demand[] = [];
  for (const one of [type, ...typesAbove(store, type).inside]) {
    const folder = folderOf(one.path);
    const names = new Set<string>();
    const add = (method: SymbolRow): void => {
      if (method.kind !== "method" || names.has(method.name)) return;
      names.add(method.name);
      out.push({ name: method.name, arity: method.arity });
    };
    for (const child of store.childrenOf(one.id)) add(child);
    for (const file of store.files())
      if (file.language === type.language && file.id !== one.file && folderOf(file.path) === folder)
        for (const symbol of store.symbolsOfFile(file.id)) if (symbol.qualified === `${one.qualified}.${symbol.name}`) add(symbol);
  }
  return out;
}

function isProtocol(store: Store, type: SymbolRow): boolean {
  const { protocol } = languageFor(type.language);
  if (type.file === null || protocol === undefined) return false;
  return store.referencesOf(type.file).some(({ kind, scope, name }) => kind === "inherit" && scope === type.at && name === protocol);
}

/**
 * What a type is given to from outside: `impl<T: Bound> Trait for T`, `impl Trait for Vec<u8>`, `extension Int: Drawer`. No symbol of this tree stands for
 * who gets it.
 */
function given(store: Store, type: SymbolRow): { code: string; message: string }[] {
  const known = new Set(store.edgesTo(type.id, HIERARCHY).map(({ src }) => store.symbolById(src)?.name));
  const all: string[] = [];
  const foreign = new Map<string, string>();
  for (const file of filesNaming(store, type.name).slice(0, MOST_FILES))
    for (const { kind, name, subject, line } of store.referencesOf(file)) {
      if ((kind !== "implement" && kind !== "inherit") || name !== type.name || subject === undefined) continue;
      const place = `${store.fileById(file)?.path}:${line}`;
      if (languageFor(type.language).blanket && /^\p{Lu}\d?$/u.test(subject)) all.push(place);
      else if (!known.has(subject.replace(/^.*[.:]/, "")) && !foreign.has(subject)) foreign.set(subject, place);
    }
  const out: { code: string; message: string }[] = [];
  if (all.length > 0)
    out.push(
      note(
        `A blanket impl (${all.slice(0, 2).join(", ")}) gives ${type.name} to every type that has what it asks for: these are not listed.`,
      ),
    );
  const named = [...foreign].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_NAMED);
  if (named.length > 0)
    out.push(
      note(
        `${type.name} is given to types from outside this tree too: ${named.map(([subject, place]) => `${subject} (${place})`).join(", ")}.`,
      ),
    );
  return out;
}
