/**
 * The nodes of a file that its language's rules ask for, found by ast-grep. Extraction sees nothing else of a syntax tree.
 */
import type { Rule, SgNode } from "@ast-grep/napi";
import type { RuleSet } from "./rules/_rules.ts";

/** A node that a rule asks for. Offsets are JavaScript's (UTF-16 units). */
export interface SyntaxNode {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  /** Offset behind the node around it; null for the root. */
  readonly outerEnd: number | null;
  /** Span of the child in a field, null without one. Only fields that the kind's rule names may be asked for. */
  field(name: string): [number, number] | null;
}

/** What the rules ask for in one text. */
export interface SyntaxNodes {
  /** In document order, outer before inner; syntax errors have the kind `ERROR`. At most `MATCH_LIMIT`. */
  readonly nodes: readonly SyntaxNode[];
  /** There were more. */
  readonly cut: boolean;
  /** Characters that stand in syntax errors. */
  readonly damage: number;
}

/** Files with more matches than this keep the facts of the first ones: generated tables, not code that anyone asks about. */
export const MATCH_LIMIT = 300_000;

/** Kind of syntax errors, in every grammar. */
export const ERROR = "ERROR";

/** Kinds that are worth asking for in a text: a rule set can name what a text must hold for a kind (`only`). */
export function wantedKinds(rules: RuleSet, text: string): string[] {
  const idle = Object.entries(rules.only ?? {}).flatMap(([kind, pattern]) => (pattern.test(text) ? [] : kind));
  const kinds = Object.keys(rules.nodes);
  return idle.length === 0 ? kinds : kinds.filter((kind) => !idle.includes(kind));
}

class Matched implements SyntaxNode {
  readonly from: number;
  readonly to: number;
  #kind: string | undefined;

  constructor(private readonly node: SgNode) {
    // An edit carries the same numbers as `range()` in one object instead of three, and costs half as much.
    const { startPos, endPos } = node.replace("");
    this.from = startPos;
    this.to = endPos;
  }

  get kind(): string {
    this.#kind ??= String(this.node.kind());
    return this.#kind;
  }

  get outerEnd(): number | null {
    return this.node.parent()?.replace("").endPos ?? null;
  }

  field(name: string): [number, number] | null {
    const edit = this.node.field(name)?.replace("");
    return edit ? [edit.startPos, edit.endPos] : null;
  }
}

const queries = new WeakMap<RuleSet, Map<string, { rule: { any: Rule[] } }>>();

/** What the rules ask for below a node of ast-grep. */
export function matchedBy(root: SgNode, rules: RuleSet, kinds: readonly string[]): SyntaxNodes {
  let known = queries.get(rules);
  if (!known) {
    known = new Map();
    queries.set(rules, known);
  }
  const key = kinds.join(" ");
  let query = known.get(key);
  if (!query) {
    query = { rule: { any: [...kinds, ERROR].map((kind) => ({ kind, ...rules.narrow?.[kind] })) } };
    known.set(key, query);
  }
  const all = root.findAll(query);
  const nodes = (all.length > MATCH_LIMIT ? all.slice(0, MATCH_LIMIT) : all).map((node) => new Matched(node));
  let damage = 0;
  for (const { kind, from, to } of nodes) if (kind === ERROR) damage += Math.max(1, to - from);
  return { nodes, cut: all.length > MATCH_LIMIT, damage };
}
