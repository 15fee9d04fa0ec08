/**
 * Where the values go that calls return: straight into the arguments of another call, out of the function by its return, or through local names
 * into either.
 *
 * Read off the text around the calls that the pass has found; nothing is parsed again. A name has the value of its last assignment above (in the
 * same function), so a value that only one branch assigns may be missed or kept too long; what is done to a value on its way (`f(x).y`,
 * `f(x) + 1`) ends the trail. Names are followed through plain copies (`b = a`).
 */

import type { RawFlow } from "../../../base/types.ts";
import { isWord } from "../lex.ts";
import { ID$, re } from "../words.ts";
import type { CallSite, Pass } from "./state.ts";

/** Flows kept of one file: more are generated tables. */
const LIMIT = 2_000;
/** How far before a call its assignment is looked for, and how far a name is followed. */
const BACK = 200;
const REACH = 20_000;

/** A local that holds what a call returned, from an offset on. */
interface Held {
  name: string;
  scope: number;
  from: number;
  call: number;
}

const ASSIGNED = re`(?:^|[\s;{(,])((?:${ID$}\s*,\s*)*${ID$})\s*(?::\s*[^=;(){}]{1,80})?\s*:?$`;
const SPACE = /\s/;
/** What `\s` matches: asked of every character, an expression is slower in a process that has just started. */
const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 128 && SPACE.test(String.fromCharCode(code)));
const isLower = (code: number): boolean => code >= 97 && code <= 122;

/** Names that take an error, or nothing. */
const ASIDE: ReadonlySet<string> = new Set(["_", "err", "ok", "error"]);

/**
 * @param pass of a file that is through
 * @param tailReturns the last expression of a function is returned
 */
export function flowsOf(text: string, pass: Pass, tailReturns: boolean): RawFlow[] {
  if (pass.calls.length < 1) return [];
  return new Flows(text, pass, tailReturns).run();
}

class Flows {
  private readonly found: RawFlow[] = [];
  private readonly seen = new Set<string>();
  private readonly held: Held[] = [];

  constructor(
    private readonly text: string,
    private readonly pass: Pass,
    private readonly tailReturns: boolean,
  ) {}

  run(): RawFlow[] {
    const { calls } = this.pass;
    const inOrder = calls.toSorted((a, b) => a.from - b.from || b.to - a.to);
    const open: CallSite[] = [];
    for (const call of inOrder) {
      while (open.length > 0 && open[open.length - 1]!.to <= call.from) open.pop();
      this.site(call, open);
      open.push(call);
      if (this.found.length >= LIMIT) break;
    }
    if (this.held.length > 0) this.throughNames();
    return this.found.sort((a, b) => a.from - b.from || (a.to ?? -1) - (b.to ?? -1));
  }

  private flow(from: number, to: number | null): void {
    const { references } = this.pass;
    const key = `${from} ${to}`;
    if (from === to || this.seen.has(key) || this.found.length >= LIMIT) return;
    if (to === null && references[from]!.scope === 0) return;
    this.seen.add(key);
    this.found.push({ from, to });
  }

  /** What directly happens to the value of a call. */
  private site(call: CallSite, open: readonly CallSite[]): void {
    const { text } = this;
    const next = this.after(call.to);
    if (next === null) return;
    let at = this.back(call.from);
    const word = this.wordBefore(at);
    if (word === "await" || word === "new" || word === "try") at = this.back(at - word.length);
    const last = text[at - 1];
    const around = open.findLast((one) => one.open < call.from && one.open < one.to && call.to <= one.to);
    if (around && (last === "(" || last === "," || last === "=" || last === ":")) {
      if (text[next] !== "," && text[next] !== ")") return;
      const start = last === "(" || last === "," ? at - 1 : this.back(this.nameStart(this.back(at - 1))) - 1;
      if (text[start] === "(" || text[start] === ",") {
        if (this.pass.references[around.reference]!.scope === this.pass.references[call.reference]!.scope)
          this.flow(call.reference, around.reference);
        return;
      }
    }
    if (this.wordBefore(at) === "return") {
      this.flow(call.reference, null);
      return;
    }
    if (last === "=" && !/[=!<>+\-*/%&|^~?]/.test(text[at - 2] ?? "")) {
      const line = Math.max(text.lastIndexOf("\n", at - 1) + 1, at - BACK);
      const names = ASSIGNED.exec(text.slice(line, at - 1))?.[1];
      if (names) this.assigned(names, call);
    }
    if (this.isTail(call, next, last)) this.flow(call.reference, null);
  }

  private assigned(names: string, call: CallSite): void {
    const { scope } = this.pass.references[call.reference]!;
    if (scope === 0) return;
    for (const name of names.split(",").map((one) => one.trim())) {
      if (ASIDE.has(name)) continue;
      this.held.push({ name, scope, from: call.to, call: call.reference });
    }
  }

