/** Uses of what is still there and that do not fit it any more: of something that became private, and calls with too many or too few arguments. */
import { CALLABLES, DEPENDING } from "../../base/kinds.ts";
import { type RawReference, READ } from "../../base/types.ts";
import { type Language, languageFor } from "../../lang/languages.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import { constructs } from "../../store/symbols.ts";
import { type Graph, isType } from "../walk/graph.ts";
import { definitionsOf } from "../walk/symbols.ts";
import type { Broken } from "./broken.ts";
import type { Definition } from "./definitions.ts";
import { Overriding } from "./overriding.ts";
import { placeOf, type Seed } from "./seeds.ts";

/** Resolutions of uses that are known to mean what they lead to. */
export const SURE: ReadonlySet<string> = new Set(["exact", "typed", "unique"]);

/** What users of changed definitions do that these do not allow any more. */
export function misfits(graph: Graph, seeds: readonly Seed[]): Broken[] {
  const found: Broken[] = [];
  const overriding = new Overriding(graph);
  for (const seed of seeds) {
    const { before, after } = seed;
    if (seed.change === "signature" && before?.exported && after?.row) found.push(...outsiders(graph, overriding, seed, after.row));
  }
  for (const demand of demands(graph.store, seeds)) found.push(...misfitting(graph, demand));
  return found;
}

// ---------------------------------------------------------------------------------------------- made private

/** Who may use it yet: its type and those below (`protected`), its package where nothing is said of anybody. Null: whoever might before. */
export type Narrowed = "protected" | "package-private";

