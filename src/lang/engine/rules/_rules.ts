/**
 * What a language's rules look like. Rules are data, one file a language; `extract.ts` is the only reader.
 *
 * A rules file maps the node kinds of a grammar to what a match of that kind means. All kinds go into one
 * `findAll({ rule: { any: […] } })`; nesting, qualified names, scopes and docs are then decided from the matches' spans.
 * A call into the parser costs as much as lexing a thousand characters here, so prefer in this order:
 *   1. `starts` (the match is recognised by its first characters: its kind is never asked for),
 *   2. sticky regular expressions over the source text,
 *   3. field names (two calls each: the field and its range).
 * Where data cannot express something, a small pure function over strings may (never over nodes).
 * Names and lists of words are written with what words.ts has.
 */
import type { Rule } from "@ast-grep/napi";
import type { Pass } from "../pass/state.ts";
import type { Documented } from "./_documented.ts";
import type { Declaration, Role } from "./_roles.ts";

export type * from "./_roles.ts";

/** How the language is written, as far as lexing short pieces of it needs to know. */
export interface Syntax {
  /** Between receiver and member, longest first: `["?.", "."]`. */
  separators: string[];
  /** Characters that open and close strings (backslash escapes). */
  quotes: string;
  /** Also `"""…"""` and `'''…'''`; "raw" where a backslash means nothing in them. */
  tripleQuotes?: boolean | "raw";
  /** Strings may hold line ends. */
  multiline?: boolean;
  /** What stands before a string with code in braces, at most two characters. */
  fields?: RegExp;
  /** What opens code inside a string: `\\(`, `${`, or `{` in strings with `$` before the quote. */
  hole?: "\\(" | "${" | "{";
  /**
   * Strings with an end of their own. Gets the offset of a quote: what closes the string it opens, and where its content begins;
   * null for an ordinary one. `doubled`: written twice the closing mark is content.
   */
  rawString?: (text: string, quote: number) => { close: string; body: number; doubled?: boolean } | null;
  /** `'a'` is a literal but `'a` alone is not (Rust lifetimes). */
  charLiterals?: boolean;
  /** `${…}` inside back quotes nests. */
  templates?: boolean;
  /** `/…/` can be a literal. */
  regexLiterals?: boolean;
  lineComments: string[];
  blockComments: [string, string][];
  /** Block comments nest. */
  nestedComments?: boolean;
  /** `*x` is what x points to, no list spread out over several arguments. */
  dereference?: boolean;
  /** The same of C: no more than that. */
  pointers?: boolean;
  /** `<…>` holds type parameters: skipped between a name and `(`, and commas inside do not separate parameters. */
  angles?: boolean;
  /** `[…]` holds type parameters behind a definition's name. */
  squareGenerics?: boolean;
  /** A block behind a call is its last argument: `items.filter { … }.first()`. */
  lambdas?: boolean;
  /** What is constructed can have a body of its own behind its brackets: `new T() { … }.run()`. */
  bodies?: boolean;
  /** Characters of identifiers beyond letters, digits and `_`. */
  identifier?: string;
  /** Key words of other languages that are names here: `await()` in Java, `raise()` in C. */
  names?: ReadonlySet<string>;
}

export interface Parameter {
  /** "" if it has none. */
  name: string;
  type: string | null;
  /** Has no type itself but shares the next one's. */
  grouped?: boolean;
  /** Declares a field as well, perhaps under another name. */
  field?: boolean | string;
  /** Names that a pattern binds. */
  also?: string[];
  /** What it takes apart (`{ a, b: c = d }`): names, where in it each stands, and what stands in for it. */
  parts?: { local: string; path: string | null; value: string | null }[];
  /** It gathers all arguments from here on. */
  gathers?: boolean;
  /** Its default, as lang/engine/flow.ts writes values. */
  value?: string | null;
}

