/**
 * What a language is to everybody who asks: how its files are told, what reads them, and what differs from other languages. Its folder answers; nobody
 * compares names. The rules by which names are resolved are those of its `Family`, which languages that see one another's names share.
 */
import type { FileFacts, RawReference, RawSymbol, SymbolKind } from "../../base/types.ts";
import type { Extract } from "./extracts.ts";
import type { Parts } from "./parts/_parts.ts";
import type { Family } from "./resolve/family.ts";
import type { Overloading } from "./resolve/overloads.ts";
import type { Resolver } from "./resolve/resolver.ts";
import type { Tree } from "./resolve/tree.ts";
import type { WorldSymbol } from "./resolve/world.ts";
import type { RuleSet, Syntax } from "./rules/_rules.ts";

/** Reads a text without a grammar; `file` is the symbol of the file itself. */
export type Reader = (text: string, file: RawSymbol) => Partial<FileFacts>;

/**
 * What a language is read with, loaded when a file of it is met: the rules of forty languages are a good part of what a cold process does, and a change
 * is of one or two.
 */
export class Later<T> {
  /** Null until it was loaded (`loadRules`). */
  value: T | null = null;
  constructor(private readonly from: () => Promise<T>) {}

  async load(): Promise<void> {
    this.value ??= await this.from();
  }
}

/** A member as it may be only promised. */
export interface Promised {
  /** Its text up to where a body would begin, marks included, without comments and strings; and what stands there. */
  head: string;
  rest: string;
  /** The code of its file up to where it stands, and the whole of it. */
  before: string;
  whole: string;
  signature: string;
  name: string;
  /** Of the type that it is a member of. */
  kind: SymbolKind;
}

