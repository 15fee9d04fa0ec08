/** Calls: what is called, on what, with how many arguments. */

import { HANDED } from "../../../base/types.ts";
import { type Callee, calleeBefore, givenBefore } from "../callee.ts";
import { flowOf } from "../flow.ts";
import { argumentPieces, closeBracket, countPieces, fold, isWord, skipSpace, splitList } from "../lex.ts";
import type { Lines } from "../lines.ts";
import { ALSO, CALL, EACH } from "../resolve/text.ts";
import { NOTHING } from "../rules/_chain.ts";
import type { CallRule, Role, RuleSet } from "../rules/_rules.ts";
import type { SyntaxNode } from "../syntax.ts";
import { typeName } from "../typename.ts";
import { DOTTED, DOTTED$, ID, ID$, re, words } from "../words.ts";
import { dottedName, filled, givenName, plainName, unspaced } from "./argument.ts";
import { EXPLICIT, formsOf } from "./form.ts";
import { type Frame, type Pass, PEEK, type PendingReference, type State } from "./state.ts";

/** Arguments further back are not followed. */
const PASSED_LIMIT = 12;
/** Functions that put something into what they are called on: which argument. */
const PUTS: ReadonlyMap<string, number> = new Map([
  ["push", 0],
  ["unshift", 0],
  ["add", 0],
  ["append", 0],
  ["set", 1],
  ["insert", 1],
]);
/** `(x.y ||= [])`: x.y. */
const OR_MADE = /^\(\s*([^()]*?)\s*(?:\|\||\?\?)=\s*(?:\[\]|new \w+\(\))\s*\)$/;
/** `(x.y || [])`: x.y. */
const OR_NONE = /^\(\s*([^()|?]+?(?:\([^()]*\))?)\s*(?:\|\||\?\?)\s*\[\]\s*\)$/;
/** `x.y[key]`, `x.y.get(key)`: x.y. */
const INSIDE = /^(.*?)(?:\[[^[\]]*\]|\.get\([^()]*\))$/;
const HELD = re`^((?:this|self)\.)?([a-zA-Z\x80-\u{10FFFF}_$#][\w\x80-\u{10FFFF}$]*(?:\.${ID$})?)$`;
/** `Object.values(x)`: x. */
const VALUES_OF = re`^Object\.values\(\s*(${DOTTED$})\s*\)$`;
/** Longest object written out among the arguments whose members are read. */
const OBJECT_LIMIT = 400;

/** Functions that give each thing their receiver holds to a lambda, in lower case without `_`. */
const THROUGH: ReadonlySet<string> = words(`map foreach filter filternot flatmap any all every some find findlast first firstornull last
  lastornull none count sumof sumby sum average maxby minby maxbyornull minbyornull maxof minof sortedby sortedbydescending groupby
  associateby associatewith associate partition forall exists where select selectmany orderby orderbydescending thenby thenbydescending
  tolookup todictionary firstordefault lastordefault single singleordefault removeif removeall removewhere anymatch allmatch nonematch
  maptoint maptolong maptodouble maptoobj peek ifpresent ifpresentorelse takewhile dropwhile skipwhile filtermap inspect retain position
  findmap compactmap contains firstwhere lastwhere singlewhere expand mapnotnull oneach distinctby foreachasync andthen mapvalues
  collectfirst indexwhere indexof findindex sum min max minby sumof firstindex dropwhile forEachOrdered foreachordered tomap keyby sortby
  orelse unzip mapcat each listen`);
/** Those of results that give what they hold where something failed. */
const FAILED: ReadonlySet<string> = new Set(["maperr", "unwraporelse", "inspecterr"]);
/** And those that give their receiver. */
const ITSELF: ReadonlySet<string> = new Set(["let", "also", "takeif", "takeunless", "tap", "pipe"]);

/** An argument that is nothing but a member of a name: `s.handle`, `Order::total`, `this::run`. */
const MEMBER = re`^(&?${ID}(?:(?:\.|::)${ID})*)(?:\.|::)(${ID})$`;

