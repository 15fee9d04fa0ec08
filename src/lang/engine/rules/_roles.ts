/** What a match of a node kind can mean: the roles that the rules of a language are made of. */
import type { ImportForm, RawBinding, ReferenceKind, SymbolKind } from "../../../base/types.ts";

/**
 * A part of a node: the name of a field, or a sticky (`y`) regular expression tried on the source at the node's start,
 * whose group 1 is the part and which must end where the part ends.
 */
export type Place = string | RegExp;

/** What hooks know about a declaration. All strings are as written. */
export interface Declaration {
  kind: SymbolKind;
  name: string;
  /** From the first modifier, without decorators, up to the body: `export async function f(a: A): B`. */
  head: string;
  /** What follows name and parameters in the head: return type, supertypes, an initialiser. */
  tail: string;
  /** What the last line of the container said that is nothing but a visibility (`section`), "" if none did. */
  section: string;
  /** Kind of the innermost container; inside `extend` "trait" where that has supertypes, else "class". */
  within: SymbolKind;
}

/** A name that a node defines; offsets are relative to the node. */
export interface Named {
  name: string;
  /** Offset behind the name. */
  end: number;
  /** Span of its own, where a node defines several (members of an enum). */
  from?: number;
  to?: number;
  /** Owner of a definition that stands outside its type, joined by `.`: `Foo` of `void Foo::run()`. */
  owner?: string | null;
  /** Instead of the rule's own. */
  kind?: SymbolKind;
  /** (Return) type as written, instead of the rule's own. */
  type?: string | null;
  /** Offset where the signature ends, instead of the rule's own. */
  head?: number;
  /** As in `DefineRule`. */
  leaf?: boolean;
}

export interface Supertype {
  kind: "inherit" | "implement";
  /** As written, generics allowed: `db.Pool<T>`. */
  type: string;
}

/** A definition. Its span, extended over decorators and modifiers before it, becomes the symbol's. */
export interface DefineRule {
  /** Not where it is the value of what is defined around it: then its name is another one for that, inside it. Called at once it is a call as well. */
  unnamed?: true;
  role: "define";
  /** Matches of a file can have this role only if one of these words stands in its text. */
  needs?: readonly string[];
  /**
   * A function may decide from the node's text (at most 4,000 characters), the innermost container's kind and the modifiers before it;
   * null = not a definition after all.
   */
  as: SymbolKind | ((text: string, within: SymbolKind, before: string) => SymbolKind | null);
  /** A function gets the node's text (at most 4,000 characters) and returns the names it defines, each with the offset behind it. */
  name: Place | ((text: string) => Named[]);
  /**
   * Where it may stand; elsewhere the match is ignored. "outer": not inside a function; "type": directly in a type;
   * "unnamed": not inside a function with a name; "anywhere" (default). Local variables are no symbols, hence "outer" for variables.
   */
  where?: "outer" | "type" | "unnamed" | "anywhere";
  /** Sticky pattern tried at the node's end, unless modifiers stand before it: what follows tells that it is no definition. */
  unless?: RegExp;
  /** Where the definition really ends, told from where its node does: the body is a node of its own beside it. */
  reach?: (text: string, to: number) => number;
  /** Field whose start ends the signature. */
  body?: string;
  /** Else: the signature ends before the first of these outside brackets behind the name (and the parameters). Default: node's end. */
  until?: readonly string[];
  /**
   * Field of the parameter list; or true: the `(…)` that follows the name, type parameters skipped; or a sticky pattern at the name's end that
   * ends before a `(…)` or a single name. Only then has the symbol an arity.
   */
  params?: string | true | RegExp;
  /** Field, a pattern over `tail` whose group 1 is the (return) type, or what tells it from the node's text (at most 4,000 characters). */
  type?: string | RegExp | ((text: string) => string | null);
  /** Supertypes, each told from the head. */
  supers?: (declaration: Declaration) => Supertype[];
  /** Tried on a field's text: what is inside belongs to it (`int Total => Sum(lines)`). */
  scoped?: RegExp;
  /** Owner of a definition that stands outside its type (a Go method's receiver): group 1 at the node's start. */
  owner?: RegExp;
  /** Nothing inside belongs to it (`typedef struct a { … } b`: the members are a's). */
  leaf?: boolean;
  /** Definitions of the same name that follow one another are one symbol: the clauses or equations of a function, a signature before them. */
  merge?: boolean;
  /** A container without an end of its own (`namespace a;`): what follows is inside, up to the next such or the end of what it stands in. */
  rest?: boolean;
  /** Ends such a container: `package a; … package b { … }`. */
  outermost?: boolean;
  /** Belongs to no type although it stands in one (a C function inside `@implementation`). */
  free?: boolean;
  /** Function members are methods: the kind this becomes directly inside a type. */
  inType?: SymbolKind;
  /** What a function without a declared type gives where its body is an expression: gets the text behind the signature. */
  gives?: (body: string) => Bound[];
  /** What a function gives beyond its first result, and its results that have names: gets the text between parameters and body. */
  results?: (tail: string) => Bound[];
}

