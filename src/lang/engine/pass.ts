/**
 * One pass over the matches of a file, in document order: spans on a stack decide what is inside what.
 *
 * Nothing here knows a language; what a match means comes from its `RuleSet`. Definitions are read in pass/define.ts, calls in pass/call.ts.
 */

import { type Callee, calleeBefore } from "./callee.ts";
import { addComment, docstringAt } from "./comments.ts";
import { membersOf } from "./flow.ts";
import { closeBracket, countArguments, eachComment, findOutside, isWord, skipSpace, skipSpaceBack, skipWord, splitList } from "./lex.ts";
import type { Lines } from "./lines.ts";
import { givenAtOnce } from "./pass/argument.ts";
import { Attachments } from "./pass/attach.ts";
import { Bindings } from "./pass/bound.ts";
import { Calls } from "./pass/call.ts";
import { Definitions } from "./pass/define.ts";
import { BIND_PEEK, FUNCTIONS, HEAD_LIMIT, IMPORT_TEXT, type Pass, PEEK, State } from "./pass/state.ts";
import { NOTHING, RECEIVER } from "./rules/_chain.ts";
import type {
  AttachRule,
  DocRule,
  ExtendRule,
  ImportRule,
  LambdaRule,
  Role,
  RuleSet,
  SupertypeRule,
  Syntax,
  VisibilityRule,
} from "./rules/_rules.ts";
import { ERROR, type SyntaxNode } from "./syntax.ts";
import { typeName } from "./typename.ts";
import { DOTTED, re } from "./words.ts";

export type { Pass, Pending } from "./pass/state.ts";

/** How far before a lambda its call may begin, and the longest chain that says what it gets. */
const REACH = 600;
const CHAIN = 160;
/** Words before a block that call nothing. */
const NO_CALL = /^(?:if|while|for|when|switch|catch|return|else|try|do|in|guard|match|init|get|set|finally|fun|func|fn|function)$/;
/** Functions whose lambda gets one of the things their receiver holds as its second parameter. */
const FOLDS = /^(?:reduce|fold|foldLeft|reduceLeft|reduceRight|foldIndexed|Aggregate|inject|try_fold|scan)$/;

/** The name of a type that is extended, without its generics and what it stands in. */
const lastName = (type: string): string => typeName(type.replace(/(?<=.)[<+][\s\S]*$/, "")).replace(/^.*(?:::|\.|\\)/, "");

/** Runs the rules over matches in document order. */
export function runPass(text: string, matches: readonly SyntaxNode[], rules: RuleSet): Pass {
  return new Runner(new State(text, rules)).run(matches);
}

/** What does each match mean, in order? */
class Runner {
  private readonly starts: (readonly [string, readonly Role[]])[];
  /** Their first characters. */
  private readonly first: string;

  private readonly attachments: Attachments;
  private readonly definitions: Definitions;
  private readonly calls: Calls;
  private readonly bindings: Bindings;
  private readonly text: string;
  private readonly rules: RuleSet;
  private readonly out: Pass;
  private readonly lines: Lines;

  constructor(private readonly state: State) {
    ({ text: this.text, rules: this.rules, out: this.out, lines: this.lines } = state);
    this.attachments = new Attachments(state);
    this.definitions = new Definitions(state, this.attachments);
    this.calls = new Calls(state, (role, node, from, to, line) => this.apply(role, node, from, to, line));
    this.bindings = new Bindings(state);
    this.starts = Object.entries(this.rules.starts ?? {}).map(([start, kind]) => [start, this.state.roles.get(kind) ?? []]);
    this.first = this.starts.map(([start]) => start[0]).join("");
  }

  run(matches: readonly SyntaxNode[]): Pass {
    if (this.rules.docstrings) {
      const start = this.text.startsWith("\ufeff") ? 1 : 0;
      const found = docstringAt(this.text, start, this.text.length);
      if (found) {
        this.out.fileDoc = found.doc;
        this.out.fileDocSpan = found.span;
        this.out.docstrings.push(found.span);
      }
    }
    if (this.rules.lexComments) this.comments();
    const sections = this.rules.section ? [...this.text.matchAll(this.rules.section)] : [];
    let section = 0;
    for (const node of matches) {
      const { from, to } = node;
      const roles = this.rolesOf(node, from);
      if (roles === null) {
        this.out.damage += Math.max(1, to - from);
        continue;
      }
      for (; section < sections.length && sections[section]!.index < from; section++) {
        this.state.popUntil(sections[section]!.index);
        this.state.top.section = sections[section]![1]!;
      }
      this.state.popUntil(from);
      const line = this.lines.at(from);
      for (let i = 0; i < roles.length; i++) this.apply(roles[i]!, node, from, to, line);
    }
    return this.out;
  }

