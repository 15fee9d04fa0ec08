/**
 * What resolution may know about the rest of the tree, and what it says.
 *
 * `resolve` is pure: whatever it learns outside the file it resolves comes through a `World`, and every question to the
 * World is a *dependency key* (written beside each method). An implementation records the keys that were asked while a
 * file was resolved; when one of them changes, that file is resolved again from its stored facts. Incremental ≡ full
 * follows, as long as an answer depends on nothing but what its key stands for.
 *
 * So a `WorldSymbol` has no lines (they move all the time), and every list is sorted: paths by code unit, symbols by
 * (path, position in the file).
 */

import type {
  EdgeKind,
  FileFacts,
  RawBinding,
  RawImport,
  RawReference,
  ReferenceKind,
  Resolution,
  SymbolKind,
} from "../../../base/types.ts";
import { ABSTRACT, EXTENDS } from "../../../files/kinds.ts";
import { familyOf } from "../language.ts";

/** A definition somewhere in the tree, as seen from another file. */
export interface WorldSymbol {
  /** Whatever the World calls it (the store's integer id). Opaque here: it only comes back in `EdgeTarget`. */
  id: number;
  path: string;
  /** Language of its file. */
  language: string | null;
  /** Is its file a test, a mock or the like (`isDouble`)? */
  readonly double: boolean;
  kind: SymbolKind;
  name: string;
  /** Containers inside the file joined by `.`. */
  qualified: string;
  exported: boolean;
  arity: number | null;
  /** Declared (return) type as written; null if unknown. */
  type: string | null;
  /** Does it only say that there is such a thing (RawSymbol)? */
  declares: boolean;
  /** Kind of the innermost container; "file" at the top level. */
  parentKind: SymbolKind;
  /** Declared package or namespace and containers joined by `.` (see `fullName`): the same wherever the file lies. */
  readonly full: string;
}

/** `App\Models::User` → `App.Models.User`. */
export function dotted(name: string): string {
  if (!name.includes(":") && !name.includes("\\")) return name;
  return name.replace(/^(?:\\|::|global::)+/, "").replace(/\\|::/g, ".");
}

/**
 * Namespace and containers of a symbol, joined by `.`. A package clause contains nothing in Java, Go, PHP (`namespace X;`), everything in
 * C# and C++ (`namespace X { … }`): the full name of a definition is the same either way.
 * @param namespaces the package clauses of the file (`clausesOf`)
 */
export function fullName(qualified: string, namespaces: readonly string[]): string {
  const own = dotted(qualified);
  if (namespaces.length === 0) return own;
  for (const space of namespaces) {
    const plain = dotted(space);
    if (own === plain || own.startsWith(`${plain}.`)) return own;
  }
  return `${dotted(namespaces[0]!)}.${own}`;
}

/** The "type" of a name space that only a macro opens, or that is inline: what stands in it is known without it. */
export const MACRO_SPACE = "{#}";
/** That of one with a body, which may hold nothing but what it names ahead. */
export const BLOCK_SPACE = "{}";
/** The "type" of a function that a macro makes of other words (`TEST(Suite, Name)`): no code means it by the name that stands there. Behind it its fixture. */
export const NAMED_BY_MACRO = "#:";
export const isNamedByMacro = ({ type }: { type: string | null }): boolean => type?.startsWith(NAMED_BY_MACRO) === true;

/** What `World.holders` says of a list of definitions. */
export function holdersOf(definitions: Iterable<{ full: string }>): Set<string> {
  const holders = new Set<string>();
  for (const { full } of definitions) {
    const end = full.lastIndexOf(".");
    if (end > 0) holders.add(full.slice(full.lastIndexOf(".", end - 1) + 1, end));
  }
  return holders;
}

/** Namespaces, packages and modules that a file declares: qualified names in order, each once. */
export function namespacesOf(symbols: Iterable<{ kind: SymbolKind; qualified: string; type: string | null }>): string[] {
  const names = new Set<string>();
  for (const { kind, qualified, type } of symbols)
    if ((kind === "namespace" || kind === "module") && type !== MACRO_SPACE) names.add(qualified);
  return [...names];
}

