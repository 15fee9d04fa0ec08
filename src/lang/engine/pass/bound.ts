/** What a match binds, and the calls that its text alone tells. */

import type { Lines } from "../lines.ts";
import { EXPANDS, RETURNED } from "../resolve/world.ts";
import type { BindRule, Bound, CallsRule, RuleSet } from "../rules/_rules.ts";
import type { SyntaxNode } from "../syntax.ts";
import { BIND_PEEK, type Frame, FUNCTIONS, IMPORT_TEXT, type Pass, type State } from "./state.ts";

/** Text of an initialiser that is read where values are followed: objects and lists are written out there. */
const FLOW = 4_000;

/** What does this match bind to a name, and which calls does its text alone tell? */
export class Bindings {
  private readonly text: string;
  private readonly rules: RuleSet;
  private readonly out: Pass;
  private readonly lines: Lines;

  constructor(private readonly state: State) {
    ({ text: this.text, rules: this.rules, out: this.out, lines: this.lines } = state);
  }

  calls(role: CallsRule, from: number, to: number): void {
    const { symbol: scope, owner, local } = this.state.top;
    for (const call of role.parse(this.state.piece(from, to, IMPORT_TEXT), local, this.state.openedAt === from)) {
      const { kind = "call", name, receiver, arity, weak, method, given } = call;
      if (!name) continue;
      const line = this.lines.at(from + call.at);
      this.out.references.push({
        kind,
        name,
        receiver,
        arity,
        line,
        scope,
        owner,
        ...(weak ? { weak } : {}),
        ...(method ? { method } : {}),
        ...(given ? { given } : {}),
      });
    }
  }

  binding(role: BindRule, node: SyntaxNode, from: number, to: number, line: number): void {
    const { rules, text } = this;
    const before = role.before ? text.slice(Math.max(0, from - role.before), from) : "";
    const list = role.parse(this.state.piece(from, to, rules.flows ? FLOW : BIND_PEEK), this.state.top.local, before, (name) => {
      const span = node.field(name);
      return span && text.slice(span[0], Math.min(span[1], span[0] + BIND_PEEK));
    });
    if (list.length === 0) return;
    // What a name was is asked before anything is bound here.
    if (list.length === 1) this.boundOne(this.told(list[0]!), from, line);
    else for (const one of list.map((one) => this.told(one))) this.boundOne(one, from, line);
  }

  private told(one: Bound): Bound {
    return one.same === undefined ? one : { ...this.state.sameAs(one, one.same), same: one.same };
  }

  private boundOne(bound: Bound, from: number, line: number): void {
    const { out } = this;
    const frame = this.state.top;
    const { name, type, from: how } = bound;
    if (bound.narrows && !out.bindings.some((one) => one.scope === frame.symbol && one.name === name)) return;
    // what a function without a name gives is not what the one around it gives
    if (
      name.startsWith(RETURNED) &&
      (!FUNCTIONS.has(frame.kind) || !this.isBody(frame) || (out.symbols[frame.symbol]!.type && name !== EXPANDS))
    )
      return;
    if (bound.parameter && frame.kind !== "lambda") {
      const position = out.parameters.filter(({ symbol }) => symbol === frame.symbol).length;
      out.parameters.push({ symbol: frame.symbol, name, position });
    }
    if (this.state.isOfFile(bound)) this.state.bindTo(0, null, name, type, how, line);
    else this.state.bind(name, type, how, bound.at ? this.lines.at(from + bound.at) : line, bound.field === true);
  }

  /** Is a function without a name the value of what is defined around it (`const f = () => …`)? Others are. */
  private isBody(frame: Frame): boolean {
    if (frame.kind !== "lambda") return true;
    const around = this.state.stack[this.state.stack.length - 2];
    return around !== undefined && around.kind !== "lambda" && FUNCTIONS.has(around.kind) && around.to - frame.to <= 1;
  }
}