/** What does this match call, and with what? */
export class Calls {
  /** Calls before this offset are none. */
  opaqueTo = 0;
  private parsedAt = -1;
  readonly closing = new Map<number, number>();
  /** Plain names among the arguments read last. */
  private given: { name: string; at: number }[] = [];
  /** Of the arguments counted last: those that are names (`RawReference.args`). */
  private written: string | null = null;
  private pieces: readonly [number, number][] = [];
  /** What they tell of their types (`RawReference.given`). */
  private forms: string | null = null;
  /** And those that can be functions. */
  private functions: string[] | null = null;

  private readonly text: string;
  private readonly rules: RuleSet;
  private readonly out: Pass;
  private readonly lines: Lines;

  constructor(
    private readonly state: State,
    /** What else a match can mean. */
    private readonly apply: (role: Role, node: SyntaxNode, from: number, to: number, line: number) => void,
  ) {
    ({ text: this.text, rules: this.rules, out: this.out, lines: this.lines } = state);
  }

  call(rule: CallRule, node: SyntaxNode, from: number, to: number, line: number): void {
    if (from < this.opaqueTo) return;
    this.given = [];
    this.functions = null;
    this.forms = null;
    const { text, rules } = this;
    const frame = rules.flows && this.state.top.kind === "class" ? this.outsideHead(from) : this.state.top;
    const kind = rule.kind ?? "call";
    if (rule.parse) {
      // Application written as nesting (`f a b` is `(f a) b`): the outermost tells all.
      if (this.parsedAt === from && !rule.chained) return;
      const call = rule.parse(text.slice(from, Math.min(to, from + PEEK)));
      if (call) this.parsedAt = from;
      if (!call) return;
      const end = call.open === undefined ? -1 : closeBracket(text, from + call.open, to, rules.syntax);
      if (end > 0) this.arguments(from + call.open!, end);
      if (call.given) {
        this.functions = call.given;
        for (const name of call.given) if (name) this.mention(name.slice(name.indexOf("=") + 1), line);
      }
      this.state.push(call.kind ?? kind, call.name, call.receiver, call.arity, line, frame.symbol, frame.owner);
      this.called(from, to, to);
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
      if (this.state.signatures.has(from)) return;
      const callee =
        calleeBefore(text, from, 0, rules.syntax, this.closing, this.out.comments) ??
        (rules.flows ? givenBefore(text, from, rules.syntax, this.closing, this.out.comments) : null);
      if (rules.targetNew && callee?.name === "new" && callee.receiver === null) {
        const type = targetOf(text, callee.at, this.out.symbols[frame.symbol]!.type);
        if (type) this.state.push("new", type, null, this.arguments(from, to), this.lines.at(from), frame.symbol, frame.owner);
        return;
      }
      if (!callee || callee.before === "@" || callee.before === "class" || callee.before === "def") return;
      if (rule.declares && callee.receiver === null && rule.declares.names.test(callee.name)) {
        rule.declares.block.lastIndex = to;
        const end = (rule.declares.block.test(text) ? node.outerEnd : null) ?? to;
        for (const role of this.state.roles.get(rule.declares.kind) ?? [])
          if (role.role !== "call") this.apply(role, node, callee.from, end, this.lines.at(callee.at));
      }
      const arity = this.arguments(from, to, rules.passes?.test(callee.name));
      if (callee.name === CALL) this.alternatives(callee, arity, frame);
      const back = rules.callsBack?.(callee);
      if (back) this.callBack(back);
      if (rules.flows && callee.receiver !== null && PUTS.has(callee.name)) this.put(callee.receiver, callee.name);
      if (rules.flows && callee.receiver === "Object" && MIXES.test(callee.name)) this.mixed();
      const { placeholder } = rules.each ?? {};
      if (placeholder && text.startsWith(`${placeholder}.`, skipSpace(text, from + 1, to)))
        this.state.bind(placeholder, this.givenBy(callee) ?? NOTHING, "call", this.lines.at(from), false);
      if (rule.accept) {
        const before = this.out.references.length;
        const none = text.startsWith("...", from + 1) && to - from === "(...)".length;
        this.pushCallee(rule, callee, text[from] ?? "", arity, frame, this.written, none);
        if (this.out.references.length > before) this.called(callee.from, from, to);
        return;
      }
      const how = callee.before === "new" ? "new" : kind;
      this.state.push(how, callee.name, callee.receiver, arity, this.lines.at(callee.at), frame.symbol, frame.owner, this.written);
      this.called(callee.from, from, to);
      return;
    }
    const span = rule.callee ? this.state.place(rule.callee, node, from, to) : null;
    if (!span) return;
    const open = rule.arguments === true ? skipSpace(text, span[1], to) : -1;
    const list: [number, number] | null =
      typeof rule.arguments === "string" ? this.state.place(rule.arguments, node, from, to) : text[open] === "(" ? [open, to] : null;
    if (list) this.closing.set(list[1], list[0]);
    const arity = list ? this.arguments(list[0], list[1]) : null;
    if (rule.receiver) {
      const object = this.state.place(rule.receiver, node, from, to);
      const receiver = object ? fold(text.slice(object[0], Math.min(object[1], object[0] + 400))).slice(0, 120) : null;
      this.state.push(kind, fold(text.slice(...span)), receiver, arity, line, frame.symbol, frame.owner);
      this.called(object ? object[0] : from, list ? list[0] : to, to);
      return;
    }
    const literal = rules.declLiterals && text[span[0]] === "." ? literalOf(text, span) : null;
    const callee = literal ?? calleeBefore(text, span[1], span[0], rules.syntax, this.closing, this.out.comments);
    if (!callee) return;
    this.state.push(kind, callee.name, callee.receiver, arity, this.lines.at(callee.at), frame.symbol, frame.owner);
    this.called(from, list ? list[0] : to, to);
  }

