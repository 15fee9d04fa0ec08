/** What a pass over a file's matches has found, and where it stands. */

import type { RawBinding, RawReference, SymbolKind } from "../../../base/types.ts";
import type { CommentBlock } from "../comments.ts";
import { fold, isIdentifier } from "../lex.ts";
import { type Lines, linesOf } from "../lines.ts";
import { heldType } from "../resolve/holders.ts";
import { EACH } from "../resolve/text.ts";
import type { Bound, ParsedImport, Place, Role, RuleSet, Supertype } from "../rules/_rules.ts";
import type { SyntaxNode } from "../syntax.ts";
import { typeName } from "../typename.ts";
import { every, ID, ID$, re } from "../words.ts";

/** Text handed to hooks. */
export const PEEK = 300;
/** Text handed to what reads the value of a variable: chains over several lines have up to a thousand characters. */
export const BIND_PEEK = 1_000;
/** Longest statement handed to hooks. */
export const IMPORT_TEXT = 20_000;
/** Longest way from a definition's start to the end of its signature that is lexed. */
export const HEAD_LIMIT = 20_000;
/** Longest written type that is kept for what it holds. */
const HOLDER_LIMIT = 120;
/** A letter of a name. */
const WORD = /[\w\x80-\u{10FFFF}$]/u;
/** How many bindings back the type of a plain name is looked for. */
const SAME_LIMIT = 200;

/** A container: a definition, an extended type, or a function without a name. */
export interface Frame {
  /** Index of the symbol that things inside belong to. */
  symbol: number;
  /** Type name of `impl X`; members are qualified by it. */
  owner: string | null;
  kind: SymbolKind | "lambda" | "extend";
  to: number;
  /** An `extend` that has supertypes. */
  implementing?: boolean;
  /** An `extend` whose functions know what they run on by a name (1), its type (2). */
  self?: RegExpExecArray | null | undefined;
  /** Line on which a function without a name begins. */
  line?: number;
  /** Inside a function: definitions `where: "outer"` do not count. */
  local: boolean;
  /** Opened by a definition without an end of its own. */
  rest?: boolean;
  /** What the last visibility on a line of its own said. */
  section?: string;
}

/** A symbol while its parent may still be a name. */
export interface Pending {
  kind: SymbolKind;
  name: string;
  parent: number;
  owner: string | null;
  signature: string;
  doc: string;
  from: number;
  to: number;
  signatureSpan: [number, number];
  /** Where its documentation stands, if it has any. */
  docSpan: [number, number] | null;
  arity: number | null;
  type: string | null;
  /** It only says how what follows under its name can be called. */
  overload?: boolean;
  /** It only says that there is such a thing (RawSymbol). */
  declares?: boolean;
  /** What the language's rule says of it alone. */
  exported: boolean;
  top: boolean;
}

export interface PendingReference extends RawReference {
  /** The owner's name where the scope is an extended type. */
  owner: string | null;
  /** Kept only if the name is defined or imported in this file: plain names among arguments. */
  weak?: boolean;
  /** Weak, but methods count as well. */
  method?: boolean;
  /** A function that is given by its name to one that calls it: weak, but imports count as well. */
  handedOver?: true;
}

export interface PendingBinding extends RawBinding {
  owner: string | null;
  /** The symbol inside which it is written: a field's value may stand in a method. */
  written?: number;
}

export interface Pass {
  symbols: Pending[];
  references: PendingReference[];
  bindings: PendingBinding[];
  imports: (ParsedImport & { line: number; scope: number })[];
  importSpans: [number, number][];
  docstrings: [number, number][];
  comments: CommentBlock[];
  usedComments: Set<number>;
  /** Names that alone are public, null if the file does not say. */
  publics: Set<string> | null;
  /** Characters that stand in syntax errors. */
  damage: number;
  /** The module's docstring. */
  fileDoc: string;
  fileDocSpan: [number, number] | null;
  /** Calls whose extent is known, by their position among the references. */
  calls: CallSite[];
  /** Arguments that are nothing but a name. */
  names: { name: string; at: number; call: number }[];
  /** Arguments that can be functions, as written, by the call's place among the references. */
  given: Map<number, string[]>;
  /** Parameters by name and position. */
  parameters: { symbol: number; name: string; position: number | string }[];
}

/** A call as it stands in the text, for following what it returns. */
export interface CallSite {
  /** Index of its reference. */
  reference: number;
  /** Offset of the callee with its receiver; where its arguments begin (their end is its own); where it ends. */
  from: number;
  open: number;
  to: number;
}

