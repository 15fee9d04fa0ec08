/**
 * C and C++: `#include` beside the file, then by unique path suffix; names from what is included (transitively) and from the sources
 * that implement those headers; namespaces outwards. Everything else only as the linker sees it: one definition in the tree.
 */

import { freeOperator } from "../cpp/operators.ts";
import { isSpecialised, sameTemplate, signatureKey } from "../cpp/signatures.ts";
import { containers, type Family, writtenFamily } from "../engine/resolve/family.ts";
import { declares, inSpace, sameTail } from "../engine/resolve/packages.ts";
import { baseOf, folderOf, isDouble, join, nearness } from "../engine/resolve/paths.ts";
import { type Located, type Place, several } from "../engine/resolve/place.ts";
import { pick, type Tree } from "../engine/resolve/tree.ts";
import { dotted, type ImportLike, isType, MACRO_SPACE, type WorldSymbol } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";
import { expansionOf, slotted } from "./slots.ts";

/** Where a library's headers are kept once more, as one. */
const MERGED = /(?:^|\/)(?:single_(?:include|header)|amalgamat(?:ed|ion))\//;

/** Includes followed below one file; the largest real closures inside one tree stay under it. */
const CLOSURE = 400;

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  if (imported.form !== "include" && imported.form !== "side-effect") {
    const space = dotted(imported.source);
    for (const outer of outwards(imported.within)) {
      const name = within(outer, space);
      if (space !== "" && (declares(tree, c, name) || name.split(".").every((one) => isMade(tree, one)))) return { is: "space", name };
    }
    return { is: "external", name: space.split(".")[0]! };
  }
  const source = imported.source.replace(/^[<"]|[>"]$/g, "");
  if (imported.relative || !imported.source.startsWith("<")) {
    const beside = join(folderOf(from), source);
    if (beside !== null && tree.file(beside)) return { is: "files", files: [beside], folder: null };
  }
  const plain = source.replace(/^(?:\.\.?\/)+/, "");
  let hits = tree.named(baseOf(plain)).filter((path) => path === plain || path.endsWith(`/${plain}`));
  // what stands in the own folder is not written in angles
  if (hits.length > 1 && !imported.relative && !source.includes("/")) {
    const elsewhere = hits.filter((path) => folderOf(path) !== folderOf(from));
    if (elsewhere.length === 1) return { is: "files", files: elsewhere, folder: null };
  }
  if (hits.length > 1) hits = hits.filter((path) => !isDouble(path) || isDouble(from));
  // all headers as one, beside them
  if (hits.some((path) => !MERGED.test(path))) hits = hits.filter((path) => !MERGED.test(path) || MERGED.test(from));
  if (hits.length > 1) {
    const best = Math.max(...hits.map((path) => nearness(path, from)));
    hits = hits.filter((path) => nearness(path, from) === best);
  }
  if (hits.length === 1) return { is: "files", files: hits, folder: null };
  if (hits.length > 1) return { is: "nowhere" };
  return imported.relative ? { is: "nowhere" } : { is: "external", name: source };
}

/** The file and everything it includes. */
function closure(tree: Tree, path: string): Set<string> {
  return tree.memo("closure", path, () => {
    const out = new Set([path]);
    for (const one of out) {
      if (out.size >= CLOSURE) break;
      for (const imported of tree.outline(one)?.imports ?? []) {
        const located = locate(tree, one, imported);
        if (located.is === "files") for (const file of located.files) out.add(file);
      }
    }
    return out;
  });
}

function stem(path: string): string {
  return baseOf(path)
    .replace(/\.[^.]*$/, "")
    .replace(/[-_]inl$|[-_]impl$/, "");
}

function isHeader(path: string): boolean {
  return /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp|tcc|cuh)$/i.test(path);
}

/** Is the symbol's file included by this one, or the source of an included header? */
function reachable(tree: Tree, from: string, symbol: WorldSymbol): boolean {
  const files = closure(tree, from);
  if (files.has(symbol.path)) return true;
  const stems = tree.memo("stems", from, () => {
    const out = new Set<string>();
    for (const path of files) if (isHeader(path)) out.add(stem(path));
    return out;
  });
  return !isHeader(symbol.path) && stems.has(stem(symbol.path));
}