  /** What is called in the head of a class (`extends Named(Base)`) is called by what stands around the class. */
  private outsideHead(from: number): Frame {
    const { top } = this.state;
    const outer = this.state.stack[this.state.stack.length - 2];
    return outer && from < this.out.symbols[top.symbol]!.signatureSpan[1] ? outer : top;
  }

  /** Notes where the call that was pushed last stands, and which plain names it is given. */
  private called(from: number, open: number, to: number): void {
    const reference = this.out.references.length - 1;
    if (reference < 0 || this.out.references[reference]!.kind === "use") return;
    this.out.calls.push({ reference, from, open, to });
    for (const { name, at } of this.given) this.out.names.push({ name, at, call: reference });
    this.given = [];
    if (this.functions) this.out.given.set(reference, this.functions);
    if (this.forms !== null) this.out.references[reference]!.given = this.forms;
    this.forms = null;
  }

  private pushCallee(
    rule: CallRule,
    callee: Callee,
    open: string,
    arity: number | null,
    frame: Frame,
    args: string | null = null,
    none = false,
  ): void {
    const { name, receiver, before, bang } = callee;
    const line = this.lines.at(callee.at);
    if (!rule.accept) {
      this.state.push(rule.kind ?? "call", name, receiver, arity, line, frame.symbol, frame.owner, args);
      return;
    }
    const said = rule.accept({ name, receiver, before, bang, open, none });
    if (!said) return;
    const count = said.arity === null ? null : arity;
    this.state.push(said.kind ?? rule.kind ?? "call", said.name, said.receiver, count, line, frame.symbol, frame.owner, args);
  }