/** What differs between languages, beside their names and what reads them. What is not said is what most languages do. */
export interface Traits {
  // ------------------------------------------------------------------------------------------ texts
  /** What strings of other languages name of it, as references. */
  inStrings?: (text: string, symbols: readonly RawSymbol[]) => RawReference[];
  /** Data are cut by size, documents by heading, other prose by paragraph; none is code that anything depends on. Default: code. */
  content?: "data" | "document" | "prose";
  /** Styles and markup, beside data and documents: nothing depends on what they define. */
  markup?: true;
  /** Its files are no modules that others import. */
  noModules?: true;
  /** That nobody uses what it defines says nothing. */
  noUses?: true;
  /** A call has brackets, comments and strings are those of C: where a name stands like a call can be told from the text. */
  bracketed?: true;
  /** A block gives its last expression. */
  blocksGive?: true;
  /** There are macros: what stands in one, or is handed to one, may become a call. */
  preprocessed?: true;
  /** Files of these extensions whose text looks so are of that language instead (C++ in a `.h`). */
  other?: { name: string; when: RegExp }[];
  /** Code of other languages inside (parts/). */
  parts?: (text: string, path: string) => Parts;
  /** What the reader finds, where it is more than symbols; of a language with rules, what they find beside what their roles say. */
  extracts?: Extract[];
  // ------------------------------------------------------------------------------------------ names
  /** A method's name alone calls it. */
  bareCalls?: true;
  /** Such a line says who may call what it names, and hands it to nobody. */
  visibility?: RegExp;
  /** Its text stands for names of any language: documents. */
  documents?: true;
  /** What it names is a table: code that names one depends on it, and several files that create it create one. */
  tables?: true;
  /** Functions of one name are told apart by their parameters: who does so. */
  overloading?: (resolver: Resolver) => Overloading;
  /** The method that constructs, where it has not the name of its type. */
  constructorName?: string;
  /** Types by other names, as they are compared. */
  sameTypes?: Readonly<Record<string, string>>;
  /** Types of arrays of primitives, and of what. */
  primitiveArrays?: Readonly<Record<string, string>>;
  /** `Array<T>`, `Array[T]` and `[T]` are arrays. */
  arrayTypes?: true;
  /** Type arguments stand in square brackets. */
  squareArguments?: true;
  /** Functions of one name give different things by the number of arguments, all of which stand between the brackets. */
  counted?: true;
  /** Square brackets behind a name that begins small hold an index. */
  indexed?: true;
  /** Symbols tell the properties that compute what they give. */
  properties?: true;
  /** What is read by its name can be a method that is called so. */
  plainCalls?: true;
  /** What is written like a call without its arguments counted (`a.b`, Go's `a[T](x)`) is none of what is no function. */
  dottedCalls?: true;
  /** The method by which a value, or a type's companion, answers when it is called itself. */
  applied?: string;
  /** As `namesApart` of the family; methods of a class without a name are reached from inside it. */
  namesApart?: true;
  /** What a class is given as a parameter hides what is above it. */
  parametersHide?: true;
  /** Cases of a type are named without it. */
  casesFree?: true;
  /** Structures have a name space of their own. */
  tagsApart?: true;
  /** Functions of a file can be members of a type outside the tree. */
  extending?: true;
  /** The extension of that name that a call can mean whose receiver nobody knows the type of. */
  extensionNamed?: (name: string, arity: number | null, tree: Tree) => WorldSymbol | null;
  /** Fields hold functions that nothing tells: such a call uses the field. */
  fieldsHold?: true;
  /** A variable or constant that is called is used, not called: always, or where it is seen in its file only. */
  valuesUsed?: "always" | "inside";
  /** Arguments have labels other than the parameters' names, in their order. */
  labels?: true;
  /** Does a call that leads to no definition of the tree call the functions that are its arguments? */
  callsGiven?: (callee: Pick<RawReference, "name" | "receiver">) => boolean;
  /** Of such a call, does it call that argument? Default: any. */
  callsArgument?: (name: string, argument: string, all: string) => boolean;
  // ------------------------------------------------------------------------------------------ types
  /** The class above types that only say what others must have. */
  protocol?: string;
  /** Types fit one another by what they have; its name, for where that is not worked out. */
  structuralTypes?: string;
  /** A trait can be implemented for every type that has another. */
  blanket?: true;
  /** What interfaces of the standard library ask for, by the interfaces' last names. */
  standardInterfaces?: Readonly<Record<string, readonly string[]>>;
  /** Methods that interfaces of the standard library ask for, and which: no type says that it has them. */
  askedFor?: Readonly<Record<string, string>>;
  /** How a method is marked that overrides another, in its signature or among its decorators. */
  overrides?: RegExp;
  /** Must a type below define that member, as what stands before and behind its body tells? `perhaps`: by custom only. Default: never. */
  demands?: (member: Promised) => boolean | "perhaps";
  /** Whoever implements a class has to define all that it has. */
  implementsAll?: true;
  /** Does a member say, by how it is marked or where it stands, that it is one of a type above its own? Where it is, it cannot be without that. */
  bound?: (member: Promised, above: string) => boolean;
  /** A class that lacks what is demanded of it is abstract by that. */
  lacksQuietly?: true;
  /** Members that types have of which none is written: of every object, made by the compiler or by an annotation. */
  inherent?: RegExp;
  /** What implements a member of an interface is not marked so. */
  implementsUnmarked?: true;
  /** A type without a constructor is made all the same: `Order order;`. */
  madePlainly?: true;
  /** A constructor is a method of its type, and a type without one is made from nothing. */
  madeOfNothing?: true;
  /** Interfaces have no bodies. */
  bodiless?: true;
  /** Functions that its runtime or the framework that everybody uses calls, beside `main`. */
  entry?: RegExp;
  /** Members that the language calls without their names: in a loop, a pattern, a literal, where an object is called. */
  unspoken?: RegExp;
  // ------------------------------------------------------------------------------------------ changes
  /** What is not exported cannot be used from elsewhere. Those of modules are told by their imports, others by names. */
  hides?: true;
  /** Lists say what others can import: does a head say that it is exported by its own name? Null where it says nothing. */
  exportedAs?: (signature: string) => boolean | null;
  /** Does a file see what is private in another? */
  seesPrivate?: (path: string, outer: string) => boolean;
  /** What says nothing of its visibility is its package's, and so is what is protected. */
  packaged?: true;
  /** What is private can be called without a receiver, from wherever. */
  privateWithoutReceiver?: true;
  /** A call with too few arguments is a call all the same, or with too many. */
  takesFewer?: true;
  takesMore?: true;
  /** A head that ends with its name has no parameters. */
  bareHeads?: true;
  /** A module is a folder; an import can be taken for its file of that name. */
  folderModules?: true;
  /** Imports name packages, which have any number of files. */
  importsPackages?: true;
  /** What all files of a folder say alike, with the name in it. */
  folderClause?: RegExp;
  /** Reading a value is no reference of its own. */
  readsUnknown?: true;
  /** Files that a module of that name can be, declared in a file. */
  moduleFiles?: (path: string, name: string) => string[];
}