  private comments(): void {
    const { text, lines, out } = this;
    const { syntax } = this.rules;
    eachComment(text, syntax, (from, to) => addComment(out.comments, text, from, to, lines.at(from), lines.at(to), syntax));
  }

  /** Null: a syntax error. */
  private rolesOf(node: SyntaxNode, from: number): readonly Role[] | null {
    if (this.first.includes(this.text[from] ?? ""))
      for (const [start, roles] of this.starts) if (this.text.startsWith(start, from)) return roles;
    return node.kind === ERROR ? null : (this.state.roles.get(node.kind) ?? []);
  }

  // Thin, without functions of its own: these would be made anew for every match, whatever its role.
  apply(role: Role, node: SyntaxNode, from: number, to: number, line: number): void {
    switch (role.role) {
      case "comment":
        addComment(this.out.comments, this.text, from, to, line, this.lines.at(to), this.rules.syntax);
        return;
      case "doc":
        this.documentation(role, from, to);
        return;
      case "call":
        this.calls.call(role, node, from, to, line);
        return;
      case "calls":
        this.bindings.calls(role, from, to);
        return;
      case "bind":
        this.bindings.binding(role, node, from, to, line);
        return;
      case "define":
        this.definitions.define(role, node, from, to);
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
        this.extend(role, node, from, to, line);
        return;
      case "supertype":
        this.supertype(role, from, to, line);
        return;
      case "public": {
        const names = this.state.top.symbol === 0 ? role.parse(this.state.piece(from, to, IMPORT_TEXT)) : null;
        if (names) this.out.publics = new Set([...(this.out.publics ?? []), ...names]);
        return;
      }
      case "visibility":
        this.visibility(role, this.state.piece(from, to, IMPORT_TEXT));
        return;
      case "use": {
        const name = this.state.match(role.name, from);
        if (name) this.state.use(name, this.state.top.symbol, this.state.top.owner, line);
        return;
      }
    }
  }

  private documentation(role: DocRule, from: number, to: number): void {
    const found = role.parse(this.state.piece(from, to, IMPORT_TEXT));
    if (!found) return;
    if (found.inside) {
      const symbol = this.out.symbols[this.state.top.symbol]!;
      symbol.doc = found.doc;
      symbol.docSpan = [from, to];
    } else if (found.doc || !this.attachments.pendingDoc) this.attachments.pendingDoc = { text: found.doc, from, to };
    this.out.docstrings.push([from, to]);
  }

  private supertype(role: SupertypeRule, from: number, to: number, line: number): void {
    const { kind, symbol, owner } = this.state.top;
    if (role.anonymous) {
      const before = this.text.slice(Math.max(0, from - 40), from);
      this.state.supertypes(role.parse(this.state.piece(from, to, BIND_PEEK), before), symbol, null, line, [from, to]);
      return;
    }
    if (kind === "file" && role.file)
      for (const { type } of role.parse(this.state.piece(from, to, PEEK), ""))
        this.state.bindTo(0, null, role.file, type, "annotation", line);
    if (kind !== "file" && !FUNCTIONS.has(kind))
      this.state.supertypes(
        role.parse(this.state.piece(from, to, PEEK), this.text.slice(Math.max(0, from - 40), from)),
        symbol,
        owner,
        line,
        [from, to],
      );
  }

  private extend(rule: ExtendRule, node: SyntaxNode, from: number, to: number, line: number): void {
    const frame = this.state.top;
    const taken = (field: string): string | null => {
      const span = node.field(field);
      // `!Sync` is what is not implemented
      return span && this.text[span[0] - 1] !== "!" ? this.text.slice(...span) : null;
    };
    const owner = typeof rule.owner === "string" ? taken(rule.owner) : this.state.match(rule.owner, from);
    const above = typeof rule.supers === "string" ? taken(rule.supers) : null;
    // what has no name of its own (a slice, a tuple) has its members under what it implements
    const name = (owner && lastName(owner)) || (above && lastName(above));
    if (!name) return;
    let implementing = false;
    if (rule.supers) {
      const end = findOutside(this.text, from, Math.min(to, from + HEAD_LIMIT), ["{"], this.rules.syntax);
      const told = typeof rule.supers === "string" ? [] : rule.supers(this.text.slice(from, end));
      const supers = above ? [{ kind: "implement" as const, type: above }] : told;
      implementing = supers.length > 0;
      this.state.supertypes(supers, frame.symbol, name, line, [from, end]);
      for (const [parameter, bound] of this.rules.bounds?.(this.text.slice(from, end)) ?? [])
        this.state.bindTo(frame.symbol, name, `<${parameter}>`, bound, "annotation", line);
    }
    this.attachments.attachedBefore(from);
    const self = rule.self && this.state.matched(rule.self, from);
    this.state.stack.push({ symbol: frame.symbol, owner: name, kind: "extend", to, implementing, self, local: frame.local });
  }

