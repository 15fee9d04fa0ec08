/**
 * The query compiler: from a question to a relation whose ends may be described, named, or relations themselves.
 *
 * Regular expressions first and, mostly, only: the router's reading gives the outer relation where it knows one, the tables of
 * `compile/patterns.ts` what it does not tell apart. What an operand's words mean is not decided here: descriptions are bound by retrieval
 * (asking/ends.ts). Time is linear in the `routing.maxExamined` characters that the router looks at.
 */
import { asking } from "../base/settings.ts";
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
  /** The words may mean something else as well: where the graph knows no such relation, the question is a search. */
  weak?: boolean;
  /** It is a search whatever the graph knows; a path that is clear stands beside what that finds. */
  aside?: boolean;
}

const relationOf = (operation: Operation, of: Operand, more: Partial<Relation> = {}): Relation => ({
  operation,
  of,
  to: null,
  either: false,
  only: null,
  sort: null,
  depth: null,
  beside: false,
  ...more,
});

/**
 * The relation that a question asks for, if it is one of something described (or of another relation).
 * @returns null for every other question: those the router's reading alone carries out
 */
export function compile(question: string, reading: Reading): Compiled | null {
  const { route, operands, description } = reading;
  const text = normalise(question);
  for (const {
    name,
    pattern,
    operation,
    only = null,
    sort = null,
    clause,
    far = false,
    either = false,
    weak = false,
    aside = false,
  } of OUTER) {
    // Literals are ends of paths; otherwise they are what is searched for.
    if (route.strategy === "keyword" && (operation !== "path" || weak)) continue;
    const groups = pattern.exec(text)?.groups;
    if (!groups?.of) continue;
    const of = operandOf(groups.of, operation, 1);
    const to = groups.to === undefined ? null : operandOf(groups.to, operation, 1);
    if (of === null || (groups.to !== undefined && to === null)) continue;
    const worded = clause === undefined || isWorded(groups.of, of, clause) || (to && isWorded(groups.to!, to, clause));
    if (!worded && !(only !== null && isCode(of))) continue;
    const relation = relationOf(operation, of, { to, either, only, sort, depth: far ? FAR : null });
    if (groups.member !== undefined) {
      const overriding = operandOf(groups.member, "definition", MAX_NESTING);
      if (!overriding || !("symbol" in overriding)) continue;
      return { row: name, relation: { ...relation, overriding: overriding.symbol } };
    }
    if (name === "overrides-any") return { row: name, relation: { ...relation, overriding: "" } };
    if (aside) return { row: name, relation, weak: true, aside };
    if ("symbol" in of && (to === null || "symbol" in to)) {
      // A name and nothing else is the router's business, except for tests, for the graph's callers are not all tests, and for ends without an order.
      const known = route.strategy === "structural" && isRelation(route.operation) && route.confidence >= asking.guess;
      if (operation === "path" ? known && route.operation === "path" && !either : only === null) return null;
      if (known && only !== null && route.operation === "callers")
        return { row: name, relation: { ...relation, operation: "callers", depth: null } };
    }
    // A name of code at either end is no manner of speaking.
    return { row: name, relation, weak: weak && !isCode(of) && !isCode(to) };
  }
  if (route.strategy !== "hybrid" || !isRelation(route.operation)) return null;
  if (operands) {
    const of = operandOf(operands.of, route.operation, 1);
    const to = operands.to === null ? null : operandOf(operands.to, route.operation, 1);
    if (of === null || (route.operation === "path" && to === null)) return null;
    return { row: "router", relation: relationOf(route.operation, of, { to, sort: wantedSort(text) }) };
  }
  // "how does login work, and what calls it": the named symbol is the router's business.
  if (route.symbol !== null || route.operation === "path") return null;
  const of = operandOf(description, route.operation, 1);
  return of && { row: "router", relation: relationOf(route.operation, of, { beside: true }) };
}

const isCode = (operand: Operand | null): boolean => operand !== null && "symbol" in operand && looksLikeCode(operand.symbol, true);

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
  return "relation" in operand || (clause === "noun" ? CLAUSE.test(words) || NOUN_THAT.test(words) : RELATIVE.test(words));
}

