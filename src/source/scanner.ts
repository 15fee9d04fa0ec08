/**
 * The scanner: all nodes that the rules ask for from one native call (native/scanner.c), instead of one object of ast-grep's a match.
 *
 * Measured on a 2-core machine, parsing and matching only: JavaScript 190 ms a MB instead of 420, Ruby 170 instead of 440. It uses the
 * same grammars and tree-sitter's own runtime, compiled when Manifold is built; a build without a C compiler does without it. Left to
 * ast-grep are rules that it cannot express (a pattern on the text of another node). Both give the same nodes of every text without syntax
 * errors, which a test compares on every fixture; how errors are recovered from differs a little between versions of tree-sitter.
 */
import type { Rule } from "@ast-grep/napi";
import { loadAddon } from "../base/native.ts";
import type { Role } from "./rules/_roles.ts";
import type { RuleSet } from "./rules/_rules.ts";
import { ERROR, MATCH_LIMIT, type SyntaxNode, type SyntaxNodes } from "./syntax.ts";

interface Addon {
  load(path: string, symbol: string): number;
  kind(language: number, name: string): number;
  field(language: number, name: string): number;
  scan(language: number, text: string, program: Uint32Array, limit: number): ArrayBuffer | null;
  ahead(language: number, text: string, program: Uint32Array, limit: number): void;
  forget(): void;
}

/** Words of conditions, as in native/scanner.c. */
const TRUE = 0;
const NOT = 1;
const ALL = 2;
const ANY = 3;
const KIND = 4;
const HAS_FIELD = 5;
const HAS = 6;
const INSIDE = 7;

const NONE = 0xffff_ffff;

/** Number that every grammar has for syntax errors (`ts_builtin_sym_error`). */
const ERROR_NUMBER = 0xffff;

/** What is known of a kind: its name, the fields that are written for it, and what its text must match. */
interface KindRow {
  name: string;
  fields: readonly string[];
  pattern: RegExp | null;
}

const ERROR_ROW: KindRow = { name: ERROR, fields: [], pattern: null };

/** A rule set as a program for one grammar. */
interface Query {
  program: Uint32Array;
  /** By number of the kind. */
  kinds: (KindRow | undefined)[];
}

class Scanned implements SyntaxNode {
  constructor(
    readonly kind: string,
    readonly from: number,
    readonly to: number,
    private readonly fields: readonly string[],
    private readonly words: Uint32Array,
    private readonly at: number,
  ) {}

  get outerEnd(): number | null {
    const end = this.words[this.at + 3]!;
    return end === NONE ? null : end;
  }

  field(name: string): [number, number] | null {
    const index = this.fields.indexOf(name);
    if (index < 0) return null;
    const from = this.words[this.at + 4 + 2 * index]!;
    return from === NONE ? null : [from, this.words[this.at + 5 + 2 * index]!];
  }
}

/** The native scanner of this process, with the grammars given to it. */
export class Scanner {
  readonly #addon: Addon;
  readonly #languages = new Map<string, number>();
  readonly #queries = new WeakMap<RuleSet, Map<string, Query | null>>();

  /** @throws Refusal `platform-unsupported` when the library does not load */
  constructor(path: string) {
    this.#addon = loadAddon<Addon>(path);
  }

  /** Makes a grammar known. One that is for another version of tree-sitter is left to ast-grep. */
  load(grammar: string, path: string, symbol: string): void {
    const handle = this.#addon.load(path, symbol);
    if (handle >= 0) this.#languages.set(grammar, handle);
  }

  /**
   * What the rules ask for in a text, or null where ast-grep must be asked: see above.
   * @param kinds those of the rules that the text may hold (`wantedKinds`)
   */
  scan(grammar: string, text: string, rules: RuleSet, kinds: readonly string[]): SyntaxNodes | null {
    const language = this.#languages.get(grammar);
    if (language === undefined) return null;
    const query = this.#query(language, grammar, rules, kinds);
    const found = query && this.#addon.scan(language, text, query.program, MATCH_LIMIT + 1);
    if (!query || !found) return null;
    const words = new Uint32Array(found);
    const nodes: SyntaxNode[] = [];
    let damage = 0;
    let matches = 0;
    for (let at = 0; at < words.length && matches++ < MATCH_LIMIT; ) {
      const kind = words[at]!;
      const row = kind === ERROR_NUMBER ? ERROR_ROW : query.kinds[kind]!;
      const from = words[at + 1]!;
      const to = words[at + 2]!;
      if (kind === ERROR_NUMBER) damage += Math.max(1, to - from);
      if (row.pattern === null || row.pattern.test(text.slice(from, to)))
        nodes.push(new Scanned(row.name, from, to, row.fields, words, at));
      at += 4 + 2 * row.fields.length;
    }
    return { nodes, cut: matches > MATCH_LIMIT, damage };
  }