export interface Language extends Traits {
  name: string;
  /** Lower case, without the dot. */
  extensions: string[];
  /** Whole base names. */
  filenames: string[];
  /** Interpreters of a `#!` line. */
  shebangs: string[];
  /** Name of the grammar (library `<grammar>.so`), null if none is used. */
  grammar: string | null;
  /** Exported function of the library, where it is not `tree_sitter_<grammar>`. */
  symbol?: string;
  /** Package of the grammar, and folder of `parser.c` in it where it is not `src`. Default: `@ast-grep/lang-<grammar>`. */
  source?: [packageName: string, folder?: string];
  rules: Later<RuleSet> | null;
  /** How its comments and literals are written; null where that is not known. */
  syntax: Syntax | null;
  /** Languages read without a grammar. */
  reader?: Later<Reader>;
  /** Languages that parts of such a file may be in. */
  holds?: string[];
  family: Family;
}

const byName = new Map<string, Language>();
const byExtension = new Map<string, Language>();
const byFilename = new Map<string, Language>();
const byShebang = new Map<string, Language>();

let otherwise: ((name: string) => Language) | null = null;

/**
 * Makes languages known to this process; the table does so with its own.
 * @param unknown makes what stands for a language that nobody registered
 */
export function register(all: readonly Language[], unknown: (name: string) => Language): void {
  otherwise = unknown;
  for (const one of all) {
    byName.set(one.name, one);
    for (const extension of one.extensions) byExtension.set(extension, one);
    for (const name of one.filenames) byFilename.set(name, one);
    for (const name of one.shebangs) byShebang.set(name, one);
  }
}

/** Every language that is known. */
export function known(): Language[] {
  return [...byName.values()];
}

/**
 * The language of a file by its name, else by its first line.
 * @param firstLine `#!/usr/bin/env python3` and the like; only looked at when the name says nothing
 */
export function languageOf(path: string, firstLine?: string): Language | null {
  const base = path.slice(path.lastIndexOf("/") + 1);
  const named = byFilename.get(base);
  if (named) return named;
  const dot = base.lastIndexOf(".");
  const found = dot >= 0 ? byExtension.get(base.slice(dot + 1).toLowerCase()) : undefined;
  if (found) return found;
  if (dot > 0 || !firstLine?.startsWith("#!")) return null;
  const parts = firstLine.slice(2).trim().split(/\s+/);
  const program = /(?:^|\/)env$/.test(parts[0] ?? "")
    ? parts.slice(1).find((word) => !word.startsWith("-") && !word.includes("="))
    : parts[0];
  const interpreter = (program ?? "").replace(/^.*\//, "");
  return byShebang.get(interpreter) ?? byShebang.get(interpreter.replace(/[\d.]+$/, "")) ?? null;
}

/** A language by its name, null where there is none of that name. */
export function languageNamed(name: string): Language | null {
  return byName.get(name) ?? null;
}

const unregistered = new Map<string, Language>();

/** The language that facts name; of what nobody knows one that has nothing of its own. */
export function languageFor(name: string | null): Language {
  const word = name ?? "";
  const found = byName.get(word) ?? unregistered.get(word);
  if (found) return found;
  const made = otherwise!(word);
  unregistered.set(word, made);
  return made;
}

/** The family of a language; one without rules of its own is a family alone. */
export function familyOf(name: string | null): Family {
  return languageFor(name).family;
}