  private lambda(rule: LambdaRule, from: number, to: number, line: number): void {
    if (rule.when && this.state.matched(rule.when, from) === null) return;
    const frame = this.state.top;
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
    const call = this.rules.each || this.rules.flows ? this.callAround(from) : null;
    const given = call && this.calls.givenBy(call.callee);
    const handed = call && handedBy(call);
    const folded = call?.callee.receiver && FOLDS.test(call.callee.name) ? `${call.callee.receiver}.@each()` : null;
    const parameter = (at: number): string => {
      const usual = at === 0 ? given : at === 1 ? folded : null;
      // a function of the tree says itself what it gives
      if (usual !== null && (handed === null || this.rules.flows)) return usual;
      return [...(handed ? [`${handed}${at}()`] : []), ...(usual ? [usual] : [])].join(" | ") || NOTHING;
    };
    const inside = this.rules.each?.receivers ? (this.receiverOf(from) ?? (handed && given === null ? `${handed}R()` : null)) : null;
    this.state.blockEnd = to;
    if (inside) this.state.bind(RECEIVER, inside, "call", line, false);
    const items = this.definitions.parameters(span);
    const atOnce = this.rules.flows ? givenAtOnce(text, to, this.rules.syntax) : [];
    for (const [at, item] of items.entries()) {
      for (const name of item.also ?? []) this.state.bind(name, "", "unknown", line, false);
      const whole = (at === 0 && given ? flowing(given) : null) ?? (handed ? `${handed}${at}()` : null);
      for (const { local, path } of item.parts ?? [])
        if (whole === null || path === null || whole.includes(" | ")) this.state.bind(local, "", "unknown", line, false);
        else
          this.state.bind(local, `${whole}${/^[a-zA-Z\x80-\u{10FFFF}_$]/u.test(path) ? `.${path}` : `["${path}"]`}`, "value", line, false);
      if (!item.name) continue;
      if (item.type) this.state.bind(item.name, item.type, "annotation", line, false);
      else if (atOnce[at]) this.state.bind(item.name, atOnce[at], "value", line, false);
      else if (this.rules.each) this.state.bind(item.name, parameter(at), "call", line, false);
      else if (this.rules.flows && parameter(at) !== NOTHING) this.state.bind(item.name, flowing(parameter(at)), "value", line, false);
      else this.state.bind(item.name, "", "unknown", line, false);
    }
    const implicit = items.length === 0 ? this.rules.each?.implicit : undefined;
    if (implicit && text.slice(from, Math.min(to, from + IMPORT_TEXT)).includes(implicit))
      this.state.bind(implicit, parameter(0), "call", line, false);
    this.state.blockEnd = null;
    this.state.stack.push({ symbol: frame.symbol, owner: frame.owner, kind: "lambda", to, line, local: true });
  }

  /** What plain names inside a lambda are members of: `x.apply { … }`, `with(x) { … }`. */
  private receiverOf(from: number): string | null {
    const { text, rules } = this;
    let end = skipSpaceBack(text, from, Math.max(0, from - PEEK));
    const close = end;
    if (text[end - 1] === ")") end = this.calls.closing.get(end) ?? -1;
    if (end <= 0) return null;
    const callee = calleeBefore(text, end, 0, rules.syntax, this.calls.closing, this.out.comments);
    if (!callee || !rules.each?.receivers?.test(callee.name)) return null;
    if (callee.receiver !== null) return `${callee.receiver}.@it()`;
    const only = close > end ? text.slice(end + 1, close - 1).trim() : "";
    return re`^${DOTTED}$`.test(only) ? `${only}.@it()` : null;
  }

