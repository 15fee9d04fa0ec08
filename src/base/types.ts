/**
 * The data that flows between the rooms of the house. Types only, plus the few constants that name their values.
 *
 * Lines are 1-based and inclusive. Offsets are UTF-16 code units into the file's decoded text, end exclusive.
 * Paths are relative to the root of the index, with `/`.
 */

// ---------------------------------------------------------------------------------------------- files

/** Why a file is not in the index. Every file that is left out has exactly one. */
export const SKIP_REASONS = [
  "ignored",
  "binary",
  "too-large",
  "minified",
  "generated",
  "lock-file",
  "secret",
  "unreadable",
  "bad-encoding",
  /** A link to something inside the tree, which is there under its own name. */
  "symlink",
  "symlink-out-of-tree",
  "submodule",
  "nested-repository",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** One file of the tree as the scan sees it, before anything is read or parsed. */
export interface ScannedFile {
  path: string;
  size: number;
  /** The later of mtime and ctime, milliseconds since the epoch, integer; 0 = says nothing (git vouches for the content, or it changed just now). */
  mtime: number;
  /**
   * Content hash: git's blob id where git has one, else the same function (SHA-1 of `blob <size>\0<content>`) of the content;
   * "" where nobody has read the content yet: the reader tells it (`SourceText.hash`), so that a new file is read once.
   */
  hash: string;
}

// ---------------------------------------------------------------------------------------------- facts of one file

export const SYMBOL_KINDS = [
  "file",
  "module",
  "namespace",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "function",
  "method",
  "field",
  "variable",
  "constant",
  "type",
  "macro",
  "import",
  "section",
  "note",
  "external",
  /** A person or team in CODEOWNERS. */
  "owner",
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** A definition found in one file. `symbols[0]` of a file is always the file itself; every other has a parent before it. */
export interface RawSymbol {
  kind: SymbolKind;
  name: string;
  /** Containers inside the file joined by `.`, in every language; the file's own is its path. */
  qualified: string;
  /**
   * Index into the file's `symbols` of the innermost container; -1 for the file itself. A child's span lies inside its parent's, except for
   * members that stand outside their type in the same file (`impl X`, Go receivers, `Foo.prototype.a =`): they hang under the type.
   */
  parent: number;
  /** Declaration without its body, white space folded, at most `settings.signatureLimit` characters. A C prototype, an abstract or interface
   * method (what only declares) keeps its `;`, so that the definition of the same name can be preferred. */
  signature: string;
  /** Documentation in the language's own form with the comment markers taken off; "" if none. */
  doc: string;
  /** First and last line, decorators/attributes and a leading `export` included, doc comment excluded. */
  start: number;
  end: number;
  /** Offsets of the same span. */
  from: number;
  to: number;
  exported: boolean;
  /** Number of declared parameters (without self/this), or null where it has none or it is unknown. */
  arity: number | null;
  /** Declared or obviously returned type, as written; for a variable, parameter property or field its type; of a document that records a decision
   * (an ADR) the decision's status. Null if unknown, and for every other file. */
  type: string | null;
  /** It only says that there is such a thing, which is defined elsewhere: a prototype, `extern`, a class that is named ahead. */
  declares?: boolean;
}

export type ImportForm = "named" | "namespace" | "default" | "wildcard" | "side-effect" | "include" | "package" | "module";

/** One import statement (or re-export) of a file. `names` is empty for forms that bind nothing or everything. */
export interface RawImport {
  form: ImportForm;
  /** What is imported from, as written: `./util/date`, `..pkg.mod`, `crate::a::b`, `<stdio.h>`. "" with `reexport`: this file's own names
   * exported under another name (`export { a as b }`, `export default a` → name `a`, local `default`; `module.exports = a` the same). */
  source: string;
  /** Bindings: `name` is the name in the other file (`default`, `*` for a namespace), `local` the name in this one. */
  names: { name: string; local: string }[];
  /** `export … from`, `pub use`: what is imported is exported again. */
  reexport: boolean;
  line: number;
  /** Index of the enclosing symbol (0 = the file). */
  scope: number;
  /** `#include "x"` and `require_relative` look beside the file; `<x>` does not. */
  relative: boolean;
}

export type ReferenceKind = "call" | "new" | "inherit" | "implement" | "use" | "decorate";

/**
 * Arity of a use that reads a constant or variable: tells it from the use of a type, and from a name that is given to a function. No function
 * that is given by name and arity (`&f/2`) has so many parameters.
 */
export const READ = 120;
/** Arity of a use that is a function's name behind what it is a member of, handed over as a value (`r.Use(middleware.Log)`): nothing where it is no function. */
export const HANDED = 119;
/** Arity of a use that reads or sets a property which is computed: who does calls it. */
export const ACCESS = 121;
/** Arity of a use that calls a method without its name (an operator), or a property that may be one. */
export const OPERATOR = 122;
/** The same, the known value being the right operand (`out << value`). */
export const OPERAND = 123;

/** A place where a file names something: a call site, a supertype, a use. Not yet resolved. */
export interface RawReference {
  kind: ReferenceKind;
  /** Last segment: `save` in `a.b().save(x)`. */
  name: string;
  /** Everything before it as written, folded to one line: `a.b()`, `self`, `Foo::Bar`; null when there is none. Of one with more than 120 characters
   * what stands between its brackets is left out. */
  receiver: string | null;
  /** Number of arguments; null when it cannot be told (spread, no list). `READ` for a use that reads a value, `ACCESS` for one of a computed property, `OPERATOR`, `OPERAND`. */
  arity: number | null;
  line: number;
  /** Index of the innermost enclosing symbol (0 = the file). For inherit/implement: the subtype itself; for decorate: what is decorated. */
  scope: number;
  /** inherit/implement of a type that is not defined in this file (`impl Trait for X`): that subtype's name; `scope` is then only where it stands. */
  subject?: string;
  /** Language of the name where it is not the file's: a table in a string of SQL, code in documentation. Only ever resolved to the one definition of it. */
  language?: string;
  /** Arguments that are names or chains of them, in order, the others empty, a key word before its value (`f,,key=this.g`): what the called function's
   * parameters hold. Only where the file itself defines something of the called name, in languages whose rules say `flows`. */
  args?: string;
  /** What the arguments' texts tell of their types (pass/form.ts), in order: which of several functions of the name is meant. Only of calls, in
   * languages whose rules say `overloads`. */
  given?: string;
  /** It stands in a function without a name that begins on the same line: that one's parameters are in sight. */
  inside?: boolean;
}

/** What a text names: a code span or link of a document, a qualified name or link in a doc comment. Only what is unmistakable ever becomes an edge. */
export interface RawMention {
  /**
   * `symbol`: a name, segments joined by `.` (`Session.save`). `word`: a name that could be an ordinary word as well (`parse`). `file`: a path
   * as written. `heading`: the title of the section it stands in, or a directive that says so: the section describes it. `governs`: the document
   * says that it decides on what has this name or path. `example`: a `symbol` that it names for instance, or as what is called with values. A relation: what a note says of the one with this id.
   */
  form: "symbol" | "word" | "file" | "heading" | "governs" | "example" | NoteRelation;
  name: string;
  line: number;
  /** Index of the documented symbol, or of the section. */
  scope: number;
}

/** What a document or CODEOWNERS says of all paths that a pattern matches, now or later: it is matched when somebody asks (store/governance.ts). */
export interface RawRule {
  /** As `Bun.Glob` takes it, from the root of the tree; behind a `!` what the part leaves out. */
  pattern: string;
  line: number;
  /** Indices of the symbols that govern: the document or its section, the owners; none where the rule takes the owners away. */
  by: number[];
  /** Of CODEOWNERS: the part in which the last rule that matches counts, from 0. Null: every rule counts. */
  part: number | null;
}

/** The value that a call returns goes, as an argument or through locals, into another call or out of the function it is made in. */
export interface RawFlow {
  /** Index of the call among the file's references. */
  from: number;
  /** Index of the call that gets it, null: the function around returns it. */
  to: number | null;
}

/**
 * A typed local: a parameter, variable or field whose type the text itself tells (annotation or constructor). Fields have their type (class, …)
 * as scope and their bare name, also where the text says `self.x = Foo()`.
 */
export interface RawBinding {
  name: string;
  /** Type name as written, generics taken off: `Session`, `db.Pool`. */
  type: string;
  /** How it is known. `call` = the value a call of `type` returned (a factory: its declared return type decides). `value` = what an expression
   * gives that `type` writes in the form of lang/engine/flow.ts; the name `()` in a function is what it returns, `a.b` a member of the object a.
   * `parameter` = one without a type: its position from 0, and behind a `=` its default, as a `value`. `unknown` = a parameter or
   * local whose type the text does not tell (`type` is ""): it shadows outer names all the same. */
  from: "annotation" | "constructor" | "call" | "value" | "parameter" | "unknown";
  scope: number;
  line: number;
  /** Last line on which it holds, where that is not the scope's: what a function without a name binds is gone behind it. Below 0 for its parameters:
   * before them on their line the name means something else (`r.Get("/", func(r) {`). */
  end?: number;
}

/** Spans by role, for weighting words: offsets, ascending, not overlapping. */
export interface Spans {
  comments: [number, number][];
  imports: [number, number][];
  /** Signatures of symbols, without doc and body. */
  signatures: [number, number][];
}

/** Everything extraction knows about one file. Plain data: it crosses process borders and is stored. */
export interface FileFacts {
  path: string;
  language: string | null;
  lines: number;
  symbols: RawSymbol[];
  imports: RawImport[];
  references: RawReference[];
  bindings: RawBinding[];
  /** None where it is missing. */
  mentions?: RawMention[];
  /** None where it is missing. */
  flows?: RawFlow[];
  /** None where it is missing. */
  rules?: RawRule[];
  spans: Spans;
  /** The parser met syntax errors, timed out or could not be used; what it still found is kept. */
  damaged: boolean;
}

// ---------------------------------------------------------------------------------------------- chunks

export const CHUNK_KINDS = [
  "code",
  "function",
  "method",
  "class",
  "type",
  "imports",
  "comment",
  "licence",
  "section",
  "data",
  "text",
] as const;
export type ChunkKind = (typeof CHUNK_KINDS)[number];

/** What a path (or, for `generated` and `decision`, the text) says of a file and its chunks. Sorted. */
export const CHUNK_TAGS = ["config", "decision", "docs", "entry", "example", "generated", "test", "vendored"] as const;

/** A contiguous range of lines; the chunks of a file partition it. */
export interface Chunk {
  /** `chunk_<16 hex>`: hash of path, enclosing symbol, content and the ordinal among equals. */
  id: string;
  path: string;
  start: number;
  end: number;
  kind: ChunkKind;
  /** Index into the file's symbols of the symbol that it is (a part of); 0 = the file. */
  symbol: number;
  /** Name and qualified name of that symbol; "" for the file's own. */
  name: string;
  qualified: string;
  language: string | null;
  /** SHA-256 of the chunk's text without the white space at its end, first 16 hex digits. */
  hash: string;
  /** Estimated tokens (prose 4.0, code 3.1, mixed 3.5 characters each). */
  tokens: number;
  /** First sentence of the symbol's documentation; "" if none. */
  doc: string;
  /** Of CHUNK_TAGS. Sorted. */
  tags: string[];
}

// ---------------------------------------------------------------------------------------------- graph

export const EDGE_KINDS = [
  "contains",
  "calls",
  "imports",
  "inherits",
  "implements",
  "defines",
  "uses",
  "references",
  "dataflow",
  "documents",
  "governed_by",
  "depends_on",
  "supersedes",
  "contradicts",
  "caused",
  "supports",
] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** How an edge was established, from the surest to none. `ambiguous` edges are candidates, never facts; `contract`: what one tree asks for and another answers. */
export const RESOLUTIONS = ["exact", "typed", "unique", "dispatch", "ambiguous", "external", "contract"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

// ---------------------------------------------------------------------------------------------- routing and planning

export const STRATEGIES = ["semantic", "structural", "hybrid", "keyword"] as const;
export type Strategy = (typeof STRATEGIES)[number];

export const OPERATIONS = [
  "search",
  "definition",
  "references",
  "callers",
  "callees",
  "subclasses",
  "superclasses",
  "imports",
  "importers",
  "members",
  "blast_radius",
  "path",
  "similar",
  "related",
  "documents",
  "decisions",
  "owners",
  "governed_by",
  "governs",
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const INTENTS = ["understand", "fix_bug", "add_feature", "refactor", "find_definition", "find_decision", "explore"] as const;
export type Intent = (typeof INTENTS)[number];

/** What the router decided. Every field is always there; null where the question names none. */
export interface Route {
  strategy: Strategy;
  operation: Operation;
  /** As written, call parentheses taken off: `Agent.run`, `src/a.ts`. */
  symbol: string | null;
  /** The other end of a path. */
  target: string | null;
  /** Text or `/regex/flags` to match exactly. */
  keyword: string | null;
  intent: Intent;
  confidence: number;
  reason: string;
  /** Names of the table rows that fired, strongest first. */
  signals: string[];
}

export const ENGINES = ["lexical", "graph", "vectors"] as const;
export type Engine = (typeof ENGINES)[number];

// ---------------------------------------------------------------------------------------------- notes

/** How much a note matters, which is how slowly it fades (settings.ts). From the most to the least. */
export const NOTE_TIERS = ["constitutional", "critical", "important", "normal", "temporary", "scratch"] as const;
export type NoteTier = (typeof NOTE_TIERS)[number];

/** What a note says of another. */
export const NOTE_RELATIONS = ["supersedes", "contradicts", "caused", "supports"] as const satisfies readonly EdgeKind[];
export type NoteRelation = (typeof NOTE_RELATIONS)[number];

/** How something stands to a note about it: the same as when it was written; changed; gone; unchecked where the note does not say what it was. */
export const NOTE_STATES = ["same", "changed", "gone", "unchecked"] as const;
export type NoteState = (typeof NOTE_STATES)[number];

export const NOTE_ACTIONS = ["add", "list", "show", "search", "edit", "forget", "review"] as const;
export type NoteAction = (typeof NOTE_ACTIONS)[number];

/** What a commit did to a file. Stored as positions. */
export const CHANGE_KINDS = ["added", "modified", "deleted", "renamed"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

// The words of an impact report.

export const RISK_LEVELS = ["low", "medium", "high", "unknown"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Where a change comes from. */
export const IMPACT_SOURCES = ["symbol", "staged", "diff", "since", "patch"] as const;

/**
 * What happened to a definition. `asked`: a question about it, nothing has changed. `comment`: only comments or blank lines. `imports`: only
 * import lines (of a file). `contains`: only something inside it changed, which is a seed of its own.
 */
export const SEED_CHANGES = [
  "asked",
  "added",
  "deleted",
  "renamed",
  "moved",
  "signature",
  "body",
  "comment",
  "imports",
  "contains",
] as const;
export type SeedChange = (typeof SEED_CHANGES)[number];

/** Why something that may be affected could not be established. */
export const UNKNOWN_CODES = [
  /** Calls or uses of that name that could not be resolved and may mean it. */
  "open-references",
  /** Something still names what was deleted or renamed. */
  "dangling-references",
  /** Calls of a supertype's method may arrive at a changed override. */
  "dynamic-dispatch",
  /** Exported and nothing here uses it: users outside this tree are not seen. */
  "exported-unused",
  /** Syntax errors: what stands there may be missed. */
  "parse-errors",
  /** A changed file is not in the index, or a file that names a seed was left out (too large, minified, …). */
  "file-skipped",
  /** Files changed that the index does not have yet. */
  "stale-index",
  /** The graph is that of the work tree, and the judged content differs from it. */
  "other-tree",
  /** A part of the change could not be read. */
  "unreadable-change",
] as const;
export type UnknownCode = (typeof UNKNOWN_CODES)[number];

/** What could not be established. */
export interface Unknown {
  code: UnknownCode;
  message: string;
  path: string | null;
  line: number | null;
}

/**
 * Why a use does not mean anything any more: what it meant was deleted, is called otherwise, lies elsewhere, is private now, is not exported again
 * by the file it was imported from, or takes other arguments. `demanded`: a type does not define what one above it demands.
 */
export const BREAK_REASONS = ["deleted", "renamed", "moved", "hidden", "unexported", "unimported", "signature", "demanded"] as const;
export type BreakReason = (typeof BREAK_REASONS)[number];

/** What a gate can fail on: `risky` is risk high, `medium` medium and high. */
export const FAIL_ON = ["risky", "medium", "unknown"] as const;
export type FailOn = (typeof FAIL_ON)[number];
