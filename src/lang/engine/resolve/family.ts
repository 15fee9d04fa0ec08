/**
 * What differs between languages when names are resolved: a row of data and a few functions, one module a family.
 */

import type { RawReference, RawSymbol } from "../../../base/types.ts";
import { type Words, wordSet } from "../words.ts";
import type { Located, Place } from "./place.ts";
import type { Outcome } from "./references.ts";
import type { Resolver } from "./resolver.ts";
import type { Tree } from "./tree.ts";
import type { ImportLike, WorldSymbol } from "./world.ts";

/** Who gives packages their names (fleet/stitch/package.ts). Of a submodule the path is the name under which the tree around it knows it. */
export type Ecosystem = "npm" | "go" | "pypi" | "cargo" | "maven" | "composer" | "gem" | "nuget" | "swiftpm" | "mix" | "submodule";

export interface Family {
  name: string;
  /** Where the packages come from that its imports name. */
  ecosystem?: Ecosystem;
  /** Receivers that stand for the enclosing type (`self`, `this`), and for its supertypes (`super`). */
  self: readonly string[];
  parent: readonly string[];
  /** Plain names inside a type see its members, inherited ones too. */
  implicitSelf: boolean;
  /** Functions and locals have separate names: `key = key(order)` calls the function. */
  namesApart?: boolean;
  /** `global`: a plain name reaches any file of the tree (C's linker, Ruby, Bash); `imported`: only what is imported or in the package. */
  reach: "global" | "imported";
  /** Method that a class calls when it is called or constructed: what constructs a class reaches it as well. */
  initialiser?: string;
  /** Method that an object of the tree calls when it is called itself. */
  invoked?: string;
  /** Method names that construct (`Foo.new`). */
  constructors: readonly string[];
  /** Square brackets behind a name hold an index, and values are followed through variables, arguments and returns (lang/engine/flow.ts). */
  flows?: true;
  /** A member that no known supertype has can still come with a subtype or a mixin (Python, Ruby, JavaScript, PHP). */
  dynamic: boolean;
  /** Functions and objects of the language itself. */
  globals: Words;
  /** There are languages in it in which a method's name alone calls it. */
  bareCalls?: true;
  /** Every import binding can be imported from here again (Python). */
  reexportsAll?: boolean;
  /** Modules inside a file are scopes of their own: what they import is not the file's (Rust). */
  inlineModules?: boolean;
  /** A namespace symbol is a package clause, not something the file's names can mean. */
  packageSymbols?: boolean;
  /** A file is a type: a value can be of it, with the file's top-level names as members (Zig). */
  moduleTypes?: boolean;
  /** Methods of a class or protocol are called as functions, and implemented below it (Haskell, Elixir, Clojure). */
  classFunctions?: boolean;
  /** Functions are objects with prototypes: they can be types, `constructor`, `call`, `apply` and `bind` are theirs, `arguments` is a name in each. */
  prototypes?: true;
  /** What implements a method need not take all that it is given. */
  fewerArguments?: true;
  /** Methods of lists that give a list of the same things. */
  sameList?: Words;
  /** The member that stands for what its object gives in the end (`x.await`). */
  awaited?: string;
  /** An index of a list written out gives one of its rows. */
  rowsByIndex?: true;
  /** An index of a value gives one of its fields (a case of a union). */
  fieldsByIndex?: true;
  /** Types define what `->` and `[]` mean, and a map holds pairs. */
  overloadsAccess?: true;
  /** A type that is another by its definition stands for that (`typedef`, `using`). */
  aliases?: true;
  /** A type that another names by its definition is that one wherever it is written. */
  typesNamed?: true;
  /** A package clause is all that a namespace is: nothing is a member of it as such. */
  clausesOnly?: true;
  /** Files beside the main sources, whose names in full mean what tests define too (`src/jmh/java`). */
  besideMain?: RegExp;
  /** What stands before the separator of a qualified name is a name space, though a local may have its name. */
  aliasesFirst?: true;
  /** A type is constructed by calling it, whatever its name begins with. */
  typesCalled?: true;
  /** Types embed others, reached by their names, and have the members of the type they are defined as. */
  embeds?: true;
  /** A type that has all methods of an interface implements it. */
  structural?: true;
  /** A module can say the signature it stands under. */
  signatures?: true;
  /** `Outer.this`, `Face.super`. */
  qualifiedSelf?: true;
  /** Inside a type its name is the type, not its constructor. */
  ownName?: true;
  /** A container's name counts inside only where it is written around it. */
  writtenNesting?: true;
  /** Functions that give their argument as the type that stands in angle brackets. */
  casts?: RegExp;
  /** Functions, behind their name space, that give their argument again, one of its parts by the number in angle brackets, or a cast of it. */
  passes?: Words;
  /** A local of a type's name, or of a package's, hides neither where a type is written. */
  typesApart?: true;
  /** An import inside a type names members of what stands above it. */
  usesMembers?: true;
  /** Operators are methods that are called with their right side. */
  operatorsCalled?: true;
  /** Names that operators call; what else an expression names counts only where it is a property. */
  operatorName?: RegExp;
  /** An operator that is a function outside its type. */
  freeOperator?(reference: RawReference, resolver: Resolver): Outcome;
  /** A variable that is declared is constructed, where a constructor without arguments is written. */
  declarationsConstruct?: true;
  /** Macros and functions of one name are told apart by how they are called. */
  macrosApart?: true;
  /** What a local variable holds is called, not the variable. */
  heldCalls?: true;
  /** What `super(…)` calls: the method of the same name above, or an object nothing is known of. Default: the supertype. */
  aboveCalled?: "method" | "object";
  /** `new` without a receiver constructs the type around. */
  plainNew?: true;
  /** Methods of a type are called by their plain names inside it, though plain names do not mean its members. */
  plainMethods?: true;
  /** An import of everything brings functions, no modules. */
  importsFunctions?: true;
  /** A file that is a part of another sees what that sees. */
  partsSee?: true;
  /** A plain name reaches only what stands at the top level of other files. */
  topLevelOnly?: true;
  /** Several definitions are one a platform, in folders of their own: the file's own folder is meant. */
  platforms?: true;
  /** A declaration and its definition stand in a header and a source of the same name. */
  headers?: true;
  /** What a type as written gives when it is a function's: "" for nothing; undefined where it is no function's. */
  functionResult?(type: string): string | undefined;
  /** The source of an import as the file's own module would write it, from inside a module. */
  fromFile?(source: string, within: string): string;
  /** Does a function of a name that is called inside one of the same name come from elsewhere? */
  extendsOther?(around: RawSymbol, name: string): boolean;
  /** What a field that holds a function can hold, where it is called; null where nothing is known. */
  slotted?(field: WorldSymbol, tree: Tree): Outcome | null;
  /** Names that the text of a macro calls. */
  expansion?(macro: WorldSymbol, tree: Tree): string[];
  /** Names at the top level of a file beyond its own top-level symbols. */
  inFile?(tree: Tree, path: string, name: string): WorldSymbol[];
  locate(tree: Tree, from: string, imported: ImportLike): Located;
  /** Local names of an import that lists none (`import "net/http"` → `http`). */
  bindings?(imported: ImportLike): ImportLike["names"];
  /** A name nobody imported and that is visible all the same: same package, same namespace, child modules. */
  ambient?(tree: Tree, path: string, name: string, enclosing: string, arity: number | null): Place | null;
  /** The place `a` stands for after `import a.b.c`. */
  topPackage?(tree: Tree, path: string, name: string): Place;
  /** What a first link such as `crate` or `super` stands for. */
  root?(tree: Tree, path: string, name: string): Place | null;
  /** A module inside a module place. */
  submodule?(tree: Tree, place: { files: string[]; folder: string | null }, name: string): Place | null;
  /** A member of a space. */
  inSpace?(tree: Tree, space: string, name: string): Place | null;
  /** A type's members are taken from it by their names, those that it inherits too. */
  spacesInherit?: true;
  /** Packages around a file that have an object whose members are seen in it. */
  packageObjects?(tree: Tree, path: string): string[];
  /** The definition of something that was found by its declaration (a header's); null when it is one itself. */
  defining?(tree: Tree, symbol: WorldSymbol): WorldSymbol | null;
  /** What else a symbol stands for besides what `defining` says: the same thing under other conditions or for other platforms. */
  variants?(tree: Tree, symbol: WorldSymbol): WorldSymbol[];
  /** A member that is written behind a type's name though something inside the type holds it. */
  inside?(tree: Tree, type: WorldSymbol, name: string): WorldSymbol | null;
  /** Methods that every value may have without saying so, and that give a value of the same type: `clone`, `copy`. */
  sameAgain?: Words;
  /** Functions that every type may have without saying so and that give a value of it: `default`. */
  makes?: Words;
  /** Methods of a name that extend a type from outside, by the type's plain name. `extensionReceivers`: how many of their parameters are the receiver. */
  extended?(tree: Tree, type: string, name: string): WorldSymbol[];
  extensionReceivers?: number;
  /** Other declarations of the same type, each with supertypes of its own (`partial class`). */
  parts?(tree: Tree, type: WorldSymbol): WorldSymbol[];
  /** Members of a type that are declared outside its body. */
  scattered?(tree: Tree, type: WorldSymbol, name: string): WorldSymbol[];
}

/** A family as a language's folder writes it down: only what is not so in most is said. */
export function writtenFamily(own: Pick<Family, "name" | "locate"> & Partial<Family>): Family {
  const most = {
    self: [],
    parent: [],
    implicitSelf: false,
    dynamic: false,
    constructors: [],
    reach: "imported",
    globals: wordSet(""),
  } as const;
  return { ...most, ...own };
}

/** Does `qualified` end with `tail`, at a container's border? */
export function endsWithPath(qualified: string, tail: string): boolean {
  return qualified === tail || (qualified.endsWith(tail) && qualified[qualified.length - tail.length - 1] === ".");
}

/** The containers of a qualified name, innermost first: `A.b.c` → `A.b`, `A`. */
export function containers(qualified: string): string[] {
  const out: string[] = [];
  for (let dot = qualified.lastIndexOf("."); dot > 0; dot = qualified.lastIndexOf(".", dot - 1)) out.push(qualified.slice(0, dot));
  return out;
}
