/**
 * C and C++: `#include` beside the file, then by unique path suffix; names from what is included (transitively) and from the sources
 * that implement those headers; namespaces outwards. Everything else only as the linker sees it: one definition in the tree.
 */
import { containers, type Family, type Located, type Place, wordSet } from "./_family.ts";
import { baseOf, folderOf, isDouble, join, nearness } from "./_names.ts";
import { declares, inSpace, sameTail } from "./_packages.ts";
import { pick, type Tree } from "./_tree.ts";
import { dotted, type ImportLike, isType, type WorldSymbol } from "./_world.ts";

/** Includes followed below one file; the largest real closures inside one tree stay under it. */
const CLOSURE = 400;

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  if (imported.form !== "include" && imported.form !== "side-effect") {
    const space = dotted(imported.source);
    return declares(tree, c, space) ? { is: "space", name: space } : { is: "external", name: space.split(".")[0]! };
  }
  const source = imported.source.replace(/^[<"]|[>"]$/g, "");
  if (imported.relative || !imported.source.startsWith("<")) {
    const beside = join(folderOf(from), source);
    if (beside !== null && tree.file(beside)) return { is: "files", files: [beside], folder: null };
  }
  const plain = source.replace(/^(?:\.\.?\/)+/, "");
  let hits = tree.named(baseOf(plain)).filter((path) => path === plain || path.endsWith(`/${plain}`));
  if (hits.length > 1) hits = hits.filter((path) => !isDouble(path) || isDouble(from));
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

/** Among declarations and definitions of one thing: a definition in a source file before a header's. */
function best(symbols: WorldSymbol[]): WorldSymbol | null {
  return (
    pick(
      symbols.filter((symbol) => !isHeader(symbol.path)),
      null,
    ) ?? pick(symbols, null)
  );
}

function ambient(tree: Tree, path: string, name: string, enclosing: string): Place | null {
  const all = tree.definitions(name, c);
  if (all.length === 0) return null;
  const visible = all.filter((symbol) => symbol.kind !== "section" && reachable(tree, path, symbol));
  const opened = (tree.outline(path)?.imports ?? [])
    .filter((one) => one.form === "namespace" || one.form === "wildcard")
    .map((one) => one.source.replaceAll("::", "."));
  const own = (tree.outline(path)?.namespaces ?? []).map(dotted);
  for (const space of [...containers(`${enclosing}.`), "", ...own, ...opened]) {
    // inside a class its name is the class, not its constructor
    if (space === name || space.endsWith(`.${name}`)) continue;
    const wanted = space === "" ? name : `${space}.${name}`;
    const found = best(tree.real(visible.filter((symbol) => symbol.full === wanted)));
    if (found) return { is: "symbol", symbol: found };
  }
  return declaredAhead(tree, all);
}

/** `class Foo;`, `@class Foo;`: a type named before it is seen is the only one of its name. */
function declaredAhead(tree: Tree, all: WorldSymbol[]): Place | null {
  const types = tree.real(all.filter(({ kind }) => isType(kind) && kind !== "type"));
  return types.length > 0 && new Set(types.map(({ full }) => full)).size === 1 ? { is: "symbol", symbol: types[0]! } : null;
}

export const c: Family = {
  name: "c",
  languages: ["c", "cpp", "c++", "cuda", "objc", "objective-c", "objcpp", "arduino"],
  self: ["this", "self"],
  parent: ["super"],
  implicitSelf: true,
  reach: "global",
  dynamic: false,
  invoked: "operator()",
  constructors: [],
  globals:
    wordSet(`printf fprintf sprintf snprintf vsnprintf scanf sscanf malloc calloc realloc free memcpy memmove memset memcmp strlen strcpy strncpy strcmp
    strncmp strcat strchr strrchr strstr strdup strtol strtoul atoi fopen fclose fread fwrite fseek ftell fgets fputs puts putchar getchar exit abort assert
    sizeof alignof offsetof static_assert defined std string vector map move forward make_unique make_shared swap size_t uint8_t uint16_t uint32_t uint64_t
    int8_t int16_t int32_t int64_t ssize_t bool int char long short unsigned float double void errno open close read write stat pthread_mutex_lock
    pthread_mutex_unlock va_start va_end va_arg static_cast dynamic_cast reinterpret_cast const_cast decltype noexcept typeid`),
  locate,
  ambient,
  /** A function or method declared in a header: its body in a source file, if there is exactly one real one. */
  defining(tree, symbol) {
    if (!isHeader(symbol.path) || (symbol.kind !== "method" && symbol.kind !== "function")) return null;
    return tree.memo("defining", symbol.id, () => {
      const bodies = tree.full(symbol.full, c).filter((one) => !isHeader(one.path));
      const real = tree.real(bodies);
      const files = new Set(real.map((one) => one.path));
      return files.size === 1
        ? pick(real, symbol.arity)
        : pick(
            real.filter((one) => stem(one.path) === stem(symbol.path)),
            symbol.arity,
          );
    });
  },
  inSpace(tree, space, name) {
    const found = inSpace(tree, c, space, name);
    return found?.is === "symbol" && !reachable(tree, tree.facts.path, found.symbol) && tree.definitions(name, c).length > 1 ? null : found;
  },
  scattered: (tree, type, name) =>
    sameTail(tree, c, type, name, (symbol) => stem(symbol.path) === stem(type.path) || reachable(tree, tree.facts.path, symbol)),
};