/** Any noun that a relative clause follows: "the buffer that receives results". */
const NOUN_THAT = /^(?:the|our|a|an|any|all|every) (?:[\w-]+ ){1,4}(?:that|which|responsible for)\b/i;

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
    .replace(/^(?:(?:the|our|this|that|a|an|its|their|all|any|both|each|every)(?: of)? )+(?=\S)/i, "")
    .replace(/^(?:incoming|outgoing|given|actual|particular|certain|specific|respective|corresponding|single|current) (?=\S)/i, "")
    .replace(/[\s?!.,;:]+$/, "")
    // "checking whether a task is due": what is asked there is what is meant
    .replace(
      /^(?:asking|checking|deciding|testing|determining|telling|finding out|seeing) (?:whether|if) (?:(?:the|our|this|that|a|an|any) )*(?=\S)/i,
      "",
    );
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
      return { relation: relationOf(inside, end, { only, sort, depth: far ? FAR : null }) };
    }
  }
  const name = named(text, text === words.trim()) ?? placed(text);
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
  if (/^file ?systems?$/i.test(text)) return null;
  if (token === undefined || NOUNS.some(({ pattern }) => pattern.test(token))) return null;
  if (looksLikeCode(token, true) || text.endsWith("()")) return token;
  // "the session interface" describes one, "function save" and "callers of save" name one.
  return after === undefined && (bare || before !== undefined) ? token : null;
}

