/**
 * One pass over the matches of a file, in document order: spans on a stack decide what is inside what.
 *
 * Nothing here knows a language; what a match means comes from its `RuleSet`.
 */
import type { SgNode } from "@ast-grep/napi";
import { signatureLimit } from "../base/settings.ts";
import type { RawBinding, RawReference, SymbolKind } from "../base/types.ts";
import { type Callee, calleeBefore } from "./callee.ts";
import { addComment, blockBefore, type CommentBlock, commentText, docstringAt } from "./comments.ts";
import {
  argumentPieces,
  closeBracket,
  countArguments,
  countPieces,
  eachComment,
  findOutside,
  fold,
  isWord,
  skipAngles,
  skipSpace,
  skipWord,
  splitList,
} from "./lex.ts";
import { Lines } from "./lines.ts";
import type {
  AttachRule,
  Bound,
  CallRule,
  Declaration,
  DefineRule,
  ExtendRule,
  ImportRule,
  LambdaRule,
  Named,
  Parameter,
  ParsedImport,
  Place,
  Role,
  RuleSet,
  Supertype,
} from "./rules/_rules.ts";
import { typeName } from "./typename.ts";

/** Text handed to hooks. */
const PEEK = 300;
const NAMES = 4_000;
const IMPORT_TEXT = 20_000;
/** Longest type or return type kept. */
const TYPE_LIMIT = 200;
/** Longest way from a definition's start to the end of its signature that is lexed. */
const HEAD_LIMIT = 20_000;

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
  arity: number | null;
  type: string | null;
  /** What the language's rule says of it alone. */
  exported: boolean;
  top: boolean;
}

export interface PendingReference extends RawReference {
  /** The owner's name where the scope is an extended type. */
  owner: string | null;
  /** Kept only if the name is defined or imported in this file: plain names among arguments. */
  weak?: boolean;
}

export interface PendingBinding extends RawBinding {
  owner: string | null;
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
}

/** An argument that is nothing but a name, perhaps behind its keyword. */
const PLAIN = /^(?:[\p{L}_$][\p{L}\p{N}_$]*\s*[=:]\s*)?([\p{L}_$][\p{L}\p{N}_$]*)$/u;

const TYPES: ReadonlySet<string> = new Set(["class", "struct", "interface", "trait", "enum", "type", "extend"]);
const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "lambda", "macro"]);

/**
 * Offsets of a node. An edit carries the same numbers as `range()` in one object instead of three, and costs 1.2 µs instead of 2.0:
 * this is the most frequent call of all.
 */
function spanOf(node: SgNode): [number, number] {
  const { startPos, endPos } = node.replace("");
  return [startPos, endPos];
}

/** The container's kind as hooks see it. */
function withinOf(frame: Frame): SymbolKind {
  if (frame.kind === "extend") return frame.implementing ? "trait" : "class";
  return frame.kind === "lambda" ? "function" : frame.kind;
}

/** Runs the rules over matches in document order. */
export function runPass(text: string, matches: readonly SgNode[], rules: RuleSet): Pass {
  return new Runner(text, rules).run(matches);
}

class Runner {
  private readonly stack: Frame[] = [{ symbol: 0, owner: null, kind: "file", to: Number.POSITIVE_INFINITY, local: false }];
  private parsedAt = -1;
  private pendingDoc: { text: string; to: number } | null = null;
  private readonly closing = new Map<number, number>();
  /** Calls before this offset are none. */
  private opaqueTo = 0;
  /** The last match that modifiers were asked for. */
  private listed: { at: number; to: number; text: string } | null = null;
  private readonly attached: { from: number; to: number; references: number }[] = [];
  private readonly roles = new Map<string, Role[]>();
  private readonly starts: [string, Role[]][];
  private readonly modifiers: ReadonlySet<string>;
  private readonly out: Pass;
  private readonly lines: Lines;

