/** Definitions: where they begin and end, what they are called, their signature, documentation and parameters. */

import { signatureLimit } from "../../../base/limits.ts";
import { ACCESS, type SymbolKind } from "../../../base/types.ts";
import { ABSTRACT, EXTENDS } from "../../../files/kinds.ts";
import { docstringAt } from "../comments.ts";
import { closeBracket, findOutside, fold, skipAngles, skipSpace, skipWord, splitList } from "../lex.ts";
import type { Lines } from "../lines.ts";
import { BETWEEN } from "../resolve/signatures.ts";
import { closing } from "../resolve/text.ts";
import { FORM, PARAMETERS, RETURNED } from "../resolve/world.ts";
import type { Declaration, DefineRule, Named, Parameter, RuleSet, Supertype, Syntax } from "../rules/_rules.ts";
import type { SyntaxNode } from "../syntax.ts";
import { typeName } from "../typename.ts";
import { DOTTED$, ID, ID$, re } from "../words.ts";
import { type Attachments, withoutOpening } from "./attach.ts";
import { functionTypes, parametersOf, superArguments, templateForm } from "./generics.ts";
import { type Frame, FUNCTIONS, HEAD_LIMIT, type Pass, PEEK, type State, TYPES, withinOf } from "./state.ts";

/** Text handed to the hooks that name definitions. */
const NAMES = 4_000;
/** Longest type or return type kept. */
const TYPE_LIMIT = 200;

/** Types that do not say of what. */
const PLAIN_LIST = /^\??(?:array|iterable)$/;

/** Is it a type that tells more than the forms before did? */
const saysType = (type: string): boolean => !/^(?:any|unknown|object|Any|t\.Any|typing\.Any)$/.test(type) && typeName(type) !== "";

/** What the field is called that a parameter declares. */
const fieldOf = ({ name, field }: Parameter): string => (typeof field === "string" ? field : name);

