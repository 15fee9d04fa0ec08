/**
 * The query compiler: from a question to a relation whose ends may be described, named, or relations themselves.
 *
 * Regular expressions first and, mostly, only: the router's reading gives the outer relation where it knows one, the tables of
 * `compile/patterns.ts` what it does not tell apart. What an operand's words mean is not decided here: descriptions are bound by retrieval
 * (asking/compose.ts). Time is linear in the `routing.maxExamined` characters that the router looks at.
 */
import type { Operation } from "../base/types.ts";
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

// The compiler's tables: how relations of described things are worded, beyond what the router's own rows tell.
//
// Rows are tried in order. A pattern runs over the normalised question (or the words of an operand) from its start to its end; groups: `of`,
// `to`. All are linear: nothing repeated inside a repetition.

export interface Row {
  name: string;
  pattern: RegExp;
  operation: Operation;
  /** Only results in tests. */
  only?: "tests";
  sort?: Sort;
  /** Only where an operand is worded as a description: with a noun of code ("the retry helper"), or with a relative clause ("code that retries"). */
  clause?: "noun" | "relative";
  /** All the way instead of one step. */
  far?: boolean;
}

/** A row of an operand: another relation, or the file or type that it stands in. */
export interface Inner extends Omit<Row, "operation"> {
  operation: Operation | "file" | "type";
}

const row = (name: string, operation: Operation, source: string, more: Partial<Row> = {}): Row => ({
  name,
  operation,
  pattern: new RegExp(`^(?:${source})$`, "i"),
  ...more,
});
const inner = (name: string, operation: Inner["operation"], source: string, more: Partial<Row> = {}): Inner => ({
  ...row(name, "search", source, more),
  operation,
});

const LIST = "(?:(?:show|list|find|give|get|which|what|all|any|every|the|me|us|of|are|is|there|do|does|our|we|have) )*";
const TESTS = "(?:unit |integration |end-to-end )?(?:tests?|specs?)(?: (?:cases?|functions?|files?|suites?|modules?))?";
const REACH =
  "(?:reach(?:es)?|cover(?:s|ing)?|exercis(?:es?|ing)|test(?:s|ing)?|hits?|touch(?:es)?|call(?:s|ing)?|runs?|invokes?|verif(?:y|ies)|checks?|go(?:es)? through|depends? on|execut(?:es?|ing))";
const CHAIN = "(?:(?:call|calling|execution|shortest|control) )*(?:chain|path|route|flow|trace|calls|sequence of calls|way)";
const VIA = "(?:(?:can|could|does|do|ever|eventually|finally|ends? up|get|gets|is|able|to) )*";

/** Whole questions. */
export const OUTER: readonly Row[] = [
  row("tests-that", "callers", `${LIST}${TESTS} (?:(?:that|which) )?(?:directly |indirectly |actually |eventually )?${REACH} (?<of>.+)`, {
    only: "tests",
    far: true,
  }),
  row(
    "what-tests",
    "callers",
    `(?:what|which ${TESTS}) (?:tests|covers|exercises) (?!(?:would|will|should|could|might|must|fail|break|are|is|do|does|need|to|in|of|for|that|which)\\b)(?<of>.+)`,
    { only: "tests", far: true },
  ),
  row("tested-by", "callers", `(?:by )?(?:what|which) ${TESTS} (?:is|are) (?<of>.+?) (?:tested|covered|exercised|reached|hit)(?: by)?`, {
    only: "tests",
    far: true,
  }),
  row("tests-of", "callers", `${LIST}${TESTS} (?:for|of|behind) (?<of>.+)`, { only: "tests", far: true, clause: "relative" }),
  row("where-tested", "callers", `where (?:is|are) (?<of>.+?) (?:tested|covered by tests)`, { only: "tests", far: true }),
  row(
    "chain",
    "path",
    `${LIST}(?:a )?${CHAIN} (?:(?:leading|going|that leads) )?from (?<of>.+?) (?:down to|up to|through to|to|into|until) (?<to>.+)`,
  ),
  row("chain-between", "path", `${LIST}(?:a )?${CHAIN} between (?<of>.+?) and (?<to>.+)`),
  row(
    "from-to",
    "path",
    `(?:how (?:do|does|can) (?:i|we|you|one|it|a call|control|execution) (?:get|go|come)s? )?from (?<of>.+?) to (?<to>.+)`,
    { clause: "noun" },
  ),
  row(
    "how-it-reaches",
    "path",
    `how (?:does|do|can|could|would|is|are) (?<of>.+?) ${VIA}(?:reach(?:ed)?|arrive at|(?:make|find) (?:its|their) way (?:in)?to|get all the way to|travel to) (?<to>.+)`,
  ),
  row(
    "reaches",
    "path",
    `(?:how )?(?:does|do|can|could|is) (?<of>.+?) ${VIA}(?:reach|arrive at|lead to|(?:call|calling) into|ends? up (?:in|at|calling)) (?<to>.+)`,
    { clause: "noun" },
  ),
  row(
    "called-by",
    "callees",
    `${LIST}(?:(?:functions?|methods?|classes|things|else|code|everything) )?(?:that )?(?:is |are |gets? )?called by (?<of>.+)`,
    { clause: "noun" },
  ),
  row("calls-in", "callees", `(?:what|which (?:functions?|methods?)) (?:does|do) (?<of>.+?) (?:call|invoke|rely on)(?: into)?`, {
    clause: "noun",
  }),
  row("methods-of", "members", `${LIST}(?:public |private )?(?:methods|functions) (?:of|in|on|defined (?:in|by)) (?<of>.+)`, {
    clause: "noun",
    sort: "callable",
  }),
  row("members-of", "members", `${LIST}(?:public |private )?(?:members|fields) (?:of|in|on|defined (?:in|by)) (?<of>.+)`, {
    clause: "noun",
  }),
  row(
    "imports-what",
    "imports",
    `(?:what|which (?:modules?|files?|packages?|libraries)) (?:does|do) (?<of>.+?) (?:import|pull in|require)`,
    { clause: "noun" },
  ),
  row(
    "imported-by",
    "imports",
    `${LIST}(?:(?:modules?|files?|packages?|else|things|everything) )?(?:that )?(?:is |are )?imported by (?<of>.+)`,
    { clause: "noun" },
  ),
  row(
    "extends-what",
    "superclasses",
    `(?:what|which (?:class|classes|type|interface)) (?:does|do) (?<of>.+?) (?:extend|inherit from|inherit|derive from|subclass|implement)`,
    { clause: "noun" },
  ),
  row("defined-where", "definition", `where (?:is|are) (?<of>.+?) (?:defined|declared|implemented|located)`, { clause: "relative" }),
  row("which-defines", "definition", `${LIST}definition of (?<of>.+)`, { clause: "relative" }),
];

