/**
 * The compiler's tables: how relations of described things are worded, beyond what the router's own rows tell.
 *
 * Rows are tried in order. A pattern runs over the normalised question (or the words of an operand) from its start to its end; groups: `of`,
 * `to`. All are linear: nothing repeated inside a repetition.
 */
import type { Operation } from "../../base/types.ts";
import type { Sort } from "../relation.ts";

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