export const TYPES: ReadonlySet<string> = new Set(["class", "struct", "interface", "trait", "enum", "type", "extend"]);
export const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "lambda", "macro"]);

/** The container's kind as hooks see it. */
export function withinOf(frame: Frame): SymbolKind {
  if (frame.kind === "extend") return frame.implementing ? "trait" : "class";
  return frame.kind === "lambda" ? "function" : frame.kind;
}

type Roles = ReadonlyMap<string, readonly Role[]>;

/** The words that roles need, and the roles that a text can have by those of them that it has. */
interface Needs {
  words: readonly string[];
  roles: Map<string, Roles>;
}

const needsOfRules = new WeakMap<RuleSet, Needs>();
const listed = (roles: Role | readonly Role[]): readonly Role[] => (Array.isArray(roles) ? roles : [roles as Role]);
const needed = (role: Role): readonly string[] =>
  (role.role === "extend" || role.role === "import" || role.role === "define" ? role.needs : undefined) ?? [];

/** The roles of each kind of node that a text can have; put together once for each set of rules and words of theirs. */
function rolesIn(rules: RuleSet, text: string): Roles {
  let known = needsOfRules.get(rules);
  if (!known) {
    const all = Object.values(rules.nodes).flatMap(listed);
    known = { words: [...new Set(all.flatMap(needed))], roles: new Map() };
    needsOfRules.set(rules, known);
  }
  const words = known.words.filter((word) => text.includes(word));
  const key = words.join(" ");
  let roles = known.roles.get(key);
  if (!roles) {
    const may = (role: Role): boolean => needed(role).length === 0 || needed(role).some((word) => words.includes(word));
    roles = new Map(Object.entries(rules.nodes).map(([kind, some]) => [kind, listed(some).filter(may)]));
    known.roles.set(key, roles);
  }
  return roles;
}

const VALUES: ReadonlySet<string> = new Set(["constant", "variable"]);
/** How the name ends of what is put into a list or map. */
export const PUT = `.${EACH}`;

/** What lies around the match at hand, and what was found so far? The stack of containers, the lists, and how something is added to them. */
export class State {
  readonly stack: Frame[] = [{ symbol: 0, owner: null, kind: "file", to: Number.POSITIVE_INFINITY, local: false }];
  /** Where what is bound now ends to hold, if that is not told by the container on top. */
  blockEnd: number | null = null;
  /** Offset of the node whose definition was opened last. */
  openedAt = -1;
  /** Offsets of the brackets that open parameters: in some grammars what is defined looks like a call. */
  readonly signatures = new Set<number>();
  readonly roles: ReadonlyMap<string, readonly Role[]>;
  readonly out: Pass;
  readonly lines: Lines;
  /** Names by the scope they are bound in, of the first so many bindings. */
  private readonly bound = new Map<number, Set<string>>();
  private indexed = 0;
  private pieceFrom = -1;
  private pieceEnd = -1;
  private pieceText = "";

  constructor(
    readonly text: string,
    readonly rules: RuleSet,
  ) {
    this.lines = linesOf(text);
    this.roles = rolesIn(rules, text);
    this.out = {
      symbols: [],
      references: [],
      bindings: [],
      imports: [],
      importSpans: [],
      docstrings: [],
      comments: [],
      usedComments: new Set(),
      publics: null,
      damage: 0,
      fileDoc: "",
      fileDocSpan: null,
      calls: [],
      names: [],
      given: new Map(),
      parameters: [],
    };
    this.out.symbols.push({
      kind: "file",
      name: "",
      parent: -1,
      owner: null,
      signature: "",
      doc: "",
      from: 0,
      to: text.length,
      signatureSpan: [0, 0],
      docSpan: null,
      arity: null,
      type: null,
      exported: true,
      top: true,
    });
  }

  /** The beginning of a match. Several roles ask for the same one. */
  piece(from: number, to: number, limit: number): string {
    const end = Math.min(to, from + limit);
    if (this.pieceFrom !== from || this.pieceEnd !== end) {
      this.pieceFrom = from;
      this.pieceEnd = end;
      this.pieceText = this.text.slice(from, end);
    }
    return this.pieceText;
  }

  popUntil(offset: number): void {
    while (this.stack[this.stack.length - 1]!.to <= offset) this.stack.pop();
  }

  get top(): Frame {
    return this.stack[this.stack.length - 1]!;
  }