/** `impl X`, `extension X`: members belong to X although they stand elsewhere. No symbol of its own. */
export interface ExtendRule {
  role: "extend";
  /** As of `DefineRule`. */
  needs?: readonly string[];
  /** The type extended (generics are taken off): a field, or group 1 at the node's start. */
  owner: Place;
  /** Sticky pattern at the node's start: the name (group 1) and type (group 2) under which functions inside have what they run on. */
  self?: RegExp;
  /** Supertypes of the owner: the field of the one it implements, or what tells them from the text up to `{`. */
  supers?: string | ((head: string) => Supertype[]);
}

/** A function without a name: binds its parameters and makes what is inside local. */
export interface LambdaRule {
  role: "lambda";
  /** Sticky pattern at the node's start that must match. */
  when?: RegExp;
  /** Sticky pattern at the node's start that ends before the parameters (a `(…)` or one identifier). Default: the node's start. */
  params?: RegExp;
}

/** Something directly before a definition that belongs to its span: decorator, attribute, annotation. */
export interface AttachRule {
  role: "attach";
  /** Sticky pattern at the node's start; group 1 is the decorator's dotted name, which becomes a `decorate` reference. */
  decorates?: RegExp;
  /** What looks like a call inside is none (`#[derive(Debug)]`). */
  opaque?: boolean;
}

export interface CommentRule {
  role: "comment";
}

/** Documentation that is code (`@doc "…"`, a signature's own string): belongs to the next definition, or with `inside` to the one it stands in. */
export interface DocRule {
  role: "doc";
  /** Gets the node's text. Null: not documentation; "" with the next definition: expressly none. */
  parse: (text: string) => { doc: string; inside?: boolean } | null;
}

export interface ParsedImport {
  form: ImportForm;
  source: string;
  names: { name: string; local: string }[];
  reexport?: boolean;
  relative?: boolean;
  /** How much of the statement is import; 0 where it is a definition that is exported as well. Default: all. */
  length?: number;
}

export interface ImportRule {
  role: "import";
  /** As of `DefineRule`. */
  needs?: readonly string[];
  /** Sticky pattern at the node's start that must match (cheap refusal of `export class …`, `const x = 1`). */
  when?: RegExp;
  /** "outer": not inside a function; "top": in the file itself. */
  where?: "outer" | "top";
  /** Only where no import is known around the node. */
  inner?: true;
  /** Gets the node's text (at most 20,000 characters, comments blanked). An empty list: not an import. */
  parse: (text: string) => ParsedImport[];
}

/** Names that alone are public at the top level (Python's `__all__`). */
export interface PublicRule {
  role: "public";
  /** Null: this match does not say. */
  parse: (text: string) => string[] | null;
}

/**
 * A call. Four forms, cheapest first:
 *   `{ callee: "before" }` — the match is the argument list; the callee is lexed backwards from it (`new`, `@` before it are seen);
 *   `{ callee: "end" }` — the match ends with the callee and has no arguments (`a.b` in Ruby); others are left out;
 *   `{ parse }` — the node's first 300 characters tell everything;
 *   `{ callee: field, receiver?: field, arguments?: field | true }`.
 */