/** Among declarations and definitions of one thing: a definition that is included, a declaration that is, then a definition in a source file. */
function best(symbols: WorldSymbol[], arity: number | null, files: ReadonlySet<string>): WorldSymbol | null {
  if (symbols.length < 2) return symbols[0] ?? null;
  const defined = symbols.filter((symbol) => !symbol.declares);
  const included = defined.filter((symbol) => files.has(symbol.path));
  // of what is declared in sight it is told by the declaration which definitions are meant
  const declared = symbols.filter((symbol) => symbol.declares && files.has(symbol.path));
  const sources = defined.filter((symbol) => !isHeader(symbol.path));
  return pick(included, arity) ?? pick(declared, arity) ?? pick(sources, arity) ?? pick(defined, arity) ?? pick(symbols, arity);
}

const outwards = (enclosing: string): string[] => [...containers(`${enclosing}.`), ""];
const within = (space: string, name: string): string => (space === "" ? name : `${space}.${name}`);

/** Names that files in sight bring in at their top level or in their name spaces: `namespace fs = lib::files;`, `using detail::read;`. */
function broughtIn(tree: Tree, path: string): ReadonlyMap<string, { path: string; imported: ImportLike; name: string }[]> {
  return tree.memo("brought in", path, () => {
    const out = new Map<string, { path: string; imported: ImportLike; name: string }[]>();
    for (const file of closure(tree, path))
      for (const imported of tree.outline(file)?.imports ?? [])
        for (const { name, local } of imported.names) {
          const list = out.get(local);
          if (list) list.push({ path: file, imported, name });
          else out.set(local, [{ path: file, imported, name }]);
        }
    return out;
  });
}

/** What a name is that a file in sight brings in where this one sees it. */
function brought(tree: Tree, path: string, name: string, spaces: readonly string[]): Place | null {
  const all = broughtIn(tree, path).get(name);
  if (!all) return null;
  for (const space of spaces) {
    let outside: Place | null = null;
    const inside: Place[] = [];
    for (const one of all) {
      if (dotted(one.imported.within) !== space || one.imported.source === "") continue;
      const located = locate(tree, one.path, one.imported);
      // one thing or another as a condition has it: what the tree has
      if (located.is === "external") outside = { is: "external", name: located.name };
      if (located.is !== "space") continue;
      const place: Place | null = one.name === "*" ? { is: "space", name: located.name } : inSight(tree, located.name, one.name);
      if (place) inside.push(place);
    }
    const found = several(inside) ?? outside;
    if (found) return found;
  }
  return null;
}

/** What is the file's own (`static`, in a name space without a name) is there for those that include it. */
function isSeen(tree: Tree, path: string, symbol: WorldSymbol): boolean {
  return symbol.exported || symbol.path === path || closure(tree, path).has(symbol.path);
}

/** Does this file see a symbol: its own, one that it includes, or one of the source of an included header? */
export function sees(tree: Tree, symbol: WorldSymbol): boolean {
  return isSeen(tree, tree.from, symbol) && reachable(tree, tree.from, symbol);
}

/**
 * `#define inflate z_inflate` under a condition, where nothing is called `z_inflate`: what is called `inflate` stays that. `#define Guard(x) error`
 * beside a class of that name is against objects without names.
 */
function withoutRenames(tree: Tree, symbols: WorldSymbol[]): WorldSymbol[] {
  const guards = symbols.some(({ kind }) => kind === "class" || kind === "struct");
  const isRename = ({ kind, arity, type }: WorldSymbol): boolean =>
    kind === "macro" && (arity === null ? type !== null && !tree.defined(type) : guards);
  return symbols.some(isRename) && symbols.some(({ kind }) => kind === "function" || isType(kind))
    ? symbols.filter((one) => !isRename(one))
    : symbols;
}