  /** `(on ? f : g)()` calls both. */
  private alternatives({ receiver, at }: Callee, arity: number | null, { symbol, owner }: Frame): void {
    const inner = receiver && /^\(([^()]{3,120})\)$/.exec(receiver)?.[1];
    const values = inner ? (flowOf(inner, "signs")?.split(" | ") ?? []) : [];
    if (values.length < 2) return;
    for (const value of values) {
      const dot = value.lastIndexOf(".");
      if (PLAIN_PATH.test(value))
        this.state.push("call", value.slice(dot + 1), dot < 0 ? null : value.slice(0, dot), arity, this.lines.at(at), symbol, owner);
    }
  }

  /** What a function gives to a lambda that is its argument, as a chain; null: nobody knows. */
  givenBy({ name, receiver }: Pick<Callee, "name" | "receiver">): string | null {
    if (receiver === null) return null;
    const word = name.toLowerCase().replaceAll("_", "");
    if (THROUGH.has(word)) {
      const [, one] = (this.rules.flows && (OR_NONE.exec(receiver) ?? VALUES_OF.exec(receiver))) || [];
      return `${one ?? receiver}.@each()`;
    }
    if (FAILED.has(word)) return `${receiver}.@err()`;
    // a promise stands for what it gives
    return ITSELF.has(word) || (this.rules.flows && word === "then") ? `${receiver}.@it()` : null;
  }

  /** A name given as an argument, perhaps behind its module: a use, if the file knows it. */
  private mention(path: string, line: number): void {
    const dot = path.lastIndexOf(".");
    const { symbol: scope, owner } = this.state.top;
    const weak = dot < 0 || !/^\p{Lu}/u.test(path);
    this.out.references.push({
      kind: "use",
      name: path.slice(dot + 1),
      receiver: dot < 0 ? null : path.slice(0, dot),
      arity: null,
      line,
      scope,
      owner,
      ...(weak ? { weak } : {}),
    });
  }

  /** A member given as an argument: a method, perhaps, to be called back. */
  private passed(receiver: string, name: string, line: number, followed: boolean): void {
    const { symbol: scope, owner } = this.state.top;
    if (followed) this.out.references.push({ kind: "use", name, receiver, arity: HANDED, line, scope, owner });
    else this.out.references.push({ kind: "use", name, receiver, arity: null, line, scope, owner, weak: true });
  }

  /** `list.map(f)`, `list.map(this.f)`: who calls map calls f. */
  private callBack(which: "all" | "first" | "new"): void {
    const { symbol: scope, owner } = this.state.top;
    const begin = this.pieces[0]?.[0] ?? 0;
    const end = which === "all" ? Number.POSITIVE_INFINITY : (this.pieces[0]?.[1] ?? 0);
    const kind = which === "new" ? "new" : "call";
    const push = (name: string, receiver: string | null, at: number): void => {
      const line = this.lines.at(at);
      this.out.references.push({ kind, name, receiver, arity: null, line, scope, owner, weak: true, handedOver: true });
    };
    for (const { name, at } of this.given) if (at < end) push(name, null, at);
    for (const written of this.written?.split(",", which === "all" ? undefined : 1) ?? []) {
      const [, receiver, name] = MEMBER_GIVEN.exec(written) ?? [];
      if (name !== undefined) push(name, receiver!, begin);
    }
  }

  /** `queue.push(f)`, `this.handlers.set(key, f)`, `(this.events[key] ||= []).push(f)`: what is held from now on. */
  private put(receiver: string, name: string): void {
    const whole = OR_MADE.exec(receiver)?.[1] ?? receiver;
    const inner = INSIDE.exec(whole);
    const [, self, holder] = HELD.exec(inner?.[1] ?? whole) ?? [];
    const piece = this.pieces[PUTS.get(name)!];
    if (holder === undefined || !piece || piece[1] - piece[0] > 60) return;
    const value = flowOf(this.text.slice(...piece), "signs");
    if (value === null || value.includes(" | ")) return;
    const held = `${holder}.${EACH}${inner ? `.${EACH}` : ""}`;
    const line = this.lines.at(piece[0]);
    const around = self === undefined ? this.boundAround(holder) : -1;
    if (self === undefined && this.state.isOuter(holder)) this.state.bindTo(0, null, held, value, "value", line);
    else if (around > 0) this.state.bindTo(around, null, held, value, "value", line);
    else this.state.bind(held, value, "value", line, self !== undefined);
  }