/** A name of code with where it stands: "getSession in the memory store". */
function placed(text: string): string | null {
  const name = /^([\w$.:#]+)(?:\(\))? (?:in|inside|within|from|of) /.exec(text)?.[1];
  return name !== undefined && /[a-z\d][A-Z]|\w_\w|\w(?:\.|::|#)\w/.test(name) ? name : null;
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
  // "the contents of the file" are no file.
  if (last && ending && !/\b(?:of|in|for|to|from|by|with|on|into|at)\b/i.test(last[1]!))
    return { sort: ending.sort, description: ending.sort === null ? last[1]! : text };
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
  /** The ends of a path have no order. */
  either?: boolean;
  /** The words may mean something else as well. */
  weak?: boolean;
  aside?: boolean;
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
const CHAIN =
  "(?:(?:call|calling|execution|shortest|control|code) )*(?:chain|path|route|flow|trace|calls|sequence of calls|way|steps|hops|connection|functions|methods|layers)";
const PARTS =
  "(?:functions?|methods?|calls?|steps?|layers?|class(?:es)?|modules?|files?|code|stages?|hops?|parts?|things?|components?|places?|ways?|routes?|paths?)";
const TO = "(?:all the way (?:down |up |back |in)?to|down to|up to|through to|over to|on to|onto|into|to|until)";
const SHOW = "(?:(?:explain|show|describe|tell|trace|follow|walk|understand)(?: (?:me|us|through))* )?";
const MAY = "(?:does|do|did|can|could|would|will|is|are|has|have|must)";
/** Words before a verb of arriving. */
const VIA =
  "(?:(?:have to|needs? to|ever|eventually|finally|ultimately|actually|then|later|indirectly|directly|get|gets|be|being|is|are|able|to|able to|can|could|does|do) )*";
/** What something does that arrives at something else; "get to know", "go to sleep" arrive nowhere. */
const ARRIVE =
  "(?:reach(?:es|ed)?|arrives? (?:at|in)|(?:ends?|winds?) up(?: (?:being|in|at|as|with|on|inside|calling|running|invoking|by))?|lands? (?:in|at|on)|lands? up (?:in|at)|(?:gets?|goes|go|comes?|flows?|travels?|moves?|makes? (?:its|their) way|finds? (?:its|their) way|leads?|propagates?|propagated|pass(?:es|ed)?(?: on| down| along| over)?|handed(?: over| on| down)?|forwarded|routed|dispatched|delegated|delegates?|sent|trickles? down) (?:all the way )?(?:down |up |back |over |on )?(?:in|on)?to(?! (?:know|be|see|do|use|work|run|sleep|have|make|decide|choose|happen|start|show|play|look|exist|live|mean|pick|find|stay|say|tell|understand|learn|set|zero|null|true|false|production)\\b)|becomes?|turn(?:s|ed)? into|ends? (?:in|at|with))";

const BELOW =
  "(?:direct )?(?:sub-?class(?:es)?|subtypes?|child(?:ren)?(?: classes)?|derived classes|implementations?|implementers|implementors)";
const OVERRIDE = "(?:overrides?|overriding|overwrites?|redefines?|reimplements?)";
/** What may stand before a noun or behind a verb, and is neither. */
const SMALL =
  "(?:the|an?|its|their|our|each|every|all|any|some|that|whether|if|to|into|onto|in|on|from|by|with|of|for|at|as|back|up|down|out|through|over|against|before|after|and|or)";

const LIGHT = "(?:look|get|give|put|make|take|use|come|go|deal|do)";

/** Whole questions. */
export const OUTER: readonly Row[] = [
  row(
    "tests-that",
    "blast_radius",
    `${LIST}${TESTS} (?:(?:that|which) )?(?:directly |indirectly |actually |eventually )?${REACH} (?<of>.+)`,
    {
      only: "tests",
      far: true,
    },
  ),
  row(
    "what-tests",
    "blast_radius",
    `(?:what|which ${TESTS}) (?:tests|covers|exercises) (?!(?:would|will|should|could|might|must|fail|break|are|is|do|does|need|to|in|of|for|that|which)\\b)(?<of>.+)`,
    { only: "tests", far: true },
  ),
  row(
    "tested-by",
    "blast_radius",
    `(?:by )?(?:what|which) ${TESTS} (?:is|are) (?<of>.+?) (?:tested|covered|exercised|reached|hit)(?: by)?`,
    {
      only: "tests",
      far: true,
    },
  ),
  row("tests-of", "blast_radius", `${LIST}${TESTS} (?:for|of|behind) (?<of>.+)`, { only: "tests", far: true, clause: "relative" }),
  row("where-tested", "blast_radius", `where (?:is|are) (?<of>.+?) (?:tested|covered by tests)`, { only: "tests", far: true }),
  row(
    "chain",
    "path",
    `${LIST}(?:a )?${CHAIN} (?:(?:that|which|there is|there are) )*(?:(?:leads?|leading|goes|going|runs?|running|exists?|is|are|takes? (?:me|us|you|it)) )*from (?<of>.+?) ${TO} (?<to>.+)`,
  ),
  row(
    "chain-between",
    "path",
    `${LIST}(?:a )?${CHAIN} (?:(?:that|which) )?(?:(?:lies?|lying|is|are|sits?|stands?|exists?|called|made) )*(?:in )?between (?<of>.+?) and (?<to>.+)`,
    { either: true },
  ),
  row(
    "trace-from",
    "path",
    `(?:trace|follow|walk(?: me| us)?(?: through)?|go)(?: (?:me|us|it|this|that|the (?:calls?|path|way|route|execution|flow|code|control(?: flow)?|request|steps?)|a (?:call|request)|how|what happens|everything|all))* from (?<of>.+?) ${TO} (?<to>.+)`,
  ),
  row("trace-to", "path", `(?:trace|follow) (?<of>.+?) ${TO} (?<to>.+)`),
  row(
    "get-from",
    "path",
    `${SHOW}how (?:${MAY} )?(?:.+? )??(?:gets?|go|goes|comes?|flows?|travels?|moves?|pass(?:es|ed)?|propagates?|(?:makes?|finds?) (?:its|their|the) way|reach(?:es)?|leads?|jumps?) (?:all the way )?from (?<of>.+?) ${TO} (?<to>.+)`,
    { weak: true },
  ),
  row("from-to", "path", `from (?<of>.+?) ${TO} (?<to>.+)`, { clause: "noun" }),
  row(
    "through-which",
    "path",
    `(?:through|via|by|over|across|along) (?:what|which)(?: ${PARTS})? ${MAY} (?<of>.+?) ${VIA}(?:${ARRIVE}|calls?|invokes?) (?<to>.+)`,
  ),
  row(
    "goes-through",
    "path",
    `(?:what|which ${PARTS}) ${MAY} (?<of>.+?) (?:go|pass|run|flow|travel|move) through (?:before|until|to|on (?:its|the|their) way to|when) (?:it |they |we )?(?:${VIA}${ARRIVE} )?(?<to>.+)`,
  ),
  row(
    "happens-between",
    "path",
    `${SHOW}(?:what|everything|whatever|all)(?: exactly| all| else| code)? (?:that )?(?:happens|is done|goes on|occurs|takes place|runs|is (?:called|executed|run)|gets (?:called|executed|run))(?: in)? (?:between|from) (?<of>.+?) (?:and|to|until|up to) (?<to>.+)`,
    { weak: true },
  ),
  row(
    "happens-after",
    "path",
    `${SHOW}(?:what|everything)(?: exactly| all| else)? (?:that )?(?:happens|is done|goes on|runs|is (?:called|executed|run)) (?:after|once|when) (?<of>.+?) (?:until|before|and before|till|up to) (?<to>.+)`,
    { weak: true },
  ),
  row(
    "lies-between",
    "path",
    `(?:what|which ${PARTS}|everything|all(?: the)?(?: ${PARTS})?)(?: exactly| all)? (?:that )?(?:lies?|sits?|stands?|is|are|comes?|goes|runs?)(?: in)? between (?<of>.+?) and (?<to>.+)`,
    { either: true, weak: true },
  ),
  row(
    "connects",
    "path",
    `(?:what|which ${PARTS})(?: exactly| actually| all)? (?:connects?|links?|ties?|joins?|relates?|couples?|bridges?|wires?|binds?|hooks?) (?!(?:to|with|into|up) )(?<of>.+?) (?:together )?(?:with|to|and|into|up to|up with) (?<to>.+)`,
    { either: true },
  ),
  row(
    "connected-to",
    "path",
    `${SHOW}how (?:is|are) (?<of>.+?) (?:connected|linked|related|coupled|wired(?: up)?|tied|hooked(?: up| in)?|bound) (?:to|with|into) (?<to>.+)`,
    { either: true, weak: true },
  ),
  row(
    "connected",
    "path",
    `${SHOW}how (?:is|are|do|does) (?<of>.+?) and (?<to>.+?) (?:connected|linked|related|coupled|wired|tied|joined|connect|relate|interact|communicate|hang|fit|belong|hold|work)(?: together| up)?(?: (?:to|with) (?:each other|one another))?`,
    { either: true, weak: true },
  ),
  row(
    "connection-between",
    "path",
    `(?:(?:what is|what's|show|explain|is there|find|describe) )*(?:the |a |any )?(?:connection|link|relation|coupling|bridge) (?:between|from) (?<of>.+?) (?:and|to) (?<to>.+)`,
    { either: true, weak: true },
  ),
  row("to-do-with", "path", `what (?:does|do|has|have) (?<of>.+?) (?:have |got )?to do with (?<to>.+)`, { either: true, weak: true }),
  row(
    "how-it-reaches",
    "path",
    `${SHOW}(?:in |after |over )?how (?:many \\w+ )?(?:does|do|can|could|would|is|are) (?<of>.+?) ${VIA}reach(?:ed)? (?!from )(?<to>.+)`,
  ),
  row(
    "reaches",
    "path",
    `(?:how )?(?:does|do|can|could|is) (?<of>.+?) ${VIA}(?:reach|arrive at|lead to|(?:call|calling) into|ends? up (?:in|at|calling)) (?<to>.+)`,
    { clause: "noun" },
  ),
  row("arrives", "path", `${SHOW}how ${MAY} (?<of>.+?) ${VIA}${ARRIVE} (?<to>.+)`, { weak: true }),
  row(
    "how-arrives",
    "path",
    `${SHOW}how (?!(?:${MAY}|to|many|much|long|often|come|about|should|i|we|you)\\b)(?<of>.+?) ${VIA}${ARRIVE} (?<to>.+)`,
    { weak: true },
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
  row("implementers", "subclasses", `${LIST}(?:class(?:es)?|types?|structs?|modules?|objects?) (?:that |which )?implements? the (?<of>.+)`),
  row(
    "implements-what",
    "subclasses",
    `${LIST}implements? the (?<of>.+(?<! (?:logic|handling|mechanism|features?|support|behaviou?r|functionality)))`,
    { weak: true },
  ),
  row(
    "overrides",
    "subclasses",
    `${LIST}(?:${BELOW} of|class(?:es)? (?:that |which )?(?:extend|inherit from|implement)s?|types? below) (?<of>.+?) (?:that |which )?${OVERRIDE} (?<member>.+)`,
  ),
  row(
    "overrides-any",
    "subclasses",
    `(?:what|which (?:methods|functions|members)) (?:does|do|is|are) (?:the |all )*(?:${BELOW} of|types? below) (?<of>.+?) ${OVERRIDE}`,
  ),
  row("defined-where", "definition", `where (?:is|are) (?<of>.+?) (?:defined|declared|implemented|located)`, { clause: "relative" }),
  row("which-defines", "definition", `${LIST}definition of (?<of>.+)`, { clause: "relative" }),
  // Any other verb with what it is done to: "how does dropping a column reload the table definition"; some verbs say nothing.
  row(
    "does",
    "path",
    `${SHOW}how (?:does|do|did|can|could|will|would) (?<of>.+?(?<!\\b${SMALL})) (?:${LIGHT} (?=${SMALL} )|(?=(?!${SMALL}\\b)[a-z]+(?<!ing|ly) ${SMALL} |(?:start|begin|stop|finish|keep|continue) [a-z]+ing ))(?<to>(?!.*\\band (?:what|which|who|where)\\b).+)`,
    { weak: true, aside: true },
  ),
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
  inner("tests", "blast_radius", `${ANY}${TESTS} (?:of|for|(?:that |which )?${REACH}) (?<of>.+)`, { only: "tests", far: true }),
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