/** Behind a function: its call. */
const AT_ONCE = /^\s*(?:\)\s*)?(?:\.(?:call|apply)\s*)?\(/;

/** What does this match define? */
export class Definitions {
  private readonly text: string;
  private readonly rules: RuleSet;
  private readonly out: Pass;
  private readonly lines: Lines;

  constructor(
    private readonly state: State,
    private readonly attachments: Attachments,
  ) {
    ({ text: this.text, rules: this.rules, out: this.out, lines: this.lines } = state);
  }

  define(rule: DefineRule, node: SyntaxNode, at: number, to: number): void {
    let frame = this.state.top;
    const where = rule.where ?? "anywhere";
    if (where !== "anywhere" && frame.local && (where !== "unnamed" || FUNCTIONS.has(this.out.symbols[frame.symbol]?.kind ?? "file")))
      return;
    if (where === "type" && !TYPES.has(frame.kind)) return;
    if (rule.unless) {
      rule.unless.lastIndex = to;
      if (rule.unless.test(this.text) && this.attachments.modifiersBefore(at) === at) return;
    }
    const within = withinOf(frame);
    const before = this.attachments.modifiersOf(at, to);
    let kind = typeof rule.as === "string" ? rule.as : rule.as(this.state.piece(at, to, NAMES), within, before);
    if (kind === null) return;
    if (rule.inType && TYPES.has(frame.kind)) kind = rule.inType;
    if ((rule.rest || rule.outermost) && frame.rest) {
      // one without an end of its own ends where the next begins
      this.out.symbols[frame.symbol]!.to = at;
      this.state.stack.pop();
      frame = this.state.top;
    }
    const names = this.names(rule, node, at, to);
    if (rule.unnamed && frame.to === to && FUNCTIONS.has(frame.kind) && frame.kind !== "lambda") {
      const { name } = this.out.symbols[frame.symbol]!;
      for (const one of names) if (one.name !== name) this.state.bindTo(frame.symbol, null, one.name, name, "value", this.lines.at(at));
      return;
    }
    if (rule.unnamed && AT_ONCE.test(this.text.slice(to, to + 40)))
      for (const one of names) this.state.push("call", one.name, null, null, this.lines.at(at), frame.symbol, frame.owner);
    const whole = rule.reach ? Math.min(Math.max(to, rule.reach(this.text, to)), frame.to, this.text.length) : to;
    const owner = rule.owner ? this.state.match(rule.owner, at) : null;
    const outside = rule.free ? null : owner === null ? frame.owner : typeName(owner);
    for (const named of names) {
      const { from, to: own } = named;
      const headed = rule.reach && rule.until === undefined && named.head === undefined ? { ...named, head: to - at } : named;
      this.defineOne(rule, node, kind, headed, at, at + (from ?? 0), own === undefined ? whole : at + own, named.owner ?? outside, frame);
    }
  }

  private names(rule: DefineRule, node: SyntaxNode, at: number, to: number): Named[] {
    if (typeof rule.name === "function") return rule.name(this.state.piece(at, to, NAMES));
    const place = this.state.place(rule.name, node, at, to);
    if (!place || place[1] <= place[0] || place[1] - place[0] > PEEK) return [];
    const name = fold(this.text.slice(...place));
    return [{ name: this.rules.flows && name[0] === "[" ? memberName(name, this.text) : name, end: place[1] - at }];
  }

  private defineOne(
    rule: DefineRule,
    node: SyntaxNode,
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
    const { parameters, end: afterParams } = this.parameterList(rule, node, at, nameEnd, to);
    const items = parameters ? this.parameters(parameters) : null;
    if (parameters) this.state.signatures.add(parameters[0] - 1);
    const merged = rule.merge ? this.mergeInto(name, items?.length ?? null, frame, to) : -1;
    if (merged >= 0) {
      this.state.openedAt = at;
      for (const [position, item] of (items ?? []).entries()) {
        if (!item.name) continue;
        this.out.parameters.push({ symbol: merged, name: item.name, position });
        this.state.bindTo(merged, null, item.name, item.type ?? "", item.type ? "annotation" : "unknown", this.lines.at(at));
      }
      return;
    }
    let bodyAt = rule.body ? (this.state.place(rule.body, node, at, to)?.[0] ?? to) : to;
    if (named.head !== undefined) bodyAt = Math.min(bodyAt, base + named.head);
    else if (rule.until) bodyAt = findOutside(text, afterParams, Math.min(bodyAt, limit), rule.until, syntax);
    bodyAt = Math.max(bodyAt, nameEnd);
    const overload =
      rules.flows === true &&
      FUNCTIONS.has(kind) &&
      ((rule.body !== undefined && bodyAt >= to) || rules.overload?.test(text.slice(this.attachedFrom(at), at)) === true);

    const declared = this.attachments.modifiersBefore(at);
    const { from, doc: commentDoc, docSpan: commentSpan, references } = this.attachments.attachedBefore(declared);
    const whole = text.slice(declared, Math.min(bodyAt, declared + HEAD_LIMIT));
    const shared = declared === at && this.attachments.listed?.at === base ? this.attachments.listed.text : "";
    const head = shared + (rules.inlineAttributes ? whole.slice(Math.min(whole.length, rules.inlineAttributes(whole))) : whole);
    const tail = text.slice(Math.min(afterParams, bodyAt), Math.min(bodyAt, afterParams + HEAD_LIMIT));
    const within = withinOf(frame);
    const declaration: Declaration = { kind, name, head, tail, within, section: frame.section ?? "" };

    const taken = this.attachments.takeDoc(from);
    let doc = taken?.text ?? commentDoc;
    let docSpan = taken ? ([taken.from, taken.to] satisfies [number, number]) : commentSpan;
    if (rules.docstrings && rule.until) {
      const found = docstringAt(text, bodyAt + 1, to);
      if (found) {
        doc = found.doc;
        docSpan = found.span;
        out.docstrings.push(found.span);
      }
    }
    const index = out.symbols.length;
    const headEnd = Math.min(bodyAt, limit);
    // where parameters are read up to, and where what it gives is written
    let read = parameters?.[0] ?? nameEnd;
    let typed: readonly [number, number] = [at, headEnd];
    let type: string | null = null;
    if (named.type !== undefined) type = named.type;
    else if (typeof rule.type === "string") {
      const span = this.state.place(rule.type, node, at, to);
      if (span) {
        typed = span;
        type = text.slice(span[0], Math.min(span[1], span[0] + TYPE_LIMIT * 2));
      }
    } else if (typeof rule.type === "function") type = rule.type(text.slice(at, Math.min(to, at + NAMES)));
    else if (rule.type) {
      typed = [afterParams, headEnd];
      type = rule.type.exec(tail)?.[1] ?? null;
    }
    if (type !== null) type = fold(type.replace(/^\s*:\s*/, "")).slice(0, TYPE_LIMIT) || null;
    const first = rules.flows && FUNCTIONS.has(kind) ? this.overloaded(name, kind, frame, owner) : -1;
    if (first >= 0) {
      const one = out.symbols[first]!;
      one.to = to;
      one.overload = overload;
      one.doc ||= doc;
      if (items && (one.arity ?? 0) < items.length) one.arity = items.length;
      if (one.type === null || (type !== null && !overload && saysType(type))) one.type = type;
      for (let i = references; i < out.references.length; i++)
        if (out.references[i]!.scope === frame.symbol) out.references[i]!.scope = first;
      const line = this.lines.at(at);
      for (const [position, item] of (items ?? []).entries()) {
        this.bindParameter(first, item, position, line);
        for (const also of item.also ?? []) this.state.bindTo(first, null, also, "", "unknown", line);
        this.bindParts(first, item, position, line);
        if (item.type) read = this.state.uses(item.type, first, line, [read, headEnd]);
      }
      if (type !== null) this.state.uses(type, first, line, typed);
      this.state.stack.push({ symbol: first, owner: null, kind, to, local: true });
      return;
    }
    const told = rules.documented && doc.includes("@") ? rules.documented(doc) : null;
    if (told) {
      // `array` says less than `Line[]`
      if (type === null || PLAIN_LIST.test(type)) type = told.type ?? type;
      for (const item of items ?? [])
        if (item.type === null || PLAIN_LIST.test(item.type)) item.type = told.parameters.get(item.name) ?? item.type;
    }
    out.symbols.push({
      kind,
      name,
      parent:
        owner === null || (rule.owner === undefined && !named.owner) || frame.kind === "namespace" || frame.kind === "module"
          ? frame.symbol
          : 0,
      owner,
      signature: fold(withoutOpening(head)).slice(0, signatureLimit),
      doc,
      from,
      to,
      signatureSpan: [declared, Math.min(declared + whole.trimEnd().length, to)],
      docSpan: doc ? docSpan : null,
      arity: items ? (rules.property?.test(text.slice(from, declared)) ? null : items.length) : arityOf(kind, rules, text, bodyAt, to),
      type,
      exported: rules.exported?.(declaration) ?? true,
      top: frame.kind === "file",
      ...(overload ? { overload } : {}),
    });
    for (let i = references; i < out.references.length; i++)
      if (out.references[i]!.scope === frame.symbol) out.references[i]!.scope = index;

    const line = this.lines.at(at);
    const self = frame.self ?? (parameters && rules.self?.exec(text.slice(parameters[0], Math.min(parameters[1], parameters[0] + PEEK))));
    if (self) this.state.bindTo(index, null, self[1]!, self[2]!, "annotation", line);
    for (const [position, item] of (items ?? []).entries()) {
      this.bindParameter(index, item, position, line);
      for (const name of item.also ?? []) this.state.bindTo(index, null, name, "", "unknown", line);
      this.bindParts(index, item, position, line);
      if (item.name && item.field)
        this.state.bindTo(frame.symbol, frame.owner, fieldOf(item), item.type ?? "", item.type ? "annotation" : "unknown", line);
      if (item.type) read = this.state.uses(item.type, index, line, [read, headEnd]);
    }
    if (type !== null) {
      // One told by what the body returns names no types.
      if (typeof rule.type !== "function" && !(named.type?.endsWith(")") && !type.startsWith("(")))
        this.state.uses(type, index, line, typed);
      if (kind === "field" || kind === "variable" || kind === "constant")
        this.state.bindTo(frame.symbol, frame.owner, name, type, "annotation", line);
    }
    if (rules.bounds && (FUNCTIONS.has(kind) || TYPES.has(kind)))
      for (const [name, bound] of rules.bounds(head)) this.state.bindTo(index, null, `<${name}>`, bound, "annotation", line);
    const extended = parameters && rules.extension?.exec(text.slice(parameters[0], Math.min(parameters[1], parameters[0] + PEEK)))?.[1];
    if (extended)
      out.bindings.push({ name, type: `${EXTENDS}${extended}`, from: "annotation", scope: frame.symbol, line, owner: frame.owner });
    if (
      (kind === "method" || (kind === "field" && rules.computed && /\babstract\s/.test(whole))) &&
      (frame.kind === "class" || frame.kind === "module") &&
      rules.abstract?.(
        whole,
        text[skipSpace(text, bodyAt, text.length)] ?? "",
        text.slice(from, Math.min(to, bodyAt + PEEK)),
        text.slice(bodyAt, Math.min(to, bodyAt + PEEK)),
      )
    )
      out.bindings.push({ name, type: ABSTRACT, from: "annotation", scope: frame.symbol, line, owner: frame.owner });
    if (rule.gives && type === null)
      for (const one of rule.gives(text.slice(bodyAt, Math.min(to, bodyAt + NAMES))))
        this.state.bindTo(index, null, one.name, one.type, one.from, line);
    if (rules.overloads && parameters && items && out.symbols[index]!.arity !== null && (FUNCTIONS.has(kind) || TYPES.has(kind))) {
      const only =
        kind === "method" && frame.kind === "interface" && (text[bodyAt - 1] === ";" || text[skipSpace(text, bodyAt, text.length)] === ";")
          ? `;${BETWEEN}`
          : "";
      const own = this.signature(parameters, text.slice(declared, parameters[0] - 1), nameEnd - declared);
      // C++: a method that does not change its object
      const marks = !rules.generics
        ? []
        : [...(/^\s*const\b/.test(tail) ? ["<const>"] : []), ...(/\bconst\b/.test(text.slice(declared, nameEnd)) ? ["<givesconst>"] : [])];
      const type = `${only}${[...(own === "" ? [] : [own]), ...marks].join(BETWEEN)}`;
      out.bindings.push({ name: PARAMETERS, type, from: "annotation", scope: index, line, owner: null });
    }
    for (const one of rule.results?.(tail) ?? []) this.state.bindTo(index, null, one.name, one.type, one.from, line);
    const supers = rule.supers?.(declaration) ?? [];
    this.state.supertypes(supers, index, null, line, [nameEnd, headEnd]);
    if ((rules.each || rules.flows || rules.generics) && (FUNCTIONS.has(kind) || TYPES.has(kind)))
      this.generic(index, FUNCTIONS.has(kind), whole, nameEnd - declared, items ?? [], supers);
    if (rule.leaf || named.leaf) return;
    if (rule.rest) {
      this.state.stack.push({ symbol: index, owner: null, kind, to: this.state.top.to, local: frame.local, rest: true });
      out.symbols[index]!.to = Math.min(this.state.top.to, text.length);
      return;
    }
    if (
      !FUNCTIONS.has(kind) &&
      !TYPES.has(kind) &&
      kind !== "namespace" &&
      kind !== "module" &&
      !rule.scoped?.test(text.slice(at, Math.min(to, at + NAMES))) &&
      to <= at + PEEK &&
      !text.slice(at, to).includes("{")
    )
      return;
    this.state.openedAt = at;
    this.state.stack.push({ symbol: index, owner: null, kind, to, local: frame.local || FUNCTIONS.has(kind) });
  }

  /** What the head says of type parameters and of parameters that are functions (pass/generics.ts). */
  private generic(symbol: number, callable: boolean, head: string, nameEnd: number, items: Parameter[], supers: Supertype[]): void {
    const { bindings, symbols } = this.out;
    const line = this.lines.at(symbols[symbol]!.from);
    const note = (name: string, type: string | null): void => {
      if (type) bindings.push({ name, type, from: "annotation", scope: symbol, line, owner: null });
    };
    if (/[<[]/.test(head)) {
      note(callable ? `${RETURNED}<>` : "<>", parametersOf(head, nameEnd));
      if (!callable) note(FORM, templateForm(head, nameEnd));
      for (const { type } of supers) note(`<>${type.replace(/[<[(][\s\S]*$/, "").replace(/^.*[.:\\]/, "")}`, superArguments(head, type));
    }
    for (const [position, { type }] of items.entries())
      if (type && /->|=>|[<[(]|^\p{Lu}$/u.test(type)) note(`${RETURNED}@${position}`, functionTypes(type, head));
  }

  /** The symbol that what is defined now is another form of, -1 if there is none. */
  private overloaded(name: string, kind: SymbolKind, frame: Frame, owner: string | null): number {
    const { symbols } = this.out;
    for (let last = symbols.length - 1; last > frame.symbol; last--) {
      const symbol = symbols[last]!;
      if (symbol.parent > frame.symbol) continue;
      return symbol.parent === frame.symbol && symbol.overload && symbol.name === name && symbol.kind === kind && symbol.owner === owner
        ? last
        : -1;
    }
    return -1;
  }

  /** Start of the decorators directly before an offset. */
  private attachedFrom(at: number): number {
    let from = this.attachments.modifiersBefore(at);
    for (let i = this.attachments.attached.length - 1; i >= 0; i--) {
      const { from: start, to } = this.attachments.attached[i]!;
      if (to > from || /\S/.test(this.text.slice(to, from))) break;
      from = start;
    }
    return from;
  }

  /** `{ a, b: c = d }: T`: what each name of a parameter that is taken apart holds. */
  private bindParts(symbol: number, { type, parts = [] }: Parameter, position: number, line: number): void {
    const known = type && re`^${DOTTED$}$`.test(type) && this.state.typeToBind(type) ? type : null;
    for (const { local, path, value } of parts) {
      if (path === null) this.state.bindTo(symbol, null, local, known ?? "", known === null ? "unknown" : "annotation", line);
      else if (known !== null)
        this.state.bindTo(symbol, null, local, `<${known}>.${path}${value === null ? "" : ` | ${value}`}`, "value", line);
      else this.state.bindTo(symbol, null, local, `${position}.${path}${value === null ? "" : `=${value}`}`, "parameter", line);
      if (known === null && path !== null) this.out.parameters.push({ symbol, name: local, position: `${position}.${path}` });
    }
  }

  private bindParameter(symbol: number, { name, type, value, gathers }: Parameter, position: number, line: number): void {
    if (!name) return;
    const known = type ? this.state.typeToBind(type) : "";
    if (!this.rules.flows || !known) this.out.parameters.push({ symbol, name, position });
    if (known || !this.rules.flows) this.state.bindTo(symbol, null, name, type ?? "", type ? "annotation" : "unknown", line);
    else this.state.bindTo(symbol, null, name, `${position}${gathers ? "*" : ""}${value ? `=${value}` : ""}`, "parameter", line);
  }

  /** What stands between the brackets behind the name, null if there are none, and the offset behind them. */
  private parameterList(
    rule: DefineRule,
    node: SyntaxNode,
    at: number,
    nameEnd: number,
    to: number,
  ): { parameters: [number, number] | null; end: number } {
    const { text } = this;
    const { syntax } = this.rules;
    const limit = Math.min(to, at + HEAD_LIMIT);
    let end = nameEnd;
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
          end = close;
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
          end = close;
        }
      }
    } else if (typeof rule.params === "string") {
      const span = this.state.place(rule.params, node, at, to);
      if (span) {
        const bracket = text[span[0]] === "(" || text[span[0]] === "[" || text[span[0]] === "|" ? 1 : 0;
        parameters = [span[0] + bracket, span[1] - bracket];
        if (span[1] > end) end = span[1];
      }
    } else if (syntax.squareGenerics && text[end] === "[") {
      end = Math.max(end, closeBracket(text, end, limit, syntax));
    }
    return { parameters, end };
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
      this.state.stack.push({ symbol: last, owner: null, kind: symbol.kind, to, local: true });
      return last;
    }
    return -1;
  }

  /** Parameters as `parseSignature` reads them. */
  private signature([from, to]: [number, number], head: string, nameEnd: number): string {
    const { rules, text } = this;
    const parts: string[] = [];
    // `<T extends Comparable<T>> int f(`, `fun <T> f(`, `f<T>(`
    const open = /(?:^|\s)<(?=[\w\s@])|<(?=[^<>]*(?:<[^<>]*>[^<>]*)*>\s*$)|\[(?=[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]\s*$)/.exec(head);
    const at = open ? open.index + open[0].length - 1 : -1;
    const end = at < 0 ? -1 : closing(head, at);
    if (end > 0 && (at < nameEnd || head.slice(end).trim() === ""))
      parts.push(
        `<${head
          .slice(at + 1, end - 1)
          .replace(/\s+/g, " ")
          .slice(0, TYPE_LIMIT)}>`,
      );
    for (const [a, b] of splitList(text, from, to, rules.syntax, rules.syntax.angles)) {
      const piece = text.slice(a, Math.min(b, a + PEEK));
      const parsed = rules.parameter?.(piece) ?? null;
      const items = parsed === null ? [] : Array.isArray(parsed) ? parsed : [parsed];
      // a default stands behind the type
      const assigned = findOutside(piece, 0, piece.length, ["="], rules.syntax);
      const optional = assigned < piece.length && piece[assigned + 1] !== ">";
      // of what stands between angles nothing is gathered: `Format<Args...> format`
      const plain = rules.syntax.angles ? piece.replace(/<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>/g, "") : piece;
      const variadic = /\.\.\.|\bvararg\s|\bparams\s|\*\s*$/.test(optional && plain === piece ? piece.slice(0, assigned) : plain);
      for (const item of items) {
        const labels = rules.labels
          ? /^\s*(?:@\w+\s+)*([\w\x80-\u{10FFFF}]+(?:\s+[\w\x80-\u{10FFFF}]+)?)\s*:/u.exec(piece)?.[1]
          : undefined;
        const extends_ = /^\s*this\s/.test(piece) ? "this " : "";
        parts.push(
          `${optional ? "=" : ""}${variadic ? "*" : ""}${labels ?? item.name}:${extends_}${fold(item.type ?? "").slice(0, TYPE_LIMIT)}`,
        );
      }
    }
    return parts.join(BETWEEN);
  }

  parameters([from, to]: [number, number]): Parameter[] {
    const parse = this.rules.parameter;
    const items: Parameter[] = [];
    for (const [a, b] of splitList(this.text, from, to, this.rules.syntax, this.rules.syntax.angles)) {
      const grouped = this.text[a] === "{" || this.text[a] === "[";
      const item = parse ? parse(this.text.slice(a, Math.min(b, a + (grouped ? NAMES : PEEK)))) : { name: "", type: null };
      if (item) items.push(...(Array.isArray(item) ? item : [item]));
    }
    for (let i = items.length - 2; i >= 0; i--) if (items[i]!.grouped && items[i]!.type === null) items[i]!.type = items[i + 1]!.type;
    return items;
  }
}

// Names of members between square brackets (JavaScript).

const QUOTED = /^\[(["'`])([a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$]*)\1\]$/u;
const CONSTANT = re`^\[(${ID$})\]$`;

/**
 * The name that a key means: `["render"]`, or `[RENDER]` where the file says at its top what that is; else the key as written.
 * @param text of the file
 */
function memberName(key: string, text: string): string {
  const quoted = QUOTED.exec(key)?.[2];
  if (quoted !== undefined) return quoted;
  const constant = CONSTANT.exec(key)?.[1];
  // Most are imported. Looking at every line for an expression takes a hundred times as long.
  if (constant === undefined || !text.includes(`const ${constant}`)) return key;
  const said = new RegExp(
    `^(?:export\\s+)?const ${constant.replaceAll("$", "\\$")}\\s*=\\s*(["'])([a-zA-Z\\x80-\\u{10FFFF}_$][\\w\\x80-\\u{10FFFF}$]*)\\1`,
    "mu",
  ).exec(text);
  return said?.[2] ?? key;
}

// Properties that compute what they give.

/** The end of a getter's head (Dart). */
const GETTER = re`\bget\s+${ID$}\s*$`;
const HEAD = 80;
/** A body stands so near behind its head. */
const NEAR = 40;
/** A call of something with a name; what stands before other brackets is a word of the language. */
const CALL = re`(?<![\w\x80-\u{10FFFF}])(?!(?:if|while|for|switch|when|catch|return|guard|get|set|in|is|as|throw|typeof|nameof|default|not|and|or|await|else|yield)\b)${ID}(?:<[^<>()]*>)?[!?]?\(`;

/**
 * Arity of a definition without parameters.
 *
 * A property whose code calls something is a link in a chain of calls; one that only gives a value (`Name => "math"`) is read like a field, and
 * nobody takes reading it for a call.
 * @param bodyAt where its head ends
 * @returns `ACCESS` where reading it runs code that calls something, else null: nobody can tell how many arguments it takes
 */
function arityOf(kind: SymbolKind, { computed, syntax }: RuleSet, text: string, bodyAt: number, to: number): number | null {
  const inside = to > bodyAt + 1;
  if (!computed || (kind !== "field" && (kind !== "method" || !GETTER.test(text.slice(Math.max(0, bodyAt - HEAD), bodyAt))))) return null;
  const body = text.slice(bodyAt, inside ? Math.min(to, bodyAt + PEEK) : bodyBehind(text, bodyAt, syntax));
  const head = computed.exec(body);
  return head && CALL.test(body.slice(head.index + head[0].length)) ? ACCESS : null;
}

/** End of a body that is no part of the node before it (Dart). */
function bodyBehind(text: string, at: number, syntax: Syntax): number {
  const start = skipSpace(text, at, at + NEAR);
  const limit = Math.min(text.length, start + PEEK);
  if (text[start] === "{") return Math.max(at, closeBracket(text, start, limit, syntax));
  const end = text.indexOf(";", start);
  return text.startsWith("=>", start) && end >= 0 ? Math.min(end, limit) : at;
}