const ANY = "(?:(?:whatever|whoever|anything|everything|something|code|the code|those|things?|what|all|any|every|the|a|an) )*";
const FUNCTIONS = "(?:(?:functions?|methods?|code|routines?|handlers?|helpers?) )?";
const CLASSES = "(?:(?:class|classes|types?|structs?|interfaces?) )?";
const FILES = "(?:files?|modules?|packages?)";

/** Ends of relations that are relations themselves. The operand of each must be a name or a clause. */
export const INNER: readonly Inner[] = [
  inner("callers", "callers", `${ANY}(?:direct )?(?:callers?|call sites) of (?<of>.+)`),
  inner("that-calls", "callers", `${ANY}${FUNCTIONS}(?:that |which )?(?:directly )?(?:calls?|invokes?) (?<of>.+)`),
  inner("callees", "callees", `${ANY}(?:callees|functions called|methods called) (?:of|by) (?<of>.+)`),
  inner("that-is-called", "callees", `${ANY}${FUNCTIONS}(?:that |which )?(?:is |are |gets? )?called by (?<of>.+)`),
  inner(
    "subclasses",
    "subclasses",
    `${ANY}(?:direct )?(?:sub-?class(?:es)?|subtypes?|child(?:ren)?(?: classes)?|derived classes|implementations?|implementers|implementors) of (?<of>.+)`,
  ),
  inner(
    "that-extends",
    "subclasses",
    `${ANY}${CLASSES}(?:that |which )?(?:extends?|inherits? from|derives? from|subclass(?:es)?|implements?) (?<of>.+)`,
  ),
  inner("superclass", "superclasses", `${ANY}(?:super-?class(?:es)?|base class(?:es)?|parent class(?:es)?|supertypes?) of (?<of>.+)`),
  inner("tests", "callers", `${ANY}${TESTS} (?:of|for|(?:that |which )?${REACH}) (?<of>.+)`, { only: "tests", far: true }),
  inner("members", "members", `${ANY}(?:methods?|members|fields) (?:of|in|on) (?<of>.+)`),
  inner("file-where", "file", `${ANY}${FILES} (?:where|in which) (?<of>.+?) (?:is|are|lives?)(?: (?:defined|declared|implemented|kept))?`),
  inner(
    "file-that-defines",
    "file",
    `${ANY}${FILES} (?:that |which )?(?:defines?|contains?|declares?|containing|defining|has|have|with|of) (?<of>.+)`,
  ),
  inner(
    "class-that-has",
    "type",
    `${ANY}(?:class|type|struct)(?:es)? (?:that |which )?(?:defines?|contains?|declares?|has|have|owns?|with|containing) (?<of>(?:the )?(?:method |function )?[\\w.$]+(?:\\(\\))?)`,
  ),
];

/** Nouns that say of what sort a described thing is, and that add nothing to its description. */
export const NOUNS: readonly { sort: Sort | null; pattern: RegExp }[] = [
  { sort: "callable", pattern: /^(?:functions?|func|fn|methods?|procedures?|subroutines?|routines?|callbacks?)$/i },
  { sort: "type", pattern: /^(?:class(?:es)?|types?|structs?|interfaces?|traits?|enums?|protocols?|exceptions?)$/i },
  { sort: "file", pattern: /^(?:files?|modules?|packages?|scripts?|headers?)$/i },
  { sort: "value", pattern: /^(?:constants?|variables?|fields?|settings?|macros?)$/i },
  {
    sort: null,
    pattern: /^(?:code|logic|thing|part|bit|place|piece|stuff|one|helper|something|anything|whatever|whoever|component|object)s?$/i,
  },
];