/** Namespaces that a file declares for all it defines: those that hold nothing themselves. A module that has members is a container like others. */
export function clausesOf(symbols: Iterable<{ kind: SymbolKind; qualified: string; type: string | null }>): string[] {
  const all = [...symbols].filter(({ type }) => type !== BLOCK_SPACE);
  return namespacesOf(all).filter((space) => !all.some(({ qualified }) => qualified.startsWith(`${space}.`)));
}

/** An import without the parts that move when lines are added above it; `within`: the namespace or module of the file it stands in, "" = none. */
export type ImportLike = Pick<RawImport, "form" | "source" | "names" | "reexport" | "relative"> & { within: string };

/** See `Outline.fields`. */
export interface Field {
  of: string;
  name: string;
  type: string;
  from: RawBinding["from"];
}

/** What another file tells about its own surroundings; everything in it is a plain subset of that file's facts. */
export interface Outline {
  path: string;
  language: string | null;
  /** Its imports and re-exports at the top level (or in a namespace or module), in order. */
  imports: ImportLike[];
  /** Its inherit/implement references, the subtype named by its qualified name. */
  supertypes: { of: string; kind: "inherit" | "implement"; name: string; receiver: string | null }[];
  /** The same of types that are not defined in this file (`impl Trait for X`): by their plain name. */
  elsewhere: { of: string; name: string }[];
  /** What an interface demands where implementing it is never said (Go): its methods, with number of parameters and first result. */
  demands: { of: string; name: string; arity: number | null; type: string | null }[];
  /** Qualified names of methods that classes only declare. */
  abstract: string[];
  /** Methods that extend a type from outside (`static void F(this T x)`). */
  extensions: { method: string; type: string }[];
  /** Typed fields: bindings in a type, or of `self.x`/`this.x`/`@x` in its methods, the type named by its qualified name; `of` is "" for the file's own
   * variables. Also what functions return: `of` the function, the name `()` or, for members of what it returns, `().x`. */
  fields: Field[];
  /** Namespaces, packages and modules it declares (symbols of kind namespace/module): qualified names in order, each once. */
  namespaces: string[];
}

/** A configuration file that says what a folder is called. */
export interface Manifest {
  path: string;
  text: string;
}

/** Base names of configuration files; those of TypeScript may extend any other that ends in `.json`. */
const MANIFEST = /(?:^|\/)(?:[^/]*\.(?:json|csproj)|go\.mod|Cargo\.toml|Directory\.Build\.(?:props|targets))$/;

/**
 * Is it a file whose text a `World` may be asked for? Of all others nobody depends on the text: their changes name no key for it (twenty for ten
 * files; with hashes of 20 bits they resolved seven other files in vain).
 */
export function isManifest(path: string): boolean {
  return MANIFEST.test(path);
}

/** The tree around a file. */
export interface World {
  /** Is there an indexed file of that path? Key `p:<path>`. */
  file(path: string): boolean;
  /** Paths of the files that are `path`, or `path` with anything after a dot (`a/b` → `a/b.ts`, `a/b.test.ts`), sorted. Key `x:<path>`. */
  extended(path: string): string[];
  /** Paths of the files directly in a folder ("" = the root). Key `dir:<folder>`. */
  directory(folder: string): string[];
  /** Paths of all files of that base name, anywhere. Key `b:<base name>`: changes when such a file comes or goes. */
  named(base: string): string[];
  /** All folders whose last segment is `name` (a folder exists when a file lies in or below it). Key `dn:<name>`: changes at most when a
   * file comes or goes that has `name` among its folders. */
  folders(name: string): string[];
  /** Text of a small configuration file (`isManifest`: tsconfig.json, package.json, go.mod, Cargo.toml, composer.json), through the redacting
   * reader; null when there is none. Key `t:<path>`: changes with its content hash. */
  text(path: string): string | null;
  /** Texts of all such files of a base name, by path; the same list for as long as nothing changes. Key `tb:<base name>`: changes when one of them does, comes or goes. */
  texts(base: string): readonly Manifest[];
  /** Symbols of a file whose qualified name is `qualified` (`f`, `A.b`). Key `m:<path>#<qualified>`. */
  members(path: string, qualified: string): WorldSymbol[];
  /** Key `f:<path>`: changes when the outline does. null = not indexed. */
  outline(path: string): Outline | null;
  /** All definitions of a name (file, import and external symbols left out). Key `d:<name>`. */
  definitions(name: string): WorldSymbol[];
  /** Definitions of a full name. Key `q:<full name>`. */
  full(name: string): WorldSymbol[];
  /**
   * May a container of that last segment (of its full name) hold a definition of a name? True where it would take long to tell: it only spares look-ups.
   * Key `h:<name>#<holder>` where it may not: changes when the first one does. Whoever is told that it may looks, and has asked by that.
   */
  holds(name: string, holder: string): boolean;
  /**
   * A result that depends on nothing but this world, made once for all files. Whoever gets it has asked whatever it was made from.
   * @param what names the computation and its arguments
   * @returns null when it is being made right now: the caller stands inside it
   */
  shared<T>(what: string, make: () => T): T | null;
  /** Is any definition of that name in the tree? Key `e:<name>`: changes only when the first one comes or the last one goes. */
  defined(name: string): boolean;
}

