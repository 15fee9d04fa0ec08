/**
 * The query compiler: from a question to a relation whose ends may be described, named, or relations themselves.
 *
 * Regular expressions first and, mostly, only: the router's reading gives the outer relation where it knows one, the tables of
 * `compile/patterns.ts` what it does not tell apart. What an operand's words mean is not decided here: descriptions are bound by retrieval
 * (asking/bind.ts). Time is linear in the `routing.maxExamined` characters that the router looks at.
 */
import type { Operation } from "../base/types.ts";
import { INNER, NOUNS, OUTER } from "./compile/patterns.ts";
import { MAX_NESTING, type Operand, type Relation, type Sort } from "./relation.ts";
import { looksLikeCode } from "./route/slot.ts";
import { normalise } from "./route/text.ts";
import type { Reading } from "./route.ts";
import { isStructural } from "./walk.ts";

/** A compiled question: the relation, and the name of the row that told it. */
export interface Compiled {
  relation: Relation;
  /** `router` where its own reading was taken. */
  row: string;
}

/**
 * The relation that a question asks for, if it is one of something described (or of another relation).
 * @returns null for every other question: those the router's reading alone carries out
 */
export function compile(question: string, reading: Reading): Compiled | null {
  const { route, operands, description } = reading;
  if (route.strategy === "keyword") return null;
  const text = normalise(question);
  for (const { name, pattern, operation, only = null, sort = null, clause, far = false } of OUTER) {
    const groups = pattern.exec(text)?.groups;
    if (!groups?.of) continue;
    const of = operandOf(groups.of, operation, 1);
    const to = groups.to === undefined ? null : operandOf(groups.to, operation, 1);
    if (of === null || (groups.to !== undefined && to === null)) continue;
    if (clause !== undefined && !isWorded(groups.of, of, clause) && !(to && isWorded(groups.to!, to, clause))) continue;
    if ("symbol" in of && (to === null || "symbol" in to)) {
      // A name and nothing else is the router's business, except for tests: the graph's callers are not all tests.
      if (only === null) continue;
      const known = route.strategy === "structural" && isRelation(route.operation);
      if (known) return { row: name, relation: { operation: route.operation, of, to, only, sort, depth: null, beside: false } };
    }
    return { row: name, relation: { operation, of, to, only, sort, depth: far ? FAR : null, beside: false } };
  }
  if (route.strategy !== "hybrid" || !isRelation(route.operation)) return null;
  if (operands) {
    const of = operandOf(operands.of, route.operation, 1);
    const to = operands.to === null ? null : operandOf(operands.to, route.operation, 1);
    if (of === null || (route.operation === "path" && to === null)) return null;
    return {
      row: "router",
      relation: { operation: route.operation, of, to, only: null, sort: wantedSort(text), depth: null, beside: false },
    };
  }
  // "how does login work, and what calls it": the named symbol is the router's business.
  if (route.symbol !== null || route.operation === "path") return null;
  const of = operandOf(description, route.operation, 1);
  return of && { row: "router", relation: { operation: route.operation, of, to: null, only: null, sort: null, depth: null, beside: true } };
}

/** Deep enough for any chain from a test to what it reaches. */
const FAR = 6;

const isRelation = (operation: Operation): boolean => isStructural(operation) || operation === "similar";

/** "which classes call …": what the results must be. */
function wantedSort(text: string): Sort | null {
  const noun =
    /^(?:which|what|list|show|find|all|the|every|any|me) (?:(?:all|the|of|me|every) )*(class|function|method|file|module)(?:es|s)?\b(?! (?:does|do|is|are|that (?:is|are)))/i.exec(
      text,
    )?.[1];
  if (noun === undefined) return null;
  return NOUNS.find(({ pattern }) => pattern.test(noun))?.sort ?? null;
}

/** Is an operand worded as a description of a thing, or a relation, rather than as a topic? */
function isWorded(words: string, operand: Operand, clause: "noun" | "relative"): boolean {
  return "relation" in operand || (clause === "noun" ? CLAUSE : RELATIVE).test(words);
}

const RELATIVE = /^(?:whatever|whoever)\b|\b(?:that|which|responsible for)\b/i;