  /** `Object.assign(o, a, b)`, `Object.setPrototypeOf(o, a)`: members of the others are its own too. */
  private mixed(): void {
    const [object = "", ...others] = this.written?.split(",") ?? [];
    const from = others.filter((one) => PLAIN_PATH.test(one));
    if (!PLAIN_PATH.test(object) || from.length === 0 || from.length > 4) return;
    this.state.bind(`${object}.${ALSO}`, from.join(" | "), "value", this.lines.at(this.pieces[0]![0]), false);
  }

  /** The function around whose local it is; -1 where none is. */
  private boundAround(holder: string): number {
    const root = /^[^.]*/.exec(holder)![0];
    const { symbols } = this.out;
    if (this.state.binds(this.state.top.symbol, root)) return -1;
    for (let at = symbols[this.state.top.symbol]!.parent; at > 0; at = symbols[at]!.parent) if (this.state.binds(at, root)) return at;
    return -1;
  }

  /** `{ a: f, g }` as an argument: `{a:f;g:g}`, what is no name left out; null where nothing is left. */
  private members(begin: number, end: number): string | null {
    const pairs = splitList(this.text, begin + 1, end - 1, this.rules.syntax).flatMap(([from, to]) => {
      const piece = this.text.slice(from, Math.min(to, from + 120)).trim();
      const [, key, value] = (to - from <= 80 && PAIR.exec(piece)) || [];
      if (key !== undefined) return [`${key}:${value ?? key}`];
      const [, pair, method] = WRITTEN.exec(piece) ?? [];
      const own = pair ?? method;
      return own === undefined ? [] : [`${own}:.${own}`];
    });
    return pairs.length > 0 && pairs.length <= 8 ? `{${pairs.join(";")}}` : null;
  }

  /** Counts arguments, and notes plain names among them: they are uses if the file knows them. */
  private arguments(from: number, to: number, certain = false): number | null {
    const { text } = this;
    const { top } = this.state;
    this.written = null;
    const pieces = argumentPieces(text, from, to, this.rules.syntax);
    this.given = [];
    this.forms = pieces && this.rules.overloads ? formsOf(text, pieces, this.rules.syntax) : null;
    if (pieces && this.rules.generics && /[\w>*&\])]\s*>\s*$/.test(text.slice(Math.max(0, from - 8), from)))
      this.forms = EXPLICIT + (this.forms ?? "");
    if (!pieces) return null;
    let passed: string[] | null = null;
    this.functions = null;
    const { flows, each, given: giving = givenName } = this.rules;
    for (let i = 0; i < pieces.length; i++) {
      const [begin, end] = pieces[i]!;
      const object = flows && text[begin] === "{" && end - begin <= OBJECT_LIMIT ? this.members(begin, end) : null;
      if (object) {
        passed ??= [];
        passed[i] = object;
      }
      if (end - begin > 80) continue;
      const given = flows || i >= PASSED_LIMIT ? null : giving(text.slice(begin, end));
      if (given !== null) {
        this.functions ??= [];
        this.functions[i] = given;
      }
      // `::decorate`: a function as a value
      const start = each && text.startsWith("::", begin) ? begin + 2 : begin;
      const name = plainName(text, start, end);
      if (flows && i < PASSED_LIMIT) {
        const written =
          name === null ? (dottedName(text, start, end) ?? object) : end - start === name.length ? name : unspaced(text.slice(start, end));
        if (written) {
          passed ??= [];
          passed[i] = written;
        }
      }
      if (name === null) {
        const labelled = each ? (LABELLED.exec(text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0) : 0;
        const member = (each || flows) && MEMBER.exec(text.slice(start + labelled, end));
        if (member) this.passed(member[1]!.replace(/^&/, ""), member[2]!, this.lines.at(end - 1), flows === true);
        const symbol = this.rules.symbols ? SYMBOL.exec(text.slice(begin, end))?.[1] : undefined;
        if (symbol !== undefined) {
          const line = this.lines.at(end - 1);
          this.out.references.push({
            kind: "use",
            name: symbol,
            receiver: null,
            arity: null,
            line,
            scope: top.symbol,
            owner: top.owner,
            weak: true,
            method: true,
          });
        }
        continue;
      }
      const { symbol: scope, owner } = top;
      this.given.push({ name, at: end - name.length });
      const line = this.lines.at(end - 1);
      const use: PendingReference = { kind: "use", name, receiver: null, arity: null, line, scope, owner };
      if (!certain) use.weak = true;
      if (each?.methods) use.method = true;
      this.out.references.push(use);
    }
    this.pieces = pieces;
    this.written = passed && filled(passed).join(",");
    return countPieces(text, pieces, this.rules.syntax);
  }
}