/** The dependency key of each question, so that recorder and invalidation cannot drift apart. */
export const worldKey = {
  file: (path: string): string => `p:${path}`,
  extended: (path: string): string => `x:${path}`,
  directory: (folder: string): string => `dir:${folder}`,
  named: (base: string): string => `b:${base}`,
  folders: (name: string): string => `dn:${name}`,
  text: (path: string): string => `t:${path}`,
  texts: (base: string): string => `tb:${base}`,
  members: (path: string, qualified: string): string => `m:${path}#${qualified}`,
  outline: (path: string): string => `f:${path}`,
  definitions: (name: string): string => `d:${name}`,
  full: (name: string): string => `q:${name}`,
  holds: (name: string, holder: string): string => `h:${name}#${holder}`,
  defined: (name: string): string => `e:${name}`,
} as const;

/** The other end of an edge: a symbol of the same file (index into its facts), of another file, a file itself, or a package outside. */
export type EdgeTarget =
  | { at: "here"; symbol: number }
  | { at: "there"; id: number }
  | { at: "file"; path: string }
  | { at: "external"; name: string };

/** An edge's target as text: equal for equal targets. */
export function targetKey(to: EdgeTarget): string {
  switch (to.at) {
    case "here":
      return `.${to.symbol}`;
    case "there":
      return `#${to.id}`;
    case "file":
      return `/${to.path}`;
    case "external":
      return `@${to.name}`;
  }
}

/** One fact of the graph. `contains` is never among them: it is the `parent` of each symbol. */
export interface ResolvedEdge {
  kind: EdgeKind;
  /** Index into the file's symbols. */
  from: number;
  /** Where the edge begins, if that is not `from`: then it happens inside `from`. */
  source?: EdgeTarget;
  to: EdgeTarget;
  line: number;
  resolution: Resolution;
  confidence: number;
}

/** A reference that stays open although a definition of its name exists: from these the query side derives `ambiguous` candidates. */
export interface OpenReference {
  kind: ReferenceKind;
  name: string;
  receiver: string | null;
  arity: number | null;
  line: number;
  /** Index into the file's symbols. */
  scope: number;
  /** Nothing else can be meant: overloads that nothing tells apart. */
  among?: WorldSymbol[];
}

/** What resolution makes of one file. Both lists in the order of the file's references; imports first. */
export interface Resolved {
  edges: ResolvedEdge[];
  open: OpenReference[];
}

/** An import as the outline has it. */
export function importLike(facts: FileFacts, { form, source, names, reexport, relative, scope }: RawImport): ImportLike {
  let at = scope;
  while (at > 0 && facts.symbols[at]?.kind !== "namespace" && facts.symbols[at]?.kind !== "module") at = facts.symbols[at]?.parent ?? 0;
  const within = at > 0 ? facts.symbols[at]!.qualified : "";
  return { form, source: familyOf(facts.language).fromFile?.(source, within) ?? source, names, reexport, relative, within };
}

/** The name under which a function's bindings say what it returns. */
export const RETURNED = "()";

/** The name under which a class template of C++ says which form of it this is (pass/generics.ts). */
export const FORM = "<=";

/** The name under which a function's bindings say what its parameters are (signatures.ts). */
export const PARAMETERS = "()=";

/** The member of a function that is one of several results, by its position. */
export const RESULT = "@result";