  /** The last expression of its function, in a language or a form (`=> f()`, `= f()`) where that is returned. */
  private isTail(call: CallSite, next: number, last: string | undefined): boolean {
    const symbol = this.pass.symbols[this.pass.references[call.reference]!.scope]!;
    if (symbol.kind !== "function" && symbol.kind !== "method") return false;
    const { text } = this;
    const arrow = last === ">" || last === "=";
    if (arrow) return next >= symbol.to || (text[next] === ";" && next + 1 >= symbol.to);
    if (!this.tailReturns) return false;
    const end = /^(?:\}|end\b)?/.exec(text.slice(next, next + 4))![0].length + next;
    return end >= symbol.to && (last === "{" || last === "}" || last === ";" || this.startsLine(call.from));
  }

  private startsLine(at: number): boolean {
    return this.text.slice(this.text.lastIndexOf("\n", at - 1) + 1, at).trim() === "";
  }

  /** Follows the names that hold a value to where it is handed on: looks at nothing but the places where the name stands. */
  private throughNames(): void {
    const given = new Map(this.pass.names.map(({ at, call }) => [at, call]));
    for (const held of this.held) if (this.held.length < LIMIT) this.follow(held, given);
  }

  private follow({ name, scope, from, call }: Held, given: ReadonlyMap<number, number>): void {
    const { text } = this;
    const end = Math.min(this.pass.symbols[scope]!.to, from + REACH);
    for (let at = text.indexOf(name, from); at >= 0 && at < end; at = text.indexOf(name, at + name.length)) {
      const behind = at + name.length;
      if (isWord(text.charCodeAt(at - 1)) || isWord(text.charCodeAt(behind)) || text[at - 1] === ".") continue;
      const to = given.get(at);
      if (to !== undefined) {
        if (this.pass.references[to]!.scope === scope) this.flow(call, to);
        continue;
      }
      let next = behind;
      while (text[next] === " " || text[next] === "\t") next++;
      const assigning = text[next] === "=" ? next : text[next + 1] === "=" && /[:+\-*/|&]/.test(text[next]!) ? next + 1 : -1;
      // It gets another value from here on.
      if (assigning >= 0 && text[assigning + 1] !== "=" && text[assigning + 1] !== ">") return;
      if (next < text.length && !/[;\n\r})#]/.test(text[next]!)) continue;
      let before = at;
      while (text[before - 1] === " " || text[before - 1] === "\t") before--;
      if (text[before - 1] === "=") this.copied(before - 1, scope, behind, call);
      else if (this.wordBefore(before) === "return") this.flow(call, null);
    }
  }

  /** `y = x`: the name before the sign holds the same from there on. */
  private copied(sign: number, scope: number, from: number, call: number): void {
    if (/[=!<>+\-*/%&|^~?]/.test(this.text[sign - 1] ?? "")) return;
    const line = Math.max(this.text.lastIndexOf("\n", sign) + 1, sign - BACK);
    const name = ASSIGNED.exec(this.text.slice(line, sign))?.[1];
    if (name && !name.includes(",")) this.held.push({ name, scope, from, call });
  }

  /** Offset of what follows a call, white space skipped; null where it goes on with the value (`.x`, `[0]`, `+ 1`). */
  private after(to: number): number | null {
    const { text } = this;
    let at = to;
    if (text[at] === "?" && text[at + 1] !== "." && text[at + 1] !== "?" && text[at + 1] !== ":") at++;
    let ended = false;
    for (; at < text.length; at++) {
      const char = text[at]!;
      if (char === "\n") ended = true;
      else if (char !== " " && char !== "\t" && char !== "\r") break;
    }
    const char = text[at];
    if (char === undefined) return at;
    if (char === ".") return null;
    if (ended || char === "," || char === ")" || char === ";" || char === "}" || char === "#") return at;
    if (char === "/" && text[at + 1] === "/") return at;
    return /^end\b/.test(text.slice(at, at + 4)) ? at : null;
  }

  private back(from: number): number {
    let at = from;
    const floor = Math.max(0, from - BACK);
    while (at > floor && isBlank(this.text.charCodeAt(at - 1))) at--;
    return at;
  }

  private wordBefore(at: number): string {
    let start = at;
    const floor = Math.max(0, at - 8);
    while (start > floor && isLower(this.text.charCodeAt(start - 1))) start--;
    return start === at ? "" : this.text.slice(start, at);
  }

  /** Start of the name that ends at an offset. */
  private nameStart(at: number): number {
    let start = at;
    while (start > 0 && at - start < 80 && /[\w\x80-\u{10FFFF}$]/u.test(this.text[start - 1]!)) start--;
    return start;
  }
}