  /** References to supertypes. @param head where they are written */
  supertypes(list: Supertype[], scope: number, owner: string | null, line: number, head: readonly [number, number]): void {
    for (const { kind, type } of list) {
      const name = type.replace(/\s+/g, "").replace(/^[&*]+/, "");
      const plain = re`^[a-zA-Z\x80-\u{10FFFF}_$@\\][\w\x80-\u{10FFFF}$]*(?:(?:\.|::|\\)${ID$})*`.exec(name)?.[0];
      if (plain) this.refer(kind, plain, null, this.lineOf(this.written(plain, ...head), line), scope, owner);
    }
  }

  /** Where the last word of a dotted name ends that stands in a part of the text; -1 where it does not. */
  private written(dotted: string, from: number, to: number): number {
    const name = /[^.:\\]*$/.exec(dotted)![0];
    const text = this.text.slice(from, to);
    for (let at = text.indexOf(name); at >= 0 && name !== ""; at = text.indexOf(name, at + 1)) {
      const end = at + name.length;
      if (!WORD.test(text[at - 1] ?? "") && !WORD.test(text[end] ?? "")) return from + end;
    }
    return -1;
  }

  /** The line of an offset, or the other one where there is none. */
  private lineOf(at: number, line: number): number {
    return at < 0 ? line : this.lines.at(at - 1);
  }

  /** A reference by a dotted name. */
  refer(kind: RawReference["kind"], dotted: string, arity: number | null, line: number, scope: number, owner: string | null): void {
    if (isIdentifier(dotted)) {
      this.push(kind, dotted, null, arity, line, scope, owner);
      return;
    }
    const match = /^(?:(.*)(?:\.|::|\\|->))?([^.:\\]+)$/s.exec(fold(dotted));
    if (match) this.push(kind, match[2]!, match[1] ? match[1].slice(0, 120) : null, arity, line, scope, owner);
  }

  push(
    kind: RawReference["kind"],
    name: string,
    receiver: string | null,
    arity: number | null,
    line: number,
    scope: number,
    owner: string | null,
    args: string | null = null,
  ): void {
    if (!name) return;
    const from = kind === "call" || kind === "new" ? this.caller(scope) : scope;
    const reference: PendingReference = { kind, name, receiver, arity, line, scope: from, owner };
    if (args) reference.args = args;
    if (this.top.line === line && this.rules.blocks) reference.inside = true;
    this.out.references.push(reference);
  }

  /** Is a name bound in a scope so far? By an index that follows the list: a list of thousands would be gone through for each call. */
  binds(scope: number, name: string): boolean {
    const { bindings } = this.out;
    for (; this.indexed < bindings.length; this.indexed++) {
      const one = bindings[this.indexed]!;
      const names = this.bound.get(one.scope);
      if (names) names.add(one.name);
      else this.bound.set(one.scope, new Set([one.name]));
    }
    return this.bound.get(scope)?.has(name) === true;
  }

  /** Is what is bound a variable of the file, set somewhere inside it, or what such a one holds? */
  isOfFile({ name, field, outer, assigned }: Bound): boolean {
    if (outer || field) return outer === true;
    if (name.endsWith(PUT)) return this.isOuter(name.slice(0, -PUT.length));
    return assigned === true && this.isOuter(name);
  }

  /** Is it a value of the file, which no local of the functions around hides? */
  isOuter(holder: string): boolean {
    const { symbol } = this.top;
    const root = /^[^.]*/.exec(holder)![0];
    const { symbols } = this.out;
    if (symbol === 0 || !symbols.some(({ name, parent, kind }) => parent === 0 && name === root && VALUES.has(kind))) return false;
    for (let at = symbol; at > 0; at = symbols[at]!.parent) if (this.binds(at, root)) return false;
    return true;
  }

  /** Whose code it is: what a variable's initialiser itself calls, the function around calls, or the file. */
  private caller(scope: number): number {
    let from = scope;
    for (let i = this.stack.length - 1; this.rules.flows && i > 0; i--) {
      const { kind, symbol } = this.stack[i]!;
      if (symbol !== from || (kind !== "variable" && kind !== "constant")) break;
      from = this.stack[i - 1]!.symbol;
    }
    return from;
  }