export interface Operators {
  /** Operator → method; several where it can be any of them. "own": the operator is the method's name. */
  names: Readonly<Record<string, string | readonly string[]>> | "own";
  /** Methods that square brackets call: to read, to set. */
  index?: readonly [string, string];
  /** Properties of values can be methods. */
  property?: true;
  /** Properties that compute what they give are read through values: what they begin with. */
  members?: "small" | "capital";
  /** Conditions stand without brackets before their blocks (Swift). */
  bareConditions?: true;
  /** What is written to a stream (`out << value`) may have a function that writes it. */
  streams?: true;
  /** A method can stand between its object and its argument (`a to b`); words of the language that cannot. */
  words?: ReadonlySet<string>;
  /** Fields are read by their plain names. */
  bareFields?: true;
  /** Methods without parameters are. */
  bareMethods?: true;
  /** Types of other files need no import that names them. */
  wide?: true;
}

export interface RuleSet {
  /** Node kind → what it means. Several roles: all apply, in order. Sorted by kind (tested). */
  nodes: Record<string, Role | Role[]>;
  /**
   * First character(s) → node kind, where no other kind of `nodes` can begin so. Saves asking for the kind of the most frequent
   * matches. Tested against the fixture.
   */
  starts?: Record<string, string>;
  /** Further conditions on a kind, where most of its nodes would be thrown away here: a match costs much more than a look at a field in the parser. */
  narrow?: Record<string, Rule>;
  /** Kinds that are asked for only where the text holds what makes them worth it: no match is free. */
  only?: Record<string, RegExp>;
  /** Files with a longer line are not parsed: this grammar's error recovery takes minutes on what is no program. */
  lineLimit?: number;
  /** Nor are texts with more matches of a pattern than this, for the same reason: shapes that stand in programs now and then, and in nonsense always. */
  limits?: { pattern: RegExp; most: number }[];
  syntax: Syntax;
  /**
   * Comments are found by lexing the text, not asked of the grammar: matches are dear, and half of them are comments in some
   * languages. Only where `syntax` tells every literal (no heredocs, no regular expressions): a test compares both ways.
   */
  lexComments?: boolean;
  /**
   * Constants and variables that plain expressions read are looked for (lang/engine/reads.ts); "members": constants of types by their name alone too;
   * "functions": only functions that are kept or handed on. Only where `syntax` tells the strings.
   */
  reads?: true | "members" | "functions";
  /** How the text of a method begins that is called where a member is read or set, or with `plain` where its name alone stands. */
  accessor?: { text: RegExp; plain?: true };
  /**
   * How the body of a property begins that is computed, matched where its head ends. If it calls something, the property has the arity `ACCESS`,
   * and who reads it calls it, through a receiver or inside its type by its plain name; one that only gives a value is read like a field.
   */
  computed?: RegExp;
  /** `.f(…)` is a function of the type that is wanted where it stands (Zig). */
  declLiterals?: true;
  /** `new(…)` makes what is wanted where it stands (C#). */
  targetNew?: true;
  /** Told from what stands before it: a method that is read and set like a field. It has no arity. */
  property?: RegExp;
  /** Operators that types can define (lang/engine/operators.ts). Only with `reads`. */
  operators?: Operators;
  /** A parameter that only says what the function runs on (`this: T`): its name and type, matched against the list of parameters. */
  self?: RegExp;
  /** The text as the grammar can read it, for what it cannot: of the same length and with the same line ends. */
  respelled?: (text: string) => string;
  /**
   * A second attempt at a text whose first parse met errors: the same text with parts blanked, length and line ends kept.
   * Used when it parses with less damage.
   */
  repair?: (text: string) => string;
  /** Errors are usual: they are looked for before anything else is done with the tree. */
  oftenDamaged?: boolean;
  /** Text that is repaired even where it parses: the grammar takes something for what it is not, without an error. */
  repairWhen?: RegExp;
  /** Start of what belongs to a definition at `at` though it stands before its node (`template <…>`); `at` if there is nothing. */
  prefix?: (text: string, at: number) => number;
  /** Offset behind attributes that stand inside a definition's node at its start; signatures begin there. */
  inlineAttributes?: (head: string) => number;
  /** Words before a definition that belong to it though they lie outside its node: `export`, `const`. */
  modifiers?: string[];
  /** Lines that are nothing but a visibility (group 1) for what follows in the container. Global and multi-line. */
  section?: RegExp;
  /** Modifiers stand on the line of what they modify. */
  modifiersOnLine?: boolean;
  /** One parameter as written, or several in a bracket of their own. Null: not a parameter (`*`, `/`, `self`). */
  parameter?: (text: string) => Parameter | Parameter[] | null;
  /** Is it visible outside its file? Containers count as well: a member of something hidden is hidden. Default: true. */
  exported?: (declaration: Declaration) => boolean;
  /** Documentation is the first string of the body, not the comment before. */
  docstrings?: boolean;
  /** Values are followed through variables, arguments and returns (lang/engine/flow.ts): parameters without a type and passed names are recorded. */
  flows?: true;
  /**
   * Definitions of one name that follow one another in a container are one symbol where all but the last only declare how it can be called
   * (overloads): they have no body, or their text begins like this. Only with `flows`.
   */
  overload?: RegExp;
  /** What a function without a name binds hides what is outside, and is gone behind it. */
  blocks?: true;
  /** Functions of one name are told apart by number and types of their parameters: what heads and arguments say of them is kept. */
  overloads?: true;
  /** Arguments have labels that stand before the parameters' names (Swift). */
  labels?: true;
  /** Type parameters and arguments are recorded though neither loops nor values are followed (C++). */
  generics?: true;
  /** A symbol among arguments can be the name of a method (Ruby). */
  symbols?: true;
  /** Members of values among arguments can be functions, whatever the value is: which of them are is for resolution to tell. */
  methodValues?: true;
  /** The name that an import binds without saying it (`import "net/http"`). */
  packageName?: (source: string) => string;
  /** A string in a type is a type not yet defined (Python). */
  quotedTypes?: boolean;
  /**
   * How a function is given by its name (`&show/1`): gets an argument's text, returns the name, `key=name` behind a key word, `name/2` with an
   * arity; null: none. Default: `f`, `&f`, `a.f`.
   */
  given?: (argument: string) => string | null;
  /** A name that nothing binds is called (Ruby). */
  bareCalls?: true;
  /** A plain name can be a function of another file that no import names (C, R). */
  everywhere?: true;
  /** A plain name can mean what another file of the package, or of a wildcard import, defines: what is passed counts wherever it is. "types": types can. */
  ambient?: "names" | "types";
  /** Is it a function of the language that calls the functions it is given, or the first ("first"), or constructs that ("new")? */
  callsBack?: (callee: { name: string; receiver: string | null }) => "all" | "first" | "new" | null;
  /** Functions of the language that call what they are given by name: such names count wherever they are defined. */
  passes?: RegExp;
  /** The last expression of a function is what it returns, without a word that says so. */
  tailReturns?: boolean;
  /** Types that are never `use` references. */
  builtinTypes?: ReadonlySet<string>;
  /**
   * Lambdas given to functions that go through what their receiver holds (`map`) get one of it: names of the parameter where it has none
   * (`it`, `$0`), if the language has such.
   */
  each?: {
    implicit?: string;
    /** Functions whose lambda sees the members of their receiver (or only argument) as plain names. */
    receivers?: RegExp;
    /** What stands for the parameter of a lambda that is written without one (`_`). */
    placeholder?: string;
    /** A method's plain name as an argument is the method. */
    methods?: boolean;
  };
  /** At the start of a parameter list: the method extends that type (group 1) from outside. */
  extension?: RegExp;
  /** Bounds of type parameters, told from a head: `<T: Store>` → [["T", "Store"]]. */
  bounds?: (head: string) => [name: string, bound: string][];
  /**
   * Told from its head, the character behind it, its beginning with decorators included, and the beginning of its body: a method of a class that
   * is only declared there.
   */
  abstract?: (head: string, next: string, text: string, body: string) => boolean;
  /** A type as written → the name to look up, "" if it is no plain type. Default: `typeName` of lex.ts. */
  typeName?: (type: string) => string;
  /** Types that the documentation tells, for what the code does not say itself. Asked only where it has an `@`. */
  documented?: (doc: string) => Documented;
  /** Has the last word on what the pass found, before anything is put together. */
  finish?: (pass: Pass, text: string, written: string) => void;
}