  /** The call that a lambda is an argument of, and which: its position or "L" behind the brackets. */
  private callAround(from: number): { callee: Callee; position: string } | null {
    const { text, rules } = this;
    const floor = Math.max(0, from - REACH);
    let end = skipSpaceBack(text, from, floor);
    let position = "0";
    if (text[end - 1] === "{") end = skipSpaceBack(text, end - 1, floor);
    if (text[end - 1] === ":") {
      // arguments by name stand in the order of the parameters, as a rule
      end = skipSpaceBack(text, end - 1, floor);
      while (end > floor && isWord(text.charCodeAt(end - 1))) end--;
      end = skipSpaceBack(text, end, floor);
    }
    if (text[end - 1] === ",") {
      const open = openBefore(text, end - 1, floor);
      if (text[open] !== "(") return null;
      position = String(splitList(text, open + 1, end - 1, rules.syntax, rules.syntax.angles).length);
      end = open;
    } else if (text[end - 1] === "(") end--;
    else if (text[end - 1] === ")" || (rules.syntax.lambdas && isWord(text.charCodeAt(end - 1)))) {
      position = "L";
      if (text[end - 1] === ")") end = this.calls.closing.get(end) ?? -1;
    } else return null;
    if (end <= 0) return null;
    const callee = calleeBefore(text, end, 0, rules.syntax, this.calls.closing, this.out.comments);
    if (!callee || callee.before === "@" || NO_CALL.test(callee.name)) return null;
    return { callee, position };
  }

  private visibility(rule: VisibilityRule, text: string): void {
    const said = rule.parse(text);
    if (!said) return;
    const frame = this.state.top;
    const { symbols } = this.out;
    for (let i = symbols.length - 1; i > frame.symbol; i--) {
      const symbol = symbols[i]!;
      if (symbol.parent !== frame.symbol || symbol.owner !== frame.owner || !said.names.includes(symbol.name)) continue;
      if (said.signature.test(symbol.signature)) symbol.exported = said.exported;
    }
  }

  private attach(rule: AttachRule, from: number, to: number, line: number): void {
    const frame = this.state.top;
    this.attachments.attached.push({ from, to, references: this.out.references.length });
    if (rule.opaque) this.calls.opaqueTo = to;
    if (!rule.decorates) return;
    const dotted = this.state.match(rule.decorates, from);
    if (!dotted) return;
    const open = skipSpace(this.text, rule.decorates.lastIndex, to);
    const arity = this.text[open] === "(" ? countArguments(this.text, open, to, this.rules.syntax) : null;
    this.state.refer("decorate", dotted, arity, line, frame.symbol, frame.owner);
  }

  private import(rule: ImportRule, from: number, to: number, line: number): void {
    if (rule.where !== undefined && (rule.where === "top" ? this.state.top.kind !== "file" : this.state.top.local)) return;
    if (rule.when) {
      rule.when.lastIndex = from;
      if (!rule.when.test(this.text)) return;
    }
    if (rule.inner && this.out.importSpans.slice(-8).some(([a, b]) => a <= from && from < b)) return;
    const statement = this.withoutComments(from, Math.min(to, from + IMPORT_TEXT));
    const parsed = rule.parse(statement);
    if (parsed.length === 0) return;
    for (const one of parsed) this.out.imports.push({ ...one, line, scope: this.state.top.symbol });
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
}

/** What `givenTo` says, as lang/engine/flow.ts writes it. */
function flowing(given: string): string {
  const list = /^(\[[\s\S]*\])\.@each\(\)$/.exec(given)?.[1];
  const items =
    list === undefined
      ? []
      : membersOf("", list, LIST, "signs")
          .slice(1, 5)
          .filter(({ value }) => value[0] !== "{");
  if (items.length > 0) return items.map(({ value }) => value).join(" | ");
  return plainly(given);
}

const LIST: Syntax = { separators: ["."], quotes: "\"'`", lineComments: [], blockComments: [] };
const plainly = (given: string): string => given.replace(/\.@each\(\)$/, "[]").replace(/\.@it\(\)$/, "");

/** The chain of what a function hands to a lambda, but for the position of the lambda's parameter. */
function handedBy({ callee: { receiver, name }, position }: { callee: Callee; position: string }): string | null {
  const plain = receiver?.replace(/\((?:[^()"']|"[^"\n]*"|'[^'\n]*'|\((?:[^()]|\([^()]*\))*\))*\)/g, "()").replace(/\s+(?=[.?])/g, "");
  const chain = `${plain === undefined ? "" : `${plain}.`}${name}.@lambda${position}_`;
  return chain.length <= CHAIN && !/[\n"'`{}|]/.test(chain) ? chain : null;
}

/** Offset of the bracket that is open before an offset, -1 if there is none within reach. */
function openBefore(text: string, from: number, floor: number): number {
  let depth = 0;
  for (let i = from - 1; i >= floor; i--) {
    const char = text[i]!;
    if (char === ")" || char === "]" || char === "}") depth++;
    else if ((char === "(" || char === "[" || char === "{") && depth-- === 0) return i;
  }
  return -1;
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
