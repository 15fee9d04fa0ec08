/**
 * Receivers as a file writes them, each worked out once for all that is called on it in a scope, as long as it means the same on every line.
 */

import type { FileFacts, RawBinding } from "../../../base/types.ts";
import type { Chains } from "./chains.ts";
import type { Family } from "./family.ts";
import type { Found } from "./place.ts";
import type { Link } from "./text.ts";

/** Names joined by dots: nothing is called or taken apart on the way. */
const PLAIN = /^[\w\x80-\u{10FFFF}$.]+$/u;

/** What is this receiver, and does that depend on the line? */
export class Receivers {
  /** Names bound more than once in one scope: what they are depends on the line. */
  readonly rebound = new Set<string>();
  /** Names that hold what another expression gives: a function perhaps. */
  readonly aliases = new Set<string>();
  /** References that are being worked out: what is found out for another's sake may be known in part only. */
  depth = 0;
  /** First names of what is bound more than once, or to something of its own name. */
  private readonly moving = new Set<string>();
  private readonly found = new Map<number, Map<string, Found | null>>();
  /** Does every name mean something else on another line? */
  private readonly byLine: boolean;

  constructor(
    { bindings }: FileFacts,
    private readonly family: Family,
    private readonly chains: Chains,
  ) {
    const bound = new Map<number, Set<string>>();
    for (const { name, scope, from, type, end } of bindings) {
      if (end !== undefined) this.moving.add(rootOf(name));
      if (from === "value" || from === "call") this.aliases.add(name);
      if (from === "call" && type.startsWith(name)) this.moving.add(rootOf(name));
      const names = bound.get(scope);
      if (!names) bound.set(scope, new Set([name]));
      else if (!names.has(name)) names.add(name);
      else {
        this.rebound.add(name);
        this.moving.add(rootOf(name));
      }
    }
    // what a lambda works on is there from its line on
    this.byLine = bindings.some(isReceiver);
  }

  /** Does what a name means depend on the line? */
  moves(root: string): boolean {
    return this.moving.has(root);
  }

  /** The value of a receiver, as `Chains.chain` finds it. */
  chain(receiver: string, links: Link[], scope: number, line: number): Found | null {
    if (this.byLine || !PLAIN.test(receiver)) return this.chains.chain(links, scope, line);
    const root = links[0]?.name ?? "";
    const own = this.family.flows && (this.family.self.includes(root) || this.family.parent.includes(root));
    if (own || this.moving.has(root)) return this.chains.chain(links, scope, line);
    let here = this.found.get(scope);
    if (!here) {
      here = new Map();
      this.found.set(scope, here);
    }
    let found = here.get(receiver);
    if (found === undefined) {
      found = this.chains.chain(links, scope, line);
      if (this.depth === 1) here.set(receiver, found);
    }
    return found;
  }
}

const isReceiver = ({ name }: RawBinding): boolean => name === "@receiver";

/** The name a receiver begins with, "" when it begins with something else. */
export function rootOf(receiver: string): string {
  let end = 0;
  for (; end < receiver.length; end++) {
    const code = receiver.charCodeAt(end);
    if (code >= 128) return /^[a-zA-Z\x80-\u{10FFFF}_$@][\w\x80-\u{10FFFF}$]*/u.exec(receiver)?.[0] ?? "";
    const letter = (code | 32) >= LOWER_A && (code | 32) <= LOWER_Z;
    if (!letter && code !== UNDERSCORE && code !== DOLLAR && !(end > 0 ? code >= ZERO && code <= NINE : code === AT)) break;
  }
  return end === receiver.length ? receiver : receiver.slice(0, end);
}

const LOWER_A = 97;
const LOWER_Z = 122;
const UNDERSCORE = 95;
const DOLLAR = 36;
const AT = 64;
const ZERO = 48;
const NINE = 57;