  constructor(
    private readonly text: string,
    private readonly rules: RuleSet,
  ) {
    this.lines = new Lines(text);
    for (const [kind, role] of Object.entries(rules.nodes)) this.roles.set(kind, Array.isArray(role) ? role : [role]);
    this.starts = Object.entries(rules.starts ?? {}).map(([start, kind]) => [start, this.roles.get(kind) ?? []]);
    this.modifiers = new Set(rules.modifiers ?? []);
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
      arity: null,
      type: null,
      exported: true,
      top: true,
    });
  }

  run(matches: readonly SgNode[]): Pass {
    if (this.rules.docstrings) {
      const start = this.text.startsWith("\ufeff") ? 1 : 0;
      const found = docstringAt(this.text, start, this.text.length);
      if (found) {
        this.out.fileDoc = found.doc;
        this.out.docstrings.push(found.span);
      }
    }
    if (this.rules.lexComments) this.comments();
    const sections = this.rules.section ? [...this.text.matchAll(this.rules.section)] : [];
    let section = 0;
    for (const node of matches) {
      const [from, to] = spanOf(node);
      const roles = this.rolesOf(node, from);
      if (roles === null) {
        this.out.damage += Math.max(1, to - from);
        continue;
      }
      for (; section < sections.length && sections[section]!.index < from; section++) {
        this.popUntil(sections[section]!.index);
        this.top.section = sections[section]![1]!;
      }
      this.popUntil(from);
      const line = this.lines.at(from);
      for (const role of roles) this.apply(role, node, from, to, line);
    }
    return this.out;
  }

  private comments(): void {
    const { text, lines, out } = this;
    const { syntax } = this.rules;
    eachComment(text, syntax, (from, to) => addComment(out.comments, text, from, to, lines.at(from), lines.at(to), syntax));
  }

  /** Null: a syntax error. */
  private rolesOf(node: SgNode, from: number): Role[] | null {
    for (const [start, roles] of this.starts) if (this.text.startsWith(start, from)) return roles;
    const kind: string = String(node.kind());
    return kind === "ERROR" ? null : (this.roles.get(kind) ?? []);
  }

  private popUntil(offset: number): void {
    while (this.stack[this.stack.length - 1]!.to <= offset) this.stack.pop();
  }

  private get top(): Frame {
    return this.stack[this.stack.length - 1]!;
  }

  private apply(role: Role, node: SgNode, from: number, to: number, line: number): void {
    const frame = this.top;
    const peek = (limit: number): string => this.text.slice(from, Math.min(to, from + limit));
    switch (role.role) {
      case "comment":
        addComment(this.out.comments, this.text, from, to, line, this.lines.at(to), this.rules.syntax);
        return;
      case "doc": {
        const found = role.parse(this.text.slice(from, Math.min(to, from + IMPORT_TEXT)));
        if (!found) return;
        if (found.inside) this.out.symbols[frame.symbol]!.doc = found.doc;
        else if (found.doc || !this.pendingDoc) this.pendingDoc = { text: found.doc, to };
        this.out.docstrings.push([from, to]);
        return;
      }
      case "call":
        this.call(role, node, from, to, line);
        return;
      case "calls":
        for (const call of role.parse(peek(IMPORT_TEXT))) {
          this.push("call", call.name, call.receiver, call.arity, this.lines.at(from + call.at), frame.symbol, frame.owner);
        }
        return;
      case "bind":
        for (const bound of role.parse(peek(PEEK))) {
          const { name, type, from: how } = bound.same === undefined ? bound : this.sameAs(bound, bound.same);
          this.bind(name, type, how, line, bound.field === true);
        }
        return;
      case "define":
        this.define(role, node, from, to);
        return;
      case "attach":
        this.attach(role, from, to, line);
        return;
      case "lambda":
        this.lambda(role, from, to, line);
        return;
      case "import":
        this.import(role, from, to, line);
        return;
      case "extend":
        this.extend(role, from, to, line);
        return;
      case "supertype":
        if (frame.kind !== "file" && !FUNCTIONS.has(frame.kind))
          this.supertypes(role.parse(peek(PEEK), this.text.slice(Math.max(0, from - 40), from)), frame.symbol, frame.owner, line);
        return;
      case "public": {
        const names = frame.symbol === 0 ? role.parse(peek(IMPORT_TEXT)) : null;
        if (names) this.out.publics = new Set([...(this.out.publics ?? []), ...names]);
        return;
      }
      case "use": {
        role.name.lastIndex = from;
        const name = role.name.exec(this.text)?.[1];
        if (name) this.use(name, frame.symbol, frame.owner, line);
        return;
      }
    }
  }

  // ------------------------------------------------------------------------------------------ definitions

  private define(rule: DefineRule, node: SgNode, at: number, to: number): void {
    const frame = this.top;
    const where = rule.where ?? "anywhere";
    if (where !== "anywhere" && frame.local) return;
    if (where === "type" && !TYPES.has(frame.kind)) return;
    if (rule.unless) {
      rule.unless.lastIndex = to;
      if (rule.unless.test(this.text) && this.modifiersBefore(at) === at) return;
    }
    const within = withinOf(frame);
    const before = this.modifiersOf(at, to);
    let kind = typeof rule.as === "string" ? rule.as : rule.as(this.text.slice(at, Math.min(to, at + NAMES)), within, before);
    if (kind === null) return;
    if (rule.inType && TYPES.has(frame.kind)) kind = rule.inType;
    const names = this.names(rule, node, at, to);
    const owner = rule.owner ? this.match(rule.owner, at) : null;
    const outside = owner === null ? frame.owner : typeName(owner);
    for (const named of names) {
      const { from, to: own } = named;
      this.defineOne(rule, node, kind, named, at, at + (from ?? 0), own === undefined ? to : at + own, named.owner ?? outside, frame);
    }
  }

  private names(rule: DefineRule, node: SgNode, at: number, to: number): Named[] {
    if (typeof rule.name === "function") return rule.name(this.text.slice(at, Math.min(to, at + NAMES)));
    const place = this.place(rule.name, node, at, to);
    if (!place || place[1] <= place[0] || place[1] - place[0] > PEEK) return [];
    return [{ name: fold(this.text.slice(...place)), end: place[1] - at }];
  }

  private defineOne(
    rule: DefineRule,
    node: SgNode,
    ruled: SymbolKind,
    named: Named,
    base: number,
    at: number,
    to: number,
    owner: string | null,
    frame: Frame,
  ): void {
    const { text, rules, out } = this;
    const { syntax } = rules;
    const { name } = named;
    const nameEnd = base + named.end;
    const kind = named.kind === "function" && rule.inType && TYPES.has(frame.kind) ? rule.inType : (named.kind ?? ruled);
    const limit = Math.min(to, at + HEAD_LIMIT);
    let afterParams = nameEnd;
    let parameters: [number, number] | null = null;
    if (rule.params === true) {
      let i = skipSpace(text, nameEnd, limit);
      if (text[i] === "?" || text[i] === "!") i = skipSpace(text, i + 1, limit);
      if (syntax.angles) i = skipSpace(text, skipAngles(text, i, limit), limit);
      if (syntax.squareGenerics && text[i] === "[") i = skipSpace(text, Math.max(i, closeBracket(text, i, limit, syntax)), limit);
      if (text[i] === "(") {
        const close = closeBracket(text, i, limit, syntax);
        if (close > 0) {
          parameters = [i + 1, close - 1];
          afterParams = close;
        }
      }
    } else if (rule.params instanceof RegExp) {
      rule.params.lastIndex = nameEnd;
      if (rule.params.test(text)) {
        let i = rule.params.lastIndex;
        if (syntax.angles) i = skipSpace(text, skipAngles(text, i, limit), limit);
        const close = text[i] === "(" ? closeBracket(text, i, limit, syntax) : skipWord(text, i, limit, syntax.identifier);
        if (close > i) {
          parameters = text[i] === "(" ? [i + 1, close - 1] : [i, close];
          afterParams = close;
        }
      }
    } else if (typeof rule.params === "string") {
      const span = this.place(rule.params, node, at, to);
      if (span) {
        const bracket = text[span[0]] === "(" || text[span[0]] === "[" || text[span[0]] === "|" ? 1 : 0;
        parameters = [span[0] + bracket, span[1] - bracket];
        if (span[1] > afterParams) afterParams = span[1];
      }
    } else if (syntax.squareGenerics && text[afterParams] === "[") {
      afterParams = Math.max(afterParams, closeBracket(text, afterParams, limit, syntax));
    }
    const items = parameters ? this.parameters(parameters) : null;
    const merged = rule.merge ? this.mergeInto(name, items?.length ?? null, frame, to) : -1;
    if (merged >= 0) {
      for (const item of items ?? [])
        if (item.name) this.bindTo(merged, null, item.name, item.type ?? "", item.type ? "annotation" : "unknown", this.lines.at(at));
      return;
    }
    let bodyAt = rule.body ? (this.place(rule.body, node, at, to)?.[0] ?? to) : to;
    if (named.head !== undefined) bodyAt = Math.min(bodyAt, base + named.head);
    else if (rule.until) bodyAt = findOutside(text, afterParams, Math.min(bodyAt, limit), rule.until, syntax);
    bodyAt = Math.max(bodyAt, nameEnd);

    const declared = this.modifiersBefore(at);
    const { from, doc: commentDoc, references } = this.attachedBefore(declared);
    const whole = text.slice(declared, Math.min(bodyAt, declared + HEAD_LIMIT));
    const shared = declared === at && this.listed?.at === base ? this.listed.text : "";
    const head = shared + (rules.inlineAttributes ? whole.slice(Math.min(whole.length, rules.inlineAttributes(whole))) : whole);
    const tail = text.slice(Math.min(afterParams, bodyAt), Math.min(bodyAt, afterParams + HEAD_LIMIT));
    const within = withinOf(frame);
    const declaration: Declaration = { kind, name, head, tail, within, section: frame.section ?? "" };

    let doc = this.takeDoc(from) ?? commentDoc;
    if (rules.docstrings && rule.until) {
      const found = docstringAt(text, bodyAt + 1, to);
      if (found) {
        doc = found.doc;
        out.docstrings.push(found.span);
      }
    }
    const index = out.symbols.length;
    let type: string | null = null;
    if (named.type !== undefined) type = named.type;
    else if (typeof rule.type === "string") {
      const span = this.place(rule.type, node, at, to);
      if (span) type = text.slice(span[0], Math.min(span[1], span[0] + TYPE_LIMIT * 2));
    } else if (rule.type) type = rule.type.exec(tail)?.[1] ?? null;
    if (type !== null) type = fold(type.replace(/^\s*:\s*/, "")).slice(0, TYPE_LIMIT) || null;
    out.symbols.push({
      kind,
      name,
      parent: owner === null || (rule.owner === undefined && !named.owner) ? frame.symbol : 0,
      owner,
      signature: fold(head.replace(/[\s:={]+$/, "")).slice(0, signatureLimit),
      doc,
      from,
      to,
      signatureSpan: [declared, Math.min(declared + whole.trimEnd().length, to)],
      arity: items ? items.length : null,
      type,
      exported: rules.exported?.(declaration) ?? true,
      top: frame.kind === "file",
    });
    for (let i = references; i < out.references.length; i++)
      if (out.references[i]!.scope === frame.symbol) out.references[i]!.scope = index;

    const line = this.lines.at(at);
    for (const item of items ?? []) {
      if (item.name) this.bindTo(index, null, item.name, item.type ?? "", item.type ? "annotation" : "unknown", line);
      for (const name of item.also ?? []) this.bindTo(index, null, name, "", "unknown", line);
      if (item.name && item.field)
        this.bindTo(frame.symbol, frame.owner, item.name, item.type ?? "", item.type ? "annotation" : "unknown", line);
      if (item.type) this.uses(item.type, index, line);
    }
    if (type !== null) {
      this.uses(type, index, line);
      if (kind === "field" || kind === "variable" || kind === "constant")
        this.bindTo(frame.symbol, frame.owner, name, type, "annotation", line);
    }
    if (rule.supers) this.supertypes(rule.supers(declaration), index, null, line);
    if (rule.leaf || named.leaf) return;
    if (rule.rest) {
      if (this.top.rest) this.stack.pop();
      this.stack.push({ symbol: index, owner: null, kind, to: this.top.to, local: frame.local, rest: true });
      out.symbols[index]!.to = Math.min(this.top.to, text.length);
      return;
    }
    if (
      !FUNCTIONS.has(kind) &&
      !TYPES.has(kind) &&
      kind !== "namespace" &&
      kind !== "module" &&
      to <= at + PEEK &&
      !text.slice(at, to).includes("{")
    )
      return;
    this.stack.push({ symbol: index, owner: null, kind, to, local: frame.local || FUNCTIONS.has(kind) });
  }

  /** Lengthens the last symbol of the container over this further clause of it. */
  private mergeInto(name: string, arity: number | null, frame: Frame, to: number): number {
    const { symbols } = this.out;
    let first = -1;
    for (let last = symbols.length - 1; last > 0; last--) {
      const symbol = symbols[last]!;
      if (symbol.parent > frame.symbol) continue;
      if (symbol.parent !== frame.symbol || symbol.owner !== frame.owner || !FUNCTIONS.has(symbol.kind)) return -1;
      // Names declared together (`x, y :: Int`) are defined one after another.
      if (first >= 0 && symbol.from !== first) return -1;
      first = symbol.from;
      if (symbol.name !== name || (arity !== null && symbol.arity !== null && arity !== symbol.arity)) continue;
      symbol.to = to;
      this.stack.push({ symbol: last, owner: null, kind: symbol.kind, to, local: true });
      return last;
    }
    return -1;
  }

  /** Documentation that is code and stands before `from`, since the definition before. */
  private takeDoc(from: number): string | null {
    const doc = this.pendingDoc;
    this.pendingDoc = null;
    return doc !== null && doc.to <= from ? doc.text : null;
  }

  /** The modifiers before `at`; behind a comma those of what stands before it: `export const a = 1, b = 2`. */
  private modifiersOf(at: number, to: number): string {
    if (this.modifiers.size === 0) return "";
    if (this.listed?.at === at) return this.listed.text;
    const from = this.modifiersBefore(at);
    let text = this.text.slice(from, at);
    const { listed } = this;
    if (from === at && listed && listed.to <= at && /^\s*,\s*$/.test(this.text.slice(listed.to, Math.min(at, listed.to + 200))))
      text = listed.text;
    this.listed = { at, to, text };
    return text;
  }

  /** Start of the modifiers (`export const`) directly before `at`. */
  private modifiersBefore(at: number): number {
    let from = at;
    if (this.rules.prefix) from = this.rules.prefix(this.text, from);
    if (this.modifiers.size === 0) return from;
    const across = this.rules.modifiersOnLine !== true;
    for (;;) {
      let i = from;
      while (i > 0 && (this.text[i - 1] === " " || this.text[i - 1] === "\t" || (across && this.text[i - 1] === "\n"))) i--;
      let start = i;
      while (start > 0 && i - start < 16 && /[a-z]/.test(this.text[start - 1]!)) start--;
      if (start === i || !this.modifiers.has(this.text.slice(start, i))) return from;
      from = start;
    }
  }

  /** Extends a start over decorators and attributes before it, and finds the doc comment above (or among) them. */
  private attachedBefore(declared: number): { from: number; doc: string; references: number } {
    const { out, text } = this;
    let from = declared;
    let doc = "";
    let references = Number.POSITIVE_INFINITY;
    for (;;) {
      const last = this.attached[this.attached.length - 1];
      if (last && last.to <= from && !/\S/.test(text.slice(last.to, from))) {
        from = last.from;
        references = last.references;
        this.attached.pop();
        continue;
      }
      const block = blockBefore(out.comments, text, from);
      if (block < 0 || out.usedComments.has(block)) break;
      const comment = out.comments[block]!;
      if (!doc) {
        doc = commentText(text.slice(comment.from, comment.to));
        out.usedComments.add(block);
      }
      if (!last || last.to > comment.from || /\S/.test(text.slice(last.to, comment.from))) break;
      from = comment.from;
    }
    return { from, doc, references };
  }

  private parameters([from, to]: [number, number]): Parameter[] {
    const parse = this.rules.parameter;
    const items: Parameter[] = [];
    for (const [a, b] of splitList(this.text, from, to, this.rules.syntax, this.rules.syntax.angles)) {
      const item = parse ? parse(this.text.slice(a, Math.min(b, a + PEEK))) : { name: "", type: null };
      if (item) items.push(item);
    }
    for (let i = items.length - 2; i >= 0; i--) if (items[i]!.grouped && items[i]!.type === null) items[i]!.type = items[i + 1]!.type;
    return items;
  }

  // ------------------------------------------------------------------------------------------ other containers

  private extend(rule: ExtendRule, from: number, to: number, line: number): void {
    const frame = this.top;
    const owner = this.match(rule.owner, from);
    if (!owner) return;
    const name = typeName(owner).replace(/^.*(?:::|\.|\\)/, "");
    if (!name) return;
    let implementing = false;
    if (rule.supers) {
      const end = findOutside(this.text, from, Math.min(to, from + HEAD_LIMIT), ["{"], this.rules.syntax);
      const supers = rule.supers(this.text.slice(from, end));
      implementing = supers.length > 0;
      this.supertypes(supers, frame.symbol, name, line);
    }
    this.attachedBefore(from);
    this.stack.push({ symbol: frame.symbol, owner: name, kind: "extend", to, implementing, local: frame.local });
  }

  private lambda(rule: LambdaRule, from: number, to: number, line: number): void {
    const frame = this.top;
    const { text } = this;
    let at = from;
    if (rule.params) {
      rule.params.lastIndex = from;
      if (rule.params.test(text)) at = rule.params.lastIndex;
    }
    let span: [number, number];
    if (text[at] === "(" || text[at] === "|") {
      const close =
        text[at] === "|" ? text.indexOf("|", at + 1) + 1 : closeBracket(text, at, Math.min(to, at + HEAD_LIMIT), this.rules.syntax);
      span = [at + 1, Math.max(at + 1, close - 1)];
    } else {
      let end = skipWord(text, at, to);
      for (let next = skipSpace(text, end, to); text[next] === ","; next = skipSpace(text, end, to))
        end = skipWord(text, skipSpace(text, next + 1, to), to);
      span = [at, end];
    }
    for (const item of this.parameters(span)) {
      for (const name of item.also ?? []) this.bind(name, "", "unknown", line, false);
      if (item.name) this.bind(item.name, item.type ?? "", item.type ? "annotation" : "unknown", line, false);
    }
    this.stack.push({ symbol: frame.symbol, owner: frame.owner, kind: "lambda", to, local: true });
  }

  // ------------------------------------------------------------------------------------------ references

  private attach(rule: AttachRule, from: number, to: number, line: number): void {
    const frame = this.top;
    this.attached.push({ from, to, references: this.out.references.length });
    if (rule.opaque) this.opaqueTo = to;
    if (!rule.decorates) return;
    const dotted = this.match(rule.decorates, from);
    if (!dotted) return;
    const open = skipSpace(this.text, rule.decorates.lastIndex, to);
    const arity = this.text[open] === "(" ? countArguments(this.text, open, to, this.rules.syntax) : null;
    this.refer("decorate", dotted, arity, line, frame.symbol, frame.owner);
  }

  private import(rule: ImportRule, from: number, to: number, line: number): void {
    if (rule.when) {
      rule.when.lastIndex = from;
      if (!rule.when.test(this.text)) return;
    }
    const statement = this.withoutComments(from, Math.min(to, from + IMPORT_TEXT));
    const parsed = rule.parse(statement);
    if (parsed.length === 0) return;
    for (const one of parsed) this.out.imports.push({ ...one, line, scope: this.top.symbol });
    const length = parsed[0]!.length;
    this.out.importSpans.push([from, length === undefined ? to : from + length]);
  }

  /** Source text with comments blanked. */
  private withoutComments(from: number, to: number): string {
    const { lineComments, blockComments } = this.rules.syntax;
    let text = this.text.slice(from, to);
    for (const [open, close] of blockComments) {
      for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open)) {
        const end = text.indexOf(close, at + open.length);
        text = `${text.slice(0, at)} ${end < 0 ? "" : text.slice(end + close.length)}`;
      }
    }
    if (!text.includes("\n")) return text;
    for (const open of lineComments)
      if (text.includes(open)) text = text.replaceAll(new RegExp(`(^|[\\s,({])${escapeRegex(open)}.*`, "gm"), "$1");
    return text;
  }

  private call(rule: CallRule, node: SgNode, from: number, to: number, line: number): void {
    if (from < this.opaqueTo) return;
    const { text, rules } = this;
    const frame = this.top;
    const kind = rule.kind ?? "call";
    if (rule.parse) {
      // Application written as nesting (`f a b` is `(f a) b`): the outermost tells all.
      if (this.parsedAt === from) return;
      const call = rule.parse(text.slice(from, Math.min(to, from + PEEK)));
      if (call) this.parsedAt = from;
      if (call) this.push(call.kind ?? kind, call.name, call.receiver, call.arity, line, frame.symbol, frame.owner);
      return;
    }
    if (rule.callee === "end") {
      const callee = isWord(text.charCodeAt(to - 1), rules.syntax.identifier)
        ? calleeBefore(text, to, from, rules.syntax, this.closing, this.out.comments)
        : null;
      // What ends here must also begin here: `f a.b` is a call of f, and its argument is a match of its own.
      if (callee && callee.receiver !== null && callee.from === from) this.pushCallee(rule, callee, "", 0, frame);
      return;
    }
    if (rule.callee === "before") {
      this.closing.set(to, from);
      const callee = calleeBefore(text, from, 0, rules.syntax, this.closing, this.out.comments);
      if (!callee || callee.before === "@" || callee.before === "class" || callee.before === "def") return;
      if (rule.declares && callee.receiver === null && rule.declares.names.test(callee.name)) {
        rule.declares.unless.lastIndex = to;
        if (rule.declares.unless.test(text)) return;
        for (const role of this.roles.get(rule.declares.kind) ?? [])
          if (role.role !== "call") this.apply(role, node, callee.from, to, this.lines.at(callee.at));
      }
      const arity = this.arguments(from, to);
      if (rule.accept) this.pushCallee(rule, callee, text[from] ?? "", arity, frame);
      else
        this.push(
          callee.before === "new" ? "new" : kind,
          callee.name,
          callee.receiver,
          arity,
          this.lines.at(callee.at),
          frame.symbol,
          frame.owner,
        );
      return;
    }
    const span = rule.callee ? this.place(rule.callee, node, from, to) : null;
    if (!span) return;
    const list = rule.arguments ? this.place(rule.arguments, node, from, to) : null;
    if (list) this.closing.set(list[1], list[0]);
    const arity = list ? this.arguments(list[0], list[1]) : null;
    if (rule.receiver) {
      const object = this.place(rule.receiver, node, from, to);
      const receiver = object ? fold(text.slice(object[0], Math.min(object[1], object[0] + 400))).slice(0, 120) : null;
      this.push(kind, fold(text.slice(...span)), receiver, arity, line, frame.symbol, frame.owner);
      return;
    }
    const callee = calleeBefore(text, span[1], span[0], rules.syntax, this.closing, this.out.comments);
    if (callee) this.push(kind, callee.name, callee.receiver, arity, this.lines.at(callee.at), frame.symbol, frame.owner);
  }

  private pushCallee(rule: CallRule, callee: Callee, open: string, arity: number | null, frame: Frame): void {
    const accepted = rule.accept ? rule.accept({ ...callee, open }) : { ...callee, kind: undefined, arity: undefined };
    if (accepted)
      this.push(
        accepted.kind ?? rule.kind ?? "call",
        accepted.name,
        accepted.receiver,
        accepted.arity === null ? null : arity,
        this.lines.at(callee.at),
        frame.symbol,
        frame.owner,
      );
  }

  /** Counts arguments, and notes plain names among them: they are uses if the file knows them. */
  private arguments(from: number, to: number): number | null {
    const { text, top } = this;
    const pieces = argumentPieces(text, from, to, this.rules.syntax);
    if (!pieces) return null;
    for (const [start, end] of pieces) {
      if (end - start > 80) continue;
      const name = PLAIN.exec(text.slice(start, end))?.[1];
      if (name === undefined) continue;
      const { symbol: scope, owner } = top;
      this.out.references.push({ kind: "use", name, receiver: null, arity: null, line: this.lines.at(end - 1), scope, owner, weak: true });
    }
    return countPieces(text, pieces, this.rules.syntax);
  }

  private supertypes(list: Supertype[], scope: number, owner: string | null, line: number): void {
    for (const { kind, type } of list) {
      const name = type.replace(/\s+/g, "").replace(/^[&*]+/, "");
      const plain = /^[\p{L}_$@\\][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*/u.exec(name)?.[0];
      if (plain) this.refer(kind, plain, null, line, scope, owner);
    }
  }

  /** A reference by a dotted name. */
  private refer(kind: RawReference["kind"], dotted: string, arity: number | null, line: number, scope: number, owner: string | null): void {
    const match = /^(?:(.*)(?:\.|::|\\|->))?([^.:\\]+)$/s.exec(fold(dotted));
    if (match) this.push(kind, match[2]!, match[1] ? match[1].slice(0, 120) : null, arity, line, scope, owner);
  }

  private push(
    kind: RawReference["kind"],
    name: string,
    receiver: string | null,
    arity: number | null,
    line: number,
    scope: number,
    owner: string | null,
  ): void {
    if (name) this.out.references.push({ kind, name, receiver, arity, line, scope, owner });
  }

  /** Names inside a type annotation. */
  private uses(type: string, scope: number, line: number): void {
    // Literals, lifetimes, names of members and of associated types are no types.
    const bare = this.rules.quotedTypes ? type : type.replace(/"[^"]*"|'[^']*'(?=\s*(?:[|&,;)}\]>]|$))|`[^`]*`/g, " ");
    const plain = bare.replace(/'[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_'])|[\p{L}_$][\p{L}\p{N}_$]*(?:\s*=(?![=>])|\??:(?!:))/gu, " ");
    for (const [path] of plain.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*/gu)) {
      this.use(path, scope, null, line);
    }
  }

  private use(path: string, scope: number, owner: string | null, line: number): void {
    const { builtinTypes } = this.rules;
    if (path === "_") return;
    // One letter (and a digit) is a type parameter, unless the file knows better.
    if (/^\p{L}['\d]*$/u.test(path)) {
      if (/^\p{Lu}/u.test(path))
        this.out.references.push({ kind: "use", name: path, receiver: null, arity: null, line, scope, owner, weak: true });
      return;
    }
    if (builtinTypes && (builtinTypes.has(path) || builtinTypes.has(/^[^.:\\]*/.exec(path)![0]))) return;
    this.refer("use", path, null, line, scope, owner);
  }

  // ------------------------------------------------------------------------------------------ bindings

  private bind(name: string, type: string, from: RawBinding["from"], line: number, field: boolean): void {
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
  private sameAs(bound: Bound, name: string): Bound {
    const { bindings } = this.out;
    for (let i = bindings.length - 1; i >= Math.max(0, bindings.length - SAME_LIMIT); i--) {
      const known = bindings[i]!;
      if (known.scope === this.top.symbol && known.name === name && known.from !== "unknown")
        return { ...bound, type: known.type, from: known.from };
    }
    return bound;
  }

  private bindTo(scope: number, owner: string | null, name: string, type: string, from: RawBinding["from"], line: number): void {
    const plain = from === "unknown" ? "" : from === "annotation" ? (this.rules.typeName ?? typeName)(type) : type.trim();
    this.out.bindings.push({ name, type: plain, from: plain ? from : "unknown", scope, line, owner });
  }

  // ------------------------------------------------------------------------------------------ helpers

  private place(place: Place, node: SgNode, at: number, to: number): [number, number] | null {
    if (typeof place === "string") {
      const field = node.field(place);
      if (!field) return null;
      return spanOf(field);
    }
    const name = this.match(place, at);
    return name === null || place.lastIndex > to ? null : [place.lastIndex - name.length, place.lastIndex];
  }

  private match(pattern: RegExp, at: number): string | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[1] ?? null;
  }
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