const CLAUSE =
  /^(?:the |our |a |an |any |all |every )?(?:whatever|whoever|(?:[\w-]+ ){0,3}?(?:code|logic|functions?|methods?|class(?:es)?|types?|modules?|files?|packages?|thing|helper|part|handler|parser|object|component|interface|struct|routine|hook|middleware|callers?|subclass(?:es)?|tests?)\b)/i;

/**
 * What an end of a relation is.
 * @param operation the relation it is an end of: it decides what a description may mean
 * @param level how deep in the plan
 * @returns null where nothing is said
 */
export function operandOf(words: string, operation: Operation, level: number): Operand | null {
  const text = words
    .trim()
    .replace(/^(?:(?:the|our|this|that|a|an|all|any|both|each|every)(?: of)? )+(?=\S)/i, "")
    .replace(/[\s?!.,;:]+$/, "");
  if (text === "") return null;
  if (level < MAX_NESTING) {
    for (const { pattern, operation: inside, only = null, sort = null, far = false } of INNER) {
      const of = pattern.exec(text)?.groups?.of;
      if (of === undefined) continue;
      const end = operandOf(of, inside === "file" || inside === "type" ? "definition" : inside, level + 1);
      if (end === null) continue;
      if (inside === "file" || inside === "type") {
        if ("relation" in end) continue;
        return { ...end, part: inside };
      }
      if (!("relation" in end) && !isSure(of, end)) continue;
      return { relation: { operation: inside, of: end, to: null, only, sort, depth: far ? FAR : null, beside: false } };
    }
  }
  const name = named(text, text === words.trim());
  if (name !== null) return { symbol: name, part: null };
  const { sort, description } = described(text);
  return { description, sort: sort ?? sortFor(operation), part: null, bound: null };
}

/** Nested relations want a name or a clause: "parent class of all commands" describes, it asks for no supertype. */
const isSure = (words: string, operand: Operand): boolean => "symbol" in operand || CLAUSE.test(words);

/**
 * A name: something that looks like code, or any one word behind a noun ("function save") or without an article ("callers of save").
 * Where nothing is called so, its word is taken as a description after all.
 */
function named(text: string, bare: boolean): string | null {
  const quoted = /^([`"'])(\S+)\1$/.exec(text)?.[2];
  if (quoted !== undefined) return quoted.replace(/\(\)$/, "");
  const [, before, token, after] =
    /^((?:function|method|class|type|module|file|struct|interface) )?(\S+?)(?:\(\))?( (?:function|method|class|type|module|file|struct|interface))?$/i.exec(
      text,
    ) ?? [];
  if (token === undefined || NOUNS.some(({ pattern }) => pattern.test(token))) return null;
  if (looksLikeCode(token, true) || text.endsWith("()")) return token;
  // "the session interface" describes one, "function save" and "callers of save" name one.
  return after === undefined && (bare || before !== undefined) ? token : null;
}

/** A description without the noun that says of what sort it is: "function that writes to users" is "writes to users", callable. */
function described(text: string): { sort: Sort | null; description: string } {
  const match =
    /^(?:(whatever|whoever|what|code|anything|something)|((?:[\w-]+ ){0,3}?)([\w-]+)) ?(?:(?:that|which|who|responsible for|to|for|where we|in charge of) )?(?=\S)(.+)$/i.exec(
      text,
    );
  const [, open, before = "", noun = "", rest = ""] = match ?? [];
  if (open !== undefined) return { sort: null, description: rest };
  const row = NOUNS.find(({ pattern }) => pattern.test(noun));
  if (row && / (?:that|which|who|responsible|to|for|where|in charge)\b/i.test(text))
    return { sort: row.sort, description: `${before}${rest}`.trim() };
  // "the retry code", "the session interface": the noun comes last.
  const last = /^(.+) (\S+)$/.exec(text);
  const ending = last && NOUNS.find(({ pattern }) => pattern.test(last[2]!));
  if (last && ending) return { sort: ending.sort, description: ending.sort === null ? last[1]! : text };
  return { sort: null, description: text };
}

/** What a description must mean for the relation to make sense; null where several sorts do. */
function sortFor(operation: Operation): Sort | null {
  switch (operation) {
    case "subclasses":
    case "superclasses":
      return "type";
    case "imports":
    case "importers":
      return "file";
    case "path":
      return "callable";
    default:
      return null;
  }
}