function ambient(tree: Tree, path: string, name: string, enclosing: string, arity: number | null = null): Place | null {
  const all = tree.definitions(name, c);
  const spaces = outwards(enclosing);
  if (all.length === 0) return brought(tree, path, name, spaces);
  const visible = withoutRenames(
    tree,
    all.filter((symbol) => symbol.kind !== "section" && isSeen(tree, path, symbol) && reachable(tree, path, symbol)),
  );
  const opened = (tree.outline(path)?.imports ?? [])
    .filter((one) => one.form === "wildcard")
    .map((one) => one.source.replaceAll("::", "."));
  const own = (tree.outline(path)?.namespaces ?? []).map(dotted);
  for (const space of [...spaces, ...own, ...opened]) {
    // inside a class its name is the class, not its constructor
    if (space === name || space.endsWith(`.${name}`)) continue;
    const wanted = within(space, name);
    const found = best(tree.real(visible.filter((symbol) => isNamed(tree, symbol.full, wanted))), arity, closure(tree, path));
    if (found) return { is: "symbol", symbol: found };
    const elsewhere = brought(tree, path, name, [space]);
    if (elsewhere) return elsewhere;
  }
  // `class Foo;`: a type named before it is seen, in the name space where it is named
  const types = tree.real(all.filter(({ kind }) => isType(kind) && kind !== "type"));
  for (const space of [...spaces, ...own]) {
    const there = types.filter((one) => isNamed(tree, one.full, within(space, name)));
    if (there.length === 1) return { is: "symbol", symbol: there[0]! };
  }
  return declaredAhead(tree, all);
}

/** `class Foo;`, `@class Foo;`: a type named before it is seen is the only one of its name. */
function declaredAhead(tree: Tree, all: WorldSymbol[]): Place | null {
  const types = tree.real(all.filter(({ kind }) => isType(kind) && kind !== "type"));
  return types.length > 0 && new Set(types.map(({ full }) => full)).size === 1 ? { is: "symbol", symbol: types[0]! } : null;
}

/** Kinds of which there can be a declaration apart from the definition. */
const DECLARED: ReadonlySet<string> = new Set(["function", "method", "variable", "constant"]);
/** More definitions than this of one name are those of programs that have nothing to do with one another; a platform each are up to twenty. */
const MOST_VARIANTS = 24;

/**
 * The definitions that a symbol stands for, first by path: of a declaration its definition; of what is defined several times under conditions or for
 * several platforms all that this file may meet. Empty where there is none.
 */
function definitionsOf(tree: Tree, symbol: WorldSymbol): WorldSymbol[] {
  if (!DECLARED.has(symbol.kind)) return [];
  return tree.memo("definitions of", symbol.id, () => {
    const path = tree.from;
    const alike = sameNamed(tree, symbol).filter((one) => DECLARED.has(one.kind) && isSeen(tree, path, one));
    const of = sameArity(
      tree,
      alike.filter((one) => !one.declares),
      symbol,
    );
    const defined = of.length > 0 || !symbol.declares ? of : sameArity(tree, written(tree, symbol), symbol);
    if (!symbol.declares) {
      if (symbol.language === "cpp") {
        if (isSpecialised(tree, symbol)) return [symbol];
        const variants =
          signatureKey(tree, symbol) === null ? [] : of.filter((one) => one.path === symbol.path && sameTemplate(tree, one, symbol));
        return variants.length > 1 && variants.every((one) => signatureKey(tree, one) !== null) ? variants : [symbol];
      }
      // defined in one place under several conditions, under another one perhaps only declared there and defined elsewhere
      const here = defined.filter((one) => one.path === symbol.path);
      const declared = alike.filter((one) => one.declares && one.path === symbol.path);
      const there = defined.filter((one) => one.path !== symbol.path && stem(one.path) === stem(symbol.path));
      return declared.length > 0 && isHeader(symbol.path) ? [...here, ...nearest(tree, tree.real(there), declared)] : here;
    }
    if (defined.length === 0) return isSpecialised(tree, symbol) ? [symbol] : firstDeclared(tree, alike, symbol);
    const own = defined.filter((one) => one.path === path);
    if (own.length > 0) return own;
    const declarations = alike.filter((one) => one.declares);
    return nearest(tree, tree.real(defined), declarations);
  });
}