/** What became of a visibility that was for everybody. */
export function narrowed(before: string, after: string, language: string | null): Narrowed | null {
  const is = (signature: string, word: RegExp): boolean => word.test(signature.replace(/[({=].*$/s, ""));
  const open = (signature: string): boolean => !is(signature, /\b(?:protected|private|internal)\b/);
  if (open(before) && is(after, /\bprotected\b/) && !is(after, /\binternal\b/)) return "protected";
  const { packaged } = languageFor(language);
  return packaged && is(before, /\bpublic\b/) && !is(after, /\b(?:public|protected|private)\b/) ? "package-private" : null;
}

/** Does a file of a package import what stands in another, which those of its own package never do? */
export const isOutside = (graph: Graph, file: number, row: SymbolRow): boolean => {
  const type = row.qualified.split(".").find((part) => graph.store.symbolsByQualified(part).some(isType)) ?? row.qualified.split(".")[0]!;
  return graph.store.importsOf(file).some(({ names }) => names.some((one) => one.name === type || one.local === type));
};

function outsiders(graph: Graph, overriding: Overriding, { language, before }: Seed, row: SymbolRow): Broken[] {
  const now = row.exported ? narrowed(before!.signature, row.signature, language) : null;
  if (row.exported && now === null) return [];
  const { hides, family, seesPrivate, privateWithoutReceiver } = languageFor(language);
  if (!hides || (family.headers && /\.h\w*$/i.test(row.path))) return [];
  const owner = row.qualified.slice(0, row.qualified.lastIndexOf(".") + 1);
  const type = row.parent === null ? null : graph.symbol(row.parent);
  const withType = type !== null && isType(type) && !type.exported && before?.signature === row.signature;
  return graph.store.edgesTo(row.id, DEPENDING).flatMap((edge) => {
    const user = graph.symbol(edge.src);
    if (!user || user.file === null || !SURE.has(edge.resolution) || user.path === row.path) return [];
    // Another part of the same type.
    if (owner !== "" && user.qualified.startsWith(owner)) return [];
    if (now !== null && !isStranger(graph, overriding, user, row, now)) return [];
    if (seesPrivate?.(user.path, row.path)) return [];
    // What only went private with its type is used by whoever has an object of that, made where the type is seen.
    if (
      withType &&
      !referencesAt(graph.store, user, edge.line, row.name).some(({ receiver }) => receiver?.split(/\W+/).at(-1) === type?.name)
    )
      return [];
    if (
      privateWithoutReceiver &&
      !referencesAt(graph.store, user, edge.line, row.name).some(({ receiver }) => receiver !== null && receiver !== "self")
    )
      return [];
    return [broken(graph, edge, user, row, "hidden", now)];
  });
}

/** Is a user none of those who may use something yet? A file of the same package is one of them where `protected` says so too. */
export function isStranger(graph: Graph, overriding: Overriding, user: SymbolRow, row: SymbolRow, now: Narrowed): boolean {
  const { packaged } = languageFor(row.language);
  if (packaged && (user.file === null || !isOutside(graph, user.file, row))) return false;
  const owner = now === "protected" && row.parent !== null ? graph.symbol(row.parent) : null;
  return now !== "protected" || (owner !== null && isType(owner) && !overriding.isWithin(user, owner));
}

// ---------------------------------------------------------------------------------------------- arguments

const MADE: ReadonlySet<string> = new Set(["class", "struct"]);

/** Is it a type whose head says what its one constructor takes (`class Vec(val x: Int)`, `record Vec(int X)`)? */
function isMade(store: Store, { before, after, change }: Seed): boolean {
  const row = after?.row;
  if (change !== "signature" || !row || !MADE.has(row.kind) || before?.arity == null || row.arity === null) return false;
  const others = [...store.childrenOf(row.id), ...store.symbolsByQualified(`${row.qualified}.apply`)];
  return !others.some((one) => one.name === "apply" || constructs(one, row.name));
}

/** What (the overloads of) a definition take otherwise than before. */
export interface Demand {
  seeds: readonly Seed[];
  name: string;
  /** As they are now. */
  now: readonly SymbolRow[];
  /** What is wrong with a use that gives so many arguments, which fitted before and fits none now; null where nothing is known to be. */
  breaks(uses: readonly Pick<RawReference, "arity">[]): string | null;
}

/** What changed definitions take now. */
export function demands(store: Store, seeds: readonly Seed[]): Demand[] {
  const overloads = Map.groupBy(
    seeds.filter(
      (seed) =>
        (seed.change === "signature" || seed.change === "deleted") &&
        seed.before &&
        (CALLABLES.has(seed.before.kind) || isMade(store, seed)),
    ),
    (seed) => `${seed.path}\0${seed.before!.qualified}`,
  );
  const was = new Map(seeds.flatMap(({ before, after }) => (before && after?.row ? [[after.row.id, before] as const] : [])));
  return [...overloads.values()].flatMap((group) => demandOf(store, group, was) ?? []);
}

/** How many arguments a definition takes where its declarations may say which of them can be left out. @param as what each is looked at as */
function acceptedBy(store: Store, row: SymbolRow, language: Language, as: (row: SymbolRow) => Definition | SymbolRow): Taken | null {
  const own = taken(as(row), language);
  if (own === null || !language.family.headers) return own;
  const declared = store.edgesTo(row.id, ["references"]).flatMap(({ src }) => {
    const one = store.symbolById(src);
    return one?.declares && one.name === row.name ? (taken(as(one), language) ?? []) : [];
  });
  return { ...own, least: Math.min(own.least, ...declared.map(({ least }) => least)) };
}

function demandOf(store: Store, seeds: readonly Seed[], was: ReadonlyMap<number, Definition>): Demand | null {
  const first = seeds.find(({ after }) => after?.row) ?? seeds[0]!;
  const { qualified, name } = placeOf(first);
  const file = store.fileByPath(first.path);
  if (!file) return null;
  const kinds = MADE.has(placeOf(first).kind) ? MADE : CALLABLES;
  const now = store.symbolsOfFile(file.id).filter((row) => row.qualified === qualified && kinds.has(row.kind));
  if (now.length === 0) return null;
  const language = languageFor(first.language);
  const after = now.map((row) => acceptedBy(store, row, language, (one) => one));
  const before = [
    ...seeds.flatMap((seed) => (seed.before && !seed.after?.row ? [taken(seed.before, language)] : [])),
    ...now.map((row) => acceptedBy(store, row, language, (one) => was.get(one.id) ?? one)),
  ];
  if (after.includes(null) || before.includes(null)) return null;
  const fits = (list: readonly (Taken | null)[], arguments_: number): boolean =>
    list.some((one) => one === null || (arguments_ >= one.least && arguments_ <= one.most));
  const misfit = ({ arity }: Pick<RawReference, "arity">): boolean =>
    arity !== null && arity < READ && fits(before, arity) && !fits(after, arity);
  const breaks: Demand["breaks"] = (uses) => (uses.length > 0 && uses.every(misfit) ? wording(after as Taken[], uses[0]!.arity!) : null);
  return { seeds, name, now, breaks };
}

/** Calls that fitted (one of) the definitions as they were and fit none as they are. */
const misfitting = (graph: Graph, { now, name, breaks }: Demand): Broken[] =>
  now.flatMap((row) =>
    (row.declares ? definitionsOf(graph.store, row) : graph.callees(row)).flatMap((target) =>
      graph.store.edgesTo(target.id, ["calls"]).flatMap((edge) => {
        const user = graph.symbol(edge.src);
        if (!user || user.file === null || !SURE.has(edge.resolution)) return [];
        const made = row.parent !== null && constructs(row, graph.symbol(row.parent)?.name ?? "") ? ["new"] : [];
        const names = [target.name === row.name ? name : target.name, ...made];
        const how = breaks(names.flatMap((one) => referencesAt(graph.store, user, edge.line, one)));
        return how === null ? [] : [broken(graph, edge, user, row.declares ? target : row, "signature", how)];
      }),
    ),
  );

function wording(after: readonly Taken[], given: number): string {
  const least = Math.min(...after.map((one) => one.least));
  const most = Math.max(...after.map((one) => one.most));
  const many = least === most ? `${most}` : most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
  return `${many} ${/\b1$/.test(many) ? "argument" : "arguments"} now, not ${given}`;
}

interface Taken {
  least: number;
  most: number;
}

/** How many arguments a definition takes; null where its signature does not tell. */
export function taken({ signature, name, arity }: Pick<Definition, "signature" | "name" | "arity">, language: Language): Taken | null {
  if (arity === null) return language.bareHeads && signature.trimEnd().endsWith(name) ? { least: 0, most: 0 } : null;
  const list = parameters(signature, name);
  if (list === null) return null;
  const plain = list.filter((one) => !/^(?:[*/]|void|this\b.*)$/.test(one) || /^this\s+\w+\s+\w+$/.test(one));
  // Receivers are written among the parameters of some languages; `arity` has left them out.
  const all = /^(?:&?(?:'\w+\s+)?(?:mut\s+)?self|cls)\b/.test(plain[0] ?? "") ? plain.slice(1) : plain;
  // What is only given by its name may not be counted (Ruby).
  const own = all.length === arity ? all : all.filter((one) => !/^\w+:(?!:)/.test(one));
  if (own.length !== arity) return null;
  const rest = own.some((one) => /^(?:\*|&\w+$)|\.\.\.|\bvararg\b|\bparams\b|\*\s*$|^@_/.test(one));
  const optional = own.filter((one) =>
    /(?:^|[^=!<>:])=(?!=|>)|^[\w$]+\?\s*(?::|$)|\.\.\.|^\*|\bvararg\b|\bparams\b|^&\w+$|\*\s*$|:\s*$|\?\s*:|\\\\/.test(one),
  ).length;
  const least = language.takesFewer ? 0 : own.length - optional;
  return { least, most: rest || language.takesMore ? Number.POSITIVE_INFINITY : own.length };
}

const OPENING = "([{<";
const CLOSING = ")]}>";

/** What stands between the first round brackets behind a name, at its commas; null where there are none. */
function parameters(signature: string, name: string): string[] | null {
  const text = signature.replaceAll("=>", "→").replaceAll("->", "→");
  const named = text.lastIndexOf(name) < 0 ? 0 : firstNamed(text, name);
  // A receiver in brackets of its own stands before the name (Go).
  let at = text.indexOf("(", named);
  if (at < 0) return null;
  const out: string[] = [];
  let depth = 0;
  let last = at + 1;
  for (; at < text.length; at++) {
    const sign = text[at]!;
    if (OPENING.includes(sign)) depth++;
    else if (CLOSING.includes(sign)) depth--;
    if ((sign === "," && depth === 1) || depth === 0) {
      out.push(text.slice(last, at).trim());
      last = at + 1;
    }
    if (depth === 0) {
      // Further lists of parameters (Scala) or a body: nothing is said of them.
      return /^\s*\(/.test(text.slice(at + 1)) && !/\bfunc\b|→/.test(text) ? null : out.filter((one) => one !== "");
    }
  }
  return null;
}

function firstNamed(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w$]/.test(text[at - 1] ?? "") && !/[\w$]/.test(text[at + name.length] ?? "")) return at + name.length;
  return 0;
}

// ---------------------------------------------------------------------------------------------- both

/** The uses of a name in a line of a symbol's file. */
export const referencesAt = (store: Store, { file }: SymbolRow, line: number, name: string): RawReference[] =>
  file === null ? [] : store.referencesOf(file).filter((one) => one.line === line && one.name === name);

function broken(graph: Graph, edge: EdgeRow, symbol: SymbolRow, row: SymbolRow, why: Broken["why"], now: string | null): Broken {
  const { kind, line, resolution, confidence } = edge;
  return { symbol, line, kind, resolution, confidence, test: graph.isTest(symbol), what: row.qualified, path: row.path, why, now };
}