/** The name under which its bindings say which parameters it calls (pass/callbacks.ts). */
export const CALLED = "()@";
/** The name under which a macro of C says what its text calls. */
export const EXPANDS = "()#";
/** Before the name of a local whose type is that of its value: it is constant, or as constant as the value (C++: `const auto`, `auto&`). */
export const KEPT_CONSTANT = "@const ";
export const KEPT_AS_IS = "@ref ";
/** Bound in a member of an object that is an arrow function and speaks of `this`: of what is around the object. */
export const ARROW = "=>";

/** The outline of a file, from its facts. Shared by every implementation of World, so that they cannot differ. */
export function outlineOf(facts: FileFacts): Outline {
  let outline = outlines.get(facts);
  if (outline === undefined) {
    outline = outlined(facts);
    outlines.set(facts, outline);
  }
  return outline;
}

/** A file's own resolution and the world both want it. */
const outlines = new WeakMap<FileFacts, Outline>();

function outlined(facts: FileFacts): Outline {
  const supertypes: Outline["supertypes"] = [];
  const elsewhere: Outline["elsewhere"] = [];
  for (const reference of facts.references) {
    if (reference.kind !== "inherit" && reference.kind !== "implement") continue;
    if (reference.subject !== undefined) {
      const { name, receiver } = reference;
      elsewhere.push({ of: reference.subject, name: dotted(receiver === null ? name : `${receiver}.${name}`) });
      continue;
    }
    const of = facts.symbols[reference.scope];
    if (of) supertypes.push({ of: of.qualified, kind: reference.kind, name: reference.name, receiver: reference.receiver });
  }
  const fields: Outline["fields"] = [];
  const abstract: string[] = [];
  const extensions: Outline["extensions"] = [];
  for (const binding of facts.bindings) {
    const name = binding.name.replace(/^(?:self\.|this\.|this->|\$this->|@@?)/, "");
    let at = binding.scope;
    if (name !== binding.name) while (at > 0 && !isType(facts.symbols[at]?.kind ?? "file")) at = facts.symbols[at]?.parent ?? 0;
    const of = facts.symbols[at];
    if (of && binding.type.startsWith(EXTENDS))
      extensions.push({ method: `${of.qualified}.${name}`, type: binding.type.slice(EXTENDS.length) });
    else if (of && binding.type === ABSTRACT) abstract.push(`${of.qualified}.${name}`);
    else if (of && (at === 0 || isType(of.kind) || name.startsWith(RETURNED)))
      fields.push({ of: at === 0 ? "" : of.qualified, name, type: binding.type, from: binding.from });
  }
  const imports: ImportLike[] = [];
  for (const one of facts.imports) {
    const at = facts.symbols[one.scope]?.kind ?? "file";
    if (at === "file" || at === "namespace" || at === "module") imports.push(importLike(facts, one));
  }
  const demands: Outline["demands"] = [];
  if (familyOf(facts.language).structural)
    for (const { kind, name, parent, arity, type } of facts.symbols)
      if (kind === "method" && facts.symbols[parent]?.kind === "interface")
        demands.push({ of: facts.symbols[parent]!.qualified, name, arity, type });
  const namespaces = namespacesOf(facts.symbols);
  return { path: facts.path, language: facts.language, imports, supertypes, elsewhere, demands, abstract, extensions, fields, namespaces };
}

/** Symbols a member can hang under and a receiver can be typed as. */
export function isType(kind: SymbolKind): boolean {
  return kind === "class" || kind === "struct" || kind === "interface" || kind === "trait" || kind === "enum" || kind === "type";
}

/** Symbols that run when they are called. */
export const isFunction = ({ kind }: { kind: SymbolKind }): boolean => kind === "function" || kind === "method";

/** Symbols a call can reach. Types are called to construct them. */
export function isCallable(kind: SymbolKind): boolean {
  return kind === "function" || kind === "method" || kind === "macro" || isType(kind);
}

/** A reference as resolution keeps it open. */
export function openOf(reference: RawReference): OpenReference {
  return {
    kind: reference.kind,
    name: reference.name,
    receiver: reference.receiver,
    arity: reference.arity,
    line: reference.line,
    scope: reference.scope,
  };
}