  /** Has a text that will be asked for scanned on another thread meanwhile; arguments as for `scan`. */
  ahead(grammar: string, text: string, rules: RuleSet, kinds: readonly string[]): void {
    const language = this.#languages.get(grammar);
    const query = language === undefined ? null : this.#query(language, grammar, rules, kinds);
    if (query) this.#addon.ahead(language!, text, query.program, MATCH_LIMIT + 1);
  }

  /** Nothing of what is scanned ahead will be asked for. */
  forget(): void {
    this.#addon.forget();
  }

  #query(language: number, grammar: string, rules: RuleSet, kinds: readonly string[]): Query | null {
    let known = this.#queries.get(rules);
    if (!known) {
      known = new Map();
      this.#queries.set(rules, known);
    }
    const key = `${grammar} ${kinds.join(" ")}`;
    let query = known.get(key);
    if (query === undefined) {
      query = this.#compile(language, rules, kinds);
      known.set(key, query);
    }
    return query;
  }

  #compile(language: number, rules: RuleSet, kinds: readonly string[]): Query | null {
    const kind = (name: string): number => this.#addon.kind(language, name);
    const field = (name: string): number => this.#addon.field(language, name);
    const numbers = kinds.map(kind);
    if (numbers.includes(0)) return null;
    const table = new Array<number>(Math.max(0, ...numbers) + 1).fill(0);
    const words: number[] = [];
    const query: Query = { program: new Uint32Array(0), kinds: [] };
    for (const [i, name] of kinds.entries()) {
      const { regex, ...rest } = rules.narrow?.[name] ?? {};
      const condition = conditionOf(rest, kind, field);
      const pattern = regex === undefined ? null : patternOf(regex);
      if (condition === null || pattern === undefined) return null;
      const fields = fieldsOf(rules, name).filter((one) => field(one) > 0);
      table[numbers[i]!] = 1 + table.length + words.length;
      words.push(fields.length, ...fields.map(field), ...condition);
      query.kinds[numbers[i]!] = { name, fields, pattern };
    }
    query.program = Uint32Array.from([table.length, ...table, ...words]);
    return query;
  }
}

/** Fields that the roles of a kind may ask for: also those of the roles that a declaring call is read with. */
function fieldsOf(rules: RuleSet, kind: string): string[] {
  const fields = new Set<string>();
  const add = (role: Role): void => {
    for (const value of Object.values(role)) if (typeof value === "string") fields.add(value);
    if (role.role === "call" && role.declares) for (const one of rolesOf(rules, role.declares.kind)) if (one.role !== "call") add(one);
  };
  for (const role of rolesOf(rules, kind)) add(role);
  return [...fields];
}

function rolesOf(rules: RuleSet, kind: string): readonly Role[] {
  const roles = rules.nodes[kind];
  return roles === undefined ? [] : Array.isArray(roles) ? roles : [roles];
}

/** A pattern that is tried on a node's own text; undefined where JavaScript's expressions cannot say it. */
function patternOf(regex: string): RegExp | undefined {
  try {
    return new RegExp(regex, "u");
  } catch {
    return undefined;
  }
}

/** A rule as words of a program; null where the scanner cannot express it. */
function conditionOf(rule: Rule, kind: (name: string) => number, field: (name: string) => number): number[] | null {
  const parts: (number[] | null)[] = Object.entries(rule).map(([key, value]): number[] | null => {
    if (value === undefined) return [TRUE];
    const inner = (one: Rule): number[] | null => conditionOf(one, kind, field);
    const list = (ones: readonly Rule[], word: number): number[] | null => {
      const all = ones.map(inner);
      return all.includes(null) ? null : [word, all.length, ...all.flatMap((one) => one ?? [])];
    };
    switch (key) {
      case "kind":
        return kind(value as string) > 0 ? [KIND, 1, kind(value as string)] : null;
      case "not": {
        const one = inner(value as Rule);
        return one && [NOT, ...one];
      }
      case "all":
        return list(value as Rule[], ALL);
      case "any":
        return list(value as Rule[], ANY);
      case "has":
      case "inside": {
        const { field: name, stopBy, ...rest } = value as Rule & { field?: string; stopBy?: unknown };
        const one = inner(rest);
        if (one === null || stopBy !== undefined || (name !== undefined && field(name) === 0)) return null;
        if (key === "inside") return [INSIDE, name === undefined ? 0 : field(name), ...one];
        return name === undefined ? [HAS, ...one] : [HAS_FIELD, field(name), ...one];
      }
      default:
        return null;
    }
  });
  if (parts.includes(null)) return null;
  const known = parts.flatMap((part) => (part === null ? [] : [part]));
  return known.length === 1 ? known[0]! : known.length === 0 ? [TRUE] : [ALL, known.length, ...known.flat()];
}