  /**
   * Names inside a type annotation.
   * @param line of what it belongs to
   * @returns up to where the part of the text is read that it is written in
   */
  uses(type: string, scope: number, line: number, [from, to]: readonly [number, number]): number {
    let at = from;
    const use = (path: string): void => {
      const end = this.written(path, at, to);
      if (end >= 0) at = end;
      this.use(path, scope, null, this.lineOf(end, line));
    };
    if (isIdentifier(type)) {
      use(type);
      return at;
    }
    // Literals, lifetimes, names of members and of associated types are no types.
    const bare = this.rules.quotedTypes ? type : type.replace(/"[^"]*"|'[^']*'(?=\s*(?:[|&,;)}\]>]|$))|`[^`]*`/g, " ");
    const plain = bare.replace(every`'${ID}(?![\w\x80-\u{10FFFF}'])|${ID$}(?:\s*=(?![=>])|\??:(?!:))`, " ");
    for (const [path] of plain.matchAll(every`${ID$}(?:(?:\.|::|\\)${ID$})*`)) use(path);
    return at;
  }

  /** A name used as a type or value. */
  use(path: string, scope: number, owner: string | null, line: number): void {
    const { builtinTypes } = this.rules;
    if (path === "_") return;
    // One letter (and a digit) is a type parameter, unless the file knows better.
    if (/^[a-zA-Z\x80-\u{10FFFF}]['\d]*$/u.test(path)) {
      if (/^\p{Lu}/u.test(path))
        this.out.references.push({ kind: "use", name: path, receiver: null, arity: null, line, scope, owner, weak: true });
      return;
    }
    if (builtinTypes && (builtinTypes.has(path) || (!isIdentifier(path) && builtinTypes.has(/^[^.:\\]*/.exec(path)![0])))) return;
    this.refer("use", path, null, line, scope, owner);
  }

  /** A binding of the container on top, or with `field` of the innermost type. */
  bind(name: string, type: string, from: RawBinding["from"], line: number, field: boolean): void {
    if (!field) {
      this.bindTo(this.top.symbol, this.top.owner, name, type, from, line);
      return;
    }
    for (let i = this.stack.length - 1; i > 0; i--) {
      const frame = this.stack[i]!;
      if (TYPES.has(frame.kind)) {
        this.bindTo(frame.symbol, frame.owner, name, type, from, line);
        return;
      }
    }
  }

  /** A value that is nothing but a name has its type, where the same function knows it. */
  sameAs(bound: Bound, name: string): Bound {
    const { bindings } = this.out;
    for (let i = bindings.length - 1; i >= Math.max(0, bindings.length - SAME_LIMIT); i--) {
      const known = bindings[i]!;
      if (known.scope === this.top.symbol && known.name === name && known.from !== "unknown")
        return { ...bound, type: known.type, from: known.from };
    }
    if (this.rules.bareCalls && !bindings.some((one) => one.scope === this.top.symbol && one.name === name))
      return { ...bound, type: name, from: "call" };
    return bound;
  }

  /** A binding of a scope. */
  bindTo(scope: number, owner: string | null, name: string, type: string, from: RawBinding["from"], line: number): void {
    const plain = from === "unknown" ? "" : from === "annotation" ? this.typeToBind(type) : type.trim();
    const binding: PendingBinding = { name, type: plain, from: plain ? from : "unknown", scope, line, owner, written: this.top.symbol };
    const { kind, symbol, to } = this.top;
    const until = this.blockEnd ?? (kind === "lambda" && symbol === scope ? to : null);
    if (until !== null && this.rules.blocks) {
      const end = this.lines.at(Math.max(0, until - 1));
      binding.end = this.blockEnd === null ? end : -end;
    }
    this.out.bindings.push(binding);
  }

  /** A type as bindings keep it: the name to look up, or of a holder (`T[]`, `Map<K, V>`) all that is written. */
  typeToBind(type: string): string {
    const plain = (this.rules.typeName ?? typeName)(type);
    // of a union one of its types has what is asked
    const bare =
      this.rules.flows && plain === "" && type.includes("|") && type.length <= HOLDER_LIMIT ? type.replace(/<[^<>|]*>/g, "") : "";
    if (/^[\w\x80-\u{10FFFF}.|\s]+$/u.test(bare)) return fold(bare);
    if ((!this.rules.flows && !this.rules.documented) || !/[<[]/.test(type) || type.length > HOLDER_LIMIT) return plain;
    return heldType(type) ? fold(type) : plain;
  }

  /** Where a part of a node stands. */
  place(place: Place, node: SyntaxNode, at: number, to: number): [number, number] | null {
    if (typeof place === "string") return node.field(place);
    const name = this.match(place, at);
    return name === null || place.lastIndex > to ? null : [place.lastIndex - name.length, place.lastIndex];
  }

  /** Group 1 of a sticky pattern at an offset. */
  match(pattern: RegExp, at: number): string | null {
    return this.matched(pattern, at)?.[1] ?? null;
  }

  matched(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text);
  }
}