/** `this.format`, `api.parse`: a member as an argument. */
const MEMBER_GIVEN = re`^(${ID$}(?:\.[a-zA-Z\x80-\u{10FFFF}_$#][\w\x80-\u{10FFFF}$]*)*)\.([a-zA-Z\x80-\u{10FFFF}_$#][\w\x80-\u{10FFFF}$]*)$`;

/** `:authenticate` */
const SYMBOL = /^:([a-z_]\w*[?!]?)$/;

/** `by: Note.newer` */
const LABELLED = /^[a-zA-Z\x80-\u{10FFFF}_]\w*\s*[:=]\s*(?=\p{Lu})/u;

const MIXES = /^(?:assign|setPrototypeOf)$/;

const PLAIN_PATH = re`^${ID$}(?:\.${ID$})*$`;

/** One that is a function, defined there. */
const WRITTEN = re`^(?:(${ID$})\s*:\s*(?:async\b\s*)?(?:function\b|(?:\([^()]*\)|${ID$})\s*=>)|(?:async\s+)?\*?\s*(?!(?:if|for|while|switch|function)\b)(${ID$})\s*\([^()]*\)\s*\{)`;

/** A member of an object that is written out: its key, and the name that is its value if it is another. */
const PAIR = re`^(${ID$})(?:\s*:\s*(${ID$}(?:\.${ID$})*))?$`;

// Types that are not said where a value is made, because what stands before it says them.

/** `Type name =`, `Type Name { get; } =`: what stands before a value whose type is not said again. */
const DECLARED = re`(${DOTTED})(?:<[^<>;(){}]*>)?\??\s+${ID}\s*(?:\{[^{}]*\}\s*)?=\s*$`;
/** `name: path.Type =`. */
const ANNOTATED = re`:\s*(?:\?|\*|const\s+)*(${ID}(?:\.${ID})*)\s*=\s*(?:try\s+)?$`;
const REACH = 160;

/**
 * `Money m = new(1)`, `Money Zero => new(0)`: the type that is made.
 * @param returned what the function or property around gives
 */
function targetOf(text: string, at: number, returned: string | null): string | null {
  const before = text.slice(Math.max(0, at - REACH), at);
  const type = DECLARED.exec(before)?.[1] ?? (/(?:=>|\breturn)\s*$/.test(before) ? returned : null);
  const name = type && typeName(type).replace(/^.*\./, "");
  return name && !/^(?:var|return|new|await|in|out|ref)$/.test(name) ? name : null;
}

/** `const m: vm.Machine = .init(1)`: a function of the type that is wanted. */
function literalOf(text: string, [from, to]: [number, number]): { name: string; receiver: string; at: number; from: number } | null {
  const type = ANNOTATED.exec(text.slice(Math.max(0, from - REACH), from))?.[1];
  const name = re`^\.(${ID})$`.exec(text.slice(from, to))?.[1];
  return type === undefined || name === undefined ? null : { name, receiver: type, at: from, from };
}