export interface CallRule {
  role: "call";
  kind?: ReferenceKind;
  callee?: string;
  receiver?: string;
  /** true: the bracket behind the callee up to the node's end. */
  arguments?: string | true;
  parse?: (text: string) => ParsedCall | null;
  /** Matches that begin at the same place are calls of their own (`A->new->run`), not the same one again (`f a b`). */
  chained?: true;
  /**
   * Calls of these names (without a receiver) declare by their arguments: the roles of `kind` apply, from the name to the arguments' end.
   * Where `block` matches behind the arguments they apply to the end of the whole call.
   */
  declares?: { kind: string; names: RegExp; block: RegExp };
  /**
   * Has the last word on a callee that was lexed backwards; `bang`: with a `!` behind it, `open`: the bracket of its arguments, `none`: in which only
   * three dots stand. Null: no call.
   */
  accept?: (callee: {
    name: string;
    receiver: string | null;
    before: string;
    bang: boolean;
    open: string;
    none: boolean;
  }) => { name: string; receiver: string | null; kind?: ReferenceKind; arity?: null } | null;
}

export interface ParsedCall {
  name: string;
  receiver: string | null;
  arity: number | null;
  kind?: ReferenceKind;
  /** Offset of the bracket that opens its arguments. */
  open?: number;
  /** Arguments that can be functions, by position, where brackets do not tell them. */
  given?: string[];
}

/**
 * Several calls told by one node's text (at most 20,000 characters): statements that are nothing but a name. Offsets are into the text.
 * `weak`: only if the file defines or imports the name.
 */
export interface CallsRule {
  role: "calls";
  /** `local`: it stands inside a function. `own`: a definition that begins here has just been opened. */
  parse: (
    text: string,
    local: boolean,
    own: boolean,
  ) => {
    name: string;
    receiver: string | null;
    arity: number | null;
    at: number;
    kind?: ReferenceKind;
    /** What its arguments tell of their types (pass/form.ts). */
    given?: string | null;
    weak?: boolean;
    method?: boolean;
  }[];
}

/** A supertype that stands in its own node (an embedded struct, `include Foo`): of the innermost type. */
export interface SupertypeRule {
  role: "supertype";
  /** Also gets the 40 characters before the node. */
  parse: (text: string, before: string) => Supertype[];
  /** Outside every type it says whose names the file sees: bound under this name. */
  file?: string;
  /** Of a class without a name (`new Shape() { … }`): whatever definition makes it has the supertype. */
  anonymous?: boolean;
}

/** A local or field whose type the text tells, or which at least shadows outer names. */
export interface BindRule {
  role: "bind";
  /** Gets the node's first 300 characters, whether it stands inside a function, what stands before, and the texts of its fields. `field: true`: of the innermost type (`self.x = Foo()`). */
  parse: (text: string, local: boolean, before: string, field: (name: string) => string | null) => Bound[];
  /** How much of what stands before is asked for. */
  before?: number;
  /** What it binds says nothing of types. */
  untyped?: true;
}
export interface Bound {
  name: string;
  /** As written; "" with `unknown`. */
  type: string;
  from: RawBinding["from"];
  field?: boolean;
  /** It is set, not declared: it may be a variable of the file. */
  assigned?: true;
  /** Of the file, wherever it stands. */
  outer?: boolean;
  /** It is the next parameter of the function around. */
  parameter?: true;
  /** Where it is bound, relative to the node's start, if not there: the arm of a match. */
  at?: number;
  /** Says more of a name for a while: only where the function binds it. */
  narrows?: boolean;
  /** With `unknown`: the value is nothing but this name, and has its type where the function knows it (`self.app = app`). */
  same?: string;
}

/** Says of definitions of the same container made before how visible they are: Ruby's `private :a, :b`. */
export interface VisibilityRule {
  role: "visibility";
  /** Gets the node's text. `signature`: only those whose signature matches. Null: it does not say. */
  parse: (text: string) => { names: string[]; exported: boolean; signature: RegExp } | null;
}

/** Names used as types or values in their own node: group 1 of the sticky pattern at the node's start. */
export interface UseRule {
  role: "use";
  name: RegExp;
}

export type Role =
  | DefineRule
  | ExtendRule
  | LambdaRule
  | AttachRule
  | CommentRule
  | DocRule
  | ImportRule
  | PublicRule
  | CallRule
  | CallsRule
  | SupertypeRule
  | BindRule
  | UseRule
  | VisibilityRule;