/** `void Foo::bar()` under a `using namespace`: its full name lacks what the declaration's has. */
function written(tree: Tree, { kind, name, full, path }: WorldSymbol): WorldSymbol[] {
  if (kind !== "method" && kind !== "function") return [];
  return tree
    .definitions(name, c)
    .filter((one) => !one.declares && DECLARED.has(one.kind) && one.qualified.includes(".") && full.endsWith(`.${one.full}`))
    .filter((one) => closure(tree, one.path).has(path));
}

/** Overloads have one name: those with the same parameters, else as many, if there are such. */
function sameArity(tree: Tree, symbols: WorldSymbol[], symbol: WorldSymbol): WorldSymbol[] {
  const { arity, language } = symbol;
  if (symbols.length === 0 || arity === null || language === "c") return symbols;
  const key = signatureKey(tree, symbol);
  const alike = key === null ? [] : symbols.filter((one) => signatureKey(tree, one) === key && sameTemplate(tree, one, symbol));
  if (alike.length > 0) return alike;
  const left = key === null ? symbols : symbols.filter((one) => !isOthers(tree, one, symbol));
  const same = left.filter((one) => one.arity === arity);
  return same.length > 0 ? same : left;
}

/** Does a definition belong to another overload than the one declared: it stands in the class itself, or is declared in the very same words? */
function isOthers(tree: Tree, definition: WorldSymbol, declared: WorldSymbol): boolean {
  if (definition.declares || !declared.declares) return false;
  if (isType(declared.parentKind) && isType(definition.parentKind)) return true;
  const key = signatureKey(tree, definition);
  return (
    key !== null && tree.full(declared.full, c).some((one) => one.declares && one.id !== declared.id && signatureKey(tree, one) === key)
  );
}

/** What only headers tell of stands for all that tell of it: the first one in a header. */
function firstDeclared(tree: Tree, declarations: WorldSymbol[], symbol: WorldSymbol): WorldSymbol[] {
  const same = sameArity(tree, declarations, symbol);
  const first = same.find((one) => isHeader(one.path)) ?? same[0];
  return first ? [first] : [];
}

/** Of the definitions of one name those that belong to what this file has seen declared: of the header's own name, then in the folders nearest. */
function nearest(tree: Tree, defined: WorldSymbol[], declarations: readonly WorldSymbol[]): WorldSymbol[] {
  if (defined.length < 2) return defined;
  const path = tree.from;
  const files = closure(tree, path);
  const seen = declarations.filter((one) => files.has(one.path));
  const from = (seen.length > 0 ? seen : declarations).map((one) => one.path);
  const rank = (one: WorldSymbol): number => {
    if (files.has(one.path)) return 1_000_000;
    const near = from.map((at) => (stem(at) === stem(one.path) ? 1_000 : 0) + nearness(at, one.path) * 10);
    return Math.max(...near, 0) + nearness(path, one.path) / 10;
  };
  const ranks = defined.map(rank);
  const most = Math.max(...ranks);
  const found = defined.filter((_, i) => ranks[i] === most);
  return found.length > MOST_VARIANTS ? [] : found;
}

/** Does a macro open a name space of that name somewhere? What stands in it is known without it. */
const isMade = (tree: Tree, name: string): boolean =>
  tree.memo("made space", name, () => tree.definitions(name, c).some(({ kind, type }) => kind === "namespace" && type === MACRO_SPACE));

/** Is `full` what `wanted` names, name spaces left out that macros open? */
function isNamed(tree: Tree, full: string, wanted: string): boolean {
  if (full === wanted) return true;
  if (full.length >= wanted.length) return false;
  const segments = full.split(".");
  let at = 0;
  for (const one of wanted.split(".")) {
    if (segments[at] === one) at++;
    else if (!isMade(tree, one)) return false;
  }
  return at === segments.length;
}

/** What has the full name of a symbol, with or without the name spaces that macros open. */
function sameNamed(tree: Tree, { name, full }: WorldSymbol): WorldSymbol[] {
  const plain = unmade(tree, full);
  const all = tree.definitions(name, c);
  return all.every((one) => one.full === full) ? all : all.filter((one) => one.full === full || unmade(tree, one.full) === plain);
}

const unmade = (tree: Tree, full: string): string =>
  tree.memo("unmade", full, () => {
    const segments = full.split(".");
    return segments.filter((one, i) => i === segments.length - 1 || !isMade(tree, one)).join(".");
  });

/** Name spaces that one brings in for all who look into it: `namespace fs { using namespace lib::files; }`. */
function broughtBy(tree: Tree, space: string): string[] {
  return tree.memo("brought by", space, () =>
    [...closure(tree, tree.from)].flatMap((file) =>
      (tree.outline(file)?.imports ?? []).flatMap((one) => {
        if (one.form !== "wildcard" || one.source === "" || dotted(one.within) !== space) return [];
        const located = locate(tree, file, one);
        return located.is === "space" && located.name !== space ? located.name : [];
      }),
    ),
  );
}

/** Name spaces that bring in one another are followed so far. */
const MOST_BROUGHT = 3;

/** A member of a name space, as it is written. */
function inSight(tree: Tree, space: string, name: string, left = MOST_BROUGHT): Place | null {
  let direct = inSpace(tree, c, space, name);
  if (!direct && left > 0) for (const one of broughtBy(tree, space)) direct ??= inSight(tree, one, name, left - 1);
  if (direct) return direct;
  const wanted = `${space}.${name}`;
  const all = tree.definitions(name, c).filter((one) => one.kind !== "section" && isNamed(tree, one.full, wanted));
  const found = best(tree.real(all.filter((one) => sees(tree, one))), null, closure(tree, tree.from)) ?? pick(tree.real(all), null);
  return found && { is: "symbol", symbol: found };
}

export const c: Family = writtenFamily({
  name: "c",
  ecosystem: "submodule",
  ownName: true,
  aliases: true,
  typesNamed: true,
  casts: /^(?:static|dynamic|const|reinterpret)_cast$|_(?:pointer|down|checked)_cast$/,
  overloadsAccess: true,
  passes: wordSet(
    "std.move std.forward std.ref std.cref std.as_const std.get std.static_pointer_cast std.dynamic_pointer_cast std.const_pointer_cast std.reinterpret_pointer_cast",
  ),
  typesApart: true,
  usesMembers: true,
  freeOperator,
  declarationsConstruct: true,
  platforms: true,
  headers: true,
  slotted: (field, tree) => slotted(field, tree, c),
  expansion: expansionOf,
  self: ["this", "self"],
  parent: ["super"],
  implicitSelf: true,
  reach: "global",
  invoked: "operator()",
  sameAgain: wordSet("get lock release value value_or"),
  globals:
    wordSet(`printf fprintf sprintf snprintf vsnprintf scanf sscanf malloc calloc realloc free memcpy memmove memset memcmp strlen strcpy strncpy strcmp
    strncmp strcat strchr strrchr strstr strdup strtol strtoul atoi fopen fclose fread fwrite fseek ftell fgets fputs puts putchar getchar exit abort assert
    sizeof alignof offsetof static_assert defined std string vector map move forward make_unique make_shared swap size_t uint8_t uint16_t uint32_t uint64_t
    int8_t int16_t int32_t int64_t ssize_t bool int char long short unsigned float double void errno open close read write stat pthread_mutex_lock
    pthread_mutex_unlock va_start va_end va_arg static_cast dynamic_cast reinterpret_cast const_cast decltype noexcept typeid`),
  locate,
  ambient,
  defining: (tree, symbol) => definitionsOf(tree, symbol)[0] ?? null,
  variants: (tree, symbol) => definitionsOf(tree, symbol).slice(1),
  inside: (tree, type, name) =>
    pick(
      tree.full(`${type.full}.${name}`, c).filter(({ kind }) => isType(kind)),
      null,
    ),
  inSpace(tree, space, name) {
    const found = inSight(tree, space, name);
    if (found?.is === "symbol" && !isSeen(tree, tree.from, found.symbol)) return null;
    return found?.is === "symbol" && !reachable(tree, tree.from, found.symbol) && tree.definitions(name, c).length > 1 ? null : found;
  },
  scattered: (tree, type, name) =>
    sameTail(tree, c, type, name, (symbol) => stem(symbol.path) === stem(type.path) || reachable(tree, tree.from, symbol)),
});
